#include "world/sleep.h"

#include "dynamics/joints/joint_model.h"

#include "core/assert.h"
#include "world/contacts.h"
#include "world/islands.h"
#include "world/joints.h"

namespace impulse {
namespace {

void push_event(WorldState& world, EventType type, uint32_t slot) {
    Event event{};
    event.type = type;
    event.body_a = world.body_id(slot);
    world.events.push_back(event);
}

/// `each(contact)` for those of a body; one within an island is told by one side only.
template <class Each>
void for_each_told(const WorldState& world, uint32_t slot, Each&& each) {
    for (uint32_t edge = world.bodies[slot].first_edge; edge != kNull;
         edge = world.links[edge >> 1].body_next[edge & 1u]) {
        const bool told_by_other = (world.contacts[edge >> 1].flags & kLinked) != 0 && (edge & 1u) == 1;
        if (!told_by_other) { each(edge >> 1); }
    }
}

/// Tells the contacts and joints of the bodies from `first` on, which follow each other as those of an island do, that they fell
/// asleep or woke. In key order: a contact's colour depends on those that joined the graph before it, and the list of a body is
/// in the order in which boxes came near, which is no matter of motion (FX2).
void refresh_contacts(WorldState& world, uint32_t first) {
    const Arena::Mark mark = world.arena.mark();
    size_t count = 0;
    for (uint32_t slot = first; slot != kNull; slot = world.bodies[slot].island_next) {
        for_each_told(world, slot, [&](uint32_t) { ++count; });
    }
    const std::span<KeyedContact> told = world.arena.allocate<KeyedContact>(count);
    count = 0;
    for (uint32_t slot = first; slot != kNull; slot = world.bodies[slot].island_next) {
        for_each_told(world, slot, [&](uint32_t contact) { told[count++] = keyed(world.contacts[contact], contact); });
    }
    sort_by_key(world.arena, told);
    for (const KeyedContact& contact : told) { refresh_activity(world, contact.index); }
    world.arena.release(mark);
    for (uint32_t slot = first; slot != kNull; slot = world.bodies[slot].island_next) {
        for_each_joint(world, slot, [&](uint32_t joint, uint32_t side) {
            const bool told_by_other = world.joint_links[joint].linked && side == 1;
            if (!told_by_other) { refresh_activity_of_joint(world, joint); }
        });
    }
}

void set_awake(WorldState& world, uint32_t slot) {
    BodyRecord& body = world.bodies[slot];
    world.awake_bodies.set(slot);
    world.masses[slot] = {body.inv_mass, body.inv_inertia};
    body.sleep_timer = 0.0f;
}

bool rests(const WorldState& world, uint32_t slot) {
    const BodyMotion& motion = world.motions[slot];
    const float limit = world.tuning.sleep_linear;
    return length_squared(motion.v) <= limit * limit && abs(motion.w) <= world.tuning.sleep_angular;
}

/// How far below the speeds of sleep, as a share of them, a body on this joint has to be to rest: what a motor or a spring still
/// moves does not. `least` is what is left of motion where forces are in balance.
float share_of_rest(const Joint& joint, const Tuning& tuning, float least) {
    if (!is_driven(joint)) { return 1.0f; }
    const JointDef& def = joint.def;
    float share = 1.0f;
    const JointModel model = model_of(joint);
    for (int i = 0; i < model.count; ++i) {
        const JointConstraint& c = model.constraints[i];
        if (c.kind == ConstraintKind::motor && c.speed != 0.0) {
            share = min(share, min(least, 0.5f * abs(static_cast<float>(c.speed)) / tuning.sleep_linear));
        }
        if (c.kind != ConstraintKind::spring) { continue; }
        const float w = static_cast<float>(c.frequency);
        const float damping = static_cast<float>(c.damping / (2.0 * c.stiffness) * c.frequency);
        const float u = tuning.linear_slop * w * min(1.0f, 0.25f * w) / max(1.0f, 2.0f * damping);
        share = min(share, max(least, u / tuning.sleep_linear));
        if (abs(joint.load[i]) >= 0.999f * static_cast<float>(c.cap)) { share = min(share, least); }
    }
    (void)def;
    return share;
}

/// What motors and springs still move is restless, however slow it is.
void keep_driven_awake(const Step& step, bool by_way) {
    WorldState& world = step.world;
    const Tuning& tuning = world.tuning;
    // Measured of what motors press against limits, walls and piles: up to 1e-5 in velocity, 2e-4 in way where that tells.
    const float least = by_way ? 0.01f : 0.001f;
    world.active_joints.for_each([&](uint32_t index) {
        const Joint& joint = world.joints[index];
        const float share = share_of_rest(joint, tuning, least);
        if (share >= 1.0f) { return; }
        for (const uint32_t slot : {joint.slotA, joint.slotB}) {
            if (slot == kNull) { continue; }
            float v = length(world.motions[slot].v);
            float w = world.motions[slot].w;
            if (by_way) {
                const float* const now = &world.published[4 * slot];
                const float* const before = &world.published_previous[4 * slot];
                v = world.bodies[slot].displacement_speed;
                w = (before[2] * now[3] - before[3] * now[2]) / step.dt;
            }
            if (v > share * tuning.sleep_linear || abs(w) > share * tuning.sleep_angular) {
                world.bodies[slot].sleep_timer = 0.0f;
            }
        }
    });
}

/// A belt that rubs on a body of the island may start to move it at any time, and at rest between belt and stopper it is rubbed too:
/// whatever touches a running belt stays awake, however slow the belt is.
bool is_on_belt(const WorldState& world, const Island& island) {
    for (uint32_t slot = island.first_body; slot != kNull; slot = world.bodies[slot].island_next) {
        for (uint32_t edge = world.bodies[slot].first_edge; edge != kNull;
             edge = world.links[edge >> 1].body_next[edge & 1u]) {
            const Contact& contact = world.contacts[edge >> 1];
            const bool touches = (contact.flags & (kTouching | kSensor)) == kTouching;
            if (touches && contact.tangent_speed != 0.0f && contact.friction > 0.0f) { return true; }
        }
    }
    return false;
}

/// Wakes the sleepers that bear a part of the island, by however little: what lay down on them has moved their balance. Where there
/// are any, the island stays awake until it is one with them. Returns whether there were.
bool wake_bearers(WorldState& world, uint32_t index) {
    bool any = false;
    for (uint32_t slot = world.islands[index].first_body; slot != kNull; slot = world.bodies[slot].island_next) {
        for (uint32_t edge = world.bodies[slot].first_edge; edge != kNull;
             edge = world.links[edge >> 1].body_next[edge & 1u]) {
            const Contact& contact = world.contacts[edge >> 1];
            const uint32_t other = (edge & 1u) == 0 ? contact.slotB : contact.slotA;
            const bool bears =
                (contact.flags & (kTouching | kSensor)) == kTouching && world.is_dynamic(other) &&
                !world.is_awake(other) &&
                max(contact.manifold.points[0].normal_impulse, contact.manifold.points[1].normal_impulse) > 0.0f;
            if (!bears) { continue; }
            wake_body(world, other);
            any = true;
        }
    }
    return any;
}

void sleep_island(WorldState& world, uint32_t index) {
    const Island island = world.islands[index];
    for (uint32_t slot = island.first_body; slot != kNull; slot = world.bodies[slot].island_next) {
        world.awake_bodies.clear(slot);
        world.masses[slot] = {};
        world.motions[slot].v = {};
        world.motions[slot].w = 0.0f;
        world.just_slept.push_back(slot);
        push_event(world, EventType::sleep, slot);
    }
    refresh_contacts(world, island.first_body);
}

} // namespace

bool moves_enough_to_wake(const WorldState& world, uint32_t slot) {
    const BodyRecord& body = world.bodies[slot];
    if (body.type == BodyType::static_body || !world.is_awake(slot)) { return false; }
    const BodyMotion& motion = world.motions[slot];
    if (body.type == BodyType::kinematic_body) { return !(motion.v == Vec2{}) || motion.w != 0.0f; }
    return !rests(world, slot);
}

bool presses_enough_to_wake(const WorldState& world, const Contact& contact, uint32_t side) {
    const BodyRecord& body = world.bodies[side == 0 ? contact.slotA : contact.slotB];
    const Manifold& manifold = contact.manifold;
    float speed = 0.0f;
    for (size_t i = 0; i < static_cast<size_t>(manifold.count); ++i) {
        const ManifoldPoint& point = manifold.points[i];
        const float arm = cross(side == 0 ? point.rA : point.rB, manifold.normal);
        speed += world.last_dt * point.normal_impulse * (body.inv_mass + body.inv_inertia * arm * arm);
    }
    return speed > world.tuning.sleep_linear;
}

void wake_body(WorldState& world, uint32_t slot) {
    const BodyRecord& body = world.bodies[slot];
    if (!body.enabled || body.type == BodyType::static_body) { return; }
    if (body.type == BodyType::kinematic_body) {
        const BodyMotion& motion = world.motions[slot];
        const bool was = world.is_awake(slot);
        const bool moves = !(motion.v == Vec2{} && motion.w == 0.0f);
        if (moves) {
            world.awake_bodies.set(slot);
            wake_joined(world, slot);
        } else {
            world.awake_bodies.clear(slot);
        }
        if (moves != was) { refresh_contacts(world, slot); } // a drum is told of every body that falls on it
        return;
    }
    if (world.is_awake(slot)) {
        // The whole island starts resting anew, or it would fall asleep under the hand that moves it.
        world.bodies[slot].sleep_timer = 0.0f;
        return;
    }
    const Island& island = world.islands[world.island_of[slot]];
    for (uint32_t member = island.first_body; member != kNull; member = world.bodies[member].island_next) {
        set_awake(world, member);
        push_event(world, EventType::wake, member);
    }
    refresh_contacts(world, island.first_body);
}

void wake_touching(WorldState& world, uint32_t slot) {
    wake_body(world, slot);
    for (uint32_t edge = world.bodies[slot].first_edge; edge != kNull;
         edge = world.links[edge >> 1].body_next[edge & 1u]) {
        const Contact& contact = world.contacts[edge >> 1];
        if ((contact.flags & kTouching) == 0) { continue; }
        wake_body(world, (edge & 1u) == 0 ? contact.slotB : contact.slotA);
    }
    wake_joined(world, slot);
}

void sleep_body(WorldState& world, uint32_t slot) {
    if (!world.is_dynamic(slot) || !world.is_awake(slot)) { return; }
    if (world.islands[world.island_of[slot]].removed > 0) {
        split_island(world, world.island_of[slot]);
        world.islands[world.island_of[slot]].removed = 0;
    }
    sleep_island(world, world.island_of[slot]);
}

void update_sleep(Step& step) {
    WorldState& world = step.world;
    if (!world.tuning.sleep) {
        step.report.islands = world.island_ids.count();
        return;
    }
    const Tuning& tuning = world.tuning;
    const bool by_way = tuning.solver == SolverType::substepped_position;

    for (const uint32_t slot : step.awake) {
        BodyRecord& body = world.bodies[slot];
        if (body.type != BodyType::dynamic_body) { continue; }
        const bool still = body.displacement_speed <= tuning.sleep_linear;
        // Passes that start from zero leave what is stacked some speed that position fixes take back: there the way alone tells.
        const bool slow = by_way ? abs(world.motions[slot].w) <= tuning.sleep_angular : rests(world, slot);
        const bool quiet = body.sleep_allowed && still && slow;
        body.sleep_timer = quiet ? body.sleep_timer + step.dt : 0.0f;
        world.islands[world.island_of[slot]].rest = 3.0e38f;
    }
    // What a moving kinematic body carries must not sleep, however slowly it moves.
    for (const uint32_t slot : step.awake) {
        if (world.bodies[slot].type != BodyType::kinematic_body) { continue; }
        for (uint32_t edge = world.bodies[slot].first_edge; edge != kNull;
             edge = world.links[edge >> 1].body_next[edge & 1u]) {
            const Contact& contact = world.contacts[edge >> 1];
            if ((contact.flags & (kTouching | kSensor)) != kTouching) { continue; }
            world.bodies[(edge & 1u) == 0 ? contact.slotB : contact.slotA].sleep_timer = 0.0f;
        }
        for_each_joint(world, slot, [&](uint32_t joint, uint32_t side) {
            const uint32_t other = other_slot(world, joint, side);
            if (other != kNull && world.active_joints.test(joint)) { world.bodies[other].sleep_timer = 0.0f; }
        });
    }
    keep_driven_awake(step, by_way);
    for (const uint32_t slot : step.awake) {
        const BodyRecord& body = world.bodies[slot];
        if (body.type == BodyType::dynamic_body) {
            Island& island = world.islands[world.island_of[slot]];
            island.rest = min(island.rest, body.sleep_timer);
        }
    }

    const std::span<uint32_t> to_split = world.arena.allocate<uint32_t>(step.awake.size());
    size_t split_count = 0;
    for (const uint32_t slot : step.awake) {
        const uint32_t index = world.island_of[slot];
        if (index == kNull || world.islands[index].first_body != slot) { continue; } // once an island
        ++step.report.islands;
        if (world.islands[index].removed > 0) {
            // One restless body must not keep a pile awake that it has long left.
            float sleepiest = 0.0f;
            for (uint32_t member = slot; member != kNull; member = world.bodies[member].island_next) {
                sleepiest = max(sleepiest, world.bodies[member].sleep_timer);
            }
            if (sleepiest >= tuning.sleep_time) { to_split[split_count++] = index; }
            continue;
        }
        if (world.islands[index].rest >= tuning.sleep_time && !is_on_belt(world, world.islands[index]) &&
            !wake_bearers(world, index)) {
            sleep_island(world, index);
        }
    }
    // All of them: if islands took turns, when one sleeps would depend on what is elsewhere (X14).
    for (const uint32_t index : to_split.first(split_count)) { split_island(world, index); }
}

} // namespace impulse
