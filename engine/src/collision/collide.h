/// Entry point of the narrow phase: any shape against any shape.
#pragma once

#include "collision/manifold.h"
#include "geometry/shape.h"
#include "impulse/tuning.h"

namespace impulse {

/// Cache of the last step for this pair, for consistent decisions (UD11: the reference edge stays unless another is
/// better by more than a tenth of the slop).
struct CollideCache {
    uint8_t edgeA = 0xff; ///< reference edge on A last time, 0xff for none
    uint8_t edgeB = 0xff; ///< likewise on B
    uint8_t reference_is_b = 0;
    uint8_t valid = 0; ///< 1: a face to retain; 2: there was no point, so it only indicates the first axis to test
};

/// Contact of A and B, `b_in_a` being the pose of B's body in the frame of A's body. All results are in A's frame, so
/// that a world far from its origin loses no precision. No points beyond the speculative distance; at least one for
/// every overlap (UD12). Normal from A to B for every pair of types (UD1).
LocalManifold collide(const Shape& a, const Shape& b, const Transform& b_in_a, const Tuning& tuning,
                      CollideCache& cache);

} // namespace impulse
