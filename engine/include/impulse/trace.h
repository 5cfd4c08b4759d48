/// What a step did, opened up for reading: the solver's iterations, and how two shapes were compared.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "impulse/defs.h"
#include "impulse/ids.h"
#include "impulse/math.h"

namespace impulse {

/// What an iteration of a solver was.
enum class SolverStage : uint8_t {
    start,    ///< before the first sweep: forces are in, and the remembered impulses where warm starting is on
    solve,    ///< a sweep over velocities
    relax,    ///< a sweep that takes out again what the push of `solve` left in the velocities (soft-step)
    position, ///< a sweep over positions
    bounce, ///< a sweep over the points that bounce, after the substeps (soft-step); elsewhere, once the sweeps are done, what
            ///< groups of bodies in which something bounces have given back of their energy
    impact, ///< a sweep over colliding contacts in which no time passes
};

struct TraceIteration {
    SolverStage stage = SolverStage::start;
    uint32_t substep = 0;  ///< from 0; under `impact` the pass
    float residual = 0.0f; ///< m/s: max over points of |min(lambda K, v_n - target)|, the target being this sweep's
    float friction_residual = 0.0f; ///< m/s: what is left of the slip where it sticks, else of the distance to the cone
    float penetration = 0.0f;       ///< m: deepest overlap with bodies where this iteration has them, 0 for none
    double energy =
        0.0; ///< J: of all dynamic bodies, kinetic and potential with 0 at the origin; under Verlet and Runge-Kutta 4 at the
             ///< positions that solvers see, half a step ahead
};

/// A point of contact that some iteration saw. A solver that finds its contacts anew in the middle of a step may see
/// more than two a pair.
struct TracePoint {
    ShapeId shape_a;
    ShapeId shape_b;
    uint32_t feature = 0;
    Vec2 point;              ///< m, world, when first seen: midway between the two surfaces
    Vec2 normal;             ///< from A to B
    float separation = 0.0f; ///< m, when first seen
};

/// The last step, iteration by iteration. The impulse of point p after iteration i is at `i * points.size() + p`: N s,
/// accumulated since its substep began, what warm starting remembered included.
struct SolverTrace {
    std::vector<TraceIteration> iterations;
    std::vector<TracePoint> points;
    std::vector<float> normal_impulse;
    std::vector<float> tangent_impulse; ///< along right_perp(normal), on B
};

/// Whose a face is; `between` is neither's: the direction between closest points.
enum class TraceSide : uint8_t { a, b, between };

/// A direction along which two shapes were compared, and the shadows that they cast on it.
struct TraceAxis {
    Vec2 direction; ///< unit, from A to B: A's face normal, B's the other way round
    TraceSide of = TraceSide::a;
    int edge = -1;     ///< the face, from vertex `edge` to the next; -1 for `between`
    double minA = 0.0; ///< m, along `direction` from the world's origin
    double maxA = 0.0;
    double minB = 0.0;
    double maxB = 0.0;
    float overlap = 0.0f; ///< m: maxA - minB, negative for a gap (under `literal.interval_overlap` the seed's measure)
};

/// An edge of a shape's core, without its radius. World.
struct TraceEdge {
    TraceSide of = TraceSide::a;
    int edge = -1; ///< -1: there is none
    Vec2 from;
    Vec2 to;
};

/// A cut of the incident edge by a line through an end of the reference edge. World.
struct TraceClip {
    Vec2 point;
    Vec2 normal; ///< unit; keeps normal . (p - point) >= 0
    Vec2 before[2];
    Vec2 after[2];
    int count = 2; ///< points left: 2, or 0 where the edge passes beside
};

/// How a pair got its points.
enum class TraceMethod : uint8_t {
    apart,   ///< no points: further apart than the speculative distance
    round,   ///< a circle: the nearest point of the other shape
    face,    ///< the incident edge, cut to the width of the reference edge
    vertex,  ///< the same, but nothing of the edge is over the face: the nearest vertex
    corners, ///< apart corner to corner: closest points
};

/// A point of contact. World.
struct TraceContactPoint {
    Vec2 point;              ///< m: midway between the two surfaces
    float separation = 0.0f; ///< m, negative when overlapping
    uint32_t feature = 0;
};

/// How two shapes were compared, from the kernels that the step runs.
struct CollisionTrace {
    TraceMethod method = TraceMethod::apart;
    bool kept = false; ///< the reference edge is the last step's, though another is better by a hair (UD11)
    Vec2 normal;       ///< unit, from A to B; (0, 0) without points
    int axis_count = 0;
    int chosen = -1;     ///< the axis that decided
    TraceEdge reference; ///< none where a circle takes part
    TraceEdge incident;  ///< none where nothing was cut
    bool has_closest = false;
    Vec2 closestA; ///< m, world, on A's surface: where `has_closest`, that is unless two cores with edges overlap
    Vec2 closestB;
    int clip_count = 0;
    int point_count = 0;
    std::array<TraceAxis, 2 * kMaxPolygonVertices + 1> axes; ///< all that were tested
    std::array<TraceClip, 2> clips;
    std::array<TraceContactPoint, 2> points;
};

} // namespace impulse
