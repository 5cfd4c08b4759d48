/// The energy of bodies and of the springs of joints, from the public interface alone.
///
/// Potential of a spring: U = k x^2 / 2 with its stretch x (rad or m) and a stiffness that is fixed when the joint is
/// created, k = (2 pi hertz)^2 m_eff. m_eff = 1 / (J M^-1 J^T) is the effective mass at the creation of the joint under
/// its own rigid rows; for a spring on both rows of a point it is the mass of its two bodies separating without
/// rotation. Only `JointSpring::spring_mass` depends on this definition.
#pragma once

#include <cmath>
#include <vector>

#include "support/joints.h"

namespace impulse::test {

/// A vector in doubles, so that rounding is no part of the sums.
struct Point {
    double x = 0.0;
    double y = 0.0;
};
inline Point operator+(Point a, Point b) { return {a.x + b.x, a.y + b.y}; }
inline Point operator-(Point a, Point b) { return {a.x - b.x, a.y - b.y}; }
inline Point operator*(double s, Point a) { return {s * a.x, s * a.y}; }
inline double dot(Point a, Point b) { return a.x * b.x + a.y * b.y; }
inline double cross(Point a, Point b) { return a.x * b.y - a.y * b.x; }
inline Point point_of(Vec2 v) { return {static_cast<double>(v.x), static_cast<double>(v.y)}; }
inline Point turned_by(double angle, Point v) {
    const double c = std::cos(angle);
    const double s = std::sin(angle);
    return {c * v.x - s * v.y, s * v.x + c * v.y};
}

/// A body as it stands and moves, about its centre of mass.
struct BodyNow {
    double inverse_mass = 0.0;
    double inverse_inertia = 0.0;
    Point local_center;
    Point center;
    double angle = 0.0;
    Point v;
    double w = 0.0;

    Point arm(Point local) const { return turned_by(angle, local - local_center); }
    Point at(Point local) const { return center + arm(local); }
    /// Where it was `time` s ago, had it moved as it does now.
    BodyNow before(double time) const {
        BodyNow back = *this;
        back.center = center - time * v;
        back.angle = angle - time * w;
        return back;
    }
};

inline BodyNow body_now(const World& world, BodyId body) {
    BodyNow now;
    if (!body) { return now; } // the world itself, in which a target's anchor stands
    const MassData mass = *world.mass_data(body);
    if (world.body_def(body)->type == BodyType::dynamic_body) {
        now.inverse_mass = mass.mass > 0.0f ? 1.0 / static_cast<double>(mass.mass) : 0.0;
        now.inverse_inertia = mass.inertia > 0.0f ? 1.0 / static_cast<double>(mass.inertia) : 0.0;
        now.local_center = point_of(mass.center);
    }
    now.center = point_of(*world.world_center(body));
    now.angle = static_cast<double>(*world.angle(body));
    now.v = point_of(*world.velocity(body));
    now.w = static_cast<double>(*world.angular_velocity(body));
    return now;
}

/// One row of a joint's Jacobian: what its coordinate gains by the motion of A and of B.
struct MotionRow {
    Point a;
    double turn_a = 0.0;
    Point b;
    double turn_b = 0.0;
};

inline double through(const BodyNow& a, const BodyNow& b, const MotionRow& p, const MotionRow& q) {
    return a.inverse_mass * dot(p.a, q.a) + a.inverse_inertia * p.turn_a * q.turn_a + b.inverse_mass * dot(p.b, q.b) +
           b.inverse_inertia * p.turn_b * q.turn_b;
}

inline MotionRow along(Point u, Point arm_a, Point arm_b) { return {-1.0 * u, -cross(arm_a, u), u, cross(arm_b, u)}; }
inline MotionRow turning() { return {{}, -1.0, {}, 1.0}; }

/// The mass that moves along `row` while the rows `held` stand still: the inverse of the Schur complement
/// K_ss - K_sh K_hh^-1 K_hs, held rows taken out one after the other (Gram and Schmidt in the metric of M^-1).
inline double mass_along(const BodyNow& a, const BodyNow& b, MotionRow row, std::vector<MotionRow> held) {
    const auto remove = [&](MotionRow& from, const MotionRow& what) {
        const double k = through(a, b, what, what);
        if (k <= 0.0) { return; }
        const double share = through(a, b, from, what) / k;
        from = {from.a - share * what.a, from.turn_a - share * what.turn_a, from.b - share * what.b,
                from.turn_b - share * what.turn_b};
    };
    for (size_t i = 0; i < held.size(); ++i) {
        for (size_t j = 0; j < i; ++j) { remove(held[i], held[j]); }
        remove(row, held[i]);
    }
    const double k = through(a, b, row, row);
    return k > 1.0e-12 ? 1.0 / k : 0.0;
}

/// A spring of a joint and what is stored in it.
class JointSpring {
  public:
    enum Kind : uint8_t { angle, slide, span, point };

    JointSpring(const World& world, JointId joint, Kind kind)
        : joint_(joint), kind_(kind), def_(*world.joint_def(joint)) {
        const bool of_angle = kind == angle && def_.type != JointType::revolute;
        const double hertz = static_cast<double>(of_angle ? def_.angular_hertz : def_.hertz);
        const double rate = 2.0 * 3.14159265358979323846 * hertz;
        stiffness_ = rate * rate * spring_mass(world);
    }

    /// J, `time` s before now.
    double energy(const World& world, double time) const {
        const BodyNow a = body_now(world, of_a()).before(time);
        const BodyNow b = body_now(world, def_.body_b).before(time);
        const Point d = b.at(point_of(def_.local_anchor_b)) - anchor_a(a);
        double x2 = 0.0;
        switch (kind_) {
        case angle: {
            const double now = static_cast<double>(world.joint_state(joint_)->angle);
            const double rest = def_.type == JointType::revolute ? static_cast<double>(def_.target) : 0.0;
            const double x = now - time * (b.w - a.w) - rest;
            x2 = x * x;
            break;
        }
        case slide: {
            const double x = dot(d, axis(a)) - static_cast<double>(def_.target);
            x2 = x * x;
            break;
        }
        case span: {
            const double x = std::sqrt(dot(d, d)) - static_cast<double>(def_.length);
            x2 = x * x;
            break;
        }
        case point:
            x2 = dot(d, d);
            break;
        }
        return 0.5 * stiffness_ * x2;
    }

  private:
    /// A target draws B to a point of the world, whatever its A is.
    BodyId of_a() const { return def_.type == JointType::target ? BodyId{} : def_.body_a; }
    Point anchor_a(const BodyNow& a) const {
        return def_.type == JointType::target ? point_of(def_.ground_anchor_a) : a.at(point_of(def_.local_anchor_a));
    }
    Point axis(const BodyNow& a) const {
        const Point u = turned_by(a.angle, point_of(def_.local_axis));
        return (1.0 / std::sqrt(dot(u, u))) * u;
    }

    /// kg or kg m^2: the effective mass of the spring. Bodies are where the joint was made.
    double spring_mass(const World& world) const {
        const BodyNow a = body_now(world, of_a());
        const BodyNow b = body_now(world, def_.body_b);
        const Point rA = anchor_a(a) - a.center;
        const Point rB = b.arm(point_of(def_.local_anchor_b));
        const Point d = b.at(point_of(def_.local_anchor_b)) - anchor_a(a);
        switch (kind_) {
        case angle: {
            const MotionRow x = along({1.0, 0.0}, rA, rB);
            const MotionRow y = along({0.0, 1.0}, rA, rB);
            const bool held = def_.type == JointType::revolute || (def_.type == JointType::weld && def_.hertz == 0.0f);
            return mass_along(a, b, turning(), held ? std::vector{x, y} : std::vector<MotionRow>{});
        }
        case slide: {
            const Point u = axis(a);
            const Point arm = rA + d;
            const MotionRow across = along({-u.y, u.x}, arm, rB);
            const bool upright = def_.type == JointType::prismatic;
            return mass_along(a, b, along(u, arm, rB), upright ? std::vector{turning(), across} : std::vector{across});
        }
        case span:
            return mass_along(a, b, along((1.0 / std::sqrt(dot(d, d))) * d, rA, rB), {});
        case point: {
            const double inverse = a.inverse_mass + b.inverse_mass;
            return inverse > 0.0 ? 1.0 / inverse : 0.0;
        }
        }
        return 0.0;
    }

    JointId joint_;
    Kind kind_;
    JointDef def_;
    double stiffness_ = 0.0;
};

/// All springs of a joint as it is now.
inline void add_springs(const World& world, JointId joint, std::vector<JointSpring>& springs) {
    const JointDef def = *world.joint_def(joint);
    switch (def.type) {
    case JointType::revolute:
        if (def.hertz > 0.0f) { springs.emplace_back(world, joint, JointSpring::angle); }
        break;
    case JointType::prismatic:
    case JointType::wheel:
        if (def.hertz > 0.0f) { springs.emplace_back(world, joint, JointSpring::slide); }
        break;
    case JointType::distance:
        if (def.hertz > 0.0f) { springs.emplace_back(world, joint, JointSpring::span); }
        break;
    case JointType::weld:
    case JointType::motor:
    case JointType::target:
        if (def.hertz > 0.0f) { springs.emplace_back(world, joint, JointSpring::point); }
        if (def.angular_hertz > 0.0f) { springs.emplace_back(world, joint, JointSpring::angle); }
        break;
    case JointType::filter:
    case JointType::gear:
    case JointType::pulley:
        break;
    }
}

} // namespace impulse::test
