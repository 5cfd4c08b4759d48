/// Events of a step, as flat records to read after it. First those of calls since the previous step, in the order of
/// the calls (a destroyed body ends its contacts); then each list in the order of its slots. Those of one contact come
/// in the order contact_begin, contact_hit, contact_end. Those of one body, sleep and wake, alternate.
#pragma once

#include <cstdint>

#include "impulse/ids.h"
#include "impulse/math.h"

namespace impulse {

enum class EventType : uint8_t {
    contact_begin,
    contact_end,
    contact_hit,
    sensor_begin,
    sensor_end,
    sleep,
    wake,
    quarantine,      ///< a body's state was not finite; it is frozen at its last finite pose
    joint_break,     ///< its load exceeded break_force or break_torque; it is destroyed
    joint_destroyed, ///< because one of its bodies was destroyed
};

/// A point at which two shapes touch.
struct EventPoint {
    Vec2 at;                 ///< m, world, at detection: midway between the two surfaces
    float separation = 0.0f; ///< m, at detection; negative when overlapping
};

struct Event {
    EventType type;
    ShapeId shape_a; ///< the sensor in sensor events
    ShapeId shape_b;
    BodyId body_a;
    BodyId body_b;
    Vec2 point;                  ///< contact_hit: m, world, at detection
    Vec2 normal;                 ///< contact_begin, contact_hit: unit, from A to B
    float approach_speed = 0.0f; ///< contact_hit: m/s
    float impulse = 0.0f;        ///< contact_hit: N s along `normal` since the two met, over all points
    int count = 0;               ///< contact_begin: number of `points`
    EventPoint points[2]{};      ///< contact_begin
    JointId joint;               ///< joint_break, joint_destroyed: the former id
    float force = 0.0f;          ///< joint_break: N, mean load over the step
    float torque = 0.0f;         ///< joint_break: N m, likewise
};

/// Events of contacts, by type.
struct ContactEvents {
    bool begins = true;
    bool ends = true;
    bool hits = true;
};

} // namespace impulse
