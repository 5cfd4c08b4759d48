// Characters: invariants of every move.
#include <catch2/catch_test_macros.hpp>

#include <string>

#include "engine/core/random.h"
#include "support/scene.h"

using namespace impulse;
using namespace impulse::test;

namespace {

BodyId add_character(World& world, Vec2 position, bool box) {
    BodyDef def;
    def.type = BodyType::kinematic_body;
    def.position = position;
    def.lock_rotation = true;
    const BodyId body = *world.create_body(def);
    ShapeDef shape;
    if (box) {
        shape.geometry = make_box(0.5f, 1.1f);
    } else {
        shape.geometry = Capsule{{0.0f, -0.3f}, {0.0f, 0.3f}, 0.25f};
    }
    (void)world.create_shape(body, shape);
    return body;
}

} // namespace

TEST_CASE("a character stands still on flat ground", "[character]") {
    for (const bool box : {false, true}) {
        World world = make_world({}, {0.0f, -10.0f});
        add_box(world, {0.0f, -0.5f}, 20.0f, 1.0f, {.type = BodyType::static_body});
        const BodyId body = add_character(world, {0.0f, 1.0f}, box);
        Vec2 v{};
        CharacterMove moved;
        for (int i = 0; i < 120; ++i) {
            v.y -= 10.0f / 60.0f;
            moved = *world.move_character(body, {}, v, kStep);
            v = moved.velocity;
            (void)world.step(kStep);
        }
        const Vec2 rest = position(world, body);
        CHECK(near(rest.y, 0.56f, 2.0e-3f));
        CHECK(moved.count == 1);
        CHECK(moved.hits[0].kind == CharacterHit::ground);
    }
}

TEST_CASE("a character drops through a row of one-way tiles wherever it stands on it", "[character][one-way]") {
    Random random(43);
    int stood = 0;
    std::string failed;
    for (int k = 0; k < 200; ++k) {
        World world = make_world({}, {0.0f, -10.0f});
        BodyDef def;
        def.type = random.below(2) == 0 ? BodyType::static_body : BodyType::kinematic_body;
        if (def.type == BodyType::kinematic_body) {
            def.velocity = {random.between(-1.0f, 1.0f), random.between(-1.0f, 1.0f)};
        }
        const BodyId row = *world.create_body(def);
        const float tile = random.between(0.2f, 1.5f);
        const bool chain = random.below(4) == 0;
        for (int i = -40; i < 40; ++i) {
            const float x = tile * static_cast<float>(i);
            ShapeDef shape;
            shape.geometry = make_box(tile, 0.3f, {x + 0.5f * tile, -0.15f});
            if (chain) { shape.geometry = Segment{{x + tile, 0.0f}, {x, 0.0f}}; }
            shape.rules.one_way = {0.0f, 1.0f};
            REQUIRE(world.create_shape(row, shape).ok());
        }
        const BodyId body = add_character(world, {random.between(-1.5f, 1.5f), 0.6f}, random.below(2) == 0);
        const float walk = random.below(2) == 0 ? 0.0f : random.between(-3.0f, 3.0f);
        Vec2 v{};
        for (int i = 0; i < 90; ++i) {
            if (i == 30) { stood += std::abs(position(world, body).y - position(world, row).y - 0.56f) < 0.02f; }
            v = {walk, v.y - 10.0f / 60.0f};
            v.y = world.move_character(body, {}, v, kStep, i == 30)->velocity.y;
            (void)world.step(kStep);
        }
        // Below the row after a second of free fall, which is 5 m.
        if (position(world, body).y - position(world, row).y > -2.0f) { failed += " " + std::to_string(k); }
    }
    CHECK(stood == 200);
    CHECK(failed == "");
}
