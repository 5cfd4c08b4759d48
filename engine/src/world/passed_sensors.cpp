// Sensors that fast bodies pass within a step, or characters within a move, and bodies that fast sensors pass. No
// contact reports them: they do not touch before, and do not overlap at the end of the path. Of two swept bodies, one
// keeps its path segments and the other moves straight to its end.
#include "collision/box_order.h"
#include "core/sort.h"
#include "world/bodies.h"
#include "world/contacts.h"
#include "world/hooks.h"
#include "world/sweeper.h"

namespace impulse {
namespace {

/// A sensor and a shape, one of which passes the other.
struct Visit {
    uint32_t sensor = kNull;
    uint32_t shape = kNull;
    float time = 1.0f; ///< when they come to overlap
};

/// Calls `each` for every possible visit on the path of the body, which is in `box`: with shapes near it and with those
/// of the bodies `others`, which are swept too and whose paths come near.
template <class F>
void for_each_candidate(const Sweeper& s, const SweptBody& body, const Aabb& box, std::span<const uint32_t> others,
                        F&& each) {
    WorldState& world = s.world;
    const bool senses = world.sweep_extents[body.slot].senses == 1;
    const auto consider = [&](uint32_t met) {
        const ShapeRecord& there = world.shapes[met];
        // The shapes of a large body are near each other, and near many that are no sensors.
        if (there.slot == body.slot || !(there.sensor || senses)) { return; }
        world.sensor_checks += world.bodies[body.slot].shape_count;
        for_each_shape(world, body.slot, [&](uint32_t own) {
            const ShapeRecord& here = world.shapes[own];
            if (!(there.sees(here) || here.sees(there)) || !may_stop(s, met, own)) { return; }
            if (sweeps_through(world, own, met, {})) { return; }
            if (there.sees(here)) { each(Visit{met, own}); }
            if (here.sees(there)) { each(Visit{own, met}); }
        });
    };
    const auto find = [&](uint32_t met) {
        if (!s.has(world.shapes[met].slot, kReported)) { consider(met); }
    };
    for_each_obstacle(s, box, find);
    if (world.moving_sensors > 0) { for_each_near(s, BodyType::dynamic_body, box, lookahead(world.tuning), find); }
    for (const uint32_t slot : others) { for_each_shape(world, slot, consider); }
}

/// Whether the two overlap somewhere on the path of the body, and no contact reports it; and from which time.
bool passes(const Sweeper& s, const SweptBody& body, Visit& visit) {
    // First, as it costs least: most bodies near a large sensor stay in it.
    const uint32_t contact = contact_of(s.world, visit.sensor, visit.shape);
    if (contact != kNull && (s.world.contacts[contact].flags & kTouching) != 0) { return false; }
    const bool senses = s.world.shapes[visit.sensor].slot == body.slot;
    const Shape& shape = s.world.shapes[senses ? visit.sensor : visit.shape].shape;
    const ShapeRecord& met = s.world.shapes[senses ? visit.shape : visit.sensor];
    const Sweep other = sweep_of(s, met.slot, body.slot);
    SweepLimits limits;
    limits.touching = limits.sink = limits.bottom = -3.0e38f;
    limits.tolerance = 0.1f * s.world.tuning.linear_slop;
    limits.impact = -limits.tolerance;
    bool meets = false;
    float end = 0.0f;
    for (float from = 0.0f; from < 1.0f && !meets; from = end) {
        const Sweep path = body.path.from(from, end);
        const TimeOfImpact toi = time_of_impact(shape, path, met.shape, rest_of(other, from), limits);
        visit.time = toi.start > 0.0f ? from + toi.time * (1.0f - from) : from;
        meets = toi.start <= 0.0f || (toi.hit && visit.time <= end);
    }
    const Transform last = pose_at(body.path.from(1.0f, end), 0.0f);
    return meets && !(separation(shape, last, met.shape, pose_at(other, 1.0f)).distance <= 0.0f);
}

void emit_visits(const Sweeper& s, const SweptBody& body, std::span<const uint32_t> others) {
    if (s.world.sensors == 0) { return; }
    const Arena::Mark mark = s.world.arena.mark();
    const Aabb box = box_of(s, body);
    size_t most = 0;
    size_t count = 0;
    std::span<Visit> visits{};
    for (const bool counts : {true, false}) { // one callback for both: the queries of the trees are compiled once
        for_each_candidate(s, body, box, others, [&](Visit visit) {
            if (counts) {
                ++most;
            } else if (passes(s, body, visit)) {
                visits[count++] = visit;
            }
        });
        if (most == 0) { return; }
        if (counts) { visits = s.world.arena.allocate<Visit>(most); }
    }
    merge_sort(s.world.arena, visits.first(count), [](const Visit& a, const Visit& b) {
        if (a.time != b.time) { return a.time < b.time; }
        return a.sensor != b.sensor ? a.sensor < b.sensor : a.shape < b.shape;
    });
    for (const Visit& visit : visits.first(count)) {
        push_pair_event(s.world, EventType::sensor_begin, visit.sensor, visit.shape);
        push_pair_event(s.world, EventType::sensor_end, visit.sensor, visit.shape);
    }
    s.world.arena.release(mark);
}

/// The swept bodies, and those of `awake` of which a point (also of a sensor) moved further than the speculative
/// distance. Bodies with sensors come first. Each has `kReported`.
std::span<SweptBody> gather_reported(const Sweeper& s, std::span<const SweptBody> kinematics,
                                     std::span<const uint32_t> awake, size_t& sensing) {
    WorldState& world = s.world;
    const float far = lookahead(world.tuning);
    const std::span<SweptBody> bodies =
        world.arena.allocate<SweptBody>(s.bodies.size() + kinematics.size() + awake.size());
    size_t count = 0;
    for (const bool senses : {true, false}) {
        const auto add = [&](const SweptBody& body) {
            if (s.has(body.slot, kReported) || (world.sweep_extents[body.slot].senses == 1) != senses) { return; }
            world.motions[body.slot].flags |= kReported;
            bodies[count] = body;
            bodies[count].box = box_of(s, body);
            ++count;
        };
        for (const SweptBody& body : s.bodies) { add(body); }
        for (const SweptBody& body : kinematics) { add(body); }
        for (const uint32_t slot : awake) {
            const float path = path_length(s, slot, world.slacks[slot].extent);
            if (!(path > far) || !is_finite(path) || s.has(slot, kReported)) { continue; }
            SweptBody straight;
            straight.begin(slot, sweep_of(s, slot, slot));
            add(straight);
        }
        sensing = senses ? count : sensing;
    }
    return bodies.first(count);
}

} // namespace

void emit_passed_sensors(const Sweeper& s, std::span<const SweptBody> kinematics, std::span<const uint32_t> awake) {
    s.world.sensor_checks = 0;
    if (s.world.moving_sensors == 0) {
        for (const SweptBody& body : s.bodies) {
            if (body.meets_sensors) { emit_visits(s, body, {}); }
        }
        for (const SweptBody& body : kinematics) { emit_visits(s, body, {}); }
        return;
    }
    const Arena::Mark mark = s.world.arena.mark();
    size_t sensing = 0;
    const std::span<const SweptBody> bodies = gather_reported(s, kinematics, awake, sensing);
    BoxOrder boxes(s.world.arena, sensing > 0 ? bodies.size() : 0);
    if (sensing > 0) {
        for (const SweptBody& body : bodies) { boxes.add(body.box); }
        boxes.sort();
    }
    for (size_t i = 0; i < bodies.size(); ++i) {
        std::span<uint32_t> others{};
        size_t later = 0; // a pair is considered once, by the first of the two
        if (i < sensing) {
            others = boxes.overlapping(bodies[i].box);
            for (const uint32_t other : others) {
                if (other > i) { others[later++] = bodies[other].slot; }
            }
        }
        emit_visits(s, bodies[i], others.first(later));
    }
    for (const SweptBody& body : bodies) { s.world.motions[body.slot].flags &= ~kReported; }
    s.world.arena.release(mark);
}

void emit_passed_sensors(WorldState& world, uint32_t slot, const Path& path) {
    if (!world.tuning.continuous) { return; }
    update_due_extents(world); // which count the moving sensors
    SweptBody body;
    body.slot = slot;
    body.path = path;
    emit_visits({.world = world}, body, {});
}

} // namespace impulse
