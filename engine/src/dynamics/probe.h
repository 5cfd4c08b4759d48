/// The record of a step's iterations. Filled by observe.h, only while tracing is on.
#pragma once

#include <cstdint>

#include "core/list.h"
#include "impulse/trace.h"

namespace impulse {

/// The trace during the step. Its points are relative to A's centre of mass, without shapes and impulses, until the
/// world completes them from poses and shapes (world/trace.cpp).
struct SolverProbe {
    struct Impulse {
        uint32_t iteration = 0;
        uint32_t point = 0;
        float normal = 0.0f;  ///< N s, accumulated
        float tangent = 0.0f; ///< N s
    };

    SolverTrace trace;       ///< energies relative to the potential energy at the begin of the step
    List<uint32_t> contact;  ///< by point: index of its contact
    List<uint32_t> previous; ///< by point: the previously recorded point of the same contact, kNull for none
    List<uint32_t> latest;   ///< by contact index: head of its list of points
    List<Impulse> impulses;  ///< iteration by iteration
};

} // namespace impulse
