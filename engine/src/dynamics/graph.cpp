#include "dynamics/graph.h"

#include "core/assert.h"
#include "core/sort.h"
#include "impulse/ids.h"

namespace impulse {

void ColourGraph::resize(uint32_t slots) {
    for (Bitset& bodies : bodies_) { bodies.resize(slots); }
}

void ColourGraph::archive(Archive& archive) {
    auto& [bodies, contacts, overflow, count, held, expected] = *this;
    archive(bodies, contacts, overflow, count, held);
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
    const auto place = [&](uint32_t contact, size_t colour, uint32_t index) {
        if (contact >= contacts.size() || contact >= all.size()) { return false; } // damaged
        all[contact].colour = colour & kUncoloured;
        all[contact].colour_index = index & kIndexMask;
        return true;
    };
    for (size_t colour = 0; colour < contacts_.size(); ++colour) {
        uint32_t index = 0;
        for (ColouredContact& of : contacts_[colour]) {
            if (!place(of.contact, colour, index++)) { continue; }
            of.slotA = contacts[of.contact].slotA;
            of.slotB = contacts[of.contact].slotB;
        }
    }
    uint32_t index = 0;
    for (const uint32_t contact : overflow_) { place(contact, kOverflow, index++); }
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
    ++count_;
    if (expected_ > 0) { --expected_; }
    links.colour = static_cast<uint32_t>(colour) & kUncoloured;
    links.colour_sides = (movesA ? 1u : 0u) | (movesB ? 2u : 0u);
    held_[static_cast<size_t>(colour)] += movesA && movesB ? 0 : 1;
    if (colour != kOverflow) {
        links.colour_index = static_cast<uint32_t>(contacts_[colour].size()) & kIndexMask;
        contacts_[colour].push_back({contact, slotA, slotB});
        return;
    }
    links.colour_index = static_cast<uint32_t>(overflow_.size()) & kIndexMask;
    // A list that doubles leaves blocks behind. Only this one becomes long at once.
    if (overflow_.size() == overflow_.capacity() && expected_ > overflow_.size()) {
        overflow_.reserve(overflow_.size() + expected_ + 1);
    }
    overflow_.push_back(contact);
}

void ColourGraph::remove(uint32_t contact, std::span<ContactLinks> all) {
    ContactLinks& links = all[contact];
    IMPULSE_ASSERT(links.colour != kUncoloured);
    if (links.colour == kOverflow) {
        const uint32_t last = overflow_[links.colour_index] = overflow_.back();
        all[last].colour_index = links.colour_index;
        overflow_.pop_back();
    } else {
        List<ColouredContact>& list = contacts_[links.colour];
        ColouredContact& place = list[links.colour_index];
        if ((links.colour_sides & 1u) != 0) { bodies_[links.colour].clear(place.slotA); }
        if ((links.colour_sides & 2u) != 0) { bodies_[links.colour].clear(place.slotB); }
        place = list.back();
        all[place.contact].colour_index = links.colour_index;
        list.pop_back();
    }
    held_[links.colour] -= links.colour_sides == 3u ? 0 : 1;
    links.colour = kUncoloured;
    --count_;
}

void ColourGraph::renumber(std::span<const uint32_t> place, std::span<ContactLinks> all,
                           std::span<ColouredContact> scratch) {
    for (const std::span<ColouredContact> list : contacts_) {
        for (ColouredContact& of : list) { of.contact = place[of.contact]; }
        merge_sort(list, scratch,
                   [](const ColouredContact& a, const ColouredContact& b) { return a.contact < b.contact; });
        for (uint32_t i = 0; i < list.size(); ++i) { all[list[i].contact].colour_index = i & kIndexMask; }
    }
    for (uint32_t& contact : overflow_) { contact = place[contact]; } // whose places do not change
}

} // namespace impulse
