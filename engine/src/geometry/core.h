/// A shape's core, the hull without its radius, seen from some frame: what separating axes and distance work on.
#pragma once

#include "geometry/shape.h"

namespace impulse {

/// Coordinates by component, so that four vertices load as one vector. Only the first `count` entries are set; there
/// are no initialisers because a narrow phase makes two of these a pair.
struct Core {
    float x[kMaxPolygonVertices + 1]; // after the last point the first once more, where the last edge ends
    float y[kMaxPolygonVertices + 1];
    float nx[kMaxPolygonVertices];
    float ny[kMaxPolygonVertices];
    int count;

    Vec2 point(int i) const { return {x[i], y[i]}; }
    Vec2 normal(int i) const { return {nx[i], ny[i]}; }
    /// The middle of the edge that starts at point i. What is measured from there does not know which end came first,
    /// so a shape seen in a mirror, which winds the other way round, measures the same bits.
    Vec2 middle(int i) const { return 0.5f * (point(i) + point(i + 1)); }
    int next(int i) const { return i + 1 < count ? i + 1 : 0; }
    int previous(int i) const { return i > 0 ? i - 1 : count - 1; }
};

/// `shape` seen from its own frame moved to `origin`. A near origin keeps the digits that a far one would round away.
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

/// `shape` posed by `pose`, seen from `origin`.
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
