/// Scenes made from a seed, as data, so that a scene can be moved, mirrored or reordered before a world is created from
/// it.
#pragma once

#include <algorithm>
#include <vector>

#include "engine/core/random.h"
#include "support/scene.h"

namespace impulse::test {

struct SceneBody {
    BodyDef body;
    std::vector<ShapeDef> shapes;
};
using RandomScene = std::vector<SceneBody>;

struct Crowd {
    int count = 24;
    float friction = 0.5f;
    float restitution = 0.4f;
    bool discs_only = false;
    float speed = 0.8f; ///< 1/s: bodies start towards the middle with their distance times this
};

/// A multiple of 1/64 m: exact in float as far out as 100 km.
inline float on_grid(float x) { return std::round(64.0f * x) * (1.0f / 64.0f); }

/// A hull of 3 to 7 corners about the origin, no further out than `reach`.
inline Polygon random_hull(Random& random, float reach, float radius) {
    Polygon hull;
    hull.count = 3 + static_cast<int>(random.below(5));
    const float turn = 2.0f * kPi / static_cast<float>(hull.count);
    for (int i = 0; i < hull.count; ++i) {
        const float distance = reach * random.between(0.75f, 1.0f);
        const Rot q = make_rot(turn * (static_cast<float>(i) + random.between(-0.2f, 0.2f)));
        hull.points[i] = {distance * q.c, distance * q.s};
    }
    hull.radius = radius;
    return hull;
}

/// Six kinds in turn: disc, box, capsule, hull, rounded hull, and a hammer of two shapes off its origin. All fit into
/// a circle of 0.9 m about the origin.
inline SceneBody random_body(Random& random, int kind, Vec2 at, const Crowd& crowd) {
    SceneBody made;
    made.body.position = at;
    made.body.angle = random.between(-3.0f, 3.0f);
    made.body.velocity = -crowd.speed * at + Vec2{random.between(-1.0f, 1.0f), random.between(-1.0f, 1.0f)};
    made.body.angular_velocity = random.between(-3.0f, 3.0f);
    ShapeDef shape;
    shape.density = random.between(0.5f, 4.0f);
    shape.material.friction = crowd.friction;
    shape.material.restitution = crowd.restitution;
    const float size = random.between(0.3f, 0.7f);
    switch (crowd.discs_only ? 0 : kind % 6) {
    case 0:
        shape.geometry = Circle{{}, size};
        break;
    case 1:
        shape.geometry = make_box(1.6f * size, random.between(0.3f, 1.0f));
        break;
    case 2:
        shape.geometry = Capsule{{-0.6f * size, 0.0f}, {0.6f * size, 0.0f}, 0.3f};
        break;
    case 3:
        shape.geometry = random_hull(random, size, 0.0f);
        break;
    case 4:
        shape.geometry = random_hull(random, 0.8f * size, 0.15f);
        break;
    default:
        shape.geometry = make_box(1.2f, 0.2f, {0.2f, 0.0f});
        made.shapes.push_back(shape);
        shape.geometry = Circle{{0.6f, 0.0f}, 0.3f};
        break;
    }
    made.shapes.push_back(shape);
    return made;
}

/// Bodies on a grid that does not overlap, moving towards the origin with random spin.
inline RandomScene random_crowd(uint64_t seed, const Crowd& crowd = {}) {
    Random random(seed);
    RandomScene scene;
    for (int i = 0; i < crowd.count; ++i) {
        const float x = 2.0f * static_cast<float>(i % 6) - 5.0f + random.between(-0.1f, 0.1f);
        const float y = 2.0f * static_cast<float>(i / 6) - 3.0f + random.between(-0.1f, 0.1f);
        scene.push_back(random_body(random, i, {on_grid(x), on_grid(y)}, crowd));
    }
    return scene;
}

/// A floor and two walls, and a crowd that falls between them.
inline RandomScene random_bin(uint64_t seed, Crowd crowd = {}) {
    RandomScene scene;
    for (const Vec2 at : {Vec2{0.0f, -7.0f}, Vec2{-8.0f, 4.0f}, Vec2{8.0f, 4.0f}}) {
        SceneBody wall;
        wall.body.type = BodyType::static_body;
        wall.body.position = at;
        ShapeDef shape;
        shape.geometry = at.x == 0.0f ? make_box(20.0f, 4.0f) : make_box(2.0f, 30.0f);
        shape.material.friction = crowd.friction;
        shape.material.restitution = crowd.restitution;
        wall.shapes.push_back(shape);
        scene.push_back(wall);
    }
    crowd.speed = 0.0f;
    const RandomScene falling = random_crowd(seed, crowd);
    scene.insert(scene.end(), falling.begin(), falling.end());
    return scene;
}

/// Body by body; the ids in the order of the scene.
inline std::vector<BodyId> populate(World& world, const RandomScene& scene) {
    std::vector<BodyId> bodies;
    for (const SceneBody& made : scene) {
        bodies.push_back(*world.create_body(made.body));
        for (const ShapeDef& shape : made.shapes) { (void)*world.create_shape(bodies.back(), shape); }
    }
    return bodies;
}

inline RandomScene moved(RandomScene scene, Vec2 by) {
    for (SceneBody& made : scene) { made.body.position += by; }
    return scene;
}

/// The image in the y axis.
inline RandomScene mirrored(RandomScene scene) {
    const auto flip = [](Vec2& v) { v.x = -v.x; };
    for (SceneBody& made : scene) {
        flip(made.body.position);
        flip(made.body.velocity);
        made.body.angle = -made.body.angle;
        made.body.angular_velocity = -made.body.angular_velocity;
        for (ShapeDef& shape : made.shapes) {
            if (Circle* circle = std::get_if<Circle>(&shape.geometry)) { flip(circle->center); }
            if (Capsule* capsule = std::get_if<Capsule>(&shape.geometry)) {
                flip(capsule->a);
                flip(capsule->b);
            }
            if (Segment* segment = std::get_if<Segment>(&shape.geometry)) {
                flip(segment->a);
                flip(segment->b);
            }
            if (Polygon* hull = std::get_if<Polygon>(&shape.geometry)) {
                for (Vec2& point : hull->points) { flip(point); }
            }
        }
    }
    return scene;
}

} // namespace impulse::test
