/// Energy allowance of the bounces after soft substeps: the energy lost in the step before them.
///
/// Substeps stop the approach, and bounces restore part of its energy. So in a bounce the energy of a group may rise by
/// the amount it fell since the step began, read at the instants of the positions (see energy_groups.h),
///   A = E(begin) - E(end),    E = sum of m |v + a h / 2|^2 / 2 + I (w + b h / 2)^2 / 2 - m a . dp - torque dtheta,
/// a and b being the accelerations by forces and dp, dtheta the displacement since then. A group is the set of bodies
/// connected by rows and joints: energy may pass from one of its bodies to another.
///
/// Bounces are also late. The lever arms of a contact meet in one point x at the beginning of the step. An impulse P
/// applied after displacements dpA and dpB acts at two points, x + dpA and x + dpB, which gives a couple (dpB - dpA) x
/// P. A body that slides obliquely along another at 20 m/s for 1/60 s would lose a third of its angular momentum. Had
/// the bounce come earlier by a time T, each body would be displaced by T dv, dv being its velocity change in the
/// bounce, and the group's angular momentum L would differ by
///   T sum of m dv x v,
/// v being the velocities after it. So bodies are displaced by T dv, with T such that L equals that at the beginning of
/// the step, and T at most the step. Momentum and energy do not change: the work of gravity is the same either way.
/// Only groups without a connection to an immovable body conserve L.
#pragma once

#include <span>

#include "dynamics/energy_groups.h"

namespace impulse {

/// Groups of bodies connected by these contacts and all joints, with their velocities at the beginning of the step.
/// Contacts that are kNull are skipped. Groups with surface velocities or moving platforms are driven.
EnergyGroups connect_bounces(const SolveInput& input, std::span<const uint32_t> contacts);

/// At the beginning of the step: the angular momentum of each bouncing group that is free and without external torque.
void record_spins(const SolveInput& input, EnergyGroups& groups);
/// After the bounces: displaces the bodies of these groups as if the bounces had come earlier.
void conserve_angular_momentum(const SolveInput& input, EnergyGroups& groups);

/// After the last substep, of length `h`: sets each group's allowance to its energy loss and restarts its sums.
void allow_losses(const SolveInput& input, float h, EnergyGroups& groups);

} // namespace impulse
