/// One scene with every type of joint, springs, motors, limits, locks, a hub with 41 joints and joints that
/// break. Every number in it is exact.
#pragma once

#include "engine/core/random.h"
#include "support/joints.h"

namespace impulse::test {

inline World joint_scene(const Tuning& tuning) {
    World world = make_world(tuning);
    const BodyId floor = add_floor(world, 0.5f);
    const auto def_of = [&](JointType type, BodyId a, BodyId b, Vec2 anchor, Vec2 axis = {}) {
        return joint_def(world, type, a, b, anchor, axis);
    };

    // A bridge with boxes falling on it, some of its planks' hinges weak.
    BodyId last = add_static(world, {-16.0f, 6.0f});
    for (int i = 0; i < 24; ++i) {
        const float x = static_cast<float>(i) - 16.0f;
        const BodyId plank = add_box(world, {x + 0.5f, 6.0f}, 1.0f, 0.25f);
        JointDef def = def_of(JointType::revolute, last, plank, {x, 6.0f});
        if (i % 8 == 7) { def.break_force = 512.0f; }
        (void)world.create_joint(def);
        last = plank;
    }
    (void)world.create_joint(def_of(JointType::revolute, floor, last, {8.0f, 6.0f}));
    for (int i = 0; i < 12; ++i) {
        const float f = static_cast<float>(i);
        add_box(world, {1.75f * f - 14.0f, 8.0f + 0.5f * f}, 0.75f, 0.75f, {.mass = 1.0f + 0.5f * f, .w = f});
    }

    // A hub with 40 spokes.
    const BodyId hub = add_disc(world, {20.0f, 12.0f}, 0.5f, {.mass = 8.0f, .filter = {.group = -2}});
    JointDef axle = def_of(JointType::revolute, floor, hub, {20.0f, 12.0f});
    axle.motor_speed = 2.0f;
    axle.max_motor = 512.0f;
    (void)world.create_joint(axle);
    for (int i = 0; i < 40; ++i) {
        const Rot q = make_rot(0.15625f * static_cast<float>(i));
        const Vec2 at = Vec2{20.0f, 12.0f} + 2.0f * Vec2{q.c, q.s};
        const BodyId rim = add_disc(world, at, 0.125f, {.mass = 0.25f, .filter = {.group = -2}});
        JointDef def = def_of(i % 2 == 0 ? JointType::weld : JointType::distance, hub, rim, at);
        def.angular_hertz = i % 4 == 0 ? 4.0f : 0.0f;
        if (def.type == JointType::distance) {
            def.local_anchor_a = def.local_anchor_b = {};
            def.length = 2.0f;
            def.hertz = i % 3 == 0 ? 3.0f : 0.0f;
            def.damping = 0.25f;
        }
        (void)world.create_joint(def);
    }

    // A car, sliders, gears, a pulley, drives and drags.
    const BodyId chassis = add_box(world, {-30.0f, 1.0f}, 3.0f, 0.5f, {.mass = 8.0f, .filter = {.group = -3}});
    for (const float x : {-1.0f, 1.0f}) {
        const BodyId wheel = add_disc(world, {x - 30.0f, 0.5f}, 0.5f, {.friction = 1.0f, .filter = {.group = -3}});
        JointDef def = def_of(JointType::wheel, chassis, wheel, {x - 30.0f, 0.5f}, {0.0f, 1.0f});
        def.hertz = 4.0f;
        def.damping = 0.75f;
        def.lower = -0.25f;
        def.upper = 0.25f;
        def.motor_speed = -6.0f;
        def.max_motor = 24.0f;
        (void)world.create_joint(def);
    }
    Random random(7);
    for (int i = 0; i < 16; ++i) {
        const float x = 30.0f + 3.0f * static_cast<float>(i);
        const BodyId slider = add_box(world, {x, 5.0f}, 1.0f, 0.5f, {.w = random.between(-1.0f, 1.0f)});
        JointDef slide = def_of(JointType::prismatic, floor, slider, {x, 5.0f}, {random.between(-1.0f, 1.0f), 1.0f});
        slide.lower = -1.0f;
        slide.upper = random.between(0.0f, 2.0f);
        slide.motor_speed = random.between(-4.0f, 4.0f);
        slide.max_motor = i % 2 == 0 ? 32.0f : 0.0f;
        slide.hertz = i % 3 == 0 ? 2.0f : 0.0f;
        slide.target = 0.5f;
        (void)world.create_joint(slide);
        const BodyId arm = add_box(world, {x + 0.75f, 5.0f}, 1.5f, 0.25f, {.filter = {.group = -1}});
        JointDef hinge = def_of(JointType::revolute, slider, arm, {x, 5.0f});
        hinge.lower = -1.0f;
        hinge.upper = 1.0f;
        hinge.hertz = i % 4 == 1 ? 2.0f : 0.0f;
        hinge.damping = 0.5f;
        (void)world.create_joint(hinge);
        (void)world.set_lock(arm, i % 5 == 4, i % 7 == 6, i % 11 == 10);

        const BodyId wheelA = add_disc(world, {x, 10.0f}, 0.5f, {.w = random.between(-8.0f, 8.0f)});
        const BodyId wheelB = add_disc(world, {x + 1.25f, 10.0f}, 0.75f, {.filter = {.group = -1}});
        (void)world.create_joint(def_of(JointType::revolute, floor, wheelA, {x, 10.0f}));
        (void)world.create_joint(def_of(JointType::revolute, floor, wheelB, {x + 1.25f, 10.0f}));
        JointDef gear = def_of(JointType::gear, wheelA, wheelB, {x, 10.0f});
        gear.ratio = 1.5f;
        (void)world.create_joint(gear);

        const BodyId left = add_disc(world, {x, 15.0f}, 0.25f, {.mass = random.between(1.0f, 4.0f)});
        const BodyId right = add_disc(world, {x + 1.0f, 15.0f}, 0.25f, {.mass = 2.0f});
        JointDef pulley = def_of(JointType::pulley, left, right, {x, 15.0f});
        pulley.local_anchor_b = {};
        pulley.ground_anchor_a = {x, 18.0f};
        pulley.ground_anchor_b = {x + 1.0f, 18.0f};
        pulley.length = 6.25f;
        (void)world.create_joint(pulley);

        JointDef drag = def_of(JointType::target, {}, left, {x, 15.0f});
        drag.ground_anchor_a = {x - 0.5f, 16.0f};
        drag.hertz = 2.0f;
        drag.max_force = 16.0f;
        (void)world.create_joint(drag);
        JointDef friction = def_of(JointType::motor, floor, right, {x + 1.0f, 15.0f});
        friction.max_force = 2.0f;
        friction.max_torque = 0.5f;
        (void)world.create_joint(friction);
    }
    return world;
}

} // namespace impulse::test
