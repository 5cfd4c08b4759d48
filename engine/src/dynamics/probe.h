/// What an observer of a step's iterations writes down. Filled by observe.h, and only while somebody asks for it.
#pragma once

#include <cstdint>
#include <vector>

#include "impulse/trace.h"

namespace impulse {

struct SolverProbe {
    /// A point of contact as it was when first seen.
    struct Point {
        uint32_t contact = 0; ///< index
        uint32_t feature = 0;
        uint32_t previous = 0; ///< the point of this contact that was seen before, kNull for none
        Vec2 rA;               ///< m, from A's centre of mass at detection
        Vec2 normal;
        float separation = 0.0f; ///< m
    };
    struct Impulse {
        uint32_t iteration = 0;
        uint32_t point = 0;
        float normal = 0.0f;  ///< N s, accumulated
        float tangent = 0.0f; ///< N s
    };

    // one entry an iteration
    std::vector<SolverStage> stage;
    std::vector<uint32_t> substep;
    std::vector<float> residual;          ///< m/s: max over points of |min(lambda K, v_n - target)|
    std::vector<float> friction_residual; ///< m/s
    std::vector<float> penetration;       ///< m
    std::vector<double> energy;           ///< J: kinetic, and potential since the step began

    std::vector<Point> points;          ///< in the order in which they were first seen
    std::vector<uint32_t> latest_point; ///< by contact index: where its chain of points begins
    std::vector<Impulse> impulses;      ///< iteration by iteration

    void clear() {
        stage.clear();
        substep.clear();
        residual.clear();
        friction_residual.clear();
        penetration.clear();
        energy.clear();
        points.clear();
        latest_point.clear();
        impulses.clear();
    }
};

} // namespace impulse
