// Sleeping bodies that act as static, and what wakes them (UR8).
#include <catch2/catch_test_macros.hpp>

#include "support/residuals.h"
#include "support/rows.h"
#include "support/scene.h"
#include "support/uneven.h"

using namespace impulse;
using namespace impulse::test;

namespace {

struct Hit {
    float ball;
    float box;
};

// A ball of 10 m/s and restitution 1 meets a sleeping box of its mass head-on, no gravity.
Hit hit_a_sleeper(bool literal) {
    Tuning tuning = umbra_preset();
    tuning.literal.wake_after_solve = literal;
    World world = make_world(tuning, {});
    const BodyId box = add_box(world, {0.0f, 0.0f}, 1.0f, 1.0f, {.restitution = 1.0f});
    const BodyId ball = add_disc(world, {-3.0f, 0.0f}, 0.5f, {.restitution = 1.0f, .velocity = {10.0f, 0.0f}});
    (void)world.set_awake(box, false);
    run(world, 30);
    return {velocity(world, ball).x, velocity(world, box).x};
}

} // namespace

TEST_CASE("a sleeping body wakes before an impact is solved and takes all the momentum", "[UR8]") {
    const Hit hit = hit_a_sleeper(false);
    CHECK(near(hit.ball, 0.0f, 1.0e-3f));
    CHECK(near(hit.box, 10.0f, 1.0e-3f));
}

TEST_CASE("naive variant: waking after the solve makes a sleeping body static in the first impact and loses momentum",
          "[UR8]") {
    const Hit hit = hit_a_sleeper(true);
    CHECK(near(hit.ball, -10.0f, 1.0e-3f));
    CHECK(near(hit.box, 0.0f, 1.0e-3f));
}

TEST_CASE("a sleeping body touched below the sleep threshold acts as static and stays asleep", "[UR8]") {
    Tuning tuning = umbra_preset();
    tuning.sleep_linear = 0.5f;
    World world = make_world(tuning, {});
    const BodyId box = add_box(world, {0.0f, 0.0f}, 1.0f, 1.0f);
    const BodyId disc = add_disc(world, {-1.02f, 0.0f}, 0.5f, {.velocity = {0.1f, 0.0f}});
    (void)world.set_awake(box, false);
    bool touched = false;
    for (int i = 0; i < 20; ++i) {
        (void)world.step(kStep);
        touched = touched || world.contact_count() > 0;
        CHECK(position(world, box) == Vec2{});
        CHECK_FALSE(*world.awake(box));
    }
    CHECK(touched);
    CHECK(velocity(world, disc).x < 1.0e-5f); // stopped, or rebounding
}

TEST_CASE("a body that leans on a sleeping one wakes it if gentle touches wake", "[UR8]") {
    World world = make_world(umbra_preset(), {});
    const BodyId box = add_box(world, {0.0f, 0.0f}, 1.0f, 1.0f);
    (void)world.set_awake(box, false);
    const BodyId disc = add_disc(world, {-1.002f, 0.0f}, 0.5f, {.velocity = {0.03f, 0.0f}});
    run(world, 10);
    CHECK_FALSE(*world.awake(box));
    CHECK(position(world, disc).x < -0.999f); // as at a wall
    Tuning tuning = world.tuning();
    tuning.sleep_through_touch = false;
    CHECK_FALSE(world.set_tuning(tuning));
    run(world, 1);
    CHECK(*world.awake(box));
    CHECK_FALSE(umbra_preset().sleep_through_touch == Tuning{}.sleep_through_touch);
    for (const Tuning& other : {ft_physics_preset(), fx2d_preset(), wedekind_preset()}) {
        CHECK_FALSE(other.sleep_through_touch);
    }
}

TEST_CASE("a sleeping body falls in the step after its support was destroyed", "[UR8]") {
    World world = make_world(umbra_preset());
    const BodyId floor = add_floor(world);
    const BodyId box = add_box(world, {0.0f, 0.5f}, 1.0f, 1.0f);
    run(world, 120);
    REQUIRE_FALSE(*world.awake(box));
    CHECK_FALSE(world.destroy_body(floor));
    run(world, 1);
    CHECK(near(velocity(world, box).y, -kGravity * kStep, 1.0e-5f));
}

TEST_CASE("a pair of sleeping bodies takes no work and keeps its impulses", "[UR8]") {
    World world = make_world(umbra_preset());
    const BodyId floor = add_floor(world);
    const std::vector<BodyId> stack = add_box_stack(world, 3);
    run(world, 180);
    REQUIRE(world.awake_count() == 0);
    CHECK(world.step(kStep)->contacts == 0);
    const uint64_t before = world.hash();
    std::vector<ContactInfo> contacts;
    world.contacts(contacts);
    REQUIRE(contacts.size() == 3);
    CHECK(near(contacts[0].points[0].normal_impulse + contacts[0].points[1].normal_impulse, 3.0f * kGravity * kStep,
               1.0e-3f));
    // Woken without a change, it stands on as if it had never slept.
    CHECK_FALSE(world.set_awake(stack[0], true));
    CHECK(world.hash() != before);
    const std::vector<float> residuals = step_residuals(world);
    CHECK(residuals.front() < 1.0e-3f); // warm
    CHECK(near(normal_force(world, floor, stack[0]), 3.0f * kGravity, 0.01f));
}
