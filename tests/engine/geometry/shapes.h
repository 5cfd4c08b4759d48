/// Hand-made and random shapes for tests.
#pragma once

#include <initializer_list>

#include "engine/core/random.h"
#include "geometry/shape.h"

namespace impulse::test {

inline Shape circle(float radius, Vec2 center = {}) { return *make_shape(Circle{center, radius}); }
inline Shape box(float width, float height, Vec2 center = {}, float angle = 0.0f, float radius = 0.0f) {
    return *make_shape(make_box(width, height, center, angle, radius));
}
inline Shape capsule(Vec2 a, Vec2 b, float radius) { return *make_shape(Capsule{a, b, radius}); }
inline Shape segment(Vec2 a, Vec2 b) { return *make_shape(Segment{a, b}); }
inline Shape polygon(std::initializer_list<Vec2> points, float radius = 0.0f) {
    Polygon p;
    for (const Vec2 v : points) { p.points[p.count++] = v; }
    p.radius = radius;
    return *make_shape(p);
}

inline Vec2 random_point(Random& random, float reach) {
    const float x = random.between(-reach, reach);
    return {x, random.between(-reach, reach)};
}

inline Transform random_pose(Random& random, float reach) {
    const Vec2 p = random_point(random, reach);
    return {p, make_rot(random.between(-kPi, kPi))};
}

/// 3 to 8 points in a square of 2 m, radius 0 or up to 0.3 m; tried again until they have a hull.
inline Shape random_polygon(Random& random, float radius) {
    for (;;) {
        Polygon p;
        p.count = 3 + static_cast<int>(random.below(6));
        for (int i = 0; i < p.count; ++i) { p.points[i] = random_point(random, 1.0f); }
        p.radius = radius;
        const Result<Shape> shape = make_shape(p);
        if (shape) { return *shape; }
    }
}

/// `kind`: 0 circle, 1 capsule, 2 box, 3 polygon, 4 rounded polygon, 5 segment.
inline constexpr uint32_t kKinds = 6;
inline Shape random_shape(Random& random, uint32_t kind) {
    switch (kind) {
    case 0: {
        const float radius = random.between(0.1f, 1.0f);
        return circle(radius, random_point(random, 0.5f));
    }
    case 1: {
        const Vec2 a = random_point(random, 1.0f);
        return capsule(a, a + Vec2{random.between(0.2f, 1.5f), random.between(-1.0f, 1.0f)},
                       random.between(0.05f, 0.5f));
    }
    case 2: {
        const float width = random.between(0.1f, 2.0f);
        return box(width, random.between(0.1f, 2.0f));
    }
    case 3:
        return random_polygon(random, 0.0f);
    case 4:
        return random_polygon(random, random.between(0.02f, 0.3f));
    default: {
        const Vec2 a = random_point(random, 1.0f);
        return segment(a, a + Vec2{random.between(0.2f, 1.5f), random.between(-1.0f, 1.0f)});
    }
    }
}

} // namespace impulse::test
