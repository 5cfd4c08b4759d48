// A callback about contacts that decides nothing: it changes no bit of a motion, of a hash or of a snapshot.
#include <catch2/catch_test_macros.hpp>

#include "engine/core/random.h"
#include "solvers/presets.h"
#include "support/random_scene.h"
#include "support/scene.h"
#include "support/snapshots.h"

using namespace impulse;
using namespace impulse::test;

namespace {

/// Reads, and counts.
struct Reader {
    int calls = 0;

    static void pre_solve(void* context, PreSolve& contact) {
        static_cast<Reader*>(context)->calls += contact.count > 0 ? 1 : 0;
    }
    Hooks hooks() { return {.context = this, .pre_solve = &pre_solve}; }
};

World make_bin(const Tuning& tuning, uint64_t seed) {
    World world = make_world(tuning, {0.0f, -9.81f});
    Random random(seed);
    int i = 0;
    for (SceneBody& made : random_bin(seed)) {
        if (i % 5 == 4) { made.body.velocity = {random.between(-60.0f, 60.0f), random.between(-60.0f, 0.0f)}; }
        const BodyId body = *world.create_body(made.body);
        for (ShapeDef& shape : made.shapes) {
            shape.rules.pre_solve = i % 2 == 0;
            shape.sensor = i % 9 == 8;
            if (i % 7 == 6) { shape.rules.one_way = {0.0f, 1.0f}; }
            (void)*world.create_shape(body, shape);
        }
        ++i;
    }
    return world;
}

} // namespace

TEST_CASE("a preSolve callback that decides nothing changes no bit of a motion or a snapshot", "[hooks][determinism]") {
    for (const Preset& preset : presets()) {
        for (const uint64_t seed : {1u, 2u, 3u}) {
            CAPTURE(preset.name, seed);
            World free = make_bin(preset.tuning, seed);
            World asked = make_bin(preset.tuning, seed);
            Reader reader;
            for (int i = 0; i < 240; ++i) {
                if (i % 60 == 5) { asked.set_hooks(reader.hooks()); }
                if (i % 60 == 50) { asked.set_hooks({}); }
                (void)free.step(kStep);
                (void)asked.step(kStep);
                REQUIRE(asked.hash() == free.hash());
                if (i % 10 == 0) { REQUIRE(snapshot_of(asked) == snapshot_of(free)); }
                if (i == 100) { REQUIRE(!asked.restore(packed_snapshot_of(free, true))); }
            }
            CHECK(reader.calls > 100);
        }
    }
}
