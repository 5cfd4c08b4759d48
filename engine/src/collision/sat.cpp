// Two convex sets are apart exactly when a line separates them, and for polygons one along an edge does (separating axis
// theorem; Gottschalk, Lin, Manocha 1996). Where they overlap, the face of largest (least negative) separation is the
// nearest edge of the difference B - A as seen from zero, so its separation is the depth: the shortest way out. It holds
// under containment too, where the overlap of projections is only the smaller extent (SEEDS UD8).
#include "collision/sat.h"

namespace impulse {

FaceQuery edge_separation(const Core& a, int edge, const Core& b) {
    const float nx = a.nx[edge];
    const float ny = a.ny[edge];
    float nearest = nx * b.x[0] + ny * b.y[0];
    int vertex = 0;
    for (int j = 1; j < b.count; ++j) {
        const float along = nx * b.x[j] + ny * b.y[j];
        if (along < nearest) {
            nearest = along;
            vertex = j;
        }
    }
    const int end = edge + 1; // the middle of the edge (core.h), with one product less
    const float face = 0.5f * (nx * (a.x[edge] + a.x[end]) + ny * (a.y[edge] + a.y[end]));
    return {nearest - face, edge, vertex};
}

FaceQuery max_separation(const Core& a, const Core& b) {
    FaceQuery best = edge_separation(a, 0, b);
    for (int i = 1; i < a.count; ++i) {
        const FaceQuery face = edge_separation(a, i, b);
        if (face.separation > best.separation) { best = face; }
    }
    return best;
}

Interval project(const Core& core, float radius, Vec2 axis) {
    Interval interval{dot(core.point(0), axis), dot(core.point(0), axis)};
    for (int i = 1; i < core.count; ++i) {
        const float along = dot(core.point(i), axis);
        interval.lower = min(interval.lower, along);
        interval.upper = max(interval.upper, along);
    }
    return {interval.lower - radius, interval.upper + radius};
}

IntervalAxis min_interval_overlap(const Core& a, float radiusA, const Core& b, float radiusB, Vec2 centers) {
    IntervalAxis best;
    bool first = true;
    for (const Core* core : {&a, &b}) {
        for (int i = 0; i < core->count; ++i) {
            const Interval onA = project(a, radiusA, core->normal(i));
            const Interval onB = project(b, radiusB, core->normal(i));
            const float overlap = min(onA.upper, onB.upper) - max(onA.lower, onB.lower);
            if (first || overlap < best.overlap) { best = {overlap, core->normal(i)}; }
            first = false;
        }
    }
    if (dot(centers, best.normal) < 0.0f) { best.normal = -best.normal; }
    return best;
}

}  // namespace impulse
