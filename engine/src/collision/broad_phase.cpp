#include "collision/broad_phase.h"

#include <algorithm>

#include "geometry/aabb.h"

namespace impulse {

namespace {

// A margin as large as the shape would make every neighbour of a small shape its pair.
constexpr float kMarginFraction = 0.25f; // of the larger side of the tight box
// The margin beyond the reach, so that a small shape does not leave its box with every movement.
constexpr float kMarginReaches = 1.5f;
// A fat AABB is shrunk if it exceeds a fresh one by this many margins on each side.
constexpr float kLooseMargins = 4.0f;
// An enlarged leaf stays in its place of the tree. The nodes above enlarged leaves are rebuilt when half of the leaves
// were enlarged, or some of them eight rounds ago. The first covers crowds that shift a little, the second few fast
// bodies.
constexpr uint32_t kEnlargedFraction = 2;
constexpr uint32_t kEnlargedRounds = 8;

} // namespace

uint32_t BroadPhase::create_proxy(BodyType type, const Aabb& tight, uint32_t shape) {
    const uint32_t index = take_free(free_, proxies_);
    Proxy& proxy = proxies_[index];
    proxy.type = type;
    proxy.shape = shape;
    proxy.leaf = tree_of(proxy).insert(grown(tight, margin_of(type, tight)), index);
    proxy.moved = kNotMoved;
    touch_proxy(index);
    return index;
}

void BroadPhase::destroy_proxy(uint32_t index) {
    Proxy& proxy = proxies_[index];
    IMPULSE_ASSERT(proxy.leaf >= 0);
    forget_move(proxy);
    tree_of(proxy).remove(proxy.leaf);
    proxy.leaf = -1;
    free_.push_back(index);
}

bool BroadPhase::update_proxy(uint32_t index, const Aabb& tight, Vec2 displacement_hint) {
    Proxy& proxy = proxies_[index];
    const Aabb& fat = fat_aabb(index);
    const float margin = margin_of(proxy.type, tight);
    const Aabb fresh = stretched(grown(tight, margin), displacement_hint);
    if (contains(fat, grown(tight, reach_of(proxy.type)))) {
        if (!contains(grown(fresh, kLooseMargins * margin), fat)) {
            // No further than the old box in any direction: pairs outside it were never searched.
            const Aabb shrunk{max(fat.lower, fresh.lower), min(fat.upper, fresh.upper)};
            tree_of(proxy).enlarge(proxy.leaf, shrunk);
        }
        return false;
    }
    note_move(index, fat);
    // A box that jumped would enlarge all nodes above its old place.
    if (overlaps(fat, fresh)) {
        tree_of(proxy).enlarge(proxy.leaf, fresh);
    } else {
        tree_of(proxy).move(proxy.leaf, fresh);
    }
    return true;
}

void BroadPhase::note_move(uint32_t index, const Aabb& before) {
    Proxy& proxy = proxies_[index];
    IMPULSE_ASSERT(proxy.leaf >= 0);
    if (proxy.moved != kNotMoved) { return; }
    proxy.moved = static_cast<uint32_t>(moved_.size());
    moved_.push_back(index);
    before_.push_back(index < unknown_.size() && unknown_[index] != 0 ? kNowhere : before);
}

void BroadPhase::touch_proxy(uint32_t index) {
    note_move(index, kNowhere);
    before_[proxies_[index].moved] = kNowhere;
}

// Static shapes stay in place: the margins of approaching shapes suffice.
float BroadPhase::margin_of(BodyType type, const Aabb& tight) const {
    if (type == BodyType::static_body) { return 0.0f; }
    const Vec2 size = tight.upper - tight.lower;
    return max(min(margin_, kMarginFraction * max(size.x, size.y)), kMarginReaches * reach_);
}

float BroadPhase::reach_of(BodyType type) const { return type == BodyType::static_body ? 0.0f : reach_; }

Vec2 BroadPhase::room(uint32_t index, const Aabb& tight) const {
    const Aabb& fat = fat_aabb(index);
    const float reach = reach_of(proxies_[index].type);
    return min(tight.lower - fat.lower, fat.upper - tight.upper) - Vec2{reach, reach};
}

void BroadPhase::forget_move(Proxy& proxy) {
    if (proxy.moved == kNotMoved) { return; }
    const uint32_t last = moved_.back();
    moved_[proxy.moved] = last;
    before_[proxy.moved] = before_.back();
    proxies_[last].moved = proxy.moved;
    moved_.pop_back();
    before_.pop_back();
    proxy.moved = kNotMoved;
}

void BroadPhase::clear_moved() {
    for (const uint32_t index : moved_) {
        proxies_[index].moved = kNotMoved;
        if (index < unknown_.size()) { unknown_[index] = 0; }
    }
    moved_.clear();
    before_.clear();
}

void BroadPhase::forget_pairs() {
    unknown_.resize(proxies_.size());
    std::fill(unknown_.begin(), unknown_.end(), uint8_t{1});
}

void BroadPhase::rebuild_enlarged_trees() {
    for (size_t type = 0; type < trees_.size(); ++type) {
        const uint32_t enlarged = trees_[type].enlarged_count();
        if (enlarged == 0) { continue; }
        if (kEnlargedFraction * enlarged < trees_[type].count() && ++enlarged_rounds_[type] < kEnlargedRounds) {
            continue;
        }
        trees_[type].rebuild();
        enlarged_rounds_[type] = 0;
    }
}

void BroadPhase::archive(Archive& archive) {
    auto& [trees, enlarged_rounds, proxies, free, moved, before, unknown, sorting, boxes, margin, reach] = *this;
    // `sorting` is scratch; `unknown` decides which pairs are looked for, not which there are.
    archive(enlarged_rounds, free, moved, margin, reach);
    archive.predicted(proxies, nullptr, archive.kept_proxies, std::array<uint8_t, 3>{0, 1, 3});
    archive.rest(proxies, nullptr, std::array<uint8_t, 1>{2});
    archive.rest(boxes, nullptr);
    static_assert(static_cast<size_t>(BodyType::static_body) == 0);
    for (size_t type = archive.with_statics ? 0 : 1; type < trees.size(); ++type) { archive(trees[type]); }
    if (archive.reads()) { // not stored: it only spares tests of pairs
        before.resize(moved.size());
        std::fill(before.begin(), before.end(), kNowhere);
    }
}

void BroadPhase::strip(bool with_statics) {
    boxes_.resize(proxies_.size());
    for (uint32_t i = 0; i < proxies_.size(); ++i) {
        if (is_stripped(i, with_statics)) { boxes_[i] = fat_aabb(i); }
    }
    for (size_t type = with_statics ? 0 : 1; type < trees_.size(); ++type) { trees_[type].strip(); }
}

void BroadPhase::derive(bool with_statics) {
    for (size_t type = with_statics ? 0 : 1; type < trees_.size(); ++type) { trees_[type].find_leaves(); }
    for (uint32_t i = 0; i < proxies_.size(); ++i) {
        if (is_stripped(i, with_statics)) { tree_of(proxies_[i]).set_leaf(proxies_[i].leaf, boxes_[i], i); }
    }
    for (size_t type = with_statics ? 0 : 1; type < trees_.size(); ++type) { trees_[type].join_boxes(); }
    boxes_.clear();
}

bool BroadPhase::is_stripped(uint32_t i, bool with_statics) const {
    return proxies_[i].leaf >= 0 && (with_statics || proxies_[i].type != BodyType::static_body);
}

bool BroadPhase::validate() const {
    uint32_t leaves = 0;
    for (const Tree& tree : trees_) {
        if (!tree.validate()) { return false; }
        leaves += tree.count();
    }
    if (leaves != proxy_count()) { return false; }
    uint32_t moved = 0;
    for (uint32_t index = 0; index < proxies_.size(); ++index) {
        const Proxy& proxy = proxies_[index];
        if (proxy.leaf >= 0 && tree_of(proxy).user(proxy.leaf) != index) { return false; }
        if (proxy.moved == kNotMoved) { continue; }
        ++moved;
        if (proxy.moved >= moved_.size() || moved_[proxy.moved] != index) { return false; }
    }
    return moved == moved_.size() && moved == before_.size();
}

} // namespace impulse
