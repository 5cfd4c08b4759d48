/// Time of impact (TOI): when does the separation of two moving and rotating shapes first reach its limit?
#pragma once

#include "geometry/sweep.h"

namespace impulse {

/// Distance or overlap of two shapes, along the axis of greatest separation.
struct Separation {
    float distance = 0.0f; ///< m: the gap, or minus the depth
    Vec2 normal;           ///< unit, A to B
    Vec2 pointA; ///< m, on A's surface: nearest to B, or deepest in it. If faces meet, the middle of their common part
    Vec2 pointB; ///< m, on B's surface, `distance` along the normal from `pointA`
};

/// Poses and points in one frame.
Separation separation(const Shape& a, const Transform& poseA, const Shape& b, const Transform& poseB);

/// Separations in metres, negative for overlap, at which a sweep stops. bottom < sink < touching.
struct SweepLimits {
    float touching = 0.0f;  ///< shapes that start no further apart are in contact, all others are separated
    float impact = 0.0f;    ///< separated ones stop here; below `touching`
    float press = 0.0f;     ///< those in contact stop if they are this much deeper than at the start,
    float sink = 0.0f;      ///< and here; those deeper than that get no deeper,
    float bottom = 0.0f;    ///< unless they are deeper than that: these are not limited
    float tolerance = 0.0f; ///< a result lies at most this far above its limit; > 0
};

struct TimeOfImpact {
    bool hit = false;
    float time = 1.0f;     ///< 0 to 1; until then the shapes are never nearer than their limit
    float start = 0.0f;    ///< m: separation at time 0, or a lower bound if that excludes a hit
    float limit = 0.0f;    ///< m: the limit that applied
    Vec2 normal;           ///< unit, A to B: direction of the impact
    uint32_t advances = 0; ///< iterations
};

/// m: lower bound of the gap during the sweeps. It rejects most pairs whose boxes overlap: a rotated wall fills a small
/// part of its box.
float least_gap(const Shape& a, const Sweep& sweepA, const Shape& b, const Sweep& sweepB);

/// The same in front of the face of B for which it is largest; the least number if B has no face, or turns.
float front_gap(const Shape& a, const Sweep& sweepA, const Shape& b, const Sweep& sweepB);

/// The time at which the shapes reach their limit. Both sweeps share origin and times, and are valid until `end`.
/// `until`, at most `end`, excludes later impacts and changes no others, to the last bit: an impact must not depend on
/// the order in which pairs are tested.
TimeOfImpact time_of_impact(const Shape& a, const Sweep& sweepA, const Shape& b, const Sweep& sweepB,
                            const SweepLimits& limits, float until = 1.0f, float end = 1.0f);

/// The time at which two moving shapes begin to overlap, for queries: with negligible tolerances.
struct ShapeCut {
    bool hit = false;
    bool starts_inside = false; ///< they overlap at time 0, which then is the time of the hit
    float time = 1.0f;
    Separation at; ///< at that time
};

/// Up to `until`. Shapes that touch and separate, or slide along each other, do not hit.
ShapeCut cast_shape(const Shape& a, const Sweep& sweepA, const Shape& b, const Sweep& sweepB, float until = 1.0f);

} // namespace impulse
