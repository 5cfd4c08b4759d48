// World: creating joints, changing them, and reading their state.

#include <cstddef>
#include <cstring>

#include <algorithm>
#include <cmath>

#include "dynamics/joints/joint_model.h"
#include "world/joints.h"
#include "world/validate.h"

namespace impulse {
namespace {

Error destroyed_joint(JointId id) {
    return {ErrorCode::destroyed, "joint", static_cast<double>(id.value), "a living joint"};
}

/// Field names of the limits of a type.
struct LimitNames {
    const char* lower;
    const char* upper;
};
LimitNames limit_names(JointType type) {
    switch (type) {
    case JointType::revolute:
        return {"lowerAngle", "upperAngle"};
    case JointType::distance:
        return {"minLength", "maxLength"};
    default:
        return {"lowerTranslation", "upperTranslation"};
    }
}

Error check_limits(const JointDef& def) {
    const LimitNames names = limit_names(def.type);
    if (!(def.lower < kUnlimited)) { return invalid(names.lower, def.lower, "a number, or -infinity for no limit"); }
    if (!(def.upper > -kUnlimited)) { return invalid(names.upper, def.upper, "a number, or infinity for no limit"); }
    if (def.type == JointType::distance && def.upper <= 0.0f) {
        return invalid(names.upper, def.upper, "a number > 0");
    }
    if (def.lower > def.upper) { return invalid(names.lower, def.lower, "a number not above the upper limit"); }
    if (def.type == JointType::distance && def.lower < 0.0f && def.lower > -kUnlimited) {
        return invalid(names.lower, def.lower, "a number >= 0, or -infinity for no limit");
    }
    return {};
}

/// The two bodies of a new joint, or of a definition that is fitted to them.
struct Bodies {
    uint32_t slotA = kNull;
    uint32_t slotB = kNull;
    Error error;
};

Bodies bodies_of(const WorldState& world, const JointDef& def) {
    Bodies found;
    const bool needs_a = def.type != JointType::target || def.body_a;
    found.slotA = needs_a ? world.body_ids.find(def.body_a) : kNull;
    found.slotB = world.body_ids.find(def.body_b);
    if (needs_a && found.slotA == kNull) {
        found.error = destroyed("bodyA", def.body_a.value);
    } else if (found.slotB == kNull) {
        found.error = destroyed("bodyB", def.body_b.value);
    } else if (found.slotA == found.slotB) {
        found.error = invalid("bodyB", static_cast<double>(def.body_b.value), "another body than bodyA");
    }
    return found;
}

/// Takes over the definition, and what follows from it alone.
void apply_def(WorldState& world, Joint& joint, const JointDef& def) {
    const bool was_breakable = joint.breakable;
    joint.def = def;
    joint.form = form_of(joint);
    joint.reads_angle = joint.form != 0 && needs_angle(joint.form);
    joint.breakable = def.break_force < kUnlimited || def.break_torque < kUnlimited;
    joint.broken = false;
    world.breakable_joints += (joint.breakable ? 1u : 0u) - (was_breakable ? 1u : 0u);
}

/// All fields but type and bodies, which cannot change. The numbers of a definition are contiguous.
bool same(const JointDef& a, const JointDef& b) {
    constexpr size_t kFirst = offsetof(JointDef, break_force);
    return a.collide_connected == b.collide_connected &&
           std::memcmp(reinterpret_cast<const char*>(&a) + kFirst, reinterpret_cast<const char*>(&b) + kFirst,
                       sizeof(JointDef) - kFirst) == 0;
}

/// Whether the springs have the same anchors. Frequency, damping and target may change without a change of the
/// effective mass.
bool same_springs(const JointDef& a, const JointDef& b) {
    return a.local_anchor_a == b.local_anchor_a && a.local_anchor_b == b.local_anchor_b &&
           a.local_axis == b.local_axis && a.length == b.length && (a.hertz > 0.0f) == (b.hertz > 0.0f) &&
           (a.angular_hertz > 0.0f) == (b.angular_hertz > 0.0f);
}

Vec2 local_point(const BodyPose& pose, Vec2 point) {
    return pose.local_center + inverse_rotate(pose.q, arm_to(pose, point));
}

Vec2 world_point(const BodyPose& pose, Vec2 local) { return point_at(pose, rotate(pose.q, local - pose.local_center)); }

Error check_cap(const char* path, float value) { // false for NaN, true for infinity
    return value >= 0.0f ? Error{} : invalid(path, value, "a number >= 0, or infinity for no bound");
}

Error check_strength(const char* path, float value) {
    return value > 0.0f ? Error{} : invalid(path, value, "a number > 0, or infinity for never");
}

Error check_type(const JointDef& def) {
    const int type = static_cast<int>(def.type);
    return type < kJointTypes ? Error{} : invalid("type", type, "a type of joint");
}

Error check_numbers(const JointDef& def) {
    static constexpr Range<JointDef, float> kNumbers[] = {
        {"referenceAngle", &JointDef::reference_angle, check_finite},
        {"motorSpeed", &JointDef::motor_speed, check_finite},
        {"target", &JointDef::target, check_finite},
        {"hertz", &JointDef::hertz, check_not_negative},
        {"damping", &JointDef::damping, check_not_negative},
        {"angularHertz", &JointDef::angular_hertz, check_not_negative},
        {"angularDamping", &JointDef::angular_damping, check_not_negative},
        {nullptr, &JointDef::max_motor, check_cap},
        {"maxForce", &JointDef::max_force, check_cap},
        {"maxTorque", &JointDef::max_torque, check_cap},
        {"breakForce", &JointDef::break_force, check_strength},
        {"breakTorque", &JointDef::break_torque, check_strength},
    };
    const bool turns = def.type == JointType::revolute || def.type == JointType::wheel;
    return check_ranges<JointDef, float>(def, kNumbers, turns ? "maxMotorTorque" : "maxMotorForce");
}

Error check_vectors(const JointDef& def) {
    static constexpr Range<JointDef, Vec2> kVectors[] = {
        {"localAnchorA", &JointDef::local_anchor_a, check_finite},
        {"localAnchorB", &JointDef::local_anchor_b, check_finite},
        {"velocity", &JointDef::velocity, check_finite},
        {nullptr, &JointDef::ground_anchor_a, check_finite},
        {"groundAnchorB", &JointDef::ground_anchor_b, check_finite},
        {"axisA", &JointDef::axis_a, check_finite},
        {"axisB", &JointDef::axis_b, check_finite},
    };
    return check_ranges<JointDef, Vec2>(def, kVectors, def.type == JointType::target ? "target" : "groundAnchorA");
}

} // namespace

Error World::check(const JointDef& def) {
    if (const Error error = check_type(def)) { return error; }
    const Error error =
        first(check_numbers(def), check_vectors(def), check_positive("length", def.length), check_limits(def));
    if (error) { return error; }
    switch (def.type) {
    case JointType::prismatic:
    case JointType::wheel:
        return check_direction("axis", def.local_axis);
    case JointType::target:
        return check_positive("hertz", def.hertz);
    case JointType::pulley:
        return check_positive("ratio", def.ratio);
    case JointType::gear:
        if (!(is_finite(def.ratio) && def.ratio != 0.0f)) {
            return invalid("ratio", def.ratio, "a finite number, not 0");
        }
        if (!(def.axis_a == Vec2{})) {
            if (const Error error = check_direction("axisA", def.axis_a)) { return error; }
        }
        return def.axis_b == Vec2{} ? Error{} : check_direction("axisB", def.axis_b);
    default:
        return {};
    }
}

Result<JointDef> World::joint_at(JointDef def, Vec2 anchor, Vec2 axis) const {
    const WorldState& world = *state_;
    if (const Error error = check_type(def)) { return error; }
    const Bodies bodies = bodies_of(world, def);
    if (bodies.error) { return bodies.error; }
    if (const Error error = check_finite("anchor", anchor)) { return error; }
    if (const Error error = check_finite("axis", axis)) { return error; }
    const BodyPose& b = world.poses[bodies.slotB];
    def.local_anchor_b = local_point(b, anchor);
    if (bodies.slotA == kNull) { return def; }
    const BodyPose& a = world.poses[bodies.slotA];
    def.local_anchor_a = local_point(a, anchor);
    def.reference_angle = angle_of(inverse_mul(a.q, b.q));
    if (!(axis == Vec2{})) { def.local_axis = inverse_rotate(a.q, axis); }
    return def;
}

Result<JointId> World::create_joint(const JointDef& def) {
    WorldState& world = *state_;
    if (const Error error = check(def)) { return error; }
    const Bodies bodies = bodies_of(world, def);
    if (bodies.error) { return bodies.error; }
    if (const Error error = check_room(world, world.joint_ids, "joints", "at most 1048576 joints")) { return error; }
    const uint32_t index = world.joint_ids.allocate();
    if (index >= world.joints.size()) { resize_all(index + 1, world.joints, world.joint_links, world.active_joints); }
    Joint& joint = world.joints[index];
    joint = {};
    world.joint_links[index] = {};
    joint.slotA = bodies.slotA;
    joint.slotB = bodies.slotB;
    apply_def(world, joint, def);
    joint.arrive();
    joint.angle = static_cast<double>(def.reference_angle); // the turn in which the joint's angle is within +-pi
    if (def.type == JointType::gear) { joint.angle = 0.0; }
    start_angles(world, joint);
    start_phase(world, joint);
    refresh_springs(world, index);
    attach_joint(world, index);
    wake_both(world, joint);
    refresh_activity_of_joint(world, index);
    refresh_pairs(world, joint);
    return world.joint_id(index);
}

Error World::destroy_joint(JointId id) {
    WorldState& world = *state_;
    const uint32_t index = world.joint_ids.find(id);
    if (index == kNull) { return destroyed_joint(id); }
    wake_both(world, world.joints[index]);
    remove_joint(world, index);
    return {};
}

bool World::is_valid(JointId joint) const { return state_->joint_ids.find(joint) != kNull; }
uint32_t World::joint_count() const { return state_->joint_ids.count(); }

Result<JointDef> World::joint_def(JointId id) const {
    const uint32_t index = state_->joint_ids.find(id);
    if (index == kNull) { return destroyed_joint(id); }
    return state_->joints[index].def;
}

Error World::set_joint(JointId id, const JointDef& def) {
    WorldState& world = *state_;
    const uint32_t index = world.joint_ids.find(id);
    if (index == kNull) { return destroyed_joint(id); }
    Joint& joint = world.joints[index];
    const JointDef before = joint.def;
    if (const Error error = check(def)) {
        // If two limits cross, the error names the one that changed.
        const bool upper_moved = def.lower == before.lower && def.lower > def.upper;
        return upper_moved ? invalid(limit_names(def.type).upper, def.upper, "a number not below the lower limit")
                           : error;
    }
    if (def.type != before.type) { return invalid("type", static_cast<int>(def.type), "the type it was made with"); }
    if (!(def.body_a == before.body_a)) {
        return invalid("bodyA", static_cast<double>(def.body_a.value), "the body it was made with");
    }
    if (!(def.body_b == before.body_b)) {
        return invalid("bodyB", static_cast<double>(def.body_b.value), "the body it was made with");
    }
    if (same(def, before)) { return {}; }
    start_angles(world, joint);
    apply_def(world, joint, def);
    if (!same_springs(def, before)) { refresh_springs(world, index); }
    if (def.ratio != before.ratio || !(def.axis_a == before.axis_a) || !(def.axis_b == before.axis_b)) {
        start_phase(world, joint);
    }
    wake_both(world, joint);
    refresh_activity_of_joint(world, index);
    joint.leads = !(joint.led == JointBounds::of(def));
    if (!world.active_joints.test(index)) { joint.arrive(); } // no step moves its bounds
    if (def.collide_connected != before.collide_connected) { refresh_pairs(world, joint); }
    return {};
}

Error World::set_joint_memory(JointId id, JointMemory memory, double value) {
    const uint32_t index = state_->joint_ids.find(id);
    if (index == kNull) { return destroyed_joint(id); }
    Joint& joint = state_->joints[index];
    const float single = static_cast<float>(value);
    if (memory == JointMemory::angle) {
        if (const Error error = check_finite("angle", single)) { return error; }
        joint.angle = value + static_cast<double>(joint.def.reference_angle);
        start_angles(*state_, joint);
        start_phase(*state_, joint);
        return {};
    }
    const bool angular = memory == JointMemory::angular_spring_mass;
    if (const Error error = check_not_negative(angular ? "angularSpringMass" : "springMass", single)) { return error; }
    joint.spring_mass[angular ? 1 : 0] = single;
    return {};
}

Result<JointReaction> World::joint_reaction(JointId id) const {
    const uint32_t index = state_->joint_ids.find(id);
    if (index == kNull) { return destroyed_joint(id); }
    const Joint& joint = state_->joints[index];
    return JointReaction{joint.force, joint.torque};
}

Result<JointState> World::joint_state(JointId id) const {
    const WorldState& world = *state_;
    const uint32_t index = world.joint_ids.find(id);
    if (index == kNull) { return destroyed_joint(id); }
    Joint joint = world.joints[index];
    start_angles(world, joint);
    const BodyPose* const a = joint.acts_on_a() ? &world.poses[joint.slotA] : nullptr;
    const BodyPose& b = world.poses[joint.slotB];
    JointFrame<Real> frame;
    JointGeometry<Real> geometry;
    const double angle = read_frame(joint, {a, &b}, 0, frame, geometry);
    const JointDef& def = joint.def;

    JointState state;
    state.anchor_b = world_point(b, def.local_anchor_b);
    state.anchor_a = a == nullptr ? def.ground_anchor_a : world_point(*a, def.local_anchor_a);
    const JointKind& kind = kind_of(def.type);
    Real lanes[kJointRows] = {};
    kind.exact.measure(geometry, frame, lanes);
    double x[kJointRows] = {};
    for (int row = 0; row < kJointRows; ++row) { x[row] = lanes[row][0] + (row == kind.angle ? angle : 0.0); }
    if (def.type != JointType::target) { state.angle = static_cast<float>(angle); }
    if (def.type == JointType::prismatic || def.type == JointType::wheel) {
        state.axis = {static_cast<float>(frame.axis.x[0]), static_cast<float>(frame.axis.y[0])};
        state.translation = static_cast<float>(dot(frame.d, frame.axis)[0]);
    } else if (def.type == JointType::distance || def.type == JointType::pulley) {
        state.translation = static_cast<float>(x[0]);
    }
    double apart[2] = {}; // anchors, angle
    const JointModel model = model_of(joint);
    for (int i = 0; i < model.count; ++i) {
        const JointConstraint& c = model.constraints[i];
        const bool angular = def.type == JointType::gear || c.row == kind.angle;
        const bool hold = c.kind == ConstraintKind::hold;
        if (!hold && c.kind != ConstraintKind::limit) { continue; }
        const double error = hold ? std::abs(x[c.row] - c.at) : std::max({c.lower - x[c.row], x[c.row] - c.upper, 0.0});
        double& worst = apart[angular ? 1 : 0];
        worst = hold && !angular ? std::sqrt(worst * worst + error * error) : std::max(worst, error);
    }
    state.separation = static_cast<float>(apart[0]);
    state.angular_separation = static_cast<float>(apart[1]);
    if (def.hertz > 0.0f) { state.spring_mass = joint.spring_mass[0]; }
    if (def.angular_hertz > 0.0f) { state.angular_spring_mass = joint.spring_mass[1]; }
    return state;
}

Result<uint32_t> World::joints(BodyId body, std::span<JointId> out) const {
    const WorldState& world = *state_;
    uint32_t count = 0;
    const auto add = [&](uint32_t index) {
        if (count < out.size()) { out[count] = world.joint_id(index); }
        ++count;
    };
    if (!body) {
        world.joint_ids.for_each(add);
        return count;
    }
    const uint32_t slot = world.body_ids.find(body);
    if (slot == kNull) { return destroyed("body", body.value); }
    for_each_joint(world, slot, [&](uint32_t joint, uint32_t) { add(joint); });
    return count;
}

} // namespace impulse
