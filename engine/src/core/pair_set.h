/// A set of 64-bit keys: the known pairs. It supports membership tests and no traversal, so no result can depend on the
/// place of a key.
///
/// Open addressing with linear probing (Knuth, The Art of Computer Programming 3, 6.4, algorithm L). A removal closes
/// its gap by moving later keys back (algorithm R) instead of leaving a tombstone, so the table never degrades.
#pragma once

#include <cstddef>
#include <cstdint>

#include "core/list.h"

namespace impulse {

class PairSet {
  public:
    /// True if the key was new. Key 0 is reserved: it marks an empty place.
    bool insert(uint64_t key);
    /// True if the key was present.
    bool erase(uint64_t key);
    bool contains(uint64_t key) const;

    uint32_t count() const { return count_; }
    /// Reserves capacity for this many keys. Returns false, and changes nothing, if there is no memory for it.
    bool reserve(uint32_t keys);
    /// Removes all keys and keeps the memory.
    void clear();

  private:
    size_t home(uint64_t key) const;
    size_t find(uint64_t key) const;
    void rehash(size_t places);

    List<uint64_t> places_; // a power of two of them; see `most_keys`
    uint32_t count_ = 0;
};

} // namespace impulse
