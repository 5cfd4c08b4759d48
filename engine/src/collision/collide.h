/// The narrow phase's one door: any shape against any shape.
#pragma once

#include "collision/manifold.h"
#include "geometry/shape.h"

namespace impulse {

/// What the last step knew of this pair; helps to decide the same way again (UD11: the reference edge keeps
/// unless another is better by more than a tenth of the slop).
struct CollideCache {
    uint8_t edgeA = 0xff; ///< reference edge on A last time, 0xff for none
    uint8_t edgeB = 0xff; ///< likewise on B
    uint8_t reference_is_b = 0;
    uint8_t valid = 0; ///< 1: a face to keep; 2: there was no point, so it only tells where to look first for a gap
};

/// Contact of A and B, `b_in_a` being the pose of B's body in the frame of A's body. Everything in A's frame,
/// so that a world far from its origin loses no precision. No points when they are further apart than the
/// speculative distance; at least one whenever they overlap (UD12). Normal from A to B for every pair of
/// types (UD1).
LocalManifold collide(const Shape& a, const Shape& b, const Transform& b_in_a, const CollideSettings& settings,
                      CollideCache& cache);

} // namespace impulse
