// A solver outside the engine is one function and one row; the row contains all that the engine requires of a solver.
#include <catch2/catch_test_macros.hpp>

#include "dynamics/contact_pass.h"
#include "dynamics/integrate.h"
#include "support/scene.h"
#include "world/state.h"

using namespace impulse;
using namespace impulse::test;

namespace {

int passes = 0;

/// Jacobi iteration: each contact point takes the velocities as they were before all others, and half of what it asks
/// for.
void solve_by_halves(const SolveInput& input) {
    ++passes;
    const Arena::Mark mark = input.arena.mark();
    integrate_velocities(input, input.dt);
    struct Push {
        Contact* contact;
        float impulse;
        ManifoldPoint* point;
    };
    for (const uint32_t index : input.contacts.active) {
        for (ManifoldPoint& point : input.contacts.all[index].manifold.points) { point.normal_impulse = 0.0f; }
    }
    for (int i = 0; i < 30; ++i) {
        const std::span<Push> pushes = input.arena.allocate<Push>(2 * input.contacts.active.size());
        size_t count = 0;
        for (const uint32_t index : input.contacts.active) {
            Contact& contact = input.contacts.all[index];
            const Vec2 n = contact.manifold.normal;
            const auto& a = input.bodies.motions[contact.slotA];
            const auto& b = input.bodies.motions[contact.slotB];
            const BodyMass& mA = input.bodies.masses[contact.slotA];
            const BodyMass& mB = input.bodies.masses[contact.slotB];
            for (int k = 0; k < contact.manifold.count; ++k) {
                ManifoldPoint& point = contact.manifold.points[static_cast<size_t>(k)];
                const float speed = dot(b.v + cross(b.w, point.rB) - a.v - cross(a.w, point.rA), n);
                const float gap = max(point.separation, 0.0f) / input.dt;
                const float turnA = cross(point.rA, n);
                const float turnB = cross(point.rB, n);
                const float softness =
                    mA.inv_mass + mB.inv_mass + turnA * turnA * mA.inv_inertia + turnB * turnB * mB.inv_inertia;
                pushes[count++] = {&contact, max(-0.5f * (speed + gap) / softness, 0.0f), &point};
            }
        }
        for (const Push& push : pushes.first(count)) {
            const Vec2 p = push.impulse * push.contact->manifold.normal;
            auto& a = input.bodies.motions[push.contact->slotA];
            auto& b = input.bodies.motions[push.contact->slotB];
            const BodyMass& mA = input.bodies.masses[push.contact->slotA];
            const BodyMass& mB = input.bodies.masses[push.contact->slotB];
            a.v -= mA.inv_mass * p;
            a.w -= mA.inv_inertia * cross(push.point->rA, p);
            b.v += mB.inv_mass * p;
            b.w += mB.inv_inertia * cross(push.point->rB, p);
            push.point->normal_impulse += push.impulse / input.dt;
        }
    }
    integrate_positions(input, input.dt);
    input.arena.release(mark);
}

float whole_step(const Tuning&, float dt) { return dt; }
int one(const Tuning&, float, float) { return 1; }
float no_time(const Tuning&, float) { return 0.0f; }

constexpr SolverEntry kByHalves{.type = SolverType::sequential_impulse,
                                .name = "by-halves",
                                .solve = solve_by_halves,
                                .substeps = one,
                                .lagging_step = whole_step,
                                .lookahead = no_time,
                                .key_order = true};

} // namespace

TEST_CASE("a solver defined in this test simulates a scene", "[solver]") {
    World world = make_world({}, {0.0f, -kGravity});
    world.state().solver = &kByHalves;
    add_floor(world);
    const BodyId lower = add_box(world, {0.0f, 0.5f}, 1.0f, 1.0f);
    const BodyId upper = add_box(world, {0.0f, 1.5f}, 1.0f, 1.0f);
    passes = 0;
    for (int i = 0; i < 240; ++i) { REQUIRE(world.step(kStep)); }
    // Each pass leaves at most half of an error; of what a step's gravity brings, 30 leave less than a thousandth for
    // two boxes.
    CHECK(passes > 30);
    CHECK(std::abs(position(world, lower).y - 0.5f) < 0.01f);
    CHECK(std::abs(position(world, upper).y - 1.5f) < 0.02f);
    CHECK(length(velocity(world, upper)) < 0.01f);
    CHECK(world.awake_count() == 0); // a resting body sleeps under any solver
}
