/// Bodies that tests move as characters.
#pragma once

#include <catch2/catch_test_macros.hpp>

#include "support/scene.h"

namespace impulse::test {

/// m: how deep a cast lets the hull, with the options of `CharacterDef{}`.
inline constexpr float kCut = 0.25f * CharacterDef{}.skin;

inline BodyId add_character(World& world, Vec2 position, const Geometry& geometry, float angle = 0.0f) {
    BodyDef def;
    def.type = BodyType::kinematic_body;
    def.position = position;
    def.angle = angle;
    const BodyId body = *world.create_body(def);
    ShapeDef shape;
    shape.geometry = geometry;
    REQUIRE(world.create_shape(body, shape).ok());
    return body;
}

} // namespace impulse::test
