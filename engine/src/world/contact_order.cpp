// Where contacts lie in memory.
//
// A contact takes the lowest free index, so after a while neighbours in space lie anywhere. While all contacts fit the
// cache of a core that costs nothing; in a heap of 20,000 bodies the stages that look up contacts by colour, and shapes
// by contact, wait for memory (13.8 ms a step, in order 12.1 ms). So large worlds renumber now and then: index order
// becomes pair-key order, in which the first body of consecutive contacts is the same or the next, and colours list
// their contacts in index order. Nothing else changes: which contacts exist, what they hold and the order in which they
// act on bodies.
//
// What touches comes first. Half of the contacts of a heap are of pairs that are near and apart, of which a step reads
// one cache line and not the contact itself. Mixed with the others these lie as holes in what is read, memory that is
// fetched ahead in vain, and the processor guesses each second time wrongly which of the two it comes to: apart from
// them the narrow phase of 20,000 bodies in piles takes .71 of the time, and the step .89.
#include <utility>

#include "world/contacts.h"
#include "world/stages.h"

namespace impulse {
namespace {

constexpr uint32_t kDisorder = 8;              // of so many contacts one new, or begun or ended: worth the move
constexpr uint64_t kApart = uint64_t{1} << 63; // above the keys of pairs
constexpr uint32_t kPatience = 32;             // steps at least between two moves: a move costs about as much as a step

/// Moves item i to `place[i]` in each of the arrays, along the cycles of the permutation. `done` is scratch.
template <class... Arrays>
void permute(std::span<const uint32_t> place, std::span<uint8_t> done, Arrays&... arrays) {
    for (uint8_t& flag : done) { flag = 0; }
    const auto move_cycle = [&](uint32_t start, auto& array) {
        auto carried = array[start];
        for (uint32_t i = place[start]; i != start; i = place[i]) { std::swap(carried, array[i]); }
        array[start] = carried;
    };
    for (uint32_t start = 0; start < place.size(); ++start) {
        if (done[start] != 0) { continue; }
        for (uint32_t i = start; done[i] == 0; i = place[i]) { done[i] = 1; }
        (move_cycle(start, arrays), ...);
    }
}

/// The places of all contacts: those that touch by pair key, then those that do not, then the numbers that are free.
std::span<const uint32_t> places_by_key(WorldState& world) {
    const uint32_t capacity = world.contact_ids.capacity();
    const std::span<uint32_t> place = world.arena.allocate<uint32_t>(capacity);
    const Arena::Mark mark = world.arena.mark();
    const std::span<KeyedContact> contacts = world.arena.allocate<KeyedContact>(world.contact_ids.count());
    uint32_t used = 0;
    uint32_t unused = world.contact_ids.count();
    for (uint32_t index = 0; index < capacity; ++index) {
        if (world.contact_ids.in_use(index)) {
            KeyedContact& contact = contacts[used++];
            contact = keyed(world.contacts[index], index);
            if ((world.contacts[index].flags & kTouching) == 0) { contact.key |= kApart; }
        } else {
            place[index] = unused++;
        }
    }
    sort_by_key(world.arena, contacts);
    for (uint32_t i = 0; i < used; ++i) { place[contacts[i].index] = i; }
    world.arena.release(mark);
    return place;
}

void permute_bits(Bitset& bits, std::span<const uint32_t> place, std::span<uint8_t> scratch) {
    for (uint32_t i = 0; i < place.size(); ++i) { scratch[place[i]] = bits.test(i) ? 1 : 0; }
    for (uint32_t i = 0; i < place.size(); ++i) {
        if (scratch[i] != 0) {
            bits.set(i);
        } else {
            bits.clear(i);
        }
    }
}

void put_in_order(WorldState& world) {
    const std::span<const uint32_t> place = places_by_key(world);
    const std::span<uint8_t> flags = world.arena.allocate<uint8_t>(place.size());
    permute(place, flags, world.contacts, world.manifold_caches, world.apart_pairs, world.impulses, world.links);
    permute_bits(world.awake_contacts, place, flags);
    permute_bits(world.active_contacts, place, flags);
    world.contact_ids.compact();

    const auto follow = [place](uint32_t& contact) {
        if (contact != kNull) { contact = place[contact]; }
    };
    const auto follow_edge = [place](uint32_t& edge) {
        if (edge != kNull) { edge = place[edge >> 1] << 1 | (edge & 1u); }
    };
    for (uint32_t index = 0; index < world.contact_ids.count(); ++index) {
        ContactLinks& links = world.links[index];
        for (uint32_t& edge : links.body_prev) { follow_edge(edge); }
        for (uint32_t& edge : links.body_next) { follow_edge(edge); }
        follow(links.island_prev);
        follow(links.island_next);
    }
    for (BodyRecord& body : world.bodies) { follow_edge(body.first_edge); }
    for (Island& island : world.islands) {
        follow(island.first_contact);
        follow(island.last_contact);
    }
    world.graph.renumber(place, world.links, world.arena.allocate<ColouredContact>(world.graph.count()));
}

} // namespace

// Pre:  the pairs of this step are made, and nothing holds a contact's index but lists of the world.
// Post: contacts are as they were, perhaps under other indices.
void keep_contacts_in_order(WorldState& world) {
    ContactOrder& order = world.contact_order;
    const uint32_t count = world.contact_ids.count();
    ++order.steps;
    if (count < order.from || kDisorder * order.changed < count || order.steps < kPatience) { return; }
    const Arena::Mark mark = world.arena.mark();
    put_in_order(world);
    world.arena.release(mark);
    order.changed = 0;
    order.steps = 0;
}

} // namespace impulse
