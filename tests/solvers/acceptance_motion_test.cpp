// The acceptance suite for every preset: bodies that fall, slide, bounce and collide (X1 to X7).
#include <catch2/catch_test_macros.hpp>

#include <cmath>

#include "solvers/matrix.h"
#include "support/falling.h"
#include "support/impulses.h"
#include "support/joints.h"

using namespace impulse;
using namespace impulse::test;

namespace {

// Highest point after the first bounce of a disc whose lowest point starts 1 m above the floor.
float rebound(const Tuning& tuning, float e, float dt) {
    World world = make_world(sleepless(tuning));
    add_floor(world, 0.6f, e);
    return rebound_of(world, add_disc(world, {0.0f, 1.5f}, 0.5f, {.restitution = e}), 0.5f, dt);
}

// Five discs in a row, `gap` m apart, the first thrown at the others at 1 m/s over the threshold; after 2 s the
// speed of the last over that of the first.
float cradle(const Tuning& tuning, float gap) {
    constexpr float kSpeed = 2.0f; // m/s
    World world = make_world(sleepless(tuning), {});
    const Made made{.friction = 0.0f, .restitution = 1.0f};
    Made thrown = made;
    thrown.velocity = {kSpeed, 0.0f};
    add_disc(world, {-1.0f - gap, 0.0f}, 0.5f, thrown);
    BodyId last{};
    for (int i = 0; i < 4; ++i) { last = add_disc(world, {static_cast<float>(i) * (1.0f + gap), 0.0f}, 0.5f, made); }
    run(world, steps_of(2.0f));
    return velocity(world, last).x / kSpeed;
}

int substeps_of(const Preset& preset) {
    switch (preset.tuning.solver) {
    case SolverType::soft_step:
        return preset.tuning.substeps;
    case SolverType::substepped_position:
        return preset.tuning.position_substeps;
    case SolverType::sequential_impulse:
        break;
    }
    return 1;
}

} // namespace

TEST_CASE("free fall and a projectile follow the closed form of their integrator", "[X1][X2][matrix]") {
    for (const Preset& preset : presets()) {
        float fall_error = 0.0f;
        float throw_error = 0.0f;
        for (const Integrator integrator : {Integrator::semi_implicit, Integrator::verlet, Integrator::rk4}) {
            if (!iterates(preset) && integrator != Integrator::semi_implicit) { continue; }
            Tuning tuning = preset.tuning;
            tuning.integrator = integrator;
            World world = make_world(tuning);
            const BodyId falling = add_disc(world, {0.0f, 0.0f}, 0.5f);
            const BodyId thrown = add_disc(world, {10.0f, 0.0f}, 0.5f, {.velocity = {3.0f, 4.0f}});
            run(world, 60);
            // Semi-implicit Euler falls g t (t + h) / 2: UR14's 4.98675 for one step of 1/60, 4.92544 for four,
            // FX11's 4.91084 for fourteen.
            const float h = kStep / static_cast<float>(substeps_of(preset));
            const float drop = integrator == Integrator::semi_implicit ? 4.905f * (1.0f + h) : 4.905f;
            fall_error = max(fall_error, distance(position(world, falling), {0.0f, -drop}));
            throw_error = max(throw_error, distance(position(world, thrown), {13.0f, 4.0f - drop}));
            CHECK(near(velocity(world, thrown), {3.0f, 4.0f - kGravity}, 1.0e-3f));
        }
        judge(preset, kFallError, fall_error);
        judge(preset, kThrowError, throw_error);
    }
}

TEST_CASE("a free body keeps its angular velocity and rotates by it", "[X2b][matrix]") {
    for (const Preset& preset : presets()) {
        CAPTURE(preset.name);
        World world = make_world(sleepless(preset.tuning), {});
        const BodyId box = add_box(world, {}, 2.0f, 1.0f, {.w = 5.0f});
        run(world, 600);
        judge(preset, kSpinChange, std::abs(w_of(world, box) - 5.0f));
        // The half-angle form errs by angle^5 / 120 a step: (1/12)^5 / 120 * 600 steps = 2e-5.
        const float turned = angle_of(inverse_mul(make_rot(50.0f), make_rot(*world.angle(box))));
        CHECK(near(turned, 0.0f, 2.0e-4f));
    }
}

TEST_CASE("damping is exponential, falls end at g / c, and what rests presses with its weight", "[X2b]") {
    for (const Preset& preset : presets()) {
        if (substeps_of(preset) == 1) { continue; } // the integrators of one step: integrate_test.cpp
        for (const float c : {0.5f, 5.0f, 20.0f, 1.0e6f, 1.0e20f}) {
            CAPTURE(preset.name, c);
            World world = make_world(sleepless(preset.tuning));
            add_floor(world, 0.5f, 0.0f, 200.0f);
            const BodyId slowed = add_disc(world, {0.0f, 50.0f}, 0.5f, {.velocity = {8.0f, 0.0f}, .w = 3.0f});
            const BodyId resting = add_box(world, {50.0f, 0.5f}, 1.0f, 1.0f, {.mass = 2.0f});
            REQUIRE(!world.set_damping(slowed, c, c));
            REQUIRE(!world.set_damping(resting, c, c));
            run(world, 60);
            const float left = std::exp(-c);
            // Each of 240 to 840 substeps rounds by 2^-24 and is off by (c h)^5 / 120.
            CHECK(near(velocity(world, slowed).x, 8.0f * left, 8.0f * left * 1.0e-4f + 1.0e-6f));
            CHECK(near(w_of(world, slowed), 3.0f * left, 3.0f * left * 1.0e-4f + 1.0e-6f));
            const float fall = -kGravity / c * (1.0f - left);
            CHECK(near(velocity(world, slowed).y, fall, 1.0e-4f * kGravity / c));
            if (c > 20.0f) { continue; }
            // The forces of a substep are damped by half of what they would be if they acted at its begin: c h / 2.
            const float weight = mean_impulse(world, resting) / kStep;
            CHECK(near(weight, 2.0f * kGravity, 2.0f * kGravity * (0.51f * c * kStep / 4.0f + 1.0e-3f)));
        }
    }
}

TEST_CASE("a box stays on a slope of 20 degrees with friction 0.5", "[X3][matrix]") {
    for (const Preset& preset : presets()) {
        for (const bool cold : {false, true}) {
            Tuning tuning = preset.tuning;
            tuning.literal.cold_start = cold;
            Slope slope = make_slope(tuning, 20.0f, {.friction = 0.5f});
            run(slope.world, 30); // it settles into the slop
            const Vec2 start = position(slope.world, slope.box);
            run(slope.world, 600);
            const float creep = std::abs(dot(position(slope.world, slope.box) - start, slope.downhill));
            judge(preset, cold ? kColdCreep : kCreep, creep);
        }
    }
}

TEST_CASE("a box slides down 30 degrees with friction 0.3 at g (sin a - mu cos a)", "[X3][matrix]") {
    for (const Preset& preset : presets()) {
        Slope slope = make_slope(preset.tuning, 30.0f, {.friction = 0.3f});
        run(slope.world, 30);
        const float before = dot(velocity(slope.world, slope.box), slope.downhill);
        run(slope.world, 60);
        judge(preset, kSlopeRate, dot(velocity(slope.world, slope.box), slope.downhill) - before);
    }
}

TEST_CASE("a sliding box stops after v^2 / 2 mu g, with the load on its front that the torque of friction requires",
          "[X4][matrix]") {
    for (const Preset& preset : presets()) {
        CAPTURE(preset.name);
        World world = make_world(sleepless(preset.tuning));
        add_floor(world, 0.4f);
        const BodyId box = add_box(world, {0.0f, 0.5f}, 1.0f, 1.0f, {.friction = 0.4f, .velocity = {3.0f, 0.0f}});
        double front = 0.0; // N
        double back = 0.0;
        float lean = 0.0f;
        std::vector<ContactInfo> contacts;
        for (int i = 0; i < 120; ++i) {
            (void)world.step(kStep);
            lean = max(lean, tilt(world, box));
            if (i < 12 || i >= 36) { continue; } // 0.4 s in the middle of the slide
            world.contacts(contacts);
            for (const ContactInfo& contact : contacts) {
                for (int k = 0; k < contact.count; ++k) {
                    const bool ahead = contact.points[k].point.x > position(world, box).x;
                    (ahead ? front : back) += static_cast<double>(contact.points[k].normal_impulse / kStep) / 24.0;
                }
            }
        }
        judge(preset, kSlideDistance, position(world, box).x);
        judge(preset, kSlideTilt, lean);
        judge(preset, kFrontShare, static_cast<float>(front) / kGravity);
        // Passes that start from zero in each substep leave 4e-5 m/s; the box stands all the same.
        const bool cold = preset.tuning.solver == SolverType::substepped_position;
        CHECK(near(velocity(world, box).x, 0.0f, cold ? 1.0e-4f : 1.0e-5f));
        CHECK(near(static_cast<float>(back), 0.3f * kGravity, 0.05f * kGravity));
    }
}

// The line search of articulations once took braking for what lowers the energy, pressed the tower to the floor and
// threw it off: it slid a fifth further.
TEST_CASE("a tower of two welded boxes slides as far as one box", "[X4]") {
    for (const float mass : {0.2f, 1.0f, 2.0f}) { // friction tips it over from 2.3 kg on
        CAPTURE(mass);
        World world = make_world(sleepless({}));
        add_floor(world, 0.4f);
        const BodyId low = add_box(world, {0.0f, 0.25f}, 0.5f, 0.5f, {.friction = 0.4f, .velocity = {3.0f, 0.0f}});
        const BodyId high =
            add_box(world, {0.0f, 0.75f}, 0.5f, 0.5f, {.mass = mass, .friction = 0.4f, .velocity = {3.0f, 0.0f}});
        (void)*world.create_joint(joint_def(world, JointType::weld, low, high, {0.0f, 0.5f}));
        run(world, 120);
        CHECK(near(position(world, low).x, 9.0f / (2.0f * 0.4f * kGravity), 0.02f * 1.147f));
    }
}

TEST_CASE("a ball dropped from 1 m rebounds to e^2 within the error of its step", "[X5][matrix]") {
    constexpr float kFine = 1.0f / 240.0f;
    for (const Preset& preset : presets()) {
        judge(preset, kRebound0, rebound(preset.tuning, 0.0f, kStep));
        judge(preset, kRebound5, rebound(preset.tuning, 0.5f, kStep));
        judge(preset, kRebound5Fine, rebound(preset.tuning, 0.5f, kFine));
        judge(preset, kRebound1, rebound(preset.tuning, 1.0f, kStep));
        judge(preset, kRebound1Fine, rebound(preset.tuning, 1.0f, kFine));
        if (!iterates(preset)) { continue; } // the others have one integrator
        Tuning tuning = preset.tuning;
        tuning.integrator = Integrator::verlet;
        judge(preset, kReboundVerlet, rebound(tuning, 1.0f, kStep));
        tuning.integrator = Integrator::rk4;
        judge(preset, kReboundRunge, rebound(tuning, 1.0f, kStep));
    }
}

TEST_CASE("head-on elastic collisions conserve momentum and energy at any mass ratio", "[X6][matrix]") {
    for (const Preset& preset : presets()) {
        float speed_error = 0.0f;
        float momentum_error = 0.0f;
        float energy_error = 0.0f;
        for (const float ratio : {1.0f, 3.0f, 100.0f}) {
            World world = make_world(sleepless(preset.tuning), {});
            const BodyId a =
                add_disc(world, {-1.5f, 0.0f}, 0.5f, {.mass = 1.0f, .restitution = 1.0f, .velocity = {4.0f, 0.0f}});
            const BodyId b = add_disc(world, {0.5f, 0.0f}, 0.5f, {.mass = ratio, .restitution = 1.0f});
            const float momentum = world.momentum().linear.x;
            const float energy = world.energy().kinetic;
            run(world, 60);
            speed_error = max(speed_error, std::abs(velocity(world, a).x - 4.0f * (1.0f - ratio) / (1.0f + ratio)));
            speed_error = max(speed_error, std::abs(velocity(world, b).x - 8.0f / (1.0f + ratio)));
            momentum_error = max(momentum_error, std::abs(world.momentum().linear.x / momentum - 1.0f));
            energy_error = max(energy_error, std::abs(world.energy().kinetic / energy - 1.0f));
        }
        judge(preset, kHeadOnSpeed, speed_error);
        judge(preset, kHeadOnMomentum, momentum_error);
        judge(preset, kHeadOnEnergy, energy_error);
    }
}

TEST_CASE("an oblique impact without friction does not change the tangential velocity", "[X6][matrix]") {
    for (const Preset& preset : presets()) {
        CAPTURE(preset.name);
        World world = make_world(sleepless(preset.tuning), {});
        add_floor(world, 0.0f, 1.0f);
        const BodyId disc =
            add_disc(world, {0.0f, 1.0f}, 0.5f, {.friction = 0.0f, .restitution = 1.0f, .velocity = {3.0f, -4.0f}});
        run(world, 30);
        CHECK(near(velocity(world, disc).y, 4.0f, 1.0e-5f));
        CHECK(w_of(world, disc) == 0.0f);

        // Between two free discs: the centres stand at 45 degrees when they meet.
        World free = make_world(sleepless(preset.tuning), {});
        const float offset = std::sqrt(0.5f);
        const BodyId a = add_disc(free, {-offset - 1.0f, -offset}, 0.5f,
                                  {.friction = 0.0f, .restitution = 1.0f, .velocity = {2.0f, 0.0f}});
        const BodyId b = add_disc(free, {0.0f, 0.0f}, 0.5f, {.friction = 0.0f, .restitution = 1.0f});
        for (int i = 0; i < 60 && velocity(free, b) == Vec2{}; ++i) { (void)free.step(kStep); }
        const Vec2 n = normalize(velocity(free, b)); // b can only be accelerated along the normal
        const Vec2 t = right_perp(n);
        CHECK(near(dot(velocity(free, a), n), 0.0f, 1.0e-5f));
        judge(preset, kObliqueSlip,
              max(std::abs(velocity(world, disc).x - 3.0f), std::abs(dot(velocity(free, a) - Vec2{2.0f, 0.0f}, t))));
    }
}

TEST_CASE("Newton's cradle: the last of five discs leaves with the speed of the first", "[X7][WK7][matrix]") {
    for (const Preset& preset : presets()) {
        judge(preset, kCradle, cradle(preset.tuning, 0.0f));
        judge(preset, kGapCradle, cradle(preset.tuning, 0.011f)); // slop and a millimetre
        Tuning late = preset.tuning;
        late.speculative_distance = 0.005f;
        judge(preset, kLateCradle, cradle(late, 0.011f));
    }
}

TEST_CASE("rotation is integrated exactly, up to the speed limit", "[X2b]") {
    for (const Preset& preset : presets()) {
        for (const float w : {3.0f, 14.0f, 20.0f, 50.0f, 70.0f, 100.0f, -150.0f}) { // 188 rad/s is half a turn a step
            INFO(preset.name << ", " << w << " rad/s");
            World world = make_world(sleepless(preset.tuning), {});
            const BodyId body = add_box(world, {}, 1.0f, 0.5f, {.w = w});
            double turned = 0.0;
            double before = 0.0;
            for (int i = 0; i < 120; ++i) {
                (void)world.step(kStep);
                const auto angle = static_cast<double>(*world.angle(body));
                const double expected = static_cast<double>(w * kStep);
                const double turn = 2.0 * 3.14159265358979323846;
                const double by = angle - before;
                turned += by + turn * std::floor((expected - by) / turn + 0.5);
                before = angle;
            }
            CHECK(std::abs(turned / static_cast<double>(2.0f * w) - 1.0) < 1.0e-4);
        }
    }
}
