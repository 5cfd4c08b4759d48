// Bodies that slide along kinematic walls that turn. Continuous collision stops them at the wall, which turns into
// their path in each step; from there they slide along it in its frame (world/sweeper.cpp).
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

BodyId add_turning(World& world, float w, const std::vector<Polygon>& walls) {
    BodyDef def;
    def.type = BodyType::kinematic_body;
    def.angular_velocity = w;
    return add_shapes(world, def, walls, 0.0f);
}

/// m: in the frame of a body.
Vec2 local_position(const World& world, BodyId frame, BodyId body) {
    const Transform at = *world.transform(frame);
    return inverse_rotate(at.q, position(world, body) - at.p);
}

} // namespace

// In the frame of the wall only the centrifugal force acts along it: r'' = w^2 r, so r(t) = r0 cosh(w t).
TEST_CASE("a body slides out along a turning wall as fast as the centrifugal force drives it", "[law][turning][X16]") {
    for (const Preset& preset : presets()) {
        for (uint64_t seed = 1; seed <= seeds_of(20); ++seed) {
            Random random(seed);
            const float w = random.between(2.0f, 8.0f);
            const float half = random.between(1.0f, 3.0f);
            const float size = random.between(0.08f, 0.2f);
            const float from = 2.0f * size + 0.05f;
            World world = make_world(sleepless(preset.tuning), {});
            const BodyId wall = add_turning(world, w, {make_box(2.0f * half, 0.2f, {0.0f, -0.1f})});
            const Made made{.friction = 0.0f, .velocity = {-w * size, w * from}, .w = w};
            const BodyId body = seed % 2 == 0 ? add_disc(world, {from, size}, size, made)
                                              : add_box(world, {from, size}, 2.0f * size, 2.0f * size, made);
            const float end = 0.9f * half - size;
            int steps = 0;
            float deep = 0.0f;
            while (local_position(world, wall, body).x < end && steps < 600) {
                (void)world.step(kStep);
                ++steps;
                deep = max(deep, size - local_position(world, wall, body).y);
            }
            const float exact = std::acosh(end / from) / w;
            CAPTURE(preset.name, seed, w, half, size, exact, steps, deep);
            CHECK(static_cast<float>(steps) * kStep >= 0.97f * exact - kStep);
            CHECK(static_cast<float>(steps) * kStep <= 1.08f * exact + kStep);
            CHECK(deep <= 0.5f * size); // c / 2 (continuous.h)
        }
    }
}

// What a drum does to a body in it depends on the speed of its rim. Each wall gives the body the speed of the wall
// across it; sliding on, it keeps that, and meets the next one.
TEST_CASE("no body in a turning drum is much faster than its rim", "[law][energy][turning][X16]") {
    for (const Preset& preset : presets()) {
        for (uint64_t seed = 1; seed <= seeds_of(24); ++seed) {
            Random random(seed + 100);
            const float half = random.between(1.4f, 3.0f);
            const float w = random.between(2.0f, 5.0f) * (seed % 2 == 0 ? 1.0f : -1.0f);
            const float gravity = seed % 3 == 0 ? 0.0f : kGravity;
            World world = make_world(sleepless(preset.tuning), {0.0f, -gravity});
            std::vector<Polygon> walls;
            for (const float side : {-1.0f, 1.0f}) {
                walls.push_back(make_box(2.0f * half + 0.8f, 0.4f, {0.0f, side * (half + 0.2f)}));
                walls.push_back(make_box(0.4f, 2.0f * half + 0.8f, {side * (half + 0.2f), 0.0f}));
            }
            const BodyId drum = add_turning(world, w, walls);
            const float size = random.between(0.5f, 0.9f);
            std::vector<Polygon> parts{make_box(size, 0.22f * size)};
            if (seed % 4 != 0) { parts.push_back(make_box(0.22f * size, size)); } // a cross
            BodyDef def;
            def.position = {random.between(-0.6f, 0.6f), random.between(-0.6f, 0.6f)};
            def.angle = random.between(-kPi, kPi);
            def.velocity = {random.between(-2.0f, 2.0f), random.between(-2.0f, 2.0f)};
            const BodyId body = add_shapes(world, def, parts, 0.0f);
            float fastest = 0.0f;
            for (int i = 0; i < steps_of(10.0f); ++i) {
                (void)world.step(kStep);
                fastest = max(fastest, length(velocity(world, body)));
            }
            const float corner = std::sqrt(2.0f) * half;
            const float most = 1.5f * std::abs(w) * corner + std::sqrt(2.0f * gravity * 2.0f * corner);
            CAPTURE(preset.name, seed, half, w, gravity, size, fastest, most);
            CHECK(fastest <= most);
            CHECK(length(local_position(world, drum, body)) <= corner);
        }
    }
}
