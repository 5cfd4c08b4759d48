/// One shape in its body's frame: the convex hull of one to eight points, grown by a radius.
///
/// A circle is one point and a radius, a capsule two points and a radius, a segment two points, a polygon three to
/// eight points and perhaps a skin. So distance, support, ray and collision know one kind of thing, and the type only
/// names it.
#pragma once

#include <array>
#include <type_traits>

#include "impulse/defs.h"
#include "impulse/math.h"
#include "impulse/result.h"

namespace impulse {

enum class ShapeType : uint8_t { circle, capsule, polygon, segment };

/// The few numbers come first: with the vertices of a box they share a cache line, all of a circle lies in one.
struct Shape {
    Vec2 centroid; ///< of the area (of the points for circle, capsule, segment)
    float radius = 0.0f;
    int32_t count = 0; ///< 1 circle, 2 capsule or segment, 3..8 polygon
    ShapeType type = ShapeType::circle;
    bool one_sided = false;                          ///< segment: solid along normals[0] alone
    std::array<Vec2, kMaxPolygonVertices> points{};  ///< counter-clockwise
    std::array<Vec2, kMaxPolygonVertices> normals{}; ///< outward unit normal of the edge points[i] -> points[i + 1]
};
static_assert(std::is_trivially_copyable_v<Shape>);

/// Builds the shape of a definition: hull taken, wound counter-clockwise, normals computed. Errors: path "radius",
/// "width", "points", "a"; nothing finite missing, at least three distinct points that are not on a line.
Result<Shape> make_shape(const Geometry& geometry);

/// Back to the public form; a polygon comes back as its hull.
Geometry to_geometry(const Shape& shape);

} // namespace impulse
