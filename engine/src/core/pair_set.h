/// A set of 64-bit keys: which pairs are known. It answers yes or no and never shows an order, so no result
/// can depend on where a key landed.
///
/// Open addressing with linear probing (Knuth, The Art of Computer Programming 3, 6.4, algorithm L); a
/// removal closes its gap by moving later keys back (algorithm R) instead of leaving a tombstone, so the
/// table never ages.
#pragma once

#include <cstddef>
#include <cstdint>

#include "core/list.h"

namespace impulse {

class PairSet {
  public:
    /// True when the key was new. Key 0 is reserved: it marks an empty place.
    bool insert(uint64_t key);
    /// True when the key was there.
    bool erase(uint64_t key);
    bool contains(uint64_t key) const;

    uint32_t count() const { return count_; }
    /// Makes room for this many keys.
    void reserve(uint32_t keys);
    /// Forgets all keys and keeps the memory.
    void clear();

  private:
    size_t home(uint64_t key) const;
    size_t find(uint64_t key) const;
    void rehash(size_t places);

    List<uint64_t> places_; // a power of two of them, at most half full
    uint32_t count_ = 0;
};

} // namespace impulse
