#include "geometry/sweep.h"

#include "geometry/aabb.h"

namespace impulse {

Transform pose_at(const Sweep& sweep, float time) {
    const Rot q = normalize(make_rot(time * sweep.turn) * sweep.q);
    return {sweep.p + time * sweep.dp - rotate(q, sweep.local_center), q};
}

Sweep rest_of(const Sweep& sweep, float time) {
    const float left = 1.0f - time;
    return {sweep.p + time * sweep.dp, left * sweep.dp, normalize(make_rot(time * sweep.turn) * sweep.q),
            left * sweep.turn, sweep.local_center};
}

Sweep at_rest(const Sweep& sweep, float time) {
    Sweep rest = rest_of(sweep, time);
    rest.dp = {};
    rest.turn = 0.0f;
    return rest;
}

void Path::begin(const Sweep& sweep) {
    segments[0] = {sweep, 0.0f, 1.0f};
    count = 1;
    added = 0;
    stop = 1.0f;
}

void Path::go_on(float time, const Sweep& sweep) {
    while (count > 1 && last().begin >= time) { --count; }
    last().end = min(last().end, time);
    segments[count++] = {sweep, time, 1.0f};
    ++added;
    stop = 1.0f;
}

const Path::Segment& Path::at(float time, float& until) const {
    const bool rests = time >= stop;
    int i = 0;
    while (i + 1 < count && (rests ? stop : time) >= segments[i].end) { ++i; }
    until = rests ? 1.0f : min(segments[i].end, stop);
    return segments[i];
}

Sweep Path::from(float time, float& until) const {
    const Segment& segment = at(time, until);
    const float own = segment.own(min(time, stop));
    return time >= stop ? at_rest(segment.sweep, own) : rest_of(segment.sweep, own);
}

// A point at arm r moves on c + t dp + R(t turn) r. It deviates from the line between its ends by at most max |x''| / 8
// = turn^2 |r| / 8 (the error of linear interpolation), and never by more than 2 |r|. The boxes of both ends contain
// the line.
Aabb swept_box(const Shape& shape, const Sweep& sweep) {
    const Aabb ends = merge(shape_aabb(shape, pose_at(sweep, 0.0f)), shape_aabb(shape, pose_at(sweep, 1.0f)));
    if (sweep.turn == 0.0f) { return ends; }
    const float bulge = min(0.125f * sweep.turn * sweep.turn, 2.0f) * core_reach(shape, sweep.local_center);
    return grown(ends, bulge);
}

float half_thickness(const Shape& shape) {
    if (shape.count < 3) { return shape.radius; }
    float nearest = 3.0e38f;
    for (int i = 0; i < shape.count; ++i) {
        nearest = min(nearest, dot(shape.normals[i], shape.middle(i) - shape.centroid));
    }
    return nearest + shape.radius;
}

float core_reach(const Shape& shape, Vec2 center) {
    float squared = 0.0f;
    for (int i = 0; i < shape.count; ++i) { squared = max(squared, length_squared(shape.points[i] - center)); }
    return std::sqrt(squared);
}

} // namespace impulse
