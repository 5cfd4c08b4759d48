// Convergence of the iterations, and the effect of warm starting on it (UR10, UR11).
#include <catch2/catch_test_macros.hpp>

#include "support/residuals.h"
#include "support/rows.h"
#include "support/scene.h"

using namespace impulse;
using namespace impulse::test;

namespace {

// Residuals of the first step of a column of `count` discs at rest under gravity, by iteration.
std::vector<float> column_residuals(int count, int iterations) {
    Tuning tuning = sleepless(umbra_preset());
    tuning.velocity_iterations = iterations;
    tuning.literal.cold_start = true;
    World world = make_world(tuning);
    add_floor(world);
    add_disc_column(world, count);
    return step_residuals(world);
}

float top_sink(bool cold, bool stale = false) {
    Tuning tuning = sleepless(umbra_preset());
    tuning.literal.cold_start = cold;
    tuning.literal.stale_position = stale;
    World world = make_world(tuning);
    add_floor(world);
    const std::vector<BodyId> column = add_disc_column(world, 10);
    run(world, steps_of(15.0f));
    return 9.5f - position(world, column.back()).y;
}

} // namespace

TEST_CASE("the residual of a column decreases by the rate of Gauss-Seidel", "[UR10]") {
    struct Row {
        int discs;
        size_t iterations;
        float residual;
    };
    const std::vector<float> five = column_residuals(5, 32);
    const std::vector<float> ten = column_residuals(10, 128);
    for (const Row& row : {Row{5, 1, 0.08175f}, Row{5, 4, 0.04471f}, Row{5, 8, 0.02931f}, Row{5, 16, 0.01313f},
                           Row{5, 32, 0.00264f}, Row{10, 8, 0.03211f}, Row{10, 32, 0.01482f}, Row{10, 128, 0.00137f}}) {
        const float measured = (row.discs == 5 ? five : ten)[row.iterations];
        CAPTURE(row.discs, row.iterations, measured);
        CHECK(near(measured, row.residual, 0.02f * row.residual));
    }
    for (const auto* residuals : {&five, &ten}) {
        for (size_t k = 1; k < residuals->size(); ++k) { CHECK((*residuals)[k] < (*residuals)[k - 1]); }
    }
}

TEST_CASE("the order of iteration is that of the pair keys, not that of the tree", "[UR10]") {
    // The same column, its shapes made in the same order, but one world first held and lost other bodies.
    const auto residuals = [](bool disturbed) {
        Tuning tuning = sleepless(umbra_preset());
        tuning.literal.cold_start = true;
        World world = make_world(tuning);
        std::vector<BodyId> others;
        for (int i = 0; disturbed && i < 7; ++i) {
            others.push_back(add_disc(world, {0.3f * static_cast<float>(i), 3.0f}, 0.7f));
        }
        run(world, 1);
        for (const BodyId body : others) { (void)world.destroy_body(body); }
        add_floor(world);
        add_disc_column(world, 10);
        return step_residuals(world);
    };
    CHECK(residuals(false) == residuals(true));
}

TEST_CASE("a column of ten discs stands with warm starting and sinks into the floor without (naive variant)",
          "[UR11]") {
    const float warm = top_sink(false);
    const float cold = top_sink(true);
    CAPTURE(warm, cold);
    CHECK(warm < 0.03f);
    CHECK(cold > 0.3f);
}

TEST_CASE(
    "naive variant: without warm starting and with the depth at detection a column of ten falls through the floor",
    "[UR7][UR11]") {
    const float sink = top_sink(true, true);
    CAPTURE(sink);
    CHECK(sink > 1.0f);
}

TEST_CASE("the second step of a disc at rest starts with the impulses of the first", "[UR11][FT1]") {
    World world = make_world(sleepless(umbra_preset()));
    const BodyId floor = add_floor(world);
    const BodyId disc = add_disc(world, {0.0f, 0.5f}, 0.5f);
    run(world, 1);
    const std::vector<float> residuals = step_residuals(world);
    CHECK(residuals.front() < 1.0e-6f);
    CHECK(near(normal_force(world, floor, disc) * kStep, 0.16350f, 1.0e-5f)); // m g dt
}

TEST_CASE("warm-started frames equal more iterations: k per frame over f frames leave the residual of k f in one",
          "[UR11][FT2]") {
    // Static geometry: velocities are set back to rest each frame and nothing moves. Prototype: 8, 40, 80, 240.
    Tuning tuning = sleepless(umbra_preset());
    tuning.position_iterations = 0;
    World world = make_world(tuning);
    add_floor(world);
    const std::vector<BodyId> column = add_disc_column(world, 10);
    const std::vector<float> cold = column_residuals(10, 240);
    for (size_t frame = 1; frame <= 30; ++frame) {
        for (size_t i = 0; i < column.size(); ++i) {
            CHECK_FALSE(world.set_transform(column[i], {0.0f, 0.5f + static_cast<float>(i)}, 0.0f));
            CHECK_FALSE(world.set_velocity(column[i], {}));
        }
        const float warm = step_residuals(world).back();
        const float same = cold[8 * frame];
        CAPTURE(frame, warm, same);
        // Rounding: velocities of 0.16 m/s resolve 1.5e-8, 240 iterations over 10 contacts add some of it up.
        CHECK(near(warm, same, 1.0e-4f * same + 5.0e-7f));
    }
}
