// A circle is a point c with radius r. With q the point of the other core nearest to c, n the unit vector from q to c
// and s their distance (negative inside, n then being the nearest face's outward normal):
//
//   separation  s - rA - rB        surfaces  q + rA n  and  c - rB n        anchor  their middle
//
// The anchor in the middle gives both bodies the same lever arm up to half the depth. On A's surface B's arm would be
// short by the whole depth, which acts as a friction torque (UD2).
#include "collision/collide_round.h"

#include "geometry/distance.h"

namespace impulse {

namespace {

/// A circle has no features: its one contact keeps its impulse while it rolls.
constexpr uint32_t kRoundFeature = 0;

LocalManifold one_point(const NearestPoint& nearest, float radiusA, Vec2 center, float radiusB, float reach) {
    const float separation = nearest.separation - radiusA - radiusB;
    if (separation > reach) { return apart(separation); }
    LocalManifold manifold;
    const Vec2 onA = nearest.point + radiusA * nearest.normal;
    const Vec2 onB = center - radiusB * nearest.normal;
    manifold.normal = nearest.normal;
    manifold.face = nearest.on_face ? FaceOf::a : FaceOf::none;
    manifold.count = 1;
    manifold.points[0] = {0.5f * (onA + onB), separation, kRoundFeature};
    return manifold;
}

/// Naive variant (UD5). A centre inside is moved to the nearest face and treated as if that were the nearest point of
/// an outside centre. The normal points into the box, the depth is r less the distance to the face instead of r more,
/// and deep inside there is no contact at all.
LocalManifold inside_naive(const NearestPoint& nearest, Vec2 center, float radius) {
    LocalManifold manifold;
    const float way_out = -nearest.separation;
    if (way_out > radius) { return manifold; }
    manifold.normal = -nearest.normal;
    manifold.count = 1;
    manifold.points[0] = {0.5f * (nearest.point + center + radius * nearest.normal), way_out - radius, kRoundFeature};
    return manifold;
}

} // namespace

LocalManifold collide_circle(const Shape& a, Vec2 centerB, float radiusB, const Tuning& tuning) {
    const NearestPoint nearest = nearest_on_core(a, centerB);
    if (tuning.literal.inside_circle && nearest.separation < 0.0f) { return inside_naive(nearest, centerB, radiusB); }
    return one_point(nearest, a.radius, centerB, radiusB, tuning.speculative_distance);
}

} // namespace impulse
