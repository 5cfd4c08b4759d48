/// Joints. A definition is a record of `kJointFields` numbers in the order of `for_each_field` (impulse/joint.h):
///   0 type                  1 bodyA, 0 for none     2 bodyB                3 collideConnected
///   4 breakForce            5 breakTorque (Infinity: never)
///   6, 7 localAnchorA       8, 9 localAnchorB       10, 11 localAxis       12 referenceAngle
///   13 lower                14 upper (-Infinity and Infinity: none)
///   15 motorSpeed           16 maxMotor
///   17 hertz                18 damping              19 angularHertz        20 angularDamping
///   21 target               22 length
///   23, 24 velocity         25 maxForce             26 maxTorque (Infinity: no cap)
///   27, 28 groundAnchorA    29, 30 groundAnchorB    31 ratio
///   32, 33 axisA            34, 35 axisB
/// impulse/joint.h says which of them a type reads, with units and ranges. Types by number: revolute 0, prismatic,
/// distance, weld, wheel, motor, target, filter, gear, pulley 9. Errors name fields as the contract spells them: bodyA,
/// lowerAngle or lowerTranslation or minLength, axis, hertz, maxMotorTorque or maxMotorForce, ...
#include <emscripten/bind.h>

#include <cstddef>
#include <cstring>
#include <vector>

#include "exchange.h"

namespace impulse::embind {
namespace {

// After type, bodies and flag come numbers, which are contiguous in the definition too.
constexpr size_t kFirstNumber = offsetof(JointDef, break_force);
static_assert(sizeof(JointDef) - kFirstNumber == sizeof(float) * (kJointFields - 4));

JointDef read_joint_def(Reader& from) {
    JointDef def;
    def.type = from.choice<JointType>();
    def.body_a = {from.bits()};
    def.body_b = {from.bits()};
    def.collide_connected = from.flag();
    for (size_t at = kFirstNumber; at < sizeof def; at += sizeof(float)) {
        const float number = from.number();
        std::memcpy(reinterpret_cast<char*>(&def) + at, &number, sizeof number);
    }
    return def;
}

void write_joint_def(const JointDef& def) {
    Writer to(exchange(kJointFields));
    to.number(def.type).number(def.body_a.value).number(def.body_b.value).number(def.collide_connected);
    for (size_t at = kFirstNumber; at < sizeof def; at += sizeof(float)) {
        float number;
        std::memcpy(&number, reinterpret_cast<const char*>(&def) + at, sizeof number);
        to.number(number);
    }
}

/// Creates a joint from a record; returns the new id, or 0.
uint32_t joint_create(Handle world) {
    Reader from(exchange(kJointFields));
    const Result<JointId> joint = world_of(world).create_joint(read_joint_def(from));
    report(joint);
    return joint->value;
}

/// From a record and then the anchor (2) and the axis (2, zeros for none), both in world coordinates: returns the
/// record fitted to its bodies at their present poses. Creates nothing.
uint32_t joint_at(Handle world) {
    Reader from(exchange(kJointFields + 4));
    const JointDef def = read_joint_def(from);
    const Vec2 anchor = from.vector();
    const Result<JointDef> fitted = world_of(world).joint_at(def, anchor, from.vector());
    if (!fitted.ok()) { return report(fitted); }
    write_joint_def(*fitted);
    return 0;
}

uint32_t joint_destroy(Handle world, uint32_t joint) { return report(world_of(world).destroy_joint({joint})); }

/// The current record.
uint32_t joint_def(Handle world, uint32_t joint) {
    const Result<JointDef> def = world_of(world).joint_def({joint});
    if (!def.ok()) { return report(def); }
    write_joint_def(*def);
    return 0;
}

/// Sets all parameters from a record; type and bodies must be unchanged.
uint32_t joint_set(Handle world, uint32_t joint) {
    Reader from(exchange(kJointFields));
    return report(world_of(world).set_joint({joint}, read_joint_def(from)));
}

uint32_t joint_set_memory(Handle world, uint32_t joint, uint32_t memory, double value) {
    return report(world_of(world).set_joint_memory({joint}, static_cast<JointMemory>(memory), value));
}

/// Force (2) and torque on B, angle, translation, separation, angular separation, anchors A and B (4) and axis (2) in
/// world coordinates, masses of the springs (2): 15 numbers.
uint32_t joint_state(Handle world, uint32_t joint) {
    const Result<JointReaction> reaction = world_of(world).joint_reaction({joint});
    const Result<JointState> state = world_of(world).joint_state({joint});
    if (!state.ok()) { return report(state); }
    Writer(exchange(15))
        .vector(reaction->force)
        .number(reaction->torque)
        .number(state->angle)
        .number(state->translation)
        .number(state->separation)
        .number(state->angular_separation)
        .vector(state->anchor_a)
        .vector(state->anchor_b)
        .vector(state->axis)
        .number(state->spring_mass)
        .number(state->angular_spring_mass);
    return 0;
}

/// Ids of a body's joints, or of all if `body` is 0, ascending by index, to the exchange. Returns their number.
uint32_t joints(Handle handle, uint32_t body) {
    World& world = world_of(handle);
    std::vector<JointId> list(world.joint_count());
    const Result<uint32_t> count = world.joints({body}, list);
    if (report(count) != 0) { return 0; }
    Writer to(exchange(*count));
    for (uint32_t i = 0; i < *count; ++i) { to.number(list[i].value); }
    return *count;
}

uint32_t joint_count(Handle world) { return world_of(world).joint_count(); }

} // namespace

EMSCRIPTEN_BINDINGS(impulse_joint) {
    emscripten::function("jointCreate", &joint_create);
    emscripten::function("jointAt", &joint_at);
    emscripten::function("jointDestroy", &joint_destroy);
    emscripten::function("jointDef", &joint_def);
    emscripten::function("jointSet", &joint_set);
    emscripten::function("jointSetMemory", &joint_set_memory);
    emscripten::function("jointState", &joint_state);
    emscripten::function("joints", &joints);
    emscripten::function("jointCount", &joint_count);
}

} // namespace impulse::embind
