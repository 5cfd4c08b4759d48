/// What happened during a step, as flat records that are read after it. First what calls did since the step
/// before (a destroyed body ends its contacts), in the order of the calls; then each list in the order of its
/// ids.
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
    quarantine,      ///< a body's state was not finite; it is frozen at its last good pose
    joint_break,     ///< it needed more than its break_force or break_torque, and is destroyed
    joint_destroyed, ///< because one of its bodies was
};

struct Event {
    EventType type;
    ShapeId shape_a; ///< the sensor in sensor events
    ShapeId shape_b;
    BodyId body_a;
    BodyId body_b;
    Vec2 point;                  ///< contact_hit: m, world
    Vec2 normal;                 ///< contact_hit: from A to B
    float approach_speed = 0.0f; ///< contact_hit: m/s
    JointId joint;               ///< joint_break, joint_destroyed: the id it had
    float force = 0.0f;          ///< joint_break: N, what it bore on average over the step
    float torque = 0.0f;         ///< joint_break: N m, likewise
};

} // namespace impulse
