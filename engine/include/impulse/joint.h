/// Joints: what two bodies may do to each other besides touching.
///
/// One flat record describes every type; a type reads the fields that its line below names and ignores the others, so
/// one getter and one setter (`World::joint_def`, `World::set_joint`) reach every parameter. Anchors and axes are in
/// the bodies' own frames (origins, not centres of mass); `World::joint_at` fills them in from a world point.
///
/// | type | holds | reads, besides what all read |
/// |---|---|---|
/// | revolute | anchors together | reference_angle, lower and upper (rad), motor, spring to `target` (rad) |
/// | prismatic | B on a line of A, no turning | local_axis, reference_angle, lower and upper (m), motor, spring to `target` (m) |
/// | distance | anchors `length` apart | length, lower and upper (m), motor, spring to `length`; a rod unless one of these is given |
/// | weld | anchors and angle | reference_angle; hertz and damping let the anchors yield, angular_hertz and angular_damping the angle |
/// | wheel | B on a line of A, free to turn | local_axis, lower and upper (m), spring to `target` (m), motor on the turning |
/// | motor | velocity of B on A, or its pose | velocity, motor_speed, max_force, max_torque; hertz: anchors together, angular_hertz: reference_angle |
/// | target | B's anchor at a point of the world | ground_anchor_a (the point), hertz > 0, damping, max_force; body_a may be null |
/// | filter | nothing: the two do not collide | |
/// | gear | qA + ratio qB as it was | ratio, axis_a, axis_b: q is the angle, or the way along a world axis where one is given |
/// | pulley | ropes to two points of the world | ground_anchor_a and _b, length (all rope), ratio: lA + ratio lB <= length, slack pulls nothing |
#pragma once

#include <cstdint>
#include <limits>

#include "impulse/ids.h"
#include "impulse/math.h"

namespace impulse {

enum class JointType : uint8_t { revolute, prismatic, distance, weld, wheel, motor, target, filter, gear, pulley };
inline constexpr int kJointTypes = 10;

/// No limit, no cap, never breaks.
inline constexpr float kUnlimited = std::numeric_limits<float>::infinity();

struct JointDef {
    JointType type = JointType::revolute;
    BodyId body_a; ///< not body_b; null for a target joint without one
    BodyId body_b;
    bool collide_connected = false;  ///< whether shapes of the two still collide
    float break_force = kUnlimited;  ///< N, > 0: a step that needs more of it ends the joint with an event
    float break_torque = kUnlimited; ///< N m, > 0

    Vec2 local_anchor_a;          ///< m, in A's frame
    Vec2 local_anchor_b;          ///< m, in B's frame
    Vec2 local_axis{1.0f, 0.0f};  ///< direction in A's frame, of any length > 0: prismatic, wheel
    float reference_angle = 0.0f; ///< rad: angle of B less that of A where the joint's angle is 0

    /// Limits, lower <= upper: of the angle (rad, any number of turns), the translation (m) or the distance (m, >= 0).
    /// Equal limits hold the joint there.
    float lower = -kUnlimited;
    float upper = kUnlimited;

    float motor_speed = 0.0f; ///< rad/s (revolute, wheel, motor) or m/s (prismatic, distance): of B on A
    float max_motor =
        0.0f; ///< N m (revolute, wheel) or N (prismatic, distance), >= 0: most the motor gives; 0 is no motor

    /// Spring: oscillations a second of the two bodies on it, as its joint holds them, and damping ratio (1 comes to
    /// rest without swinging). 0 hertz is no spring; for a weld a rigid one; a target joint needs > 0. Within 2 % while
    /// 2 pi hertz h <= 1/2 and damping <= 1, h being the solver's step or substep (4.7 Hz at 60 Hz in one step); beyond
    /// that softer and damped more. Only motion is matched: a load m g hangs by about damping g h / (2 pi hertz) less
    /// than g / (2 pi hertz)^2 below (2 Hz, damping 1: 50 mm in steps of 1/60 s, 59 mm in 1/240 s, of 62).
    float hertz = 0.0f;
    float damping = 0.0f;
    float angular_hertz = 0.0f; ///< weld, motor
    float angular_damping = 0.0f;
    float target = 0.0f; ///< where the spring pulls: rad (revolute), m (prismatic, wheel)
    float length = 1.0f; ///< m, > 0: distance, pulley

    Vec2 velocity;                 ///< m/s of B's anchor on A, world axes: motor
    float max_force = kUnlimited;  ///< N, >= 0: motor, target
    float max_torque = kUnlimited; ///< N m, >= 0: motor

    Vec2 ground_anchor_a; ///< m, world: where A's rope hangs (pulley), where B is drawn to (target)
    Vec2 ground_anchor_b; ///< m, world: where B's rope hangs (pulley)
    /// Not 0; > 0 for a pulley. Gear: > 0 turns B against A, like two wheels that mesh. Under `soft_step` qA + ratio qB
    /// is held to some 1e-4 rad of the faster wheel under any steady load, while neither turns by half a turn a
    /// substep.
    float ratio = 1.0f;
    Vec2 axis_a; ///< gear: world direction along which A counts, (0, 0) for its turning
    Vec2 axis_b;
};

/// What a joint did in the last step that solved it, on average over that step: its impulse by dt. An impact stage in
/// zero duration is not part of it.
struct JointReaction {
    Vec2 force;          ///< N, world, on B at its anchor; A gets the opposite
    float torque = 0.0f; ///< N m on B, besides what the force does at its arm
};

/// Where a joint stands.
struct JointState {
    float angle = 0.0f; ///< rad, unwrapped: B less A less reference_angle
    float translation =
        0.0f; ///< m: along the axis (prismatic, wheel), between the anchors or of the rope (distance, pulley)
    /// m: how far the anchors are from where the joint wants them; 0 while within its limits. The angle's error is in
    /// `angular_separation` (rad; for a gear whichever of m and rad its first side has).
    float separation = 0.0f;
    float angular_separation = 0.0f;
    Vec2 anchor_a; ///< m, world
    Vec2 anchor_b;
    Vec2 axis; ///< unit, world: prismatic, wheel
};

/// Calls `visit` with each number, flag and name of a type in a fixed order, vectors by component: one list for whoever
/// copies, compares or hashes definitions. Ids come as their values.
template <class Def, class Visit>
void for_each_field(Def& def, Visit&& visit) {
    visit(def.type);
    visit(def.body_a.value);
    visit(def.body_b.value);
    visit(def.collide_connected);
    visit(def.break_force);
    visit(def.break_torque);
    for (auto* v : {&def.local_anchor_a, &def.local_anchor_b, &def.local_axis}) {
        visit(v->x);
        visit(v->y);
    }
    visit(def.reference_angle);
    visit(def.lower);
    visit(def.upper);
    visit(def.motor_speed);
    visit(def.max_motor);
    visit(def.hertz);
    visit(def.damping);
    visit(def.angular_hertz);
    visit(def.angular_damping);
    visit(def.target);
    visit(def.length);
    visit(def.velocity.x);
    visit(def.velocity.y);
    visit(def.max_force);
    visit(def.max_torque);
    for (auto* v : {&def.ground_anchor_a, &def.ground_anchor_b}) {
        visit(v->x);
        visit(v->y);
    }
    visit(def.ratio);
    for (auto* v : {&def.axis_a, &def.axis_b}) {
        visit(v->x);
        visit(v->y);
    }
}
/// Numbers in a definition: how often `for_each_field` visits.
inline constexpr int kJointFields = 36;

} // namespace impulse
