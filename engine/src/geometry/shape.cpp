#include "geometry/shape.h"

#include "geometry/hull.h"
#include "math/lanes.h"

namespace impulse {

namespace {

// Below a micrometre the inertia of a shape (length^4) leaves the range where its inverse is a float with headroom;
// above a thousand kilometres a float resolves no centimetre.
constexpr float kMinLength = 1.0e-6f; // m
constexpr float kMaxLength = 1.0e6f;  // m

constexpr const char* kPointPaths[kMaxPolygonVertices] = {"points[0]", "points[1]", "points[2]", "points[3]",
                                                          "points[4]", "points[5]", "points[6]", "points[7]"};

Error refusal(const char* path, float value, const char* expected) {
    return {ErrorCode::invalid_argument, path, static_cast<double>(value), expected};
}

bool in_reach(float a) { return is_finite(a) && abs(a) <= kMaxLength; }

Error check_point(Vec2 p, const char* path) {
    if (!in_reach(p.x)) { return refusal(path, p.x, "finite coordinates, at most 1e6 from zero"); }
    if (!in_reach(p.y)) { return refusal(path, p.y, "finite coordinates, at most 1e6 from zero"); }
    return {};
}

Error check_positive_radius(float radius) {
    if (is_finite(radius) && radius >= kMinLength && radius <= kMaxLength) { return {}; }
    return refusal("radius", radius, "a finite number > 0, from 1e-6 to 1e6");
}

Error check_skin(float radius) {
    if (is_finite(radius) && radius >= 0.0f && radius <= kMaxLength) { return {}; }
    return refusal("radius", radius, "a finite number >= 0, at most 1e6");
}

void set_normals(Shape& shape) {
    for (int i = 0; i < shape.count; ++i) {
        const Vec2 edge = shape.points[shape.next(i)] - shape.points[i];
        shape.normals[i] = normalize(right_perp(edge));
    }
}

/// Area centroid of a counter-clockwise polygon: triangles of a fan about the first vertex, weighted by area. Summed in
/// double, so that rounding is the same for the mirror image, whose triangles come in another order.
Vec2 polygon_centroid(const Shape& shape) {
    const Vec2 origin = shape.points[0];
    double x = 0.0;
    double y = 0.0;
    double area = 0.0;
    for (int i = 1; i + 1 < shape.count; ++i) {
        const Vec2 a = shape.points[i] - origin;
        const Vec2 b = shape.points[i + 1] - origin;
        const double weight = cross(to_point(a), to_point(b));
        x += weight * (static_cast<double>(a.x) + static_cast<double>(b.x));
        y += weight * (static_cast<double>(a.y) + static_cast<double>(b.y));
        area += weight;
    }
    return origin + Vec2{static_cast<float>(x / (3.0 * area)), static_cast<float>(y / (3.0 * area))};
}

Result<Shape> build(const Circle& circle) {
    if (const Error e = check_point(circle.center, "center")) { return e; }
    if (const Error e = check_positive_radius(circle.radius)) { return e; }
    Shape shape;
    shape.type = ShapeType::circle;
    shape.points[0] = circle.center;
    shape.count = 1;
    shape.centroid = circle.center;
    shape.radius = circle.radius;
    return shape;
}

/// Two points are a polygon with two edges, one along each side: normals[0] points right of a -> b, normals[1] left.
Result<Shape> build_line(Vec2 a, Vec2 b, float radius, ShapeType type) {
    if (const Error e = check_point(a, "a")) { return e; }
    if (const Error e = check_point(b, "b")) { return e; }
    if (!(distance(a, b) >= kMinLength)) { return refusal("b", b.x, "a point at least 1e-6 away from a"); }
    Shape shape;
    shape.type = type;
    shape.points[0] = a;
    shape.points[1] = b;
    shape.count = 2;
    shape.radius = radius;
    shape.centroid = 0.5f * (a + b);
    set_normals(shape);
    return shape;
}

Result<Shape> build(const Capsule& capsule) {
    if (const Error e = check_positive_radius(capsule.radius)) { return e; }
    return build_line(capsule.a, capsule.b, capsule.radius, ShapeType::capsule);
}

Result<Shape> build(const Segment& segment) {
    const Result<Shape> line = build_line(segment.a, segment.b, 0.0f, ShapeType::segment);
    if (!line.ok()) { return line; }
    Shape shape = *line;
    shape.one_sided = segment.one_sided;
    return shape;
}

Result<Shape> build(const Polygon& polygon) {
    if (polygon.count < 3 || polygon.count > kMaxPolygonVertices) {
        return refusal("points", static_cast<float>(polygon.count), "3 to 8 points");
    }
    for (int i = 0; i < polygon.count; ++i) {
        if (const Error e = check_point(polygon.points[i], kPointPaths[i])) { return e; }
    }
    if (const Error e = check_skin(polygon.radius)) { return e; }

    const Hull hull = convex_hull({polygon.points.data(), static_cast<size_t>(polygon.count)});
    if (hull.count < 3) {
        return refusal("points", static_cast<float>(hull.count), "at least three distinct points, not on one line");
    }
    Shape shape;
    shape.type = ShapeType::polygon;
    shape.points = hull.points;
    shape.count = hull.count;
    for (int i = hull.count; i < kMaxPolygonVertices; ++i) { shape.points[i] = {}; }
    shape.radius = polygon.radius;
    set_normals(shape);
    shape.centroid = polygon_centroid(shape);
    return shape;
}

} // namespace

Result<Shape> make_shape(const Geometry& geometry) {
    return std::visit([](const auto& g) { return build(g); }, geometry);
}

Geometry to_geometry(const Shape& shape) {
    switch (shape.type) {
    case ShapeType::circle:
        return Circle{shape.points[0], shape.radius};
    case ShapeType::capsule:
        return Capsule{shape.points[0], shape.points[1], shape.radius};
    case ShapeType::segment:
        return Segment{shape.points[0], shape.points[1], shape.one_sided};
    case ShapeType::polygon:
        break;
    }
    return Polygon{shape.points, shape.count, shape.radius};
}

// Order of the corners as in UD6: edge 0 is the right side.
Polygon make_box(float width, float height, Vec2 center, float angle, float radius) {
    const Vec2 half{0.5f * width, 0.5f * height};
    const Transform pose{center, make_rot(angle)};
    Polygon box;
    box.points[0] = transform(pose, {half.x, -half.y});
    box.points[1] = transform(pose, {half.x, half.y});
    box.points[2] = transform(pose, {-half.x, half.y});
    box.points[3] = transform(pose, {-half.x, -half.y});
    box.count = 4;
    box.radius = radius;
    return box;
}

} // namespace impulse
