#include "collision/collide.h"

#include "collision/collide_polygons.h"
#include "collision/collide_round.h"

namespace impulse {

namespace {

/// A manifold found in B's frame with the roles swapped, seen from A's frame.
LocalManifold swapped(LocalManifold manifold, const Transform& b_in_a) {
    manifold.normal = -rotate(b_in_a.q, manifold.normal);
    if (manifold.face == FaceOf::a) { manifold.face = FaceOf::b; }
    for (int i = 0; i < manifold.count; ++i) { manifold.points[i].point = transform(b_in_a, manifold.points[i].point); }
    return manifold;
}

} // namespace

// One point is round, two and more have edges: three kernels cover every pair of types (UD1).
LocalManifold collide(const Shape& a, const Shape& b, const Transform& b_in_a, const Tuning& tuning,
                      CollideCache& cache) {
    if (a.count > 1 && b.count > 1) { return collide_polygons(a, b, b_in_a, tuning, cache); }
    if (a.count == 1 && b.count == 1) { return collide_circles(a, transform(b_in_a, b.points[0]), b.radius, tuning); }
    if (a.count > 1) { return collide_polygon_circle(a, transform(b_in_a, b.points[0]), b.radius, tuning); }
    const Vec2 centerA = inverse_transform(b_in_a, a.points[0]);
    return swapped(collide_polygon_circle(b, centerA, a.radius, tuning), b_in_a);
}

} // namespace impulse
