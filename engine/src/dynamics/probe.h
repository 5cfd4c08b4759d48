/// The record of a step's iterations. Filled by observe.h, only while tracing is on.
#pragma once

#include <array>
#include <cstdint>

#include "core/list.h"
#include "impulse/trace.h"

namespace impulse {

/// The trace during the step. Its points are relative to A's centre of mass, without shapes and impulses, until the
/// world completes them from poses and shapes (world/trace.cpp).
struct SolverProbe {
    /// State after an iteration of a point (the lists of SolverTrace from `normal_impulse` on) or in a row (from
    /// `row_impulse` on).
    struct Values {
        uint32_t iteration = 0;
        uint32_t index = 0;
        std::array<float, 5> of{};
    };

    List<TraceIteration> iterations; ///< energies relative to the potential energy at the beginning of the step
    List<TracePoint> points;
    List<uint32_t> contact;    ///< by point: index of its contact
    List<uint32_t> previous;   ///< by point: the previously recorded point of the same contact, kNull for none
    List<uint32_t> latest;     ///< by contact index: head of its list of points
    List<Values> point_values; ///< iteration by iteration
    List<TraceRow> rows;       ///< the id of a joint is still its index
    List<uint32_t> joint_rows; ///< by joint index: its first row, kNull for none
    List<Values> row_values;   ///< iteration by iteration
    List<uint32_t> row_latest; ///< by row: its last entry in `row_values`, kNull for none
    SolverTrace trace;         ///< the completed record
};

} // namespace impulse
