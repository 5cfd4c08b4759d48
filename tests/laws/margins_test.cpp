// The broad phase only finds; nothing of how it finds may show in what the bodies do.
#include <catch2/catch_test_macros.hpp>

#include "solvers/recipes.h"
#include "support/random_scene.h"
#include "world/state.h"

using namespace impulse;
using namespace impulse::test;

TEST_CASE("how large the grown boxes are changes no bit of any motion", "[law][FX2][X14]") {
    for (const Recipe& recipe : recipes()) {
        for (uint64_t seed = 1; seed <= 8; ++seed) {
            std::vector<BodyPose> reference;
            for (const float margin : {0.1f, 0.0f, 0.37f, 5.0f}) {
                // Substeps look for pairs once a step, 5 cm about the way that forces alone would take. A bounce in the middle
                // may throw a body further off, and what it meets then is seen a step later unless a margin covered it: in
                // three of 40 such bins the motion tells one margin from another, in most of them none at all.
                if (margin == 0.0f && recipe.tuning.solver == SolverType::substepped_position) { continue; }
                World world = make_world(recipe.tuning);
                world.state().broad_phase.set_margin(margin);
                const std::vector<BodyId> bodies = populate(world, random_bin(seed));
                run(world, 240);
                std::vector<BodyPose> poses;
                for (const BodyId body : bodies) { poses.push_back(world.state().poses[body.index()]); }
                if (reference.empty()) { reference = poses; }
                int differing = 0;
                for (size_t i = 0; i < poses.size(); ++i) {
                    const BodyPose& a = poses[i];
                    const BodyPose& b = reference[i];
                    differing += a.x == b.x && a.y == b.y && a.q.c == b.q.c && a.q.s == b.q.s ? 0 : 1;
                }
                CAPTURE(recipe.name, seed, margin);
                CHECK(differing == 0);
            }
        }
    }
}
