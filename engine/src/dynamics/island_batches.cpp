#include "dynamics/island_batches.h"

#include <algorithm>

namespace impulse {
namespace {

/// By island: its batch. Consecutive islands, until the batch is full. Returns their number.
size_t number_batches(std::span<const IslandMember> members, std::span<uint32_t> batch_of) {
    std::fill(batch_of.begin(), batch_of.end(), 0u); // first the number of bodies
    for (const IslandMember& member : members) {
        if (member.island != kNull) { ++batch_of[member.island]; }
    }
    uint32_t batch = 0;
    size_t bodies = 0;
    for (uint32_t& island : batch_of) {
        if (bodies >= kBatchBodies) {
            ++batch;
            bodies = 0;
        }
        bodies += island;
        island = batch;
    }
    return batch + 1;
}

/// Shares out a list of contacts; `batch(contact)` is the number of the batch of one. `parts`: one per batch.
template <class T>
void share_list(const SolveInput& input, std::span<const T> list, std::span<std::span<const T>> parts, auto&& batch) {
    const std::span<uint32_t> ends = input.arena.allocate<uint32_t>(parts.size());
    std::fill(ends.begin(), ends.end(), 0u);
    const std::span<T> shared = input.arena.allocate<T>(list.size());
    const Arena::Mark mark = input.arena.mark();
    const std::span<uint16_t> batches = input.arena.allocate<uint16_t>(list.size());
    for (size_t i = 0; i < list.size(); ++i) {
        batches[i] = batch(list[i]);
        ++ends[batches[i]];
    }
    uint32_t end = 0;
    for (size_t i = 0; i < parts.size(); ++i) {
        parts[i] = shared.subspan(end, ends[i]);
        end += ends[i];
        ends[i] = end - ends[i];
    }
    for (size_t i = 0; i < list.size(); ++i) { shared[ends[batches[i]]++] = list[i]; }
    input.arena.release(mark);
}

/// Shares out the contacts in the order of solving.
void share_contacts(const SolveInput& input, std::span<const uint32_t> of_slot, std::span<const uint32_t> batch_of,
                    std::span<IslandBatch> batches) {
    // By slot. One of the two bodies of a contact can move; the other, if it cannot, has the mark of all ones.
    const std::span<uint16_t> by_slot = input.arena.allocate<uint16_t>(of_slot.size());
    for (size_t i = 0; i < of_slot.size(); ++i) {
        by_slot[i] = of_slot[i] != kNull ? static_cast<uint16_t>(batch_of[of_slot[i]]) : uint16_t{0xffff};
    }
    const auto batch = [&](uint32_t slotA, uint32_t slotB) { return std::min(by_slot[slotA], by_slot[slotB]); };
    const ColourLists& all = input.contacts.graph;
    const std::span<std::span<const ColouredContact>> parts =
        input.arena.allocate<std::span<const ColouredContact>>(batches.size());
    for (size_t colour = 0; colour < all.colours.size(); ++colour) {
        if (all.colours[colour].empty()) { continue; }
        share_list(input, all.colours[colour], parts,
                   [&](const ColouredContact& of) { return batch(of.slotA, of.slotB); });
        for (size_t i = 0; i < batches.size(); ++i) { batches[i].contacts.colours[colour] = parts[i]; }
    }
    const std::span<std::span<const uint32_t>> rest = input.arena.allocate<std::span<const uint32_t>>(batches.size());
    share_list(input, all.overflow, rest, [&](uint32_t index) {
        const Contact& contact = input.contacts.all[index];
        return batch(contact.slotA, contact.slotB);
    });
    for (size_t i = 0; i < batches.size(); ++i) { batches[i].contacts.overflow = rest[i]; }
}

/// Shares out the awake bodies, in order; those that cannot move belong to each batch, those that are free to the last.
void share_bodies(const SolveInput& input, const SolveIslands& all, std::span<const uint32_t> batch_of,
                  std::span<IslandBatch> batches) {
    const std::span<size_t> counts = input.arena.allocate<size_t>(batches.size());
    std::fill(counts.begin(), counts.end(), 0u);
    size_t carried = 0;
    const auto is_carried = [&](size_t i) {
        return all.members[i].island == kNull && !can_move(input.bodies.masses[input.bodies.awake[i]]);
    };
    const auto batch_with = [&](size_t i) {
        const uint32_t island = all.members[i].island;
        return island != kNull ? batch_of[island] : batches.size() - 1;
    };
    for (size_t i = 0; i < all.members.size(); ++i) { ++(is_carried(i) ? carried : counts[batch_with(i)]); }
    const std::span<std::span<IslandMember>> members = input.arena.allocate<std::span<IslandMember>>(batches.size());
    for (size_t i = 0; i < batches.size(); ++i) {
        members[i] = input.arena.allocate<IslandMember>(counts[i] + carried);
        batches[i].awake = input.arena.allocate<uint32_t>(counts[i] + carried);
        batches[i].islands.members = members[i];
        counts[i] = 0;
    }
    const auto add = [&](size_t batch, size_t at, IslandMember member, uint32_t first) {
        batches[batch].awake[counts[batch]] = input.bodies.awake[at];
        if (member.island != kNull) { member.island -= first; }
        members[batch][counts[batch]++] = member;
    };
    for (size_t i = 0; i < all.members.size(); ++i) {
        const IslandMember& member = all.members[i];
        if (is_carried(i)) {
            for (size_t batch = 0; batch < batches.size(); ++batch) { add(batch, i, member, 0); }
            continue;
        }
        const size_t batch = batch_with(i);
        const auto first = static_cast<uint32_t>(batches[batch].islands.work.data() - all.work.data());
        add(batch, i, member, first);
        if (member.island != kNull) { all.of_slot[input.bodies.awake[i]] -= first; }
    }
}

} // namespace

std::span<const IslandBatch> split_into_batches(const SolveInput& input, const SolveIslands& all) {
    const std::span<uint32_t> batch_of = input.arena.allocate<uint32_t>(all.work.size());
    const bool large = input.bodies.awake.size() >= 2 * kBatchBodies;
    const size_t count = large ? number_batches(all.members, batch_of) : 1;
    if (count == 1) { return {}; }
    const std::span<IslandBatch> batches = input.arena.allocate<IslandBatch>(count);
    std::fill(batches.begin(), batches.end(), IslandBatch{});
    size_t first = 0;
    for (size_t i = 0; i < count; ++i) {
        size_t end = first;
        while (end < batch_of.size() && batch_of[end] == i) { ++end; }
        batches[i].islands = {all.of_slot, {}, all.work.subspan(first, end - first)};
        first = end;
    }
    share_contacts(input, all.of_slot, batch_of, batches);
    share_bodies(input, all, batch_of, batches);
    return batches;
}

} // namespace impulse
