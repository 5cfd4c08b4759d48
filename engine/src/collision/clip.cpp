// Sutherland and Hodgman 1974, two half-planes. With t the unit vector along the reference edge (v1, v2) of length l, a point
// p of the incident edge lies between the side lines when 0 <= t.(p - v1) <= l. The incident edge runs against the reference
// edge, as both wind counter-clockwise around bodies on opposite sides: its first end is on v2's side.
#include "collision/clip.h"

namespace impulse {

// Edge normals, not edge vectors, are compared: they have unit length, so a long edge weighs no more than a short one (the
// seed's slip, UD11).
int incident_edge(const Core& incident, int vertex, Vec2 normal) {
    const int before = incident.previous(vertex);
    return dot(incident.normal(before), normal) < dot(incident.normal(vertex), normal) ? before : vertex;
}

ClippedEdge clip_edge(const Core& reference, int reference_edge, const Core& incident, int incident_edge) {
    const int r1 = reference_edge;
    const int r2 = reference.next(r1);
    const int i1 = incident_edge;
    const int i2 = incident.next(i1);
    const Vec2 n = reference.normal(r1);
    const Vec2 t = left_perp(n);
    const Vec2 v1 = reference.point(r1);
    const float width = dot(t, reference.point(r2) - v1);

    const Vec2 d1 = incident.point(i1) - v1;
    const Vec2 d2 = incident.point(i2) - v1;
    const float u1 = dot(t, d1), s1 = dot(n, d1);
    const float u2 = dot(t, d2), s2 = dot(n, d2);

    ClippedEdge out;
    const float upper = max(u1, u2);
    const float lower = min(u1, u2);
    if (lower > width || upper < 0.0f) { return out; }

    out.points[0] = {incident.point(i1), s1, r2, i1};
    out.points[1] = {incident.point(i2), s2, r1, i2};
    out.count = 2;
    // Each end is moved along the edge to the side line that it passed. u1 - u2 cannot be zero where one of them is outside
    // and the other is not.
    const float run = u1 - u2;
    if (u1 > width || u1 < 0.0f) {
        const float f = (u1 - (u1 > width ? width : 0.0f)) / run;
        out.points[0].point = lerp(incident.point(i1), incident.point(i2), f);
        out.points[0].separation = s1 + f * (s2 - s1);
    }
    if (u2 > width || u2 < 0.0f) {
        const float f = ((u2 > width ? width : 0.0f) - u2) / run;
        out.points[1].point = lerp(incident.point(i2), incident.point(i1), f);
        out.points[1].separation = s2 + f * (s1 - s2);
    }
    return out;
}

}  // namespace impulse
