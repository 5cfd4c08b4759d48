// What is not done in every substep: positions corrected, impulses forgotten or written back.

#include "dynamics/joints/angle.h"
#include "dynamics/joints/axis.h"
#include "dynamics/joints/joint_pass.h"
#include "dynamics/joints/lane_choice.h"
#include "dynamics/joints/point.h"

namespace impulse {
namespace {

template <class L>
void correct(const SolveInput& input, const JointRows<L>& rows, const JointCorrection& correction) {
    using D = DisplacementLanes<L>;
    BodyMotion* const motions = input.motions.data();
    const CorrectionPass<L> pass{splat<L>(correction.compliance), splat<L>(correction.fraction),
                                 splat<L>(correction.most), splat<L>(correction.slop), splat<L>(correction.turn_back)};
    const L to_impulse = splat<L>(correction.to_impulse);
    CorrectionPass<L> gear_pass = pass;
    gear_pass.fraction = splat<L>(correction.gears);
    const auto move = [&](auto& kept, auto&& each) {
        auto copy = kept;
        auto& row = correction.rows_stay ? copy : kept;
        D a = gather_displacement<L>(motions, row.slotA);
        D b = gather_displacement<L>(motions, row.slotB);
        each(row, a, b);
        scatter_displacement<L>(motions, row.slotA, a);
        scatter_displacement<L>(motions, row.slotB, b);
        if (!rows.any_locked) { return; }
        for (int lane = 0; lane < kLanes<L>; ++lane) {
            apply_locks(motions[row.slotA[lane]]);
            apply_locks(motions[row.slotB[lane]]);
        }
    };
    for (const JointBatch& batch : correction.crowds_backward ? rows.to_and_fro : rows.batches) {
        const bool gear = batch.kind == PartKind::linear;
        if (!includes(kHardRoles, batch.role) || (gear && correction.gears == 0.0f)) { continue; }
        if (correction.crowds_only && (!batch.crowded || batch.whole)) { continue; }
        if (batch.kind == PartKind::point) {
            for (JointPoint<L>& row : rows.points.subspan(batch.first, batch.count)) {
                move(row, [&](JointPoint<L>& r, D& a, D& b) {
                    refresh(r, a, b);
                    correct_point(r, pass, to_impulse, a, b);
                });
            }
        } else if (batch.kind == PartKind::angle) {
            for (JointAngle<L>& row : rows.angles.subspan(batch.first, batch.count)) {
                move(row, [&](JointAngle<L>& r, D& a, D& b) {
                    refresh(r, a, b);
                    correct_angle(r, pass, to_impulse, a, b);
                });
            }
        } else {
            for (JointAxis<L>& row : rows.axes.subspan(batch.first, batch.count)) {
                move(row, [&](JointAxis<L>& r, D& a, D& b) {
                    refresh(r, batch.kind, a, b);
                    correct_axis(r, gear ? gear_pass : pass, to_impulse, a, b);
                });
            }
        }
    }
}

template <class L>
void clear(const JointRows<L>& rows, uint32_t roles) {
    const L zero = splat<L>(0.0f);
    for (const JointBatch& batch : rows.batches) {
        if (!includes(roles, batch.role)) { continue; }
        for (uint32_t i = batch.first; i < batch.first + batch.count; ++i) {
            if (batch.kind == PartKind::point) {
                rows.points[i].px = rows.points[i].py = zero;
            } else {
                (batch.kind == PartKind::angle ? rows.angles[i].control : rows.axes[i].control).impulse = zero;
            }
        }
    }
}

template <class L>
void note_loads(const JointRows<L>& rows) {
    for (size_t i = 0; i < rows.points.size(); ++i) {
        rows.point_loads[2 * i] = rows.point_loads[2 * i] + rows.points[i].px;
        rows.point_loads[2 * i + 1] = rows.point_loads[2 * i + 1] + rows.points[i].py;
    }
    for (size_t i = 0; i < rows.angles.size(); ++i) {
        rows.angle_loads[i] = rows.angle_loads[i] + rows.angles[i].control.impulse;
    }
    for (size_t i = 0; i < rows.axes.size(); ++i) {
        rows.axis_loads[i] = rows.axis_loads[i] + rows.axes[i].control.impulse;
    }
}

const uint32_t* owners_of(PartKind kind, const auto& rows) {
    return (kind == PartKind::point   ? rows.point_joints
            : kind == PartKind::angle ? rows.angle_joints
                                      : rows.axis_joints)
        .data();
}

/// Calls `visit(batch, i, lane, joint)` for each part.
template <class L, class Visit>
void each_part(const SolveInput& input, const JointRows<L>& rows, Visit&& visit) {
    for (const JointBatch& batch : rows.batches) {
        const uint32_t* const owners = owners_of(batch.kind, rows);
        for (uint32_t n = 0; n < batch.count * kLanes<L>; ++n) {
            const uint32_t i = batch.first + n / kLanes<L>;
            const int lane = static_cast<int>(n % kLanes<L>);
            const uint32_t index = owners[i * kLanes<L> + static_cast<uint32_t>(lane)];
            if (index != kNull) { visit(batch, i, lane, input.joints[index]); }
        }
    }
}

/// The impulses since `prepare_joints`, as the step's mean, come on top of the joints' reactions.
template <class L>
[[gnu::noinline]] void add_reactions(const SolveInput& input, const JointRows<L>& rows) {
    note_loads(rows);
    const float per_step = 1.0f / input.dt;
    each_part(input, rows, [&](const JointBatch& batch, uint32_t i, int lane, Joint& joint) {
        if (batch.kind == PartKind::point) {
            const Vec2 force =
                per_step * Vec2{peek(rows.point_loads[2 * i], lane), peek(rows.point_loads[2 * i + 1], lane)};
            joint.force += force;
            if (batch.role ==
                PartRole::spring) { // it may act beside the anchor (weld.cpp), and is told as at the anchor
                const BodyPose& pose = input.poses[joint.slotB];
                const Vec2 anchor = rotate(pose.q, joint.def.local_anchor_b - pose.local_center);
                const Vec2 at{peek(rows.points[i].rB0x, lane), peek(rows.points[i].rB0y, lane)};
                joint.torque += cross(at - anchor, force);
            }
        } else if (batch.kind == PartKind::angle) {
            joint.torque += per_step * peek(rows.angle_loads[i], lane);
        } else {
            const JointAxis<L>& row = rows.axes[i];
            const float force = per_step * peek(rows.axis_loads[i], lane);
            joint.force += force * Vec2{peek(row.uBx, lane), peek(row.uBy, lane)};
            // What turns B and is no arm's is a torque; the arm only says where the force acts.
            joint.torque += force * peek(row.turning, lane);
        }
    });
}

/// What the next step starts from is the force of the last substep, of `h`.
template <class L>
[[gnu::noinline]] void read_impulses(const SolveInput& input, const JointRows<L>& rows, float h) {
    const float per_substep = 1.0f / h;
    each_part(input, rows, [&](const JointBatch& batch, uint32_t i, int lane, Joint& joint) {
        const int role = static_cast<int>(batch.role);
        if (batch.kind == PartKind::point) {
            joint.point_force = per_substep * Vec2{peek(rows.points[i].px, lane), peek(rows.points[i].py, lane)};
        } else if (batch.kind == PartKind::angle) {
            joint.angle_force[role] = per_substep * peek(rows.angles[i].control.impulse, lane);
        } else {
            joint.axis_force[role] = per_substep * peek(rows.axes[i].control.impulse, lane);
        }
    });
}

/// Turns are counted on, and whatever bore too much breaks.
void finish(const SolveInput& input, const JointSet& set) {
    for (const uint32_t index : set.active) {
        Joint& joint = input.joints[index];
        const float wB = input.motions[joint.slotB].w;
        const float wA = joint.slotA == kNull ? 0.0f : input.motions[joint.slotA].w;
        // Where the angle will be found next, but for what a step's worth of acceleration adds and what corrections turn it by
        // (kTurnBack): less than the half turn that telling turns apart allows.
        if (joint.def.type == JointType::gear) {
            joint.angle += static_cast<double>(input.dt * wA);
            joint.angle_b += static_cast<double>(input.dt * wB);
        } else {
            joint.angle += static_cast<double>(input.dt * (wB - wA));
        }
        joint.broken = joint.breakable &&
                       (length(joint.force) > joint.def.break_force || abs(joint.torque) > joint.def.break_torque);
    }
}

} // namespace

void correct_joints(const SolveInput& input, const JointSet& set, const JointCorrection& correction) {
    IMPULSE_LANES(correct(input, set.one, correction), correct(input, set.wide, correction));
}

// Warm starting gives the impulses of the substep before once more. With the error of velocity r, what the impulses do to it y and
// what a sweep takes off G, a substep is r' = (1 - G)(r + y), y' = y - G (r + y). For a number g that is mu = sqrt(1 - g)
// (sqrt(1 - g) +- i sqrt(g)), which decays where g is real and from 0 to 1. But a sweep in one direction over joints that share a
// body has complex eigenvalues, the more so the lighter the body is among what it holds: a cart of 1 kg on six wheels of 5 kg
// swung itself up by a fifth a substep, a sun and five planets came to 1e22 rad/s. And joints that are springs, as all others
// are under soft substeps, feed their errors of position back into that loop. So where bodies are crowded
// - sweeps go to and fro: a sweep and the same backward are 1 - G = E E^T in the norm of energy, g is real (symmetric
//   Gauss-Seidel); and so that it is one and the same sweep,
// - velocities are solved rigidly, and what errors there are, of turning arms, of rounding and of what a sweep leaves, are
//   taken out of the positions and leave no velocity. By a quarter, as springs do: what positions jump by, springs beside them
//   see as stretched, and all at once that drove masses on springs of 10 Hz.
// All that hangs together is solved like this: joints beside them that went on as springs would drive them again. Two sweeps more,
// because where masses differ a sweep finds little of what is wrong: gears in rings under 100 kN m would slip.
//
// Gears are crowded always: a load F would turn springs off their ratio by F / (m w^2), .26 degrees for 100 N m on two wheels of a
// metre.
void fix_crowds(const SolveInput& input, const JointSet& set, bool first) {
    JointCorrection fix;
    fix.fraction = 0.25f;
    fix.gears = first ? 1.0f : 0.0f;
    fix.crowds_only = fix.rows_stay = true;
    correct_joints(input, set, fix);
    JointPass relax;
    relax.roles = kRelaxRoles;
    relax.bias = relax.refresh = false;
    relax.crowds_only = true;
    for (int k = 0; k < 2; ++k) {
        relax.crowds_backward = k == 0;
        solve_joints(input, set, relax);
    }
}

void clear_joints(const JointSet& set, uint32_t roles) {
    IMPULSE_LANES(clear(set.one, roles), clear(set.wide, roles));
    clear_trees(set.trees);
}

void note_joint_loads(const JointSet& set) { IMPULSE_LANES(note_loads(set.one), note_loads(set.wide)); }

void add_joint_reactions(const SolveInput& input, const JointSet& set) {
    IMPULSE_LANES(add_reactions(input, set.one), add_reactions(input, set.wide));
}

void store_joints(const SolveInput& input, const JointSet& set, float h) {
    IMPULSE_LANES(read_impulses(input, set.one, h), read_impulses(input, set.wide, h));
    // Where impacts came first, the reactions hold already what joints bore in them.
    if (input.tuning.impacts == Impacts::bias) {
        for (const uint32_t index : set.active) { clear_reaction(input.joints[index]); }
    }
    add_joint_reactions(input, set);
    finish(input, set);
}

} // namespace impulse
