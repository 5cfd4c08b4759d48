#include "dynamics/joints/parts.h"

namespace impulse {
namespace {

struct TypeRow {
    uint32_t (*parts)(const JointDef&);
    void (*build)(const JointFrame&, JointParts&);
};

uint32_t no_parts(const JointDef&) { return 0; }
void build_nothing(const JointFrame&, JointParts&) {}

constexpr TypeRow kTypes[kJointTypes] = {
    {revolute_parts, build_revolute}, {prismatic_parts, build_prismatic}, {distance_parts, build_distance},
    {weld_parts, build_weld},         {wheel_parts, build_wheel},         {motor_parts, build_motor},
    {target_parts, build_target},     {no_parts, build_nothing},          {gear_parts, build_gear},
    {pulley_parts, build_pulley},
};

JointControl<float>& begin_control(JointControl<float>& control, const JointFrame& frame, float force) {
    control = {};
    control.lo = -kFar;
    control.hi = kFar;
    control.two_sided = 1.0f;
    control.impulse = frame.warm * force;
    return control;
}

JointAxis<float>& begin_axis(const JointFrame& frame, JointParts& out, PartRole role) {
    const int index = static_cast<int>(role);
    JointAxis<float>& row = out.axis[index];
    row = {};
    row.slotA[0] = frame.slotA;
    row.slotB[0] = frame.slotB;
    row.mA = frame.massA.inv_mass;
    row.iA = frame.massA.inv_inertia;
    row.mB = frame.massB.inv_mass;
    row.iB = frame.massB.inv_inertia;
    row.rA0x = frame.rA.x;
    row.rA0y = frame.rA.y;
    row.rB0x = frame.rB.x;
    row.rB0y = frame.rB.y;
    row.a0x = frame.d.x;
    row.a0y = frame.d.y;
    begin_control(row.control, frame, frame.joint.axis_force[index]);
    return row;
}

/// The impulse taken over must fit the bounds of today.
void bound(JointControl<float>& control, float lo, float hi) {
    control.lo = lo;
    control.hi = hi;
    control.impulse = clamp(control.impulse, lo, hi);
}

/// Whether a spring is too stiff for the exact form (below).
bool is_implicit(float hertz, float damping_ratio, float h) {
    return 2.0f * kPi * hertz * h > 0.5f || damping_ratio > 1.0f;
}

} // namespace

uint32_t parts_of(const JointDef& def) { return kTypes[static_cast<int>(def.type)].parts(def); }

void build_parts(const JointFrame& frame, JointParts& out) {
    kTypes[static_cast<int>(frame.joint.def.type)].build(frame, out);
}

// The map of one step of v' = v - (lambda / m), x' = x + h v' with lambda = mass v + push x has determinant 1 - mass and trace
// 2 - mass - h push. That of the damped oscillator x'' + 2 z w x' + w^2 x = 0 over h has determinant d = e^(-2 z w h) and trace
// 2 e^(-z w h) cos(w h sqrt(1 - z^2)). Setting them equal gives the constants for which the discrete motion has exactly the
// frequency and decay asked for (the implicit form of softness.h adds w h / 2 to the damping ratio: at 60 Hz a spring of 1 Hz
// and z = 0.1 decays half as fast again as it should).
// Nothing is left to choose, so a load hangs higher than by m g / (m w^2): it stretches the spring by g h memory / push.
// That is safe for one mass. Masses on many springs have faster modes, which an undamped spring would overshoot once they
// pass 2 / h; so from w h = 1/2 on (a mode four times as fast as each spring alone) the implicit form serves, which is stable
// whatever hangs on it, and so for overdamped springs.
SpringScale make_spring(float hertz, float damping_ratio, float h) {
    const double w = 2.0 * 3.14159265358979323846 * static_cast<double>(hertz * h); // rad a step
    const double z = static_cast<double>(damping_ratio);
    if (is_implicit(hertz, damping_ratio, h)) {
        const Softness soft = make_softness(hertz, damping_ratio, h);
        return {soft.bias * soft.mass, soft.mass, soft.impulse};
    }
    // Taylor: arguments are at most 1/2, the first terms left out below 1e-9.
    const double decay = z * w;
    double exponential = 1.0;
    for (int n = 9; n >= 1; --n) { exponential = 1.0 - decay / n * exponential; }
    const double u = (1.0 - z * z) * w * w;
    const double cosine = 1.0 - u * (0.5 - u * (1.0 / 24.0 - u * (1.0 / 720.0 - u * (1.0 / 40320.0))));
    const double memory = exponential * exponential;
    const double push = (1.0 + memory - 2.0 * exponential * cosine) / static_cast<double>(h);
    return {static_cast<float>(push), static_cast<float>(1.0 - memory), static_cast<float>(memory)};
}

uint32_t freedom_parts(PartKind kind, bool spring, bool motor, bool limits, bool equal) {
    uint32_t parts = 0;
    if (spring) { parts |= part_bit(kind, PartRole::spring); }
    if (motor) { parts |= part_bit(kind, PartRole::motor); }
    if (limits) { parts |= part_bit(kind, equal ? PartRole::rigid : PartRole::limit); }
    return parts;
}

JointPoint<float>& add_point(const JointFrame& frame, JointParts& out, PartRole) {
    JointPoint<float>& row = out.point;
    row = {};
    row.slotA[0] = frame.slotA;
    row.slotB[0] = frame.slotB;
    row.mA = frame.massA.inv_mass;
    row.iA = frame.massA.inv_inertia;
    row.mB = frame.massB.inv_mass;
    row.iB = frame.massB.inv_inertia;
    row.rA0x = frame.rA.x;
    row.rA0y = frame.rA.y;
    row.rB0x = frame.rB.x;
    row.rB0y = frame.rB.y;
    row.d0x = frame.d.x;
    row.d0y = frame.d.y;
    row.px = frame.warm * frame.joint.point_force.x;
    row.py = frame.warm * frame.joint.point_force.y;
    return row;
}

void drive_spring(const JointFrame& frame, JointParts& out, float hertz, float damping, Vec2 velocity, float most) {
    const SpringScale scale = hertz > 0.0f ? make_spring(hertz, damping, frame.h) : SpringScale{0.0f, 1.0f, 0.0f};
    const float cap = min(most * frame.h, kFar);
    out.drive = {scale.push, scale.mass, scale.memory, velocity.x, velocity.y, cap};
    const float stored = length({out.point.px, out.point.py});
    const float keep = stored > cap ? cap / stored : 1.0f;
    out.point.px *= keep;
    out.point.py *= keep;
}

JointControl<float>& add_angle(const JointFrame& frame, JointParts& out, PartRole role) {
    const int index = static_cast<int>(role);
    JointAngle<float>& row = out.angle[index];
    row = {};
    row.slotA[0] = frame.slotA;
    row.slotB[0] = frame.slotB;
    row.iA = frame.massA.inv_inertia;
    row.iB = frame.massB.inv_inertia;
    return begin_control(row.control, frame, frame.joint.angle_force[index]);
}

JointControl<float>& add_slide(const JointFrame& frame, JointParts& out, PartRole role, Vec2 u) {
    JointAxis<float>& row = begin_axis(frame, out, role);
    row.b0x = u.x;
    row.b0y = u.y;
    return row.control;
}

JointControl<float>& add_span(const JointFrame& frame, JointParts& out, PartRole role) {
    return begin_axis(frame, out, role).control;
}

JointAxis<float>& add_rope(const JointFrame& frame, JointParts& out, PartRole role) {
    JointAxis<float>& row = begin_axis(frame, out, role);
    row.a0x = frame.ground_a.x;
    row.a0y = frame.ground_a.y;
    row.b0x = frame.ground_b.x;
    row.b0y = frame.ground_b.y;
    return row;
}

JointAxis<float>& add_linear(const JointFrame& frame, JointParts& out, PartRole role) {
    return begin_axis(frame, out, role);
}

void hold(JointControl<float>& control, float at) {
    control.lower = at;
    control.upper = at;
}

void limit(JointControl<float>& control, float lower, float upper) {
    control.lower = max(lower, -kFar);
    control.upper = min(upper, kFar);
    control.two_sided = 0.0f;
}

void hold_angle(JointControl<float>& control, float at) { hold(control, clamp(at, -kTurnBack, kTurnBack)); }

void limit_angle(JointControl<float>& control, float lower, float upper) {
    limit(control, min(lower, kTurnBack), max(upper, -kTurnBack));
}

void drive(JointControl<float>& control, float speed, float most, float h) {
    control.speed = speed;
    const float cap = min(most * h, kFar); // UR12: torque times time, whatever the time
    bound(control, -cap, cap);
    control.mass = 1.0f;
}

void drive_within(const JointFrame& frame, JointControl<float>& control, float lower, float upper) {
    const JointDef& def = frame.joint.def;
    const float dt = max(frame.dt, frame.h);
    float speed = def.motor_speed;
    if (dt > 0.0f) { speed = speed > 0.0f ? min(speed, max(upper, 0.0f) / dt) : max(speed, min(lower, 0.0f) / dt); }
    drive(control, speed, def.max_motor, frame.h);
}

void spring(JointControl<float>& control, float at, float hertz, float damping, float h) {
    hold(control, at);
    const SpringScale scale = make_spring(hertz, damping, h);
    control.push = scale.push;
    control.mass = scale.mass;
    control.memory = scale.memory;
}

void swing_spring(const JointFrame& frame, JointParts& out, float at, float hertz, float damping) {
    spring(add_swing(frame, out, PartRole::spring), at, hertz, damping, frame.h);
}

JointControl<float>& add_glide(const JointFrame& frame, JointParts& out, PartRole role, Vec2 u, bool upright) {
    JointControl<float>& control = add_slide(frame, out, role, u);
    out.axis[static_cast<int>(role)].ratio = upright ? 1.0f : 0.0f;
    return control;
}

void glide_spring(const JointFrame& frame, JointControl<float>& control) {
    const JointDef& def = frame.joint.def;
    spring(control, def.target, def.hertz, def.damping, frame.h);
}

} // namespace impulse
