#include "dynamics/joints/joint_pass.h"

#include <bit>
#include <cstring>

#include "core/assert.h"
#include "dynamics/joints/angle.h"
#include "dynamics/joints/axis.h"
#include "dynamics/joints/parts.h"
#include "dynamics/joints/point.h"

// The one-lane twin that tests compare with is left out of the package.
#ifndef IMPULSE_ORACLE
#define IMPULSE_ORACLE 1
#endif

namespace impulse {
namespace {

bool is_point_drive(PartKind kind, PartRole role) { return kind == PartKind::point && role < PartRole::limit; }
bool in(uint32_t roles, PartRole role) { return (roles & role_bit(role)) != 0; }

void apply_locks(BodyMotion& m) {
    if ((m.flags & kLockX) != 0) {
        m.v.x = 0.0f;
        m.dp.x = 0.0f;
    }
    if ((m.flags & kLockY) != 0) {
        m.v.y = 0.0f;
        m.dp.y = 0.0f;
    }
}

// --- preparation

/// Where the next part of an index goes.
struct Cursor {
    uint32_t row = 0;
    uint32_t lane = 0;
    uint32_t drive = 0;
};

template <class L>
struct RowCounts {
    uint32_t batches = 0, points = 0, drives = 0, angles = 0, axes = 0;
    void add(PartKind kind, PartRole role, uint32_t rows) {
        ++batches;
        if (kind == PartKind::point) {
            points += rows;
            drives += is_point_drive(kind, role) ? rows : 0;
        } else {
            (kind == PartKind::angle ? angles : axes) += rows;
        }
    }
};

/// Calls `visit(list)` for runs of joints that share no moving body: each colour, and each joint of the overflow.
template <class Visit>
void each_run(const JointGraph& graph, Visit&& visit) {
    for (int colour = 0; colour < kColours; ++colour) {
        if (!graph.contacts(colour).empty()) { visit(std::span<const uint32_t>(graph.contacts(colour))); }
    }
    for (const uint32_t& joint : graph.contacts(kOverflow)) { visit(std::span<const uint32_t>(&joint, 1)); }
}

/// Calls `visit(part index, kind, role, how many of the run have it)`.
template <class Visit>
void each_part(std::span<const Joint> joints, std::span<const uint32_t> run, Visit&& visit) {
    uint32_t counts[kPartIndices] = {};
    for (const uint32_t index : run) {
        for (uint32_t parts = joints[index].parts; parts != 0; parts &= parts - 1) { ++counts[std::countr_zero(parts)]; }
    }
    for (int part = 0; part < kPartIndices; ++part) {
        if (counts[part] > 0) { visit(part, kind_of(part), static_cast<PartRole>(part / kPartKinds), counts[part]); }
    }
}

/// `wrapped` by as many whole turns as bring it next to `near`.
double unwrap(float wrapped, double near) {
    constexpr double kTurn = 6.28318530717958647692;
    const double angle = static_cast<double>(wrapped);
    return angle + kTurn * std::floor((near - angle) / kTurn + 0.5);
}

/// m in the direction, or rad where there is none.
double way_of(Vec2 axis, const BodyPose& pose, double angle) {
    if (axis == Vec2{}) { return angle; }
    const Vec2 u = normalize(axis);
    return static_cast<double>(u.x) * pose.x + static_cast<double>(u.y) * pose.y;
}

Vec2 from_ground(const BodyPose& pose, Vec2 arm, Vec2 ground) {
    return {static_cast<float>(pose.x - static_cast<double>(ground.x)) + arm.x,
            static_cast<float>(pose.y - static_cast<double>(ground.y)) + arm.y};
}

template <class L>
void start_row(std::span<uint32_t> owners, uint32_t row, std::array<uint32_t, kLanes<L>>& slotA,
               std::array<uint32_t, kLanes<L>>& slotB, uint32_t spare) {
    for (int lane = 0; lane < kLanes<L>; ++lane) {
        owners[row * kLanes<L> + static_cast<uint32_t>(lane)] = kNull;
        slotA[lane] = slotB[lane] = spare;
    }
}

/// Puts `one` into the next lane of its index.
template <class L, template <class> class Row>
void place(std::span<Row<L>> rows, std::span<uint32_t> owners, const Cursor& at, uint32_t joint, uint32_t spare,
           const Row<float>& one) {
    Row<L>& row = rows[at.row];
    if (at.lane == 0) {
        std::memset(static_cast<void*>(&row), 0, sizeof row);
        start_row<L>(owners, at.row, row.slotA, row.slotB, spare);
    }
    insert_lane<L>(row, static_cast<int>(at.lane), one);
    owners[at.row * kLanes<L> + at.lane] = joint;
}

template <class L>
void refresh_batch(const SolveInput& input, JointRows<L>& rows, const JointBatch& batch) {
    const BodyMotion* const motions = input.motions.data();
    const auto refresh_all = [&](auto all, auto&& one) {
        for (auto& row : all.subspan(batch.first, batch.count)) {
            one(row, gather_displacement<L>(motions, row.slotA), gather_displacement<L>(motions, row.slotB));
        }
    };
    using D = DisplacementLanes<L>;
    if (batch.kind == PartKind::point) {
        refresh_all(rows.points, [](JointPoint<L>& row, const D& a, const D& b) { refresh(row, a, b); });
    } else if (batch.kind == PartKind::angle) {
        refresh_all(rows.angles, [](JointAngle<L>& row, const D& a, const D& b) { refresh(row, a, b); });
    } else {
        refresh_all(rows.axes, [&](JointAxis<L>& row, const D& a, const D& b) { refresh(row, batch.kind, a, b); });
    }
}

template <class L>
JointRows<L> build_rows(const SolveInput& input, float h, bool warm) {
    constexpr uint32_t kWidth = kLanes<L>;
    const JointGraph& graph = *input.joint_graph;
    RowCounts<L> counts;
    each_run(graph, [&](std::span<const uint32_t> run) {
        each_part(input.joints, run, [&](int, PartKind kind, PartRole role, uint32_t n) {
            counts.add(kind, role, (n + kWidth - 1) / kWidth);
        });
    });

    JointRows<L> out;
    Arena& arena = input.arena;
    out.batches = arena.allocate<JointBatch>(counts.batches);
    out.points = arena.allocate<JointPoint<L>>(counts.points);
    out.drives = arena.allocate<PointDrive<L>>(counts.drives);
    out.angles = arena.allocate<JointAngle<L>>(counts.angles);
    out.axes = arena.allocate<JointAxis<L>>(counts.axes);
    out.point_joints = arena.allocate<uint32_t>(counts.points * kWidth);
    out.angle_joints = arena.allocate<uint32_t>(counts.angles * kWidth);
    out.axis_joints = arena.allocate<uint32_t>(counts.axes * kWidth);

    RowCounts<L> next;
    JointParts parts;
    const uint32_t spare = static_cast<uint32_t>(input.motions.size() - 1);
    const float warm_h = warm ? h : 0.0f;
    each_run(graph, [&](std::span<const uint32_t> run) {
        Cursor cursors[kPartIndices] = {};
        each_part(input.joints, run, [&](int part, PartKind kind, PartRole role, uint32_t n) {
            const uint32_t rows = (n + kWidth - 1) / kWidth;
            const uint32_t first = kind == PartKind::point ? next.points
                                   : kind == PartKind::angle ? next.angles
                                                             : next.axes;
            cursors[part] = {first, 0, next.drives};
            out.batches[next.batches] = {kind, role, first, rows, next.drives};
            next.add(kind, role, rows);
        });
        for (const uint32_t index : run) {
            Joint& joint = input.joints[index];
            if (joint.parts == 0) { continue; }
            const bool has_a = joint.acts_on_a();
            JointFrame frame =
                frame_of(joint, has_a ? &input.poses[joint.slotA] : nullptr, input.poses[joint.slotB], h, warm_h);
            frame.slotA = has_a ? joint.slotA : spare;
            frame.slotB = joint.slotB;
            if (has_a) { frame.massA = input.masses[joint.slotA]; }
            frame.massB = input.masses[joint.slotB];
            build_parts(frame, parts);
            out.any_locked = out.any_locked || ((input.motions[frame.slotA].flags | input.motions[frame.slotB].flags) &
                                                kLockLinear) != 0;
            for (uint32_t left = joint.parts; left != 0; left &= left - 1) {
                const int part = std::countr_zero(left);
                const PartKind kind = kind_of(part);
                const int role = part / kPartKinds;
                Cursor& at = cursors[part];
                if (kind == PartKind::point) {
                    place<L>(out.points, out.point_joints, at, index, spare, parts.point);
                    if (is_point_drive(kind, static_cast<PartRole>(role))) {
                        if (at.lane == 0) { std::memset(static_cast<void*>(&out.drives[at.drive]), 0, sizeof(PointDrive<L>)); }
                        insert_lane<L>(out.drives[at.drive], static_cast<int>(at.lane), parts.drive);
                    }
                } else if (kind == PartKind::angle) {
                    place<L>(out.angles, out.angle_joints, at, index, spare, parts.angle[role]);
                } else {
                    place<L>(out.axes, out.axis_joints, at, index, spare, parts.axis[role]);
                }
                if (++at.lane == kWidth) {
                    at.lane = 0;
                    ++at.row;
                    ++at.drive;
                }
            }
        }
    });
    for (const JointBatch& batch : out.batches) { refresh_batch(input, out, batch); }
    return out;
}

// --- sweeps

/// Runs `each(row, row number in the batch, a, b)` with the velocities of the row's bodies.
template <class L, class Row, class Each>
void each_velocity(const SolveInput& input, std::span<Row> rows, bool any_locked, Each&& each) {
    BodyMotion* const motions = input.motions.data();
    for (size_t i = 0; i < rows.size(); ++i) {
        Row& row = rows[i];
        VelocityLanes<L> a = gather_velocity<L>(motions, row.slotA);
        VelocityLanes<L> b = gather_velocity<L>(motions, row.slotB);
        each(row, i, a, b);
        scatter_velocity<L>(motions, row.slotA, a);
        scatter_velocity<L>(motions, row.slotB, b);
        if (any_locked) [[unlikely]] {
            for (int lane = 0; lane < kLanes<L>; ++lane) {
                apply_locks(motions[row.slotA[lane]]);
                apply_locks(motions[row.slotB[lane]]);
            }
        }
    }
}

template <class L>
void warm_start(const SolveInput& input, const JointRows<L>& rows) {
    using V = VelocityLanes<L>;
    const bool locked = rows.any_locked;
    each_velocity<L>(input, rows.points, locked, [](JointPoint<L>& row, size_t, V& a, V& b) {
        push_point(row, row.px, row.py, a, b);
    });
    each_velocity<L>(input, rows.angles, locked, [](JointAngle<L>& row, size_t, V& a, V& b) {
        push_angle(row, row.control.impulse, a, b);
    });
    each_velocity<L>(input, rows.axes, locked, [](JointAxis<L>& row, size_t, V& a, V& b) {
        push_axis(row, row.control.impulse, a, b);
    });
}

template <class L>
void solve(const SolveInput& input, JointRows<L> rows, const JointPass& pass) {
    using V = VelocityLanes<L>;
    const L zero = splat<L>(0.0f);
    const L one = splat<L>(1.0f);
    const BodyMotion* const motions = input.motions.data();
    const Softness& soft = pass.softness;
    for (const JointBatch& batch : rows.batches) {
        if (!in(pass.roles, batch.role)) { continue; }
        ControlPass<L> control{splat<L>(soft.bias * soft.mass), splat<L>(soft.mass), splat<L>(soft.impulse),
                               splat<L>(pass.inv_h), splat<L>(pass.slop), batch.role == PartRole::spring, pass.bias};
        if (batch.role == PartRole::spring) {
            control.slop = zero;
        } else if (batch.role == PartRole::motor) {
            control.push = zero;
            control.mass = one;
            control.memory = zero;
        }
        // Rows as the bodies stand now, where that is asked for; then the sweep's own work.
        const auto each = [&](auto rows_of_kind, auto&& carry_row, auto&& solve_row) {
            each_velocity<L>(input, rows_of_kind.subspan(batch.first, batch.count), rows.any_locked,
                             [&](auto& row, size_t i, V& a, V& b) {
                                 if (pass.refresh) {
                                     carry_row(row, gather_displacement<L>(motions, row.slotA),
                                               gather_displacement<L>(motions, row.slotB), a, b);
                                 }
                                 solve_row(row, i, a, b);
                             });
        };
        using D = DisplacementLanes<L>;
        const auto plain = [](auto& row, const D& dA, const D& dB, V& a, V& b) { carry(row, dA, dB, a, b); };
        if (batch.kind == PartKind::point) {
            const PointDrive<L>* const drives =
                is_point_drive(batch.kind, batch.role) ? &rows.drives[batch.drives] : nullptr;
            each(rows.points, plain, [&](JointPoint<L>& row, size_t i, V& a, V& b) {
                solve_point(row, drives == nullptr ? nullptr : drives + i, control, a, b);
            });
        } else if (batch.kind == PartKind::angle) {
            each(rows.angles, plain, [&](JointAngle<L>& row, size_t, V& a, V& b) { solve_angle(row, control, a, b); });
        } else {
            each(rows.axes,
                 [&](JointAxis<L>& row, const D& dA, const D& dB, V& a, V& b) { carry(row, batch.kind, dA, dB, a, b); },
                 [&](JointAxis<L>& row, size_t, V& a, V& b) { solve_axis(row, control, a, b); });
        }
    }
}

template <class L>
void correct(const SolveInput& input, const JointRows<L>& rows, const JointCorrection& correction) {
    using D = DisplacementLanes<L>;
    BodyMotion* const motions = input.motions.data();
    const CorrectionPass<L> pass{splat<L>(correction.compliance), splat<L>(correction.fraction),
                                 splat<L>(correction.most), splat<L>(correction.slop)};
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
    for (const JointBatch& batch : rows.batches) {
        if (!in(kHardRoles, batch.role)) { continue; }
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
        if (!in(roles, batch.role)) { continue; }
        for (uint32_t i = batch.first; i < batch.first + batch.count; ++i) {
            if (batch.kind == PartKind::point) {
                rows.points[i].px = rows.points[i].py = zero;
            } else {
                (batch.kind == PartKind::angle ? rows.angles[i].control : rows.axes[i].control).impulse = zero;
            }
        }
    }
}

// --- what came of it

/// Calls `visit(joint, part of it: kind and role, impulse on B, angular impulse on B, number for a row of one number)` for
/// every live lane.
template <class L, class Visit>
void each_impulse(const SolveInput& input, const JointRows<L>& rows, Visit&& visit) {
    for (const JointBatch& batch : rows.batches) {
        const std::span<const uint32_t> owners = batch.kind == PartKind::point   ? rows.point_joints
                                                 : batch.kind == PartKind::angle ? rows.angle_joints
                                                                                 : rows.axis_joints;
        for (uint32_t i = batch.first; i < batch.first + batch.count; ++i) {
            for (int lane = 0; lane < kLanes<L>; ++lane) {
                const uint32_t index = owners[i * kLanes<L> + static_cast<uint32_t>(lane)];
                if (index == kNull) { continue; }
                Joint& joint = input.joints[index];
                if (batch.kind == PartKind::point) {
                    const JointPoint<L>& row = rows.points[i];
                    visit(joint, batch, Vec2{get_lane(row.px, lane), get_lane(row.py, lane)}, 0.0f, 0.0f);
                } else if (batch.kind == PartKind::angle) {
                    const float lambda = get_lane(rows.angles[i].control.impulse, lane);
                    visit(joint, batch, Vec2{}, lambda, lambda);
                } else {
                    const JointAxis<L>& row = rows.axes[i];
                    const float lambda = get_lane(row.control.impulse, lane);
                    // The turning of a gear is a torque; elsewhere the arm of B only says where the force acts.
                    const float torque = batch.kind == PartKind::linear ? lambda * get_lane(row.sB, lane) : 0.0f;
                    visit(joint, batch, Vec2{lambda * get_lane(row.uBx, lane), lambda * get_lane(row.uBy, lane)}, torque,
                          lambda);
                }
            }
        }
    }
}

template <class L>
void note_loads(const SolveInput& input, const JointSet& set, const JointRows<L>& rows, float h) {
    for (const uint32_t index : set.active) {
        input.joints[index].force = {};
        input.joints[index].torque = 0.0f;
    }
    const float per_time = 1.0f / h;
    each_impulse<L>(input, rows, [&](Joint& joint, const JointBatch&, Vec2 p, float angular, float) {
        joint.force += per_time * p;
        joint.torque += per_time * angular;
    });
    for (const uint32_t index : set.active) {
        Joint& joint = input.joints[index];
        if (!joint.breakable) { continue; }
        joint.peak_force = max(joint.peak_force, length(joint.force));
        joint.peak_torque = max(joint.peak_torque, abs(joint.torque));
    }
}

template <class L>
void store(const SolveInput& input, const JointSet& set, const JointRows<L>& rows, float h) {
    note_loads(input, set, rows, h);
    const float per_time = 1.0f / h;
    each_impulse<L>(input, rows, [&](Joint& joint, const JointBatch& batch, Vec2 p, float, float lambda) {
        const int role = static_cast<int>(batch.role);
        if (batch.kind == PartKind::point) {
            joint.point_force = per_time * p;
        } else {
            (batch.kind == PartKind::angle ? joint.angle_force : joint.axis_force)[role] = per_time * lambda;
        }
    });
    for (const uint32_t index : set.active) {
        Joint& joint = input.joints[index];
        const float wB = input.motions[joint.slotB].w;
        const float wA = joint.slotA == kNull ? 0.0f : input.motions[joint.slotA].w;
        // Where the angle will be found next, but for what a step's worth of acceleration adds: far less than the half turn
        // that telling turns apart allows.
        if (joint.def.type == JointType::gear) {
            joint.angle += static_cast<double>(input.dt * wA);
            joint.angle_b += static_cast<double>(input.dt * wB);
        } else {
            joint.angle += static_cast<double>(input.dt * (wB - wA));
        }
        joint.broken = joint.breakable &&
                       (joint.peak_force > joint.def.break_force || joint.peak_torque > joint.def.break_torque);
    }
}

} // namespace

void sync_angles(Joint& joint, const BodyPose* a, const BodyPose& b) {
    if (joint.def.type == JointType::gear) {
        joint.angle = unwrap(angle_of(a->q), joint.angle);
        joint.angle_b = unwrap(angle_of(b.q), joint.angle_b);
    } else {
        joint.angle = unwrap(angle_of(a == nullptr ? b.q : inverse_mul(a->q, b.q)), joint.angle);
    }
}

double gear_way(const Joint& joint, const BodyPose& a, const BodyPose& b) {
    const double ratio = static_cast<double>(joint.def.ratio);
    return way_of(joint.def.axis_a, a, joint.angle) + ratio * way_of(joint.def.axis_b, b, joint.angle_b);
}

JointFrame frame_of(Joint& joint, const BodyPose* a, const BodyPose& b, float h, float warm) {
    const JointDef& def = joint.def;
    JointFrame frame(joint);
    frame.h = h;
    frame.warm = warm;
    frame.qB = b.q;
    frame.rB = rotate(b.q, def.local_anchor_b - b.local_center);
    if (!joint.acts_on_a()) {
        frame.d = from_ground(b, frame.rB, def.ground_anchor_a);
        return frame;
    }
    frame.qA = a->q;
    frame.rA = rotate(a->q, def.local_anchor_a - a->local_center);
    frame.d = center_offset(*a, b) + frame.rB - frame.rA;
    // A hinge without anything on its angle has it read only when it has turned a good part of a half turn since.
    constexpr uint32_t kAngles = part_bit(PartKind::angle, PartRole::spring) | part_bit(PartKind::angle, PartRole::motor) |
                                 part_bit(PartKind::angle, PartRole::limit) | part_bit(PartKind::angle, PartRole::rigid) |
                                 part_bit(PartKind::linear, PartRole::rigid);
    if ((joint.parts & kAngles) != 0 || abs(static_cast<float>(joint.angle - joint.synced)) > 0.5f) {
        sync_angles(joint, a, b);
        joint.synced = joint.angle;
    }
    if (def.type == JointType::pulley) {
        frame.ground_a = from_ground(*a, frame.rA, def.ground_anchor_a);
        frame.ground_b = from_ground(b, frame.rB, def.ground_anchor_b);
    } else if (def.type == JointType::gear) {
        frame.way = gear_way(joint, *a, b) - joint.phase;
    }
    return frame;
}

JointSet prepare_joints(const SolveInput& input, float h, bool warm) {
    JointSet set;
    if (input.joint_graph == nullptr || input.joint_graph->count() == 0) { return set; }
    const JointGraph& graph = *input.joint_graph;
    set.active = input.arena.allocate<uint32_t>(graph.count());
    size_t count = 0;
    each_run(graph, [&](std::span<const uint32_t> run) {
        for (const uint32_t index : run) {
            set.active[count++] = index;
            Joint& joint = input.joints[index];
            joint.peak_force = joint.peak_torque = 0.0f;
            set.breakable = set.breakable || joint.breakable;
        }
    });
#if IMPULSE_ORACLE
    if (input.lanes == 1) {
        set.narrow = true;
        set.one = build_rows<float>(input, h, warm);
        return set;
    }
#endif
    set.wide = build_rows<Wide>(input, h, warm);
    return set;
}

#if IMPULSE_ORACLE
#define IMPULSE_LANES(call_one, call_wide)                                                                             \
    if (set.narrow) {                                                                                                  \
        call_one;                                                                                                      \
    } else {                                                                                                           \
        call_wide;                                                                                                     \
    }
#else
#define IMPULSE_LANES(call_one, call_wide) call_wide
#endif

void warm_start_joints(const SolveInput& input, const JointSet& set) {
    IMPULSE_LANES(warm_start(input, set.one), warm_start(input, set.wide));
}

void solve_joints(const SolveInput& input, const JointSet& set, const JointPass& pass) {
    IMPULSE_LANES(solve(input, set.one, pass), solve(input, set.wide, pass));
}

void correct_joints(const SolveInput& input, const JointSet& set, const JointCorrection& correction) {
    IMPULSE_LANES(correct(input, set.one, correction), correct(input, set.wide, correction));
}

void clear_joints(const JointSet& set, uint32_t roles) {
    IMPULSE_LANES(clear(set.one, roles), clear(set.wide, roles));
}

void note_joint_loads(const SolveInput& input, const JointSet& set, float h) {
    if (!set.breakable) { return; }
    IMPULSE_LANES(note_loads(input, set, set.one, h), note_loads(input, set, set.wide, h));
}

void store_joints(const SolveInput& input, const JointSet& set, float h) {
    IMPULSE_LANES(store(input, set, set.one, h), store(input, set, set.wide, h));
}

} // namespace impulse
