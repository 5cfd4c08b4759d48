/// A pair of shapes whose boxes overlap: it lives as long as they do, and remembers the impulses of its
/// points.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <type_traits>

#include "collision/collide.h"
#include "collision/manifold.h"

namespace impulse {

inline constexpr uint32_t kNull = 0xffffffffu;

/// Hashes of a world hold these bits, so a flag keeps its number.
enum ContactFlag : uint32_t {
    kTouching = 1u << 0, ///< has points (sensors: overlaps)
    kSensor = 1u << 1,   ///< reports, pushes nothing (UR13)
    kLinked = 1u << 2,   ///< member of an island
    kBetweenDynamic = 1u << 5, ///< both bodies are dynamic
    kCached = 1u << 6,         ///< its ManifoldCache holds
    kMet = 1u << 7,            ///< overlapped first in the middle of this step
    kRound = 1u << 8,          ///< a shape of the two has a radius
};

/// What the narrow phase and the solvers touch every step. 128 bytes: two cache lines, and all that a solver writes is in the
/// first.
struct alignas(64) Contact {
    uint32_t flags = 0;
    uint32_t age = 0; ///< steps it was solved
    Manifold manifold;
    uint32_t slotA = 0;
    uint32_t slotB = 0;
    uint32_t shapeA = 0; ///< shape index; shapeA < shapeB
    uint32_t shapeB = 0;
    float friction = 0.0f;
    float static_friction = 0.0f;
    float restitution = 0.0f;
    float rolling_resistance = 0.0f; ///< m: coefficient times radius
    float tangent_speed = 0.0f;      ///< m/s
    CollideCache cache;
};
static_assert(offsetof(Contact, manifold) + offsetof(Manifold, points) + sizeof(ManifoldPoint) + offsetof(ManifoldPoint, rA) == 64);
static_assert(sizeof(Contact) == 128 && std::is_trivially_copyable_v<Contact>);

/// Neighbours in lists; touched only when topology changes. An edge is `contact << 1 | side`.
struct ContactLinks {
    uint32_t body_prev[2] = {kNull, kNull}; ///< edges of the same body
    uint32_t body_next[2] = {kNull, kNull};
    uint32_t island_prev = kNull; ///< contacts of the same island
    uint32_t island_next = kNull;
    int32_t colour = -1;
    uint32_t colour_index = 0;
    uint32_t colour_sides = 0; ///< which bodies hold the colour: 1 for A, 2 for B
};

/// What the narrow phase saw when it last ran on a pair: lets a pair that hardly moved keep the result.
struct alignas(64) ManifoldCache {
    Rot qA; ///< rotations of the bodies then
    Rot qB;
    std::array<Vec2, 2> rA; ///< m: arms of the points then; without points, rA[0] is the vector between the centres and
                              ///< rB[0] how far either body reaches from its centre
    std::array<Vec2, 2> rB;
    std::array<float, 2> separation{}; ///< m, then; without points, at least how far apart in separation[0]
    /// Bodies of a pair that was found apart; then this cache line alone tells whether it still is, and half of the pairs in a
    /// heap need no other. kNull: the contact itself must be asked.
    uint32_t apartA = kNull;
    uint32_t apartB = kNull;
};

static_assert(sizeof(ManifoldCache) == 64);

/// Gives the points of `now` the impulses that the same features carried in `before`; a feature not seen
/// before starts from zero (UD15, FT3). `by_index` matches array order instead and forgets all when the count
/// changes (literal). Where the two normals have a cosine of at most `normal_stable`, friction starts from zero (FX14);
/// below -1 it never does.
void recall_impulses(const Manifold& before, Manifold& now, bool by_index, float normal_stable = -2.0f);

} // namespace impulse
