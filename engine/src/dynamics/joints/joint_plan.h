/// Articulations (connected joints) and the elimination order of their bodies (joint_direct.h). Computed when joints or
/// their movable bodies change, and cached until then; it is derived from the rest of the state.
#pragma once

#include <cstdint>
#include <span>

#include "core/arena.h"
#include "dynamics/joints/joint_model.h"

namespace impulse {

/// The properties of a joint that the plan depends on.
struct PlannedJoint {
    uint32_t joint = 0;
    uint32_t form = 0;
    uint32_t slotA = kNull; ///< kNull: the world
    uint32_t slotB = kNull;
    bool movesA = false;
    bool movesB = false;
    bool operator==(const PlannedJoint&) const = default;
};

/// A body of a group, in order of elimination; immovable bodies follow the movable ones.
struct PlanBody {
    uint32_t slots[kLanes<Real>] = {kNull, kNull};
    uint32_t first_entry = 0; ///< of its column
    uint32_t end_entry = 0;
    uint32_t first_fill = 0; ///< of `fills`: one for each pair of entries, row by row
};

/// An off-diagonal block.
struct PlanEntry {
    uint32_t block = 0;
    uint32_t body = 0; ///< its row, a body of the group eliminated later
};

/// Joints of one form that are solved side by side.
template <int Lanes>
struct PlanRow {
    uint32_t joints[Lanes] = {}; ///< unused lanes repeat the first one
    int lanes = 0;
    uint32_t form = 0;   ///< joint_model.h
    bool angles = false; ///< some x depends on rotations of bodies
    uint32_t first_constraint = 0;
    uint32_t constraints = 0;
};

/// A joint of an articulation.
struct PlanJoint : PlanRow<kLanes<Real>> {
    uint32_t a = 0; ///< bodies of the group
    uint32_t b = 0;
    uint32_t block = kNull; ///< of the two bodies; kNull if one is immovable
};

/// Joints of loops without a common movable body.
struct PlanLoop : PlanRow<kLanes<Wide>> {
    uint32_t slotA[kLanes<Wide>] = {kNull, kNull, kNull, kNull}; ///< kNull: the world
    uint32_t slotB[kLanes<Wide>] = {kNull, kNull, kNull, kNull};
};

/// Up to kLanes<Real> articulations of one form, solved side by side. Ranges are of the plan's arrays.
struct PlanGroup {
    int lanes = 1;
    uint32_t first_body = 0, moving_bodies = 0, bodies = 0;
    uint32_t first_joint = 0, joints = 0;
    uint32_t first_constraint = 0, constraints = 0;
    uint32_t first_block = 0, blocks = 0; ///< plus a dummy block
    bool angles = false;                  ///< some x of its joints depends on rotations of bodies
    bool drives = false;                  ///< some joint has a motor or a spring
    bool springs = false;                 ///< some joint has a spring
};

struct PlanLists {
    std::span<PlannedJoint> key; ///< the input that it was computed for
    bool direct = true;          ///< and whether it asked for elimination
    std::span<PlanGroup> groups;
    std::span<PlanBody> bodies;
    std::span<PlanJoint> joints;
    std::span<PlanEntry> entries;
    std::span<uint32_t> fills;
    std::span<PlanLoop> loops; ///< joints of articulations with many loops, in order of iteration
    uint32_t constraints = 0;  ///< of `joints`
    uint32_t loop_constraints = 0;
    uint32_t blocks = 0;
};
inline constexpr PlanLists kNoJoints;

struct JointPlan : PlanLists {
    Arena memory; ///< of all spans
};

/// Computes the plan for these joints unless it is cached. `slots`: number of body slots. `direct`: whether
/// articulations with few loops are solved by elimination; otherwise all are iterated.
void plan_joints(JointPlan& plan, Arena& scratch, std::span<const PlannedJoint> joints, size_t slots, bool direct);

} // namespace impulse
