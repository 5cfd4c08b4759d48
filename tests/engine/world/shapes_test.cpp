#include <catch2/catch_test_macros.hpp>

#include "support/scene.h"

using namespace impulse;
using namespace impulse::test;

TEST_CASE("a shape's definition comes back as it was given, a polygon as its hull", "[world][round-trip]") {
    World world;
    const BodyId body = *world.create_body({});
    ShapeDef def;
    def.geometry = Circle{{0.5f, 0.25f}, 0.75f};
    def.density = 2.5f;
    def.material = {0.3f, 0.4f, 0.5f, 0.1f, -1.5f};
    def.filter = {6, 0xff, -4};
    def.sensor = true;
    const ShapeId shape = *world.create_shape(body, def);
    const ShapeDef back = *world.shape_def(shape);
    const Circle circle = std::get<Circle>(back.geometry);
    CHECK(circle.center == Vec2{0.5f, 0.25f});
    CHECK(circle.radius == 0.75f);
    CHECK(back.density == 2.5f);
    CHECK(back.material.friction == 0.3f);
    CHECK(back.material.static_friction == 0.4f);
    CHECK(back.material.restitution == 0.5f);
    CHECK(back.material.rolling_resistance == 0.1f);
    CHECK(back.material.tangent_speed == -1.5f);
    CHECK(back.filter.category == 6);
    CHECK(back.filter.mask == 0xff);
    CHECK(back.filter.group == -4);
    CHECK(back.sensor);
    CHECK(*world.shape_body(shape) == body);

    CHECK_FALSE(world.set_geometry(shape, Capsule{{-1.0f, 0.0f}, {1.0f, 0.0f}, 0.25f}));
    CHECK(std::get<Capsule>(world.shape_def(shape)->geometry).b == Vec2{1.0f, 0.0f});
    CHECK_FALSE(world.set_geometry(shape, Segment{{-1.0f, 0.0f}, {1.0f, 2.0f}}));
    CHECK(std::get<Segment>(world.shape_def(shape)->geometry).b == Vec2{1.0f, 2.0f});
    Polygon clockwise;
    clockwise.points = {Vec2{0.0f, 0.0f}, Vec2{0.0f, 1.0f}, Vec2{1.0f, 1.0f}, Vec2{1.0f, 0.0f}, Vec2{0.5f, 0.5f}};
    clockwise.count = 5;
    CHECK_FALSE(world.set_geometry(shape, clockwise));
    const Polygon hull = std::get<Polygon>(world.shape_def(shape)->geometry);
    REQUIRE(hull.count == 4);
    float area = 0.0f;
    for (size_t i = 0; i < 4; ++i) { area += 0.5f * cross(hull.points[i], hull.points[(i + 1) % 4]); }
    CHECK(near(area, 1.0f, 1.0e-6f));
    CHECK_FALSE(world.set_density(shape, 4.0f));
    CHECK(world.shape_def(shape)->density == 4.0f);
    CHECK_FALSE(world.set_material(shape, {0.9f}));
    CHECK(world.shape_def(shape)->material.friction == 0.9f);
    CHECK_FALSE(world.set_filter(shape, {2, 3, 4}));
    CHECK(world.shape_def(shape)->filter.category == 2);
    CHECK(world.shape_def(shape)->filter.mask == 3);
    CHECK(world.shape_def(shape)->filter.group == 4);
}

TEST_CASE("shapes of a body are listed in order of creation and counted when the list is too short", "[world]") {
    World world;
    const BodyId body = *world.create_body({});
    std::vector<ShapeId> made;
    for (int i = 0; i < 4; ++i) {
        ShapeDef def;
        def.geometry = Circle{{static_cast<float>(i), 0.0f}, 0.5f};
        made.push_back(*world.create_shape(body, def));
    }
    CHECK_FALSE(world.destroy_shape(made[1]));
    ShapeId found[4];
    CHECK(*world.shapes(body, found) == 3);
    CHECK(found[0] == made[0]);
    CHECK(found[1] == made[2]);
    CHECK(found[2] == made[3]);
    CHECK(*world.shapes(body, std::span(found, 1)) == 3);
    CHECK(world.shape_count() == 3);
    const Aabb box = *world.aabb(body);
    CHECK(near(box.lower, {-0.5f, -0.5f}, 1.0e-6f));
    CHECK(near(box.upper, {3.5f, 0.5f}, 1.0e-6f));
}

TEST_CASE("a belt carries by its tangent speed, and material changed under contact acts at once", "[world]") {
    World world = make_world(umbra_preset());
    const BodyId floor = add_floor(world, 0.8f);
    const BodyId box = add_box(world, {0.0f, 0.5f}, 1.0f, 1.0f, {.friction = 0.8f});
    run(world, 120);
    ShapeId shape[1];
    REQUIRE(*world.shapes(floor, shape) == 1);
    CHECK_FALSE(world.set_material(shape[0], {.friction = 0.8f, .tangent_speed = 2.0f}));
    run(world, 60);
    CHECK(near(std::abs(velocity(world, box).x), 2.0f, 1.0e-3f));
    CHECK_FALSE(world.set_material(shape[0], {.friction = 0.0f}));
    run(world, 60);
    CHECK(near(std::abs(velocity(world, box).x), 2.0f, 1.0e-3f)); // nothing holds it any more
}
