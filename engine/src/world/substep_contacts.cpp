#include "world/substep_contacts.h"

#include <algorithm>

#include "core/sort.h"
#include "geometry/aabb.h"
#include "world/contacts.h"
#include "world/islands.h"

namespace impulse {
namespace {

BodyPose displaced(const WorldState& world, uint32_t slot) {
    BodyPose pose = world.poses[slot];
    const BodyMotion& motion = world.motions[slot];
    pose.x += static_cast<double>(motion.dp.x);
    pose.y += static_cast<double>(motion.dp.y);
    pose.q = normalize(motion.dq * pose.q);
    return pose;
}

/// Can it push in this step? What sleeps is a wall, and only to what leans on it.
bool may_push(const WorldState& world, uint32_t index) {
    if (world.active_contacts.test(index)) { return true; }
    const Contact& contact = world.contacts[index];
    if ((contact.flags & kSensor) != 0) { return false; }
    for (const uint32_t slot : {contact.slotA, contact.slotB}) {
        if (world.is_dynamic(slot) && !world.is_awake(slot)) { return false; }
    }
    return world.masses[contact.slotA].inv_mass > 0.0f || world.masses[contact.slotB].inv_mass > 0.0f;
}

bool overlapping(const Manifold& manifold) {
    for (int i = 0; i < manifold.count; ++i) {
        if (manifold.points[i].separation < 0.0f) { return true; }
    }
    return false;
}

} // namespace

void sweep_boxes(Step& step) {
    WorldState& world = step.world;
    const Arena::Mark mark = world.arena.mark();
    const std::span<uint32_t> awake = world.arena.allocate<uint32_t>(world.awake_bodies.count());
    world.awake_bodies.write(awake);
    for (const uint32_t slot : awake) {
        const BodyMotion& motion = world.motions[slot];
        const BodyForces& forces = world.forces[slot];
        BodySlack& room = world.slacks[slot];
        const bool falls = (motion.flags & kDynamic) != 0;
        const Vec2 a = falls ? forces.gravity_scale * world.gravity + world.masses[slot].inv_mass * forces.force : Vec2{};
        const Vec2 way = step.dt * (motion.v + step.dt * a);
        const float turned = room.extent * min(step.dt * abs(motion.w), 2.0f); // a point moves at most twice its distance
        if (length(way) + turned <= room.slack) { continue; }
        const Transform pose = world_pose(world.poses[slot]);
        float slack = 3.0e38f;
        for (uint32_t index = world.bodies[slot].first_shape; index != kNull; index = world.shapes[index].next) {
            const ShapeRecord& record = world.shapes[index];
            if (record.proxy == kNull) { continue; }
            const Aabb tight = shape_aabb(record.shape, pose);
            const Vec2 reach{turned, turned};
            world.broad_phase.update_proxy(
                record.proxy, {tight.lower + min(way, Vec2{}) - reach, tight.upper + max(way, Vec2{}) + reach}, {});
            const Aabb& fat = world.broad_phase.fat_aabb(record.proxy);
            const Vec2 left = min(tight.lower - fat.lower, fat.upper - tight.upper);
            slack = min(slack, min(left.x, left.y));
        }
        room.slack = slack;
    }
    world.arena.release(mark);
}

SubstepContacts begin_substep_contacts(Step& step) {
    WorldState& world = step.world;
    struct Keyed {
        uint64_t key;
        uint32_t contact;
    };
    size_t count = 0;
    world.awake_contacts.for_each([&](uint32_t index) { count += may_push(world, index) ? 1u : 0u; });
    SubstepContacts contacts{world, collide_settings(world.tuning)};
    contacts.hits = world.arena.allocate<Event>(count);
    contacts.met = world.arena.allocate<uint32_t>(count);
    const Arena::Mark mark = world.arena.mark();
    const std::span<Keyed> keyed = world.arena.allocate<Keyed>(count);
    count = 0;
    world.awake_contacts.for_each([&](uint32_t index) {
        const Contact& contact = world.contacts[index];
        if (may_push(world, index)) { keyed[count++] = {pair_key(contact.shapeA, contact.shapeB), index}; }
    });
    merge_sort(keyed, world.arena.allocate<Keyed>(count), [](const Keyed& a, const Keyed& b) { return a.key < b.key; });
    world.active.resize(count);
    for (size_t i = 0; i < count; ++i) { world.active[i] = keyed[i].contact; }
    world.arena.release(mark);
    return contacts;
}

void refresh_manifolds(void* substep_contacts) {
    SubstepContacts& contacts = *static_cast<SubstepContacts*>(substep_contacts);
    WorldState& world = contacts.world;
    for (const uint32_t index : world.active) {
        Contact& contact = world.contacts[index];
        const BodyPose a = displaced(world, contact.slotA);
        const BodyPose b = displaced(world, contact.slotB);
        if (!recycle(world, index, a, b)) { update_manifold(world, index, contacts.settings, a, b); }
        if ((contact.flags & (kTouching | kMet)) == 0 && overlapping(contact.manifold)) {
            contact.flags |= kMet;
            contacts.hits[contacts.count] = hit_of(world, index, a);
            contacts.met[contacts.count++] = index;
        }
    }
}

void commit_substep_contacts(SubstepContacts& contacts) {
    WorldState& world = contacts.world;
    for (const uint32_t index : world.active) {
        Contact& contact = world.contacts[index];
        const bool has_points = contact.manifold.count > 0;
        const bool touches = (contact.flags & (kTouching | kMet)) != 0;
        // The next step looks at it again: points that never overlapped are no touch yet, a touch without points ends.
        if (has_points != touches) { contact.flags &= ~static_cast<uint32_t>(kCached); }
        if (!touches) { contact.manifold = {}; }
    }
    struct Met {
        uint64_t key;
        uint32_t at;
    };
    const Arena::Mark mark = world.arena.mark();
    const std::span<Met> order = world.arena.allocate<Met>(contacts.count);
    for (uint32_t i = 0; i < contacts.count; ++i) {
        const Contact& contact = world.contacts[contacts.met[i]];
        order[i] = {pair_key(contact.shapeA, contact.shapeB), i};
    }
    merge_sort(order, world.arena.allocate<Met>(contacts.count), [](const Met& a, const Met& b) { return a.key < b.key; });
    for (const Met& met : order) {
        const uint32_t index = contacts.met[met.at];
        Contact& contact = world.contacts[index];
        contact.flags &= ~static_cast<uint32_t>(kMet);
        begin_touching(world, index);
        if (contacts.hits[met.at].approach_speed > 0.0f) { world.events.push_back(contacts.hits[met.at]); }
        if ((contact.flags & kBetweenDynamic) != 0) { link_contact(world, index); }
    }
    world.arena.release(mark);
}

} // namespace impulse
