/// Snapshots as tests hold them.
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

} // namespace impulse::test
