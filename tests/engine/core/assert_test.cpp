#include "core/assert.h"

#include <catch2/catch_test_macros.hpp>

TEST_CASE("an assertion that holds evaluates its condition at most once and continues") {
    int evaluated = 0;
    IMPULSE_ASSERT(++evaluated > 0);
    REQUIRE(evaluated == (IMPULSE_ASSERTS ? 1 : 0));
}

TEST_CASE("a validation runs where validations are on and nowhere else") {
    int runs = 0;
    IMPULSE_VALIDATE(++runs);
    REQUIRE(runs == (IMPULSE_VALIDATIONS ? 1 : 0));
}
