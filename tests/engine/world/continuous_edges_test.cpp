// X17 at edges: an obstacle that hardly overlaps a body's path stops it, and a landing body stops at the surface, at
// any speed.
#include <algorithm>
#include <array>
#include <catch2/catch_test_macros.hpp>
#include <cmath>

#include "geometry/aabb.h"
#include "geometry/toi.h"
#include "support/effort.h"
#include "support/random_scene.h"
#include "support/sweeps.h"
#include "world/state.h"

using namespace impulse;
using namespace impulse::test;

namespace {

constexpr uint32_t kKinds = 6;
constexpr uint32_t kEdges = 5;

/// Half thickness 0.1 to 0.5 m.
Geometry thick(Random& random, uint32_t kind) {
    const float s = random.between(0.1f, 0.5f);
    switch (kind) {
    case 0:
        return Circle{{}, s};
    case 1:
        return make_box(2.0f * s, 2.0f * s);
    case 2:
        return Capsule{{0.0f, -s}, {0.0f, s}, s};
    case 3:
        return random_hull(random, 1.5f * s, 0.0f);
    case 4:
        return make_box(2.0f * s, 1.2f * s, {}, 0.0f, 0.2f * s);
    default:
        return make_box(4.0f * s, 2.0f * s);
    }
}

/// m: what of the bodies overlaps what stands still or is driven, at most.
float deepest(const World& world) {
    const WorldState& state = world.state();
    float lowest = 0.0f;
    for (uint32_t a = 0; a < state.shapes.size(); ++a) {
        for (uint32_t b = 0; b < state.shapes.size(); ++b) {
            if (!state.is_dynamic(state.shapes[a].slot) || state.is_dynamic(state.shapes[b].slot)) { continue; }
            const Transform poseA = world_pose(state.poses[state.shapes[a].slot]);
            const Transform poseB = world_pose(state.poses[state.shapes[b].slot]);
            lowest = std::min(lowest, separation(state.shapes[a].shape, poseA, state.shapes[b].shape, poseB).distance);
        }
    }
    return -lowest;
}

void add_still(World& world, const Geometry& geometry, bool kinematic, float friction) {
    BodyDef def;
    def.type = kinematic ? BodyType::kinematic_body : BodyType::static_body;
    const BodyId body = *world.create_body(def);
    ShapeDef shape;
    shape.geometry = geometry;
    shape.material.friction = friction;
    (void)*world.create_shape(body, shape);
}

/// A body on a wire along x, and at x = 0 an edge that overlaps its path from below, or from both sides. The wire says
/// that nothing but a stop is right: free bodies may jump over, tumble and turn aside.
struct Flight {
    World world;
    BodyId body;

    Flight(uint64_t seed, bool continuous) : world(make_world({}, {})) {
        Random random(seed);
        Tuning tuning = sleepless(preset_tuning(static_cast<int>(seed % kPresets)));
        tuning.continuous = continuous;
        (void)world.set_tuning(tuning);
        const Geometry geometry = thick(random, random.below(kKinds));
        const float speed = spread(random, 5.0f, 40.0f);
        BodyDef def;
        def.angle = random.below(2) == 0 ? 0.0f : random.between(-3.0f, 3.0f);
        def.velocity = {speed, 0.0f};
        def.lock_y = def.lock_rotation = true;
        def.position = {-2.0f - speed * kStep * random.between(0.0f, 1.0f), 0.0f};
        body = *world.create_body(def);
        ShapeDef shape;
        shape.geometry = geometry;
        shape.material.friction = 0.5f * static_cast<float>(random.below(2));
        shape.material.restitution = random.below(2) == 0 ? 0.0f : 0.5f;
        (void)*world.create_shape(body, shape);
        const WorldState& state = world.state();
        const Aabb box = shape_aabb(state.shapes[0].shape, world_pose(state.poses[0]));

        const float lap = spread(random, 0.025f, 0.15f);
        const bool kinematic = random.below(3) == 0;
        const float friction = shape.material.friction;
        const float top = box.lower.y + lap;
        const float bottom = box.upper.y - lap;
        const float width = spread(random, 0.01f, 0.5f);
        switch (random.below(kEdges)) {
        case 0:
            add_still(world, make_box(width, 1.0f, {0.0f, top - 0.5f}), kinematic, friction);
            break; // a kerb
        case 1:
            add_still(world, Segment{{0.0f, top - 3.0f}, {0.0f, top}}, kinematic, friction);
            break;
        case 2:
            add_still(world, Circle{{0.0f, top - width}, width}, kinematic, friction);
            break; // a peg
        case 3:
            add_still(world, make_box(width, 2.0f, {0.0f, top - 1.0f}), kinematic, friction);
            add_still(world, make_box(width, 2.0f, {0.0f, bottom + 1.0f}), kinematic, friction);
            break;
        default:
            add_still(world, Segment{{0.0f, top - 2.0f}, {0.0f, top}}, kinematic, friction);
            add_still(world, Segment{{0.0f, bottom}, {0.0f, bottom + 2.0f}}, kinematic, friction);
        }
    }

    bool passes() {
        for (int i = 0; i < 60; ++i) {
            (void)world.step(kStep);
            if (world.world_center(body)->x > 2.0f) { return true; } // all of it is beyond all of the edge
        }
        return false;
    }
};

/// A disc of 1 m and a gap that is narrower by 2 to 4 %.
bool squeezes_through(uint64_t seed, bool continuous) {
    Random random(seed);
    Tuning tuning = sleepless(preset_tuning(static_cast<int>(seed % kPresets)));
    tuning.continuous = continuous;
    World world = make_world(tuning, {});
    const float half = 0.5f * (1.0f - random.between(0.02f, 0.04f));
    const float thickness = spread(random, 0.02f, 0.5f);
    const float friction = 0.5f * static_cast<float>(random.below(2));
    const bool kinematic = random.below(3) == 0;
    for (const float side : {-1.0f, 1.0f}) {
        add_still(world, make_box(thickness, 3.0f, {0.0f, side * (half + 1.5f)}), kinematic, friction);
    }
    const float speed = spread(random, 5.0f, 40.0f);
    const Vec2 from{-1.5f - speed * kStep * random.between(0.0f, 1.0f), random.between(-0.01f, 0.01f)};
    const BodyId disc = add_disc(world, from, 0.5f, {.friction = friction, .velocity = {speed, 0.0f}});
    run(world, 60);
    return world.world_center(disc)->x > 0.0f;
}

/// Two bullets on wires of their own, which overlap on their ways: whether they change sides.
bool bullets_pass(uint64_t seed, bool continuous) {
    Random random(seed);
    Tuning tuning = sleepless(preset_tuning(static_cast<int>(seed % kPresets)));
    tuning.continuous = continuous;
    World world = make_world(tuning, {});
    std::array<BodyId, 2> bodies;
    float top = 0.0f;
    for (uint32_t i = 0; i < 2; ++i) {
        const float side = i == 0 ? -1.0f : 1.0f;
        const float speed = spread(random, 5.0f, 40.0f);
        BodyDef def;
        def.angle = random.below(2) == 0 ? 0.0f : random.between(-3.0f, 3.0f);
        def.velocity = {-side * speed, 0.0f};
        def.bullet = def.lock_y = def.lock_rotation = true;
        def.position.x = side * (2.0f + speed * kStep * random.between(0.0f, 1.0f));
        ShapeDef made;
        made.geometry = thick(random, random.below(kKinds));
        const Aabb box = shape_aabb(*make_shape(made.geometry), {{}, make_rot(def.angle)});
        def.position.y = i == 0 ? 0.0f : top - spread(random, 0.025f, 0.15f) - box.lower.y;
        top = box.upper.y;
        bodies[i] = *world.create_body(def);
        (void)*world.create_shape(bodies[i], made);
    }
    run(world, 60);
    return world.world_center(bodies[0])->x >
           world.world_center(bodies[1])->x + 2.5f; // all of one is beyond all of the other
}

/// How deep a body that does not turn gets into what it falls on from any side, m.
float landing_depth(uint64_t seed, bool continuous) {
    Random random(seed);
    Tuning tuning = sleepless(preset_tuning(static_cast<int>(seed % kPresets)));
    tuning.continuous = continuous;
    World world = make_world(tuning);
    BodyDef ground;
    ground.type = random.below(3) == 0 ? BodyType::kinematic_body : BodyType::static_body;
    ground.angle = random.below(2) == 0 ? 0.0f : random.between(-0.5f, 0.5f);
    ShapeDef shape;
    shape.geometry = random.below(2) == 0 ? Geometry{Segment{{-50.0f, 0.0f}, {50.0f, 0.0f}}}
                                          : Geometry{make_box(100.0f, 1.0f, {0.0f, -0.5f})};
    (void)*world.create_shape(*world.create_body(ground), shape);
    const float speed = spread(random, 5.0f, 40.0f);
    const Rot down = make_rot(random.between(-2.8f, -0.3f));
    BodyDef def;
    def.position = {0.0f, 3.0f + speed * kStep * random.between(0.0f, 1.0f)};
    def.velocity = {speed * down.c, speed * down.s};
    def.angle = random.below(2) == 0 ? 0.0f : random.between(-3.0f, 3.0f);
    def.lock_rotation = true;
    shape.geometry = thick(random, random.below(kKinds));
    shape.material.restitution = random.below(2) == 0 ? 0.0f : 0.5f;
    (void)*world.create_shape(*world.create_body(def), shape);
    float depth = 0.0f;
    for (int i = 0; i < 60; ++i) {
        run(world, 1);
        depth = std::max(depth, deepest(world));
    }
    return depth;
}

/// A chassis on two sprung wheels that drives to the right and meets a slope at x = 0.
struct Car {
    World world;
    BodyId chassis;
    std::array<BodyId, 2> wheels;

    Car(Tuning tuning, bool continuous, float radius, float speed, float slope) : world(made(tuning, continuous)) {
        const BodyId ground =
            add_body(world, {}, Segment{{-40.0f, 0.0f}, {0.0f, 0.0f}}, 1.0f, {.type = BodyType::static_body});
        ShapeDef rise;
        rise.geometry = Segment{{0.0f, 0.0f}, {40.0f * std::cos(slope), 40.0f * std::sin(slope)}};
        (void)*world.create_shape(ground, rise);
        const Vec2 at{-5.0f, radius};
        chassis = add_box(world, at + Vec2{0.0f, 0.3f}, 3.0f, 0.5f, {.mass = 2.0f, .velocity = {speed, 0.0f}});
        for (size_t i = 0; i < 2; ++i) {
            JointDef joint;
            joint.type = JointType::wheel;
            joint.local_anchor_a = {i == 0 ? -1.0f : 1.0f, -0.3f};
            wheels[i] = add_disc(world, at + Vec2{joint.local_anchor_a.x, 0.0f}, radius,
                                 {.mass = 0.5f, .friction = 0.9f, .velocity = {speed, 0.0f}, .w = -speed / radius});
            joint.body_a = chassis;
            joint.body_b = wheels[i];
            joint.local_axis = {0.0f, 1.0f};
            joint.hertz = 4.0f;
            joint.damping = 0.7f;
            (void)*world.create_joint(joint);
        }
    }
    static World made(Tuning tuning, bool continuous) {
        tuning.continuous = continuous;
        return make_world(sleepless(tuning));
    }
    /// m: how far the worse of the wheels is beside its axis.
    float off_axle() const {
        const Rot q = make_rot(*world.angle(chassis));
        float worst = 0.0f;
        for (size_t i = 0; i < 2; ++i) {
            const Vec2 arm = *world.position(wheels[i]) - *world.position(chassis);
            worst = max(worst, std::abs(dot(arm, Vec2{q.c, q.s}) - (i == 0 ? -1.0f : 1.0f)));
        }
        return worst;
    }
};

} // namespace

TEST_CASE("an edge that overlaps the path of a body on a wire by 2.5 cm stops it", "[X17][edges][fuzz]") {
    for (const bool continuous : {true, false}) {
        const uint64_t count = continuous ? seeds_of(6000) : 300;
        int passed = 0; // it was 152 of 6000
        for (uint64_t seed = 0; seed < count; ++seed) { passed += Flight(seed, continuous).passes() ? 1 : 0; }
        if (continuous) { CHECK(passed == 0); }
        if (!continuous) { CHECK(passed > 10); } // the test can fail
    }
}

TEST_CASE("a disc does not squeeze through a gap that is 2 % too narrow", "[X17][edges][fuzz]") {
    for (const bool continuous : {true, false}) {
        const uint64_t count = continuous ? seeds_of(3000) : 300;
        int passed = 0; // it was 306 of 3000
        for (uint64_t seed = 0; seed < count; ++seed) { passed += squeezes_through(seed, continuous) ? 1 : 0; }
        if (continuous) { CHECK(passed == 0); }
        if (!continuous) { CHECK(passed > 30); }
    }
}

TEST_CASE("bullets on two wires do not pass each other where they overlap by 2.5 cm", "[X17][edges][fuzz]") {
    for (const bool continuous : {true, false}) {
        const uint64_t count = continuous ? seeds_of(3000) : 300;
        int passed = 0; // it was 33 of 3000
        for (uint64_t seed = 0; seed < count; ++seed) { passed += bullets_pass(seed, continuous) ? 1 : 0; }
        if (continuous) { CHECK(passed == 0); }
        if (!continuous) { CHECK(passed > 3); }
    }
}

TEST_CASE("a landing body penetrates the ground by at most two slops, at any speed", "[X17][edges][fuzz]") {
    for (const bool continuous : {true, false}) {
        float deepest_of_all = 0.0f;
        for (uint64_t seed = 0; seed < (continuous ? seeds_of(3000) : 300); ++seed) {
            deepest_of_all = std::max(deepest_of_all, landing_depth(seed, continuous));
        }
        // It stops 1.25 slops deep, and what is in the ground already may get deeper by a fifth of it; it was 16 cm.
        if (continuous) { CHECK(deepest_of_all <= 2.0f * Tuning{}.linear_slop); }
        if (!continuous) { CHECK(deepest_of_all > 0.1f); }
    }
}

TEST_CASE("a body that lands obliquely slides on along the ground in the same step", "[X17][edges]") {
    for (int index = 0; index < kPresets; ++index) {
        for (int phase = 0; phase < 10; ++phase) {
            World world = make_world(sleepless(preset_tuning(index)));
            add_floor(world, 0.0f);
            const float height = 0.7f + 0.013f * static_cast<float>(phase);
            const BodyId crate =
                add_box(world, {0.0f, height}, 1.0f, 1.0f, {.friction = 0.0f, .velocity = {14.0f, -5.0f}});
            run(world, 30);
            CAPTURE(index, phase);
            CHECK(std::abs(world.world_center(crate)->x - 7.0f) <= 1.0e-3f); // a step is 0.23 m
        }
    }
}

// What goes on along what it met must still be at it when the step ends: or no contact would ever see the blow. A disc
// that comes head-on but for sin = 0.25 keeps a quarter of its speed along the peg at most, if nothing bounces.
TEST_CASE("a body that hits a peg almost head-on does not pass around it", "[X17][continuous][edges]") {
    for (int index = 0; index < kPresets; ++index) {
        for (const float speed : {15.0f, 30.0f, 100.0f, 400.0f}) {
            for (int phase = 0; phase < 20; ++phase) {
                // A substep of fx2d at 400 m/s is longer than the two are wide: it finds them behind each other (known
                // limit).
                if (index == 3 && speed > 100.0f) { continue; }
                CAPTURE(index, speed, phase);
                World world = make_world(sleepless(preset_tuning(index)), {});
                add_body(world, {}, Circle{{}, 0.3f}, 1.0f, {.friction = 0.0f, .type = BodyType::static_body});
                const float way = speed * kStep;
                const BodyId disc = add_disc(world, {-1.0f - way * (2.0f + 0.05f * static_cast<float>(phase)), 0.1f},
                                             0.1f, {.friction = 0.0f, .velocity = {speed, 0.0f}});
                for (int i = 0; i < 40 && world.position(disc)->x < 3.0f; ++i) { REQUIRE(world.step().ok()); }
                // It may be led aside first, where contacts push it: then it meets the peg by less.
                CHECK(length(*world.velocity(disc)) < 0.5f * speed);
            }
        }
    }
}

// A solver that stops the body within its first substep leaves it a little deeper, which is a hit at time zero. A body
// that already separates is not stuck.
TEST_CASE("a body bounces off a wall correctly at any speed", "[X17][continuous][edges]") {
    for (int index = 0; index < kPresets; ++index) {
        for (const float speed : {60.0f, 130.0f, 200.0f, 400.0f}) {
            CAPTURE(index, speed);
            World world = make_world(sleepless(preset_tuning(index)), {});
            add_box(world, {0.5f, 0.0f}, 1.0f, 1000.0f,
                    {.friction = 0.0f, .restitution = 1.0f, .type = BodyType::static_body});
            const BodyId disc = add_disc(world, {-4.0f, 0.0f}, 0.3f,
                                         {.friction = 0.0f, .restitution = 1.0f, .velocity = {speed, 10.0f}});
            for (int i = 0; i < 20; ++i) { REQUIRE(world.step().ok()); }
            CHECK(std::abs(velocity(world, disc).x + speed) < 0.02f * speed);
            CHECK(std::abs(velocity(world, disc).y - 10.0f) < 0.2f);
        }
    }
}

TEST_CASE("two elastic bullets keep their energy at any speed", "[X17][continuous][edges]") {
    for (const float speed : {20.0f, 40.0f, 65.0f, 150.0f}) {
        for (int phase = 0; phase < 40; ++phase) {
            const float shift = 0.0125f * static_cast<float>(phase);
            CAPTURE(speed, phase);
            World world = make_world(sleepless({}), {});
            const Made made{.friction = 0.0f, .restitution = 1.0f};
            const BodyId a = add_disc(world, {-3.0f - 0.1f * shift * speed, 0.0f}, 0.3f, made);
            const BodyId b = add_disc(world, {0.0f, shift}, 0.4f, made);
            REQUIRE(world.set_velocity(a, {1.4f * speed, 0.0f}).code == ErrorCode::none);
            REQUIRE(world.set_velocity(b, {-0.6f * speed, 0.0f}).code == ErrorCode::none);
            for (const BodyId body : {a, b}) { REQUIRE(world.set_bullet(body, true).code == ErrorCode::none); }
            const float before = world.energy().kinetic;
            for (int i = 0; i < 40; ++i) { REQUIRE(world.step().ok()); }
            CHECK(std::abs(world.energy().kinetic / before - 1.0f) < 0.02f);
        }
    }
}

TEST_CASE("wheels at a kink stay on their axles as without continuous collision", "[X17][continuous][edges]") {
    // A wheel of radius r that drives at v onto a slope of angle a gets in by v h sin a in a step of h, unless the
    // solver foresees the slope. It is stopped where that is r / 2, and leaves its axle by what is cut off. The contact
    // before the kink carries it two slops deep at most.
    constexpr float kRadius = 0.4f; // m
    ParameterSweep sweep;
    for (int index = 0; index < kPresets; ++index) {
        for (const float hertz : {50.0f, 60.0f}) {
            for (const float speed : {5.0f, 11.0f, 15.0f, 20.0f}) {
                for (const float slope : {0.1f, 0.2f, 0.4f}) {
                    const float depth = speed / hertz * std::sin(slope) + 0.01f;
                    if (depth >= 0.5f * kRadius || !sweep.takes()) { continue; }
                    float worst[2] = {};
                    Vec2 last[2];
                    for (const bool continuous : {false, true}) {
                        Car car(preset_tuning(index), continuous, kRadius, speed, slope);
                        for (int step = 0; step < static_cast<int>(9.0f / speed * hertz); ++step) {
                            (void)car.world.step(1.0f / hertz);
                            worst[continuous] = max(worst[continuous], car.off_axle());
                        }
                        last[continuous] = *car.world.position(car.chassis);
                    }
                    CAPTURE(index, hertz, speed, slope);
                    CHECK(worst[1] < 2.0e-4f); // without, a wheel that gets into the slope does so by up to 2.5 mm
                    CHECK(near(last[1], last[0], 0.03f));
                    CHECK(last[1].x > 1.0f); // both wheels are past the kink
                }
            }
        }
    }
}
