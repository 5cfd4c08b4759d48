/// A dynamic tree of boxes (BVH): which of many boxes overlap a box or lie on the path of a ray?
///
/// Insertion chooses the place that adds least perimeter, the surface-area heuristic in 2D (Goldsmith and Salmon 1987),
/// and refits the path to the root with rotations (Kopta et al. 2012, "Fast, Effective BVH Updates for Animated
/// Scenes"). `rebuild` splits from the top with binned costs (Wald 2007, "On fast Construction of SAH-based Bounding
/// Volume Hierarchies").
///
/// Layout: two siblings are one 64-byte record, so a step down the tree touches one cache line and tests both boxes.
/// Rejected: one record per node with two child links (Box2D's layout), which touches two lines per step. As a rotation
/// swaps records, a leaf is identified by a stable handle, not by its place.
#pragma once

#include <cstddef>
#include <cstdint>
#include <type_traits>

#include "core/archive.h"
#include "core/assert.h"
#include "core/list.h"
#include "impulse/math.h"

namespace impulse {

class Tree {
  public:
    /// Maximum number of levels below the root. A deeper tree would be rebuilt, so a fixed stack suffices for every
    /// traversal.
    static constexpr int kMaxHeight = 64;

    Tree();

    /// Adds a box and returns its handle, which is valid until `remove`. Handles are small and reused.
    int32_t insert(const Aabb& fat, uint32_t user);
    void remove(int32_t leaf);
    /// Takes the leaf out and inserts it again with a new box.
    void move(int32_t leaf, const Aabb& fat);
    /// Replaces the box of a leaf in place and refits the boxes above it. Cheaper than `move`; the tree degrades when
    /// boxes move far, until `rebuild`.
    void enlarge(int32_t leaf, const Aabb& fat);
    /// Rebuilds the nodes above the leaves that were enlarged since the last call.
    void rebuild() { rebuild(false); }
    /// Rebuilds the whole tree: after many insertions into a tree with many queries.
    void rebuild_all() { rebuild(true); }

    const Aabb& aabb(int32_t leaf) const { return node(leaves_[index(leaf)]).box; }
    uint32_t user(int32_t leaf) const { return node(leaves_[index(leaf)]).user; }

    /// Calls `bool visit(uint32_t user)`, or if it takes two `bool visit(uint32_t user, const Aabb& box_of_leaf)`, for
    /// every leaf whose box overlaps `box`, until it returns false. Returns whether the traversal was complete. The
    /// callback must not change the tree; it may shrink `box`.
    template <class F>
    bool query(const Aabb& box, F&& visit) const;

    /// Calls `float visit(uint32_t user, float max_fraction)` for leaves whose box the segment from `from` to `from +
    /// max_fraction (to - from)` may touch, near ones first. The return value is the new maximum: the same to continue,
    /// less to shorten the ray, 0 to stop. Returns the last maximum. Reports every touched box, up to the callback's
    /// own rounding, and possibly some others. With `half` a box of these half sizes is cast, whose centre moves along
    /// the segment.
    template <class F>
    float raycast(Vec2 from, Vec2 to, F&& visit, float max_fraction = 1.0f, Vec2 half = {}) const;

    void archive(Archive& archive);
    /// Clears all but the links down and the marks of leaves, for the packed form of `archive`. The next three undo
    /// it, in this order.
    void strip();
    void find_leaves(int32_t place = kRoot);
    void set_leaf(int32_t leaf, const Aabb& fat, uint32_t user);
    void join_boxes(int32_t place = kRoot);

    /// Leaves.
    uint32_t count() const { return count_; }
    /// Leaves whose box was enlarged since the last `rebuild`.
    uint32_t enlarged_count() const { return enlarged_count_; }
    /// Levels below the root; 0 for an empty tree and for one leaf.
    int height() const { return root().height; }
    /// Sum of the half perimeters of the inner boxes, metres: the expected work of a query, up to a factor.
    float cost() const;
    /// Whether every link, box, height and handle is valid. Traverses the whole tree.
    bool validate() const;

  private:
    // Internal: `child` is the index of the pair below. Leaf: `child` is ~handle.
    struct Node {
        Aabb box;
        int32_t child = kNone;
        int32_t parent = kNone; // index of a node: 2 * pair + side
        uint32_t user = 0;
        uint16_t height = 0;
        uint16_t enlarged = 0; // this leaf, or a leaf below, since the last rebuild
    };
    static_assert(sizeof(Node) == 32 && std::is_trivially_copyable_v<Node>);
    struct alignas(64) Pair {
        Node sides[2];
    };
    struct Item { // a subtree that a rebuild keeps
        Node node;
        Vec2 center;
    };

    // Also the child of the root of an empty tree: a leaf without a handle.
    static constexpr int32_t kNone = INT32_MIN;
    static constexpr int32_t kRoot = 0; // pair 0, side 0; side 1 of pair 0 is unused

    static size_t index(int32_t i) { return static_cast<size_t>(i); }
    static bool is_leaf(const Node& node) { return node.child < 0; }
    Node& node(int32_t i) { return pairs_[index(i) >> 1].sides[index(i) & 1u]; }
    const Node& node(int32_t i) const { return pairs_[index(i) >> 1].sides[index(i) & 1u]; }
    const Pair& below(const Node& node) const { return pairs_[index(node.child)]; }
    Pair& below(const Node& node) { return pairs_[index(node.child)]; }
    Node& root() { return pairs_[0].sides[0]; }
    const Node& root() const { return pairs_[0].sides[0]; }

    int32_t allocate_pair(int32_t parent);
    void put(int32_t place, const Node& content);
    void attach(const Node& content);
    void detach(int32_t place);
    int32_t choose_sibling(const Aabb& box) const;
    void gather(int32_t place);
    void refit(int32_t place);
    void rotate(int32_t place);
    void exchange(int32_t a, int32_t b);
    void limit_height();
    void rebuild(bool everything);
    void collect(int32_t place, bool everything);
    void build(int32_t place, size_t begin, size_t end, int depth);
    size_t split(size_t begin, size_t end, int depth);
    bool validate_below(int32_t place, uint32_t& leaves, uint32_t& enlarged) const;

    List<Pair> pairs_;
    List<int32_t> free_pairs_;
    List<int32_t> leaves_; // where the leaf with this handle lies, kNone for a free handle
    List<int32_t> free_leaves_;
    List<Item> items_; // of a rebuild; empty otherwise
    uint32_t count_ = 0;
    uint32_t enlarged_count_ = 0;
};

template <class F>
bool Tree::query(const Aabb& box, F&& visit) const {
    // Without a branch for each of the four comparisons: the failing one is unpredictable.
    const auto hits = [&box](const Node& node) {
        return (static_cast<unsigned>(node.box.lower.x <= box.upper.x) &
                static_cast<unsigned>(box.lower.x <= node.box.upper.x) &
                static_cast<unsigned>(node.box.lower.y <= box.upper.y) &
                static_cast<unsigned>(box.lower.y <= node.box.upper.y)) != 0;
    };
    if (count_ == 0 || !hits(root())) { return true; }
    const auto tell = [&visit](const Node& leaf) {
        if constexpr (requires { visit(leaf.user, leaf.box); }) {
            return visit(leaf.user, leaf.box);
        } else {
            return visit(leaf.user);
        }
    };
    if (is_leaf(root())) { return tell(root()); }

    int32_t stack[kMaxHeight];
    int depth = 0;
    int32_t pair = root().child;
    for (;;) {
        const Pair& siblings = pairs_[index(pair)];
        int32_t next = kNone;
        for (const Node& side : siblings.sides) {
            if (!hits(side)) { continue; }
            if (is_leaf(side)) {
                if (!tell(side)) { return false; }
            } else {
                if (next >= 0) { stack[depth++] = next; }
                next = side.child;
            }
        }
        if (next < 0) {
            if (depth == 0) { return true; }
            next = stack[--depth];
        }
        pair = next;
    }
}

template <class F>
float Tree::raycast(Vec2 from, Vec2 to, F&& visit, float max_fraction, Vec2 half) const {
    // Separating axes of a segment and a box: x and y by the segment's own box, and the segment's normal v (Ericson
    // 2005, Real-Time Collision Detection, 5.3.3). A box against a box is its centre against the two boxes' sum.
    const Vec2 d = to - from;
    const Vec2 v = left_perp(d);
    const Vec2 abs_v = abs(v);
    Vec2 end = from + max_fraction * d;
    Aabb reach{min(from, end) - half, max(from, end) + half};
    const auto hits = [&](const Aabb& box) {
        if (!overlaps(box, reach)) { return false; }
        const Vec2 center = 0.5f * (box.lower + box.upper);
        const Vec2 sum = 0.5f * (box.upper - box.lower) + half;
        const Vec2 s = from - center;
        // The sum below carries at most four roundings of half an ulp (2^-24) relative to these terms; twice
        // that is granted, so that rounding never hides a box.
        const float slack = 4.8e-7f * dot(abs_v, abs(from) + abs(center) + sum);
        return abs(dot(v, s)) <= dot(abs_v, sum) + slack;
    };
    if (count_ == 0 || !(max_fraction > 0.0f) || !hits(root().box)) { return max_fraction; }
    if (is_leaf(root())) { return visit(root().user, max_fraction); }

    int32_t stack[kMaxHeight + 1];
    int depth = 0;
    stack[depth++] = root().child;
    while (depth > 0) {
        const Pair& siblings = pairs_[index(stack[--depth])];
        // Twice the distance of the centres along the ray decides the order.
        const float along0 = dot(d, siblings.sides[0].box.lower + siblings.sides[0].box.upper);
        const float along1 = dot(d, siblings.sides[1].box.lower + siblings.sides[1].box.upper);
        const size_t near = along1 < along0 ? 1 : 0;
        int32_t later[2];
        int later_count = 0;
        for (const size_t side : {near, 1 - near}) {
            const Node& node = siblings.sides[side];
            if (!hits(node.box)) { continue; }
            if (!is_leaf(node)) {
                later[later_count++] = node.child;
                continue;
            }
            const float fraction = visit(node.user, max_fraction);
            if (fraction <= 0.0f) { return 0.0f; }
            if (fraction < max_fraction) {
                max_fraction = fraction;
                end = from + max_fraction * d;
                reach = {min(from, end) - half, max(from, end) + half};
            }
        }
        while (later_count > 0) { stack[depth++] = later[--later_count]; }
    }
    return max_fraction;
}

} // namespace impulse
