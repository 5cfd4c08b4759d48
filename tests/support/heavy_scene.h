/// Chains and trees under loads far above their own mass.
#pragma once

#include <vector>

#include "support/joints.h"

namespace impulse::test {

struct Hanging {
    std::vector<BodyId> bodies; ///< those that move, the heavy one last
    std::vector<JointId> joints;
};

/// `count` links of 1 kg and half a metre from the origin along `along` (unit), joined by `type` (rods
/// between discs for distance), and a weight at the end unless `mass` is 0.
inline Hanging add_heavy_chain(World& world, JointType type, int count, Vec2 along, float mass) {
    Hanging out;
    BodyId last = add_static(world);
    const Filter apart{.group = -1};
    for (int i = 0; i < count; ++i) {
        const float f = static_cast<float>(i);
        if (type == JointType::distance) {
            const BodyId bob = add_disc(world, 0.5f * (f + 1.0f) * along, 0.125f, {.filter = apart});
            JointDef rod;
            rod.type = type;
            rod.body_a = last;
            rod.body_b = bob;
            rod.length = 0.5f;
            out.joints.push_back(*world.create_joint(rod));
            last = bob;
        } else {
            const BodyId link = add_body(world, 0.5f * (f + 0.5f) * along, make_box(0.5f, 0.125f), 0.0625f,
                                         {.angle = angle_of({along.x, along.y}), .filter = apart});
            out.joints.push_back(*world.create_joint(joint_def(world, type, last, link, 0.5f * f * along)));
            last = link;
        }
        out.bodies.push_back(last);
    }
    if (mass == 0.0f) { return out; }
    const Vec2 end = 0.5f * static_cast<float>(count) * along;
    const BodyId weight = add_disc(world, end + 0.5f * along, 0.5f, {.mass = mass, .filter = apart});
    out.joints.push_back(add_hinge(world, last, weight, end));
    out.bodies.push_back(weight);
    return out;
}

struct Drives {
    float friction = 0.0f; ///< N m: a motor that shall stand still
    float hertz = 0.0f;
    float damping = 0.0f;
};

inline void add_drives(World& world, const std::vector<JointId>& joints, const Drives& drives) {
    for (const JointId joint : joints) {
        (void)change_joint(world, joint, [&](JointDef& def) {
            def.max_motor = drives.friction;
            def.hertz = drives.hertz;
            def.damping = drives.damping;
        });
    }
}

/// Beams that hang on beams, weights of 64 kg at both ends of the lowest: a tree with forks, of hinges, welds
/// and sliders, some bodies with a locked axis, beside a loop with a chain on it.
inline Hanging add_mobile(World& world, Vec2 at = {}) {
    Hanging out;
    const Filter apart{.group = -1};
    const auto join = [&](JointType type, BodyId a, BodyId b, Vec2 anchor, Vec2 axis = {}) {
        out.joints.push_back(*world.create_joint(joint_def(world, type, a, b, anchor, axis)));
    };
    const BodyId hook = add_static(world, at);
    BodyId above = hook;
    for (int level = 0; level < 4; ++level) {
        const Vec2 center = at + Vec2{0.0f, -1.0f - 1.5f * static_cast<float>(level)};
        const BodyId stem = add_box(world, center + Vec2{0.0f, 0.5f}, 0.125f, 1.0f, {.filter = apart});
        const BodyId beam = add_box(world, center, 2.0f, 0.125f, {.filter = apart});
        join(JointType::revolute, above, stem, center + Vec2{0.0f, 1.0f});
        join(level % 2 == 0 ? JointType::weld : JointType::revolute, stem, beam, center);
        for (const float side : {-1.0f, 1.0f}) {
            const Vec2 end = center + Vec2{side, 0.0f};
            const BodyId weight =
                add_disc(world, end + Vec2{0.0f, -0.5f}, 0.25f, {.mass = level == 3 ? 64.0f : 1.0f, .filter = apart});
            join(JointType::revolute, beam, weight, end);
            out.bodies.push_back(weight);
        }
        out.bodies.push_back(stem);
        out.bodies.push_back(beam);
        above = beam;
    }
    return out;
}

/// All that trees know, in one world: a mobile, chains of each kind with 1,000 kg, a beam with a slider at
/// its end, a bridge, a ring of links with a chain on it, a locked link, and chains with drives.
inline World heavy_scene(const Tuning& tuning) {
    World world = make_world(tuning);
    (void)add_mobile(world, {-8.0f, 4.0f});
    (void)add_heavy_chain(world, JointType::revolute, 10, {1.0f, 0.0f}, 1000.0f);
    (void)add_heavy_chain(world, JointType::distance, 10, {0.0f, 1.0f}, 1000.0f);
    (void)add_heavy_chain(world, JointType::weld, 6, {-1.0f, 0.0f}, 100.0f);
    const Hanging locked = add_heavy_chain(world, JointType::revolute, 6, {0.0f, -1.0f}, 512.0f);
    (void)world.set_lock(locked.bodies[3], true, false, false);
    (void)world.set_lock(locked.bodies[4], false, false, true);

    const BodyId floor = add_floor(world, 0.5f);
    Hanging bridge = add_heavy_chain(world, JointType::revolute, 24, {1.0f, 0.0f}, 0.0f);
    bridge.joints.push_back(add_hinge(world, floor, bridge.bodies.back(), {12.0f, 0.0f}));

    // A square of four links, held at a corner, a chain with a weight at the opposite one, a slider in it.
    BodyId links[4];
    const Filter apart{.group = -1};
    for (int i = 0; i < 4; ++i) {
        const Rot q = make_rot(0.5f * kPi * static_cast<float>(i));
        links[i] = add_box(world, Vec2{24.0f, 12.0f} + rotate(q, Vec2{0.0f, 1.0f}), 2.0f, 0.25f,
                           {.angle = 0.5f * kPi * static_cast<float>(i), .filter = apart});
    }
    const Vec2 corners[4] = {{23.0f, 13.0f}, {23.0f, 11.0f}, {25.0f, 11.0f}, {25.0f, 13.0f}};
    for (int i = 0; i < 4; ++i) { (void)add_hinge(world, links[i], links[(i + 1) % 4], corners[i]); }
    (void)add_hinge(world, floor, links[0], corners[3]);
    BodyId last = links[1];
    for (int i = 0; i < 4; ++i) {
        const Vec2 top{23.0f, 11.0f - 0.5f * static_cast<float>(i)};
        const BodyId link = add_box(world, top - Vec2{0.0f, 0.25f}, 0.125f, 0.5f, {.filter = apart});
        const JointType type = i == 2 ? JointType::prismatic : JointType::revolute;
        JointDef def = joint_def(world, type, last, link, top, {0.0f, 1.0f});
        if (type == JointType::prismatic) { def.lower = -0.25f; }
        (void)world.create_joint(def);
        last = link;
    }
    (void)add_hinge(world, last, add_disc(world, {23.0f, 8.5f}, 0.5f, {.mass = 256.0f, .filter = apart}),
                    {23.0f, 9.0f});

    // Hinges that rub and are sprung, and a motor that turns them; two sliders on springs, one of them driven to its
    // limit.
    Hanging driven[] = {add_heavy_chain(world, JointType::revolute, 8, {0.6f, 0.8f}, 1000.0f),
                        add_heavy_chain(world, JointType::revolute, 8, {-0.6f, 0.8f}, 1000.0f)};
    add_drives(world, driven[0].joints, {.friction = 64.0f});
    add_drives(world, driven[1].joints, {.friction = 8.0f, .hertz = 4.0f, .damping = 0.25f});
    (void)change_joint(world, driven[1].joints[0], [](JointDef& def) { def.motor_speed = 2.0f; });
    for (int i = 0; i < 2; ++i) {
        const Vec2 at{30.0f + 4.0f * static_cast<float>(i), 12.0f};
        const BodyId shaft = add_box(world, at, 0.25f, 1.0f, {.filter = apart});
        JointDef def = joint_def(world, JointType::prismatic, floor, shaft, at, {0.0f, 1.0f});
        def.lower = -0.5f;
        def.hertz = 2.0f;
        def.max_motor = i == 0 ? 0.0f : 8192.0f;
        def.motor_speed = 0.5f;
        def.upper = 0.5f;
        (void)world.create_joint(def);
        (void)add_hinge(world, shaft, add_disc(world, at + Vec2{1.0f, -1.0f}, 0.5f, {.mass = 512.0f, .filter = apart}),
                        at + Vec2{0.0f, -0.5f});
    }
    return world;
}

/// J, of all that moves, under soft steps at 60 Hz. Velocities are those half a substep before the positions
/// (semi-implicit Euler is a leapfrog), and until then gravity gives them m g . v h / 2 more.
inline float energy_of(const World& world, const std::vector<BodyId>& bodies) {
    double sum = 0.0;
    for (const BodyId body : bodies) {
        const MassData mass = *world.mass_data(body);
        const Vec2 v = *world.velocity(body);
        const float w = *world.angular_velocity(body);
        sum += static_cast<double>(0.5f * mass.mass * dot(v, v) + 0.5f * mass.inertia * w * w +
                                   kGravity * mass.mass * (world.world_center(body)->y - v.y * kStep / 8.0f));
    }
    return static_cast<float>(sum);
}

} // namespace impulse::test
