/// How a pair of shapes is compared, for whoever wants to see it.
#pragma once

#include "collision/collide.h"
#include "impulse/trace.h"

namespace impulse {

/// What `collide` finds, by the same kernels, and into `trace` how: all axes, those too that one which separates would
/// have spared. Everything in the frame of A's body; `trace` comes empty.
LocalManifold collide_traced(const Shape& a, const Shape& b, const Transform& b_in_a, const CollideSettings& settings,
                             CollideCache& cache, CollisionTrace& trace);

/// Moves a trace from the frame that stands at (x, y), turned by q, into the world.
void place_trace(CollisionTrace& trace, double x, double y, Rot q);

/// The trace of B against A from that of A against B.
void mirror_trace(CollisionTrace& trace);

} // namespace impulse
