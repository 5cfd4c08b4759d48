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
                                 splat<L>(correction.most), splat<L>(correction.slop),
                                 splat<L>(correction.turn_back)};
    const L to_impulse = splat<L>(correction.to_impulse);
    const auto move = [&](auto& row, auto&& each) {
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
    for (const JointBatch& batch : correction.geared_back ? rows.to_and_fro : rows.batches) {
        if (!includes(kHardRoles, batch.role) || (correction.gears_only && batch.kind != PartKind::linear) ||
            (correction.geared_back && !batch.geared)) {
            continue;
        }
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
                    correct_axis(r, pass, to_impulse, a, b);
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
    for (size_t i = 0; i < rows.axes.size(); ++i) { rows.axis_loads[i] = rows.axis_loads[i] + rows.axes[i].control.impulse; }
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
            joint.force += per_step * Vec2{peek(rows.point_loads[2 * i], lane), peek(rows.point_loads[2 * i + 1], lane)};
        } else if (batch.kind == PartKind::angle) {
            joint.torque += per_step * peek(rows.angle_loads[i], lane);
        } else {
            const JointAxis<L>& row = rows.axes[i];
            const float force = per_step * peek(rows.axis_loads[i], lane);
            joint.force += force * Vec2{peek(row.uBx, lane), peek(row.uBy, lane)};
            // The turning of a gear is a torque; elsewhere the arm of B only says where the force acts.
            if (batch.kind == PartKind::linear) { joint.torque += force * peek(row.sB, lane); }
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

// Under soft substeps gears are no springs as other joints are: a load F would turn them off their ratio by F / (m w^2), 0.26
// degrees for 100 N m on two wheels of a metre, and a motor that swings behind a ratio of 0.01 by 2. Their velocities are solved
// rigidly, so that no load takes an error to carry, and what errors there are, of rounding and of trains that one sweep does not
// solve, are taken out of the positions and leave no velocity. A push of velocities instead, without the springs' memory, is an
// undamped control: a motor swept after the gear drove a light wheel before a heavy one away. But springs beside them lose what
// yielded: a limit on the light one of two wheels, a its part of the mass that turns, would follow
//   s^3 + g s^2 + (r + f) a s + p a = 0      per substep: g impulse, f mass, p h bias mass of its softness, r relaxing sweeps
// which grows where p > (r + f) g: with r = 1, .25 > .19, and wheels of 1:1,000 came back at twice their speed. Two sweeps more
// over all that is on geared wheels make that .40.
//
// Sweeps over geared wheels go to and fro. Warm starting gives the impulses of the step before once more: with the error of
// velocity r and what the impulses do to it y, a step is r' = (1 - G)(r + y), y' = y - G (r + y), G being what the sweeps take
// off. For a number 0 < g <= 1 that decays by sqrt(1 - g). But where a light wheel turns many heavy ones, one sweep's 1 - G has
// complex eigenvalues, and the impulses swing higher in every step: a sun and five planets came to 1e22 rad/s. A sweep and the
// same backward are 1 - G = E E^T in the norm of energy, with eigenvalues from 0 to 1 alone (symmetric Gauss-Seidel).
// Where fixes leave velocity it is the same: a sweep takes x to x' = E (x + h v) and v to (x' - x) / h, so x'' = E (2 x' - x), and
// an eigenvalue e of E turns into z^2 = e (2 z - 1): |z|^2 = e for 0 <= e <= 1, and anything for a complex one.
void fix_gears(const SolveInput& input, const JointSet& set, bool positions) {
    JointCorrection fix;
    fix.gears_only = true;
    if (positions) { correct_joints(input, set, fix); }
    JointPass relax;
    relax.roles = kRelaxRoles;
    relax.bias = relax.refresh = false;
    relax.geared_only = true;
    for (int k = 0; k < 2; ++k) {
        relax.gears_backward = k == 0;
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
