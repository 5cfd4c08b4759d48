/// Graph colouring of contacts: no two contacts of a colour share a movable body, so four of them are solved side by
/// side without data dependencies.
///
/// A contact keeps its colour for life. Contacts between two movable bodies take the lowest colour free for both.
/// Contacts with an immovable body take the highest: the constraints solved last have the smallest error, and these
/// should be the contacts with the ground. A body with more contacts than colours (a hub with a hundred spokes)
/// overflows into one more list, which the same kernels solve one contact at a time.
#pragma once

#include <array>
#include <cstdint>
#include <numeric>
#include <span>

#include "collision/contact.h"
#include "core/archive.h"
#include "core/bitset.h"
#include "core/list.h"

namespace impulse {

/// Enough for a body with 24 contacts; a pile of circles has at most 6 per body, a pile of boxes rarely more than 10.
inline constexpr int kColours = 24;
inline constexpr int kOverflow = kColours; // ContactLinks::colour of a contact that found none
static_assert(kOverflow < static_cast<int>(kUncoloured));

/// Reference to a contact, with its bodies: code that needs only the bodies avoids the memory access to the contact.
struct ColouredContact {
    uint32_t contact = 0;
    uint32_t slotA = 0;
    uint32_t slotB = 0;
};

class ColourGraph {
  public:
    /// Reserves memory for `slots` body slots.
    void resize(uint32_t slots);

    /// `movesA`, `movesB`: whether an impulse can change that body's velocity; at least one is true.
    void add(uint32_t contact, ContactLinks& links, uint32_t slotA, bool movesA, uint32_t slotB, bool movesB);
    /// So many calls of `add` may follow: a list for contacts without a colour is sized for them at once.
    void expect(size_t contacts) { expected_ = contacts; }
    /// Undoes `add`. `all` are the links of all contacts, by contact index.
    void remove(uint32_t contact, std::span<ContactLinks> all);

    /// Renumbers contact i to `place[i]`, where its links already are. The contacts of a colour are sorted in ascending
    /// order, which changes no result: they share no body. Those without a colour keep their order. `scratch`: capacity
    /// for the longest list.
    void renumber(std::span<const uint32_t> place, std::span<ContactLinks> all, std::span<ColouredContact> scratch);

    /// Contacts of a colour in the order of solving.
    const List<ColouredContact>& contacts(int colour) const { return contacts_[static_cast<size_t>(colour)]; }
    /// Those without a colour. Most contacts of a crowd in one place are here, and solvers read them anyway.
    const List<uint32_t>& overflow() const { return overflow_; }
    uint32_t count() const { return count_; }
    /// Calls `visit(slotA, slotB)` for the contacts of the lists that hold a contact with an immovable body: for these,
    /// and few others.
    template <class Visit>
    void for_each_held(std::span<const Contact> all, Visit&& visit) const {
        for (size_t colour = 0; colour < kColours; ++colour) {
            if (held_[colour] == 0) { continue; }
            for (const ColouredContact& of : contacts_[colour]) { visit(of.slotA, of.slotB); }
        }
        if (held_[kOverflow] == 0) { return; }
        for (const uint32_t contact : overflow_) { visit(all[contact].slotA, all[contact].slotB); }
    }
    /// Contacts with an immovable body.
    uint32_t held() const { return std::accumulate(held_.begin(), held_.end(), 0u); }

    void archive(Archive& archive);
    /// Clears what the order of the contacts in each colour determines, in `all` too, for the packed form of `archive`.
    void strip(std::span<ContactLinks> all);
    /// Restores it.
    void derive(std::span<const Contact> contacts, std::span<ContactLinks> all);

  private:
    std::array<Bitset, kColours> bodies_;
    std::array<List<ColouredContact>, kColours> contacts_;
    List<uint32_t> overflow_;
    uint32_t count_ = 0;
    std::array<uint32_t, kColours + 1> held_{}; // contacts with an immovable body, by colour
    size_t expected_ = 0;                       // scratch
};

/// Contacts of a graph in the order of solving: all, or those of some islands. Valid until the graph changes.
struct ColourLists {
    std::array<std::span<const ColouredContact>, kColours> colours{};
    std::span<const uint32_t> overflow{};

    ColourLists() = default;
    ColourLists(const ColourGraph& graph) : overflow(graph.overflow()) {
        for (int colour = 0; colour < kColours; ++colour) {
            colours[static_cast<size_t>(colour)] = graph.contacts(colour);
        }
    }
    /// Calls `visit(contact, slotA, slotB)` for all, in the order of solving.
    template <class Visit>
    void for_each(std::span<const Contact> all, Visit&& visit) const {
        for (const std::span<const ColouredContact>& list : colours) {
            for (const ColouredContact& of : list) { visit(of.contact, of.slotA, of.slotB); }
        }
        for (const uint32_t contact : overflow) { visit(contact, all[contact].slotA, all[contact].slotB); }
    }
};

} // namespace impulse
