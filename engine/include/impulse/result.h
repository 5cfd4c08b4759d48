/// Errors are values: the engine throws no exceptions. A failed call changes nothing.
#pragma once

#include <cstdint>
#include <utility>

namespace impulse {

enum class ErrorCode : uint8_t {
    none,
    invalid_argument, ///< a number outside its range, a NaN, a shape without area
    destroyed,        ///< a stale or null handle
    capacity,         ///< more than 2^20 bodies, shapes or contacts
    snapshot,         ///< bytes that are no snapshot, of another version, or damaged
    memory,           ///< not enough memory for the call; `Error::value` is how many bytes it may need
};

/// An error: field, value and accepted range. Strings are literals with static lifetime.
struct Error {
    ErrorCode code = ErrorCode::none;
    const char* path = "";     ///< the field, named as in the TypeScript API: "density", "points"
    double value = 0.0;        ///< the first offending number
    const char* expected = ""; ///< "a finite number >= 0"

    constexpr explicit operator bool() const { return code != ErrorCode::none; }
};

/// Either a value or an error. Reading the value of a failed result is a bug of the caller (asserted in debug
/// builds by returning a default-constructed value, never undefined memory).
template <class T>
class [[nodiscard]] Result {
  public:
    Result(T value) : value_(std::move(value)) {}
    Result(Error error) : error_(error) {}

    bool ok() const { return error_.code == ErrorCode::none; }
    explicit operator bool() const { return ok(); }
    const Error& error() const { return error_; }
    const T& operator*() const { return value_; }
    const T* operator->() const { return &value_; }

  private:
    T value_{};
    Error error_{};
};

} // namespace impulse
