#include "core/arena.h"

#include <utility>

#include "core/assert.h"
#include "core/memory.h"

namespace impulse {

namespace {
// 64 KiB: enough for a step of some hundred bodies; a larger world grows a few times in its first step.
constexpr size_t kFirstChunk = size_t{1} << 16;
// 1 MiB: chunks double in size up to here. More would be unused memory in a world of that size, or fewer calls that
// nobody notices.
constexpr size_t kLastChunk = size_t{1} << 20;
// 16 MiB: from here on chunks stay, and with at least this share unused those go that the last step did not need.
constexpr size_t kMany = size_t{1} << 24;
constexpr size_t kUnusedShare = 4;
constexpr size_t kSlackShare = 32;
} // namespace

void* Arena::allocate_bytes(size_t bytes) {
    const size_t need = (bytes + kAlignment - 1) / kAlignment * kAlignment;
    if (chunks_.empty()) { chunks_.push_back(make_chunk(need)); }
    if (chunks_[current_].size - used_ < need) { next_chunk(need); }
    Block* start = &chunks_[current_].blocks[used_ / kAlignment];
    used_ += need;
    total_ += need;
    if (total_ > high_water_) { high_water_ = total_; }
    return start;
}

bool Arena::reserve(size_t bytes) {
    for (size_t i = current_; i < chunks_.size(); ++i) {
        if (chunks_[i].size - (i == current_ ? used_ : 0) >= bytes) { return true; }
    }
    if (!chunks_.empty()) { chunks_.resize(current_ + 1); } // unused memory beside the larger one
    if (!has_room(bytes)) { return false; }
    chunks_.push_back(make_chunk(bytes));
    return true;
}

/// Goes on in the smallest of the unused chunks that suffices. They lie behind the current one, in any order. If none
/// does, all are freed before a larger one is allocated: those of an earlier stage would be unused memory beside it.
void Arena::next_chunk(size_t bytes) {
    size_t best = chunks_.size();
    for (size_t i = current_ + 1; i < chunks_.size(); ++i) {
        if (chunks_[i].size >= bytes && (best == chunks_.size() || chunks_[i].size < chunks_[best].size)) { best = i; }
    }
    // An array that is a little longer in the next step fits too; until then, later allocations take the rest.
    if (best == chunks_.size()) {
        chunks_.resize(current_ + 1);
        best = chunks_.size();
        chunks_.push_back(make_chunk(bytes + bytes / kSlackShare));
    }
    ++current_;
    if (current_ > reached_) { reached_ = current_; }
    used_ = 0;
    std::swap(chunks_[current_], chunks_[best]);
}

void Arena::release(const Mark& mark) {
    IMPULSE_ASSERT(mark.total <= total_);
    IMPULSE_ASSERT(mark.chunk < current_ || (mark.chunk == current_ && mark.used <= used_));
    current_ = mark.chunk;
    used_ = mark.used;
    total_ = mark.total;
    if (total_ > 0 || chunks_.size() < 2) { return; }
    const size_t all = high_water_ > kFirstChunk ? high_water_ : kFirstChunk;
    if (all > kMany) {
        if (capacity() - all >= all / kUnusedShare) { chunks_.resize(reached_ + 1); }
        reached_ = 0;
        return;
    }
    reached_ = 0;
    // One chunk for the sum of all memory in use at once: allocations that fitted into several chunks fit into one,
    // in any order.
    chunks_.clear();
    current_ = 0;
    used_ = 0;
    chunks_.push_back(make_chunk(all));
}

size_t Arena::capacity() const {
    size_t sum = 0;
    for (const Chunk& chunk : chunks_) { sum += chunk.size; }
    return sum;
}

Arena::Chunk Arena::make_chunk(size_t bytes) const {
    // Doubles the total at first, so that a step takes few chunks.
    const size_t all = capacity();
    size_t size = all < kFirstChunk ? kFirstChunk : all > kLastChunk ? kLastChunk : all;
    if (size < bytes) { size = bytes / kAlignment * kAlignment; }
    Chunk chunk;
    chunk.blocks = std::make_unique_for_overwrite<Block[]>(size / kAlignment);
    chunk.size = size;
    return chunk;
}

} // namespace impulse
