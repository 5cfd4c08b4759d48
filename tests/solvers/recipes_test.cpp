// The recipes that tests run over are all there are.
#include <catch2/catch_test_macros.hpp>

#include "dynamics/solvers/registry.h"
#include "solvers/recipes.h"

using namespace impulse;
using namespace impulse::test;

TEST_CASE("every solver of the registry stands in the acceptance suite", "[X]") {
    for (const SolverEntry& entry : solvers()) {
        bool listed = false;
        for (const Recipe& recipe : recipes()) { listed = listed || recipe.tuning.solver == entry.type; }
        CAPTURE(entry.name);
        CHECK(listed);
    }
}
