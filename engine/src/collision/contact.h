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
    kTouching = 1u << 0,       ///< has points (sensors: overlaps)
    kSensor = 1u << 1,         ///< reports, pushes nothing (UR13)
    kLinked = 1u << 2,         ///< member of an island
    kBetweenDynamic = 1u << 5, ///< both bodies are dynamic
    kCached = 1u << 6,         ///< its ManifoldCache holds
    kMet = 1u << 7,            ///< overlapped first in the middle of this step
    kRound = 1u << 8,          ///< a shape of the two has a radius
    kHitDue = 1u << 9,         ///< began to touch and has not pushed yet (not in hashes: no motion depends on it)
    kOneWay = 1u << 10,        ///< a shape of the two is one-way (world/hooks.h)
    kPassing = 1u << 11,       ///< lets pass until the two have parted
    kJudged = 1u << 12,        ///< stops, and does until the two have parted
    kPreSolve = 1u << 13,      ///< somebody may want to be asked in each step
    kAsked = 1u << 14,         ///< and was, in this one
    kDisabled = 1u << 15,      ///< with the answer that it pushes nothing
    kRefused = 1u << 16,       ///< never collides, while the boxes are near
    kHooks = kOneWay | kPassing | kPreSolve | kRefused,
    kSeams =
        1u << 17, ///< a shape is one-sided, or the moving one has met something else that does not move; not in hashes
    kBehind =
        1u << 19, ///< one side was behind the other's one-sided shape, and they have overlapped since (world/seams.cpp)
    kOnWay = 1u << 18, ///< within the substeps of `substepped_position`: one of those that may push in this step
    kHeldA = 1u << 19, ///< A dominates B: the contact moves B alone
    kHeldB = 1u << 20, ///< B dominates A
    kHeld = kHeldA | kHeldB,
};

/// What the narrow phase and the solvers touch every step. 128 bytes: two cache lines, and all that a solver writes is
/// in the first.
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

    /// Of side 0 (A) or 1.
    uint32_t slot(uint32_t side) const { return side == 0 ? slotA : slotB; }
};
static_assert(offsetof(Contact, manifold) + offsetof(Manifold, points) + sizeof(ManifoldPoint) +
                  offsetof(ManifoldPoint, rA) ==
              64);
static_assert(sizeof(Contact) == 128 && std::is_trivially_copyable_v<Contact>);

/// A bumper.
inline bool adds_energy(const Contact& contact) { return contact.restitution > 1.0f; }

/// Reads a word of either line, ahead of use. Not to be left out, though nobody asks for the words.
inline void bring_near(const Contact& contact) {
    static_cast<void>(*static_cast<const volatile uint32_t*>(&contact.flags));
    static_cast<void>(*static_cast<const volatile uint32_t*>(&contact.shapeA));
}

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
};

static_assert(sizeof(ManifoldCache) == 64);

/// A pair that was found apart and stays so until its bodies have travelled far enough to meet. Half of the pairs in a
/// heap are asked for nothing else: 16 bytes, and a number of either body.
struct ApartPair {
    uint32_t slotA = kNull; ///< kNull: it is not known to be apart, and the contact must be asked
    uint32_t slotB = kNull;
    double limit = 0.0; ///< m: while the two together have travelled less since the world began
};

/// Updates a manifold to the poses as they are without running the narrow phase, if the bodies have hardly moved on
/// each other since it ran: anchors stay where they are in the materials, separations follow. False: run it.
///
/// The anchors of a point coincided then; e = dc + dqB rB - dqA rA is what separates them now, dc being the vector
/// between the centres. While |e| stays below `tolerance` and neither body turned by more than 3 degrees the separation
/// is that of then plus e . n, and the point lies midway, e / 2 from either anchor: one point for both bodies, so that
/// its impulse changes no angular momentum. A pile at rest so skips its narrow phase, and its points do not wander,
/// which is worth more than the time: a tall stack leans by the millimetre, and recomputed anchors and normals would
/// follow the lean. One point alone may belong to a round corner that rolls or slides, and lags behind it: the push
/// then turns the body (kept within a milliradian, discs rolled off by themselves and came to 1 mrad a step). So it is
/// kept within 1e-5 rad and 1/2000 of `tolerance`, which a pile at rest stays below: it costs no time there. Source:
/// contact recycling in Box2D (Catto, 2025). `manifold` has one point or two.
bool recycle_manifold(Rot qA, Rot qB, Vec2 dc, const ManifoldCache& cache, float tolerance, float speculative_distance,
                      Manifold& manifold);

/// Gives the points of `now` the impulses that the same features carried in `before`; a feature not seen
/// before starts from zero (UD15, FT3). `by_index` matches array order instead and forgets all when the count
/// changes (literal). Where the two normals have a cosine of at most `normal_stable`, friction starts from zero (FX14);
/// below -1 it never does.
void recall_impulses(const Manifold& before, Manifold& now, bool by_index, float normal_stable = -2.0f);

} // namespace impulse
