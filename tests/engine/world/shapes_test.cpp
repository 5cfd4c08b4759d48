#include <catch2/catch_test_macros.hpp>

#include <cmath>

#include "engine/core/random.h"
#include "support/scene.h"
#include "support/snapshots.h"
#include "world/state.h"

using namespace impulse;
using namespace impulse::test;

TEST_CASE("a shape's definition reads back as given, a polygon as its hull", "[world][round-trip]") {
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
    CHECK_FALSE(world.set_geometry(shape, Segment{{-1.0f, 0.0f}, {1.0f, 2.0f}, true}));
    CHECK(std::get<Segment>(world.shape_def(shape)->geometry).one_sided);
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

TEST_CASE("a surface velocity carries a body, and a material changed in contact acts at once", "[world]") {
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

namespace {

ShapeDef random_part(Random& random) {
    const Vec2 center{random.between(-5.0f, 5.0f), random.between(-5.0f, 5.0f)};
    ShapeDef def;
    def.density = static_cast<float>(random.below(4)); // a quarter without mass
    switch (random.below(3)) {
    case 0:
        def.geometry = Circle{center, random.between(0.1f, 1.0f)};
        break;
    case 1:
        def.geometry = make_box(1.0f, 0.5f, center, random.between(-3.0f, 3.0f));
        break;
    default:
        def.geometry = Segment{center, center + Vec2{1.0f, 0.0f}};
        break;
    }
    return def;
}

} // namespace

TEST_CASE("mass, centre and inertia after each added shape are those summed over all shapes, bit for bit", "[world]") {
    Random random(3);
    for (int n = 0; n < 20; ++n) {
        World world;
        const BodyId body = *world.create_body({});
        for (int i = 0; i < 12; ++i) {
            REQUIRE(world.create_shape(body, random_part(random)).ok());
            const MassData added = *world.mass_data(body);
            CHECK_FALSE(world.reset_mass(body));
            const MassData anew = *world.mass_data(body);
            CHECK(added.mass == anew.mass);
            CHECK(added.inertia == anew.inertia);
            CHECK(added.center == anew.center);
        }
    }
}

// The reference sums in double about the final centre: it cancels nothing, and its own rounding is nothing to that of
// floats. Twelve sums of positive floats are off by at most 12 * 2^-24 of themselves; the products in them add as much
// again.
TEST_CASE("the inertia of many shapes is the sum of those about the common centre", "[world]") {
    Random random(4);
    World world;
    const BodyId body = *world.create_body({});
    std::vector<std::pair<double, Vec2>> discs;
    double mass = 0.0, x = 0.0, y = 0.0;
    for (int i = 0; i < 12; ++i) {
        ShapeDef def;
        const Vec2 center{random.between(-5.0f, 5.0f), random.between(-5.0f, 5.0f)};
        def.geometry = Circle{center, 0.5f};
        REQUIRE(world.create_shape(body, def).ok());
        const double m = 3.14159265358979 * 0.25;
        discs.emplace_back(m, center);
        mass += m;
        x += m * static_cast<double>(center.x);
        y += m * static_cast<double>(center.y);
    }
    double inertia = 0.0;
    for (const auto& [m, center] : discs) {
        const double dx = static_cast<double>(center.x) - x / mass;
        const double dy = static_cast<double>(center.y) - y / mass;
        inertia += m * (0.5 * 0.25 + dx * dx + dy * dy);
    }
    const double found = static_cast<double>(world.mass_data(body)->inertia);
    CHECK(std::abs(found - inertia) < 24.0 * 0x1p-24 * inertia);
}

TEST_CASE("the next step updates the extents of every changed body", "[world]") {
    World world;
    BodyDef def;
    def.type = BodyType::kinematic_body;
    const BodyId gone = *world.create_body({});
    const BodyId turned = *world.create_body(def);
    const BodyId still = *world.create_body({});
    for (const BodyId body : {gone, turned, still}) {
        ShapeDef part;
        part.geometry = Circle{{3.0f, 0.0f}, 0.5f};
        REQUIRE(world.create_shape(body, part).ok());
        part.geometry = Circle{{-1.0f, 0.0f}, 0.5f};
        REQUIRE(world.create_shape(body, part).ok());
    }
    CHECK_FALSE(world.destroy_body(gone));
    REQUIRE(world.step(0.0f).ok());
    // About the origin of a body without mass, and about the centre (1, 0) of two equal discs.
    CHECK(near(world.state().slacks[turned.index()].extent, 3.5f, 1.0e-6f));
    CHECK(near(world.state().slacks[still.index()].extent, 2.5f, 1.0e-6f));
    CHECK(near(world.state().sweep_extents[still.index()].reach, 2.0f, 1.0e-6f));
    CHECK_FALSE(world.set_mass(still, {1.0f, 1.0f, {}}));
    REQUIRE(world.step(0.0f).ok());
    CHECK(near(world.state().slacks[still.index()].extent, 3.5f, 1.0e-6f));
}

TEST_CASE("the contacts of a body are those of the world's list with it, in the same order", "[world]") {
    World world = make_world(umbra_preset());
    Made fixed;
    fixed.type = BodyType::static_body;
    std::vector<BodyId> bodies{add_box(world, {0.0f, -0.5f}, 40.0f, 1.0f, fixed)};
    for (int i = 0; i < 30; ++i) {
        const float row = static_cast<float>(i / 6);
        bodies.push_back(add_box(world, {1.01f * static_cast<float>(i % 6) + 0.3f * row, 0.5f + row}, 1.0f, 1.0f));
    }
    run(world, 10);
    std::vector<ContactInfo> all, own;
    world.contacts(all);
    REQUIRE(all.size() > 30);
    for (const BodyId body : bodies) {
        REQUIRE_FALSE(world.contacts(body, own));
        size_t i = 0;
        for (const ContactInfo& contact : all) {
            if (!(contact.body_a == body) && !(contact.body_b == body)) { continue; }
            REQUIRE(i < own.size());
            CHECK(own[i].shape_a == contact.shape_a);
            CHECK(own[i].shape_b == contact.shape_b);
            CHECK(own[i].points[0].point == contact.points[0].point);
            ++i;
        }
        CHECK(i == own.size());
    }
    CHECK_FALSE(world.destroy_body(bodies[3]));
    CHECK(world.contacts(bodies[3], own).code == ErrorCode::destroyed);
}

TEST_CASE("what is read of directions and of lengths in any unit, and is set again, reads the same",
          "[world][round-trip]") {
    Random random(5);
    for (int i = 0; i < 2000; ++i) {
        WorldDef def;
        def.length_unit = i == 0 ? 0.02f : std::exp2(random.between(-12.0f, 12.0f));
        def.tuning.sleep_linear = i == 0 ? 0.05f : std::exp2(random.between(-9.0f, 3.0f));
        def.tuning.max_push_speed = random.between(0.1f, 9.0f);
        World world(def);
        const Tuning read = world.tuning();
        CAPTURE(def.length_unit, def.tuning.sleep_linear, read.sleep_linear);
        CHECK(near(read.sleep_linear / def.tuning.sleep_linear, 1.0f, 0x1p-22f)); // two roundings of half an ulp
        def.tuning = read;
        CHECK(World(def).tuning() == read);

        const BodyId body = add_box(world, {}, 1.0f, 1.0f);
        ShapeId shape;
        REQUIRE(*world.shapes(body, {&shape, 1}) == 1u);
        const Vec2 way{random.between(-9.0f, 9.0f), random.between(-9.0f, 9.0f)};
        REQUIRE(!world.set_rules(shape, {.one_way = way}));
        const ShapeRules rules = *world.rules(shape);
        CHECK(near(length(rules.one_way), 1.0f, 1.0e-6f));
        CHECK(near(cross(normalize(way), rules.one_way), 0.0f, 1.0e-6f));
        REQUIRE(!world.set_rules(shape, rules));
        CHECK(world.rules(shape)->one_way == rules.one_way);
    }
}

TEST_CASE("the count of sensors follows shapes that are made, changed, destroyed and restored", "[world][sensors]") {
    World world;
    const auto add = [&](BodyId body, bool sensor) {
        ShapeDef def;
        def.geometry = Circle{{}, 0.5f};
        def.sensor = sensor;
        return *world.create_shape(body, def);
    };
    BodyDef fixed;
    fixed.type = BodyType::static_body;
    const BodyId wall = *world.create_body(fixed);
    const BodyId ball = *world.create_body({});
    const ShapeId solid = add(wall, false);
    CHECK(world.state().sensors == 0);
    const ShapeId gate = add(wall, true);
    add(ball, true);
    CHECK(world.state().sensors == 2);
    CHECK_FALSE(world.set_rules(solid, {.sensor = true}));
    CHECK_FALSE(world.set_rules(solid, {.sensor = true}));
    CHECK(world.state().sensors == 3);
    const Bytes bytes = snapshot_of(world);
    const Bytes packed = packed_snapshot_of(world, true);
    CHECK_FALSE(world.set_rules(solid, {}));
    CHECK_FALSE(world.destroy_shape(gate));
    CHECK(world.state().sensors == 1);
    CHECK_FALSE(world.destroy_body(ball));
    CHECK(world.state().sensors == 0);
    for (const Bytes& from : {bytes, packed}) {
        World other;
        REQUIRE_FALSE(other.restore(from));
        CHECK(other.state().sensors == 3);
        CHECK_FALSE(other.destroy_body(wall));
        CHECK(other.state().sensors == 1);
    }
}
