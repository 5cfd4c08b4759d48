// Characters: invariants of every move.
#include <catch2/catch_test_macros.hpp>

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
