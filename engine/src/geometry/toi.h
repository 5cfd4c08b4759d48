/// Time of impact: when do two shapes that move and turn first come too near?
#pragma once

#include "geometry/sweep.h"

namespace impulse {

/// Signed distance of two shapes: the gap between them, or minus the depth, the shortest way out of the overlap.
float signed_separation(const Shape& a, const Transform& poseA, const Shape& b, const Transform& poseB);

/// How near is too near. Separations in metres, negative for overlap.
struct SweepLimits {
    float touching = 0.0f;  ///< shapes that start no further apart are in contact: stopping them is the solver's business
    float impact = 0.0f;    ///< all others stop here; below `touching`
    float sink = 0.0f;      ///< those in contact stop here
    float bottom = 0.0f;    ///< those deeper than that already come ever less far, never past this
    float tolerance = 0.0f; ///< an answer lies at most this far above its limit; > 0
};

struct TimeOfImpact {
    bool hit = false;
    float time = 1.0f;     ///< 0 to 1; until then the shapes are never nearer than their limit
    float start = 0.0f;    ///< m: separation at time 0, or less where that is enough to tell that nothing is hit
    float limit = 0.0f;    ///< m: the one of the limits that held
    uint32_t advances = 0; ///< iterations
};

/// When, up to `until`, the shapes reach their limit. Both sweeps share origin and times.
TimeOfImpact time_of_impact(const Shape& a, const Sweep& sweepA, const Shape& b, const Sweep& sweepB,
                            const SweepLimits& limits, float until = 1.0f);

} // namespace impulse
