// The observer's records of contact points and joint rows, checked against independent calculations.
#include <catch2/catch_test_macros.hpp>

#include <algorithm>

#include "solvers/presets.h"
#include "support/joints.h"

using namespace impulse;
using namespace impulse::test;

namespace {

// A grid of squares hinged to their neighbours, held at both upper corners: too many loops for a direct solve.
std::vector<JointId> add_net(World& world, int side, Vec2 from) {
    const BodyId hook = add_static(world, from);
    std::vector<BodyId> beads;
    std::vector<JointId> joints;
    for (int row = 0; row < side; ++row) {
        for (int column = 0; column < side; ++column) {
            const Vec2 at = from + Vec2{0.5f * static_cast<float>(column), -0.5f * static_cast<float>(row)};
            const BodyId bead = add_box(world, at, 0.3f, 0.3f, {.filter = {.group = -1}});
            if (column > 0) { joints.push_back(add_hinge(world, beads.back(), bead, at - Vec2{0.25f, 0.0f})); }
            if (row > 0) {
                const size_t above = beads.size() - static_cast<size_t>(side);
                joints.push_back(add_hinge(world, beads[above], bead, at + Vec2{0.0f, 0.25f}));
            }
            if (row == 0 && (column == 0 || column == side - 1)) { joints.push_back(add_hinge(world, hook, bead, at)); }
            beads.push_back(bead);
        }
    }
    return joints;
}

// The last iteration of each substep.
std::vector<size_t> ends(const SolverTrace& trace) {
    std::vector<size_t> last;
    for (size_t i = 0; i < trace.iterations.size(); ++i) {
        const bool end =
            i + 1 == trace.iterations.size() || trace.iterations[i + 1].substep != trace.iterations[i].substep;
        if (end) { last.push_back(i); }
    }
    return last;
}

Vec2 impulse_of(const SolverTrace& trace, size_t iteration, JointId joint) {
    Vec2 sum;
    for (size_t r = 0; r < trace.rows.size(); ++r) {
        const TraceRow& row = trace.rows[r];
        if (row.joint == joint) { sum += trace.row_impulse[iteration * trace.rows.size() + r] * row.direction; }
    }
    return sum;
}

// m/s: how fast the anchors of a hinge move apart, for the bodies' velocities now and their arms at `poses`.
struct Arms {
    BodyId a, b;
    Vec2 rA, rB;
};
Arms arms_of(const World& world, JointId joint) {
    const JointDef def = *world.joint_def(joint);
    const Vec2 anchor = (*world.joint_state(joint)).anchor_b;
    return {def.body_a, def.body_b, anchor - position(world, def.body_a), anchor - position(world, def.body_b)};
}
Vec2 rate_of(const World& world, const Arms& arms) {
    const Vec2 vA = velocity(world, arms.a) + cross(w_of(world, arms.a), arms.rA);
    return velocity(world, arms.b) + cross(w_of(world, arms.b), arms.rB) - vA;
}

} // namespace

TEST_CASE("the impulses of a joint's rows, summed over the substeps, are its reaction times the step", "[trace]") {
    for (const Preset& solver : presets()) {
        for (const bool net : {false, true}) {
            CAPTURE(solver.name, net);
            World world = make_world(sleepless(solver.tuning));
            const std::vector<JointId> joints =
                net ? add_net(world, 4, {0.0f, 4.0f}) : add_chain(world, 6, {0.0f, 4.0f}, {1.0f, 0.0f}).joints;
            world.set_trace(true);
            for (int frame = 0; frame < 40; ++frame) {
                (void)world.step();
                const SolverTrace& trace = world.solver_trace();
                REQUIRE(trace.rows.size() == 2 * joints.size());
                REQUIRE(trace.row_impulse.size() == trace.iterations.size() * trace.rows.size());
                CHECK(std::all_of(trace.rows.begin(), trace.rows.end(), [&](const TraceRow& row) {
                    return row.direct != net && row.kind == TraceRowKind::hold && !row.angular;
                }));
                for (const JointId joint : joints) {
                    Vec2 sum;
                    for (const size_t end : ends(trace)) { sum += impulse_of(trace, end, joint); }
                    const Vec2 reaction = kStep * (*world.joint_reaction(joint)).force;
                    CHECK(near(sum, reaction, 2.0e-6f * (1.0f + length(reaction))));
                }
            }
        }
    }
}

TEST_CASE("a motor's row, summed over the substeps, is its torque times the step", "[trace]") {
    for (const Preset& solver : presets()) {
        CAPTURE(solver.name);
        World world = make_world(sleepless(solver.tuning), {});
        const BodyId rotor = add_disc(world, {}, 0.5f);
        JointDef def = joint_def(world, JointType::revolute, add_static(world), rotor, {});
        def.motor_speed = 50.0f; // out of reach: it gives all that it has
        def.max_motor = 2.0f;
        const JointId joint = *world.create_joint(def);
        world.set_trace(true);
        run(world, 10);
        const SolverTrace& trace = world.solver_trace();
        REQUIRE(trace.rows.size() == 3);
        REQUIRE(trace.rows[2].kind == TraceRowKind::motor);
        float turning = 0.0f;
        for (const size_t end : ends(trace)) { turning += trace.row_impulse[end * 3 + 2]; }
        CHECK(near(turning, 2.0f * kStep, 1.0e-5f * kStep));
        CHECK(near((*world.joint_reaction(joint)).torque, 2.0f, 1.0e-4f));
    }
}

TEST_CASE("the final residual of a joint is the rate at which its anchors separate", "[trace][X13]") {
    // Joints first, then a fast ball on the middle: what its contact does to the hinges stays in the step. One
    // iteration, no bias, so that every hinge is to have no rate.
    Tuning tuning = umbra_preset();
    tuning.velocity_iterations = 1;
    for (const bool net : {false, true}) {
        CAPTURE(net);
        World world = make_world(sleepless(tuning), {});
        std::vector<JointId> joints;
        if (net) {
            joints = add_net(world, 4, {-0.75f, 0.0f});
            add_disc(world, {-0.25f, -0.0f + 0.4f}, 0.25f, {.mass = 3.0f, .velocity = {0.0f, -4.0f}});
        } else {
            joints = add_chain(world, 4, {-1.0f, 0.0f}, {1.0f, 0.0f}).joints;
            add_disc(world, {0.3f, 0.3125f}, 0.25f, {.mass = 3.0f, .velocity = {0.0f, -4.0f}});
        }
        std::vector<Arms> arms;
        for (const JointId joint : joints) { arms.push_back(arms_of(world, joint)); }
        world.set_trace(true);
        (void)world.step();
        const SolverTrace& trace = world.solver_trace();
        REQUIRE(!trace.points.empty());
        const auto solved = std::find_if(trace.iterations.rbegin(), trace.iterations.rend(),
                                         [](const TraceIteration& i) { return i.stage == SolverStage::solve; });
        const size_t last = static_cast<size_t>(trace.iterations.rend() - solved) - 1;
        float most = 0.0f;
        for (size_t r = 0; r < trace.rows.size(); ++r) {
            const size_t j =
                static_cast<size_t>(std::find(joints.begin(), joints.end(), trace.rows[r].joint) - joints.begin());
            const float rate = std::abs(dot(rate_of(world, arms[j]), trace.rows[r].direction));
            const float residual = trace.row_residual[last * trace.rows.size() + r];
            CHECK(near(residual, rate, 1.0e-4f * (1.0f + rate)));
            most = max(most, rate);
        }
        CHECK(most > 0.5f);
        // Iterations over positions leave velocities, and with them residuals, as they are.
        for (size_t i = last + 1; i < trace.iterations.size(); ++i) {
            const auto from = trace.row_residual.begin() + static_cast<std::ptrdiff_t>(last * trace.rows.size());
            const auto to = trace.row_residual.begin() + static_cast<std::ptrdiff_t>(i * trace.rows.size());
            CHECK(std::equal(from, from + static_cast<std::ptrdiff_t>(trace.rows.size()), to));
        }
    }
}

TEST_CASE("a direct solve leaves no residual in the joints, iterations some", "[trace][X13]") {
    for (const Preset& solver : presets()) {
        CAPTURE(solver.name);
        const auto worst = [&](bool net) {
            World world = make_world(sleepless(solver.tuning));
            if (net) {
                add_net(world, 6, {0.0f, 4.0f});
            } else {
                add_chain(world, 12, {0.0f, 4.0f}, {1.0f, 0.0f});
            }
            world.set_trace(true);
            float most = 0.0f;
            for (int frame = 0; frame < 30; ++frame) {
                (void)world.step();
                const SolverTrace& trace = world.solver_trace();
                for (size_t i = 0; i < trace.iterations.size(); ++i) {
                    const SolverStage stage = trace.iterations[i].stage;
                    if (stage != SolverStage::solve && stage != SolverStage::joints && stage != SolverStage::relax) {
                        continue;
                    }
                    if (stage == SolverStage::solve && solver.tuning.solver == SolverType::substepped_position) {
                        continue;
                    } // velocities derived from the joints' positions
                    for (size_t r = 0; r < trace.rows.size(); ++r) {
                        most = max(most, trace.row_residual[i * trace.rows.size() + r]);
                    }
                }
            }
            return most;
        };
        // Rows are a part in 10^5 softer than rigid (joint_model.h), and these carry up to 4 N s on 1 kg at 10 / kg.
        CHECK(worst(false) < 1.0e-3f);
        CHECK(worst(true) > 1.0e-3f);
    }
}

// Errors of 3 and 2 cm are beyond every slop. What an iteration solved last meets its law until the next.
TEST_CASE("of the joints that iterations pull together, the one solved last has no residual", "[trace][X13]") {
    for (const Preset& solver : presets()) {
        CAPTURE(solver.name);
        Tuning tuning = sleepless(solver.tuning);
        tuning.position_iterations = 0; // then solvers with one step correct by bias velocities
        World world = make_world(tuning, {});
        for (const JointId joint : add_net(world, 4, {0.0f, 4.0f})) {
            (void)change_joint(world, joint, [](JointDef& def) { def.local_anchor_a += Vec2{0.03f, 0.02f}; });
        }
        world.set_trace(true);
        (void)world.step();
        const SolverTrace& trace = world.solver_trace();
        const bool substeps = solver.tuning.solver == SolverType::substepped_position;
        int seen = 0;
        for (size_t i = 0; i < trace.iterations.size(); ++i) {
            if (trace.iterations[i].stage != (substeps ? SolverStage::joints : SolverStage::solve)) { continue; }
            float least = 1.0f;
            const float* const residuals = &trace.row_residual[i * trace.rows.size()];
            for (size_t r = 0; r + 1 < trace.rows.size(); ++r) {
                REQUIRE_FALSE(trace.rows[r].direct);
                if (trace.rows[r].joint == trace.rows[r + 1].joint) {
                    least = min(least, max(residuals[r], residuals[r + 1]));
                }
            }
            CHECK(least < 1.0e-4f);
            ++seen;
        }
        CHECK(seen > 0);
    }
}

TEST_CASE("the final error of a joint in the trace is that of the world", "[trace]") {
    for (const Preset& solver : presets()) {
        CAPTURE(solver.name);
        World world = make_world(sleepless(solver.tuning));
        const Chain chain = add_chain(world, 5, {0.0f, 4.0f}, {1.0f, 0.0f});
        CHECK_FALSE(world.set_transform(chain.links[2], position(world, chain.links[2]) + Vec2{0.0f, 0.1f}, 0.0f));
        world.set_trace(true);
        (void)world.step();
        const SolverTrace& trace = world.solver_trace();
        const bool later = trace.iterations.back().stage == SolverStage::solve; // positions follow
        for (size_t j = 0; j < chain.joints.size(); ++j) {
            const size_t last = (trace.iterations.size() - 1) * trace.rows.size();
            Vec2 error;
            for (size_t r = 0; r < trace.rows.size(); ++r) {
                if (trace.rows[r].joint == chain.joints[j]) {
                    error += trace.row_error[last + r] * trace.rows[r].direction;
                }
            }
            if (!later) { CHECK(near(length(error), state_of(world, chain.joints[j]).separation, 1.0e-5f)); }
        }
        float first = 0.0f;
        for (size_t r = 0; r < trace.rows.size(); ++r) { first = max(first, std::abs(trace.row_error[r])); }
        CHECK(first > 0.05f);
    }
}

TEST_CASE("rows of limits, motors and springs are recorded with their kinds and units", "[trace]") {
    World world = make_world(sleepless({}));
    const BodyId hook = add_static(world, {0.0f, 2.0f});
    const BodyId arm = add_box(world, {0.5f, 2.0f}, 1.0f, 0.2f);
    JointDef def = joint_def(world, JointType::revolute, hook, arm, {0.0f, 2.0f});
    def.lower = -0.2f;
    def.upper = 0.2f;
    def.motor_speed = -1.0f;
    def.max_motor = 2.0f;
    const JointId joint = *world.create_joint(def);
    world.set_trace(true);
    run(world, 60);
    const SolverTrace& trace = world.solver_trace();
    REQUIRE(trace.rows.size() == 4);
    CHECK(trace.rows[0].kind == TraceRowKind::hold);
    CHECK(trace.rows[2].kind == TraceRowKind::motor);
    CHECK(trace.rows[3].kind == TraceRowKind::limit);
    for (size_t r = 0; r < 4; ++r) {
        CHECK(trace.rows[r].joint == joint);
        CHECK(trace.rows[r].angular == (r >= 2));
        CHECK(near(trace.rows[r].point, {0.0f, 2.0f}, 1.0e-4f));
    }
    CHECK(trace.rows[2].direction == Vec2{});
    // The arm of 1 kg lies on its lower limit. At rest the motor and the limit share what its weight turns it with.
    float turning = 0.0f;
    for (const size_t end : ends(trace)) { turning += trace.row_impulse[end * 4 + 2] + trace.row_impulse[end * 4 + 3]; }
    const float torque = 0.5f * kGravity * std::cos(0.2f);
    CHECK(near(turning, torque * kStep, 0.01f * torque * kStep));
    CHECK(trace.row_residual[(trace.iterations.size() - 1) * 4 + 3] < 1.0e-4f);
}

TEST_CASE("the residual of a contact is the velocity change of solving it alone", "[trace][X13]") {
    // One iteration from nothing over a straight stack, bottom up: every contact but the last is upset by the next.
    Tuning tuning = sleepless(umbra_preset());
    tuning.velocity_iterations = 1;
    tuning.warm_starting = false;
    World world = make_world(tuning);
    add_floor(world, 0.0f);
    const std::vector<BodyId> column = add_disc_column(world, 5, {.friction = 0.0f});
    world.set_trace(true);
    (void)world.step();
    const SolverTrace& trace = world.solver_trace();
    REQUIRE(trace.points.size() == 5);
    size_t last = 0;
    for (size_t i = 0; i < trace.iterations.size(); ++i) {
        if (trace.iterations[i].stage == SolverStage::solve) { last = i; }
    }
    float most = 0.0f;
    for (size_t p = 0; p < 5; ++p) {
        const float y = trace.points[p].point.y;
        const size_t above = static_cast<size_t>(std::lround(y));
        const float below = above == 0 ? 0.0f : velocity(world, column[above - 1]).y;
        const float apart = velocity(world, column[above]).y - below;
        const float K = above == 0 ? 1.0f : 2.0f; // 1 kg each
        const float target = -max(trace.points[p].separation, 0.0f) / kStep;
        const size_t at = last * 5 + p;
        CHECK(near(trace.normal_residual[at], std::abs(min(K * trace.normal_impulse[at], apart - target)), 1.0e-6f));
        CHECK(near(trace.separation[at], trace.points[p].separation, 1.0e-6f));
        most = max(most, trace.normal_residual[at]);
    }
    CHECK(most == trace.iterations[last].residual);
    CHECK(most > 0.05f);
}
