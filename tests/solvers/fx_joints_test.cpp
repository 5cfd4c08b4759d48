// Joints in Fx2D's substep: position corrections that add velocity, and drives before positions move (FX8, FX10, FX17).
#include <catch2/catch_test_macros.hpp>

#include "support/joints.h"

using namespace impulse;
using namespace impulse::test;

namespace {

// A rod of 1 m hinged at its left end, its angle held within 0.6 rad.
struct Door {
    World world;
    BodyId rod;
    JointId hinge;
    Door(Vec2 gravity, float w, float mass = 1.0f) : world(make_world(sleepless(fx2d_preset()), gravity)) {
        const BodyId frame = add_static(world);
        rod = add_box(world, {0.5f, 0.0f}, 1.0f, 0.1f, {.mass = mass, .w = w});
        hinge = add_hinge(world, frame, rod, {});
        REQUIRE_FALSE(change_joint(world, hinge, [](JointDef& def) {
            def.lower = -0.6f;
            def.upper = 0.6f;
        }));
    }
    float worst(int steps) {
        float angle = 0.0f;
        for (int i = 0; i < steps; ++i) {
            (void)world.step(kStep);
            angle = max(angle, std::abs(*world.angle(rod)));
        }
        return angle;
    }
};

} // namespace

TEST_CASE("a hinge keeps its limits of 0.6 rad under load and against a swing, in both directions", "[FX17]") {
    for (const float g : {-kGravity, kGravity}) {
        Door hanging({0.0f, g}, 0.0f, 50.0f);
        CHECK(hanging.worst(300) <= 0.62f);
        CHECK(near(std::abs(*hanging.world.angle(hanging.rod)), 0.6f, 0.02f)); // it leans on its limit
        Door swung({0.0f, g}, g > 0.0f ? 5.0f : -5.0f);
        CHECK(swung.worst(300) <= 0.62f);
    }
    // With a weight of three times the rod's mass on the end of the rod, held by the rod's hinge alone: one iteration
    // a substep for both joints lets the limit give by 2 mrad more.
    Door door({0.0f, -kGravity}, 0.0f);
    const BodyId weight = add_disc(door.world, {1.0f, 0.0f}, 0.2f, {.mass = 3.0f, .filter = {.mask = 0}});
    (void)add_hinge(door.world, door.rod, weight, {1.0f, 0.0f});
    CHECK(door.worst(300) <= 0.625f);
}

TEST_CASE("the correction of a joint becomes velocity, that of an overlap does not", "[FX10][FX17]") {
    // An anchor 1 mm off is brought back within a substep, and the body goes on at 1 mm / h.
    Tuning tuning = sleepless(fx2d_preset());
    tuning.position_substeps = 1;
    World world = make_world(tuning, {});
    const BodyId frame = add_static(world);
    const BodyId disc = add_disc(world, {1.0e-3f, 0.0f}, 0.5f);
    JointDef def = joint_def(world, JointType::revolute, frame, disc, {1.0e-3f, 0.0f});
    def.local_anchor_a = {};
    REQUIRE(world.create_joint(def).ok());
    (void)world.step(1.0f / 840.0f);
    CHECK(near(position(world, disc).x, 0.0f, 1.0e-6f));
    CHECK(near(velocity(world, disc).x, -0.84f, 1.0e-3f));
}

TEST_CASE("a motor reaches its speed, by at most torque times time, at any step", "[FX8][FX17]") {
    for (const float dt : {1.0f / 30.0f, kStep, 1.0f / 240.0f}) {
        World world = make_world(sleepless(fx2d_preset()), {});
        const BodyId frame = add_static(world);
        const BodyId disc = add_disc(world, {}, 1.0f, {.mass = 2.0f}); // I = 1 kg m^2
        const JointId hinge = add_hinge(world, frame, disc, {});
        REQUIRE_FALSE(change_joint(world, hinge, [](JointDef& def) {
            def.motor_speed = 100.0f;
            def.max_motor = 10.0f;
        }));
        run(world, steps_of(1.0f, dt), dt);
        CHECK(w_of(world, disc) <= 10.0f + 1.0e-3f);
        CHECK(w_of(world, disc) > 9.9f);
        REQUIRE_FALSE(change_joint(world, hinge, [](JointDef& def) { def.motor_speed = 4.0f; }));
        run(world, steps_of(1.0f, dt), dt);
        CHECK(near(w_of(world, disc), 4.0f, 1.0e-3f));
    }
}

TEST_CASE("a hanging body's hinge reports its weight", "[FX17]") {
    World world = make_world(sleepless(fx2d_preset()));
    const BodyId frame = add_static(world);
    const BodyId disc = add_disc(world, {0.0f, -1.0f}, 0.5f, {.mass = 3.0f});
    const JointId hinge = add_hinge(world, frame, disc, {});
    run(world, 120);
    CHECK(near(length(world.joint_reaction(hinge)->force), 3.0f * kGravity, 0.02f * 3.0f * kGravity));
    CHECK(near(position(world, disc).y, -1.0f, 1.0e-3f));
}
