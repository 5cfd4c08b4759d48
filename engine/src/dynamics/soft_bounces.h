/// What the bounces after soft substeps may give: what the step has lost before them.
///
/// Substeps stop what comes in, and the bounces give part of it back. So the energy of a group may rise in them by what it fell
/// by since the step began, read at the instants of the positions (see energy_groups.h),
///   A = E(begin) - E(end),    E = sum of m |v + a h / 2|^2 / 2 + I (w + b h / 2)^2 / 2 - m a . dp - torque dtheta,
/// a and b being what forces do to a body and dp, dtheta its displacement since. A group is all that rows and joints connect:
/// what one of its bodies gains another may have lost.
#pragma once

#include <span>

#include "dynamics/energy_groups.h"

namespace impulse {

/// Groups of what these contacts and all joints connect, with their velocities as the step begins. Contacts that are kNull are
/// left out. Those with belts or with a platform that moves are driven.
EnergyGroups connect_bounces(const SolveInput& input, std::span<const uint32_t> contacts);

/// After the last substep, of length `h`: allows each group what it has lost, and starts it anew from there.
void allow_losses(const SolveInput& input, float h, EnergyGroups& groups);

} // namespace impulse
