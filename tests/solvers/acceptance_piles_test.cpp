// SEEDS section 6 for every recipe: stacks, piles and mass ratios (X8 to X12), and the pyramid of 60 rows.
#include <catch2/catch_test_macros.hpp>

#include <cmath>

#include "engine/core/random.h"
#include "solvers/matrix.h"
#include "support/rows.h"
#include "support/scene.h"

using namespace impulse;
using namespace impulse::test;

namespace {

struct Standing {
    float drift = 0.0f; // m sideways, the worst box
    float tilt = 0.0f;  // rad
    float sink = 0.0f;  // m, the top
};

Standing measure(const World& world, const std::vector<BodyId>& stack, float x, float top) {
    Standing standing;
    for (const BodyId box : stack) {
        standing.drift = max(standing.drift, std::abs(position(world, box).x - x));
        standing.tilt = max(standing.tilt, tilt(world, box));
    }
    standing.sink = top - position(world, stack.back()).y;
    return standing;
}

float stack_sink(const Tuning& tuning, int count) {
    World world = make_world(sleepless(tuning));
    add_floor(world);
    const std::vector<BodyId> stack = add_box_stack(world, count);
    run(world, 600);
    return measure(world, stack, 0.0f, static_cast<float>(count) - 0.5f).sink;
}

// How far a body of `ratio` kg pushes the 1 kg box below it into the floor, and itself into that, in 10 s.
float sink_under(const Tuning& tuning, float ratio) {
    World world = make_world(sleepless(tuning));
    add_floor(world);
    add_box(world, {0.0f, 0.5f}, 1.0f, 1.0f);
    const BodyId heavy = add_box(world, {0.0f, 1.5f}, 1.0f, 1.0f, {.mass = ratio});
    run(world, 600);
    return 1.5f - position(world, heavy).y;
}

float total_energy(const World& world) {
    const Energy energy = world.energy();
    return energy.kinetic + energy.potential;
}

} // namespace

TEST_CASE("ten boxes stand for ten seconds", "[X8][matrix]") {
    for (const Recipe& recipe : recipes()) {
        World world = make_world(sleepless(recipe.tuning));
        add_floor(world);
        const std::vector<BodyId> stack = add_box_stack(world, 10);
        run(world, 600);
        const Standing standing = measure(world, stack, 0.0f, 9.5f);
        judge(recipe, kStackDrift, standing.drift);
        judge(recipe, kStackTilt, standing.tilt);
        judge(recipe, kStackSink, standing.sink);
    }
}

TEST_CASE("ten boxes fall asleep where they stand", "[X8][matrix]") {
    for (const Recipe& recipe : recipes()) {
        CAPTURE(recipe.name);
        World world = make_world(recipe.tuning);
        add_floor(world);
        const std::vector<BodyId> stack = add_box_stack(world, 10);
        run(world, 600);
        judge(recipe, kStackAwake, static_cast<float>(world.awake_count()));
        const Standing standing = measure(world, stack, 0.0f, 9.5f);
        CHECK(kStackDrift.asked.of(recipe.column).holds(standing.drift));
        CHECK(kStackSink.asked.of(recipe.column).holds(standing.sink));
    }
}

TEST_CASE("fifteen and twenty boxes stand where they are asked to", "[X8][matrix]") {
    for (const Recipe& recipe : recipes()) {
        judge(recipe, kTallSink, stack_sink(recipe.tuning, 15));
        judge(recipe, kTowerSink, stack_sink(recipe.tuning, 20));
    }
}

TEST_CASE("a pyramid of five rows stands", "[X8][matrix]") {
    for (const Recipe& recipe : recipes()) {
        World world = make_world(sleepless(recipe.tuning));
        add_floor(world);
        const std::vector<BodyId> boxes = add_pyramid(world, 5);
        run(world, 600);
        float worst = 0.0f;
        for (const BodyId box : boxes) { worst = max(worst, tilt(world, box)); }
        judge(recipe, kPyramidTilt, worst);
        judge(recipe, kPyramidSink, 4.5f - position(world, boxes.back()).y);
    }
}

TEST_CASE("a pyramid of 60 rows keeps its top above 57 m for four seconds", "[X8][matrix]") {
    for (const Recipe& recipe : recipes()) {
        World world = make_world(recipe.tuning);
        add_floor(world);
        const std::vector<BodyId> boxes = add_pyramid(world, 60);
        REQUIRE(boxes.size() == 1830);
        run(world, 240);
        judge(recipe, kGreatPyramidSink, 59.5f - position(world, boxes.back()).y);
    }
}

TEST_CASE("a standing stack of ten does not tremble", "[X9][matrix]") {
    for (const Recipe& recipe : recipes()) {
        World world = make_world(sleepless(recipe.tuning));
        add_floor(world);
        const BodyId top = add_box_stack(world, 10).back();
        run(world, 600);
        double sum = 0.0;
        for (int i = 0; i < 300; ++i) {
            (void)world.step(kStep);
            sum += static_cast<double>(length_squared(velocity(world, top)));
        }
        judge(recipe, kJitter, static_cast<float>(std::sqrt(sum / 300.0)));
    }
}

TEST_CASE("a heavy box does not crush the light one under it", "[X10][matrix]") {
    for (const Recipe& recipe : recipes()) {
        judge(recipe, kTenSink, sink_under(recipe.tuning, 10.0f));
        judge(recipe, kHundredSink, sink_under(recipe.tuning, 100.0f));
    }
}

TEST_CASE("slivers of 4 x .1 and 4 x .02 rest flat", "[X11][matrix]") {
    for (const Recipe& recipe : recipes()) {
        float shift = 0.0f;
        float lean = 0.0f;
        for (const float height : {0.1f, 0.02f}) {
            World world = make_world(sleepless(recipe.tuning));
            add_floor(world);
            const BodyId sliver = add_box(world, {0.0f, 0.5f * height}, 4.0f, height);
            run(world, 600);
            shift = max(shift, std::abs(position(world, sliver).y - 0.5f * height));
            lean = max(lean, tilt(world, sliver));
        }
        judge(recipe, kSliverShift, shift);
        judge(recipe, kSliverTilt, lean);
    }
}

TEST_CASE("a spinning box on a floor without bounce never gains energy", "[X12][matrix]") {
    for (const Recipe& recipe : recipes()) {
        float highest = 0.0f;
        for (const float w : {5.0f, 25.0f, 100.0f}) {
            World world = make_world(sleepless(recipe.tuning));
            add_floor(world);
            add_box(world, {0.0f, 0.5f}, 1.0f, 1.0f, {.w = w});
            const float initial = total_energy(world);
            for (int i = 0; i < 300; ++i) {
                (void)world.step(kStep);
                highest = max(highest, total_energy(world) / initial);
            }
        }
        judge(recipe, kSpinGain, highest);
    }
}

TEST_CASE("a pile of 200 discs that bounce a little loses its energy", "[X12][matrix]") {
    for (const Recipe& recipe : recipes()) {
        for (const bool converged : {false, true}) {
            if (converged && !iterates(recipe)) { continue; }
            Tuning tuning = sleepless(recipe.tuning);
            if (converged) { tuning.velocity_iterations = 100; }
            World world = make_world(tuning);
            add_floor(world);
            add_box(world, {-6.0f, 20.0f}, 2.0f, 60.0f, {.type = BodyType::static_body});
            add_box(world, {6.0f, 20.0f}, 2.0f, 60.0f, {.type = BodyType::static_body});
            Random random(12);
            for (int i = 0; i < 200; ++i) {
                const float x = -4.0f + static_cast<float>(i % 9) + random.between(-0.05f, 0.05f);
                add_disc(world, {x, 1.0f + 1.1f * static_cast<float>(i / 9)}, random.between(0.3f, 0.45f),
                         {.restitution = 0.3f});
            }
            const float initial = total_energy(world);
            float lowest = initial;
            float regained = 0.0f;
            for (int i = 0; i < 300; ++i) {
                (void)world.step(kStep);
                const float now = total_energy(world);
                lowest = min(lowest, now);
                regained = max(regained, now - lowest);
            }
            judge(recipe, converged ? kPileGainSolved : kPileGain, regained / initial);
            if (!converged) { judge(recipe, kPileLoss, lowest / initial); }
        }
    }
}

// Two unit boxes on a floor. An overlap costs potential energy; pushing it out may return that energy, not more.
TEST_CASE("a box under one of up to 30 times its mass is not thrown", "[X10]") {
    for (const Recipe& recipe : recipes()) {
        for (const float ratio : {3.0f, 10.0f, 30.0f}) {
            World world = make_world(sleepless(recipe.tuning));
            add_floor(world);
            add_box(world, {0.0f, 0.5f}, 1.0f, 1.0f);
            const BodyId heavy = add_box(world, {0.0f, 1.5f}, 1.0f, 1.0f, {.mass = ratio});
            const auto energy = [&] {
                const Energy now = world.energy();
                return now.kinetic + now.potential;
            };
            const float start = energy();
            float most = start;
            for (int i = 0; i < 600; ++i) {
                run(world, 1);
                most = max(most, energy());
            }
            CAPTURE(recipe.name, ratio);
            CHECK(most <= start + 1.0e-6f * ratio * kGravity * 1.5f); // roundings of the height
            CHECK(position(world, heavy).y > 1.5f - 0.02f);
            CHECK(position(world, heavy).y < 1.5f + 1.0e-4f);
        }
    }
}
