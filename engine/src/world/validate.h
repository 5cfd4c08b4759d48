/// Argument checks. Nothing here changes state.
#pragma once

#include <span>

#include "geometry/shape.h"
#include "impulse/world.h"

namespace impulse {

class IdPool;
struct WorldState;

inline constexpr const char* kPositive = "a finite number > 0";

inline Error invalid(const char* path, double value, const char* expected) {
    return {ErrorCode::invalid_argument, path, value, expected};
}
inline Error invalid(const char* path, float value, const char* expected) {
    return invalid(path, static_cast<double>(value), expected);
}
inline Error invalid(const char* path, int value, const char* expected) {
    return invalid(path, static_cast<double>(value), expected);
}
inline Error destroyed(const char* path, uint32_t id) {
    return {ErrorCode::destroyed, path, static_cast<double>(id), "a living body or shape"};
}

/// The first error of several checks.
template <class... Errors>
Error first(const Errors&... errors) {
    Error result;
    ((result.code == ErrorCode::none ? void(result = errors) : void()), ...);
    return result;
}

/// A field of a definition and its check.
template <class Def, class Value>
struct Range {
    const char* path; ///< null: `unnamed` of `check_ranges`
    Value Def::* field;
    Error (*check)(const char* path, Value value);
};

/// The first error of the fields.
template <class Def, class Value>
Error check_ranges(const Def& def, std::span<const Range<Def, Value>> ranges, const char* unnamed = nullptr) {
    for (const Range<Def, Value>& range : ranges) {
        const char* const path = range.path != nullptr ? range.path : unnamed;
        if (const Error error = range.check(path, def.*range.field)) { return error; }
    }
    return {};
}

/// The shape of a definition that is valid on a body of this type.
Result<Shape> checked_shape(const ShapeDef& def, BodyType type);

/// Whether the body or shape exists; `place` is its index, or kNull.
Error check_alive(uint32_t place, BodyId id);
Error check_alive(uint32_t place, ShapeId id);

/// Whether memory is available for a call that allocates up to that many bytes. Check it before the call changes
/// anything.
Error check_memory(size_t bytes);
/// The error for that many bytes.
Error no_memory(size_t bytes);
/// Whether a body, shape or joint can be created: an index of `ids` is free, and memory is left for the lists that may
/// have to grow. `path` and `expected` as of `Error`.
Error check_room(const WorldState& world, const IdPool& ids, const char* path, const char* expected);
Error check_finite(const char* path, float value);
Error check_finite(const char* path, Vec2 value);
/// A direction that may be normalized: of finite length, neither 0 nor so long that its square overflows.
Error check_direction(const char* path, Vec2 value);
Error check_positive(const char* path, float value);
Error check_not_negative(const char* path, float value);
Error check(const Material& material);
Error check(const MassData& mass);
Error check(const ShapeRules& rules);
Error check(const SleepThreshold& threshold);
Error check_dominance(int dominance);
/// For a shape on a dynamic body: whether its mass is 0 or a valid divisor.
Error check_mass(const Shape& shape, float density);

} // namespace impulse
