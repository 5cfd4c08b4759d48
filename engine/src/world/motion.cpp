// World: poses, velocities, forces and impulses of bodies.

#include "world/bodies.h"
#include "world/contacts.h"
#include "world/seams.h"
#include "world/sleep.h"
#include "world/validate.h"

namespace impulse {
namespace {

Vec2 center_of(const BodyPose& pose) { return {static_cast<float>(pose.x), static_cast<float>(pose.y)}; }

void add_impulse(WorldState& world, uint32_t slot, Vec2 impulse, float angular) {
    wake_body(world, slot);
    BodyMotion& motion = world.motions[slot];
    const BodyMass& mass = world.masses[slot];
    motion.v = unlocked(motion.flags, motion.v + mass.inv_mass * impulse);
    motion.w += mass.inv_inertia * angular;
}

/// Wakes the body. A body that forces cannot move stores none, since no step would remove them.
void add_force(WorldState& world, uint32_t slot, Vec2 force, float torque) {
    wake_body(world, slot);
    if (!world.is_dynamic(slot) || !world.is_awake(slot)) { return; }
    world.forces[slot].force += force;
    world.forces[slot].torque += torque;
}

/// `act` with a force or impulse `value` at the point `at`, or at the centre of mass if it is null, or with a `moment`.
Error apply(WorldState& world, BodyId id, const char* path, Vec2 value, const Vec2* at, float moment,
            void (*act)(WorldState& world, uint32_t slot, Vec2 value, float moment)) {
    const uint32_t slot = world.body_ids.find(id);
    if (const Error error = first(check_alive(slot, id), check_finite(path, value), check_finite(path, moment),
                                  check_finite("point", at != nullptr ? *at : Vec2{}))) {
        return error;
    }
    if (at != nullptr) { moment = cross(arm_to(world.poses[slot], *at), value); }
    if (!is_finite(moment)) {
        return invalid(path, max(abs(value.x), abs(value.y)),
                       "so small that its moment about the centre of mass is finite");
    }
    act(world, slot, value, moment);
    return {};
}

/// What `get` finds of a body, by its slot.
template <class T, class Get>
Result<T> of_body(const WorldState& world, BodyId id, Get&& get) {
    const uint32_t slot = world.body_ids.find(id);
    if (slot == kNull) { return destroyed("body", id.value); }
    return get(slot);
}

/// Moves a body's origin to `position`.
Error put(WorldState& world, uint32_t slot, Vec2 position, Rot q) {
    if (const Error error = check_finite("position", position)) { return error; }
    const Vec2 arm = rotate(q, world.poses[slot].local_center);
    place_body(world, slot, static_cast<double>(position.x) + static_cast<double>(arm.x),
               static_cast<double>(position.y) + static_cast<double>(arm.y), q);
    publish_placed(world, slot);
    if (!world.is_dynamic(slot)) { world.forces[slot].force = {}; } // no walk to repeat
    return {};
}

} // namespace

void place_body(WorldState& world, uint32_t slot, double x, double y, Rot q) {
    wake_touching(world, slot);
    renew_seams_of_body(world, slot);
    BodyPose& pose = world.poses[slot];
    pose.q = q;
    pose.x = x;
    pose.y = y;
    update_proxies(world, slot, {});
    renew_seams_of_body(world, slot);
    // Old and new contacts must be checked, even if all bodies sleep.
    for_each_contact(world, slot, [&](uint32_t contact, uint32_t) {
        world.awake_contacts.set(contact);
        world.apart_pairs[contact].slotA = kNull;
    });
}

Result<Transform> World::transform(BodyId id) const {
    return of_body<Transform>(*state_, id, [&](uint32_t slot) { return world_pose(state_->poses[slot]); });
}

Result<Vec2> World::position(BodyId id) const {
    return of_body<Vec2>(*state_, id, [&](uint32_t slot) { return world_pose(state_->poses[slot]).p; });
}

Result<float> World::angle(BodyId id) const {
    return of_body<float>(*state_, id, [&](uint32_t slot) { return angle_of(state_->poses[slot].q); });
}

Result<Vec2> World::velocity(BodyId id) const {
    return of_body<Vec2>(*state_, id, [&](uint32_t slot) { return state_->motions[slot].v; });
}

Result<float> World::angular_velocity(BodyId id) const {
    return of_body<float>(*state_, id, [&](uint32_t slot) { return state_->motions[slot].w; });
}

Result<Vec2> World::world_center(BodyId id) const {
    return of_body<Vec2>(*state_, id, [&](uint32_t slot) { return center_of(state_->poses[slot]); });
}

Result<Vec2> World::velocity_at(BodyId id, Vec2 point) const {
    const uint32_t slot = state_->body_ids.find(id);
    if (const Error error = first(check_alive(slot, id), check_finite("point", point))) { return error; }
    const BodyMotion& motion = state_->motions[slot];
    return motion.v + cross(motion.w, arm_to(state_->poses[slot], point));
}

Result<MassData> World::mass_data(BodyId id) const {
    const uint32_t slot = state_->body_ids.find(id);
    if (slot == kNull) { return destroyed("body", id.value); }
    const BodyRecord& body = state_->bodies[slot];
    return MassData{body.mass, body.inertia, state_->poses[slot].local_center};
}

Result<Aabb> World::aabb(BodyId id) const {
    const WorldState& world = *state_;
    const uint32_t slot = world.body_ids.find(id);
    if (slot == kNull) { return destroyed("body", id.value); }
    const Vec2 origin = world_pose(world.poses[slot]).p;
    uint32_t index = world.bodies[slot].first_shape;
    if (index == kNull) { return Aabb{origin, origin}; }
    Aabb box = shape_box(world, index);
    for (; index != kNull; index = world.shapes[index].next) { box = merge(box, shape_box(world, index)); }
    return box;
}

Result<bool> World::awake(BodyId id) const {
    return of_body<bool>(*state_, id, [&](uint32_t slot) { return state_->is_awake(slot); });
}

Result<BodyDef> World::body_def(BodyId id) const {
    const WorldState& world = *state_;
    const uint32_t slot = world.body_ids.find(id);
    if (slot == kNull) { return destroyed("body", id.value); }
    const BodyRecord& body = world.bodies[slot];
    const BodyMotion& motion = world.motions[slot];
    const BodyForces& forces = world.forces[slot];
    const Transform pose = world_pose(world.poses[slot]);
    BodyDef def;
    def.type = body.type;
    def.position = pose.p;
    def.angle = angle_of(pose.q);
    def.velocity = motion.v;
    def.angular_velocity = motion.w;
    def.linear_damping = forces.linear_damping;
    def.angular_damping = forces.angular_damping;
    def.gravity_scale = forces.gravity_scale;
    def.lock_x = (motion.flags & kLockX) != 0;
    def.lock_y = (motion.flags & kLockY) != 0;
    def.lock_rotation = (motion.flags & kLockRotation) != 0;
    def.bullet = (motion.flags & kBullet) != 0;
    def.sleep_allowed = body.sleep_allowed;
    def.sleep_threshold = body.sleep_threshold;
    def.dominance = body.dominance;
    def.awake = world.is_awake(slot);
    def.enabled = body.enabled;
    return def;
}

Error World::set_position(BodyId id, Vec2 position) {
    WorldState& world = *state_;
    const uint32_t slot = world.body_ids.find(id);
    if (slot == kNull) { return destroyed("body", id.value); }
    return put(world, slot, position, world.poses[slot].q);
}

Error World::set_transform(BodyId id, Vec2 position, float angle) {
    WorldState& world = *state_;
    const uint32_t slot = world.body_ids.find(id);
    if (const Error error = first(check_alive(slot, id), check_finite("angle", angle))) { return error; }
    return put(world, slot, position, make_rot(angle));
}

Error World::set_velocity(BodyId id, Vec2 velocity) {
    WorldState& world = *state_;
    const uint32_t slot = world.body_ids.find(id);
    if (const Error error = first(check_alive(slot, id), check_finite("velocity", velocity))) { return error; }
    BodyMotion& motion = world.motions[slot];
    if (world.bodies[slot].type == BodyType::static_body) { return {}; }
    velocity = unlocked(motion.flags, velocity);
    if (!(velocity == motion.v)) {
        motion.v = velocity;
        wake_body(world, slot);
    }
    return {};
}

Error World::set_angular_velocity(BodyId id, float w) {
    WorldState& world = *state_;
    const uint32_t slot = world.body_ids.find(id);
    if (const Error error = first(check_alive(slot, id), check_finite("angularVelocity", w))) { return error; }
    BodyMotion& motion = world.motions[slot];
    if (world.bodies[slot].type == BodyType::static_body) { return {}; }
    if ((motion.flags & kLockRotation) != 0) { w = 0.0f; }
    if (w != motion.w) {
        motion.w = w;
        wake_body(world, slot);
    }
    return {};
}

Error World::set_damping(BodyId id, float linear, float angular) {
    WorldState& world = *state_;
    const uint32_t slot = world.body_ids.find(id);
    if (const Error error = first(check_alive(slot, id), check_not_negative("linearDamping", linear),
                                  check_not_negative("angularDamping", angular))) {
        return error;
    }
    world.forces[slot].linear_damping = linear;
    world.forces[slot].angular_damping = angular;
    return {};
}

Error World::set_gravity_scale(BodyId id, float scale) {
    WorldState& world = *state_;
    const uint32_t slot = world.body_ids.find(id);
    if (const Error error = first(check_alive(slot, id), check_finite("gravityScale", scale))) { return error; }
    if (world.forces[slot].gravity_scale != scale) {
        world.forces[slot].gravity_scale = scale;
        wake_body(world, slot);
    }
    return {};
}

Error World::apply_force(BodyId id, Vec2 force, Vec2 point) {
    return apply(*state_, id, "force", force, &point, 0.0f, add_force);
}

Error World::apply_force(BodyId id, Vec2 force) { return apply(*state_, id, "force", force, nullptr, 0.0f, add_force); }

Error World::apply_torque(BodyId id, float torque) {
    return apply(*state_, id, "torque", {}, nullptr, torque, add_force);
}

Error World::apply_impulse(BodyId id, Vec2 impulse, Vec2 point) {
    return apply(*state_, id, "impulse", impulse, &point, 0.0f, add_impulse);
}

Error World::apply_impulse(BodyId id, Vec2 impulse) {
    return apply(*state_, id, "impulse", impulse, nullptr, 0.0f, add_impulse);
}

Error World::apply_angular_impulse(BodyId id, float impulse) {
    return apply(*state_, id, "impulse", {}, nullptr, impulse, add_impulse);
}

Error World::move_to(BodyId id, Vec2 position, float angle, float dt) {
    WorldState& world = *state_;
    const uint32_t slot = world.body_ids.find(id);
    if (const Error error =
            first(check_alive(slot, id), check_finite("position", position), check_finite("angle", angle))) {
        return error;
    }
    if (!(is_finite(dt) && dt >= 0.0f)) { return invalid("dt", dt, "a finite number >= 0"); }
    if (world.bodies[slot].type != BodyType::kinematic_body) {
        return invalid("type", static_cast<double>(world.bodies[slot].type), "'kinematic'");
    }
    if (dt == 0.0f) { return {}; } // nothing moves in no time
    const BodyPose& pose = world.poses[slot];
    BodyMotion& motion = world.motions[slot];
    const Rot target = (motion.flags & kLockRotation) != 0 ? pose.q : make_rot(angle);
    const Vec2 way = arm_to(pose, position + rotate(target, pose.local_center));
    const Vec2 v = unlocked(motion.flags, (1.0f / dt) * way);
    const float w = angle_of(inverse_mul(pose.q, target)) / dt;
    if (!is_finite(v) || !is_finite(w)) { return invalid("dt", dt, "so long that the velocity is finite"); }
    motion.v = v;
    motion.w = w;
    wake_body(world, slot);
    return {};
}

} // namespace impulse
