#include "world/one_way.h"

#include "geometry/distance.h"
#include "geometry/toi.h"

namespace impulse {
namespace {

/// Whether a vertex of A lies on the surface of B, and the space above it belongs to neither.
bool has_common_vertex(Vec2 d, const Shape& a, const Shape& b, const Transform& a_in_b, float tolerance) {
    for (int i = 0; i < a.count; ++i) {
        const Vec2 p = a.points[i] + a.radius * d;
        const Vec2 above = p + 2.0f * tolerance * d;
        if (abs(signed_distance(b, transform(a_in_b, p))) <= tolerance && signed_distance(a, above) > tolerance &&
            signed_distance(b, transform(a_in_b, above)) > tolerance) {
            return true;
        }
    }
    return false;
}

} // namespace

Behind find_behind(Vec2 d, const Shape& shape, const Shape& other, const Transform& pose) {
    const float far = length(pose.p) + core_reach(shape, {}) + shape.radius + core_reach(other, {}) + other.radius;
    const Sweep sweep{pose.p + far * d, -2.0f * far * d, pose.q, 0.0f, {}};
    const ShapeCut cut = cast_shape(other, sweep, shape, {});
    return {cut.hit, cut.hit && -dot(cut.at.normal, d) >= kFront, far * (1.0f - 2.0f * cut.time)};
}

bool is_flush(Vec2 d, const Shape& a, const Shape& b, const Transform& b_in_a, float tolerance) {
    return has_common_vertex(d, a, b, inverse_mul(b_in_a, Transform{}), tolerance) ||
           has_common_vertex(inverse_rotate(b_in_a.q, d), b, a, b_in_a, tolerance);
}

} // namespace impulse
