/// A pair of shapes whose fat AABBs overlap. It exists as long as they overlap, and stores the impulses of its points
/// for warm starting.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <type_traits>

#include "collision/collide.h"
#include "collision/manifold.h"

namespace impulse {

inline constexpr uint32_t kNull = 0xffffffffu; // as `IdPool::kNone`
/// ContactLinks::colour of a contact that is in no list: it does not touch, or its bodies sleep.
inline constexpr uint32_t kUncoloured = 63;

/// Hashes of a world contain these bits, so a flag keeps its number.
enum ContactFlag : uint32_t {
    kTouching = 1u << 0,       ///< has points (sensors: overlaps)
    kSensor = 1u << 1,         ///< emits events, applies no impulse (UR13)
    kHeldB = 1u << 2,          ///< B dominates A
    kFaceOfA = 1u << 3,        ///< A's face has its normal, and turns it
    kFaceOfB = 1u << 4,        ///< likewise B's; neither: two corners or round sides
    kBetweenDynamic = 1u << 5, ///< both bodies are dynamic
    kCached = 1u << 6,         ///< its ManifoldCache is valid
    kMet = 1u << 7,            ///< began to overlap in the middle of this step
    kRound = 1u << 8,          ///< a shape of the two has a radius
    kHitDue = 1u << 9,         ///< began to touch, no impulse yet (not in hashes: no motion depends on it)
    kOneWay = 1u << 10,        ///< a shape of the two is one-way (world/hooks.h)
    kPassing = 1u << 11,       ///< lets bodies pass until the two have separated
    kJudged = 1u << 12,   ///< near, and the body is in front of the one-way shape, or overlaps it and came from there
    kPreSolve = 1u << 13, ///< `Hooks::pre_solve` may be called in each step
    kAsked = 1u << 14,    ///< it was called in this step
    kDisabled = 1u << 15, ///< it disabled the contact for this step
    kRefused = 1u << 16,  ///< never collides, while the fat AABBs overlap
    kHooks = kOneWay | kPassing | kPreSolve | kRefused,
    /// A shape is one-sided, is one of several of a dynamic body, or has other contacts with immovable ones. Not in
    /// hashes.
    kSeams = 1u << 17,
    kOnWay = 1u << 18, ///< within the substeps of `substepped_position`: may apply impulses in this step
    /// One side was behind the other's one-sided shape, and they have overlapped since (world/seams.cpp).
    kBehind = 1u << 19,
    kHeldA = 1u << 20, ///< A dominates B: the contact moves B alone
    kHeld = kHeldA | kHeldB,
    /// The first and the second point: others imply it in this step (world/implied_points.cpp).
    kImplied0 = 1u << 21,
    kImplied1 = 1u << 22,
    kImplied = kImplied0 | kImplied1,
    kFace = kFaceOfA | kFaceOfB,
};
/// Bit k: point k is implied.
constexpr uint32_t implied_points(uint32_t flags) { return flags / kImplied0 & 3u; }
constexpr uint32_t flag_of(FaceOf face) { return face == FaceOf::none ? 0u : face == FaceOf::a ? kFaceOfA : kFaceOfB; }
static_assert((kTouching ^ kSensor ^ kFaceOfA ^ kFaceOfB ^ kBetweenDynamic ^ kCached ^ kMet ^ kRound ^ kHitDue ^
               kOneWay ^ kPassing ^ kJudged ^ kPreSolve ^ kAsked ^ kDisabled ^ kRefused ^ kSeams ^ kOnWay ^ kBehind ^
               kHeldA ^ kHeldB ^ kImplied0 ^ kImplied1) == (1u << 23) - 1u,
              "each flag has a bit of its own");

/// The data that narrow phase and solvers access every step. 128 bytes: two cache lines, and solvers write only to the
/// first.
struct alignas(64) Contact {
    uint32_t flags = 0;
    uint32_t age = 0; ///< number of steps in which it was solved
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

    /// Of side 0 (A) or 1.
    uint32_t slot(uint32_t side) const { return side == 0 ? slotA : slotB; }
    uint32_t shape(uint32_t side) const { return side == 0 ? shapeA : shapeB; }
};
static_assert(offsetof(Contact, manifold) + offsetof(Manifold, points) + sizeof(ManifoldPoint) +
                  offsetof(ManifoldPoint, rA) ==
              64);
static_assert(sizeof(Contact) == 128 && std::is_trivially_copyable_v<Contact>);

/// A bumper.
inline bool adds_energy(const Contact& contact) { return contact.restitution > 1.0f; }

/// Whether it carries a force.
inline bool presses(const Contact& contact) {
    const auto& points = contact.manifold.points;
    return max(points[0].normal_impulse, points[1].normal_impulse) > 0.0f;
}
/// Whether it carries no force and all its points have gaps.
inline bool is_apart(const Contact& contact) {
    bool apart = !presses(contact);
    for (int i = 0; i < contact.manifold.count; ++i) { apart = apart && contact.manifold.points[i].separation > 0.0f; }
    return apart;
}

/// Reads a word of either line, ahead of use. Required, although the values are unused.
inline void bring_near(const Contact& contact) {
    static_cast<void>(*static_cast<const volatile uint32_t*>(&contact.flags));
    static_cast<void>(*static_cast<const volatile uint32_t*>(&contact.shapeA));
}

/// Neighbours in lists; touched only when topology changes. An edge is `contact << 1 | side`.
struct ContactLinks {
    uint32_t body_prev[2] = {kNull, kNull}; ///< edges of the same body
    uint32_t body_next[2] = {kNull, kNull};
    uint32_t colour : 6 = kUncoloured; ///< list of ColourGraph
    uint32_t colour_sides : 2 = 0;     ///< which bodies hold the colour: 1 for A, 2 for B
    uint32_t colour_index : 24 = 0;    ///< place in that list
};
static_assert(sizeof(ContactLinks) == 20);

/// State of a pair when the narrow phase last ran: a pair that hardly moved reuses the result (recycle.h).
struct alignas(64) ManifoldCache {
    Rot qA; ///< rotations of the bodies then
    Rot qB;
    /// m: arms of the points then. Of one point, rA[1] is the normal, and rB[1] the radius of either body about its
    /// centre. Without points, rA[0] is the vector between the centres, and rB[0] those radii.
    std::array<Vec2, 2> rA;
    std::array<Vec2, 2> rB;
    std::array<float, 2> separation{}; ///< m, then; without points, separation[0] is the lower bound of the distance
    float path = 0.0f;   ///< of one point, since the narrow phase ran, in 256ths of the tolerance (recycle.h)
    float unused = 0.0f; ///< no byte is left undefined: snapshots store all

    Vec2 normal() const { return rA[1]; } ///< of one point, as the next two
    float extentA() const { return rB[1].x; }
    float extentB() const { return rB[1].y; }
};

static_assert(sizeof(ManifoldCache) == 64);

/// A separated pair, skipped until its bodies have moved far enough to meet. Half of the pairs in a heap need nothing
/// else: 12 bytes, and one number per body.
struct ApartPair {
    uint32_t slotA = kNull; ///< kNull: not known to be separated, so the contact must be checked
    uint32_t slotB = kNull;
    float limit = 0.0f; ///< m, rounded down: skipped while the sum of both path lengths since the world began is less
};

} // namespace impulse
