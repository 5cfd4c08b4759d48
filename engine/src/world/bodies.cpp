#include "world/bodies.h"

#include "geometry/aabb.h"
#include "geometry/mass.h"
#include "world/contacts.h"
#include "world/continuous.h"
#include "world/joints.h"
#include "world/seams.h"
#include "world/sleep.h"
#include "world/validate.h"

namespace impulse {
namespace {

uint32_t flags_of(BodyType type) {
    return type == BodyType::dynamic_body ? kDynamic : type == BodyType::kinematic_body ? kKinematic : 0u;
}

uint32_t lock_flags(bool x, bool y, bool rotation) {
    return (x ? kLockX : 0u) | (y ? kLockY : 0u) | (rotation ? kLockRotation : 0u);
}

void grow(WorldState& world, uint32_t slots) {
    if (slots <= world.bodies.size()) { return; }
    world.motions.resize(slots + 1); // one spare at the end, for the dead lanes of wide kernels
    resize_all(slots, world.graph, world.masses, world.forces, world.poses, world.bodies, world.sweep_extents,
               world.slacks, world.path_lengths, world.published_slots, world.awake_bodies, world.extents_due);
    resize_all(4 * slots, world.published, world.published_previous);
    world.island_of.resize(slots, kNull);
}

/// Moves the centre of mass to `center` (body frame) without moving the origin; the velocity stays that of the material
/// at the new centre. The origin, which follows from the centre, may round to the next float: it is published again, so
/// that the views and `World::transform` give the same bits.
void move_center(WorldState& world, uint32_t slot, Vec2 center) {
    BodyPose& pose = world.poses[slot];
    BodyMotion& motion = world.motions[slot];
    const Vec2 shift = rotate(pose.q, center - pose.local_center);
    pose.x += static_cast<double>(shift.x);
    pose.y += static_cast<double>(shift.y);
    pose.local_center = center;
    const Vec2 v = unlocked(motion.flags, motion.v + cross(motion.w, shift));
    if (is_finite(v)) { motion.v = v; } // no float says how fast that material moves
    const float* now = &world.published[4 * slot];
    const bool placed = std::equal(now, now + 4, &world.published_previous[4 * slot]);
    placed ? publish_placed(world, slot) : publish_pose(world, slot);
}

void apply_mass(WorldState& world, uint32_t slot, const MassData& mass) {
    BodyRecord& body = world.bodies[slot];
    body.mass = mass.mass;
    body.inertia = mass.inertia;
    const bool turns = (world.motions[slot].flags & kLockRotation) == 0 && mass.inertia > 0.0f;
    body.inv_mass = mass.mass > 0.0f ? 1.0f / mass.mass : 0.0f;
    body.inv_inertia = turns ? 1.0f / mass.inertia : 0.0f;
    move_center(world, slot, mass.center);
    world.slacks[slot].slack = 0.0f;
    world.extents_due.set(slot);
    world.masses[slot] =
        world.is_awake(slot) && world.is_dynamic(slot) ? BodyMass{body.inv_mass, body.inv_inertia} : BodyMass{};
    for_each_joint(world, slot, [&](uint32_t joint, uint32_t) { refresh_springs(world, joint); });
}

/// A body with fewer shapes sums its mass over all shapes at each change. With more shapes, n in number, it updates the
/// sums for n / 64 changes before it sums again. A full sum takes time proportional to n, and these updates add less
/// rounding error than the sum itself has.
constexpr uint32_t kFewShapes = 64;

/// Adds one shape to the sums of mass and first moment, and its inertia about the common centre by the parallel axis
/// theorem. All three terms of the inertia are positive, so no large numbers cancel (Chan, Golub, LeVeque 1979 for
/// variances).
void add_part(BodyRecord& body, MassData& total, const ShapeMass& part) {
    if (!(part.mass > 0.0f)) { return; }
    const float mass = total.mass + part.mass;
    total.inertia += part.inertia + part.mass * (total.mass / mass) * length_squared(part.center - total.center);
    total.mass = mass;
    body.moment += part.mass * part.center;
    total.center = (1.0f / mass) * body.moment;
}

/// A body must respond to gravity and impulses. A body without shapes of positive mass (a marker, a drag target) is a
/// point mass of 1 kg.
void apply_total(WorldState& world, uint32_t slot, const MassData& total) {
    apply_mass(world, slot, total.mass > 0.0f ? total : MassData{1.0f, 0.0f, {}});
}

void update_extents(WorldState& world, uint32_t slot) {
    world.extents_due.clear(slot);
    float extent = 0.0f;
    for_each_shape(world, slot, [&](uint32_t index) {
        ShapeRecord& record = world.shapes[index];
        record.extent = 0.0f;
        for (int i = 0; i < record.shape.count; ++i) {
            record.extent = max(record.extent, distance(record.shape.points[i], world.poses[slot].local_center));
        }
        record.extent += record.shape.radius;
        extent = max(extent, record.extent);
    });
    world.slacks[slot].extent = extent;
    // Pairs that the narrow phase found separated rely on the extents.
    for_each_contact(world, slot, [&](uint32_t contact, uint32_t) { forget_manifold(world, contact); });
    update_sweep_extent(world, slot);
}

} // namespace

void update_mass(WorldState& world, uint32_t slot) {
    BodyRecord& body = world.bodies[slot];
    body.shapes_since = 0;
    if (body.type != BodyType::dynamic_body) {
        apply_mass(world, slot, {});
        return;
    }
    if (body.mass_override) {
        apply_mass(world, slot, {body.mass, body.inertia, world.poses[slot].local_center});
        return;
    }
    body.moment = {};
    MassData total;
    for_each_shape(world, slot, [&](uint32_t index) {
        add_part(body, total, shape_mass(world.shapes[index].shape, world.shapes[index].density));
    });
    apply_total(world, slot, total);
}

void add_mass(WorldState& world, uint32_t index) {
    const uint32_t slot = world.shapes[index].slot;
    BodyRecord& body = world.bodies[slot];
    if (!world.is_dynamic(slot) || body.mass_override) { return update_mass(world, slot); }
    MassData total; // a shape with mass always has inertia
    if (body.inertia > 0.0f) { total = {body.mass, body.inertia, world.poses[slot].local_center}; }
    add_part(body, total, shape_mass(world.shapes[index].shape, world.shapes[index].density));
    apply_total(world, slot, total);
}

bool change_mass(WorldState& world, uint32_t slot, const ShapeMass& gone, const ShapeMass& come) {
    BodyRecord& body = world.bodies[slot];
    // Zero inertia: no shape has mass.
    if (!world.is_dynamic(slot) || body.mass_override || !(body.inertia > 0.0f)) { return false; }
    if (body.shape_count < kFewShapes || ++body.shapes_since > body.shape_count / kFewShapes) { return false; }
    MassData total{body.mass, body.inertia, world.poses[slot].local_center};
    Vec2 moment = body.moment;
    if (gone.mass > 0.0f) {
        const float mass = total.mass - gone.mass;
        if (!(mass > 0.5f * total.mass)) { return false; }
        moment -= gone.mass * gone.center;
        const Vec2 center = (1.0f / mass) * moment;
        const float inertia =
            total.inertia - gone.inertia - gone.mass * (mass / total.mass) * length_squared(gone.center - center);
        if (!(inertia > 0.5f * total.inertia)) { return false; }
        total = {mass, inertia, center};
    }
    body.moment = moment;
    add_part(body, total, come);
    apply_mass(world, slot, total);
    return true;
}

void update_due_extents(WorldState& world) {
    world.extents_due.for_each([&world](uint32_t slot) { update_extents(world, slot); });
}

Aabb shape_box(const WorldState& world, uint32_t shape) {
    const ShapeRecord& record = world.shapes[shape];
    return shape_aabb(record.shape, world_pose(world.poses[record.slot]));
}

void update_proxies(WorldState& world, uint32_t slot, Vec2 displacement) {
    const Transform pose = world_pose(world.poses[slot]);
    float slack = 3.0e38f;
    for_each_shape(world, slot, [&](uint32_t index) {
        const ShapeRecord& record = world.shapes[index];
        if (record.proxy == kNull) { return; }
        const Aabb tight = shape_aabb(record.shape, pose);
        world.broad_phase.update_proxy(record.proxy, tight, displacement);
        const Vec2 room = world.broad_phase.room(record.proxy, tight);
        slack = min(slack, min(room.x, room.y));
    });
    world.slacks[slot].slack = slack;
}

void create_proxy(WorldState& world, uint32_t index) {
    ShapeRecord& record = world.shapes[index];
    const BodyRecord& body = world.bodies[record.slot];
    if (!body.enabled || record.proxy != kNull) { return; }
    world.slacks[record.slot].slack = 0.0f;
    record.proxy = world.broad_phase.create_proxy(body.type, shape_box(world, index), index);
    renew_seams(world, index);
}

void publish_placed(WorldState& world, uint32_t slot) {
    publish_pose(world, slot);
    keep_previous_pose(world, slot);
}

void withdraw_body(WorldState& world, uint32_t slot) {
    // It enters again awake. Without contacts and joints nothing else wakes it, and its sleep would have no end.
    if (world.is_asleep(slot)) { wake_body(world, slot); }
    destroy_contacts_of_body(world, slot);
    withdraw_joints(world, slot);
    for_each_shape(world, slot, [&](uint32_t index) {
        ShapeRecord& record = world.shapes[index];
        if (record.proxy == kNull) { return; }
        world.broad_phase.destroy_proxy(record.proxy);
        record.proxy = kNull;
    });
    world.awake_bodies.clear(slot);
    world.masses[slot] = {};
    world.forces[slot].force = {};
    world.forces[slot].torque = 0.0f;
}

void enter_body(WorldState& world, uint32_t slot) {
    BodyRecord& body = world.bodies[slot];
    for_each_shape(world, slot, [&](uint32_t index) { create_proxy(world, index); });
    if (body.type == BodyType::dynamic_body) {
        world.awake_bodies.set(slot);
        world.masses[slot] = {body.inv_mass, body.inv_inertia};
        body.sleep_timer = 0.0f;
    } else {
        wake_body(world, slot); // a kinematic body that moves
    }
    enter_joints(world, slot);
}

// --- World: life of a body
// ----------------------------------------------------------------------------------------

Result<BodyId> World::create_body(const BodyDef& def) {
    if (const Error error = check(def)) { return error; }
    WorldState& world = *state_;
    if (const Error error = check_room(world, world.body_ids, "bodies", "at most 1048576 bodies")) { return error; }
    const uint32_t slot = world.body_ids.allocate();
    grow(world, slot + 1);

    BodyRecord& body = world.bodies[slot];
    body = {};
    body.type = def.type;
    body.enabled = def.enabled;
    body.sleep_allowed = def.sleep_allowed;
    body.sleep_threshold = def.sleep_threshold;
    body.dominance = static_cast<int8_t>(def.dominance);

    BodyPose& pose = world.poses[slot];
    pose = {};
    pose.x = static_cast<double>(def.position.x);
    pose.y = static_cast<double>(def.position.y);
    pose.q = make_rot(def.angle);

    BodyMotion& motion = world.motions[slot];
    motion = {};
    motion.flags |= flags_of(def.type) | lock_flags(def.lock_x, def.lock_y, def.lock_rotation);
    motion.flags |= def.bullet ? kBullet : 0u;
    if (def.type != BodyType::static_body) {
        motion.v = {def.lock_x ? 0.0f : def.velocity.x, def.lock_y ? 0.0f : def.velocity.y};
        motion.w = def.lock_rotation ? 0.0f : def.angular_velocity;
    }

    BodyForces& forces = world.forces[slot];
    forces = {};
    forces.gravity_scale = def.gravity_scale;
    forces.linear_damping = def.linear_damping;
    forces.angular_damping = def.angular_damping;

    world.masses[slot] = {};
    world.awake_bodies.clear(slot);
    world.published_slots[slot] = world.body_id(slot).value;
    publish_placed(world, slot);
    if (def.enabled) { enter_body(world, slot); }
    update_mass(world, slot);
    if (!def.awake) { sleep_body(world, slot); }
    return world.body_id(slot);
}

Error World::destroy_body(BodyId id) {
    WorldState& world = *state_;
    const uint32_t slot = world.body_ids.find(id);
    if (slot == kNull) { return destroyed("body", id.value); }
    withdraw_body(world, slot);
    destroy_joints_of_body(world, slot);
    for_each_shape(world, slot, [&](uint32_t index) {
        world.sensors -= world.shapes[index].sensor ? 1 : 0;
        world.shape_ids.free(index);
    });
    world.body_ids.free(slot);
    world.extents_due.clear(slot);
    world.moving_sensors -= world.sweep_extents[slot].senses;
    world.sweep_extents[slot] = {};
    world.bodies[slot] = {};
    world.motions[slot] = {};
    world.published_slots[slot] = 0;
    return {};
}

Error World::set_type(BodyId id, BodyType type) {
    WorldState& world = *state_;
    const uint32_t slot = world.body_ids.find(id);
    if (slot == kNull) { return destroyed("body", id.value); }
    BodyRecord& body = world.bodies[slot];
    if (body.type == type) { return {}; }
    if (type > BodyType::dynamic_body) { return invalid("type", static_cast<double>(type), "one of its enumerators"); }
    for (uint32_t index = body.first_shape; type == BodyType::dynamic_body && index != kNull;
         index = world.shapes[index].next) {
        if (const Error error = check_mass(world.shapes[index].shape, world.shapes[index].density)) { return error; }
    }
    if (body.enabled) { withdraw_body(world, slot); }
    body.type = type;
    body.mass_override = false;
    BodyMotion& motion = world.motions[slot];
    motion.flags = (motion.flags & ~(kDynamic | kKinematic)) | flags_of(type);
    if (type == BodyType::static_body) {
        motion.v = {};
        motion.w = 0.0f;
    }
    if (body.enabled) { enter_body(world, slot); }
    update_mass(world, slot);
    return {};
}

Error World::set_enabled(BodyId id, bool enabled) {
    WorldState& world = *state_;
    const uint32_t slot = world.body_ids.find(id);
    if (slot == kNull) { return destroyed("body", id.value); }
    BodyRecord& body = world.bodies[slot];
    if (body.enabled == enabled) { return {}; }
    if (enabled) {
        body.enabled = true;
        enter_body(world, slot);
    } else {
        withdraw_body(world, slot);
        body.enabled = false;
    }
    return {};
}

Error World::set_awake(BodyId id, bool awake) {
    WorldState& world = *state_;
    const uint32_t slot = world.body_ids.find(id);
    if (slot == kNull) { return destroyed("body", id.value); }
    if (awake) {
        wake_body(world, slot);
    } else {
        sleep_body(world, slot);
    }
    return {};
}

Error World::set_sleep_allowed(BodyId id, bool allowed) {
    WorldState& world = *state_;
    const uint32_t slot = world.body_ids.find(id);
    if (slot == kNull) { return destroyed("body", id.value); }
    if (world.bodies[slot].sleep_allowed == allowed) { return {}; }
    world.bodies[slot].sleep_allowed = allowed;
    if (!allowed) { wake_body(world, slot); }
    return {};
}

Error World::set_sleep_threshold(BodyId id, const SleepThreshold& threshold) {
    WorldState& world = *state_;
    const uint32_t slot = world.body_ids.find(id);
    if (const Error error = first(check_alive(slot, id), impulse::check(threshold))) { return error; }
    world.bodies[slot].sleep_threshold = threshold;
    return {};
}

Error World::set_dominance(BodyId id, int dominance) {
    WorldState& world = *state_;
    const uint32_t slot = world.body_ids.find(id);
    if (const Error error = first(check_alive(slot, id), check_dominance(dominance))) { return error; }
    if (world.bodies[slot].dominance == dominance) { return {}; }
    world.bodies[slot].dominance = static_cast<int8_t>(dominance);
    for_each_contact(world, slot, [&world](uint32_t contact, uint32_t) { refresh_dominance(world, contact); });
    wake_touching(world, slot);
    return {};
}

Error World::set_mass(BodyId id, const MassData& mass) {
    WorldState& world = *state_;
    const uint32_t slot = world.body_ids.find(id);
    if (const Error error = first(check_alive(slot, id), impulse::check(mass))) { return error; }
    if (!world.is_dynamic(slot)) {
        return invalid("mass", static_cast<double>(mass.mass), "left alone: only that of a dynamic body can be set");
    }
    BodyRecord& body = world.bodies[slot];
    const bool same =
        body.mass == mass.mass && body.inertia == mass.inertia && world.poses[slot].local_center == mass.center;
    if (body.mass_override && same) { return {}; }
    body.mass_override = true;
    apply_mass(world, slot, mass);
    wake_body(world, slot);
    return {};
}

Result<bool> World::mass_is_set(BodyId id) const {
    const uint32_t slot = state_->body_ids.find(id);
    if (slot == kNull) { return destroyed("body", id.value); }
    return state_->bodies[slot].mass_override;
}

Error World::reset_mass(BodyId id) {
    WorldState& world = *state_;
    const uint32_t slot = world.body_ids.find(id);
    if (slot == kNull) { return destroyed("body", id.value); }
    if (!world.bodies[slot].mass_override) { return {}; }
    world.bodies[slot].mass_override = false;
    update_mass(world, slot);
    wake_body(world, slot);
    return {};
}

Error World::set_lock(BodyId id, bool x, bool y, bool rotation) {
    WorldState& world = *state_;
    const uint32_t slot = world.body_ids.find(id);
    if (slot == kNull) { return destroyed("body", id.value); }
    BodyMotion& motion = world.motions[slot];
    const uint32_t flags = (motion.flags & ~(kLockLinear | kLockRotation)) | lock_flags(x, y, rotation);
    if (flags == motion.flags) { return {}; }
    motion.flags = flags;
    if (x) { motion.v.x = 0.0f; }
    if (y) { motion.v.y = 0.0f; }
    if (rotation) { motion.w = 0.0f; }
    update_mass(world, slot);
    wake_body(world, slot);
    return {};
}

Error World::set_bullet(BodyId id, bool bullet) {
    WorldState& world = *state_;
    const uint32_t slot = world.body_ids.find(id);
    if (slot == kNull) { return destroyed("body", id.value); }
    uint32_t& flags = world.motions[slot].flags;
    flags = bullet ? flags | kBullet : flags & ~kBullet;
    return {};
}

} // namespace impulse
