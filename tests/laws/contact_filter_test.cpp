// `contactFilter` decides for a pair at any speed: its answer overrides masks and groups in contacts, in continuous
// collision and in sensors. It is called once while two shapes are near.
#include <catch2/catch_test_macros.hpp>

#include <algorithm>
#include <array>
#include <cmath>
#include <utility>
#include <vector>

#include "engine/core/random.h"
#include "solvers/presets.h"
#include "support/callbacks.h"
#include "support/effort.h"
#include "support/frames.h"
#include "support/random_scene.h"
#include "support/scene.h"
#include "support/snapshots.h"

using namespace impulse;
using namespace impulse::test;

namespace {

/// Answers the same for every pair, and counts.
struct Judge {
    int answer = -1;
    std::vector<std::pair<uint32_t, uint32_t>> pairs{};

    static int filter(void* context, ShapeId a, ShapeId b) {
        Judge& judge = *static_cast<Judge*>(context);
        judge.pairs.emplace_back(a.index(), b.index());
        return judge.answer;
    }
    Hooks hooks() { return {.context = this, .filter = &filter}; }
};

/// Answers the same for every pair of the wall, and counts the questions about it and the disc. Each body has one
/// shape, with the same index.
struct OfWall {
    int answer = -1;
    uint32_t wall = 0;
    uint32_t disc = 0;
    int asked = 0;

    static int filter(void* context, ShapeId a, ShapeId b) {
        OfWall& judge = *static_cast<OfWall*>(context);
        if (a.index() != judge.wall && b.index() != judge.wall) { return -1; }
        judge.asked += a.index() == judge.disc || b.index() == judge.disc ? 1 : 0;
        return judge.answer;
    }
    Hooks hooks() { return {.context = this, .filter = &filter}; }
};

constexpr float kSpeeds[] = {4.0f, 20.0f, 80.0f, 300.0f}; // m/s
constexpr Filter kFilters[] = {{}, {.mask = 0}, {.group = -1}};

bool passes_alone(const Filter& filter) { return filter == Filter{}; }

/// A disc of 0.2 m that flies along x to a wall 5 cm thick.
struct Shot {
    World world;
    Judge judge;
    BodyId wall;
    BodyId disc;

    Shot(const Tuning& tuning, int answer, const Filter& filter, float speed, BodyType type, bool sensor, bool bullet)
        : world(make_world(sleepless(tuning), {})), judge{answer} {
        wall = add_box(world, {}, 0.05f, 10.0f, {.mass = 1000.0f, .type = type, .filter = filter, .sensor = sensor});
        disc = add_disc(world, {-5.3f, 0.0f}, 0.2f, {.velocity = {speed, 0.0f}, .filter = filter});
        (void)world.set_bullet(disc, bullet);
        world.set_hooks(judge.hooks());
    }
    bool is_through() const { return position(world, disc).x > position(world, wall).x; }
};

} // namespace

TEST_CASE("what contactFilter answers holds at any speed, for walls of every type", "[filter]") {
    ParameterSweep sweep;
    for (const Preset& preset : presets()) {
        for (const BodyType type : {BodyType::static_body, BodyType::kinematic_body, BodyType::dynamic_body}) {
            for (const Filter& filter : kFilters) {
                for (const int answer : {1, 0, -1}) {
                    for (const float speed : kSpeeds) {
                        for (const bool bullet : {false, true}) {
                            if (!sweep.takes() || (type == BodyType::dynamic_body && !bullet)) { continue; }
                            CAPTURE(preset.name, static_cast<int>(type), filter.mask, filter.group, answer, speed);
                            Shot shot(preset.tuning, answer, filter, speed, type, false, bullet);
                            bool through = false;
                            for (int i = 0; i < steps_of(8.0f / speed) + 2; ++i) {
                                (void)shot.world.step(kStep);
                                through = through || shot.is_through();
                            }
                            CHECK(through == !(answer > 0 || (answer < 0 && passes_alone(filter))));
                            CHECK(shot.judge.pairs.size() == 1);
                        }
                    }
                }
            }
        }
    }
}

TEST_CASE("what contactFilter answers holds for sensors that a body passes within a step", "[filter][sensors]") {
    ParameterSweep sweep;
    for (const Preset& preset : presets()) {
        for (const BodyType type : {BodyType::static_body, BodyType::kinematic_body, BodyType::dynamic_body}) {
            for (const Filter& filter : kFilters) {
                for (const int answer : {1, 0, -1}) {
                    for (const float speed : kSpeeds) {
                        if (!sweep.takes()) { continue; }
                        CAPTURE(preset.name, static_cast<int>(type), filter.mask, filter.group, answer, speed);
                        Shot shot(preset.tuning, answer, filter, speed, type, true, false);
                        int begun = 0;
                        int ended = 0;
                        for (int i = 0; i < steps_of(8.0f / speed) + 2; ++i) {
                            (void)shot.world.step(kStep);
                            for (const Event& event : shot.world.events()) {
                                begun += event.type == EventType::sensor_begin ? 1 : 0;
                                ended += event.type == EventType::sensor_end ? 1 : 0;
                            }
                        }
                        const int count = answer > 0 || (answer < 0 && passes_alone(filter)) ? 1 : 0;
                        CHECK(begun == count);
                        CHECK(ended == count);
                        CHECK(shot.judge.pairs.size() == 1);
                    }
                }
            }
        }
    }
}

// The path of a step is not known when the pairs are found: a hammer strikes the disc, or a ramp deflects it.
TEST_CASE("what contactFilter answers holds on paths that a blow changes within the step", "[filter]") {
    for (const Preset& preset : presets()) {
        for (const int answer : {1, 0}) {
            for (const float speed : {60.0f, 150.0f, 300.0f}) {
                for (const bool ramp : {false, true}) {
                    CAPTURE(preset.name, answer, speed, ramp);
                    World world = make_world(sleepless(preset.tuning), {});
                    // The answers are against the filters of the wall.
                    const Made still{.type = BodyType::static_body, .filter = {.mask = answer > 0 ? 0u : 0xffffffffu}};
                    const BodyId wall = ramp ? add_box(world, {0.0f, 1.4f}, 10.0f, 0.05f, still)
                                             : add_box(world, {1.0f, 0.0f}, 0.05f, 10.0f, still);
                    const BodyId disc =
                        add_disc(world, {ramp ? -2.0f : 0.0f, 0.0f}, 0.2f, {.velocity = {ramp ? speed : 0.0f, 0.0f}});
                    if (ramp) {
                        add_box(world, {0.7f, 0.0f}, 0.1f, 8.0f,
                                {.angle = -0.25f * kPi, .type = BodyType::static_body});
                    } else {
                        add_box(world, {-0.355f, 0.0f}, 0.3f, 0.3f, {.velocity = {speed, 0.0f}});
                    }
                    OfWall judge{answer, wall.index(), disc.index()};
                    world.set_hooks(judge.hooks());
                    bool through = false;
                    for (int i = 0; i < 10; ++i) {
                        (void)world.step(kStep);
                        const Vec2 at = position(world, disc);
                        through = through || (ramp ? at.y > 1.4f : at.x > 1.0f);
                    }
                    CHECK(through == (answer == 0));
                    CHECK(judge.asked == 1);
                }
            }
        }
    }
}

TEST_CASE("contactFilter is called once per pair, overrides masks, and recheck calls it again", "[filter]") {
    for (const Preset& preset : presets()) {
        INFO(preset.name);
        World world = make_world(sleepless(preset.tuning));
        const BodyId floor = add_floor(world);
        const BodyId box = add_box(world, {0.0f, 0.55f}, 1.0f, 1.0f);
        Caller caller{.answer = -1};
        world.set_hooks(caller.filters());
        run(world, 60);
        CHECK(caller.asked == 1);
        CHECK(world.contact_count() == 1);
        caller.answer = 0;
        CHECK(!world.recheck(shape_of(world, floor)));
        CHECK(caller.asked == 2);
        run(world, 30);
        CHECK(caller.asked == 2);
        CHECK(position(world, box).y < -0.5f);
        CHECK(world.contact_count() == 0);
        // A fast body meets what it is refused by within one step.
        caller.answer = 0;
        const BodyId fast = add_disc(world, {20.0f, 3.0f}, 0.2f, {.velocity = {0.0f, -200.0f}});
        run(world, 2);
        CHECK(position(world, fast).y < -2.5f);
        // Masks that say no are overruled.
        caller.answer = 1;
        const BodyId ghost = add_box(world, {5.0f, 0.55f}, 1.0f, 1.0f, {.filter = {.mask = 0}});
        run(world, 60);
        CHECK(near(position(world, ghost).y, 0.5f, 0.02f));
    }
}

TEST_CASE("a contactFilter that is set late is asked for near pairs that masks exclude, once", "[filter]") {
    for (const bool moving : {false, true}) {
        World world = make_world({}, {});
        const Made apart{.velocity = {moving ? 4.0f : 0.0f, 0.0f}, .filter = {.group = -1}};
        (void)add_box(world, {0.0f, 0.0f}, 8.0f, 1.0f, apart);
        (void)add_box(world, {1.0f, 0.6f}, 1.0f, 1.0f, {.filter = {.group = -1}});
        run(world, 20);
        Judge judge{.answer = 1};
        world.set_hooks(judge.hooks());
        const Bytes before = snapshot_of(world);
        const auto after = [&] {
            judge.pairs.clear();
            run(world, 5);
            CHECK(judge.pairs.size() == 1);
            CHECK(world.contact_count() == 1);
            return world.hash();
        };
        const uint64_t hash = after();
        REQUIRE_FALSE(world.restore(before));
        CHECK(after() == hash);
    }
}

// Each disc collides with two of the three frames, by the answers alone: no shape of a frame has a mask.
TEST_CASE("fast bodies with a contactFilter: the same bits and calls in every run and from a snapshot",
          "[filter][determinism]") {
    for (const Preset& preset : presets()) {
        CAPTURE(preset.name);
        check_frames(preset.tuning, {.restitution = 0.8f, .type = BodyType::static_body, .filter = {.mask = 0}}, {},
                     [](FrameJudge& judge) { return Hooks{.context = &judge, .filter = &FrameJudge::filter}; });
    }
}

// Which pairs the engine looks at, and when, must not depend on whether somebody is asked about them.
TEST_CASE("a contactFilter that leaves all to the filters changes no bit of a motion", "[filter][determinism]") {
    for (const Preset& preset : presets()) {
        for (const uint64_t seed : {1u, 2u, 3u}) {
            CAPTURE(preset.name, seed);
            const auto make = [&] {
                World world = make_world(preset.tuning, {0.0f, -9.81f});
                Random random(seed);
                int i = 0;
                for (SceneBody& made : random_bin(seed)) {
                    made.body.bullet = i % 8 == 7;
                    if (i % 4 == 3) {
                        made.body.velocity = {random.between(-90.0f, 90.0f), random.between(-90.0f, 0.0f)};
                    }
                    const BodyId body = *world.create_body(made.body);
                    for (ShapeDef& shape : made.shapes) {
                        if (i % 3 == 2) { shape.filter = i % 2 == 0 ? Filter{.group = -1} : Filter{.mask = 2}; }
                        shape.sensor = i % 10 == 9;
                        (void)*world.create_shape(body, shape);
                    }
                    ++i;
                }
                return world;
            };
            World free = make();
            World asked = make();
            Judge judge;
            asked.set_hooks(judge.hooks());
            for (int i = 0; i < steps_of(4.0f); ++i) {
                (void)free.step(kStep);
                (void)asked.step(kStep);
                REQUIRE(asked.hash() == free.hash());
                if (i == 50) { // the pairs about which it was asked are part of the state
                    const Bytes bytes = snapshot_of(asked);
                    World other = make_world(preset.tuning, {});
                    REQUIRE(!other.restore(bytes));
                    CHECK(snapshot_of(other) == bytes);
                    const Bytes packed = packed_snapshot_of(asked, true);
                    REQUIRE(!other.restore(packed));
                    CHECK(snapshot_of(other) == bytes);
                }
            }
            CHECK(!judge.pairs.empty());
        }
    }
}

TEST_CASE("pairs that filters exclude are asked for once while they are near, also from a snapshot", "[filter]") {
    World world = make_world({}, {});
    const Made apart{.filter = {.group = -1}};
    (void)add_box(world, {0.0f, 0.0f}, 8.0f, 1.0f, {.type = BodyType::static_body, .filter = {.group = -1}});
    const BodyId box = add_box(world, {-3.0f, 0.6f}, 1.0f, 1.0f, apart);
    Judge judge;
    world.set_hooks(judge.hooks());
    for (int i = 0; i < 60; ++i) {
        (void)world.set_transform(box, {-3.0f + 0.1f * static_cast<float>(i), 0.6f}, 0.0f);
        (void)world.step(kStep);
        if (i == 30) { REQUIRE(!world.restore(snapshot_of(world))); }
    }
    CHECK(judge.pairs.size() == 1);
    CHECK(world.contact_count() == 0);
    (void)world.set_transform(box, {30.0f, 0.6f}, 0.0f);
    run(world, 2);
    (void)world.set_transform(box, {0.0f, 0.6f}, 0.0f);
    run(world, 2);
    CHECK(judge.pairs.size() == 2); // they came near again
    judge.answer = 1;
    std::array<ShapeId, 1> shape;
    (void)*world.shapes(box, shape);
    REQUIRE(!world.recheck(shape[0]));
    CHECK(judge.pairs.size() == 3);
    run(world, 2);
    CHECK(judge.pairs.size() == 3);
    CHECK(world.contact_count() == 1);
    REQUIRE(!world.set_filter(shape[0], {.group = -2})); // begins its contacts again
    run(world, 2);
    CHECK(judge.pairs.size() == 4);
}
