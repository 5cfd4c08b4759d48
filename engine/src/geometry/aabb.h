/// The axis-aligned box of a shape.
#pragma once

#include "geometry/shape.h"

namespace impulse {

/// Tightest box around `shape` posed by `pose`, radius included.
Aabb shape_aabb(const Shape& shape, const Transform& pose);

}  // namespace impulse
