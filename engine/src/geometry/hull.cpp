#include "geometry/hull.h"

#include <algorithm>

#include "math/lanes.h"

namespace impulse {

namespace {

/// Twice the signed area of (a, b, c), in double: the products of float differences have negligible rounding error.
double twice_area(Vec2 a, Vec2 b, Vec2 c) { return cross(to_point(b) - to_point(a), to_point(c) - to_point(a)); }

bool comes_before(Vec2 a, Vec2 b) { return a.x < b.x || (a.x == b.x && a.y < b.y); }

/// Length below which two positions are equal: a millionth of the extent, or four roundings of the coordinates.
float resolution(std::span<const Vec2> points) {
    Aabb box{points[0], points[0]};
    for (const Vec2 p : points) { box = {min(box.lower, p), max(box.upper, p)}; }
    const Vec2 extent = box.upper - box.lower;
    const Vec2 reach = max(abs(box.lower), abs(box.upper));
    return max(1.0e-6f * max(extent.x, extent.y), 0x1p-22f * max(reach.x, reach.y));
}

/// Removes the first vertex that lies on its neighbours' line or on its neighbour. Returns false if there is none.
bool remove_redundant_vertex(Hull& hull, float tolerance) {
    for (int i = 0; i < hull.count; ++i) {
        const Vec2 before = hull.points[(i + hull.count - 1) % hull.count];
        const Vec2 after = hull.points[(i + 1) % hull.count];
        const double span = static_cast<double>(distance(before, after));
        const double height_by_span = twice_area(before, hull.points[i], after);
        const bool flat = height_by_span <= static_cast<double>(tolerance) * span;
        if (flat || distance(before, hull.points[i]) <= tolerance) {
            for (int j = i; j + 1 < hull.count; ++j) { hull.points[j] = hull.points[j + 1]; }
            --hull.count;
            return true;
        }
    }
    return false;
}

/// Rotates the vertices so that the earliest given hull vertex comes first: a convex polygon given counter-clockwise is
/// returned unchanged.
void begin_with_first_given(Hull& hull, std::span<const Vec2> points) {
    const auto first = hull.points.begin();
    const auto last = first + hull.count;
    for (const Vec2 p : points) {
        const auto found = std::find(first, last, p);
        if (found == last) { continue; }
        std::rotate(first, found, last);
        return;
    }
}

} // namespace

// Andrew's monotone chain (A. M. Andrew, "Another efficient algorithm for convex hulls in two dimensions", 1979): sort
// by x, follow the lower side to the right and the upper side back, removing every vertex that does not turn left.
Hull convex_hull(std::span<const Vec2> points) {
    Hull hull;
    const int n = static_cast<int>(points.size());
    if (n == 0 || n > kMaxPolygonVertices) { return hull; }

    std::array<Vec2, kMaxPolygonVertices> sorted{};
    for (int i = 0; i < n; ++i) {
        int j = i;
        for (; j > 0 && comes_before(points[i], sorted[j - 1]); --j) { sorted[j] = sorted[j - 1]; }
        sorted[j] = points[i];
    }

    std::array<Vec2, 2 * kMaxPolygonVertices> chain{};
    int count = 0;
    for (int i = 0; i < n; ++i) {
        while (count >= 2 && twice_area(chain[count - 2], chain[count - 1], sorted[i]) <= 0.0) { --count; }
        chain[count++] = sorted[i];
    }
    const int lower = count + 1;
    for (int i = n - 2; i >= 0; --i) {
        while (count >= lower && twice_area(chain[count - 2], chain[count - 1], sorted[i]) <= 0.0) { --count; }
        chain[count++] = sorted[i];
    }
    --count; // the chain ends at its first vertex

    hull.count = count < kMaxPolygonVertices ? count : kMaxPolygonVertices;
    for (int i = 0; i < hull.count; ++i) { hull.points[i] = chain[i]; }

    const float tolerance = resolution(points);
    while (hull.count >= 3 && remove_redundant_vertex(hull, tolerance)) {}
    begin_with_first_given(hull, points);
    return hull;
}

} // namespace impulse
