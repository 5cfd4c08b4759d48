/// Definitions of worlds, bodies and shapes. Plain data; defaults are the common case.
#pragma once

#include <array>
#include <cstdint>
#include <variant>

#include "impulse/math.h"
#include "impulse/tuning.h"

namespace impulse {

/// Largest number of vertices of a convex polygon. Eight keep a shape within three cache lines and suffice for
/// games.
inline constexpr int kMaxPolygonVertices = 8;

struct WorldDef {
    Vec2 gravity{0.0f, -9.81f}; ///< m/s^2
    float length_unit = 1.0f;   ///< metres per world unit; > 0. A pixel world passes 0.02 and gravity in pixels.
    uint32_t body_capacity = 0; ///< hint: number of bodies to reserve memory for
    uint32_t contact_capacity = 0;
    Tuning tuning;
};

enum class BodyType : uint8_t {
    static_body,    ///< never moves, infinite mass
    kinematic_body, ///< moves with its velocity only, infinite mass
    dynamic_body,   ///< moves by forces and contacts
};

/// Thresholds below which a body is at rest. 0 stands for the world's value (`Tuning::sleep_linear` and following).
struct SleepThreshold {
    float linear = 0.0f;  ///< m/s, >= 0; scaled by the world's `length_unit`, like the world's threshold
    float angular = 0.0f; ///< rad/s, >= 0
    float seconds = 0.0f; ///< s, >= 0: time below both thresholds before it may sleep
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
    /// Continuous collision with other bullets and dynamic bodies too. If it moves by less than 3 cm or a quarter of
    /// its thickness per step, a fast non-bullet may still tunnel through it.
    bool bullet = false;
    bool sleep_allowed = true;
    SleepThreshold sleep_threshold;
    /// -127 to 127. A contact of two dynamic bodies, unless a joint connects them, moves only the one with the lower
    /// value.
    int dominance = 0;
    bool awake = true;
    bool enabled = true;
};

/// Two shapes collide if the mask of each contains the other's category. Equal non-zero groups override that:
/// positive ones always collide, negative ones never.
struct Filter {
    uint32_t category = 1;
    uint32_t mask = 0xffffffffu;
    int32_t group = 0;

    bool operator==(const Filter&) const = default;
};

struct Material {
    float friction = 0.6f; ///< Coulomb coefficient, >= 0
    /// >= friction, below a sliding speed of ten slops per second (FX13); negative: equal to `friction`.
    float static_friction = -1.0f;
    float restitution = 0.0f;        ///< 0 to 4; above 1, as for a bumper, it adds energy
    float rolling_resistance = 0.0f; ///< >= 0, fraction of the radius
    /// m/s, surface velocity as of a conveyor belt: > 0 is counter-clockwise around the shape, on a floor's top towards
    /// -x. The values of both shapes add. Bodies in contact with a moving surface stay awake.
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
/// The convex hull of 3 to 8 points, plus `radius`.
struct Polygon {
    std::array<Vec2, kMaxPolygonVertices> points{};
    int count = 0;
    float radius = 0.0f; ///< m, >= 0: rounds the outline
};
/// No mass. Solid from both sides, or only from the right of a -> b. Then a shape with its centre on the left passes
/// through until it is clear; one with its centre on the right is pushed out to the right.
struct Segment {
    Vec2 a;
    Vec2 b;
    bool one_sided = false;
};

using Geometry = std::variant<Circle, Capsule, Polygon, Segment>;

/// A box of full size `width` by `height`, rotated by `angle` about `center`.
Polygon make_box(float width, float height, Vec2 center = {}, float angle = 0.0f, float radius = 0.0f);

/// Behaviour of a shape in contacts, besides collision response.
struct ShapeRules {
    bool sensor = false;       ///< reports overlaps, has no collision response (UR13)
    bool sees_sensors = false; ///< a sensor that also reports sensors
    bool pre_solve = false;    ///< `Hooks::pre_solve` is called for its contacts in each step
    /// One-way shape: a direction in the body's frame, of any length, or (0, 0) for none. The shape is solid only to
    /// bodies that move against it, onto surfaces whose normal is within 45 degrees of it. Others pass, and do not
    /// collide with the shape until they have left it.
    Vec2 one_way{};
};

struct ShapeDef {
    Geometry geometry;
    float density = 1.0f; ///< kg/m^2, >= 0
    Material material;
    Filter filter;
    bool sensor = false; ///< reports overlaps, has no collision response (UR13)
    ShapeRules rules;    ///< `sensor` is also set by `sensor` above
};

} // namespace impulse
