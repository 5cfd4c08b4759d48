// X17 for bodies that push each other: no body is pressed through an immovable one, bullets do not pass each other, and
// a stopped body continues to fall.
#include <algorithm>
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

bool coin(Random& random) { return random.below(2) == 1; }

constexpr uint32_t kShapes = 11;
constexpr uint32_t kInTwo = 10; // two shapes with air between them: all others hold their centre of mass

std::vector<Geometry> shapes_of(Random& random, uint32_t kind, float s) {
    Polygon hull;
    hull.count = 3;
    switch (kind) {
    case 0:
        return {Circle{{}, s}};
    case 1:
        return {make_box(2.0f * s, 2.0f * s)};
    case 2:
        return {make_box(2.0f * s, 0.2f * s)};
    case 3:
        return {Capsule{{-s, 0.0f}, {s, 0.0f}, s * random.between(0.05f, 0.5f)}};
    case 4:
        hull.points = {Vec2{-s, -s}, Vec2{s, -s}, Vec2{0.0f, s}};
        return {hull};
    case 5:
        hull.points = {Vec2{-s, -0.05f * s}, Vec2{s, 0.0f}, Vec2{-s, 0.05f * s}};
        return {hull}; // a needle
    case 6:
        return {random_hull(random, s, 0.0f)};
    case 7:
        return {random_hull(random, 0.8f * s, 0.2f * s)};
    case 8:
        return {Segment{{-s, 0.0f}, {s, 0.0f}}};
    case 9:
        return {make_box(2.0f * s, 0.1f * s, {}, 0.0f, 0.05f * s)};
    default:
        return {Circle{{1.2f * s, 0.0f}, 0.4f * s}, make_box(s, s, {-s, 0.0f})};
    }
}

struct Thrown {
    uint32_t kind = 0;
    float size = 0.5f; // m
    float density = 1.0f;
    Vec2 velocity{};
    float w = 0.0f;
    bool bullet = false;
    bool on_a_wire = false; // its centre of mass stays on its line along x
};

BodyId add_thrown(World& world, Random& random, Vec2 at, const Thrown& thrown) {
    BodyDef def;
    def.position = at;
    def.angle = random.between(-3.0f, 3.0f);
    def.velocity = thrown.velocity;
    def.angular_velocity = thrown.w;
    def.bullet = thrown.bullet;
    def.lock_y = thrown.on_a_wire;
    const BodyId body = *world.create_body(def);
    ShapeDef shape;
    shape.density = thrown.density;
    shape.material.friction = random.between(0.0f, 1.0f);
    shape.material.restitution = coin(random) ? 0.0f : random.between(0.0f, 1.0f);
    for (const Geometry& geometry : shapes_of(random, thrown.kind, thrown.size)) {
        shape.geometry = geometry;
        (void)*world.create_shape(body, shape);
    }
    (void)world.set_transform(body, at + at - *world.world_center(body), *world.angle(body));
    (void)world.set_velocity(body, thrown.velocity);
    return body;
}

Thrown any_body(Random& random) {
    Thrown thrown;
    thrown.kind = random.below(kShapes);
    thrown.size = spread(random, 0.1f, 1.0f);
    thrown.w = coin(random) ? 0.0f : random.between(-50.0f, 50.0f);
    thrown.bullet = random.below(3) == 0;
    return thrown;
}

struct Wall {
    BodyId body;
    float length;
};

/// Along the y axis of its body: box, segment, rounded box or capsule.
Wall add_wall(World& world, Random& random, Vec2 at, float angle, Vec2 velocity = {}, bool kinematic = false) {
    constexpr float kLength = 800.0f;
    BodyDef def;
    def.type = kinematic ? BodyType::kinematic_body : BodyType::static_body;
    def.position = at;
    def.angle = angle;
    def.velocity = velocity;
    const BodyId body = *world.create_body(def);
    const float thickness = spread(random, 0.02f, 0.5f);
    const Vec2 end{0.0f, 0.5f * kLength};
    ShapeDef shape;
    shape.material.restitution = coin(random) ? 0.0f : random.between(0.0f, 1.0f);
    switch (random.below(4)) {
    case 0:
        shape.geometry = make_box(thickness, kLength);
        break;
    case 1:
        shape.geometry = Segment{-end, end};
        break;
    case 2:
        shape.geometry = make_box(0.5f * thickness, kLength, {}, 0.0f, 0.25f * thickness);
        break;
    default:
        shape.geometry = Capsule{-end, end, 0.5f * thickness};
        break;
    }
    (void)*world.create_shape(body, shape);
    return {body, kLength};
}

template <class F>
void for_each_shape(const World& world, BodyId body, F&& each) {
    const WorldState& state = world.state();
    for (uint32_t slot = 0; slot < state.bodies.size(); ++slot) {
        if (state.body_id(slot).value != body.value) { continue; }
        for (uint32_t i = state.bodies[slot].first_shape; i != kNull; i = state.shapes[i].next) {
            each(state.shapes[i].shape);
        }
    }
}

/// Whether the centroid of a shape is beyond the middle of the wall, seen from x < 0 of its frame.
bool is_beyond(const World& world, BodyId body, const Wall& wall, float side = 1.0f) {
    const Transform pose = *world.transform(body);
    const Transform frame = *world.transform(wall.body);
    bool beyond = false;
    for_each_shape(world, body, [&](const Shape& shape) {
        const Vec2 at = inverse_transform(frame, transform(pose, shape.centroid));
        beyond = beyond || (side * at.x > 0.0f && std::abs(at.y) < 0.49f * wall.length);
    });
    return beyond;
}

/// Light bodies in front of a wall, and a heavy one that comes: thrown, or driven by a force that is many times its
/// weight.
struct Press {
    World world;
    std::vector<BodyId> bodies; // the heavy one last
    Wall wall;
    bool driven = false;
    int longest = 0; // steps for which the heavy one says that it moves and does not

    explicit Press(uint64_t seed, bool continuous) : world(make_world({}, {})) {
        Random random(seed);
        Tuning tuning = preset_tuning(static_cast<int>(seed % kPresets));
        tuning.sleep = coin(random);
        tuning.continuous = continuous;
        (void)world.set_tuning(tuning);
        const bool kinematic = coin(random);
        const bool moves = kinematic && coin(random);
        const float speed = !moves ? 0.0f : coin(random) ? -spread(random, 0.1f, 100.0f) : spread(random, 0.1f, 20.0f);
        wall = add_wall(world, random, {}, coin(random) ? 0.0f : random.between(-0.5f, 0.5f), {speed, 0.0f}, kinematic);
        Thrown light = any_body(random);
        float x = -2.0f * light.size - 0.5f - random.between(0.0f, 1.0f);
        const uint32_t count = random.below(3) == 0 ? 2 : 1;
        for (uint32_t i = 0; i < count; ++i) {
            bodies.push_back(add_thrown(world, random, {x, 0.0f}, light));
            x -= 3.0f * light.size;
        }
        Thrown heavy = any_body(random);
        heavy.kind = heavy.kind == 8 ? 0 : heavy.kind; // a segment has no mass
        heavy.density = spread(random, 1.0f, 1.0e4f);
        heavy.bullet = random.below(4) != 0;
        driven = coin(random);
        heavy.velocity = {driven ? spread(random, 0.1f, 20.0f) : spread(random, 1.0f, 400.0f), 0.0f};
        x -= 2.0f * heavy.size + random.between(0.0f, 4.0f);
        bodies.push_back(add_thrown(world, random, {x, random.between(-0.3f, 0.3f)}, heavy));
    }

    bool passes() {
        int hangs = 0;
        for (int step = 0; step < 60; ++step) {
            const Vec2 before = *world.world_center(bodies.back());
            if (driven) {
                (void)world.apply_force(bodies.back(), {300.0f * world.mass_data(bodies.back())->mass, 0.0f});
            }
            (void)world.step(kStep);
            for (const BodyId body : bodies) {
                if (is_beyond(world, body, wall)) { return true; }
            }
            const float said = length(velocity(world, bodies.back()));
            const bool stands = length(*world.world_center(bodies.back()) - before) < 0.1f * said * kStep;
            hangs = stands && said > 5.0f ? hangs + 1 : 0;
            longest = std::max(longest, hangs);
        }
        return false;
    }
};

} // namespace

TEST_CASE("no body is pressed through a wall, at any speed", "[X17][fuzz]") {
    for (const bool continuous : {true, false}) {
        const uint64_t count = continuous ? seeds_of(3000) : 300;
        int passed = 0;
        int hung = 0;
        for (uint64_t seed = 0; seed < count; ++seed) {
            Press press(seed, continuous);
            const bool through = press.passes();
            hung += press.longest > 10 ? 1 : 0;
            if (!through) { continue; }
            CAPTURE(seed);
            if (continuous) { FAIL_CHECK("through"); } // never, not even once
            ++passed;
        }
        if (!continuous) { CHECK(passed > 50); } // the test can fail
        CHECK(hung <= 10);                       // weights of thousands on a row of two; it was hundreds
    }
}

TEST_CASE("a weight that rests on a thin body for 30 s does not press it through the floor", "[X17]") {
    for (int index = 0; index < kPresets; ++index) {
        for (const bool segment : {false, true}) {
            World world = make_world(sleepless(preset_tuning(index)), {0.0f, -kGravity});
            BodyDef ground;
            ground.type = BodyType::static_body;
            ShapeDef floor;
            floor.geometry =
                segment ? Geometry{Segment{{-50.0f, 0.0f}, {50.0f, 0.0f}}} : Geometry{make_box(100.0f, 0.05f)};
            REQUIRE(world.create_shape(*world.create_body(ground), floor).ok());
            const BodyId plank = add_box(world, {0.0f, 0.075f}, 1.0f, 0.1f, {.mass = 1.0f});
            add_box(world, {0.0f, 0.7f}, 1.0f, 1.0f, {.mass = 1.0e4f});
            run(world, 1800);
            CAPTURE(index, segment);
            CHECK(position(world, plank).y > 0.0f);
        }
    }
}

TEST_CASE("a piston presses no body through a static wall at any speed: it passes over bodies that do not fit",
          "[X17][fuzz]") {
    for (uint64_t seed = 0; seed < seeds_of(600); ++seed) {
        Random random(seed);
        World world = make_world(preset_tuning(static_cast<int>(seed % kPresets)), {});
        const Wall wall = add_wall(world, random, {}, 0.0f);
        std::vector<BodyId> bodies;
        float x = -0.5f;
        for (uint32_t i = 0; i <= random.below(3); ++i) {
            Thrown thrown = any_body(random);
            thrown.density = spread(random, 0.1f, 100.0f);
            x -= 2.2f * thrown.size;
            bodies.push_back(add_thrown(world, random, {x, 0.0f}, thrown));
            x -= 2.2f * thrown.size;
        }
        const float speed = spread(random, 0.5f, 400.0f);
        add_wall(world, random, {x - 0.5f, 0.0f}, 0.0f, {speed, 0.0f}, true);
        const int steps = std::min(200, steps_of((1.0f - x) / speed) + 20);
        bool passed = false;
        for (int step = 0; step < steps && !passed; ++step) {
            (void)world.step(kStep);
            for (const BodyId body : bodies) { passed = passed || is_beyond(world, body, wall); }
        }
        CAPTURE(seed);
        CHECK_FALSE(passed);
    }
}

TEST_CASE("no body is driven through the corner of two walls", "[X17][fuzz]") {
    for (uint64_t seed = 0; seed < seeds_of(240); ++seed) {
        Random random(seed);
        World world =
            make_world(preset_tuning(static_cast<int>(seed % kPresets)), {0.0f, -spread(random, 1.0f, 1000.0f)});
        const float angle = random.between(0.1f, 1.2f); // of either wall with the vertical
        const Rot q = make_rot(angle);
        const Wall left = add_wall(world, random, {-400.0f * q.s, 400.0f * q.c}, angle);
        const Wall right = add_wall(world, random, {400.0f * q.s, 400.0f * q.c}, -angle);
        std::vector<BodyId> bodies;
        const uint32_t count = 1 + random.below(5);
        for (uint32_t i = 0; i < count; ++i) {
            Thrown thrown = any_body(random);
            thrown.size *= 0.6f;
            thrown.density = i + 1 == count ? spread(random, 1.0f, 1.0e4f) : 1.0f;
            thrown.velocity = {0.0f, -spread(random, 1.0f, 400.0f)};
            bodies.push_back(add_thrown(world, random, {0.0f, (3.5f + 2.5f * static_cast<float>(i)) / q.s}, thrown));
        }
        bool passed = false;
        for (int step = 0; step < 120 && !passed; ++step) {
            (void)world.step(kStep);
            for (const BodyId body : bodies) {
                passed = passed || is_beyond(world, body, left, -1.0f) || is_beyond(world, body, right);
            }
        }
        CAPTURE(seed);
        CHECK_FALSE(passed);
    }
}

TEST_CASE("two bullets on one wire stay in order, whatever their shapes, speeds and spins, in the open and at walls",
          "[X17][fuzz]") {
    for (uint64_t seed = 0; seed < seeds_of(3000); ++seed) {
        Random random(seed);
        World world = make_world(preset_tuning(static_cast<int>(seed % kPresets)), {});
        Thrown first = any_body(random);
        Thrown second = any_body(random);
        const float room = random.between(1.0f, 8.0f) + 3.0f * (first.size + second.size);
        for (Thrown* thrown : {&first, &second}) {
            thrown->kind = thrown->kind % kInTwo; // air between two shapes would let others through
            thrown->size = spread(random, 0.02f, 0.5f);
            thrown->density = coin(random) ? 1.0f : spread(random, 1.0f, 1.0e4f);
            thrown->w *= 2.0f;
            thrown->bullet = thrown->on_a_wire = true;
        }
        first.velocity.x = spread(random, 1.0f, 400.0f);
        second.velocity.x = random.between(-400.0f, 0.9f * first.velocity.x);
        const BodyId a = add_thrown(world, random, {-room, 0.0f}, first);
        const BodyId b = add_thrown(world, random, {room, 0.0f}, second);
        if (random.below(3) == 0) {
            add_wall(world, random, {-room - 3.0f, 0.0f}, 0.0f);
            add_wall(world, random, {room + 3.0f, 0.0f}, 0.0f);
        }
        bool passed = false;
        for (int step = 0; step < 60 && !passed; ++step) {
            (void)world.step(kStep);
            passed = world.world_center(a)->x >= world.world_center(b)->x;
        }
        CAPTURE(seed);
        CHECK_FALSE(passed);
    }
}

TEST_CASE("a bullet that drives a body against a wall does not get stuck in the air with a velocity", "[X17]") {
    ParameterSweep sweep;
    for (int index = 0; index < kPresets; ++index) {
        for (const float mass : {1.0f, 10.0f, 100.0f, 1000.0f}) {
            for (const float speed : {20.0f, 50.0f, 400.0f}) {
                for (int phase = 0; phase < 8; ++phase) {
                    if (!sweep.takes()) { continue; }
                    World world = make_world(sleepless(preset_tuning(index)), {});
                    add_box(world, {}, 0.1f, 100.0f, {.type = BodyType::static_body});
                    const float gap = 0.05f + 0.1f * static_cast<float>(phase % 4);
                    const float x = -8.0f + 0.13f * static_cast<float>(phase);
                    const auto add = [&](Vec2 at, const Made& made) {
                        return phase % 2 == 0 ? add_disc(world, at, 0.5f, made) : add_box(world, at, 1.0f, 1.0f, made);
                    };
                    add({-0.55f - gap, 0.0f}, {});
                    const BodyId bullet = add({x, 0.0f}, {.mass = mass, .velocity = {speed, 0.0f}});
                    REQUIRE_FALSE(world.set_bullet(bullet, true));
                    int hangs = 0;
                    int longest = 0;
                    for (int step = 0; step < 90; ++step) {
                        const Vec2 before = *world.world_center(bullet);
                        run(world, 1);
                        const float said = length(velocity(world, bullet));
                        const bool stands = length(*world.world_center(bullet) - before) < 0.05f * said * kStep;
                        hangs = stands && said > 2.0f ? hangs + 1 : 0;
                        longest = std::max(longest, hangs);
                    }
                    CAPTURE(index, mass, speed, phase);
                    // Halved in each step that it is stuck, a thousandfold weight needs four; it was 87.
                    CHECK(longest <= 4);
                }
            }
        }
    }
}

TEST_CASE("under every preset a fast body loses its speed at a thin wall, and a bullet transfers its speed to the body "
          "it hits",
          "[X17]") {
    for (int index = 0; index < kPresets; ++index) {
        for (const float thickness : {0.02f, 0.1f, 1.0f}) {
            for (const float radius : {0.05f, 0.2f}) {
                for (const float speed : {50.0f, 100.0f, 400.0f}) {
                    for (const bool bullet : {false, true}) {
                        World world = make_world(sleepless(preset_tuning(index)), {});
                        const BodyId wall = add_box(world, {}, thickness, 4.0f,
                                                    {.type = bullet ? BodyType::dynamic_body : BodyType::static_body});
                        const BodyId ball = add_disc(world, {-3.3f, 0.0f}, radius, {.velocity = {speed, 0.0f}});
                        REQUIRE_FALSE(world.set_bullet(ball, bullet));
                        run(world, steps_of(3.3f / speed) + 10);
                        CAPTURE(index, thickness, radius, speed, bullet);
                        const float left = bullet ? 0.5f * speed : 0.0f; // of two equal masses, without a bounce
                        CHECK(std::abs(velocity(world, ball).x - left) <= 0.02f * speed);
                        CHECK(std::abs(velocity(world, wall).x - left) <= 0.02f * speed);
                    }
                }
            }
        }
    }
}
