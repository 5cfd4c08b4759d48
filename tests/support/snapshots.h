/// Snapshots in tests.
#pragma once

#include <cstddef>
#include <vector>

#include "impulse/world.h"

namespace impulse::test {

using Bytes = std::vector<std::byte>;

inline Bytes snapshot_of(const World& world) {
    Bytes bytes(world.snapshot_size());
    world.snapshot(bytes);
    return bytes;
}

inline Bytes packed_snapshot_of(World& world, bool with_statics) {
    Bytes bytes(world.packed_bound());
    bytes.resize(world.snapshot_packed(bytes, with_statics));
    return bytes;
}

} // namespace impulse::test
