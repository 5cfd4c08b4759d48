/// Finds the contact of a pair: a map from 64-bit keys to indices below 2^20. Nobody can traverse it, so no result can
/// depend on the place of a key.
///
/// Open addressing with linear probing (Knuth, The Art of Computer Programming 3, 6.4, algorithm L). A removal closes
/// its gap by moving later entries back (algorithm R) instead of leaving a tombstone, so the table never degrades. An
/// entry is the index and 43 bits of the key's hash, in 8 bytes: the owner has the key itself.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

#include "core/list.h"

namespace impulse {

class PairMap {
  public:
    static constexpr uint32_t kAbsent = 0xffffffffu;
    static constexpr uint32_t kIndices = 1u << 20;

    /// Pre: the key is absent, and the index below `kIndices`.
    void insert(uint64_t key, uint32_t index);
    /// Pre: the key is present with this index.
    void erase(uint64_t key, uint32_t index);
    /// The index of a key, or `kAbsent`. `key_of(index)`: the key of one that was inserted.
    template <class KeyOf>
    uint32_t find(uint64_t key, KeyOf&& key_of) const;

    uint32_t count() const { return count_; }
    /// Reserves capacity for this many keys. Returns false, and changes nothing, if there is no memory for it.
    bool reserve(uint32_t keys);
    /// Each index becomes `place[index]`.
    void renumber(std::span<const uint32_t> place);
    /// Removes all keys and keeps the memory.
    void clear();

  private:
    static constexpr uint64_t kUsed = kIndices; // the bit above the index
    static constexpr int kTagShift = 21;

    static uint64_t entry_of(uint64_t key, uint32_t index);
    static uint64_t tag_of(uint64_t entry) { return entry >> kTagShift; }
    static uint32_t index_of(uint64_t entry) { return static_cast<uint32_t>(entry) & (kIndices - 1); }
    size_t home(uint64_t entry) const { return static_cast<size_t>(tag_of(entry)) & (places_.size() - 1); }
    size_t next(size_t place) const { return (place + 1) & (places_.size() - 1); }
    void place(uint64_t entry);
    void rehash(size_t places);

    List<uint64_t> places_; // a power of two of them, 0 if empty; see `most_keys`
    uint32_t count_ = 0;
};

template <class KeyOf>
uint32_t PairMap::find(uint64_t key, KeyOf&& key_of) const {
    if (count_ == 0) { return kAbsent; }
    const uint64_t wanted = entry_of(key, 0);
    for (size_t at = home(wanted); places_[at] != 0; at = next(at)) {
        if (tag_of(places_[at]) == tag_of(wanted) && key_of(index_of(places_[at])) == key) {
            return index_of(places_[at]);
        }
    }
    return kAbsent;
}

} // namespace impulse
