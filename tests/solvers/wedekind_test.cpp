// Impacts in zero duration in a world: colliding and resting contacts (WK1), cradles (WK7), the step afterwards (WK8).
#include <catch2/catch_test_macros.hpp>

#include "support/rows.h"
#include "support/scene.h"

using namespace impulse;
using namespace impulse::test;

namespace {

/// Soft steps with impacts in zero duration before them.
Tuning soft_impacts() {
    Tuning tuning;
    tuning.impacts = Impacts::zero_duration;
    tuning.restitution_threshold = 0.05f;
    return tuning;
}

// Speeds along x of a row of touching discs, given theirs at first, after `steps` steps.
std::vector<float> cradle(Tuning tuning, const std::vector<float>& speeds, float e, int steps = 1, float gap = 0.0f) {
    World world = make_world(sleepless(tuning), {});
    std::vector<BodyId> discs;
    for (size_t i = 0; i < speeds.size(); ++i) {
        discs.push_back(add_disc(world, {(1.0f + gap) * static_cast<float>(i), 0.0f}, 0.5f,
                                 {.friction = 0.0f, .restitution = e, .velocity = {speeds[i], 0.0f}}));
    }
    run(world, steps);
    std::vector<float> after;
    for (const BodyId disc : discs) { after.push_back(velocity(world, disc).x); }
    return after;
}

void check_speeds(const std::vector<float>& speeds, const std::vector<float>& expected, float tolerance) {
    REQUIRE(speeds.size() == expected.size());
    for (size_t i = 0; i < speeds.size(); ++i) {
        CAPTURE(i, speeds[i], expected[i]);
        CHECK(near(speeds[i], expected[i], tolerance));
    }
}

// Highest point that a ball of restitution `e` dropped from 1 m returns to.
float returns_to(Tuning tuning, float e, float dt) {
    World world = make_world(sleepless(tuning));
    add_floor(world, 0.0f, e);
    const BodyId ball = add_disc(world, {0.0f, 1.5f}, 0.5f, {.restitution = e});
    float highest = 0.0f;
    bool rose = false;
    for (int i = 0; i < steps_of(1.5f, dt); ++i) {
        (void)world.step(dt);
        rose = rose || velocity(world, ball).y > 0.0f;
        if (rose) { highest = max(highest, position(world, ball).y - 0.5f); }
    }
    return highest;
}

} // namespace

TEST_CASE("a contact slower than v_c rests, a faster one separates at e times its speed", "[WK1]") {
    for (const Tuning& tuning : {wedekind_preset(), soft_impacts()}) {
        for (const float gravity : {0.0f, kGravity}) {
            const float v_c = max(0.05f, gravity * kStep);
            for (const float times : {0.9f, 1.1f}) {
                // Gravity along the wall, so that it is part of the threshold and not of the approach.
                World world = make_world(sleepless(tuning), {0.0f, -gravity});
                add_box(world, {-1.0f, 0.0f}, 2.0f, 40.0f,
                        {.friction = 0.0f, .restitution = 0.5f, .type = BodyType::static_body});
                const BodyId ball = add_disc(world, {0.5f, 0.0f}, 0.5f,
                                             {.friction = 0.0f, .restitution = 0.5f, .velocity = {-times * v_c, 0.0f}});
                run(world, 1);
                CAPTURE(gravity, times, v_c);
                CHECK(near(velocity(world, ball).x, times < 1.0f ? 0.0f : 0.5f * times * v_c, 1.0e-5f));
            }
        }
    }
}

TEST_CASE("with speeds at the instant of the positions, e = 1 returns to its height at any step", "[WK1][X5]") {
    for (const float hz : {30.0f, 60.0f, 144.0f, 240.0f, 840.0f}) {
        CAPTURE(hz);
        // The highest sampled point is up to g dt^2 / 8 below the highest point: 0.14 mm at 30 Hz.
        CHECK(near(returns_to(wedekind_preset(), 1.0f, 1.0f / hz), 1.0f, 0.005f));
        CHECK(near(returns_to(soft_impacts(), 1.0f, 1.0f / hz), 1.0f, 0.005f));
    }
}

TEST_CASE("with the speeds of semi-implicit Euler a bounce loses g dt v", "[WK1]") {
    Tuning tuning = wedekind_preset();
    tuning.restitution_midpoint = false;
    CHECK(near(returns_to(tuning, 1.0f, kStep), 0.9264f, 0.003f));
    CHECK(near(returns_to(tuning, 1.0f, 1.0f / 240.0f), 0.9816f, 0.002f));
    tuning.integrator = Integrator::verlet; // velocities and positions of the same instant
    CHECK(near(returns_to(tuning, 1.0f, kStep), 1.0f, 0.002f));
}

TEST_CASE(
    "a flat box separates at its approach speed; it stops if the target follows the present speed (naive variant)",
    "[WK3]") {
    for (const bool literal : {false, true}) {
        Tuning tuning = wedekind_preset();
        tuning.literal.fx_restitution = literal;
        World world = make_world(sleepless(tuning), {});
        add_floor(world, 0.0f, 1.0f);
        const BodyId box = add_box(world, {0.0f, 0.5f}, 1.0f, 1.0f,
                                   {.friction = 0.0f, .restitution = 1.0f, .velocity = {0.0f, -2.0f}});
        run(world, 1);
        CAPTURE(literal);
        CHECK(near(velocity(world, box), {0.0f, literal ? 0.0f : 2.0f}, 1.0e-5f));
        CHECK(near(w_of(world, box), 0.0f, 1.0e-5f));
    }
}

TEST_CASE("friction of an impact is bounded by the normal impulse of that impact", "[WK6]") {
    struct Row {
        float mu;
        Vec2 v;
        float w;
    };
    for (const Tuning& tuning : {wedekind_preset(), soft_impacts()}) {
        for (const Row& row : {Row{0.2f, {2.0f, 2.0f}, -2.0f}, Row{0.1f, {2.4f, 2.0f}, -1.2f}}) {
            World world = make_world(sleepless(tuning), {});
            add_floor(world, row.mu, 0.5f);
            const BodyId disc = add_disc(world, {0.0f, 1.0f}, 1.0f,
                                         {.friction = row.mu, .restitution = 0.5f, .velocity = {3.0f, -4.0f}});
            run(world, 1);
            CAPTURE(row.mu);
            CHECK(near(velocity(world, disc), row.v, 1.0e-3f));
            CHECK(near(w_of(world, disc), row.w, 1.0e-3f));
        }
    }
}

TEST_CASE("Newton's cradle: as many discs leave as arrive, in one step", "[WK7][X7]") {
    for (const Tuning& tuning : {wedekind_preset(), soft_impacts()}) {
        check_speeds(cradle(tuning, {1, 0, 0}, 1.0f), {0, 0, 1}, 1.0e-4f);
        check_speeds(cradle(tuning, {1, 0, 0, 0, 0}, 1.0f), {0, 0, 0, 0, 1}, 1.0e-4f);
        check_speeds(cradle(tuning, {1, 1, 0, 0, 0}, 1.0f), {0, 0, 0, 1, 1}, 1.0e-4f);
        check_speeds(cradle(tuning, {1, 1, 1, 0, 0}, 1.0f), {0, 0, 1, 1, 1}, 1.0e-4f);
        CHECK(near(cradle(tuning, {1, 0, 0, 0, 0}, 0.9f).back(), 0.8145f, 0.01f));
    }
}

TEST_CASE("a cradle of three discs takes two passes, one of five discs four", "[WK7]") {
    for (const size_t count : {size_t{3}, size_t{5}}) {
        std::vector<float> speeds(count, 0.0f);
        speeds[0] = 1.0f;
        Tuning tuning = wedekind_preset();
        tuning.max_impact_passes = static_cast<int>(count) - 1;
        CHECK(near(cradle(tuning, speeds, 1.0f).back(), 1.0f, 1.0e-4f));
        tuning.max_impact_passes -= 1;
        // Contacts that still collide are stopped without bounce, and no energy is gained.
        const std::vector<float> cut = cradle(tuning, speeds, 1.0f);
        CHECK(near(cut[count - 1], 0.5f, 1.0e-2f));
        CHECK(near(cut[count - 2], 0.5f, 1.0e-2f));
    }
}

TEST_CASE("one simultaneous solve of all contacts is no cradle, although it conserves momentum and energy",
          "[WK7][X7]") {
    for (Tuning tuning : {umbra_preset(), ft_physics_preset()}) {
        tuning.velocity_iterations = 200;
        // 3 m/s, since umbra asks 1 m/s of an approach that bounces.
        check_speeds(cradle(tuning, {3, 0, 0}, 1.0f), {-1, 2, 2}, 1.0e-3f);
        check_speeds(cradle(tuning, {3, 0, 0, 0, 0}, 1.0f), {-1.8f, 1.2f, 1.2f, 1.2f, 1.2f}, 1.0e-3f);
    }
}

TEST_CASE("discs with gaps above the speculative distance are a cradle under every solver", "[X7]") {
    // X7 asks it from a slop and a millimetre on. A solver of one solve a step has it only where the neighbours have no
    // contact yet: a contact of 11 mm that may not close by more in the step is part of the same solve, so the momentum
    // is shared as between touching discs. Impacts in zero duration have it at every gap.
    for (const Tuning& tuning : {Tuning{}, umbra_preset(), ft_physics_preset(), wedekind_preset(), soft_impacts()}) {
        const bool zero = tuning.impacts == Impacts::zero_duration;
        const float gap = zero ? tuning.slop + 0.001f : tuning.speculative_distance + 0.001f;
        CHECK(cradle(tuning, {3, 0, 0, 0, 0}, 1.0f, 60, gap).back() >= 0.95f * 3.0f);
    }
}

TEST_CASE("a resting contact never bounces, and bounces die out", "[WK8]") {
    World world = make_world(wedekind_preset());
    add_floor(world, 0.6f, 1.0f);
    const BodyId box = add_box(world, {0.0f, 0.5f}, 1.0f, 1.0f, {.restitution = 1.0f});
    for (int i = 0; i < 20; ++i) {
        run(world, 1);
        CHECK(length(velocity(world, box)) <
              1.0e-4f); // remainder of g dt after ten iterations; a bounce would be 0.16 m/s
    }
    World bouncing = make_world(wedekind_preset());
    add_floor(bouncing, 0.6f, 0.8f);
    const BodyId ball = add_disc(bouncing, {0.0f, 1.5f}, 0.5f, {.restitution = 0.8f});
    run(bouncing, steps_of(8.0f));
    CHECK_FALSE(*bouncing.awake(ball));
}

TEST_CASE("resting contacts correct an overlap at the set rate", "[WK8]") {
    const auto depth_after_a_second = [](float baumgarte, float slop) {
        Tuning tuning = sleepless(wedekind_preset());
        tuning.baumgarte = baumgarte;
        tuning.slop = slop;
        World world = make_world(tuning); // gravity prevents that the bias ejects the disc
        add_floor(world);
        const BodyId disc = add_disc(world, {0.0f, 0.45f}, 0.5f);
        run(world, 60);
        return 0.5f - position(world, disc).y;
    };
    CHECK(near(depth_after_a_second(kStep, 0.0f), 0.01824f, 0.02f * 0.01824f)); // 1 / s: (1 - 1 / 60)^60 of 0.05
    CHECK(near(depth_after_a_second(0.2f, 0.01f), 0.01f, 1.0e-4f));
}

TEST_CASE("contact points are midway between the two surfaces", "[WK11]") {
    World world = make_world(sleepless(wedekind_preset()), {});
    add_box(world, {}, 2.0f, 2.0f, {.type = BodyType::static_body});
    add_box(world, {0.0f, 1.45f}, 1.0f, 1.0f);
    (void)world.step(0.0f);
    std::vector<ContactInfo> contacts;
    world.contacts(contacts);
    REQUIRE(contacts.size() == 1);
    REQUIRE(contacts[0].count == 2);
    for (int i = 0; i < 2; ++i) {
        CHECK(near(std::abs(contacts[0].points[i].point.x), 0.5f, 1.0e-6f));
        CHECK(near(contacts[0].points[i].point.y, 0.975f, 1.0e-6f));
    }
}
