#include "dynamics/graph.h"

#include "core/assert.h"
#include "core/sort.h"

namespace impulse {

void ColourGraph::resize(uint32_t slots) {
    for (Bitset& bodies : bodies_) { bodies.resize(slots); }
}

void ColourGraph::archive(Archive& archive) {
    auto& [bodies, contacts, count, expected] = *this;
    static_cast<void>(expected);
    archive(bodies, contacts, count);
}

void ColourGraph::strip(std::span<ContactLinks> all) {
    for (auto& list : contacts_) {
        for (ColouredContact& of : list) { of = {.contact = of.contact}; }
    }
    for (ContactLinks& links : all) {
        links.colour = kUncoloured;
        links.colour_index = 0;
    }
}

void ColourGraph::derive(std::span<const Contact> contacts, std::span<ContactLinks> all) {
    for (size_t colour = 0; colour < contacts_.size(); ++colour) {
        List<ColouredContact>& list = contacts_[colour];
        for (uint32_t i = 0; i < list.size(); ++i) {
            const uint32_t contact = list[i].contact;
            if (contact >= contacts.size() || contact >= all.size()) { continue; } // damaged
            list[i].slotA = contacts[contact].slotA;
            list[i].slotB = contacts[contact].slotB;
            all[contact].colour = colour & kUncoloured;
            all[contact].colour_index = i & kIndexOfContact;
        }
    }
}

void ColourGraph::add(uint32_t contact, ContactLinks& links, uint32_t slotA, bool movesA, uint32_t slotB, bool movesB) {
    IMPULSE_ASSERT(links.colour == kUncoloured);
    int colour = kOverflow;
    if (movesA && movesB) {
        for (int c = 0; c < kColours; ++c) {
            if (!bodies_[c].test(slotA) && !bodies_[c].test(slotB)) {
                bodies_[c].set(slotA);
                bodies_[c].set(slotB);
                colour = c;
                break;
            }
        }
    } else {
        const uint32_t slot = movesA ? slotA : slotB;
        for (int c = kColours - 1; c >= 0; --c) {
            if (!bodies_[c].test(slot)) {
                bodies_[c].set(slot);
                colour = c;
                break;
            }
        }
    }
    List<ColouredContact>& list = contacts_[colour];
    links.colour = static_cast<uint32_t>(colour) & kUncoloured;
    links.colour_sides = (movesA ? 1u : 0u) | (movesB ? 2u : 0u);
    links.colour_index = static_cast<uint32_t>(list.size()) & kIndexOfContact;
    // A list that doubles leaves blocks behind. Only that of kOverflow becomes long at once.
    if (colour == kOverflow && list.size() == list.capacity() && expected_ > list.size()) {
        list.reserve(list.size() + expected_);
    }
    if (expected_ > 0) { --expected_; }
    list.push_back({contact, slotA, slotB});
    ++count_;
}

void ColourGraph::remove(uint32_t contact, std::span<ContactLinks> all) {
    ContactLinks& links = all[contact];
    IMPULSE_ASSERT(links.colour != kUncoloured);
    List<ColouredContact>& list = contacts_[links.colour];
    ColouredContact& place = list[links.colour_index];
    if (links.colour != kOverflow) {
        if ((links.colour_sides & 1u) != 0) { bodies_[links.colour].clear(place.slotA); }
        if ((links.colour_sides & 2u) != 0) { bodies_[links.colour].clear(place.slotB); }
    }
    place = list.back();
    all[place.contact].colour_index = links.colour_index;
    list.pop_back();
    links.colour = kUncoloured;
    --count_;
}

void ColourGraph::renumber(std::span<const uint32_t> place, std::span<ContactLinks> all,
                           std::span<ColouredContact> scratch) {
    for (size_t colour = 0; colour < contacts_.size(); ++colour) {
        const std::span<ColouredContact> list = contacts_[colour];
        for (ColouredContact& of : list) { of.contact = place[of.contact]; }
        if (colour != kOverflow) {
            merge_sort(list, scratch,
                       [](const ColouredContact& a, const ColouredContact& b) { return a.contact < b.contact; });
        }
        for (uint32_t i = 0; i < list.size(); ++i) { all[list[i].contact].colour_index = i & kIndexOfContact; }
    }
}

} // namespace impulse
