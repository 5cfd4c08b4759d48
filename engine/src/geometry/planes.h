/// Displacements that half-planes permit: a quadratic program in two unknowns.
#pragma once

#include "impulse/math.h"

namespace impulse {

/// n . d >= b
struct Row {
    Vec2 n; ///< unit
    float b = 0.0f;
    bool lifts = false; ///< walkable ground: a displacement that violates it is projected along `up` instead of along n
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
/// violates them least. If a row lifts, distances along `up` have nearly no weight.
Vec2 nearest_admitted(const Rows& rows, Vec2 want, Vec2 up, float grain);

} // namespace impulse
