// The two coefficients of Coulomb friction: a body at rest stays below the angle of static friction, a sliding one has
// kinetic friction. From the first step on, under every solver, for single bodies and for bodies on each other.
#include <catch2/catch_test_macros.hpp>

#include <cmath>
#include <vector>

#include "solvers/presets.h"
#include "support/effort.h"
#include "support/scene.h"

using namespace impulse;
using namespace impulse::test;

namespace {

constexpr float kStill = 0.8f;

enum class Load { box, lying_capsule, two_planks, heavy_on_light };

/// Along a slope whose tangent is `steep`; what lies on it is flush with it. The last body is on top.
struct Slope {
    World world;
    Vec2 x;
    std::vector<BodyId> bodies{};
    std::vector<Vec2> from{};

    Slope(const Tuning& tuning, Load load, float steep, float sliding, float speed)
        : world(make_world(sleepless(tuning))) {
        const float angle = std::atan(steep);
        x = {std::cos(angle), std::sin(angle)};
        const Vec2 up{-x.y, x.x};
        Made made{.friction = sliding, .static_friction = kStill, .velocity = -speed * x, .angle = angle};
        Made floor = made;
        floor.type = BodyType::static_body;
        floor.velocity = {};
        add_box(world, -1.0f * up, 300.0f, 2.0f, floor);
        switch (load) {
        case Load::box:
            bodies.push_back(add_box(world, 0.2f * up, 0.8f, 0.4f, made));
            break;
        case Load::lying_capsule:
            bodies.push_back(add_body(world, 0.2f * up, Capsule{{-0.4f, 0.0f}, {0.4f, 0.0f}, 0.2f}, 0.45f, made));
            break;
        case Load::two_planks:
        case Load::heavy_on_light:
            bodies.push_back(add_box(world, 0.1f * up, 1.6f, 0.2f, made));
            made.mass = load == Load::heavy_on_light ? 2.0f : 1.0f;
            bodies.push_back(add_box(world, 0.3f * up, 1.6f, 0.2f, made));
            break;
        }
        for (const BodyId body : bodies) { from.push_back(position(world, body)); }
    }
    float down(size_t i) const { return -dot(position(world, bodies[i]) - from[i], x); }
};

constexpr Load kLoads[] = {Load::box, Load::lying_capsule, Load::two_planks, Load::heavy_on_light};

/// Mixed as the preset mixes.
float mixed(const Tuning& tuning, float friction) {
    World world = make_world(tuning, {});
    add_box(world, {}, 1.0f, 1.0f, {.friction = friction, .type = BodyType::static_body});
    add_box(world, {0.0f, 1.0f}, 1.0f, 1.0f, {.friction = friction});
    run(world, 1);
    std::vector<ContactInfo> contacts;
    world.contacts(contacts);
    return contacts.at(0).friction;
}

} // namespace

TEST_CASE("a body created flush on a slope stays up to the angle of static friction and slides beyond it",
          "[friction][static][FX13]") {
    ParameterSweep sweep;
    for (const Preset& preset : presets()) {
        const float still = mixed(preset.tuning, kStill);
        for (const Load load : kLoads) {
            for (const float sliding : {0.0f, 0.15f, 0.5f}) {
                CAPTURE(preset.name, static_cast<int>(load), sliding);
                for (const float share : {0.4f, 0.85f, 0.96f}) {
                    if (!sweep.takes()) { continue; }
                    CAPTURE(share);
                    Slope slope(preset.tuning, load, share * still, sliding, 0.0f);
                    run(slope.world, 240);
                    for (size_t i = 0; i < slope.bodies.size(); ++i) { CHECK(std::abs(slope.down(i)) < 0.01f); }
                }
                if (!sweep.takes()) { continue; }
                Slope slope(preset.tuning, load, 1.05f * still, sliding, 0.0f);
                run(slope.world, 240);
                CHECK(slope.down(slope.bodies.size() - 1) > 2.0f);
            }
        }
    }
}

TEST_CASE("between the two angles a sliding body slides on, by Coulomb's law", "[friction][static][FX13]") {
    constexpr float kSliding = 0.3f;
    constexpr float kSteep = 0.55f;
    for (const Preset& preset : presets()) {
        const float sliding = mixed(preset.tuning, kSliding);
        for (const Load load : {Load::box, Load::lying_capsule}) {
            for (const float speed : {0.3f, 4.0f}) {
                CAPTURE(preset.name, static_cast<int>(load), speed);
                Slope slope(preset.tuning, load, kSteep, kSliding, speed);
                run(slope.world, 90);
                const float pull = kGravity * (kSteep - sliding) / std::sqrt(1.0f + kSteep * kSteep);
                const float end = speed + 1.5f * pull;
                CHECK(near(-dot(velocity(slope.world, slope.bodies[0]), slope.x), end, 0.03f * end));
            }
        }
    }
}

TEST_CASE("an increasing force moves a box when it exceeds static friction", "[friction][static][FX13]") {
    constexpr float kSliding = 0.2f;
    for (const Preset& preset : presets()) {
        CAPTURE(preset.name);
        World world = make_world(sleepless(preset.tuning));
        add_box(world, {0.0f, -1.0f}, 100.0f, 2.0f,
                {.friction = kSliding, .static_friction = kStill, .type = BodyType::static_body});
        const BodyId box = add_box(world, {0.0f, 0.2f}, 1.0f, 0.4f, {.friction = kSliding, .static_friction = kStill});
        const float most = mixed(preset.tuning, kStill) * kGravity; // N, of 1 kg
        float pull = 0.0f;
        while (pull < 2.0f * most && std::abs(velocity(world, box).x) < 0.1f) {
            pull += 0.005f * most;
            REQUIRE(world.apply_force(box, {pull, 0.0f}).code == ErrorCode::none);
            run(world, 1);
        }
        CHECK(pull > 0.98f * most);
        CHECK(pull < 1.12f * most); // 50 mm/s still count as standing
    }
}
