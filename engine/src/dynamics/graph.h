/// Colours of contacts: no two contacts of a colour share a body that can move, so four of them can be solved side by
/// side and none sees another's half-done work.
///
/// A contact keeps its colour from when it begins until it ends. Contacts between two moving bodies take the lowest
/// colour that is free for both; contacts with something that cannot move take the highest, because what is solved last
/// has the last word, and the ground should have it. A body with more contacts than colours (a hub with a hundred
/// spokes) overflows into one more list, which is solved one contact at a time by the same kernels.
#pragma once

#include <array>
#include <cstdint>
#include <span>

#include "collision/contact.h"
#include "core/archive.h"
#include "core/bitset.h"
#include "core/list.h"

namespace impulse {

/// Enough for a body with 24 contacts; a pile of circles has at most 6 a body, a pile of boxes rarely more than 10.
inline constexpr int kColours = 24;
inline constexpr int kOverflow = kColours;

/// A contact where solvers look for it. Its bodies stand beside it: whoever asks for no more need not wait for the
/// contact.
struct ColouredContact {
    uint32_t contact = 0;
    uint32_t slotA = 0;
    uint32_t slotB = 0;
};

class ColourGraph {
  public:
    /// Makes room for bodies up to `slots`.
    void resize(uint32_t slots);

    /// `movesA`, `movesB`: whether an impulse can change that body's velocity; at least one holds.
    void add(uint32_t contact, ContactLinks& links, uint32_t slotA, bool movesA, uint32_t slotB, bool movesB);
    /// Undoes `add`. `all` are the links of all contacts, by contact index.
    void remove(uint32_t contact, std::span<ContactLinks> all);

    /// Contact i is called `place[i]` from now on, and its links stand there already. A colour's contacts are put in
    /// ascending order, which changes no result: they share no body. Those of kOverflow keep theirs. `scratch`: room
    /// for the longest.
    void renumber(std::span<const uint32_t> place, std::span<ContactLinks> all, std::span<ColouredContact> scratch);

    /// Contacts of a colour (kOverflow: those that fit nowhere) in the order in which they will be solved.
    const List<ColouredContact>& contacts(int colour) const { return contacts_[static_cast<size_t>(colour)]; }
    uint32_t count() const { return count_; }

    void archive(Archive& archive);

  private:
    std::array<Bitset, kColours> bodies_;
    std::array<List<ColouredContact>, kColours + 1> contacts_;
    uint32_t count_ = 0;
};

} // namespace impulse
