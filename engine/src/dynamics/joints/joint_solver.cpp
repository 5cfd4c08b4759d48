#include "dynamics/joints/joint_solver.h"

#include <algorithm>
#include <limits>

#include "dynamics/energy_groups.h"
#include "dynamics/joints/articulation.h"
#include "dynamics/joints/joint_direct.h"
#include "dynamics/joints/joint_iterations.h"

namespace impulse {
namespace {

using namespace direct;

/// The active joints, in the form of the plan. `leads`: whether the bounds of some move.
std::span<PlannedJoint> list_joints(const SolveInput& input, bool& leads) {
    const std::span<PlannedJoint> list = input.arena.allocate<PlannedJoint>(input.joints.active->count());
    size_t count = 0;
    input.joints.active->for_each([&](uint32_t index) {
        const Joint& joint = input.joints.all[index];
        PlannedJoint planned{.joint = index,
                             .form = joint.form,
                             .slotB = joint.slotB,
                             .movesB = can_move(input.bodies.masses[joint.slotB])};
        if (joint.acts_on_a()) {
            planned.slotA = joint.slotA;
            planned.movesA = can_move(input.bodies.masses[joint.slotA]);
        }
        leads |= joint.leads;
        if (planned.movesA || planned.movesB) { list[count++] = planned; } // the others are not reached by an impact
    });
    return list.first(count);
}

/// `slots`: kNull for the world, and in unused lanes. `awake`: index of each awake body in that list, by slot.
template <class L>
void fill_body(const SolveInput& input, const uint32_t* slots, std::span<const uint32_t> awake, JointBody<L>& body) {
    for (size_t lane = 0; lane < kLanes<L>; ++lane) {
        const uint32_t slot = slots[lane];
        body.slots[lane] = slot == kNull ? static_cast<uint32_t>(input.bodies.motions.size() - 1) : slot;
        body.awake[lane] = kNull;
        if (slot == kNull || !can_move(input.bodies.masses[slot])) { continue; }
        body.awake[lane] = awake[slot];
        const BodyMass& mass = input.bodies.masses[slot]; // of a locked rotation 0
        const Vec2 along = unlocked(input.bodies.motions[slot].flags, {mass.inv_mass, mass.inv_mass});
        body.inverse[0][lane] = static_cast<Number<L>>(along.x);
        body.inverse[1][lane] = static_cast<Number<L>>(along.y);
        body.inverse[2][lane] = static_cast<Number<L>>(mass.inv_inertia);
    }
}

/// Whether an immovable body of an articulation may change its pose, one of locked axes too.
bool is_platform(const SolveInput& input, const BodyLanes& body) {
    return std::ranges::any_of(body.slots, [&](uint32_t slot) {
        const BodyMotion& motion = input.bodies.motions[slot];
        return (motion.flags & kDynamic) != 0 || motion.v != Vec2{} || motion.w != 0.0f;
    });
}

void fill_bodies(const SolveInput& input, const JointSet& set, std::span<const uint32_t> awake) {
    for (size_t at = 0; at < set.groups.size(); ++at) {
        const PlanGroup& group = set.plan->groups[at];
        for (size_t i = 0; i < group.bodies; ++i) {
            BodyLanes& body = set.bodies[group.first_body + i];
            body = BodyLanes{};
            fill_body(input, set.plan->bodies[group.first_body + i].slots, awake, body);
            for (int k = 0; k < 3; ++k) { body.weight[k] = splat<Real>(1.0) / body.inverse[k]; }
            bool& platforms = set.groups[at].platforms;
            platforms = platforms || (i >= group.moving_bodies && is_platform(input, body));
        }
    }
    for (size_t at = 0; at < set.loops.size(); ++at) {
        LoopLanes& loop = set.loops[at];
        loop = LoopLanes{};
        fill_body(input, set.plan->loops[at].slotA, awake, loop.a);
        fill_body(input, set.plan->loops[at].slotB, awake, loop.b);
    }
}

/// Calls `visit(row, a, b)` for the rows of all joints, with their bodies.
template <class Visit>
void each_row(const SolveInput& input, const JointSet& set, Visit&& visit) {
    each_system(input, set, [&](const System& system) {
        each_joint_as<>(system, [&](const auto& joint) { visit(joint, joint.a, joint.b); });
    });
    const std::span<const PlanLoop> loops = set.plan->loops;
    for (size_t i = 0; i < loops.size(); ++i) {
        visit(view_of(set.iterated, loops, i), set.loops[i].a, set.loops[i].b);
    }
}

/// The impulses of the joints of a row on B since the step began, at its point (`arms`).
template <class L>
struct Reaction {
    LaneVec<L> impulse; ///< N s
    L torque = {};      ///< N m s
};

template <class L>
Reaction<L> reaction_of(const RowView<L>& row) {
    Reaction<L> sum;
    const LaneVec<L> arm = row.arms().b;
    for (size_t i = 0; i < row.constraints.size(); ++i) {
        const L impulse = row.constraints[i].total + row.constraints[i].lambda;
        const L* const b = row.joint.rows[row.row(i)].b;
        const LaneVec<L> along{b[0], b[1]};
        sum.impulse = sum.impulse + impulse * along;
        sum.torque = sum.torque + impulse * (b[2] - cross(arm, along)); // 0 of what acts along a line
    }
    return sum;
}

/// As the mean over the step.
template <class L>
void add_reaction(Joint& joint, const Reaction<L>& by, int lane, float per_step) {
    const auto mean = [&](const L& impulse) { return per_step * static_cast<float>(impulse[lane]); };
    joint.force += Vec2{mean(by.impulse.x), mean(by.impulse.y)};
    joint.torque += mean(by.torque);
}

/// The predicted next angle, but for rotation by corrections: less than the half turn within which unwrapping is
/// unique. `turnedA`, `turnedB`: rad, of its bodies in the step, until `moved` s before the next reading.
void advance_angle(const SolveInput& input, Joint& joint, double turnedA, double turnedB, float moved) {
    const float wB = input.bodies.motions[joint.slotB].w;
    const float wA = joint.slotA == kNull ? 0.0f : input.bodies.motions[joint.slotA].w;
    const double a = turnedA + static_cast<double>(moved * wA);
    const double b = turnedB + static_cast<double>(moved * wB);
    if (joint.def.type == JointType::gear) {
        joint.angle += a;
        joint.angle_b += b;
    } else {
        joint.angle += b - a;
    }
}

/// What the joints of a group transfer to the bodies that they move (passive.h), in the substep: motors, and holds on
/// platforms or with bounds that move.
struct Transfer {
    Real work{};     ///< J
    Real rounding{}; ///< J: what its terms, which may cancel, are not known to
};

/// xdot of a constraint by the velocities of platforms.
template <class Joint>
[[gnu::noinline]] Real rate_of_platforms(const Joint& joint, size_t i) {
    Real on_a[3]; // 0 of other bodies
    Real on_b[3];
    for (int k = 0; k < 3; ++k) {
        on_a[k] = select<Real>(is_carried(joint.a.inverse, joint.a.base), joint.a.base[k], Real{});
        on_b[k] = select<Real>(is_carried(joint.b.inverse, joint.b.base), joint.b.base[k], Real{});
    }
    return joint.rate(joint.row(i), on_a, on_b);
}

Transfer transfer_of(const System& system) {
    Transfer sum;
    const bool platforms = system.state.platforms;
    each_joint_as<>(system, [&](const auto& joint) {
        joint.each([&](auto i) {
            const bool motor = joint.kind(i) == ConstraintKind::motor;
            if (!motor && !platforms && joint.speeds == nullptr) { return; } // at rest
            const ConstraintLanes<Real>& c = joint[i];
            const Real lambda = c.lambda - force_of(joint, i);
            if (!any_lane(lambda != Real{})) { return; } // as of springs
            Real rate = motor ? c.mean + splat<Real>(0.5) * system.state.share * c.change : joint.speed(i);
            if (platforms) { rate -= rate_of_platforms(joint, i); }
            const Real work = lambda * rate;
            sum.work += work;
            sum.rounding += splat<Real>(0x1p-22) * lane_abs(work);
        });
    });
    return sum;
}

/// The velocity changes by forces of drives: `given`.
void find_given(const System& system) {
    clear(system.moving(), &BodyLanes::given);
    each_joint_as<kMotorHinge>(system, [&](const auto& joint) {
        joint.each([&](auto i) {
            if (!joint.held(i)) { joint.apply(joint.row(i), force_of(joint, i), joint.a.given, joint.b.given); }
        });
    });
    for (BodyLanes& body : system.moving()) {
        for (int k = 0; k < 3; ++k) { body.given[k] *= body.inverse[k]; }
    }
}

} // namespace

JointSet prepare_joints(const SolveInput& input, JointPlan* kept, float h, bool warm) {
    JointSet set;
    if (input.joints.active == nullptr || !input.joints.active->any()) { return set; }
    bool leads = false;
    const std::span<PlannedJoint> list = list_joints(input, leads);
    if (list.empty()) { return set; }
    JointPlan& plan = *kept;
    plan_joints(plan, input.arena, list, input.bodies.motions.size(), input.tuning.joint_solver == JointSolver::direct);
    set.plan = &plan;
    set.h = static_cast<double>(h);
    set.groups = input.arena.allocate<ArticulationLanes>(plan.groups.size());
    std::fill(set.groups.begin(), set.groups.end(), ArticulationLanes{});
    set.blocks = input.arena.allocate<Block>(plan.blocks);
    set.bodies = input.arena.allocate<BodyLanes>(plan.bodies.size());
    set.exact = {input.arena.allocate<JointLanes<Real>>(plan.joints.size()),
                 input.arena.allocate<ConstraintLanes<Real>>(plan.constraints),
                 input.arena.allocate_zeros<BoundSpeeds<Real>>(leads ? plan.constraints : 0)};
    set.iterated.joints = input.arena.allocate<JointLanes<Wide>>(plan.loops.size());
    set.iterated.constraints = input.arena.allocate<ConstraintLanes<Wide>>(plan.loop_constraints);
    set.loops = input.arena.allocate<LoopLanes>(plan.loops.size());
    const Arena::Mark mark = input.arena.mark();
    const std::span<uint32_t> awake = input.arena.allocate<uint32_t>(input.bodies.motions.size());
    for (uint32_t i = 0; i < input.bodies.awake.size(); ++i) { awake[input.bodies.awake[i]] = i; }
    fill_bodies(input, set, awake);
    input.arena.release(mark);
    const auto scaled = [&](float by) { // from the float of the solver's substep to the double of the joints'
        return set.h * (static_cast<double>(by) / static_cast<double>(input.substeps.h));
    };
    SpringSteps steps(set.h, input.substeps.before > 0.0f ? scaled(input.substeps.before) : set.h,
                      scaled(input.substeps.reference));
    each_row(input, set, [&](const auto& row, auto&, auto&) { start_row(input, row, set.h, warm, steps); });
    prepare_loops(set);
    return set;
}

uint32_t number_articulations(const JointSet& set, std::span<uint32_t> numbers) {
    if (set.bodies.empty()) { return 0; }
    uint32_t first = 1;
    for (const PlanGroup& group : set.plan->groups) {
        for (const BodyLanes& body : set.bodies.subspan(group.first_body, group.moving_bodies)) {
            for (uint32_t lane = 0; lane < kLanes<Real>; ++lane) {
                if (body.awake[lane] != kNull) { numbers[body.slots[lane]] = first + lane; }
            }
        }
        first += kLanes<Real>;
    }
    return first - 1;
}

void begin_joint_substep(const SolveInput& input, const JointSet& set, float moved, bool followed) {
    begin_articulations(input, set, moved);
    if (!followed) { follow_loops(input, set, moved); }
    begin_loops(input, set);
}

void warm_start_joints(const SolveInput& input, const JointSet& set) {
    withdraw_articulations(input, set);
    warm_start_loops(input, set);
}

void forget_joints(const JointSet& set) {
    clear(set.bodies, &BodyLanes::joints);
    for (ConstraintLanes<Wide>& c : set.iterated.constraints) { c.lambda = Wide{}; }
}

std::span<const JointChange> changes_by_joints(const SolveInput& input, const JointSet& set,
                                               std::span<const SubstepBody> bodies) {
    if (set.empty()) { return {}; }
    const std::span<JointChange> changes = input.arena.allocate<JointChange>(input.bodies.awake.size());
    std::fill(changes.begin(), changes.end(), JointChange{});
    each_system(input, set, [&](const System& system) {
        if (system.group.drives) { find_given(system); } // else 0 from the begin
        for (const BodyLanes& body : system.moving()) {
            const std::array<Wide, 2> given = floats_of(body.given);
            const std::array<Wide, 2> held = floats_of(
                {body.joints[0] - body.given[0], body.joints[1] - body.given[1], body.joints[2] - body.given[2]});
            for (int lane = 0; lane < kLanes<Real>; ++lane) {
                if (body.awake[lane] != kNull) { changes[body.awake[lane]] = {given[lane], held[lane]}; }
            }
        }
    });
    add_given_by_loops(input, set, bodies, changes);
    return changes;
}

void measure_joint_work(const SolveInput& input, const JointSet& set, const SolveIslands& islands) {
    measure_loops(input, set, islands);
    each_system(input, set, [&](const System& system) {
        const bool any = system.group.drives || system.state.platforms || !set.exact.speeds.empty();
        const Transfer by = any ? transfer_of(system) : Transfer{};
        for (int lane = 0; lane < system.group.lanes; ++lane) {
            IslandWork* const island = island_of(islands, system.slot(lane));
            if (island == nullptr) { continue; }
            island->allowed += system.state.work[lane] + by.rounding[lane];
            island->gain -= by.work[lane];
        }
    });
}

void scale_joints(const SolveInput& input, const JointSet& set, const SolveIslands& islands) {
    scale_loops(set, islands);
    each_system(input, set, [&](const System& system) {
        Real less{};
        for (int lane = 0; lane < system.group.lanes; ++lane) {
            less[lane] = 1.0 - static_cast<double>(island_of(islands, system.slot(lane))->retained);
        }
        if (!any_lane(less > Real{})) { return; }
        for (BodyLanes& body : system.moving()) {
            for (int k = 0; k < 3; ++k) { body.joints[k] -= less * (body.joints[k] - body.given[k]); }
        }
        each_joint_as<>(system, [&](const auto& joint) {
            joint.each([&](auto i) { joint[i].lambda -= less * (joint[i].lambda - force_of(joint, i)); });
        });
    });
}

void solve_joints(const SolveInput& input, const JointSet& set, const JointBias& bias, DirectStage stage) {
    if (stage != DirectStage::after_contacts) { iterate_loops(input, set, bias); }
    solve_articulations(input, set, bias, stage);
}

void relax_joints(const SolveInput& input, const JointSet& set, const float* moved) {
    relax_articulations(input, set, false);
    iterate_loops(input, set, {}, moved);
}

void relax_loops(const SolveInput& input, const JointSet& set, float moved, int iterations) {
    follow_loops(input, set, moved);
    for (int i = 0; i < iterations; ++i) { iterate_loops(input, set, {}); }
}

void solve_joints_at_once(const SolveInput& input, const JointSet& set) {
    solve_articulations_at_once(input, set);
    iterate_loops_at_once(input, set);
}

void correct_joints(const SolveInput& input, const JointSet& set, float moved, float most,
                    std::span<const BodyFix> fixes) {
    begin_joint_substep(input, set, moved);
    correct_articulations(input, set, most, fixes);
    correct_loops(input, set, most);
}

void record_joint_loads(const JointSet& set) {
    for (ConstraintLanes<Real>& c : set.exact.constraints) { c.total += c.lambda; }
    for (ConstraintLanes<Wide>& c : set.iterated.constraints) { c.total += c.lambda; }
}

void add_joint_reactions(const SolveInput& input, const JointSet& set, EnergyGroups& groups) {
    each_row(input, set, [&](const auto& row, auto&, auto&) {
        const auto reaction = reaction_of(row);
        for (int lane = 0; lane < row.plan.lanes; ++lane) {
            Joint& joint = input.joints.all[row.plan.joints[lane]];
            const EnergyGroups::Member* const root = groups.root(input, joint);
            add_reaction(joint, reaction, lane, (root != nullptr ? root->scale : 1.0f) / input.dt);
        }
    });
}

void store_joints(const SolveInput& input, const JointSet& set, float moved) {
    // After an impact stage the reactions already contain the joints' impulses in it.
    const bool from_zero = input.tuning.impacts == Impacts::bias;
    each_row(input, set, [&](const auto& row, const auto& a, const auto& b) {
        const auto reaction = reaction_of(row);
        for (int lane = 0; lane < row.plan.lanes; ++lane) {
            Joint& joint = input.joints.all[row.plan.joints[lane]];
            if (joint.leads) { joint.arrive(); }
            for (size_t i = 0; i < row.constraints.size(); ++i) {
                joint.load[i] = static_cast<float>(static_cast<double>(row.constraints[i].lambda[lane]) / set.h);
            }
            if (from_zero) { clear_reaction(joint); }
            add_reaction(joint, reaction, lane, 1.0f / input.dt);
            if (row.plan.angles) {
                advance_angle(input, joint, static_cast<double>(a.turned[lane]), static_cast<double>(b.turned[lane]),
                              moved);
            } else { // nothing depends on it
                advance_angle(input, joint, 0.0, 0.0, input.dt);
            }
            joint.broken = joint.breakable &&
                           (length(joint.force) > joint.def.break_force || abs(joint.torque) > joint.def.break_torque);
        }
    });
}

} // namespace impulse
