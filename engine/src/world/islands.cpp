#include "world/islands.h"

#include <algorithm>
#include <functional>

#include "core/sort.h"
#include "world/contacts.h"
#include "world/joints.h"

namespace impulse {

uint32_t root_of(std::span<uint32_t> parent, uint32_t slot) {
    while (parent[slot] != slot) {
        parent[slot] = parent[parent[slot]]; // halves the path
        slot = parent[slot];
    }
    return slot;
}

void connect_islands(Step& step) {
    if (step.awake.empty()) { return; }
    WorldState& world = step.world;
    const std::span<uint32_t> parent = world.island_of;
    const std::span<BodyOfIsland> bodies = world.arena.allocate<BodyOfIsland>(step.awake.size());
    const Arena::Mark mark = world.arena.mark();
    const std::span<bool> free = world.arena.allocate<bool>(world.bodies.size()); // of contacts and joints
    for (const uint32_t slot : step.awake) {
        if (can_move(world.masses[slot])) { parent[slot] = slot; }
        free[slot] = true;
    }
    const auto join = [&](uint32_t slotA, uint32_t slotB) {
        const uint32_t upA = parent[slotA];
        const uint32_t upB = parent[slotB];
        if (upA == upB) { return; }
        if (upA == kNull || upB == kNull) {
            free[upA == kNull ? slotB : slotA] = false;
            return;
        }
        const uint32_t a = root_of(parent, slotA);
        const uint32_t b = root_of(parent, slotB);
        parent[std::max(a, b)] = std::min(a, b);
        free[a] = free[b] = false;
    };
    ColourLists(world.graph).for_each(world.contacts, [&](uint32_t, uint32_t a, uint32_t b) { join(a, b); });
    world.active_joints.for_each([&](uint32_t index) {
        const Joint& joint = world.joints[index];
        if (joint.acts_on_a()) { join(joint.slotA, joint.slotB); }
        free[joint.slotB] = false;
    });
    uint32_t lone = 0;
    for (size_t i = 0; i < bodies.size(); ++i) {
        const uint32_t slot = step.awake[i];
        const uint32_t before = parent[slot]; // a lower slot of the same island, whose number is known
        const bool counts = before == slot && !free[slot];
        lone += before == slot && !counts;
        bodies[i] = {slot, counts ? step.island_count++ : before == slot || before == kNull ? kNull : parent[before]};
        parent[slot] = bodies[i].island;
    }
    world.arena.release(mark);
    step.islands = bodies;
    step.report.islands = step.island_count + lone;
}

void release_islands(Step& step) {
    for (const uint32_t slot : step.awake) { step.world.island_of[slot] = kNull; }
}

Connected::~Connected() {
    for (const uint32_t slot : found_.first(end_)) { world_.island_of[slot] = kNull; }
}

std::span<const uint32_t> Connected::with(uint32_t seed) {
    if (world_.island_of[seed] != kNull) { return {}; }
    if (found_.empty()) { found_ = world_.arena.allocate<uint32_t>(world_.awake_bodies.count()); }
    const size_t begin = end_;
    const auto reach = [&](uint32_t slot) {
        if (!world_.is_awake(slot) || !world_.is_dynamic(slot) || world_.island_of[slot] != kNull) { return; }
        world_.island_of[slot] = count_;
        found_[end_++] = slot;
    };
    reach(seed);
    for (size_t i = begin; i < end_; ++i) { // those found are the queue
        for_each_contact(world_, found_[i], [&](uint32_t index, uint32_t side) {
            const Contact& contact = world_.contacts[index];
            const bool touches = (contact.flags & (kTouching | kSensor)) == kTouching;
            if (touches && !(pressing_ && is_apart(contact))) { reach(contact.slot(1 - side)); }
        });
        for_each_joint(world_, found_[i], [&](uint32_t index, uint32_t side) {
            const bool acts = world_.active_joints.test(index) && world_.joints[index].acts_on_a();
            if (acts) { reach(other_slot(world_, index, side)); }
        });
    }
    ++count_;
    // The order in which contacts were made must not decide that of events, nor of sums.
    const std::span<uint32_t> found = found_.subspan(begin, end_ - begin);
    merge_sort(world_.arena, found, std::less<uint32_t>{});
    return found;
}

std::span<const uint32_t> sleepers_with(const WorldState& world, Arena& arena, uint32_t slot) {
    size_t count = 0;
    uint32_t lowest = slot;
    uint32_t at = slot;
    do {
        ++count;
        at = world.bodies[at].next_asleep;
        lowest = std::min(lowest, at);
    } while (at != slot);
    const std::span<uint32_t> all = arena.allocate<uint32_t>(count);
    for (uint32_t& member : all) {
        member = lowest;
        lowest = world.bodies[lowest].next_asleep;
    }
    return all;
}

} // namespace impulse
