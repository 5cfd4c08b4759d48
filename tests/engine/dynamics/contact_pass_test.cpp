#include "dynamics/contact_pair.h"
#include "dynamics/contact_pass.h"
#include "dynamics/observe.h"

#include <catch2/catch_test_macros.hpp>

#include <algorithm>
#include <cmath>

#include "engine/core/random.h"
#include "support/contact_problem.h"
#include "support/scene.h"

using namespace impulse;
using namespace impulse::test;

namespace {

// The flat box of UR4: 1 kg, `width` x 1 m, falling at 1 m/s on the ground, its two corners in contact.
ContactProblem flat_box(float width) {
    ContactProblem problem;
    const uint32_t box = problem.add_body(1.0f, (width * width + 1.0f) / 12.0f, {0.0f, -1.0f});
    Contact& contact = problem.add_contact(0, box, {0.0f, 0.5f}, {{-0.5f * width, -0.5f}, {0.5f * width, -0.5f}});
    contact.friction = 0.0f;
    return problem;
}

} // namespace

TEST_CASE("effective masses are the inverse of K along the normal and the tangent", "[UR2]") {
    ContactProblem problem;
    // Box 2 x 1, 1 kg: I = (4 + 1) / 12. Corner (1, -0.5): K_n = 1 + 1 / I = 3.4, K_t = 1 + 0.25 / I = 1.6.
    const uint32_t box = problem.add_body(1.0f, 5.0f / 12.0f, {0.0f, -1.0f});
    problem.add_contact(0, box, {0.0f, 0.5f}, {{1.0f, -0.5f}});
    const SolveInput input = problem.input();
    const auto rows = prepare_contacts(input, {});
    REQUIRE(rows.size() == 1);
    CHECK(near(rows[0].row.points[0].normal_mass, 0.294118f, 1.0e-6f));
    CHECK(near(rows[0].row.points[0].tangent_mass, 0.625f, 1.0e-6f));
    CHECK(rows[0].target(0) == 0.0f);
}

TEST_CASE("one iteration stops the impacting point and rotates the box about it", "[UR2]") {
    ContactProblem problem;
    const uint32_t box = problem.add_body(1.0f, 5.0f / 12.0f, {0.0f, -1.0f});
    problem.add_contact(0, box, {0.0f, 0.5f}, {{1.0f, -0.5f}}).friction = 0.0f;
    const SolveInput input = problem.input();
    const auto rows = prepare_contacts(input, {});
    solve_velocities(input, rows);
    const BodyMotion& motion = problem.motions[box];
    CHECK(near(motion.v.y, -0.705882f, 1.0e-6f));
    CHECK(near(motion.w, 0.705882f, 1.0e-6f));
    CHECK(near(motion.v.y + motion.w * 1.0f, 0.0f, 1.0e-6f)); // the point itself
    CHECK(problem.motions[0].v == Vec2{});
}

TEST_CASE("without a movable body the effective mass is 0 and nothing is divided by it", "[UR2]") {
    ContactProblem problem;
    const uint32_t frozen = problem.add_body(0.0f, 0.0f, {0.0f, -1.0f});
    problem.add_contact(0, frozen, {0.0f, 0.5f}, {{0.0f, -0.5f}}, -0.1f).friction = 0.5f;
    const SolveInput input = problem.input();
    const auto rows = prepare_contacts(input, {});
    solve_velocities(input, rows);
    project_positions(input, rows, false);
    CHECK(rows[0].row.points[0].normal_mass == 0.0f);
    CHECK(rows[0].row.points[0].normal_impulse == 0.0f);
    CHECK(problem.motions[frozen].v == Vec2{0.0f, -1.0f});
    CHECK(problem.motions[frozen].dp == Vec2{});
}

TEST_CASE("accumulated impulses of a flat box converge to halves, by a factor of 25 per iteration", "[UR4]") {
    // K_ii = 1 + 1.5, K_ij = 1 - 1.5: Gauss-Seidel contracts by (K_ij / K_ii)^2 = 1 / 25.
    ContactProblem problem = flat_box(1.0f);
    const SolveInput input = problem.input();
    const auto rows = prepare_contacts(input, {});
    solve_velocities(input, rows);
    solve_velocities(input, rows);
    CHECK(near(rows[0].row.points[0].normal_impulse, 0.496f, 1.0e-6f));
    CHECK(near(rows[0].row.points[1].normal_impulse, 0.4992f, 1.0e-6f));
    solve_velocities(input, rows);
    solve_velocities(input, rows);
    CHECK(near(rows[0].row.points[0].normal_impulse, 0.5f, 1.0e-5f));
    CHECK(near(rows[0].row.points[1].normal_impulse, 0.5f, 1.0e-5f));
}

TEST_CASE("accumulated impulses reduce an early excess and converge to the symmetric result", "[UR4]") {
    ContactProblem problem = flat_box(0.2f);
    const SolveInput input = problem.input();
    const auto rows = prepare_contacts(input, {});
    CHECK(near(1.0f / rows[0].row.points[0].normal_mass, 1.115385f, 1.0e-6f));
    solve_velocities(input, rows);
    const float first = rows[0].row.points[0].normal_impulse;
    for (int i = 1; i < 64; ++i) { solve_velocities(input, rows); }
    // (K_ij / K_ii)^2 = 0.629 to the power 64 is 1e-13: the rest is rounding.
    CHECK(rows[0].row.points[0].normal_impulse < first); // it did give back
    CHECK(near(rows[0].row.points[0].normal_impulse, 0.5f, 1.0e-5f));
    CHECK(near(rows[0].row.points[1].normal_impulse, 0.5f, 1.0e-5f));
    CHECK(near(problem.motions[1].v.y, 0.0f, 1.0e-5f));
    CHECK(near(problem.motions[1].w, 0.0f, 1.0e-5f));
}

TEST_CASE("naive variant: clamping each increment instead of the accumulated impulse leaves the box spinning",
          "[UR4]") {
    ContactProblem problem = flat_box(0.2f);
    const SolveInput input = problem.input();
    const auto rows = prepare_contacts(input, {});
    for (int i = 0; i < 64; ++i) { solve_velocities_per_iteration_clamp(input, rows); }
    CHECK(near(rows[0].row.points[0].normal_impulse, 0.896552f, 1.0e-5f));
    CHECK(near(rows[0].row.points[1].normal_impulse, 0.185493f, 1.0e-5f));
    CHECK(near(problem.motions[1].w, -0.8205f, 1.0e-4f));
}

TEST_CASE("friction is solved after its normal impulse and within the cone of the accumulated impulse", "[UR5]") {
    // One iteration from zero already sticks: had friction come first, its budget would still have been 0.
    ContactProblem problem;
    const uint32_t disc = problem.add_body(1.0f, 0.5f, {3.0f, -4.0f});
    problem.add_contact(0, disc, {0.0f, 1.0f}, {{0.0f, -1.0f}}).friction = 0.5f;
    const SolveInput input = problem.input();
    const auto rows = prepare_contacts(input, {});
    solve_velocities(input, rows);
    const PointRow<float>& p = rows[0].row.points[0];
    CHECK(near(p.normal_impulse, 4.0f, 1.0e-6f));
    CHECK(near(std::abs(p.tangent_impulse), 1.0f, 1.0e-6f)); // K_t = 3, v_t = 3
    CHECK(near(problem.motions[disc].v.x, 2.0f, 1.0e-6f));
    CHECK(near(problem.motions[disc].w, -2.0f, 1.0e-6f));
}

TEST_CASE("the residual is zero exactly where the complementarity problem is solved", "[UR10][X13]") {
    ContactProblem problem = flat_box(1.0f);
    SolverProbe probe;
    SolveInput input = problem.input();
    input.probe = &probe;
    const auto rows = prepare_contacts(input, {});
    observe(input, rows, {JointSet{}}, SolverStage::start);
    // Nothing applied yet: min(0 * K, v_n - 0) = v_n = -1.
    CHECK(probe.iterations.back().residual == 1.0f);
    for (int i = 0; i < 8; ++i) { solve_velocities(input, rows); }
    observe(input, rows, {JointSet{}}, SolverStage::solve);
    CHECK(probe.iterations.back().residual < 1.0e-6f);
    // A separating pair with no impulse is a solution too.
    problem.motions[1].v = {0.0f, 2.0f};
    for (auto& p : rows[0].row.points) { p.normal_impulse = 0.0f; }
    observe(input, rows, {JointSet{}}, SolverStage::solve);
    CHECK(probe.iterations.back().residual == 0.0f);
}

TEST_CASE("projection removes a fraction of the excess per iteration and recomputes the depth", "[UR7]") {
    ContactProblem problem;
    const uint32_t disc = problem.add_body(1.0f, 0.125f, {});
    problem.add_contact(0, disc, {0.0f, 0.45f}, {{0.0f, -0.475f}}, -0.05f);
    problem.tuning = umbra_preset();
    const SolveInput input = problem.input();
    const auto rows = prepare_contacts(input, {});
    float excess = 0.04f;
    for (int i = 0; i < 5; ++i) {
        project_positions(input, rows, false);
        excess *= 0.6f;
        CHECK(near(problem.motions[disc].dp.y, 0.04f - excess, 1.0e-7f));
    }
}

TEST_CASE("a pair that cannot move does not end the projection of the pairs after it", "[UR7]") {
    ContactProblem problem;
    const uint32_t frozen = problem.add_body(0.0f, 0.0f, {});
    const uint32_t disc = problem.add_body(1.0f, 0.125f, {});
    problem.add_contact(0, frozen, {0.0f, 0.45f}, {{0.0f, -0.475f}}, -0.05f);
    problem.add_contact(0, disc, {0.0f, 0.45f}, {{0.0f, -0.475f}}, -0.05f);
    problem.tuning = umbra_preset();
    const SolveInput input = problem.input();
    const auto rows = prepare_contacts(input, {});
    project_positions(input, rows, false);
    project_positions_full(input, rows);
    CHECK(problem.motions[frozen].dp == Vec2{});
    CHECK(problem.motions[disc].dp.y > 0.015f);
}

TEST_CASE("full projection rotates the body about the overlapping corner, by at most 0.2 m per iteration", "[UR7]") {
    ContactProblem problem;
    const uint32_t box = problem.add_body(1.0f, 1.0f / 6.0f, {});
    problem.add_contact(0, box, {0.0f, 0.4f}, {{0.5f, -0.5f}}, -0.1f);
    problem.tuning = umbra_preset();
    const SolveInput input = problem.input();
    const auto rows = prepare_contacts(input, {});
    project_positions_full(input, rows);
    // lambda = 0.4 * 0.09 / K, K = 1 + 0.25 * 6 = 2.5
    CHECK(near(problem.motions[box].dp.y, 0.0144f, 1.0e-6f));
    CHECK(near(problem.motions[box].dq.s, 0.0144f * 0.5f * 6.0f, 1.0e-4f)); // sin(x) = x to x^3 / 6
    CHECK(problem.motions[box].v == Vec2{});

    ContactProblem deep;
    const uint32_t disc = deep.add_body(1.0f, 0.0f, {});
    deep.add_contact(0, disc, {}, {{}}, -5.0f);
    deep.tuning = umbra_preset();
    const SolveInput deep_input = deep.input();
    project_positions_full(deep_input, prepare_contacts(deep_input, {}));
    CHECK(near(deep.motions[disc].dp.y, 0.2f, 1.0e-6f));
}

TEST_CASE("impulses are stored per time and multiplied by the step when they are applied", "[UR11][FT3]") {
    ContactProblem problem = flat_box(1.0f);
    {
        const SolveInput input = problem.input();
        const auto rows = prepare_contacts(input, {});
        for (int i = 0; i < 8; ++i) { solve_velocities(input, rows); }
        store_impulses(input, rows, input.dt);
    }
    CHECK(near(problem.contacts[0].manifold.points[0].normal_impulse, 30.0f, 1.0e-4f)); // 0.5 N s in 1/60 s
    problem.dt = 1.0f / 30.0f;
    const SolveInput input = problem.input();
    const auto warm = prepare_contacts(input, {});
    CHECK(near(warm[0].row.points[0].normal_impulse, 1.0f, 1.0e-5f));
    const auto cold = prepare_contacts(input, {.warm = false});
    CHECK(cold[0].row.points[0].normal_impulse == 0.0f);
}

TEST_CASE("the point with the longer arm on the upper body, or the deeper one, comes first by the Thue-Morse sequence",
          "[UR10][X14]") {
    // Rows as they lie in the manifold, and with its points exchanged, as a mirror exchanges them.
    ContactProblem problem;
    const auto add = [&problem](Vec2 first, Vec2 second, float depth) {
        for (const auto& arms : {std::vector<Vec2>{first, second}, {second, first}}) {
            const uint32_t body = problem.add_body(1.0f, 1.0f / 6.0f, {});
            Contact& contact = problem.add_contact(0, body, {0.0f, 1.0f}, arms);
            for (int i = 0; i < 2; ++i) { contact.manifold.points[i].separation = arms[i] == second ? -depth : 0.0f; }
        }
    };
    add({-0.5f, -0.5f}, {0.4f, -0.5f}, 1.0e-3f); // the first leads by its arm, though the second is deeper
    add({0.5f, -0.5f}, {-0.5f, -0.5f}, 1.0e-3f); // equal arms: the second leads
    const Vec2 leads[] = {{-0.5f, -0.5f}, {-0.5f, -0.5f}, {-0.5f, -0.5f}, {-0.5f, -0.5f}};
    const uint32_t turned_by_step[] = {0, 1, 1, 0, 1, 0, 0, 1};
    for (const uint32_t turned : turned_by_step) {
        SolveInput input = problem.input();
        input.gravity = {0.0f, -9.81f};
        const auto rows = prepare_contacts(input, {});
        REQUIRE(rows.size() == 4);
        for (size_t i = 0; i < 4; ++i) {
            const Manifold& manifold = problem.contacts[i].manifold;
            CHECK((manifold.points[rows[i].swapped ^ turned].rB == leads[i]));
            CHECK(rows[i].row.points[0].rBn == manifold.points[rows[i].swapped].rB.x);
        }
        store_impulses(input, rows, input.dt);
    }
}

TEST_CASE("points with equal depth and equal arms are solved as a block, if that is enabled", "[UR4]") {
    for (const bool pairs : {false, true}) {
        ContactProblem problem = flat_box(0.2f);
        const SolveInput input = problem.input();
        const auto rows = prepare_contacts(input, {.pairs = pairs});
        solve_velocities(input, rows);
        const auto& points = rows[0].row.points;
        // The box stands still after one iteration, without a turn; one after the other the first point takes 1 / K_ii
        // = 0.9.
        CHECK((points[0].normal_impulse == points[1].normal_impulse) == pairs);
        CHECK((problem.motions[1].w == 0.0f) == pairs);
        if (pairs) {
            CHECK(near(points[0].normal_impulse, 0.5f, 1.0e-6f));
            CHECK(near(problem.motions[1].v.y, 0.0f, 1.0e-6f));
        }
    }
}

TEST_CASE("two points solved as a block satisfy the complementarity problem, in either order", "[UR4]") {
    // y >= 0, w >= 0, y w = 0, for random bodies, arms, speeds and impulses before; among them bodies that cannot turn.
    Random random(19);
    int pushed[3]{};
    for (int run = 0; run < 2000; ++run) {
        RowFrame<float> row{};
        row.mA = random.between(0.0f, 2.0f);
        row.mB = random.between(0.1f, 2.0f);
        const bool turns = run % 4 != 0;
        row.iA = turns ? random.between(0.0f, 4.0f) : 0.0f;
        row.iB = turns ? random.between(0.1f, 4.0f) : 0.0f;
        const auto point = [&] {
            PointRow<float> p{};
            p.rAn = random.between(-1.0f, 1.0f);
            p.rBn = random.between(-1.0f, 1.0f);
            p.normal_mass = 1.0f / (row.mA + row.mB + row.iA * p.rAn * p.rAn + row.iB * p.rBn * p.rBn);
            p.normal_impulse = max(random.between(-0.5f, 1.0f), 0.0f);
            return p;
        };
        PointRow<float> p = point();
        PointRow<float> q = point();
        PointRow<float> p2 = p;
        PointRow<float> q2 = q;
        FrameVelocity<float> f{random.between(-2.0f, 2.0f), 0.0f, random.between(-2.0f, 2.0f),
                               random.between(-2.0f, 2.0f), unlocked_mobility(row)};
        FrameVelocity<float> f2 = f;
        solve_normals_together<float>(row, p, q, {0.0f, 0.0f}, f);
        solve_normals_together<float>(row, q2, p2, {0.0f, 0.0f}, f2);
        CAPTURE(run, p.normal_impulse, q.normal_impulse, normal_velocity(p, f), normal_velocity(q, f));
        CHECK((p.normal_impulse == p2.normal_impulse && q.normal_impulse == q2.normal_impulse)); // bit for bit
        CHECK((f.dn == f2.dn && f.wA == f2.wA && f.wB == f2.wB));
        ++pushed[(p.normal_impulse > 0.0f ? 1 : 0) + (q.normal_impulse > 0.0f ? 1 : 0)];
        for (const PointRow<float>* point_of : {&p, &q}) {
            const float v = normal_velocity(*point_of, f);
            CHECK(point_of->normal_impulse >= 0.0f);
            // Speeds of 10 m/s and a determinant of at least 1e-4 of its terms: float leaves 10 x 6e-8 x 1e4 of
            // rounding.
            CHECK(v >= -6.0e-3f);
            CHECK((point_of->normal_impulse == 0.0f || std::abs(v) < 6.0e-3f));
        }
    }
    CHECK(std::min({pushed[0], pushed[1], pushed[2]}) > 100); // every case was met
}

TEST_CASE("a separated point may close its gap within the step and no more", "[UR1]") {
    ContactProblem problem;
    const uint32_t disc = problem.add_body(1.0f, 0.125f, {0.0f, -0.9f});
    problem.add_contact(0, disc, {0.0f, 0.51f}, {{0.0f, -0.505f}}, 0.01f).friction = 0.0f;
    const SolveInput input = problem.input();
    const auto rows = prepare_contacts(input, {});
    solve_velocities(input, rows);
    CHECK(near(problem.motions[disc].v.y, -0.01f * 60.0f, 1.0e-6f));
}

TEST_CASE("a fast separated point keeps its approach speed until it touches, so that it can bounce", "[UR3]") {
    ContactProblem problem;
    const uint32_t disc = problem.add_body(1.0f, 0.125f, {0.0f, -2.0f});
    problem.add_contact(0, disc, {0.0f, 0.51f}, {{0.0f, -0.505f}}, 0.01f).restitution = 0.5f;
    const SolveInput input = problem.input();
    CHECK(prepare_contacts(input, {}).empty());
    problem.contacts[0].manifold.points[0].separation = 0.0f;
    const auto rows = prepare_contacts(input, {});
    solve_velocities(input, rows);
    CHECK(near(problem.motions[disc].v.y, 1.0f, 1.0e-6f));
}

TEST_CASE("the Baumgarte bias is the excess over the slop per step time, capped; the larger of bias and bounce applies",
          "[FT5][FT6][FT8]") {
    ContactProblem problem;
    const uint32_t disc = problem.add_body(1.0f, 0.125f, {0.0f, -2.0f});
    problem.add_contact(0, disc, {0.0f, 0.45f}, {{0.0f, -0.475f}}, -0.05f).restitution = 0.1f;
    const SolveInput input = problem.input();
    PrepareOptions options;
    options.baumgarte_rate = 0.2f * 60.0f;
    options.slop = 0.01f;
    options.max_push_speed = 3.0f;
    CHECK(near(prepare_contacts(input, options)[0].target(0), 0.48f, 1.0e-6f)); // > 0.1 * 2
    options.sum_bias = true;
    CHECK(near(prepare_contacts(input, options)[0].target(0), 0.68f, 1.0e-6f));
    options.sum_bias = false;
    options.max_push_speed = 0.3f;
    CHECK(near(prepare_contacts(input, options)[0].target(0), 0.3f, 1.0e-6f));
}

TEST_CASE("after many iterations over random contacts impulses are >= 0, in the friction cone and conserve momentum",
          "[UR4][UR5]") {
    for (uint64_t seed = 0; seed < 50; ++seed) {
        Random random(seed);
        ContactProblem problem;
        // A chain of bodies, none of them the ground: the only forces are between them.
        std::vector<float> mass{1.0f};
        for (uint32_t i = 1; i < 9; ++i) {
            mass.push_back(random.between(0.1f, 10.0f));
            const float inertia = random.between(0.05f, 2.0f);
            const Vec2 v{random.between(-2.0f, 2.0f), random.between(-2.0f, 2.0f)};
            problem.add_body(mass.back(), inertia, v, random.between(-3.0f, 3.0f));
        }
        for (uint32_t i = 1; i < 8; ++i) {
            Contact& contact = problem.add_contact(i, i + 1, {0.0f, 1.0f}, {{-0.4f, -0.5f}, {0.4f, -0.5f}});
            contact.friction = random.between(0.0f, 1.0f);
            contact.restitution = random.between(0.0f, 1.0f);
        }
        Vec2 before{};
        float scale = 0.0f; // sum of |p|: rounding grows with it
        for (uint32_t i = 1; i < 9; ++i) {
            before += mass[i] * problem.motions[i].v;
            scale += mass[i] * 5.0f;
        }
        const SolveInput input = problem.input();
        const auto rows = prepare_contacts(input, {});
        for (int i = 0; i < 20; ++i) { solve_velocities(input, rows); }
        Vec2 after{};
        for (uint32_t i = 1; i < 9; ++i) { after += mass[i] * problem.motions[i].v; }
        // 20 iterations x 7 rows x 4 impulses, each rounding by 2^-24 of the momentum it moves.
        CHECK(near(after, before, 560.0f * 6.0e-8f * scale));
        for (const ScalarRow& row : rows) {
            for (const PointRow<float>& p : row.row.points) {
                CHECK(p.normal_impulse >= 0.0f);
                CHECK(std::abs(p.tangent_impulse) <= row.row.friction * p.normal_impulse * 1.000001f + 1.0e-9f);
            }
        }
    }
}
