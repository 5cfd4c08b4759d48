/// Scenes of one body: a bouncing ball, a box on a slope.
#pragma once

#include "support/scene.h"

namespace impulse::test {

/// m above `rest`, the height of the body's origin where it lies: the highest point after the first bounce of a body
/// that falls.
inline float rebound_of(World& world, BodyId body, float rest, float dt = kStep) {
    const int steps = steps_of(3.0f, dt);
    int i = 0;
    for (; i < steps && velocity(world, body).y > -0.5f; ++i) { (void)world.step(dt); }    // it begins to fall
    for (; i < steps && velocity(world, body).y < -1.0e-3f; ++i) { (void)world.step(dt); } // until it was hit
    float highest = position(world, body).y;
    for (; i < steps && velocity(world, body).y > 0.0f; ++i) {
        (void)world.step(dt);
        highest = max(highest, position(world, body).y);
    }
    return highest - rest;
}

struct Slope {
    World world;
    BodyId box;
    Vec2 downhill;
};

/// A box on a slope: a static box of 80 x 1 m turned about the origin, whose top surface passes through it. Both are of
/// `made`.
inline Slope make_slope(const Tuning& tuning, float degrees, Made made) {
    const float angle = degrees * kPi / 180.0f;
    const Rot q = make_rot(angle);
    Slope slope{make_world(sleepless(tuning)), {}, {-q.c, -q.s}};
    made.angle = angle;
    Made hill = made;
    hill.type = BodyType::static_body;
    add_box(slope.world, rotate(q, {0.0f, -0.5f}), 80.0f, 1.0f, hill);
    slope.box = add_box(slope.world, rotate(q, {0.0f, 0.5f}), 1.0f, 1.0f, made);
    return slope;
}

} // namespace impulse::test
