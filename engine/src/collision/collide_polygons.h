/// Contacts of two shapes with edges: polygons, capsules, segments.
#pragma once

#include "collision/collide.h"

namespace impulse {

/// Both shapes have two to eight points. Everything as `collide` promises.
LocalManifold collide_polygons(const Shape& a, const Shape& b, const Transform& b_in_a, const Tuning& tuning,
                               CollideCache& cache);

} // namespace impulse
