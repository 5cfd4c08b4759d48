// Two convex sets are disjoint exactly if a line separates them; for polygons a line along an edge suffices (separating
// axis theorem; Gottschalk, Lin, Manocha 1996). If they overlap, the face of largest (least negative) separation is
// the edge of the difference B - A closest to the origin. So its separation is the depth, the smallest displacement
// that separates them. This holds under containment too, where the overlap of projections is only the smaller extent
// (UD8).
#include "collision/sat.h"

#include <bit>

#include "math/lanes.h"

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

namespace {

/// Whether a face is the better one of two of equal separation: its normal is nearer to the vertical of the core's
/// frame, which mirroring keeps. By number, boxes that touch with their corners would be pushed apart to the side, and
/// in the mirrored scene upwards.
bool is_more_upright(const Core& a, int face, int other) { return abs(a.ny[face]) > abs(a.ny[other]); }

/// The best of the faces from `first` on whose bits are set in `equals`; the first if two are as upright.
int most_upright(const Core& a, int first, uint32_t equals) {
    int best = std::countr_zero(equals);
    for (int lane = best + 1; lane < 4; ++lane) {
        if ((equals >> lane & 1u) != 0 && is_more_upright(a, first + lane, first + best)) { best = lane; }
    }
    return best;
}

/// The best of the faces from `first` on, up to four in parallel. The nearest vertex and the best face are nearly
/// random, so each branch of a loop over them would be mispredicted. The bits equal those of `edge_separation`. Lanes
/// beyond the last face contain arbitrary values.
FaceQuery best_of_four(const Core& a, int first, const Core& b) {
    const Wide nx = load_four(a.nx + first);
    const Wide ny = load_four(a.ny + first);
    Wide nearest = nx * splat<Wide>(b.x[0]) + ny * splat<Wide>(b.y[0]);
    WideMask vertex{};
    for (int j = 1; j < b.count; ++j) {
        const Wide along = nx * splat<Wide>(b.x[j]) + ny * splat<Wide>(b.y[j]);
        const WideMask nearer = along < nearest;
        nearest = select<Wide>(nearer, along, nearest);
        vertex = nearer ? WideMask{j, j, j, j} : vertex;
    }
    const Wide face = splat<Wide>(0.5f) * (nx * (load_four(a.x + first) + load_four(a.x + first + 1)) +
                                           ny * (load_four(a.y + first) + load_four(a.y + first + 1)));
    constexpr WideMask kLane{0, 1, 2, 3};
    const int left = a.count - first;
    const Wide separation =
        select<Wide>(kLane < WideMask{left, left, left, left}, nearest - face, splat<Wide>(-3.0e38f));
    Wide most = lane_max(separation, __builtin_shufflevector(separation, separation, 2, 3, 0, 1));
    most = lane_max(most, __builtin_shufflevector(most, most, 1, 0, 3, 2));
    WideMask best = separation == most ? WideMask{1, 2, 4, 8} : WideMask{};
    best |= __builtin_shufflevector(best, best, 2, 3, 0, 1);
    best |= __builtin_shufflevector(best, best, 1, 0, 3, 2);
    const auto equals = static_cast<uint32_t>(best[0]); // none if they are no numbers
    int lane = std::countr_zero(equals | 8u);
    if ((equals & (equals - 1u)) != 0) [[unlikely]] { lane = most_upright(a, first, equals); }
    return {separation[lane], first + lane, vertex[lane]};
}

} // namespace

FaceQuery max_separation(const Core& a, const Core& b) {
    FaceQuery best = best_of_four(a, 0, b);
    if (a.count > 4) {
        const FaceQuery face = best_of_four(a, 4, b);
        const bool equal = face.separation == best.separation;
        if (face.separation > best.separation || (equal && is_more_upright(a, face.edge, best.edge))) { best = face; }
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

} // namespace impulse
