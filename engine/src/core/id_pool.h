/// Allocates indices and their generations. A handle is an index and a generation; the generation identifies a stale
/// handle. `allocate` always returns the lowest free index, so that the handles of two worlds after the same calls do
/// not depend on how their free indices came about.
#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>

#include "core/archive.h"
#include "core/assert.h"
#include "core/bitset.h"
#include "core/list.h"
#include "impulse/ids.h"

namespace impulse {

class IdPool {
  public:
    /// Result of `allocate` if all 2^20 indices are in use.
    static constexpr uint32_t kNone = 0xffffffffu;

    /// Makes room for `count` indices.
    void reserve(size_t count) { generations_.reserve(count); }

    /// The lowest free index, or kNone.
    uint32_t allocate() {
        if (free_count_ == 0) {
            if (capacity() > kIndexMask) { return kNone; }
            const uint32_t index = capacity();
            generations_.push_back(1);
            free_.resize(index + 1);
            return index;
        }
        const auto words = free_.words();
        while (words[lowest_word_] == 0) { ++lowest_word_; }
        const uint32_t index = lowest_word_ * 64u + static_cast<uint32_t>(std::countr_zero(words[lowest_word_]));
        free_.clear(index);
        --free_count_;
        return index;
    }

    /// Ends the life of an index in use: every handle to it is stale from now on.
    void free(uint32_t index) {
        IMPULSE_ASSERT(index < capacity() && !free_.test(index));
        uint16_t& generation = generations_[index];
        // Generation 0 is skipped: index 0 with generation 0 would be the null handle.
        generation = generation == kMaxGeneration ? uint16_t{1} : static_cast<uint16_t>(generation + 1u);
        free_.set(index);
        ++free_count_;
        if (index / 64u < lowest_word_) { lowest_word_ = index / 64u; }
    }

    /// Makes 0 to `count() - 1` the indices in use, for an owner that has renumbered its items and issues no handles.
    void compact() {
        const uint32_t used = count();
        for (uint32_t index = 0; index < capacity(); ++index) { free_.assign(index, index >= used); }
        lowest_word_ = used / 64u;
    }

    /// Generation of the present life of an index, or of its next one if it is free. From 1 to kMaxGeneration.
    uint32_t generation(uint32_t index) const {
        IMPULSE_ASSERT(index < capacity());
        return generations_[index];
    }
    bool in_use(uint32_t index) const { return index < capacity() && !free_.test(index); }
    bool alive(uint32_t index, uint32_t generation) const { return in_use(index) && generations_[index] == generation; }
    /// Index of a living handle, or kNone.
    template <class Tag>
    uint32_t find(Id<Tag> id) const {
        return alive(id.index(), id.generation()) ? id.index() : kNone;
    }

    /// Calls `visit(index)` for the indices in use, ascending. `visit` may free the index it is given.
    template <class Visit>
    void for_each(Visit&& visit) const {
        for (uint32_t index = 0; index < capacity(); ++index) {
            if (in_use(index)) { visit(index); }
        }
    }

    /// One more than the highest index ever allocated.
    uint32_t capacity() const { return static_cast<uint32_t>(generations_.size()); }
    /// Indices in use.
    uint32_t count() const { return capacity() - free_count_; }

    void archive(Archive& archive) {
        auto& [generations, free, lowest_word, free_count] = *this;
        archive(generations, free, lowest_word, free_count);
    }

  private:
    static_assert(kMaxGeneration <= 0xffffu);

    List<uint16_t> generations_;
    Bitset free_;
    uint32_t lowest_word_ = 0; // no word of free_ before this one has a bit
    uint32_t free_count_ = 0;
};

} // namespace impulse
