// A circle is a point c with radius r. With q the point of the other core nearest to c, n the unit vector from q to c
// and s their distance (negative inside, n then being the nearest face's outward normal):
//
//   separation  s - rA - rB        surfaces  q + rA n  and  c - rB n        anchor  their middle
//
// The anchor in the middle gives both bodies the same lever arm up to half the depth. On A's surface B's arm would be
// short by the whole depth, which acts as a friction torque (UD2).
#include "collision/collide.h"

#include "collision/polygon_contact.h"
#include "geometry/distance.h"

namespace impulse {

namespace {

/// A circle has no features: its one contact keeps its impulse while it rolls.
constexpr uint32_t kRoundFeature = 0;

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

/// Any shape against a circle, in the shape's frame (UD2 to UD5). Normal from the shape to the circle.
LocalManifold collide_circle(const Shape& a, Vec2 centerB, float radiusB, const Tuning& tuning) {
    const NearestPoint nearest = nearest_on_core(a, centerB);
    if (tuning.literal.inside_circle && nearest.separation < 0.0f) { return inside_naive(nearest, centerB, radiusB); }
    const float separation = nearest.separation - a.radius - radiusB;
    if (separation > tuning.speculative_distance) { return apart(separation); }
    LocalManifold manifold;
    const Vec2 onA = nearest.point + a.radius * nearest.normal;
    const Vec2 onB = centerB - radiusB * nearest.normal;
    manifold.normal = nearest.normal;
    manifold.face = nearest.on_face ? FaceOf::a : FaceOf::none;
    manifold.count = 1;
    manifold.points[0] = {0.5f * (onA + onB), separation, kRoundFeature};
    return manifold;
}

/// A manifold found in B's frame with the roles swapped, seen from A's frame.
LocalManifold swapped(LocalManifold manifold, const Transform& b_in_a) {
    manifold.normal = -rotate(b_in_a.q, manifold.normal);
    if (manifold.face == FaceOf::a) { manifold.face = FaceOf::b; }
    for (int i = 0; i < manifold.count; ++i) { manifold.points[i].point = transform(b_in_a, manifold.points[i].point); }
    return manifold;
}

} // namespace

// One point is round, two and more have edges: two kernels cover every pair of types (UD1).
LocalManifold collide(const Shape& a, const Shape& b, const Transform& b_in_a, const Tuning& tuning,
                      CollideCache& cache) {
    if (b.count == 1) { return collide_circle(a, transform(b_in_a, b.points[0]), b.radius, tuning); }
    if (a.count > 1) { return polygon_contact(a, b, b_in_a, tuning, cache); }
    return swapped(collide_circle(b, inverse_transform(b_in_a, a.points[0]), a.radius, tuning), b_in_a);
}

} // namespace impulse
