/// Separating axes of two convex cores: the face with the greatest separation.
#pragma once

#include "geometry/core.h"

namespace impulse {

/// The face of one core with the greatest separation from the other.
struct FaceQuery {
    float separation = 0.0f; ///< m: of the nearest vertex of the other core from the face's line; negative when behind
    int edge = 0;            ///< the face
    int vertex = 0;          ///< the nearest vertex of the other core
};

/// sep_i = min over v of n_i . (v - f_i), for one face of `a` against all vertices of `b`.
FaceQuery edge_separation(const Core& a, int edge, const Core& b);

/// The largest sep_i over all faces of `a` (UD7, UD8). Among equals the face whose normal is nearest to the vertical of
/// the core's frame, or the first.
FaceQuery max_separation(const Core& a, const Core& b);

/// The projection of a core and its radius onto an axis.
struct Interval {
    float lower;
    float upper;
};
Interval project(const Core& core, float radius, Vec2 axis);

/// Naive variant (UD8): overlap of the projections on the normals of both cores.
struct IntervalAxis {
    float overlap = 0.0f; ///< m, the smallest; negative when the cores are separated
    Vec2 normal;          ///< from A to B by the centres; unchanged when they are level (UD9)
};
IntervalAxis min_interval_overlap(const Core& a, float radiusA, const Core& b, float radiusB, Vec2 centers);

} // namespace impulse
