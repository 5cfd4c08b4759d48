#include "core/pair_set.h"

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
size_t PairSet::home(uint64_t key) const { return static_cast<size_t>(spread_bits(key)) & (places_.size() - 1); }

// The place of the key, or the empty place where it would go. There is always one.
size_t PairSet::find(uint64_t key) const {
    size_t place = home(key);
    while (places_[place] != 0 && places_[place] != key) { place = (place + 1) & (places_.size() - 1); }
    return place;
}

bool PairSet::insert(uint64_t key) {
    IMPULSE_ASSERT(key != 0);
    if (count_ + size_t{1} > most_keys(places_.size())) { rehash(places_.empty() ? kFirstPlaces : 2 * places_.size()); }
    const size_t place = find(key);
    if (places_[place] == key) { return false; }
    places_[place] = key;
    ++count_;
    return true;
}

bool PairSet::erase(uint64_t key) {
    IMPULSE_ASSERT(key != 0);
    if (count_ == 0) { return false; }
    size_t gap = find(key);
    if (places_[gap] != key) { return false; }
    const size_t mask = places_.size() - 1;
    // Later keys of the run that the gap would separate from their home move back into the gap and leave a new one.
    for (size_t place = (gap + 1) & mask; places_[place] != 0; place = (place + 1) & mask) {
        const size_t from_home = (place - home(places_[place])) & mask;
        const size_t from_gap = (place - gap) & mask;
        if (from_home >= from_gap) {
            places_[gap] = places_[place];
            gap = place;
        }
    }
    places_[gap] = 0;
    --count_;
    return true;
}

bool PairSet::contains(uint64_t key) const {
    IMPULSE_ASSERT(key != 0);
    return count_ != 0 && places_[find(key)] == key;
}

bool PairSet::reserve(uint32_t keys) {
    size_t places = places_.empty() ? kFirstPlaces : places_.size();
    while (most_keys(places) < keys) { places *= 2; }
    if (places <= places_.size()) { return true; }
    if (!has_room(places * sizeof(uint64_t))) { return false; }
    rehash(places);
    return true;
}

void PairSet::clear() {
    for (uint64_t& place : places_) { place = 0; }
    count_ = 0;
}

void PairSet::rehash(size_t places) {
    List<uint64_t> old(places, 0);
    std::swap(old, places_);
    for (const uint64_t key : old) {
        if (key != 0) { places_[find(key)] = key; }
    }
}

} // namespace impulse
