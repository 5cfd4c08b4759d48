/// A shape's core, the hull without its radius, in a given frame: input of separating axes and distance.
#pragma once

#include "geometry/shape.h"

namespace impulse {

/// Coordinates by component, so that four vertices load as one vector. Only the first `count` entries are set; there
/// are no initialisers because a narrow phase creates two cores per pair.
struct Core {
    float x[kMaxPolygonVertices + 1]; // after the last point the first is repeated, as the end of the last edge
    float y[kMaxPolygonVertices + 1];
    float nx[kMaxPolygonVertices];
    float ny[kMaxPolygonVertices];
    int count;

    Vec2 point(int i) const { return {x[i], y[i]}; }
    Vec2 normal(int i) const { return {nx[i], ny[i]}; }
    /// The middle of the edge that starts at point i. Measurements from there do not depend on which end came first, so
    /// a mirrored shape, with the opposite winding, gives the same bits.
    Vec2 middle(int i) const { return 0.5f * (point(i) + point(i + 1)); }
    int next(int i) const { return i + 1 < count ? i + 1 : 0; }
    int previous(int i) const { return i > 0 ? i - 1 : count - 1; }
};

/// `shape` in its own frame moved to `origin`. A near origin keeps the digits that rounding loses far away.
inline void place_core(const Shape& shape, Vec2 origin, Core& core) {
    core.count = shape.count;
    for (int i = 0; i < shape.count; ++i) {
        core.x[i] = shape.points[i].x - origin.x;
        core.y[i] = shape.points[i].y - origin.y;
        core.nx[i] = shape.normals[i].x;
        core.ny[i] = shape.normals[i].y;
    }
    core.x[shape.count] = core.x[0];
    core.y[shape.count] = core.y[0];
}

/// `shape` posed by `pose`, relative to `origin`.
inline void place_core(const Shape& shape, const Transform& pose, Vec2 origin, Core& core) {
    const Vec2 p = pose.p - origin;
    core.count = shape.count;
    for (int i = 0; i < shape.count; ++i) {
        const Vec2 v = rotate(pose.q, shape.points[i]) + p;
        const Vec2 n = rotate(pose.q, shape.normals[i]);
        core.x[i] = v.x;
        core.y[i] = v.y;
        core.nx[i] = n.x;
        core.ny[i] = n.y;
    }
    core.x[shape.count] = core.x[0];
    core.y[shape.count] = core.y[0];
}

} // namespace impulse
