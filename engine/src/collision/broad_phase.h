/// Broad phase: every shape has a proxy, a fat AABB (its AABB plus a margin) in one of three trees. Small movements
/// change nothing; only a shape that left its fat AABB queries the trees again (FX2).
///
/// Static, kinematic and dynamic shapes have separate trees: the static tree is never rebuilt and never queried for
/// pairs with itself. A step in which nothing moves costs nothing here, whatever the number of shapes.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <span>

#include "collision/pair_key.h"
#include "collision/tree.h"
#include "core/assert.h"
#include "core/list.h"
#include "core/memory.h"
#include "core/sort.h"
#include "impulse/defs.h"
#include "impulse/math.h"

namespace impulse {

class BroadPhase {
  public:
    /// A new proxy counts as moved. `tight` is the present box of the shape, without margin. `shape` identifies it in
    /// pairs and queries; indices below 2^32 - 1.
    uint32_t create_proxy(BodyType type, const Aabb& tight, uint32_t shape);
    void destroy_proxy(uint32_t proxy);

    /// Updates the box of the shape. If it left the fat AABB, a new fat AABB is computed, stretched by
    /// `displacement_hint` (m, the expected displacement), the proxy counts as moved, and the result is true. A fat
    /// AABB that became much too large is shrunk without a move: that can end pairs, never begin one.
    bool update_proxy(uint32_t proxy, const Aabb& tight, Vec2 displacement_hint = {});
    /// Makes the proxy search its pairs again, as after a change of its filter.
    void touch_proxy(uint32_t proxy);

    /// The fat AABB. Two shapes whose fat AABBs no longer overlap are no pair any more.
    const Aabb& fat_aabb(uint32_t proxy) const { return tree_of(proxies_[proxy]).aabb(proxies_[proxy].leaf); }
    uint32_t shape(uint32_t proxy) const { return proxies_[proxy].shape; }

    /// Margin of the boxes of moving bodies, metres, >= 0. Default 0.1; small shapes get less (kMarginFraction).
    void set_margin(float margin) { margin_ = margin; }

    /// Distance within which two shapes are certain to be a pair, metres, >= 0. Default 0. The fat AABB of a shape that
    /// can move always contains its tight box plus this; applies to a proxy from its next update.
    void set_reach(float reach) { reach_ = reach; }
    /// How much further the tight box may move along each axis before the fat AABB must be computed again; below 0 if
    /// it must be now.
    Vec2 room(uint32_t proxy, const Aabb& tight) const;

    uint32_t proxy_count() const { return static_cast<uint32_t>(proxies_.size() - free_.size()); }
    /// What the last searches found is not known any more: the next search of each proxy finds all of its pairs.
    void forget_pairs();
    uint32_t moved_count() const { return static_cast<uint32_t>(moved_.size()); }
    const Tree& tree(BodyType type) const { return trees_[static_cast<size_t>(type)]; }

    /// Calls `bool visit(uint32_t shape)` for every shape whose fat AABB overlaps `box`, until it returns false.
    template <class F>
    void query(const Aabb& box, F&& visit) const {
        for (const Tree& tree : trees_) {
            if (!tree.query(box, [&](uint32_t proxy) { return visit(proxies_[proxy].shape); })) { return; }
        }
    }

    /// Calls `float visit(uint32_t shape, float max_fraction)` for shapes whose fat AABB the ray may touch, as
    /// `Tree::raycast` does, tree after tree.
    template <class F>
    void raycast(Vec2 from, Vec2 to, F&& visit, Vec2 half = {}) const {
        float max_fraction = 1.0f;
        for (const Tree& tree : trees_) {
            max_fraction = tree.raycast(
                from, to, [&](uint32_t proxy, float limit) { return visit(proxies_[proxy].shape, limit); },
                max_fraction, half);
        }
    }

    /// Replaces `out` by the keys of all pairs with at least one moved proxy whose fat AABBs overlap and for which
    /// `bool accept(uint32_t shape_a, uint32_t shape_b)` holds (a < b), each once, ascending. Pairs whose fat AABBs
    /// overlapped in the last search are left out, unless one was touched since. Afterwards no proxy counts as moved.
    /// Two static shapes are never a pair. `accept` is called once per pair, and again where there are many, in no
    /// guaranteed order; the result depends on boxes and shape indices only. Returns 0, or how many bytes there is no
    /// memory for, and what had moved still counts as moved.
    template <class F>
    size_t find_pairs(List<uint64_t>& out, F accept);

    void archive(Archive& archive);
    /// Moves the boxes out of the trees and back, for `archive` of the packed form: with it, nothing is in the trees
    /// that follows from the boxes and the links down. The first tree is that of the static shapes.
    void strip(bool with_statics);
    void derive(bool with_statics);
    size_t proxy_capacity() const { return proxies_.size(); }

    /// Whether trees and proxies are consistent. Traverses all of them.
    bool validate() const;

    /// More pairs appear at once when a crowd is created, and only then: memory for them is not retained.
    static constexpr size_t kMostKept = 65536;

  private:
    static constexpr uint32_t kNotMoved = 0xffffffffu;
    static constexpr Aabb kNowhere{{3.0e38f, 3.0e38f}, {-3.0e38f, -3.0e38f}}; ///< overlaps no box
    struct Proxy {
        int32_t leaf = 0;
        uint32_t shape = 0;
        uint32_t moved = kNotMoved; // place in moved_
        BodyType type = BodyType::static_body;
        uint8_t unused[3] = {}; // snapshots store no undefined bytes
    };
    static_assert(sizeof(Proxy) == 16);

    Tree& tree_of(const Proxy& proxy) { return trees_[static_cast<size_t>(proxy.type)]; }
    const Tree& tree_of(const Proxy& proxy) const { return trees_[static_cast<size_t>(proxy.type)]; }
    float margin_of(BodyType type, const Aabb& tight) const;
    float reach_of(BodyType type) const;
    void note_move(uint32_t proxy, const Aabb& before);
    void forget_move(Proxy& proxy);
    void clear_moved();
    void rebuild_enlarged_trees();
    bool is_stripped(uint32_t proxy, bool with_statics) const;
    /// Calls `bool visit(uint64_t key)` for the pairs of `find_pairs`, until it returns false.
    template <class F, class Visit>
    bool for_each_pair(F& accept, Visit visit) const;

    std::array<Tree, 3> trees_;                 // by BodyType
    std::array<uint32_t, 3> enlarged_rounds_{}; // calls of find_pairs since that tree's first enlarged leaf
    List<Proxy> proxies_;
    List<uint32_t> free_;    // unused places in proxies_
    List<uint32_t> moved_;   // proxies, each once
    List<Aabb> before_;      // their boxes in the last search, or kNowhere: pairs of these boxes are known
    List<uint8_t> unknown_;  // by proxy: whether it was not searched since `forget_pairs`; may be shorter
    List<uint64_t> sorting_; // scratch of find_pairs, freed where it is large
    List<Aabb> boxes_;       // by proxy, between `strip` and `derive`
    float margin_ = 0.1f;    // m
    float reach_ = 0.0f;     // m
};

template <class F>
size_t BroadPhase::find_pairs(List<uint64_t>& out, F accept) {
    out.clear();
    if (moved_.empty()) { return 0; }
    rebuild_enlarged_trees();
    // Many are counted first: a list that doubles would leave blocks behind that nothing else fits into.
    size_t count = 0;
    bool counts = false;
    const auto visit = [&](uint64_t key) {
        if (counts) { return ++count > 0; }
        if (out.size() == kMostKept && count == 0) { return false; }
        out.push_back(key);
        return true;
    };
    for (bool complete = false; !complete;) {
        complete = for_each_pair(accept, visit);
        if (complete && counts) {
            const size_t bytes = 2 * count * sizeof(uint64_t); // half of them to sort the others
            if (!has_room(bytes)) { return bytes; }
            out.clear();
            out.reserve(count);
        }
        complete = complete && !counts;
        counts = !complete && count == 0;
    }
    clear_moved();
    const bool large = out.size() > kMostKept;
    // Grows in the steps in which `out` grows.
    if (sorting_.size() < out.size()) { sorting_.resize(large ? out.size() : out.capacity()); }
    merge_sort(std::span(out), std::span(sorting_), std::less<uint64_t>{});
    if (large) { sorting_ = {}; }
    return 0;
}

template <class F, class Visit>
bool BroadPhase::for_each_pair(F& accept, Visit visit) const {
    for (size_t i = 0; i < moved_.size(); ++i) {
        const uint32_t index = moved_[i];
        const Aabb before = before_[i];
        const Proxy& self = proxies_[index];
        const Aabb box = fat_aabb(index);
        for (size_t type = 0; type < trees_.size(); ++type) {
            const bool both_static =
                self.type == BodyType::static_body && type == static_cast<size_t>(BodyType::static_body);
            if (both_static) { continue; }
            const bool complete = trees_[type].query(box, [&](uint32_t other_index, const Aabb& fat) {
                const Proxy& other = proxies_[other_index];
                // If both moved, both find each other: the one with the smaller index reports. The proxy finds itself
                // too, and has moved.
                const bool both = other.moved != kNotMoved;
                if (both && other_index <= index) { return true; }
                if (overlaps(before, both ? before_[other.moved] : fat)) { return true; } // the last search found it
                const uint64_t key = pair_key(self.shape, other.shape);
                return !accept(pair_first(key), pair_second(key)) || visit(key);
            });
            if (!complete) { return false; }
        }
    }
    return true;
}

} // namespace impulse
