/// Contact points of two faces: the incident edge, clipped to the width of the reference edge.
#pragma once

#include "geometry/core.h"

namespace impulse {

/// A point on the incident edge.
struct ClippedPoint {
    Vec2 point;               ///< m
    float separation = 0.0f;  ///< m, from the reference face
    int reference_vertex = 0; ///< the end of the reference edge on this side
    int incident_vertex = 0;  ///< the end of the incident edge on this side
};

struct ClippedEdge {
    ClippedPoint points[2];
    int count = 0; ///< 0 or 2; 1 where a seam has taken one away
};

/// Of the two edges at the vertex nearest to a face, the one more parallel to it (UD10). If both are equally inclined,
/// the one whose point at the vertex is named after the nearer end of the face. So the mirror image of a point is named
/// after the images of its vertices, and warm starting matches impulses on either side.
int incident_edge(const Core& incident, int vertex, const Core& reference, int edge);

/// Clips edge `incident_edge` of `incident` against the two lines through the ends of edge `reference_edge`,
/// perpendicular to it (UD12). No points if the edge lies beside the reference edge.
ClippedEdge clip_edge(const Core& reference, int reference_edge, const Core& incident, int incident_edge);

} // namespace impulse
