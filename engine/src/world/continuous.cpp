#include "world/continuous.h"

#include <algorithm>

#include "core/sort.h"
#include "world/contacts.h"
#include "world/sleep.h"
#include "world/stages.h"
#include "world/sweeper.h"

namespace impulse {
namespace {

constexpr float kFastFraction = 0.5f; // of the half thickness: at most a quarter of the body is behind what it met

/// Tries one pair of shapes and keeps the sooner hit.
void try_pair(const Sweeper& s, uint32_t shape, const Sweep& sweep, uint32_t other, const Sweep& other_sweep, Hit& best) {
    const Shape& a = s.world.shapes[shape].shape;
    const Shape& b = s.world.shapes[other].shape;
    const SweepLimits limits = limits_of(s.world.tuning, a, b, false);
    const TimeOfImpact toi = time_of_impact(a, sweep, b, other_sweep, limits, best.time);
    const Hit hit{toi.time, shape, other, toi.start <= limits.sink + limits.tolerance};
    if (toi.hit && sooner(hit, best)) { best = hit; }
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
        const float reach = world.sweep_extents[slot].reach + shape.radius;
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

/// Whether something kinematic could pass the body while it rests: a slow one only if it is deep in it already.
bool may_be_overrun(const Sweeper& s, const Mover& mover) {
    return !s.kinematics.empty() || (s.world.motions[mover.slot].flags & kSunk) != 0;
}

/// Whoever rests because bullets met is still in the way of what is kinematic.
void go_on_after_stop(const Sweeper& s, Mover& mover) {
    if (!may_be_overrun(s, mover) || mover.stop >= mover.legs[mover.count - 1].end) { return; }
    cut(mover, mover.stop);
    const Leg& last = mover.legs[mover.count - 1];
    if (mover.count == Mover::kMaxLegs) { return; }
    mover.legs[mover.count++] = {at_rest(last.sweep, last.own(last.end)), last.end, 1.0f};
    go_on(s, mover);
}

/// A contact is deep from so much of the depth on at which sweeps stop. What is less deep is still on its side of what it
/// touches when it has moved as far as is not fast.
constexpr float kDeepFraction = 0.6f;

bool is_deep(const WorldState& world, const Contact& contact, const Shape& moving, const Shape& other, bool yields) {
    float separation = contact.manifold.points[0].separation;
    if (contact.manifold.count > 1) { separation = min(separation, contact.manifold.points[1].separation); }
    return separation < 0.0f && separation < kDeepFraction * limits_of(world.tuning, moving, other, yields).sink;
}

/// Whether a bullet is deep in another dynamic body. Few are bullets, so that these may look at their contacts.
bool is_sunk_bullet(const WorldState& world, uint32_t slot) {
    for (uint32_t edge = world.bodies[slot].first_edge; edge != kNull; edge = world.links[edge >> 1].body_next[edge & 1u]) {
        const Contact& contact = world.contacts[edge >> 1];
        const bool solid = (contact.flags & (kTouching | kSensor | kBetweenDynamic)) == (kTouching | kBetweenDynamic);
        if (!solid || contact.manifold.count == 0) { continue; }
        const bool first = contact.slotA == slot;
        const Shape& own = world.shapes[first ? contact.shapeA : contact.shapeB].shape;
        const Shape& other = world.shapes[first ? contact.shapeB : contact.shapeA].shape;
        if (is_deep(world, contact, own, other, true)) { return true; }
    }
    return false;
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
        const uint32_t flags = motion.flags;
        if (way > extent.fast || (flags & kSunk) != 0 || ((flags & kBullet) != 0 && is_sunk_bullet(world, slot))) {
            motion.flags |= kFast;
            ++fast;
        } else {
            slow_way = max(slow_way, way);
        }
    }
    return fast;
}

std::span<Mover> gather_fast(const Sweeper& s, std::span<const uint32_t> awake, uint32_t kind) {
    const uint32_t wanted = kind | kFast;
    const auto is_wanted = [&](uint32_t slot) { return (s.world.motions[slot].flags & wanted) == wanted; };
    const auto count = static_cast<size_t>(std::count_if(awake.begin(), awake.end(), is_wanted));
    const std::span<Mover> movers = s.world.arena.allocate<Mover>(count);
    size_t next = 0;
    for (const uint32_t slot : awake) {
        if (!is_wanted(slot)) { continue; }
        Mover& mover = movers[next++]; // the legs that it may get are left as they are
        mover.slot = slot;
        mover.count = 1;
        mover.stop = mover.join_time = 1.0f;
        mover.held = mover.stuck = mover.rides = false;
        mover.joined = kNull;
        mover.legs[0] = {sweep_of(s, slot, slot), 0.0f, 1.0f};
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
void return_unused_speed(const Sweeper& s, uint32_t slot, float free_time) {
    const BodyForces& forces = s.world.forces[slot];
    BodyMotion& motion = s.world.motions[slot];
    const Vec2 a = forces.gravity_scale * s.world.gravity + s.world.masses[slot].inv_mass * forces.force;
    const Vec2 unused = ((1.0f - free_time) * s.dt) * a;
    if (dot(motion.v, a) < dot(unused, a)) { return; }
    motion.v -= unlocked(motion.flags, unused);
}

} // namespace

void go_on(const Sweeper& s, Mover& mover) {
    uint32_t ignored = kNull;
    for (;;) {
        Leg& leg = mover.legs[mover.count - 1];
        const Hit hit = first_obstacle(s, mover.slot, leg.sweep, leg.begin, ignored);
        if (hit.other == kNull) {
            mover.stop = leg.end;
            return;
        }
        leg.end = leg.begin > 0.0f ? leg.begin + hit.time * (1.0f - leg.begin) : hit.time;
        mover.stop = leg.end;
        mover.held = mover.held || leg.end < kStuck;
        mover.stuck = mover.stuck || (hit.deep && mover.held);
        if (leg.end >= 1.0f || mover.count == Mover::kMaxLegs) { return; }
        const uint32_t obstacle = s.world.shapes[hit.other].slot;
        Leg& next = mover.legs[mover.count];
        next = {at_rest(leg.sweep, hit.time), leg.end, 1.0f};
        ride(s, mover, obstacle, next);
        const bool carried = next.sweep.dp != Vec2{} || next.sweep.turn != 0.0f;
        if (!carried && !may_be_overrun(s, mover)) { return; }
        ++mover.count;
        ignored = carried ? obstacle : kNull;
    }
}

void update_sweep_extent(WorldState& world, uint32_t slot) {
    SweepExtent& extent = world.sweep_extents[slot];
    extent = {};
    if (world.bodies[slot].type == BodyType::static_body) { return; }
    for_each_solid_shape(world, slot, [&](uint32_t, const Shape& shape) {
        extent.fast = min(extent.fast, kFastFraction * half_thickness(shape));
        extent.reach = max(extent.reach, core_reach(shape, world.poses[slot].local_center));
    });
}

void mark_if_sunk(WorldState& world, const Contact& contact) {
    if (!world.tuning.continuous) { return; }
    const bool first = world.is_dynamic(contact.slotA);
    const uint32_t slot = first ? contact.slotA : contact.slotB;
    const float least = kDeepFraction * world.sweep_extents[slot].fast; // of its thinnest shape
    const Manifold& manifold = contact.manifold;
    if (manifold.points[0].separation > -least && manifold.points[manifold.count - 1].separation > -least) { return; }
    const Shape& moving = world.shapes[first ? contact.shapeA : contact.shapeB].shape;
    const Shape& other = world.shapes[first ? contact.shapeB : contact.shapeA].shape;
    if (is_deep(world, contact, moving, other, false)) { world.motions[slot].flags |= kSunk; }
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
    for (Mover& kinematic : s.kinematics) { kinematic.box = box_of(s, kinematic); }
    if (!s.kinematics.empty() && mark_in_the_way(s)) {
        const std::span<uint32_t> awake = world.arena.allocate<uint32_t>(world.awake_bodies.count());
        world.awake_bodies.write(awake);
        step.awake = awake;
    }
    s.movers = gather_fast(s, step.awake, kDynamic);
    for (Mover& mover : s.movers) { go_on(s, mover); }
    stop_bullets(s);
    for (const Mover& kinematic : s.kinematics) { world.motions[kinematic.slot].flags &= ~static_cast<uint32_t>(kFast); }
    for (Mover& mover : s.movers) {
        BodyMotion& motion = world.motions[mover.slot];
        const float free_time = mover.free_time();
        if (mover.stopped()) { go_on_after_stop(s, mover); }
        motion.flags &= ~static_cast<uint32_t>(kFast | kSunk);
        if (!mover.stopped()) { continue; }
        const Sweep way = whole_way(mover);
        motion.dp = way.dp;
        motion.dq = make_rot(way.turn);
        if (mover.stuck) { calm(s, mover.slot, way.dp * (1.0f / s.dt)); }
        return_unused_speed(s, mover.slot, free_time);
    }
}

} // namespace impulse
