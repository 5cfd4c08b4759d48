// Bullets against dynamic bodies, in order of the time of impact (Catto, "Continuous Collision", GDC 2013, sweeps them
// one by one; here the path of each depends on earlier impacts). Each impact adds a path segment or ends a path for
// good, so the loop terminates.
#include "collision/box_order.h"
#include "world/contacts.h"
#include "world/hooks.h"
#include "world/joints.h"
#include "world/sweeper.h"

namespace impulse {
namespace {

/// A fast bullet and its next impact.
struct Flight {
    SweptBody* body = nullptr;
    Hit next;
    bool stale = true; ///< `next` must be computed again
};

/// Where the centre of a body is at a time of its path, and its displacement from then to the end of the step.
struct Course {
    Vec2 p;
    Vec2 dp;
};

Course course_at(const Path& path, float time, float& until) {
    const Path::Segment& segment = path.at(time, until);
    const float own = segment.own(min(time, path.stop));
    return {segment.sweep.p + own * segment.sweep.dp, time >= path.stop ? Vec2{} : (1.0f - own) * segment.sweep.dp};
}

/// Whether two points on straight courses stay further apart than `reach` for a part of the courses.
bool stay_apart(const Course& a, const Course& b, float part, float reach) {
    const Vec2 from = b.p - a.p;
    const Vec2 path = part * (b.dp - a.dp);
    const float along = -dot(from, path);
    const float most = length_squared(path);
    const Vec2 nearest = along <= 0.0f ? from : along >= most ? from + path : from + (along / most) * path;
    return length_squared(nearest) > reach * reach;
}

/// Whether the centres of two bodies stay further apart than `reach` from a time to `until`, or to `end`, where one of
/// the segments ends that they follow from there. `offset` leads from the centre of A to that of B.
bool pass_apart(const SweptBody& a, const SweptBody& b, Vec2 offset, float reach, float from, float until, float& end) {
    float endA = 1.0f;
    float endB = 1.0f;
    const Course courseA = course_at(a.path, from, endA);
    Course courseB = course_at(b.path, from, endB);
    courseB.p += offset;
    end = min(endA, endB);
    return stay_apart(courseA, courseB, (min(end, until) - from) / (1.0f - from), reach);
}

/// The first time before `last` at which two shapes on their paths come too near. `offset` leads from the centre of A
/// to that of B.
void try_paths(const Sweeper& s, uint32_t shape, const SweptBody& a, uint32_t other, const SweptBody& b, Vec2 offset,
               float last, Hit& best) {
    const Shape& shapeA = s.world.shapes[shape].shape;
    const Shape& shapeB = s.world.shapes[other].shape;
    // Of most pairs whose boxes overlap the discs about their centres stay apart. Discs are enlarged by more than the
    // skin of a line (`limits_of`) and rounding, so that they exclude no hit.
    const float discs =
        s.world.sweep_extents[a.slot].reach + s.world.sweep_extents[b.slot].reach + shapeA.radius + shapeB.radius;
    const float reach = 1.01f * discs + s.world.tuning.linear_slop;
    SweepLimits limits;
    bool ready = false;
    bool pressed = false;
    for (float from = 0.0f; from < last && from <= best.time;) {
        float end = 1.0f;
        if (pass_apart(a, b, offset, reach, from, best.time, end)) {
            from = end;
            continue;
        }
        if (!ready) {
            limits = limits_of(s, a, shapeA, shapeB, true);
            const float turn = a.path.segments[0].sweep.turn - b.path.segments[0].sweep.turn;
            limits.press += s.world.sweep_extents[a.slot].reach * abs(turn);
            ready = true;
        }
        // A pair that overlapped at the start of the step may sink. A pair that comes to overlap within the step may
        // not, in later segments either.
        if (from > 0.0f) { limits.touching = -3.0e38f; }
        float same = end;
        const Sweep sweepA = a.path.from(from, same);
        Sweep sweepB = b.path.from(from, same);
        sweepB.p += offset;
        const float left = 1.0f - from;
        // Of two hits at the same time the ids decide, so rounding must not exclude the later of them.
        constexpr float kRounding = 0x1p-22f;
        const float until = (min(end, best.time + kRounding) - from) / left;
        const TimeOfImpact toi = time_of_impact(shapeA, sweepA, shapeB, sweepB, limits, until, (end - from) / left);
        pressed = pressed || (from == 0.0f && toi.start <= limits.touching);
        const Hit hit{from + left * toi.time, shape, other, pressed, -toi.limit, toi.normal};
        if (toi.hit && hit.time < end) { // an impact at the end of a segment belongs to the next segment
            const bool stops = hit.time < last && is_sooner(hit, best);
            if (stops && !sweeps_through(s.world, shape, other, toi.normal)) { best = hit; }
            return;
        }
        limits.impact = toi.limit;
        from = end;
    }
}

/// Whether discs around two bodies stay apart on their paths, so that neither hits the other.
bool never_meet(const Sweeper& s, const SweptBody& a, const SweptBody& b) {
    const Vec2 offset = center_offset(s.world.poses[a.slot], s.world.poses[b.slot]);
    const float reach =
        1.01f * (s.world.slacks[a.slot].extent + s.world.slacks[b.slot].extent) + s.world.tuning.linear_slop;
    const float last = max(a.path.stop, b.path.stop);
    for (float from = 0.0f; from < last;) {
        if (!pass_apart(a, b, offset, reach, from, 1.0f, from)) { return false; }
    }
    return true;
}

/// Whether joints connect what a bullet meets to other bodies that move, and not the bullet. They would open if it
/// stopped alone.
bool is_link(const WorldState& world, const SweptBody& bullet, uint32_t met) {
    bool found = false;
    for_each_joint(world, met, [&](uint32_t joint, uint32_t side) {
        const uint32_t other = other_slot(world, joint, side);
        found = found || (world.active_joints.test(joint) && other != kNull && can_move(world.masses[other]));
    });
    return found && !is_jointed(world, bullet.slot);
}

/// The next dynamic shape that a bullet hits where at least one of the two bodies is not clamped yet. `boxes` are those
/// of the swept bodies.
Hit next_meeting(const Sweeper& s, BoxOrder& boxes, SweptBody& bullet) {
    const WorldState& world = s.world;
    Hit best;
    const auto consider = [&](uint32_t other, const SweptBody& body, Vec2 offset, float last) {
        bullet.meets_sensors = bullet.meets_sensors || world.shapes[other].sensor;
        if (world.shapes[other].sensor) { return; }
        // It goes along with what carries it, unless that has gone another way since.
        Path& way = bullet.path;
        const bool goes_along = world.shapes[other].slot == bullet.carrier &&
                                body.path.segments[body.path.count - 1].begin <= way.last().begin &&
                                body.path.stop >= way.stop;
        if (goes_along || (way.ends() && is_link(world, bullet, body.slot))) { return; }
        for_each_shape(world, bullet.slot, [&](uint32_t index) {
            if (world.shapes[index].sensor || !may_stop(s, index, other)) { return; }
            try_paths(s, index, bullet, other, body, offset, last, best);
        });
    };
    for (const uint32_t near : boxes.overlapping(bullet.box)) {
        const SweptBody& body = s.bodies[near];
        if (body.slot == bullet.slot) { continue; }
        const Vec2 offset = center_offset(world.poses[bullet.slot], world.poses[body.slot]);
        const float last = max(bullet.path.stop, body.path.stop); // from then on both are at rest
        for_each_shape(world, body.slot, [&](uint32_t other) { consider(other, body, offset, last); });
    }
    for_each_near(s, BodyType::dynamic_body, bullet.box, lookahead(world.tuning), [&](uint32_t other) {
        const uint32_t slot = world.shapes[other].slot;
        if (s.has(slot, kFast)) { return; }
        SweptBody slow;
        slow.begin(slot, sweep_of(s, slot, bullet.slot));
        consider(other, slow, {}, bullet.path.stop); // not swept, so it is never clamped itself
    });
    return best;
}

/// The blow of a bullet and a body that it pressed already, at the time of the hit. A body supported by an obstacle
/// supports the other. Two such bodies do not strike each other: they may have the same holder.
void strike_pressed(const Sweeper& s, SweptBody& bullet, SweptBody* met, const Hit& hit, const Sweep& own,
                    const Sweep& other) {
    const uint32_t slot = s.world.shapes[hit.other].slot;
    const SweptBody* const held = s.held(bullet.slot);
    const SweptBody* const met_held = s.held(slot);
    const int above = dominance_over(s.world, bullet.slot, slot);
    if ((held != nullptr || above > 0) && (met_held != nullptr || above < 0)) { return; }
    const Struck struck{above <= 0, above > 0 ? nullptr : held};
    const Struck struck_met{above >= 0, above < 0 ? nullptr : met_held};
    const uint32_t contact = strike(s, hit, own, other, struck, struck_met);
    if (met_held != nullptr) { bullet.holder = contact; }
    if (held != nullptr && met != nullptr) { met->holder = contact; }
}

/// After an impact the bullet and the body that it hit continue without approach. A pair that overlapped before loses
/// its approach along the normal. Any other pair loses all relative motion, so that it does not slide around the hit
/// body. Two bullets share the change by mass and do not rotate. Any other body keeps its path, rotation included, and
/// the bullet goes along on a chord: a drum that turns must not stand still for every ball in it. (If the chord leaves
/// the arc by more than a slop, they share, unless joints hold the body.) So do bodies that an obstacle supports or
/// carries. If neither can yield, both come to rest, or the bullet alone if the other is a link of several. Nothing
/// changes if `Hooks::pre_solve` disables their contact: from then on the two pass through each other.
void join(const Sweeper& s, SweptBody& bullet, const Hit& hit) {
    const uint32_t slot = s.world.shapes[hit.other].slot;
    SweptBody* const bodies[] = {&bullet, s.find(slot)};
    float weights[] = {0.0f, 0.0f};
    Sweep paths[] = {{}, rest_of(sweep_of(s, slot, slot), hit.time)};
    float end = 1.0f;
    for (int i = 0; i < 2 && bodies[i] != nullptr; ++i) { paths[i] = bodies[i]->path.from(hit.time, end); }
    Sweep met = paths[1]; // in the frame of the bullet
    met.p += center_offset(s.world.poses[bullet.slot], s.world.poses[slot]);
    if (is_disabled(s, hit, paths[0], met)) { return; }
    const int above = dominance_over(s.world, bullet.slot, slot);
    const Vec2 arm = paths[0].p - center_offset(s.world.poses[bullet.slot], s.world.poses[slot]) - paths[1].p;
    const bool chord = 0.125f * paths[1].turn * paths[1].turn * length(arm) <= s.world.tuning.linear_slop;
    const bool held = is_jointed(s.world, slot) && !is_jointed(s.world, bullet.slot);
    const bool leads = above <= 0 && (held || (chord && !s.has(slot, kBullet)));
    for (int i = 0; i < 2 && bodies[i] != nullptr; ++i) {
        Path& path = bodies[i]->path;
        const bool fixed =
            (i == 1 && leads) || path.stop <= hit.time || (bodies[i]->is_guided() && path.last().begin <= hit.time);
        if (!fixed && !path.is_full()) { weights[i] = s.world.masses[bodies[i]->slot].inv_mass; }
    }
    if (hit.pressed) { strike_pressed(s, bullet, bodies[1], hit, paths[0], met); }
    if (above > 0 && weights[1] > 0.0f) { weights[0] = 0.0f; }
    if (above < 0 && weights[0] > 0.0f) { weights[1] = 0.0f; }
    const float sum = weights[0] + weights[1];
    const float turn = leads ? paths[1].turn : 0.0f;
    Vec2 change = paths[0].dp - paths[1].dp - (rotate(make_rot(turn), arm) - arm);
    // The last segment of a path must end the meetings of the pair: there it loses all relative motion too.
    const bool carried = leads && bullet.path.added + 2 == Path::kMaxSegments;
    if (hit.pressed && !carried) { change = max(dot(change, hit.normal), 0.0f) * hit.normal; }
    const bool link = sum <= 0.0f && is_link(s.world, bullet, slot);
    if (link) { bullet.path.added = Path::kMaxSegments - 1; }
    const float shares[] = {-1.0f, 1.0f};
    for (int i = 0; i < 2 && bodies[i] != nullptr; ++i) {
        SweptBody& body = *bodies[i];
        body.is_struck = true;
        if (sum <= 0.0f && (i == 0 || !link)) { body.path.stop = min(body.path.stop, hit.time); }
        if (weights[i] <= 0.0f) { continue; }
        Sweep& next = paths[i];
        next.dp = unlocked(s.world.motions[body.slot].flags, next.dp + shares[i] * weights[i] / sum * change);
        next.turn = (s.world.motions[body.slot].flags & kLockRotation) != 0 ? 0.0f : turn;
        body.path.go_on(hit.time, next);
        body.support = kNull;
        body.carrier = carried ? slot : kNull;
        sweep_path(s, body);
        body.box = box_of(s, body);
    }
}

/// Processes all impacts in order of time.
void make_meetings(const Sweeper& s, BoxOrder& boxes, std::span<Flight> flights, std::span<const uint32_t> flight_of) {
    const auto index_of = [&](const SweptBody& body) { return static_cast<uint32_t>(&body - s.bodies.data()); };
    // A flight depends on the path of a body, before and after it changes, if their boxes overlap and discs around both
    // come near each other.
    const auto outdate = [&](const SweptBody* body) {
        if (body == nullptr) { return; }
        for (const uint32_t near : boxes.overlapping(body->box)) {
            if (flight_of[near] == kNull) { continue; }
            Flight& flight = flights[flight_of[near]];
            const bool apart = !flight.stale && flight.body != body && s.world.sweep_extents[body->slot].senses == 0 &&
                               never_meet(s, *flight.body, *body);
            flight.stale = flight.stale || !apart;
        }
    };
    for (;;) {
        Flight* first = nullptr;
        for (Flight& flight : flights) {
            if (flight.stale) { flight = {flight.body, next_meeting(s, boxes, *flight.body), false}; }
            if (flight.next.other == kNull) { continue; }
            if (first == nullptr || is_sooner(flight.next, first->next)) { first = &flight; }
        }
        if (first == nullptr) { return; }
        const SweptBody* const met = s.find(s.world.shapes[first->next.other].slot);
        const SweptBody* const changed[] = {first->body, met};
        for (const SweptBody* body : changed) { outdate(body); }
        join(s, *first->body, first->next);
        for (const SweptBody* body : changed) {
            if (body == nullptr) { continue; }
            boxes.update(index_of(*body), body->box);
            outdate(body);
        }
    }
}

} // namespace

void sweep_bullets(const Sweeper& s) {
    const std::span<Flight> flights = s.world.arena.allocate<Flight>(s.bodies.size());
    const std::span<uint32_t> flight_of = s.world.arena.allocate<uint32_t>(s.bodies.size());
    size_t count = 0;
    for (size_t i = 0; i < s.bodies.size(); ++i) {
        const bool bullet = s.has(s.bodies[i].slot, kBullet);
        flight_of[i] = bullet ? static_cast<uint32_t>(count) : kNull;
        if (bullet) { flights[count++] = {&s.bodies[i], {}, true}; }
    }
    if (count == 0) { return; }
    BoxOrder boxes(s.world.arena, s.bodies.size());
    for (SweptBody& body : s.bodies) {
        body.box = box_of(s, body);
        boxes.add(body.box);
    }
    boxes.sort();
    make_meetings(s, boxes, flights.first(count), flight_of);
    for (SweptBody& body : s.bodies) { // those that impacts clamped still obstruct kinematic bodies
        Path& path = body.path;
        path.close();
        if (!body.is_struck || path.stop >= 1.0f) { continue; }
        float end = 1.0f;
        const Sweep rest = path.from(path.stop, end);
        if (!may_be_met(s, body, rest.p)) { continue; }
        path.go_on(path.stop, rest);
        body.support = body.carrier = kNull;
        sweep_path(s, body);
    }
}

} // namespace impulse
