#include "world/joints.h"

#include <algorithm>
#include <iterator>

#include "dynamics/joints/joint_model.h"
#include "world/contacts.h"
#include "world/sleep.h"

namespace impulse {
namespace {

bool in_world(const WorldState& world, const Joint& joint) {
    return world.bodies[joint.slotB].enabled && (!joint.acts_on_a() || world.bodies[joint.slotA].enabled);
}

bool is_pair(const Joint& joint) {
    return joint.acts_on_a() && (joint.def.type == JointType::filter || !joint.def.collide_connected);
}

void attach_edge(WorldState& world, uint32_t joint, uint32_t side, uint32_t slot) {
    // By joint index, so that nothing depends on earlier creation and removal of joints.
    uint32_t prev = kNull;
    for_each_joint(world, slot, [&](uint32_t other, uint32_t of) { prev = other < joint ? other << 1 | of : prev; });
    link_edge(world.joint_links, world.bodies[slot].first_joint, prev, joint << 1 | side);
}

} // namespace

void wake_both(WorldState& world, const Joint& joint) {
    if (joint.slotA != kNull) { wake_body(world, joint.slotA); }
    wake_body(world, joint.slotB);
}

void attach_joint(WorldState& world, uint32_t index) {
    const Joint& joint = world.joints[index];
    if (joint.slotA != kNull) { attach_edge(world, index, 0, joint.slotA); }
    attach_edge(world, index, 1, joint.slotB);
}

void start_angles(const WorldState& world, Joint& joint) {
    const BodyPose* a = joint.slotA == kNull ? nullptr : &world.poses[joint.slotA];
    sync_angles(joint, a, world.poses[joint.slotB]);
}

void start_phase(const WorldState& world, Joint& joint) {
    if (joint.def.type != JointType::gear) { return; }
    joint.phase = gear_coordinate(joint, world.poses[joint.slotA], world.poses[joint.slotB]);
}

void refresh_springs(WorldState& world, uint32_t index) {
    Joint& joint = world.joints[index];
    const auto mass_of = [&](uint32_t slot) {
        const BodyRecord& body = world.bodies[slot];
        return world.is_dynamic(slot) ? BodyMass{body.inv_mass, body.inv_inertia} : BodyMass{};
    };
    JointBodies bodies{.b = &world.poses[joint.slotB], .massB = mass_of(joint.slotB)};
    if (joint.acts_on_a()) {
        bodies.a = &world.poses[joint.slotA];
        bodies.massA = mass_of(joint.slotA);
    }
    measure_spring_masses(joint, bodies);
}

void refresh_pairs(WorldState& world, const Joint& joint) {
    if (joint.slotA == kNull) { return; }
    const bool apart = kept_apart(world, joint.slotA, joint.slotB);
    for_each_contact(world, joint.slotB, [&](uint32_t contact, uint32_t side) {
        if (world.contacts[contact].slot(1 - side) != joint.slotA) { return; }
        if (apart) {
            destroy_contact(world, contact);
        } else {
            refresh_dominance(world, contact);
        }
    });
    if (apart) { return; }
    for (const uint32_t slot : {joint.slotA, joint.slotB}) {
        for_each_shape(world, slot, [&](uint32_t shape) {
            if (world.shapes[shape].proxy != kNull) { world.broad_phase.touch_proxy(world.shapes[shape].proxy); }
        });
    }
}

namespace {

Event event_of(const WorldState& world, uint32_t index, EventType type) {
    const Joint& joint = world.joints[index];
    Event event{};
    event.type = type;
    event.joint = world.joint_id(index);
    event.body_a = joint.def.body_a;
    event.body_b = joint.def.body_b;
    return event;
}

} // namespace

void remove_joint(WorldState& world, uint32_t index) {
    const Joint joint = world.joints[index];
    world.active_joints.clear(index);
    if (joint.slotA != kNull) { unlink_edge(world.joint_links, world.bodies[joint.slotA].first_joint, index << 1); }
    unlink_edge(world.joint_links, world.bodies[joint.slotB].first_joint, index << 1 | 1u);
    if (joint.breakable) { --world.breakable_joints; }
    world.joint_ids.free(index);
    refresh_pairs(world, joint);
}

namespace {

/// Whether `matches` holds for a joint between the two. It is in both lists or in none: in turn, so that the shorter
/// one decides.
template <class Matches>
bool any_between(const WorldState& world, uint32_t slotA, uint32_t slotB, Matches&& matches) {
    uint32_t edges[] = {world.bodies[slotA].first_joint, world.bodies[slotB].first_joint};
    while (edges[0] != kNull && edges[1] != kNull) {
        for (uint32_t& edge : edges) {
            const uint32_t other = other_slot(world, edge >> 1, edge & 1u);
            if ((other == slotA || other == slotB) && matches(world.joints[edge >> 1])) { return true; }
            edge = world.joint_links[edge >> 1].body_next[edge & 1u];
        }
    }
    return false;
}

} // namespace

bool joined(const WorldState& world, uint32_t slotA, uint32_t slotB) {
    return any_between(world, slotA, slotB, [](const Joint& joint) { return joint.acts_on_a(); });
}

bool kept_apart(const WorldState& world, uint32_t slotA, uint32_t slotB) {
    return any_between(world, slotA, slotB, is_pair);
}

void refresh_activity_of_joint(WorldState& world, uint32_t index) {
    const Joint& joint = world.joints[index];
    // Not by mass: a body that has just become dynamic gets its mass later.
    const auto moves = [&](uint32_t slot) { return world.is_dynamic(slot) && world.is_awake(slot); };
    const bool acts = (joint.acts_on_a() && moves(joint.slotA)) || moves(joint.slotB);
    world.active_joints.assign(index, acts && joint.form != 0 && in_world(world, joint));
}

void withdraw_joints(WorldState& world, uint32_t slot) {
    for_each_joint(world, slot, [&](uint32_t joint, uint32_t side) {
        const uint32_t other = other_slot(world, joint, side);
        if (other != kNull) { wake_body(world, other); }
        world.joints[joint].arrive();
        world.active_joints.clear(joint);
    });
}

void enter_joints(WorldState& world, uint32_t slot) {
    for_each_joint(world, slot, [&](uint32_t joint, uint32_t) {
        wake_both(world, world.joints[joint]);
        refresh_activity_of_joint(world, joint);
    });
}

void mend_joints(WorldState& world, uint32_t slot) {
    for_each_joint(world, slot, [&](uint32_t index, uint32_t) {
        Joint& joint = world.joints[index];
        std::fill(std::begin(joint.load), std::end(joint.load), 0.0f);
        clear_reaction(joint);
        if (is_finite(static_cast<float>(joint.angle + joint.angle_b))) { return; }
        joint.angle = joint.synced;
        joint.angle_b = 0.0;
        if (joint.def.type == JointType::gear) { start_angles(world, joint); }
        start_phase(world, joint);
    });
}

void wake_joined(WorldState& world, uint32_t slot) {
    for_each_joint(world, slot, [&](uint32_t joint, uint32_t side) {
        const uint32_t other = other_slot(world, joint, side);
        if (other != kNull && world.is_dynamic(other)) { wake_body(world, other); }
    });
}

void destroy_joints_of_body(WorldState& world, uint32_t slot) {
    for_each_joint(world, slot, [&](uint32_t joint, uint32_t) {
        world.events.push_back(event_of(world, joint, EventType::joint_destroyed));
        remove_joint(world, joint);
    });
}

void break_joints(WorldState& world) {
    if (world.breakable_joints == 0) { return; }
    world.joint_ids.for_each([&](uint32_t index) {
        if (!world.joints[index].broken) { return; }
        Event event = event_of(world, index, EventType::joint_break);
        event.force = length(world.joints[index].force);
        event.torque = abs(world.joints[index].torque);
        world.events.push_back(event);
        wake_both(world, world.joints[index]);
        remove_joint(world, index);
    });
}

} // namespace impulse
