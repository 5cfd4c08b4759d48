#include "core/sort.h"

#include <algorithm>
#include <vector>

#include <catch2/catch_test_macros.hpp>

#include "engine/core/random.h"

using impulse::merge_sort;
using impulse::test::Random;

namespace {

struct Card {
    uint32_t key;
    uint32_t place;
    bool operator==(const Card&) const = default;
};

const auto by_key = [](const Card& a, const Card& b) { return a.key < b.key; };

} // namespace

TEST_CASE("merge_sort equals a stable sort, for every length up to 70 and every share of equal keys") {
    Random random(1);
    for (size_t length = 0; length <= 70; ++length) {
        for (const uint32_t keys : {1u, 3u, 1000u}) {
            std::vector<Card> cards;
            for (uint32_t i = 0; i < length; ++i) { cards.push_back({random.below(keys), i}); }
            std::vector<Card> expected = cards;
            // Not std::stable_sort, which libstdc++ builds on what C++17 deprecated: places are unique and tell the
            // order.
            std::sort(expected.begin(), expected.end(),
                      [](const Card& a, const Card& b) { return a.key != b.key ? a.key < b.key : a.place < b.place; });
            std::vector<Card> scratch(length);
            merge_sort(std::span(cards), std::span(scratch), by_key);
            CHECK(cards == expected);
        }
    }
}

TEST_CASE("merge_sort of sorted items needs fewer comparisons than there are items") {
    std::vector<uint32_t> items(1000);
    for (uint32_t i = 0; i < items.size(); ++i) { items[i] = i; }
    std::vector<uint32_t> scratch(items.size());
    size_t comparisons = 0;
    merge_sort(std::span(items), std::span(scratch), [&comparisons](uint32_t a, uint32_t b) {
        ++comparisons;
        return a < b;
    });
    CHECK(comparisons < items.size());
    CHECK(std::is_sorted(items.begin(), items.end()));
}

TEST_CASE("merge_sort takes at most n ceil(log2 n) comparisons, whatever the order") {
    Random random(2);
    std::vector<uint32_t> items(1024);
    for (uint32_t& item : items) { item = random.below(1u << 20); }
    std::vector<uint32_t> scratch(items.size());
    size_t comparisons = 0;
    merge_sort(std::span(items), std::span(scratch), [&comparisons](uint32_t a, uint32_t b) {
        ++comparisons;
        return a < b;
    });
    // A merge of two runs of n compares at most 2 n - 1 times, and once more to see whether there is anything to do.
    CHECK(comparisons <= 1024 * 10);
    CHECK(std::is_sorted(items.begin(), items.end()));
}
