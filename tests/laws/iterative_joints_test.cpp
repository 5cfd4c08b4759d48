// Joints one after the other instead of by elimination (`JointSolver::iterative`): they leave gaps, and hinges, rods,
// welds and sliders gain no energy by it.
#include <catch2/catch_test_macros.hpp>

#include <vector>

#include "solvers/presets.h"
#include "support/effort.h"
#include "support/joints.h"
#include "support/mechanism_energy.h"
#include "support/scene.h"

using namespace impulse;
using namespace impulse::test;

namespace {

Tuning with(Tuning tuning, JointSolver solver) {
    tuning = sleepless(tuning);
    tuning.joint_solver = solver;
    return tuning;
}

struct Chain {
    World world;
    std::vector<JointId> joints;

    float gap() const {
        float widest = 0.0f;
        for (const JointId joint : joints) { widest = max(widest, world.joint_state(joint)->separation); }
        return widest;
    }
};

/// Links of 1 m and 1 kg, hanging or level, the last one of `load` kg.
Chain make_chain(const Tuning& tuning, int links, bool level, float load) {
    Chain chain{make_world(tuning), {}};
    World& world = chain.world;
    BodyId last = add_static(world);
    for (int i = 0; i < links; ++i) {
        const float at = static_cast<float>(i);
        const Vec2 center = level ? Vec2{at + 0.5f, 0.0f} : Vec2{0.0f, -at - 0.5f};
        const float mass = i + 1 == links ? load : 1.0f;
        const BodyId link = add_box(world, center, level ? 1.0f : 0.2f, level ? 0.2f : 1.0f, {.mass = mass});
        chain.joints.push_back(add_hinge(world, last, link, level ? Vec2{at, 0.0f} : Vec2{0.0f, -at}));
        last = link;
    }
    return chain;
}

} // namespace

TEST_CASE("ten links that are solved one after the other stretch under a load, those solved at once do not",
          "[law][X16][iterative]") {
    struct Load {
        float mass, least, most;
    };
    // Measured: 1.2, 2.5, 15 and 244 mm. Of the direct solve 0.01 mm at most.
    for (const Load load :
         {Load{1.0f, 0.0009f, 0.0017f}, {10.0f, 0.0018f, 0.0033f}, {100.0f, 0.01f, 0.02f}, {1000.0f, 0.16f, 0.33f}}) {
        CAPTURE(load.mass);
        Chain direct = make_chain(with({}, JointSolver::direct), 10, false, load.mass);
        Chain iterative = make_chain(with({}, JointSolver::iterative), 10, false, load.mass);
        run(direct.world, steps_of(10.0f));
        run(iterative.world, steps_of(10.0f));
        CHECK(direct.gap() < 3.0e-5f);
        CHECK(iterative.gap() > load.least);
        CHECK(iterative.gap() < load.most);
    }
}

TEST_CASE("chains that are solved one after the other swing without a gain, and their gaps stay small",
          "[law][X16][iterative]") {
    for (const Preset& preset : presets()) {
        for (const int links : {2, 5, 10}) {
            CAPTURE(preset.name, links);
            Chain chain = make_chain(with(preset.tuning, JointSolver::iterative), links, true, 1.0f);
            const float scale = 0.5f * kGravity * static_cast<float>(links * links); // J: m g L / 2
            const float start = chain.world.energy().kinetic + chain.world.energy().potential;
            float most = start;
            float gap = 0.0f;
            for (int i = 0; i < steps_of(10.0f); ++i) {
                run(chain.world, 1);
                most = max(most, chain.world.energy().kinetic + chain.world.energy().potential);
                gap = max(gap, chain.gap());
            }
            CHECK(most - start <= 0.02f * scale); // a step of semi-implicit Euler is off by g v dt / 2
            CHECK(gap > 1.0e-4f);
            CHECK(gap < 0.03f); // measured: 22 mm at most, of ten links under softStep
        }
    }
}

// Of the random mechanisms those that have no motor joint, gear, target or spring.
TEST_CASE("random mechanisms of hinges, rods, welds and sliders gain no energy by iterations",
          "[law][X18][iterative]") {
    int plain = 0;
    for (uint64_t seed = 0; seed < seeds_of(1024); seed += 2) { // even ones have no springs
        Mechanism mechanism = make_mechanism(seed, with({}, JointSolver::iterative));
        bool all = true;
        for (const JointId joint : mechanism.joints) {
            const JointType type = mechanism.world.joint_def(joint)->type;
            all = all && (type == JointType::revolute || type == JointType::distance || type == JointType::weld ||
                          type == JointType::prismatic || type == JointType::wheel || type == JointType::filter);
        }
        if (!all || mechanism.kind.springs) { continue; }
        ++plain;
        CAPTURE(seed);
        CHECK(gains_of(mechanism, 6.0f).total < 0.01);
    }
    if (kWholeEffort) { CHECK(plain > 50); }
}

TEST_CASE("the way of solving joints changes while a world runs, and is kept by snapshots", "[law][X14][iterative]") {
    const auto tuned = [](World& world, JointSolver solver) {
        (void)world.set_tuning(with({}, solver));
        run(world, 60);
    };
    Chain chain = make_chain(with({}, JointSolver::direct), 10, true, 5.0f);
    run(chain.world, 60);
    tuned(chain.world, JointSolver::iterative);
    const float open = chain.gap();
    std::vector<std::byte> saved(chain.world.snapshot_size());
    chain.world.snapshot(saved);
    World restored = make_world({});
    REQUIRE_FALSE(restored.restore(saved));
    run(restored, 60);
    run(chain.world, 60);
    CHECK(restored.hash() == chain.world.hash());
    tuned(chain.world, JointSolver::direct);
    tuned(chain.world, JointSolver::direct);
    CHECK(chain.gap() < 0.2f * open);
}
