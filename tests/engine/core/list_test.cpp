#include "core/list.h"

#include <algorithm>
#include <cstdint>
#include <vector>

#include <catch2/catch_test_macros.hpp>

#include "engine/core/random.h"

using impulse::List;
using impulse::test::Random;

namespace {

// Neither its size nor its alignment is a power of four bytes; a copy of it shows whether bytes got lost.
struct alignas(32) Record {
    uint32_t first = 1;
    uint32_t rest[11] = {2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12};
    bool operator==(const Record&) const = default;
};

} // namespace

TEST_CASE("a list equals a vector after the same calls") {
    Random random(5);
    List<uint32_t> list;
    std::vector<uint32_t> expected;
    for (uint32_t round = 0; round < 5000; ++round) {
        switch (random.below(12)) {
        case 0: {
            const uint32_t count = random.below(40);
            list.resize(count, round);
            expected.resize(count, round);
            break;
        }
        case 1:
            list.resize(expected.size() + 3);
            expected.resize(expected.size() + 3);
            break;
        case 2: {
            const uint32_t count = random.below(static_cast<uint32_t>(expected.size()) + 1);
            list.drop_front(count);
            expected.erase(expected.begin(), expected.begin() + count);
            break;
        }
        case 3: {
            const uint32_t row[] = {round, round + 1, round + 2};
            list.append(row);
            expected.insert(expected.end(), row, row + 3);
            break;
        }
        case 4:
            if (!expected.empty()) {
                list.pop_back();
                expected.pop_back();
            }
            break;
        case 5: {
            const List<uint32_t> copy = list;
            list.clear();
            list = copy;
            break;
        }
        case 6: {
            List<uint32_t> other = std::move(list);
            list = std::move(other);
            break;
        }
        default:
            list.push_back(round);
            expected.push_back(round);
        }
        REQUIRE(std::ranges::equal(list, expected));
        REQUIRE(list.empty() == expected.empty());
        REQUIRE(list.capacity() >= list.size());
    }
}

TEST_CASE("an element of a list can be appended to it while it grows") {
    List<Record> list(1, Record{.first = 77});
    for (int i = 0; i < 100; ++i) { list.push_back(list[0]); }
    for (const Record& record : list) { REQUIRE(record == Record{.first = 77}); }
}

TEST_CASE("elements keep their bytes and their alignment when a list grows") {
    List<Record> list;
    for (uint32_t i = 0; i < 100; ++i) {
        list.push_back({.first = i});
        list.resize(list.size() + 2);
        REQUIRE(reinterpret_cast<uintptr_t>(list.data()) % alignof(Record) == 0);
    }
    for (uint32_t i = 0; i < 300; ++i) { REQUIRE(list[i] == (i % 3 == 0 ? Record{.first = i / 3} : Record{})); }
}

TEST_CASE("a list grows by doubling, and reserved memory is not allocated again") {
    List<uint32_t> list;
    list.reserve(10);
    const uint32_t* const data = list.data();
    for (uint32_t i = 0; i < 10; ++i) { list.push_back(i); }
    REQUIRE(list.data() == data);
    list.push_back(10);
    REQUIRE(list.capacity() == 20);
    list.clear();
    REQUIRE(list.capacity() == 20);
}

TEST_CASE("a list may grow by copies of one of its own elements") {
    List<uint32_t> list;
    for (uint32_t i = 0; i < 8; ++i) { list.push_back(100 + i); }
    const size_t full = list.capacity();
    list.resize(full, 7u);
    list.resize(4 * full, list[3]); // moves what it reads from
    for (size_t i = full; i < list.size(); ++i) { REQUIRE(list[i] == 103); }
}
