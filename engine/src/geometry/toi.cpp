// Conservative advancement (Mirtich, "Impulse-based Dynamic Simulation of Rigid Body Systems", 1996, 2.3.2; the use for
// games in Catto, "Continuous Collision", GDC 2013), with a bound on the path of each vertex.
//
// Let n be the unit axis that separates A from B best at time t. The signed distance of convex shapes is the largest
// separation over all axes, so at any later time it is at least the separation along this n,
//
//   s(t + d) >= min over vertices a_i of A, b_j of B of  n . (b_j(t + d) - a_i(t + d)) - rA - rB
//
// A vertex at arm r of a body that moves by u and turns by w per unit of time moves by
//
//   n . x(t + d) >= n . x(t) + d (n . u + w n . r^) - d^2 w^2 |r| / 2         (r^ = r turned by +90 degrees)
//
// since the second derivative of a rotating arm is never longer than w^2 |r|. So each pair of vertices has a parabola g
// + b d - c d^2 below its true gap g(d) to the limit, and no pair can close before that parabola's root. Advancing by
// the smallest root never steps over an impact, and it converges like Newton's method, because the parabola has the
// right slope. Mirtich's own bound (nearest point against the fastest point, b = n . u - |w| max |r|) takes ten times
// as many steps for a rod that spins along a wall.
//
// The second bound, n . x >= n . (c + d u) - |r|, is valid at any angle: far from obstacles a body advances as its
// disc, however fast it rotates.
//
// The third is for obstacles that rotate: n turns with B. In B's frame a vertex at z from B's centre moves by
// u' = uA - uB + wA r^ - wB z^, and its path curves by at most wA^2 |r| + 2 |wB| |z'| + wB^2 |z|. Along a fixed n the
// ends of a long wall close at the speed of their rotation, far beside the body: a box on a wall of 21 m that turns by
// 0.4 degrees per step takes 27 advances, and 2 with the third bound.
#include "geometry/toi.h"

#include "geometry/core.h"
#include "geometry/distance.h"

namespace impulse {

namespace {

constexpr float kEndless = 3.0e38f;

// If the bound is loose (spin of many turns along a surface) time is clamped early rather than an impact missed.
constexpr uint32_t kMaxAdvances = 128;

// How far a pair that is too deep may sink in one sweep, as a share of the remaining depth. Not 0, or rounding would
// stop sliding; a share, so that it never reaches the bottom.
constexpr float kDeepPart = 0.02f;

// Closest points nearer than this give an axis of mere rounding error; face normals are used instead.
constexpr float kNoAxis = 1.0e-5f; // m

struct Extremes {
    float farthestA;
    float nearestB;
    float separation() const { return nearestB - farthestA; }
};

Extremes along(const Core& a, const Core& b, Vec2 n) {
    Extremes e{dot(a.point(0), n), dot(b.point(0), n)};
    for (int i = 1; i < a.count; ++i) { e.farthestA = max(e.farthestA, dot(a.point(i), n)); }
    for (int j = 1; j < b.count; ++j) { e.nearestB = min(e.nearestB, dot(b.point(j), n)); }
    return e;
}

/// The axis, A to B, along which the cores are furthest apart: the direction between the closest points, or where the
/// cores overlap the face normal of least depth (the difference B - A has no other edges).
Vec2 best_axis(const Core& a, const Core& b) {
    const CoreDistance closest = core_distance(a, b);
    if (closest.distance > kNoAxis) { return closest.normal; }
    Vec2 best{0.0f, 1.0f};
    float separation = -kEndless;
    const auto consider = [&](Vec2 n) {
        const float s = along(a, b, n).separation();
        if (s > separation) {
            separation = s;
            best = n;
        }
    };
    for (int i = 0; a.count > 1 && i < a.count; ++i) { consider(a.normal(i)); }
    for (int j = 0; b.count > 1 && j < b.count; ++j) { consider(-b.normal(j)); }
    return best;
}

/// Smallest d > 0 with gap + rate d - bend d^2 = 0, for gap > 0 and bend >= 0.
float time_to_close(float gap, float rate, float bend) {
    const float root = std::sqrt(rate * rate + 4.0f * bend * gap) - rate;
    return root > 0.0f ? 2.0f * gap / root : kEndless;
}

/// A shape at some time of its sweep, with the arms of its vertices.
struct Placed {
    const Shape& shape;
    const Sweep& sweep;
    Core core;
    Vec2 center;
    float lengths[kMaxPolygonVertices]; // m, of the arms; they never change

    Placed(const Shape& s, const Sweep& w) : shape(s), sweep(w) {
        for (int i = 0; i < shape.count; ++i) { lengths[i] = length(shape.points[i] - sweep.local_center); }
    }
    void place(float time) {
        place_core(shape, pose_at(sweep, time), Vec2{}, core);
        center = sweep.p + time * sweep.dp;
    }
};

/// The contribution of one vertex to the gap of a pair along `n` (towards the other shape for A's sign -1, +1 for B).
struct Vertex {
    float position; // m along n
    float rate;     // m per unit of time, from rotation only
    float bend;     // m per unit of time squared
    float drop;     // m: upper bound for any rotation
};

Vertex look(const Placed& placed, int i, Vec2 n, float sign) {
    const Vec2 arm = placed.core.point(i) - placed.center;
    const float turn = placed.sweep.turn;
    const bool turns = turn != 0.0f;
    return {sign * dot(n, placed.core.point(i)), sign * turn * dot(n, left_perp(arm)),
            0.5f * turn * turn * placed.lengths[i], turns ? placed.lengths[i] + sign * dot(n, arm) : 0.0f};
}

/// A time in which no pair of vertices can close its gap along `n`. `margin` is the lower limit of n . (b - a).
float safe_time(const Placed& a, const Placed& b, Vec2 n, float margin) {
    const float approach = dot(n, b.sweep.dp - a.sweep.dp);
    Vertex ofB[kMaxPolygonVertices];
    for (int j = 0; j < b.core.count; ++j) { ofB[j] = look(b, j, n, 1.0f); }
    float soonest = kEndless;
    for (int i = 0; i < a.core.count; ++i) {
        const Vertex va = look(a, i, n, -1.0f);
        for (int j = 0; j < b.core.count; ++j) {
            const Vertex& vb = ofB[j];
            const float gap = vb.position + va.position - margin;
            float time = time_to_close(gap, approach + va.rate + vb.rate, va.bend + vb.bend);
            const float clear = gap - va.drop - vb.drop;
            if (clear > 0.0f) { time = max(time, time_to_close(clear, approach, 0.0f)); }
            soonest = min(soonest, time);
        }
    }
    return soonest;
}

/// The same along an axis that turns with B, until `left` from now.
float safe_time_beside(const Placed& a, const Placed& b, Vec2 n, float margin, float left) {
    const float turnA = a.sweep.turn;
    const float turnB = b.sweep.turn;
    const Vec2 relative = a.sweep.dp - b.sweep.dp;
    const float distance = length(relative);
    const float nearest = along(a.core, b.core, n).nearestB;
    float soonest = kEndless;
    for (int i = 0; i < a.core.count; ++i) {
        const Vec2 point = a.core.point(i);
        const Vec2 z = point - b.center;
        const Vec2 moves = relative + turnA * left_perp(point - a.center) - turnB * left_perp(z);
        const float path = distance + abs(turnA) * a.lengths[i]; // of the vertex about B's centre, per unit of time
        const float curve =
            turnA * turnA * a.lengths[i] + 2.0f * abs(turnB) * path + turnB * turnB * (length(z) + left * path);
        soonest = min(soonest, time_to_close(nearest - dot(n, point) - margin, -dot(n, moves), 0.5f * curve));
    }
    return soonest;
}

/// The part of a core's outline that faces along `n`: one vertex, or an edge perpendicular to it.
struct Feature {
    float reach = -kEndless; // m along n
    float lowest = 0.0f;     // m along right_perp(n)
    float highest = 0.0f;
};

Feature feature_along(const Core& core, Vec2 n) {
    // An edge counts as perpendicular to `n` to 6e-5 rad: 60 times the error of the cosine and sine of a pose.
    constexpr float kAcross = 0x1p-14f;
    const Vec2 t = right_perp(n);
    Feature feature;
    int best = 0;
    for (int i = 0; i < core.count; ++i) {
        if (dot(core.point(i), n) > feature.reach) {
            feature.reach = dot(core.point(i), n);
            best = i;
        }
    }
    const float at = dot(core.point(best), t);
    feature.lowest = feature.highest = at;
    for (int i = 0; i < core.count; ++i) {
        const float other = dot(core.point(i), t);
        if (feature.reach - dot(core.point(i), n) > kAcross * abs(other - at)) { continue; }
        feature.lowest = min(feature.lowest, other);
        feature.highest = max(feature.highest, other);
    }
    return feature;
}

} // namespace

Separation separation(const Shape& a, const Transform& poseA, const Shape& b, const Transform& poseB) {
    Core coreA;
    Core coreB;
    place_core(a, poseA, poseA.p, coreA);
    place_core(b, poseB, poseA.p, coreB);
    Separation result;
    const Vec2 n = result.normal = best_axis(coreA, coreB);
    const Feature ofA = feature_along(coreA, n);
    const Feature ofB = feature_along(coreB, -n); // along -n and -t
    const float across =
        0.5f * (max(ofA.lowest, -ofB.highest) + min(ofA.highest, -ofB.lowest)); // the middle of what both cover
    const Vec2 line = poseA.p + across * right_perp(n);
    result.distance = -ofB.reach - ofA.reach - a.radius - b.radius;
    result.pointA = line + (ofA.reach + a.radius) * n;
    result.pointB = line - (ofB.reach + b.radius) * n;
    return result;
}

// A as a disc about its centre, in the frame of B. There its centre moves by the difference of the displacements and by
// B's rotation times its distance.
float least_gap(const Shape& a, const Sweep& sweepA, const Shape& b, const Sweep& sweepB) {
    const Vec2 between = sweepA.p - sweepB.p;
    const Vec2 relative = sweepA.dp - sweepB.dp;
    const float distance = length(between);
    const float way = length(relative);
    const Vec2 center = sweepB.local_center + inverse_rotate(sweepB.q, between);
    float gap = b.count == 1 ? length(center - b.points[0]) : -kEndless;
    for (int i = 0; b.count > 1 && i < b.count; ++i) { gap = max(gap, dot(b.normals[i], center - b.points[i])); }
    gap -= core_reach(a, sweepA.local_center) + a.radius + b.radius;
    const float path = way + abs(sweepB.turn) * (distance + way);
    constexpr float kRounding = 0x1p-20f; // of the sum: some ten operations, each half an ulp
    return gap - path - kRounding * (distance + path + core_reach(b, sweepB.local_center));
}

// A vertex of A at arm r has the gap g + d rate - d^2 w^2 |r| / 2 or more to a face of B, at time d as above. That is
// concave, so least at one of the ends.
float front_gap(const Shape& a, const Sweep& sweepA, const Shape& b, const Sweep& sweepB) {
    if (b.count < 2 || sweepB.turn != 0.0f) { return -kEndless; }
    const Vec2 between = sweepA.p - sweepB.p;
    const Vec2 relative = sweepA.dp - sweepB.dp;
    const float reach = core_reach(a, sweepA.local_center);
    const float bend = 0.5f * sweepA.turn * sweepA.turn * reach;
    Vec2 arms[kMaxPolygonVertices]; // in B's frame, like what follows
    const Rot q = inverse_mul(sweepB.q, sweepA.q);
    for (int j = 0; j < a.count; ++j) { arms[j] = rotate(q, a.points[j] - sweepA.local_center); }
    const Vec2 center = sweepB.local_center + inverse_rotate(sweepB.q, between);
    const Vec2 moves = inverse_rotate(sweepB.q, relative);
    float gap = -kEndless;
    for (int i = 0; i < b.count; ++i) {
        const Vec2 n = b.normals[i];
        const float to_center = dot(n, center - b.points[i]);
        const float rate = dot(n, moves) - bend;
        float least = kEndless;
        for (int j = 0; j < a.count; ++j) {
            const float turning = sweepA.turn * cross(arms[j], n);
            least = min(least, dot(n, arms[j]) + min(0.0f, rate + turning));
        }
        gap = max(gap, to_center + least);
    }
    constexpr float kRounding = 0x1p-19f; // of the lengths: some twenty operations, each half an ulp
    const float lengths = length(between) + length(relative) + (1.0f + abs(sweepA.turn)) * reach;
    return gap - a.radius - b.radius - kRounding * (lengths + core_reach(b, sweepB.local_center));
}

TimeOfImpact time_of_impact(const Shape& a, const Sweep& sweepA, const Shape& b, const Sweep& sweepB,
                            const SweepLimits& limits, float until, float end) {
    TimeOfImpact result;
    result.limit = limits.impact;
    if (const float gap = least_gap(a, sweepA, b, sweepB); gap > max(limits.touching, 0.0f)) {
        result.start = gap;
        return result;
    }
    Placed placedA(a, sweepA);
    Placed placedB(b, sweepB);
    const float radius = a.radius + b.radius;
    float limit = limits.impact;
    float tolerance = limits.tolerance;
    bool deep = false;
    Vec2 first{}; // the axis at time 0 of a deep pair
    float time = 0.0f;
    for (;; ++result.advances) {
        placedA.place(time);
        placedB.place(time);
        const Vec2 n = best_axis(placedA.core, placedB.core);
        const float separation = along(placedA.core, placedB.core, n).separation() - radius;
        if (result.advances == 0) {
            result.start = separation;
            if (separation <= limits.touching) { limit = max(limits.sink, min(separation, limit) - limits.press); }
            if (separation <= limit + tolerance) {
                if (separation <= limits.bottom) { return result; }
                // Too deep already: motion outward and along is free, inward is not.
                deep = true;
                first = n;
                tolerance = min(tolerance, kDeepPart * max(separation - 0.5f * (limits.sink + limits.bottom), 0.0f));
                limit = separation - 1.1f * tolerance;
            }
            result.limit = limit;
        }
        const bool began = deep && result.advances == 0;
        if ((separation <= limit + tolerance && !began) || result.advances == kMaxAdvances) {
            result.hit = true;
            result.normal = deep ? first : n; // the axis of the limit; at a later time rotation has changed it
            result.time = deep ? 0.0f : time;
            return result;
        }
        float safe = safe_time(placedA, placedB, n, radius + limit);
        if (sweepB.turn != 0.0f) {
            safe = max(safe, safe_time_beside(placedA, placedB, n, radius + limit, max(end - time, 0.0f)));
        }
        time += safe;
        const float most = deep ? end : until; // the impact of a deep pair is at time 0, whenever it is found
        if (!(time <= most)) { return result; }
    }
}

// A separation is the difference of two projections, each with four roundings of half an ulp (2^-25) of the lengths
// involved: twice that is the tolerance. Shapes hit if they overlap by so much, so a shape that only touches, or slides
// along a row of tiles, hits nothing. Two lines that are parallel never overlap, however one crosses the other: lines
// hit each other if they come as near as that.
ShapeCut cast_shape(const Shape& a, const Sweep& sweepA, const Shape& b, const Sweep& sweepB, float until) {
    const float lengths = length(sweepB.p - sweepA.p) + length(sweepA.dp) + length(sweepB.dp) + a.radius + b.radius +
                          core_reach(a, sweepA.local_center) + core_reach(b, sweepB.local_center);
    const float tolerance = 0x1p-22f * lengths;
    const bool lines = a.count <= 2 && b.count <= 2 && a.radius + b.radius == 0.0f;
    const SweepLimits limits{.touching = tolerance,
                             .impact = lines ? tolerance : -tolerance,
                             .press = tolerance,
                             .sink = -kEndless,
                             .bottom = -kEndless,
                             .tolerance = 0.5f * tolerance};
    const TimeOfImpact found = time_of_impact(a, sweepA, b, sweepB, limits, until);
    ShapeCut cut;
    cut.starts_inside = found.start < -tolerance;
    cut.hit = found.hit || cut.starts_inside;
    if (!cut.hit) { return cut; }
    cut.time = cut.starts_inside ? 0.0f : found.time;
    cut.at = separation(a, pose_at(sweepA, cut.time), b, pose_at(sweepB, cut.time));
    return cut;
}

} // namespace impulse
