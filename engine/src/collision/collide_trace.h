/// The comparison of a pair of shapes, for display.
#pragma once

#include "collision/collide.h"
#include "impulse/trace.h"

namespace impulse {

/// The result of `collide`, by the same kernels. `trace` records all axes, including those that an earlier separating
/// axis makes unnecessary. Everything in the frame of A's body; `trace` must be empty.
LocalManifold collide_traced(const Shape& a, const Shape& b, const Transform& b_in_a, const Tuning& tuning,
                             CollideCache& cache, CollisionTrace& trace);

/// Transforms a trace from the frame at (x, y) with rotation q to the world.
void place_trace(CollisionTrace& trace, double x, double y, Rot q);

/// Converts the trace of A against B to that of B against A.
void mirror_trace(CollisionTrace& trace);

} // namespace impulse
