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

    void set(int i, Vec2 point, Vec2 normal) {
        x[i] = point.x;
        y[i] = point.y;
        nx[i] = normal.x;
        ny[i] = normal.y;
    }
    /// Repeats the first point.
    void close() {
        x[count] = x[0];
        y[count] = y[0];
    }
};

/// The middle of the vertices.
inline Vec2 middle_of(const Core& core) {
    Vec2 sum{};
    for (int i = 0; i < core.count; ++i) { sum += core.point(i); }
    return (1.0f / static_cast<float>(core.count)) * sum;
}

/// `shape` in its own frame moved to `origin`. A near origin keeps the digits that rounding loses far away.
inline void place_core(const Shape& shape, Vec2 origin, Core& core) {
    core.count = shape.count;
    for (int i = 0; i < shape.count; ++i) { core.set(i, shape.points[i] - origin, shape.normals[i]); }
    core.close();
}

/// `shape` posed by `pose`, relative to `origin`.
inline void place_core(const Shape& shape, const Transform& pose, Vec2 origin, Core& core) {
    const Vec2 p = pose.p - origin;
    core.count = shape.count;
    for (int i = 0; i < shape.count; ++i) {
        core.set(i, rotate(pose.q, shape.points[i]) + p, rotate(pose.q, shape.normals[i]));
    }
    core.close();
}

} // namespace impulse
