#include "dynamics/integrate.h"

#include <catch2/catch_test_macros.hpp>

#include "support/contact_problem.h"
#include "support/scene.h"

using namespace impulse;
using namespace impulse::test;

namespace {

/// A step without contacts, or with what `solve` does for them.
template <class Solve>
void advance(const SolveInput& input, float dt, Solve&& solve) {
    const float drift = drift_share(input.tuning.integrator) * dt;
    if (drift > 0.0f) { integrate_positions(input, drift); }
    integrate_velocities(input, dt);
    solve();
    integrate_positions(input, dt);
    integrate_positions(input, -drift);
}
void advance(const SolveInput& input, float dt) {
    advance(input, dt, [] {});
}

struct Fall {
    Vec2 position;
    Vec2 velocity;
    float turned = 0.0f;
};

// `seconds` of free motion under `gravity`, displacements summed in double precision.
Fall fall(Integrator integrator, Vec2 v0, float gravity, float seconds, float dt, float damping = 0.0f) {
    ContactProblem problem;
    problem.add_body(1.0f, 1.0f, v0);
    problem.tuning.integrator = integrator;
    problem.forces[1].linear_damping = damping;
    problem.dt = dt;
    double x = 0.0;
    double y = 0.0;
    for (int i = 0; i < steps_of(seconds, dt); ++i) {
        SolveInput input = problem.input();
        input.gravity = {0.0f, -gravity};
        advance(input, dt);
        x += static_cast<double>(problem.motions[1].dp.x);
        y += static_cast<double>(problem.motions[1].dp.y);
        problem.motions[1].dp = {};
    }
    return {{static_cast<float>(x), static_cast<float>(y)}, problem.motions[1].v};
}

} // namespace

TEST_CASE("free fall for a second: semi-implicit Euler leads by half a step, Verlet and RK4 are exact", "[UR14]") {
    // Semi-implicit: -g dt^2 (1 + ... + 60) = -4.98675. 60 roundings of a number near 5: 60 * 2.4e-7.
    const Fall euler = fall(Integrator::semi_implicit, {}, kGravity, 1.0f, kStep);
    CHECK(near(euler.position.y, -4.98675f, 1.0e-4f));
    const Fall verlet = fall(Integrator::verlet, {}, kGravity, 1.0f, kStep);
    CHECK(near(verlet.position.y, -4.905f, 1.0e-4f));
    const Fall rk4 = fall(Integrator::rk4, {}, kGravity, 1.0f, kStep);
    CHECK(near(rk4.position.y, -4.905f, 1.0e-4f));
    for (const Fall& f : {euler, verlet, rk4}) { CHECK(near(f.velocity.y, -kGravity, 1.0e-4f)); }
}

TEST_CASE("Verlet and RK4 do not depend on the step where acceleration is constant", "[UR14]") {
    for (const Integrator integrator : {Integrator::verlet, Integrator::rk4}) {
        for (const float dt : {1.0f / 30.0f, 1.0f / 60.0f, 1.0f / 240.0f}) {
            const Fall f = fall(integrator, {3.0f, 4.0f}, kGravity, 1.0f, dt);
            CHECK(near(f.position, {3.0f, 4.0f - 4.905f}, 1.0e-4f));
        }
    }
}

TEST_CASE("damping: RK4 follows the exponential, and no integrator changes the sign of a velocity", "[UR14]") {
    const Fall rk4 = fall(Integrator::rk4, {1.0f, 0.0f}, 0.0f, 1.0f, kStep, 2.0f);
    CHECK(near(rk4.velocity.x, std::exp(-2.0f), 1.0e-6f));
    // The trapezoidal rule on v: h^2 / 12 of the change of v' = -2 v, 4e-5.
    CHECK(
        near(rk4.position.x, 0.5f * (1.0f - std::exp(-2.0f)), 1.1f * kStep * kStep / 12.0f * 2.0f * (1.0f - 0.1353f)));
    // Backward Euler: 1 / (1 + c h)^n; first order, off by c^2 h / 2 of the value over 1 s.
    const Fall euler = fall(Integrator::semi_implicit, {1.0f, 0.0f}, 0.0f, 1.0f, kStep, 2.0f);
    CHECK(near(euler.velocity.x, std::exp(-2.0f), 0.5f * 4.0f * kStep * 0.1353f * 1.1f));
    for (const Integrator integrator : {Integrator::semi_implicit, Integrator::verlet, Integrator::rk4}) {
        for (const float damping : {100.0f, 300.0f, 1.0e6f}) {
            const Fall stiff = fall(integrator, {1.0f, 0.0f}, 0.0f, kStep, kStep, damping);
            CHECK(stiff.velocity.x > 0.0f);
            CHECK(stiff.velocity.x < 1.0f / (1.0f + damping * kStep) + 1.0e-6f);
        }
    }
}

TEST_CASE("a body in resting contact does not move under any integrator", "[UR14]") {
    for (const Integrator integrator : {Integrator::semi_implicit, Integrator::verlet, Integrator::rk4}) {
        ContactProblem problem;
        problem.add_body(2.0f, 1.0f, {});
        problem.tuning.integrator = integrator;
        SolveInput input = problem.input();
        input.gravity = {0.0f, -kGravity};
        advance(input, kStep, [&] { problem.motions[1].v = {}; }); // what the contact's impulse does
        CHECK(near(problem.motions[1].dp, {}, 1.0e-9f));
    }
}

TEST_CASE("locked axes have neither acceleration nor displacement, and speed is capped", "[UR14]") {
    for (const Integrator integrator : {Integrator::semi_implicit, Integrator::verlet, Integrator::rk4}) {
        ContactProblem problem;
        problem.add_body(1.0f, 1.0f, {1.0f, 0.0f});
        problem.add_body(1.0f, 1.0f, {3000.0f, 4000.0f});
        problem.motions[1].flags |= kLockY;
        problem.tuning.integrator = integrator;
        SolveInput input = problem.input();
        input.gravity = {0.0f, -kGravity};
        advance(input, kStep);
        CHECK(problem.motions[1].dp.y == 0.0f);
        CHECK(problem.motions[1].v.y == 0.0f);
        // Drifting first it is capped first, and then slowed by this step's gravity.
        CHECK(length(problem.motions[2].v) < 400.001f);
        CHECK(length(problem.motions[2].v) > 400.0f - kGravity * kStep);
    }
}

TEST_CASE("kinematic bodies follow their velocity and ignore forces", "[UR14]") {
    for (const Integrator integrator : {Integrator::semi_implicit, Integrator::verlet, Integrator::rk4}) {
        ContactProblem problem;
        problem.add_body(0.0f, 0.0f, {1.0f, 2.0f}, 0.5f);
        problem.motions[1].flags = kKinematic;
        problem.tuning.integrator = integrator;
        SolveInput input = problem.input();
        input.gravity = {0.0f, -kGravity};
        advance(input, kStep);
        CHECK(near(problem.motions[1].dp, {kStep, 2.0f * kStep},
                   1.0e-8f)); // three displacements: three roundings of 0.05
        CHECK(problem.motions[1].v == Vec2{1.0f, 2.0f});
    }
}
