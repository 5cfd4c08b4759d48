// X17 by random shots: arenas of every kind of wall, bodies of every shape, speeds to 400 m/s, varying steps; no body
// escapes.
#include <array>
#include <catch2/catch_test_macros.hpp>
#include <cmath>

#include "support/effort.h"
#include "support/random_scene.h"
#include "support/sweeps.h"
#include "world/state.h"

using namespace impulse;
using namespace impulse::test;

namespace {

constexpr uint32_t kForms = 8;
constexpr uint32_t kArenas = 6;
constexpr float kHalf = 10.0f; // m: half the side of an arena

/// Shapes of `s` m around their centre; the last form is made of two.
std::vector<Geometry> shapes_of(Random& random, uint32_t form, float s) {
    switch (form) {
    case 0:
        return {Circle{{}, s}};
    case 1:
        return {make_box(2.0f * s, 2.0f * s)};
    case 2:
        return {make_box(2.0f * s, 0.1f * s)};
    case 3:
        return {Capsule{{-s, 0.0f}, {s, 0.0f}, s * random.between(0.05f, 0.5f)}};
    case 4:
        return {random_hull(random, s, 0.0f)};
    case 5:
        return {random_hull(random, 0.8f * s, 0.2f * s)};
    case 6: {
        Polygon needle;
        needle.count = 3;
        needle.points = {Vec2{-s, -0.05f * s}, Vec2{s, 0.0f}, Vec2{-s, 0.05f * s}};
        return {needle};
    }
    default:
        return {Circle{{0.6f * s, 0.0f}, 0.5f * s}, make_box(s, 0.4f * s, {-0.4f * s, 0.0f})};
    }
}

/// A side of an arena from `a` to `b`, counter-clockwise, so that the inside is on its left.
void add_side(World& world, BodyId body, Random& random, uint32_t arena, Vec2 a, Vec2 b, const Material& material) {
    const float side = length(b - a);
    const Vec2 u = (b - a) * (1.0f / side);
    const Vec2 out{u.y, -u.x};
    const float angle = std::atan2(u.y, u.x);
    ShapeDef shape;
    shape.material = material;
    const auto add = [&](const Geometry& geometry) {
        shape.geometry = geometry;
        (void)*world.create_shape(body, shape);
    };
    if (arena == 0) {
        add(Segment{a, b});
    } else if (arena == 1) {
        const float radius = spread(random, 0.005f, 0.5f);
        add(Capsule{a + radius * out, b + radius * out, radius});
    } else {
        // One box, or a row of tiles that are flush.
        const float thickness = spread(random, 0.01f, 1.0f);
        const int tiles = arena == 2 ? 1 : 4 + static_cast<int>(random.below(17));
        const float width = side / static_cast<float>(tiles);
        for (int i = 0; i < tiles; ++i) {
            const Vec2 at = a + (width * (static_cast<float>(i) + 0.5f)) * u + (0.5f * thickness) * out;
            add(make_box(tiles == 1 ? width + 2.0f * thickness : width, thickness, at, angle));
        }
        if (tiles > 1) { add(Circle{a + 0.5f * thickness * out, 0.5f * thickness}); }
    }
}

/// A square, or where `lean` is not 0 a parallelogram: corners from 30 to 150 degrees.
struct Arena {
    float lean = 0.0f; // m that the top stands to the right
    float middle(float y) const { return lean * (y + kHalf) / (2.0f * kHalf); }
    bool holds(Vec2 p) const { return std::abs(p.y) < kHalf && std::abs(p.x - middle(p.y)) < kHalf; }
};

struct Score {
    int shots = 0;
    int escaped = 0;
};

/// Twelve bodies in an arena with pegs, under the preset that follows from the seed.
Score shoot(uint64_t seed, bool continuous) {
    Random random(seed);
    Tuning tuning = preset_tuning(static_cast<int>(seed % kPresets));
    tuning.continuous = continuous;
    World world = make_world(tuning, {0.0f, random.below(2) == 0 ? 0.0f : -kGravity});
    const uint32_t kind = random.below(kArenas);
    Arena arena;
    if (random.below(2) == 0) { arena.lean = random.between(-17.0f, 17.0f); }
    const auto coin = [&] { return random.below(2) == 0; };
    const Material material{.friction = coin() ? 0.0f : 0.6f,
                            .restitution = coin() ? 0.0f : random.between(0.0f, 1.0f)};
    const Vec2 far = random.below(4) == 0 ? Vec2{8192.0f, -4096.0f} : Vec2{};
    BodyDef def;
    def.type = kind == 5 ? BodyType::kinematic_body : BodyType::static_body;
    def.position = far;
    const BodyId walls = *world.create_body(def);
    const std::array<Vec2, 4> corners{Vec2{-kHalf, -kHalf}, Vec2{kHalf, -kHalf}, Vec2{kHalf + arena.lean, kHalf},
                                      Vec2{-kHalf + arena.lean, kHalf}};
    for (size_t i = 0; i < 4; ++i) {
        add_side(world, walls, random, kind % 5, corners[i], corners[(i + 1) % 4], material);
    }
    ShapeDef peg;
    peg.material = material;
    for (uint32_t i = random.below(4); i > 0; --i) {
        peg.geometry = Circle{{random.between(-4.0f, 4.0f), random.between(-4.0f, 4.0f)}, spread(random, 0.02f, 1.0f)};
        (void)*world.create_shape(walls, peg);
    }
    std::vector<BodyId> bodies;
    for (uint32_t i = 0; i < 12; ++i) {
        def = {};
        const float y = random.between(-6.0f, 6.0f);
        def.position = far + Vec2{random.between(-6.0f, 6.0f) + arena.middle(y), y};
        def.angle = random.between(-3.0f, 3.0f);
        const Rot q = make_rot(random.between(-kPi, kPi));
        const float speed = spread(random, 5.0f, 400.0f);
        def.velocity = {speed * q.c, speed * q.s};
        def.angular_velocity = coin() ? 0.0f : random.between(-100.0f, 100.0f);
        bodies.push_back(*world.create_body(def));
        ShapeDef shape;
        shape.material = material;
        shape.filter.group = -1;                    // each for itself: a test of the walls
        const uint32_t form = random.below(kForms); // before the size: the order of arguments is the compiler's
        const float size = spread(random, 0.05f, 1.0f);
        for (const Geometry& geometry : shapes_of(random, form, size)) {
            shape.geometry = geometry;
            (void)*world.create_shape(bodies.back(), shape);
        }
    }
    for (int step = 0; step < 90; ++step) { (void)world.step(1.0f / random.between(30.0f, 240.0f)); }
    Score score;
    for (const BodyId body : bodies) {
        ++score.shots;
        const Vec2 p = *world.world_center(body) - far;
        if (!arena.holds(p)) { ++score.escaped; }
    }
    return score;
}

} // namespace

TEST_CASE("none of tens of thousands of random shots escapes", "[X17][shots][fuzz]") {
    for (const bool continuous : {true, false}) {
        std::array<Score, kPresets> scores{};
        const uint64_t count = continuous ? seeds_of(3000) : 120;
        for (uint64_t seed = 0; seed < count; ++seed) {
            const Score score = shoot(seed, continuous);
            Score& sum = scores[seed % kPresets];
            sum.shots += score.shots;
            sum.escaped += score.escaped;
            if (continuous && score.escaped > 0) {
                CAPTURE(seed);
                FAIL_CHECK("escaped");
            }
        }
        for (size_t i = 0; i < kPresets; ++i) {
            CAPTURE(i, continuous, scores[i].shots);
            if (continuous) { CHECK(scores[i].escaped == 0); }
            if (!continuous) { CHECK(scores[i].escaped > 10); } // the test can fail
        }
    }
}

TEST_CASE("a bullet that slides within the step stops at the front of a one-way plate, and passes its back",
          "[X17][bullets]") {
    // It reaches the floor after 0.3 of the step, and the plate on the rest of its way.
    for (const float front : {-1.0f, 1.0f}) {
        for (const float speed : {60.0f, 80.0f, 100.0f}) {
            World world = make_world({}, {});
            (void)add_box(world, {0.0f, -0.5f}, 20.0f, 1.0f, {.type = BodyType::static_body});
            BodyDef def;
            def.position = {0.85f * kStep * speed, 0.6f};
            const BodyId plate = *world.create_body(def);
            ShapeDef shape;
            shape.geometry = make_box(0.04f, 1.1f);
            shape.rules.one_way = {front, 0.0f};
            REQUIRE(world.create_shape(plate, shape).ok());
            const BodyId bullet = add_disc(world, {0.0f, 0.1f + 0.3f * 30.0f * kStep}, 0.1f,
                                           {.friction = 0.0f, .velocity = {speed, -30.0f}});
            REQUIRE(!world.set_bullet(bullet, true));
            run(world, 1);
            CAPTURE(front, speed, position(world, bullet).x, position(world, plate).x);
            CHECK((position(world, bullet).x < position(world, plate).x) == (front < 0.0f));
            run(world, 2); // the impact
            CHECK((velocity(world, plate).x > 0.1f * speed) == (front < 0.0f));
            CHECK((velocity(world, plate) == Vec2{}) == (front > 0.0f));
        }
    }
}
