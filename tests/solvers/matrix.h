/// Every recipe on every scene of SEEDS section 6: a test measures, `judge` holds the value to its bound and files
/// it, and `npm run matrix` prints what was filed. So the table cannot say other than the tests do.
#pragma once

#include "solvers/recipes.h"
#include "solvers/shortfalls.h"

namespace impulse::test {

/// Checks `value` against the bound of `quantity` for `recipe`, or against what the recipe's shortfall reaches, and
/// files it. Once a quantity and recipe: a scene with several values hands over the worst.
void judge(const Recipe& recipe, const Quantity& quantity, float value);

} // namespace impulse::test
