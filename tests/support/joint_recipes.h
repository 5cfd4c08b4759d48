/// What tests of joints under every recipe share.
#pragma once

#include "solvers/recipes.h"
#include "support/joints.h"

namespace impulse::test {

inline World weightless(const Recipe& recipe) { return make_world(sleepless(recipe.tuning), {}); }

/// A disc of `mass` kg and the given inertia at `at`.
inline BodyId add_rotor(World& world, Vec2 at, float mass, float inertia) {
    const BodyId body = add_disc(world, at, 0.25f, {.mass = mass, .filter = {.group = -1}});
    (void)world.set_mass(body, {mass, inertia, {}});
    return body;
}

/// Its joints are fixes of positions.
inline bool by_fixes(const Recipe& recipe) { return recipe.tuning.solver == SolverType::substepped_position; }

} // namespace impulse::test
