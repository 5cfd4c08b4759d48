/// All that a solver sees: spans and numbers. No World, no shapes, no trees.
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

struct SolveInput {
    float dt = 0.0f; ///< s, > 0
    Vec2 gravity;    ///< m/s^2
    const Tuning& tuning;
    std::span<BodyMotion> motions;      ///< by slot
    std::span<const BodyMass> masses;   ///< by slot; zero for whatever must not move
    std::span<const BodyForces> forces; ///< by slot
    std::span<const uint32_t> awake;    ///< slots of awake bodies, ascending
    std::span<Contact> contacts;        ///< by contact index
    std::span<const uint32_t> active;   ///< the same contacts in pair-key order; filled for `needs_key_order`
    const ColourGraph* graph = nullptr; ///< touching contacts with an awake body, by colour
    std::span<const BodyPose> poses{};  ///< by slot: arms and angles of joints
    std::span<Joint> joints{};          ///< by joint index
    const Bitset* active_joints = nullptr;   ///< those with parts and with a body that can move
    int lanes = 4;                      ///< 4, or 1 for the oracle: the same bits, one contact at a time
    bool bounces = true; ///< false: impacts were solved before, and no contact has restitution any more (WK8)
    bool integrated = false; ///< literal UR1: positions and velocities were advanced before detection
    Arena& arena;
    SolverProbe* probe = nullptr; ///< not null while somebody watches: see observe.h
};

} // namespace impulse
