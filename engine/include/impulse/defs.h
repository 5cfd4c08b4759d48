/// What the caller hands over to make a world, a body or a shape. Plain data; defaults are the common case.
#pragma once

#include <array>
#include <cstdint>
#include <variant>

#include "impulse/math.h"
#include "impulse/tuning.h"

namespace impulse {

/// Most vertices a convex polygon may have. Eight keep a shape within three cache lines and cover what games
/// draw.
inline constexpr int kMaxPolygonVertices = 8;

struct WorldDef {
    Vec2 gravity{0.0f, -9.81f}; ///< m/s^2
    float length_unit = 1.0f;   ///< metres a world unit; > 0. A pixel world passes 0.02 and gravity in pixels.
    uint32_t body_capacity = 0; ///< hint: bodies to make room for
    uint32_t contact_capacity = 0;
    Tuning tuning;
};

enum class BodyType : uint8_t {
    static_body,    ///< never moves, infinite mass
    kinematic_body, ///< moves by its velocity alone, infinite mass
    dynamic_body,   ///< moves by forces and contacts
};

/// When a body counts as at rest. Where a number is 0, that of the world (`Tuning::sleep_linear` and those after it)
/// holds.
struct SleepThreshold {
    float linear = 0.0f;  ///< m/s, >= 0; scaled by the world's `length_unit` as the world's own is
    float angular = 0.0f; ///< rad/s, >= 0
    float seconds = 0.0f; ///< s, >= 0: time below both before it may sleep
};

struct BodyDef {
    BodyType type = BodyType::dynamic_body;
    Vec2 position;                 ///< m, of the body's origin
    float angle = 0.0f;            ///< rad
    Vec2 velocity;                 ///< m/s, of the centre of mass
    float angular_velocity = 0.0f; ///< rad/s
    float linear_damping = 0.0f;   ///< 1/s, >= 0
    float angular_damping = 0.0f;  ///< 1/s, >= 0
    float gravity_scale = 1.0f;
    bool lock_x = false;
    bool lock_y = false;
    bool lock_rotation = false;
    bool bullet =
        false; ///< passes no other bullet, and no dynamic body that it runs into. While it moves by less than 3 cm
               ///< or a quarter of its thickness in a step, a fast body that is none may still pass it
    bool sleep_allowed = true;
    SleepThreshold sleep_threshold;
    int dominance = 0; ///< -127 to 127: contacts of two dynamic bodies move only the one with the lower number
    bool awake = true;
    bool enabled = true;
};

/// Two shapes collide when each one's mask holds the other's category. Equal non-zero groups overrule that:
/// positive always collide, negative never.
struct Filter {
    uint32_t category = 1;
    uint32_t mask = 0xffffffffu;
    int32_t group = 0;

    bool operator==(const Filter&) const = default;
};

struct Material {
    float friction = 0.6f; ///< Coulomb coefficient, >= 0
    float static_friction =
        -1.0f;                ///< >= friction, of what slides by at most ten slops a second (FX13); negative: the same
    float restitution = 0.0f; ///< 0 to 4; above 1 a bumper, which adds energy
    float rolling_resistance = 0.0f; ///< >= 0, fraction of the radius
    /// m/s, conveyor belt: > 0 runs counter-clockwise around the shape, a floor's top to -x. Those of both shapes add.
    /// What touches a running belt stays awake.
    float tangent_speed = 0.0f;

    bool operator==(const Material&) const = default;
};

struct Circle {
    Vec2 center;
    float radius = 0.5f; ///< m, > 0
};
struct Capsule {
    Vec2 a;
    Vec2 b;
    float radius = 0.5f; ///< m, > 0
};
/// The convex hull of 3 to 8 points, grown by `radius`.
struct Polygon {
    std::array<Vec2, kMaxPolygonVertices> points{};
    int count = 0;
    float radius = 0.0f; ///< m, >= 0: a rounded skin
};
/// No mass. Solid from both sides, or from the right of a -> b alone: what has its middle on the left passes, and goes
/// on until it is clear; what has it on the right comes out there.
struct Segment {
    Vec2 a;
    Vec2 b;
    bool one_sided = false;
};

using Geometry = std::variant<Circle, Capsule, Polygon, Segment>;

/// A box of full size `width` by `height`, turned by `angle` about `center`.
Polygon make_box(float width, float height, Vec2 center = {}, float angle = 0.0f, float radius = 0.0f);

/// What a shape does where it meets others, beside pushing.
struct ShapeRules {
    bool sensor = false;       ///< reports overlaps, pushes nothing (UR13)
    bool sees_sensors = false; ///< a sensor that reports sensors too
    bool pre_solve = false;    ///< its contacts are asked about in each step (`Hooks::pre_solve`)
    /// A direction in the body's frame, of any length, or (0, 0) for none: solid only to what comes against it, onto
    /// surfaces whose normal is within 45 degrees of it. What comes from elsewhere passes, and is free of the shape
    /// until it has left it.
    Vec2 one_way{};
};

struct ShapeDef {
    Geometry geometry;
    float density = 1.0f; ///< kg/m^2, >= 0
    Material material;
    Filter filter;
    bool sensor = false; ///< reports overlaps, pushes nothing (UR13)
    ShapeRules rules;    ///< `sensor` is also set by `sensor` above
};

} // namespace impulse
