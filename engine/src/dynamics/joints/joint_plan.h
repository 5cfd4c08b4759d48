/// Which joints hang together, and in which order their bodies are eliminated (joint_direct.h). Made when joints or the
/// bodies that they can move change, and kept until then; all of it follows from the rest of the state.
#pragma once

#include <cstdint>
#include <span>

#include "core/arena.h"
#include "dynamics/body.h"
#include "dynamics/joints/joint_model.h"

namespace impulse {

/// A joint as the plan sees it.
struct PlannedJoint {
    uint32_t joint = 0;
    uint32_t form = 0;
    uint32_t slotA = kNull; ///< kNull: the world
    uint32_t slotB = kNull;
    bool movesA = false;
    bool movesB = false;
    bool operator==(const PlannedJoint&) const = default;
};

/// A body of a group, in order of elimination; behind those that can move, those that joints hold on to.
struct PlanBody {
    uint32_t slots[kLanes<Real>] = {kNull, kNull};
    uint32_t first_entry = 0; ///< of its column
    uint32_t end_entry = 0;
    uint32_t first_fill = 0; ///< of `fills`: one for each pair of entries, row by row
};

/// A block beside the diagonal.
struct PlanEntry {
    uint32_t block = 0;
    uint32_t body = 0; ///< its row, eliminated later; of the group
};

/// Joints of one form that are solved side by side.
template <int Lanes>
struct PlanRow {
    uint32_t joints[Lanes] = {}; ///< the first one again in lanes that have none of their own
    int lanes = 0;
    uint32_t form = 0; ///< joint_model.h
    uint32_t first_constraint = 0;
    uint32_t constraints = 0;
};

/// One joint of a mechanism.
struct PlanJoint : PlanRow<kLanes<Real>> {
    uint32_t a = 0; ///< bodies of the group
    uint32_t b = 0;
    uint32_t block = kNull; ///< of the two; none where one cannot move
};

/// Joints of loops that share no moving body.
struct PlanLoop : PlanRow<kLanes<Wide>> {
    uint32_t slotA[kLanes<Wide>] = {kNull, kNull, kNull, kNull}; ///< kNull: the world
    uint32_t slotB[kLanes<Wide>] = {kNull, kNull, kNull, kNull};
};

/// Up to kLanes<Real> mechanisms of one form, solved side by side. Ranges are of the plan's arrays.
struct PlanGroup {
    int lanes = 1;
    uint32_t first_body = 0, moving_bodies = 0, bodies = 0;
    uint32_t first_joint = 0, joints = 0;
    uint32_t first_block = 0, blocks = 0; ///< and a spare one
    bool angles = false;                  ///< some x of its joints depends on how far bodies turned
    bool drives = false;                  ///< some joint has a motor or a spring
};

struct JointPlan {
    std::span<PlannedJoint> key; ///< what it was made for
    std::span<PlanGroup> groups;
    std::span<PlanBody> bodies;
    std::span<PlanJoint> joints;
    std::span<PlanEntry> entries;
    std::span<uint32_t> fills;
    std::span<PlanLoop> loops; ///< joints of mechanisms with many loops, in the order in which they are swept
    uint32_t constraints = 0;  ///< of `joints`
    uint32_t loop_constraints = 0;
    uint32_t blocks = 0;
    Arena memory; ///< of all that
};

/// Makes the plan for these joints, unless it is made for them already. `slots`: how many bodies there can be.
void plan_joints(JointPlan& plan, Arena& scratch, std::span<const PlannedJoint> joints, size_t slots);

} // namespace impulse
