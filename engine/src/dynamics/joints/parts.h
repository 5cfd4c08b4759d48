/// From joints to parts. Adding a joint: a file with its `parts` and `build`, and a row in the table of parts.cpp.
#pragma once

#include "dynamics/body.h"
#include "dynamics/joints/control.h"
#include "dynamics/joints/joint_rows.h"
#include "dynamics/softness.h"

namespace impulse {

/// A joint and its bodies when the step begins.
struct JointFrame {
    explicit JointFrame(const Joint& of) : joint(of) {}
    const Joint& joint;
    float h = 0.0f;     ///< s, of the solver: a substep
    float dt = 0.0f;    ///< s, of the world; 0 where it does not matter
    float warm = 0.0f;  ///< s: what turns stored forces into impulses; 0 starts cold
    uint32_t slotA = 0; ///< a body that cannot move where the joint has no A
    uint32_t slotB = 0;
    BodyMass massA, massB;
    Rot qA, qB;
    Vec2 rA, rB;      ///< m: arms of the anchors
    Vec2 d;           ///< m: anchor B less anchor A, or less `ground_anchor_a` where the joint has no A
    Vec2 ground_a;    ///< m: from ground anchor A to anchor A; rope
    Vec2 ground_b;    ///< m: from ground anchor B to anchor B; rope
    double way = 0.0; ///< gear: qA + ratio qB less what it shall be
    float angle() const { return static_cast<float>(joint.angle - static_cast<double>(joint.def.reference_angle)); }
    /// An angle of the joint, counted from where it stands: what is left of it after many turns is exact.
    float from_here(float angle) const {
        return static_cast<float>(static_cast<double>(angle) + static_cast<double>(joint.def.reference_angle) -
                                  joint.angle);
    }
};

/// All but slots and masses. Brings the joint's unwrapped angles up to date where they are needed. `a` is null where the
/// joint does not act on an A.
JointFrame frame_of(Joint& joint, const BodyPose* a, const BodyPose& b, float h, float warm);
/// Unwrapped angles from the poses. `a` is null where the joint has no A.
void sync_angles(Joint& joint, const BodyPose* a, const BodyPose& b);
/// qA + ratio qB of a gear whose angles are up to date.
double gear_way(const Joint& joint, const BodyPose& a, const BodyPose& b);

/// The parts of one joint as rows of one lane.
struct JointParts {
    JointPoint<float> point;
    PointDrive<float> drive; ///< where the point's role is spring or motor
    JointAngle<float> angle[kPartRoles];
    JointAxis<float> axis[kPartRoles];
};

/// Which parts a joint with this definition has, as part bits.
uint32_t parts_of(const JointDef& def);

/// Fills in those that it has.
void build_parts(const JointFrame& frame, JointParts& out);

/// Spring constants of a part: with these the discrete motion of a single mass on it has exactly the frequency and damping
/// asked for, as long as a step is short against a period (see make_spring).
struct SpringScale {
    float push = 0.0f; ///< 1/s
    float mass = 0.0f;
    float memory = 0.0f;
};
SpringScale make_spring(float hertz, float damping_ratio, float h);

// What the files of the joints are written with. Each adds a part and gives back what is particular to it.

constexpr bool has_limits(const JointDef& def) { return def.lower > -kUnlimited || def.upper < kUnlimited; }
/// The parts of one freedom: spring, motor, and limits (rigid where they are equal).
uint32_t freedom_parts(PartKind kind, bool spring, bool motor, bool limits, bool equal);

JointPoint<float>& add_point(const JointFrame& frame, JointParts& out, PartRole role);
void drive_spring(const JointFrame& frame, JointParts& out, float hertz, float damping, Vec2 velocity, float most);
JointControl<float>& add_angle(const JointFrame& frame, JointParts& out, PartRole role);
/// `u`: unit, world.
JointControl<float>& add_slide(const JointFrame& frame, JointParts& out, PartRole role, Vec2 u);
JointControl<float>& add_span(const JointFrame& frame, JointParts& out, PartRole role);
/// The angle of a hinge or pinned weld, as far as the pin leaves it.
inline JointControl<float>& add_swing(const JointFrame& frame, JointParts& out, PartRole role) {
    return add_span(frame, out, role);
}
/// Along `u` of a slider or wheel, as far as what else it holds leaves that. `upright`: the angle is held too.
JointControl<float>& add_glide(const JointFrame& frame, JointParts& out, PartRole role, Vec2 u, bool upright);
JointAxis<float>& add_rope(const JointFrame& frame, JointParts& out, PartRole role);
JointAxis<float>& add_linear(const JointFrame& frame, JointParts& out, PartRole role);

void hold(JointControl<float>& control, float at);
void limit(JointControl<float>& control, float lower, float upper);
/// As `hold` and `limit`, of angles as `from_here` gives them: at most `kTurnBack` is asked for in this step.
void hold_angle(JointControl<float>& control, float at);
void limit_angle(JointControl<float>& control, float lower, float upper);
void drive(JointControl<float>& control, float speed, float most, float h);
/// As `drive`, at the speed that comes to the joint's own limits within the step and not more, `lower` and `upper` from here. A
/// motor is rigid where a limit is a spring: it would push the limit on and on.
void drive_within(const JointFrame& frame, JointControl<float>& control, float lower, float upper);
/// As `hold`, softly.
void spring(JointControl<float>& control, float at, float hertz, float damping, float h);
/// The spring of a hinge or pinned weld: on the angle.
void swing_spring(const JointFrame& frame, JointParts& out, float at, float hertz, float damping);
/// The spring of a slider or wheel.
void glide_spring(const JointFrame& frame, JointControl<float>& control);

// The joints.
#define IMPULSE_JOINT(name)                                                                                            \
    uint32_t name##_parts(const JointDef& def);                                                                        \
    void build_##name(const JointFrame& frame, JointParts& out)
IMPULSE_JOINT(revolute);
IMPULSE_JOINT(prismatic);
IMPULSE_JOINT(distance);
IMPULSE_JOINT(weld);
IMPULSE_JOINT(wheel);
IMPULSE_JOINT(motor);
IMPULSE_JOINT(target);
IMPULSE_JOINT(gear);
IMPULSE_JOINT(pulley);
#undef IMPULSE_JOINT

} // namespace impulse
