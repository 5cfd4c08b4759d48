#include "geometry/planes.h"

#include <catch2/catch_test_macros.hpp>

#include <cmath>
#include <random>

using namespace impulse;

TEST_CASE("no permitted displacement is closer to the requested one than the result", "[planes]") {
    std::mt19937 random(7);
    const auto number = [&](float lo, float hi) {
        return lo + (hi - lo) * static_cast<float>(random() >> 8) / 16777216.0f;
    };
    for (int problem = 0; problem < 400; ++problem) {
        Rows rows;
        const int count = 1 + problem % 6;
        // Each row admits a disc about `inside`, so that there is an answer.
        const Vec2 inside{number(-1.0f, 1.0f), number(-1.0f, 1.0f)};
        for (int i = 0; i < count; ++i) {
            const Rot q = make_rot(number(-3.0f, 3.0f));
            rows.add({{q.c, q.s}, dot({q.c, q.s}, inside) - number(0.0f, 0.5f)});
        }
        const Vec2 want{number(-3.0f, 3.0f), number(-3.0f, 3.0f)};
        const Vec2 found = nearest_admitted(rows, want, {0.0f, 1.0f}, 1.0e-5f);
        CHECK(violation(rows, found) <= 2.0e-5f);
        const float distance = length(found - want);
        for (int i = 0; i < 2000; ++i) {
            const Vec2 d = inside + Vec2{number(-4.0f, 4.0f), number(-4.0f, 4.0f)};
            // Corners of rows that are nearly opposite are left out: 1e-3 of the size of the problem.
            if (violation(rows, d) <= 0.0f) { CHECK(length(d - want) >= distance - 1.0e-2f); }
        }
    }
}

TEST_CASE("a displacement follows walkable ground, and rows that cannot be satisfied are violated least", "[planes]") {
    const Vec2 up{0.0f, 1.0f};
    Rows rows;
    rows.add({.n = {-0.6f, 0.8f}, .along = up}); // 37 degrees
    const Vec2 d = nearest_admitted(rows, {0.04f, -0.01f}, up, 1.0e-7f);
    CHECK(std::abs(d.x - 0.04f) < 1.0e-6f);
    CHECK(std::abs(d.y - 0.03f) < 1.0e-6f);

    rows.count = 0;
    rows.add({{1.0f, 0.0f}, 0.02f});
    rows.add({{-1.0f, 0.0f}, 0.0f});
    // Between two walls: 0 violates the first by 0.02, 0.02 the second by as much; nothing further off is taken.
    CHECK(std::abs(nearest_admitted(rows, {}, up, 1.0e-7f).x) <= 0.02f);
    CHECK(violation(rows, nearest_admitted(rows, {}, up, 1.0e-7f)) <= 0.0201f);
}
