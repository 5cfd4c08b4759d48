// `preSolve` disables contacts of bodies of any speed and sets their friction. A callback that decides nothing changes
// no bit of a motion, of a hash or of a snapshot.
#include <catch2/catch_test_macros.hpp>

#include <cmath>
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

TEST_CASE("a contact disabled by preSolve lets bodies pass at any speed, without begin or end", "[pre-solve]") {
    for (const Preset& preset : presets()) {
        for (const float speed : {1.0f, 5.0f}) {
            INFO(preset.name << ", " << speed);
            World world = make_world(sleepless(preset.tuning), {});
            const BodyId wall = add_box(world, {}, 1.0f, 4.0f, {.type = BodyType::static_body});
            (void)world.set_rules(shape_of(world, wall), {.pre_solve = true});
            const BodyId ball = add_disc(world, {-1.0f, 0.0f}, 0.25f, {.velocity = {speed, 0.0f}});
            Caller caller{.enable = false};
            world.set_hooks(caller.hooks());
            for (int i = 0; i < 180; ++i) {
                (void)world.step(kStep);
                CHECK(world.events().empty());
            }
            CHECK(velocity(world, ball) == Vec2{speed, 0.0f});
            CHECK(near(position(world, ball).x, -1.0f + 3.0f * speed, 1.0e-3f));
            // Seen from a gap of 0.02 m on, over 1.5 m and that.
            CHECK(near(static_cast<float>(caller.asked), 1.54f / speed * 60.0f, 2.0f));
        }
    }
}

namespace {

/// Disables the contacts of all panes but one; panes are created first. Each body has one shape, with the same index.
struct Bushes {
    uint32_t solid = 1000;
    std::vector<PreSolve> questions{};

    static void pre_solve(void* context, PreSolve& contact) {
        Bushes& bushes = *static_cast<Bushes*>(context);
        bushes.questions.push_back(contact);
        contact.enabled = contact.shape_a.index() == bushes.solid;
    }
    Hooks hooks() { return {.context = this, .pre_solve = &pre_solve}; }
};

} // namespace

TEST_CASE("a body whose contacts preSolve disables keeps its speed and its way, however fast", "[pre-solve][X17]") {
    constexpr uint32_t kPanes = 20;
    ParameterSweep sweep;
    for (const Preset& preset : presets()) {
        for (const BodyType type : {BodyType::static_body, BodyType::kinematic_body, BodyType::dynamic_body}) {
            for (const float speed : {10.0f, 30.0f, 60.0f, 150.0f, 300.0f}) {
                for (const bool disc : {true, false}) {
                    if (!sweep.takes()) { continue; }
                    CAPTURE(preset.name, static_cast<int>(type), speed, disc);
                    World world = make_world(sleepless(preset.tuning), {});
                    Bushes bushes;
                    for (uint32_t i = 0; i < kPanes; ++i) {
                        add_box(world, {2.0f + 1.3f * static_cast<float>(i), 0.0f}, 0.1f, 10.0f, {.type = type});
                    }
                    const Made made{.velocity = {speed, 0.0f}};
                    const BodyId body = disc ? add_disc(world, {}, 0.1f, made) : add_box(world, {}, 0.2f, 0.2f, made);
                    (void)world.set_rules(shape_of(world, body), {.pre_solve = true});
                    (void)world.set_bullet(body, type == BodyType::dynamic_body);
                    world.set_hooks(bushes.hooks());
                    size_t events = 0;
                    for (int i = 0; i < steps_of(30.0f / speed); ++i) {
                        const float before = position(world, body).x;
                        (void)world.step(kStep);
                        CHECK(near(position(world, body).x - before, speed * kStep, 1.0e-5f * speed));
                        events += world.events().size();
                    }
                    CHECK(velocity(world, body) == Vec2{speed, 0.0f});
                    CHECK(events == 0);
                    for (uint32_t i = 0; i < kPanes; ++i) { // no pane is left out
                        CHECK(std::any_of(bushes.questions.begin(), bushes.questions.end(),
                                          [&](const PreSolve& of) { return of.shape_a.index() == i; }));
                    }
                }
            }
        }
    }
}

TEST_CASE("preSolve is called at an impact within the step, and what it does not disable stops the body",
          "[pre-solve][X17]") {
    constexpr float kPitch = 0.4f;
    for (const Preset& preset : presets()) {
        for (const bool bullet : {false, true}) {
            CAPTURE(preset.name, bullet);
            World world = make_world(sleepless(preset.tuning), {});
            Bushes bushes{.solid = 3};
            const Made pane{.mass = 1000.0f, .type = bullet ? BodyType::dynamic_body : BodyType::static_body};
            for (int i = 0; i < 6; ++i) {
                add_box(world, {2.0f + kPitch * static_cast<float>(i), 0.0f}, 0.1f, 10.0f, pane);
            }
            const BodyId ball = add_disc(world, {}, 0.1f, {.velocity = {300.0f, 0.0f}});
            (void)world.set_rules(shape_of(world, ball), {.pre_solve = true});
            (void)world.set_bullet(ball, bullet);
            world.set_hooks(bushes.hooks());
            (void)world.step(kStep); // 5 m
            const float face = 2.0f + 3.0f * kPitch - 0.05f;
            CHECK(near(position(world, ball).x, face - 0.1f, 0.01f));
            // Of the panes behind, none was asked; of those before, each once.
            REQUIRE(bushes.questions.size() == 4);
            for (uint32_t i = 0; i < 4; ++i) {
                const PreSolve& question = bushes.questions[i];
                CHECK(question.shape_a.index() == i);
                CHECK(question.shape_b.index() == 6);
                CHECK(near(question.normal, {-1.0f, 0.0f}, 1.0e-4f));
                REQUIRE(question.count == 1);
                const float surface = 2.0f + kPitch * static_cast<float>(i) - 0.05f;
                CHECK(near(question.points[0].at, {surface, 0.0f}, 0.01f));
                CHECK(near(question.points[0].separation, 0.0f, 0.01f));
                CHECK(question.friction == 0.6f);
            }
            for (int i = 0; i < 30; ++i) { // a pane of 1,000 kg moves at 0.3 m/s
                (void)world.step(kStep);
                CHECK(position(world, ball).x < face + 0.2f);
            }
            CHECK(velocity(world, ball).x < 1.0f);
        }
    }
}

TEST_CASE("fast bodies and preSolve: the same bits and calls in every run and from a snapshot; only disabled walls are "
          "passed",
          "[pre-solve][determinism][X17]") {
    for (const Preset& preset : presets()) {
        CAPTURE(preset.name);
        check_frames(preset.tuning, {.restitution = 0.8f, .type = BodyType::static_body}, {.pre_solve = true},
                     [](FrameJudge& judge) { return Hooks{.context = &judge, .pre_solve = &FrameJudge::pre_solve}; });
    }
}

TEST_CASE("walls whose contacts preSolve disables act on fast bodies as those that contactFilter refuses",
          "[pre-solve][X17]") {
    constexpr uint32_t kSolid = 4 + 24; // shapes of the room and the bodies
    const auto positions = [](const Preset& preset, bool refused) {
        World world = make_world(sleepless(preset.tuning));
        struct Walls {
            static bool collide(ShapeId a, ShapeId b) { return a.index() < kSolid && b.index() < kSolid; }
            static void pre_solve(void*, PreSolve& contact) {
                contact.enabled = collide(contact.shape_a, contact.shape_b);
            }
            static int filter(void*, ShapeId a, ShapeId b) { return collide(a, b) ? -1 : 0; }
        };
        Hooks hooks{.pre_solve = &Walls::pre_solve};
        if (refused) { hooks.filter = &Walls::filter; }
        world.set_hooks(hooks);
        const Made solid{.restitution = 0.8f, .type = BodyType::static_body};
        for (int side = 0; side < 4; ++side) { // a room of 10 m
            const float sign = side < 2 ? 5.0f : -5.0f;
            const bool upright = side % 2 == 0;
            add_box(world, upright ? Vec2{sign, 0.0f} : Vec2{0.0f, sign}, upright ? 0.2f : 10.2f,
                    upright ? 10.2f : 0.2f, solid);
        }
        std::vector<BodyId> bodies;
        Random random(3);
        for (int i = 0; i < 24; ++i) {
            const Vec2 at{random.between(-4.0f, 4.0f), random.between(-4.0f, 4.0f)};
            const float speed = random.between(20.0f, 300.0f);
            const float angle = random.between(0.0f, 2.0f * kPi);
            const Made made{.restitution = 0.8f,
                            .velocity = {speed * std::cos(angle), speed * std::sin(angle)},
                            .w = random.between(-20.0f, 20.0f),
                            .filter = {.group = -1}};
            bodies.push_back(i % 2 == 0 ? add_disc(world, at, 0.15f, made) : add_box(world, at, 0.3f, 0.2f, made));
            (void)world.set_rules(shape_of(world, bodies.back()), {.pre_solve = true});
        }
        for (int i = 0; i < 9; ++i) { // clear of the room, whose surfaces they would continue until they are disabled
            const Vec2 at{random.between(-2.2f, 2.2f), random.between(-2.2f, 2.2f)};
            const Made made{.w = random.between(-50.0f, 50.0f),
                            .angle = random.between(0.0f, kPi),
                            .type = i % 3 == 0 ? BodyType::kinematic_body : BodyType::static_body};
            add_box(world, at, 0.1f, random.between(1.0f, 4.0f), made);
        }
        std::vector<Vec2> out;
        for (int i = 0; i < 90; ++i) {
            (void)world.step(kStep);
            for (const BodyId body : bodies) { out.push_back(position(world, body)); }
        }
        return out;
    };
    for (const Preset& preset : presets()) {
        CAPTURE(preset.name);
        const std::vector<Vec2> disabled = positions(preset, false);
        const std::vector<Vec2> refused = positions(preset, true);
        size_t same = 0;
        while (same < refused.size() && disabled[same] == refused[same]) { ++same; }
        CHECK(same == refused.size());
    }
}

TEST_CASE("preSolve sets friction and surface velocity for a step; it is called in pair-key order", "[pre-solve]") {
    for (const Preset& preset : presets()) {
        INFO(preset.name);
        World world = make_world(sleepless(preset.tuning));
        const BodyId floor = add_floor(world);
        (void)world.set_rules(shape_of(world, floor), {.pre_solve = true});
        std::vector<BodyId> boxes;
        for (int i = 0; i < 5; ++i) {
            boxes.push_back(
                add_box(world, {3.0f * static_cast<float>(i), 0.5f}, 1.0f, 1.0f, {.velocity = {2.0f, 0.0f}}));
        }
        Caller caller{.friction = 0.0f};
        world.set_hooks(caller.hooks());
        run(world, 60);
        for (const BodyId box : boxes) { CHECK(near(velocity(world, box).x, 2.0f, 1.0e-4f)); }
        CHECK(caller.asked == 300);
        for (size_t i = 0; i < caller.pairs.size(); ++i) { CHECK(caller.pairs[i] == caller.pairs[i % 5]); }
        CHECK(std::is_sorted(caller.pairs.begin(), caller.pairs.begin() + 5));
        caller.friction = -1.0f; // from here on that of the materials: 0.6 g stops 2 m/s in 0.34 s
        run(world, 60);
        for (const BodyId box : boxes) { CHECK(std::abs(velocity(world, box).x) < 0.01f); }
        caller.tangent_speed = 1.0f; // to -x
        run(world, 120);
        for (const BodyId box : boxes) { CHECK(near(velocity(world, box).x, -1.0f, 0.02f)); }
    }
}
