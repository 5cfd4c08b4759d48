/// Geometry of one-way shapes: how deep another shape is behind their front, and which of them form one surface.
#pragma once

#include "geometry/shape.h"

namespace impulse {

/// cos 45 degrees. A surface is a front if its normal is within 45 degrees of the shape's direction, and a ceiling of
/// characters if within 45 degrees of down.
inline constexpr float kFront = 0.70710678f;

/// How far a shape is behind a one-way shape: where it would come to touch if it came along the direction.
struct Behind {
    bool below = false; ///< some of it is below or above the one-way shape
    bool front = false; ///< it would touch a front
    float depth = 0.0f; ///< m: distance from there; below 0 it is above
};

/// `d`: unit, direction of the one-way shape, and `pose` that of the other shape, both in the frame of the former.
Behind find_behind(Vec2 d, const Shape& shape, const Shape& other, const Transform& pose);

/// Whether the fronts of two shapes touch: a row of tiles, a chain. `d` as above, for both.
bool is_flush(Vec2 d, const Shape& a, const Shape& b, const Transform& b_in_a, float tolerance);

} // namespace impulse
