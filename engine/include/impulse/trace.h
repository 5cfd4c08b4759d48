/// Records for inspection: the solver's iterations in a step, and the collision test of two shapes.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "impulse/defs.h"
#include "impulse/ids.h"
#include "impulse/math.h"

namespace impulse {

/// The stage of a solver that an iteration belongs to.
enum class SolverStage : uint8_t {
    start,    ///< before the first iteration: forces are applied, with warm starting also the stored impulses
    solve,    ///< an iteration over velocities
    relax,    ///< an iteration that removes the bias velocity of `solve`: soft-step; substepped-position, of nets
    position, ///< an iteration over positions
    bounce,   ///< soft-step: an iteration over bouncing points after the substeps; elsewhere, after the iterations: the
              ///< removal of energy that impulses added, where something bounces or was scaled
    impact,   ///< an iteration over colliding contacts in zero duration
    joints,   ///< substepped-position: the joints' velocities, before the bodies move; contacts are not detected yet
};

struct TraceIteration {
    SolverStage stage = SolverStage::start;
    uint32_t substep = 0; ///< from 0; for `impact` the pass
    /// The joints were solved before the contacts; without joints no meaning. Soft-step solves articulations once more
    /// after them within `solve`, and observes their impulses then.
    bool joints_first = true;
    float residual = 0.0f; ///< m/s: max over points of |min(lambda K, v_n - target)|, with the target of this iteration
    float friction_residual = 0.0f; ///< m/s: remaining slip if the point sticks, else distance to the friction cone
    float penetration = 0.0f;       ///< m: deepest overlap at the positions of this iteration, 0 for none
    double energy = 0.0; ///< J: kinetic and potential energy of all dynamic bodies, 0 at the origin; under Verlet and
                         ///< Runge-Kutta 4 at the solver's positions, half a step ahead
};

/// A contact point of some iteration. A solver that detects contacts within the step may have more than two per pair.
struct TracePoint {
    ShapeId shape_a;
    ShapeId shape_b;
    uint32_t feature = 0;
    Vec2 point;              ///< m, world, when first recorded: midway between the two surfaces
    Vec2 normal;             ///< from A to B
    float separation = 0.0f; ///< m, when first recorded
};

/// The law of a row of a joint.
enum class TraceRowKind : uint8_t { hold, limit, motor, spring, tension };

/// A constraint row of a joint: one scalar that the joint holds, bounds or drives.
struct TraceRow {
    JointId joint;
    TraceRowKind kind = TraceRowKind::hold;
    bool angular = false; ///< an angle, in rad, rad/s and N m s; else a length, in m, m/s and N s
    bool direct = false;  ///< solved with all joints of its articulation at once; else by iterations, joint by joint
    Vec2 point;           ///< m, world, when first recorded: the anchor on B
    Vec2 direction;       ///< when first recorded: a positive impulse acts along it on B; (0, 0) for a pure torque
};

/// The last step, iteration by iteration. Values of point p after iteration i are at `i * points.size() + p`, those of
/// row r at `i * rows.size() + r`. Impulses are accumulated since their substep began, warm starting included.
/// Residuals are the change of relative velocity that solving this point or row alone would make now: 0 where it is
/// solved.
struct SolverTrace {
    std::vector<TraceIteration> iterations;
    std::vector<TracePoint> points;
    std::vector<float> normal_impulse;   ///< N s
    std::vector<float> tangent_impulse;  ///< N s, along right_perp(normal), on B
    std::vector<float> normal_residual;  ///< m/s: as TraceIteration::residual
    std::vector<float> tangent_residual; ///< m/s: as TraceIteration::friction_residual
    std::vector<float> separation;       ///< m; NaN where the iteration does not have the point
    std::vector<TraceRow> rows;
    std::vector<float> row_impulse;  ///< N s, or N m s if angular
    std::vector<float> row_residual; ///< m/s, or rad/s if angular
    std::vector<float> row_error;    ///< m, or rad if angular: position error of a hold or limit, signed; else 0
};

/// The shape a face belongs to; `between` is the direction between closest points.
enum class TraceSide : uint8_t { a, b, between };

/// A candidate separating axis of two shapes, and their projections on it.
struct TraceAxis {
    Vec2 direction; ///< unit, from A to B: A's face normal, or B's negated
    TraceSide of = TraceSide::a;
    int edge = -1;     ///< the face, from vertex `edge` to the next; -1 for `between`
    double minA = 0.0; ///< m, along `direction` from the world's origin
    double maxA = 0.0;
    double minB = 0.0;
    double maxB = 0.0;
    /// m: maxA - minB, negative for a gap (under `literal.interval_overlap` the interval overlap, UD8).
    float overlap = 0.0f;
};

/// An edge of a shape's core, without its radius. World.
struct TraceEdge {
    TraceSide of = TraceSide::a;
    int edge = -1; ///< -1: none
    Vec2 from;
    Vec2 to;
};

/// A clip of the incident edge against a line through an end of the reference edge. World.
struct TraceClip {
    Vec2 point;
    Vec2 normal; ///< unit; keeps normal . (p - point) >= 0
    Vec2 before[2];
    Vec2 after[2];
    int count = 2; ///< remaining points: 2, or 0 if the edge is outside
};

/// How the points of a pair were computed.
enum class TraceMethod : uint8_t {
    apart,   ///< no points: separation above the speculative distance
    round,   ///< a circle: the nearest point of the other shape
    face,    ///< the incident edge, clipped to the width of the reference edge
    vertex,  ///< the incident edge lies outside the face: the nearest vertex
    corners, ///< separated corner to corner: closest points
};

/// A contact point. World.
struct TraceContactPoint {
    Vec2 point;              ///< m: midway between the two surfaces
    float separation = 0.0f; ///< m, negative when overlapping
    uint32_t feature = 0;
};

/// The collision test of two shapes, by the same kernels as in the step.
struct CollisionTrace {
    TraceMethod method = TraceMethod::apart;
    bool kept = false; ///< the last step's reference edge is retained although another is slightly better (UD11)
    Vec2 normal;       ///< unit, from A to B; (0, 0) without points
    int axis_count = 0;
    int chosen = -1;     ///< the axis that decided
    TraceEdge reference; ///< none if one shape is a circle
    TraceEdge incident;  ///< none without clipping
    bool has_closest = false;
    Vec2 closestA; ///< m, world, on A's surface: if `has_closest`, that is unless two cores with edges overlap
    Vec2 closestB;
    int clip_count = 0;
    int point_count = 0;
    std::array<TraceAxis, 2 * kMaxPolygonVertices + 1> axes; ///< all tested axes
    std::array<TraceClip, 2> clips;
    std::array<TraceContactPoint, 2> points;
};

} // namespace impulse
