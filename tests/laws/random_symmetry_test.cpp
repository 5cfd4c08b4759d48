// The position of a scene and the order of creation of its bodies do not matter (for mirroring see mirror_test.cpp).
// Over random scenes of all kinds of shapes, for every preset.
#include <catch2/catch_test_macros.hpp>

#include <algorithm>
#include <cmath>

#include "solvers/presets.h"
#include "support/effort.h"
#include "support/joints.h"
#include "support/random_scene.h"
#include "support/rows.h"

using namespace impulse;
using namespace impulse::test;

namespace {

constexpr uint64_t kSeeds = 6;

// A scene and what becomes of it.
struct Run {
    World world;
    std::vector<BodyId> bodies;

    Run(const Tuning& tuning, const RandomScene& scene, bool falls)
        : world(make_world(sleepless(tuning), {0.0f, falls ? -kGravity : 0.0f})), bodies(populate(world, scene)) {}
    void steps(int count) { impulse::test::run(world, count); }
    const BodyPose& pose(size_t i) const { return world.state().poses[bodies[i].index()]; }
};

// How far the bodies of `b`, which stands `by` further, are from where those of `a` are.
float apart(const Run& a, const Run& b, Vec2 by) {
    double furthest = 0.0;
    for (size_t i = 0; i < a.bodies.size(); ++i) {
        furthest = std::max({furthest, std::abs(b.pose(i).x - a.pose(i).x - static_cast<double>(by.x)),
                             std::abs(b.pose(i).y - a.pose(i).y - static_cast<double>(by.y))});
    }
    return static_cast<float>(furthest);
}

// Two bodies, 3 m apart, thrown at each other at some 6 m/s.
RandomScene random_duel(uint64_t seed, int kindA, int kindB) {
    Random random(seed * 64 + static_cast<uint64_t>(8 * kindA + kindB));
    const Vec2 a{-1.5f, on_grid(random.between(-0.3f, 0.3f))};
    const Crowd crowd{.speed = 2.0f};
    RandomScene scene;
    scene.push_back(random_body(random, kindA, a, crowd));
    scene.push_back(random_body(random, kindB, {1.5f, 0.0f}, crowd));
    return scene;
}
constexpr int kDuelSteps = 45;

// Calls `visit(scene)` for duels of all kinds of bodies.
template <class Visit>
void for_each_duel(Visit&& visit) {
    for (uint64_t seed = 1; seed <= seeds_of(kSeeds); ++seed) {
        for (int a = 0; a < 6; ++a) {
            for (int b = 0; b <= a; ++b) { visit(random_duel(seed, a, b)); }
        }
    }
}

} // namespace

TEST_CASE("the position of a scene changes nothing beyond rounding", "[law][symmetry]") {
    // Centres are double, so 100 m away they resolve 1.4e-14 m, 10 km away 1.8e-12, and the contacts see only
    // differences of centres, as floats. Now and then such a difference rounds the other way, 6e-8 of a metre, and what
    // follows from that grows by some 5 times a collision: within two seconds and six collisions in a row to a
    // millimetre.
    struct Place {
        Vec2 by;
        float tolerance;
    };
    for (const Preset& preset : presets()) {
        for (const Place& place : {Place{{100.0f, -100.0f}, 1.0e-9f}, Place{{10000.0f, 10000.0f}, 1.0e-3f}}) {
            for (uint64_t seed = 1; seed <= seeds_of(kSeeds); ++seed) {
                for (const bool falls : {false, true}) {
                    const RandomScene scene = falls ? random_bin(seed) : random_crowd(seed);
                    Run here(preset.tuning, scene, falls);
                    Run there(preset.tuning, moved(scene, place.by), falls);
                    here.steps(120);
                    there.steps(120);
                    CAPTURE(preset.name, place.by.x, seed, falls);
                    CHECK(apart(here, there, place.by) <= place.tolerance);
                }
            }
        }
    }
}

TEST_CASE("in either order of creation the normal points from A to B and two bodies separate alike",
          "[law][symmetry]") {
    // The shape made first is A. Where two faces are equally good within a tenth of the slop, A's is taken, and that
    // may be another one (UD11): such a duel is left out by its separations.
    for (const Preset& preset : presets()) {
        int hits = 0;
        int ties = 0;
        for_each_duel([&](const RandomScene& scene) {
            Run first(preset.tuning, scene, false);
            Run second(preset.tuning, {scene[1], scene[0]}, false);
            bool tie = false;
            for (int i = 0; i < kDuelSteps && !tie; ++i) {
                first.steps(1);
                second.steps(1);
                const auto normal_of = [](const Run& run) {
                    Vec2 normal{};
                    for_each_contact(run.world, [&](const Contact& c, BodyId, BodyId) { normal = c.manifold.normal; });
                    return normal;
                };
                const Vec2 a = normal_of(first);
                const Vec2 b = normal_of(second);
                tie = length(a + b) > 0.1f; // another face
                hits += i + 1 == kDuelSteps ? 1 : 0;
                if (tie) { ++ties; }
                if (tie || a == Vec2{}) { continue; }
                CHECK(length(a + b) < 1.0e-3f);
                const Vec2 apart = velocity(first.world, first.bodies[0]) - velocity(second.world, second.bodies[1]);
                CAPTURE(preset.name, i, apart.x, apart.y);
                CHECK(length(apart) < 2.0e-2f);
            }
        });
        CAPTURE(preset.name, hits, ties);
        CHECK(ties <= 3); // of 126 duels in the whole build
    }
}

TEST_CASE("every run of a random scene gives the same bits", "[law][X14]") {
    for (const Preset& preset : presets()) {
        for (uint64_t seed = 1; seed <= 3; ++seed) {
            const RandomScene scene = random_bin(seed);
            Run a(preset.tuning, scene, true);
            Run b(preset.tuning, scene, true);
            Run c(preset.tuning, scene, true);
            int differing = 0;
            for (int i = 0; i < 120; ++i) {
                for (Run* run : {&a, &b, &c}) { run->steps(1); }
                const uint64_t hash = a.world.hash();
                differing += hash == b.world.hash() && hash == c.world.hash() ? 0 : 1;
            }
            CAPTURE(preset.name, seed);
            CHECK(differing == 0);
        }
    }
}

TEST_CASE("crowds far from each other do not depend on their order of creation", "[law][X14]") {
    for (const Preset& preset : presets()) {
        for (uint64_t seed = 1; seed <= 3; ++seed) {
            const RandomScene near_one = random_crowd(seed);
            const RandomScene far_one = moved(random_crowd(seed + 100), {200.0f, 0.0f});
            RandomScene near_first = near_one;
            near_first.insert(near_first.end(), far_one.begin(), far_one.end());
            RandomScene far_first = far_one;
            far_first.insert(far_first.end(), near_one.begin(), near_one.end());
            Run a(preset.tuning, near_first, false);
            Run b(preset.tuning, far_first, false);
            a.steps(180);
            b.steps(180);
            int differing = 0;
            for (size_t i = 0; i < near_one.size(); ++i) {
                const BodyPose& p = a.pose(i);
                const BodyPose& q = b.pose(far_one.size() + i);
                differing += p.x == q.x && p.y == q.y && p.q.c == q.q.c && p.q.s == q.q.s ? 0 : 1;
            }
            CAPTURE(preset.name, seed);
            CHECK(differing == 0);
        }
    }
}

namespace {

SceneBody kinematic_bar(Vec2 at, float w) {
    SceneBody bar;
    bar.body.type = BodyType::kinematic_body;
    bar.body.position = at;
    bar.body.angular_velocity = w;
    ShapeDef shape;
    shape.geometry = make_box(3.0f, 0.3f);
    bar.shapes.push_back(shape);
    return bar;
}

/// A crowd in a bin with two bars that turn. Every third body is a bullet.
RandomScene random_shots(uint64_t seed) {
    RandomScene scene = random_bin(seed, {.restitution = seed % 2 == 0 ? 0.0f : 0.4f});
    Random random(seed + 1000);
    for (size_t i = 3; i < scene.size(); i += 3) {
        scene[i].body.bullet = true;
        scene[i].body.velocity.x = random.between(-40.0f, 40.0f);
        scene[i].body.velocity.y = random.between(-40.0f, 40.0f);
    }
    for (const float x : {-4.0f, 4.0f}) { scene.push_back(kinematic_bar({x, -2.0f}, random.between(-6.0f, 6.0f))); }
    return scene;
}

/// Whether the first bodies of two runs have the same poses, to the last bit. Those of `b` start at `from`.
bool same_poses(const Run& a, const Run& b, size_t from) {
    for (size_t i = 0; i < a.bodies.size(); ++i) {
        const BodyPose& p = a.pose(i);
        const BodyPose& q = b.pose(from + i);
        if (p.x != q.x || p.y != q.y || p.q.c != q.q.c || p.q.s != q.q.s) { return false; }
    }
    return true;
}

/// The step in which a scene moves differently because bodies, bullets and a fast kinematic bar are far from it; -1 if
/// it never does.
int depends_at(const Tuning& tuning, const RandomScene& scene, uint64_t seed, int steps) {
    RandomScene both = moved(random_crowd(seed + 100), {300.0f, 0.0f});
    const size_t before = both.size();
    both.insert(both.end(), scene.begin(), scene.end());
    const RandomScene shots = moved(random_shots(seed + 200), {-300.0f, 0.0f});
    both.insert(both.end(), shots.begin(), shots.end());
    both.push_back(kinematic_bar({600.0f, 0.0f}, 60.0f));
    Run alone(tuning, scene, true);
    Run among(tuning, both, true);
    for (int step = 0; step < steps; ++step) {
        alone.steps(1);
        among.steps(1);
        if (!same_poses(alone, among, before)) { return step; }
    }
    return -1;
}

SceneBody thrown(const Geometry& geometry, Vec2 at, Vec2 velocity, BodyType type = BodyType::dynamic_body) {
    SceneBody made;
    made.body.type = type;
    made.body.position = at;
    made.body.velocity = velocity;
    made.body.bullet = type == BodyType::dynamic_body;
    ShapeDef shape;
    shape.geometry = geometry;
    made.shapes.push_back(shape);
    return made;
}

} // namespace

TEST_CASE("bullets do not depend on bodies far from them, nor do bodies on bullets and bars far from them",
          "[law][X14][X17]") {
    for (const Preset& preset : presets()) {
        for (uint64_t seed = 1; seed <= seeds_of(128); ++seed) {
            CAPTURE(preset.name, seed);
            CHECK(depends_at(preset.tuning, random_shots(seed), seed, 90) == -1);
        }
    }
    // A ball lands, and in the same step a bullet hits it where it rests.
    const SceneBody floor = thrown(make_box(20.0f, 2.0f), {0.0f, -1.0f}, {}, BodyType::static_body);
    const RandomScene landing{floor, thrown(Circle{{}, 0.25f}, {0.0f, 0.35f}, {0.0f, -20.0f}),
                              thrown(Circle{{}, 0.25f}, {-1.2f, 0.4f}, {60.0f, 0.0f})};
    // A ball between two walls that meet: its path has as many segments as a path can have.
    SceneBody ball = thrown(Circle{{}, 0.25f}, {0.0f, 0.3f}, {0.0f, -1.0f});
    ball.body.bullet = false;
    const RandomScene press{floor, ball,
                            thrown(make_box(1.0f, 1.0f), {-1.0f, 0.5f}, {8.0f, 0.0f}, BodyType::kinematic_body),
                            thrown(make_box(1.0f, 1.0f), {1.0f, 0.5f}, {-7.0f, 0.0f}, BodyType::kinematic_body)};
    for (const Preset& preset : presets()) {
        CAPTURE(preset.name);
        CHECK(depends_at(preset.tuning, landing, 1, 20) == -1);
        CHECK(depends_at(preset.tuning, press, 1, 20) == -1);
    }
}

TEST_CASE("bodies on a row of one-way and other shapes do not depend on bodies far from them", "[law][X14]") {
    // Whether a one-way shape continues the surface beside it may change with its own contact. The order of contacts
    // depends on those of other bodies.
    for (uint64_t seed = 1; seed <= seeds_of(256); ++seed) {
        Random random(seed);
        RandomScene scene = random_bin(seed, {.friction = 0.3f, .restitution = 0.2f});
        for (size_t i = 3; i < scene.size(); ++i) { scene[i].body.velocity.x = random.between(-5.0f, 5.0f); }
        for (int i = 0; i < 12; ++i) {
            const float x = -6.5f + 1.2f * static_cast<float>(i) + random.between(-0.1f, 0.1f);
            SceneBody tile =
                thrown(make_box(1.2f, 0.3f), {x, -4.0f + random.between(-0.15f, 0.15f)}, {}, BodyType::static_body);
            if (i % 2 == 1) { tile.shapes[0].rules.one_way = {0.0f, 1.0f}; }
            scene.push_back(tile);
        }
        CAPTURE(seed);
        CHECK(depends_at(soft_step_tuning(), scene, seed, 150) == -1);
    }
}

TEST_CASE("a crowd does not depend on joints far from it, nor on bodies of several shapes", "[law][X14]") {
    for (const Preset& preset : presets()) {
        if (preset.tuning.solver == SolverType::substepped_position) { continue; } // X14 says so
        for (uint64_t seed = 1; seed <= 3; ++seed) {
            const RandomScene scene = random_crowd(seed);
            Run a(preset.tuning, scene, false);
            Run b(preset.tuning, scene, false);
            std::vector<BodyId> far;
            for (int i = 0; i < 3; ++i) {
                far.push_back(add_disc(b.world, {200.0f + static_cast<float>(i), 5.0f}, 0.4f));
                ShapeDef second;
                second.geometry = Circle{{0.3f, 0.0f}, 0.4f};
                REQUIRE(b.world.create_shape(far.back(), second).ok());
            }
            for (int i = 0; i < 2; ++i) {
                (void)add_hinge(b.world, far[i], far[i + 1], {200.5f + static_cast<float>(i), 5.0f});
            }
            a.steps(180);
            b.steps(180);
            int differing = 0;
            for (size_t i = 0; i < scene.size(); ++i) {
                const BodyPose& p = a.pose(i);
                const BodyPose& q = b.pose(i);
                differing += p.x == q.x && p.y == q.y && p.q.c == q.q.c && p.q.s == q.q.s ? 0 : 1;
            }
            CAPTURE(preset.name, seed);
            CHECK(differing == 0);
        }
    }
}

namespace {

/// A chain of boxes on hinges of several forms, which falls on a floor of its own. Its bodies.
std::vector<BodyId> drop_mechanism(World& world, uint64_t seed, float x, int form) {
    Random random(seed);
    const BodyId floor = add_static(world, {x, -0.5f});
    ShapeDef slab;
    slab.geometry = make_box(20.0f, 1.0f);
    REQUIRE(world.create_shape(floor, slab).ok());
    const float height = random.between(0.5f, 2.5f);
    std::vector<BodyId> bodies;
    for (int i = 0; i < 4; ++i) {
        const float at = x + 0.7f * static_cast<float>(i);
        bodies.push_back(add_box(world, {at, height + random.between(0.0f, 0.2f)}, 0.6f, random.between(0.2f, 0.5f),
                                 {.velocity = {random.between(-2.0f, 2.0f), 0.0f}, .w = random.between(-3.0f, 3.0f)}));
        if (i == 0) { continue; }
        JointDef def = joint_def(world, JointType::revolute, bodies[bodies.size() - 2], bodies.back(),
                                 {at - 0.35f, height + 0.1f});
        if (form == 1 || (form == 3 && i == 2)) {
            def.lower = -0.4f;
            def.upper = 0.3f;
        }
        if (form == 2) {
            def.motor_speed = random.between(-4.0f, 4.0f);
            def.max_motor = 3.0f;
        }
        REQUIRE(world.create_joint(def).ok());
    }
    bodies.push_back(add_disc(world, {x + random.between(0.0f, 2.0f), height + 1.0f}, 0.25f, {.mass = 0.3f}));
    return bodies;
}

/// What solvers treat apart, far from all else: a disc on a tenth of its mass, a net, and a mechanism of some form.
void add_far_away(World& world, uint64_t seed, int form) {
    add_disc(world, {500.0f, 6.0f}, 0.45f, {.mass = 0.64f});
    add_disc(world, {500.2f, 6.0f}, 0.15f, {.mass = 0.07f});
    std::vector<BodyId> knots;
    for (int i = 0; i < 16; ++i) {
        knots.push_back(add_disc(world, {600.0f + static_cast<float>(i % 4), static_cast<float>(i / 4)}, 0.2f));
        if (i % 4 != 0) {
            (void)add_hinge(world, knots.back(), knots[knots.size() - 2],
                            {599.5f + static_cast<float>(i % 4), static_cast<float>(i / 4)});
        }
        if (i >= 4) {
            (void)add_hinge(world, knots.back(), knots[knots.size() - 5],
                            {600.0f + static_cast<float>(i % 4), static_cast<float>(i / 4) - 0.5f});
        }
    }
    (void)drop_mechanism(world, seed, 700.0f, form);
}

} // namespace

// Articulations of one form are solved side by side, and contacts move one of them and not the other.
TEST_CASE("a mechanism does not depend on others far from it, of its form or another", "[law][X14]") {
    for (const Preset& preset : presets()) {
        if (preset.tuning.solver == SolverType::substepped_position) { continue; } // X14 says so
        for (uint64_t seed = 1; seed <= seeds_of(12); ++seed) {
            const int form = static_cast<int>(seed % 4);
            World alone = make_world(sleepless(preset.tuning));
            World among = make_world(sleepless(preset.tuning));
            const std::vector<BodyId> a = drop_mechanism(alone, seed, 0.0f, form);
            const std::vector<BodyId> b = drop_mechanism(among, seed, 0.0f, form);
            add_far_away(among, 100 + seed, seed % 3 == 0 ? 1 : form);
            int differing = 0;
            for (int step = 0; step < 240; ++step) {
                run(alone, 1);
                run(among, 1);
                for (size_t i = 0; i < a.size(); ++i) {
                    const BodyPose& p = alone.state().poses[a[i].index()];
                    const BodyPose& q = among.state().poses[b[i].index()];
                    differing += p.x == q.x && p.y == q.y && p.q.c == q.q.c && p.q.s == q.q.s ? 0 : 1;
                }
            }
            CAPTURE(preset.name, seed);
            CHECK(differing == 0);
        }
    }
}
