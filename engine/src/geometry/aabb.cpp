#include "geometry/aabb.h"

namespace impulse {

Aabb shape_aabb(const Shape& shape, const Transform& pose) {
    Vec2 p = transform(pose, shape.points[0]);
    Aabb box{p, p};
    for (int i = 1; i < shape.count; ++i) {
        p = transform(pose, shape.points[i]);
        box = joined(box, {p, p});
    }
    return grown(box, shape.radius);
}

} // namespace impulse
