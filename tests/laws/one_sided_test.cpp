// Segments that are solid from one side: they hold bodies that were in front of them at any depth; bodies from behind
// pass until they are clear of them.
#include <catch2/catch_test_macros.hpp>

#include <cmath>

#include "solvers/presets.h"
#include "support/scene.h"
#include "support/snapshots.h"

using namespace impulse;
using namespace impulse::test;

namespace {

/// y = 0 from x = -21 to 21 m, solid above, in pieces of `size`.
void add_line(World& world, float size) {
    BodyDef def;
    def.type = BodyType::static_body;
    const BodyId body = *world.create_body(def);
    for (int i = 0; i < static_cast<int>(std::lround(42.0f / size)); ++i) {
        const float x = -21.0f + size * static_cast<float>(i);
        ShapeDef shape;
        shape.material.friction = 0.0f;
        shape.geometry = Segment{{x + size, 0.0f}, {x, 0.0f}, true};
        REQUIRE(world.create_shape(body, shape).ok());
    }
}

BodyId add_free_body(World& world, bool round, Vec2 at, Vec2 velocity) {
    const Made made{.friction = 0.0f, .velocity = velocity};
    return round ? add_disc(world, at, 0.3f, made) : add_box(world, at, 0.6f, 0.6f, made);
}

constexpr float kSizes[] = {42.0f, 1.0f, 0.15f};

} // namespace

TEST_CASE("a one-sided segment is solid for bodies in front of it, up to half their size deep",
          "[seams][one-sided][X26]") {
    for (const Preset& preset : presets()) {
        for (const float size : kSizes) {
            for (const bool round : {false, true}) {
                for (const float depth : {0.013f, 0.05f, 0.17f, 0.29f}) {
                    for (const float along : {0.0f, 3.0f, -7.0f}) {
                        CAPTURE(preset.name, size, round, depth, along);
                        World world = make_world(sleepless(preset.tuning));
                        add_line(world, size);
                        const BodyId body = add_free_body(world, round, {0.04f, 0.3f - depth}, {along, 0.0f});
                        run(world, 120);
                        CHECK(near(position(world, body).y, 0.3f, 0.011f)); // Umbra leaves 10 mm
                        CHECK(near(position(world, body).x, 0.04f + 2.0f * along, 0.01f + 0.01f * std::abs(along)));
                    }
                }
            }
        }
    }
}

TEST_CASE("a body pressed into a one-sided chain stays in front while it slides from segment to segment",
          "[seams][one-sided][X26]") {
    for (const float size : {1.0f, 0.15f}) {
        CAPTURE(size);
        World world = make_world(sleepless(soft_step_tuning()));
        add_line(world, size);
        const BodyId body = add_free_body(world, false, {0.04f, 0.3f}, {2.0f, 0.0f});
        for (int i = 0; i < 240; ++i) {
            REQUIRE(world.apply_force(body, {0.0f, -2000.0f}).code == ErrorCode::none); // two hundred times its weight
            run(world, 1);
            REQUIRE(position(world, body).y > 0.2f);
        }
        CHECK(near(position(world, body).x, 8.04f, 0.1f));
    }
}

// Sides are judged by the ball's middle, which is never behind a chain below it: so the sides that are solid cannot
// show. A ball on a chain overlaps several of its pieces, and moves away from those behind it.
TEST_CASE("a ball without friction swings in a one-sided bowl as far as in a two-sided one",
          "[seams][one-sided][X26]") {
    for (const Preset& preset : presets()) {
        for (const float size : {0.2f, 0.1f, 0.05f}) {
            CAPTURE(preset.name, size);
            float furthest[2][3]{};
            for (const bool one_sided : {false, true}) {
                World world = make_world(sleepless(preset.tuning));
                BodyDef def;
                def.type = BodyType::static_body;
                const BodyId bowl = *world.create_body(def);
                const auto at = [](float x) { return Vec2{x, 0.1f * x * x}; };
                for (int i = 0; i < static_cast<int>(std::lround(12.0f / size)); ++i) {
                    const float x = -6.0f + size * static_cast<float>(i);
                    ShapeDef shape;
                    shape.material.friction = 0.0f;
                    shape.geometry = Segment{at(x + size), at(x), one_sided};
                    REQUIRE(world.create_shape(bowl, shape).ok());
                }
                const BodyId ball = add_free_body(world, true, {-4.0f, 1.93f}, {});
                int turns = 0;
                for (int i = 0; i < 600 && turns < 3; ++i) {
                    run(world, 1);
                    const bool returns = velocity(world, ball).x * (turns % 2 == 0 ? 1.0f : -1.0f) < 0.0f;
                    if (i > 30 && returns) { furthest[one_sided ? 1 : 0][turns++] = std::abs(position(world, ball).x); }
                }
                REQUIRE(turns == 3);
            }
            for (int turn = 0; turn < 3; ++turn) {
                CAPTURE(turn);
                CHECK(near(furthest[1][turn], furthest[0][turn], 0.01f * furthest[0][turn]));
            }
        }
    }
}

TEST_CASE("a one-sided segment lets bodies from behind pass without contact, and is solid when they return",
          "[seams][one-sided][X26]") {
    for (const Preset& preset : presets()) {
        for (const float size : kSizes) {
            for (const bool round : {false, true}) {
                for (const Vec2 speed : {Vec2{0.0f, 4.3f}, Vec2{0.0f, 6.0f}, Vec2{2.0f, 5.0f}, Vec2{-4.0f, 7.0f}}) {
                    CAPTURE(preset.name, size, round, speed.x, speed.y);
                    const Vec2 from{0.04f, -0.5f};
                    World world = make_world(sleepless(preset.tuning));
                    World empty = make_world(sleepless(preset.tuning));
                    add_line(world, size);
                    const BodyId body = add_free_body(world, round, from, speed);
                    const BodyId free = add_free_body(empty, round, from, speed);
                    bool rises = true;
                    for (int i = 0; i < 60 && rises; ++i) {
                        run(world, 1);
                        run(empty, 1);
                        rises = velocity(empty, free).y > 0.0f;
                        // 2 mm: set down a step before it is clear
                        CHECK(near(position(world, body), position(empty, free), 2.0e-3f));
                    }
                    const bool clear = position(empty, free).y > 0.31f;
                    run(world, 120);
                    if (clear) {
                        CHECK(near(position(world, body).y, 0.3f, 0.011f));
                    } else if (position(empty, free).y < 0.27f) {
                        CHECK(position(world, body).y < -5.0f);
                    }
                }
            }
        }
    }
}

TEST_CASE("snapshots store which bodies came from behind a one-sided segment", "[seams][one-sided][X26][determinism]") {
    for (const Preset& preset : presets()) {
        INFO(preset.name);
        const auto make = [&] {
            World world = make_world(sleepless(preset.tuning));
            add_line(world, 1.0f);
            for (int i = 0; i < 8; ++i) {
                const float x = -8.0f + 2.0f * static_cast<float>(i);
                add_free_body(world, i % 2 == 0, {x, -0.5f - 0.05f * static_cast<float>(i)}, {1.0f, 5.0f});
            }
            return world;
        };
        for (const int at : {4, 9, 14}) {
            World a = make();
            run(a, at);
            World b = make();
            REQUIRE(!b.restore(snapshot_of(a)));
            for (int i = 0; i < 100; ++i) {
                run(a, 1);
                run(b, 1);
                REQUIRE(a.hash() == b.hash());
            }
        }
    }
}

// Nothing is behind the line, so the rank of its body, higher or lower than that of what lands on it, lets nothing
// through.
TEST_CASE("a one-sided segment of a dominating or dominated body is solid for bodies in front of it",
          "[seams][one-sided][dominance][X26]") {
    for (const Preset& preset : presets()) {
        for (const int rank : {-3, 0, 2}) {
            for (const bool line_first : {true, false}) { // which of the two is A in the contact
                CAPTURE(preset.name, rank, line_first);
                World world = make_world(sleepless(preset.tuning), {0.0f, 0.0f});
                BodyId body{};
                if (!line_first) { body = add_free_body(world, false, {0.0f, 0.5f}, {0.0f, -0.5f}); }
                BodyDef def;
                def.dominance = rank;
                const BodyId deck = *world.create_body(def);
                ShapeDef line;
                line.geometry = Segment{{2.0f, 0.0f}, {-2.0f, 0.0f}, true};
                REQUIRE(world.create_shape(deck, line).ok());
                ShapeDef ballast; // gives the deck a mass, out of reach
                ballast.geometry = Circle{{0.0f, -3.0f}, 0.5f};
                REQUIRE(world.create_shape(deck, ballast).ok());
                if (line_first) { body = add_free_body(world, false, {0.0f, 0.5f}, {0.0f, -0.5f}); }
                run(world, 180); // without a line they would be 0.8 m through each other by now
                const float above = position(world, body).y - position(world, deck).y;
                CHECK(above > 0.285f);
                CHECK(above < 1.2f); // a body that bounces away is not faster than it arrived
                if (rank > 0) { CHECK(length(velocity(world, deck)) < 1.0e-3f); } // it is as if infinitely heavy
                if (rank < 0) { CHECK(near(velocity(world, body).y, -0.5f, 1.0e-3f)); }
            }
        }
    }
}
