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
    SweepLimits limits = limits_of(s.world.tuning, shapeA, shapeB);
    for (float from = 0.0f; from < last && from <= best.time;) {
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
            const Hit hit{from + left * toi.time, shape, other};
            if (hit.time < last && sooner(hit, best)) { best = hit; }
            return;
        }
        limits.touching = -3.0e38f;
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
        for_each_solid_shape(world, mover.slot, [&](uint32_t other, const Shape&) { consider(other, mover, offset, last); });
    }
    world.broad_phase.tree(BodyType::dynamic_body).query(grown(bullet.box, s.slow_way), [&](uint32_t proxy) {
        const uint32_t other = world.broad_phase.shape(proxy);
        const uint32_t owner = world.shapes[other].slot;
        if (s.is_mover(owner)) { return true; }
        Mover slow;
        slow.count = 1;
        slow.legs[0].sweep = sweep_of(s, owner, bullet.slot);
        consider(other, slow, {}, bullet.stop); // it is not stopped itself
        return true;
    });
    return best;
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
        Mover* other = s.find(s.movers, s.world.shapes[first->next.other].slot);
        const float time = first->next.time;
        bullet.stop = min(bullet.stop, time);
        if (other != nullptr) { other->stop = min(other->stop, time); }
        for (Flight& flight : flights) {
            flight.stale = flight.stale || overlaps(flight.mover->box, bullet.box) ||
                           (other != nullptr && overlaps(flight.mover->box, other->box));
        }
    }
}

} // namespace impulse
