/// The input of a solver: spans and numbers. No World, no shapes, no trees.
#pragma once

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

/// The narrow phase, for a solver that moves bodies between detections (FX8): updates the manifolds of all `active`
/// contacts for the poses plus present displacements; impulses stay with their features. Null: manifolds are constant.
struct ManifoldRefresh {
    void (*run)(void* context) = nullptr;
    void* context = nullptr;
};

/// The bodies of a world. By slot, but for `awake`.
struct SolverBodies {
    std::span<BodyMotion> motions;
    std::span<const BodyMass> masses; ///< zero for immovable bodies
    std::span<const BodyForces> forces;
    std::span<const BodyPose> poses{}; ///< at the beginning of the step: arms and angles of joints
    std::span<uint32_t> island_of{};   ///< numbers of islands; kNull for what cannot move or touches nothing
    std::span<const uint32_t> awake;   ///< slots of awake bodies, ascending
    uint32_t islands = 0;              ///< number of islands: bodies connected by contacts of `graph` and active joints
};

/// A contact point that is solved in another contact: one end of a face, together with the other. For the solve it is
/// in the manifold of that contact (world/implied_points.cpp).
struct LentPoint {
    uint32_t from = kNull;
    uint32_t from_index = 0; ///< in its manifold
    uint32_t to = kNull;
    uint32_t to_index = 0;
    int32_t count = 0;   ///< of the points of `to` without it
    bool turned = false; ///< the body of the face is A in one of the two contacts and B in the other
};

/// The contacts of a world. By contact index, except for the two solving orders.
struct SolverContacts {
    std::span<Contact> all;
    std::span<float> impulses{};    ///< N s: along the normal in this step; already contains those of impacts
    std::span<float> loads{};       ///< N: lasting normal forces (contact_load.h)
    std::span<const float> radii{}; ///< m, by shape index: distance of the surface from the rotating core
    /// The contacts of `graph` in pair-key order; filled for `SolverEntry::key_order`.
    std::span<const uint32_t> active;
    ColourLists graph{}; ///< touching contacts with an awake body, by colour
    std::span<const LentPoint> lent{};
};

/// The joints of a world, by joint index.
struct SolverJoints {
    std::span<Joint> all{};
    const Bitset* active = nullptr;   ///< joints with constraints and a movable body
    JointPlan* plan = nullptr;        ///< of the step
    JointPlan* impact_plan = nullptr; ///< of the last pass of impacts
};

/// s: the step in which a solver has as many substeps as its option says, where steps differ in length.
inline constexpr float kReferenceStep = 1.0f / 60.0f;

/// The substeps of a step. A solver without any has one.
struct Substeps {
    int count = 1;
    float h = 0.0f;      ///< s
    float before = 0.0f; ///< s: those of the last step; 0 in the first
    /// s, to which stiffness is adapted: those of `kReferenceStep` in a world whose steps differ in length, else `h`.
    float reference = 0.0f;
};

struct SolveInput {
    float dt = 0.0f; ///< s, > 0
    Substeps substeps{};
    Vec2 gravity; ///< m/s^2
    const Tuning& tuning;
    SolverBodies bodies;
    SolverContacts contacts;
    SolverJoints joints{};
    int lanes = 4;       ///< 4, or 1 for the reference version: the same bits, one contact at a time
    bool bounces = true; ///< false: impacts were solved before, and restitution is ignored (WK8)
    Arena& arena;
    SolverProbe* probe = nullptr; ///< not null while tracing: see observe.h
    ManifoldRefresh refresh{};
};

/// Naive variant (UR1): positions and velocities were advanced before detection, so the solver does not advance them.
inline bool moved_before(const Tuning& tuning) { return tuning.literal.integrate_first; }

/// Whether impulses of a contact move its side 0 (A) or 1.
inline bool can_move(const SolveInput& input, const Contact& contact, uint32_t side) {
    return (contact.flags & (side == 0 ? kHeldA : kHeldB)) == 0 && can_move(input.bodies.masses[contact.slot(side)]);
}

/// A platform: a moving body that impulses do not affect.
inline bool is_carried(const SolveInput& input, uint32_t slot) {
    const BodyMotion& motion = input.bodies.motions[slot];
    return !can_move(input.bodies.masses[slot]) && (motion.v != Vec2{} || motion.w != 0.0f);
}
/// The same for a side of a contact, where a dominating body counts too.
inline bool is_carried(const SolveInput& input, const Contact& contact, uint32_t side) {
    return (contact.flags & (side == 0 ? kHeldA : kHeldB)) != 0 || is_carried(input, contact.slot(side));
}

} // namespace impulse
