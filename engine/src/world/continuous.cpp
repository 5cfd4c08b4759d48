#include "world/continuous.h"

#include <algorithm>

#include "core/sort.h"
#include "geometry/toi.h"
#include "world/contacts.h"
#include "world/sleep.h"
#include "world/stages.h"

namespace impulse {
namespace {

constexpr float kFastFraction = 0.5f; // of the half thickness: at most a quarter of the body is behind what it met

/// A fast body and its way through the step.
struct Mover {
    uint32_t slot = kNull;
    Sweep sweep;          ///< from its own centre at time 0
    float stop = 1.0f;    ///< time at which something stopped it; it rests from then on
    Aabb box;             ///< m, world: where its solid shapes come by; of kinematic bodies, and once bullets are dealt with
    bool changed = false; ///< `sweep` is no longer what the solver said
    float time = 1.0f;    ///< how much of the step it moved freely
};

/// What a sweep meets first.
struct Hit {
    float time = 1.0f;
    uint32_t shape = kNull; ///< of the body that is swept
    uint32_t other = kNull; ///< kNull: it meets nothing
    bool sunk = false;      ///< it began deep in one of the obstacles
};

/// A fast bullet and what it meets next.
struct Flight {
    Mover* mover = nullptr;
    Hit next;
    bool stale = true; ///< `next` is to be found anew
};

/// Total order, so that no tree decides between two hits at the same time.
bool sooner(const Hit& a, const Hit& b) {
    if (a.time != b.time) { return a.time < b.time; }
    if (a.shape != b.shape) { return a.shape < b.shape; }
    return a.other < b.other;
}

struct Sweeper {
    WorldState& world;
    float dt = 0.0f;
    float slow_way = 0.0f; ///< m: no body that is not fast moved further
    std::span<Mover> movers{};     ///< dynamic, by slot
    std::span<Mover> kinematics{}; ///< fast ones, by slot

    bool is_mover(uint32_t slot) const { return (world.motions[slot].flags & kFast) != 0; }
    Mover* find(std::span<Mover> among, uint32_t slot) const {
        const auto at = std::lower_bound(among.begin(), among.end(), slot,
                                         [](const Mover& m, uint32_t s) { return m.slot < s; });
        return at != among.end() && at->slot == slot ? &*at : nullptr;
    }
};

/// The angle of `motion.dq`, whole turns included: those are in w alone.
float turn_of(const BodyMotion& motion, float dt) {
    const float angle = angle_of(motion.dq);
    return angle + 2.0f * kPi * std::floor((motion.w * dt - angle) / (2.0f * kPi) + 0.5f);
}

/// Motion of a body through the step, seen from the centre of body `from` at its beginning.
Sweep sweep_of(const Sweeper& s, uint32_t slot, uint32_t from) {
    const BodyPose& pose = s.world.poses[slot];
    const BodyMotion& motion = s.world.motions[slot];
    Sweep sweep{center_offset(s.world.poses[from], pose), {}, pose.q, 0.0f, pose.local_center};
    const bool moves = s.world.is_awake(slot) && is_finite(motion.dp) && is_finite(motion.dq.c + motion.dq.s + motion.w);
    if (moves) {
        sweep.dp = motion.dp;
        sweep.turn = turn_of(motion, s.dt);
    }
    return sweep;
}

/// Depth and gap at which a sweep of shape `a`, the moving one, stops at `b`.
SweepLimits limits_of(const Tuning& tuning, const Shape& a, const Shape& b) {
    const float slop = tuning.linear_slop > 0.0f ? tuning.linear_slop : 1.0e-3f * (core_reach(a, a.centroid) + a.radius);
    const float thicknessA = half_thickness(a);
    const float thicknessB = half_thickness(b);
    SweepLimits limits;
    limits.tolerance = 0.1f * slop;
    limits.touching = 0.5f * slop;
    // Within the slop, so that it is no overlap to be resolved, and below zero, so that it is a contact under any tuning.
    const float depth = 0.5f * max(thicknessA, min(thicknessB, 2.0f * slop));
    limits.impact = -min(0.5f * slop, depth);
    limits.sink = -depth;
    if (depth <= limits.tolerance) { // lines on both sides overlap by no depth: they stay apart
        limits.touching = slop;
        limits.impact = 0.5f * slop;
        limits.sink = 0.25f * slop;
    }
    return limits;
}

Aabb grown(const Aabb& box, float margin) {
    return {box.lower - Vec2{margin, margin}, box.upper + Vec2{margin, margin}};
}

/// A box around `center` as the trees know it: in floats, and rounded outward by more than they may have been inward.
Aabb in_world(const Aabb& box, const BodyPose& center) {
    constexpr float kUlps = 0x1p-21f;
    const Vec2 c{static_cast<float>(center.x), static_cast<float>(center.y)};
    const Vec2 reach = abs(c) + max(abs(box.lower), abs(box.upper));
    const float slack = kUlps * max(reach.x, reach.y);
    return grown({box.lower + c, box.upper + c}, slack);
}

template <class F>
void for_each_solid_shape(const WorldState& world, uint32_t slot, F&& each) {
    for (uint32_t index = world.bodies[slot].first_shape; index != kNull; index = world.shapes[index].next) {
        if (!world.shapes[index].sensor) { each(index, world.shapes[index].shape); }
    }
}

Aabb box_of(const Sweeper& s, uint32_t slot, const Sweep& sweep) {
    Aabb box{sweep.p, sweep.p};
    for_each_solid_shape(s.world, slot, [&](uint32_t, const Shape& shape) { box = merge(box, swept_box(shape, sweep)); });
    return in_world(box, s.world.poses[slot]);
}

/// Tries one pair of shapes and keeps the sooner hit.
void try_pair(const Sweeper& s, uint32_t shape, const Sweep& sweep, uint32_t other, const Sweep& other_sweep, Hit& best) {
    const Shape& a = s.world.shapes[shape].shape;
    const Shape& b = s.world.shapes[other].shape;
    const SweepLimits limits = limits_of(s.world.tuning, a, b);
    const TimeOfImpact toi = time_of_impact(a, sweep, b, other_sweep, limits, best.time);
    best.sunk = best.sunk || (toi.start < 0.5f * limits.sink && limits.sink < 0.0f);
    if (!toi.hit) { return; }
    const Hit hit{toi.time, shape, other, best.sunk};
    if (sooner(hit, best)) { best = hit; }
}

/// The first static or kinematic shape on the way of a dynamic body that moves by `sweep` while the step goes from `from`
/// to its end. Body `ignored` is not looked at.
Hit first_obstacle(const Sweeper& s, uint32_t slot, const Sweep& sweep, float from, uint32_t ignored) {
    const WorldState& world = s.world;
    Hit best;
    uint32_t swept = kNull; // whose motion `other_sweep` is: one machine is often many shapes
    Sweep other_sweep;
    for_each_solid_shape(world, slot, [&](uint32_t index, const Shape& shape) {
        // The way of its disc: looser than `swept_box` but without trigonometry, and most of what it finds is told apart by
        // the same disc.
        const float reach = core_reach(shape, sweep.local_center) + shape.radius;
        const Vec2 end = sweep.p + sweep.dp;
        const Aabb box = in_world(grown({min(sweep.p, end), max(sweep.p, end)}, reach), world.poses[slot]);
        const auto consider = [&](uint32_t other) {
            const uint32_t owner = world.shapes[other].slot;
            if (owner == ignored || world.shapes[other].sensor || !should_collide(world, index, other)) { return; }
            if (owner != swept) {
                other_sweep = sweep_of(s, owner, slot);
                if (from > 0.0f) { other_sweep = rest_of(other_sweep, from); }
                swept = owner;
            }
            try_pair(s, index, sweep, other, other_sweep, best);
        };
        world.broad_phase.tree(BodyType::static_body).query(box, [&](uint32_t proxy) {
            consider(world.broad_phase.shape(proxy));
            return true;
        });
        world.broad_phase.tree(BodyType::kinematic_body).query(grown(box, s.slow_way), [&](uint32_t proxy) {
            const uint32_t other = world.broad_phase.shape(proxy);
            if (!s.is_mover(world.shapes[other].slot)) { consider(other); }
            return true;
        });
        for (const Mover& kinematic : s.kinematics) {
            if (!overlaps(box, kinematic.box)) { continue; }
            for_each_solid_shape(world, kinematic.slot, [&](uint32_t other, const Shape&) { consider(other); });
        }
    });
    return best;
}

/// Lets a body go as far as static and kinematic shapes allow.
void stop_at_obstacles(const Sweeper& s, Mover& mover) {
    const Hit hit = first_obstacle(s, mover.slot, mover.sweep, 0.0f, kNull);
    mover.changed = hit.other != kNull;
    uint32_t& flags = s.world.motions[mover.slot].flags;
    // What was stopped may be at its limit now; what sank must not go on in steps each too small to be swept.
    flags = hit.sunk || mover.changed ? flags | kSunk : flags & ~static_cast<uint32_t>(kSunk);
    if (!mover.changed) { return; }
    const uint32_t obstacle = s.world.shapes[hit.other].slot;
    const Sweep other = rest_of(sweep_of(s, obstacle, mover.slot), hit.time);
    Sweep& sweep = mover.sweep;
    mover.time = hit.time;
    const float turned = hit.time * sweep.turn;
    sweep.dp *= hit.time;
    sweep.turn = turned;
    if (other.dp == Vec2{} && other.turn == 0.0f) { return; }

    // Touched by something that moves on: it keeps its place on that until the step ends, unless another obstacle is in
    // the way, which then holds it.
    const Vec2 arm = sweep.p + sweep.dp - other.p;
    Sweep ride{sweep.p + sweep.dp, other.dp + rotate(make_rot(other.turn), arm) - arm,
               normalize(make_rot(turned) * sweep.q), other.turn, sweep.local_center};
    ride.dp = unlocked(flags, ride.dp);
    if ((flags & kLockRotation) != 0) { ride.turn = 0.0f; }
    const float part = first_obstacle(s, mover.slot, ride, hit.time, obstacle).time;
    sweep.dp += part * ride.dp;
    sweep.turn += part * ride.turn;
}

/// The part of the step in which both move, then the one in which the one that was not stopped goes on.
void try_pair_with_stops(const Sweeper& s, uint32_t shape, const Sweep& sweep, float stop, uint32_t other,
                         const Sweep& other_sweep, float other_stop, Hit& best) {
    const float both = min(stop, other_stop);
    Hit first{min(best.time, both)};
    try_pair(s, shape, sweep, other, other_sweep, first);
    if (first.other != kNull) {
        if (sooner(first, best)) { best = first; }
        return;
    }
    const float last = stop < other_stop ? other_stop : stop;
    if (last <= both || both >= best.time || both >= 1.0f) { return; }
    const float left = 1.0f - both;
    Hit second{min(1.0f, (min(last, best.time) - both) / left)};
    try_pair(s, shape, stop < other_stop ? at_rest(sweep, both) : rest_of(sweep, both), other,
             stop < other_stop ? rest_of(other_sweep, both) : at_rest(other_sweep, both), second);
    if (second.other == kNull) { return; }
    second.time = both + left * second.time;
    if (sooner(second, best)) { best = second; }
}

/// The next dynamic shape that a bullet meets, such that one of the two is still to be stopped by it.
Hit next_meeting(const Sweeper& s, const Mover& bullet) {
    const WorldState& world = s.world;
    Hit best;
    for_each_solid_shape(world, bullet.slot, [&](uint32_t index, const Shape& shape) {
        const auto consider = [&](uint32_t other, const Sweep& sweep, float stop) {
            if (world.shapes[other].sensor || !should_collide(world, index, other)) { return; }
            try_pair_with_stops(s, index, bullet.sweep, bullet.stop, other, sweep, stop, best);
        };
        for (const Mover& mover : s.movers) {
            if (mover.slot == bullet.slot || !overlaps(bullet.box, mover.box)) { continue; }
            if (bullet.stop < 1.0f && mover.stop < 1.0f) { continue; }
            Sweep sweep = mover.sweep;
            sweep.p = center_offset(world.poses[bullet.slot], world.poses[mover.slot]);
            for_each_solid_shape(world, mover.slot, [&](uint32_t other, const Shape&) { consider(other, sweep, mover.stop); });
        }
        if (bullet.stop < 1.0f) { return; }
        const Aabb box = grown(in_world(swept_box(shape, bullet.sweep), world.poses[bullet.slot]), s.slow_way);
        world.broad_phase.tree(BodyType::dynamic_body).query(box, [&](uint32_t proxy) {
            const uint32_t other = world.broad_phase.shape(proxy);
            const uint32_t owner = world.shapes[other].slot;
            if (!s.is_mover(owner)) { consider(other, sweep_of(s, owner, bullet.slot), 1.0f); }
            return true;
        });
    });
    return best;
}

/// Bullets against dynamic shapes, in the order in which they meet: whoever is stopped rests from then on, and may be
/// met there by others. Each round stops at least one body, so there are at most as many as there are fast bodies.
void stop_bullets(const Sweeper& s) {
    size_t count = 0;
    for (const Mover& mover : s.movers) { count += (s.world.motions[mover.slot].flags & kBullet) != 0 ? 1u : 0u; }
    if (count == 0) { return; }
    for (Mover& mover : s.movers) { mover.box = box_of(s, mover.slot, mover.sweep); }
    const std::span<Flight> flights = s.world.arena.allocate<Flight>(count);
    count = 0;
    for (Mover& mover : s.movers) {
        if ((s.world.motions[mover.slot].flags & kBullet) != 0) { flights[count++] = {&mover, {}, true}; }
    }
    for (;;) {
        Flight* first = nullptr;
        for (Flight& flight : flights) {
            if (flight.stale) {
                flight.next = next_meeting(s, *flight.mover);
                flight.stale = false;
            }
            if (flight.next.other == kNull) { continue; }
            if (first == nullptr || sooner(flight.next, first->next)) { first = &flight; }
        }
        if (first == nullptr) { return; }
        Mover& bullet = *first->mover;
        Mover* other = s.find(s.movers, s.world.shapes[first->next.other].slot);
        const float time = min(first->next.time, 0x1.fffffep-1f); // a stop at 1 would be none
        if (bullet.stop == 1.0f) { bullet.stop = time; }
        if (other != nullptr && other->stop == 1.0f) { other->stop = time; }
        for (Flight& flight : flights) {
            flight.stale = flight.stale || overlaps(flight.mover->box, bullet.box) ||
                           (other != nullptr && overlaps(flight.mover->box, other->box));
        }
    }
}

/// Marks what moved far, and finds how far the others went at most. Returns how many are fast.
size_t mark_fast(Step& step, float& slow_way) {
    WorldState& world = step.world;
    size_t fast = 0;
    for (const uint32_t slot : step.awake) {
        BodyMotion& motion = world.motions[slot];
        const SweepExtent& extent = world.sweep_extents[slot];
        // A quarter turn has angle pi / 2 = 1.5708 times its sine, any smaller one less.
        const float angle = max(1.5708f * abs(motion.dq.s), step.dt * abs(motion.w));
        const float way = abs(motion.dp.x) + abs(motion.dp.y) + extent.reach * (motion.dq.c > 0.0f ? angle : max(angle, kPi));
        if (!is_finite(way)) { continue; } // `publish` deals with it
        if (way > extent.fast || (motion.flags & kSunk) != 0) {
            motion.flags |= kFast;
            ++fast;
        } else {
            slow_way = max(slow_way, way);
        }
    }
    return fast;
}

Mover make_mover(const Sweeper& s, uint32_t slot) {
    return {.slot = slot, .sweep = sweep_of(s, slot, slot), .box = {}};
}

std::span<Mover> gather_fast(const Sweeper& s, std::span<const uint32_t> awake, uint32_t kind) {
    const uint32_t wanted = kind | kFast;
    const auto is_wanted = [&](uint32_t slot) { return (s.world.motions[slot].flags & wanted) == wanted; };
    const auto count = static_cast<size_t>(std::count_if(awake.begin(), awake.end(), is_wanted));
    const std::span<Mover> movers = s.world.arena.allocate<Mover>(count);
    size_t next = 0;
    for (const uint32_t slot : awake) {
        if (is_wanted(slot)) { movers[next++] = make_mover(s, slot); }
    }
    return movers;
}

/// Dynamic bodies in the way of a fast kinematic one are swept too, even at rest. Sleepers are asked first and woken only
/// when they are hit. Returns whether any woke.
bool mark_in_the_way(const Sweeper& s) {
    WorldState& world = s.world;
    const std::span<uint32_t> hit = world.arena.allocate<uint32_t>(world.bodies.size());
    size_t count = 0;
    for (const Mover& kinematic : s.kinematics) {
        world.broad_phase.tree(BodyType::dynamic_body).query(grown(kinematic.box, s.slow_way), [&](uint32_t proxy) {
            const uint32_t slot = world.shapes[world.broad_phase.shape(proxy)].slot;
            uint32_t& flags = world.motions[slot].flags;
            if ((flags & kFast) != 0) { return true; }
            const bool asleep = !world.is_awake(slot);
            if (asleep && first_obstacle(s, slot, sweep_of(s, slot, slot), 0.0f, kNull).other == kNull) { return true; }
            flags |= kFast;
            if (asleep) { hit[count++] = slot; }
            return true;
        });
    }
    // In the order of slots, not as the tree names them.
    merge_sort(hit.first(count), world.arena.allocate<uint32_t>(count), [](uint32_t a, uint32_t b) { return a < b; });
    for (const uint32_t slot : hit.first(count)) { wake_body(world, slot); }
    return count > 0;
}

/// Takes back what forces did to the speed of a falling body in the part of the step in which it did not fall. Without
/// this a stop in front of the ground gains m a times the way that is left, since the body has the speed of its full
/// fall at the height of a part of it. Whoever does not fall that fast is held by something: its speed is as it should be.
void return_unused_speed(const Sweeper& s, const Mover& mover) {
    const BodyForces& forces = s.world.forces[mover.slot];
    BodyMotion& motion = s.world.motions[mover.slot];
    const Vec2 a = forces.gravity_scale * s.world.gravity + s.world.masses[mover.slot].inv_mass * forces.force;
    const Vec2 unused = ((1.0f - mover.time * mover.stop) * s.dt) * a;
    if (dot(motion.v, a) < dot(unused, a)) { return; }
    motion.v -= unlocked(motion.flags, unused);
}

} // namespace

void update_sweep_extent(WorldState& world, uint32_t slot) {
    SweepExtent& extent = world.sweep_extents[slot];
    extent = {};
    if (world.bodies[slot].type == BodyType::static_body) { return; }
    for_each_solid_shape(world, slot, [&](uint32_t, const Shape& shape) {
        extent.fast = min(extent.fast, kFastFraction * half_thickness(shape));
        extent.reach = max(extent.reach, core_reach(shape, world.poses[slot].local_center));
    });
}

// Pre:  displacements stand for the whole step, poses are those at its begin.
// Post: no fast dynamic body's displacement takes it through a static or kinematic shape, no fast bullet's through a
//       dynamic one.
void sweep_fast_bodies(Step& step) {
    WorldState& world = step.world;
    if (!step.moves || !world.tuning.continuous) { return; }
    Sweeper s{.world = world, .dt = step.dt};
    if (mark_fast(step, s.slow_way) == 0) { return; }

    s.kinematics = gather_fast(s, step.awake, kKinematic);
    for (Mover& kinematic : s.kinematics) { kinematic.box = box_of(s, kinematic.slot, kinematic.sweep); }
    if (!s.kinematics.empty() && mark_in_the_way(s)) {
        const std::span<uint32_t> awake = world.arena.allocate<uint32_t>(world.awake_bodies.count());
        world.awake_bodies.write(awake);
        step.awake = awake;
    }
    s.movers = gather_fast(s, step.awake, kDynamic);
    for (Mover& mover : s.movers) { stop_at_obstacles(s, mover); }
    stop_bullets(s);
    for (const Mover& kinematic : s.kinematics) { world.motions[kinematic.slot].flags &= ~static_cast<uint32_t>(kFast); }
    for (const Mover& mover : s.movers) {
        world.motions[mover.slot].flags &= ~static_cast<uint32_t>(kFast);
        if (!mover.changed && mover.stop == 1.0f) { continue; }
        BodyMotion& motion = world.motions[mover.slot];
        motion.dp = mover.stop * mover.sweep.dp;
        motion.dq = make_rot(mover.stop * mover.sweep.turn);
        return_unused_speed(s, mover);
    }
}

} // namespace impulse
