/// An interval of a line, and what planes leave of it.
#pragma once

#include "geometry/core.h"

namespace impulse {

// Sine of the angle by which a normal may lean over a neighbour and still count as perpendicular to it: the rounding
// error of poses and normals. At 30 m/s it lifts by 0.3 mm/s.
inline constexpr float kUpright = 1.0e-5f;
inline constexpr float kUnbounded = 3.0e38f;

/// An interval of a line, in m from its start. `from` > `to`: empty.
struct Stretch {
    float from = -kUnbounded;
    float to = kUnbounded;

    bool is_empty() const { return from > to; }
    void add(float at) {
        from = min(from, at);
        to = max(to, at);
    }
    /// Clips to the part behind a plane: `height` of the start of the line above it, `slope` by which it climbs.
    void clip(float height, float slope) {
        if (abs(slope) <= kUpright) {
            if (height > 0.0f) { from = kUnbounded, to = -kUnbounded; }
        } else if (slope > 0.0f) {
            to = min(to, -height / slope);
        } else {
            from = max(from, -height / slope);
        }
    }
};

} // namespace impulse
