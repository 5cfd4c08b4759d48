// What happens does not depend on the frame in which it is described: on axes, units, or uniform motion.
#include <catch2/catch_test_macros.hpp>

#include <algorithm>
#include <cmath>
#include <vector>

#include "engine/core/random.h"
#include "solvers/presets.h"
#include "support/joints.h"
#include "world/state.h"

using namespace impulse;
using namespace impulse::test;

namespace {

float random_angle(Random& random) { return random.between(-kPi, kPi); }

/// The presets, and the default solver with joints solved one after the other.
std::vector<Preset> presets_and_iterated() {
    std::vector<Preset> all = presets();
    all.push_back(all.front());
    all.back().name = "soft-step, iterated";
    all.back().tuning.joint_solver = JointSolver::iterative;
    return all;
}

/// A box that a joint with less force than it would need pulls at a point off its centre.
struct Pull {
    JointType type = JointType::motor;
    float width = 1.0f, height = 1.0f;
    Vec2 anchor;   ///< m: from the centre
    Vec2 velocity; ///< m/s: of the box
    float w = 0.0f;
    Vec2 drive;       ///< m/s, or m to the target
    float cap = 1.0f; ///< N
};

Pull random_pull(Random& random) {
    Pull pull;
    pull.type = random.below(2) == 0 ? JointType::motor : JointType::target;
    pull.width = random.between(0.3f, 1.4f);
    pull.height = random.between(0.3f, 1.4f);
    pull.anchor = {pull.width * random.between(-0.5f, 0.5f), pull.height * random.between(-0.5f, 0.5f)};
    pull.velocity = {random.between(-2.0f, 2.0f), random.between(-2.0f, 2.0f)};
    pull.w = random.between(-2.0f, 2.0f);
    pull.drive = rotate(make_rot(random_angle(random)), Vec2{random.between(2.0f, 4.0f), 0.0f});
    pull.cap = pull.width * pull.height * random.between(4.0f, 12.0f);
    return pull;
}

/// N: the joint's force in the first step, in the axes of a scene that is turned by `angle`.
Vec2 force_of(const Tuning& tuning, const Pull& pull, float angle) {
    const Rot turn = make_rot(angle);
    World world = make_world(tuning, {});
    const Made made{.velocity = rotate(turn, pull.velocity), .w = pull.w, .angle = angle};
    const BodyId box = add_box(world, {}, pull.width, pull.height, made);
    const Vec2 anchor = rotate(turn, pull.anchor);
    JointDef def;
    def.type = pull.type;
    def.body_b = box;
    def.local_anchor_b = pull.anchor;
    def.max_force = pull.cap;
    if (pull.type == JointType::motor) {
        def.body_a = add_static(world);
        def.local_anchor_a = anchor;
        def.velocity = rotate(turn, pull.drive);
        def.max_torque = 0.0f;
    } else {
        def.ground_anchor_a = anchor + rotate(turn, pull.drive);
        def.hertz = 4.0f;
        def.damping = 0.7f;
    }
    const JointId joint = *world.create_joint(def);
    run(world, 1);
    return inverse_rotate(turn, world.joint_reaction(joint)->force);
}

} // namespace

TEST_CASE("a motor or a target with too little force pulls in the same direction however the scene is turned",
          "[law][frames]") {
    for (const Preset& preset : presets_and_iterated()) {
        Random random(61);
        int capped = 0;
        for (int i = 0; i < 200; ++i) {
            const Pull pull = random_pull(random);
            const float angle = random_angle(random);
            const Vec2 straight = force_of(preset.tuning, pull, 0.0f);
            const Vec2 turned = force_of(preset.tuning, pull, angle);
            if (length(straight) < 0.99f * pull.cap) { continue; }
            ++capped;
            INFO(preset.name << ", pull " << i << " turned by " << angle << ": (" << straight.x << ", " << straight.y
                             << ") and (" << turned.x << ", " << turned.y << ") N");
            CHECK(length(turned - straight) < 1.0e-3f * pull.cap);
        }
        CHECK(capped > 150);
    }
}

TEST_CASE("a motor that drives a box straight at a smooth wall does not move it along the wall", "[law][frames]") {
    for (const Preset& preset : presets_and_iterated()) {
        // In each substep one correction of positions turns a box on its corner back and forth.
        const float most = preset.column == Column::fx ? 0.1f : 5.0e-3f;
        Random random(62);
        for (int i = 0; i < 60; ++i) {
            const float angle = random_angle(random);
            const Rot turn = make_rot(angle);
            const float width = random.between(0.4f, 1.5f);
            const float height = random.between(0.4f, 1.5f);
            const float speed = random.between(0.3f, 3.0f);
            World world = make_world(sleepless(preset.tuning), {});
            const Made still{.friction = 0.0f, .angle = angle, .type = BodyType::static_body};
            const BodyId wall = add_box(world, rotate(turn, {0.0f, -1.0f}), 40.0f, 2.0f, still);
            const BodyId box = add_box(world, rotate(turn, {0.0f, 0.5f * height}), width, height,
                                       {.mass = random.between(0.5f, 3.0f), .friction = 0.0f, .angle = angle});
            JointDef def;
            def.type = JointType::motor;
            def.body_a = wall;
            def.body_b = box;
            def.collide_connected = true;
            def.local_anchor_b = {random.between(-0.3f, 0.3f) * width, random.between(-0.45f, 0.45f) * height};
            def.local_anchor_a = {def.local_anchor_b.x, def.local_anchor_b.y + 0.5f * height + 1.0f};
            def.velocity = rotate(turn, {0.0f, -speed});
            def.max_force = random.between(5.0f, 40.0f);
            def.max_torque = 0.0f;
            REQUIRE(world.create_joint(def).ok());
            run(world, 60);
            const float along = inverse_rotate(turn, velocity(world, box)).x;
            CAPTURE(preset.name, i, angle, along, speed);
            CHECK(std::fabs(along) < most * speed);
        }
    }
}

namespace {

/// m: places of the links of a chain that swings and hits a post, in a world of `units` per metre.
std::vector<Vec2> swing(Tuning tuning, float units, uint64_t seed) {
    Random random(seed);
    WorldDef def;
    def.tuning = sleepless(tuning);
    def.length_unit = 1.0f / units;
    def.gravity = {0.0f, -10.0f * units};
    World world(def);
    const float length = random.between(0.2f, 0.6f);
    const float angle = random_angle(random);
    const Rot turn = make_rot(angle);
    BodyId last = add_static(world);
    add_box(world, {0.3f * units, -2.0f * units}, 0.2f * units, 0.2f * units, {.type = BodyType::static_body});
    std::vector<BodyId> links;
    for (int i = 0; i < 8; ++i) {
        const float at = length * static_cast<float>(i);
        const Made made{.mass = random.between(0.5f, 3.0f), .angle = angle};
        const BodyId link =
            add_box(world, rotate(turn, Vec2{(at + 0.5f * length) * units, 0.0f}), length * units, 0.1f * units, made);
        const Vec2 anchor = rotate(turn, Vec2{at * units, 0.0f});
        JointDef joint = joint_def(world, i % 3 == 2 ? JointType::weld : JointType::revolute, last, link, anchor);
        if (i % 3 == 1) { joint.lower = -0.5f, joint.upper = 0.5f; }
        (void)*world.create_joint(joint);
        links.push_back(last = link);
    }
    run(world, 60);
    std::vector<Vec2> places;
    for (const BodyId link : links) { places.push_back((1.0f / units) * position(world, link)); }
    return places;
}

} // namespace

TEST_CASE("a swinging chain moves alike in a world of other units", "[law][frames]") {
    for (const Preset& preset : presets_and_iterated()) {
        for (uint64_t seed = 1; seed <= 20; ++seed) {
            const std::vector<Vec2> metres = swing(preset.tuning, 1.0f, seed);
            for (const float units : {64.0f, 0.125f}) { // powers of 2: all but a few roundings are the same
                const std::vector<Vec2> scaled = swing(preset.tuning, units, seed);
                float miss = 0.0f;
                for (size_t i = 0; i < metres.size(); ++i) { miss = std::max(miss, length(scaled[i] - metres[i])); }
                CAPTURE(preset.name, seed, units, miss);
                CHECK(miss < 1.0e-4f);
            }
        }
    }
}

TEST_CASE("with restitution 1 a body bounces on a lift of constant speed as on a floor", "[law][frames][X5]") {
    for (const Preset& preset : presets()) {
        for (const float step : {1.0f / 30.0f, 1.0f / 60.0f}) {
            for (const float lift : {0.0f, 2.0f, 5.0f, -3.0f}) {
                Random random(64);
                for (int i = 0; i < 20; ++i) {
                    const float radius = random.between(0.1f, 0.4f);
                    const float drop = random.between(0.3f, 1.5f);
                    World world = make_world(sleepless(preset.tuning));
                    const Made moving{.restitution = 1.0f, .velocity = {0.0f, lift}, .type = BodyType::kinematic_body};
                    const BodyId floor = add_box(world, {0.0f, -1.0f}, 40.0f, 2.0f, moving);
                    const Made elastic{.restitution = 1.0f, .velocity = {0.0f, lift}};
                    const Vec2 at{0.0f, radius + drop};
                    const BodyId body = i % 2 == 0 ? add_disc(world, at, radius, elastic)
                                                   : add_box(world, at, 2.0f * radius, 2.0f * radius, elastic);
                    double highest = 0.0; // m: in the last two seconds
                    const int steps = static_cast<int>(10.0f / step);
                    for (int k = 0; k < steps; ++k) {
                        REQUIRE(world.step(step).ok());
                        const WorldState& state = world.state();
                        const double height = state.poses[body.index()].y - state.poses[floor.index()].y - 1.0 -
                                              static_cast<double>(radius);
                        if (5 * k > 4 * steps) { highest = std::max(highest, height); }
                    }
                    const double ratio = highest / static_cast<double>(drop);
                    CAPTURE(preset.name, step, lift, i, radius, drop, ratio);
                    CHECK(ratio > 0.95);
                    CHECK(ratio < 1.02);
                }
            }
        }
    }
}
