// Sensors that a fast body passes within a step. It overlaps them at neither end of its path, so that no contact would tell.
#include "core/sort.h"
#include "world/contacts.h"
#include "world/hooks.h"
#include "world/sweeper.h"

namespace impulse {
namespace {

/// A sensor and the shape that passes it.
struct Visit {
    uint32_t sensor = kNull;
    uint32_t shape = kNull;
    float time = 1.0f; ///< when they come to overlap
};

/// Calls `each` with every sensor that may be near the path, and every solid shape of the body that it reports.
template <class F>
void for_each_candidate(const Sweeper& s, const SweptBody& body, F&& each) {
    const WorldState& world = s.world;
    const auto consider = [&](uint32_t sensor) {
        if (!world.shapes[sensor].sensor) { return; }
        for_each_shape(world, body.slot, [&](uint32_t shape) {
            const bool seen = world.shapes[sensor].sees(world.shapes[shape]) && should_collide(world, sensor, shape);
            if (seen && !sweeps_through(world, shape, sensor, {})) { each(Visit{sensor, shape}); }
        });
    };
    const Aabb box = box_of(s, body);
    for_each_obstacle(s, box, consider);
    if (s.has(body.slot, kBullet)) { for_each_near(s, BodyType::dynamic_body, box, lookahead(world.tuning), consider); }
}

/// Whether the shape overlaps the sensor somewhere on its path, but at neither end; and from when on.
bool passes(const Sweeper& s, const SweptBody& body, Visit& visit) {
    const Shape& shape = s.world.shapes[visit.shape].shape;
    const ShapeRecord& sensor = s.world.shapes[visit.sensor];
    const Sweep other = sweep_of(s, sensor.slot, body.slot);
    SweepLimits limits;
    limits.touching = limits.sink = limits.bottom = -3.0e38f;
    limits.tolerance = 0.1f * s.world.tuning.linear_slop;
    limits.impact = -limits.tolerance;
    bool meets = false;
    float end = 0.0f;
    for (float from = 0.0f; from < 1.0f && !meets; from = end) {
        const Sweep path = body.path.from(from, end);
        const TimeOfImpact toi = time_of_impact(shape, path, sensor.shape, rest_of(other, from), limits);
        if (toi.start <= 0.0f) { return false; }
        visit.time = from + toi.time * (1.0f - from);
        meets = toi.hit && visit.time <= end;
    }
    const Transform last = pose_at(body.path.from(1.0f, end), 0.0f);
    return meets && signed_separation(shape, last, sensor.shape, pose_at(other, 1.0f)) > 0.0f;
}

} // namespace

void emit_passed_sensors(const Sweeper& s, const SweptBody& body) {
    if (!body.meets_sensors) { return; }
    const Arena::Mark mark = s.world.arena.mark();
    size_t count = 0;
    for_each_candidate(s, body, [&](const Visit&) { ++count; });
    const std::span<Visit> visits = s.world.arena.allocate<Visit>(count);
    count = 0;
    for_each_candidate(s, body, [&](Visit visit) {
        if (passes(s, body, visit)) { visits[count++] = visit; }
    });
    merge_sort(visits.first(count), s.world.arena.allocate<Visit>(count), [](const Visit& a, const Visit& b) {
        if (a.time != b.time) { return a.time < b.time; }
        return a.sensor != b.sensor ? a.sensor < b.sensor : a.shape < b.shape;
    });
    for (const Visit& visit : visits.first(count)) {
        push_pair_event(s.world, EventType::sensor_begin, visit.sensor, visit.shape);
        push_pair_event(s.world, EventType::sensor_end, visit.sensor, visit.shape);
    }
    s.world.arena.release(mark);
}

} // namespace impulse
