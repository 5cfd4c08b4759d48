// Islands a few at a time.
//
// The soft solver walks over all rows nine times a step. The contacts and rows of 1,500 bodies fit the cache that a core has to
// itself (about 250 bytes a body each, of 1 MB); those of 20,000 come from further away each time. Islands do not know of each
// other, so those of a large world are solved in parts of about 1,500 bodies, each from its first row to its last impulse, with
// the same bits. What hangs together is never taken apart: one heap of 20,000 is one part.
//
// While little changes in who touches whom, a part's contacts are looked at right before it is solved (narrow_phase.cpp), so that
// they come once from memory. A part in which something changes waits until that is committed. Such parts are kept from step
// to step: to find them anew takes 6 % of a step.
#include <algorithm>
#include <bit>
#include <cstring>
#include <utility>

#include "core/profile.h"
#include "dynamics/solvers/registry.h"
#include "world/stages.h"

namespace impulse {
namespace {

constexpr uint32_t kSolved = kNull - 1; // the part of what is solved already

/// Gives the islands of `awake` their parts, in `part_of` by slot, but to those that are kSolved there. Returns how many parts
/// there are; 0 where they cannot be told.
uint32_t assign_parts(WorldState& world, std::span<const uint32_t> awake, std::span<uint32_t> part_of) {
    const Arena::Mark mark = world.arena.mark();
    const std::span<uint32_t> part_of_island = world.arena.allocate<uint32_t>(world.islands.size());
    for (uint32_t& part : part_of_island) { part = kNull; }
    uint32_t last = 0;
    uint32_t size = 0;
    bool carried = false; // by a kinematic body, which moves in all parts at once
    for (const uint32_t slot : awake) {
        if (part_of[slot] == kSolved) { continue; }
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
    world.arena.release(mark);
    return carried ? 0 : last + 1;
}

/// Consecutive items of one part.
struct Run {
    uint32_t part = 0;
    uint32_t begin = 0;
};

/// What is shared out among parts: bodies, or contacts with their two bodies, each so many words long.
struct Items {
    std::span<const uint32_t> words;
    size_t size = 1;       // words an item
    size_t first_body = 0; // the words that are slots
    size_t second_body = 0;

    size_t count() const { return words.size() / size; }
};

/// Sorts the items by their parts into `sorted`, in their order; what is kSolved is left out. Part i ends before item `end[i]`.
/// False if some item is of no one part. Bodies and contacts lie nearly in the order of their parts, so they are looked at in runs.
bool share_out(Arena& arena, const Items& items, std::span<const uint32_t> part_of, std::span<uint32_t> end,
               uint32_t* sorted) {
    const Arena::Mark mark = arena.mark();
    const std::span<Run> runs = arena.allocate<Run>(items.count() + 1);
    size_t count = 0;
    uint32_t last = kNull;
    for (uint32_t i = 0; i < items.count(); ++i) {
        const uint32_t a = part_of[items.words[i * items.size + items.first_body]];
        const uint32_t b = part_of[items.words[i * items.size + items.second_body]];
        const uint32_t part = a == kNull || b == kSolved ? b : a;
        // Two that woke in this very step may touch and not be known to belong together yet.
        if (part == kNull || (part != b && b != kNull && a != kSolved)) {
            arena.release(mark);
            return false;
        }
        if (part == last) { continue; }
        runs[count++] = {part, i};
        last = part;
    }
    runs[count] = {kSolved, static_cast<uint32_t>(items.count())};
    for (uint32_t& size : end) { size = 0; }
    for (size_t run = 0; run < count; ++run) {
        if (runs[run].part != kSolved) { end[runs[run].part] += runs[run + 1].begin - runs[run].begin; }
    }
    uint32_t begin = 0;
    for (uint32_t& size : end) { begin += std::exchange(size, begin); }
    for (size_t run = 0; run < count; ++run) {
        if (runs[run].part == kSolved) { continue; }
        const uint32_t size = runs[run + 1].begin - runs[run].begin;
        uint32_t& place = end[runs[run].part];
        std::memcpy(sorted + place * items.size, &items.words[runs[run].begin * items.size],
                    size * items.size * sizeof(uint32_t));
        place += size;
    }
    arena.release(mark);
    return true;
}

static_assert(sizeof(ColouredContact) == 3 * sizeof(uint32_t));

/// Shares out `awake` and the graph among so many parts, which lie in `memory`. None if some contact is of no one part.
std::span<SolvePart> share_parts(WorldState& world, Arena& memory, std::span<const uint32_t> awake,
                                 std::span<const uint32_t> part_of, uint32_t count) {
    const std::span<SolvePart> parts = memory.allocate<SolvePart>(count);
    const std::span<uint32_t> slots = memory.allocate<uint32_t>(awake.size());
    ColouredContact* sorted = memory.allocate<ColouredContact>(world.graph.count()).data();
    const std::span<uint32_t> end = world.arena.allocate<uint32_t>(count);
    const auto begin_of = [&](size_t part) { return part == 0 ? 0u : end[part - 1]; };
    share_out(world.arena, {.words = awake}, part_of, end, slots.data());
    for (size_t part = 0; part < count; ++part) {
        parts[part].awake = slots.subspan(begin_of(part), end[part] - begin_of(part));
    }
    for (size_t colour = 0; colour <= kOverflow; ++colour) {
        const std::span<const ColouredContact> list = world.graph.contacts(static_cast<int>(colour));
        const Items items{{reinterpret_cast<const uint32_t*>(list.data()), 3 * list.size()}, 3, 1, 2};
        if (!share_out(world.arena, items, part_of, end, reinterpret_cast<uint32_t*>(sorted))) { return {}; }
        for (size_t part = 0; part < count; ++part) {
            parts[part].contacts.colours[colour] = {sorted + begin_of(part), end[part] - begin_of(part)};
        }
        sorted += list.size();
    }
    return parts;
}

/// Whether worlds of this kind are solved in parts.
bool may_part(const Step& step, size_t awake) {
    const WorldState& world = step.world;
    const bool many = awake / 2 > world.part_bodies;
    const bool alone = !world.active_joints.any() && !world.tracing; // joints would have to be shared out too
    return step.moves && many && alone && world.tuning.solver == SolverType::soft_step;
}

/// Whether the part must see what `commit_contacts` does: wake whom it touches, or take a contact out of the list whose order
/// matters.
bool must_wait(const WorldState& world, std::span<const uint32_t> part_of, const SolvePart& part) {
    if (!part.contacts.contacts(kOverflow).empty()) { return true; }
    const auto sleeps = [&](uint32_t slot) { return part_of[slot] == kNull && world.is_dynamic(slot); };
    for (const std::span<const ColouredContact>& list : part.contacts.colours) {
        for (const ColouredContact& of : list) {
            if (sleeps(of.slotA) || sleeps(of.slotB)) { return true; }
        }
    }
    return false;
}

/// The contacts of the part, ascending, into the room of `out`. `words`: a bit a contact, 0 before and after.
std::span<const uint32_t> in_index_order(const ColourLists& lists, std::span<uint64_t> words, std::span<uint32_t> out) {
    size_t first = words.size();
    size_t end = 0;
    for (const std::span<const ColouredContact>& list : lists.colours) {
        for (const ColouredContact& of : list) {
            const size_t word = of.contact / 64u;
            words[word] |= uint64_t{1} << (of.contact % 64u);
            first = std::min(first, word);
            end = std::max(end, word + 1);
        }
    }
    size_t count = 0;
    for (size_t word = first; word < end; ++word) {
        for (uint64_t bits = std::exchange(words[word], 0); bits != 0; bits &= bits - 1u) {
            out[count++] = static_cast<uint32_t>(word * 64u) + static_cast<uint32_t>(std::countr_zero(bits));
        }
    }
    return out.first(count);
}

/// Makes the plan for the world as it is.
void make_plan(WorldState& world) {
    PartPlan& plan = world.part_plan;
    Arena& memory = plan.memory;
    memory.release({});
    plan.parts = {};
    plan.graph_version = world.graph.version();
    const auto copy = [&](std::span<const uint64_t> words) {
        const std::span<uint64_t> kept = memory.allocate<uint64_t>(words.size());
        std::ranges::copy(words, kept.begin());
        return kept;
    };
    plan.bodies = copy(world.awake_bodies.words());
    plan.contacts = copy(world.awake_contacts.words());

    const std::span<uint32_t> awake = world.arena.allocate<uint32_t>(world.awake_bodies.count());
    world.awake_bodies.write(awake);
    plan.part_of = memory.allocate<uint32_t>(world.bodies.size());
    for (uint32_t& part : plan.part_of) { part = kNull; }
    const uint32_t count = assign_parts(world, awake, plan.part_of);
    if (count < 2) { return; }
    const std::span<const SolvePart> shares = share_parts(world, memory, awake, plan.part_of, count);
    if (shares.empty()) { return; }

    std::span<uint32_t> room = memory.allocate<uint32_t>(world.awake_contacts.count());
    size_t apart = 0;
    world.awake_contacts.for_each([&](uint32_t index) {
        if (!world.active_contacts.test(index)) { room[apart++] = index; }
    });
    plan.apart = room.first(apart);
    room = room.subspan(apart);
    const std::span<uint64_t> bits = world.arena.allocate<uint64_t>(world.active_contacts.words().size());
    for (uint64_t& word : bits) { word = 0; }
    plan.parts = memory.allocate<PartPlan::Part>(count);
    for (size_t part = 0; part < count; ++part) {
        const std::span<const uint32_t> touching = in_index_order(shares[part].contacts, bits, room);
        plan.parts[part] = {shares[part], touching, must_wait(world, plan.part_of, shares[part])};
        room = room.subspan(touching.size());
    }
}

} // namespace

bool keep_parts(Step& step) {
    WorldState& world = step.world;
    const PartPlan& plan = world.part_plan;
    const bool apart = world.tuning.impacts == Impacts::bias && !step.integrated &&
                       (!world.hooked || world.hooks.pre_solve == nullptr); // nothing between detection and solver
    if (plan.restless || !apart || !may_part(step, world.awake_bodies.count())) { return false; }
    const bool same = plan.graph_version == world.graph.version() && plan.part_of.size() == world.bodies.size() &&
                      std::ranges::equal(plan.bodies, world.awake_bodies.words()) &&
                      std::ranges::equal(plan.contacts, world.awake_contacts.words());
    if (!same) { make_plan(world); }
    step.part_states = world.arena.allocate<PartState>(plan.parts.size());
    for (size_t i = 0; i < plan.parts.size(); ++i) {
        step.part_states[i] = plan.parts[i].waits ? PartState::waits : PartState::steady;
    }
    return !plan.parts.empty();
}

void delay_changed_parts(Step& step, std::span<const ContactChange> changes) {
    const auto delay = [&](uint32_t slot) {
        const uint32_t part = step.world.part_plan.part_of[slot];
        if (part != kNull) { step.part_states[part] = PartState::waits; }
    };
    for (const ContactChange& change : changes) {
        if (change.kind == ContactChange::separate) { continue; } // it held nothing
        delay(step.world.contacts[change.contact].slotA);
        delay(step.world.contacts[change.contact].slotB);
    }
}

void solve_if_steady(Step& step, size_t part) {
    if (step.part_states[part] != PartState::steady) { return; }
    float milliseconds = 0.0f;
    {
        const StageTimer timer(milliseconds, step.world.now_ms);
        SolveInput input = solve_input(step);
        input.parts = {&step.world.part_plan.parts[part].share, 1};
        input.parts_near = true;
        find_solver(input.tuning.solver)->solve(input);
    }
    step.part_states[part] = PartState::solved;
    step.solved_ahead_ms += milliseconds;
}

void note_restlessness(Step& step) {
    size_t changes = 0;
    for (const ContactChange& change : step.changes) { changes += change.kind != ContactChange::separate ? 1u : 0u; }
    step.world.part_plan.restless = 2 * changes * step.world.part_bodies > step.world.awake_bodies.count();
}

bool parts_left(Step& step, std::span<const SolvePart>& left) {
    WorldState& world = step.world;
    Arena& arena = world.arena;
    size_t solved = 0;
    for (const PartState state : step.part_states) { solved += state == PartState::solved ? 1u : 0u; }
    if (solved == 0 && !may_part(step, step.awake.size())) { return true; }
    if (solved > 0 && solved == step.part_states.size()) { return false; }
    const std::span<uint32_t> part_of = arena.allocate<uint32_t>(world.bodies.size());
    for (uint32_t slot = 0; slot < part_of.size(); ++slot) {
        const uint32_t part = solved > 0 ? world.part_plan.part_of[slot] : kNull;
        part_of[slot] = part != kNull && step.part_states[part] == PartState::solved ? kSolved : kNull;
    }
    const uint32_t count = assign_parts(world, step.awake, part_of);
    if (count > (solved > 0 ? 0u : 1u)) { left = share_parts(world, arena, step.awake, part_of, count); }
    if (solved == 0 || !left.empty()) { return true; }
    for (const uint32_t slot : step.awake) { // what is left, at once
        if (part_of[slot] != kSolved) { part_of[slot] = 0; }
    }
    left = share_parts(world, arena, step.awake, part_of, 1);
    return true;
}

} // namespace impulse
