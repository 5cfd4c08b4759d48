/// All that a solver sees: spans and numbers. No World, no shapes, no trees.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

#include "collision/contact.h"
#include "core/arena.h"
#include "dynamics/body.h"
#include "dynamics/graph.h"
#include "dynamics/joints/joint.h"
#include "dynamics/probe.h"
#include "impulse/tuning.h"

namespace impulse {

struct JointPlan;

/// The stages of a substep of `substepped_position`, in the order in which they are to run (FX8).
enum class SubstepStage : uint8_t {
    drive_joints,
    predict,
    detect,
    resolve_penetration,
    solve_joints,
    derive_velocities,
    capture_approach,
    warm_start,
    velocity_pass,
    store_impulses,
};
using StageLog = std::vector<SubstepStage>;

/// The narrow phase, for a solver that moves bodies between detections (FX8): brings the manifolds of all `active`
/// contacts up to the poses plus the displacements as they are; impulses stay with their features. Null: manifolds stay
/// as they are.
struct ManifoldRefresh {
    void (*run)(void* context) = nullptr;
    void* context = nullptr;
};

/// The bodies of a world. By slot, but for `awake`.
struct SolverBodies {
    std::span<BodyMotion> motions;
    std::span<const BodyMass> masses; ///< zero for whatever must not move
    std::span<const BodyForces> forces;
    std::span<const BodyPose> poses{}; ///< at the beginning of the step: arms and angles of joints
    std::span<uint32_t> island_of{};   ///< room for passive.h
    std::span<const uint32_t> awake;   ///< slots of awake bodies, ascending
};

/// Its contacts. By contact index, but for the two orders in which they are solved.
struct SolverContacts {
    std::span<Contact> all;
    std::span<float> impulses{};        ///< N s: along the normal in this step; those of impacts are there
    std::span<const float> radii{};     ///< m, by shape index: how far a surface lies from the points that turn
    std::span<const uint32_t> active;   ///< what `graph` holds, in pair-key order; filled for `SolverEntry::key_order`
    const ColourGraph* graph = nullptr; ///< touching contacts with an awake body, by colour
};

/// Its joints, by joint index.
struct SolverJoints {
    std::span<Joint> all{};
    const Bitset* active = nullptr;   ///< those with constraints and with a body that can move
    JointPlan* plan = nullptr;        ///< of the step
    JointPlan* impact_plan = nullptr; ///< of the last pass of impacts
};

struct SolveInput {
    float dt = 0.0f; ///< s, > 0
    Vec2 gravity;    ///< m/s^2
    const Tuning& tuning;
    SolverBodies bodies;
    SolverContacts contacts;
    SolverJoints joints{};
    int lanes = 4;       ///< 4, or 1 for the oracle: the same bits, one contact at a time
    bool bounces = true; ///< false: impacts were solved before, and no contact has restitution any more (WK8)
    Arena& arena;
    SolverProbe* probe = nullptr; ///< not null while somebody watches: see observe.h
    ManifoldRefresh refresh{};
    StageLog* stages = nullptr; ///< asked for by tests: the order of the stages of a substep (FX8)
};

/// Literal UR1: positions and velocities were advanced before detection, and are not to be by the solver.
inline bool moved_before(const Tuning& tuning) { return tuning.literal.integrate_first; }

/// Whether impulses of a contact move its side 0 (A) or 1.
inline bool can_move(const SolveInput& input, const Contact& contact, uint32_t side) {
    return (contact.flags & (side == 0 ? kHeldA : kHeldB)) == 0 && can_move(input.bodies.masses[contact.slot(side)]);
}

/// A platform: no impulse moves it, and yet it moves.
inline bool is_carried(const SolveInput& input, uint32_t slot) {
    const BodyMotion& motion = input.bodies.motions[slot];
    return !can_move(input.bodies.masses[slot]) && (motion.v != Vec2{} || motion.w != 0.0f);
}
/// The same of a side of a contact, which a body that dominates the other is too.
inline bool is_carried(const SolveInput& input, const Contact& contact, uint32_t side) {
    return (contact.flags & (side == 0 ? kHeldA : kHeldB)) != 0 || is_carried(input, contact.slot(side));
}

} // namespace impulse
