/// What an observer of a step's iterations writes down. Filled by observe.h, and only while somebody asks for it.
#pragma once

#include <cstdint>

#include "core/list.h"
#include "impulse/trace.h"

namespace impulse {

/// The trace while the step runs. Its points have their place from A's centre of mass, and neither shapes nor impulses,
/// until the world, which knows poses and shapes, completes it (world/trace.cpp).
struct SolverProbe {
    struct Impulse {
        uint32_t iteration = 0;
        uint32_t point = 0;
        float normal = 0.0f;  ///< N s, accumulated
        float tangent = 0.0f; ///< N s
    };

    SolverTrace trace;       ///< energies without the potential that the step began with
    List<uint32_t> contact;  ///< by point: index of its contact
    List<uint32_t> previous; ///< by point: the one of the same contact that was seen before it, kNull for none
    List<uint32_t> latest;   ///< by contact index: where its chain of points begins
    List<Impulse> impulses;  ///< iteration by iteration
};

} // namespace impulse
