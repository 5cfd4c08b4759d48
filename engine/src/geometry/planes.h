/// Displacements that half-planes permit: a quadratic program in two unknowns.
#pragma once

#include "impulse/math.h"

namespace impulse {

inline constexpr float kNever = 3.0e38f; ///< no distance

/// n . d >= b
struct Row {
    Vec2 n; ///< unit
    float b = 0.0f;
    bool pushes = false; ///< of a shape that moves, so that any amount may be missing
    Vec2 along = n;      ///< unit, the direction in which a displacement that violates the row is projected
};

struct Rows {
    static constexpr int kMax = 25;
    Row items[kMax];
    int count = 0;
    /// Pre:  fewer than kMax.
    void add(const Row& row) { items[count++] = row; }
};

/// Violation of the worst row by `d`, m; 0 for none.
float violation(const Rows& rows, Vec2 d);

/// The d nearest to `want` that satisfies the rows to within `grain` (m, rounding error); if none does, the one that
/// violates them least. A narrow wedge whose sides push clamps: a way out of it that is far longer than what is missing
/// counts as none. Distances along the direction of a row that `want` violates, if it is not n, have nearly no weight.
Vec2 nearest_admitted(const Rows& rows, Vec2 want, Vec2 up, float grain);

} // namespace impulse
