/// Distances: point to shape, core to core.
#pragma once

#include "geometry/core.h"
#include "geometry/shape.h"

namespace impulse {

/// The point of a core's boundary nearest to a given point.
struct NearestPoint {
    Vec2 point;              ///< m, on the core's boundary
    Vec2 normal;             ///< unit, out of the core at `point`, towards the query when that is outside
    float separation = 0.0f; ///< m, negative inside the core
    bool on_face = false;    ///< not a corner
};

/// Nearest boundary point of `shape`'s core to `p`, without the radius. Inside, it is on the nearest face, and of
/// equally near faces on the one whose normal is nearer to the y axis (UD5).
NearestPoint nearest_on_core(const Shape& shape, Vec2 p);

/// Distance from `p` to the shape's surface, negative inside.
float signed_distance(const Shape& shape, Vec2 p);

/// Whether `p` is in the shape, its surface included. A segment contains no point.
bool contains(const Shape& shape, Vec2 p);

/// Closest points of two cores.
struct CoreDistance {
    Vec2 pointA;
    Vec2 pointB;
    Vec2 normal;           ///< unit, A to B; (0, 0) when the cores overlap
    float distance = 0.0f; ///< m, 0 when they overlap
    uint8_t vertexA = 0;   ///< vertex of A that is, or is on the edge of, its closest feature
    uint8_t vertexB = 0;
    uint8_t iterations = 0;
};

CoreDistance core_distance(const Core& a, const Core& b);

} // namespace impulse
