// Chains and trees with loads far above their own mass or lever arms far above their size, under the default solver
// (joint_direct.h).
#include <catch2/catch_test_macros.hpp>

#include <cmath>
#include <vector>

#include "support/effort.h"
#include "support/heavy_scene.h"
#include "support/random_scene.h"

using namespace impulse;
using namespace impulse::test;

namespace {

struct Course {
    float gap = 0.0f;  ///< m: widest of any joint, any time
    float gain = 0.0f; ///< J: most energy above that of the start
};

Course watch(World& world, const Hanging& hanging, int steps) {
    Course course;
    const float start = energy_of(world, hanging.bodies);
    for (int i = 0; i < steps; ++i) {
        (void)world.step(kStep);
        course.gap = max(course.gap, worst_separation(world, hanging.joints));
        course.gain = max(course.gain, energy_of(world, hanging.bodies) - start);
    }
    return course;
}

} // namespace

// The spring that is left to a joint is 256 times what an iteration gives it, (2 pi 60 Hz)^2 m, so F parts it by F
// / (256 m w^2): a chain of ten with 1,000 kg by 0.5 mm a hinge, and the fall of the first step, before any
// load is known, is g dt^2 / 2 = 1.4 mm.
TEST_CASE("1,000 kg swing on ten links of 1 kg without joint error and without energy gain", "[X16][trees]") {
    for (const JointType type : {JointType::revolute, JointType::distance}) {
        for (const float mass : {10.0f, 100.0f, 1000.0f}) {
            INFO(static_cast<int>(type) << ", " << mass << " kg");
            World world = make_world(sleepless({}));
            const Hanging hanging = add_heavy_chain(world, type, 10, {1.0f, 0.0f}, mass);
            const Course course = watch(world, hanging, 1200);
            // Under the whip of the last links; the iterations alone part by 35 mm to kilometres. The ends of a rod of
            // 0.5 m pass each other at 46 m/s there: it turns by 0.38 rad a substep and leaves its arc by 0.5 m 0.38^2
            // / 8 = 9 mm, of which one is not taken out before the next.
            CHECK(course.gap < (type == JointType::distance ? 0.018f : 0.010f));
            CHECK(course.gain < 1.0e-3f * kGravity * (10.0f + mass));
        }
    }
}

TEST_CASE("a chain that an impact pulls tight stays together", "[X16][trees]") {
    World world = make_world(sleepless({}));
    const Hanging hanging = add_heavy_chain(world, JointType::revolute, 10, {0.0f, -1.0f}, 1000.0f);
    (void)world.set_velocity(hanging.bodies.back(), {5.0f, 0.0f});
    const Course course = watch(world, hanging, 1200);
    CHECK(course.gap < 0.010f);
    CHECK(course.gain < 1.0e-3f * kGravity * 1010.0f);
}

TEST_CASE("welded beams carry 100 times a link's mass at their ends", "[X16][trees]") {
    World world = make_world(sleepless({}));
    const Hanging beam = add_heavy_chain(world, JointType::weld, 10, {1.0f, 0.0f}, 100.0f);
    const Course course = watch(world, beam, 1200);
    CHECK(worst_separation(world, beam.joints) < 1.0e-3f);
    CHECK(course.gain < 1.0e-3f * kGravity * 110.0f);
}

// A straight bridge has no exact solution: its tension would be endless, and the softness that is left makes
// it finite.
TEST_CASE("a bridge held at both ends, straight or overstretched, comes to rest", "[X16][trees]") {
    for (const float span : {25.0f, 26.0f}) {
        INFO(span);
        World world = make_world(sleepless({}));
        Hanging bridge = add_heavy_chain(world, JointType::revolute, 50, {1.0f, 0.0f}, 0.0f);
        JointDef def =
            joint_def(world, JointType::revolute, bridge.bodies.back(), add_static(world, {span, 0.0f}), {25.0f, 0.0f});
        def.local_anchor_b = {};
        bridge.joints.push_back(*world.create_joint(def));
        run(world, 2400);
        float fastest = 0.0f;
        for (const BodyId body : bridge.bodies) { fastest = max(fastest, length(*world.velocity(body))); }
        CHECK(fastest < 0.01f);
        // 51 hinges share what is missing.
        CHECK(worst_separation(world, bridge.joints) < (span - 25.0f) / 51.0f + 1.0e-3f);
    }
}

// The iteration after the trees may only find what is right already: of what the trees solve, nothing parts.
TEST_CASE("velocities at all joints of a heavy tree agree after a step", "[trees]") {
    World world = make_world(sleepless({}));
    const Hanging mobile = add_mobile(world);
    run(world, 120);
    float worst = 0.0f;
    for (const JointId joint : mobile.joints) {
        const JointDef def = *world.joint_def(joint);
        const JointState state = state_of(world, joint);
        worst = max(worst, length(*world.velocity_at(def.body_b, state.anchor_b) -
                                  *world.velocity_at(def.body_a, state.anchor_a)));
    }
    // The arms have turned by one substep since: w^2 r h, with a radian a second and a metre.
    CHECK(worst < 1.0f / 240.0f);
}

TEST_CASE("joints break at the load of a heavy chain, not below it", "[trees]") {
    for (const float strength : {10500.0f, 9000.0f}) {
        World world = make_world(sleepless({}));
        const Hanging hanging = add_heavy_chain(world, JointType::revolute, 10, {0.0f, -1.0f}, 1000.0f);
        run(world, 300); // at rest: 1,010 kg hang on the first, 9,908 N
        REQUIRE(!change_joint(world, hanging.joints.front(), [&](JointDef& def) { def.break_force = strength; }));
        run(world, 10);
        CHECK(world.is_valid(hanging.joints.front()) == (strength > 10000.0f));
    }
}

namespace {

/// J: most energy above that of the start in 600 steps.
float gain_of(World& world, float dt) {
    const auto total = [&] { return world.energy().kinetic + world.energy().potential; };
    const float start = total();
    float most = start;
    for (int i = 0; i < 600; ++i) {
        (void)world.step(dt);
        most = max(most, total());
    }
    return most - start;
}

const Made kApart{.filter = {.group = -1}};

} // namespace

// Motors and wheels' limits weigh their own two bodies. What is solved as one beside them threw them about: an arm of
// four boxes whose motors hold it went at 67 m/s, three wheels with limits gained 1e16 J.
TEST_CASE("arms held by motors and rows of wheels with limits gain no energy", "[trees]") {
    for (const float dt : {1.0f / 60.0f, 1.0f / 240.0f}) {
        for (int count = 2; count <= 5; ++count) {
            CAPTURE(dt, count);
            World world = make_world(sleepless({}));
            BodyId parent = add_static(world);
            for (int i = 0; i < count; ++i) {
                const BodyId box = add_box(world, {static_cast<float>(i) + 0.5f, 0.0f}, 1.0f, 0.4f, kApart);
                JointDef def = joint_def(world, JointType::revolute, parent, box, {static_cast<float>(i), 0.0f});
                def.max_motor = 1.0e20f;
                REQUIRE(world.create_joint(def));
                parent = box;
            }
            // Semi-implicit Euler lags by g h / 2 of speed, which what falls at 1 m/s at first has as g h / 2 J a kg.
            CHECK(gain_of(world, dt) < 0.5f * kGravity * dt * static_cast<float>(count));
            CHECK(length(*world.velocity(parent)) < 0.02f);
        }
        for (const JointType type : {JointType::wheel, JointType::prismatic}) {
            for (const float arm : {1.0f, 3.0f}) {
                CAPTURE(dt, static_cast<int>(type), arm);
                World world = make_world(sleepless({}));
                BodyId parent = add_static(world);
                for (int i = 0; i < 3; ++i) {
                    const BodyId box = add_box(world, {arm * static_cast<float>(i + 1), 0.0f}, 0.5f, 0.5f, kApart);
                    JointDef def =
                        joint_def(world, type, parent, box, {arm * static_cast<float>(i), 0.0f}, {0.6f, 0.8f});
                    def.lower = -0.2f;
                    def.upper = 0.2f;
                    REQUIRE(world.create_joint(def));
                    parent = box;
                }
                CHECK(gain_of(world, dt) < 0.1f);
            }
        }
    }
}

// Loads near the one from which trees are solved as one: going over and back every few steps shook the beam for ever.
TEST_CASE("beams of any number of welded boxes come to rest under their own weight", "[trees]") {
    for (const float dt : {1.0f / 60.0f, 1.0f / 240.0f}) {
        for (int count = 2; count <= 8; ++count) {
            CAPTURE(dt, count);
            World world = make_world(sleepless({}));
            BodyId parent = add_static(world);
            JointId root{};
            for (int i = 0; i < count; ++i) {
                const BodyId box = add_box(world, {static_cast<float>(i) + 0.5f, 0.0f}, 1.0f, 0.5f, kApart);
                const JointId weld =
                    *world.create_joint(joint_def(world, JointType::weld, parent, box, {static_cast<float>(i), 0.0f}));
                if (i == 0) { root = weld; }
                parent = box;
            }
            for (int i = 0; i < 1200; ++i) { (void)world.step(dt); }
            const float held = kGravity * static_cast<float>(count * count) / 2.0f;
            for (int i = 0; i < 30; ++i) {
                (void)world.step(dt);
                CHECK(near(world.joint_reaction(root)->torque, held, 0.002f * held));
            }
            CHECK(length(*world.velocity(parent)) < 1.0e-4f);
        }
    }
}

// A post that carries two shelves: some of its joints near that load, some far below.
TEST_CASE("a post with two welded shelves falls asleep", "[trees][sleep]") {
    World world = make_world({});
    const auto weld = [&](BodyId a, BodyId b, Vec2 at) {
        REQUIRE(world.create_joint(joint_def(world, JointType::weld, a, b, at)));
    };
    const Made made{.mass = 0.2f, .filter = {.group = -1}};
    const BodyId post = add_box(world, {0.0f, 1.0f}, 0.3f, 2.0f, {.mass = 0.6f, .filter = {.group = -1}});
    weld(add_static(world), post, {});
    for (const float side : {-1.0f, 1.0f}) {
        BodyId parent = post;
        for (int i = 0; i < 3; ++i) {
            const float x = static_cast<float>(i);
            const BodyId board = add_box(world, {side * (0.65f + x), 1.9f}, 1.0f, 0.2f, made);
            weld(parent, board, {side * (0.15f + x), 1.9f});
            parent = board;
        }
    }
    run(world, 600);
    CHECK(world.awake_count() == 0);
}

// Bodies of like mass on hinges anywhere, hung up or thrown: the projections lose energy, and nothing may give any.
TEST_CASE("random trees of hinges gain no energy", "[trees][law]") {
    ParameterSweep sweep; // over both halves
    for (uint64_t seed = 1; seed <= 160; ++seed) {
        if (!sweep.takes()) { continue; }
        const bool uneven = seed > 80; // up to 100 kg between links of 0.5
        CAPTURE(seed, uneven);
        Random random(seed);
        World world = make_world(sleepless({}));
        const BodyId wall = add_static(world);
        std::vector<BodyId> bodies;
        std::vector<Vec2> places;
        const uint32_t count = 2 + random.below(7);
        float total_mass = 0.0f;
        for (uint32_t i = 0; i < count; ++i) {
            const uint32_t parent = i == 0 ? 0 : random.below(2) == 0 ? i - 1 : random.below(i);
            const Vec2 from = i == 0 ? Vec2{} : places[parent];
            const Rot way = make_rot(random.between(-3.0f, 3.0f));
            const Vec2 at = from + random.between(0.4f, 2.0f) * Vec2{way.c, way.s};
            const float size = random.between(0.2f, 0.6f);
            const float mass =
                uneven && random.below(3) == 0 ? random.between(5.0f, 100.0f) : random.between(0.5f, 2.0f);
            const BodyId body = add_box(world, at, size, 0.7f * size, {.mass = mass, .filter = {.group = -1}});
            total_mass += mass;
            if (i > 0 || random.below(4) != 0) {
                const Vec2 hinge = from + random.between(0.0f, 1.0f) * (at - from);
                (void)add_hinge(world, i == 0 ? wall : bodies[parent], body, hinge);
            }
            bodies.push_back(body);
            places.push_back(at);
        }
        const float start = energy_of(world, bodies);
        float most = start;
        for (int i = 0; i < 300; ++i) {
            (void)world.step(kStep);
            most = max(most, energy_of(world, bodies));
        }
        // Links that whip are pulled back onto their arcs, by up to centimetres.
        CHECK(most - start < 0.02f * kGravity * total_mass);
    }
}

// Rods at the ends of a light link turn it back as hinges do: 10 kN on arms of 0.3 m and 0.03 kg m^2 are faster than a
// substep.
TEST_CASE("1,000 kg on two links between rods swing in place", "[trees]") {
    for (const float speed : {0.1f, 1.0f}) {
        CAPTURE(speed);
        World world = make_world(sleepless({}));
        BodyId parent = add_static(world);
        std::vector<JointId> joints;
        for (int i = 0; i < 2; ++i) {
            const BodyId link = add_box(world, {0.0f, -static_cast<float>(i) - 0.5f}, 0.2f, 0.6f, kApart);
            JointDef def = joint_def(world, JointType::distance, parent, link, {});
            def.local_anchor_a = {0.0f, i == 0 ? 0.0f : -0.3f};
            def.local_anchor_b = {0.0f, 0.3f};
            def.length = i == 0 ? 0.2f : 0.4f;
            joints.push_back(*world.create_joint(def));
            parent = link;
        }
        const BodyId weight = add_box(world, {0.0f, -2.5f}, 0.6f, 0.6f, {.mass = 1000.0f, .filter = {.group = -1}});
        joints.push_back(add_hinge(world, parent, weight, {0.0f, -2.0f}));
        run(world, 120);
        (void)world.set_velocity(weight, {speed, 0.0f});
        float gap = 0.0f;
        for (int i = 0; i < 600; ++i) {
            (void)world.step(kStep);
            gap = max(gap, worst_separation(world, joints));
        }
        CHECK(gap < 2.0e-3f);
        // v^2 / 2 g is 0.05 m at most.
        CHECK(position(world, weight).y < -2.5f + 0.06f);
        CHECK(position(world, weight).y > -2.51f);
    }
}

// Nothing exerts a torque: rods end at the centres, and there is no friction. Arms are rounded by 2^-22 m: 100 N for 5
// s turn 0.1 kg m^2 by at most 1e-3 rad/s.
TEST_CASE("balls without friction that swing side by side on rods do not begin to rotate", "[trees]") {
    for (uint64_t seed = 1; seed <= 40; ++seed) {
        CAPTURE(seed);
        Random random(seed);
        Tuning tuning = sleepless({});
        if (seed % 2 == 0) { tuning.impacts = Impacts::zero_duration; }
        World world = make_world(tuning);
        const BodyId beam = add_static(world, {0.0f, random.between(0.0f, 5.0f)});
        const uint32_t count = 2 + random.below(5);
        const uint32_t pulled = 1 + random.below(count);
        const float radius = random.between(0.2f, 0.8f);
        const float length = random.between(1.0f, 5.0f);
        const Rot aside = make_rot(random.between(0.2f, 0.9f));
        std::vector<BodyId> balls;
        for (uint32_t i = 0; i < count; ++i) {
            const Vec2 top = position(world, beam) + Vec2{2.0f * radius * static_cast<float>(i), 0.0f};
            const Vec2 rod = length * (i < pulled ? Vec2{-aside.s, -aside.c} : Vec2{0.0f, -1.0f});
            balls.push_back(add_disc(world, top + rod, radius, {.mass = 4.0f, .friction = 0.0f, .restitution = 1.0f}));
            JointDef def = joint_def(world, JointType::distance, beam, balls.back(), top);
            def.local_anchor_b = {};
            def.length = length;
            (void)world.create_joint(def);
        }
        const float start = total_energy(world);
        run(world, 300);
        for (const BodyId ball : balls) { CHECK(std::abs(w_of(world, ball)) < 1.0e-3f); }
        CHECK(total_energy(world) - start < 0.01f * length * kGravity * 4.0f * static_cast<float>(pulled));
    }
}

TEST_CASE("1,000 kg thrown up on ten links fall back into the chain without energy gain", "[trees]") {
    for (const JointType type : {JointType::revolute, JointType::distance}) {
        for (const Vec2 kick : {Vec2{1.0f, 0.0f}, Vec2{3.0f, 3.0f}, Vec2{-2.0f, 4.0f}}) {
            CAPTURE(static_cast<int>(type), kick.x, kick.y);
            World world = make_world(sleepless({}));
            const Hanging hanging = add_heavy_chain(world, type, 10, {0.0f, -1.0f}, 1000.0f);
            run(world, 120);
            (void)world.set_velocity(hanging.bodies.back(), kick);
            const Course course = watch(world, hanging, 600);
            CHECK(course.gap < 0.05f); // where 9 kJ draw the chain tight at once
            CHECK(course.gain < 1.0e-3f * kGravity * 1010.0f);
        }
    }
}

namespace {

struct Kin {
    bool long_arms, limits, falls;
    float heaviest; // kg; the lightest has 1
    bool friction = false, springs = false;
};

/// Boxes of 0.1 to 0.3 m that hinges, sliders, rods, ropes and welds hold by points that are near or metres away,
/// thrown about. Returns by how much more energy there is at most in the second five seconds than in the first, of the
/// kinetic energy at first.
double gain_of_tree(uint64_t seed, const Kin& kin) {
    Random random(seed);
    World world = make_world(sleepless({}), kin.falls ? Vec2{0.0f, -kGravity} : Vec2{});
    const auto way = [&] {
        const Rot q = make_rot(random.between(-3.0f, 3.0f));
        return Vec2{q.c, q.s};
    };
    const auto arm = [&] {
        const float r = kin.long_arms ? random.between(1.0f, 3.0f) : random.between(0.05f, 0.3f);
        return r * way();
    };
    std::vector<BodyId> bodies{add_static(world)};
    std::vector<Vec2> places{{}};
    const uint32_t count = 4 + random.below(9);
    for (uint32_t i = 1; i <= count; ++i) {
        const uint32_t parent = random.below(3) == 0 ? random.below(i) : i - 1;
        const Vec2 anchor = places[parent] + (parent == 0 ? Vec2{} : arm());
        const Vec2 at = anchor + arm();
        const float size = random.between(0.1f, 0.3f);
        const Made made{.mass = random.below(2) == 0 ? 1.0f : kin.heaviest,
                        .velocity = way(),
                        .w = random.between(-3.0f, 3.0f),
                        .filter = {.group = -1}};
        bodies.push_back(add_box(world, at, size, 0.7f * size, made));
        places.push_back(at);
        if (parent == 0 && !kin.falls && i > 1) { continue; } // flies
        constexpr JointType kTypes[] = {JointType::revolute, JointType::prismatic, JointType::distance,
                                        JointType::weld};
        const JointType type = kTypes[random.below(4)];
        JointDef def = joint_def(world, type, bodies[parent], bodies[i], anchor, way());
        if (type == JointType::distance) {
            def.local_anchor_b = arm();
            def.length = length(at + def.local_anchor_b - anchor);
        }
        // What falls along a slider without an end comes to arms of a thousand metres.
        if (type != JointType::weld && (kin.limits || (kin.falls && type == JointType::prismatic))) {
            const float middle = type == JointType::distance ? def.length : 0.0f;
            def.lower = middle - random.between(0.0f, middle > 0.0f ? 0.5f * middle : 1.0f);
            def.upper = middle + random.between(0.1f, 1.0f);
        }
        if (type == JointType::revolute || type == JointType::prismatic) {
            if (kin.friction) {
                def.max_motor = random.below(2) == 0 ? random.between(0.1f, 10.0f) : random.between(10.0f, 1.0e4f);
            }
            if (kin.springs) { def.hertz = random.between(0.5f, 10.0f); }
            if (kin.springs) { def.damping = random.between(0.0f, 1.0f); }
        } else if (type == JointType::weld && kin.springs) {
            def.angular_hertz = random.between(0.0f, 10.0f);
        }
        (void)*world.create_joint(def);
    }
    const auto energy = [&] {
        return static_cast<double>(world.energy().kinetic) + static_cast<double>(world.energy().potential);
    };
    (void)world.step(kStep); // what was thrown apart goes together
    const double start = static_cast<double>(world.energy().kinetic);
    double most[2] = {energy(), -1.0e30};
    for (int i = 0; i < 600; ++i) {
        (void)world.step(kStep);
        most[i / 300] = std::max(most[i / 300], energy());
    }
    return (most[1] - most[0]) / start;
}

} // namespace

// Solved all at once and exactly, velocities are projected, which takes energy. Joints give back as springs what they
// took from a blow, but within seconds. What is left is what relaxing leaves of a push: twice S / (K + S), 1e-5. Swept
// joint after joint, every ninth of these trees gained, most of those beyond all bounds.
TEST_CASE("trees of any joints, lever arms, limits and masses gain no energy", "[trees][law]") {
    for (const bool long_arms : {false, true}) {
        for (const bool limits : {false, true}) {
            for (const bool falls : {false, true}) {
                for (const float heaviest : {1.0f, 100.0f}) {
                    for (uint64_t seed = 1; seed <= seeds_of(20); ++seed) {
                        CAPTURE(long_arms, limits, falls, heaviest, seed);
                        CHECK(gain_of_tree(seed, {long_arms, limits, falls, heaviest}) < 1.0e-3);
                    }
                }
            }
        }
    }
}

// Swept beside what is solved as one, or joint after joint where that was barred, a quarter of these gained, most
// beyond all bounds.
TEST_CASE("trees whose joints have friction or springs gain no energy", "[trees][law]") {
    for (const bool springs : {false, true}) {
        for (const bool long_arms : {false, true}) {
            for (const bool limits : {false, true}) {
                for (const bool falls : {false, true}) {
                    for (const float heaviest : {1.0f, 100.0f}) {
                        for (uint64_t seed = 1; seed <= seeds_of(10); ++seed) {
                            CAPTURE(springs, long_arms, limits, falls, heaviest, seed);
                            CHECK(gain_of_tree(seed, {long_arms, limits, falls, heaviest, !springs, springs}) < 1.0e-3);
                        }
                    }
                }
            }
        }
    }
}

// As a spring of what its two bodies weigh, a limit threw an arm of 5 m back with three quarters of its energy.
TEST_CASE("a limit stops a long arm", "[trees]") {
    for (const JointType type : {JointType::revolute, JointType::prismatic}) {
        for (const float arm : {0.5f, 1.0f, 2.0f}) {
            CAPTURE(static_cast<int>(type), arm);
            World world = make_world(sleepless({}));
            const BodyId box = add_box(world, {arm, 0.0f}, 0.3f, 0.3f, kApart);
            JointDef def = joint_def(world, type, add_static(world), box, {}, {0.0f, 1.0f});
            def.lower = -0.5f;
            const JointId joint = *world.create_joint(def);
            bool reached = false;
            for (int i = 0; i < 120; ++i) {
                (void)world.step(kStep);
                if (reached) {
                    CHECK(world.energy().kinetic < 0.01f);
                } // of 2 J and more, a step after it came next to the limit
                const JointState state = state_of(world, joint);
                reached = reached || min(state.angle, state.translation) < def.lower + 1.0e-3f;
            }
            CHECK(reached);
        }
    }
}
