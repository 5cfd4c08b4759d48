// World: quantities that physics conserves, and the hash of the state.

#include <array>
#include <bit>
#include <cstddef>
#include <cstring>

#include "core/state_hash.h"
#include "world/bodies.h"

namespace impulse {
namespace {

/// A disabled body keeps its velocity, but does not move.
bool may_move(const WorldState& world, uint32_t slot) { return world.is_dynamic(slot) && world.bodies[slot].enabled; }

} // namespace

double potential_energy(const WorldState& world) {
    double sum = 0.0;
    world.body_ids.for_each([&](uint32_t slot) {
        if (!may_move(world, slot)) { return; }
        const double height = static_cast<double>(world.gravity.x) * world.poses[slot].x +
                              static_cast<double>(world.gravity.y) * world.poses[slot].y;
        sum -= static_cast<double>(world.bodies[slot].mass * world.forces[slot].gravity_scale) * height;
    });
    return sum;
}

Energy World::energy() const {
    const WorldState& world = *state_;
    double kinetic = 0.0;
    world.body_ids.for_each([&](uint32_t slot) {
        if (!may_move(world, slot)) { return; }
        const BodyMotion& motion = world.motions[slot];
        const BodyRecord& body = world.bodies[slot];
        const double v2 = static_cast<double>(length_squared(motion.v));
        const double w2 = static_cast<double>(motion.w) * static_cast<double>(motion.w);
        kinetic += 0.5 * static_cast<double>(body.mass) * v2 + 0.5 * static_cast<double>(body.inertia) * w2;
    });
    return {static_cast<float>(kinetic), static_cast<float>(potential_energy(world))};
}

Momentum World::momentum() const {
    const WorldState& world = *state_;
    double x = 0.0;
    double y = 0.0;
    double angular = 0.0;
    world.body_ids.for_each([&](uint32_t slot) {
        if (!may_move(world, slot)) { return; }
        const BodyMotion& motion = world.motions[slot];
        const BodyRecord& body = world.bodies[slot];
        const double px = static_cast<double>(body.mass) * static_cast<double>(motion.v.x);
        const double py = static_cast<double>(body.mass) * static_cast<double>(motion.v.y);
        x += px;
        y += py;
        angular += world.poses[slot].x * py - world.poses[slot].y * px +
                   static_cast<double>(body.inertia) * static_cast<double>(motion.w);
    });
    return {{static_cast<float>(x), static_cast<float>(y)}, static_cast<float>(angular)};
}

float World::max_penetration() const {
    const WorldState& world = *state_;
    float most = 0.0f;
    world.contact_ids.for_each([&](uint32_t index) {
        const Contact& contact = world.contacts[index];
        if ((contact.flags & (kTouching | kSensor)) != kTouching) { return; }
        most = max(most, -deepest(contact.manifold).separation);
    });
    return most;
}

namespace {

void add_body(StateHash& hash, const WorldState& world, uint32_t slot) {
    const BodyPose& pose = world.poses[slot];
    const BodyMotion& motion = world.motions[slot];
    const BodyRecord& body = world.bodies[slot];
    hash.add(world.body_id(slot).value, pose.x, pose.y, pose.q.c, pose.q.s);
    hash.add(motion.v.x, motion.v.y, motion.w, motion.flags, body.inv_mass, body.inv_inertia, body.sleep_timer);
    hash.add(body.sleep_threshold.linear, body.sleep_threshold.angular, body.sleep_threshold.seconds);
    if (body.dominance != 0) { hash.add(static_cast<uint32_t>(body.dominance)); }
    hash.add(static_cast<uint32_t>(world.is_awake(slot) ? 1 : 0));
    const BodyForces& forces = world.forces[slot];
    hash.add(forces.force.x, forces.force.y, forces.torque, forces.gravity_scale, forces.linear_damping,
             forces.angular_damping);
}

void add_shape(StateHash& hash, const ShapeRecord& shape, uint32_t index) {
    if (shape.one_way == Vec2{} && !shape.pre_solve) { return; }
    hash.add(index, shape.one_way.x, shape.one_way.y, static_cast<uint32_t>(shape.pre_solve ? 1 : 0));
}

void add_contact(StateHash& hash, const Contact& contact) {
    const uint32_t flags = contact.flags & ~(kHitDue | kSeams); // those are of events and speed
    hash.add(contact.shapeA, contact.shapeB, flags, contact.age, contact.friction, contact.restitution);
    for (int i = 0; i < contact.manifold.count; ++i) {
        const ManifoldPoint& point = contact.manifold.points[i];
        hash.add(point.feature, point.normal_impulse, point.tangent_impulse);
    }
}

void add_joint(StateHash& hash, const Joint& joint) {
    const JointDef& def = joint.def;
    hash.add(static_cast<uint32_t>(def.type), def.body_a.value, def.body_b.value,
             static_cast<uint32_t>(def.collide_connected));
    // The numbers of a definition are contiguous.
    for (size_t at = offsetof(JointDef, break_force); at < sizeof(JointDef); at += sizeof(uint32_t)) {
        uint32_t word;
        std::memcpy(&word, reinterpret_cast<const char*>(&def) + at, sizeof word);
        hash.add(word);
    }
    for (const float load : joint.load) { hash.add(load); }
    for (const float mass : joint.spring_mass) { hash.add(mass); }
    hash.add(joint.angle, joint.angle_b, joint.phase);
}

} // namespace

uint64_t World::hash() const {
    const WorldState& world = *state_;
    StateHash hash;
    hash.add(world.gravity.x, world.gravity.y);
    world.body_ids.for_each([&](uint32_t slot) { add_body(hash, world, slot); });
    world.shape_ids.for_each([&](uint32_t index) { add_shape(hash, world.shapes[index], index); });
    world.contact_ids.for_each([&](uint32_t index) {
        add_contact(hash, world.contacts[index]);
        hash.add(world.loads[index]);
    });
    for (const ContactForces& forces : world.expected) {
        for (const uint32_t word : std::bit_cast<std::array<uint32_t, sizeof forces / 4>>(forces)) { hash.add(word); }
    }
    if (world.steps_differ) { hash.add(world.last_h); }
    world.joint_ids.for_each([&](uint32_t index) { add_joint(hash, world.joints[index]); });
    return hash.value();
}

} // namespace impulse
