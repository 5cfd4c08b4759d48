#include "core/pair_map.h"

#include <utility>

#include "core/assert.h"
#include "core/memory.h"
#include "core/state_hash.h"

namespace impulse {

namespace {

constexpr size_t kFirstPlaces = 64;
constexpr size_t kManyPlaces = size_t{1} << 20; // 8 MB

// Half full at most: an unsuccessful search then visits 2.5 places on average, at three quarters 8.5 (Knuth, 6.4,
// theorem K). Most searches of a broad phase are for absent or recent keys. A table of many places is filled to three
// quarters: 8.5 places are two cache lines, and a search waits for the first.
size_t most_keys(size_t places) { return places < kManyPlaces ? places / 2 : places / 4 * 3; }

} // namespace

// The pairs of one shape differ in the low bits of one half only.
uint64_t PairMap::entry_of(uint64_t key, uint32_t index) {
    return spread_bits(key) >> kTagShift << kTagShift | kUsed | index;
}

// Where it goes is the first empty place from its home on. There is always one.
void PairMap::place(uint64_t entry) {
    size_t at = home(entry);
    while (places_[at] != 0) { at = next(at); }
    places_[at] = entry;
}

void PairMap::insert(uint64_t key, uint32_t index) {
    IMPULSE_ASSERT(index < kIndices);
    if (count_ + size_t{1} > most_keys(places_.size())) { rehash(places_.empty() ? kFirstPlaces : 2 * places_.size()); }
    place(entry_of(key, index));
    ++count_;
}

void PairMap::erase(uint64_t key, uint32_t index) {
    const uint64_t entry = entry_of(key, index);
    size_t gap = home(entry);
    while (places_[gap] != entry) {
        IMPULSE_ASSERT(places_[gap] != 0);
        gap = next(gap);
    }
    // Later entries of the run that the gap would separate from their home move back into the gap and leave a new one.
    const size_t mask = places_.size() - 1;
    for (size_t at = next(gap); places_[at] != 0; at = next(at)) {
        const size_t from_home = (at - home(places_[at])) & mask;
        const size_t from_gap = (at - gap) & mask;
        if (from_home >= from_gap) {
            places_[gap] = places_[at];
            gap = at;
        }
    }
    places_[gap] = 0;
    --count_;
}

bool PairMap::reserve(uint32_t keys) {
    size_t places = places_.empty() ? kFirstPlaces : places_.size();
    while (most_keys(places) < keys) { places *= 2; }
    if (places <= places_.size()) { return true; }
    if (!has_room(places * sizeof(uint64_t))) { return false; }
    rehash(places);
    return true;
}

void PairMap::renumber(std::span<const uint32_t> place) {
    for (uint64_t& entry : places_) {
        if (entry != 0) { entry = entry - index_of(entry) + place[index_of(entry)]; }
    }
}

void PairMap::clear() {
    for (uint64_t& entry : places_) { entry = 0; }
    count_ = 0;
}

void PairMap::rehash(size_t places) {
    List<uint64_t> old(places, 0);
    std::swap(old, places_);
    for (const uint64_t entry : old) {
        if (entry != 0) { place(entry); }
    }
}

} // namespace impulse
