// What an isolated system keeps, and what it can only lose, over random scenes.
#include <catch2/catch_test_macros.hpp>

#include <cmath>

#include "engine/geometry/shapes.h"
#include "support/rows.h"
#include "support/scene.h"

using namespace impulse;
using namespace impulse::test;

namespace {

struct Scatter {
    float friction = 0.0f;
    float restitution = 0.0f;
    bool round_only = false; ///< discs without spin: no torque can arise without friction
};

// 24 bodies on a 6 x 4 grid that does not overlap, moving towards the middle with random spin.
void scatter(World& world, uint64_t seed, const Scatter& how) {
    Random random(seed);
    for (int i = 0; i < 24; ++i) {
        const Vec2 at{2.0f * static_cast<float>(i % 6) - 5.0f, 2.0f * static_cast<float>(i / 6) - 3.0f};
        Made made;
        made.mass = random.between(0.2f, 5.0f);
        made.friction = how.friction;
        made.restitution = how.restitution;
        made.velocity = -0.8f * at + Vec2{random.between(-1.0f, 1.0f), random.between(-1.0f, 1.0f)};
        made.w = random.between(-3.0f, 3.0f);
        made.angle = random.between(-3.0f, 3.0f);
        if (how.round_only || i % 3 == 0) {
            add_disc(world, at, random.between(0.3f, 0.9f), made);
        } else if (i % 3 == 1) {
            const float width = random.between(0.5f, 1.3f);
            add_box(world, at, width, random.between(0.3f, 1.3f), made);
        } else {
            const float a = random.between(0.2f, 0.5f);
            add_body(world, at, Capsule{{-a, 0.0f}, {a, 0.0f}, 0.3f}, 0.6f * 2.0f * a + kPi * 0.09f, made);
        }
    }
}

// Sum of |p| and of |L| terms over the bodies: what rounding is relative to.
struct Scale {
    float linear = 0.0f;
    float angular = 0.0f;
};
Scale scale_of(const World& world) {
    const WorldState& state = world.state();
    Scale scale;
    for (uint32_t slot = 0; slot < state.body_ids.capacity(); ++slot) {
        const float p = state.bodies[slot].mass * length(state.motions[slot].v);
        const Vec2 x{static_cast<float>(state.poses[slot].x), static_cast<float>(state.poses[slot].y)};
        scale.linear += p;
        scale.angular += p * length(x) + state.bodies[slot].inertia * std::abs(state.motions[slot].w);
    }
    return scale;
}

// 300 steps, at most 24 x 5 contact points, 8 iterations of 2 impulses: each rounds the momentum it moves by
// 2^-24 of it. Roundings of either sign add like a random walk: sqrt(300 * 120 * 16) * 6e-8 = 5e-5.
constexpr float kRounding = 5.0e-5f;

} // namespace

TEST_CASE("an isolated system keeps its linear momentum, whatever collides in it", "[law][momentum]") {
    for (uint64_t seed = 1; seed <= 10; ++seed) {
        CAPTURE(seed);
        World world = make_world(sleepless(umbra_preset()), {});
        scatter(world, seed, {.friction = 0.5f, .restitution = 0.4f});
        const Vec2 before = world.momentum().linear;
        const float tolerance = kRounding * scale_of(world).linear;
        bool collided = false;
        for (int i = 0; i < 300; ++i) { collided = (world.step(kStep)->contacts > 0) || collided; }
        CHECK(collided);
        CHECK(near(world.momentum().linear, before, tolerance));
    }
}

TEST_CASE("an isolated system keeps its angular momentum: impulses act at one point on both bodies",
          "[law][momentum]") {
    // Projection is left out: it moves bodies past each other, and x cross p with them (it keeps the sum of m x).
    for (const PositionCorrection position : {PositionCorrection::none, PositionCorrection::baumgarte}) {
        for (uint64_t seed = 1; seed <= 10; ++seed) {
            CAPTURE(seed);
            Tuning tuning = sleepless(umbra_preset());
            tuning.position = position;
            World world = make_world(tuning, {});
            scatter(world, seed, {.friction = 0.5f, .restitution = 0.4f});
            const float before = world.momentum().angular;
            const float tolerance = kRounding * scale_of(world).angular;
            run(world, 300);
            CHECK(near(world.momentum().angular, before, tolerance));
        }
    }
}

TEST_CASE("projection keeps the centre of mass on its line", "[law][momentum]") {
    for (uint64_t seed = 1; seed <= 5; ++seed) {
        CAPTURE(seed);
        World world = make_world(sleepless(umbra_preset()), {});
        scatter(world, seed, {.friction = 0.5f});
        const WorldState& state = world.state();
        const auto centre = [&] {
            double x = 0.0;
            double m = 0.0;
            for (uint32_t slot = 0; slot < 24; ++slot) {
                x += static_cast<double>(state.bodies[slot].mass) * state.poses[slot].x;
                m += static_cast<double>(state.bodies[slot].mass);
            }
            return static_cast<float>(x / m);
        };
        float mass = 0.0f;
        for (uint32_t slot = 0; slot < 24; ++slot) { mass += state.bodies[slot].mass; }
        const float start = centre();
        const float v = world.momentum().linear.x / mass;
        const float tolerance = 5.0f * kRounding * scale_of(world).linear / mass + 1.0e-5f; // 5 s of it
        run(world, 300);
        CHECK(near(centre(), start + 5.0f * v, tolerance));
    }
}

TEST_CASE("collisions without friction never add kinetic energy", "[law][energy]") {
    // The work of the impulses is 1/2 sum lambda (v_n- + v_n+). A point that hits has v_n+ = -e v_n-: its share is
    // -(1 - e) / 2 lambda |v_n-|. A point that was leaving at v_n- > 0 and is pressed back by the others ends at
    // v_n+ = 0 and adds lambda v_n- / 2. At e = 1 nothing pays for that (Newton's law for simultaneous impacts can
    // gain energy, in any engine that has it), so e = 1 is asked where every body has one point of contact only.
    for (const float e : {0.0f, 0.5f, 1.0f}) {
        int lone_impacts = 0;
        for (uint64_t seed = 1; seed <= 8; ++seed) {
            Tuning tuning = sleepless(umbra_preset());
            tuning.velocity_iterations = 200; // solved, so that the law is about the model
            World world = make_world(tuning, {});
            scatter(world, seed, {.restitution = e, .round_only = e == 1.0f});
            float energy = world.energy().kinetic;
            const float initial = energy;
            for (int i = 0; i < 180; ++i) {
                (void)world.step(kStep);
                const float now = world.energy().kinetic;
                std::vector<int> points(24, 0);
                int impulses = 0;
                for_each_contact(world, [&](const Contact& contact, BodyId, BodyId) {
                    for (int k = 0; k < contact.manifold.count; ++k) {
                        if (contact.manifold.points[k].normal_impulse == 0.0f) { continue; }
                        ++points[contact.slotA];
                        ++points[contact.slotB];
                        ++impulses;
                    }
                });
                bool alone = true;
                for (const int count : points) { alone = alone && count <= 1; }
                lone_impacts += alone ? impulses : 0;
                CAPTURE(e, seed, i, energy, now);
                if (e < 1.0f || alone) { CHECK(now <= energy + 1.0e-5f * initial); }
                energy = now;
            }
        }
        CHECK(lone_impacts > 20);
    }
}

TEST_CASE("friction between bodies that do not bounce never adds kinetic energy", "[law][energy]") {
    for (uint64_t seed = 1; seed <= 8; ++seed) {
        Tuning tuning = sleepless(umbra_preset());
        tuning.velocity_iterations = 200;
        World world = make_world(tuning, {});
        scatter(world, seed, {.friction = 0.6f});
        float energy = world.energy().kinetic;
        const float initial = energy;
        for (int i = 0; i < 180; ++i) {
            (void)world.step(kStep);
            const float now = world.energy().kinetic;
            CAPTURE(seed, i, energy, now);
            CHECK(now <= energy + 1.0e-5f * initial);
            energy = now;
        }
    }
}

TEST_CASE("discs without friction keep their spin", "[law][momentum]") {
    World world = make_world(sleepless(umbra_preset()), {});
    scatter(world, 7, {.restitution = 0.5f, .round_only = true});
    std::vector<float> spin;
    for (uint32_t slot = 0; slot < 24; ++slot) { spin.push_back(world.state().motions[slot].w); }
    run(world, 300);
    for (uint32_t slot = 0; slot < 24; ++slot) {
        // rA x n is 0 up to the rounding of an arm along n.
        CHECK(near(world.state().motions[slot].w, spin[slot], 1.0e-4f));
    }
}
