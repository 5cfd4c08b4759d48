/// The data that crosses between JavaScript and the engine: numbers only.
///
/// A call takes numbers and returns one. Larger data (definitions in, vectors and lists out) passes through the
/// exchange, one growing array of doubles in wasm memory that both sides index. The order of the fields of a record is
/// the order of the `read_…` and `write_…` calls here and of the mirrors in bindings/ts/src/native.ts. A double
/// represents every float, u32 id and count exactly.
#pragma once

#include <cstdint>
#include <limits>
#include <vector>

#include "impulse/impulse.h"

namespace impulse::embind {

/// The address of a World in JavaScript; 32 bits in wasm.
using Handle = uint32_t;

inline World& world_of(Handle world) { return *reinterpret_cast<World*>(static_cast<uintptr_t>(world)); }

/// The exchange, at least `count` doubles long. Grows, never shrinks, and moves when it grows. A call that returns a
/// list requests exactly the length that JavaScript will request to read it, so that both get the same array.
/// JavaScript finds it without a call, by the address and length that module.cpp keeps in memory.
double* exchange(uint32_t count);

/// An enumerator by its index; the facade maps names to indices. A number outside a byte becomes one that no
/// enumeration contains, and the engine rejects it.
template <class Enum>
Enum enumerator(uint32_t position) {
    return static_cast<Enum>(position < 255u ? position : 255u);
}

/// Reads a record front to back.
class Reader {
  public:
    explicit Reader(const double* at) : at_(at) {}

    float number() { return static_cast<float>(*at_++); }
    Vec2 vector() {
        const float x = number();
        return {x, number()};
    }
    bool flag() { return *at_++ != 0.0; }
    /// Ids and bit masks; 0 for a value that is not a u32.
    uint32_t bits() {
        const double value = *at_++;
        return value >= 0.0 && value <= 4294967295.0 ? static_cast<uint32_t>(value) : 0u;
    }
    /// The lowest int, outside every range, for a value that is not an int: so one check finds fractions and NaN too.
    int32_t integer() {
        const double value = *at_++;
        if (!(value > -2147483648.0 && value < 2147483648.0)) { return std::numeric_limits<int32_t>::min(); }
        const int32_t whole = static_cast<int32_t>(value);
        return static_cast<double>(whole) == value ? whole : std::numeric_limits<int32_t>::min();
    }
    template <class Enum>
    Enum choice() {
        return enumerator<Enum>(bits());
    }

  private:
    const double* at_;
};

/// Writes a record front to back.
class Writer {
  public:
    explicit Writer(double* at) : at_(at) {}

    /// Any number or flag.
    template <class Number>
    Writer& number(Number value) {
        *at_++ = static_cast<double>(value);
        return *this;
    }
    Writer& vector(Vec2 value) { return number(value.x).number(value.y); }

  private:
    double* at_;
};

/// Stores the error for `errorPath()` and its siblings and returns the code, 0 for none.
uint32_t report(const Error& error);

template <class T>
uint32_t report(const Result<T>& result) {
    return report(result.error());
}

} // namespace impulse::embind
