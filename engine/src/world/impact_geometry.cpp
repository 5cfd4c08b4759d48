#include "world/impact_geometry.h"

#include <cmath>

#include "dynamics/solvers/registry.h"
#include "geometry/aabb.h"

namespace impulse {

bool may_bounce(const WorldState& world, const Contact& contact, const LocalManifold& manifold) {
    if (!(contact.restitution > 0.0f) || (contact.flags & (kRound | kSensor)) != kRound) { return false; }
    if (!world.solver->places_bounces || world.tuning.impacts == Impacts::zero_duration) { return false; }
    const Manifold& before = contact.manifold;
    const auto pushed = [&](int i) { return i < before.count && before.points[i].normal_impulse > 0.0f; };
    return manifold.count == 1 && manifold.face == FaceOf::none && !pushed(0) && !pushed(1);
}

namespace {

/// Whether no other moving body is where putting the two back to an impact `ahead` steps ahead, below 0, may take them:
/// either by its change of velocity for that time, at most twice the one at which they approach. Where one is
/// immovable, continuous collision stopped the other at the impact, so that next to nothing is put back.
bool has_room(const WorldState& world, const Contact& contact, float ahead, Vec2 way) {
    if ((contact.flags & kBetweenDynamic) == 0) { return true; }
    const float reach = -2.0f * ahead * length(way);
    const auto is_alone = [&](uint32_t index) {
        const ShapeRecord& record = world.shapes[index];
        const Vec2 moves = world.last_dt * world.motions[record.slot].v;
        const Aabb now = shape_aabb(record.shape, world_pose(world.poses[record.slot]));
        const Aabb box = grown(stretched(now, moves), reach);
        return world.broad_phase.tree(BodyType::dynamic_body).query(box, [&](uint32_t proxy) {
            const ShapeRecord& other = world.shapes[world.broad_phase.shape(proxy)];
            if (other.sensor || other.slot == contact.slotA || other.slot == contact.slotB) { return true; }
            return !overlaps(shape_aabb(other.shape, world_pose(world.poses[other.slot])), box);
        });
    };
    return is_alone(contact.shapeA) && is_alone(contact.shapeB);
}

} // namespace

Vec2 meet(const WorldState& world, const Contact& contact, const BodyPose& poseA, const BodyPose& poseB,
          const Transform& b_in_a, LocalManifold& manifold) {
    const BodyMotion& a = world.motions[contact.slotA];
    const BodyMotion& b = world.motions[contact.slotB];
    const float radiusA = world.radii[contact.shapeA];
    const float radiusB = world.radii[contact.shapeB];
    LocalPoint& point = manifold.points[0];
    const Vec2 coreA = point.point - (radiusA + 0.5f * point.separation) * manifold.normal;
    const Vec2 coreB = point.point + (radiusB + 0.5f * point.separation) * manifold.normal;
    const Vec2 between = coreB - coreA;
    const Vec2 turnA = world.last_dt * cross(a.w, coreA - poseA.local_center);
    const Vec2 turnB = world.last_dt * cross(b.w, coreB - transform(b_in_a, poseB.local_center));
    const Vec2 way = world.last_dt * inverse_rotate(poseA.q, b.v - a.v) + turnB - turnA;
    const float closing = dot(between, way);
    if (closing >= 0.0f) { return {}; }
    const float radius = radiusA + radiusB;
    const float square = dot(way, way);
    const float root = closing * closing - square * (dot(between, between) - radius * radius);
    const float end = 1.0f + world.solver->lookahead(world.tuning, world.last_h) / world.last_dt;
    const float time = min((-closing - std::sqrt(max(root, 0.0f))) / square, end);
    if (time * world.last_dt < -world.dt_before || (time < 0.0f && !has_room(world, contact, time, way))) { return {}; }
    manifold.normal = normalize(between + time * way);
    point.separation = dot(between, manifold.normal) - radius;
    point.point = coreA + time * turnA + radiusA * manifold.normal;
    return coreB + time * turnB - radiusB * manifold.normal - point.point;
}

} // namespace impulse
