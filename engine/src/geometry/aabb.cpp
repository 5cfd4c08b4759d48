#include "geometry/aabb.h"

namespace impulse {

Aabb shape_aabb(const Shape& shape, const Transform& pose) {
    Vec2 lower = transform(pose, shape.points[0]);
    Vec2 upper = lower;
    for (int i = 1; i < shape.count; ++i) {
        const Vec2 p = transform(pose, shape.points[i]);
        lower = min(lower, p);
        upper = max(upper, p);
    }
    const Vec2 skin{shape.radius, shape.radius};
    return {lower - skin, upper + skin};
}

}  // namespace impulse
