/// Shapes that touch and do not move on each other have one surface: what one of them covers of another is no face of
/// it, and a corner between two of them is one only as far as both turn away from it. So bodies slide over tiles as
/// over one piece.
#pragma once

#include <span>

#include "collision/manifold.h"
#include "geometry/core.h"

namespace impulse {

/// The shape of a pair whose surface others continue, and these others.
struct Seams {
    std::span<const Core> beside; ///< what may touch it, in the frame of A's body as seen from A's centroid
    float tolerance = 0.0f;       ///< m: surfaces that differ by less are flush, gaps that are narrower are closed
    bool of_b = false;            ///< the shape is B
    bool one_sided = false;       ///< it is solid along its first normal alone
};

/// What `collide` finds (collide.h), restricted to the normals that the common surface has. The shape with seams has
/// edges and no radius.
LocalManifold collide_at_seams(const Shape& a, const Shape& b, const Transform& b_in_a, const CollideSettings& settings,
                               const Seams& seams);

} // namespace impulse
