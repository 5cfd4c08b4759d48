#include "world/impact_geometry.h"

#include <cmath>
#include <span>

#include "collision/pair_points.h"
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

/// Of a pair, in the frame of A's body.
struct PairMotion {
    Vec2 v;          ///< m/s, of B's centre relative to A's
    Vec2 centers[2]; ///< m
    float spins[2];  ///< rad/s

    PairMotion(const WorldState& world, const Contact& contact, const BodyPose& poseA, const BodyPose& poseB,
               const Transform& b_in_a) {
        const BodyMotion& a = world.motions[contact.slotA];
        const BodyMotion& b = world.motions[contact.slotB];
        v = inverse_rotate(poseA.q, b.v - a.v);
        centers[0] = poseA.local_center;
        centers[1] = transform(b_in_a, poseB.local_center);
        spins[0] = a.w;
        spins[1] = b.w;
    }
    /// m/s: of a point of a body, by its rotation alone.
    Vec2 turning(int body, Vec2 p) const { return cross(spins[body], p - centers[body]); }
};

} // namespace

Vec2 meet(const WorldState& world, const Contact& contact, const BodyPose& poseA, const BodyPose& poseB,
          const Transform& b_in_a, LocalManifold& manifold) {
    const PairMotion motion(world, contact, poseA, poseB, b_in_a);
    const float radiusA = world.radii[contact.shapeA];
    const float radiusB = world.radii[contact.shapeB];
    LocalPoint& point = manifold.points[0];
    const Vec2 coreA = point.point - (radiusA + 0.5f * point.separation) * manifold.normal;
    const Vec2 coreB = point.point + (radiusB + 0.5f * point.separation) * manifold.normal;
    const Vec2 between = coreB - coreA;
    const Vec2 turnA = world.last_dt * motion.turning(0, coreA);
    const Vec2 turnB = world.last_dt * motion.turning(1, coreB);
    const Vec2 way = world.last_dt * motion.v + turnB - turnA;
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

bool may_miss(const WorldState& world, const Contact& contact, const LocalManifold& manifold) {
    if (manifold.count == 0 || (contact.flags & (kSensor | kOneWay)) != 0) { return false; }
    if (!(manifold.points[0].separation > 0.0f && manifold.points[manifold.count - 1].separation > 0.0f)) {
        return false;
    }
    const auto is_jointed = [&](uint32_t slot) { return world.bodies[slot].first_joint != kNull; };
    return !is_jointed(contact.slotA) && !is_jointed(contact.slotB);
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
    Vec2 normals[3 + 2 * kMaxPolygonVertices] = {between + min(-dot(between, way) / dot(way, way), 1.0f) * way,
                                                 left_perp(way), right_perp(way)};
    for (int i = 0; i < 3; ++i) { normals[i] = normalize(normals[i]); }
    int count = 3;
    for (int i = 0; pair.a.count > 1 && i < pair.a.count; ++i) { normals[count++] = pair.a.normal(i); }
    for (int i = 0; pair.b.count > 1 && i < pair.b.count; ++i) { normals[count++] = -pair.b.normal(i); }
    Passage best;
    for (const Vec2 n : std::span(normals).first(static_cast<size_t>(count))) {
        const float gap = project(pair.b, pair.radiusB, n).lower - project(pair.a, pair.radiusA, n).upper;
        const float least = gap + min(0.0f, min(dot(way, n), dot(other, n)));
        // Of equals the more upright one: mirrored scenes select the same.
        const bool better = least > best.least || (least == best.least && abs(n.y) > abs(best.normal.y));
        if (better) { best = {n, least, gap}; }
    }
    return best;
}

} // namespace

bool miss(const WorldState& world, const Contact& contact, const BodyPose& poseA, const BodyPose& poseB,
          const Transform& b_in_a, LocalManifold& manifold) {
    const PairMotion motion(world, contact, poseA, poseB, b_in_a);
    const float time = world.last_dt + world.solver->lookahead(world.tuning, world.last_h);
    Vec2 ways[2];
    float deepest = 0.0f;
    float longest = 0.0f;
    for (int i = 0; i < manifold.count; ++i) {
        const LocalPoint& point = manifold.points[i];
        ways[i] = time * (motion.v + motion.turning(1, point.point) - motion.turning(0, point.point));
        deepest = min(deepest, point.separation + dot(ways[i], manifold.normal));
        longest = max(longest, length(ways[i]));
    }
    const float slop = world.tuning.linear_slop;
    if (deepest >= -0.1f * slop || longest <= slop) { return false; }

    const Shape& shapeA = world.shapes[contact.shapeA].shape;
    const CorePair pair(shapeA, world.shapes[contact.shapeB].shape, b_in_a, shapeA.centroid);
    const int last = manifold.count - 1;
    const int near = manifold.points[last].separation < manifold.points[0].separation ? last : 0;
    LocalPoint point = manifold.points[near];
    const Vec2 between = (pair.radiusA + pair.radiusB + point.separation) * manifold.normal;
    const Passage passage = find_passage(pair, between, ways[near], ways[last - near]);
    if (passage.normal == Vec2{}) { return false; }
    point.point += 0.5f * (pair.radiusA - pair.radiusB) * (passage.normal - manifold.normal); // the cores stay
    point.separation = passage.gap;
    manifold = {};
    manifold.normal = passage.normal;
    manifold.count = 1;
    manifold.points[0] = point;
    return true;
}

} // namespace impulse
