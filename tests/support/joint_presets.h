/// Helpers for tests of joints under every preset.
#pragma once

#include "dynamics/joints/joint_model.h"
#include "solvers/presets.h"
#include "support/joints.h"

namespace impulse::test {

inline World weightless(const Preset& preset) { return make_world(sleepless(preset.tuning), {}); }

/// A disc of `mass` kg and the given inertia at `at`.
inline BodyId add_rotor(World& world, Vec2 at, float mass, float inertia) {
    const BodyId body = add_disc(world, at, 0.25f, {.mass = mass, .filter = {.group = -1}});
    (void)world.set_mass(body, {mass, inertia, {}});
    return body;
}

/// rad: the angle of B of a joint to A as a double. The state of the joint counts whole turns, in a float that does not
/// resolve 0.1 degrees of 1,000 turns; the rotations of the bodies give the rest.
inline double turned(const World& world, JointId id) {
    constexpr double kTurn = 2.0 * 3.14159265358979323846;
    const JointDef def = *world.joint_def(id);
    const Rot a = world.transform(def.body_a)->q;
    const Rot b = world.transform(def.body_b)->q;
    const auto angle = [](Rot q) { return std::atan2(static_cast<double>(q.s), static_cast<double>(q.c)); };
    const double part = angle(b) - angle(a) - static_cast<double>(def.reference_angle);
    return part + kTurn * std::round((static_cast<double>(state_of(world, id).angle) - part) / kTurn);
}

/// Its joints are position corrections.
inline bool corrects_positions(const Preset& preset) { return preset.tuning.solver == SolverType::substepped_position; }

} // namespace impulse::test
