#include "collision/box_order.h"

#include <vector>

#include <catch2/catch_test_macros.hpp>

#include "engine/core/random.h"

using namespace impulse;
using impulse::test::Random;

namespace {

// Corners on a coarse grid, so that many boxes touch exactly and many begin at the same x. One in twenty is long.
Aabb random_box(Random& random) {
    const auto grid = [&](uint32_t cells) { return 0.1f * static_cast<float>(random.below(cells)); };
    const Vec2 lower{grid(400) - 20.0f, grid(100)};
    return {lower, lower + Vec2{grid(random.below(20) == 0 ? 300 : 20), grid(20)}};
}

std::vector<uint32_t> brute_force(const std::vector<Aabb>& boxes, const Aabb& box) {
    std::vector<uint32_t> found;
    for (uint32_t i = 0; i < boxes.size(); ++i) {
        if (overlaps(box, boxes[i])) { found.push_back(i); }
    }
    return found;
}

BoxOrder order_of(Arena& arena, const std::vector<Aabb>& boxes) {
    BoxOrder order(arena, boxes.size());
    for (const Aabb& box : boxes) { order.add(box); }
    order.sort();
    return order;
}

} // namespace

TEST_CASE("an order of boxes finds exactly those that overlap, by index, also after boxes changed") {
    Random random(1);
    for (const size_t count : {0u, 1u, 2u, 7u, 200u}) {
        Arena arena;
        std::vector<Aabb> boxes(count);
        for (Aabb& box : boxes) { box = random_box(random); }
        BoxOrder order = order_of(arena, boxes);
        for (int query = 0; query < 400; ++query) {
            const Aabb box = random_box(random);
            const std::span<uint32_t> found = order.overlapping(box);
            REQUIRE(std::vector<uint32_t>(found.begin(), found.end()) == brute_force(boxes, box));
            if (query % 2 == 0 || count == 0) { continue; }
            const uint32_t changed = random.below(static_cast<uint32_t>(count));
            boxes[changed] = random_box(random);
            order.update(changed, boxes[changed]);
        }
        arena.release({});
    }
}

TEST_CASE("in a long row of boxes a query compares its neighbours only, also after each of them moved by its length") {
    for (const size_t count : {100u, 1000u}) {
        Arena arena;
        std::vector<Aabb> boxes(count);
        for (size_t i = 0; i < count; ++i) {
            const auto x = static_cast<float>((i * 37) % count); // in no order, one beside the other
            boxes[i] = {{x, 0.0f}, {x + 0.75f, 1.0f}};
        }
        BoxOrder order = order_of(arena, boxes);
        for (const float moved : {0.0f, 0.75f}) {
            for (uint32_t i = 0; i < count; ++i) {
                boxes[i].upper.x += moved;
                boxes[i].lower.x += moved;
                order.update(i, boxes[i]);
            }
            for (const Aabb& box : boxes) {
                CHECK(order.overlapping(box).size() == 1);
                CHECK(order.compared() <= 3);
            }
        }
    }
}
