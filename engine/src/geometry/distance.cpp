#include "geometry/distance.h"

namespace impulse {

namespace {

// A shorter difference of two positions is rounding error and has no direction (UD3).
constexpr float kNoDirection = 1.0e-6f; // m

/// A vertex of the difference B - A, the vertices it came from, and its weight in the closest point. In double: the
/// products that select a region are then exact enough that slivers need no tolerance.
struct SimplexVertex {
    double x = 0.0;
    double y = 0.0;
    double weight = 1.0;
    int a = 0;
    int b = 0;
};

struct Simplex {
    SimplexVertex v[3];
    int count = 0;

    void keep(int i) {
        v[0] = v[i];
        v[0].weight = 1.0;
        count = 1;
    }
    void keep(int i, int j, double wi, double wj) {
        const SimplexVertex p = v[i];
        const SimplexVertex q = v[j];
        v[0] = p;
        v[1] = q;
        v[0].weight = wi / (wi + wj);
        v[1].weight = wj / (wi + wj);
        count = 2;
    }
};

double dot(const SimplexVertex& p, double x, double y) { return p.x * x + p.y * y; }
double cross(const SimplexVertex& p, const SimplexVertex& q) { return p.x * q.y - p.y * q.x; }

/// Unnormalised weight of q in the point of the line (p, q) nearest to zero: -p.(q - p).
double share(const SimplexVertex& p, const SimplexVertex& q) { return -(p.x * (q.x - p.x) + p.y * (q.y - p.y)); }

void reduce_line(Simplex& s) {
    const double second = share(s.v[0], s.v[1]);
    const double first = share(s.v[1], s.v[0]);
    if (second <= 0.0) { return s.keep(0); }
    if (first <= 0.0) { return s.keep(1); }
    s.keep(0, 1, first, second);
}

/// Voronoi regions of the triangle, by the signs of edge weights and of the barycentric areas (Ericson, "Real-Time
/// Collision Detection", 5.1.5; van den Bergen 1999 for the use in GJK). Keeps three vertices only if zero is inside.
void reduce_triangle(Simplex& s) {
    const double s01 = share(s.v[0], s.v[1]), s10 = share(s.v[1], s.v[0]);
    const double s12 = share(s.v[1], s.v[2]), s21 = share(s.v[2], s.v[1]);
    const double s20 = share(s.v[2], s.v[0]), s02 = share(s.v[0], s.v[2]);
    if (s01 <= 0.0 && s02 <= 0.0) { return s.keep(0); }
    if (s10 <= 0.0 && s12 <= 0.0) { return s.keep(1); }
    if (s20 <= 0.0 && s21 <= 0.0) { return s.keep(2); }

    const double area = (s.v[1].x - s.v[0].x) * (s.v[2].y - s.v[0].y) - (s.v[1].y - s.v[0].y) * (s.v[2].x - s.v[0].x);
    const double sign = area < 0.0 ? -1.0 : 1.0;
    const double u2 = sign * cross(s.v[0], s.v[1]);
    const double u0 = sign * cross(s.v[1], s.v[2]);
    const double u1 = sign * cross(s.v[2], s.v[0]);
    if (u2 <= 0.0 && s01 > 0.0 && s10 > 0.0) { return s.keep(0, 1, s10, s01); }
    if (u0 <= 0.0 && s12 > 0.0 && s21 > 0.0) { return s.keep(1, 2, s21, s12); }
    if (u1 <= 0.0 && s20 > 0.0 && s02 > 0.0) { return s.keep(2, 0, s02, s20); }
    s.count = 3;
}

int support(const Core& core, double dx, double dy) {
    int best = 0;
    double farthest = static_cast<double>(core.x[0]) * dx + static_cast<double>(core.y[0]) * dy;
    for (int i = 1; i < core.count; ++i) {
        const double reach = static_cast<double>(core.x[i]) * dx + static_cast<double>(core.y[i]) * dy;
        if (reach > farthest) {
            farthest = reach;
            best = i;
        }
    }
    return best;
}

SimplexVertex difference(const Core& a, const Core& b, int ia, int ib) {
    SimplexVertex w;
    w.x = static_cast<double>(b.x[ib]) - static_cast<double>(a.x[ia]);
    w.y = static_cast<double>(b.y[ib]) - static_cast<double>(a.y[ia]);
    w.a = ia;
    w.b = ib;
    return w;
}

} // namespace

// For a point outside, the face of largest separation touches the nearest feature. Let that feature be a vertex. The
// direction to the point then lies between the normals of its two faces, and every other normal is farther from that
// direction. Every other face's line is no nearer to the vertex than the vertex itself. So one face and its two ends
// suffice.
NearestPoint nearest_on_core(const Shape& shape, Vec2 p) {
    const auto from_corner = [p](Vec2 corner, Vec2 normal_at_it) -> NearestPoint {
        const Vec2 d = p - corner;
        const float dist = length(d);
        return {corner, dist <= kNoDirection ? normal_at_it : (1.0f / dist) * d, dist};
    };
    if (shape.count == 1) { return from_corner(shape.points[0], {1.0f, 0.0f}); }

    int face = 0;
    const auto above_face = [&shape, p](int i) { return dot(shape.normals[i], p - shape.middle(i)); };
    float best = above_face(0);
    for (int i = 1; i < shape.count; ++i) {
        const float s = above_face(i);
        if (s > best || (s == best && abs(shape.normals[i].y) > abs(shape.normals[face].y))) {
            best = s;
            face = i;
        }
    }
    const Vec2 n = shape.normals[face];
    const Vec2 v1 = shape.points[face];
    const Vec2 v2 = shape.points[shape.next(face)];
    const bool outside = !(best < 0.0f);
    if (outside && dot(p - v1, v2 - v1) < 0.0f) { return from_corner(v1, n); }
    if (outside && dot(p - v2, v1 - v2) < 0.0f) { return from_corner(v2, n); }
    return {p - best * n, n, best, true};
}

float signed_distance(const Shape& shape, Vec2 p) { return nearest_on_core(shape, p).separation - shape.radius; }

bool contains(const Shape& shape, Vec2 p) {
    return shape.type != ShapeType::segment && signed_distance(shape, p) <= 0.0f;
}

// Gilbert, Johnson, Keerthi 1988: iterate on the boundary of the difference B - A towards zero. Each iteration adds the
// vertex farthest towards zero and keeps the part of the simplex nearest to zero. The distance never grows, so a
// repeated vertex, or one that is no nearer than the simplex, ends the iteration.
CoreDistance core_distance(const Core& a, const Core& b) {
    constexpr int kMaxIterations =
        2 * kMaxPolygonVertices + 4; // every vertex of the difference once, and a few to spare
    Simplex s;
    s.v[0] = difference(a, b, 0, 0);
    s.count = 1;
    CoreDistance result;

    double x = 0.0; // the simplex's point nearest to zero
    double y = 0.0;
    for (;; ++result.iterations) {
        if (s.count == 2) { reduce_line(s); }
        if (s.count == 3) { reduce_triangle(s); }
        if (s.count == 3) { return result; }
        x = s.count == 1 ? s.v[0].x : s.v[0].weight * s.v[0].x + s.v[1].weight * s.v[1].x;
        y = s.count == 1 ? s.v[0].y : s.v[0].weight * s.v[0].y + s.v[1].weight * s.v[1].y;
        if (result.iterations == kMaxIterations) { break; }

        double dx = -x;
        double dy = -y;
        if (s.count == 2) { // the edge's normal is more accurate than a nearest point near zero
            const double ex = s.v[1].x - s.v[0].x;
            const double ey = s.v[1].y - s.v[0].y;
            const double side = cross(s.v[0], s.v[1]);
            dx = side > 0.0 ? -ey : ey;
            dy = side > 0.0 ? ex : -ex;
            if (side == 0.0) { return result; } // zero is on the edge
        }
        if (dx == 0.0 && dy == 0.0) { return result; }

        const SimplexVertex w = difference(a, b, support(a, -dx, -dy), support(b, dx, dy));
        bool seen = dot(w, dx, dy) <= dot(s.v[0], dx, dy);
        for (int i = 0; i < s.count; ++i) { seen = seen || (s.v[i].a == w.a && s.v[i].b == w.b); }
        if (seen) { break; }
        s.v[s.count++] = w;
    }

    const double dist = std::sqrt(x * x + y * y);
    const bool has_edge = s.count == 2;
    const int main = has_edge && s.v[1].weight > s.v[0].weight ? 1 : 0;
    result.vertexA = static_cast<uint8_t>(s.v[main].a);
    result.vertexB = static_cast<uint8_t>(s.v[main].b);
    if (dist == 0.0) { return result; }
    if (has_edge) {
        // Independent of which of the two was found first.
        const auto between = [&s](const float(&along)[kMaxPolygonVertices + 1], int first, int second) {
            return static_cast<float>(s.v[0].weight * static_cast<double>(along[first]) +
                                      s.v[1].weight * static_cast<double>(along[second]));
        };
        result.pointA = {between(a.x, s.v[0].a, s.v[1].a), between(a.y, s.v[0].a, s.v[1].a)};
        result.pointB = {between(b.x, s.v[0].b, s.v[1].b), between(b.y, s.v[0].b, s.v[1].b)};
    } else {
        result.pointA = a.point(s.v[0].a);
        result.pointB = b.point(s.v[0].b);
    }
    result.distance = static_cast<float>(dist);
    result.normal = {static_cast<float>(x / dist), static_cast<float>(y / dist)};
    return result;
}

} // namespace impulse
