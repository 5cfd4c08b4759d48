#include "core/arena.h"

#include "core/assert.h"

namespace impulse {

namespace {
// 64 KiB: enough for a step of some hundred bodies; a larger world grows a few times in its first step.
constexpr size_t kFirstChunk = size_t{1} << 16;
} // namespace

void* Arena::allocate_bytes(size_t bytes) {
    const size_t need = (bytes + kAlignment - 1) / kAlignment * kAlignment;
    if (chunks_.empty()) { add_chunk(need); }
    while (chunks_[current_].size - used_ < need) {
        // Chunks after the current one are empty: they remain from before a release.
        if (current_ + 1 == chunks_.size()) { add_chunk(need); }
        ++current_;
        used_ = 0;
    }
    Block* start = &chunks_[current_].blocks[used_ / kAlignment];
    used_ += need;
    total_ += need;
    if (total_ > high_water_) { high_water_ = total_; }
    return start;
}

void Arena::release(Mark mark) {
    IMPULSE_ASSERT(mark.total <= total_);
    IMPULSE_ASSERT(mark.chunk < current_ || (mark.chunk == current_ && mark.used <= used_));
    current_ = mark.chunk;
    used_ = mark.used;
    total_ = mark.total;
    if (total_ == 0 && chunks_.size() > 1) {
        // One chunk for the sum of all memory in use at once: allocations that fitted into several chunks fit into one,
        // in any order.
        const size_t all = high_water_ > kFirstChunk ? high_water_ : kFirstChunk;
        chunks_.clear();
        current_ = 0;
        used_ = 0;
        add_chunk(all);
    }
}

size_t Arena::capacity() const {
    size_t sum = 0;
    for (const Chunk& chunk : chunks_) { sum += chunk.size; }
    return sum;
}

void Arena::add_chunk(size_t bytes) {
    // Doubles the total, so that the number of chunks grows with the logarithm of the demand.
    const size_t all = capacity();
    size_t size = all > kFirstChunk ? all : kFirstChunk;
    if (size < bytes) { size = bytes; }
    Chunk chunk;
    chunk.blocks = std::make_unique_for_overwrite<Block[]>(size / kAlignment);
    chunk.size = size;
    chunks_.push_back(std::move(chunk));
}

} // namespace impulse
