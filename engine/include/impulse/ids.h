/// Handles: 20 bits of index, 12 bits of generation. 0 is null. A handle of a destroyed object does not match
/// until its slot was reused 4,095 times; every public call returns an error for a stale handle.
#pragma once

#include <cstdint>

namespace impulse {

inline constexpr uint32_t kIndexBits = 20;
inline constexpr uint32_t kIndexMask = (1u << kIndexBits) - 1u;
inline constexpr uint32_t kMaxGeneration = (1u << (32u - kIndexBits)) - 1u;

/// A typed handle. `Tag` distinguishes bodies, shapes and joints.
template <class Tag>
struct Id {
    uint32_t value = 0;

    constexpr uint32_t index() const { return value & kIndexMask; }
    constexpr uint32_t generation() const { return value >> kIndexBits; }
    constexpr explicit operator bool() const { return value != 0; }
    friend constexpr bool operator==(Id a, Id b) { return a.value == b.value; }
};

template <class Tag>
constexpr Id<Tag> make_id(uint32_t index, uint32_t generation) {
    return {(generation << kIndexBits) | index};
}

using BodyId = Id<struct BodyTag>;
using ShapeId = Id<struct ShapeTag>;
using JointId = Id<struct JointTag>;

} // namespace impulse
