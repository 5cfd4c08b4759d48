/// Articulations of one form during their direct solve (joint_direct.h): the views that its parts share.
#pragma once

#include <algorithm>

#include "dynamics/joints/joint_solver.h"

namespace impulse::direct {

/// All articulations of one form, side by side in lanes.
struct System {
    const SolveInput& input;
    const JointSet& set;
    const PlanGroup& group;
    ArticulationLanes& state;
    std::span<Block> blocks; ///< and a spare one

    std::span<BodyLanes> bodies() const { return set.bodies.subspan(group.first_body, group.bodies); }
    std::span<BodyLanes> moving() const { return set.bodies.subspan(group.first_body, group.moving_bodies); }
    /// Those that may change their pose in the step: besides these, platforms.
    std::span<BodyLanes> travelling() const { return state.platforms ? bodies() : moving(); }
    /// Of some body of a lane's articulation, which is of one island.
    uint32_t slot(int lane) const { return set.plan->bodies[group.first_body].slots[lane]; }
    std::span<const PlanBody> plan_bodies() const { return set.plan->bodies.subspan(group.first_body, group.bodies); }
    std::span<const PlanEntry> column(const PlanBody& body) const {
        return set.plan->entries.subspan(body.first_entry, body.end_entry - body.first_entry);
    }
};

/// A joint of a system with its data.
template <uint32_t Form>
struct JointView : RowView<Real, Form> {
    const PlanJoint& at;
    BodyLanes& a;
    BodyLanes& b;

    ConstraintLanes<Real>& operator[](size_t i) const { return this->constraints[i]; }
    /// Of a constraint within its bounds; 0 beyond them.
    Real kappa(size_t i) const { return within(i, this->constraints[i].kappa); }
    /// `value` within the bounds of a constraint, 0 beyond them.
    Real within(size_t i, Real value) const { return this->always(i) ? value : this->constraints[i].linear * value; }
};

/// Velocities of its bodies.
struct Speeds {
    Real a[3], b[3];

    template <class Joint>
    explicit Speeds(const Joint& joint) {
        for (int k = 0; k < 3; ++k) {
            a[k] = joint.a.velocity(k);
            b[k] = joint.b.velocity(k);
        }
    }
};

/// Calls `each(system)` for the articulations of each form.
template <class Each>
void each_system(const SolveInput& input, const JointSet& set, Each&& each) {
    for (size_t i = 0; i < set.groups.size(); ++i) {
        const PlanGroup& group = set.plan->groups[i];
        each(System{input, set, group, set.groups[i], set.blocks.subspan(group.first_block, group.blocks + 1)});
    }
}

/// Calls `visit(joint)` for each joint. Those of `Forms` have code of their own, in which the form is a constant.
template <uint32_t... Forms, class Visit>
inline void each_joint_as(const System& system, Visit&& visit) {
    const std::span<const PlanJoint> plan = system.set.plan->joints;
    BodyLanes* const bodies = &system.set.bodies[system.group.first_body];
    for (uint32_t i = system.group.first_joint; i < system.group.first_joint + system.group.joints; ++i) {
        with_form<Forms...>(plan[i].form, [&]<uint32_t Form>() {
            visit(JointView<Form>{view_of<Form>(system.set.exact, plan, i), plan[i], bodies[plan[i].a],
                                  bodies[plan[i].b]});
        });
    }
}

/// The forms that most joints have.
template <class Visit>
inline void each_joint(const System& system, Visit&& visit) {
    each_joint_as<kHinge, kLimitedHinge, kMotorHinge>(system, visit);
}

/// Three numbers of each body: its velocity changes, or what they are solved from.
using Part = Real (BodyLanes::*)[3];

inline void clear(std::span<BodyLanes> bodies, Part part) {
    for (BodyLanes& body : bodies) { std::fill_n(body.*part, 3, Real{}); }
}

} // namespace impulse::direct
