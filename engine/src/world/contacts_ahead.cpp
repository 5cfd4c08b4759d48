#include "world/contacts_ahead.h"

#include "world/contacts.h"
#include "world/seams.h"
#include "world/sweeper.h"

namespace impulse {
namespace {

/// The path of a body without impulses, which starts at `from`.
Sweep free_path(const WorldState& world, uint32_t slot, Vec2 from, float dt) {
    const BodyMotion& motion = world.motions[slot];
    const BodyForces& forces = world.forces[slot];
    Vec2 dp = dt * motion.v;
    if (world.is_dynamic(slot)) {
        const Vec2 a = forces.gravity_scale * world.gravity + world.masses[slot].inv_mass * forces.force;
        dp += unlocked(motion.flags, 0.5f * dt * dt * a);
    }
    return {from, dp, world.poses[slot].q, dt * motion.w, world.poses[slot].local_center};
}

BodyPose pose_on(BodyPose pose, const Sweep& path, float time) {
    pose.x += static_cast<double>(time * path.dp.x);
    pose.y += static_cast<double>(time * path.dp.y);
    pose.q = normalize(make_rot(time * path.turn) * pose.q);
    return pose;
}

/// The first impact of a body that its sweep would stop.
struct Ahead {
    uint32_t contact = kNull;
    float time = 1.0f;
    Sweep paths[2]{}; ///< of the contact's sides
    SweepLimits limits{};
};

Ahead first_ahead(const Sweeper& s, uint32_t slot) {
    const WorldState& world = s.world;
    Ahead first;
    const auto may_begin = [](const Contact& contact) {
        return contact.manifold.count == 0 && (contact.flags & (kTouching | kSensor | kBetweenDynamic | kHooks)) == 0;
    };
    bool any = false;
    for_each_contact(world, slot, [&](uint32_t index, uint32_t) { any = any || may_begin(world.contacts[index]); });
    if (!any) { return first; } // most bodies
    SweptBody body;
    body.begin(slot, free_path(world, slot, {}, s.dt));
    const Sweep& own = body.path.last().sweep;
    uint64_t first_pair = 0;
    for_each_contact(world, slot, [&](uint32_t index, uint32_t side) {
        const Contact& contact = world.contacts[index];
        if (!may_begin(contact)) { return; }
        const uint32_t obstacle = contact.slot(1 - side);
        const Sweep other = free_path(world, obstacle, center_offset(world.poses[slot], world.poses[obstacle]), s.dt);
        const Shape& a = world.shapes[side == 0 ? contact.shapeA : contact.shapeB].shape;
        const Shape& b = world.shapes[side == 0 ? contact.shapeB : contact.shapeA].shape;
        SweepLimits limits = limits_of(s, body, a, b, false);
        limits.impact = limits.touching - limits.press;
        if (front_gap(a, own, b, other) > limits.impact + limits.tolerance) { return; }
        const TimeOfImpact toi = time_of_impact(a, own, b, other, limits, first.time);
        if (!toi.hit || toi.start <= limits.touching || !boxes_meet(world, contact)) { return; }
        const uint64_t pair = pair_key(contact.shapeA, contact.shapeB);
        if (first.contact != kNull && toi.time == first.time && pair > first_pair) { return; }
        first_pair = pair;
        first = {index, toi.time, {own, own}, limits};
        first.paths[1 - side] = other;
    });
    return first;
}

/// Gives the contact the points that it has where it begins to touch, with arms and separations of the present poses.
void meet_ahead(WorldState& world, Ahead at, const Tuning& wide) {
    Contact& contact = world.contacts[at.contact];
    const Shape& a = world.shapes[contact.shapeA].shape;
    const Shape& b = world.shapes[contact.shapeB].shape;
    at.limits.impact = at.limits.touching - at.limits.press;
    const float time = min(at.time, time_of_impact(a, at.paths[0], b, at.paths[1], at.limits, at.time).time);
    const BodyPose& poseA = world.poses[contact.slotA];
    const BodyPose& poseB = world.poses[contact.slotB];
    const BodyPose thenA = pose_on(poseA, at.paths[0], time);
    const Transform b_in_a = relative_pose(thenA, pose_on(poseB, at.paths[1], time));
    const LocalManifold local = collide_contact(world, at.contact, thenA.q, b_in_a, wide);
    Manifold& now = contact.manifold;
    now = {};
    now.normal = rotate(thenA.q, local.normal);
    now.count = local.count;
    const Vec2 offset = center_offset(poseA, poseB);
    for (size_t i = 0; i < static_cast<size_t>(local.count); ++i) {
        // The surface of a round side does not rotate with its body (contact_rows.h): only the core goes back.
        const Vec2 coreA = local.points[i].point - a.radius * local.normal;
        const Vec2 coreB = inverse_transform(b_in_a, local.points[i].point + b.radius * local.normal);
        ManifoldPoint& point = now.points[i];
        point.rA = rotate(poseA.q, coreA - poseA.local_center) + a.radius * now.normal;
        point.rB = rotate(poseB.q, coreB - poseB.local_center) - b.radius * now.normal;
        point.separation = local.points[i].separation + dot(offset + point.rB - point.rA, now.normal);
        point.feature = local.points[i].feature;
    }
    contact.flags = (contact.flags & ~kFace) | flag_of(local.face);
    forget_manifold(world, at.contact);
}

/// Gives a contact of one point the other end of the face, if the body can turn it down within the step. Discs have
/// none.
void find_other_end(WorldState& world, uint32_t index, const Tuning& wide) {
    Contact& contact = world.contacts[index];
    if (world.shapes[contact.shapeA].shape.count == 1 || world.shapes[contact.shapeB].shape.count == 1) { return; }
    const BodyPose& poseA = world.poses[contact.slotA];
    const BodyPose& poseB = world.poses[contact.slotB];
    const LocalManifold local = collide_contact(world, index, poseA.q, relative_pose(poseA, poseB), wide);
    const ManifoldPoint known = contact.manifold.points[0];
    const bool first = local.points[0].feature == known.feature;
    if (local.count != 2 || (contact.flags & kFace) != flag_of(local.face)) { return; }
    if (!first && local.points[1].feature != known.feature) { return; }
    const LocalPoint& end = local.points[first ? 1 : 0];
    ManifoldPoint& other = contact.manifold.points[first ? 1 : 0];
    contact.manifold.points[first ? 0 : 1] = known;
    other = {};
    other.rA = rotate(poseA.q, end.point - poseA.local_center);
    other.rB = other.rA - center_offset(poseA, poseB);
    other.separation = end.separation;
    other.feature = end.feature;
    contact.manifold.count = 2;
    forget_manifold(world, index);
}

} // namespace

// Solvers that detect contacts within the step find these by themselves, and impacts of zero duration would come before
// the bodies meet.
std::span<const uint32_t> find_bodies_ahead(const Step& step) {
    WorldState& world = step.world;
    const bool foresees = world.tuning.continuous && !world.solver->detects && world.tuning.impacts == Impacts::bias;
    if (!step.moves || !foresees || !world.active_joints.any()) { return {}; }
    const float far = lookahead(world.tuning);
    const std::span<uint32_t> found = world.arena.allocate<uint32_t>(2 * world.active_joints.count());
    size_t count = 0;
    world.active_joints.for_each([&](uint32_t index) {
        for (const uint32_t slot : {world.joints[index].slotA, world.joints[index].slotB}) {
            if (slot == kNull) { continue; }
            BodyMotion& motion = world.motions[slot];
            const SweepExtent& extent = world.sweep_extents[slot];
            const float path = step.dt * (abs(motion.v.x) + abs(motion.v.y) + extent.reach * abs(motion.w));
            // `kFast`: another joint has it.
            if (!(path > min(0.5f * extent.core, far)) || !is_finite(path)) { continue; }
            if ((motion.flags & (kDynamic | kFast)) != kDynamic || !world.is_awake(slot)) { continue; }
            motion.flags |= kFast;
            found[count++] = slot;
        }
    });
    for (const uint32_t slot : found.first(count)) { world.motions[slot].flags &= ~kFast; }
    return found.first(count);
}

uint32_t find_contact_ahead(WorldState& world, uint32_t slot, float dt) {
    const BodyMotion& motion = world.motions[slot];
    Tuning wide = world.tuning;
    wide.speculative_distance += dt * (length(motion.v) + world.sweep_extents[slot].reach * abs(motion.w));
    for_each_contact(world, slot, [&](uint32_t index, uint32_t) {
        const Contact& contact = world.contacts[index];
        const bool solid = (contact.flags & (kSensor | kBetweenDynamic | kHooks)) == 0;
        if (solid && contact.manifold.count == 1) { find_other_end(world, index, wide); }
    });
    const Ahead first = first_ahead({.world = world, .dt = dt}, slot);
    if (first.contact == kNull) { return kNull; }
    meet_ahead(world, first, wide);
    return world.contacts[first.contact].manifold.count > 0 ? first.contact : kNull;
}

} // namespace impulse
