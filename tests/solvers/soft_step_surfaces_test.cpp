// Surface velocity and rolling resistance under soft-step.
#include <catch2/catch_test_macros.hpp>

#include <cmath>

#include "solvers/presets.h"
#include "support/scene.h"

using namespace impulse;
using namespace impulse::test;

namespace {

World soft_world() { return make_world(sleepless(soft_step_tuning())); }

BodyId add_shape(World& world, const BodyDef& body, const Geometry& geometry, const Material& material) {
    const BodyId id = *world.create_body(body);
    ShapeDef shape;
    shape.geometry = geometry;
    shape.material = material;
    return world.create_shape(id, shape).ok() ? id : BodyId{};
}

// A static box whose top is y = 0.
BodyId add_conveyor(World& world, float tangent_speed, float rolling_resistance = 0.0f) {
    BodyDef body;
    body.type = BodyType::static_body;
    body.position = {0.0f, -0.5f};
    return add_shape(world, body, make_box(200.0f, 1.0f),
                     {.rolling_resistance = rolling_resistance, .tangent_speed = tangent_speed});
}

} // namespace

TEST_CASE("rolling resistance decelerates a disc by two thirds of c g until it stops", "[soft-step][rolling]") {
    // Torque up to c r N with N = m g; rolling without slip a = -tau r / (I + m r^2), I = m r^2 / 2: a = 2/3 c g, of
    // any radius. From v0 it stops after v0 / a.
    for (const float radius : {0.25f, 0.5f, 1.0f}) {
        for (const float c : {0.02f, 0.05f, 0.1f}) {
            World world = soft_world();
            add_floor(world);
            BodyDef body;
            body.position = {0.0f, radius};
            body.velocity = {2.0f, 0.0f};
            body.angular_velocity = -2.0f / radius;
            const BodyId disc = add_shape(world, body, Circle{{}, radius}, {.rolling_resistance = c});
            const float a = 2.0f / 3.0f * c * kGravity;
            const float stop = 2.0f / a;
            run(world, steps_of(0.5f * stop));
            CAPTURE(radius, c, velocity(world, disc).x);
            // At first its one contact presses while it settles by some 0.1 mm; that is over in some steps of friction.
            CHECK(near(velocity(world, disc).x, 1.0f, 0.03f));
            CHECK(near(w_of(world, disc), -velocity(world, disc).x / radius, 1.0e-3f / radius));
            run(world, steps_of(0.6f * stop));
            CHECK(near(velocity(world, disc).x, 0.0f, 1.0e-4f));
            CHECK(near(position(world, disc).x, 0.5f * 4.0f / a, 0.03f * 2.0f / a));
        }
    }
}

TEST_CASE("without rolling resistance a disc loses less than 1 % of its speed in 10 s", "[soft-step][rolling]") {
    for (const float v : {0.5f, 2.0f, 8.0f}) {
        World world = soft_world();
        add_floor(world);
        const BodyId disc = add_disc(world, {0.0f, 0.5f}, 0.5f, {.velocity = {v, 0.0f}, .w = -2.0f * v});
        run(world, 600);
        CAPTURE(v, velocity(world, disc).x);
        CHECK(near(velocity(world, disc).x, v, 0.01f * v));
        CHECK(near(w_of(world, disc), -2.0f * v, 0.02f * v));
    }
}

TEST_CASE("rolling resistance holds a disc on a slope that is less steep than its coefficient",
          "[soft-step][rolling]") {
    // The torque of gravity about the contact is m g r sin(a), that of the resistance c r m g cos(a): it holds for
    // tan(a) < c.
    for (const float slope : {0.08f, 0.12f}) {
        World world = soft_world();
        const Rot q = make_rot(slope);
        add_box(world, rotate(q, {0.0f, -0.5f}), 100.0f, 1.0f,
                {.friction = 0.8f, .angle = slope, .type = BodyType::static_body});
        BodyDef body;
        body.position = rotate(q, {0.0f, 0.5f});
        const BodyId disc = add_shape(world, body, Circle{{}, 0.5f}, {.friction = 0.8f, .rolling_resistance = 0.1f});
        run(world, 120);
        const float moved = distance(position(world, disc), body.position);
        CAPTURE(slope, moved);
        if (slope < 0.1f) {
            CHECK(moved < 1.0e-3f);
        } else {
            // a = 2/3 g (sin - c cos), over 2 s.
            const float a = 2.0f / 3.0f * kGravity * (q.s - 0.1f * q.c);
            CHECK(near(moved, 2.0f * a, 0.05f * 2.0f * a));
        }
    }
}

TEST_CASE("a surface velocity carries a box at its speed: positive is counter-clockwise around the shape",
          "[soft-step][belt]") {
    for (const float speed : {2.0f, -1.0f}) {
        for (const bool conveyor_first : {true, false}) { // whichever is A of the contact
            World world = soft_world();
            if (conveyor_first) { add_conveyor(world, speed); }
            const BodyId box = add_box(world, {0.0f, 0.5f}, 1.0f, 1.0f);
            if (!conveyor_first) { add_conveyor(world, speed); }
            // mu g = 5.9 m/s^2: 2 m/s take 0.34 s.
            run(world, 12);
            const float early = 0.6f * kGravity * 0.2f;
            CAPTURE(speed, conveyor_first, velocity(world, box).x);
            // The top of the shape, followed counter-clockwise, leads to -x.
            const float direction = speed > 0.0f ? -1.0f : 1.0f;
            CHECK(near(velocity(world, box).x, direction * min(early, std::abs(speed)), 0.1f));
            run(world, 60);
            CHECK(near(velocity(world, box).x, -speed, 1.0e-3f));
            CHECK(std::abs(w_of(world, box)) < 1.0e-3f);
        }
    }
}

TEST_CASE("a surface velocity is counter-clockwise on every side of the shape, under every preset", "[belt]") {
    // Counter-clockwise around a box: the top to -x, the left side to -y, the underside to +x, the right side to +y.
    // Gravity presses a body against each side; the shape with surface velocity is A of the contact, then B.
    for (const Preset& preset : presets()) {
        for (const Vec2 out : {Vec2{0.0f, 1.0f}, Vec2{-1.0f, 0.0f}, Vec2{0.0f, -1.0f}, Vec2{1.0f, 0.0f}}) {
            for (const bool conveyor_first : {true, false}) {
                for (const float own_speed : {0.0f, 0.5f}) {
                    World world = make_world(sleepless(preset.tuning), -kGravity * out);
                    const auto add_drum = [&world] {
                        BodyDef body;
                        body.type = BodyType::static_body;
                        add_shape(world, body, make_box(20.0f, 20.0f), {.tangent_speed = 1.0f});
                    };
                    if (conveyor_first) { add_drum(); }
                    BodyDef carried;
                    carried.position = 10.5f * out;
                    const BodyId box = add_shape(world, carried, make_box(1.0f, 1.0f), {.tangent_speed = own_speed});
                    if (!conveyor_first) { add_drum(); }
                    run(world, 60);
                    const Vec2 along = left_perp(out); // n_out turned by a quarter: counter-clockwise
                    CAPTURE(preset.name, out.x, out.y, conveyor_first, own_speed);
                    // A surface velocity of the carried body is opposite at its underside and drives it on: the two
                    // add.
                    CHECK(near(velocity(world, box), (1.0f + own_speed) * along, 0.01f));
                }
            }
        }
    }
}

TEST_CASE("a surface velocity of a box drives it over a floor", "[soft-step][belt]") {
    World world = soft_world();
    add_floor(world);
    BodyDef body;
    body.position = {0.0f, 0.5f};
    const BodyId tank = add_shape(world, body, make_box(1.0f, 1.0f), {.tangent_speed = 1.5f});
    run(world, 60);
    // Its underside moves to +x and drives it to -x.
    CHECK(near(velocity(world, tank).x, -1.5f, 1.0e-3f));
}

TEST_CASE("a surface velocity spins up a ball, which rolls at a third of that speed", "[soft-step][belt]") {
    // Friction F gives v = F t / m and the rim r w = F r^2 t / I = 2 F t / m the other way: the rim has the surface's
    // speed when v + r w = 3 v = u, and no force acts from then on.
    for (const float u : {2.0f, -1.0f}) {
        World world = soft_world();
        add_conveyor(world, u);
        const BodyId ball = add_disc(world, {0.0f, 0.5f}, 0.5f);
        run(world, 120);
        CAPTURE(u, velocity(world, ball).x, w_of(world, ball));
        CHECK(near(velocity(world, ball).x, -u / 3.0f, 0.01f * std::abs(u)));
        CHECK(near(w_of(world, ball), -2.0f / 3.0f * u / 0.5f, 0.02f * std::abs(u)));
    }
}

TEST_CASE("a ball with rolling resistance ends up carried by the surface velocity", "[soft-step][belt][rolling]") {
    World world = soft_world();
    add_conveyor(world, 2.0f, 0.0f);
    BodyDef body;
    body.position = {0.0f, 0.5f};
    const BodyId ball = add_shape(world, body, Circle{{}, 0.5f}, {.rolling_resistance = 0.1f});
    run(world, 600); // 2/3 c g = 0.65 m/s^2 for what is missing to 2 m/s
    CHECK(near(velocity(world, ball).x, -2.0f, 1.0e-3f));
    CHECK(near(w_of(world, ball), 0.0f, 1.0e-3f));
}
