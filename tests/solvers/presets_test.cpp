// The tests cover every solver.
#include <catch2/catch_test_macros.hpp>

#include "dynamics/solvers/registry.h"
#include "solvers/presets.h"

using namespace impulse;
using namespace impulse::test;

TEST_CASE("every solver of the registry is in the acceptance suite", "[X]") {
    for (const SolverEntry& entry : solvers()) {
        bool listed = false;
        for (const Preset& preset : presets()) { listed = listed || preset.tuning.solver == entry.type; }
        CAPTURE(entry.name);
        CHECK(listed);
    }
}
