/// Boxes in order along x, to find those that overlap a box: sort and sweep (Ericson, Real-Time Collision Detection,
/// 7.5). For boxes of one step, where a tree would cost more than its few queries save. Boxes may change in between.
#pragma once

#include <cstdint>
#include <span>

#include "core/arena.h"
#include "geometry/aabb.h"

namespace impulse {

class BoxOrder {
  public:
    /// Empty, with memory of `arena` for that many boxes.
    BoxOrder(Arena& arena, size_t most);

    /// Boxes have the indices 0, 1, 2... in the order in which they are added.
    void add(const Aabb& box);
    /// Pre: all boxes are added. Needed before the functions below.
    void sort();
    /// Replaces a box. It keeps its place, so boxes that move far make later queries compare more of them.
    void update(uint32_t index, const Aabb& box);
    /// Indices of the boxes that overlap this one, in increasing order. The next call overwrites them.
    std::span<uint32_t> overlapping(const Aabb& box);

    /// Boxes compared by the last query.
    size_t compared() const { return compared_; }

  private:
    /// Bounds of ranges instead of the longest box: they need no sum, so no rounding can exclude a box, and one long
    /// box matters only to the right of its lower end.
    struct Entry {
        Aabb box;
        float lower = 0.0f; // m: least lower end of this box and all later ones
        float upper = 0.0f; // m: greatest upper end of this box and all earlier ones
        uint32_t index = 0;
    };

    std::span<Entry> entries_{};   // twice as many as boxes: the second half is scratch
    std::span<uint32_t> places_{}; // by index
    std::span<uint32_t> found_{};  // twice as many as boxes
    size_t count_ = 0;
    size_t compared_ = 0;
};

} // namespace impulse
