/// Contacts that make no energy.
///
/// With velocities u after the forces of a substep and v = u + d at its end, the constraint impulses lambda did
///   W + Q / 2,    W = sum of m u . d + I uw dw,    Q = sum of m d^2 + I dw^2
/// to a group of bodies, which is the sum of lambda (xdot(u) + xdot(v)) / 2 over its constraints. What holds bodies
/// apart does no work, or takes energy: a solved contact has lambda = 0 or xdot(v) = 0, and lambda xdot(u) <= 0, as it
/// pushes against what approaches. Solved by a sweep or two it does not have that. A warm start repeats the impulse of
/// an impact; under a mass of a hundred times its own a light body comes out of a sweep with that impulse, of which the
/// next one takes back a part in a hundred. So the changes d of a group, an island, are taken s times,
///   s = the largest <= 1 with W s + Q s^2 / 2 <= 0, which is min(1, -2 W / Q),
/// velocities and impulses alike, so that momentum, signs and friction cones keep. Where contacts agree, as in all that
/// rests, W = -Q and nothing is scaled.
///
/// Who may give energy is not a constraint: forces, springs and motors, moving platforms and belts. What joints give of
/// that kind is part of u, the work of surfaces is taken out of W.
///
/// What holds a mechanism together keeps its energy from half step to half step (joint_direct.h): its work is lambda
/// (xdot before the forces + xdot(v)) / 2, which is less by lambda xdot(forces) / 2.
#pragma once

#include <span>

#include "dynamics/graph.h"
#include "dynamics/joints/joint_plan.h"
#include "dynamics/substep.h"
#include "math/lanes.h"

namespace impulse {

/// What constraints did to the bodies of an island in a substep.
struct IslandWork {
    double gain = 0.0;    ///< J: W + Q / 2
    double square = 0.0;  ///< J: Q, of islands that gained more than they may
    double allowed = 0.0; ///< J: what its mechanisms did by their own account
    float share = 1.0f;   ///< s
};

/// An awake body as sums over islands see it.
struct alignas(16) IslandMember {
    float mass[3] = {};      ///< kg, kg, kg m^2: along x, y and the angle; 0 for what is locked
    uint32_t island = kNull; ///< of what can move
};

/// Bodies that impulses connect in this step.
struct SolveIslands {
    std::span<uint32_t> of_slot;           ///< of bodies that can move
    std::span<const IslandMember> members; ///< by place among the awake
    std::span<IslandWork> work;
};
/// Null for what cannot move.
inline IslandWork* island_of(const SolveInput& input, const SolveIslands& islands, uint32_t slot) {
    return can_move(input.bodies.masses[slot]) ? &islands.work[islands.of_slot[slot]] : nullptr;
}
/// That of the one of two bodies that can move.
inline IslandWork* island_of(const SolveInput& input, const SolveIslands& islands, uint32_t slotA, uint32_t slotB) {
    return island_of(input, islands, slotA == kNull || !can_move(input.bodies.masses[slotA]) ? slotB : slotA);
}
/// In the arena. `joints`: those that are solved.
SolveIslands connect_islands(const SolveInput& input, std::span<const PlannedJoint> joints);

/// What joints did to the velocity of a body: x, y and the angle.
struct JointChange {
    Wide given = {}; ///< by what may give energy
    Wide held = {};  ///< by what holds mechanisms together
};

/// The gains of these islands. `joints`: one a body, or none at all.
void measure_gains(const SolveInput& input, std::span<const SubstepBody> bodies, std::span<const JointChange> joints,
                   const SolveIslands& islands);
/// Finds s of the islands that gained more than they may. Whether there are any.
bool find_shares(const SolveInput& input, std::span<const SubstepBody> bodies, std::span<const JointChange> joints,
                 const SolveIslands& islands);
/// Takes the changes of the bodies s times.
void scale_velocities(const SolveInput& input, std::span<const SubstepBody> bodies, std::span<const JointChange> joints,
                      const SolveIslands& islands);

} // namespace impulse
