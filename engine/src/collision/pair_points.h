// Two cores in one frame, and the points of contact that a face of one of them, or a corner of each, makes.
//
// A clipped point at distance s from the face's line, face normal n, radii rR of the reference and rI of the incident
// shape, is p on the incident core; the surfaces are p - rI n and p - (s - rR) n, the anchor their middle p + (rR - rI
// - s) n / 2.
#pragma once

#include "collision/clip.h"
#include "collision/manifold.h"
#include "collision/sat.h"
#include "geometry/distance.h"

namespace impulse {

/// UD15. A contact point lies where an end of one shape's edge meets an end of the other's, and is named after these
/// two vertices. The name is independent of which edge is the reference and of which end lies further in. So the
/// impulse survives a change of reference, and two corners that pass each other. The two points of a manifold have
/// different ends.
inline uint32_t feature_of(int vertexA, int vertexB) {
    return 0x100u | (static_cast<uint32_t>(vertexA) << 4) | static_cast<uint32_t>(vertexB);
}

/// Two cores and their radii.
struct CorePair {
    Core a;
    Core b;
    float radiusA;
    float radiusB;
    Vec2 origin; ///< of the cores, in A's frame

    CorePair(const Shape& shapeA, const Shape& shapeB, const Transform& b_in_a, Vec2 in_a)
        : radiusA(shapeA.radius), radiusB(shapeB.radius), origin(in_a) {
        place_core(shapeA, origin, a);
        place_core(shapeB, b_in_a, origin, b);
    }
};

/// A face taken as reference.
struct Reference {
    FaceQuery face;
    bool on_b = false;
};

inline float nearest(const ClippedEdge& edge) { return min(edge.points[0].separation, edge.points[1].separation); }

inline void add_point(LocalManifold& manifold, const CorePair& pair, const Reference& reference,
                      const ClippedPoint& clipped) {
    const Vec2 n = reference.on_b ? -manifold.normal : manifold.normal; // out of the reference shape
    const float rR = reference.on_b ? pair.radiusB : pair.radiusA;
    const float rI = reference.on_b ? pair.radiusA : pair.radiusB;
    const int vertexA = reference.on_b ? clipped.incident_vertex : clipped.reference_vertex;
    const int vertexB = reference.on_b ? clipped.reference_vertex : clipped.incident_vertex;
    LocalPoint& point = manifold.points[manifold.count++];
    point.point = clipped.point + 0.5f * (rR - rI - clipped.separation) * n + pair.origin;
    point.separation = clipped.separation - rR - rI;
    point.feature = feature_of(vertexA, vertexB);
}

/// The ends of the clipped edge that are near the face.
inline LocalManifold face_points(const CorePair& pair, const Reference& reference, const ClippedEdge& edge,
                                 float margin) {
    LocalManifold manifold;
    manifold.normal = reference.on_b ? -pair.b.normal(reference.face.edge) : pair.a.normal(reference.face.edge);
    manifold.face = reference.on_b ? FaceOf::b : FaceOf::a;
    const float radius = pair.radiusA + pair.radiusB;
    for (int i = 0; i < edge.count; ++i) {
        if (edge.points[i].separation - radius <= margin) { add_point(manifold, pair, reference, edge.points[i]); }
    }
    return manifold;
}

inline LocalManifold corner_contact(const CorePair& pair, const CoreDistance& closest, float margin) {
    LocalManifold manifold;
    const float separation = closest.distance - pair.radiusA - pair.radiusB;
    if (separation > margin) { return apart(separation); }
    const Vec2 onA = closest.pointA + pair.radiusA * closest.normal;
    const Vec2 onB = closest.pointB - pair.radiusB * closest.normal;
    manifold.normal = closest.normal;
    manifold.count = 1;
    manifold.points[0] = {0.5f * (onA + onB) + pair.origin, separation, feature_of(closest.vertexA, closest.vertexB)};
    return manifold;
}

} // namespace impulse
