/// What continuous collision knows of a body on its way through the step.
///
/// A way is made of legs: first as the solver said, then, from an obstacle on, along what is static as far as the next, or
/// carried along by what is kinematic. Times run from 0 to 1 over the step, for every body alike, so that two bodies can be asked when they
/// meet whatever stopped either of them before.
#pragma once

#include <algorithm>

#include "geometry/toi.h"
#include "world/state.h"

namespace impulse {

/// A part of a body's way, from `begin` to `end`.
struct Leg {
    Sweep sweep; ///< its time 0 is `begin`, its time 1 the end of the step
    float begin = 0.0f;
    float end = 1.0f;

    /// The sweep's own time at a time of the step.
    float own(float time) const { return begin > 0.0f ? (time - begin) / (1.0f - begin) : time; }
};

/// A fast body and its way through the step, seen from its own centre at time 0.
struct Mover {
    static constexpr int kMaxLegs = 8; ///< whoever is met more often rests

    uint32_t slot = kNull;
    int count = 0;
    Leg legs[kMaxLegs];
    float stop = 1.0f; ///< from then on it rests; never after the end of the last leg
    Vec2 normal; ///< unit, into what is static, on which it slides from the end of its first leg on; 0: it does not
    bool held = false;       ///< an obstacle let it hardly move
    bool stuck = false;      ///< and it is deep in that
    uint32_t joined = kNull; ///< the body with which it goes on from `join_time` on
    float join_time = 1.0f;
    bool rides = false; ///< it keeps its place on that one
    Aabb box; ///< m, world: where its solid shapes come by; of kinematic bodies, and once bullets are dealt with

    bool stopped() const { return stop < 1.0f || count > 1; }
    /// How much of the step it moved as the solver said.
    float free_time() const { return min(stop, legs[0].end); }
};

struct Sweeper {
    WorldState& world;
    float dt = 0.0f;
    float slow_way = 0.0f;         ///< m: no body that is not fast moved further
    bool slow_kinematics = false;  ///< not all that is kinematic is fast
    std::span<Mover> movers{};     ///< dynamic, by slot
    std::span<Mover> kinematics{}; ///< fast ones, by slot

    bool is_mover(uint32_t slot) const { return (world.motions[slot].flags & kFast) != 0; }
    Mover* find(std::span<Mover> among, uint32_t slot) const {
        const auto at =
            std::lower_bound(among.begin(), among.end(), slot, [](const Mover& m, uint32_t s) { return m.slot < s; });
        return at != among.end() && at->slot == slot ? &*at : nullptr;
    }
};

/// What a sweep meets first.
struct Hit {
    float time = 1.0f;
    uint32_t shape = kNull; ///< of the body that is swept
    uint32_t other = kNull; ///< kNull: it meets nothing
    bool deep = false;      ///< it is in it too deep already, and would go deeper
    bool pressed = false;   ///< they touched when the step began; asked of bullets
    bool fresh = false;     ///< they did not; asked of what is static or kinematic
    Vec2 normal{};          ///< unit, into `other`
};

// Who is stopped before is stuck, as far as this step goes.
constexpr float kStuck = 0.25f;

/// Total order, so that no tree decides between two hits at the same time.
inline bool sooner(const Hit& a, const Hit& b) {
    if (a.time != b.time) { return a.time < b.time; }
    if (a.shape != b.shape) { return a.shape < b.shape; }
    return a.other < b.other;
}

template <class F>
void for_each_solid_shape(const WorldState& world, uint32_t slot, F&& each) {
    for (uint32_t index = world.bodies[slot].first_shape; index != kNull; index = world.shapes[index].next) {
        if (!world.shapes[index].sensor) { each(index, world.shapes[index].shape); }
    }
}

inline Aabb grown(const Aabb& box, float margin) {
    return {box.lower - Vec2{margin, margin}, box.upper + Vec2{margin, margin}};
}

/// The angle of `motion.dq`, whole turns included: those are in w alone.
inline float turn_of(const BodyMotion& motion, float dt) {
    const float angle = angle_of(motion.dq);
    return angle + 2.0f * kPi * std::floor((motion.w * dt - angle) / (2.0f * kPi) + 0.5f);
}

/// Motion of a body through the step as the solver said, seen from the centre of body `from` at its beginning.
inline Sweep sweep_of(const Sweeper& s, uint32_t slot, uint32_t from) {
    const BodyPose& pose = s.world.poses[slot];
    const BodyMotion& motion = s.world.motions[slot];
    Sweep sweep{center_offset(s.world.poses[from], pose), {}, pose.q, 0.0f, pose.local_center};
    const bool moves =
        s.world.is_awake(slot) && is_finite(motion.dp) && is_finite(motion.dq.c + motion.dq.s + motion.w);
    if (moves) {
        sweep.dp = motion.dp;
        sweep.turn = turn_of(motion, s.dt);
    }
    return sweep;
}

/// Depths and gap at which a sweep of shape `a`, the moving one, stops at `b`; whether `b` is of a dynamic body.
SweepLimits limits_of(const Tuning& tuning, const Shape& a, const Shape& b, bool yields);

/// A box around `center` as the trees know it: in floats, and rounded outward by more than they may have been inward.
inline Aabb in_world(const Aabb& box, const BodyPose& center) {
    constexpr float kUlps = 0x1p-21f;
    const Vec2 c{static_cast<float>(center.x), static_cast<float>(center.y)};
    const Vec2 reach = abs(c) + max(abs(box.lower), abs(box.upper));
    const float slack = kUlps * max(reach.x, reach.y);
    return grown({box.lower + c, box.upper + c}, slack);
}

/// Where the body's solid shapes come by on its way.
Aabb box_of(const Sweeper& s, const Mover& mover);

/// The way of `mover` from `from` on, as a sweep of its own that lasts until `end`.
Sweep way_from(const Mover& mover, float from, float& end);

/// Takes away what comes after `time`.
void cut(Mover& mover, float time);

/// The displacement of the whole step, without the pose that it began at.
Sweep whole_way(const Mover& mover);

/// What touches `obstacle` at the beginning of `leg`, at rest, keeps its place on it while it moves on.
void ride(const Sweeper& s, const Mover& mover, uint32_t obstacle, Leg& leg);

/// Whether the solver had the two bounce: who flies off is not stuck, whatever the way in was before that.
inline bool bounces(const Sweeper& s, const Hit& hit) {
    const ShapeRecord& a = s.world.shapes[hit.shape];
    const ShapeRecord& b = s.world.shapes[hit.other];
    const bool elastic = max(a.material.restitution, b.material.restitution) > 0.0f;
    return elastic && dot(s.world.motions[a.slot].v - s.world.motions[b.slot].v, hit.normal) < 0.0f;
}

/// Takes five eighths of what a body's speed differs from `common`, and half of its spin. For who is stuck deep in another:
/// what the solver left is no speed, as nothing moves by it, and it would stay for as long as that one step is too short to
/// resolve it.
void calm(const Sweeper& s, uint32_t slot, Vec2 common);

/// Lets `mover` go its last leg as far as static and kinematic shapes allow, and adds what follows from what it meets: on
/// something static it rests, unless something kinematic comes by; something kinematic takes it along, unless another
/// obstacle is in the way. Between two that do not give way the static one wins, since the way ends in it.
void go_on(const Sweeper& s, Mover& mover);

/// Bullets against dynamic shapes, in the order in which they meet: whoever is stopped rests from then on, and may be met
/// there by others.
void stop_bullets(const Sweeper& s);

} // namespace impulse
