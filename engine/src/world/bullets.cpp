// Bullets against dynamic bodies, in the order in which they meet (Catto, "Continuous Collision", GDC 2013, sees them one by
// one; here the way of each depends on who stopped the others before). Each meeting stops at least one body for good, so
// there are at most as many as there are fast bodies.
#include "core/sort.h"
#include "world/contacts.h"
#include "world/sweeper.h"

namespace impulse {
namespace {

/// A fast bullet and what it meets next.
struct Flight {
    Mover* mover = nullptr;
    Hit next;
    bool stale = true; ///< `next` is to be found anew
};

/// When, before `last`, two shapes on their ways first come too near, leg by leg. What touched when the step began was the
/// solver's business and may sink; what comes to touch within the step may not, in the legs that follow either.
void try_ways(const Sweeper& s, uint32_t shape, const Mover& a, uint32_t other, const Mover& b, Vec2 offset, float last,
              Hit& best) {
    const Shape& shapeA = s.world.shapes[shape].shape;
    const Shape& shapeB = s.world.shapes[other].shape;
    SweepLimits limits = limits_of(s.world.tuning, shapeA, shapeB, true);
    const float impact = limits.impact;
    limits.press += s.world.sweep_extents[a.slot].reach * abs(a.legs[0].sweep.turn - b.legs[0].sweep.turn);
    const bool joined = a.joined != kNull && a.joined == b.slot;
    bool pressed = joined;
    if (joined) { limits.touching = -3.0e38f; }
    for (float from = joined ? a.join_time : 0.0f; from < last && from <= best.time;) {
        float endA = 1.0f;
        float endB = 1.0f;
        const Sweep sweepA = way_from(a, from, endA);
        Sweep sweepB = way_from(b, from, endB);
        sweepB.p += offset;
        const float end = min(endA, endB);
        const float left = 1.0f - from;
        const float until = (min(end, best.time) - from) / left;
        const TimeOfImpact toi = time_of_impact(shapeA, sweepA, shapeB, sweepB, limits, until);
        if (toi.hit) {
            Hit hit{from + left * toi.time, shape, other};
            hit.pressed = pressed || toi.limit < impact;
            hit.normal = toi.normal;
            if (hit.time < last && sooner(hit, best)) { best = hit; }
            return;
        }
        limits.touching = -3.0e38f;
        pressed = pressed || toi.limit < impact;
        limits.impact = toi.limit;
        from = end;
    }
}

/// The next dynamic shape that a bullet meets, such that one of the two is still to be stopped by it.
Hit next_meeting(const Sweeper& s, const Mover& bullet) {
    const WorldState& world = s.world;
    Hit best;
    const auto consider = [&](uint32_t other, const Mover& way, Vec2 offset, float last) {
        if (world.shapes[other].sensor) { return; }
        for_each_solid_shape(world, bullet.slot, [&](uint32_t index, const Shape&) {
            if (should_collide(world, index, other)) { try_ways(s, index, bullet, other, way, offset, last, best); }
        });
    };
    for (const Mover& mover : s.movers) {
        if (mover.slot == bullet.slot || !overlaps(bullet.box, mover.box)) { continue; }
        const Vec2 offset = center_offset(world.poses[bullet.slot], world.poses[mover.slot]);
        const float last = max(bullet.stop, mover.stop); // both rest then
        for_each_solid_shape(world, mover.slot,
                             [&](uint32_t other, const Shape&) { consider(other, mover, offset, last); });
    }
    world.broad_phase.tree(BodyType::dynamic_body).query(grown(bullet.box, s.slow_way), [&](uint32_t proxy) {
        const uint32_t other = world.broad_phase.shape(proxy);
        const uint32_t owner = world.shapes[other].slot;
        if (s.is_mover(owner) || (bullet.rides && owner == bullet.joined)) { return true; }
        Mover slow;
        slow.slot = owner;
        slow.count = 1;
        slow.legs[0].sweep = sweep_of(s, owner, bullet.slot);
        consider(other, slow, {}, bullet.stop); // it is not stopped itself
        return true;
    });
    return best;
}

/// Velocity that two bodies have when they become one.
Vec2 common_of(const Sweeper& s, uint32_t a, Vec2 vA, uint32_t b, Vec2 vB) {
    const float mA = s.world.masses[a].inv_mass;
    const float mB = s.world.masses[b].inv_mass;
    return mA + mB > 0.0f ? (mB * vA + mA * vB) * (1.0f / (mA + mB)) : Vec2{};
}

/// Two that touched when the step began and are no sooner under way than stuck in each other become one, unless an obstacle
/// holds either of them.
void calm_both(const Sweeper& s, const Mover& bullet, uint32_t slot, const Mover* other) {
    const Vec2 vA = s.world.motions[bullet.slot].v;
    const Vec2 vB = s.world.motions[slot].v;
    const bool other_held = other != nullptr && other->held;
    Vec2 common = common_of(s, bullet.slot, vA, slot, vB);
    if (bullet.held || other_held) { common = whole_way(other_held ? *other : bullet).dp * (1.0f / s.dt); }
    calm(s, bullet.slot, common);
    calm(s, slot, common);
}

/// From `time` on both go on as one, without turning, instead of hanging in the air: what holds them back is in no other's way.
void join(const Sweeper& s, Mover& a, Mover& b, float time) {
    float end = 1.0f;
    Sweep wayA = way_from(a, time, end);
    Sweep wayB = way_from(b, time, end);
    const Vec2 common = common_of(s, a.slot, wayA.dp, b.slot, wayB.dp);
    const auto go = [&](Mover& mover, Sweep& way, uint32_t with) {
        way.dp = unlocked(s.world.motions[mover.slot].flags, common);
        way.turn = 0.0f;
        cut(mover, time);
        mover.legs[mover.count++] = {way, time, 1.0f};
        go_on(s, mover);
        mover.joined = with;
        mover.join_time = time;
        mover.box = box_of(s, mover);
    };
    go(a, wayA, b.slot);
    go(b, wayB, a.slot);
}

/// Who meets a body that is not swept, and so goes on, keeps its place on that: if it stood, the other would get away by more
/// than contacts see, step after step. What turns far and is slow all the same is round: its way is that of its centre.
void follow(const Sweeper& s, Mover& bullet, uint32_t slot, float time) {
    float end = 1.0f;
    const Sweep from = way_from(bullet, time, end);
    const Sweep other = rest_of(sweep_of(s, slot, bullet.slot), time);
    const uint32_t flags = s.world.motions[bullet.slot].flags;
    cut(bullet, time);
    Leg& leg = bullet.legs[bullet.count++];
    leg = {at_rest(from, 0.0f), time, 1.0f};
    bullet.rides = abs(other.turn) < 0.5f && (flags & (kLockLinear | kLockRotation)) == 0;
    if (bullet.rides) {
        ride(s, bullet, slot, leg);
    } else {
        leg.sweep.dp = unlocked(flags, other.dp);
    }
    go_on(s, bullet);
    bullet.joined = slot;
    bullet.join_time = time;
    bullet.box = box_of(s, bullet);
}

bool can_join(const Mover& mover, float time) {
    return mover.joined == kNull && !mover.held && time < mover.stop && mover.count + 3 < Mover::kMaxLegs;
}

} // namespace

void stop_bullets(const Sweeper& s) {
    size_t count = 0;
    for (const Mover& mover : s.movers) { count += (s.world.motions[mover.slot].flags & kBullet) != 0 ? 1u : 0u; }
    if (count == 0) { return; }
    for (Mover& mover : s.movers) { mover.box = box_of(s, mover); }
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
        const uint32_t met = s.world.shapes[first->next.other].slot;
        Mover* other = s.find(s.movers, met);
        const float time = first->next.time;
        const Aabb from = bullet.box;
        const Aabb of = other != nullptr ? other->box : from;
        if (first->next.pressed && other != nullptr && can_join(bullet, time) && can_join(*other, time)) {
            join(s, bullet, *other, time);
        } else if (other == nullptr && can_join(bullet, time)) {
            follow(s, bullet, met, time);
        } else {
            bullet.stop = min(bullet.stop, time);
            if (other != nullptr) { other->stop = min(other->stop, time); }
        }
        if (first->next.pressed && time < kStuck) {
            // A weight of many times what it drives may bounce on that in every step and hardly move all the same.
            const bool heavy = 20.0f * s.world.masses[bullet.slot].inv_mass < s.world.masses[met].inv_mass;
            const bool held = bullet.held || (other != nullptr && other->held);
            if (held || heavy || !bounces(s, first->next)) { calm_both(s, bullet, met, other); }
            // Who leans on what is held is held.
            if (other != nullptr) { bullet.held = other->held = held; }
        }
        const auto changed = [&](const Aabb& box) {
            return overlaps(box, from) || overlaps(box, of) || overlaps(box, bullet.box) ||
                   (other != nullptr && overlaps(box, other->box));
        };
        for (Flight& flight : flights) { flight.stale = flight.stale || changed(flight.mover->box); }
    }
}

} // namespace impulse
