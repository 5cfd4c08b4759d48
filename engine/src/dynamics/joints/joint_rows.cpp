#include "dynamics/joints/joint_rows.h"

#include <algorithm>

#include "dynamics/joints/joint_spring.h"

namespace impulse {
namespace {

// Of the two bodies' own: joint_model.h.
constexpr double kStiffness = 1.0e5;
constexpr double kCouplingStiffness = 1.0e8;

} // namespace

template <class L>
void start_row(const SolveInput& input, const RowView<L>& row, double h, bool warm) {
    row.joint = {};
    for (ConstraintLanes<L>& c : row.constraints) { c = {}; }
    for (int lane = 0; lane < kLanes<L>; ++lane) {
        Joint& joint = input.joints.all[row.plan.joints[lane]];
        const BodyPose* const a = joint.acts_on_a() ? &input.bodies.poses[joint.slotA] : nullptr;
        const double angle =
            read_frame(joint, a, input.bodies.poses[joint.slotB], lane, row.joint.start, row.joint.geometry);
        const JointModel model = model_of(joint);
        double mobilities[kJointRows] = {};
        const auto springs = [](const JointConstraint& c) { return c.kind == ConstraintKind::spring; };
        if (std::any_of(model.constraints, model.constraints + model.count, springs)) {
            const BodyMass massA = a != nullptr ? input.bodies.masses[joint.slotA] : BodyMass{};
            measure_mobilities(joint, model, a, input.bodies.poses[joint.slotB], massA,
                               input.bodies.masses[joint.slotB], mobilities);
        }
        for (size_t i = 0; i < row.constraints.size(); ++i) {
            const JointConstraint& c = model.constraints[i];
            ConstraintLanes<L>& out = row.constraints[i];
            const auto set = [&](L& to, double value) { set_lane(to, lane, static_cast<Number<L>>(value)); };
            const double from =
                static_cast<int>(c.row) == kind_of(joint.def.type).angle ? angle : 0.0; // JointFrame::angle
            const bool limit = c.kind == ConstraintKind::limit;
            const bool motor = c.kind == ConstraintKind::motor;
            set(out.at, motor ? c.speed : (limit ? c.lower : c.at) - from);
            set(out.upper, c.upper - from);
            set(out.cap, c.cap * h);
            set(out.stiffness, motor || joint.def.type == JointType::gear ? kCouplingStiffness : kStiffness);
            set(out.lambda, warm ? h * static_cast<double>(joint.load[i]) : 0.0);
            set(out.linear,
                motor || (limit && !(warm && joint.load[i] != 0.0f)) ? 0.0 : 1.0); // limits begin as they were last
            if (c.kind != ConstraintKind::spring) { continue; }
            const SpringStep step = spring_step(c, h, mobilities[c.row]);
            set(out.pull, step.pull);
            set(out.keep, step.keep);
            set(out.stiffness, step.kappa);
        }
    }
}

template void start_row(const SolveInput&, const RowView<Real>&, double, bool);
template void start_row(const SolveInput&, const RowView<Wide>&, double, bool);

} // namespace impulse
