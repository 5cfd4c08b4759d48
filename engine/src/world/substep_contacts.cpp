#include "world/substep_contacts.h"

#include "collision/recycle.h"
#include "geometry/aabb.h"
#include "world/contacts.h"

namespace impulse {
namespace {

/// A body at its present rotation, its centre of mass at (x, y).
BodyPose posed(const WorldState& world, uint32_t slot, double x, double y) {
    return {x, y, normalize(world.motions[slot].dq * world.poses[slot].q), world.poses[slot].local_center};
}

/// Motion of a body in this step under forces alone, and the displacement of its points by rotation.
struct Way {
    Vec2 move;           ///< m
    float turned = 0.0f; ///< m: upper bound of the displacement by rotation
};

Way way_of(const WorldState& world, uint32_t slot, float dt) {
    if (!world.is_awake(slot)) { return {}; }
    const BodyMotion& motion = world.motions[slot];
    const BodyForces& forces = world.forces[slot];
    const bool falls = (motion.flags & kDynamic) != 0;
    const Vec2 a = falls ? acceleration_by(forces, world.gravity, world.masses[slot].inv_mass) : Vec2{};
    return {dt * (motion.v + dt * a), world.slacks[slot].extent * min(dt * abs(motion.w), 2.0f)};
}

/// A body hit in the middle of a step may leave its path by this much and still be found.
float leeway(const WorldState& world) { return 10.0f * world.tuning.linear_slop; }

/// The box of a shape along the path of its body.
Aabb swept_box(const WorldState& world, const ShapeRecord& shape, const Way& way) {
    const Aabb tight = shape_aabb(shape.shape, world_pose(world.poses[shape.slot]));
    const float reach = way.turned + (world.is_awake(shape.slot) ? leeway(world) : 0.0f);
    return grown(stretched(tight, way.move), reach);
}

/// Whether the contact can push in this step. A sleeping body only if the graph contains it. Shapes that do not touch
/// must meet on their paths: which pairs the broad phase contains depends on its search.
bool may_push(const Step& step, uint32_t index) {
    const WorldState& world = step.world;
    if (world.active_contacts.test(index)) { return true; }
    const Contact& contact = world.contacts[index];
    if ((contact.flags & kSensor) != 0) { return false; }
    if (world.is_asleep(contact.slotA) || world.is_asleep(contact.slotB)) { return false; }
    if (!may_move(world, contact)) { return false; }
    return overlaps(swept_box(world, world.shapes[contact.shapeA], way_of(world, contact.slotA, step.dt)),
                    swept_box(world, world.shapes[contact.shapeB], way_of(world, contact.slotB, step.dt)));
}

/// Positions are predicted before contacts are computed. If the prediction takes a fast body past the touched shape,
/// the contact keeps its points, as deep as the path demands. Otherwise its speed would never count as approach (X17).
bool keeps_points(WorldState& world, uint32_t index, const BodyPose& a, const BodyPose& b) {
    constexpr float kAnyWay = 1.0e9f; // m
    Contact& contact = world.contacts[index];
    if ((contact.flags & (kCached | kSensor)) != kCached || contact.manifold.count == 0) { return false; }
    const ManifoldCache& cache = world.manifold_caches[index];
    const Vec2 center = center_offset(a, b);
    const Vec2 moved = center - (cache.rA[0] - cache.rB[0]);
    const bool enters = -dot(moved, contact.manifold.normal) > 0.1f * world.tuning.linear_slop;
    return enters && length(moved) > world.tuning.speculative_distance &&
           carry_points(cache.qA, cache.qB, center, cache, kAnyWay, kAnyWay, contact.manifold);
}

} // namespace

void sweep_boxes(WorldState& world, std::span<const uint32_t> slots, float dt) {
    for (const uint32_t slot : slots) {
        BodySlack& room = world.slacks[slot];
        const Way way = way_of(world, slot, dt);
        if (length(way.move) + way.turned + leeway(world) <= room.slack) { continue; }
        const Transform pose = world_pose(world.poses[slot]);
        float slack = 3.0e38f;
        for_each_shape(world, slot, [&](uint32_t index) {
            const ShapeRecord& record = world.shapes[index];
            if (record.proxy == kNull) { return; }
            world.broad_phase.update_proxy(record.proxy, swept_box(world, record, way), {});
            const Aabb tight = shape_aabb(record.shape, pose);
            const Aabb& fat = world.broad_phase.fat_aabb(record.proxy);
            const Vec2 left = min(tight.lower - fat.lower, fat.upper - tight.upper);
            slack = min(slack, min(left.x, left.y));
        });
        room.slack = slack;
    }
}

void begin_substep_contacts(Step& step) {
    WorldState& world = step.world;
    world.met.clear();
    const Arena::Mark mark = world.arena.mark();
    const std::span<KeyedContact> pushing = world.arena.allocate<KeyedContact>(world.awake_contacts.count());
    size_t count = 0;
    world.awake_contacts.for_each([&](uint32_t index) {
        if (!may_push(step, index)) { return; }
        world.contacts[index].flags |= kOnWay;
        pushing[count++] = keyed(world.contacts[index], index);
    });
    set_active(world, pushing.first(count));
    world.arena.release(mark);
}

void refresh_manifolds(void* of) {
    WorldState& world = *static_cast<WorldState*>(of);
    for (const uint32_t index : world.active) {
        Contact& contact = world.contacts[index];
        // In the frame of A's centre: the motion of a pair depends bitwise on no world position.
        const BodyPose& from = world.poses[contact.slotA];
        const Vec2 dp = world.motions[contact.slotA].dp;
        const Vec2 offset = center_offset(from, world.poses[contact.slotB]) + (world.motions[contact.slotB].dp - dp);
        const BodyPose a = posed(world, contact.slotA, 0.0, 0.0);
        const BodyPose b = posed(world, contact.slotB, static_cast<double>(offset.x), static_cast<double>(offset.y));
        const Vec2 normal = contact.manifold.normal;
        const bool known = recycle(world, index, a, b) || keeps_points(world, index, a, b);
        if (!known) { update_manifold(world, index, a, b); }
        // A contact that began and ended within the step still has its normal.
        if (contact.manifold.count == 0) { contact.manifold.normal = normal; }
        if ((contact.flags & (kTouching | kMet)) == 0 && overlaps(contact.manifold)) {
            contact.flags |= kMet;
            world.met.push_back(
                impact_of(world, index, from.x + static_cast<double>(dp.x), from.y + static_cast<double>(dp.y)));
        }
    }
}

void commit_substep_contacts(WorldState& world) {
    for (const uint32_t index : world.active) {
        Contact& contact = world.contacts[index];
        const bool has_points = contact.manifold.count > 0;
        contact.flags &= ~kOnWay;
        const bool touches = (contact.flags & (kTouching | kMet)) != 0;
        // The next step computes it again: points that never overlapped are no touch yet, a touch without points ends.
        if (has_points != touches) { forget_manifold(world, index); }
        if (touches) { continue; }
        contact.manifold = {};
        contact.age = 0;
    }
    const Arena::Mark mark = world.arena.mark();
    const std::span<KeyedContact> order = world.arena.allocate<KeyedContact>(world.met.size());
    for (uint32_t i = 0; i < order.size(); ++i) { order[i] = keyed(world.contacts[world.met[i].contact], i); }
    sort_by_key(world.arena, order);
    for (const KeyedContact& met : order) {
        const Impact& impact = world.met[met.index];
        const uint32_t index = impact.contact;
        Contact& contact = world.contacts[index];
        contact.flags &= ~kMet;
        begin_touching(world, index);
        // Another contact may have stopped the body before this one had any impulse: its hit is still due.
        if (world.impulses[index] > 0.0f) {
            push_hit(world, {index, impact.point, impact.normal, impact.speed, world.impulses[index]});
        } else {
            contact.flags |= kHitDue;
        }
    }
    world.arena.release(mark);
}

} // namespace impulse
