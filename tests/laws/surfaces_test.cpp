// Static friction and rolling resistance, under every solver.
#include <catch2/catch_test_macros.hpp>

#include <cmath>

#include "solvers/presets.h"
#include "support/scene.h"

using namespace impulse;
using namespace impulse::test;

TEST_CASE("between the two friction angles a box at rest stays, and a sliding one accelerates by Coulomb's law",
          "[friction]") {
    constexpr float kStill = 0.9f;
    constexpr float kSliding = 0.5f;
    constexpr float kSlope = 0.7f; // tangent
    const float c = 1.0f / std::sqrt(1.0f + kSlope * kSlope);
    for (const Preset& preset : presets()) {
        for (const float speed : {0.0f, 1.0f}) {
            INFO(preset.name << ", " << speed << " m/s");
            // The slope is level and gravity leans: -x is downhill.
            Tuning tuning = sleepless(preset.tuning);
            World world = make_world(tuning, {-kGravity * kSlope * c, -kGravity * c});
            add_box(world, {0.0f, -1.0f}, 400.0f, 2.0f,
                    {.friction = kSliding, .static_friction = kStill, .type = BodyType::static_body});
            const BodyId box = add_box(world, {0.0f, 0.25f}, 1.0f, 0.5f,
                                       {.friction = kSliding, .static_friction = kStill, .velocity = {-speed, 0.0f}});
            run(world, 120);
            std::vector<ContactInfo> contacts;
            world.contacts(contacts);
            REQUIRE(contacts.size() == 1);
            const float mixed = contacts[0].friction; // umbra and others mix in their own way
            const float still = mixed / kSliding * kStill;
            const float down = kGravity * c * (kSlope - mixed) * 2.0f;
            if (speed == 0.0f && still > kSlope) {
                CHECK(std::abs(position(world, box).x) < 0.01f);
            } else if (speed > 0.0f) {
                CHECK(near(velocity(world, box).x, -speed - down, 0.03f * (speed + down)));
            }
        }
    }
}

namespace {

void set_rolling_resistance(World& world, BodyId body, float value) {
    ShapeId shape;
    (void)world.shapes(body, {&shape, 1});
    Material material = world.shape_def(shape)->material;
    material.rolling_resistance = value;
    CHECK(!world.set_material(shape, material));
}

} // namespace

TEST_CASE("rolling resistance c decelerates a rolling disc by 2 c g / 3 and holds one at rest", "[friction][rolling]") {
    constexpr float kResistance = 0.05f;
    for (const Preset& preset : presets()) {
        INFO(preset.name);
        World world = make_world(sleepless(preset.tuning));
        add_floor(world);
        const auto add = [&](float x, float speed) {
            const BodyId body = add_disc(world, {x, 0.5f}, 0.5f, {.velocity = {speed, 0.0f}, .w = -speed / 0.5f});
            set_rolling_resistance(world, body, kResistance);
            return body;
        };
        const BodyId rolls = add(0.0f, 3.0f);
        const BodyId stops = add(-20.0f, 0.2f);
        run(world, 120);
        // Rolling: m a = f, I w' = f R - c R N, I = m R^2 / 2.
        const float slower = 2.0f / 3.0f * kResistance * kGravity * 2.0f;
        CHECK(near(velocity(world, rolls).x, 3.0f - slower, 0.05f * slower));
        CHECK(std::abs(velocity(world, stops).x) < 1.0e-3f);
        (void)world.apply_force(stops, {0.5f * kResistance * kGravity, 0.0f}); // half of what would make it roll
        (void)world.step(kStep);
        CHECK(std::abs(velocity(world, stops).x) < 2.0e-3f);
    }
}

// The impulse of the last step must not outlive the resistance: in each step it accelerated the disc backwards.
TEST_CASE("a disc rolls on at its velocity once the rolling resistance under it ends", "[friction][rolling]") {
    for (const Preset& preset : presets()) {
        for (const bool switches : {false, true}) {
            INFO(preset.name << (switches ? ", from softStep" : ""));
            World world = make_world(sleepless(switches ? Tuning{} : preset.tuning));
            add_floor(world);
            const BodyId disc = add_disc(world, {0.0f, 0.5f}, 0.5f, {.velocity = {4.0f, 0.0f}, .w = -8.0f});
            set_rolling_resistance(world, disc, 0.1f);
            run(world, 30);
            set_rolling_resistance(world, disc, 0.0f);
            REQUIRE(!world.set_tuning(sleepless(preset.tuning)));
            const float speed = velocity(world, disc).x;
            CHECK(near(speed, 3.7f, 0.1f));
            run(world, 120);
            CHECK(near(velocity(world, disc).x, speed, 0.01f));
            CHECK(near(*world.angular_velocity(disc), -2.0f * speed, 0.02f));
        }
    }
}
