/// Which joints hang together, and in which order their bodies are eliminated.
#pragma once

#include <cstdint>
#include <span>

#include "core/arena.h"

namespace impulse {

struct JointWork;

/// An entry of a column: the block beside the diagonal in the row of body `body`.
struct PlanBlock {
    uint32_t block = 0;
    uint32_t body = 0; ///< eliminated later
};

/// A body, in order of elimination.
struct PlanBody {
    uint32_t slot = 0;
    uint32_t first = 0; ///< of `JointPlan::entries`
    uint32_t count = 0;
    uint32_t first_fill = 0; ///< of `JointPlan::targets`: one a pair of entries (i, k), i < k, row by row
};

/// A joint, in the order of the mechanisms.
struct PlanJoint {
    uint32_t work = 0;
    uint32_t bodyA = 0xffffffffu; ///< of `JointPlan::bodies`; none: it cannot move
    uint32_t bodyB = 0xffffffffu;
    uint32_t block = 0xffffffffu; ///< of the two, in the row of the later one
};

/// What is solved as one.
struct Mechanism {
    uint32_t first_body = 0, end_body = 0;
    uint32_t first_joint = 0, end_joint = 0;
    uint32_t first_block = 0, end_block = 0;
};

struct JointPlan {
    std::span<Mechanism> mechanisms;
    std::span<PlanBody> bodies;
    std::span<PlanJoint> joints;
    std::span<PlanBlock> entries;
    std::span<uint32_t> targets; ///< blocks
    std::span<uint32_t> loops;   ///< work of joints in mechanisms with many loops, in order of id
    uint32_t blocks = 0;
};

/// `slots`: how many there are.
JointPlan plan_joints(Arena& arena, std::span<const JointWork> work, size_t slots);

} // namespace impulse
