/// What tests of joints under every recipe share.
#pragma once

#include "dynamics/joints/joint_model.h"
#include "solvers/recipes.h"
#include "support/joints.h"
#include "world/state.h"

namespace impulse::test {

inline World weightless(const Recipe& recipe) { return make_world(sleepless(recipe.tuning), {}); }

/// A disc of `mass` kg and the given inertia at `at`.
inline BodyId add_rotor(World& world, Vec2 at, float mass, float inertia) {
    const BodyId body = add_disc(world, at, 0.25f, {.mass = mass, .filter = {.group = -1}});
    (void)world.set_mass(body, {mass, inertia, {}});
    return body;
}

/// rad: the angle of B of a joint to the world, as a double: a float does not resolve .1 degree of a thousand turns. What the
/// joint counts by itself is read from the pose first, as its state is: a plain hinge does that only now and then.
inline double turned(const World& world, JointId id) {
    Joint joint = world.state().joints[id.index()];
    sync_angles(joint, &world.state().poses[joint.slotA], world.state().poses[joint.slotB]);
    return joint.angle;
}

/// Its joints are fixes of positions.
inline bool by_fixes(const Recipe& recipe) { return recipe.tuning.solver == SolverType::substepped_position; }

} // namespace impulse::test
