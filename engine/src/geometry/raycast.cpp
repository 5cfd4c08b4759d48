// A shape is the union of its core, a rectangle on each edge and a disc at each vertex; the ray enters the union where
// it first enters one of them. From outside that is a disc, or the outer side of a rectangle, which is the edge moved
// out by the radius.
#include "geometry/raycast.h"

#include "geometry/distance.h"

namespace impulse {

namespace {

struct Ray {
    Vec2 from;
    Vec2 delta;
    Vec2 direction; // unit
    float length = 0.0f;
};

/// Circle: with s = from - c and the ray's nearest approach at -s.d along it, half a chord of sqrt(r^2 - |s x d|^2)
/// before. The cross product keeps its digits when the ray starts far away; the discriminant b^2 - c of the usual form
/// does not.
void enter_circle(const Ray& ray, Vec2 center, float radius, RayCut& cut) {
    const Vec2 s = ray.from - center;
    const float offset = cross(ray.direction, s);
    const float chord2 = radius * radius - offset * offset;
    if (chord2 < 0.0f) { return; }
    const float t = -dot(s, ray.direction) - std::sqrt(chord2);
    if (t < 0.0f || t > cut.fraction * ray.length) { return; }
    cut.hit = true;
    cut.fraction = min(t / ray.length, 1.0f);
    cut.normal = normalize(ray.from + t * ray.direction - center);
    cut.point = center + radius * cut.normal;
}

/// Intersection with the line v1 -> v2 against its outward normal n: from + t delta on the line, and between its ends.
void enter_edge(const Ray& ray, Vec2 v1, Vec2 v2, Vec2 n, RayCut& cut) {
    const float approach = -dot(n, ray.delta);
    const float gap = dot(n, ray.from - v1);
    if (approach <= 0.0f || gap < 0.0f || gap > cut.fraction * approach) { return; }
    const float t = gap / approach;
    const Vec2 point = ray.from + t * ray.delta;
    const Vec2 edge = v2 - v1;
    const float along = dot(point - v1, edge);
    if (along < 0.0f || along > dot(edge, edge)) { return; }
    cut = {true, t, point, n};
}

/// Sharp polygon as an intersection of half-planes (Cyrus and Beck 1978): enter the last front face before leaving the
/// first back face. Unlike edges one by one, no ray slips between two edges at their common vertex.
void enter_polygon(const Ray& ray, const Shape& shape, RayCut& cut) {
    float enter = 0.0f;
    float leave = 1.0f;
    int face = -1;
    for (int i = 0; i < shape.count; ++i) {
        const float gap = dot(shape.normals[i], ray.from - shape.points[i]);
        const float approach = -dot(shape.normals[i], ray.delta);
        if (approach == 0.0f) {
            if (gap > 0.0f) { return; }
        } else if (approach > 0.0f) {
            if (gap > enter * approach) {
                enter = gap / approach;
                face = i;
            }
        } else if (gap > leave * approach) {
            leave = gap / approach;
        }
        if (enter > leave) { return; }
    }
    if (face < 0) { return; }
    cut = {true, enter, ray.from + enter * ray.delta, shape.normals[face]};
}

} // namespace

RayCut raycast(const Shape& shape, Vec2 from, Vec2 to) {
    RayCut cut;
    if (contains(shape, from)) { return {true, 0.0f, from, {}}; }

    Ray ray;
    ray.from = from;
    ray.delta = to - from;
    ray.length = length(ray.delta);
    if (!(ray.length > 0.0f)) { return cut; }
    ray.direction = (1.0f / ray.length) * ray.delta;

    if (shape.count >= 3 && shape.radius == 0.0f) {
        enter_polygon(ray, shape, cut);
        return cut;
    }
    for (int i = 0; i < shape.count; ++i) {
        if (shape.count > 1) {
            const Vec2 out = shape.radius * shape.normals[i];
            const Vec2 v2 = shape.points[shape.next(i)];
            enter_edge(ray, shape.points[i] + out, v2 + out, shape.normals[i], cut);
        }
        if (shape.radius > 0.0f) { enter_circle(ray, shape.points[i], shape.radius, cut); }
    }
    return cut;
}

} // namespace impulse
