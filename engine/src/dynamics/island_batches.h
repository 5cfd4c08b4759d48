/// Batches of islands, for worlds that exceed a core's own cache.
///
/// A solver goes through the rows of all contacts nine times per step. In a large world each pass reads them from
/// memory. Islands do not affect each other within a step, so a few of them are solved completely, with all substeps,
/// before the next: their bodies and rows stay in the cache. The result has the same bits.
#pragma once

#include <span>

#include "dynamics/passive.h"
#include "dynamics/solve_input.h"

namespace impulse {

/// Bodies that fill a batch. With contacts and rows a body takes about 600 bytes in a heap. Batches of 512 and 1,536
/// take as long in large worlds; those of 512 would also split a heap of 2,000 bodies, with 2 % more instructions and
/// 5 % more misses of a cache of 512 KB than without batches.
inline constexpr size_t kBatchBodies = 1024;

/// The input of a solver for some islands.
struct IslandBatch {
    std::span<uint32_t> awake; ///< slots, ascending: their bodies, and all platforms
    ColourLists contacts;
    SolveIslands islands;
};

/// In the arena; none in a world with fewer bodies than two batches. If there are any, `all.of_slot` has the numbers of
/// islands within their batches. Pre: no joints.
std::span<const IslandBatch> split_into_batches(const SolveInput& input, const SolveIslands& all);

} // namespace impulse
