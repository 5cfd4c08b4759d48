/// Building a tree of boxes from the top.
#include "collision/tree.h"

#include <limits>
#include <utility>

#include "geometry/aabb.h"

namespace impulse {

namespace {

// Bins of a split at most: nearly as good as trying every place, at a fraction of the work (Wald 2007).
constexpr size_t kBins = 16;
// From this depth on a rebuild splits by count, so that 2^20 leaves end at most 20 levels deeper: 44 of
// Tree::kMaxHeight.
constexpr int kMaxSplitDepth = 24;

constexpr float kInfinity = std::numeric_limits<float>::infinity();
// Merged with any box, it gives that box.
constexpr Aabb kEmptyBox{{kInfinity, kInfinity}, {-kInfinity, -kInfinity}};

} // namespace

void Tree::rebuild(bool everything) {
    if ((everything ? count_ : enlarged_count_) == 0) { return; }
    collect(kRoot, everything);
    build(kRoot, 0, items_.size(), 0);
    items_.clear();
    enlarged_count_ = 0;
    limit_height(); // a whole tree has no more than that
}

// Dismantles the tree below `place`: subtrees without an enlarged leaf stay (unless a full rebuild is requested),
// leaves stay, and the nodes above them are freed.
void Tree::collect(int32_t place, bool everything) {
    const Node self = node(place);
    const bool keep = is_leaf(self) || (!everything && self.enlarged == 0);
    if (keep) {
        Item item{self, 0.5f * (self.box.lower + self.box.upper)};
        item.node.enlarged = 0;
        items_.push_back(item);
        return;
    }
    collect(2 * self.child, everything);
    collect(2 * self.child + 1, everything);
    free_pairs_.push_back(self.child);
}

// Builds a tree over items_[begin, end) at `place`. Recursion goes at most kMaxSplitDepth + 20 deep.
void Tree::build(int32_t place, size_t begin, size_t end, int depth) {
    if (end - begin == 1) {
        put(place, items_[begin].node);
        return;
    }
    const size_t middle = split(begin, end, depth);
    const int32_t pair = allocate_pair(place);
    node(place).child = pair;
    build(2 * pair, begin, middle, depth + 1);
    build(2 * pair + 1, middle, end, depth + 1);
    gather(place);
}

namespace {

/// The items of a range in bins of equal width along one axis.
struct Bins {
    bool along_x = false;
    float start = 0.0f; ///< m
    float reach = 0.0f; ///< m
    size_t used = 0;

    size_t bin_of(Vec2 center) const {
        const float t = ((along_x ? center.x : center.y) - start) / reach; // 0 to 1
        const size_t bin = static_cast<size_t>(t * static_cast<float>(used));
        return bin < used ? bin : used - 1;
    }
};

/// The bin at which count times perimeter, summed over both sides, is least; 0 if no sum is finite.
size_t cheapest_split(const Aabb (&boxes)[kBins], const size_t (&counts)[kBins], size_t bins) {
    // The first and the last bin are not empty, so no side of any split is.
    float right_cost[kBins]; // of the bins from this one on
    Aabb box = kEmptyBox;
    size_t side = 0;
    for (size_t bin = bins - 1; bin > 0; --bin) {
        box = joined(box, boxes[bin]);
        side += counts[bin];
        right_cost[bin] = static_cast<float>(side) * half_perimeter(box);
    }
    box = kEmptyBox;
    side = 0;
    size_t first_right = 0;
    float best_cost = kInfinity;
    for (size_t bin = 1; bin < bins; ++bin) {
        box = joined(box, boxes[bin - 1]);
        side += counts[bin - 1];
        const float cost = static_cast<float>(side) * half_perimeter(box) + right_cost[bin];
        if (cost < best_cost) {
            best_cost = cost;
            first_right = bin;
        }
    }
    return first_right;
}

} // namespace

// Splits items_[begin, end) into two nonempty sides and returns the start of the second. The split is along the longer
// axis of the centres, between the two bins where it is cheapest.
size_t Tree::split(size_t begin, size_t end, int depth) {
    const size_t count = end - begin;
    const size_t half = begin + count / 2;
    if (count == 2 || depth >= kMaxSplitDepth) { return half; }

    Aabb centers = kEmptyBox;
    for (size_t i = begin; i < end; ++i) { centers = joined(centers, {items_[i].center, items_[i].center}); }
    const Vec2 extent = centers.upper - centers.lower;
    const bool along_x = extent.y < extent.x;
    const Bins bins{along_x, along_x ? centers.lower.x : centers.lower.y, along_x ? extent.x : extent.y,
                    count < kBins ? count : kBins};
    if (!(bins.reach > 0.0f) || !is_finite(bins.reach)) { return half; }

    Aabb boxes[kBins];
    size_t counts[kBins] = {};
    for (size_t bin = 0; bin < bins.used; ++bin) { boxes[bin] = kEmptyBox; }
    for (size_t i = begin; i < end; ++i) {
        const size_t bin = bins.bin_of(items_[i].center);
        boxes[bin] = joined(boxes[bin], items_[i].node.box);
        ++counts[bin];
    }
    const size_t first_right = cheapest_split(boxes, counts, bins.used);
    if (first_right == 0) { return half; }

    // Written out, because std::partition may leave a different order in another library.
    size_t low = begin;
    size_t high = end;
    while (low < high) {
        if (bins.bin_of(items_[low].center) < first_right) {
            ++low;
        } else {
            std::swap(items_[low], items_[--high]);
        }
    }
    return low;
}

} // namespace impulse
