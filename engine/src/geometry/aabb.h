/// Axis-aligned boxes.
#pragma once

#include "geometry/shape.h"
#include "math/lanes.h"

namespace impulse {

/// Tightest box around `shape` posed by `pose`, radius included.
Aabb shape_aabb(const Shape& shape, const Transform& pose);

/// `merge` with the same bits and without its four branches, which are nearly random in the trees' loops.
inline Aabb joined(const Aabb& a, const Aabb& b) {
    const auto p = __builtin_bit_cast(Wide, a);
    const auto q = __builtin_bit_cast(Wide, b);
    const Wide box = __builtin_shufflevector(lane_min(p, q), lane_max(p, q), 0, 1, 6, 7);
    return __builtin_bit_cast(Aabb, box);
}

inline Aabb grown(const Aabb& box, float margin) {
    return {box.lower - Vec2{margin, margin}, box.upper + Vec2{margin, margin}};
}

/// Their common part; empty, with lower bounds above upper ones, if they are apart.
inline Aabb common(const Aabb& a, const Aabb& b) { return {max(a.lower, b.lower), min(a.upper, b.upper)}; }

/// The union of a box, the box moved by `displacement`, and the space between them.
inline Aabb stretched(const Aabb& box, Vec2 displacement) {
    return {box.lower + min(displacement, Vec2{}), box.upper + max(displacement, Vec2{})};
}

} // namespace impulse
