// Sleeping bodies do not act as static: every body that an impulse can reach in a step is awake when the step is
// solved, and no other.
#include <catch2/catch_test_macros.hpp>

#include <algorithm>
#include <utility>

#include "solvers/presets.h"
#include "support/scene.h"

using namespace impulse;
using namespace impulse::test;

namespace {

/// Boxes of 1.2 m and 0.8 kg in a row along x, the first at x = 0, so far apart, each asleep on its own.
std::vector<BodyId> add_sleeping_row(World& world, int count, float gap, float restitution = 0.0f, float y = 0.0f) {
    std::vector<BodyId> row;
    for (int i = 0; i < count; ++i) {
        const float x = static_cast<float>(i) * (1.2f + gap);
        row.push_back(add_box(world, {x, y}, 1.2f, 1.2f, {.mass = 0.8f, .restitution = restitution}));
        REQUIRE_FALSE(world.set_awake(row.back(), false));
    }
    return row;
}

/// Steps, and returns the least and the greatest momentum along x on the way, and the deepest overlap.
struct Watched {
    float least;
    float most;
    float deepest = 0.0f;
};
Watched run_and_watch(World& world, int steps) {
    Watched watched{world.momentum().linear.x, world.momentum().linear.x};
    for (int i = 0; i < steps; ++i) {
        (void)world.step(kStep);
        const float now = world.momentum().linear.x;
        watched = {min(watched.least, now), max(watched.most, now), max(watched.deepest, world.max_penetration())};
    }
    return watched;
}

int count_awake(const World& world, const std::vector<BodyId>& bodies) {
    int count = 0;
    for (const BodyId body : bodies) { count += *world.awake(body) ? 1 : 0; }
    return count;
}

} // namespace

TEST_CASE("an impact on a row of sleeping bodies conserves momentum, at any spacing", "[law][sleep][wake][UR8]") {
    for (const Preset& preset : presets()) {
        for (const float restitution : {0.0f, 0.6f}) {
            for (const float gap : {0.0f, 0.0003f, 0.006f, 0.019f, 0.05f}) {
                CAPTURE(preset.name, restitution, gap);
                const auto make = [&](bool asleep) {
                    World world = make_world(preset.tuning, {});
                    const std::vector<BodyId> row = add_sleeping_row(world, 6, gap, restitution);
                    for (const BodyId box : row) { REQUIRE_FALSE(world.set_awake(box, !asleep)); }
                    add_disc(world, {-2.0f, 0.1f}, 0.4f,
                             {.mass = 2.2f, .restitution = restitution, .velocity = {6.5f, 0.0f}});
                    return std::pair{std::move(world), row};
                };
                auto [awake, awake_row] = make(false);
                const Watched as_awake = run_and_watch(awake, 90);
                auto [world, row] = make(true);
                const float kinetic = world.energy().kinetic;
                const Watched momenta = run_and_watch(world, 90);
                // A body that wakes too late is run into. fx2d finds contacts within a step, where nothing wakes.
                const bool detects = preset.tuning.solver == SolverType::substepped_position;
                CHECK(momenta.deepest < as_awake.deepest + (detects ? 6.5f * kStep : 0.005f));
                CHECK(momenta.least > 0.999f * 2.2f * 6.5f);
                CHECK(momenta.most < 1.001f * 2.2f * 6.5f);
                CHECK(world.energy().kinetic <= 1.001f * kinetic);
                // At the end nothing overtakes its neighbour, so the last is not slower than all together.
                const float together = 2.2f * 6.5f / (2.2f + 6.0f * 0.8f);
                CHECK(velocity(world, row.back()).x > 0.9f * together);
                CHECK(velocity(world, row.back()).x < 2.0f * 6.5f); // nothing leaves faster than twice what hits
            }
        }
    }
}

TEST_CASE("a heavy body moving through a sleeping crowd conserves momentum", "[law][sleep][wake][UR8]") {
    for (const Preset& preset : presets()) {
        CAPTURE(preset.name);
        World world = make_world(preset.tuning, {});
        for (int i = 0; i < 100; ++i) {
            const BodyId disc =
                add_disc(world, {1.01f * static_cast<float>(i % 10), 1.01f * static_cast<float>(i / 10)}, 0.5f);
            REQUIRE_FALSE(world.set_awake(disc, false));
        }
        add_disc(world, {-3.0f, 4.2f}, 0.9f, {.mass = 60.0f, .velocity = {22.0f, 0.0f}});
        const Watched momenta = run_and_watch(world, 60);
        CHECK(momenta.least > 0.999f * 60.0f * 22.0f);
        CHECK(momenta.most < 1.001f * 60.0f * 22.0f);
        CHECK(world.energy().kinetic <= 1.001f * 0.5f * 60.0f * 22.0f * 22.0f);
    }
}

TEST_CASE("a body slower than the sleep threshold moves the whole row that it touches", "[law][sleep][wake][UR8]") {
    for (const Preset& preset : presets()) {
        if (preset.tuning.sleep_through_touch) { continue; } // UR8
        for (const float gap : {0.0f, 0.004f}) {
            CAPTURE(preset.name, gap);
            World world = make_world(preset.tuning, {});
            const std::vector<BodyId> row = add_sleeping_row(world, 3, gap);
            add_box(world, {-1.25f, 0.0f}, 1.2f, 1.2f, {.mass = 1.6f, .velocity = {0.04f, 0.0f}});
            const Watched momenta = run_and_watch(world, 600);
            CHECK(momenta.least > 0.999f * 1.6f * 0.04f);
            CHECK(momenta.most < 1.001f * 1.6f * 0.04f);
            // Without restitution, all of 4 kg go on as one, at 0.016 m/s; the last is not overtaken.
            CHECK(velocity(world, row.back()).x > 0.9f * 0.016f);
            CHECK(velocity(world, row.back()).x < 0.04f);
        }
    }
}

TEST_CASE("an impact on crates that fell asleep at different times is as if they were awake",
          "[law][sleep][wake][UR8]") {
    for (const Preset& preset : presets()) {
        CAPTURE(preset.name);
        std::vector<float> momenta[2];
        std::vector<float> last[2];
        for (const bool sleeps : {false, true}) {
            Tuning tuning = preset.tuning;
            tuning.sleep = sleeps;
            World world = make_world(tuning);
            add_floor(world, 0.3f);
            std::vector<BodyId> crates;
            for (int i = 0; i < 3; ++i) { // the gaps are 3 mm
                crates.push_back(
                    add_box(world, {1.003f * static_cast<float>(i), 0.5f}, 1.0f, 1.0f, {.friction = 0.3f}));
                run(world, 150);
            }
            REQUIRE(count_awake(world, crates) == (sleeps ? 0 : 3));
            add_box(world, {-1.6f, 0.5f}, 1.0f, 1.0f, {.mass = 1.5f, .friction = 0.3f, .velocity = {9.0f, 0.0f}});
            for (int i = 0; i < 30; ++i) {
                (void)world.step(kStep);
                momenta[sleeps ? 1 : 0].push_back(world.momentum().linear.x);
                last[sleeps ? 1 : 0].push_back(velocity(world, crates[2]).x);
            }
        }
        // Waking gives contacts new colours, so that soft-step solves them in another order: one relax iteration leaves
        // a tenth of the impulse to the next step. The others solve in pair-key order.
        const float order = preset.tuning.solver == SolverType::soft_step ? 0.1f : 1.0e-4f;
        for (size_t i = 0; i < last[0].size(); ++i) {
            CHECK(near(momenta[0][i], momenta[1][i], 0.1f * order * 1.5f * 9.0f)); // lost to the floor
            CHECK(near(last[0][i], last[1][i], order * 9.0f));
        }
        CHECK(last[1].back() > 1.0f);
    }
}

TEST_CASE("boxes near a hit box stay asleep, and boxes that it could reach wake", "[law][sleep][wake][UR8]") {
    struct Hit {
        float mass, speed;
        int least, most;
    };
    // Boxes of 1 kg, 11 mm apart. A crate of m at v can give a box sqrt(m) v, which crosses sqrt(m) v dt / 11 mm gaps
    // in a step:
    // 0.02 kg at 0.5 m/s and what gravity adds none, 1 kg at 4 m/s six to either side, in the step in which it lands
    // and in the next, in which it is pushed out of its overlap. Then its energy is gone.
    for (const Hit hit : {Hit{0.02f, 0.5f, 1, 1}, {1.0f, 4.0f, 1, 1 + 2 * 12}}) {
        for (const Preset& preset : presets()) {
            CAPTURE(preset.name, hit.mass, hit.speed);
            World world = make_world(preset.tuning);
            add_floor(world);
            std::vector<BodyId> row;
            for (int i = 0; i < 41; ++i) {
                row.push_back(add_box(world, {1.011f * static_cast<float>(i), 0.5f}, 1.0f, 1.0f));
                REQUIRE_FALSE(world.set_awake(row.back(), false));
            }
            (void)world.step(kStep);
            REQUIRE(count_awake(world, row) == 0);
            add_box(world, {1.011f * 20.0f, 1.2f}, 0.2f, 0.2f, {.mass = hit.mass, .velocity = {0.0f, -hit.speed}});
            std::vector<bool> woke(row.size(), false);
            for (int i = 0; i < 120; ++i) {
                (void)world.step(kStep);
                for (size_t k = 0; k < row.size(); ++k) { woke[k] = woke[k] || *world.awake(row[k]); }
            }
            const auto count = std::count(woke.begin(), woke.end(), true);
            const bool wall = preset.tuning.sleep_through_touch && hit.speed < 1.0f;
            CHECK(count >= (wall ? 0 : hit.least));
            CHECK(count <= hit.most);
            CHECK(count_awake(world, row) == 0); // and sleeps again
        }
    }
}

TEST_CASE("adjacent piles wake one by one", "[law][sleep][wake][UR8]") {
    for (const Preset& preset : presets()) {
        CAPTURE(preset.name);
        World world = make_world(preset.tuning);
        add_floor(world);
        std::vector<BodyId> towers[9]; // 12 mm apart
        std::vector<BodyId> all;
        for (int i = 0; i < 9; ++i) {
            towers[i] = add_straight_stack(world, 3, 1.012f * static_cast<float>(i));
            all.insert(all.end(), towers[i].begin(), towers[i].end());
        }
        run(world, 300);
        REQUIRE(count_awake(world, all) == 0);
        (void)world.apply_impulse(towers[4][1], {0.0f, 0.2f});
        for (int i = 0; i < 60; ++i) {
            (void)world.step(kStep);
            CHECK(count_awake(world, all) <= 3);
        }
        // 0.9 m/s are 15 mm a step: more than the gap.
        (void)world.apply_impulse(towers[4][2], {0.9f, 0.0f});
        (void)world.step(kStep);
        CHECK(count_awake(world, all) >= 6);
        CHECK(count_awake(world, all) <= 9);
        CHECK(count_awake(world, towers[5]) == 3);
        run(world, 300);
        CHECK(count_awake(world, all) == 0);
    }
}

TEST_CASE("a kinematic body pushes a row of sleeping bodies without overlap between them", "[law][sleep][wake][UR8]") {
    for (const Preset& preset : presets()) {
        for (const float gap : {0.0f, 0.012f}) {
            CAPTURE(preset.name, gap);
            World world = make_world(preset.tuning, {});
            const std::vector<BodyId> row = add_sleeping_row(world, 4, gap);
            const BodyId ram =
                add_box(world, {-1.5f, 0.0f}, 1.0f, 1.0f, {.velocity = {3.0f, 0.0f}, .type = BodyType::kinematic_body});
            float deepest = 0.0f;
            for (int i = 0; i < 90; ++i) {
                (void)world.step(kStep);
                deepest = max(deepest, world.max_penetration());
            }
            // A body that is detected late is 5 cm deep, the displacement of a step; contacts are made 2 cm ahead.
            CHECK(deepest < 0.02f);
            CHECK(near(position(world, ram).x, 3.0f, 1.0e-3f));
            CHECK(position(world, row.back()).x >= position(world, ram).x + 0.5f + 0.6f + 3.0f * 1.2f - 0.05f);
        }
    }
}

TEST_CASE("a static body placed inside one of a row of sleeping bodies moves them all", "[law][sleep][wake][UR8]") {
    for (const Preset& preset : presets()) {
        CAPTURE(preset.name);
        World world = make_world(preset.tuning, {});
        const std::vector<BodyId> row = add_sleeping_row(world, 3, 0.0f);
        (void)world.step(kStep);
        REQUIRE(world.awake_count() == 0);
        add_box(world, {-1.0f, 0.0f}, 1.0f, 1.0f, {.type = BodyType::static_body}); // 0.1 m deep in the first
        run(world, 60);
        for (size_t i = 0; i < row.size(); ++i) {
            const float out = position(world, row[i]).x - 1.2f * static_cast<float>(i);
            CHECK(out > 0.1f - 0.04f);                        // each of four contacts leaves its slop
            CHECK(out < 0.1f + preset.tuning.max_push_speed); // a bias velocity may remain for 1 s
        }
    }
}

TEST_CASE("which bodies wake does not depend on events elsewhere", "[law][sleep][wake][X14][UR8]") {
    const auto woken = [](bool others) {
        World world = make_world({}, {});
        if (others) { // as fast as anything may be, 100 m off
            add_disc(world, {-100.0f, 0.0f}, 0.5f, {.mass = 1000.0f, .velocity = {60.0f, 0.0f}});
            add_sleeping_row(world, 3, 0.01f, 0.0f, 100.0f);
            add_disc(world, {-2.0f, 100.0f}, 0.5f, {.mass = 100.0f, .velocity = {50.0f, 0.0f}});
        }
        const std::vector<BodyId> row = add_sleeping_row(world, 12, 0.013f);
        add_disc(world, {-1.4f, 0.0f}, 0.5f, {.velocity = {2.5f, 0.0f}});
        std::vector<int> counts;
        for (int i = 0; i < 60; ++i) {
            (void)world.step(kStep);
            counts.push_back(count_awake(world, row));
        }
        return counts;
    };
    const std::vector<int> alone = woken(false);
    CHECK(alone.back() > 3);
    CHECK(woken(true) == alone);
}
