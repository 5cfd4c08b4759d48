/// Records of a step's iterations, and the comparison of two shapes.
#include <emscripten/bind.h>

#include "exchange.h"

namespace impulse::embind {
namespace {

/// Switching off frees the records.
uint32_t world_set_trace(Handle world, uint32_t on) {
    world_of(world).set_trace(on != 0);
    return 0;
}

/// Iterations n, points p and rows r; n numbers each of stage, substep, whether joints come first, residual, friction
/// residual, penetration and energy; n p each of the five lists of points, n r each of the three of rows; eight per
/// point and per row. Returns the length.
uint32_t solver_trace(Handle world) {
    const SolverTrace& trace = world_of(world).solver_trace();
    const size_t iterations = trace.iterations.size();
    const size_t count = 3 + 7 * iterations + 5 * trace.normal_impulse.size() + 3 * trace.row_impulse.size() +
                         8 * (trace.points.size() + trace.rows.size());
    double* const to = exchange(static_cast<uint32_t>(count));
    to[0] = static_cast<double>(iterations);
    to[1] = static_cast<double>(trace.points.size());
    to[2] = static_cast<double>(trace.rows.size());
    double* column = to + 3;
    for (const TraceIteration& i : trace.iterations) {
        column[0] = static_cast<double>(i.stage);
        column[iterations] = i.substep;
        column[2 * iterations] = i.joints_first;
        column[3 * iterations] = static_cast<double>(i.residual);
        column[4 * iterations] = static_cast<double>(i.friction_residual);
        column[5 * iterations] = static_cast<double>(i.penetration);
        column[6 * iterations] = i.energy;
        ++column;
    }
    Writer out(to + 3 + 7 * iterations);
    for (const auto* list :
         {&trace.normal_impulse, &trace.tangent_impulse, &trace.normal_residual, &trace.tangent_residual,
          &trace.separation, &trace.row_impulse, &trace.row_residual, &trace.row_error}) {
        for (const float value : *list) { out.number(value); }
    }
    for (const TracePoint& point : trace.points) {
        out.number(point.shape_a.value).number(point.shape_b.value).vector(point.point).vector(point.normal);
        out.number(point.separation).number(point.feature);
    }
    for (const TraceRow& row : trace.rows) {
        out.number(row.joint.value).number(static_cast<int>(row.kind)).number(row.angular).number(row.direct);
        out.vector(row.point).vector(row.direction);
    }
    return static_cast<uint32_t>(count);
}

void write_edge(Writer& out, const TraceEdge& edge) {
    out.number(static_cast<int>(edge.of)).number(edge.edge).vector(edge.from).vector(edge.to);
}

constexpr uint32_t kFields = 23 + 9 * 17 + 13 * 2 + 4 * 2; // at most

/// Method, retained, normal; axes preceded by their count; the chosen one, both edges, the closest points; clips and
/// points preceded by their counts.
uint32_t collision_trace(Handle world, uint32_t a, uint32_t b) {
    const Result<CollisionTrace> found = world_of(world).collision_trace({a}, {b});
    if (report(found) != 0) { return report(found); }
    const CollisionTrace& pair = *found;
    Writer out(exchange(kFields));
    out.number(static_cast<int>(pair.method))
        .number(static_cast<int>(pair.kept))
        .vector(pair.normal)
        .number(pair.axis_count);
    for (int i = 0; i < pair.axis_count; ++i) {
        const TraceAxis& axis = pair.axes[i];
        out.vector(axis.direction).number(static_cast<int>(axis.of)).number(axis.edge);
        out.number(axis.minA).number(axis.maxA).number(axis.minB).number(axis.maxB).number(axis.overlap);
    }
    out.number(pair.chosen);
    write_edge(out, pair.reference);
    write_edge(out, pair.incident);
    out.number(static_cast<int>(pair.has_closest)).vector(pair.closestA).vector(pair.closestB).number(pair.clip_count);
    for (int i = 0; i < pair.clip_count; ++i) {
        const TraceClip& clip = pair.clips[i];
        out.vector(clip.point).vector(clip.normal).vector(clip.before[0]).vector(clip.before[1]);
        out.vector(clip.after[0]).vector(clip.after[1]).number(clip.count);
    }
    out.number(pair.point_count);
    for (int i = 0; i < pair.point_count; ++i) {
        out.vector(pair.points[i].point).number(pair.points[i].separation).number(pair.points[i].feature);
    }
    return 0;
}

} // namespace

EMSCRIPTEN_BINDINGS(impulse_trace) {
    emscripten::function("worldSetTrace", &world_set_trace);
    emscripten::function("solverTrace", &solver_trace);
    emscripten::function("collisionTrace", &collision_trace);
}

} // namespace impulse::embind
