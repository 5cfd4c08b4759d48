#include "world/islands.h"

#include "core/assert.h"

namespace impulse {
namespace {

uint32_t create_island(WorldState& world) {
    const uint32_t index = world.island_ids.allocate();
    if (index >= world.islands.size()) { world.islands.resize(index + 1); }
    world.islands[index] = {};
    return index;
}

void append_body(WorldState& world, uint32_t index, uint32_t slot) {
    Island& island = world.islands[index];
    BodyRecord& body = world.bodies[slot];
    world.island_of[slot] = index;
    body.island_prev = island.last_body;
    body.island_next = kNull;
    if (island.last_body == kNull) {
        island.first_body = slot;
    } else {
        world.bodies[island.last_body].island_next = slot;
    }
    island.last_body = slot;
    ++island.body_count;
}

/// Moves all of `from` behind all of `to`.
void merge(WorldState& world, uint32_t to, uint32_t from) {
    Island& target = world.islands[to];
    Island& source = world.islands[from];
    for (uint32_t slot = source.first_body; slot != kNull; slot = world.bodies[slot].island_next) {
        world.island_of[slot] = to;
    }
    world.bodies[target.last_body].island_next = source.first_body;
    world.bodies[source.first_body].island_prev = target.last_body;
    target.last_body = source.last_body;
    target.body_count += source.body_count;
    target.removed += source.removed;
    world.island_ids.free(from);
}

} // namespace

void add_to_new_island(WorldState& world, uint32_t slot) { append_body(world, create_island(world), slot); }

void remove_from_island(WorldState& world, uint32_t slot) {
    BodyRecord& body = world.bodies[slot];
    if (world.island_of[slot] == kNull) { return; }
    Island& island = world.islands[world.island_of[slot]];
    if (body.island_prev == kNull) {
        island.first_body = body.island_next;
    } else {
        world.bodies[body.island_prev].island_next = body.island_next;
    }
    if (body.island_next == kNull) {
        island.last_body = body.island_prev;
    } else {
        world.bodies[body.island_next].island_prev = body.island_prev;
    }
    --island.body_count;
    if (island.body_count == 0) { world.island_ids.free(world.island_of[slot]); }
    world.island_of[slot] = kNull;
    body.island_prev = kNull;
    body.island_next = kNull;
}

namespace {

/// Merges both bodies into one island.
void unite(WorldState& world, uint32_t slotA, uint32_t slotB) {
    uint32_t a = world.island_of[slotA];
    uint32_t b = world.island_of[slotB];
    if (a != b) {
        // The smaller island is relabelled: n bodies cost at most n log n over their life. Ties keep the island that
        // begins with the lower slot: unlike the order of islands, the order of bodies does not depend on other parts
        // of the world (X14).
        const uint32_t sizeA = world.islands[a].body_count;
        const uint32_t sizeB = world.islands[b].body_count;
        if (sizeA < sizeB || (sizeA == sizeB && world.islands[b].first_body < world.islands[a].first_body)) {
            std::swap(a, b);
        }
        merge(world, a, b);
    }
}

} // namespace

void link_contact(WorldState& world, uint32_t index) {
    Contact& contact = world.contacts[index];
    IMPULSE_ASSERT((contact.flags & kLinked) == 0);
    unite(world, contact.slotA, contact.slotB);
    contact.flags |= kLinked;
}

void link_joint(WorldState& world, uint32_t index) {
    const Joint& joint = world.joints[index];
    IMPULSE_ASSERT(!world.joint_links[index].linked);
    unite(world, joint.slotA, joint.slotB);
    world.joint_links[index].linked = true;
}

void unlink_joint(WorldState& world, uint32_t index) {
    IMPULSE_ASSERT(world.joint_links[index].linked);
    ++world.islands[world.island_of[world.joints[index].slotA]].removed;
    world.joint_links[index].linked = false;
}

void unlink_contact(WorldState& world, uint32_t index) {
    Contact& contact = world.contacts[index];
    IMPULSE_ASSERT((contact.flags & kLinked) != 0);
    ++world.islands[world.island_of[contact.slotA]].removed;
    contact.flags &= ~kLinked;
}

void split_island(WorldState& world, uint32_t index) {
    const Arena::Mark mark = world.arena.mark();
    const Island old = world.islands[index];
    const std::span<uint32_t> members = world.arena.allocate<uint32_t>(old.body_count);
    const std::span<uint32_t> stack = world.arena.allocate<uint32_t>(old.body_count);
    size_t n = 0;
    for (uint32_t slot = old.first_body; slot != kNull; slot = world.bodies[slot].island_next) { members[n++] = slot; }

    for (const uint32_t slot : members) { world.island_of[slot] = kNull; }
    world.island_ids.free(index);

    for (const uint32_t seed : members) {
        if (world.island_of[seed] != kNull) { continue; }
        const uint32_t component = create_island(world);
        size_t depth = 0;
        append_body(world, component, seed);
        stack[depth++] = seed;
        while (depth > 0) {
            const uint32_t slot = stack[--depth];
            const auto reach = [&](uint32_t other) {
                if (world.island_of[other] != kNull) { return; }
                append_body(world, component, other);
                stack[depth++] = other;
            };
            for (uint32_t edge = world.bodies[slot].first_edge; edge != kNull;) {
                const uint32_t c = edge >> 1;
                const uint32_t side = edge & 1u;
                edge = world.links[c].body_next[side];
                const Contact& contact = world.contacts[c];
                if ((contact.flags & kLinked) == 0) { continue; }
                reach(side == 0 ? contact.slotB : contact.slotA);
            }
            for (uint32_t edge = world.bodies[slot].first_joint; edge != kNull;
                 edge = world.joint_links[edge >> 1].body_next[edge & 1u]) {
                const Joint& joint = world.joints[edge >> 1];
                if (world.joint_links[edge >> 1].linked) { reach((edge & 1u) == 0 ? joint.slotB : joint.slotA); }
            }
        }
    }
    world.arena.release(mark);
}

} // namespace impulse
