/// How much of a long law a build runs. All of it natively and optimised; the other builds, which find what a sanitizer
/// or another target tells, run a share of its seeds, and what is counted over all of them they do not judge.
#pragma once

#include <cstdint>

namespace impulse::test {

#if defined(NDEBUG) && !defined(__EMSCRIPTEN__)
inline constexpr uint64_t kEffortShare = 1;
#elif defined(__EMSCRIPTEN__)
inline constexpr uint64_t kEffortShare = 8;
#else
inline constexpr uint64_t kEffortShare = 64;
#endif
inline constexpr bool kWholeEffort = kEffortShare == 1;
inline constexpr bool kSanitized = kEffortShare == 64; ///< the debug build

/// The first so many of `all` seeds, one at least.
constexpr uint64_t seeds_of(uint64_t all) { return all / kEffortShare > 0 ? all / kEffortShare : 1; }

} // namespace impulse::test
