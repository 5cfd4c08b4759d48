// Islands a few at a time.
//
// The soft solver walks over all rows nine times a step. The contacts and rows of 1,500 bodies fit the cache that a core has to
// itself (about 250 bytes a body each, of 1 MB); those of 20,000 come from further away each time. Islands do not know of each
// other, so those of a large world are solved in parts of about 1,500 bodies, each from its first row to its last impulse, with
// the same bits. What hangs together is never taken apart: one heap of 20,000 is one part.
#include <algorithm>

#include "world/stages.h"

namespace impulse {
namespace {

/// Sets `part_of` by slot, kNull where nothing moves, and returns how many parts there are; 0 where they cannot be told.
uint32_t assign_parts(const Step& step, std::span<uint32_t> part_of) {
    const WorldState& world = step.world;
    const Arena::Mark mark = step.world.arena.mark();
    const std::span<uint32_t> part_of_island = step.world.arena.allocate<uint32_t>(world.islands.size());
    for (uint32_t& part : part_of) { part = kNull; }
    for (uint32_t& part : part_of_island) { part = kNull; }
    uint32_t last = 0;
    uint32_t size = 0;
    bool carried = false; // by a kinematic body, which moves in all parts at once
    for (const uint32_t slot : step.awake) {
        const uint32_t island = world.island_of[slot];
        if (island == kNull) {
            carried = true;
            break;
        }
        uint32_t& part = part_of_island[island];
        if (part == kNull) {
            const uint32_t bodies = world.islands[island].body_count;
            if (size > 0 && size + bodies > world.part_bodies) {
                ++last;
                size = 0;
            }
            size += bodies;
            part = last;
        }
        part_of[slot] = part;
    }
    step.world.arena.release(mark);
    return carried ? 0 : last + 1;
}

/// Consecutive items of one part.
struct Run {
    uint32_t part = 0;
    uint32_t begin = 0;
};

/// Gives each part its share of `items`, in their order: `take(part, share)`. False if some item is of no one part. Bodies and
/// contacts lie nearly in the order of their parts, so they are looked at in runs.
template <class Item, class PartOf, class Take>
bool share_out(Arena& arena, std::span<const Item> items, uint32_t parts, PartOf&& part_of, Take&& take) {
    const std::span<uint32_t> end = arena.allocate<uint32_t>(parts);
    const std::span<Run> runs = arena.allocate<Run>(items.size() + 1);
    size_t count = 0;
    uint32_t last = kNull;
    for (uint32_t i = 0; i < items.size(); ++i) {
        const uint32_t part = part_of(items[i]);
        if (part == kNull) { return false; }
        if (part == last) { continue; }
        runs[count++] = {part, i};
        last = part;
    }
    runs[count] = {kNull, static_cast<uint32_t>(items.size())};
    const auto items_of = [&](size_t run) { return items.subspan(runs[run].begin, runs[run + 1].begin - runs[run].begin); };
    for (uint32_t& size : end) { size = 0; }
    for (size_t run = 0; run < count; ++run) { end[runs[run].part] += static_cast<uint32_t>(items_of(run).size()); }
    const std::span<Item> sorted = arena.allocate<Item>(items.size());
    uint32_t begin = 0;
    for (uint32_t part = 0; part < parts; ++part) {
        const uint32_t size = end[part];
        take(part, sorted.subspan(begin, size));
        end[part] = begin;
        begin += size;
    }
    for (size_t run = 0; run < count; ++run) {
        const std::span<const Item> from = items_of(run);
        std::copy(from.begin(), from.end(), sorted.begin() + end[runs[run].part]);
        end[runs[run].part] += static_cast<uint32_t>(from.size());
    }
    return true;
}

} // namespace

std::span<const SolvePart> solve_parts(Step& step) {
    WorldState& world = step.world;
    const bool many = step.awake.size() / 2 > world.part_bodies;
    const bool alone = !world.active_joints.any() && !world.tracing; // joints would have to be shared out too
    if (!many || !alone || world.tuning.solver != SolverType::soft_step) { return {}; }
    Arena& arena = world.arena;
    const std::span<uint32_t> part_of = arena.allocate<uint32_t>(world.bodies.size());
    const uint32_t count = assign_parts(step, part_of);
    if (count < 2) { return {}; }
    const std::span<SolvePart> parts = arena.allocate<SolvePart>(count);
    for (SolvePart& part : parts) { part = {}; }

    share_out<uint32_t>(arena, step.awake, count, [&](uint32_t slot) { return part_of[slot]; },
                        [&](uint32_t part, std::span<const uint32_t> share) { parts[part].awake = share; });
    // Two that woke in this very step may touch and not be known to belong together yet.
    const auto part_of_contact = [&](const ColouredContact& of) {
        const uint32_t a = part_of[of.slotA];
        const uint32_t b = part_of[of.slotB];
        return a == kNull || a == b ? b : b == kNull ? a : kNull;
    };
    for (size_t colour = 0; colour <= kOverflow; ++colour) {
        const bool whole = share_out<ColouredContact>(arena, world.graph.contacts(static_cast<int>(colour)), count, part_of_contact,
                                                      [&](uint32_t part, std::span<const ColouredContact> share) {
                                                          parts[part].contacts.colours[colour] = share;
                                                      });
        if (!whole) { return {}; }
    }
    return parts;
}

} // namespace impulse
