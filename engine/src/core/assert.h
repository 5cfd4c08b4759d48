/// Checks for bugs of the engine. A caller's mistake is never asserted; it is answered with an `Error`.
#pragma once

#ifndef IMPULSE_ASSERTS
#define IMPULSE_ASSERTS 0
#endif
#ifndef IMPULSE_VALIDATIONS
#define IMPULSE_VALIDATIONS IMPULSE_ASSERTS
#endif

namespace impulse {

/// Prints the failed condition and its location, then aborts.
[[noreturn]] void assertion_failed(const char* expression, const char* file, int line);

} // namespace impulse

/// A cheap condition that holds unless the engine has a bug. The condition must have no side effect: it is
/// not evaluated in a release build, only compiled, so that it cannot rot and its variables count as used.
#if IMPULSE_ASSERTS
#define IMPULSE_ASSERT(condition)                                                                                      \
    ((condition) ? static_cast<void>(0) : ::impulse::assertion_failed(#condition, __FILE__, __LINE__))
#else
#define IMPULSE_ASSERT(condition) static_cast<void>(sizeof((condition) ? 1 : 0))
#endif

/// Runs a statement that checks a costly invariant (a traversal of a whole structure); nothing in a release build.
#if IMPULSE_VALIDATIONS
#define IMPULSE_VALIDATE(statement)                                                                                    \
    do { statement; } while (false)
#else
#define IMPULSE_VALIDATE(statement) static_cast<void>(0)
#endif
