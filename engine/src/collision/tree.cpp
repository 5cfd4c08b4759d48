#include "collision/tree.h"

#include "geometry/aabb.h"

namespace impulse {

namespace {

bool same(const Aabb& a, const Aabb& b) { return a.lower == b.lower && a.upper == b.upper; }

// Twice the Manhattan distance of the centres.
float center_distance(const Aabb& a, const Aabb& b) {
    const Vec2 d = abs((a.lower + a.upper) - (b.lower + b.upper));
    return d.x + d.y;
}

} // namespace

Tree::Tree() { pairs_.push_back({}); }

void Tree::archive(Archive& archive) {
    auto& [pairs, free_pairs, leaves, free_leaves, items, count, enlarged_count] = *this; // items: scratch
    archive(pairs, free_pairs, leaves, free_leaves, count, enlarged_count);
}

void Tree::strip() {
    for (const int32_t pair : free_pairs_) { pairs_[index(pair)] = {}; }
    for (Pair& pair : pairs_) {
        for (Node& node : pair.sides) {
            node.box = {};
            node.parent = kNone;
            node.user = 0;
            node.height = 0;
            if (!is_leaf(node)) { node.enlarged = 0; }
        }
    }
    for (int32_t& leaf : leaves_) { leaf = kNone; }
}

void Tree::find_leaves(int32_t place) {
    const Node& self = node(place);
    if (is_leaf(self)) {
        if (self.child != kNone) { leaves_[index(~self.child)] = place; }
        return;
    }
    for (int32_t below = 2 * self.child; below < 2 * self.child + 2; ++below) {
        node(below).parent = place;
        find_leaves(below);
    }
}

void Tree::set_leaf(int32_t leaf, const Aabb& fat, uint32_t user) {
    Node& self = node(leaves_[index(leaf)]);
    self.box = fat;
    self.user = user;
}

void Tree::join_boxes(int32_t place) {
    if (is_leaf(node(place))) { return; }
    join_boxes(2 * node(place).child);
    join_boxes(2 * node(place).child + 1);
    gather(place);
}

int32_t Tree::insert(const Aabb& fat, uint32_t user) {
    const int32_t leaf = take_free(free_leaves_, leaves_, kNone);
    Node content;
    content.box = fat;
    content.child = ~leaf;
    content.user = user;
    attach(content);
    return leaf;
}

void Tree::remove(int32_t leaf) {
    const int32_t place = leaves_[index(leaf)];
    IMPULSE_ASSERT(place != kNone);
    enlarged_count_ -= node(place).enlarged;
    detach(place);
    leaves_[index(leaf)] = kNone;
    free_leaves_.push_back(leaf);
}

void Tree::move(int32_t leaf, const Aabb& fat) {
    const int32_t place = leaves_[index(leaf)];
    IMPULSE_ASSERT(place != kNone);
    Node content = node(place);
    enlarged_count_ -= content.enlarged;
    content.box = fat;
    content.enlarged = 0;
    detach(place);
    attach(content);
}

void Tree::enlarge(int32_t leaf, const Aabb& fat) {
    int32_t place = leaves_[index(leaf)];
    IMPULSE_ASSERT(place != kNone);
    Node& self = node(place);
    enlarged_count_ += 1u - self.enlarged;
    self.box = fat;
    self.enlarged = 1;
    // The sibling lies in the same record, so a tight box above costs no more than one that only grows.
    for (place = self.parent; place != kNone; place = node(place).parent) {
        Node& above = node(place);
        const Pair& pair = below(above);
        const Aabb box = joined(pair.sides[0].box, pair.sides[1].box);
        if (above.enlarged != 0 && same(above.box, box)) { return; }
        above.box = box;
        above.enlarged = 1;
    }
}

// A record below `parent`. Invalidates references to nodes.
int32_t Tree::allocate_pair(int32_t parent) {
    const int32_t pair = take_free(free_pairs_, pairs_);
    for (Node& side : pairs_[index(pair)].sides) { side.parent = parent; }
    return pair;
}

// Moves a subtree to another node, whose parent link stays, and updates the links to the subtree.
void Tree::put(int32_t place, const Node& content) {
    Node& target = node(place);
    const int32_t parent = target.parent;
    target = content;
    target.parent = parent;
    if (is_leaf(target)) {
        leaves_[index(~target.child)] = place;
    } else {
        for (Node& side : below(target).sides) { side.parent = place; }
    }
}

void Tree::exchange(int32_t a, int32_t b) {
    const Node at_a = node(a);
    const Node at_b = node(b);
    put(a, at_b);
    put(b, at_a);
}

// Box, height and mark of an inner node from the two below it.
void Tree::gather(int32_t place) {
    Node& self = node(place);
    const Node& a = below(self).sides[0];
    const Node& b = below(self).sides[1];
    self.box = joined(a.box, b.box);
    self.height = static_cast<uint16_t>(1 + (a.height < b.height ? b.height : a.height));
    self.enlarged = a.enlarged | b.enlarged;
}

// Updates a node and everything above it.
void Tree::refit(int32_t place) {
    for (; place != kNone; place = node(place).parent) {
        gather(place);
        rotate(place);
    }
}

void Tree::attach(const Node& content) {
    if (count_++ == 0) {
        put(kRoot, content);
        return;
    }
    const int32_t place = choose_sibling(content.box);
    const int32_t pair = allocate_pair(place);
    // The node becomes a sibling of the new leaf; its place becomes their parent.
    put(2 * pair, node(place));
    put(2 * pair + 1, content);
    node(place).child = pair;
    refit(place);
    limit_height();
}

void Tree::detach(int32_t place) {
    --count_;
    if (place == kRoot) {
        root() = Node{};
        return;
    }
    const int32_t parent = node(place).parent;
    put(parent, node(place ^ 1));
    free_pairs_.push_back(place >> 1);
    refit(node(parent).parent);
}

// Where a new sibling for `box` adds least perimeter, by descent to the more promising side. To become a
// sibling of node S costs a new box around S and `box`, and the growth of every box above S. Trying all
// promising sides with a priority queue (Bittner et al. 2013) finds the optimum, which rotations and rebuilds
// make unnecessary.
int32_t Tree::choose_sibling(const Aabb& box) const {
    const float box_size = half_perimeter(box);
    int32_t place = kRoot;
    int32_t best = kRoot;
    float merged = half_perimeter(joined(root().box, box));
    float best_cost = merged;
    float growth_above = 0.0f;
    while (!is_leaf(node(place))) {
        const Node& self = node(place);
        growth_above += merged - half_perimeter(self.box);
        int32_t next = kNone;
        float next_bound = best_cost;
        float next_merged = 0.0f;
        for (int32_t side = 2 * self.child; side <= 2 * self.child + 1; ++side) {
            const Aabb& side_box = node(side).box;
            const float side_merged = half_perimeter(joined(side_box, box));
            if (const float cost = side_merged + growth_above; cost < best_cost) {
                best_cost = cost;
                best = side;
            }
            if (is_leaf(node(side))) { continue; }
            // Lower bound of the cost below this node.
            const float bound = box_size + growth_above + (side_merged - half_perimeter(side_box));
            const bool nearer = next != kNone && bound == next_bound &&
                                center_distance(side_box, box) < center_distance(node(next).box, box);
            if (bound < next_bound || nearer) {
                next = side;
                next_bound = bound;
                next_merged = side_merged;
            }
        }
        if (next == kNone || next_bound >= best_cost) { break; }
        place = next;
        merged = next_merged;
    }
    return best;
}

// Exchanges a child with a grandchild on the other side, or two grandchildren, where that makes the boxes
// below `place` smallest in sum (Kopta et al. 2012). The box of `place` itself stays the same.
void Tree::rotate(int32_t place) {
    const Node& self = node(place);
    if (self.height < 2) { return; }
    const int32_t b = 2 * self.child;
    const int32_t c = b + 1;
    const Node& B = node(b);
    const Node& C = node(c);

    float best_gain = 0.0f;
    int32_t from = kNone;
    int32_t to = kNone;
    const auto consider = [&](float gain, int32_t x, int32_t y) {
        if (gain > best_gain) {
            best_gain = gain;
            from = x;
            to = y;
        }
    };
    // A child down, a grandchild up: the box that changes is the one around the grandchild that stays and the
    // child.
    const auto consider_child = [&](int32_t child, const Node& other) {
        if (is_leaf(other)) { return; }
        const float size = half_perimeter(other.box);
        const Node* grandchildren = below(other).sides;
        for (int32_t i = 0; i < 2; ++i) {
            const Aabb box = joined(node(child).box, grandchildren[1 - i].box);
            consider(size - half_perimeter(box), child, 2 * other.child + i);
        }
    };
    consider_child(b, C);
    consider_child(c, B);
    if (!is_leaf(B) && !is_leaf(C)) {
        const float size = half_perimeter(B.box) + half_perimeter(C.box);
        const Node* of_b = below(B).sides;
        const Node* of_c = below(C).sides;
        for (int32_t i = 0; i < 2; ++i) { // B's second for C's i-th; the other two combinations give the same boxes
            const Aabb box_b = joined(of_b[0].box, of_c[i].box);
            const Aabb box_c = joined(of_b[1].box, of_c[1 - i].box);
            consider(size - half_perimeter(box_b) - half_perimeter(box_c), 2 * B.child + 1, 2 * C.child + i);
        }
    }
    if (from == kNone) { return; }
    exchange(from, to);
    if (!is_leaf(node(b))) { gather(b); }
    if (!is_leaf(node(c))) { gather(c); }
    gather(place);
}

void Tree::limit_height() {
    if (height() > kMaxHeight) { rebuild_all(); }
}

float Tree::cost() const {
    if (count_ < 2) { return 0.0f; }
    float sum = 0.0f;
    int32_t stack[kMaxHeight + 1];
    int depth = 0;
    stack[depth++] = kRoot;
    while (depth > 0) {
        const Node& self = node(stack[--depth]);
        sum += half_perimeter(self.box);
        for (int32_t side = 2 * self.child + 1; side >= 2 * self.child; --side) {
            if (!is_leaf(node(side))) { stack[depth++] = side; }
        }
    }
    return sum;
}

bool Tree::validate() const {
    const size_t inner = count_ < 2 ? 0 : count_ - 1; // and as many pairs
    if (pairs_.size() != 1 + inner + free_pairs_.size()) { return false; }
    if (leaves_.size() != count_ + free_leaves_.size() || !items_.empty()) { return false; }
    for (const int32_t leaf : free_leaves_) {
        if (leaves_[index(leaf)] != kNone) { return false; }
    }
    if (root().parent != kNone || height() > kMaxHeight) { return false; }
    if (count_ == 0) { return root().child == kNone && enlarged_count_ == 0; }
    uint32_t leaves = 0;
    uint32_t enlarged = 0;
    return validate_below(kRoot, leaves, enlarged) && leaves == count_ && enlarged == enlarged_count_;
}

bool Tree::validate_below(int32_t place, uint32_t& leaves, uint32_t& enlarged) const {
    const Node& self = node(place);
    if (is_leaf(self)) {
        const size_t leaf = index(~self.child);
        ++leaves;
        enlarged += self.enlarged;
        return self.height == 0 && leaf < leaves_.size() && leaves_[leaf] == place;
    }
    const Node& a = below(self).sides[0];
    const Node& b = below(self).sides[1];
    const int taller = a.height < b.height ? b.height : a.height;
    return a.parent == place && b.parent == place && self.height == 1 + taller &&
           same(self.box, joined(a.box, b.box)) && self.enlarged == (a.enlarged | b.enlarged) &&
           validate_below(2 * self.child, leaves, enlarged) && validate_below(2 * self.child + 1, leaves, enlarged);
}

} // namespace impulse
