#include "world/sweeper.h"

namespace impulse {

SweepLimits limits_of(const Tuning& tuning, const Shape& a, const Shape& b, bool yields) {
    const float slop =
        tuning.linear_slop > 0.0f ? tuning.linear_slop : 1.0e-3f * (core_reach(a, a.centroid) + a.radius);
    const float line = 0.1f * slop; // who is thinner than this is one, as far as depths go
    const float own = half_thickness(a);
    // What cannot move may have something else that cannot move beside it, and the way out of this one be the way into that:
    // a wall that stands on a floor is open below for who lies in the floor. So nobody sinks by more than a part of its own
    // thickness. What yields is alone.
    float thickness = own;
    if (yields && own < 2.0f * slop) { thickness = max(own, min(half_thickness(b), 2.0f * slop)); }
    if (!yields && own <= 0.0f) { thickness = min(half_thickness(b), line); }
    const float depth = 0.5f * thickness;
    SweepLimits limits;
    limits.tolerance = min(0.1f * slop, 0.2f * depth);
    limits.touching = 0.5f * slop;
    limits.press = 2.0f * limits.tolerance;
    // Below zero, so that it is a contact under any tuning, by more than the slop, so that what is laid flush is no edge, and
    // above where those in contact stop.
    limits.impact = -min(max(0.5f * slop, min(1.25f * slop, 0.5f * depth)), depth);
    limits.sink = -depth;
    limits.bottom = -0.9f * thickness; // the centre is still where it came from, and so is the way out
    if (own < line && !yields) {       // hardly any depth tells its sides apart: it meets things with a gap
        limits.touching = slop;
        limits.impact = 0.5f * slop;
    }
    if (depth <= (yields ? line : 0.0f)) { // lines on both sides overlap by no depth: they stay apart
        limits.tolerance = 0.1f * slop;
        limits.touching = slop;
        limits.impact = 0.5f * slop;
        limits.sink = 0.25f * slop;
        limits.bottom = 0.1f * slop;
    }
    return limits;
}

Aabb box_of(const Sweeper& s, const Mover& mover) {
    Aabb box{mover.legs[0].sweep.p, mover.legs[0].sweep.p};
    for (int i = 0; i < mover.count; ++i) {
        const Leg& leg = mover.legs[i];
        const float part = leg.own(leg.end);
        Sweep sweep = leg.sweep;
        sweep.dp *= part;
        sweep.turn *= part;
        for_each_solid_shape(s.world, mover.slot,
                             [&](uint32_t, const Shape& shape) { box = merge(box, swept_box(shape, sweep)); });
    }
    return in_world(box, s.world.poses[mover.slot]);
}

Sweep way_from(const Mover& mover, float from, float& end) {
    int i = 0;
    while (i + 1 < mover.count && from >= mover.legs[i].end) { ++i; }
    if (from < mover.stop) {
        end = min(mover.legs[i].end, mover.stop);
        return rest_of(mover.legs[i].sweep, mover.legs[i].own(from));
    }
    i = 0;
    while (i + 1 < mover.count && mover.stop > mover.legs[i].end) { ++i; }
    end = 1.0f;
    return at_rest(mover.legs[i].sweep, mover.legs[i].own(mover.stop));
}

void ride(const Sweeper& s, const Mover& mover, uint32_t obstacle, Leg& leg) {
    const Sweep other = rest_of(sweep_of(s, obstacle, mover.slot), leg.begin);
    const uint32_t flags = s.world.motions[mover.slot].flags;
    const Vec2 arm = leg.sweep.p - other.p;
    leg.sweep.dp = unlocked(flags, other.dp + rotate(make_rot(other.turn), arm) - arm);
    leg.sweep.turn = (flags & kLockRotation) != 0 ? 0.0f : other.turn;
}

void calm(const Sweeper& s, uint32_t slot, Vec2 common) {
    BodyMotion& motion = s.world.motions[slot];
    motion.v += 0.625f * unlocked(motion.flags, common - motion.v);
    motion.w *= 0.5f;
}

void cut(Mover& mover, float time) {
    while (mover.count > 1 && mover.legs[mover.count - 1].begin >= time) { --mover.count; }
    float& end = mover.legs[mover.count - 1].end;
    end = min(end, time);
    mover.stop = min(mover.stop, end);
}

Sweep whole_way(const Mover& mover) {
    Sweep way;
    for (int i = 0; i < mover.count && mover.legs[i].begin < mover.stop; ++i) {
        const float part = mover.legs[i].own(min(mover.legs[i].end, mover.stop));
        way.dp += part * mover.legs[i].sweep.dp;
        way.turn += part * mover.legs[i].sweep.turn;
    }
    return way;
}

} // namespace impulse
