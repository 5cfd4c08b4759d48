/// Bodies, columns, piles and time: the few calls that most test scenes need. Bodies are given by their mass in
/// kilograms, as in the laws.
#pragma once

#include <cmath>
#include <cstdint>
#include <vector>

#include "impulse/impulse.h"

namespace impulse::test {

inline constexpr float kStep = 1.0f / 60.0f; // s
inline constexpr float kGravity = 9.81f;     // m/s^2

/// Properties of a body of a scene.
struct Made {
    float mass = 1.0f; ///< kg; ignored unless dynamic
    float friction = 0.6f;
    float static_friction = -1.0f; ///< the same as `friction`
    float restitution = 0.0f;
    Vec2 velocity{};
    float w = 0.0f; ///< rad/s
    float angle = 0.0f;
    BodyType type = BodyType::dynamic_body;
    Filter filter{};
    bool sensor = false;
};

/// With corners at the distance `size` from its middle.
inline Polygon hexagon(float size) {
    Polygon out;
    out.count = 6;
    for (int i = 0; i < 6; ++i) {
        const float angle = static_cast<float>(i) * kPi / 3.0f;
        out.points[static_cast<size_t>(i)] = {size * std::cos(angle), size * std::sin(angle)};
    }
    return out;
}

inline World make_world(const Tuning& tuning, Vec2 gravity = {0.0f, -kGravity}) {
    WorldDef def;
    def.gravity = gravity;
    def.tuning = tuning;
    return World(def);
}

/// `tuning` without sleep, so that bodies at rest are so by physics.
inline Tuning sleepless(Tuning tuning) {
    tuning.sleep = false;
    return tuning;
}

inline BodyId add_body(World& world, Vec2 position, const Geometry& geometry, float area, const Made& made) {
    BodyDef body;
    body.type = made.type;
    body.position = position;
    body.angle = made.angle;
    body.velocity = made.velocity;
    body.angular_velocity = made.w;
    const BodyId id = *world.create_body(body);
    ShapeDef shape;
    shape.geometry = geometry;
    shape.density = made.mass / area;
    shape.material.friction = made.friction;
    shape.material.static_friction = made.static_friction;
    shape.material.restitution = made.restitution;
    shape.filter = made.filter;
    shape.sensor = made.sensor;
    if (!world.create_shape(id, shape).ok()) { return {}; }
    return id;
}

/// A body of several shapes, all of 1 kg/m^2.
template <class Shapes>
BodyId add_shapes(World& world, const BodyDef& def, const Shapes& shapes, float friction = 0.6f) {
    const BodyId body = *world.create_body(def);
    for (const auto& geometry : shapes) {
        ShapeDef shape;
        shape.geometry = geometry;
        shape.material.friction = friction;
        if (!world.create_shape(body, shape).ok()) { return {}; }
    }
    return body;
}

inline BodyId add_box(World& world, Vec2 position, float width, float height, const Made& made = {}) {
    return add_body(world, position, make_box(width, height), width * height, made);
}

inline BodyId add_disc(World& world, Vec2 position, float radius, const Made& made = {}) {
    return add_body(world, position, Circle{{}, radius}, kPi * radius * radius, made);
}

/// A static box whose top is y = 0, 2 m thick, `width` wide about `x`.
inline BodyId add_floor(World& world, float friction = 0.6f, float restitution = 0.0f, float width = 200.0f,
                        float x = 0.0f) {
    return add_box(world, {x, -1.0f}, width, 2.0f,
                   {.friction = friction, .restitution = restitution, .type = BodyType::static_body});
}

/// A floor between two walls that far from x = 0.
inline void add_well(World& world, float half_width, float height = 50.0f) {
    add_floor(world);
    for (const float side : {-1.0f, 1.0f}) {
        add_box(world, {side * (half_width + 0.5f), 0.5f * height - 5.0f}, 1.0f, height + 10.0f,
                {.type = BodyType::static_body});
    }
}

/// `count` touching unit boxes (1 x 1 m) on y = 0, bottom first, exactly above each other: for laws about symmetry and
/// about single steps. Laws about standing stacks use `add_box_stack` (uneven.h).
inline std::vector<BodyId> add_straight_stack(World& world, int count, float x = 0.0f, const Made& made = {}) {
    std::vector<BodyId> stack;
    for (int i = 0; i < count; ++i) {
        stack.push_back(add_box(world, {x, 0.5f + static_cast<float>(i)}, 1.0f, 1.0f, made));
    }
    return stack;
}

/// `count` touching discs of 1 m diameter on y = 0, bottom first: a problem in one dimension.
inline std::vector<BodyId> add_disc_column(World& world, int count, const Made& made = {}) {
    std::vector<BodyId> column;
    for (int i = 0; i < count; ++i) {
        column.push_back(add_disc(world, {0.0f, 0.5f + static_cast<float>(i)}, 0.5f, made));
    }
    return column;
}

/// Rows of touching unit boxes, each row half a box narrower, exactly; the last body is the top.
inline std::vector<BodyId> add_straight_pyramid(World& world, int rows, float x = 0.0f) {
    std::vector<BodyId> boxes;
    for (int row = 0; row < rows; ++row) {
        const int count = rows - row;
        for (int i = 0; i < count; ++i) {
            const float offset = static_cast<float>(i) - 0.5f * static_cast<float>(count - 1);
            boxes.push_back(add_box(world, {x + offset, 0.5f + static_cast<float>(row)}, 1.0f, 1.0f));
        }
    }
    return boxes;
}

inline void run(World& world, int steps, float dt = kStep) {
    for (int i = 0; i < steps; ++i) { (void)world.step(dt); }
}

/// Steps in `seconds` of time.
inline int steps_of(float seconds, float dt = kStep) { return static_cast<int>(std::lround(seconds / dt)); }

inline Vec2 position(const World& world, BodyId body) { return *world.position(body); }
inline Vec2 velocity(const World& world, BodyId body) { return *world.velocity(body); }
inline float w_of(const World& world, BodyId body) { return *world.angular_velocity(body); }
inline float tilt(const World& world, BodyId body) { return std::abs(*world.angle(body)); }

/// J, of motion and height.
inline float total_energy(const World& world) {
    const Energy energy = world.energy();
    return energy.kinetic + energy.potential;
}

inline bool near(float a, float b, float tolerance) { return std::abs(a - b) <= tolerance; }
inline bool near(Vec2 a, Vec2 b, float tolerance) { return near(a.x, b.x, tolerance) && near(a.y, b.y, tolerance); }

/// The first shape of a body.
inline ShapeId shape_of(const World& world, BodyId body) {
    ShapeId shape;
    (void)world.shapes(body, {&shape, 1});
    return shape;
}

} // namespace impulse::test
