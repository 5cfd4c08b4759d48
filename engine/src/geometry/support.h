/// The farthest vertex in a direction: the only shape query of distance and sweeps.
#pragma once

#include <span>

#include "impulse/math.h"

namespace impulse {

/// Index of the point farthest along `direction`; the last one among equals (UD10).
inline int support_index(std::span<const Vec2> points, Vec2 direction) {
    int best = 0;
    float farthest = dot(points[0], direction);
    for (int i = 1; i < static_cast<int>(points.size()); ++i) {
        const float reach = dot(points[i], direction);
        if (reach >= farthest) {
            farthest = reach;
            best = i;
        }
    }
    return best;
}

} // namespace impulse
