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

/// The narrow phase, for a solver that moves bodies between detections (FX8): brings the manifolds of all `active` contacts
/// up to the poses plus the displacements as they are; impulses stay with their features. Null: manifolds stay as they are.
struct ManifoldRefresh {
    void (*run)(void* context) = nullptr;
    void* context = nullptr;
};

/// Bodies and contacts that nothing outside reaches in this step, so that they may be solved from beginning to end before
/// others begin.
struct SolvePart {
    std::span<const uint32_t> awake{}; ///< slots, ascending
    ColourLists contacts{};
};

struct SolveInput {
    float dt = 0.0f; ///< s, > 0
    Vec2 gravity;    ///< m/s^2
    const Tuning& tuning;
    std::span<BodyMotion> motions;      ///< by slot
    std::span<const BodyMass> masses;   ///< by slot; zero for whatever must not move
    std::span<const BodyForces> forces; ///< by slot
    std::span<const uint32_t> awake;    ///< slots of awake bodies, ascending
    std::span<Contact> contacts;        ///< by contact index
    std::span<const float>
        radii{}; ///< m, by the shape index of contacts: how far a surface lies from the points that turn
    std::span<const uint32_t> active; ///< the same contacts in pair-key order; filled for `needs_key_order`
    std::span<float> impulses{}; ///< N s, by contact index: along the normal in this step; those of impacts are there
    std::span<uint32_t> island_of{};       ///< by slot: room for passive.h
    const ColourGraph* graph = nullptr;    ///< touching contacts with an awake body, by colour
    std::span<const SolvePart> parts{};    ///< all of `awake` and `graph` in parts, or none: a matter of speed alone
    bool parts_near = false;               ///< their contacts were read just now
    std::span<const BodyPose> poses{};     ///< by slot: arms and angles of joints
    std::span<Joint> joints{};             ///< by joint index
    const Bitset* active_joints = nullptr; ///< those with constraints and with a body that can move
    JointPlan* joint_plan = nullptr;       ///< of the step
    JointPlan* impact_plan = nullptr;      ///< of the last pass of impacts
    int lanes = 4;                         ///< 4, or 1 for the oracle: the same bits, one contact at a time
    bool bounces = true;     ///< false: impacts were solved before, and no contact has restitution any more (WK8)
    bool integrated = false; ///< literal UR1: positions and velocities were advanced before detection
    Arena& arena;
    SolverProbe* probe = nullptr; ///< not null while somebody watches: see observe.h
    ManifoldRefresh refresh{};
    StageLog* stages = nullptr; ///< asked for by tests: the order of the stages of a substep (FX8)
};

/// A platform: no impulse moves it, and yet it moves.
inline bool is_carried(const SolveInput& input, uint32_t slot) {
    const BodyMotion& motion = input.motions[slot];
    return !can_move(input.masses[slot]) && (motion.v != Vec2{} || motion.w != 0.0f);
}

} // namespace impulse
