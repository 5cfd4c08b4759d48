/// Time of impact: when do two shapes that move and turn first come too near?
#pragma once

#include "geometry/sweep.h"

namespace impulse {

/// Signed distance of two shapes: the gap between them, or minus the depth, the shortest way out of the overlap.
float signed_separation(const Shape& a, const Transform& poseA, const Shape& b, const Transform& poseB);

/// How near is too near. Separations in metres, negative for overlap.
struct SweepLimits {
    float touching =
        0.0f;            ///< shapes that start no further apart are in contact: stopping them is the solver's business
    float impact = 0.0f; ///< all others stop here; below `touching`
    float sink = 0.0f;   ///< those in contact stop here,
    float press = 3.0e38f;  ///< or where they are so much deeper than they were, and than `impact`
    float bottom = 0.0f;    ///< those deeper than that already come ever less far, never past this
    float tolerance = 0.0f; ///< an answer lies at most this far above its limit; > 0
};

struct TimeOfImpact {
    bool hit = false;
    float time = 1.0f;     ///< 0 to 1; until then the shapes are never nearer than their limit
    float start = 0.0f;    ///< m: separation at time 0, or less where that is enough to tell that nothing is hit
    float limit = 0.0f;    ///< m: the one of the limits that held
    Vec2 normal;           ///< unit, A to B: along which they hit
    uint32_t advances = 0; ///< iterations
};

/// m: what the gap cannot fall below while the sweeps last. Most pairs whose boxes meet are told apart by this: a turned wall
/// fills a small part of its box.
float least_gap(const Shape& a, const Sweep& sweepA, const Shape& b, const Sweep& sweepB);

/// When, up to `until`, the shapes reach their limit. Both sweeps share origin and times.
TimeOfImpact time_of_impact(const Shape& a, const Sweep& sweepA, const Shape& b, const Sweep& sweepB,
                            const SweepLimits& limits, float until = 1.0f);

} // namespace impulse
