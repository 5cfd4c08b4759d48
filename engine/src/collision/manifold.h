/// Where two shapes touch: a normal and at most two points. The normal points from A to B, and a separation below zero
/// is an overlap. Every point stores the features that made it, so that its impulse can be matched again (UD15).
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <type_traits>

#include "impulse/math.h"

namespace impulse {

/// A point of contact in the frame of A's body: midway between the two surfaces.
struct LocalPoint {
    Vec2 point;
    float separation = 0.0f;
    uint32_t feature = 0;
};

/// The body whose face has the normal of a contact, and turns it.
enum class FaceOf : uint8_t {
    none, ///< two corners or round sides
    a,
    b,
};

/// Result of the narrow phase, in the frame of A's body.
struct LocalManifold {
    Vec2 normal; ///< unit, from A to B
    int32_t count = 0;
    FaceOf face = FaceOf::none;
    bool continued = false; ///< the common surface of one of the two and of shapes beside it has the normal (seams.h)
    float gap = 0.0f;       ///< m: without points, the lower bound of the distance between the shapes
    std::array<LocalPoint, 2> points{};
};

/// Separated by at least `gap`.
inline LocalManifold apart(float gap) {
    LocalManifold manifold;
    manifold.gap = gap;
    return manifold;
}

/// A contact point for the solvers. `r` are arms from the centres of mass, in world axes. Two halves of 16 bytes: four
/// contacts load into lanes by four such loads and a transpose per half (gather.h).
struct ManifoldPoint {
    float normal_impulse = 0.0f;  ///< N: impulse per time, so that dt, substeps and solver may change
    float tangent_impulse = 0.0f; ///< N, along right_perp(normal), on B
    Vec2 rA;
    Vec2 rB;
    float separation = 0.0f; ///< m, at detection
    uint32_t feature = 0;
};
static_assert(sizeof(ManifoldPoint) == 32 && offsetof(ManifoldPoint, rB) == offsetof(ManifoldPoint, rA) + sizeof(Vec2));

struct Manifold {
    Vec2 normal;
    int32_t count = 0;
    float rolling_impulse = 0.0f; ///< N m: angular impulse per time
    std::array<ManifoldPoint, 2> points{};
};
static_assert(sizeof(Manifold) == 80 && std::is_trivially_copyable_v<Manifold>);

/// Its point of the least separation; it has one at least.
inline const ManifoldPoint& deepest(const Manifold& manifold) {
    const auto& points = manifold.points;
    return manifold.count > 1 && points[1].separation < points[0].separation ? points[1] : points[0];
}

inline bool overlaps(const Manifold& manifold) { return manifold.count > 0 && deepest(manifold).separation < 0.0f; }

} // namespace impulse
