// World: quantities that physics conserves, and the hash of the state.

#include <cstddef>
#include <cstring>

#include "core/state_hash.h"
#include "world/state.h"

namespace impulse {

Energy World::energy() const {
    const WorldState& world = *state_;
    double kinetic = 0.0;
    double potential = 0.0;
    for (uint32_t slot = 0; slot < world.body_ids.capacity(); ++slot) {
        if (!world.body_ids.in_use(slot) || !world.is_dynamic(slot)) { continue; }
        const BodyMotion& motion = world.motions[slot];
        const BodyRecord& body = world.bodies[slot];
        const double v2 = static_cast<double>(length_squared(motion.v));
        const double w2 = static_cast<double>(motion.w) * static_cast<double>(motion.w);
        kinetic += 0.5 * static_cast<double>(body.mass) * v2 + 0.5 * static_cast<double>(body.inertia) * w2;
        const double height = static_cast<double>(world.gravity.x) * world.poses[slot].x +
                              static_cast<double>(world.gravity.y) * world.poses[slot].y;
        potential -= static_cast<double>(body.mass * world.forces[slot].gravity_scale) * height;
    }
    return {static_cast<float>(kinetic), static_cast<float>(potential)};
}

Momentum World::momentum() const {
    const WorldState& world = *state_;
    double x = 0.0;
    double y = 0.0;
    double angular = 0.0;
    for (uint32_t slot = 0; slot < world.body_ids.capacity(); ++slot) {
        if (!world.body_ids.in_use(slot) || !world.is_dynamic(slot)) { continue; }
        const BodyMotion& motion = world.motions[slot];
        const BodyRecord& body = world.bodies[slot];
        const double px = static_cast<double>(body.mass) * static_cast<double>(motion.v.x);
        const double py = static_cast<double>(body.mass) * static_cast<double>(motion.v.y);
        x += px;
        y += py;
        angular += world.poses[slot].x * py - world.poses[slot].y * px +
                   static_cast<double>(body.inertia) * static_cast<double>(motion.w);
    }
    return {{static_cast<float>(x), static_cast<float>(y)}, static_cast<float>(angular)};
}

float World::max_penetration() const {
    const WorldState& world = *state_;
    float deepest = 0.0f;
    for (uint32_t index = 0; index < world.contact_ids.capacity(); ++index) {
        const Contact& contact = world.contacts[index];
        const bool solid = (contact.flags & (kTouching | kSensor)) == kTouching;
        if (!solid || !world.contact_ids.in_use(index)) { continue; }
        for (int i = 0; i < contact.manifold.count; ++i) {
            deepest = max(deepest, -contact.manifold.points[i].separation);
        }
    }
    return deepest;
}

uint64_t World::hash() const {
    const WorldState& world = *state_;
    StateHash hash;
    hash.add(world.gravity.x);
    hash.add(world.gravity.y);
    for (uint32_t slot = 0; slot < world.body_ids.capacity(); ++slot) {
        if (!world.body_ids.in_use(slot)) { continue; }
        const BodyPose& pose = world.poses[slot];
        const BodyMotion& motion = world.motions[slot];
        const BodyRecord& body = world.bodies[slot];
        hash.add(world.body_id(slot).value);
        hash.add(pose.x);
        hash.add(pose.y);
        hash.add(pose.q.c);
        hash.add(pose.q.s);
        hash.add(motion.v.x);
        hash.add(motion.v.y);
        hash.add(motion.w);
        hash.add(motion.flags);
        hash.add(body.inv_mass);
        hash.add(body.inv_inertia);
        hash.add(body.sleep_timer);
        for (const float value :
             {body.sleep_threshold.linear, body.sleep_threshold.angular, body.sleep_threshold.seconds}) {
            hash.add(value);
        }
        if (body.dominance != 0) { hash.add(static_cast<uint32_t>(body.dominance)); }
        hash.add(static_cast<uint32_t>(world.is_awake(slot) ? 1 : 0));
        const BodyForces& forces = world.forces[slot];
        for (const float value : {forces.force.x, forces.force.y, forces.torque, forces.gravity_scale,
                                  forces.linear_damping, forces.angular_damping}) {
            hash.add(value);
        }
    }
    for (uint32_t index = 0; index < world.shape_ids.capacity(); ++index) {
        const ShapeRecord& shape = world.shapes[index];
        if (!world.shape_ids.in_use(index) || (shape.one_way == Vec2{} && !shape.pre_solve)) { continue; }
        hash.add(index);
        hash.add(shape.one_way.x);
        hash.add(shape.one_way.y);
        hash.add(static_cast<uint32_t>(shape.pre_solve ? 1 : 0));
    }
    for (uint32_t index = 0; index < world.contact_ids.capacity(); ++index) {
        if (!world.contact_ids.in_use(index)) { continue; }
        const Contact& contact = world.contacts[index];
        hash.add(contact.shapeA);
        hash.add(contact.shapeB);
        hash.add(contact.flags & ~static_cast<uint32_t>(kHitDue | kSeams)); // event and speed flags only
        hash.add(contact.age);
        hash.add(contact.friction);
        hash.add(contact.restitution);
        for (int i = 0; i < contact.manifold.count; ++i) {
            const ManifoldPoint& point = contact.manifold.points[i];
            hash.add(point.feature);
            hash.add(point.normal_impulse);
            hash.add(point.tangent_impulse);
        }
    }
    for (uint32_t index = 0; index < world.joint_ids.capacity(); ++index) {
        if (!world.joint_ids.in_use(index)) { continue; }
        const Joint& joint = world.joints[index];
        const JointDef& def = joint.def;
        for (const uint32_t word : {static_cast<uint32_t>(def.type), def.body_a.value, def.body_b.value,
                                    static_cast<uint32_t>(def.collide_connected)}) {
            hash.add(word);
        }
        // The numbers of a definition are contiguous.
        for (size_t at = offsetof(JointDef, break_force); at < sizeof(JointDef); at += sizeof(uint32_t)) {
            uint32_t word;
            std::memcpy(&word, reinterpret_cast<const char*>(&def) + at, sizeof word);
            hash.add(word);
        }
        for (const float load : joint.load) { hash.add(load); }
        for (const float mass : joint.spring_mass) { hash.add(mass); }
        hash.add(joint.angle);
        hash.add(joint.angle_b);
        hash.add(joint.phase);
    }
    return hash.value();
}

} // namespace impulse
