#include "world/one_way.h"

#include <cmath>

namespace impulse {
namespace {

/// The front of the sum of a shape, a mirrored mover and the radii: faces and arcs that the way out may cross.
struct WayOut {
    Vec2 d;
    Vec2 t;
    float radius;
    Exit best{};

    void consider(float depth, float miss) {
        if (miss < best.miss || (miss == best.miss && depth > best.depth)) { best = {depth, miss}; }
    }
    void face(Vec2 from, Vec2 to);
    void arc(Vec2 middle);
};

void WayOut::face(Vec2 from, Vec2 to) {
    const float begin = dot(t, from);
    const float end = dot(t, to);
    const float at = clamp(0.0f, min(begin, end), max(begin, end));
    const float share = begin == end ? 0.0f : (at - begin) / (end - begin);
    consider(dot(d, from + share * (to - from)), abs(at));
}

void WayOut::arc(Vec2 middle) {
    const float side = dot(t, middle);
    const float wide = kFront * radius;
    const float at = clamp(0.0f, side - wide, side + wide);
    consider(dot(d, middle) + std::sqrt(radius * radius - (at - side) * (at - side)), abs(at));
}

float lowest(const Shape& shape, Vec2 n) {
    float least = 3.0e38f;
    for (int i = 0; i < shape.count; ++i) { least = min(least, dot(n, shape.points[i])); }
    return least;
}

Vec2 next_point(const Shape& shape, int i) { return shape.points[i + 1 < shape.count ? i + 1 : 0]; }

float distance_to_segment(Vec2 p, Vec2 a, Vec2 b) {
    const float along = clamp(dot(p - a, b - a) / max(dot(b - a, b - a), 1.0e-30f), 0.0f, 1.0f);
    return distance(p, a + along * (b - a));
}

} // namespace

Exit exit_along(Vec2 d, const Shape& shape, const Shape& mover, const Transform& pose, float tolerance) {
    WayOut way{d, right_perp(d), shape.radius + mover.radius};
    // The faces of each against the vertices of the other that face them.
    for (const bool own : {true, false}) {
        const Shape& faces = own ? shape : mover;
        const Shape& points = own ? mover : shape;
        for (int i = 0; faces.count > 1 && i < faces.count; ++i) {
            const Vec2 n = own ? faces.normals[i] : -rotate(pose.q, faces.normals[i]);
            if (dot(n, d) < kFront) { continue; }
            const Vec2 towards = own ? inverse_rotate(pose.q, n) : -n;
            const float limit = lowest(points, towards) + tolerance;
            for (int k = 0; k < points.count; ++k) {
                if (dot(towards, points.points[k]) > limit) { continue; }
                const Vec2 v = points.points[k];
                const auto sum = [&](Vec2 p) {
                    return (own ? p - transform(pose, v) : v - transform(pose, p)) + way.radius * n;
                };
                way.face(sum(faces.points[i]), sum(next_point(faces, i)));
            }
        }
    }
    for (int i = 0; way.radius > 0.0f && i < shape.count; ++i) {
        for (int k = 0; k < mover.count; ++k) { way.arc(shape.points[i] - transform(pose, mover.points[k])); }
    }
    return way.best;
}

bool is_flush(Vec2 d, const Shape& a, const Transform& poseA, const Shape& b, const Transform& poseB,
              float tolerance) {
    for (int i = 0; a.count > 1 && i < a.count; ++i) {
        const Vec2 nA = rotate(poseA.q, a.normals[i]);
        for (int k = 0; b.count > 1 && k < b.count && dot(nA, d) >= kFront; ++k) {
            const Vec2 nB = rotate(poseB.q, b.normals[k]);
            if (dot(nB, d) < kFront) { continue; }
            const Vec2 a1 = transform(poseA, a.points[i]) + a.radius * nA;
            const Vec2 a2 = transform(poseA, next_point(a, i)) + a.radius * nA;
            const Vec2 b1 = transform(poseB, b.points[k]) + b.radius * nB;
            const Vec2 b2 = transform(poseB, next_point(b, k)) + b.radius * nB;
            const float ends = min(distance_to_segment(a1, b1, b2), distance_to_segment(a2, b1, b2));
            const float others = min(distance_to_segment(b1, a1, a2), distance_to_segment(b2, a1, a2));
            if (min(ends, others) <= tolerance) { return true; }
        }
    }
    return false;
}

} // namespace impulse
