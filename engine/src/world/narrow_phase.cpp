// The narrow phase: manifolds of all contacts with an awake body.
#include <algorithm>

#include "collision/recycle.h"
#include "core/sort.h"
#include "world/contacts.h"
#include "world/contacts_ahead.h"
#include "world/continuous.h"
#include "world/hooks.h"
#include "world/impact_geometry.h"
#include "world/seams.h"
#include "world/stages.h"

namespace impulse {

void recall_impulses(const Manifold& before, Manifold& now, bool by_index, float normal_stable) {
    if (by_index && before.count != now.count) { return; }
    const float friction = dot(before.normal, now.normal) > normal_stable ? 1.0f : 0.0f;
    for (int i = 0; i < now.count; ++i) {
        ManifoldPoint& point = now.points[static_cast<size_t>(i)];
        for (int j = 0; j < before.count; ++j) {
            const ManifoldPoint& old = before.points[static_cast<size_t>(j)];
            if (by_index ? i != j : old.feature != point.feature) { continue; }
            point.normal_impulse = old.normal_impulse;
            point.tangent_impulse = friction * old.tangent_impulse;
            break;
        }
    }
    if (!by_index && before.count > 0) { now.rolling_impulse = before.rolling_impulse; }
}

bool update_manifold(WorldState& world, uint32_t index, const BodyPose& poseA, const BodyPose& poseB) {
    Contact& contact = world.contacts[index];
    const Transform b_in_a = relative_pose(poseA, poseB);
    LocalManifold local = collide_contact(world, index, poseA.q, b_in_a, world.tuning);

    const bool meets = may_bounce(world, contact, local);
    const Vec2 aside = meets ? rotate(poseA.q, meet(world, contact, poseA, poseB, b_in_a, local)) : Vec2{};

    Manifold now;
    now.normal = rotate(poseA.q, local.normal);
    now.count = local.count;
    const Vec2 offset = center_offset(poseA, poseB);
    bool overlapping = false;
    for (size_t i = 0; i < static_cast<size_t>(local.count); ++i) {
        ManifoldPoint& point = now.points[i];
        point.rA = rotate(poseA.q, local.points[i].point - poseA.local_center);
        point.rB = point.rA - offset + aside;
        point.separation = local.points[i].separation;
        point.feature = local.points[i].feature;
        overlapping = overlapping || point.separation <= 0.0f;
    }
    const bool apart = now.count > 0 && !overlapping && !local.continued;
    const bool misses = apart && !meets && (contact.flags & kSensor) == 0 && miss(world, contact, poseA, b_in_a, now);
    if ((contact.flags & kHooks) != 0 && lets_pass(world, contact, now, local.gap, poseA, poseB)) [[unlikely]] {
        now.count = 0;
    }
    recall_impulses(contact.manifold, now, world.tuning.literal.index_match,
                    world.solver->forgets_friction ? world.tuning.normal_stable : -2.0f);
    contact.flags = (contact.flags & ~kFace) | (misses ? 0u : flag_of(local.face));
    if ((contact.flags & kSeams) != 0) { note_points(world, index, contact.manifold, now); }
    contact.manifold = now;
    ManifoldCache& cache = world.manifold_caches[index];
    cache.qA = poseA.q;
    cache.qB = poseB.q;
    for (int i = 0; i < now.count; ++i) {
        cache.rA[i] = now.points[i].rA;
        cache.rB[i] = now.points[i].rB;
        cache.separation[i] = now.points[i].separation;
    }
    const ShapeRecord& a = world.shapes[contact.shapeA];
    const ShapeRecord& b = world.shapes[contact.shapeB];
    if (now.count == 0) {
        cache.rA[0] = offset;
        cache.rB[0] = {a.extent, b.extent};
        cache.separation[0] = local.gap;
    } else if (now.count == 1) {
        cache.rA[1] = now.normal;
        cache.path = 0.0f;
        cache.rB[1] = {a.extent, b.extent};
    }
    world.apart_pairs[index].slotA = kNull;
    // A normal of another instant holds for one step.
    contact.flags = aside == Vec2{} && !misses ? contact.flags | kCached : contact.flags & ~kCached;
    return (contact.flags & (kSensor | kRefused)) == kSensor ? overlapping : now.count > 0;
}

void forget_manifold(WorldState& world, uint32_t index) {
    world.contacts[index].flags &= ~kCached;
    world.apart_pairs[index].slotA = kNull;
}

float clearance_limit(const WorldState& world, uint32_t index, uint32_t slotA, uint32_t slotB) {
    constexpr float kRounding = 0.99f; // path lengths are sums of floats
    const BodyPose& a = world.poses[slotA];
    const BodyPose& b = world.poses[slotB];
    const float room =
        apart_by(a.q, b.q, center_offset(a, b), world.manifold_caches[index], world.tuning.speculative_distance);
    if (!(room > 0.0f)) { return 0.0f; }
    const double limit = world.path_lengths[slotA] + world.path_lengths[slotB] + static_cast<double>(kRounding * room);
    return static_cast<float>((1.0 - 0x1p-23) * limit); // which is below the limit, whichever way it is rounded
}

namespace {

/// Whether the narrow phase can be skipped.
[[gnu::always_inline]] inline bool keep_manifold(WorldState& world, uint32_t index, const BodyPose& a,
                                                 const BodyPose& b) {
    Contact& contact = world.contacts[index];
    if ((contact.flags & (kCached | kSensor | kHooks)) != kCached || world.tuning.recycle_distance <= 0.0f) {
        return false;
    }
    ManifoldCache& cache = world.manifold_caches[index];
    const Tuning& tuning = world.tuning;
    if (contact.manifold.count == 0) {
        return apart_by(a.q, b.q, center_offset(a, b), cache, tuning.speculative_distance) > 0.0f;
    }
    if (contact.manifold.count == 2 && contact.friction == 0.0f) { return false; } // see `carry_points`
    Radii radii;
    if ((contact.flags & kRound) != 0) { radii = {world.radii[contact.shapeA], world.radii[contact.shapeB]}; }
    return recycle_manifold(a.q, b.q, center_offset(a, b), cache, contact.flags, radii, tuning.recycle_distance,
                            tuning.speculative_distance, contact.manifold);
}

/// Stores how far the bodies of a pair without points may move until it must be computed again. False: at once.
[[gnu::noinline]] bool record_clearance(WorldState& world, uint32_t index, uint32_t slotA, uint32_t slotB) {
    const float limit = clearance_limit(world, index, slotA, slotB);
    if (limit == 0.0f) { return false; }
    world.apart_pairs[index] = {slotA, slotB, limit};
    return true;
}

} // namespace

bool boxes_meet(const WorldState& world, const Contact& contact) {
    const auto box = [&](uint32_t shape) { return world.broad_phase.fat_aabb(world.shapes[shape].proxy); };
    return overlaps(box(contact.shapeA), box(contact.shapeB));
}

bool recycle(WorldState& world, uint32_t index, const BodyPose& a, const BodyPose& b) {
    return keep_manifold(world, index, a, b);
}

namespace {

/// Updates contacts, and lists the changes for the graph of contacts.
struct NarrowPhase {
    WorldState& world;
    std::span<ContactChange> changes; ///< room for one a contact
    std::span<KeyedContact> later{};  ///< the same: from the front those on the surface of a dynamic body,
                                      ///< from the back those with `kHooks`
    size_t changed = 0;
    size_t paired = 0;
    size_t judged = 0;

    void update(std::span<const uint32_t> contacts);
    [[gnu::noinline]] void update_judged();
    [[gnu::noinline]] void update_pairs();
    bool is_apart(uint32_t index);
    [[gnu::noinline]] void complete(uint32_t index, bool kept);
    void settle(uint32_t index, bool was, bool is);
    [[gnu::noinline]] void ask_all();
};

/// Lists the changes for contacts that begin or end.
[[gnu::always_inline]] inline void NarrowPhase::settle(uint32_t index, bool was, bool is) {
    const Contact& contact = world.contacts[index];
    const bool awakeA = world.is_awake(contact.slotA);
    const bool awakeB = world.is_awake(contact.slotB);
    if (!awakeA && !awakeB) { world.awake_contacts.clear(index); } // found between sleeping bodies: computed once
    if ((contact.flags & (kBetweenDynamic | kSensor)) == 0 && is) { mark_if_sunk(world, contact); }
    if (is != was) {
        changes[changed++] = {index, is ? ContactChange::begin : ContactChange::end};
        return;
    }
    if ((contact.flags & kHitDue) != 0) [[unlikely]] { world.due.set(index); }
    if (!is || (contact.flags & kSensor) != 0) { return; }
    if (awakeA != awakeB && world.is_dynamic(awakeA ? contact.slotB : contact.slotA)) {
        changes[changed++] = {index, ContactChange::join};
    }
}

/// In pair-key order, as the callbacks may count.
void NarrowPhase::ask_all() {
    sort_by_key(world.arena, world.asked);
    for (const KeyedContact& of : world.asked) {
        const bool was = (world.contacts[of.index].flags & kTouching) != 0;
        settle(of.index, was, ask(world, of.index));
    }
    world.asked.clear();
}

/// Updates a contact whose manifold was kept, or must be computed.
void NarrowPhase::complete(uint32_t index, bool kept) {
    Contact& contact = world.contacts[index];
    const bool was = (contact.flags & kTouching) != 0;
    bool is = was;
    if (!kept) {
        // Contacts that touched a step ago get their manifolds first: that reads only the two shapes.
        if (!was && !boxes_meet(world, contact)) {
            changes[changed++] = {index, ContactChange::separate};
            return;
        }
        if ((contact.flags & kPreSolve) != 0) [[unlikely]] { begin_question(world, index); }
        is = update_manifold(world, index, world.poses[contact.slotA], world.poses[contact.slotB]);
        if (!is && was && !boxes_meet(world, contact)) { // moved away by hand
            changes[changed++] = {index, ContactChange::separate};
            return;
        }
        if ((contact.flags & kPreSolve) != 0) [[unlikely]] {
            if (is && world.hooks.pre_solve != nullptr) {
                world.asked.push_back(keyed(contact, index));
                return;
            }
            if (!is) { contact.flags &= ~kAsked; }
        }
    }
    if (contact.manifold.count == 0 && (contact.flags & kSensor) == 0 && world.tuning.recycle_distance > 0.0f) {
        record_clearance(world, index, contact.slotA, contact.slotB);
    }
    settle(index, was, is);
}

/// Whether nothing of a pair without points has to be computed.
[[gnu::always_inline]] inline bool NarrowPhase::is_apart(uint32_t index) {
    const ApartPair& apart = world.apart_pairs[index];
    const bool out_of_reach =
        world.path_lengths[apart.slotA] + world.path_lengths[apart.slotB] < static_cast<double>(apart.limit);
    if (!out_of_reach && !record_clearance(world, index, apart.slotA, apart.slotB)) { return false; }
    if (!world.is_awake(apart.slotA) && !world.is_awake(apart.slotB)) { world.awake_contacts.clear(index); }
    return true;
}

void NarrowPhase::update(std::span<const uint32_t> contacts) {
    // From the last to the first: the contacts updated last are still in the caches when the solver begins, and it
    // begins with the first.
    for (size_t i = contacts.size(); i-- > 0;) {
        const uint32_t index = contacts[i];
        const bool was_apart = world.apart_pairs[index].slotA != kNull;
        if (was_apart && is_apart(index)) { continue; }
        const Contact& contact = world.contacts[index];
        if ((contact.flags & kSeams) != 0 && has_own_surface(world, contact)) {
            later[paired++] = {static_cast<uint64_t>(contact.slotA) << 32 | contact.slotB, index};
            continue;
        }
        if ((contact.flags & kHooks) != 0) [[unlikely]] {
            later[later.size() - ++judged] = keyed(contact, index);
            continue;
        }
        const bool kept =
            !was_apart && keep_manifold(world, index, world.poses[contact.slotA], world.poses[contact.slotB]);
        if (kept && contact.manifold.count > 0) {
            const bool was = (contact.flags & kTouching) != 0;
            settle(index, was, was);
        } else {
            complete(index, kept);
        }
    }
}

/// Contacts of one-way shapes, and those that callbacks may disable. Whether such a shape continues the surface of
/// another (world/seams.cpp) is read from flags that its own update changes. So these come after all others, in
/// descending order of pair keys.
void NarrowPhase::update_judged() {
    const std::span<KeyedContact> all = later.last(judged);
    sort_by_key(world.arena, all);
    for (size_t i = all.size(); i-- > 0;) { complete(all[i].index, false); } // their manifolds are never kept
}

/// The contacts of two bodies, one of which is a dynamic one of several shapes. Points along one face are solved as two
/// (implied_points.cpp), so their normals must be of the same instant: all manifolds with points are kept, or none is.
/// Those without must not decide: whether there are any depends on the margins of fat AABBs.
///
/// Dynamic bodies that hit each other fast overlap by any depth. Where the middle of a shape is inside the other body,
/// nothing says from which side it came, and what the surface says at one shape contradicts what it says at the next.
/// Such bodies part by the shortest way at each.
void NarrowPhase::update_pairs() {
    const std::span<KeyedContact> all = later.first(paired);
    sort_by_key(world.arena, all);
    for (size_t first = 0, end = 0; first < all.size(); first = end) {
        while (end < all.size() && all[end].key == all[first].key) { ++end; }
        const std::span<KeyedContact> pair = all.subspan(first, end - first);
        bool keeps = true; // the manifolds with points
        bool all_kept = true;
        for (KeyedContact& of : pair) {
            const Contact& contact = world.contacts[of.index];
            const bool kept = world.apart_pairs[of.index].slotA == kNull &&
                              recycle(world, of.index, world.poses[contact.slotA], world.poses[contact.slotB]);
            of.key = kept ? 1 : 0; // the order is known
            keeps = keeps && (kept || contact.manifold.count == 0);
            all_kept = all_kept && kept;
        }
        const bool sunk = !all_kept && std::any_of(pair.begin(), pair.end(), [&](const KeyedContact& of) {
            const Contact& contact = world.contacts[of.index];
            return (contact.flags & kBetweenDynamic) != 0 && is_sunk(world, contact);
        });
        const uint32_t unused = sunk ? kSeams : 0u;
        const auto complete_one = [&](uint32_t index, bool kept) {
            world.contacts[index].flags &= ~unused;
            complete(index, kept);
            world.contacts[index].flags |= unused;
        };
        for (KeyedContact& of : pair) {
            if (world.contacts[of.index].manifold.count > 0) { continue; }
            complete_one(of.index, of.key != 0);
            keeps = keeps && world.contacts[of.index].manifold.count == 0;
            of.index = kNull;
        }
        for (const KeyedContact& of : pair) {
            if (of.index != kNull) { complete_one(of.index, keeps); }
        }
    }
}

} // namespace

// Pre:  `pairs` holds every pair of overlapping fat AABBs; `awake_contacts` those with an awake body.
// Post: every awake contact has the manifold of the present poses, with the accumulated impulses of its features;
//       changes to the graph of contacts are listed in pair-key order, and none is applied yet.
void collide_pairs(Step& step) {
    WorldState& world = step.world;
    world.due.reset(static_cast<uint32_t>(world.contacts.size()));
    world.impacts.clear();
    world.lost_points.clear();
    world.seam_points.clear();
    step.before_changes = world.arena.mark();
    NarrowPhase narrow{world, world.arena.allocate<ContactChange>(world.awake_contacts.count())};
    const Arena::Mark mark = world.arena.mark();
    narrow.later = world.arena.allocate<KeyedContact>(world.awake_contacts.count());
    narrow.update(world.awake_contacts.list(world.arena));
    if (narrow.judged > 0) { narrow.update_judged(); }
    if (narrow.paired > 0) { narrow.update_pairs(); }
    if (world.asked.size() > 0) { narrow.ask_all(); }
    for (const uint32_t slot : step.ahead) {
        const uint32_t index = find_contact_ahead(world, slot, step.dt);
        if (index != kNull) { narrow.settle(index, false, true); }
    }
    hand_over_impulses(world);
    world.arena.release(mark);
    step.changes = narrow.changes.first(narrow.changed);
    // A contact index depends on contacts created and destroyed elsewhere. With key order, colours and islands depend
    // only on the bodies they contain (X14).
    merge_sort(world.arena, step.changes, [&world](const ContactChange& a, const ContactChange& b) {
        const Contact& first = world.contacts[a.contact];
        const Contact& second = world.contacts[b.contact];
        return pair_key(first.shapeA, first.shapeB) < pair_key(second.shapeA, second.shapeB);
    });
}

} // namespace impulse
