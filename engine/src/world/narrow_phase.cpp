// Where shapes touch: the manifolds of all contacts whose bodies are awake.
#include "collision/recycle.h"
#include "core/sort.h"
#include "world/continuous.h"
#include "world/contacts.h"
#include "world/sleep.h"
#include "world/stages.h"

namespace impulse {

CollideSettings collide_settings(const Tuning& tuning) {
    CollideSettings settings;
    settings.speculative_distance = tuning.speculative_distance;
    settings.linear_slop = tuning.linear_slop;
    settings.a_only_sat = tuning.literal.a_only_sat;
    settings.interval_overlap = tuning.literal.interval_overlap;
    settings.inside_circle = tuning.literal.inside_circle;
    settings.deepest_point_only = tuning.literal.deepest_point_only;
    return settings;
}

bool update_manifold(WorldState& world, uint32_t index, const CollideSettings& settings, const BodyPose& poseA,
                     const BodyPose& poseB) {
    Contact& contact = world.contacts[index];
    const LocalManifold local =
        collide(world.shapes[contact.shapeA].shape, world.shapes[contact.shapeB].shape,
                relative_pose(poseA, poseB), settings, contact.cache);

    Manifold now;
    now.normal = rotate(poseA.q, local.normal);
    now.count = local.count;
    const Vec2 offset = center_offset(poseA, poseB);
    bool overlapping = false;
    for (size_t i = 0; i < static_cast<size_t>(local.count); ++i) {
        ManifoldPoint& point = now.points[i];
        point.rA = rotate(poseA.q, local.points[i].point - poseA.local_center);
        point.rB = point.rA - offset;
        point.separation = local.points[i].separation;
        point.feature = local.points[i].feature;
        overlapping = overlapping || point.separation <= 0.0f;
    }
    const bool stable = world.tuning.solver == SolverType::substepped_position;
    recall_impulses(contact.manifold, now, world.tuning.literal.index_match, stable ? world.tuning.normal_stable : -2.0f);
    contact.manifold = now;
    ManifoldCache& cache = world.manifold_caches[index];
    cache.qA = poseA.q;
    cache.qB = poseB.q;
    for (int i = 0; i < now.count; ++i) {
        cache.rA[i] = now.points[i].rA;
        cache.rB[i] = now.points[i].rB;
        cache.separation[i] = now.points[i].separation;
    }
    cache.apartA = kNull;
    if (now.count == 0) {
        cache.rA[0] = offset;
        cache.rB[0] = {world.shapes[contact.shapeA].extent, world.shapes[contact.shapeB].extent};
        cache.separation[0] = local.gap;
        if ((contact.flags & kSensor) == 0 && world.tuning.recycle_distance > 0.0f) { // a touch ends in this step
            cache.apartA = contact.slotA;
            cache.apartB = contact.slotB;
        }
    }
    contact.flags |= kCached;
    return (contact.flags & kSensor) != 0 ? overlapping : local.count > 0;
}

void forget_manifold(WorldState& world, uint32_t index) {
    world.contacts[index].flags &= ~static_cast<uint32_t>(kCached);
    world.manifold_caches[index].apartA = kNull;
}

namespace {

/// Whether the narrow phase can be spared: `points` is `carry_points`, compiled in or called.
template <class Points>
[[gnu::always_inline]] inline bool keep_manifold(WorldState& world, uint32_t index, const BodyPose& a, const BodyPose& b,
                                                 Points&& points) {
    Contact& contact = world.contacts[index];
    if ((contact.flags & (kCached | kSensor)) != kCached || world.tuning.recycle_distance <= 0.0f) { return false; }
    const ManifoldCache& cache = world.manifold_caches[index];
    const Tuning& tuning = world.tuning;
    if (contact.manifold.count == 0) {
        return still_apart(a.q, b.q, center_offset(a, b), cache, tuning.speculative_distance);
    }
    return points(a.q, b.q, center_offset(a, b), cache, tuning.recycle_distance, tuning.speculative_distance, contact.manifold);
}

} // namespace

bool recycle(WorldState& world, uint32_t index, const BodyPose& a, const BodyPose& b) {
    return keep_manifold(world, index, a, b, recycle_manifold);
}

// Pre:  `pairs` holds every pair of boxes that came near; `awake_contacts` those with an awake body.
// Post: every awake contact has the manifold of the poses as they are, with the impulses its features carried
// before;
//       what must change in the graph of contacts is listed in pair-key order, and nothing of it is done yet.
void collide_pairs(Step& step) {
    WorldState& world = step.world;
    const std::span<uint32_t> contacts = world.arena.allocate<uint32_t>(world.awake_contacts.count());
    world.awake_contacts.write(contacts);
    const std::span<ContactChange> changes = world.arena.allocate<ContactChange>(contacts.size());
    const CollideSettings settings = collide_settings(world.tuning);
    size_t changed = 0;
    // From the last to the first: what was looked at last still lies in the caches when the solver begins, with the first.
    for (size_t i = contacts.size(); i-- > 0;) {
        const uint32_t index = contacts[i];
        const ManifoldCache& cache = world.manifold_caches[index];
        if (cache.apartA != kNull) {
            const BodyPose& a = world.poses[cache.apartA];
            const BodyPose& b = world.poses[cache.apartB];
            if (still_apart(a.q, b.q, center_offset(a, b), cache, settings.speculative_distance)) {
                if (!world.is_awake(cache.apartA) && !world.is_awake(cache.apartB)) { world.awake_contacts.clear(index); }
                continue;
            }
        }
        Contact& contact = world.contacts[index];
        const bool was = (contact.flags & kTouching) != 0;
        bool is = was;
        if (!world.is_awake(contact.slotA) && !world.is_awake(contact.slotB)) {
            world.awake_contacts.clear(index); // found between sleepers: looked at once
        }
        const BodyPose& poseA = world.poses[contact.slotA];
        const BodyPose& poseB = world.poses[contact.slotB];
        if (!keep_manifold(world, index, poseA, poseB, carry_points)) {
            const ShapeRecord& a = world.shapes[contact.shapeA];
            const ShapeRecord& b = world.shapes[contact.shapeB];
            // What touched a step ago is asked for its manifold first: that reads no more than the two shapes.
            if (!was && !overlaps(world.broad_phase.fat_aabb(a.proxy), world.broad_phase.fat_aabb(b.proxy))) {
                changes[changed++] = {index, ContactChange::separate};
                continue;
            }
            is = update_manifold(world, index, settings, poseA, poseB);
        }
        if ((contact.flags & (kBetweenDynamic | kSensor)) == 0 && is) { mark_if_sunk(world, contact); }
        if (is != was) {
            changes[changed++] = {index, is ? ContactChange::begin : ContactChange::end};
            continue;
        }
        const bool settled = (contact.flags & kLinked) != 0 || !is || (contact.flags & kSensor) != 0;
        if (settled) { continue; }
        const bool awakeA = world.is_awake(contact.slotA);
        const bool awakeB = world.is_awake(contact.slotB);
        if (!awakeA && world.is_dynamic(contact.slotA) &&
            (moves_enough_to_wake(world, contact.slotB) || (awakeB && presses_enough_to_wake(world, contact, 0)))) {
            changes[changed++] = {index, ContactChange::wake_a};
        } else if (!awakeB && world.is_dynamic(contact.slotB) &&
                   (moves_enough_to_wake(world, contact.slotA) || (awakeA && presses_enough_to_wake(world, contact, 1)))) {
            changes[changed++] = {index, ContactChange::wake_b};
        } else if (awakeA && awakeB && (contact.flags & kBetweenDynamic) != 0) {
            changes[changed++] = {index, ContactChange::link};
        }
    }
    step.changes = changes.first(changed);
    // A contact index depends on which contacts came and went elsewhere; with the key's order colours and islands depend on
    // nothing but the bodies they hold (X14).
    const std::span<ContactChange> scratch = world.arena.allocate<ContactChange>(changed);
    merge_sort(step.changes, scratch, [&world](const ContactChange& a, const ContactChange& b) {
        const Contact& first = world.contacts[a.contact];
        const Contact& second = world.contacts[b.contact];
        return pair_key(first.shapeA, first.shapeB) < pair_key(second.shapeA, second.shapeB);
    });
}

} // namespace impulse
