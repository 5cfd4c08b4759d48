/// The bodies that continuous collision sweeps, and what their paths meet.
#pragma once

#include <span>

#include "geometry/toi.h"
#include "world/state.h"

namespace impulse {

struct SweptBody {
    Path path; ///< seen from the body's own centre at time 0
    uint32_t slot = kNull;
    uint32_t support = kNull;   ///< shape along which the last segment slides
    uint32_t carrier = kNull;   ///< slot of the body with which the last segment moves
    float depth = -3.0e38f;     ///< m: overlap with what it touches or slides on; the least number: it touches nothing
    Vec2 normal;                ///< unit, into `support`
    bool held = false;          ///< by an obstacle that it overlapped when the step began
    bool meets_sensors = false; ///< the box of a sensor is near its path
    Aabb box;                   ///< m, world: holds its shapes on all of its path; where there are bullets

    /// The body moves as `sweep`.
    void begin(uint32_t of_slot, const Sweep& sweep);
    bool is_guided() const { return support != kNull || carrier != kNull; }
};

/// What the sweeps of a step share.
struct Sweeper {
    WorldState& world;
    float dt = 0.0f;
    float kinematic_path = 0.0f;   ///< m: no point of a kinematic body goes further
    bool fast_kinematics = false;  ///< there are any
    std::span<SweptBody> bodies{}; ///< dynamic, by slot

    SweptBody* find(uint32_t slot) const; ///< null: it is not swept
    bool has(uint32_t slot, uint32_t flags) const { return (world.motions[slot].flags & flags) == flags; }
};

/// The first thing that a sweep meets.
struct Hit {
    float time = 1.0f;
    uint32_t shape = kNull; ///< of the swept body
    uint32_t other = kNull; ///< kNull: nothing is met
    bool pressed = false;   ///< the two overlapped when the path began, so that the solver knew of them
    float depth = 0.0f;     ///< m: overlap at which the sweep stops
    Vec2 normal{};          ///< unit, into `other`
};

/// Total order, so that no tree decides between two hits at the same time.
inline bool is_sooner(const Hit& a, const Hit& b) {
    if (a.time != b.time) { return a.time < b.time; }
    return a.shape != b.shape ? a.shape < b.shape : a.other < b.other;
}

/// m: a body that moves less in a step meets only what contacts saw when it began, or gets into it by two slops at
/// most.
inline float lookahead(const Tuning& tuning) { return tuning.speculative_distance + 2.0f * tuning.linear_slop; }

/// m: no point of the body within `reach` of its centre goes further in the step.
inline float path_length(const Sweeper& s, uint32_t slot, float reach) {
    const BodyMotion& motion = s.world.motions[slot];
    // A quarter turn has angle pi / 2 = 1.5708 times its sine, any smaller one less.
    const float angle = max(1.5708f * abs(motion.dq.s), s.dt * abs(motion.w));
    return abs(motion.dp.x) + abs(motion.dp.y) + reach * (motion.dq.c > 0.0f ? angle : max(angle, kPi));
}

/// Whether a body moves so little on a fast kinematic one that its contacts see all that it may meet of that.
bool moves_with(const Sweeper& s, uint32_t slot, uint32_t kinematic);

/// Motion of a body through the step as it stands, seen from the centre of body `from` when the step began.
Sweep sweep_of(const Sweeper& s, uint32_t slot, uint32_t from);

/// At which overlap or gap the sweep of a body stops, `a` being its shape. Of two dynamic shapes the thicker one
/// counts; what is static may have something static beside it, and the way out of the one be the way into the other: so
/// the moving one counts.
SweepLimits limits_of(const Sweeper& s, const SweptBody& body, const Shape& a, const Shape& b, bool dynamic);

/// Sweeps the last segment of the path against static and kinematic shapes, and adds what follows from what it meets.
void sweep_path(const Sweeper& s, SweptBody& body);

/// One more iteration on the contact of two bodies that overlapped when the step began and still come nearer along `n`
/// (A to B). Without it a body that is held would keep for many steps a speed by which it cannot move.
void stop_approach(const Sweeper& s, uint32_t a, float inv_mass_a, uint32_t b, float inv_mass_b, Vec2 n);

/// Sweeps bullets against dynamic bodies, in the order of time.
void sweep_bullets(const Sweeper& s);

/// Emits begin and end of the sensors that swept bodies passed within the step, and of what the sensors of fast bodies
/// passed: neither the contacts of this step nor those of the next one see them. `awake`: bodies, some of which may
/// have fast sensors.
void emit_passed_sensors(const Sweeper& s, std::span<const SweptBody> kinematics, std::span<const uint32_t> awake);

inline Aabb grown(const Aabb& box, float margin) {
    return {box.lower - Vec2{margin, margin}, box.upper + Vec2{margin, margin}};
}

/// A box around `center` as the trees know it: in floats, and rounded outward by more than they may have been inward.
Aabb in_world(const Aabb& box, const BodyPose& center);

/// A box that holds all shapes of the body on its path.
Aabb box_of(const Sweeper& s, const SweptBody& body);

template <class F>
void for_each_shape(const WorldState& world, uint32_t slot, F&& each) {
    for (uint32_t index = world.bodies[slot].first_shape; index != kNull; index = world.shapes[index].next) {
        each(index);
    }
}

/// Calls `each` with the shapes of bodies of a type, sensors included, that may come within `margin` of `box` (world).
template <class F>
void for_each_near(const Sweeper& s, BodyType type, const Aabb& box, float margin, F&& each) {
    s.world.broad_phase.tree(type).query(grown(box, margin), [&](uint32_t proxy) {
        each(s.world.broad_phase.shape(proxy));
        return true;
    });
}

/// The same of static and kinematic bodies, wherever these move in the step.
template <class F>
void for_each_obstacle(const Sweeper& s, const Aabb& box, F&& each) {
    for_each_near(s, BodyType::static_body, box, 0.0f, each);
    for_each_near(s, BodyType::kinematic_body, box, s.kinematic_path, each);
}

} // namespace impulse
