/// What a step did, opened up for reading: the solver's iterations, and how two shapes were compared.
#pragma once

#include <cstdint>
#include <vector>

#include "impulse/ids.h"
#include "impulse/math.h"

namespace impulse {

/// What an iteration of a solver was.
enum class SolverStage : uint8_t {
    start,    ///< before the first sweep: forces are in, and the remembered impulses where warm starting is on
    solve,    ///< a sweep over velocities
    relax,    ///< a sweep that takes out again what the push of `solve` left in the velocities (soft-step)
    position, ///< a sweep over positions
    bounce,   ///< a sweep over the points that bounce, after the substeps (soft-step)
    impact,   ///< a sweep over colliding contacts in which no time passes
};

struct TraceIteration {
    SolverStage stage = SolverStage::start;
    uint32_t substep = 0;           ///< from 0; under `impact` the pass
    float residual = 0.0f;          ///< m/s: max over points of |min(lambda K, v_n - target)|, the target being this sweep's
    float friction_residual = 0.0f; ///< m/s: what is left of the slip where it sticks, else of the distance to the cone
    float penetration = 0.0f;       ///< m: deepest overlap with bodies where this iteration has them, 0 for none
    double energy = 0.0;            ///< J: of all dynamic bodies, kinetic and potential with 0 at the origin
};

/// A point of contact that some iteration saw. A solver that finds its contacts anew in the middle of a step may see more
/// than two a pair.
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

} // namespace impulse
