// One list of members measures, writes, checks and reads; data that do not fit are rejected before anything changes.
#include <catch2/catch_test_macros.hpp>

#include <cstring>
#include <vector>

#include "core/archive.h"
#include "core/bitset.h"
#include "core/id_pool.h"

using namespace impulse;

namespace {

struct Thing {
    float number = 0.0f;
    List<uint16_t> words;
    Bitset bits;
    IdPool ids;
    std::array<List<double>, 2> lists;
    uint8_t last = 0;

    void archive(Archive& archive) { archive(number, words, bits, ids, lists, last); }
};

Thing thing() {
    Thing thing;
    thing.number = 2.5f;
    for (uint16_t i = 0; i < 7; ++i) { thing.words.push_back(i); }
    thing.bits.resize(70);
    thing.bits.set(69);
    for (int i = 0; i < 3; ++i) { (void)thing.ids.allocate(); }
    thing.ids.free(1);
    thing.lists[1].push_back(0.125);
    thing.last = 9;
    return thing;
}

std::vector<std::byte> bytes_of(Thing& thing) {
    Archive measure(Archive::Task::measure, nullptr, 0);
    thing.archive(measure);
    std::vector<std::byte> bytes(measure.size());
    Archive write(Archive::Task::write, bytes.data(), bytes.size());
    thing.archive(write);
    CHECK(write.size() == bytes.size());
    return bytes;
}

bool fits(Thing& thing, std::vector<std::byte> bytes) { // a copy of its own: nothing but its bytes may be read
    Archive check(Archive::Task::check, bytes.data(), bytes.size());
    thing.archive(check);
    return check.complete();
}

} // namespace

TEST_CASE("written data are read back, over any previous content", "[archive]") {
    Thing from = thing();
    std::vector<std::byte> bytes = bytes_of(from);
    Thing to;
    for (int i = 0; i < 100; ++i) { to.words.push_back(77); }
    REQUIRE(fits(to, bytes));
    CHECK(to.words.size() == 100); // checking touches nothing
    Archive read(Archive::Task::read, bytes.data(), bytes.size());
    to.archive(read);
    CHECK(to.number == 2.5f);
    CHECK(to.words.size() == 7);
    CHECK(to.words[6] == 6);
    CHECK(to.bits.size() == 70);
    CHECK(to.bits.count() == 1);
    CHECK(to.ids.allocate() == 1);
    CHECK(to.ids.generation(1) == 2);
    CHECK(to.lists[0].empty());
    CHECK(to.lists[1][0] == 0.125);
    CHECK(to.last == 9);
}

TEST_CASE("members have no padding, so that equal states are equal bytes", "[archive]") {
    struct Whole {
        float number = 0.0f;
        uint8_t last[4] = {};
    };
    struct PaddedInside {
        uint8_t first = 0;
        float number = 0.0f;
    };
    struct PaddedAtItsEnd {
        double number = 0.0;
        uint8_t last = 0;
    };
    STATIC_CHECK(Plain<Whole>);
    STATIC_CHECK_FALSE(Plain<PaddedInside>);
    STATIC_CHECK_FALSE(Plain<PaddedAtItsEnd>);
    STATIC_CHECK_FALSE(Plain<const Whole*>);
}

TEST_CASE("too few or too many bytes are not complete", "[archive]") {
    Thing from = thing();
    const std::vector<std::byte> bytes = bytes_of(from);
    for (size_t size = 0; size < bytes.size(); ++size) {
        CHECK_FALSE(fits(from, {bytes.begin(), bytes.begin() + static_cast<long>(size)}));
    }
    std::vector<std::byte> more = bytes;
    more.push_back({});
    CHECK_FALSE(fits(from, more));
}

TEST_CASE("a list with a length beyond the bytes is not complete, at any length", "[archive]") {
    Thing from = thing();
    for (const uint32_t count : {8u, 1000u, 0x7fffffffu, 0x80000001u, 0xffffffffu}) {
        std::vector<std::byte> bytes = bytes_of(from);
        std::memcpy(&bytes[sizeof(float)], &count, sizeof count);
        CHECK_FALSE(fits(from, bytes));
    }
}

TEST_CASE("the hash of a measurement depends on sizes of members and elements, not on their values", "[archive]") {
    const auto layout = [](auto... parts) {
        Archive measure(Archive::Task::measure, nullptr, 0);
        measure(parts...);
        return measure.hash();
    };
    CHECK(layout(1.0f, List<float>(3)) == layout(7u, List<uint32_t>(900)));
    CHECK(layout(1.0f, List<float>(3)) != layout(1.0, List<float>(3)));
    CHECK(layout(1.0f, List<float>(3)) != layout(1.0f, List<double>(3)));
    CHECK(layout(1.0f) != layout(1.0f, 1.0f));
    CHECK(layout(1.0f, List<float>()) != layout(List<float>(), 1.0f));
}
