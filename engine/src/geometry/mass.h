/// Area, mass, centre and inertia of a shape of uniform density.
#pragma once

#include "geometry/shape.h"

namespace impulse {

struct ShapeMass {
    float area = 0.0f;    ///< m^2; 0 for a segment
    float mass = 0.0f;    ///< kg
    float inertia = 0.0f; ///< kg m^2 about `center`
    Vec2 center;          ///< m, in the shape's frame; the centre of the area even where the density is 0
};

/// `density` in kg/m^2, >= 0.
ShapeMass shape_mass(const Shape& shape, float density);

} // namespace impulse
