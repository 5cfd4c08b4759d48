#include "dynamics/solvers/registry.h"
#include "world/contacts.h"
#include "world/contacts_ahead.h"
#include "world/hooks.h"
#include "world/stages.h"
#include "world/substep_contacts.h"
#include "world/validate.h"

namespace impulse {
namespace {

/// New pairs for whose rows and events the reserve suffices.
constexpr size_t kFew = 2048;
constexpr size_t kPlace = 4;    // bytes of a contact's place in pair-key order
constexpr size_t kEvents = 340; // bytes of a contact's first events, and of their copies for listeners

/// Makes room for the contacts of the new pairs and for their first step: their rows, events, and the copies for
/// listeners. Later nothing can be undone. The list of contacts without a colour is shorter than that of many new
/// pairs, which is freed before.
Error make_room(WorldState& world) {
    const size_t count = world.new_pairs.size();
    if (const Error error = make_room_for_contacts(world, world.contact_ids.count() + static_cast<uint32_t>(count))) {
        return error;
    }
    if (count < kFew) { return check_memory(0); }
    size_t bytes = (world.contact_ids.count() + count) * world.solver->row_bytes;
    for (const uint64_t key : world.new_pairs) { // a point touches in a point
        const bool round =
            world.shapes[pair_first(key)].shape.count == 1 || world.shapes[pair_second(key)].shape.count == 1;
        bytes -= round ? world.solver->point_bytes : 0;
    }
    if (!world.arena.reserve(bytes)) { return no_memory(bytes); }
    const size_t answers = world.hooks.filter != nullptr ? 2 * sizeof(uint64_t) : 0;
    return check_memory(count *
                        ((world.solver->key_order ? kPlace : 0) + (world.stored.begins ? kEvents : 0) + answers));
}

/// Postpones all but the first `keep` new pairs to the next step, when memory may be available. Returns how many.
uint32_t put_off(WorldState& world, size_t keep) {
    uint32_t count = 0;
    for (; world.new_pairs.size() > keep; ++count) {
        world.broad_phase.touch_proxy(world.shapes[pair_first(world.new_pairs.back())].proxy);
        world.new_pairs.pop_back();
    }
    return count;
}

/// Creates the contacts of the pairs that moved proxies began, in pair-key order, and calls `Hooks::filter` for them.
/// Returns an error if there is no memory: then it changes nothing, and the next call finds them.
Error make_pairs(WorldState& world, StepReport& report) {
    const bool asks = world.hooks.filter != nullptr;
    world.new_pairs.clear();
    const size_t missing = world.broad_phase.find_pairs(world.new_pairs, [&](uint32_t shapeA, uint32_t shapeB) {
        // Most pairs are new, as those of the boxes before are not asked for.
        const uint64_t key = pair_key(shapeA, shapeB);
        return (filters_pass(world, shapeA, shapeB) || (asks && stored_answer(world, key) != 0)) &&
               could_collide(world, shapeA, shapeB) && !has_contact(world, key);
    });
    if (missing > 0) {
        world.new_pairs = {};
        return no_memory(missing);
    }
    // Beyond 2^20 contacts, as in a crowd at one position, the pairs with the highest keys get no contact.
    const size_t room = kIndexMask + 1u - world.contact_ids.count();
    report.pairs_dropped += put_off(world, room);
    if (const Error error = make_room(world)) {
        put_off(world, 0);
        world.new_pairs = {};
        return error;
    }
    for (const uint64_t key : world.new_pairs) {
        const uint32_t a = pair_first(key);
        const uint32_t b = pair_second(key);
        const int known = asks ? stored_answer(world, key) : 1;
        const bool accepted = known < 0 ? is_accepted(world, a, b) : known > 0;
        if (!accepted && !filters_pass(world, a, b)) {
            store_answer(world, key, false);
            continue;
        }
        const uint32_t contact = create_contact(world, a, b);
        if (!accepted) { refuse_contact(world, contact); }
        ++report.pairs_created;
    }
    forget_answers(world, kNull, kNull);
    if (world.new_pairs.size() > BroadPhase::kMostKept) { world.new_pairs = {}; }
    return {};
}

} // namespace

// Pre:  every proxy whose box left its fat AABB is in the broad phase's list of moved proxies.
// Post: a contact exists for each pair of overlapping fat AABBs that may collide; new ones in pair-key order, so that
//       contact indices do not depend on the shape of the trees.
void find_pairs(Step& step) {
    WorldState& world = step.world;
    step.ahead = find_bodies_ahead(step);
    const Arena::Mark mark = world.arena.mark();
    const bool all = step.moves && world.solver->detects;
    sweep_boxes(world, all ? world.awake_bodies.list(world.arena) : step.ahead, step.dt);
    world.arena.release(mark);
    step.refusal = make_pairs(world, step.report);
    if (!step.refusal) { keep_contacts_in_order(world); }
}

} // namespace impulse
