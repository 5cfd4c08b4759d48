/// The rows of joints' parts as trees read and write them: a lane at a time, in doubles. Symbols are those of joint_trees.h.
#pragma once

#include "dynamics/joints/joint_rows.h"
#include "dynamics/joints/joint_trees.h"

namespace impulse {

/// One lane of four.
template <class L>
Real lane(const L& lanes, uint32_t at) {
    return static_cast<Real>(peek(lanes, static_cast<int>(at % kLanes<L>)));
}
template <class L>
float& lane_at(L& lanes, uint32_t at) {
    return reinterpret_cast<float*>(&lanes)[at % kLanes<L>];
}
template <class L>
void add_to(L& lanes, uint32_t at, Real value) {
    lane_at(lanes, at) += static_cast<float>(value);
}

/// What the rows of a joint's parts say now.
struct Reading {
    Real a[3][3] = {}, b[3][3] = {}; ///< J
    Real error[3] = {};              ///< m or rad
    Real impulse[3] = {};            ///< accumulated
    Real rA[2] = {}, rB[2] = {};     ///< m: of a point
    Real length = 0.0;               ///< m: of a rod
    int limit = -1;
    Real side = 0.0;             ///< of its limit: 1 the lower, -1 the upper, 0 both at once
    Real endA = 0.0, endB = 0.0; ///< m: of a rod, arms along it, as the step began
};

/// The row that a hinge or slider leaves free, to springs, motors and limits.
inline int free_row_of(const TreeJoint& joint) { return joint.axis == kNull ? 2 : 1; }
inline bool is_driven(const TreeJoint& joint) { return joint.motor != kNull || joint.spring != kNull; }

/// Of a limit, the side that is nearer.
template <class L>
Reading read(const JointRows<L>& rows, const TreeJoint& joint) {
    Reading out;
    out.limit = joint.limit;
    const auto read_control = [&](int i, const JointControl<L>& control, uint32_t at) {
        const Real above = lane(control.x, at) - lane(control.upper, at);
        out.error[i] = lane(control.x, at) - lane(control.lower, at);
        if (i == joint.limit) {
            out.side = lane(control.two_sided, at) > 0.0 ? 0.0 : out.error[i] < -above ? 1.0 : -1.0;
            if (out.side < 0.0) { out.error[i] = above; }
        }
        out.impulse[i] = lane(control.impulse, at);
    };
    if (const uint32_t at = joint.point; at != kNull) {
        const JointPoint<L>& row = rows.points[at / kLanes<L>];
        out.rA[0] = lane(row.rAx, at);
        out.rA[1] = lane(row.rAy, at);
        out.rB[0] = lane(row.rBx, at);
        out.rB[1] = lane(row.rBy, at);
        out.a[0][0] = out.a[1][1] = -1.0;
        out.b[0][0] = out.b[1][1] = 1.0;
        out.a[0][2] = out.rA[1];
        out.a[1][2] = -out.rA[0];
        out.b[0][2] = -out.rB[1];
        out.b[1][2] = out.rB[0];
        out.error[0] = lane(row.cx, at);
        out.error[1] = lane(row.cy, at);
        out.impulse[0] = lane(row.px, at);
        out.impulse[1] = lane(row.py, at);
    }
    const auto read_axis = [&](int row, uint32_t at) {
        const JointAxis<L>& axis = rows.axes[at / kLanes<L>];
        const L* const a[3] = {&axis.uAx, &axis.uAy, &axis.sA};
        const L* const b[3] = {&axis.uBx, &axis.uBy, &axis.sB};
        for (int i = 0; i < 3; ++i) {
            out.a[row][i] = -lane(*a[i], at);
            out.b[row][i] = lane(*b[i], at);
        }
    };
    if (joint.axis != kNull) {
        for (const uint32_t at : {joint.motor, joint.spring}) {
            if (at != kNull) { read_axis(1, at); }
        }
        for (int row = 0; row < 2; ++row) {
            const uint32_t at = row == 0 ? joint.axis : joint.way;
            if (at == kNull) { continue; }
            read_axis(row, at);
            read_control(row, rows.axes[at / kLanes<L>].control, at);
        }
    }
    if (joint.rod) { // across, at the centres: e is an estimate anyway
        const uint32_t at = joint.axis;
        const JointAxis<L>& row = rows.axes[at / kLanes<L>];
        out.a[1][0] = -out.a[0][1];
        out.a[1][1] = out.a[0][0];
        out.b[1][0] = -out.b[0][1];
        out.b[1][1] = out.b[0][0];
        out.length = lane(row.control.x, at);
        out.endA = lane(row.rA0x, at) * lane(row.uAx, at) + lane(row.rA0y, at) * lane(row.uAy, at);
        out.endB = lane(row.rB0x, at) * lane(row.uBx, at) + lane(row.rB0y, at) * lane(row.uBy, at);
    }
    if (joint.angle != kNull || is_driven(joint)) {
        out.a[2][2] = -1.0;
        out.b[2][2] = 1.0;
    }
    if (const uint32_t at = joint.angle; at != kNull) { read_control(2, rows.angles[at / kLanes<L>].control, at); }
    return out;
}

/// The motor of a joint that has one.
template <class L>
JointControl<L>& motor_of(const JointRows<L>& rows, const TreeJoint& joint) {
    return rows.axes[joint.motor / kLanes<L>].control;
}

} // namespace impulse
