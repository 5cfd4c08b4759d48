#include "collision/collide.h"

#include "collision/collide_round.h"
#include "collision/polygon_contact.h"

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

// One point is round, two and more have edges: two kernels cover every pair of types (UD1).
LocalManifold collide(const Shape& a, const Shape& b, const Transform& b_in_a, const Tuning& tuning,
                      CollideCache& cache) {
    if (b.count == 1) { return collide_circle(a, transform(b_in_a, b.points[0]), b.radius, tuning); }
    if (a.count > 1) { return polygon_contact(a, b, b_in_a, tuning, cache); }
    return swapped(collide_circle(b, inverse_transform(b_in_a, a.points[0]), a.radius, tuning), b_in_a);
}

} // namespace impulse
