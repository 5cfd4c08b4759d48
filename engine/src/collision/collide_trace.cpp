// The axes are measured here, by the functions of the kernels; what these decided is their own record.
#include "collision/collide_trace.h"

#include <algorithm>
#include <utility>

#include "collision/polygon_contact.h"

namespace impulse {

namespace {

/// `direction` points from A to B. The cores are relative to `origin`.
void add_axis(CollisionTrace& trace, const CorePair& pair, TraceSide of, int edge, Vec2 direction, float overlap) {
    const Interval onA = project(pair.a, pair.radiusA, direction);
    const Interval onB = project(pair.b, pair.radiusB, direction);
    const double shift = static_cast<double>(dot(direction, pair.origin));
    trace.axes[trace.axis_count++] = {direction,
                                      of,
                                      edge,
                                      shift + static_cast<double>(onA.lower),
                                      shift + static_cast<double>(onA.upper),
                                      shift + static_cast<double>(onB.lower),
                                      shift + static_cast<double>(onB.upper),
                                      overlap};
}

void add_faces(CollisionTrace& trace, const CorePair& pair, TraceSide of, bool literal) {
    const bool of_b = of == TraceSide::b;
    const Core& own = of_b ? pair.b : pair.a;
    const Core& other = of_b ? pair.a : pair.b;
    for (int edge = 0; edge < own.count; ++edge) {
        const Vec2 direction = of_b ? -own.normal(edge) : own.normal(edge);
        const float separation = edge_separation(own, edge, other).separation;
        add_axis(trace, pair, of, edge, direction, pair.radiusA + pair.radiusB - separation);
        if (!literal) { continue; }
        TraceAxis& axis = trace.axes[trace.axis_count - 1];
        axis.overlap = static_cast<float>(std::min(axis.maxA, axis.maxB) - std::max(axis.minA, axis.minB));
    }
}

void set_closest(CollisionTrace& trace, Vec2 onA, Vec2 onB) {
    trace.has_closest = true;
    trace.closestA = onA;
    trace.closestB = onB;
}

TraceEdge edge_of(const CorePair& pair, bool of_b, int edge) {
    const Core& core = of_b ? pair.b : pair.a;
    return {of_b ? TraceSide::b : TraceSide::a, edge, core.point(edge) + pair.origin,
            core.point(core.next(edge)) + pair.origin};
}

void add_clips(CollisionTrace& trace, const CorePair& pair, const Reference& reference, const ClippedEdge& clipped) {
    const TraceEdge& face = trace.reference;
    const Vec2 along = left_perp((reference.on_b ? pair.b : pair.a).normal(reference.face.edge));
    Vec2 now[2] = {trace.incident.from, trace.incident.to};
    trace.clip_count = 0;
    for (const bool second : {false, true}) {
        TraceClip& clip = trace.clips[trace.clip_count++];
        clip = {};
        clip.point = second ? face.to : face.from;
        clip.normal = second ? -along : along;
        bool beside = true;
        for (int i = 0; i < 2; ++i) {
            clip.before[i] = now[i];
            const bool outside = dot(clip.normal, now[i] - clip.point) < 0.0f;
            if (clipped.count > 0 && (outside || second)) { now[i] = clipped.points[i].point + pair.origin; }
            clip.after[i] = now[i];
            beside = beside && outside;
        }
        // The kernel rejects an edge beside the face before it clips.
        if (clipped.count == 0 && (beside || second)) { clip.count = 0; }
        if (clip.count == 0) { return; }
    }
}

/// The axes of both shapes, whatever the kernel decides, and the best of them.
void add_axes(CollisionTrace& trace, const CorePair& pair, const Tuning& tuning) {
    const CoreDistance closest = core_distance(pair.a, pair.b);
    if (closest.distance > 0.0f) {
        set_closest(trace, closest.pointA + pair.radiusA * closest.normal + pair.origin,
                    closest.pointB - pair.radiusB * closest.normal + pair.origin);
    }
    trace.method = TraceMethod::face;
    add_faces(trace, pair, TraceSide::a, tuning.literal.interval_overlap);
    if (!tuning.literal.a_only_sat) { add_faces(trace, pair, TraceSide::b, tuning.literal.interval_overlap); }
    trace.chosen = 0;
    for (int i = 1; i < trace.axis_count; ++i) {
        if (trace.axes[i].overlap < trace.axes[trace.chosen].overlap) { trace.chosen = i; }
    }
}

/// Both shapes have edges.
LocalManifold trace_polygons(const Shape& a, const Shape& b, const Transform& b_in_a, const Tuning& tuning,
                             CollideCache& cache, CollisionTrace& trace) {
    const CorePair pair(a, b, b_in_a, a.centroid);
    add_axes(trace, pair, tuning);

    Decisions notes;
    const LocalManifold manifold = polygon_contact(a, b, b_in_a, tuning, cache, &notes);
    if (!notes.reference) { return manifold; }
    const bool on_b = notes.reference->on_b;
    const int edge = notes.reference->face.edge;
    trace.kept = notes.kept;
    trace.chosen = (on_b ? pair.a.count : 0) + edge;
    trace.reference = edge_of(pair, on_b, edge);
    if (notes.incident >= 0) {
        trace.incident = edge_of(pair, !on_b, notes.incident);
        add_clips(trace, pair, *notes.reference, notes.clipped);
    }
    if (notes.corners) {
        trace.method = TraceMethod::corners;
        trace.kept = false;
        trace.chosen = trace.axis_count;
        add_axis(trace, pair, TraceSide::between, -1, notes.corners->normal,
                 pair.radiusA + pair.radiusB - notes.corners->distance);
    }
    if (notes.vertex) { trace.method = TraceMethod::vertex; }
    return manifold;
}

/// One shape is a circle. `nearest_on_core` tests the faces of the other shape first and then the corners of the best
/// face. So the axes are these faces and, if a corner is nearest, the direction from it.
void trace_round(const Shape& a, const Shape& b, const Transform& b_in_a, CollisionTrace& trace) {
    const CorePair pair(a, b, b_in_a, {});
    const bool hull_is_b = a.count == 1 && b.count > 1;
    const Shape& hull = hull_is_b ? b : a;
    const Vec2 center = hull_is_b ? inverse_transform(b_in_a, a.points[0]) : transform(b_in_a, b.points[0]);
    const NearestPoint nearest = nearest_on_core(hull, center);

    const TraceSide side = hull_is_b ? TraceSide::b : TraceSide::a;
    if (hull.count > 1) { add_faces(trace, pair, side, false); }
    for (int i = 0; i < hull.count && hull.count > 1; ++i) {
        const float separation = dot(hull.normals[i], center - hull.points[i]);
        if (hull.normals[i] == nearest.normal && separation == nearest.separation) { trace.chosen = i; }
    }
    const Vec2 out = hull_is_b ? -rotate(b_in_a.q, nearest.normal) : nearest.normal; // from A to B
    if (trace.chosen < 0) {
        trace.chosen = trace.axis_count;
        add_axis(trace, pair, TraceSide::between, -1, out, a.radius + b.radius - nearest.separation);
    }
    const Vec2 on_hull = hull_is_b ? transform(b_in_a, nearest.point) : nearest.point;
    if (hull_is_b) {
        set_closest(trace, pair.a.point(0) + a.radius * out, on_hull - b.radius * out);
    } else {
        set_closest(trace, on_hull + a.radius * out, pair.b.point(0) - b.radius * out);
    }
    trace.method = TraceMethod::round;
}

TraceSide other(TraceSide side) {
    return side == TraceSide::between ? side : side == TraceSide::a ? TraceSide::b : TraceSide::a;
}

} // namespace

LocalManifold collide_traced(const Shape& a, const Shape& b, const Transform& b_in_a, const Tuning& tuning,
                             CollideCache& cache, CollisionTrace& trace) {
    LocalManifold manifold;
    if (a.count > 1 && b.count > 1) {
        manifold = trace_polygons(a, b, b_in_a, tuning, cache, trace);
    } else {
        trace_round(a, b, b_in_a, trace);
        manifold = collide(a, b, b_in_a, tuning, cache);
    }
    for (int i = 0; i < manifold.count; ++i) {
        const LocalPoint& point = manifold.points[i];
        trace.points[trace.point_count++] = {point.point, point.separation, point.feature};
    }
    if (manifold.count > 0) {
        trace.normal = manifold.normal;
    } else {
        trace.method = TraceMethod::apart;
    }
    return manifold;
}

void place_trace(CollisionTrace& trace, double x, double y, Rot q) {
    const auto place = [x, y, q](Vec2& p) {
        p = rotate(q, p);
        p = {static_cast<float>(x + static_cast<double>(p.x)), static_cast<float>(y + static_cast<double>(p.y))};
    };
    const auto turn = [q](Vec2& v) { v = rotate(q, v); };
    turn(trace.normal);
    for (int i = 0; i < trace.axis_count; ++i) {
        TraceAxis& axis = trace.axes[i];
        turn(axis.direction);
        const double shift = static_cast<double>(axis.direction.x) * x + static_cast<double>(axis.direction.y) * y;
        for (double* end : {&axis.minA, &axis.maxA, &axis.minB, &axis.maxB}) { *end += shift; }
    }
    for (TraceEdge* edge : {&trace.reference, &trace.incident}) {
        place(edge->from);
        place(edge->to);
    }
    place(trace.closestA);
    place(trace.closestB);
    for (TraceClip& clip : trace.clips) {
        place(clip.point);
        turn(clip.normal);
        for (Vec2* p : {&clip.before[0], &clip.before[1], &clip.after[0], &clip.after[1]}) { place(*p); }
    }
    for (TraceContactPoint& point : trace.points) { place(point.point); }
}

void mirror_trace(CollisionTrace& trace) {
    std::swap(trace.closestA, trace.closestB);
    if (trace.point_count > 0) { trace.normal = -trace.normal; }
    for (int i = 0; i < trace.axis_count; ++i) {
        TraceAxis& axis = trace.axes[i];
        axis = {-axis.direction, other(axis.of), axis.edge,  -axis.maxB,
                -axis.minB,      -axis.maxA,     -axis.minA, axis.overlap};
    }
    trace.reference.of = other(trace.reference.of);
    trace.incident.of = other(trace.incident.of);
}

} // namespace impulse
