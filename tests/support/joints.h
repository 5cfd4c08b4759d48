/// Joints of test scenes: the few calls that laws about them are written with.
#pragma once

#include "support/scene.h"

namespace impulse::test {

inline BodyId add_static(World& world, Vec2 position = {}) {
    BodyDef def;
    def.type = BodyType::static_body;
    def.position = position;
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
