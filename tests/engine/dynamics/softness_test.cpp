// The constants of a soft constraint against an exact spring.
#include <cmath>

#include <catch2/catch_test_macros.hpp>

#include "dynamics/softness.h"
#include "support/scene.h"

using namespace impulse;
using test::near;

TEST_CASE("a soft constraint of 30 Hz, damping 10, h = 1/240 has the recorded constants", "[softness]") {
    const Softness soft = make_softness(30.0f, 10.0f, 1.0f / 240.0f);
    CHECK(near(soft.bias, 9.069f, 5.0e-4f)); // the digits of the source
    CHECK(near(soft.mass, 0.9423f, 5.0e-5f));
    CHECK(near(soft.impulse, 0.0577f, 5.0e-5f));
}

TEST_CASE("the mass and impulse scales of a soft constraint sum to 1, at any frequency, damping and step",
          "[softness]") {
    for (const float hertz : {0.5f, 4.0f, 30.0f, 120.0f}) {
        for (const float damping : {0.0f, 0.7f, 1.0f, 10.0f}) {
            for (const float h : {1.0f / 30.0f, 1.0f / 240.0f, 1.0f / 1000.0f}) {
                const Softness soft = make_softness(hertz, damping, h);
                // mass + impulse = (a2 + 1) / (1 + a2): three roundings.
                CHECK(near(soft.mass + soft.impulse, 1.0f, 3.0f * 6.0e-8f));
                CHECK(soft.mass > 0.0f);
                CHECK(soft.impulse > 0.0f);
                // A constraint may not take more than its error in one step, or it would overshoot.
                CHECK(h * soft.bias <= 1.0f + 1.0e-6f);
            }
        }
    }
}

TEST_CASE("0 Hz is rigid without position feedback", "[softness]") {
    const Softness rigid = make_softness(0.0f, 1.0f, 0.01f);
    CHECK(rigid.bias == 0.0f);
    CHECK(rigid.mass == 1.0f);
    CHECK(rigid.impulse == 0.0f);
}

TEST_CASE("a soft constraint is the implicit Euler step of a damped spring", "[softness]") {
    // One body on a spring k = m w^2 with damper c = 2 m z w. Implicit: v+ = v - h/m (k (x + h v+) + c v+). Softness
    // solves for the impulse lambda = m (v+ - v) in one equation without accumulator (a fresh row each step): acc = 0.
    const float m = 2.5f;
    for (const float z : {0.1f, 1.0f, 5.0f}) {
        for (const float hertz : {1.0f, 10.0f, 60.0f}) {
            const float h = 1.0f / 240.0f;
            const Softness soft = make_softness(hertz, z, h);
            const double w = 2.0 * 3.14159265358979 * static_cast<double>(hertz);
            const double hd = 1.0 / 240.0;
            double x = 0.1;
            double v = -0.3;
            float xf = 0.1f;
            float vf = -0.3f;
            for (int i = 0; i < 100; ++i) {
                v = (v - hd * w * w * x) / (1.0 + hd * hd * w * w + 2.0 * hd * static_cast<double>(z) * w);
                x += hd * v;
                const float lambda = -soft.mass * m * (vf + soft.bias * xf);
                vf += lambda / m;
                xf += h * vf;
            }
            CAPTURE(z, hertz);
            // 100 steps of four roundings of numbers below 1 m and 0.3 + w 0.1 m/s; stable, so they do not grow.
            CHECK(near(xf, static_cast<float>(x), 400.0f * 6.0e-8f));
            CHECK(near(vf, static_cast<float>(v), 400.0f * 6.0e-8f * (0.3f + static_cast<float>(w) * 0.1f)));
        }
    }
}
