/// Measured values per preset, for the acceptance suite and the laws with bounds per preset. A test measures a value,
/// `judge` checks it against its bound and records it, and `npm run matrix` prints the records. So the table always
/// agrees with the tests.
///
/// A source that includes this header includes only public headers of the engine, so that the same tests can measure
/// the engine of another checkout.
#pragma once

#include "solvers/presets.h"
#include "solvers/shortfalls.h"
#include "support/effort.h"

namespace impulse::test {

/// Checks `value` against the bound of `quantity` for `preset`, or against the range of the preset's shortfall, and
/// records it. Once per quantity and preset: a scene with several values passes the worst.
void judge(const Preset& preset, const Quantity& quantity, float value);

/// The same for a quantity over all seeds, only in builds that run all of them (support/effort.h).
inline void judge_whole(const Preset& preset, const Quantity& quantity, float value) {
    if (kWholeEffort) { judge(preset, quantity, value); }
}

} // namespace impulse::test
