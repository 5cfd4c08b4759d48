// Light bodies carry heavy ones without throwing them (X19, X20).
#include <catch2/catch_test_macros.hpp>

#include <cmath>

#include "solvers/matrix.h"
#include "support/joints.h"
#include "support/uneven.h"

using namespace impulse;
using namespace impulse::test;

namespace {

/// The bodies' centre of mass, m above the floor.
float height_of(const World& world, const std::vector<BodyId>& bodies) {
    float moment = 0.0f;
    float mass = 0.0f;
    for (const BodyId body : bodies) {
        const float m = world.mass_data(body)->mass;
        moment += m * world.world_center(body)->y;
        mass += m;
    }
    return moment / mass;
}

/// Falls `fall` m and stays `seconds`: how far the centre of mass rises again from the lowest it came to, over the
/// fall.
float rise_after_fall(World& world, const std::vector<BodyId>& bodies, float fall, float seconds) {
    float lowest = height_of(world, bodies);
    float rise = 0.0f;
    for (int i = 0; i < steps_of(seconds); ++i) {
        (void)world.step(kStep);
        const float now = height_of(world, bodies);
        if (!(now <= 1.0e6f)) { return 1.0e6f; }
        lowest = min(lowest, now);
        rise = max(rise, now - lowest);
    }
    return rise / fall;
}

// A box of `ratio` kg on a disc of 1 kg, which is joined to it and 0.4 m above the floor. It lands after 0.29 s; what
// comes back by a twentieth of the fall does so within 0.13 s, long before the box, a pendulum upside down, has rolled
// off.
float rise_on_disc(const Tuning& tuning, JointType type, float ratio, uint64_t seed) {
    constexpr float kFall = 0.4f;
    World world = make_world(sleepless(tuning));
    add_floor(world);
    Uneven uneven(seed);
    const Vec2 axle{uneven.aside(), kFall + 0.12f};
    const BodyId disc = add_disc(world, axle, 0.12f);
    const BodyId top = uneven.box(world, {0.0f, kFall + 0.54f}, 1.2f, 0.6f, {.mass = ratio});
    JointDef def = joint_def(world, type, top, disc, axle, type == JointType::prismatic ? Vec2{0.0f, 1.0f} : Vec2{});
    if (type == JointType::prismatic) { def.lower = def.upper = 0.0f; }
    (void)world.create_joint(def);
    return rise_after_fall(world, {disc, top}, kFall, 0.9f);
}

struct CartRun {
    float rise = 0.0f;
    float tilt = 0.0f; ///< rad, at the end
};

// A chassis of `ratio` kg on two wheels of 1 kg on hinges, dropped from 0.25 m.
CartRun drop_cart(const Tuning& tuning, float ratio) {
    constexpr float kFall = 0.25f;
    World world = make_world(sleepless(tuning));
    add_floor(world);
    const BodyId chassis = add_box(world, {0.0f, kFall + 0.3f}, 2.4f, 0.4f, {.mass = ratio, .filter = {.group = -1}});
    std::vector<BodyId> bodies{chassis};
    for (const float x : {-0.9f, 0.9f}) {
        const BodyId wheel = add_disc(world, {x, kFall + 0.15f}, 0.15f, {.friction = 0.9f, .filter = {.group = -1}});
        (void)add_hinge(world, chassis, wheel, {x, kFall + 0.15f});
        bodies.push_back(wheel);
    }
    CartRun cart;
    cart.rise = rise_after_fall(world, bodies, kFall, 5.0f);
    cart.tilt = tilt(world, chassis);
    return cart;
}

/// Fastest way up of a body that has fallen onto something, over the speed it came with.
float thrown_back(World& world, BodyId falls, float seconds) {
    float came = 0.0f;
    float left = 0.0f;
    for (int i = 0; i < steps_of(seconds); ++i) {
        (void)world.step(kStep);
        came = max(came, -velocity(world, falls).y);
        left = max(left, velocity(world, falls).y);
    }
    return left / came;
}

float thrown_by_crate(const Tuning& tuning, float ratio) {
    World world = make_world(sleepless(tuning));
    add_floor(world);
    add_box(world, {0.0f, 0.6f}, 1.2f, 1.2f);
    const BodyId heavy = add_box(world, {0.0f, 3.3f}, 1.2f, 1.2f, {.mass = ratio}); // falls 1.5 m
    return thrown_back(world, heavy, 2.0f);
}

/// A box or disc of 5 to 100 kg that falls by 0.25 to 10 m onto a box or disc of 1 kg; 0.3 to 2 m in size.
float thrown_at_random(const Tuning& tuning, uint64_t seed) {
    Random random(seed);
    World world = make_world(sleepless(tuning));
    add_floor(world);
    const float under = random.between(0.3f, 2.0f);
    const float over = random.between(0.3f, 2.0f);
    const bool round_below = random.below(2) == 1;
    const Vec2 at{round_below ? 0.0f : random.between(-0.1f, 0.1f) * under,
                  under + random.between(0.25f, 10.0f) + 0.5f * over};
    const Made falls{.mass = std::exp(random.between(std::log(5.0f), std::log(100.0f)))};
    if (round_below) {
        add_disc(world, {0.0f, 0.5f * under}, 0.5f * under, {.mass = 1.0f});
    } else {
        add_box(world, {0.0f, 0.5f * under}, under, under, {.mass = 1.0f});
    }
    const BodyId heavy =
        random.below(2) == 1 ? add_disc(world, at, 0.5f * over, falls) : add_box(world, at, over, over, falls);
    return thrown_back(world, heavy, 4.0f);
}

// Planks of 1 kg in a row, hinged to a post at either end and to each other by `type`. None of them can move: what
// falls on them has nothing to come back from.
float thrown_by_planks(const Tuning& tuning, JointType type, int planks, float ratio) {
    World world = make_world(sleepless(tuning));
    add_floor(world);
    const float length = 3.0f / static_cast<float>(planks);
    BodyId last = add_static(world, {-1.5f, 3.0f});
    for (int i = 0; i < planks; ++i) {
        const float x = length * static_cast<float>(i) - 1.5f;
        const BodyId plank = add_box(world, {x + 0.5f * length, 3.0f}, length, 0.2f, {.filter = {.group = -1}});
        const JointType kind = i == 0 ? JointType::revolute : type;
        (void)world.create_joint(joint_def(world, kind, last, plank, {x, 3.0f}));
        last = plank;
    }
    (void)add_hinge(world, last, add_static(world, {1.5f, 3.0f}), {1.5f, 3.0f});
    run(world, steps_of(2.0f));
    const BodyId heavy = add_box(world, {0.1f, 5.1f}, 1.0f, 1.0f, {.mass = ratio}); // falls 1.5 m
    return thrown_back(world, heavy, 1.2f);
}

} // namespace

TEST_CASE("a heavy box joined to a light disc does not rise after landing", "[law][heavy][X19][matrix]") {
    for (const Preset& preset : presets()) {
        const auto worst = [&](JointType type) {
            float rise = 0.0f;
            for (const float ratio : {25.0f, 60.0f, 150.0f}) {
                for (const uint64_t seed : kUnevenSeeds) {
                    rise = max(rise, rise_on_disc(preset.tuning, type, ratio, seed));
                }
            }
            return rise;
        };
        judge(preset, kHingeRise, worst(JointType::revolute));
        judge(preset, kWeldRise, worst(JointType::weld));
        judge(preset, kSliderRise, worst(JointType::prismatic));
    }
}

TEST_CASE("a heavy cart on light wheels lands and stays on its wheels", "[law][heavy][X19][matrix]") {
    for (const Preset& preset : presets()) {
        CartRun worst;
        for (const float ratio : {30.0f, 90.0f, 250.0f}) {
            const CartRun cart = drop_cart(preset.tuning, ratio);
            worst = {max(worst.rise, cart.rise), max(worst.tilt, cart.tilt)};
        }
        judge(preset, kCartRise, worst.rise);
        judge(preset, kCartTilt, worst.tilt);
    }
}

TEST_CASE("a body that falls with restitution 0 on a lighter one does not rebound", "[law][heavy][X20][matrix]") {
    for (const Preset& preset : presets()) {
        float crate = 0.0f;
        float planks = 0.0f;
        for (const float ratio : {5.0f, 10.0f, 100.0f}) {
            crate = max(crate, thrown_by_crate(preset.tuning, ratio));
            planks = max(planks, thrown_by_planks(preset.tuning, JointType::revolute, 1, ratio));
            planks = max(planks, thrown_by_planks(preset.tuning, JointType::weld, 3, ratio));
        }
        judge(preset, kCrateThrow, crate);
        judge(preset, kPlankThrow, planks);
    }
}

// Mean of 3,000 falls: 0.007. It was 0.052, at most 0.17, with impulses that were passive, but not without bounce
// (passive.h).
TEST_CASE("from any height a body falls on a lighter one and does not rebound", "[law][heavy][X20]") {
    const int count = static_cast<int>(seeds_of(400));
    float sum = 0.0f;
    for (uint64_t seed = 1; seed <= static_cast<uint64_t>(count); ++seed) {
        CAPTURE(seed);
        const float share = thrown_at_random({}, seed);
        CHECK(share <= 0.1f);
        sum += share;
    }
    CHECK(sum / static_cast<float>(count) <= 0.02f);
}

// Its two contacts are at unequal distances from the centre. Mean of 1,500 falls: 0.016. It was 0.06, at most 0.16,
// when a contact saw one body only (line_search.h).
TEST_CASE("a box that lands flat on a lighter one, off its centre, does not rebound", "[law][heavy][X20]") {
    const int count = static_cast<int>(seeds_of(200));
    float sum = 0.0f;
    for (uint64_t seed = 1; seed <= static_cast<uint64_t>(count); ++seed) {
        Random random(seed);
        World world = make_world(sleepless({}));
        add_floor(world);
        const float under = random.between(0.3f, 2.0f);
        const float over = random.between(0.3f, 2.0f);
        add_box(world, {0.0f, 0.5f * under}, under, under, {});
        const float drop = random.between(0.25f, 10.0f);
        const Vec2 at{random.between(-0.3f, 0.3f) * min(under, over), under + drop + 0.5f * over};
        const float mass = std::exp(random.between(std::log(5.0f), std::log(100.0f)));
        const BodyId heavy = add_box(world, at, over, over, {.mass = mass});
        // For half a second: it may topple over then.
        const float share = thrown_back(world, heavy, std::sqrt(2.0f * drop / kGravity) + 0.5f);
        CAPTURE(seed, mass);
        CHECK(share <= 0.1f);
        sum += share;
    }
    CHECK(sum / static_cast<float>(count) <= 0.03f);
}

enum class Held : uint8_t { slider_motor, motor_joint, hinge_brake, moved_limits, moving_platform };

/// A box or disc of 5 to 80 kg that falls by 0.2 to 5 m onto a plate of 1 kg, which something holds or moves up or down
/// at `speed`. The largest velocity away from the plate, over that of the impact.
float thrown_by_plate(uint64_t seed, Held held, float speed) {
    Random random(seed);
    World world = make_world(sleepless({}));
    const bool platform = held == Held::moving_platform;
    const BodyId post = add_box(world, {0.0f, -9.0f}, 0.2f, 0.2f,
                                {.type = platform ? BodyType::kinematic_body : BodyType::static_body});
    const float width = random.between(0.8f, 3.0f);
    const BodyId plate = add_box(world, {}, width, random.between(0.1f, 0.6f));
    const JointType type = platform                    ? JointType::weld
                           : held == Held::motor_joint ? JointType::motor
                           : held == Held::hinge_brake ? JointType::revolute
                                                       : JointType::prismatic;
    const Vec2 anchor = held == Held::hinge_brake ? Vec2{-0.5f * width, 0.0f} : Vec2{};
    JointDef def = joint_def(world, type, post, plate, anchor, {0.0f, 1.0f});
    if (held == Held::moved_limits) {
        def.lower = def.upper = 0.0f;
    } else {
        def.max_motor = kUnlimited;
        def.motor_speed = held == Held::slider_motor ? speed : 0.0f;
        def.velocity = {0.0f, speed};
    }
    const JointId joint = *world.create_joint(def);
    if (platform) { (void)world.set_velocity(post, {0.0f, speed}); }
    const auto step = [&] {
        if (held == Held::moved_limits) {
            def.lower = def.upper = def.lower + speed * kStep;
            (void)world.set_joint(joint, def);
        }
        (void)world.step(kStep);
    };
    for (int i = 0; i < 30; ++i) { step(); }
    const float drop = random.between(0.2f, 5.0f);
    const float size = random.between(0.3f, 1.2f);
    const Made falls{.mass = std::exp(random.between(std::log(5.0f), std::log(80.0f)))};
    const Vec2 at{random.between(-0.3f, 0.3f) * width, position(world, plate).y + 0.3f + drop + size};
    const BodyId heavy =
        random.below(2) == 1 ? add_disc(world, at, 0.5f * size, falls) : add_box(world, at, size, size, falls);
    float came = 0.0f;
    float left = 0.0f;
    for (int i = 0; i < steps_of(std::sqrt(2.0f * (drop + 0.6f) / kGravity) + 0.5f); ++i) {
        step();
        const float v = velocity(world, heavy).y - speed;
        came = max(came, -v);
        if (came > 1.0f) { left = max(left, v); } // it begins at rest, so from a plate that goes down it comes away
    }
    return left / came;
}

// A motor, a bound and a platform do the work of what is at rest where they are (passive.h). As energy sources they
// threw back 0.12 (motors) to 0.27 of the speed on average, 0.49 at most.
TEST_CASE("what falls onto a plate that a motor, a limit or a platform holds or moves does not rebound",
          "[law][heavy][X20][brake]") {
    const int count = static_cast<int>(seeds_of(40));
    for (const Held held :
         {Held::slider_motor, Held::motor_joint, Held::hinge_brake, Held::moved_limits, Held::moving_platform}) {
        for (const float speed : {0.0f, 1.0f, -1.0f, 3.0f}) {
            if (held == Held::hinge_brake && speed != 0.0f) { continue; }
            float sum = 0.0f;
            for (uint64_t seed = 1; seed <= static_cast<uint64_t>(count); ++seed) {
                const float back = thrown_by_plate(seed, held, speed);
                CAPTURE(static_cast<int>(held), speed, seed);
                CHECK(back <= 0.1f);
                sum += back;
            }
            CAPTURE(static_cast<int>(held), speed);
            CHECK(sum / static_cast<float>(count) <= 0.03f);
        }
    }
}

TEST_CASE("an uneven pyramid carries hundreds of times the weight of a box on its top", "[law][heavy][X20][matrix]") {
    ParameterSweep sweep;
    for (const Preset& preset : presets()) {
        float sinks = 0.0f;
        int fallen = 0;
        for (const float ratio : {100.0f, 190.0f, 300.0f}) {
            if (!sweep.takes()) { continue; }
            for (uint64_t seed = 1; seed <= seeds_of(3); ++seed) {
                World world = make_world(sleepless(preset.tuning));
                add_floor(world);
                const std::vector<BodyId> boxes = add_pyramid(world, 9, 0.0f, ratio, seed);
                run(world, steps_of(6.0f));
                const float sink = 8.5f - position(world, boxes.back()).y;
                fallen += sink < 0.5f ? 0 : 1;
                sinks = max(sinks, sink);
            }
        }
        judge_whole(preset, kLoadedPyramids, static_cast<float>(fallen));
        judge_whole(preset, kLoadedPyramidSink, sinks);
    }
}
