/// Joints: constraints between two bodies besides contacts.
///
/// One flat record describes every type: a type reads the fields in its row below and ignores the others. So one getter
/// and one setter (`World::joint_def`, `World::set_joint`) cover every parameter. Anchors and axes are in
/// the bodies' own frames (origins, not centres of mass); `World::joint_at` fills them in from a world point.
///
/// | type | constraint | fields, besides the common ones |
/// |---|---|---|
/// | revolute | anchors together | reference_angle, lower and upper (rad), motor, spring to `target` (rad) |
/// | prismatic | B on a line of A, no rotation | local_axis, reference_angle, lower and upper (m), motor, spring to `target` (m) |
/// | distance | anchors `length` apart | length, lower and upper (m), motor, spring to `length`; a rod unless one of these is given |
/// | weld | anchors and angle | reference_angle; hertz and damping soften the anchors, angular_hertz and angular_damping the angle |
/// | wheel | B on a line of A, free to rotate | local_axis, lower and upper (m), spring to `target` (m), motor on the rotation |
/// | motor | velocity of B on A, or its pose | velocity, motor_speed, max_force, max_torque; hertz: anchors together, angular_hertz: reference_angle |
/// | target | B's anchor at a point of the world | ground_anchor_a (the point), hertz > 0, damping, max_force; body_a may be null |
/// | filter | none: the two bodies do not collide | |
/// | gear | qA + ratio qB constant | ratio, axis_a, axis_b: q is the angle, or the displacement along a given world axis |
/// | pulley | ropes to two points of the world | ground_anchor_a and _b, length (whole rope), ratio: lA + ratio lB <= length, no force when slack |
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
    uint8_t unused[3] = {}; ///< no byte is left undefined: snapshots store all
    BodyId body_a;          ///< not body_b; null for a target joint without one
    BodyId body_b;
    bool collide_connected = false;  ///< whether shapes of the two still collide
    uint8_t unused_too[3] = {};      ///< as `unused`
    float break_force = kUnlimited;  ///< N, > 0: a step that needs more destroys the joint and emits an event
    float break_torque = kUnlimited; ///< N m, > 0

    Vec2 local_anchor_a;          ///< m, in A's frame
    Vec2 local_anchor_b;          ///< m, in B's frame
    Vec2 local_axis{1.0f, 0.0f};  ///< direction in A's frame, of any length > 0: prismatic, wheel
    float reference_angle = 0.0f; ///< rad: angle of B minus that of A at the joint's angle 0

    /// Limits, lower <= upper: of the angle (rad, any number of turns), the translation (m) or the distance (m, >= 0; a
    /// lower one of 0 is none). Equal limits fix the joint at that value. A limit, or the `length` of a rod or pulley,
    /// that changes from step to step moves the bodies with the velocity of the change, at up to `max_push_speed`.
    float lower = -kUnlimited;
    float upper = kUnlimited;

    float motor_speed = 0.0f; ///< rad/s (revolute, wheel, motor) or m/s (prismatic, distance): of B on A
    /// N m (revolute, wheel) or N (prismatic, distance), >= 0: largest motor torque or force; 0 is no motor.
    float max_motor = 0.0f;

    /// Spring: frequency of the two bodies on it, as the joint constrains them, and damping ratio (1 is critical). 0 Hz
    /// is no spring, for a weld a rigid one; a target joint needs > 0. With w = 2 pi hertz and h the solver's step or
    /// substep, the frequency is within 2 % if w h <= 1 and damping <= 1 (9.5 Hz for h = 1/60 s). A body that
    /// hangs from an immovable one is deflected by g / w^2 less g h^2 / 6, for any damping. At 2 Hz it is 61.67 mm (h =
    /// 1/60 s) or 62.09 mm (h = 1/240 s); the ideal value is 62.12 mm.
    float hertz = 0.0f;
    float damping = 0.0f;
    float angular_hertz = 0.0f; ///< weld, motor
    float angular_damping = 0.0f;
    float target = 0.0f; ///< rest position of the spring: rad (revolute), m (prismatic, wheel)
    float length = 1.0f; ///< m, > 0: distance, pulley

    /// m/s, world axes: motor. Of B's anchor relative to the point of A's frame that is there, so that a body on a
    /// turntable is at rest at velocity 0 if it turns with it. The force acts on both bodies at B's anchor.
    Vec2 velocity;
    float max_force = kUnlimited;  ///< N, >= 0: motor, target
    float max_torque = kUnlimited; ///< N m, >= 0: motor

    Vec2 ground_anchor_a; ///< m, world: end of A's rope (pulley), point that B is pulled to (target)
    Vec2 ground_anchor_b; ///< m, world: end of B's rope (pulley)
    /// Not 0; > 0 for a pulley. Gear: > 0 rotates B against A, like two meshing wheels. Under `soft_step`, qA + ratio
    /// qB stays within about 1e-4 rad of the faster wheel under any steady load, up to half a turn of either per
    /// substep.
    float ratio = 1.0f;
    Vec2 axis_a; ///< gear: world direction of qA, (0, 0) for A's angle
    Vec2 axis_b;
};

/// The mean reaction of a joint in the last step that solved it: its impulse divided by dt. An impact stage in zero
/// duration is not included.
struct JointReaction {
    /// N, world, on B at its anchor. A gets the opposite: at the same point (prismatic, wheel, motor, elastic weld), or
    /// at its own anchor.
    Vec2 force;
    float torque = 0.0f; ///< N m on B, besides the moment of `force`
};

/// What a joint keeps besides its definition and the poses of its bodies.
enum class JointMemory : uint8_t {
    /// That of JointState, finite and >= 0. Changes of the anchors, or of the masses of bodies, measure it again.
    spring_mass,
    angular_spring_mass,
    angle, ///< rad, that of JointState, any finite number: decides the number of turns, the poses what lies between
};

/// Present coordinates of a joint.
struct JointState {
    float angle = 0.0f; ///< rad, unwrapped: angle of B minus that of A minus reference_angle
    /// m: along the axis (prismatic, wheel), between the anchors or of the rope (distance, pulley).
    float translation = 0.0f;
    /// m: position error of the anchors; 0 within the limits. The angular error is in `angular_separation` (rad; for a
    /// gear m or rad, the unit of its first side).
    float separation = 0.0f;
    float angular_separation = 0.0f;
    Vec2 anchor_a; ///< m, world
    Vec2 anchor_b;
    Vec2 axis; ///< unit, world: prismatic, wheel
    /// Effective masses of the springs as of their creation: their stiffness is (2 pi hertz)^2 times these. Of `hertz`
    /// in kg, or kg m^2 for a revolute joint; of `angular_hertz` in kg m^2. 0 where there is no spring.
    float spring_mass = 0.0f;
    float angular_spring_mass = 0.0f;
};

/// Calls `visit` with every field in a fixed order, vectors by component, ids as their values: the one list for
/// copying, comparing and hashing definitions.
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
/// Numbers in a definition: the calls of `visit` in `for_each_field`.
inline constexpr int kJointFields = 36;

} // namespace impulse
