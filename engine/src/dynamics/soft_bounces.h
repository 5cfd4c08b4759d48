/// What the bounces after soft substeps may give: what the step has lost before them.
///
/// Substeps stop what comes in, and the bounces give part of it back. So the energy of a group may rise in them by what
/// it fell by since the step began, read at the instants of the positions (see energy_groups.h),
///   A = E(begin) - E(end),    E = sum of m |v + a h / 2|^2 / 2 + I (w + b h / 2)^2 / 2 - m a . dp - torque dtheta,
/// a and b being what forces do to a body and dp, dtheta its displacement since. A group is all that rows and joints
/// connect: what one of its bodies gains another may have lost.
///
/// And bounces come late. The arms of a contact meet in one point x as the step begins. An impulse P that acts when its
/// bodies have gone dpA and dpB has two points, x + dpA and x + dpB, and the couple (dpB - dpA) x P on the two: what
/// slides along the other while substeps stop it, 20 m/s on a slant for 1/60 s, lost a third of its angular momentum
/// so. Had the bounce come earlier by a time T, each body would be further by T dv, dv being what the bounce did to it,
/// and the group's angular momentum L differ by
///   T sum of m dv x v,
/// v being the velocities after. So bodies are put there, T such that L is that of the step's begin, no more than the
/// step. Momentum and energy do not change: gravity has the same work on either side. Only groups that nothing holds
/// have an L to keep.
#pragma once

#include <span>

#include "dynamics/energy_groups.h"

namespace impulse {

/// Groups of what these contacts and all joints connect, with their velocities as the step begins. Contacts that are
/// kNull are left out. Those with belts or with a platform that moves are driven.
EnergyGroups connect_bounces(const SolveInput& input, std::span<const uint32_t> contacts);

/// As the step begins: the spin of each group that bounces and that nothing holds, and no force turns.
void note_spins(const SolveInput& input, EnergyGroups& groups);
/// After the bounces: moves the bodies of these groups on, as if bounces had come earlier.
void keep_spins(const SolveInput& input, EnergyGroups& groups);

/// After the last substep, of length `h`: allows each group what it has lost, and starts it anew from there.
void allow_losses(const SolveInput& input, float h, EnergyGroups& groups);

} // namespace impulse
