// Islands fall asleep together and are woken by anything that could move them.
#include <catch2/catch_test_macros.hpp>

#include "solvers/presets.h"
#include "support/effort.h"
#include "support/joints.h"
#include "support/rows.h"
#include "support/scene.h"
#include "support/sweeps.h"
#include "support/uneven.h"

using namespace impulse;
using namespace impulse::test;

namespace {

struct Sleepers {
    World world = make_world(umbra_preset());
    BodyId floor = add_floor(world);
    std::vector<BodyId> stack = add_box_stack(world, 3);
    BodyId apart = add_box(world, {10.0f, 0.5f}, 1.0f, 1.0f);
    Sleepers() { run(world, 180); }
    bool asleep(BodyId body) const { return !*world.awake(body); }
};

void set_surface_speed(World& world, BodyId body, float speed) {
    ShapeId shape{};
    REQUIRE(world.shapes(body, {&shape, 1}).ok());
    Material material = world.shape_def(shape)->material;
    material.tangent_speed = speed;
    REQUIRE(!world.set_material(shape, material));
}

} // namespace

TEST_CASE("awake islands are counted, with and without sleeping", "[law][sleep]") {
    for (const bool sleep : {true, false}) {
        Tuning tuning;
        tuning.sleep = sleep;
        World world = make_world(tuning);
        add_floor(world);
        add_box_stack(world, 3);
        add_box_stack(world, 2, 5.0f);
        CAPTURE(sleep);
        CHECK(world.step(kStep)->islands == 2);
    }
}

TEST_CASE("a body sleeps after resting for the sleep time, and not before", "[law][sleep]") {
    World world = make_world(umbra_preset());
    add_floor(world);
    const BodyId box = add_box(world, {0.0f, 0.5f}, 1.0f, 1.0f);
    int events = 0;
    for (int i = 0; i < 60; ++i) {
        (void)world.step(kStep);
        for (const Event& event : world.events()) { events += event.type == EventType::sleep ? 1 : 0; }
        if (i < 29) { CHECK(*world.awake(box)); } // 0.5 s are 30 steps
    }
    CHECK_FALSE(*world.awake(box));
    CHECK(events == 1);
    CHECK(velocity(world, box) == Vec2{});
}

TEST_CASE("a sleeping world takes no work and does not change by a bit", "[law][sleep]") {
    Sleepers s;
    REQUIRE(s.world.awake_count() == 0);
    const uint64_t before = s.world.hash();
    for (int i = 0; i < 60; ++i) {
        const StepReport report = *s.world.step(kStep);
        CHECK(report.awake_bodies == 0);
        CHECK(report.contacts == 0);
        CHECK(report.events == 0);
    }
    CHECK(s.world.hash() == before);
}

TEST_CASE("an impact wakes the whole island and no other", "[law][sleep]") {
    Sleepers s;
    add_disc(s.world, {-2.0f, 2.5f}, 0.3f, {.velocity = {8.0f, 0.0f}});
    for (int i = 0; i < 30 && s.asleep(s.stack[2]); ++i) { (void)s.world.step(kStep); }
    for (const BodyId box : s.stack) { CHECK_FALSE(s.asleep(box)); }
    CHECK(s.asleep(s.apart));
    CHECK(velocity(s.world, s.stack[2]).x > 0.0f);
}

TEST_CASE("removing, moving or changing a support wakes the bodies on it", "[law][sleep]") {
    SECTION("destroyed") {
        Sleepers s;
        CHECK_FALSE(s.world.destroy_body(s.stack[0]));
        run(s.world, 10);
        CHECK(position(s.world, s.stack[2]).y < 2.45f);
        CHECK(s.asleep(s.apart));
    }
    SECTION("disabled") {
        Sleepers s;
        CHECK_FALSE(s.world.set_enabled(s.stack[0], false));
        run(s.world, 10);
        CHECK(position(s.world, s.stack[2]).y < 2.45f);
    }
    SECTION("placed elsewhere, dynamic") {
        Sleepers s;
        CHECK_FALSE(s.world.set_transform(s.stack[0], {20.0f, 0.5f}, 0.0f));
        run(s.world, 10);
        CHECK(position(s.world, s.stack[2]).y < 2.45f);
    }
    SECTION("placed elsewhere, static") {
        Sleepers s;
        CHECK_FALSE(s.world.set_transform(s.floor, {0.0f, -3.0f}, 0.0f));
        run(s.world, 10);
        CHECK(position(s.world, s.stack[0]).y < 0.45f);
        CHECK(position(s.world, s.apart).y < 0.45f);
    }
    SECTION("lowered by less than contacts reach") {
        Sleepers s;
        CHECK_FALSE(s.world.set_transform(s.floor, {0.0f, -1.015f}, 0.0f));
        run(s.world, 30);
        CHECK(position(s.world, s.apart).y < 0.49f);
    }
    SECTION("its shape destroyed") {
        Sleepers s;
        ShapeId shape[1];
        REQUIRE(*s.world.shapes(s.floor, shape) == 1);
        CHECK_FALSE(s.world.destroy_shape(shape[0]));
        run(s.world, 10);
        CHECK(position(s.world, s.stack[0]).y < 0.45f);
    }
    SECTION("its shape made smaller") {
        Sleepers s;
        ShapeId shape[1];
        REQUIRE(*s.world.shapes(s.floor, shape) == 1);
        CHECK_FALSE(s.world.set_geometry(shape[0], make_box(200.0f, 1.0f)));
        run(s.world, 10);
        CHECK(position(s.world, s.stack[0]).y < 0.45f);
    }
    SECTION("made frictionless on a slope") {
        World world = make_world(umbra_preset());
        const BodyId slope = add_box(world, {0.0f, -1.0f}, 40.0f, 1.0f,
                                     {.friction = 0.8f, .angle = 0.3f, .type = BodyType::static_body});
        const BodyId box = add_box(world, rotate(make_rot(0.3f), {0.0f, 1.0f}) + Vec2{0.0f, -1.0f}, 1.0f, 1.0f,
                                   {.friction = 0.8f, .angle = 0.3f});
        run(world, 180);
        REQUIRE_FALSE(*world.awake(box));
        ShapeId shape[1];
        REQUIRE(*world.shapes(slope, shape) == 1);
        CHECK_FALSE(world.set_material(shape[0], {.friction = 0.0f}));
        run(world, 30);
        CHECK(velocity(world, box).x < -0.5f);
    }
    SECTION("gravity changed") {
        Sleepers s;
        CHECK_FALSE(s.world.set_gravity({0.0f, 9.81f}));
        run(s.world, 10);
        CHECK(position(s.world, s.apart).y > 0.55f);
    }
    SECTION("a kinematic support starts to move") {
        World world = make_world(umbra_preset());
        const BodyId lift = add_box(world, {0.0f, -0.5f}, 4.0f, 1.0f, {.type = BodyType::kinematic_body});
        const BodyId box = add_box(world, {0.0f, 0.5f}, 1.0f, 1.0f);
        run(world, 120);
        REQUIRE_FALSE(*world.awake(box));
        CHECK_FALSE(world.set_velocity(lift, {0.0f, 0.5f}));
        run(world, 60);
        CHECK(near(position(world, box).y, 1.0f, 0.02f));
    }
}

TEST_CASE("no body sleeps on a moving platform, however slow it is", "[law][sleep]") {
    World world = make_world(umbra_preset());
    // Slower than the sleep threshold of 0.05 m/s.
    add_box(world, {0.0f, -0.5f}, 6.0f, 1.0f, {.velocity = {0.02f, 0.0f}, .type = BodyType::kinematic_body});
    const BodyId box = add_box(world, {0.0f, 0.5f}, 1.0f, 1.0f);
    const BodyId upper = add_box(world, {0.0f, 1.5f}, 1.0f, 1.0f);
    run(world, 600);
    CHECK(*world.awake(box));
    CHECK(*world.awake(upper));
    CHECK(near(position(world, box).x, 0.2f, 1.0e-3f));
    CHECK(near(position(world, upper).x, 0.2f, 2.0e-3f));
}

TEST_CASE("a body that must not sleep keeps its island awake, and only its island", "[law][sleep]") {
    Sleepers s;
    CHECK_FALSE(s.world.set_sleep_allowed(s.stack[1], false));
    run(s.world, 180);
    for (const BodyId box : s.stack) { CHECK_FALSE(s.asleep(box)); }
    CHECK(s.asleep(s.apart));
    CHECK_FALSE(s.world.set_sleep_allowed(s.stack[1], true));
    run(s.world, 60);
    CHECK(s.world.awake_count() == 0);
}

TEST_CASE("an island put to sleep by a call stops at once and is woken by a force", "[law][sleep]") {
    World world = make_world(umbra_preset(), {});
    const BodyId box = add_box(world, {}, 1.0f, 1.0f, {.velocity = {1.0f, 0.0f}});
    CHECK_FALSE(world.set_awake(box, false));
    run(world, 10);
    CHECK(position(world, box) == Vec2{});
    CHECK_FALSE(world.apply_force(box, {60.0f, 0.0f}));
    run(world, 1);
    CHECK(*world.awake(box));
    CHECK(near(velocity(world, box).x, 1.0f, 1.0e-5f)); // 60 N, 1/60 s, 1 kg
    run(world, 1);
    CHECK(near(velocity(world, box).x, 1.0f, 1.0e-5f)); // the force lasted one step
}

TEST_CASE("a separated island sleeps in parts", "[law][sleep]") {
    World world = make_world(umbra_preset());
    add_floor(world);
    const BodyId left = add_box(world, {0.0f, 0.5f}, 1.0f, 1.0f);
    const BodyId right = add_box(world, {1.0f, 0.5f}, 1.0f, 1.0f);
    run(world, 10); // they touch: one island
    CHECK_FALSE(world.set_transform(right, {5.0f, 0.5f}, 0.0f));
    for (int i = 0; i < 240; ++i) {
        CHECK_FALSE(world.set_angular_velocity(right, i % 2 == 0 ? 0.3f : -0.3f)); // it never rests
        (void)world.step(kStep);
    }
    CHECK_FALSE(*world.awake(left));
    CHECK(*world.awake(right));
}

TEST_CASE("a body that left an island merged since does not keep the others awake", "[law][sleep]") {
    World world = make_world(umbra_preset());
    add_floor(world);
    const BodyId left = add_box(world, {0.0f, 0.5f}, 1.0f, 1.0f);
    const BodyId right = add_box(world, {1.0f, 0.5f}, 1.0f, 1.0f);
    const std::vector<BodyId> stack = add_box_stack(world, 3, 20.0f);
    run(world, 10);
    CHECK_FALSE(world.set_transform(right, {21.0f, 0.5f}, 0.0f)); // beside the stack
    for (int i = 0; i < 240; ++i) {
        CHECK_FALSE(world.set_angular_velocity(left, i % 2 == 0 ? 0.3f : -0.3f)); // it never rests
        (void)world.step(kStep);
    }
    CHECK(*world.awake(left));
    CHECK_FALSE(*world.awake(right));
    CHECK_FALSE(*world.awake(stack[0]));
}

TEST_CASE("a body on a surface velocity stays awake, however slow it is", "[law][sleep][belt]") {
    for (const Preset& preset : presets()) {
        for (const float speed : {0.03f, -0.004f}) {
            World world = make_world(preset.tuning);
            const BodyId floor = add_floor(world);
            set_surface_speed(world, floor, speed);
            const BodyId box = add_box(world, {0.0f, 0.5f}, 1.0f, 1.0f);
            run(world, 600);
            CAPTURE(preset.name, speed, position(world, box).x);
            CHECK(*world.awake(box));
            CHECK(near(position(world, box).x, -10.0f * speed, 0.02f * std::abs(10.0f * speed)));
        }
    }
}

TEST_CASE("a surface velocity without friction, or set to 0, lets bodies sleep", "[law][sleep][belt]") {
    World world = make_world(umbra_preset());
    const BodyId floor = add_floor(world);
    set_surface_speed(world, floor, 0.5f);
    const BodyId smooth = add_box(world, {-5.0f, 0.5f}, 1.0f, 1.0f, {.friction = 0.0f});
    const BodyId against = add_box(world, {5.0f, 0.5f}, 1.0f, 1.0f); // its own surface velocity is opposite
    set_surface_speed(world, against, -0.5f);
    const BodyId carried = add_box(world, {0.0f, 0.5f}, 1.0f, 1.0f);
    run(world, 120);
    CHECK_FALSE(*world.awake(smooth));
    CHECK_FALSE(*world.awake(against));
    CHECK(*world.awake(carried));
    set_surface_speed(world, floor, 0.0f);
    run(world, 120);
    CHECK_FALSE(*world.awake(carried));
}

namespace {

// A sleeping body of 1 kg and bodies lowered beside it or onto it, each too slow to wake it by its speed.
World sleeping(const Tuning& tuning, BodyId& box) {
    World world = make_world(tuning);
    add_floor(world, 0.3f);
    box = add_box(world, {0.0f, 0.5f}, 1.0f, 1.0f, {.friction = 0.3f});
    run(world, 120);
    REQUIRE_FALSE(*world.awake(box));
    return world;
}

} // namespace

TEST_CASE("a body at rest that presses a sleeping one by more than its friction moves it", "[law][sleep]") {
    for (int of = 0; of < kPresets; ++of) {
        CAPTURE(of);
        BodyId sleeper{};
        World world = sleeping(preset_tuning(of), sleeper);
        const BodyId pusher = add_box(world, {-1.001f, 0.5f}, 1.0f, 1.0f, {.friction = 0.3f});
        for (int i = 0; i < 60; ++i) {
            REQUIRE_FALSE(world.apply_force(pusher, {40.0f, 0.0f}));
            (void)world.step(kStep);
        }
        // 40 N less the friction of both, 5.9 N, on 2 kg: 17 m/s^2 for a second
        CHECK(position(world, sleeper).x > 6.0f);
        CHECK(position(world, sleeper).x < 9.0f);
    }
}

TEST_CASE("a weight placed on the end of a sleeping seesaw tips it, a light one within the sleep time",
          "[law][sleep]") {
    for (const float mass : {0.05f, 20.0f}) {
        CAPTURE(mass);
        World world = make_world({});
        add_floor(world);
        add_box(world, {0.0f, 0.25f}, 0.5f, 0.5f, {.type = BodyType::static_body});
        const BodyId plank = add_box(world, {0.0f, 0.6f}, 8.0f, 0.2f, {.mass = 1.6f});
        run(world, 240);
        REQUIRE_FALSE(*world.awake(plank));
        const BodyId weight = add_box(world, {3.8f, 0.8f}, 0.2f, 0.2f, {.mass = mass});
        bool woke = false;
        for (int i = 0; i < 60; ++i) {
            (void)world.step(kStep);
            woke = woke || *world.awake(plank);
        }
        CHECK(woke);
        // The post is as wide as 0.25 m: 0.05 kg at 3.8 m do not lift 1.6 kg over its edge, 20 kg do.
        CHECK((tilt(world, plank) > 0.05f) == (mass > 1.0f));
        if (mass > 1.0f) { continue; }
        run(world, 60);
        CHECK_FALSE(*world.awake(plank)); // one island now, which rests
        CHECK_FALSE(*world.awake(weight));
    }
}

TEST_CASE("a body placed inside a sleeping one pushes it out, not permanently into the floor", "[law][sleep]") {
    for (const BodyType type : {BodyType::dynamic_body, BodyType::static_body, BodyType::kinematic_body}) {
        CAPTURE(static_cast<int>(type));
        BodyId sleeper{};
        World world = sleeping({}, sleeper);
        add_box(world, {0.8f, 0.45f}, 1.0f, 0.9f, {.type = type});
        run(world, 300);
        CHECK(position(world, sleeper).x < -0.1f);
        CHECK(position(world, sleeper).y > 0.48f);
    }
}

TEST_CASE("an added shape wakes a sleeping body; a body created asleep gets its first shape asleep", "[law][sleep]") {
    BodyId sleeper{};
    World world = sleeping({}, sleeper);
    ShapeDef arm;
    arm.geometry = make_box(4.0f, 0.2f, {2.5f, 0.0f});
    arm.density = 5.0f;
    REQUIRE(world.create_shape(sleeper, arm).ok());
    CHECK(*world.awake(sleeper));
    run(world, 120);
    CHECK(tilt(world, sleeper) > 0.09f); // the arm's end, 4.5 m from the centre, comes down to the floor, 0.4 m

    BodyDef def;
    def.position = {20.0f, 0.5f};
    def.awake = false;
    const BodyId made = *world.create_body(def);
    ShapeDef shape;
    shape.geometry = make_box(1.0f, 1.0f);
    REQUIRE(world.create_shape(made, shape).ok());
    CHECK_FALSE(*world.awake(made));
}

namespace {

/// The driven body of a joint, and the step in which it fell asleep; 0 if it did not within `steps`.
int asleep_after(World& world, BodyId body, int steps) {
    for (int i = 1; i <= steps; ++i) {
        (void)world.step(kStep);
        if (!*world.awake(body)) { return i; }
    }
    return 0;
}

} // namespace

TEST_CASE("a motor accelerates its body to its speed before it may sleep, however weak or slow it is",
          "[law][sleep][joint][UR8]") {
    ParameterSweep sweep;
    for (int of = 0; of < kPresets; ++of) {
        for (const float torque : {0.003f, 0.01f, 1.0f}) { // N m, on 1.25 kg m^2
            if (!sweep.takes()) { continue; }
            CAPTURE(of, torque);
            World world = make_world(preset_tuning(of), {});
            const BodyId wheel = add_disc(world, {}, 0.5f, {.mass = 10.0f});
            JointDef def = joint_def(world, JointType::revolute, add_static(world), wheel, {});
            def.motor_speed = 0.2f;
            def.max_motor = torque;
            REQUIRE(world.create_joint(def).ok());
            CHECK(asleep_after(world, wheel, 3600) == 0);
            const float most = torque * 60.0f / 1.25f;
            CHECK(near(w_of(world, wheel), min(most, 0.2f), 1.0e-3f));
        }
        for (const float speed : {0.01f, -0.0002f}) { // a clock's hand
            if (!sweep.takes()) { continue; }
            CAPTURE(of, speed);
            World world = make_world(preset_tuning(of), {});
            const BodyId slider = add_box(world, {}, 1.0f, 1.0f);
            JointDef def = joint_def(world, JointType::prismatic, add_static(world), slider, {}, {1.0f, 0.0f});
            def.motor_speed = speed;
            def.max_motor = kUnlimited;
            REQUIRE(world.create_joint(def).ok());
            CHECK(asleep_after(world, slider, 1200) == 0);
            CHECK(near(position(world, slider).x, 20.0f * speed, 0.01f * std::abs(20.0f * speed)));
        }
    }
}

TEST_CASE("a body that a weak motor reverses stays awake at the turning point", "[law][sleep][joint]") {
    World world = make_world({}, {});
    const BodyId wheel = add_disc(world, {}, 0.5f, {.mass = 10.0f, .w = -0.04f});
    JointDef def = joint_def(world, JointType::revolute, add_static(world), wheel, {});
    def.motor_speed = 0.2f;
    def.max_motor = 0.01f;
    REQUIRE(world.create_joint(def).ok());
    CHECK(asleep_after(world, wheel, 1200) == 0);
    CHECK(near(w_of(world, wheel), -0.04f + 20.0f * 0.01f / 1.25f, 1.0e-3f));
}

TEST_CASE("a body whose motor is blocked may sleep, and so may a braked one", "[law][sleep][joint]") {
    for (int of = 0; of < kPresets; ++of) {
        for (int held = 0; held < 6; ++held) {
            CAPTURE(of, held);
            Tuning tuning = preset_tuning(of);
            // A motor's force through three contacts: what ftPhysics' 10 iterations leave of it creeps by 1 mm/s and
            // stays awake.
            if (tuning.solver == SolverType::sequential_impulse) { tuning.velocity_iterations = 100; }
            World world = make_world(tuning);
            const BodyId floor = add_floor(world);
            const bool hinge = held == 0 || held == 4;
            const BodyId body = held == 3 ? add_box(world, {0.0f, 0.5f}, 1.0f, 1.0f)
                                : held == 4
                                    ? add_box(world, {0.0f, 4.0f}, 4.0f, 0.3f, {.mass = 2.0f})
                                    : add_box(world, {0.0f, 5.0f}, 1.0f, 0.2f, {.mass = held == 2 ? 10.0f : 1.0f});
            const Vec2 at = position(world, body) - Vec2{held == 4 ? 1.9f : hinge ? 0.4f : 0.0f, 0.0f};
            JointDef def = joint_def(world, hinge ? JointType::revolute : JointType::prismatic, floor, body, at,
                                     held == 3 ? Vec2{1.0f, 0.0f} : Vec2{0.0f, 1.0f});
            def.motor_speed = held == 4 ? -1.0f : held == 5 ? 0.0f : 1.0f;
            def.max_motor = 50.0f;
            if (held < 3) { // by a limit; the third is too weak for its 10 kg and lies on the lower one
                def.lower = -1.0f;
                def.upper = 1.0f;
            }
            if (held == 3) { // by a box against a wall
                add_box(world, {1.2f, 0.5f}, 1.0f, 1.0f);
                add_box(world, {4.0f, 2.0f}, 1.0f, 4.0f, {.type = BodyType::static_body});
            }
            if (held == 4) { // by a stack
                add_box_stack(world, 3, 1.5f);
            }
            REQUIRE(world.create_joint(def).ok());
            CHECK(asleep_after(world, body, 1200) > 0);
        }
    }
}

// Not more than the slop, 5 mm, to go, by the slower of its two exponents; or swinging by no more than twice that.
// One equation by two names: the same motion, so the same rest.
TEST_CASE("a bar on a soft weld at its end sleeps when one on a sprung hinge does", "[law][sleep][joint][UR8]") {
    for (int of = 0; of < kPresets; ++of) {
        CAPTURE(of);
        const auto steps_awake = [&](JointType type) {
            World world = make_world(preset_tuning(of), {});
            const BodyId bar = add_box(world, {0.5f, 0.0f}, 1.0f, 0.2f);
            JointDef def = joint_def(world, type, add_static(world), bar, {});
            (type == JointType::weld ? def.angular_hertz : def.hertz) = 2.0f;
            (type == JointType::weld ? def.angular_damping : def.damping) = 0.1f;
            (void)world.create_joint(def);
            (void)world.set_angular_velocity(bar, 0.5f);
            (void)world.set_velocity(bar, {0.0f, 0.25f});
            return asleep_after(world, bar, 3000);
        };
        const int hinged = steps_awake(JointType::revolute);
        CHECK(hinged > 0);
        CHECK(steps_awake(JointType::weld) == hinged);
    }
}

TEST_CASE("a slowly returning spring moves its body to the rest position before it sleeps",
          "[law][sleep][joint][UR8]") {
    ParameterSweep sweep;
    struct Spring {
        float hertz, damping;
    };
    for (int of = 0; of < kPresets; ++of) {
        for (const Spring spring : {Spring{0.2f, 5.0f},
                                    {0.1f, 2.0f},
                                    {0.05f, 0.5f},
                                    {0.1f, 0.2f},
                                    {1.0f, 0.7f},
                                    {1.0f, 0.05f},
                                    {3.0f, 20.0f}}) {
            for (const float off : {0.02f, 0.5f}) {
                if (!sweep.takes()) { continue; }
                CAPTURE(of, spring.hertz, spring.damping, off);
                World world = make_world(preset_tuning(of), {});
                const BodyId body = add_box(world, {off, 0.0f}, 1.0f, 1.0f);
                JointDef def = joint_def(world, JointType::prismatic, add_static(world), body, {}, {1.0f, 0.0f});
                def.target = -off;
                def.hertz = spring.hertz;
                def.damping = spring.damping;
                REQUIRE(world.create_joint(def).ok());
                CHECK(asleep_after(world, body, 18000) > 0);
                // Under fx2d, which knows ways only, what is slower than 5e-4 m/s rests: v = w^2 r / 4 where it turns
                // back.
                const float w = 2.0f * kPi * spring.hertz;
                const float seen =
                    preset_tuning(of).solver == SolverType::substepped_position ? 4.0f * 5.0e-4f / (w * w) : 0.0f;
                CHECK(std::abs(position(world, body).x) <= max(0.01f, seen));
            }
        }
    }
}

namespace {

/// m: what a joint has still to close after 10 s, asleep or not; by rotation at a distance of 1 m.
float open_after(World& world, JointId joint) {
    run(world, 600);
    const JointState state = state_of(world, joint);
    return std::abs(state.separation) + std::abs(state.angular_separation);
}

} // namespace

// The correction of an error leaves no velocity, and about a centre of mass it displaces no centre.
TEST_CASE("bodies do not fall asleep while rotation closes their joint", "[law][sleep][joint]") {
    for (const Preset& preset : presets()) {
        for (const float gravity : {0.0f, -kGravity}) {
            for (const float turn : {1.0f, 3.0f}) { // rad
                CAPTURE(preset.name, gravity, turn);
                World world = make_world(preset.tuning, {0.0f, gravity});
                const BodyId disc = add_disc(world, {0.0f, 2.0f}, 3.0f);
                const JointId weld =
                    *world.create_joint(joint_def(world, JointType::weld, add_static(world), disc, {0.0f, 2.0f}));
                run(world, 10);
                REQUIRE_FALSE(change_joint(world, weld, [&](JointDef& def) { def.reference_angle = turn; }));
                CHECK(open_after(world, weld) < preset.tuning.linear_slop);
                CHECK_FALSE(*world.awake(disc));
            }
        }
        // The first body turns by its long arm, and the centres hardly move.
        for (const float y : {0.001f, 0.5f, 2.0f}) { // m
            CAPTURE(preset.name, y);
            World world = make_world(preset.tuning, {});
            const BodyId a = add_box(world, {}, 0.5f, 0.5f);
            const BodyId b = add_box(world, {1.0f, 0.0f}, 0.5f, 0.5f);
            const JointId wheel =
                *world.create_joint(joint_def(world, JointType::wheel, a, b, {1.0f, 0.0f}, {0.0f, 1.0f}));
            run(world, 30);
            REQUIRE_FALSE(world.set_transform(b, {4.0f, y}, 0.0f));
            CHECK(open_after(world, wheel) < preset.tuning.linear_slop);
        }
    }
}
