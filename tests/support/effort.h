/// The share of a long law that a build runs. The optimised native build runs all of it. The other builds, which serve
/// sanitizers and other targets, run a share of its seeds and of the cases of its parameter sweeps, and do not check
/// counts over all of them.
///
/// A step takes some ten times as long in the debug build. Its sanitizers check accesses, casts and shifts: a wrong
/// line fails for every seed that reaches it. The engine has the same bits on every target (recorded hashes,
/// tests/determinism), so a seed that passed in the native build gives no new information in another one.
#pragma once

#include <cstdint>

namespace impulse::test {

#if defined(NDEBUG) && !defined(__EMSCRIPTEN__)
inline constexpr uint64_t kEffortShare = 1;
inline constexpr uint32_t kSweepShare = 1;
#else
inline constexpr uint64_t kEffortShare = 64;
inline constexpr uint32_t kSweepShare = 8;
#endif
inline constexpr bool kWholeEffort = kEffortShare == 1;
#ifdef __EMSCRIPTEN__
inline constexpr bool kShips = true; ///< the target of the package
#else
inline constexpr bool kShips = false;
#endif
#ifdef NDEBUG
inline constexpr bool kSanitized = false;
#else
inline constexpr bool kSanitized = true; ///< the debug build
#endif

/// The first so many of `all` seeds, one at least.
constexpr uint64_t seeds_of(uint64_t all) { return all / kEffortShare > 0 ? all / kEffortShare : 1; }

/// The first so many of `all` random samples of each preset: the share of a sweep.
constexpr int samples_of(int all) { return all / static_cast<int>(kSweepShare); }

/// Which cases of a sweep over several parameters a build runs: one in `kSweepShare`, the first among them. They are
/// spread by the golden ratio, which no length of a loop is in step with, so that a sweep of some dozens has every
/// value of every parameter.
class ParameterSweep {
  public:
    /// Whether the next case runs. To be asked once a case, whatever came of the ones before.
    constexpr bool takes() { return static_cast<uint32_t>(next_++ * 0x9e3779b9u) <= UINT32_MAX / kSweepShare; }

  private:
    uint32_t next_ = 0;
};

} // namespace impulse::test
