/// Geometry of one-way shapes: how deep another shape is behind their front, and which of them form one surface.
#pragma once

#include "geometry/shape.h"

namespace impulse {

/// cos 45 degrees. A surface is a front if its normal is within 45 degrees of the shape's direction, and a ceiling of
/// characters if within 45 degrees of down.
inline constexpr float kFront = 0.70710678f;

/// How far a shape that moves along a direction goes until it leaves the front of another one.
struct Exit {
    float depth = 3.0e38f; ///< m; below 0 it is in front already, that far away
    float miss = 3.0e38f;  ///< m: across the direction. 0: over the front
};

/// `pose` places `mover` in the frame of `shape`, `d` is a unit vector in that frame. Beside the front, `depth` is that
/// at its end. Vertices that are level within `tolerance` (m) make one face.
Exit exit_along(Vec2 d, const Shape& shape, const Shape& mover, const Transform& pose, float tolerance);

/// Whether the fronts of two shapes touch, each having faces that face along `d` (unit): a row of tiles, a chain.
bool is_flush(Vec2 d, const Shape& a, const Transform& poseA, const Shape& b, const Transform& poseB, float tolerance);

} // namespace impulse
