// The results of the broad phase do not depend on the margin of fat AABBs.
#include <catch2/catch_test_macros.hpp>

#include "solvers/matrix.h"
#include "support/random_scene.h"
#include "world/state.h"

using namespace impulse;
using namespace impulse::test;

TEST_CASE("the margin of fat AABBs changes no bit of any motion", "[law][FX2][X14][matrix][inside]") {
    for (const Preset& preset : presets()) {
        int telling = 0;
        for (uint64_t seed = 1; seed <= seeds_of(40); ++seed) {
            std::vector<BodyPose> reference;
            bool tells = false;
            for (const float margin : {0.1f, 0.0f, 0.37f, 5.0f}) {
                World world = make_world(preset.tuning);
                world.state().broad_phase.set_margin(margin);
                const std::vector<BodyId> bodies = populate(world, random_bin(seed));
                run(world, 120); // all have fallen, and met
                std::vector<BodyPose> poses;
                for (const BodyId body : bodies) { poses.push_back(world.state().poses[body.index()]); }
                if (reference.empty()) { reference = poses; }
                int differing = 0;
                for (size_t i = 0; i < poses.size(); ++i) {
                    const BodyPose& a = poses[i];
                    const BodyPose& b = reference[i];
                    differing += a.x == b.x && a.y == b.y && a.q.c == b.q.c && a.q.s == b.q.s ? 0 : 1;
                }
                tells = tells || differing > 0;
            }
            telling += tells ? 1 : 0;
        }
        judge_whole(preset, kMarginsThatShow, static_cast<float>(telling));
    }
}
