#include "world/impact_geometry.h"

#include <cmath>

#include "collision/pair_points.h"
#include "dynamics/solvers/registry.h"
#include "geometry/aabb.h"
#include "world/joints.h"

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

namespace {

/// The line between two shapes that leaves the most room on their paths.
struct Passage {
    Vec2 normal{};
    float least = 0.0f; ///< m: their distance along the normal, on the whole path; below 0 they may meet
    float gap = 0.0f;   ///< m: the distance now
};

/// `way`: m, the displacement of B relative to A at a point of contact. The other end of a face has `other`.
Passage find_passage(const CorePair& pair, Vec2 between, Vec2 way, Vec2 other) {
    const Vec2 aside = normalize(left_perp(way));
    const int facesA = pair.a.count > 1 ? pair.a.count : 0;
    const int facesB = pair.b.count > 1 ? pair.b.count : 0;
    Passage best;
    for (int i = -3; i < facesA + facesB; ++i) {
        Vec2 n = i == -1 ? -aside : aside;
        if (i == -3) { n = normalize(between + min(-dot(between, way) / dot(way, way), 1.0f) * way); }
        if (i >= 0) { n = i < facesA ? pair.a.normal(i) : -pair.b.normal(i - facesA); }
        const float gap = project(pair.b, pair.radiusB, n).lower - project(pair.a, pair.radiusA, n).upper;
        const float least = gap + min(0.0f, min(dot(way, n), dot(other, n)));
        // Of equals the more upright one: mirrored scenes select the same.
        const bool better = least > best.least || (least == best.least && abs(n.y) > abs(best.normal.y));
        if (better) { best = {n, least, gap}; }
    }
    return best;
}

/// m/s: velocity of a body, at the end of a step of forces alone.
Vec2 velocity_after(const WorldState& world, uint32_t slot, float time) {
    const BodyMotion& motion = world.motions[slot];
    if ((motion.flags & kDynamic) == 0) { return motion.v; }
    const Vec2 a = acceleration_by(world.forces[slot], world.gravity, world.masses[slot].inv_mass);
    return motion.v + unlocked(motion.flags, time * a);
}

} // namespace

bool miss(const WorldState& world, const Contact& contact, const BodyPose& poseA, const Transform& b_in_a,
          Manifold& manifold) {
    const BodyMotion& a = world.motions[contact.slotA];
    const BodyMotion& b = world.motions[contact.slotB];
    const size_t last = static_cast<size_t>(manifold.count - 1);
    const float slop = world.tuning.linear_slop;
    const float time = world.last_dt + world.solver->lookahead(world.tuning, world.last_h);
    const Vec2 n = manifold.normal;
    const float approach = dot(n, b.v - a.v);
    float deepest = 0.0f; // m, of a point that crosses the line, and
    float share = 0.0f;   // of the time that it takes for that
    size_t first = 0;
    for (const size_t i : {size_t{0}, last}) {
        const ManifoldPoint& point = manifold.points[i];
        const float way = time * (approach + b.w * cross(point.rB, n) - a.w * cross(point.rA, n));
        if (point.separation + way >= deepest) { continue; }
        deepest = point.separation + way;
        share = -point.separation / way;
        first = i;
    }
    if (deepest >= -0.1f * slop || (contact.flags & kOneWay) != 0) { return false; }
    if (is_jointed(world, contact.slotA) || is_jointed(world, contact.slotB)) { return false; }

    const Vec2 v = velocity_after(world, contact.slotB, time) - velocity_after(world, contact.slotA, time);
    constexpr float kMost = 0.5f; // rad: the paths of points are nearly straight
    const auto seen = [&](Vec2 of) { return inverse_rotate(poseA.q, of); };
    const auto way_of = [&](const ManifoldPoint& of) {
        return seen(time * (v + cross(b.w, of.rB) - cross(a.w, of.rA)));
    };
    ManifoldPoint point = manifold.points[first];
    const Vec2 way = way_of(point);
    const Vec2 other = way_of(manifold.points[last - first]);
    if (max(length(way), length(other)) <= slop || time * max(abs(a.w), abs(b.w)) > kMost) { return false; }
    const Shape& shapeA = world.shapes[contact.shapeA].shape;
    const Shape& shapeB = world.shapes[contact.shapeB].shape;
    const Vec2 between = (shapeA.radius + shapeB.radius + point.separation) * seen(n);
    // Mostly the point of the one arrives at the other.
    const Vec2 coreA = poseA.local_center + seen(point.rA - (shapeA.radius + 0.5f * point.separation) * n);
    const Vec2 coreB = coreA + between + share * way;
    if (signed_distance(shapeA, coreB) <= shapeB.radius + 0.1f * slop) { return false; }
    const Vec2 from_b = inverse_transform(b_in_a, coreA - share * way);
    if (signed_distance(shapeB, from_b) <= shapeA.radius + 0.1f * slop) { return false; }

    const CorePair pair(shapeA, shapeB, b_in_a, shapeA.centroid);
    const Passage passage = find_passage(pair, between, way, other);
    if (passage.normal == Vec2{}) { return false; }
    manifold.normal = rotate(poseA.q, passage.normal);
    const Vec2 moved = 0.5f * (shapeA.radius - shapeB.radius) * (manifold.normal - n); // the cores stay
    point.rA += moved;
    point.rB += moved;
    point.separation = passage.gap;
    manifold.points[0] = point;
    manifold.count = 1;
    return true;
}

} // namespace impulse
