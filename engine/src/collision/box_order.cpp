#include "collision/box_order.h"

#include <algorithm>
#include <functional>

#include "core/sort.h"

namespace impulse {

BoxOrder::BoxOrder(Arena& arena, size_t most)
    : entries_(arena.allocate<Entry>(2 * most)),
      places_(arena.allocate<uint32_t>(most)),
      found_(arena.allocate<uint32_t>(2 * most)) {}

void BoxOrder::add(const Aabb& box) {
    entries_[count_] = {box, box.lower.x, box.upper.x, static_cast<uint32_t>(count_)};
    ++count_;
}

void BoxOrder::sort() {
    const std::span<Entry> scratch = entries_.subspan(count_);
    entries_ = entries_.first(count_);
    merge_sort(entries_, scratch, [](const Entry& a, const Entry& b) { return a.lower < b.lower; });
    for (uint32_t i = 0; i < count_; ++i) {
        places_[entries_[i].index] = i;
        if (i > 0) { entries_[i].upper = max(entries_[i].upper, entries_[i - 1].upper); }
    }
}

void BoxOrder::update(uint32_t index, const Aabb& box) {
    const size_t place = places_[index];
    entries_[place].box = box;
    for (size_t i = place; i < count_ && entries_[i].upper < box.upper.x; ++i) { entries_[i].upper = box.upper.x; }
    for (size_t i = place + 1; i > 0 && entries_[i - 1].lower > box.lower.x; --i) {
        entries_[i - 1].lower = box.lower.x;
    }
}

std::span<uint32_t> BoxOrder::overlapping(const Aabb& box) {
    const auto first = std::partition_point(entries_.begin(), entries_.end(),
                                            [&](const Entry& entry) { return entry.upper < box.lower.x; });
    size_t count = 0;
    auto at = first;
    for (; at != entries_.end() && at->lower <= box.upper.x; ++at) {
        if (overlaps(box, at->box)) { found_[count++] = at->index; }
    }
    compared_ = static_cast<size_t>(at - first);
    merge_sort(found_.first(count), found_.subspan(count), std::less<uint32_t>{});
    return found_.first(count);
}

} // namespace impulse
