// Sutherland and Hodgman 1974, two half-planes. With t the unit vector along the reference edge (v1, v2), m its middle
// and h half its length, a point p of the incident edge lies between the side lines when |t.(p - m)| <= h. The incident
// edge runs against the reference edge, as both wind counter-clockwise around bodies on opposite sides: its first end
// is on v2's side.
//
// Mirroring reverses both edges, which swaps the two ends. Each end is measured and clipped by the same operations from
// m, so the mirror image of a clip is the clip of the mirror image, bit for bit.
#include "collision/clip.h"

namespace impulse {

// Edge normals, not edge vectors, are compared: they have unit length, so a long edge weighs no more than a short one
// (UD11).
int incident_edge(const Core& incident, int vertex, const Core& reference, int edge) {
    const Vec2 normal = reference.normal(edge);
    const int before = incident.previous(vertex);
    const float ends_here = dot(incident.normal(before), normal);
    const float starts_here = dot(incident.normal(vertex), normal);
    if (ends_here == starts_here) [[unlikely]] {
        return dot(left_perp(normal), incident.point(vertex) - reference.middle(edge)) < 0.0f ? before : vertex;
    }
    return ends_here < starts_here ? before : vertex;
}

ClippedEdge clip_edge(const Core& reference, int reference_edge, const Core& incident, int incident_edge) {
    const int r1 = reference_edge;
    const int r2 = reference.next(r1);
    const int i1 = incident_edge;
    const int i2 = incident.next(i1);
    const Vec2 n = reference.normal(r1);
    const Vec2 t = left_perp(n);
    const Vec2 m = reference.middle(r1);
    const float half = 0.5f * dot(t, reference.point(r2) - reference.point(r1));

    const Vec2 p1 = incident.point(i1);
    const Vec2 p2 = incident.point(i2);
    const float u1 = dot(t, p1 - m), s1 = dot(n, p1 - m);
    const float u2 = dot(t, p2 - m), s2 = dot(n, p2 - m);

    ClippedEdge out;
    if (min(u1, u2) > half || max(u1, u2) < -half) { return out; }

    out.points[0] = {p1, s1, r2, i1};
    out.points[1] = {p2, s2, r1, i2};
    out.count = 2;
    // Each end is moved along the edge to the side line that it passed. u1 - u2 cannot be zero where one of them is
    // outside and the other is not.
    const float run = u1 - u2;
    if (abs(u1) > half) {
        const float f = (u1 - (u1 > half ? half : -half)) / run;
        out.points[0].point = lerp(p1, p2, f);
        out.points[0].separation = s1 + f * (s2 - s1);
    }
    if (abs(u2) > half) {
        const float f = ((u2 > half ? half : -half) - u2) / run;
        out.points[1].point = lerp(p2, p1, f);
        out.points[1].separation = s2 + f * (s1 - s2);
    }
    return out;
}

} // namespace impulse
