/// Joints of test scenes: the few calls that their laws need.
#pragma once

#include "support/scene.h"

namespace impulse::test {

inline BodyId add_static(World& world, Vec2 position = {}, float angle = 0.0f) {
    BodyDef def;
    def.type = BodyType::static_body;
    def.position = position;
    def.angle = angle;
    return *world.create_body(def);
}

/// A definition of a type that fits the two bodies as they stand.
inline JointDef joint_def(const World& world, JointType type, BodyId a, BodyId b, Vec2 anchor, Vec2 axis = {}) {
    JointDef def;
    def.type = type;
    def.body_a = a;
    def.body_b = b;
    return *world.joint_at(def, anchor, axis);
}

inline JointId add_hinge(World& world, BodyId a, BodyId b, Vec2 anchor) {
    return *world.create_joint(joint_def(world, JointType::revolute, a, b, anchor));
}

/// Changes one thing about a joint: `change(def)`.
template <class Change>
Error change_joint(World& world, JointId joint, Change&& change) {
    JointDef def = *world.joint_def(joint);
    change(def);
    return world.set_joint(joint, def);
}

inline JointState state_of(const World& world, JointId joint) { return *world.joint_state(joint); }

/// A decaying oscillation about 0 as its samples say.
struct Oscillation {
    double frequency = 0.0; ///< Hz, as if undamped
    double damping = 0.0;   ///< ratio
};

/// Sampled once a step, x'' + 2 z w x' + w^2 x = 0 is x(n + 1) = 2 e^(-z w dt) cos(w' dt) x(n) - e^(-2 z w dt) x(n -
/// 1), whatever the phase: both numbers are found from the motion of so many steps of `step` s by least squares. It
/// starts at 0.
template <class Value>
Oscillation fit_oscillation(World& world, int steps, Value&& value, float step = kStep) {
    double xx = 0.0, xy = 0.0, yy = 0.0, xz = 0.0, yz = 0.0, before = 0.0, now = 0.0;
    for (int i = 0; i < steps; ++i) {
        (void)world.step(step);
        const double next = static_cast<double>(value());
        xx += now * now;
        xy += now * before;
        yy += before * before;
        xz += now * next;
        yz += before * next;
        before = now;
        now = next;
    }
    const double trace = (xz * yy - yz * xy) / (xx * yy - xy * xy);
    const double determinant = -(xx * yz - xy * xz) / (xx * yy - xy * xy);
    const double dt = static_cast<double>(step);
    const double decay = -std::log(determinant) / (2.0 * dt);
    const double swing = std::acos(0.5 * trace / std::sqrt(determinant)) / dt;
    const double w = std::sqrt(decay * decay + swing * swing);
    return {w / (2.0 * 3.14159265358979), decay / w};
}

/// Links `length` m long and 1 kg each, hanging from `from` along `along` (unit), the first one hinged to `hook`.
struct Chain {
    BodyId hook;
    std::vector<BodyId> links;
    std::vector<JointId> joints;
};

inline Chain add_chain(World& world, int count, Vec2 from, Vec2 along, float length = 0.5f) {
    Chain chain;
    chain.hook = add_static(world, from);
    BodyId last = chain.hook;
    for (int i = 0; i < count; ++i) {
        const float f = static_cast<float>(i);
        const Vec2 center = from + (f + 0.5f) * length * along;
        const BodyId link = add_body(world, center, make_box(length, 0.125f), length * 0.125f,
                                     {.angle = angle_of({along.x, along.y}), .filter = {.group = -1}});
        chain.joints.push_back(add_hinge(world, last, link, from + f * length * along));
        chain.links.push_back(link);
        last = link;
    }
    return chain;
}

/// The largest gap of any of the joints now, m.
inline float worst_separation(const World& world, const std::vector<JointId>& joints) {
    float worst = 0.0f;
    for (const JointId joint : joints) { worst = max(worst, state_of(world, joint).separation); }
    return worst;
}

} // namespace impulse::test
