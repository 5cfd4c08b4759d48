/// Convex hull of a few points.
#pragma once

#include <array>
#include <span>

#include "impulse/defs.h"
#include "impulse/math.h"

namespace impulse {

struct Hull {
    std::array<Vec2, kMaxPolygonVertices> points{}; ///< counter-clockwise, no duplicates, no three on a line
    int count = 0;                                  ///< below 3 if the points have no area
};

/// Hull of at most eight points. A point nearer than a millionth of the extent to its neighbour or to the line of its
/// neighbours is left out: floats cannot resolve its side. A box of 10,000:1 is a hundred times thicker. Begins with
/// the earliest given point that is a vertex.
Hull convex_hull(std::span<const Vec2> points);

} // namespace impulse
