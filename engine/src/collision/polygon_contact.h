/// Contact of two shapes with edges: two cores of two to eight points and a radius each.
#pragma once

#include <optional>

#include "collision/clip.h"
#include "collision/collide.h"
#include "collision/pair_points.h"

namespace impulse {

/// What was decided on the way to a contact, for display.
struct Decisions {
    std::optional<Reference> reference; ///< none: separated on an axis between the faces (naive variant)
    bool kept = false;                  ///< as that of the previous step, though another is better
    int incident = -1;                  ///< the edge of the other core that was clipped; -1 for none
    ClippedEdge clipped;
    std::optional<CoreDistance> corners; ///< corner against corner
    bool vertex = false;                 ///< no end of the clipped edge is near: the vertex nearest to the face
};

/// Everything as `collide` promises. With `notes`, all axes are tested, even after one that separates.
LocalManifold polygon_contact(const Shape& a, const Shape& b, const Transform& b_in_a, const Tuning& tuning,
                              CollideCache& cache, Decisions* notes = nullptr);

} // namespace impulse
