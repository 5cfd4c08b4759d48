/// Contacts of circles: with each other, and with anything that has edges.
#pragma once

#include "collision/manifold.h"
#include "geometry/shape.h"
#include "impulse/tuning.h"

namespace impulse {

/// Both circles in A's frame (UD2, UD3). `b` is given as its centre there.
LocalManifold collide_circles(const Shape& a, Vec2 centerB, float radiusB, const Tuning& tuning);

/// A shape of two to eight points against a circle, in the shape's frame (UD4, UD5). Normal from the shape to the
/// circle.
LocalManifold collide_polygon_circle(const Shape& a, Vec2 centerB, float radiusB, const Tuning& tuning);

} // namespace impulse
