// The observer's records, checked against the state of the world.
#include <catch2/catch_test_macros.hpp>

#include <algorithm>

#include "support/scene.h"

using namespace impulse;
using namespace impulse::test;

namespace {

struct NamedTuning {
    const char* name;
    Tuning tuning;
    int substeps; // over which the solver's impulses start again
};

std::vector<NamedTuning> tunings() {
    Tuning cold;
    cold.warm_starting = false;
    Tuning baumgarte = umbra_preset();
    baumgarte.position = PositionCorrection::baumgarte;
    Tuning full = umbra_preset();
    full.full_ngs = true;
    Tuning clamped = umbra_preset();
    clamped.literal.per_iteration_clamp = true;
    clamped.integrator = Integrator::verlet;
    Tuning bouncing;
    bouncing.impacts = Impacts::zero_duration;
    return {{"soft-step", {}, 4},
            {"soft-step, cold", cold, 4},
            {"soft-step after impacts", bouncing, 4},
            {"umbra", umbra_preset(), 1},
            {"baumgarte", baumgarte, 1},
            {"full projection", full, 1},
            {"per iteration clamp", clamped, 1},
            {"ftPhysics", ft_physics_preset(), 1},
            {"wedekind", wedekind_preset(), 1},
            {"fx2d", fx2d_preset(), fx2d_preset().position_substeps}};
}

// Boxes of mixed sizes and bounces thrown on a heap, so that every kind of iteration has something to do.
World heap(const Tuning& tuning) {
    World world = make_world(tuning);
    add_floor(world, 0.6f, 0.5f);
    for (int i = 0; i < 30; ++i) {
        const float x = static_cast<float>(i % 5) - 2.0f;
        const float y = 0.6f + 1.1f * static_cast<float>(i / 5);
        const Made made{.friction = 0.4f, .restitution = i % 3 == 0 ? 0.6f : 0.0f, .velocity = {0.0f, -4.0f}};
        if (i % 4 == 0) {
            add_disc(world, {x + 0.07f * static_cast<float>(i % 3), y}, 0.45f, made);
        } else {
            add_box(world, {x, y}, 0.9f, 0.8f, made);
        }
    }
    return world;
}

std::vector<float> residuals(const SolverTrace& trace, std::initializer_list<SolverStage> stages) {
    std::vector<float> out;
    for (const TraceIteration& iteration : trace.iterations) {
        if (std::find(stages.begin(), stages.end(), iteration.stage) != stages.end()) {
            out.push_back(iteration.residual);
        }
    }
    return out;
}

size_t count(const SolverTrace& trace, SolverStage stage) { return residuals(trace, {stage}).size(); }

} // namespace

TEST_CASE("a traced world moves as an untraced one, bit for bit", "[trace][X14]") {
    for (const NamedTuning& solver : tunings()) {
        CAPTURE(solver.name);
        World plain = heap(solver.tuning);
        World traced = heap(solver.tuning);
        traced.set_trace(true);
        for (int frame = 0; frame < 120; ++frame) {
            (void)plain.step();
            (void)traced.step();
            REQUIRE(plain.hash() == traced.hash());
        }
    }
}

TEST_CASE("a trace ends with the stored impulses of the contacts and the energy of the world", "[trace]") {
    for (const NamedTuning& solver : tunings()) {
        CAPTURE(solver.name);
        Tuning tuning = sleepless(solver.tuning);
        tuning.continuous = false; // it comes after the solver, and takes back what goes too far
        World world = heap(tuning);
        world.set_trace(true);
        for (int frame = 0; frame < 90; ++frame) {
            (void)world.step();
            const SolverTrace& trace = world.solver_trace();
            REQUIRE(!trace.iterations.empty());
            const size_t last = (trace.iterations.size() - 1) * trace.points.size();
            REQUIRE(trace.normal_impulse.size() == last + trace.points.size());
            std::vector<ContactInfo> contacts;
            world.contacts(contacts);
            size_t matched = 0;
            for (const ContactInfo& contact : contacts) {
                for (int i = 0; i < contact.count; ++i) {
                    const ContactPoint& point = contact.points[i];
                    const auto same = [&](const TracePoint& seen) {
                        return seen.shape_a == contact.shape_a && seen.shape_b == contact.shape_b &&
                               seen.feature == point.feature;
                    };
                    const auto found = std::find_if(trace.points.begin(), trace.points.end(), same);
                    if (found == trace.points.end()) { // waits for its bounce, without a mass
                        CHECK(point.normal_impulse == 0.0f);
                        continue;
                    }
                    ++matched;
                    const size_t p = last + static_cast<size_t>(found - trace.points.begin());
                    // Contacts report the impulse of the whole step as that of the last substep times the number of
                    // substeps.
                    const float share = static_cast<float>(solver.substeps);
                    CHECK(near(share * trace.normal_impulse[p], point.normal_impulse,
                               1.0e-5f * (1.0f + point.normal_impulse)));
                    CHECK(near(share * trace.tangent_impulse[p], point.tangent_impulse,
                               1.0e-5f * (1.0f + point.normal_impulse)));
                }
            }
            // If contacts are detected in each substep, or impacts separate bodies, a point may no longer exist.
            const bool lasting = solver.tuning.solver != SolverType::substepped_position;
            CHECK((lasting ? matched == trace.points.size() : matched > 0));
            const SolverStage end = trace.iterations.back().stage;
            const bool soft = solver.tuning.solver == SolverType::soft_step;
            if (end == SolverStage::solve || (end == SolverStage::bounce && !soft)) {
                continue;
            } // positions follow later
            // Floats: 7 digits of a few hundred joules.
            const Energy energy = world.energy();
            double total = static_cast<double>(energy.kinetic) + static_cast<double>(energy.potential);
            // Verlet: positions are observed half a step ahead, where momentum has lifted them on.
            if (end == SolverStage::position && solver.tuning.integrator != Integrator::semi_implicit) {
                total += static_cast<double>(0.5f * kStep * kGravity * world.momentum().linear.y);
            }
            CHECK(std::abs(trace.iterations.back().energy - total) < 1.0e-6 * (1.0 + std::abs(total)) * 10.0);
        }
    }
}

TEST_CASE("the trace has the iterations of each preset, in order", "[trace]") {
    World world = heap({});
    world.set_trace(true);
    (void)world.step();
    SolverTrace trace = world.solver_trace();
    CHECK(count(trace, SolverStage::start) == 4); // one a substep
    CHECK(count(trace, SolverStage::solve) == 4);
    CHECK(count(trace, SolverStage::relax) == 4);
    CHECK(trace.iterations[3].substep == 1);
    CHECK(trace.iterations[3].stage == SolverStage::start);

    size_t bounces = 0; // only where something bounces
    for (int frame = 0; frame < 60; ++frame) {
        (void)world.step();
        const size_t now = count(world.solver_trace(), SolverStage::bounce);
        CHECK((now == 0 || now == 4));
        bounces += now;
    }
    CHECK(bounces > 0);

    Tuning tuning = umbra_preset();
    tuning.velocity_iterations = 5;
    CHECK_FALSE(world.set_tuning(tuning));
    (void)world.step();
    trace = world.solver_trace();
    CHECK(count(trace, SolverStage::start) == 1);
    CHECK(count(trace, SolverStage::solve) == 5);
    CHECK(count(trace, SolverStage::position) == 3);
    CHECK(trace.iterations.size() == 9);

    tuning = fx2d_preset(); // FX8: positions, then what velocities they gave, then the passes over them
    CHECK_FALSE(world.set_tuning(tuning));
    (void)world.step();
    trace = world.solver_trace();
    const size_t substeps = static_cast<size_t>(tuning.position_substeps);
    const size_t passes = static_cast<size_t>(tuning.velocity_passes);
    // Substeps in which something bounces have one more, for what the bounces give back.
    std::erase_if(trace.iterations, [](const TraceIteration& one) { return one.stage == SolverStage::bounce; });
    REQUIRE(trace.iterations.size() == substeps * (2 + passes));
    for (size_t i = 0; i < trace.iterations.size(); ++i) {
        const size_t within = i % (2 + passes);
        CHECK(trace.iterations[i].substep == i / (2 + passes));
        CHECK(trace.iterations[i].stage == (within == 0   ? SolverStage::position
                                            : within == 1 ? SolverStage::start
                                                          : SolverStage::solve));
    }
}

TEST_CASE("a trace is cleared by the next step, by ending tracing, and in steps without a solve", "[trace]") {
    World world = heap(umbra_preset()); // makes the same number of iterations every step
    CHECK_FALSE(world.trace());
    (void)world.step();
    CHECK(world.solver_trace().iterations.empty());
    world.set_trace(true);
    CHECK(world.trace());
    CHECK(world.solver_trace().iterations.empty());
    (void)world.step();
    const size_t iterations = world.solver_trace().iterations.size();
    (void)world.step();
    CHECK(world.solver_trace().iterations.size() == iterations);
    (void)world.step(0.0f);
    CHECK(world.solver_trace().iterations.empty());
    (void)world.step();
    world.set_trace(false);
    CHECK(world.solver_trace().iterations.empty());
    CHECK(world.solver_trace().points.empty());
}

TEST_CASE("a point of the trace is at the detected position of the contact", "[trace]") {
    World world = make_world(umbra_preset());
    add_floor(world);
    add_box(world, {3.0f, 0.5f}, 1.0f, 1.0f);
    world.set_trace(true);
    (void)world.step();
    const SolverTrace& trace = world.solver_trace();
    REQUIRE(trace.points.size() == 2);
    for (const TracePoint& point : trace.points) {
        CHECK(near(point.normal, {0.0f, 1.0f}, 1.0e-6f));
        CHECK(near(std::abs(point.point.x - 3.0f), 0.5f, 1.0e-6f));
        CHECK(near(point.point.y, 0.0f, 1.0e-6f));
        CHECK(near(point.separation, 0.0f, 1.0e-6f));
        CHECK(point.shape_a != point.shape_b);
    }
    // The box weighs 1 kg and rests: both points together take what gravity gives in a step.
    const size_t last = 2 * (trace.iterations.size() - 1);
    // A gap of rounding, 1e-6 m, may be left to close within the step.
    CHECK(near(trace.normal_impulse[last] + trace.normal_impulse[last + 1], kGravity * kStep, 1.0e-6f / kStep));
    CHECK(trace.normal_impulse[0] == 0.0f);
}

TEST_CASE("projection reduces overlap in each iteration and does not change the velocity residual", "[trace][UR7]") {
    World world = make_world(umbra_preset(), {});
    add_floor(world);
    add_disc(world, {0.0f, 0.45f}, 0.5f);
    world.set_trace(true);
    (void)world.step();
    const SolverTrace& trace = world.solver_trace();
    const TraceIteration* const end = &trace.iterations.back();
    REQUIRE(end[-3].stage == SolverStage::solve);
    for (int i = 0; i < 3; ++i) {
        CHECK(end[i - 2].stage == SolverStage::position);
        CHECK(end[i - 2].residual == end[-3].residual);
        // 0.01 of slop stays, of the rest 0.6 an iteration
        CHECK(near(end[i - 2].penetration - 0.01f, 0.6f * (end[i - 3].penetration - 0.01f), 1.0e-6f));
    }
}

TEST_CASE("the relax iteration of soft-step removes the bias velocity", "[trace]") {
    World world = make_world(sleepless({}));
    add_floor(world);
    add_straight_stack(world, 10);
    run(world, 900); // until lasting loads have lifted the stack (dynamics/contact_load.h)
    world.set_trace(true);
    (void)world.step();
    const SolverTrace& trace = world.solver_trace();
    // At rest and warm started, the remaining velocities are rounding of g h = 0.04 m/s at ten boxes' impulses.
    for (const float residual : residuals(trace, {SolverStage::relax})) { CHECK(residual < 1.0e-3f); }
    // Each soft iteration ends nearer to its springs than it started.
    const std::vector<float> start = residuals(trace, {SolverStage::start});
    const std::vector<float> solved = residuals(trace, {SolverStage::solve});
    REQUIRE(start.size() == solved.size());
    for (size_t i = 0; i < start.size(); ++i) {
        CAPTURE(i, start[i], solved[i]);
        // Rounding of the impulses of ten boxes, two points each: 20 ulp of 10 g h = 0.4 m/s, before and after.
        CHECK(solved[i] <= start[i] + 1.2e-6f);
    }
}

TEST_CASE("an impact of zero duration is traced pass by pass, with a decreasing residual", "[trace][WK3][WK6][X13]") {
    // Five discs in a row, the first comes: four passes hand its speed on, each one contact solved in one iteration.
    Tuning tuning = wedekind_preset();
    tuning.restitution_threshold = 0.1f;
    World world = make_world(tuning, {});
    for (int i = 0; i < 5; ++i) {
        const Vec2 v{i == 0 ? 2.0f : 0.0f, 0.0f};
        add_disc(world, {static_cast<float>(i), 0.0f}, 0.5f, {.friction = 0.0f, .restitution = 1.0f, .velocity = v});
    }
    world.set_trace(true);
    (void)world.step();
    const SolverTrace& trace = world.solver_trace();
    uint32_t passes = 0;
    for (const TraceIteration& iteration : trace.iterations) {
        if (iteration.stage != SolverStage::impact) { continue; }
        passes = std::max(passes, iteration.substep + 1);
        CHECK(iteration.residual < 1.0e-6f); // one contact: solved by one iteration
        CHECK(std::abs(iteration.energy - trace.iterations[0].energy) < 1.0e-6 * trace.iterations[0].energy);
    }
    CHECK(passes == 4);
    CHECK(trace.iterations.front().stage == SolverStage::impact); // before the step's own solver
    CHECK(count(trace, SolverStage::impact) == 4 * static_cast<size_t>(tuning.impact_iterations));
    const size_t first = trace.points.size();
    REQUIRE(first >= 1);
    double handed = 0.0; // N s: 1 kg from 2 to 0 m/s
    for (size_t p = 0; p < first; ++p) { handed = std::max(handed, static_cast<double>(trace.normal_impulse[p])); }
    CHECK(std::abs(handed - 2.0) < 1.0e-5);

    // A square dropped flat on the ground: two points on one body take several iterations, and the residual falls with
    // each.
    World square = make_world(tuning, {});
    add_floor(square, 0.0f);
    add_box(square, {0.0f, 0.501f}, 1.0f, 1.0f,
            {.friction = 0.0f, .restitution = 0.5f, .velocity = {0.0f, -3.0f}, .w = 0.4f});
    square.set_trace(true);
    std::vector<float> falling;
    for (int frame = 0; frame < 5 && falling.empty(); ++frame) {
        (void)square.step();
        falling = residuals(square.solver_trace(), {SolverStage::impact});
    }
    REQUIRE(falling.size() >= 2);
    for (size_t i = 1; i < falling.size(); ++i) { CHECK(falling[i] <= falling[i - 1]); }
}

TEST_CASE("points of a body of several shapes are recorded with the shapes that they belong to", "[trace][several]") {
    // Of four boxes side by side the outer corners are solved, as the two points of one contact.
    World world = make_world(sleepless({}));
    add_floor(world);
    BodyDef body;
    body.position = {0.0f, 0.4f};
    const BodyId crate = *world.create_body(body);
    std::vector<ShapeId> parts;
    for (int i = 0; i < 4; ++i) {
        ShapeDef def;
        def.geometry = make_box(0.3f, 0.8f, {0.3f * static_cast<float>(i) - 0.45f, 0.0f});
        parts.push_back(*world.create_shape(crate, def));
    }
    run(world, 60);
    world.set_trace(true);
    run(world, 1);
    const SolverTrace& trace = world.solver_trace();
    REQUIRE(trace.points.size() == 2);
    for (const TracePoint& point : trace.points) {
        const ShapeId own = point.point.x < 0.0f ? parts.front() : parts.back();
        CHECK(near(std::abs(point.point.x), 0.6f, 0.002f));
        CHECK((point.shape_a == own || point.shape_b == own));
        CHECK(near(point.point.y, 0.0f, 0.01f));
        CHECK(near(std::abs(point.normal.y), 1.0f, 1.0e-6f));
    }
}
