// The acceptance suite for every preset: convergence, determinism, change of the solver, fast bodies (X13 to X17).
#include <catch2/catch_test_macros.hpp>

#include <cmath>
#include <limits>

#include "determinism/named_scenes.h"
#include "solvers/matrix.h"
#include "support/residuals.h"
#include "support/scene.h"
#include "support/uneven.h"

using namespace impulse;
using namespace impulse::test;

namespace {

constexpr float kLost = std::numeric_limits<float>::infinity();

// Ten uneven boxes that have stood for 5 s.
struct Settled {
    World world;
    std::vector<BodyId> boxes;

    Settled(const Tuning& tuning, uint64_t seed) : world(make_world(tuning)) {
        add_floor(world);
        boxes = add_box_stack(world, 10, 0.0f, {}, seed);
        run(world, 300);
    }
    // The furthest any box gets within 2 s under another tuning; infinite where a position is no number.
    float moves_under(const Tuning& tuning, float dt) {
        std::vector<Vec2> before;
        for (const BodyId box : boxes) { before.push_back(position(world, box)); }
        if (world.set_tuning(tuning)) { return kLost; }
        float furthest = 0.0f;
        for (int i = 0; i < steps_of(2.0f, dt); ++i) {
            (void)world.step(dt);
            for (size_t k = 0; k < boxes.size(); ++k) {
                const float moved = distance(position(world, boxes[k]), before[k]);
                furthest = moved >= 0.0f ? max(furthest, moved) : kLost;
            }
        }
        return furthest;
    }
};

// Poses after 4 s of the island of index 1 among the islands given; each is a leaning stack of four boxes.
std::vector<float> poses_of_island_1(const Tuning& tuning, const std::vector<int>& islands) {
    World world = make_world(tuning);
    add_floor(world);
    std::vector<BodyId> seen;
    for (const int island : islands) {
        const float x = 10.0f * static_cast<float>(island);
        for (int i = 0; i < 4; ++i) {
            const float f = static_cast<float>(i);
            const BodyId box = add_box(world, {x + 0.0625f * f, 1.0f + 1.25f * f}, 1.0f, 1.0f,
                                       {.friction = 0.3f, .w = 0.25f * static_cast<float>(island)});
            if (island == 1) { seen.push_back(box); }
        }
    }
    run(world, 240);
    std::vector<float> result;
    for (const BodyId body : seen) {
        const Transform pose = *world.transform(body);
        result.insert(result.end(), {pose.p.x, pose.p.y, pose.q.c, pose.q.s});
    }
    return result;
}

} // namespace

TEST_CASE("the residual of a stack of ten decreases in every iteration, and starts low with warm starting",
          "[X13][matrix]") {
    for (const Preset& preset : presets()) {
        if (!iterates(preset)) { continue; }
        World world = make_world(sleepless(preset.tuning));
        add_floor(world);
        add_straight_stack(world, 10); // it rests from the first step on: a law of iterations, not of standing
        const std::vector<float> cold = step_residuals(world);
        float ratio = 0.0f;
        for (size_t k = 1; k < cold.size(); ++k) { ratio = max(ratio, cold[k] / cold[k - 1]); }
        judge(preset, kResidualRatio, ratio);
        int warm_frame = 0; // the first after the last that is not warm
        for (int frame = 2; frame < 180; ++frame) {
            if (!(step_residuals(world).back() < cold.back() / 100.0f)) { warm_frame = frame + 1; }
        }
        judge(preset, kWarmFrame, static_cast<float>(warm_frame));
    }
}

TEST_CASE("three runs of a scene agree bit for bit after every step", "[X14][determinism][matrix]") {
    ParameterSweep sweep;
    for (const Preset& preset : presets()) {
        int differing = 0;
        for (const NamedScene& scene : named_scenes()) {
            if (!sweep.takes()) { continue; }
            World a = scene.make();
            World b = scene.make();
            World c = scene.make();
            for (World* world : {&a, &b, &c}) { CHECK_FALSE(world->set_tuning(preset.tuning)); }
            for (int i = 0; i < (kWholeEffort ? 150 : 10); ++i) {
                for (World* world : {&a, &b, &c}) { (void)world->step(kStep); }
                const uint64_t hash = a.hash();
                differing += hash == b.hash() && hash == c.hash() ? 0 : 1;
            }
        }
        judge(preset, kDiffering, static_cast<float>(differing));
    }
}

TEST_CASE("the motion of an island does not depend on the order of creation of islands", "[X14][determinism][matrix]") {
    // Bodies of the same island keep their order; whole islands are swapped, or left out.
    for (const Preset& preset : presets()) {
        const std::vector<float> reference = poses_of_island_1(preset.tuning, {1, 3});
        REQUIRE(reference.size() == 16);
        int differing = 0;
        for (const std::vector<int>& islands : std::vector<std::vector<int>>{{3, 1}, {1}, {2, 3, 1}}) {
            differing += poses_of_island_1(preset.tuning, islands) == reference ? 0 : 1;
        }
        judge(preset, kIslandShift, static_cast<float>(differing));
    }
}

TEST_CASE("changing the solver of a settled stack moves no body by 5 mm", "[X15][matrix]") {
    for (const Preset& from : presets()) {
        float furthest = 0.0f;
        for (const Preset& to : presets()) {
            Settled stack(sleepless(from.tuning), kUnevenSeeds[0]);
            const float moved = stack.moves_under(sleepless(to.tuning), kStep);
            CAPTURE(from.name, to.name, moved);
            furthest = max(furthest, moved);
        }
        judge(from, kSwitchMove, furthest);
    }
}

TEST_CASE("changing the time step or the iterations of a settled stack moves no body by 5 mm", "[X15][matrix]") {
    for (const Preset& preset : presets()) {
        float furthest = 0.0f;
        for (int change = 0; change < 4; ++change) {
            Settled stack(sleepless(preset.tuning), kUnevenSeeds[0]);
            float dt = kStep;
            Tuning tuning = sleepless(preset.tuning);
            switch (change) {
            case 0:
                dt = 1.0f / 30.0f;
                break;
            case 1:
                dt = 1.0f / 240.0f;
                break;
            case 2:
                tuning.velocity_iterations = tuning.substeps = 2;
                break;
            default:
                tuning.velocity_iterations = tuning.substeps = 50;
                break;
            }
            const float moved = stack.moves_under(tuning, dt);
            CAPTURE(preset.name, change, moved);
            furthest = max(furthest, moved);
        }
        judge(preset, kChangeMove, furthest);
    }
}

TEST_CASE("a small fast disc never tunnels through a thin wall", "[X17][matrix]") {
    for (const Preset& preset : presets()) {
        int escapes = 0;
        for (int phase = 0; phase < 40; ++phase) { // it goes 1.67 m a step: the wall is met at all phases of one
            World world = make_world(sleepless(preset.tuning), {});
            add_box(world, {}, 0.1f, 20.0f, {.type = BodyType::static_body});
            const float start = -2.0f - 100.0f * kStep * static_cast<float>(phase) / 40.0f;
            const BodyId disc = add_disc(world, {start, 0.0f}, 0.05f, {.velocity = {100.0f, 0.0f}});
            run(world, 30);
            escapes += position(world, disc).x < 0.0f ? 0 : 1;
        }
        judge(preset, kEscapes, static_cast<float>(escapes));
    }
}
