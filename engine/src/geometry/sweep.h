/// A shape on its way through a step: its centre moves on a line at even speed while it turns at an even rate.
///
/// Times run from 0, where the step began, to 1, where it ends. Positions are relative to an origin near by, which all
/// shapes that are compared must share, so that a world far from its origin loses no precision.
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

/// What is left of the sweep at `time`: its time 0 is `time`, its time 1 stays.
Sweep rest_of(const Sweep& sweep, float time);

/// The same place and the same times without motion.
Sweep at_rest(const Sweep& sweep, float time);

/// The path of a body through a step, made of segments, each of which goes on where the one before ends.
struct Path {
    /// So that every step ends. More than four are seen where bodies press each other against a wall that moves.
    static constexpr int kMaxSegments = 8;

    struct Segment {
        Sweep sweep; ///< its time 0 is `begin`, its time 1 the end of the step
        float begin = 0.0f;
        float end = 1.0f;

        /// The sweep's own time at a time of the step.
        float own(float time) const { return begin > 0.0f ? (time - begin) / (1.0f - begin) : time; }
    };

    Segment segments[kMaxSegments];
    int count = 0;     ///< segments
    int added = 0;     ///< segments since the first, those that were cut off again included
    float stop = 1.0f; ///< the body rests from then on; never after the end of the last segment

    bool is_full() const { return added == kMaxSegments - 1; }
    bool is_changed() const { return stop < 1.0f || count > 1; }
    Segment& last() { return segments[count - 1]; }

    /// One segment, the whole step long.
    void begin(const Sweep& sweep);
    /// Cuts the path at `time` and goes on as `sweep`, which lasts from then to the end of the step. Pre: not full.
    void go_on(float time, const Sweep& sweep);
    /// The path from `time` on, as a sweep to the end of the step that is good until `until`.
    Sweep from(float time, float& until) const;
};

/// A box that holds the shape at every time.
Aabb swept_box(const Shape& shape, const Sweep& sweep);

/// The radius of the largest disc about the centroid that the shape holds, m; 0 for a segment. Whatever moves less than
/// this in a step has its centroid within its old outline afterwards.
float half_thickness(const Shape& shape);

/// How far the core's farthest vertex is from `center` (shape's frame), m: what a turn moves. The radius does not
/// count, since a disc that turns about its centre goes nowhere.
float core_reach(const Shape& shape, Vec2 center);

} // namespace impulse
