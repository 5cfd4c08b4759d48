// What bounces never leaves with more energy than it came with: over a grid of sticks, random pairs and long bounces, for
// every recipe.
#include <catch2/catch_test_macros.hpp>

#include <cmath>
#include <cstdio>

#include "solvers/recipes.h"
#include "support/random_scene.h"
#include "support/scene.h"

using namespace impulse;
using namespace impulse::test;

namespace {

Tuning free_mix(Tuning tuning) {
    tuning.restitution_mix = MixRule::max;
    tuning.friction_mix = MixRule::max;
    return sleepless(tuning);
}

// Highest kinetic energy over the first while a stick of 1 x .2 m falls on a floor, without gravity.
double stick_gain(const Tuning& tuning, float angle, float vx, float mu, float e) {
    World world = make_world(tuning, {});
    add_floor(world, mu, e);
    (void)add_box(world, {0.0f, 1.0f}, 1.0f, 0.2f,
                  {.friction = mu, .restitution = e, .velocity = {vx, -3.0f}, .angle = angle});
    const float first = world.energy().kinetic;
    float highest = first;
    for (int i = 0; i < 60; ++i) {
        (void)world.step(kStep);
        highest = max(highest, world.energy().kinetic);
    }
    return static_cast<double>(highest / first) - 1.0;
}

// The same of two bodies thrown at each other.
double pair_gain(const Tuning& tuning, uint64_t seed, float mu, float e) {
    Random random(seed);
    World world = make_world(tuning, {});
    for (const float side : {-1.0f, 1.0f}) {
        const Crowd crowd{.friction = mu, .restitution = e};
        SceneBody made = random_body(random, static_cast<int>(random.below(6)), {1.5f * side, random.between(-0.3f, 0.3f)}, crowd);
        made.body.velocity = {-side * random.between(2.0f, 5.0f), random.between(-1.0f, 1.0f)};
        made.body.angular_velocity = random.between(-4.0f, 4.0f);
        (void)populate(world, {made});
    }
    const float first = world.energy().kinetic;
    float highest = first;
    for (int i = 0; i < 90; ++i) {
        (void)world.step(kStep);
        highest = max(highest, world.energy().kinetic);
    }
    return static_cast<double>(highest / first) - 1.0;
}

} // namespace

TEST_CASE("measure sticks", "[.m]") {
    for (const Recipe& recipe : recipes()) {
        for (const float e : {0.5f, 0.9f, 1.0f}) {
            double worst = 0.0; float at[3]{};
            for (int k = -7; k <= 7; ++k) for (const float vx : {-4.0f, -2.0f, 0.0f, 1.0f, 3.0f}) for (const float mu : {0.0f, 0.3f, 0.6f}) {
                const double g = stick_gain(free_mix(recipe.tuning), 0.2f * static_cast<float>(k) + .1f, vx, mu, e);
                if (g > worst) { worst = g; at[0] = 0.2f * static_cast<float>(k) + .1f; at[1] = vx; at[2] = mu; }
            }
            std::printf("stick %s e %.1f worst %.3e at %.1f %.1f %.1f\n", recipe.name, (double)e, worst, (double)at[0], (double)at[1], (double)at[2]);
        }
        for (const float e : {.9f, 1.0f}) for (const float mu : {0.0f, 0.5f}) {
            double worst = 0.0; int n = 0; uint64_t at = 0;
            for (uint64_t seed = 1; seed <= 300; ++seed) {
                const double g = pair_gain(free_mix(recipe.tuning), seed, mu, e);
                n += g > 1.0e-3;
                if (g > worst) { worst = g; at = seed; }
            }
            std::printf("pair %s e %.1f mu %.1f worst %.3e at %d, over 1e-3: %d\n", recipe.name, (double)e, (double)mu, worst, (int)at, n);
        }
        World world = make_world(free_mix(recipe.tuning));
        add_floor(world, 0.6f, 1.0f);
        const BodyId disc = add_disc(world, {0.0f, 1.5f}, 0.5f, {.restitution = 1.0f});
        float low = 9, high = 0, top = 0;
        for (int i = 0; i < 3600; ++i) {
            const float before = velocity(world, disc).y;
            (void)world.step(kStep);
            const float y = position(world, disc).y - .5f;
            if (before > 0 && velocity(world, disc).y <= 0) { top = y; low = min(low, top); high = max(high, top); }
        }
        std::printf("ball %s apex from %.4f to %.4f last %.4f\n", recipe.name, (double)low, (double)high, (double)top);
    }
}
