/// Vectors, rotations, transforms and boxes, for every other header.
///
/// Units: metres and radians. Frames: y up, angles counter-clockwise. Nothing here calls libm's trigonometry,
/// whose last bit differs between platforms; angles become rotations through `make_rot` (src/math/trig.cpp).
#pragma once

#include <cmath>
#include <cstdint>

namespace impulse {

/// Ratio of a circle's circumference to its diameter.
inline constexpr float kPi = 3.14159265358979f;
/// A full turn, rad, for angles that are computed in double.
inline constexpr double kTwoPi = 6.28318530717958647693;

/// A point or a direction in the plane. Metres where it is a position.
struct Vec2 {
    float x = 0.0f;
    float y = 0.0f;
};

constexpr Vec2 operator+(Vec2 a, Vec2 b) { return {a.x + b.x, a.y + b.y}; }
constexpr Vec2 operator-(Vec2 a, Vec2 b) { return {a.x - b.x, a.y - b.y}; }
constexpr Vec2 operator-(Vec2 a) { return {-a.x, -a.y}; }
constexpr Vec2 operator*(float s, Vec2 a) { return {s * a.x, s * a.y}; }
constexpr Vec2 operator*(Vec2 a, float s) { return {s * a.x, s * a.y}; }
constexpr Vec2& operator+=(Vec2& a, Vec2 b) { return a = a + b; }
constexpr Vec2& operator-=(Vec2& a, Vec2 b) { return a = a - b; }
constexpr Vec2& operator*=(Vec2& a, float s) { return a = s * a; }
constexpr bool operator==(Vec2 a, Vec2 b) { return a.x == b.x && a.y == b.y; }

constexpr float dot(Vec2 a, Vec2 b) { return a.x * b.x + a.y * b.y; }
/// The z component of the 3D cross product: twice the signed area of the triangle (0, a, b).
constexpr float cross(Vec2 a, Vec2 b) { return a.x * b.y - a.y * b.x; }
/// Velocity at arm `r` of a body that rotates at `w` rad/s.
constexpr Vec2 cross(float w, Vec2 r) { return {-w * r.y, w * r.x}; }
/// `a` rotated by +90 degrees (counter-clockwise).
constexpr Vec2 left_perp(Vec2 a) { return {-a.y, a.x}; }
/// `a` rotated by -90 degrees. The tangent of every contact is `right_perp(normal)`.
constexpr Vec2 right_perp(Vec2 a) { return {a.y, -a.x}; }
constexpr float length_squared(Vec2 a) { return dot(a, a); }
inline float length(Vec2 a) { return std::sqrt(dot(a, a)); }
inline float distance(Vec2 a, Vec2 b) { return length(b - a); }
constexpr Vec2 lerp(Vec2 a, Vec2 b, float t) { return {a.x + t * (b.x - a.x), a.y + t * (b.y - a.y)}; }

constexpr float min(float a, float b) { return b < a ? b : a; }
constexpr float max(float a, float b) { return a < b ? b : a; }
constexpr float clamp(float a, float lo, float hi) { return max(lo, min(a, hi)); }
/// One instruction on every target. Written as a comparison, WebAssembly compiles it to an unpredictable branch on the
/// sign.
constexpr float abs(float a) { return __builtin_fabsf(a); }
constexpr Vec2 min(Vec2 a, Vec2 b) { return {min(a.x, b.x), min(a.y, b.y)}; }
constexpr Vec2 max(Vec2 a, Vec2 b) { return {max(a.x, b.x), max(a.y, b.y)}; }
constexpr Vec2 abs(Vec2 a) { return {abs(a.x), abs(a.y)}; }

/// `a` scaled to length 1, or (0, 0) if its length is below 1e-12 m: the caller handles the missing
/// direction.
inline Vec2 normalize(Vec2 a) {
    const float len = length(a);
    if (len < 1.0e-12f) { return {0.0f, 0.0f}; }
    return (1.0f / len) * a;
}

inline bool is_finite(float a) { return a - a == 0.0f; }
inline bool is_finite(Vec2 a) { return is_finite(a.x) && is_finite(a.y); }

/// A rotation as cosine and sine. Unit length up to rounding.
struct Rot {
    float c = 1.0f;
    float s = 0.0f;
};

/// Product of two rotations: first `b`, then `a`.
constexpr Rot operator*(Rot a, Rot b) { return {a.c * b.c - a.s * b.s, a.s * b.c + a.c * b.s}; }
/// The rotation from `a` to `b`: inverse(a) * b.
constexpr Rot inverse_mul(Rot a, Rot b) { return {a.c * b.c + a.s * b.s, a.c * b.s - a.s * b.c}; }
constexpr Rot inverse(Rot a) { return {a.c, -a.s}; }
constexpr Vec2 rotate(Rot q, Vec2 v) { return {q.c * v.x - q.s * v.y, q.s * v.x + q.c * v.y}; }
constexpr Vec2 inverse_rotate(Rot q, Vec2 v) { return {q.c * v.x + q.s * v.y, q.c * v.y - q.s * v.x}; }

inline Rot normalize(Rot q) {
    const float len = std::sqrt(q.c * q.c + q.s * q.s);
    return len > 0.0f ? Rot{q.c / len, q.s / len} : Rot{};
}

/// `q` rotated by `angle` radians, by the half-angle form c = (1 - t^2) / (1 + t^2), s = 2 t / (1 + t^2). There
/// t = tan(angle / 2) is truncated after its cubic term: unit length for any angle, angular error about angle^5 / 120.
constexpr Rot integrate_rotation(Rot q, float angle) {
    const float t = 0.5f * angle * (1.0f + angle * angle * (1.0f / 12.0f));
    const float r = 1.0f / (1.0f + t * t);
    return q * Rot{(1.0f - t * t) * r, 2.0f * t * r};
}

/// Cosine and sine of `angle` (radians, any finite value), the same bits on every target. Error below 1e-6
/// for |angle| < 1e3.
Rot make_rot(float angle);
/// `q` rotated by `angle`: by `integrate_rotation` while its error is below 1e-4 of the angle (angle^4 / 120), else by
/// `make_rot`. For integrating bodies: 100 rad/s at 60 Hz is 1.67 rad per step, of which the short form loses 4 %.
inline constexpr float kShortTurn = 0.32f; // rad
inline Rot turn_by(Rot q, float angle) {
    return abs(angle) < kShortTurn ? integrate_rotation(q, angle) : q * make_rot(angle);
}
/// Angle of the vector (c, s) in (-pi, pi], 0 for (0, 0); the same bits on every target. Error below 1e-6 rad.
float angle_of(float c, float s);
inline float angle_of(Rot q) { return angle_of(q.c, q.s); }

/// A pose: rotation by `q`, then translation by `p`.
struct Transform {
    Vec2 p;
    Rot q;
};

constexpr Vec2 transform(const Transform& t, Vec2 v) { return rotate(t.q, v) + t.p; }
constexpr Vec2 inverse_transform(const Transform& t, Vec2 v) { return inverse_rotate(t.q, v - t.p); }
/// First `b`, then `a`.
constexpr Transform operator*(const Transform& a, const Transform& b) { return {transform(a, b.p), a.q * b.q}; }
/// Pose of `b` in the frame of `a`.
constexpr Transform inverse_mul(const Transform& a, const Transform& b) {
    return {inverse_transform(a, b.p), inverse_mul(a.q, b.q)};
}

/// Axis-aligned box. Valid when lower <= upper on both axes.
struct Aabb {
    Vec2 lower;
    Vec2 upper;
};

constexpr Aabb merge(const Aabb& a, const Aabb& b) { return {min(a.lower, b.lower), max(a.upper, b.upper)}; }
constexpr bool overlaps(const Aabb& a, const Aabb& b) {
    return a.lower.x <= b.upper.x && b.lower.x <= a.upper.x && a.lower.y <= b.upper.y && b.lower.y <= a.upper.y;
}
constexpr bool contains(const Aabb& outer, const Aabb& inner) {
    return outer.lower.x <= inner.lower.x && outer.lower.y <= inner.lower.y && inner.upper.x <= outer.upper.x &&
           inner.upper.y <= outer.upper.y;
}
/// Half of the perimeter: the measure of the surface-area heuristic in 2D.
constexpr float half_perimeter(const Aabb& a) { return (a.upper.x - a.lower.x) + (a.upper.y - a.lower.y); }

} // namespace impulse
