/// Bodies. Every call returns an error code, 0 for none; vectors are returned through the exchange.
#include <emscripten/bind.h>

#include <vector>

#include "records.h"

namespace impulse::embind {
namespace {

/// Returns the new id, with the ids of its shapes in the exchange. On error it returns 0, with the index of the
/// rejected shape in the exchange (-1 for the body itself). Everything is validated before anything is created.
uint32_t body_create(Handle handle, uint32_t shape_count) {
    World& world = world_of(handle);
    Reader from(exchange(kBodyDefFields + shape_count * kShapeDefFields));
    const auto refuse = [] {
        Writer(exchange(1)).number(-1);
        return 0u;
    };

    const BodyDef def = read_body_def(from);
    if (report(World::check(def)) != 0) { return refuse(); }
    std::vector<ShapeDef> shapes;
    if (!read_shapes(from, shape_count, def.type, shapes)) { return 0; }

    BodyDef awake = def;
    awake.awake = true; // until it has all its shapes, each of which would wake it
    const Result<BodyId> body = world.create_body(awake);
    if (report(body) != 0) { return refuse(); }
    if (!create_shapes(world, *body, shapes)) {
        world.destroy_body(*body);
        return 0;
    }
    // Shapes moved the centre of mass; the given velocity is that of the centre.
    world.set_velocity(*body, def.velocity);
    if (!def.awake) { world.set_awake(*body, false); }
    return body->value;
}

/// The current definition.
uint32_t body_def(Handle world, uint32_t body) {
    const Result<BodyDef> def = world_of(world).body_def({body});
    if (!def.ok()) { return report(def); }
    Writer to(exchange(kBodyDefFields));
    write_body_def(to, *def);
    return 0;
}

constexpr uint32_t kMotionFields = 7;
constexpr uint32_t kMassFields = 7;
constexpr uint32_t kBoxFields = 4;

// The functions that write expect a living body.

/// Pose (x, y, cos, sin) and velocity (vx, vy, w).
void write_motion(Writer& to, const World& world, BodyId body) {
    const Transform pose = *world.transform(body);
    to.vector(pose.p).number(pose.q.c).number(pose.q.s);
    to.vector(*world.velocity(body)).number(*world.angular_velocity(body));
}

/// Mass, inertia, centre in the body's frame, centre in the world, whether `bodySetMass` set them.
void write_mass(Writer& to, const World& world, BodyId body) {
    const MassData mass = *world.mass_data(body);
    to.number(mass.mass).number(mass.inertia).vector(mass.center).vector(*world.world_center(body));
    to.number(*world.mass_is_set(body));
}

void write_box(Writer& to, const World& world, BodyId body) {
    const Aabb box = *world.aabb(body);
    to.vector(box.lower).vector(box.upper);
}

/// The data that the views contain for all bodies, of one.
uint32_t body_motion(Handle world, uint32_t body) {
    const Result<Transform> pose = world_of(world).transform({body});
    if (!pose.ok()) { return report(pose); }
    Writer to(exchange(kMotionFields));
    write_motion(to, world_of(world), {body});
    return 0;
}

uint32_t body_mass(Handle world, uint32_t body) {
    const Result<MassData> mass = world_of(world).mass_data({body});
    if (!mass.ok()) { return report(mass); }
    Writer to(exchange(kMassFields));
    write_mass(to, world_of(world), {body});
    return 0;
}

uint32_t body_aabb(Handle world, uint32_t body) {
    const Result<Aabb> box = world_of(world).aabb({body});
    if (!box.ok()) { return report(box); }
    Writer to(exchange(kBoxFields));
    write_box(to, world_of(world), {body});
    return 0;
}

/// All that JavaScript can still read of it goes to the exchange: motion, definition, mass, box, whether it is awake,
/// the number of its joints and their ids.
uint32_t body_destroy(Handle handle, uint32_t id) {
    World& world = world_of(handle);
    const BodyId body{id};
    const Result<BodyDef> def = world.body_def(body);
    if (!def.ok()) { return report(def); }
    static std::vector<JointId> joints; // keeps its capacity
    joints.resize(world.joint_count());
    const uint32_t joint_count = *world.joints(body, joints);
    Writer to(exchange(kMotionFields + kBodyDefFields + kMassFields + kBoxFields + 2 + joint_count));
    write_motion(to, world, body);
    write_body_def(to, *def);
    write_mass(to, world, body);
    write_box(to, world, body);
    to.number(*world.awake(body)).number(joint_count);
    for (uint32_t i = 0; i < joint_count; ++i) { to.number(joints[i].value); }
    return report(world.destroy_body(body));
}

uint32_t body_awake(Handle world, uint32_t body) {
    const Result<bool> awake = world_of(world).awake({body});
    return awake.ok() && *awake ? 1u : 0u;
}

uint32_t body_velocity_at(Handle world, uint32_t body, float x, float y) {
    const Result<Vec2> velocity = world_of(world).velocity_at({body}, {x, y});
    if (!velocity.ok()) { return report(velocity); }
    Writer(exchange(2)).vector(*velocity);
    return 0;
}

uint32_t body_set_position(Handle world, uint32_t body, float x, float y) {
    return report(world_of(world).set_position({body}, {x, y}));
}
uint32_t body_set_transform(Handle world, uint32_t body, float x, float y, float angle) {
    return report(world_of(world).set_transform({body}, {x, y}, angle));
}
uint32_t body_set_velocity(Handle world, uint32_t body, float x, float y) {
    return report(world_of(world).set_velocity({body}, {x, y}));
}
uint32_t body_set_angular_velocity(Handle world, uint32_t body, float w) {
    return report(world_of(world).set_angular_velocity({body}, w));
}
uint32_t body_set_type(Handle world, uint32_t body, uint32_t type) {
    return report(world_of(world).set_type({body}, enumerator<BodyType>(type)));
}
uint32_t body_set_damping(Handle world, uint32_t body, float linear, float angular) {
    return report(world_of(world).set_damping({body}, linear, angular));
}
uint32_t body_set_gravity_scale(Handle world, uint32_t body, float scale) {
    return report(world_of(world).set_gravity_scale({body}, scale));
}
/// The three flags from the exchange.
uint32_t body_set_lock(Handle world, uint32_t body) {
    Reader from(exchange(3));
    const bool x = from.flag();
    const bool y = from.flag();
    return report(world_of(world).set_lock({body}, x, y, from.flag()));
}
uint32_t body_set_bullet(Handle world, uint32_t body, bool bullet) {
    return report(world_of(world).set_bullet({body}, bullet));
}
uint32_t body_set_sleep_allowed(Handle world, uint32_t body, bool allowed) {
    return report(world_of(world).set_sleep_allowed({body}, allowed));
}
uint32_t body_set_dominance(Handle world, uint32_t body, int dominance) {
    return report(world_of(world).set_dominance({body}, dominance));
}
/// Speed, spin and seconds from the exchange.
uint32_t body_set_sleep_threshold(Handle world, uint32_t body) {
    Reader from(exchange(3));
    SleepThreshold threshold;
    threshold.linear = from.number();
    threshold.angular = from.number();
    threshold.seconds = from.number();
    return report(world_of(world).set_sleep_threshold({body}, threshold));
}
uint32_t body_set_awake(Handle world, uint32_t body, bool awake) {
    return report(world_of(world).set_awake({body}, awake));
}
uint32_t body_set_enabled(Handle world, uint32_t body, bool enabled) {
    return report(world_of(world).set_enabled({body}, enabled));
}
/// Mass, inertia and centre from the exchange.
uint32_t body_set_mass(Handle world, uint32_t body) {
    Reader from(exchange(4));
    MassData mass;
    mass.mass = from.number();
    mass.inertia = from.number();
    mass.center = from.vector();
    return report(world_of(world).set_mass({body}, mass));
}
uint32_t body_reset_mass(Handle world, uint32_t body) { return report(world_of(world).reset_mass({body})); }

uint32_t body_apply_force(Handle world, uint32_t body, float x, float y) {
    return report(world_of(world).apply_force({body}, {x, y}));
}
uint32_t body_apply_force_at(Handle world, uint32_t body, float x, float y, float px, float py) {
    return report(world_of(world).apply_force({body}, {x, y}, {px, py}));
}
uint32_t body_apply_torque(Handle world, uint32_t body, float torque) {
    return report(world_of(world).apply_torque({body}, torque));
}
uint32_t body_apply_impulse(Handle world, uint32_t body, float x, float y) {
    return report(world_of(world).apply_impulse({body}, {x, y}));
}
uint32_t body_apply_impulse_at(Handle world, uint32_t body, float x, float y, float px, float py) {
    return report(world_of(world).apply_impulse({body}, {x, y}, {px, py}));
}
uint32_t body_apply_angular_impulse(Handle world, uint32_t body, float impulse) {
    return report(world_of(world).apply_angular_impulse({body}, impulse));
}
uint32_t body_move_to(Handle world, uint32_t body, float x, float y, float angle, float dt) {
    return report(world_of(world).move_to({body}, {x, y}, angle, dt));
}

} // namespace

EMSCRIPTEN_BINDINGS(impulse_body) {
    emscripten::function("bodyCreate", &body_create);
    emscripten::function("bodyDestroy", &body_destroy);
    emscripten::function("bodyDef", &body_def);
    emscripten::function("bodyMotion", &body_motion);
    emscripten::function("bodyMass", &body_mass);
    emscripten::function("bodyAabb", &body_aabb);
    emscripten::function("bodyAwake", &body_awake);
    emscripten::function("bodyVelocityAt", &body_velocity_at);
    emscripten::function("bodySetPosition", &body_set_position);
    emscripten::function("bodySetTransform", &body_set_transform);
    emscripten::function("bodySetVelocity", &body_set_velocity);
    emscripten::function("bodySetAngularVelocity", &body_set_angular_velocity);
    emscripten::function("bodySetType", &body_set_type);
    emscripten::function("bodySetDamping", &body_set_damping);
    emscripten::function("bodySetGravityScale", &body_set_gravity_scale);
    emscripten::function("bodySetLock", &body_set_lock);
    emscripten::function("bodySetBullet", &body_set_bullet);
    emscripten::function("bodySetSleepAllowed", &body_set_sleep_allowed);
    emscripten::function("bodySetDominance", &body_set_dominance);
    emscripten::function("bodySetSleepThreshold", &body_set_sleep_threshold);
    emscripten::function("bodySetAwake", &body_set_awake);
    emscripten::function("bodySetEnabled", &body_set_enabled);
    emscripten::function("bodySetMass", &body_set_mass);
    emscripten::function("bodyResetMass", &body_reset_mass);
    emscripten::function("bodyApplyForce", &body_apply_force);
    emscripten::function("bodyApplyForceAt", &body_apply_force_at);
    emscripten::function("bodyApplyTorque", &body_apply_torque);
    emscripten::function("bodyApplyImpulse", &body_apply_impulse);
    emscripten::function("bodyApplyImpulseAt", &body_apply_impulse_at);
    emscripten::function("bodyApplyAngularImpulse", &body_apply_angular_impulse);
    emscripten::function("bodyMoveTo", &body_move_to);
}

} // namespace impulse::embind
