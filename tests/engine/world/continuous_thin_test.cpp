// X17 for bodies thinner than the slop: between a wall and the floor that it stands on there is a crack for a body that
// overlaps the floor.
#include <algorithm>
#include <array>
#include <catch2/catch_test_macros.hpp>
#include <cmath>

#include "support/effort.h"
#include "support/scene.h"
#include "support/sweeps.h"
#include "world/state.h"

using namespace impulse;
using namespace impulse::test;

namespace {

constexpr uint32_t kSolids = 7;
constexpr uint32_t kLine = 7;

/// Shapes `thickness` thick and `length` long, as far as they have a length.
Geometry thin(uint32_t kind, float thickness, float length) {
    const float h = 0.5f * thickness;
    const float l = 0.5f * std::max(length, 2.0f * thickness);
    Polygon wedge;
    wedge.count = 3;
    wedge.points = {Vec2{-l, -h}, Vec2{l, -h}, Vec2{-l, h}};
    switch (kind) {
    case 0:
        return make_box(2.0f * l, thickness);
    case 1:
        return make_box(thickness, thickness);
    case 2:
        return Capsule{{h - l, 0.0f}, {l - h, 0.0f}, h};
    case 3:
        return Circle{{}, h};
    case 4:
        return make_box(2.0f * l, thickness, {}, 0.0f, 0.25f * thickness);
    case 5:
        return wedge;
    case 6:
        return make_box(thickness, 2.0f * l); // on end
    default:
        return Segment{{-l, 0.0f}, {l, 0.0f}};
    }
}

BodyId add_solid(World& world, Vec2 at, float angle, const Geometry& geometry, float friction,
                 BodyType type = BodyType::static_body) {
    BodyDef def;
    def.type = type;
    def.position = at;
    def.angle = angle;
    const BodyId body = *world.create_body(def);
    ShapeDef shape;
    shape.geometry = geometry;
    shape.material.friction = friction;
    (void)*world.create_shape(body, shape);
    return body;
}

/// Something thin flies or slides to the right over a floor, where at x = 5 m stands a wall that leans by up to half a
/// radian. Both are long: who gets to the other side went through one of them.
struct Shot {
    World world;
    BodyId body;
    BodyId wall;
    float dt;
    float force = 0.0f;

    Shot(uint64_t seed, bool line, bool continuous) : world(make_world({}, {})) {
        Random random(seed);
        Tuning tuning = preset_tuning(static_cast<int>(seed % kPresets));
        tuning.continuous = continuous;
        (void)world.set_tuning(tuning);
        const std::array<float, 4> weights{0.0f, 1.0f, 1.0f, 10.0f};
        (void)world.set_gravity({0.0f, -kGravity * weights[random.below(4)]});
        dt = std::array<float, 3>{1.0f / 30.0f, 1.0f / 60.0f, 1.0f / 120.0f}[random.below(3)];
        const float friction = random.below(2) == 0 ? 0.0f : 0.6f;
        constexpr float kLong = 4000.0f;
        if (random.below(2) == 0) {
            (void)add_solid(world, {0.0f, -0.5f}, 0.0f, make_box(kLong, 1.0f), friction);
        } else {
            (void)add_solid(world, {}, 0.0f, Segment{{-0.5f * kLong, 0.0f}, {0.5f * kLong, 0.0f}}, friction);
        }
        const float lean = random.below(2) == 0 ? 0.0f : random.between(-0.5f, 0.5f);
        Geometry upright = Segment{{}, {0.0f, kLong}};
        if (random.below(2) == 0) { upright = make_box(0.2f, kLong, {0.1f, 0.5f * kLong}); }
        const bool kinematic = random.below(4) == 0;
        // A box that leans to the left stands on its right corner: without a gap that is one of the scene's own.
        wall = add_solid(world, {5.0f, lean > 0.0f ? -0.2f * std::sin(lean) : 0.0f}, lean, upright, friction,
                         kinematic ? BodyType::kinematic_body : BodyType::static_body);

        const float thickness = spread(random, 0.0005f, 0.02f);
        const float length = spread(random, 0.02f, 1.0f);
        const uint32_t kind = line ? kLine : random.below(kSolids);
        BodyDef def;
        def.angle = random.below(2) == 0 ? 0.0f : random.between(-0.3f, 0.3f);
        def.angular_velocity = random.below(4) == 0 ? random.between(-100.0f, 100.0f) : 0.0f;
        const float reach = 0.5f * std::max(length, 2.0f * thickness);
        const float rise = kind == 6 ? reach : 0.5f * thickness + std::abs(std::sin(def.angle)) * reach;
        const float above = random.below(2) == 0 ? 0.0f : random.between(0.0f, 0.02f);
        def.position = {random.between(-1.0f, 2.0f), 1.0e-4f + rise + above};
        const float speed = spread(random, 5.0f, 400.0f);
        def.velocity = {speed, random.below(2) == 0 ? 0.0f : -0.3f * speed * random.between(0.0f, 1.0f)};
        body = *world.create_body(def);
        ShapeDef shape;
        shape.geometry = thin(kind, thickness, length);
        shape.material.friction = friction;
        shape.material.restitution = random.below(2) == 0 ? 0.0f : random.between(0.0f, 1.0f);
        (void)*world.create_shape(body, shape);
        if (random.below(3) == 0) { force = 100.0f * world.mass_data(body)->mass; } // and it goes on pushing
    }

    bool passes() {
        const int steps = static_cast<int>(0.75f / dt);
        for (int step = 0; step < steps; ++step) {
            if (force > 0.0f) { (void)world.apply_force(body, {force, 0.0f}); }
            (void)world.step(dt);
            const Vec2 c = *world.world_center(body);
            if (c.y < -0.02f || inverse_transform(*world.transform(wall), c).x > 0.1f) { return true; }
        }
        return false;
    }
};

} // namespace

TEST_CASE("no body is too thin for a wall on a floor", "[X17][fuzz]") {
    for (const bool continuous : {true, false}) {
        const uint64_t count = continuous ? seeds_of(6000) : 300;
        uint64_t passed = 0;
        for (uint64_t seed = 0; seed < count; ++seed) {
            if (!Shot(seed, false, continuous).passes()) { continue; }
            CAPTURE(seed);
            if (continuous) { FAIL_CHECK("through"); }
            ++passed;
        }
        if (!continuous) { CHECK(passed > 50); } // the test can fail
    }
}

TEST_CASE("a segment on a dynamic body rarely passes under the end of a wall", "[X17][fuzz]") {
    int passed = 0;
    for (uint64_t seed = 0; seed < seeds_of(2000); ++seed) { passed += Shot(seed, true, true).passes() ? 1 : 0; }
    // It has no thickness by which it could stay above a floor: who lies in it by a twentieth of a millimetre is below
    // the wall. Sweeps stop it in front of that, where contacts mostly see the wall's end. Of 40,000 seeds two pass.
    CHECK(passed == 0);
}

TEST_CASE("a thin plate slides along the floor by its speed times time, within 3 %", "[X17]") {
    for (int index = 0; index < kPresets; ++index) {
        for (const bool segment : {false, true}) {
            for (const float thickness : {0.001f, 0.0025f, 0.005f, 0.01f}) {
                for (const float speed : {1.0f, 10.0f, 100.0f}) {
                    World world = make_world(sleepless(preset_tuning(index)), {0.0f, -kGravity});
                    const Geometry ground = segment ? Geometry{Segment{{-10.0f, 0.0f}, {1000.0f, 0.0f}}}
                                                    : Geometry{make_box(1010.0f, 2.0f, {495.0f, -1.0f})};
                    (void)add_solid(world, {}, 0.0f, ground, 0.0f);
                    const BodyId plate = add_box(world, {0.0f, 0.5f * thickness}, 0.05f, thickness,
                                                 {.friction = 0.0f, .velocity = {speed, 0.0f}});
                    run(world, 120);
                    const Vec2 c = *world.world_center(plate);
                    CAPTURE(index, segment, thickness, speed, c.x, c.y);
                    // Fx2D lets a body rest 0.24 mm deep, where one of 1 mm must be watched: on its way there it is
                    // held up.
                    CHECK(std::abs(c.x - 2.0f * speed) <= 0.03f * 2.0f * speed);
                    CHECK(c.y > 0.0f);
                }
            }
        }
    }
}
