// A shape is a convex core with a radius r. It is divided into pieces that do not overlap:
//
//   core       triangles (o, a, b) of a fan:  area  cross(a, b) / 2,  first moment  area (a + b) / 3,
//                                             second moment about o  cross(a, b) / 12 (a.a + a.b + b.b)
//   rectangle  on each edge, length l, thick r, centre m = edge's middle + n r / 2:
//                                             area  l r,  second moment about m  area (l^2 + r^2) / 12
//   sector     at each vertex v, from normal n0 to normal n1, angle theta between them:
//                                             area  r^2 theta / 2
//              first moment about v  r^3 / 3 * integral of (cos, sin) = r^3 / 3 * right_perp(n1 - n0)
//              second moment about v  r^4 theta / 4
//
// A circle is one vertex with a sector of 2 pi, a capsule two edges without a core. Moments are taken about the first
// vertex and moved to the centroid by Steiner's theorem, in double: the difference of two large squares would cost a
// float its digits for a long thin shape.
#include "geometry/mass.h"

#include "math/lanes.h"

namespace impulse {

namespace {

struct Moments {
    double area = 0.0;
    double x = 0.0; // first moments about the origin
    double y = 0.0;
    double second = 0.0; // polar second moment about the origin

    /// A piece of area `piece` at (cx, cy) with second moment `own` about that point.
    void add(double piece, double cx, double cy, double own) {
        area += piece;
        x += piece * cx;
        y += piece * cy;
        second += own + piece * (cx * cx + cy * cy);
    }
};

void add_core(Moments& sum, const Shape& shape) {
    const Point o = to_point(shape.points[0]);
    for (int i = 1; i + 1 < shape.count; ++i) {
        const Point a = to_point(shape.points[i]) - o;
        const Point b = to_point(shape.points[i + 1]) - o;
        const double twice = cross(a, b);
        sum.area += 0.5 * twice;
        sum.x += twice * (a.x + b.x) / 6.0;
        sum.y += twice * (a.y + b.y) / 6.0;
        sum.second += twice / 12.0 * (a.x * a.x + a.y * a.y + a.x * b.x + a.y * b.y + b.x * b.x + b.y * b.y);
    }
}

/// rad: the sector at vertex i, as `angle_of` rounds it.
double sector_at(const Shape& shape, int i) {
    if (shape.count == 1) { return kTwoPi; }
    const Vec2 n0 = shape.normals[shape.previous(i)];
    const Vec2 n1 = shape.normals[i];
    return static_cast<double>(angle_of(dot(n0, n1), cross(n0, n1)));
}

void add_skin(Moments& sum, const Shape& shape) {
    const Point o = to_point(shape.points[0]);
    const double r = static_cast<double>(shape.radius);
    double turn = 0.0;
    for (int i = 0; i < shape.count; ++i) { turn += sector_at(shape, i); }
    const double whole = kTwoPi / turn; // every sector gets its share of the rounding error of a full turn
    for (int i = 0; i < shape.count; ++i) {
        const Point v = to_point(shape.points[i]) - o;
        const Point n0 = to_point(shape.normals[shape.previous(i)]);
        const Point n1 = to_point(shape.normals[i]);

        if (shape.count > 1) {
            const Point e = to_point(shape.points[shape.next(i)]) - to_point(shape.points[i]);
            const double l2 = dot(e, e);
            const double l = std::sqrt(l2);
            sum.add(l * r, v.x + 0.5 * e.x + 0.5 * r * n1.x, v.y + 0.5 * e.y + 0.5 * r * n1.y,
                    l * r * (l2 + r * r) / 12.0);
        }

        const double theta = whole * sector_at(shape, i);
        const double area = 0.5 * r * r * theta;
        const double mx = r * r * r / 3.0 * (n1.y - n0.y);
        const double my = r * r * r / 3.0 * (n0.x - n1.x);
        sum.area += area;
        sum.x += area * v.x + mx;
        sum.y += area * v.y + my;
        sum.second += area * dot(v, v) + 2.0 * (v.x * mx + v.y * my) + 0.25 * r * r * r * r * theta;
    }
}

} // namespace

ShapeMass shape_mass(const Shape& shape, float density) {
    ShapeMass result;
    result.center = shape.centroid;
    if (shape.type == ShapeType::segment) { return result; }

    Moments sum;
    add_core(sum, shape);
    if (shape.radius > 0.0f) { add_skin(sum, shape); }

    const double cx = sum.x / sum.area;
    const double cy = sum.y / sum.area;
    const double rho = static_cast<double>(density);
    result.area = static_cast<float>(sum.area);
    result.mass = static_cast<float>(rho * sum.area);
    result.inertia = static_cast<float>(rho * (sum.second - sum.area * (cx * cx + cy * cy)));
    result.center = shape.points[0] + Vec2{static_cast<float>(cx), static_cast<float>(cy)};
    return result;
}

} // namespace impulse
