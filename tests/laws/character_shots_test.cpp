// What flies at a character: it bounces off as off any kinematic body, with the same events, whatever moves are made.
#include <catch2/catch_test_macros.hpp>

#include <cmath>

#include "engine/core/random.h"
#include "solvers/presets.h"
#include "support/characters.h"
#include "support/effort.h"

using namespace impulse;
using namespace impulse::test;

namespace {

/// A body that flies at a kinematic body.
struct Shot {
    float mass = 1.0f;        // kg
    float restitution = 0.0f; // of both
    float speed = 10.0f;      // m/s, towards +x
    float walk = 0.0f;        // m/s, of the kinematic body
    float start = -2.0f;      // m
    bool box = false;
    bool fast = false; // a bullet
    float skin = 0.01f;
    float push = 5.0f;  // N s
    bool waits = false; // a step of 0 s is between each move and the next step
};

struct Seen {
    int begun = 0;
    int hits = 0;
    float approach = 0.0f; // m/s
    float impulse = 0.0f;  // N s
    Vec2 v;                // m/s, at the end
    float gap = 0.0f;      // m, at the end
    float nudged = 0.0f;   // m: how far the kinematic body got off its way
};

/// Half a second longer than it takes to arrive. `moves`: the kinematic body is moved as a character.
Seen shoot(const Shot& shot, bool moves) {
    World world = make_world({}, {});
    const Made made{
        .mass = shot.mass, .friction = 0.0f, .restitution = shot.restitution, .velocity = {shot.speed, 0.0f}};
    const BodyId body = shot.box ? add_box(world, {shot.start - 0.2f, 0.0f}, 0.4f, 0.4f, made)
                                 : add_disc(world, {shot.start - 0.2f, 0.0f}, 0.2f, made);
    REQUIRE_FALSE(world.set_bullet(body, shot.fast));
    const BodyId target = add_character(world, {0.3f, 0.0f}, make_box(0.6f, 1.4f));
    if (!moves) { REQUIRE_FALSE(world.set_velocity(target, {shot.walk, 0.0f})); }
    CharacterDef def;
    def.skin = shot.skin;
    def.push_impulse = shot.push;
    Seen seen;
    const auto step = [&](float dt) {
        run(world, 1, dt);
        for (const Event& event : world.events()) {
            seen.begun += event.type == EventType::contact_begin;
            if (event.type != EventType::contact_hit) { continue; }
            ++seen.hits;
            seen.approach = event.approach_speed;
            seen.impulse = event.impulse;
        }
    };
    const float time = -shot.start / (shot.speed - shot.walk) + 0.5f;
    const int steps = static_cast<int>(time / kStep);
    for (int i = 0; i < steps; ++i) {
        if (moves) {
            REQUIRE(world.move_character(target, def, {shot.walk, 0.0f}, kStep).ok());
            REQUIRE_FALSE(world.carry_character(target, def, kStep));
        }
        if (shot.waits) { step(0.0f); }
        step(kStep);
    }
    seen.v = *world.velocity(body);
    const float x = position(world, target).x;
    seen.gap = x - 0.3f - position(world, body).x - 0.2f;
    seen.nudged = std::abs(x - 0.3f - shot.walk * kStep * static_cast<float>(steps));
    return seen;
}

Shot random_shot(Random& random, float walk) {
    Shot shot;
    shot.mass = std::exp(random.between(-3.5f, 4.0f));
    shot.restitution = random.below(2) == 0 ? 0.0f : random.between(0.1f, 0.95f);
    shot.walk = walk;
    shot.speed = max(walk, 0.0f) + random.between(1.5f, 40.0f); // above the threshold of bounces, 1 m/s
    shot.start = -random.between(0.5f, 3.0f);
    shot.box = random.below(3) == 0;
    shot.fast = random.below(4) == 0;
    shot.push = random.below(3) == 0 ? 0.0f : 5.0f;
    return shot;
}

/// The impact law, for a kinematic body that goes on: v' = u - e (v - u), p = (1 + e) m (v - u). 1e-3 of the approach
/// speed is what the soft contact leaves.
void check_impact(const Shot& shot, const Seen& seen) {
    const float approach = shot.speed - shot.walk;
    const float fine = 1.0e-3f * approach;
    CHECK(seen.begun >= 1);
    CHECK(seen.hits == 1);
    CHECK(near(seen.approach, approach, fine));
    CHECK(near(seen.impulse, (1.0f + shot.restitution) * shot.mass * approach, shot.mass * fine));
    CHECK(near(seen.v.x, shot.walk - shot.restitution * approach, fine));
}

} // namespace

TEST_CASE("what flies at a kinematic body that goes away bounces off it by the impact law", "[character][shots]") {
    Random random(311);
    for (int i = 0; i < samples_of(300); ++i) {
        const Shot shot = random_shot(random, random.between(0.0f, 6.0f));
        CAPTURE(i, shot.mass, shot.restitution, shot.speed, shot.walk, shot.start, shot.box, shot.fast);
        const Seen seen = shoot(shot, false);
        CAPTURE(seen.begun, seen.hits, seen.approach, seen.impulse, seen.v.x, seen.gap);
        check_impact(shot, seen);
    }
}

TEST_CASE("what flies at a character that stands bounces off it by the impact law", "[character][shots]") {
    Random random(313);
    for (int i = 0; i < samples_of(300); ++i) {
        Shot shot = random_shot(random, 0.0f);
        shot.skin = i % 4 == 0 ? 0.05f : 0.01f;
        CAPTURE(i, shot.mass, shot.restitution, shot.speed, shot.start, shot.box, shot.fast, shot.skin, shot.push);
        const Seen seen = shoot(shot, true);
        CAPTURE(seen.begun, seen.hits, seen.approach, seen.impulse, seen.v.x, seen.gap, seen.nudged);
        check_impact(shot, seen);
        // What comes to rest at the shape, a slop deep at most, moves the character out of its skin.
        CHECK(seen.nudged < shot.skin + Tuning{}.linear_slop);
    }
}

TEST_CASE("what flies after a character that goes away bounces off it by the impact law", "[character][shots]") {
    Random random(317);
    for (int i = 0; i < samples_of(300); ++i) {
        const Shot shot = random_shot(random, random.between(0.05f, 6.0f));
        CAPTURE(i, shot.mass, shot.restitution, shot.speed, shot.walk, shot.start, shot.box, shot.fast, shot.push);
        const Seen seen = shoot(shot, true);
        CAPTURE(seen.begun, seen.hits, seen.approach, seen.impulse, seen.v.x, seen.gap, seen.nudged);
        check_impact(shot, seen);
        CHECK(seen.nudged < shot.skin + Tuning{}.linear_slop);
    }
}

TEST_CASE("steps of no time between a move and the next step change no impact", "[character][shots]") {
    Random random(337);
    for (int i = 0; i < samples_of(100); ++i) {
        Shot shot = random_shot(random, random.between(0.05f, 6.0f));
        shot.waits = true;
        CAPTURE(i, shot.mass, shot.restitution, shot.speed, shot.walk, shot.start, shot.box, shot.fast, shot.push);
        const Seen seen = shoot(shot, true);
        CAPTURE(seen.begun, seen.hits, seen.approach, seen.impulse, seen.v.x, seen.gap, seen.nudged);
        check_impact(shot, seen);
    }
}

// The walk adds nothing to the impact: what it gives a body is limited by `push_impulse`, and ends at its own speed.
TEST_CASE("what flies at a character that walks towards it bounces as off one that stands, and is pushed by the walk",
          "[character][shots]") {
    Random random(331);
    for (int i = 0; i < samples_of(300); ++i) {
        Shot shot = random_shot(random, 0.0f);
        shot.walk = -random.between(0.05f, 5.0f);
        shot.start = -random.between(1.0f, 3.0f);
        CAPTURE(i, shot.mass, shot.restitution, shot.speed, shot.walk, shot.start, shot.box, shot.fast, shot.push);
        const Seen seen = shoot(shot, true);
        CAPTURE(seen.begun, seen.hits, seen.approach, seen.impulse, seen.v.x, seen.gap);
        const float fine = 1.0e-3f * shot.speed;
        CHECK(seen.begun >= 1);
        CHECK(seen.hits == 1);
        CHECK(near(seen.approach, shot.speed, fine));
        CHECK(near(seen.impulse, (1.0f + shot.restitution) * shot.mass * shot.speed, shot.mass * fine));
        const float bounced = shot.restitution * shot.speed;
        CHECK(-seen.v.x > bounced - fine);
        CHECK(-seen.v.x < max(bounced, shot.push > 0.0f ? -shot.walk : 0.0f) + fine);
    }
}

// The normal of an upright side has a rounding error along it, of either sign: it must not decide whether a walk up or
// down goes towards what flies there. Before, a quarter of these were m/s apart.
TEST_CASE("what flies at a character that moves up or down moves as in the mirror", "[character][shots]") {
    Random random(347);
    for (int i = 0; i < samples_of(160); ++i) {
        const Preset preset = presets()[static_cast<size_t>(i) % presets().size()];
        const float wide = random.between(0.3f, 1.0f);
        const float high = random.between(0.3f, 1.0f);
        const Vec2 v{random.between(1.0f, 6.0f), random.between(-4.0f, 4.0f)};
        const Vec2 at{random.between(0.05f, 0.3f), random.between(-0.5f, 0.5f)};
        const float walk = random.between(-4.0f, 4.0f);
        const auto flight = [&](float side, Vec2& position_at, Vec2& velocity_at) {
            World world = make_world(sleepless(preset.tuning));
            const BodyId id = add_character(world, {}, Capsule{{0.0f, -0.35f}, {0.0f, 0.35f}, 0.3f});
            const Vec2 from{side * (-0.3f - at.x - 0.5f * wide), at.y};
            const BodyId box = add_box(world, from, wide, high, {.restitution = 0.3f, .velocity = {side * v.x, v.y}});
            for (int k = 0; k < 25; ++k) {
                REQUIRE(world.move_character(id, {}, {0.0f, walk}, kStep).ok());
                run(world, 1);
            }
            position_at = {side * position(world, box).x, position(world, box).y};
            velocity_at = {side * velocity(world, box).x, velocity(world, box).y};
        };
        Vec2 x[2];
        Vec2 u[2];
        flight(1.0f, x[0], u[0]);
        flight(-1.0f, x[1], u[1]);
        CAPTURE(preset.name, i, wide, high, v.x, v.y, at.x, at.y, walk, u[0].x, u[1].x, u[0].y, u[1].y);
        CHECK(near(x[0], x[1], 1.0e-5f));
        CHECK(near(u[0], u[1], 1.0e-5f));
    }
}

TEST_CASE("what flies at a character or after it emits begin and hit with every preset", "[character][shots]") {
    for (const Tuning& tuning : {Tuning{}, fx2d_preset(), ft_physics_preset(), umbra_preset(), wedekind_preset()}) {
        for (const float walk : {0.0f, 0.4f, 5.0f}) {
            for (const float speed : {8.0f, 20.0f}) {
                for (const float mass : {0.05f, 10.0f}) {
                    World world = make_world(tuning, {});
                    const BodyId body = add_disc(world, {-2.0f, 0.0f}, 0.2f,
                                                 {.mass = mass, .restitution = 0.6f, .velocity = {speed, 0.0f}});
                    const BodyId target = add_box(world, {0.3f, 0.0f}, 0.6f, 1.4f,
                                                  {.restitution = 0.6f, .type = BodyType::kinematic_body});
                    int begun = 0;
                    int hits = 0;
                    for (int k = 0; k < 90; ++k) {
                        REQUIRE(world.move_character(target, {}, {walk, 0.0f}, kStep).ok());
                        run(world, 1);
                        for (const Event& event : world.events()) {
                            begun += event.type == EventType::contact_begin;
                            hits += event.type == EventType::contact_hit;
                        }
                    }
                    CAPTURE(tuning.solver, walk, speed, mass, world.velocity(body)->x);
                    CHECK(begun >= 1);
                    CHECK(hits == 1);
                    // `fx2d` finds contacts within the step, before a move could see the body at the character. There
                    // the character stands where its move ended: the body bounces at e v, not at e (v - u) - u.
                    const float e = 0.6f;
                    const float most = walk - e * (speed - walk);
                    const float least = tuning.solver == SolverType::substepped_position ? -e * speed : most;
                    const float fine = 0.01f * speed;
                    CHECK(world.velocity(body)->x < most + fine);
                    CHECK(world.velocity(body)->x > least - fine);
                }
            }
        }
    }
}

TEST_CASE("a snapshot between a move and the step that repeats it goes on with the same bits", "[character][shots]") {
    World world = make_world({}, {});
    const BodyId body =
        add_disc(world, {-1.0f, 0.0f}, 0.2f, {.mass = 2.0f, .restitution = 0.5f, .velocity = {12.0f, 0.0f}});
    const BodyId target = add_character(world, {0.3f, 0.0f}, make_box(0.6f, 1.4f));
    for (int k = 0; k < 60; ++k) {
        const CharacterMove moved = *world.move_character(target, {}, {3.0f, 0.0f}, kStep);
        const Vec2 there = position(world, target);
        std::vector<std::byte> bytes(world.packed_bound());
        bytes.resize(world.snapshot_packed(bytes, true));
        World other = make_world({}, {});
        REQUIRE_FALSE(other.restore(bytes));
        run(other, 1);
        run(world, 1);
        REQUIRE(*other.velocity(body) == *world.velocity(body));
        REQUIRE(position(other, body) == position(world, body));
        REQUIRE(position(other, target) == position(world, target));
        // The step ends where the move did, and the body is at rest again. Floats near 4 m are 2^-22 apart.
        CHECK(near(position(world, target), there, 0x1p-21f));
        CHECK(*world.velocity(target) == moved.carry);
    }
    CHECK(world.velocity(body)->x < 0.0f);
}
