/// The motion of a shape through a step: its centre moves on a line at constant speed while it rotates at a constant
/// rate.
///
/// Times are from 0, the start of the step, to 1, its end. Positions are relative to an origin near by, which all
/// compared shapes must share, so that a world far from its origin loses no precision.
#pragma once

#include "geometry/shape.h"

namespace impulse {

struct Sweep {
    Vec2 p;            ///< m: the centre of rotation at time 0
    Vec2 dp;           ///< m: its displacement until time 1
    Rot q;             ///< rotation at time 0
    float turn = 0.0f; ///< rad until time 1; more than a whole turn is allowed
    Vec2 local_center; ///< m: the centre of rotation in the shape's frame
};

/// Pose of the shape's frame at a time from 0 to 1.
Transform pose_at(const Sweep& sweep, float time);

/// The rest of the sweep from `time`: its time 0 is `time`, its time 1 stays.
Sweep rest_of(const Sweep& sweep, float time);

/// The same position and times without motion.
Sweep at_rest(const Sweep& sweep, float time);

/// The path of a body through a step: a sequence of connected segments.
struct Path {
    /// A limit, so that every step ends. More than four occur where bodies press each other against a moving wall.
    static constexpr int kMaxSegments = 8;
    /// Reserved for a path that other bodies filled: it waits, and a kinematic wall that reaches it takes it along.
    static constexpr int kLastSegments = 2;

    struct Segment {
        Sweep sweep; ///< its time 0 is `begin`, its time 1 the end of the step
        float begin = 0.0f;
        float end = 1.0f;

        /// The sweep's own time at a time of the step.
        float own(float time) const { return begin > 0.0f ? (time - begin) / (1.0f - begin) : time; }
    };

    Segment segments[kMaxSegments + kLastSegments];
    int count = 0;     ///< segments
    int added = 0;     ///< segments since the first, including those that were clamped again
    float stop = 1.0f; ///< the body is at rest from then on; never after the end of the last segment

    bool is_full() const { return added == kMaxSegments - 1; }
    /// It ends before the step does, and has no further impacts.
    bool ends() const { return is_full() && stop < 1.0f; }
    bool is_changed() const { return stop < 1.0f || count > 1; }
    Segment& last() { return segments[count - 1]; }

    /// One segment, the whole step long.
    void begin(const Sweep& sweep);
    /// No further impacts but with static and kinematic bodies.
    void close() {
        constexpr int kFull = kMaxSegments - kLastSegments;
        added = (count < kFull ? count : kFull) - 1;
    }
    /// Clamps the path at `time` and continues as `sweep`, which lasts from then to the end of the step. Pre: not full.
    void go_on(float time, const Sweep& sweep);
    /// The segment at `time`, which the body follows, or rests on, until `until`.
    const Segment& at(float time, float& until) const;
    /// The path from `time` on, as a sweep to the end of the step that is valid until `until`.
    Sweep from(float time, float& until) const;
};

/// A box that contains the shape at every time.
Aabb swept_box(const Shape& shape, const Sweep& sweep);

/// The radius of the largest disc about the centroid inside the shape, m; 0 for a segment. A shape with a smaller
/// displacement in a step has its centroid within its old outline afterwards.
float half_thickness(const Shape& shape);

/// Distance of the core's farthest vertex from `center` (shape's frame), m: the arm of a rotation. The radius does not
/// count, since a disc that rotates about its centre does not move.
float core_reach(const Shape& shape, Vec2 center);

} // namespace impulse
