// The order of Fx2D's substep, and contacts within a step (FX1, FX2, FX6, FX8).
#include <catch2/catch_test_macros.hpp>

#include <numeric>

#include "dynamics/solvers/registry.h"
#include "engine/core/random.h"
#include "geometry/aabb.h"
#include "support/contact_problem.h"
#include "support/effort.h"
#include "support/joints.h"
#include "support/rows.h"
#include "support/scene.h"
#include "support/uneven.h"
#include "world/contacts.h"
#include "world/stages.h"
#include "world/substep_contacts.h"

using namespace impulse;
using namespace impulse::test;

namespace {

// The box of a shape with its body where the substep has it.
Aabb box_now(const WorldState& world, uint32_t shape) {
    const ShapeRecord& record = world.shapes[shape];
    BodyPose pose = world.poses[record.slot];
    const BodyMotion& motion = world.motions[record.slot];
    pose.x += static_cast<double>(motion.dp.x);
    pose.y += static_cast<double>(motion.dp.y);
    pose.q = normalize(motion.dq * pose.q);
    return shape_aabb(record.shape, world_pose(pose));
}

} // namespace

TEST_CASE("a step is N times: drive joints, correct overlaps, correct joints, warm start, passes over velocities",
          "[FX8]") {
    using enum SolverStage;
    for (const WarmStart mode : {WarmStart::off, WarmStart::first_substep, WarmStart::every_substep}) {
        Tuning tuning = sleepless(fx2d_preset());
        tuning.warm_start = mode;
        World world = make_world(tuning);
        add_floor(world);
        add_box(world, {0.0f, 0.499f}, 1.0f, 1.0f);
        const BodyId frame = add_static(world);
        add_hinge(world, frame, add_disc(world, {5.0f, 5.0f}, 0.5f), {4.0f, 5.0f});
        world.set_trace(true);
        run(world, 2);
        const SolverTrace& trace = world.solver_trace();
        const std::vector<SolverStage> expected{joints, position, position, start, solve, solve, solve, solve};
        REQUIRE(trace.iterations.size() == 14 * expected.size());
        for (size_t i = 0; i < trace.iterations.size(); ++i) {
            const TraceIteration& now = trace.iterations[i];
            CAPTURE(mode, i);
            CHECK(now.substep == i / expected.size());
            CHECK(now.stage == expected[i % expected.size()]);
            if (now.stage != start) { continue; }
            const size_t points = trace.points.size();
            const float* const impulses = &trace.normal_impulse[i * points];
            const bool warm =
                mode == WarmStart::every_substep || (mode == WarmStart::first_substep && now.substep == 0);
            CHECK((std::accumulate(impulses, impulses + points, 0.0f) > 0.0f) == warm);
        }
    }
}

TEST_CASE(
    "each stage does its work in order: prediction deepens overlap, correction removes it, impulses stop the approach",
    "[FX8]") {
    // One substep of a box that falls at 1 m/s onto the floor.
    Tuning tuning = sleepless(fx2d_preset());
    tuning.position_substeps = 1;
    World world = make_world(tuning);
    add_floor(world);
    // With friction the spin of the iterations on the way takes longer to go.
    const BodyId box = add_box(world, {0.0f, 0.5f}, 1.0f, 1.0f, {.friction = 0.0f, .velocity = {0.0f, -1.0f}});
    world.set_trace(true);
    (void)world.step(1.0f / 840.0f);
    const SolverTrace& trace = world.solver_trace();
    REQUIRE(trace.iterations.size() == 6); // the fix, before the passes, four passes
    CHECK(trace.iterations[0].stage == SolverStage::position);
    CHECK(trace.iterations[1].stage == SolverStage::start);
    for (size_t i = 2; i < 6; ++i) { CHECK(trace.iterations[i].stage == SolverStage::solve); }
    const float depth = (1.0f + kGravity / 840.0f) / 840.0f;
    CHECK(near(trace.iterations[0].penetration, depth - 0.398874f * (depth - 2.0e-4f), 1.0e-6f));
    CHECK(near(trace.iterations[1].residual, 1.0f + kGravity / 840.0f, 1.0e-5f)); // untouched by the fix
    CHECK(trace.iterations[5].residual < 1.0e-5f);
    CHECK(near(velocity(world, box).y, 0.0f, 1.0e-5f));
}

TEST_CASE("a disabled body has no contact, and touching at depth 0 is none", "[FX1]") {
    World world = make_world(sleepless(fx2d_preset()), {});
    add_floor(world);
    const BodyId box = add_box(world, {0.0f, 0.4f}, 1.0f, 1.0f);
    REQUIRE_FALSE(world.set_enabled(box, false));
    run(world, 10);
    CHECK(world.contact_count() == 0);
    CHECK(position(world, box) == Vec2{0.0f, 0.4f});

    for (const float separation : {0.0f, -1.0e-6f}) {
        ContactProblem problem;
        problem.tuning = fx2d_preset();
        problem.tuning.position_substeps = 1;
        const uint32_t disc = problem.add_body(1.0f, 0.125f, {0.0f, -1.0f});
        problem.add_contact(0, disc, {0.0f, 0.5f}, {{0.0f, -0.5f}}, separation);
        solve_substepped_position(problem.input());
        CHECK((problem.motions[disc].v.y < -0.5f) == (separation == 0.0f));
    }
}

TEST_CASE("every pair of boxes that overlap in a substep was found when the step began", "[FX2]") {
    constexpr int kSteps = kWholeEffort ? 20 : 4;
    // Without impulses no body leaves its predicted path; with them bodies that are hit may.
    for (const bool push : {false, true}) {
        World world = make_world(sleepless(fx2d_preset()), {});
        Random random(2);
        for (int i = 0; i < 500; ++i) {
            const Vec2 at{random.between(-20.0f, 20.0f), random.between(-20.0f, 20.0f)};
            Made made{.velocity = {random.between(-15.0f, 15.0f), random.between(-15.0f, 15.0f)},
                      .w = random.between(-10.0f, 10.0f)};
            made.sensor = !push && i % 4 < 2;
            made.filter = {.category = made.sensor ? 2u : 1u, .mask = push ? 3u : made.sensor ? 1u : 2u};
            if (i % 2 == 0) {
                add_disc(world, at, random.between(0.1f, 0.4f), made);
            } else {
                add_box(world, at, random.between(0.1f, 0.8f), random.between(0.1f, 0.8f), made);
            }
        }
        struct Check {
            WorldState& state;
            std::vector<Vec2> start{};
            std::vector<Aabb> boxes{};
            int pairs = 0;
            int missing = 0; // not known when the step began
            int unhit = 0;   // and none of the two was hit before
            int substeps = 0;
        };
        int pairs = 0;
        int missing = 0;
        for (int i = 0; i < kSteps; ++i) {
            Step step = begin(world.state(), kStep);
            find_pairs(step);
            collide_pairs(step);
            commit_contacts(step);
            begin_substep_contacts(step);
            Check check{world.state()};
            for (const BodyMotion& motion : world.state().motions) { check.start.push_back(motion.v); }
            SolveInput input = solve_input(step);
            input.refresh = {[](void* context) {
                                 Check& c = *static_cast<Check*>(context);
                                 const WorldState& state = c.state;
                                 c.boxes.resize(state.shapes.size());
                                 for (uint32_t s = 0; s < c.boxes.size(); ++s) { c.boxes[s] = box_now(state, s); }
                                 const auto hit = [&](uint32_t shape) {
                                     const uint32_t slot = state.shapes[shape].slot;
                                     return !(state.motions[slot].v == c.start[slot]);
                                 };
                                 for (uint32_t a = 0; a < c.boxes.size(); ++a) {
                                     for (uint32_t b = a + 1; b < c.boxes.size(); ++b) {
                                         if (!overlaps(c.boxes[a], c.boxes[b]) || !should_collide(state, a, b)) {
                                             continue;
                                         }
                                         ++c.pairs;
                                         if (has_contact(state, pair_key(a, b))) { continue; }
                                         ++c.missing;
                                         c.unhit += hit(a) || hit(b) ? 0 : 1;
                                     }
                                 }
                                 ++c.substeps;
                                 refresh_manifolds(&c.state);
                             },
                             &check};
            solve_substepped_position(input);
            CHECK(check.substeps == 14);
            CHECK(check.unhit == 0);
            commit_substep_contacts(step.world);
            publish(step);
            pairs += check.pairs;
            missing += check.missing;
        }
        CAPTURE(push, pairs, missing);
        CHECK(pairs > 50 * kSteps);
        CHECK(missing <= (push ? pairs / 500 : 0));
    }
}

TEST_CASE("if two faces are equal the reference face belongs to the first shape", "[FX6]") {
    World world = make_world(sleepless(fx2d_preset()));
    add_floor(world);
    const BodyId lower = add_box(world, {0.0f, 0.5f}, 1.0f, 1.0f);
    const BodyId upper = add_box(world, {0.0f, 1.5f}, 1.0f, 1.0f); // the same depth from either face
    run(world, 10);
    int seen = 0;
    for (int i = 0; i < 600; ++i) {
        (void)world.step(kStep);
        for_each_contact(world, [&](const Contact& contact, BodyId a, BodyId b) {
            if (a != lower || b != upper) { return; }
            ++seen;
            CHECK(contact.cache.reference_is_b == 0);
        });
    }
    CHECK(seen == 600);
}

TEST_CASE("of two points closer than the slop only the deeper gets an impulse; equally deep ones both do", "[FX7]") {
    // A needle stands a millimetre deep in the floor, both points of its foot in it. Where it leans by 0.01 rad, one of
    // them is deeper by a hundredth of its width: below 5 mm of width only that one gets an impulse.
    struct Row {
        float width;
        float lean;
        int pushing;
    };
    for (const Row row : {Row{0.0045f, 0.0f, 2}, {0.0045f, 0.01f, 1}, {0.0055f, 0.0f, 2}, {0.0055f, 0.01f, 2}}) {
        Tuning tuning = sleepless(fx2d_preset());
        tuning.position_substeps = 1;
        World world = make_world(tuning);
        add_floor(world, 0.0f);
        add_box(world, {0.0f, 0.199f}, row.width, 0.4f,
                {.friction = 0.0f, .velocity = {0.0f, -0.5f}, .angle = row.lean});
        run(world, 1);
        std::vector<ContactInfo> contacts;
        world.contacts(contacts);
        REQUIRE(contacts.size() == 1);
        REQUIRE(contacts[0].count == 2);
        int pushing = 0;
        for (const ContactPoint& point : contacts[0].points) { pushing += point.normal_impulse > 0.0f ? 1 : 0; }
        CAPTURE(row.width, row.lean);
        CHECK(pushing == row.pushing);
    }
}

// A needle of 1 kg lands flat with 1 m/s. Its points are as far apart as it is wide, and both of them approach.
// `deeper`: m, of the first.
TEST_CASE("of two points closer than the slop the deeper gets the whole impulse; equally deep ones get half each",
          "[FX7]") {
    const auto impulses = [](float width, float deeper) {
        ContactProblem problem;
        problem.tuning = fx2d_preset();
        problem.tuning.position_substeps = 1;
        const uint32_t needle = problem.add_body(1.0f, 0.1f, {0.0f, -1.0f});
        Contact& contact =
            problem.add_contact(0, needle, {0.0f, 0.5f}, {{-0.5f * width, -0.5f}, {0.5f * width, -0.5f}}, -0.001f);
        contact.friction = contact.static_friction = 0.0f;
        contact.manifold.points[0].separation -= deeper;
        solve_substepped_position(problem.input());
        const Manifold& manifold = problem.contacts[0].manifold;
        const float h = problem.dt; // one substep
        return std::array{h * manifold.points[0].normal_impulse, h * manifold.points[1].normal_impulse};
    };
    const float slop = fx2d_preset().linear_slop;
    for (const float width : {0.2f * slop, 0.96f * slop}) {
        const auto [first, second] = impulses(width, 1.0e-4f);
        CHECK(near(first, 1.0f, 1.0e-3f)); // N s: all of m v
        CHECK(second == 0.0f);
        const auto [left, right] = impulses(width, 0.0f); // none is deeper, and a mirror image must move as one
        CHECK(left == right);
        CHECK(near(left, 0.5f, 1.0e-3f));
    }
    const auto [first, second] = impulses(1.04f * slop, 1.0e-4f);
    CHECK(near(first + second, 1.0f, 1.0e-3f));
    CHECK(second > 0.0f); // what the turn that the first one makes leaves over
}

TEST_CASE("a contact that begins and ends within a step is reported with its approach speed", "[FX8][events]") {
    World world = make_world(sleepless(fx2d_preset()));
    add_floor(world, 0.6f, 0.9f);
    add_disc(world, {0.0f, 1.5f}, 0.5f, {.restitution = 0.9f});
    int begins = 0;
    int ends = 0;
    std::vector<float> speeds;
    for (int i = 0; i < 600; ++i) {
        (void)world.step(kStep);
        for (const Event& event : world.events()) {
            begins += event.type == EventType::contact_begin ? 1 : 0;
            ends += event.type == EventType::contact_end ? 1 : 0;
            if (event.type == EventType::contact_hit) { speeds.push_back(event.approach_speed); }
        }
        CHECK((begins - ends == 0 || begins - ends == 1));
    }
    REQUIRE(begins >= 8);
    REQUIRE(static_cast<int>(speeds.size()) == begins);
    // sqrt(2 g 1 m); a contact is reported from a separation of 20 mm on, at which the ball is up to 0.044 m/s slower,
    // and later ones in proportion more.
    CHECK(near(speeds[0], 4.43f, 0.05f));
    for (size_t k = 1; k < 8; ++k) { CHECK(near(speeds[k] / speeds[k - 1], 0.9f, 0.05f)); }
}

TEST_CASE("a stack whose contacts begin within steps is one island and sleeps as one", "[FX8][events]") {
    World world = make_world(fx2d_preset());
    add_floor(world);
    Uneven uneven(kUnevenSeeds[0]);
    for (int i = 0; i < 5; ++i) { uneven.box(world, {0.0f, 0.7f + 1.3f * static_cast<float>(i)}, 1.0f, 1.0f); }
    int slept = 0;
    for (int i = 0; i < 400; ++i) {
        (void)world.step(kStep);
        int now = 0;
        for (const Event& event : world.events()) { now += event.type == EventType::sleep ? 1 : 0; }
        CHECK((now == 0 || now == 5));
        slept += now;
    }
    CHECK(slept == 5);
    CHECK(world.contact_count() == 5);
}
