/// Energy allowance of the bounces after soft substeps: the energy lost in the step before them.
///
/// Substeps stop the approach, and bounces restore part of its energy. So in a bounce the energy of a group may rise by
/// the amount it fell since the step began, read at the instants of the positions (see energy_groups.h),
///   A = E(begin) - E(end),    E = sum of m |v + a h / 2|^2 / 2 + I (w + b h / 2)^2 / 2 - m a . dp - torque dtheta,
/// a and b being the accelerations by forces and dp, dtheta the displacement since then. A group is the set of bodies
/// connected by rows and joints: energy may pass from one of its bodies to another.
///
/// Bounces are also late. The lever arms of a contact meet in one point at an instant t, which is the beginning of the
/// step, or that of the impact if both sides are round (world/impact_geometry.h). An impulse P applied after the bodies
/// have moved on by dpA and dpB acts at two points, which gives a couple (dpB - dpA) x P. A body that slides obliquely
/// along another at 20 m/s for 1/60 s would lose a third of its angular momentum. So the bodies are put where the
/// change dv of their velocities by the step takes them if it happens at t,
///   dp = dp0 + dv (dt - t),
/// dp0 being the way by forces and damping alone. That is the path of a bounce in time: its momentum, angular momentum
/// and energy. Only groups without a connection to an immovable body conserve the angular momentum. A round body that
/// touches nothing but a wall is put there too. Else it would wait at the wall until the end of the step: a ball of 20
/// m/s between walls 1.5 m apart would bounce three times where it should bounce four times.
#pragma once

#include <span>

#include "dynamics/energy_groups.h"

namespace impulse {

/// Groups of bodies connected by these contacts and all joints, with their velocities at the beginning of the step.
/// Contacts that are kNull are skipped. Groups with surface velocities or moving platforms are driven.
EnergyGroups connect_bounces(const SolveInput& input, std::span<const uint32_t> contacts);

/// After the bounces: puts the bodies of groups that bounced, without a joint and without a connection to an immovable
/// body but by one contact of a single body, where bounces in time take them.
void place_bounced(const SolveInput& input, EnergyGroups& groups);

/// After the last substep, of length `h`: sets each group's allowance to its energy loss and restarts its sums.
void allow_losses(const SolveInput& input, float h, EnergyGroups& groups);

} // namespace impulse
