#include "core/profile.h"

#include <catch2/catch_test_macros.hpp>

namespace {
double clock_now = 0.0;
}

TEST_CASE("a stage timer writes the milliseconds between its beginning and its end") {
    float slot = -1.0f;
    clock_now = 100.0;
    {
        const impulse::StageTimer timer(slot, [] { return clock_now; });
        clock_now = 102.5;
        REQUIRE(slot == -1.0f);
    }
    REQUIRE(slot == 2.5f);
}

TEST_CASE("a stage timer without a clock does not change its slot") {
    float slot = 7.0f;
    { const impulse::StageTimer timer(slot, nullptr); }
    REQUIRE(slot == 7.0f);
}
