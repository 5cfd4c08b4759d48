/// The bodies swept by continuous collision, and the hits on their paths.
#pragma once

#include <span>

#include "geometry/aabb.h"
#include "geometry/toi.h"
#include "world/state.h"

namespace impulse {

struct SweptBody {
    Path path; ///< in the frame of the body's own centre at time 0
    uint32_t slot = kNull;
    uint32_t support = kNull;   ///< shape along which the last segment slides
    uint32_t carrier = kNull;   ///< slot of the body with which the last segment moves
    uint32_t obstacle = kNull;  ///< slot of the static or kinematic body that it hit first
    float depth = -3.0e38f;     ///< m: overlap with the touched shape; the least number: it touches nothing
    Vec2 normal;                ///< unit, into the shape on which its slides began
    uint32_t holder = kNull;    ///< contact by which an obstacle that it overlapped when the step began supports it
    bool meets_sensors = false; ///< the box of a sensor is near its path
    bool is_struck = false;     ///< a bullet hit it, or it is a bullet that hit a dynamic body
    Aabb box;                   ///< m, world: contains its shapes on the whole path; with bullets or sensors

    /// The body moves as `sweep`.
    void begin(uint32_t of_slot, const Sweep& sweep);
    bool is_held() const { return holder != kNull; }
    bool is_guided() const { return support != kNull || carrier != kNull; }
};

/// Data shared by the sweeps of a step.
struct Sweeper {
    WorldState& world;
    StepReport* report = nullptr;
    float dt = 0.0f;
    float kinematic_path = 0.0f;   ///< m: upper bound of the displacement of kinematic bodies
    bool fast_kinematics = false;  ///< there are any
    bool asks = false;             ///< `Hooks::filter` may be called
    std::span<SweptBody> bodies{}; ///< dynamic, by slot

    SweptBody* find(uint32_t slot) const;       ///< null: it is not swept
    const SweptBody* held(uint32_t slot) const; ///< the same if an obstacle supports it, null otherwise
    bool has(uint32_t slot, uint32_t flags) const { return (world.motions[slot].flags & flags) == flags; }
};

/// The first hit of a sweep.
struct Hit {
    float time = 1.0f;
    uint32_t shape = kNull; ///< of the swept body
    uint32_t other = kNull; ///< kNull: no hit
    bool pressed = false;   ///< the two overlapped when the path began, so that the solver handled them
    float depth = 0.0f;     ///< m: overlap at which the sweep stops
    Vec2 normal{};          ///< unit, into `other`
};

/// Total order, so that no tree decides between two hits at the same time.
inline bool is_sooner(const Hit& a, const Hit& b) {
    if (a.time != b.time) { return a.time < b.time; }
    return a.shape != b.shape ? a.shape < b.shape : a.other < b.other;
}

/// m: a body that moves less in a step meets only shapes that contacts covered at its start, or overlaps others by two
/// slops at most.
inline float lookahead(const Tuning& tuning) { return tuning.speculative_distance + 2.0f * tuning.linear_slop; }

/// m: upper bound of the displacement in the step of points of the body within `reach` of its centre.
inline float path_length(const Sweeper& s, uint32_t slot, float reach) {
    const BodyMotion& motion = s.world.motions[slot];
    // A quarter turn has angle pi / 2 = 1.5708 times its sine, any smaller one less.
    const float angle = max(1.5708f * abs(motion.dq.s), s.dt * abs(motion.w));
    return abs(motion.dp.x) + abs(motion.dp.y) + reach * (motion.dq.c > 0.0f ? angle : max(angle, kPi));
}

/// Whether a body moves so little relative to a fast kinematic one that its contacts cover everything it may hit of it.
bool moves_with(const Sweeper& s, uint32_t slot, uint32_t kinematic);

/// Whether two shapes collide. `Hooks::filter` is asked about a pair on the path of a body that was not near before the
/// step: its contact begins in the next one, as it does without the callback.
bool may_stop(const Sweeper& s, uint32_t shape, uint32_t other);

/// Whether a fast kinematic body may hit the body where it rests, with its centre at `p` (its own frame). Nothing else
/// can: only there its path goes on while it rests. A path must not depend on kinematic bodies that are far away.
bool may_be_met(const Sweeper& s, const SweptBody& body, Vec2 p);

/// Present motion of a body through the step, relative to the centre of body `from` when the step began.
Sweep sweep_of(const Sweeper& s, uint32_t slot, uint32_t from);

/// The overlap or gap at which the sweep of a body stops, `a` being its shape. Of two dynamic shapes the thicker one
/// counts. Static shapes may be adjacent, so that the exit of one leads into the other: there the moving shape counts.
SweepLimits limits_of(const Sweeper& s, const SweptBody& body, const Shape& a, const Shape& b, bool dynamic);

/// Sweeps the last segment of the path against static and kinematic shapes, and adds the segment after the hit.
void sweep_path(const Sweeper& s, SweptBody& body);

/// A side of a blow.
struct Struck {
    bool yields = true;              ///< impulses move the body
    const SweptBody* held = nullptr; ///< the body, if an obstacle supports it
};

/// The blow of two shapes that overlapped when the step began and still approach where they stop: with another corner
/// than the solver knew, or because its iterations did not suffice. Without it a clamped body would keep for many steps
/// a speed at which it cannot move. An impulse at the point where they meet ends their approach. If that is fast enough
/// to bounce, it has the restitution of their contact: of a plank that meets a wall almost flat, the second corner
/// arrives in the step in which the first one bounces. A body that cannot move at all, as it would pivot about a point
/// that is as deep as the sweep permits, stops, and as much of its rotation as that impulse can stop within the reach
/// of its shapes. Both sweeps begin at the time of the hit and share their origin. Returns the contact of the two.
[[gnu::noinline]] uint32_t strike(const Sweeper& s, const Hit& hit, const Sweep& own, const Sweep& other,
                                  Struck struck_own, Struck struck_other);

/// Whether `Hooks::pre_solve` disables the contact of a hit, so that the body passes. Both sweeps begin at the time of
/// the hit and share their origin.
[[gnu::noinline]] bool is_disabled(const Sweeper& s, const Hit& hit, const Sweep& own, const Sweep& other);

/// Sweeps bullets against dynamic bodies, in the order of time.
void sweep_bullets(const Sweeper& s);

/// Emits begin and end of the sensors that swept bodies passed within the step, and of the shapes that sensors of fast
/// bodies passed: contacts of neither this step nor the next report them. `awake`: bodies, some of which may have fast
/// sensors.
void emit_passed_sensors(const Sweeper& s, std::span<const SweptBody> kinematics, std::span<const uint32_t> awake);
/// The same for a character, which leaves its pose on this path between two steps, while other bodies stay.
void emit_passed_sensors(WorldState& world, uint32_t slot, const Path& path);

/// A box around `center` for the trees: in floats, rounded outward by more than the inward rounding error.
Aabb in_world(const Aabb& box, const BodyPose& center);

/// A box that holds all shapes of the body on its path.
Aabb box_of(const Sweeper& s, const SweptBody& body);

/// Calls `each` with the shapes of bodies of a type, sensors included, that may come within `margin` of `box` (world).
template <class F>
void for_each_near(const Sweeper& s, BodyType type, const Aabb& box, float margin, F&& each) {
    s.world.broad_phase.tree(type).query(grown(box, margin), [&](uint32_t proxy) {
        each(s.world.broad_phase.shape(proxy));
        return true;
    });
}

/// The same for static and kinematic bodies, wherever these move in the step.
template <class F>
void for_each_obstacle(const Sweeper& s, const Aabb& box, F&& each) {
    for_each_near(s, BodyType::static_body, box, 0.0f, each);
    for_each_near(s, BodyType::kinematic_body, box, s.kinematic_path, each);
}

} // namespace impulse
