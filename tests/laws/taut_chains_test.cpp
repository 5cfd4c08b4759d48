// Taut chains: a bridge between two walls, and a load that swings above its anchor.
#include <catch2/catch_test_macros.hpp>

#include <algorithm>
#include <cmath>
#include <vector>

#include "support/scene.h"

using namespace impulse;
using namespace impulse::test;

namespace {

void hinge(World& world, BodyId a, BodyId b, Vec2 at) {
    JointDef def;
    def.type = JointType::revolute;
    def.body_a = a;
    def.body_b = b;
    def.local_anchor_a = at - position(world, a); // both at angle 0
    def.local_anchor_b = at - position(world, b);
    REQUIRE(world.create_joint(def).ok());
}

/// Where a point of a body is in the world.
Vec2 point_of(const World& world, BodyId body, Vec2 local) {
    return position(world, body) + rotate(make_rot(*world.angle(body)), local);
}

/// Planks of 1 kg, hinged end to end between two posts, as long as the posts are apart.
struct Bridge {
    std::vector<BodyId> planks;
    float length = 1.0f; // m: of a plank

    Bridge(World& world, int count, float plank) : length(plank) {
        const float half = 0.5f * static_cast<float>(count) * plank;
        BodyId last = add_box(world, {-half - 0.5f, 0.0f}, 1.0f, 0.2f, {.type = BodyType::static_body});
        for (int i = 0; i < count; ++i) {
            const float left = static_cast<float>(i) * plank - half;
            planks.push_back(add_box(world, {left + 0.5f * plank, 0.0f}, plank, 0.2f));
            hinge(world, last, planks.back(), {left, 0.0f});
            last = planks.back();
        }
        hinge(world, last, add_box(world, {half + 0.5f, 0.0f}, 1.0f, 0.2f, {.type = BodyType::static_body}),
              {half, 0.0f});
    }

    /// m: the widest gap between two planks.
    float gap(const World& world) const {
        float widest = 0.0f;
        for (size_t i = 1; i < planks.size(); ++i) {
            const Vec2 end = point_of(world, planks[i - 1], {0.5f * length, 0.0f});
            widest = std::max(widest, impulse::length(point_of(world, planks[i], {-0.5f * length, 0.0f}) - end));
        }
        return widest;
    }
};

} // namespace

// A straight chain between two walls cannot sag at all without opening, and a gap of a hinge can hardly close by
// turning planks. An impact opens the bridge by what the crate moves within three steps; after it the bridge carries
// the crate.
TEST_CASE("a straight bridge carries a falling crate of up to 100 times a plank's mass", "[taut]") {
    for (const float plank : {0.4f, 0.7f, 1.0f, 1.6f}) {
        for (const float mass : {8.0f, 24.0f, 45.0f, 100.0f}) {
            for (const float drop : {0.4f, 1.0f, 1.3f}) {
                CAPTURE(plank, mass, drop);
                World world = make_world({});
                const Bridge bridge(world, 20, plank);
                const BodyId crate = add_box(world, {0.1f, 0.6f + drop}, 1.0f, 1.0f, {.mass = mass});
                float widest = 0.0f;
                for (int i = 0; i < 600; ++i) {
                    run(world, 1);
                    widest = std::max(widest, bridge.gap(world));
                }
                const float speed = std::sqrt(2.0f * kGravity * drop);
                CHECK(widest <= 3.0f * kStep * speed);
                CHECK(bridge.gap(world) <= 0.003f);
                CHECK(length(velocity(world, crate)) <= 0.02f);
                // It lies on the bridge, which sags by what the slop of the hinges lets it: each by a few millimetres
                // in its span.
                const float span = 20.0f * plank;
                const float sag = std::sqrt(0.5f * span * 21.0f * 0.003f);
                CHECK(position(world, crate).y >= 0.5f - sag);
                CHECK(position(world, crate).y <= 0.61f);
            }
        }
    }
}

// How far taut joints open under a load depends on the substep, which is nearly the same in steps of any length.
TEST_CASE("a bridge under crates is at rest in steps of any rhythm", "[taut][X22]") {
    for (const std::vector<float>& rhythm : {std::vector{60.0f, 240.0f}, std::vector{30.0f, 240.0f},
                                             std::vector{60.0f, 60.0f, 30.0f}, std::vector{37.0f, 94.0f}}) {
        World world = make_world(sleepless({}));
        const Bridge bridge(world, 20, 0.4f);
        std::vector<BodyId> bodies = bridge.planks;
        for (const float x : {-1.0f, 0.9f}) { bodies.push_back(add_box(world, {x, 0.5f}, 0.6f, 0.6f, {.mass = 4.0f})); }
        run(world, 1500);
        const float before = position(world, bodies.back()).y;
        float fastest = 0.0f;
        float time = 0.0f;
        for (size_t i = 0; time < 5.0f; ++i) {
            const float dt = 1.0f / rhythm[i % rhythm.size()];
            (void)world.step(dt);
            time += dt;
            for (const BodyId body : bodies) { fastest = std::max(fastest, length(velocity(world, body))); }
        }
        CAPTURE(rhythm, fastest);
        CHECK(fastest < (rhythm[0] == 37.0f ? 0.03f : 0.005f)); // its substeps are of 1/222 and 1/282 s
        CHECK(near(position(world, bodies.back()).y, before, 0.002f));
    }
}

TEST_CASE("light links hold a load of 1,000 times their mass that swings above their anchor", "[taut]") {
    for (const int links : {2, 3, 6}) {
        for (const float mass : {200.0f, 1000.0f}) {
            for (const float speed : {7.0f, 9.5f, 12.5f, 16.0f}) {
                CAPTURE(links, mass, speed);
                World world = make_world({});
                const Filter apart{.group = -1};
                BodyId last =
                    add_box(world, {0.0f, 0.0f}, 0.2f, 0.2f, {.type = BodyType::static_body, .filter = apart});
                const float reach = static_cast<float>(links) + 0.5f;
                std::vector<BodyId> bodies;
                for (int i = 0; i <= links; ++i) {
                    const bool load = i == links;
                    const float depth = static_cast<float>(i) + 0.5f;
                    bodies.push_back(add_box(world, {0.0f, -depth}, load ? 1.0f : 0.2f, 1.0f,
                                             {.mass = load ? mass : 1.0f,
                                              .velocity = {speed * depth / reach, 0.0f},
                                              .w = speed / reach,
                                              .filter = apart}));
                    hinge(world, last, bodies.back(), {0.0f, -static_cast<float>(i)});
                    last = bodies.back();
                }
                const auto energy = [&] {
                    const Vec2 v = velocity(world, bodies.back());
                    return mass * (0.5f * dot(v, v) + kGravity * position(world, bodies.back()).y);
                };
                run(world, 1);
                const float start = energy();
                float widest = 0.0f;
                for (int i = 0; i < 900; ++i) {
                    run(world, 1);
                    for (size_t k = 1; k < bodies.size(); ++k) {
                        widest = std::max(widest, length(point_of(world, bodies[k], {0.0f, 0.5f}) -
                                                         point_of(world, bodies[k - 1], {0.0f, -0.5f})));
                    }
                    // The links hold little of it; a slack chain that is pulled straight loses what it must.
                    REQUIRE(energy() <= start + 0.03f * 0.5f * mass * speed * speed);
                }
                CHECK(widest <= 0.5f * kStep * speed);
            }
        }
    }
}
