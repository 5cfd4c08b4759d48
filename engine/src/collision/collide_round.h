/// Contacts of circles: with each other, and with anything that has edges.
#pragma once

#include "collision/manifold.h"
#include "geometry/shape.h"
#include "impulse/tuning.h"

namespace impulse {

/// Any shape against a circle, in the shape's frame (UD2 to UD5). Normal from the shape to the circle.
LocalManifold collide_circle(const Shape& a, Vec2 centerB, float radiusB, const Tuning& tuning);

} // namespace impulse
