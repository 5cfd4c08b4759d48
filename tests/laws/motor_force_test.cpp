// A motor that contacts stop pushes with its largest force, and what is pressed feels all of it.
#include <catch2/catch_test_macros.hpp>

#include <algorithm>
#include <cmath>
#include <vector>

#include "engine/core/random.h"
#include "solvers/presets.h"
#include "support/joints.h"

using namespace impulse;
using namespace impulse::test;

namespace {

/// A press without gravity: a motor pushes a plate, which pushes a row of boxes against a wall.
struct Press {
    JointType type = JointType::prismatic;
    int boxes = 0;      ///< between the plate and the wall
    float mass = 1.0f;  ///< kg: of each box, and of the plate
    float cap = 40.0f;  ///< N
    float speed = 1.0f; ///< m/s: of the motor
};

/// Extremes of the last seconds, as parts of the cap.
struct Pressed {
    float motor_least = 1.0e30f;
    float motor_most = 0.0f;
    float wall_least = 1.0e30f;
    float wall_most = 0.0f;
    float fastest = 0.0f; ///< m/s
};

Pressed press(const Tuning& tuning, const Press& of) {
    World world = make_world(sleepless(tuning), {});
    const BodyId wall = add_box(world, {0.5f, 0.0f}, 1.0f, 4.0f, {.type = BodyType::static_body});
    std::vector<BodyId> bodies;
    for (int i = 0; i <= of.boxes; ++i) {
        bodies.push_back(add_box(world, {-0.31f - 0.61f * static_cast<float>(i), 0.0f}, 0.6f, 0.6f, {.mass = of.mass}));
    }
    const BodyId plate = bodies.back();
    JointDef def = joint_def(world, of.type, add_static(world, {-9.0f, 0.0f}), plate, *world.position(plate), {1, 0});
    def.max_motor = of.cap;
    def.motor_speed = of.speed;
    if (of.type == JointType::distance) { // along the same line
        def.local_anchor_a = def.local_anchor_b = {};
        def.length = 9.0f + world.position(plate)->x;
    }
    if (of.type == JointType::motor) {
        def.velocity = {of.speed, 0.0f};
        def.motor_speed = 0.0f;
        def.max_force = of.cap;
        def.max_torque = of.cap;
    }
    const JointId joint = *world.create_joint(def);
    Pressed out;
    std::vector<ContactInfo> contacts;
    for (int i = 0; i < 600; ++i) {
        REQUIRE(world.step(kStep).ok());
        if (i < 480) { continue; }
        const float motor = world.joint_reaction(joint)->force.x / of.cap;
        REQUIRE(!world.contacts(wall, contacts));
        float at_wall = 0.0f;
        for (const ContactInfo& contact : contacts) { at_wall += contact.mean_impulse / kStep / of.cap; }
        out.motor_least = std::min(out.motor_least, motor);
        out.motor_most = std::max(out.motor_most, motor);
        out.wall_least = std::min(out.wall_least, at_wall);
        out.wall_most = std::max(out.wall_most, at_wall);
        for (const BodyId body : bodies) { out.fastest = std::max(out.fastest, std::abs(world.velocity(body)->x)); }
    }
    return out;
}

} // namespace

TEST_CASE("a motor that a row of boxes stops presses it to the wall with its largest force", "[motor_force]") {
    Random random(41);
    for (const Preset& preset : presets()) {
        for (const JointType type : {JointType::prismatic, JointType::distance, JointType::motor}) {
            for (int boxes = 0; boxes < 4; ++boxes) {
                Press of{type, boxes};
                of.mass = random.between(0.2f, 3.0f);
                of.cap = of.mass * random.between(2.0f, 200.0f);
                of.speed = random.between(0.5f, 5.0f);
                const Pressed found = press(preset.tuning, of);
                INFO(preset.name << ", type " << static_cast<int>(type) << ", " << boxes << " boxes of " << of.mass
                                 << " kg, " << of.cap << " N at " << of.speed << " m/s: motor " << found.motor_least
                                 << " to " << found.motor_most << ", wall " << found.wall_least << " to "
                                 << found.wall_most << ", " << found.fastest << " m/s");
                CHECK(found.motor_least > 0.999f);
                CHECK(found.motor_most < 1.001f);
                CHECK(found.wall_least > 0.99f);
                CHECK(found.wall_most < 1.01f);
                // In each substep one correction of positions moves the boxes of a row back and forth.
                CHECK(found.fastest < (preset.tuning.solver == SolverType::substepped_position ? 0.1f : 1.0e-3f));
            }
        }
    }
}

TEST_CASE("a motor lifts a stack if its largest force is greater than the weight", "[motor_force]") {
    Random random(42);
    for (const Tuning& tuning : {Tuning{}, umbra_preset()}) {
        for (int boxes = 1; boxes <= 8; ++boxes) {
            World world = make_world(sleepless(tuning));
            const BodyId plate = add_box(world, {0.0f, -0.1f}, 2.0f, 0.2f);
            float mass = 1.0f;
            for (int i = 0; i < boxes; ++i) {
                const float of_box = random.between(0.3f, 3.0f);
                add_box(world, {0.0f, 0.3f + 0.6f * static_cast<float>(i)}, 0.6f, 0.6f, {.mass = of_box});
                mass += of_box;
            }
            JointDef def = joint_def(world, JointType::prismatic, add_static(world), plate, {}, {0, 1});
            def.max_motor = random.between(1.05f, 1.5f) * mass * kGravity;
            def.motor_speed = 1.0f;
            const JointId joint = *world.create_joint(def);
            // (F - m g) / m = 0.05 g at least: at its speed after 2 s.
            for (int i = 0; i < 180; ++i) { REQUIRE(world.step(kStep).ok()); }
            float force = 0.0f;
            const float from = world.position(plate)->y;
            for (int i = 0; i < 120; ++i) {
                REQUIRE(world.step(kStep).ok());
                force += world.joint_reaction(joint)->force.y / 120.0f;
            }
            const float v = 0.5f * (world.position(plate)->y - from);
            INFO(boxes << " boxes, cap " << def.max_motor / (mass * kGravity) << " of the weight: " << v << " m/s, "
                       << force / (mass * kGravity) << " of the weight");
            CHECK(std::abs(v - def.motor_speed) < 0.02f);
            CHECK(std::abs(force / (mass * kGravity) - 1.0f) < 0.02f);
        }
    }
}

TEST_CASE("two plates that motors press hold a crate by friction", "[motor_force]") {
    for (const float safety : {1.1f, 2.0f, 4.0f, 16.0f}) {
        World world = make_world(sleepless(Tuning{}));
        const BodyId frame = add_static(world);
        const BodyId crate = add_box(world, {}, 0.6f, 0.6f, {.mass = 1.0f, .friction = 0.6f});
        for (const float side : {-1.0f, 1.0f}) {
            const BodyId plate = add_box(world, {side * 0.4f, 0.0f}, 0.2f, 0.8f, {.mass = 0.5f, .friction = 0.6f});
            JointDef def = joint_def(world, JointType::prismatic, frame, plate, {side * 0.4f, 0.0f}, {-side, 0});
            def.motor_speed = 1.0f;
            def.max_motor = safety * kGravity / (2.0f * 0.6f); // two faces
            REQUIRE(world.create_joint(def).ok());
        }
        for (int i = 0; i < 600; ++i) { REQUIRE(world.step(kStep).ok()); }
        INFO("safety " << safety);
        CHECK(std::abs(world.position(crate)->y) < 1.0e-3f);
    }
}
