/// A map from 64-bit keys to 32-bit values: the known pairs and their contacts. It supports lookups and no traversal,
/// so no result can depend on the place of a key.
///
/// Open addressing with linear probing (Knuth, The Art of Computer Programming 3, 6.4, algorithm L). A removal closes
/// its gap by moving later keys back (algorithm R) instead of leaving a tombstone, so the table never degrades.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

#include "core/list.h"

namespace impulse {

class PairMap {
  public:
    static constexpr uint32_t kAbsent = 0xffffffffu;
    /// Of a key with its value.
    static constexpr size_t kBytes = sizeof(uint64_t) + sizeof(uint32_t);

    /// True if the key was new; otherwise nothing changes. Key 0 is reserved: it marks an empty place.
    bool insert(uint64_t key, uint32_t value);
    /// True if the key was present.
    bool erase(uint64_t key);
    bool contains(uint64_t key) const;
    /// The value of a key, or `kAbsent`.
    uint32_t find(uint64_t key) const;

    uint32_t count() const { return count_; }
    /// Reserves capacity for this many keys. Returns false, and changes nothing, if there is no memory for it.
    bool reserve(uint32_t keys);
    /// Each value becomes the one at its place: `place[value]`.
    void renumber(std::span<const uint32_t> place);
    /// Removes all keys and keeps the memory.
    void clear();

  private:
    size_t home(uint64_t key) const;
    size_t place_of(uint64_t key) const;
    void rehash(size_t places);

    List<uint64_t> keys_; // a power of two of them; see `most_keys`
    List<uint32_t> values_;
    uint32_t count_ = 0;
};

} // namespace impulse
