#include "dynamics/material.h"

#include <catch2/catch_test_macros.hpp>

#include "dynamics/solvers/registry.h"
#include "impulse/world.h"

using namespace impulse;

TEST_CASE("two coefficients are mixed by the chosen rule", "[UR3][UR6][FT9]") {
    CHECK(mix(MixRule::geometric, 0.25f, 0.64f) == 0.4f);
    CHECK(mix(MixRule::geometric, 0.0f, 0.9f) == 0.0f);
    CHECK(mix(MixRule::average, 0.25f, 0.75f) == 0.5f);
    CHECK(mix(MixRule::min, 0.2f, 0.8f) == 0.2f);
    CHECK(mix(MixRule::max, 0.2f, 0.8f) == 0.8f);
    CHECK(mix(MixRule::multiply, 0.5f, 0.8f) == 0.4f);
    for (const MixRule rule : {MixRule::geometric, MixRule::average, MixRule::min, MixRule::max, MixRule::multiply}) {
        CHECK(mix(rule, 0.3f, 0.7f) == mix(rule, 0.7f, 0.3f));
    }
}

TEST_CASE("the umbra preset has the parameters of its source", "[UR9]") {
    const Tuning tuning = umbra_preset();
    CHECK(tuning.solver == SolverType::sequential_impulse);
    CHECK(tuning.position == PositionCorrection::projection);
    CHECK(tuning.velocity_iterations == 8);
    CHECK(tuning.position_iterations == 3);
    CHECK(tuning.percent == 0.4f);
    CHECK(tuning.slop == 0.01f);
    CHECK(tuning.restitution_threshold == 1.0f);
    CHECK(tuning.friction_mix == MixRule::geometric);
    CHECK(tuning.restitution_mix == MixRule::min);
    CHECK(tuning.warm_starting);
    CHECK_FALSE(World::check(tuning));
}

TEST_CASE("a solver is found by its type, and a type without a solver is an error", "[UR9]") {
    for (const SolverEntry& entry : solvers()) {
        CHECK(find_solver(entry.type) == &entry);
        CHECK(entry.solve != nullptr);
    }
    Tuning tuning;
    tuning.solver = static_cast<SolverType>(200);
    const Error error = World::check(tuning);
    CHECK(error.code == ErrorCode::invalid_argument);
}
