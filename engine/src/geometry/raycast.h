/// Where a ray enters a shape.
#pragma once

#include "geometry/shape.h"

namespace impulse {

struct RayCut {
    bool hit = false;
    float fraction = 1.0f; ///< of the path from `from` to `to`
    Vec2 point;            ///< m, where the ray hits the surface
    Vec2 normal;           ///< unit, out of the shape; (0, 0) when the ray starts inside
};

/// Ray from `from` to `to` in the shape's frame. A ray that starts inside hits at fraction 0. A ray hits a segment from
/// both sides, and never along it.
RayCut raycast(const Shape& shape, Vec2 from, Vec2 to);

} // namespace impulse
