/// The parts of joints as the kernels solve them: one row holds `kLanes<L>` parts of one kind and role side by side.
///
/// Rows are plain arrays of 32-bit lanes, so a part is prepared as a row of one lane in readable code and then copied, field
/// by field, into its lane of a wide row (`insert_lane`). Fields marked "now" are computed from the displacements by the
/// part's `refresh`, those before it are filled in once a step.
#pragma once

#include <array>
#include <cstring>
#include <span>

#include "dynamics/joints/joint.h"
#include "math/lanes.h"

namespace impulse {

/// rad: how much nearer to what it allows a joint brings its angle in a step. Turns are counted by prediction, which may be off
/// by less than half a turn (joint_finish.cpp), and displacements tell angles only within one. So a joint that is outside by
/// turns asks for this much, then for as much again. Less would let welds under many times their mass yield.
inline constexpr float kTurnBack = 1.0f;
/// rad: likewise, where fixes leave velocity: 15 rad/s at 60 Hz.
inline constexpr float kTurnBackByFixes = 0.25f;

/// A body is crowded where its joints' shares add up to more: the hub that is light among its wheels. Sweeps in one direction do
/// not come to rest there (joint_finish.cpp, `fix_crowds`). A body in a chain of its equals has 1, in a grid 2, at the wall end
/// of a welded beam 3; of 3,000 random trees of one to thirty times the mass, none that swung itself up had less than 3.4.
inline constexpr float kCrowded = 3.25f;
/// The same for sweeps that no softness damps: three heavy wheels are enough.
inline constexpr float kCrowdedHard = 2.1f;
/// What shares of joints that are solved as crowded count: going over and back every few steps would shake them for ever.
inline constexpr float kStayCrowded = 1.1f;

/// Two anchors that shall be in one place: point.h.
template <class L>
struct JointPoint {
    std::array<uint32_t, kLanes<L>> slotA, slotB;
    L mA, iA, mB, iB;         ///< inverse masses and inertias
    L rA0x, rA0y, rB0x, rB0y; ///< m: arms when the step began
    L d0x, d0y;               ///< m: anchor B less anchor A then
    L px, py;                 ///< N s, accumulated, on B
    L rAx, rAy, rBx, rBy;     ///< m, now
    L cx, cy;                 ///< m, now: anchor B less anchor A
    L k11, k12, k22;          ///< now: inverse of K
};

/// What makes a point a spring or a motor. Kept apart, because most points are neither.
template <class L>
struct PointDrive {
    L push, mass, memory; ///< see JointControl
    L vx, vy;             ///< m/s: velocity to reach
    L cap;                ///< N s: most impulse, of any direction
};

/// What angle and axis rows have in common: one number x, its rate, and what it shall do. See control.h.
template <class L>
struct JointControl {
    L lower, upper;       ///< where x may be, from where it was when the step began; equal: where it shall be
    L lo, hi;             ///< N s or N m s: bounds of the impulse
    L two_sided;          ///< 1, or 0 for a limit, which only pushes away from itself
    L speed;              ///< m/s or rad/s to reach
    L push, mass, memory; ///< springs: the softness; push is bias times mass, 1/s
    L impulse;            ///< N s or N m s, accumulated
    L x;                  ///< m or rad, now
    L effective_mass;     ///< now: 1 / K
    L gap;                ///< m/s, now: how fast x may still approach its limit, with the sign of that approach negated
};

template <class L>
struct JointAngle {
    std::array<uint32_t, kLanes<L>> slotA, slotB;
    L iA, iB;
    JointControl<L> control;
};

template <class L>
struct JointAxis {
    std::array<uint32_t, kLanes<L>> slotA, slotB;
    L mA, iA, mB, iB;
    L rA0x, rA0y, rB0x, rB0y; ///< m: arms when the step began; linear: rA0x, rB0x are sA and sB
    L a0x, a0y;               ///< slide, span: anchor B less anchor A then; rope: anchor A less its ground; linear: uA
    L b0x,
        b0y; ///< slide, glide: the direction then; rope: anchor B less its ground; linear: uB; span, swing, now: rA . u, rB . u
    L ratio; ///< rope; glide: 1 where the angle is held too, else 0; of drives that trees solve: kg or kg m^2 that they move
    JointControl<L> control;
    L uAx, uAy, sA, uBx, uBy, sB; ///< now: Cdot = uB . vB + sB wB - uA . vA - sA wA
    L turning;                    ///< now: the part of sB that is no arm's
};

/// Some consecutive rows of one kind and role that share no moving body.
struct JointBatch {
    PartKind kind = PartKind::point;
    PartRole role = PartRole::rigid;
    bool whole = false;   ///< of joints that are solved as one: sweeps leave them alone (joint_trees.h)
    bool crowded = false; ///< of joints that hang together with a crowded body or a gear: see `kCrowded`
    uint32_t first = 0;   ///< in `points`, `angles` or `axes`
    uint32_t count = 0;
    uint32_t drives = 0; ///< of the first row in `drives`: points that are springs or motors
};

template <class L>
struct JointRows {
    std::span<JointBatch> batches;
    std::span<JointBatch> to_and_fro; ///< the same, the crowded ones from the last to the first
    std::span<JointPoint<L>> points;
    std::span<PointDrive<L>> drives;
    std::span<JointAngle<L>> angles;
    std::span<JointAxis<L>> axes;
    /// Joint of each lane of each row, kNull in dead lanes.
    std::span<uint32_t> point_joints, angle_joints, axis_joints;
    /// N s, N m s: the impulses of the substeps before this one, of each row; x and y of a point one after the other.
    std::span<L> point_loads, angle_loads, axis_loads;
    bool any_locked = false; ///< some body has a locked axis
};

/// Copies a row of one lane into a lane of `row`.
template <class L, template <class> class Row>
inline void insert_lane(Row<L>& row, int lane, const Row<float>& one) {
    static_assert(sizeof(Row<L>) == sizeof(Row<float>) * kLanes<L>);
    char* to = reinterpret_cast<char*>(&row) + 4 * lane;
    const char* from = reinterpret_cast<const char*>(&one);
    for (size_t i = 0; i < sizeof(Row<float>) / 4; ++i) { std::memcpy(to + 4 * kLanes<L> * i, from + 4 * i, 4); }
}

/// One lane, read where it lies.
template <class L>
inline float peek(const L& lanes, int lane) {
    float value;
    std::memcpy(&value, reinterpret_cast<const char*>(&lanes) + 4 * lane, sizeof value);
    return value;
}

} // namespace impulse
