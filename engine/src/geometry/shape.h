/// One shape in its body's frame: the convex hull of one to eight points, plus a radius.
///
/// A circle is one point and a radius, a capsule two points and a radius, a segment two points, a polygon three to
/// eight points and an optional radius. So distance, support, ray casts and collision handle one representation, and
/// the type is only a label.
#pragma once

#include <array>
#include <type_traits>

#include "impulse/defs.h"
#include "impulse/math.h"
#include "impulse/result.h"

namespace impulse {

enum class ShapeType : uint8_t { circle, capsule, polygon, segment };

/// The scalars come first: with the vertices of a box they share a cache line, and a circle fits in one.
struct Shape {
    Vec2 centroid; ///< of the area (of the points for circle, capsule, segment)
    float radius = 0.0f;
    int32_t count = 0; ///< 1 circle, 2 capsule or segment, 3..8 polygon
    ShapeType type = ShapeType::circle;
    bool one_sided = false;                          ///< segment: solid along normals[0] only
    std::array<uint8_t, 2> unused{};                 ///< no byte is left undefined, as snapshots hash some
    std::array<Vec2, kMaxPolygonVertices> points{};  ///< counter-clockwise
    std::array<Vec2, kMaxPolygonVertices> normals{}; ///< outward unit normal of the edge points[i] -> points[i + 1]

    bool operator==(const Shape&) const = default;
    int next(int i) const { return i + 1 < count ? i + 1 : 0; }
    int previous(int i) const { return i > 0 ? i - 1 : count - 1; }
    /// As `Core::middle`.
    Vec2 middle(int i) const { return 0.5f * (points[i] + points[next(i)]); }
};
static_assert(std::is_trivially_copyable_v<Shape>);

/// Builds the shape of a definition: computes the hull, its counter-clockwise winding and the normals. Errors: path
/// "radius", "width", "points", "a"; all numbers must be finite, with at least three distinct points that are not
/// collinear.
Result<Shape> make_shape(const Geometry& geometry);

/// Converts to the public form; a polygon is returned as its hull.
Geometry to_geometry(const Shape& shape);

} // namespace impulse
