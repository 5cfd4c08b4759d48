// The shapes of a dynamic body have one surface, as those of a static one do: bodies slide over a raft of boxes as over
// one piece, and a sled of boxes over corners.
#include <catch2/catch_test_macros.hpp>

#include <cmath>
#include <vector>

#include "engine/core/random.h"
#include "solvers/presets.h"
#include "support/effort.h"
#include "support/scene.h"

using namespace impulse;
using namespace impulse::test;

namespace {

constexpr float kUp = 1.0e-3f;   // m/s, as in seams_test.cpp
constexpr float kLoss = 1.0e-4f; // of a speed
// rad: the raft gives way by some micrometres where its load is, and leans by that over some decimetres. On it a body
// follows the lean, and in 4 s gains as much speed as gravity gives along a tenth of it.
constexpr float kLean = 1.0e-4f;
constexpr float kDown = 0.1f * kLean * kGravity * 4.0f; // m/s

/// A body of boxes side by side, of random widths, `width` by 0.5 m, without friction.
BodyId add_planks(World& world, Random& random, Vec2 at, float width, float mass, float speed = 0.0f) {
    BodyDef def;
    def.position = at;
    def.velocity = {speed, 0.0f};
    const BodyId body = *world.create_body(def);
    for (float from = -0.5f * width; from < 0.5f * width - 1.0e-3f;) {
        const float piece = random.between(0.2f, 0.9f);
        const float to = 0.5f * width - from < piece + 0.2f ? 0.5f * width : from + piece;
        ShapeDef shape;
        shape.geometry = make_box(to - from, 0.5f, {0.5f * (from + to), 0.0f});
        shape.density = mass / (0.5f * width);
        shape.material.friction = 0.0f;
        REQUIRE(world.create_shape(body, shape).ok());
        from = to;
    }
    return body;
}

BodyId add_slider(World& world, int kind, Vec2 foot, float size, float speed) {
    const Made made{.friction = 0.0f, .velocity = {speed, 0.0f}};
    if (kind == 0) { return add_box(world, foot + Vec2{0.0f, 0.5f * size}, 1.5f * size, size, made); }
    if (kind == 1) { return add_disc(world, foot + Vec2{0.0f, size}, size, made); }
    return add_body(world, foot + Vec2{0.0f, 0.5f * size},
                    Capsule{{-0.5f * size, 0.0f}, {0.5f * size, 0.0f}, 0.5f * size}, 1.8f * size * size, made);
}

/// What a body does while it slides: speed along the surface in the end, and off it at most.
struct Slide {
    float speed = 0.0f;
    float lift = 0.0f;
};

Slide follow(World& world, BodyId body, int steps) {
    Slide out;
    for (int i = 0; i < steps; ++i) {
        run(world, 1);
        if (i > 20) { out.lift = max(out.lift, std::abs(velocity(world, body).y)); } // it has settled
    }
    out.speed = velocity(world, body).x;
    return out;
}

} // namespace

TEST_CASE("a body slides over a dynamic body of several shapes as over one piece", "[seams][own][X26]") {
    for (const Preset& preset : presets()) {
        for (int kind = 0; kind < 4; ++kind) {
            for (uint64_t seed = 1; seed <= seeds_of(12); ++seed) {
                Random random(seed + 40);
                World world = make_world(sleepless(preset.tuning));
                add_floor(world, 0.0f);
                const BodyId raft = add_planks(world, random, {0.0f, 0.25f}, 40.0f, 100.0f);
                const float speed = 0.5f * std::pow(40.0f, random.between(0.0f, 1.0f)); // to 20 m/s
                const float size = random.between(0.3f, 0.8f);
                const BodyId body =
                    kind < 3 ? add_slider(world, kind, {-15.0f, 0.5f}, size, speed)
                             : add_planks(world, random, {-15.0f, 0.75f}, random.between(1.0f, 3.0f), 1.0f, speed);
                const Slide slide = follow(world, body, static_cast<int>(min(240.0f, 60.0f * 30.0f / speed)));
                CAPTURE(preset.name, kind, seed, speed, size, slide.speed, slide.lift);
                CHECK(slide.lift <= kUp + kLean * speed);
                CHECK(near(slide.speed, speed, kLoss * speed + kDown));
                CHECK(length(velocity(world, raft)) <= kUp);
            }
        }
    }
}

TEST_CASE("a body of several shapes slides over the corner of a floor as over its middle", "[seams][own][X26]") {
    for (const Preset& preset : presets()) {
        for (uint64_t seed = 1; seed <= seeds_of(12); ++seed) {
            Random random(seed + 80);
            const float speed = random.between(0.5f, 8.0f);
            World world = make_world(sleepless(preset.tuning));
            add_floor(world, 0.0f, 0.0f, 8.0f); // it ends at 4 m
            const BodyId sled = add_planks(world, random, {-1.0f, 0.25f}, 8.0f, 8.0f, speed);
            // Its middle stays on the floor.
            const Slide slide = follow(world, sled, static_cast<int>(60.0f * 4.5f / speed));
            CAPTURE(preset.name, seed, speed);
            CHECK(slide.lift <= kUp);
            CHECK(near(slide.speed, speed, kLoss * speed));
        }
    }
}

TEST_CASE("the side of a dynamic body of several shapes, and a step on it, stop a body", "[seams][own][X26]") {
    for (const Preset& preset : presets()) {
        Random random(7);
        World world = make_world(sleepless(preset.tuning));
        add_floor(world, 0.0f);
        add_planks(world, random, {0.0f, 0.25f}, 6.0f, 1000.0f);
        const BodyId body = add_box(world, {-6.0f, 0.2f}, 0.4f, 0.4f, {.friction = 0.0f, .velocity = {3.0f, 0.0f}});
        run(world, 120);
        CAPTURE(preset.name);
        // Of 3 m/s a body of 1 kg leaves 1,000 kg with 3 mm/s.
        CHECK(velocity(world, body).x <= 0.006f);
        CHECK(position(world, body).x <= -3.2f + 0.02f);

        World other = make_world(sleepless(preset.tuning));
        add_floor(other, 0.0f);
        BodyDef def;
        def.position = {0.0f, 0.25f};
        const BodyId raft = *other.create_body(def);
        for (const float side : {-1.0f, 1.0f}) { // the second one 0.1 m higher
            ShapeDef shape;
            shape.geometry = make_box(3.0f, side > 0.0f ? 0.6f : 0.5f, {side * 1.5f, side > 0.0f ? 0.05f : 0.0f});
            shape.density = 1000.0f;
            shape.material.friction = 0.0f;
            REQUIRE(other.create_shape(raft, shape).ok());
        }
        const BodyId rider = add_box(other, {-2.0f, 0.7f}, 0.4f, 0.4f, {.friction = 0.0f, .velocity = {2.0f, 0.0f}});
        run(other, 120);
        CHECK(position(other, rider).x <= -0.2f + 0.02f);
        CHECK(position(other, rider).y <= 0.72f);
    }
}
