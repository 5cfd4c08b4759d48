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
void try_pair(const Sweeper& s, uint32_t shape, const Sweep& sweep, uint32_t other, const Sweep& other_sweep,
              float rest, Hit& best) {
    const Shape& a = s.world.shapes[shape].shape;
    const Shape& b = s.world.shapes[other].shape;
    // Before anything else is asked: most of what comes near by its box is told apart by this.
    const float reach = s.world.sweep_extents[s.world.shapes[shape].slot].reach;
    const float touching = max(s.world.tuning.linear_slop, 2.0e-3f * (reach + a.radius)); // or more: `limits_of`
    if (least_gap(a, sweep, b, other_sweep) > touching || !should_collide(s.world, shape, other)) { return; }
    SweepLimits limits = limits_of(s.world.tuning, a, b, false);
    if (limits.impact < 0.0f) { limits.impact = min(limits.impact, max(limits.impact - rest, 0.5f * limits.sink)); }
    limits.press += reach * abs(sweep.turn - other_sweep.turn);
    const TimeOfImpact toi = time_of_impact(a, sweep, b, other_sweep, limits, best.time);
    Hit hit{toi.time, shape, other, toi.start <= limits.impact + limits.tolerance};
    hit.fresh = toi.limit == limits.impact;
    hit.normal = toi.normal;
    if (toi.hit && sooner(hit, best)) { best = hit; }
}

/// m: what moves by less meets nothing that is not a contact yet, or gets into it by two slops at most.
float least_way(const Tuning& tuning) { return tuning.speculative_distance + 2.0f * tuning.linear_slop; }

/// Whether no point of the body gets far on something kinematic, so that its contacts see all that it may meet of that.
bool rides_on(const Sweeper& s, uint32_t slot, uint32_t other) {
    const BodyMotion& a = s.world.motions[slot];
    const BodyMotion& b = s.world.motions[other];
    const bool little = min(a.dq.c, b.dq.c) > 0.8f && s.dt * max(abs(a.w), abs(b.w)) < 1.0f; // no whole turns
    if (!little || (a.flags & kSunk) != 0) { return false; }
    const Vec2 arm = center_offset(s.world.poses[other], s.world.poses[slot]);
    const Vec2 way = arm + a.dp - b.dp - rotate(b.dq, arm);
    const SweepExtent& extent = s.world.sweep_extents[slot];
    // An angle is at most 1.5708 times its sine; on what turns, a way bulges by an eighth of the angle squared.
    const float turned = 1.5708f * extent.reach * abs(inverse_mul(b.dq, a.dq).s);
    const float bulge = 0.4f * b.dq.s * b.dq.s * (abs(arm.x) + abs(arm.y));
    return length(way) + turned + bulge <= min(extent.fast, least_way(s.world.tuning));
}

/// The first static or kinematic shape on the way of a dynamic body that moves by `sweep` while the step goes from `from`
/// to its end. Body `ignored` is not looked at. What is new on it gets in by `rest` more.
Hit first_obstacle(const Sweeper& s, uint32_t slot, const Sweep& sweep, float from, uint32_t ignored, float rest) {
    const WorldState& world = s.world;
    Hit best;
    const bool solved = from == 0.0f && sweep.dp == world.motions[slot].dp; // no obstacle changed it
    uint32_t swept = kNull; // whose motion `other_sweep` is: one machine is often many shapes
    Sweep other_sweep;
    const auto follow = [&](uint32_t owner, const Sweep& way) {
        other_sweep = from > 0.0f ? rest_of(way, from) : way;
        swept = owner;
    };
    for_each_solid_shape(world, slot, [&](uint32_t index, const Shape& shape) {
        // The way of its disc: looser than `swept_box` but without trigonometry, and most of what it finds is told apart by
        // the same disc.
        const float reach = world.sweep_extents[slot].reach + shape.radius;
        const Vec2 end = sweep.p + sweep.dp;
        const Aabb box = in_world(grown({min(sweep.p, end), max(sweep.p, end)}, reach), world.poses[slot]);
        const auto consider = [&](uint32_t other) {
            const uint32_t owner = world.shapes[other].slot;
            if (owner == ignored || world.shapes[other].sensor) { return; }
            if (owner != swept) { follow(owner, sweep_of(s, owner, slot)); }
            try_pair(s, index, sweep, other, other_sweep, rest, best);
        };
        for (const BodyType type : {BodyType::static_body, BodyType::kinematic_body}) {
            const float other_way = type == BodyType::kinematic_body ? s.slow_way : 0.0f;
            world.broad_phase.tree(type).query(grown(box, other_way), [&](uint32_t proxy) {
                const uint32_t other = world.broad_phase.shape(proxy);
                if (!s.is_mover(world.shapes[other].slot)) { consider(other); }
                return true;
            });
        }
        for (const Mover& kinematic : s.kinematics) {
            if (!overlaps(box, kinematic.box) || (solved && rides_on(s, slot, kinematic.slot))) { continue; }
            Sweep way = kinematic.legs[0].sweep;
            way.p = center_offset(world.poses[slot], world.poses[kinematic.slot]);
            follow(kinematic.slot, way);
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

/// m: how deep a body lies in what it touches, unless that pushes it along `normal`.
float depth_of(const WorldState& world, uint32_t slot, Vec2 normal) {
    float depth = 0.0f;
    // Points that are found anew in substeps tell of the end of the step, and what rests so lies in nothing.
    if (world.tuning.solver == SolverType::substepped_position) { return depth; }
    for (uint32_t edge = world.bodies[slot].first_edge; edge != kNull;
         edge = world.links[edge >> 1].body_next[edge & 1u]) {
        const Contact& contact = world.contacts[edge >> 1];
        const Vec2 into = (edge & 1u) == 0 ? contact.manifold.normal : -contact.manifold.normal;
        const bool solid = (contact.flags & (kTouching | kSensor)) == kTouching;
        for (int i = 0; solid && dot(into, normal) > -0.5f && i < contact.manifold.count; ++i) {
            depth = max(depth, -contact.manifold.points[i].separation);
        }
    }
    return depth;
}

/// Whether a bullet is deep in another dynamic body. Few are bullets, so that these may look at their contacts.
bool is_sunk_bullet(const WorldState& world, uint32_t slot) {
    for (uint32_t edge = world.bodies[slot].first_edge; edge != kNull;
         edge = world.links[edge >> 1].body_next[edge & 1u]) {
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

/// m: no point of the body goes further in the step.
float way_of(const Sweeper& s, uint32_t slot) {
    const BodyMotion& motion = s.world.motions[slot];
    // A quarter turn has angle pi / 2 = 1.5708 times its sine, any smaller one less.
    const float angle = max(1.5708f * abs(motion.dq.s), s.dt * abs(motion.w));
    const float reach = s.world.sweep_extents[slot].reach;
    return abs(motion.dp.x) + abs(motion.dp.y) + reach * (motion.dq.c > 0.0f ? angle : max(angle, kPi));
}

/// Whether a body comes near anything that cannot be pushed, other than what is marked. A disc around all of it is enough.
bool comes_near(const Sweeper& s, uint32_t slot) {
    const WorldState& world = s.world;
    const Vec2 end = world.motions[slot].dp;
    const Aabb box =
        in_world(grown({min(end, Vec2{}), max(end, Vec2{})}, world.slacks[slot].extent), world.poses[slot]);
    bool near = false;
    const auto meet = [&](uint32_t) {
        near = true;
        return false;
    };
    world.broad_phase.tree(BodyType::static_body).query(box, meet);
    if (!near && s.slow_kinematics) {
        world.broad_phase.tree(BodyType::kinematic_body).query(grown(box, s.slow_way), meet);
    }
    return near;
}

/// Marks what moved far, and finds how far the others went at most. Returns how many are fast.
size_t mark_fast(const Step& step, Sweeper& s) {
    WorldState& world = step.world;
    const float least = least_way(world.tuning);
    uint32_t slow = world.broad_phase.tree(BodyType::kinematic_body).count();
    size_t count = 0;
    for (const uint32_t kind : {kKinematic, kDynamic}) {
        if (kind == kKinematic && slow == 0) { continue; }
        for (const uint32_t slot : step.awake) {
            const uint32_t flags = world.motions[slot].flags;
            if ((flags & kind) == 0) { continue; }
            const float way = way_of(s, slot);
            if (!is_finite(way)) { continue; } // `publish` deals with it
            const bool bullet = (flags & kBullet) != 0;
            const float fast = world.sweep_extents[slot].fast;
            // Who is far from everything is not looked at, unless it would make the boxes of all others large.
            const bool far =
                way > min(fast, least) && (kind == kKinematic || bullet || way > 4.0f * fast || comes_near(s, slot));
            if (far || (flags & kSunk) != 0 || (bullet && is_sunk_bullet(world, slot))) {
                world.motions[slot].flags |= kFast;
                ++count;
                if (kind == kKinematic) {
                    for_each_solid_shape(world, slot, [&](uint32_t, const Shape&) { --slow; });
                }
            } else {
                s.slow_way = max(s.slow_way, way);
            }
        }
        s.slow_kinematics = slow > 0;
    }
    return count;
}

bool has(const Sweeper& s, uint32_t slot, uint32_t flags) { return (s.world.motions[slot].flags & flags) == flags; }

void begin(const Sweeper& s, uint32_t slot, Mover& mover) { // the legs that it may get are left as they are
    mover.slot = slot;
    mover.count = 1;
    mover.stop = mover.join_time = 1.0f;
    mover.normal = {};
    mover.held = mover.stuck = mover.rides = false;
    mover.joined = kNull;
    mover.legs[0] = {sweep_of(s, slot, slot), 0.0f, 1.0f};
}

std::span<Mover> gather_fast(const Sweeper& s, std::span<const uint32_t> awake, uint32_t kind) {
    const auto is_wanted = [&](uint32_t slot) { return has(s, slot, kind | kFast); };
    const auto count = static_cast<size_t>(std::count_if(awake.begin(), awake.end(), is_wanted));
    const std::span<Mover> movers = s.world.arena.allocate<Mover>(count);
    size_t next = 0;
    for (const uint32_t slot : awake) {
        if (is_wanted(slot)) { begin(s, slot, movers[next++]); }
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
            if (!asleep && rides_on(s, slot, kinematic.slot)) { return true; }
            if (asleep && first_obstacle(s, slot, sweep_of(s, slot, slot), 0.0f, kNull, 0.0f).other == kNull) {
                return true;
            }
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

/// s: what velocities are computed for at a time.
float substep_of(const Tuning& tuning, float dt) {
    switch (tuning.solver) {
    case SolverType::soft_step:
        return dt / static_cast<float>(tuning.substeps);
    case SolverType::substepped_position:
        return dt / static_cast<float>(tuning.position_substeps);
    default:
        return tuning.integrator == Integrator::semi_implicit ? dt : 0.0f;
    }
}

/// Takes back what forces did to the speed of a falling body in the part `cut` of its way that it did not fall. Without this a
/// stop in front of the ground gains m a times that way, since the body has the speed of its full fall at the height of a part
/// of it. Into what it slides on, or else along the force, u^2 = v^2 - 2 a cut, v being the speed at the end of the fall: half a
/// substep's pull more than what is stored (contact_pass.h, `bounce_speed`).
void return_unused_speed(const Sweeper& s, const Mover& mover, Vec2 cut) {
    const BodyForces& forces = s.world.forces[mover.slot];
    BodyMotion& motion = s.world.motions[mover.slot];
    const Vec2 force = forces.gravity_scale * s.world.gravity + s.world.masses[mover.slot].inv_mass * forces.force;
    const Vec2 n = mover.normal != Vec2{} ? mover.normal : normalize(force);
    const float a = dot(force, n);
    const float stored = dot(motion.v, n);
    if (a <= 0.0f || stored <= 0.0f) { return; }
    const float v = stored + 0.5f * a * substep_of(s.world.tuning, s.dt);
    const float work = clamp(2.0f * a * dot(cut, n), 0.0f, v * v);
    motion.v -= unlocked(motion.flags, min(work / (v + std::sqrt(v * v - work)), stored) * n);
}

/// Whether who goes on like this along what it met is as near to it in the end: round corners and off edges it would leave the
/// contact behind, and nothing would ever take its speed. So there it rests, and the next step finds the blow.
bool stays_at(const Sweeper& s, const Sweep& sweep, const Hit& hit) {
    const ShapeRecord& own = s.world.shapes[hit.shape];
    const ShapeRecord& other = s.world.shapes[hit.other];
    const Transform at = pose_at(sweep_of(s, other.slot, own.slot), 0.0f); // it stands
    const auto gap = [&](float time) { return signed_separation(own.shape, pose_at(sweep, time), other.shape, at); };
    return gap(1.0f) - gap(0.0f) <= 0.1f * s.world.tuning.linear_slop;
}

} // namespace

void go_on(const Sweeper& s, Mover& mover) {
    uint32_t ignored = kNull;
    for (;;) {
        Leg& leg = mover.legs[mover.count - 1];
        Hit hit = first_obstacle(s, mover.slot, leg.sweep, leg.begin, ignored, 0.0f);
        if (hit.fresh) {
            // What slides lies in what it slides on: that deep it may get into what comes next, or every seam would stop it.
            const float rest = depth_of(s.world, mover.slot, hit.normal);
            if (rest > 0.0f) { hit = first_obstacle(s, mover.slot, leg.sweep, leg.begin, ignored, rest); }
        }
        if (hit.other == kNull) {
            mover.stop = leg.end;
            return;
        }
        leg.end = leg.begin > 0.0f ? leg.begin + hit.time * (1.0f - leg.begin) : hit.time;
        mover.stop = leg.end;
        mover.held = mover.held || leg.end < kStuck;
        const uint32_t obstacle = s.world.shapes[hit.other].slot;
        mover.stuck = mover.stuck || (hit.deep && mover.held && (has(s, mover.slot, kSunk) || !bounces(s, hit)));
        if (leg.end >= 1.0f || mover.count == Mover::kMaxLegs) { return; }
        Leg& next = mover.legs[mover.count];
        next = {at_rest(leg.sweep, hit.time), leg.end, 1.0f};
        ride(s, mover, obstacle, next);
        const bool carried = next.sweep.dp != Vec2{} || next.sweep.turn != 0.0f;
        const bool thick = s.world.sweep_extents[mover.slot].fast > s.world.tuning.linear_slop;
        if (!carried && thick && mover.count == 1) { // what is left of its way, without what goes into the obstacle
            const Vec2 left = (1.0f - hit.time) * leg.sweep.dp;
            const Vec2 along = left - max(dot(left, hit.normal), 0.0f) * hit.normal;
            next.sweep.dp = unlocked(s.world.motions[mover.slot].flags, along);
            if (stays_at(s, next.sweep, hit)) {
                mover.normal = hit.normal;
                ++mover.count;
                continue;
            }
            next.sweep.dp = {};
        }
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
    if (mark_fast(step, s) == 0) { return; }

    s.kinematics = gather_fast(s, step.awake, kKinematic);
    for (Mover& kinematic : s.kinematics) { kinematic.box = box_of(s, kinematic); }
    if (!s.kinematics.empty() && mark_in_the_way(s)) {
        const std::span<uint32_t> awake = world.arena.allocate<uint32_t>(world.awake_bodies.count());
        world.awake_bodies.write(awake);
        step.awake = awake;
    }
    const auto finish = [&](Mover& mover) {
        BodyMotion& motion = world.motions[mover.slot];
        const float free_time = mover.free_time();
        if (mover.stopped()) { go_on_after_stop(s, mover); }
        motion.flags &= ~static_cast<uint32_t>(kFast | kSunk);
        if (!mover.stopped()) { return; }
        const Sweep way = whole_way(mover);
        const Vec2 cut = (1.0f - free_time) * motion.dp;
        motion.dp = way.dp;
        motion.dq = make_rot(way.turn);
        if (mover.stuck) { calm(s, mover.slot, way.dp * (1.0f / s.dt)); }
        return_unused_speed(s, mover, cut);
    };
    const auto is_bullet = [&](uint32_t slot) { return has(s, slot, kBullet | kFast); };
    if (std::any_of(step.awake.begin(), step.awake.end(), is_bullet)) {
        s.movers = gather_fast(s, step.awake, kDynamic);
        for (Mover& mover : s.movers) { go_on(s, mover); }
        stop_bullets(s);
        for (Mover& mover : s.movers) { finish(mover); }
    } else {
        Mover mover;
        for (const uint32_t slot : step.awake) {
            if (!has(s, slot, kDynamic | kFast)) { continue; }
            begin(s, slot, mover);
            go_on(s, mover);
            finish(mover);
        }
    }
    for (const Mover& kinematic : s.kinematics) {
        world.motions[kinematic.slot].flags &= ~static_cast<uint32_t>(kFast);
    }
}

} // namespace impulse
