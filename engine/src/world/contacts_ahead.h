/// Contacts ahead: of fast bodies with joints that meet an obstacle in the middle of the step.
#pragma once

#include <span>

#include "world/state.h"

namespace impulse {

/// Continuous collision clamps the displacement of one body, while those of its partners satisfy its joints only with
/// the whole of it: hinges open by the rest. So the solver must know of the impact. Each fast body with joints is swept
/// along its path without impulses, before the solve. If it would be stopped within the step, the contact gets the
/// points of the pose at which it begins to touch, carried back to the present poses: their separations close at
/// that instant. Contact and joints are then solved together, in the substep of the impact.
///
/// A body that hits with a corner turns, and its next corner hits in the same step or the next. So of a face the solver
/// gets both ends, as far as the body can move in the step.
///
/// Only the first impact of a body counts, since it has another path from then on. Joints bend its path too. The sweep
/// after the solve (continuous.h) covers the rest.
///
/// In the arena: each awake body with joints that moves as far in the step as those that are swept. Pairs with what is
/// on its path must exist before `find_contact_ahead`.
std::span<const uint32_t> find_bodies_ahead(const Step& step);

/// The contact of such a body that has got points, or kNull.
uint32_t find_contact_ahead(WorldState& world, uint32_t slot, float dt);

} // namespace impulse
