/// Passivity: contacts, and joints under iterations, add no energy, and contacts without restitution do not bounce.
///
/// With velocities u after the forces of a substep and v = u + d at its end, the constraint impulses lambda do the work
///   W + Q / 2,    W = sum of m u . d + I uw dw,    Q = sum of m d^2 + I dw^2
/// on a group of bodies, which is the sum of lambda (xdot(u) + xdot(v)) / 2 over its constraints. A contact
/// does no work or dissipates: once solved, lambda = 0 or xdot(v) = 0, and lambda xdot(u) <= 0, as it acts against the
/// approach. After one or two iterations this does not hold. Warm starting repeats the impulse of an impact. A light
/// body under a hundred times its mass then leaves an iteration with that impulse, and the next iteration removes only
/// a hundredth of it. So the velocity changes d of an island are scaled by s, the largest <= 1 with
///   W s + Q s^2 / 2 <= 0                                                                     (passive)
///   W s + Q s^2 <= A                                                                         (does not bounce)
/// velocities and impulses alike, which preserves momentum, signs and friction cones. Where contacts have converged, as
/// in resting islands, W = -Q and nothing is scaled.
///
/// The second sum is lambda xdot(v), 0 once solved: a contact that pushed does not part. (Of joints under iterations
/// xdot is along the present rows, at which velocities are solved: joint_iterations.h.) Passivity alone would return a
/// falling body with all of its speed: without the second bound a box that falls on a fifth of its mass leaves with
/// 0.16 of it, with the bound with 0.02. A step knows positions to the slop d, so motion at rest is no more exact than
/// a fall of weight F through it. In each of n substeps impulses may give a share of that energy, A = F d / n. (With A
/// = 0 the impulses that carry a load are lost before they converge: a stack that carries a hundred
/// times its mass sinks without end, and houses of cards fall.)
///
/// The velocity of a platform changes between steps: by a dt where it accelerates by a. In the first substep the stored
/// impulses are then wrong by as much. s is 0 at times, and the other substeps are too few to build up the loads of a
/// stack from nothing. (On a lift of -2 m/s^2 the force below 8 boxes varied from 0.43 to 1.14 of their weight.) So in
/// islands on platforms what starts the next substep is not scaled by s, but by
///   r = max(s, min(1, sum of h F / sum of lambda))
/// over the contacts with platforms, F being their lasting loads (contact_load.h): s bounds what acts, not what is
/// known of loads. After an impact lambda exceeds h F by far, and r is small.
///
/// The gain W + Q / 2 is the difference of the kinetic energies of v and u, which are floats. They are rounded after
/// contacts and after joints, each time by 2^-24 of a velocity. So the gain is known to 2^-22 of the energies of v, of
/// u, and of the velocity change by contacts: what a motor presses to a wall is at rest before and after. A smaller
/// gain is rounding, and so is a smaller excess of the second sum. (Of a mechanism that falls at 50 m/s, that is more
/// than the energy of its parts' motion: scaled by it, joints at rest would turn bodies by 0.2 rad/s.)
///
/// Energy sources are not part of the constraints: forces and springs, motors, surface velocities, bounds and platforms
/// that move. The velocity changes e by springs are not part of d, and are not scaled. Nor are those by motors at their
/// cap: such a motor is a constant force. (As part of d, the motor of a press would be scaled together with the contact
/// that it presses, and push with a half or two thirds of its cap.) The others drive a constraint at a speed of their
/// own. Seen from there it does no work or dissipates, like one at rest; what it transfers besides, lambda times that
/// speed, is subtracted from W. So a fall onto what a motor holds or lifts is like one onto what a weld holds. (As part
/// of e, motors and platforms threw back a quarter of its speed.)
///
/// Contacts of articulations are measured from u all the same, not from u + e: the work of their velocity changes c
/// is the sum of m c . (u + v) / 2. A knee that friction holds would, without the other joints, lift the foot that the
/// floor pushes up. From u + e, contacts of limbs at rest would seem to add energy, and be scaled until the limbs sink.
///
/// The holding constraints of an articulation conserve energy from half step to half step (joint_arcs.h): their work
/// is lambda (xdot before the forces + xdot(v)) / 2, in both sums.
#pragma once

#include <span>

#include "dynamics/joints/joint_plan.h"
#include "dynamics/substep.h"
#include "math/lanes.h"

namespace impulse {

/// Work of the constraints of an island in a substep.
struct IslandWork {
    double gain = 0.0;     ///< J: W + Q / 2
    double rest = 0.0;     ///< J: Q / 2 of contacts, and of joints under iterations: what is missing to W + Q
    double square = 0.0;   ///< J: Q, once an island has an excess gain
    double allowed = 0.0;  ///< J: work of its articulations by their own measure
    double rounding = 0.0; ///< J: of its gain, likewise
    double fall = 0.0;     ///< J: A, the same in all substeps
    double pressed = 0.0;  ///< N s: normal impulses of platforms
    double lasting = 0.0;  ///< N s: those of lasting loads
    float share = 1.0f;    ///< s
    float retained = 1.0f; ///< r
};

/// An awake body in the sums over islands.
struct alignas(16) IslandMember {
    float mass[3] = {};      ///< kg, kg, kg m^2: along x, y and the angle; 0 for locked axes
    uint32_t island = kNull; ///< kNull for bodies that cannot move, or are free; and in islands that are left out
};

/// Islands: bodies connected by impulses in this step, with what the solver knows of them.
struct SolveIslands {
    std::span<uint32_t> of_slot;           ///< kNull for bodies that cannot move, or that nothing touches
    std::span<const IslandMember> members; ///< by index among the awake bodies
    std::span<IslandWork> work;
    std::span<const bool> loops{}; ///< by island: it has joints under iterations; empty if none has
};
/// Null for a body that cannot move, or that nothing touches.
inline IslandWork* island_of(const SolveIslands& islands, uint32_t slot) {
    const uint32_t island = islands.of_slot[slot];
    return island == kNull ? nullptr : &islands.work[island];
}
/// The island of two bodies that impulses connect; kNull if neither has one.
inline uint32_t island_of(const SolveIslands& islands, uint32_t slotA, uint32_t slotB) {
    const uint32_t a = islands.of_slot[slotA];
    return a != kNull ? a : islands.of_slot[slotB];
}
/// In the arena. `joints`: the plan of those that are solved.
SolveIslands solve_islands(const SolveInput& input, const PlanLists& joints);

/// Velocity change of a body by joints: x, y and the angle.
struct JointChange {
    Wide given = {}; ///< by springs, and by motors at their cap
    Wide held = {};  ///< by the holding constraints of articulations
};

/// Computes A of these islands.
void find_falls(const SolveInput& input, std::span<const SubstepBody> bodies, const SolveIslands& islands);
/// Computes the energy gains of these islands. `joints`: one per body, or empty.
void measure_gains(const SolveInput& input, std::span<const SubstepBody> bodies, std::span<const JointChange> joints,
                   const SolveIslands& islands);
/// Computes s for the islands that gain energy or bounce. Returns whether there are any.
bool find_shares(const SolveInput& input, std::span<const SubstepBody> bodies, std::span<const JointChange> joints,
                 const SolveIslands& islands);
/// Scales the velocity changes of the bodies by s, and those that start the next substep by r.
void scale_velocities(const SolveInput& input, std::span<SubstepBody> bodies, std::span<const JointChange> joints,
                      const SolveIslands& islands);

} // namespace impulse
