#include "core/pair_map.h"

#include <utility>

#include "core/assert.h"
#include "core/memory.h"
#include "core/state_hash.h"

namespace impulse {

namespace {

constexpr size_t kFirstPlaces = 64;
constexpr size_t kManyPlaces = size_t{1} << 20; // 12 MB

// Half full at most: an unsuccessful search then visits 2.5 places on average, at three quarters 8.5 (Knuth, 6.4,
// theorem K). Most searches of a broad phase are for absent or recent keys. A table of many places is filled to three
// quarters: 8.5 places are two cache lines, and a search waits for the first.
size_t most_keys(size_t places) { return places < kManyPlaces ? places / 2 : places / 4 * 3; }

} // namespace

// The pairs of one shape differ in the low bits of one half only.
size_t PairMap::home(uint64_t key) const { return static_cast<size_t>(spread_bits(key)) & (keys_.size() - 1); }

// The place of the key, or the empty place where it would go. There is always one.
size_t PairMap::place_of(uint64_t key) const {
    size_t place = home(key);
    while (keys_[place] != 0 && keys_[place] != key) { place = (place + 1) & (keys_.size() - 1); }
    return place;
}

bool PairMap::insert(uint64_t key, uint32_t value) {
    IMPULSE_ASSERT(key != 0);
    if (count_ + size_t{1} > most_keys(keys_.size())) { rehash(keys_.empty() ? kFirstPlaces : 2 * keys_.size()); }
    const size_t place = place_of(key);
    if (keys_[place] == key) { return false; }
    keys_[place] = key;
    values_[place] = value;
    ++count_;
    return true;
}

bool PairMap::erase(uint64_t key) {
    IMPULSE_ASSERT(key != 0);
    if (count_ == 0) { return false; }
    size_t gap = place_of(key);
    if (keys_[gap] != key) { return false; }
    const size_t mask = keys_.size() - 1;
    // Later keys of the run that the gap would separate from their home move back into the gap and leave a new one.
    for (size_t place = (gap + 1) & mask; keys_[place] != 0; place = (place + 1) & mask) {
        const size_t from_home = (place - home(keys_[place])) & mask;
        const size_t from_gap = (place - gap) & mask;
        if (from_home >= from_gap) {
            keys_[gap] = keys_[place];
            values_[gap] = values_[place];
            gap = place;
        }
    }
    keys_[gap] = 0;
    --count_;
    return true;
}

bool PairMap::contains(uint64_t key) const {
    IMPULSE_ASSERT(key != 0);
    return count_ != 0 && keys_[place_of(key)] == key;
}

uint32_t PairMap::find(uint64_t key) const {
    IMPULSE_ASSERT(key != 0);
    if (count_ == 0) { return kAbsent; }
    const size_t place = place_of(key);
    return keys_[place] == key ? values_[place] : kAbsent;
}

bool PairMap::reserve(uint32_t keys) {
    size_t places = keys_.empty() ? kFirstPlaces : keys_.size();
    while (most_keys(places) < keys) { places *= 2; }
    if (places <= keys_.size()) { return true; }
    if (!has_room(places * kBytes)) { return false; }
    rehash(places);
    return true;
}

void PairMap::renumber(std::span<const uint32_t> place) {
    for (size_t i = 0; i < keys_.size(); ++i) {
        if (keys_[i] != 0) { values_[i] = place[values_[i]]; }
    }
}

void PairMap::clear() {
    for (uint64_t& place : keys_) { place = 0; }
    count_ = 0;
}

void PairMap::rehash(size_t places) {
    List<uint64_t> keys(places, 0);
    List<uint32_t> values(places, kAbsent);
    std::swap(keys, keys_);
    std::swap(values, values_);
    for (size_t i = 0; i < keys.size(); ++i) {
        if (keys[i] == 0) { continue; }
        const size_t place = place_of(keys[i]);
        keys_[place] = keys[i];
        values_[place] = values[i];
    }
}

} // namespace impulse
