// The mirror image of a scene in the y axis moves as the mirror image of its motion, bit for bit, with any bodies and
// any solver. Mirroring changes only signs of sums, products and roots, and no decision depends on a quantity that it
// changes (point_order.h, core.h).
#include <catch2/catch_test_macros.hpp>

#include <algorithm>
#include <cmath>

#include "solvers/presets.h"
#include "support/effort.h"
#include "support/random_scene.h"
#include "world/state.h"

using namespace impulse;
using namespace impulse::test;

namespace {

// Every preset, with and without impacts in zero duration.
std::vector<Preset> all_presets() {
    std::vector<Preset> all;
    for (const Impacts impacts : {Impacts::bias, Impacts::zero_duration}) {
        for (Preset preset : presets()) {
            preset.tuning = sleepless(preset.tuning);
            preset.tuning.impacts = impacts;
            all.push_back(preset);
        }
    }
    return all;
}

// A scene and its image, each in a world.
struct Mirror {
    World seen;
    World image;
    std::vector<BodyId> bodies; // the same ids in both

    Mirror(const Tuning& tuning, const RandomScene& scene, const RandomScene& reflection, float gravity)
        : seen(make_world(tuning, {0.0f, -gravity})),
          image(make_world(tuning, {0.0f, -gravity})),
          bodies(populate(seen, scene)) {
        (void)populate(image, reflection);
    }
    Mirror(const Tuning& tuning, const RandomScene& scene, float gravity)
        : Mirror(tuning, scene, mirrored(scene), gravity) {}

    void step() {
        (void)seen.step(kStep);
        (void)image.step(kStep);
    }
    // Bodies whose pose or velocity is not the image of the other's.
    int differing() const {
        int count = 0;
        for (const BodyId body : bodies) {
            const BodyPose& p = seen.state().poses[body.index()];
            const BodyPose& q = image.state().poses[body.index()];
            const Vec2 v = velocity(seen, body);
            const Vec2 u = velocity(image, body);
            const bool placed = p.x == -q.x && p.y == q.y && p.q.c == q.q.c && p.q.s == -q.q.s;
            const bool moves = v.x == -u.x && v.y == u.y && w_of(seen, body) == -w_of(image, body);
            count += placed && moves ? 0 : 1;
        }
        return count;
    }
    // The first step after which one differs, or `steps`.
    int alike_for(int steps) {
        for (int i = 0; i < steps; ++i) {
            step();
            if (differing() > 0) { return i; }
        }
        return steps;
    }
};

// What bodies fall on: beside the floor a slope of each kind of shape that has edges.
RandomScene random_ground() {
    RandomScene scene;
    const auto add = [&scene](const Geometry& geometry, Vec2 at) {
        SceneBody made;
        made.body.type = BodyType::static_body;
        made.body.position = at;
        ShapeDef shape;
        shape.geometry = geometry;
        shape.material = {.friction = 0.5f, .restitution = 0.4f};
        made.shapes.push_back(shape);
        scene.push_back(made);
    };
    add(make_box(20.0f, 4.0f), {0.0f, -7.0f});
    add(make_box(2.0f, 30.0f), {-8.0f, 4.0f});
    add(make_box(2.0f, 30.0f), {8.0f, 4.0f});
    add(Segment{{-7.0f, 0.7f}, {0.1f, -1.3f}}, {0.0f, -3.5f});
    add(Capsule{{1.0f, -1.0f}, {2.2f, -0.3f}, 0.3f}, {0.25f, -3.75f});
    Random random(41);
    add(random_hull(random, 1.4f, 0.2f), {4.5f, -5.0f});
    return scene;
}

// The kinds of random_scene.h, and a segment.
constexpr int kKinds = 6;

// Two bodies 3 m apart that meet at some 6 m/s; `fixed` says that the first stands still and cannot move.
RandomScene random_duel(uint64_t seed, int kindA, int kindB, bool fixed) {
    Random random(seed * 128 + static_cast<uint64_t>(16 * kindA + kindB));
    const Vec2 a{-1.5f, on_grid(random.between(-0.3f, 0.3f))};
    const Crowd crowd{.speed = 2.0f};
    RandomScene scene;
    if (kindA == kKinds) {
        SceneBody made;
        ShapeDef shape;
        shape.geometry =
            Segment{{on_grid(random.between(-0.3f, 0.0f)), -4.0f}, {on_grid(random.between(0.0f, 0.3f)), 4.0f}};
        made.shapes.push_back(shape);
        made.body.position = a;
        scene.push_back(made);
    } else {
        scene.push_back(random_body(random, kindA, a, crowd));
    }
    if (fixed) {
        scene[0].body.type = BodyType::static_body;
        scene[0].body.velocity = {};
        scene[0].body.angular_velocity = 0.0f;
    }
    scene.push_back(random_body(random, kindB, {1.5f, 0.0f}, Crowd{.speed = fixed ? 4.0f : 2.0f}));
    return scene;
}

enum class Built : uint8_t { table, trough, cross, knob, cut, dumbbell };

std::vector<Geometry> parts_of(Built kind, float width, float height) {
    const float half = 0.5f * width;
    const float up = 0.5f * height;
    switch (kind) {
    case Built::table:
        return {make_box(width, 0.2f, {0.0f, height}), make_box(0.2f, height, {0.8f * half, up}),
                make_box(0.2f, height, {-0.8f * half, up})};
    case Built::trough:
        return {make_box(width, 0.2f), make_box(0.2f, height, {half, up}), make_box(0.2f, height, {-half, up})};
    case Built::cross:
        return {make_box(width, 0.2f), make_box(0.2f, width)};
    case Built::knob:
        return {make_box(width, height), make_box(0.3f, 0.3f, {half, up})};
    case Built::cut:
        return {make_box(half, height, {-0.5f * half, 0.0f}), make_box(half, height, {0.5f * half, 0.0f})};
    case Built::dumbbell:
        return {Circle{{-half, 0.0f}, 0.3f}, Circle{{0.4f, 0.0f}, 0.3f}};
    }
    return {};
}

// A body of several shapes, thrown on a floor that is one box, or tiles.
RandomScene random_throw(uint64_t seed, Built kind, bool tiles) {
    Random random(seed);
    const auto body = [](BodyType type, Vec2 at, const std::vector<Geometry>& parts, float friction) {
        SceneBody made;
        made.body.type = type;
        made.body.position = at;
        for (const Geometry& part : parts) {
            ShapeDef shape;
            shape.geometry = part;
            shape.material.friction = friction;
            made.shapes.push_back(shape);
        }
        return made;
    };
    const float friction = random.between(0.1f, 1.0f);
    RandomScene scene;
    if (!tiles) { scene.push_back(body(BodyType::static_body, {}, {make_box(40.0f, 2.0f, {0.0f, -1.0f})}, friction)); }
    for (int k = -20; tiles && k < 20; ++k) {
        scene.push_back(
            body(BodyType::static_body, {static_cast<float>(k) + 0.5f, -1.0f}, {make_box(1.0f, 2.0f)}, friction));
    }
    const float width = random.between(0.4f, 2.0f);
    const float height = random.between(0.2f, 0.8f);
    const Vec2 at{random.between(-8.0f, -2.0f), 0.5f * height + random.between(0.2f, 3.0f)};
    SceneBody thrown = body(BodyType::dynamic_body, at, parts_of(kind, width, height), 0.5f);
    thrown.body.angle = random.between(-3.0f, 3.0f);
    thrown.body.velocity = {random.between(-3.0f, 6.0f), random.between(-5.0f, 1.0f)};
    thrown.body.angular_velocity = random.between(-4.0f, 4.0f);
    scene.push_back(thrown);
    return scene;
}

} // namespace

TEST_CASE("the mirror image of a body of several shapes that lands on a floor or tiles lands as its image",
          "[law][symmetry][several]") {
    constexpr int kSteps = 240;
    for (const auto& [name, tuning, column] : all_presets()) {
        for (const Built kind : {Built::table, Built::trough, Built::cross, Built::knob, Built::cut, Built::dumbbell}) {
            for (uint64_t seed = 1; seed <= seeds_of(40); ++seed) {
                const bool tiles = seed % 2 == 0;
                Mirror mirror(tuning, random_throw(seed, kind, tiles), kGravity);
                CAPTURE(name, tuning.impacts, static_cast<int>(kind), seed);
                CHECK(mirror.alike_for(kSteps) == kSteps);
            }
        }
    }
}

TEST_CASE("the mirror image of any collision of two shapes is the collision of their mirror images",
          "[law][symmetry]") {
    constexpr int kSteps = 90;
    constexpr uint64_t kSeeds = 4;
    for (const auto& [name, tuning, column] : all_presets()) {
        int hits = 0;
        for (uint64_t seed = 1; seed <= seeds_of(kSeeds); ++seed) {
            for (int a = 0; a <= kKinds; ++a) {
                for (int b = 0; b < kKinds; ++b) {
                    for (const bool fixed : {false, true}) {
                        if (a == kKinds && !fixed) { continue; } // a segment has no mass
                        Mirror mirror(tuning, random_duel(seed, a, b, fixed), 0.0f);
                        const Vec2 before = velocity(mirror.seen, mirror.bodies[1]);
                        CAPTURE(name, tuning.impacts, seed, a, b, fixed);
                        CHECK(mirror.alike_for(kSteps) == kSteps);
                        hits += velocity(mirror.seen, mirror.bodies[1]) == before ? 0 : 1;
                    }
                }
            }
        }
        CHECK(hits > 50 * static_cast<int>(seeds_of(kSeeds))); // of 78 a seed
    }
}

TEST_CASE("the mirror image of a crowd moves as the mirror image of its motion", "[law][symmetry]") {
    constexpr int kSteps = 240;
    for (const auto& [name, tuning, column] : all_presets()) {
        for (uint64_t seed = 1; seed <= seeds_of(6); ++seed) {
            for (const bool falls : {false, true}) {
                RandomScene scene = falls ? random_ground() : RandomScene{};
                const RandomScene crowd = random_crowd(seed, {.speed = falls ? 0.0f : 0.8f});
                scene.insert(scene.end(), crowd.begin(), crowd.end());
                Mirror mirror(tuning, scene, falls ? kGravity : 0.0f);
                CAPTURE(name, tuning.impacts, seed, falls);
                CHECK(mirror.alike_for(kSteps) == kSteps);
            }
        }
    }
}

TEST_CASE("a box thrown to the left goes as far as one thrown to the right", "[law][symmetry]") {
    // Each made as a box of its own, not as an image: its corners are listed in the same order.
    for (const auto& [name, tuning, column] : all_presets()) {
        for (const float restitution : {0.0f, 0.6f}) {
            const auto thrown = [restitution](float speed) {
                RandomScene scene(2);
                ShapeDef shape;
                shape.material = {.friction = 0.6f, .restitution = restitution};
                shape.geometry = make_box(40.0f, 2.0f);
                scene[0].shapes.push_back(shape);
                scene[0].body.type = BodyType::static_body;
                scene[0].body.position = {0.0f, -1.0f};
                shape.geometry = make_box(0.4f, 1.6f);
                scene[1].shapes.push_back(shape);
                scene[1].body.position = {0.0f, 1.2f};
                scene[1].body.velocity = {speed, 0.0f};
                return scene;
            };
            Mirror mirror(tuning, thrown(2.0f), thrown(-2.0f), kGravity);
            CAPTURE(name, tuning.impacts, restitution);
            CHECK(mirror.alike_for(240) == 240);
            CHECK(position(mirror.seen, mirror.bodies[1]).x > 0.5f);
        }
    }
}

TEST_CASE("the mirror image of a grid of boxes that share sides and corners rests as its image", "[law][symmetry]") {
    // Corners touch corners, where two faces are equally near. Each box is made as one, not as an image.
    for (const auto& [name, tuning, column] : all_presets()) {
        for (const float side : {0.8f, 1.0f, 0.7f}) {
            for (const float left : {-3.0f, 0.5f, 2.0f}) {
                const auto grid = [&](float sign) {
                    RandomScene scene(7);
                    ShapeDef shape;
                    shape.geometry = make_box(40.0f, 2.0f);
                    scene[0].shapes.push_back(shape);
                    scene[0].body.type = BodyType::static_body;
                    scene[0].body.position = {0.0f, -1.0f};
                    shape.geometry = make_box(side, side);
                    for (int i = 0; i < 6; ++i) {
                        const Vec2 at{left + side * static_cast<float>(i / 3),
                                      side * (0.5f + static_cast<float>(i % 3))};
                        scene[static_cast<size_t>(i) + 1].shapes.push_back(shape);
                        scene[static_cast<size_t>(i) + 1].body.position = {sign * at.x, at.y};
                    }
                    return scene;
                };
                Mirror mirror(tuning, grid(1.0f), grid(-1.0f), kGravity);
                CAPTURE(name, tuning.impacts, side, left);
                CHECK(mirror.alike_for(120) == 120);
                CHECK(std::abs(position(mirror.seen, mirror.bodies[6]).y - 2.5f * side) < 0.02f);
            }
        }
    }
}

TEST_CASE("the mirror image of a heavy disc that hits light boxes on a floor moves as the image of its motion",
          "[law][symmetry]") {
    for (const auto& [name, tuning, column] : all_presets()) {
        for (uint64_t seed = 1; seed <= seeds_of(12); ++seed) {
            Random random(seed);
            const int columns = 1 + static_cast<int>(random.below(3));
            const int rows = 1 + static_cast<int>(random.below(5));
            const float gap = random.between(0.003f, 0.02f);
            const float heavy = random.between(20.0f, 150.0f);
            const float speed = random.between(5.0f, 25.0f);
            const float height = random.between(0.5f, 1.2f);
            const auto wall = [&](float sign) {
                RandomScene scene;
                const auto add = [&](const Geometry& geometry, Vec2 at, float density) {
                    ShapeDef shape;
                    shape.geometry = geometry;
                    shape.density = density;
                    SceneBody made;
                    made.shapes.push_back(shape);
                    made.body.position = {sign * at.x, at.y};
                    scene.push_back(made);
                };
                add(make_box(60.0f, 2.0f), {0.0f, -1.0f}, 1.0f);
                scene[0].body.type = BodyType::static_body;
                for (int i = 0; i < columns * rows; ++i) {
                    const float x = 2.0f + (0.8f + gap) * static_cast<float>(i / rows);
                    add(make_box(0.8f, 0.8f), {x, 0.4f + 0.8f * static_cast<float>(i % rows)}, 3.0f);
                }
                add(Circle{{}, 0.35f}, {-3.0f, height}, heavy);
                scene.back().body.velocity = {sign * speed, 0.0f};
                return scene;
            };
            Mirror mirror(tuning, wall(1.0f), wall(-1.0f), kGravity);
            CAPTURE(name, tuning.impacts, seed, columns, rows);
            CHECK(mirror.alike_for(150) == 150);
            CHECK(position(mirror.seen, mirror.bodies.back()).x > -2.0f); // it flew
        }
    }
}

TEST_CASE("a mirror-symmetric scene stays symmetric: boxes dropped flat on each other never rotate",
          "[law][symmetry]") {
    for (const auto& [name, tuning, column] : all_presets()) {
        for (const float restitution : {0.0f, 0.6f}) {
            World world = make_world(tuning);
            add_floor(world, 0.5f, restitution);
            std::vector<BodyId> boxes;
            for (int i = 0; i < 4; ++i) {
                const float width = 2.0f - 0.5f * static_cast<float>(i % 3);
                boxes.push_back(add_box(world, {0.0f, 1.0f + 0.7f * static_cast<float>(i)}, width, 0.5f,
                                        {.restitution = restitution}));
            }
            int turned = 0;
            for (int i = 0; i < 180; ++i) {
                (void)world.step(kStep);
                for (const BodyId box : boxes) {
                    turned +=
                        position(world, box).x == 0.0f && w_of(world, box) == 0.0f && velocity(world, box).x == 0.0f
                            ? 0
                            : 1;
                }
            }
            CAPTURE(name, tuning.impacts, restitution);
            CHECK(turned == 0);
            CHECK(position(world, boxes.back()).y < 2.2f); // they came down
        }
    }
}
