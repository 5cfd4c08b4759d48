/// Every recipe on every scene of the acceptance suite and of the laws that are told recipe by recipe: a test measures,
/// `judge` holds the value to its bound and files it, and `npm run matrix` prints what was filed. So the table cannot
/// say other than the tests do.
///
/// A source that includes this includes nothing of the engine but its public headers: the same tests measure other
/// engines.
#pragma once

#include "solvers/recipes.h"
#include "solvers/shortfalls.h"
#include "support/effort.h"

namespace impulse::test {

/// Checks `value` against the bound of `quantity` for `recipe`, or against what the recipe's shortfall reaches, and
/// files it. Once a quantity and recipe: a scene with several values hands over the worst.
void judge(const Recipe& recipe, const Quantity& quantity, float value);

/// The same where the build ran all seeds that the quantity counts or is the worst of (support/effort.h); else it is no
/// such value.
inline void judge_whole(const Recipe& recipe, const Quantity& quantity, float value) {
    if (kWholeEffort) { judge(recipe, quantity, value); }
}

} // namespace impulse::test
