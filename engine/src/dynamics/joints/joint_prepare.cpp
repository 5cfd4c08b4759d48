// From joints to rows: who goes beside whom, what each part is made of, where it stands.

#include <algorithm>
#include <bit>
#include <cstring>

#include "dynamics/joints/angle.h"
#include "dynamics/joints/axis.h"
#include "dynamics/joints/joint_pass.h"
#include "dynamics/joints/lane_choice.h"
#include "dynamics/joints/parts.h"
#include "dynamics/joints/point.h"

namespace impulse {
namespace {

/// Where the next part of an index goes.
struct Cursor {
    uint32_t row = 0;
    uint32_t lane = 0;
    uint32_t drive = 0;
};

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

/// Joints in an order in which consecutive runs share no moving body, `starts` telling where each run begins and ends.
struct Runs {
    std::span<uint32_t> order;
    std::span<uint32_t> starts;
    std::span<JointNode> nodes; ///< by slot
    std::span<bool> crowded;    ///< by joint: hangs together with a crowded body or a gear; empty where none does
    std::span<const uint32_t> at(size_t run) const { return order.subspan(starts[run], starts[run + 1] - starts[run]); }
    size_t count() const { return starts.size() - 1; }
};

/// Halves the way to it, or a chain of n joints would be walked n times (Tarjan and van Leeuwen 1984).
uint32_t root_of(JointNode* nodes, uint32_t slot) {
    while (nodes[slot].root != slot) {
        nodes[slot].root = nodes[nodes[slot].root].root;
        slot = nodes[slot].root;
    }
    return slot;
}

/// A joint's run is the one after the last run of any earlier joint on its moving bodies. So runs one after the other do what
/// the joints one after the other would, in order of id: an impulse travels down a whole chain in a sweep, where colours, two
/// in a chain, would take it on by two joints. Chains side by side share rows; one alone leaves three lanes empty, which costs
/// a bridge of 200 planks 60 us a step.
Runs order_in_runs(const SolveInput& input, std::span<const uint32_t> active, bool trees, float crowded) {
    Arena& arena = input.arena;
    Runs runs;
    runs.order = arena.allocate<uint32_t>(active.size());
    runs.nodes = arena.allocate<JointNode>(input.motions.size()); // only those on joints are set
    const std::span<uint32_t> run_of = arena.allocate<uint32_t>(active.size());
    struct Ends {
        uint32_t a, b;
    };
    const std::span<Ends> ends = arena.allocate<Ends>(active.size());
    JointNode* const nodes = runs.nodes.data();
    const uint32_t still = static_cast<uint32_t>(input.motions.size() - 1); // stands for all that cannot move
    nodes[still] = {};
    for (size_t i = 0; i < active.size(); ++i) {
        const Joint& joint = input.joints[active[i]];
        const bool a = joint.acts_on_a() && input.masses[joint.slotA].inv_mass > 0.0f;
        const bool b = input.masses[joint.slotB].inv_mass > 0.0f;
        ends[i] = {a ? joint.slotA : still, b ? joint.slotB : still};
        nodes[ends[i].a] = {};
        nodes[ends[i].b] = {};
    }
    uint32_t count = 0;
    bool crowds = false;
    for (size_t i = 0; i < active.size(); ++i) {
        JointNode& a = nodes[ends[i].a];
        JointNode& b = nodes[ends[i].b];
        const uint32_t run = std::max(a.run, b.run);
        a.run = b.run = run + 1;
        nodes[still].run = 0;
        run_of[i] = run;
        count = std::max(count, run + 1);
        const Joint& joint = input.joints[active[i]];
        const float weight = joint.crowded ? kStayCrowded : 1.0f;
        a.crowd += weight * joint.share[0];
        b.crowd += weight * joint.share[1];
        nodes[still].crowd = 0.0f;
        crowds = crowds || joint.def.type == JointType::gear || max(a.crowd, b.crowd) > crowded;
        if (!trees) { continue; }
        if (bars_trees(joint)) { a.barred = b.barred = true; }
        if (ends[i].a == still || ends[i].b == still || !in_trees(joint)) { continue; }
        for (JointNode* const node : {&a, &b}) {
            node->edges ^= active[i];
            ++node->degree;
        }
    }
    if (crowds) [[unlikely]] {
        for (const Ends& end : ends) {
            nodes[end.a].root = end.a;
            nodes[end.b].root = end.b;
        }
        for (const Ends& end : ends) {
            if (end.a == still || end.b == still) { continue; }
            const uint32_t a = root_of(nodes, end.a);
            const uint32_t b = root_of(nodes, end.b);
            nodes[std::max(a, b)].root = std::min(a, b);
        }
        const auto root = [&](const Ends& end) { return root_of(nodes, end.b == still ? end.a : end.b); };
        for (size_t i = 0; i < active.size(); ++i) { // the root knows of all
            const bool gear = input.joints[active[i]].def.type == JointType::gear;
            float& most = nodes[root(ends[i])].crowd;
            most = gear ? kFar : max(most, max(nodes[ends[i].a].crowd, nodes[ends[i].b].crowd));
        }
        runs.crowded = arena.allocate<bool>(input.joints.size());
        for (size_t i = 0; i < active.size(); ++i) { runs.crowded[active[i]] = nodes[root(ends[i])].crowd > crowded; }
    }
    // Counting sort: joints of a run stay in order of id.
    runs.starts = arena.allocate<uint32_t>(count + 1);
    std::fill(runs.starts.begin(), runs.starts.end(), 0u);
    for (const uint32_t run : run_of) { ++runs.starts[run + 1]; }
    for (uint32_t run = 0; run < count; ++run) { runs.starts[run + 1] += runs.starts[run]; }
    const std::span<uint32_t> filled = arena.allocate<uint32_t>(count);
    std::copy_n(runs.starts.begin(), count, filled.begin());
    for (size_t i = 0; i < active.size(); ++i) { runs.order[filled[run_of[i]]++] = active[i]; }
    return runs;
}

/// Which batch of a part: what trees solve and what is crowded are swept apart from the others.
enum Group : uint8_t { kPlain, kTree, kCrowd, kGroups };
Group group_of(const Runs& runs, const JointTrees& trees, uint32_t joint) {
    if (!trees.empty() && trees.place[joint] != kNull) { return kTree; }
    return !runs.crowded.empty() && runs.crowded[joint] ? kCrowd : kPlain;
}

/// Calls `visit(part index, kind, role, group, how many of the run have it)`.
template <class Visit>
void each_part(std::span<const Joint> joints, const Runs& runs, size_t run, const JointTrees& trees, Visit&& visit) {
    uint32_t counts[kPartIndices][kGroups] = {};
    uint32_t some = 0; // of the run's joints have it
    for (const uint32_t index : runs.at(run)) {
        some |= joints[index].parts;
        for (uint32_t parts = joints[index].parts; parts != 0; parts &= parts - 1) {
            const int part = std::countr_zero(parts);
            ++counts[part][group_of(runs, trees, index)];
        }
    }
    for (; some != 0; some &= some - 1) {
        const int part = std::countr_zero(some);
        for (size_t group = 0; group < kGroups; ++group) {
            if (counts[part][group] == 0) { continue; }
            visit(part, kind_of(part), static_cast<PartRole>(part / kPartKinds), group, counts[part][group]);
        }
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

/// m r^2 / I of a body with an arm r, from which on a joint is levered. Links joined by their ends are not, by far.
constexpr float kLever = 8.0f;
/// Arms that hang on each other by hinges alone, two by two, are left to the sweeps, which damp less: a double pendulum swings on.
constexpr float kBranched = 2.05f; // shares: see kCrowded

bool is_levered(const JointFrame& frame, std::span<const JointNode> nodes) {
    const Joint& joint = frame.joint;
    const auto crowd = [&](uint32_t slot, const BodyMass& mass) {
        return mass.inv_mass > 0.0f ? nodes[slot].crowd : 0.0f;
    };
    if (joint.parts == part_bit(PartKind::point, PartRole::rigid) &&
        max(crowd(frame.slotA, frame.massA), crowd(frame.slotB, frame.massB)) < kBranched) {
        return false;
    }
    const Vec2 rA = joint.def.type == JointType::prismatic ? frame.rA + frame.d : frame.rA;
    const float most = joint.whole ? 0.5f * kLever : kLever;
    return frame.massA.inv_inertia * length_squared(rA) > most * frame.massA.inv_mass ||
           frame.massB.inv_inertia * length_squared(frame.rB) > most * frame.massB.inv_mass;
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

/// Puts crowded batches behind all others: springs, then motors, then what is hard; and gives back the same with the hard ones
/// backward. With D for the drives and F for the sweep, D F and D F^T in turns are products of the symmetric D and F^T D F,
/// which have real eigenvalues too; and what is hard has the last word in both.
std::span<JointBatch> order_crowds(Arena& arena, std::span<JointBatch> batches) {
    const std::span<JointBatch> out = arena.allocate<JointBatch>(batches.size());
    const auto pick = [&](auto to, auto wanted) { return std::copy_if(batches.begin(), batches.end(), to, wanted); };
    auto next = pick(out.begin(), [](const JointBatch& batch) { return !batch.crowded; });
    for (const PartRole role : {PartRole::spring, PartRole::motor}) {
        next = pick(next, [role](const JointBatch& batch) { return batch.crowded && batch.role == role; });
    }
    pick(next, [](const JointBatch& batch) { return batch.crowded && includes(kHardRoles, batch.role); });
    std::copy(out.begin(), out.end(), batches.begin());
    std::reverse(next, out.end());
    return out;
}

/// `Joint::share`, for the next step: the largest eigenvalue of K^-1 K_A, and of K^-1 K_B = 1 - K^-1 K_A. Springs have none, as no
/// sweep goes back over them, nor have limits: the limbs of ragdolls bear on theirs all the time, and do not swing.
template <class L>
void note_shares(const SolveInput& input, const JointRows<L>& rows) {
    const L zero = splat<L>(0.0f);
    const L half = splat<L>(0.5f);
    for (const JointBatch& batch : rows.batches) {
        if (batch.role == PartRole::spring || batch.role == PartRole::limit) { continue; }
        const auto note = [&](std::span<const uint32_t> owners, uint32_t row, L shareA, L shareB) {
            for (int lane = 0; lane < kLanes<L>; ++lane) {
                const uint32_t joint = owners[row * kLanes<L> + static_cast<uint32_t>(lane)];
                if (joint == kNull) { continue; }
                input.joints[joint].share[0] += peek(shareA, lane);
                input.joints[joint].share[1] += peek(shareB, lane);
            }
        };
        for (uint32_t i = batch.first; i < batch.first + batch.count; ++i) {
            if (batch.kind == PartKind::point) {
                const JointPoint<L>& row = rows.points[i];
                const L trace =
                    row.mA * (row.k11 + row.k22) + row.iA * (row.k11 * row.rAy * row.rAy + row.k22 * row.rAx * row.rAx -
                                                             (row.k12 + row.k12) * row.rAx * row.rAy);
                const L determinant = row.mA * (row.mA + row.iA * (row.rAx * row.rAx + row.rAy * row.rAy)) *
                                      (row.k11 * row.k22 - row.k12 * row.k12);
                const L middle = half * trace;
                const L spread = lane_sqrt(lane_max(middle * middle - determinant, zero));
                note(rows.point_joints, i, middle + spread, splat<L>(1.0f) - middle + spread);
            } else if (batch.kind == PartKind::angle) {
                const JointAngle<L>& row = rows.angles[i];
                const L m = row.control.effective_mass;
                note(rows.angle_joints, i, m * row.iA, m * row.iB);
            } else {
                const JointAxis<L>& row = rows.axes[i];
                const L m = row.control.effective_mass;
                note(rows.axis_joints, i,
                     m * (row.mA * (row.uAx * row.uAx + row.uAy * row.uAy) + row.iA * row.sA * row.sA),
                     m * (row.mB * (row.uBx * row.uBx + row.uBy * row.uBy) + row.iB * row.sB * row.sB));
            }
        }
    }
}

template <class L>
JointRows<L> build_rows(const SolveInput& input, const Runs& runs, const JointTrees& trees, float h, bool warm) {
    constexpr uint32_t kWidth = kLanes<L>;
    RowCounts counts;
    for (size_t run = 0; run < runs.count(); ++run) {
        each_part(input.joints, runs, run, trees, [&](int, PartKind kind, PartRole role, size_t, uint32_t n) {
            counts.add(kind, role, (n + kWidth - 1) / kWidth);
        });
    }

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
    const auto no_loads = [&](uint32_t rows) {
        const std::span<L> loads = arena.allocate<L>(rows);
        std::fill(loads.begin(), loads.end(), splat<L>(0.0f));
        return loads;
    };
    out.point_loads = no_loads(2 * counts.points);
    out.angle_loads = no_loads(counts.angles);
    out.axis_loads = no_loads(counts.axes);

    RowCounts next;
    JointParts parts;
    const uint32_t spare = static_cast<uint32_t>(input.motions.size() - 1);
    const float warm_h = warm ? h : 0.0f;
    for (size_t i = 0; i < runs.count(); ++i) {
        Cursor cursors[kPartIndices][kGroups] = {};
        each_part(input.joints, runs, i, trees, [&](int part, PartKind kind, PartRole role, size_t group, uint32_t n) {
            const uint32_t rows = (n + kWidth - 1) / kWidth;
            const uint32_t first = kind == PartKind::point   ? next.points
                                   : kind == PartKind::angle ? next.angles
                                                             : next.axes;
            cursors[part][group] = {first, 0, next.drives};
            out.batches[next.batches] = {kind, role, group == kTree, group == kCrowd, first, rows, next.drives};
            next.add(kind, role, rows);
        });
        for (const uint32_t index : runs.at(i)) {
            Joint& joint = input.joints[index];
            const bool has_a = joint.acts_on_a();
            JointFrame frame =
                frame_of(joint, has_a ? &input.poses[joint.slotA] : nullptr, input.poses[joint.slotB], h, warm_h);
            frame.dt = input.dt;
            frame.slotA = has_a ? joint.slotA : spare;
            frame.slotB = joint.slotB;
            if (has_a) { frame.massA = input.masses[joint.slotA]; }
            frame.massB = input.masses[joint.slotB];
            build_parts(frame, parts);
            joint.share[0] = joint.share[1] = 0.0f;
            joint.crowded = !runs.crowded.empty() && runs.crowded[index];
            joint.levered = in_trees(joint) && is_levered(frame, runs.nodes);
            out.any_locked = out.any_locked ||
                             ((input.motions[frame.slotA].flags | input.motions[frame.slotB].flags) & kLockLinear) != 0;
            for (uint32_t left = joint.parts; left != 0; left &= left - 1) {
                const int part = std::countr_zero(left);
                const PartKind kind = kind_of(part);
                const int role = part / kPartKinds;
                Cursor& at = cursors[part][group_of(runs, trees, index)];
                if (kind == PartKind::point) {
                    place<L>(out.points, out.point_joints, at, index, spare, parts.point);
                    if (is_point_drive(kind, static_cast<PartRole>(role))) {
                        if (at.lane == 0) {
                            std::memset(static_cast<void*>(&out.drives[at.drive]), 0, sizeof(PointDrive<L>));
                        }
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
    }
    for (JointBatch& batch : out.batches) {
        refresh_batch(input, out, batch);
        if (!batch.whole || batch.role >= PartRole::limit) { continue; }
        // Trees know what else a joint holds: its drives are left their own rows there, and the mass that they have beside the others.
        const bool turns = batch.kind == PartKind::swing;
        for (JointAxis<L>& row : out.axes.subspan(batch.first, batch.count)) {
            row.ratio = row.control.effective_mass;
            if (!turns) { continue; }
            row.a0x = row.a0y = row.b0x = row.b0y = splat<L>(0.0f);
            row.rA0x = row.rB0x = splat<L>(1.0f);
        }
        batch.kind = turns ? PartKind::linear : PartKind::slide;
        refresh_batch(input, out, batch);
    }
    note_shares(input, out);
    out.to_and_fro = runs.crowded.empty() ? out.batches : order_crowds(arena, out.batches);
    return out;
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
    constexpr uint32_t kAngles =
        part_bit(PartKind::angle, PartRole::spring) | part_bit(PartKind::swing, PartRole::spring) |
        part_bit(PartKind::angle, PartRole::motor) | part_bit(PartKind::swing, PartRole::motor) |
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

JointSet prepare_joints(const SolveInput& input, float h, bool warm, float tree_load, float crowded) {
    JointSet set;
    if (input.active_joints == nullptr || !input.active_joints->any()) { return set; }
    set.active = input.arena.allocate<uint32_t>(input.active_joints->count());
    input.active_joints->write(set.active);
    constexpr uint32_t kMotors = ((1u << kPartKinds) - 1) << (kPartKinds * static_cast<int>(PartRole::motor));
    for (const uint32_t index : set.active) { set.motors = set.motors || (input.joints[index].parts & kMotors) != 0; }
    const bool heavy = tree_load < kNoTrees && any_heavy(input, set.active, tree_load);
    const Runs runs = order_in_runs(input, set.active, heavy, crowded);
    set.crowds = !runs.crowded.empty();
    if (heavy) {
        set.trees = find_trees(input, set.active, runs.nodes, tree_load);
    } else {
        for (const uint32_t index : set.active) {
            if (input.joints[index].whole) { input.joints[index].whole = false; } // most lie untouched in the cache
        }
    }
#if IMPULSE_ORACLE
    if (input.lanes == 1) {
        set.narrow = true;
        set.one = build_rows<float>(input, runs, set.trees, h, warm);
    } else
#endif
    {
        set.wide = build_rows<Wide>(input, runs, set.trees, h, warm);
    }
    if (!set.trees.empty()) { IMPULSE_LANES(locate_trees(set.one, set.trees), locate_trees(set.wide, set.trees)); }
    return set;
}

} // namespace impulse
