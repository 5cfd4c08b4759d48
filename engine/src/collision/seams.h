/// Touching shapes that do not move relative to each other have one common surface. A part of a face that another shape
/// covers is not a face of this surface. A corner where two shapes meet has only the normals along which neither shape
/// rises. So bodies slide over tiles as over one piece.
#pragma once

#include <span>

#include "collision/pair_points.h"
#include "geometry/core.h"
#include "impulse/tuning.h"

namespace impulse {

/// Of the tolerance of seams: 20 mm at a slop of 5 mm. Bodies landing at 30 m/s overlap by 10 mm.
inline constexpr float kShelf = 8.0f;

/// A shape of a pair whose surface others continue, and these others.
struct Seams {
    std::span<const Core> beside; ///< the adjacent shapes, in the frame of A's body with A's centroid as origin
    float tolerance = 0.0f;       ///< m: surfaces that differ by less are flush, narrower gaps are closed
    bool of_b = false;            ///< the shape is B
    bool one_sided = false;       ///< solid along its first normal only
    Vec2 travel{};                ///< m: of the other shape's middle, relative to this one, within the step
    float turn = 0.0f;            ///< rad: of the other shape about its middle, relative to this one, within the step
};

/// What `collide` finds (collide.h), restricted to the normals that the common surface has, or both surfaces: `seams`
/// are those of one shape of the pair or of each. A shape with seams has edges and no radius.
LocalManifold collide_at_seams(const CorePair& pair, const Tuning& tuning, std::span<const Seams> seams);

} // namespace impulse
