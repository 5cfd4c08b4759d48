#include "collision/broad_phase.h"

#include <algorithm>
#include <set>
#include <vector>

#include <catch2/catch_test_macros.hpp>

#include "engine/core/random.h"

using namespace impulse;
using impulse::test::Random;

namespace {

constexpr auto kAcceptAll = [](uint32_t, uint32_t) { return true; };

struct MovingBox {
    uint32_t proxy = 0;
    BodyType type = BodyType::dynamic_body;
    Aabb aabb;
    Vec2 velocity; // m a frame
};

Aabb square(Vec2 center, float half) { return {center - Vec2{half, half}, center + Vec2{half, half}}; }

// A tenth static, a tenth kinematic, the others dynamic; shape index = place in the list.
std::vector<MovingBox> random_boxes(Random& random, uint32_t count, float reach) {
    std::vector<MovingBox> boxes(count);
    for (MovingBox& box : boxes) {
        const uint32_t kind = random.below(10);
        box.type = kind == 0 ? BodyType::static_body : kind == 1 ? BodyType::kinematic_body : BodyType::dynamic_body;
        box.aabb = square({random.between(-reach, reach), random.between(-reach, reach)}, random.between(0.05f, 1.0f));
        box.velocity = {random.between(-0.2f, 0.2f), random.between(-0.2f, 0.2f)};
    }
    return boxes;
}

// All pairs whose boxes overlap, two static shapes excepted. `box_of(i)` is the box of shape i.
template <class BoxOf>
std::set<uint64_t> brute_force_pairs(const std::vector<MovingBox>& boxes, BoxOf box_of) {
    std::set<uint64_t> pairs;
    for (uint32_t a = 0; a < boxes.size(); ++a) {
        for (uint32_t b = a + 1; b < boxes.size(); ++b) {
            const bool both_static = boxes[a].type == BodyType::static_body && boxes[b].type == BodyType::static_body;
            if (!both_static && overlaps(box_of(a), box_of(b))) { pairs.insert(pair_key(a, b)); }
        }
    }
    return pairs;
}

std::vector<uint64_t> find_all(BroadPhase& broad_phase) {
    List<uint64_t> pairs;
    broad_phase.find_pairs(pairs, kAcceptAll);
    return {pairs.begin(), pairs.end()};
}

} // namespace

TEST_CASE("a pair's key is the same either way round, names both shapes and is never null") {
    REQUIRE(pair_key(0, 1) == pair_key(1, 0));
    REQUIRE(pair_key(0, 0) != 0);
    REQUIRE(pair_first(pair_key(70, 3)) == 3);
    REQUIRE(pair_second(pair_key(70, 3)) == 70);
    REQUIRE(pair_key(3, 70) < pair_key(3, 71));
    REQUIRE(pair_key(3, 0xfffffffeu) < pair_key(4, 5));
}

TEST_CASE("the pairs of 500 randomly moving boxes are those of brute force in each of 100 frames", "[FX2]") {
    Random random(21);
    std::vector<MovingBox> boxes = random_boxes(random, 500, 15.0f);
    BroadPhase broad_phase;
    for (uint32_t shape = 0; shape < boxes.size(); ++shape) {
        boxes[shape].proxy = broad_phase.create_proxy(boxes[shape].type, boxes[shape].aabb, shape);
    }
    std::set<uint64_t> known;
    List<uint64_t> found;
    size_t most = 0;
    size_t again = 0; // known pairs that were asked for: those of proxies that were touched, a hundredth
    size_t total = 0;
    for (int frame = 0; frame < 100; ++frame) {
        for (MovingBox& box : boxes) {
            if (box.type == BodyType::static_body) { continue; }
            if (random.below(50) == 0) { box.velocity = -box.velocity; }
            const Vec2 jump = random.below(500) == 0 ? Vec2{random.between(-9.0f, 9.0f), 0.0f} : Vec2{};
            const Vec2 step = box.velocity + jump;
            box.aabb = {box.aabb.lower + step, box.aabb.upper + step};
            const Aabb before = broad_phase.fat_aabb(box.proxy);
            const bool enlarged = broad_phase.update_proxy(box.proxy, box.aabb, 2.0f * box.velocity);
            REQUIRE(enlarged == !contains(before, box.aabb));
            REQUIRE(contains(broad_phase.fat_aabb(box.proxy), box.aabb));
            if (random.below(100) == 0) { broad_phase.touch_proxy(box.proxy); }
        }
        const auto fat = [&](uint32_t shape) { return broad_phase.fat_aabb(boxes[shape].proxy); };
        std::erase_if(known, [&](uint64_t key) { return !overlaps(fat(pair_first(key)), fat(pair_second(key))); });

        std::set<uint64_t> asked;
        broad_phase.find_pairs(found, [&](uint32_t a, uint32_t b) {
            REQUIRE(a < b);
            REQUIRE(asked.insert(pair_key(a, b)).second);
            return !known.contains(pair_key(a, b));
        });
        REQUIRE(std::is_sorted(found.begin(), found.end()));
        again += asked.size() - found.size();
        for (const uint64_t key : found) { REQUIRE(known.insert(key).second); }
        total += known.size();

        REQUIRE(known == brute_force_pairs(boxes, fat));
        const auto touching = brute_force_pairs(boxes, [&](uint32_t shape) { return boxes[shape].aabb; });
        REQUIRE(std::includes(known.begin(), known.end(), touching.begin(), touching.end()));
        REQUIRE(broad_phase.validate());
        most = std::max(most, touching.size());
    }
    REQUIRE(most > 300); // the scene is dense enough to say something
    REQUIRE(again > total / 200);
    REQUIRE(again < total / 20);
}

TEST_CASE("pairs do not depend on the order in which proxies were created and destroyed") {
    Random random(22);
    const std::vector<MovingBox> boxes = random_boxes(random, 300, 8.0f);
    BroadPhase forward;
    for (uint32_t shape = 0; shape < boxes.size(); ++shape) {
        forward.create_proxy(boxes[shape].type, boxes[shape].aabb, shape);
    }
    BroadPhase backward;
    std::vector<uint32_t> guests;
    for (uint32_t i = 0; i < 100; ++i) {
        guests.push_back(backward.create_proxy(BodyType::dynamic_body, square({0.1f, 0.1f}, 5.0f), 9000 + i));
    }
    for (uint32_t shape = static_cast<uint32_t>(boxes.size()); shape-- > 0;) {
        backward.create_proxy(boxes[shape].type, boxes[shape].aabb, shape);
        if (shape % 2 == 0 && !guests.empty()) {
            backward.destroy_proxy(guests.back());
            guests.pop_back();
        }
    }
    REQUIRE(guests.empty());
    const std::vector<uint64_t> pairs = find_all(forward);
    REQUIRE(pairs.size() > 300);
    REQUIRE(find_all(backward) == pairs);
}

TEST_CASE("every two kinds of body but two static ones become a pair, whichever of them moved") {
    const BodyType kinds[] = {BodyType::static_body, BodyType::kinematic_body, BodyType::dynamic_body};
    for (const BodyType a : kinds) {
        for (const BodyType b : kinds) {
            BroadPhase broad_phase;
            const uint32_t first = broad_phase.create_proxy(a, square({0.0f, 0.0f}, 1.0f), 0);
            const uint32_t second = broad_phase.create_proxy(b, square({0.5f, 0.0f}, 1.0f), 1);
            const bool both_static = a == BodyType::static_body && b == BodyType::static_body;
            const std::vector<uint64_t> expected =
                both_static ? std::vector<uint64_t>{} : std::vector<uint64_t>{pair_key(0, 1)};
            REQUIRE(find_all(broad_phase) == expected);
            REQUIRE(find_all(broad_phase).empty());
            for (const uint32_t proxy : {first, second}) {
                broad_phase.touch_proxy(proxy);
                REQUIRE(find_all(broad_phase) == expected);
            }
            broad_phase.update_proxy(first, square({1.2f, 0.0f}, 1.0f)); // the two have overlapped since
            REQUIRE(find_all(broad_phase).empty());
            for (const uint32_t proxy : {first, second}) {
                broad_phase.update_proxy(proxy, square({9.2f, 0.0f}, 1.0f));
                REQUIRE(find_all(broad_phase).empty());
                broad_phase.update_proxy(proxy, square({1.2f, 0.0f}, 1.0f));
                REQUIRE(find_all(broad_phase) == expected);
            }
        }
    }
}

TEST_CASE("without movement no pair is queried, however many shapes overlap") {
    BroadPhase broad_phase;
    std::vector<uint32_t> proxies;
    for (uint32_t shape = 0; shape < 3000; ++shape) {
        const BodyType type = shape % 2 == 0 ? BodyType::static_body : BodyType::dynamic_body;
        const Vec2 center{static_cast<float>(shape % 60), static_cast<float>(shape / 60)};
        proxies.push_back(broad_phase.create_proxy(type, square(center, 0.55f), shape));
    }
    List<uint64_t> pairs;
    broad_phase.find_pairs(pairs, kAcceptAll);
    REQUIRE(pairs.size() > 3000);
    for (const uint32_t proxy : proxies) {
        // Trembling inside the margin of 0.1 m.
        const uint32_t shape = broad_phase.shape(proxy);
        if (shape % 2 == 0) { continue; }
        const Vec2 center{static_cast<float>(shape % 60) + 0.09f, static_cast<float>(shape / 60) - 0.09f};
        REQUIRE_FALSE(broad_phase.update_proxy(proxy, square(center, 0.55f)));
    }
    REQUIRE(broad_phase.moved_count() == 0);
    int asked = 0;
    broad_phase.find_pairs(pairs, [&](uint32_t, uint32_t) {
        ++asked;
        return true;
    });
    REQUIRE(asked == 0);
    REQUIRE(pairs.empty());
}

TEST_CASE("a rejected pair is not reported and is queried again when one of the two is touched") {
    BroadPhase broad_phase;
    broad_phase.create_proxy(BodyType::dynamic_body, square({0.0f, 0.0f}, 1.0f), 0);
    const uint32_t second = broad_phase.create_proxy(BodyType::dynamic_body, square({1.0f, 0.0f}, 1.0f), 1);
    List<uint64_t> pairs(1, 99);
    broad_phase.find_pairs(pairs, [](uint32_t, uint32_t) { return false; });
    REQUIRE(pairs.empty());
    REQUIRE(find_all(broad_phase).empty());
    broad_phase.touch_proxy(second);
    broad_phase.touch_proxy(second);
    REQUIRE(broad_phase.moved_count() == 1);
    REQUIRE(find_all(broad_phase) == std::vector<uint64_t>{pair_key(0, 1)});
}

TEST_CASE("a proxy destroyed before the pair query has no pairs") {
    BroadPhase broad_phase;
    std::vector<uint32_t> proxies;
    for (uint32_t shape = 0; shape < 6; ++shape) {
        proxies.push_back(broad_phase.create_proxy(BodyType::dynamic_body, square({0.0f, 0.0f}, 1.0f), shape));
    }
    for (const size_t gone : {size_t{0}, size_t{5}, size_t{2}, size_t{3}}) {
        broad_phase.destroy_proxy(proxies[gone]);
        REQUIRE(broad_phase.validate());
    }
    // The place of a destroyed proxy is used again, under another name.
    broad_phase.create_proxy(BodyType::static_body, square({0.0f, 0.0f}, 1.0f), 77);
    REQUIRE(broad_phase.proxy_count() == 3);
    REQUIRE(find_all(broad_phase) == std::vector<uint64_t>{pair_key(1, 4), pair_key(1, 77), pair_key(4, 77)});
}

TEST_CASE("fat AABBs have a margin and extend in the direction of motion; less for small shapes, not for static ones") {
    BroadPhase broad_phase;
    broad_phase.set_margin(0.5f);
    const auto fat_aabb = [&](BodyType type, float half, Vec2 hint) {
        const uint32_t proxy = broad_phase.create_proxy(type, square({100.0f, 100.0f}, half), 0);
        REQUIRE(broad_phase.update_proxy(proxy, square({0.0f, 0.0f}, half), hint));
        return broad_phase.fat_aabb(proxy);
    };
    const Aabb large = fat_aabb(BodyType::dynamic_body, 4.0f, {2.0f, -1.0f});
    REQUIRE(large.lower == Vec2{-4.5f, -5.5f});
    REQUIRE(large.upper == Vec2{6.5f, 4.5f});
    // A quarter of its side of 0.5 m.
    const Aabb small = fat_aabb(BodyType::kinematic_body, 0.25f, {});
    REQUIRE(small.lower == Vec2{-0.375f, -0.375f});
    REQUIRE(small.upper == Vec2{0.375f, 0.375f});
    const Aabb fixed = fat_aabb(BodyType::static_body, 4.0f, {});
    REQUIRE(fixed.lower == Vec2{-4.0f, -4.0f});
    REQUIRE(fixed.upper == Vec2{4.0f, 4.0f});
}

TEST_CASE("the fat AABB of a fast body that came to rest is shrunk without a pair query") {
    BroadPhase broad_phase;
    const uint32_t proxy = broad_phase.create_proxy(BodyType::dynamic_body, square({0.0f, 0.0f}, 0.5f), 0);
    broad_phase.update_proxy(proxy, square({1.0f, 0.0f}, 0.5f), {30.0f, 0.0f});
    find_all(broad_phase);
    REQUIRE(broad_phase.fat_aabb(proxy).upper.x > 31.0f);
    REQUIRE_FALSE(broad_phase.update_proxy(proxy, square({1.5f, 0.0f}, 0.5f)));
    REQUIRE(broad_phase.moved_count() == 0);
    REQUIRE(contains(square({1.5f, 0.0f}, 0.61f), broad_phase.fat_aabb(proxy)));
    REQUIRE(contains(broad_phase.fat_aabb(proxy), square({1.5f, 0.0f}, 0.5f)));
    REQUIRE(broad_phase.validate());
}

TEST_CASE("a few bodies that move far do not degrade the tree of those at rest") {
    Random random(25);
    BroadPhase broad_phase;
    std::vector<MovingBox> boxes(2000);
    for (uint32_t shape = 0; shape < boxes.size(); ++shape) {
        MovingBox& box = boxes[shape];
        box.aabb = square({random.between(-30.0f, 30.0f), random.between(-30.0f, 30.0f)}, 0.5f);
        if (shape % 20 == 0) { box.velocity = {random.between(-0.5f, 0.5f), random.between(-0.5f, 0.5f)}; }
        box.proxy = broad_phase.create_proxy(box.type, box.aabb, shape);
    }
    find_all(broad_phase);
    for (int frame = 0; frame < 120; ++frame) {
        for (MovingBox& box : boxes) {
            box.aabb = {box.aabb.lower + box.velocity, box.aabb.upper + box.velocity};
            broad_phase.update_proxy(box.proxy, box.aabb, 2.0f * box.velocity);
        }
        find_all(broad_phase);
    }
    Tree fresh;
    for (const MovingBox& box : boxes) { fresh.insert(broad_phase.fat_aabb(box.proxy), 0); }
    fresh.rebuild_all();
    // A fifth more for the boxes that flew up to seven frames since the last rebuild; never rebuilt, it is three times.
    REQUIRE(broad_phase.tree(BodyType::dynamic_body).cost() < 1.2f * fresh.cost());
}

TEST_CASE("queries and rays go through the trees of all kinds of bodies") {
    Random random(23);
    const std::vector<MovingBox> boxes = random_boxes(random, 400, 20.0f);
    BroadPhase broad_phase;
    std::vector<uint32_t> proxies;
    for (uint32_t shape = 0; shape < boxes.size(); ++shape) {
        proxies.push_back(broad_phase.create_proxy(boxes[shape].type, boxes[shape].aabb, shape));
    }
    for (int round = 0; round < 100; ++round) {
        const Aabb box = square({random.between(-20.0f, 20.0f), random.between(-20.0f, 20.0f)}, 4.0f);
        std::set<uint32_t> found;
        broad_phase.query(box, [&](uint32_t shape) {
            REQUIRE(found.insert(shape).second);
            return true;
        });
        std::set<uint32_t> expected;
        for (uint32_t shape = 0; shape < boxes.size(); ++shape) {
            if (overlaps(broad_phase.fat_aabb(proxies[shape]), box)) { expected.insert(shape); }
        }
        REQUIRE(found == expected);

        // A ray along x: it meets exactly the boxes that overlap the flat box around it, up to the rounding that the
        // tree grants itself (below 1e-4 m here), so no box within that of the ray is chosen.
        const float y = random.between(-20.0f, 20.0f);
        std::set<uint32_t> met;
        broad_phase.raycast({-30.0f, y}, {30.0f, y}, [&](uint32_t shape, float limit) {
            REQUIRE(met.insert(shape).second);
            return limit;
        });
        for (uint32_t shape = 0; shape < boxes.size(); ++shape) {
            const Aabb& fat = broad_phase.fat_aabb(proxies[shape]);
            if (fat.lower.y <= y && y <= fat.upper.y) { REQUIRE(met.contains(shape)); }
            if (y < fat.lower.y - 1.0e-4f || fat.upper.y + 1.0e-4f < y) { REQUIRE_FALSE(met.contains(shape)); }
        }
    }
    int visits = 0;
    broad_phase.query(square({0.0f, 0.0f}, 20.0f), [&](uint32_t) { return ++visits < 3; });
    REQUIRE(visits == 3);
    visits = 0;
    broad_phase.raycast({-30.0f, 0.0f}, {30.0f, 0.0f}, [&](uint32_t, float) {
        ++visits;
        return 0.0f;
    });
    REQUIRE(visits == 1);
}

TEST_CASE("a copy of a broad phase continues as the original does") {
    Random random(24);
    std::vector<MovingBox> boxes = random_boxes(random, 200, 8.0f);
    BroadPhase broad_phase;
    for (uint32_t shape = 0; shape < boxes.size(); ++shape) {
        boxes[shape].proxy = broad_phase.create_proxy(boxes[shape].type, boxes[shape].aabb, shape);
    }
    BroadPhase copy = broad_phase;
    REQUIRE(find_all(broad_phase) == find_all(copy));
    for (MovingBox& box : boxes) {
        box.aabb = {box.aabb.lower + 5.0f * box.velocity, box.aabb.upper + 5.0f * box.velocity};
        const bool enlarged = broad_phase.update_proxy(box.proxy, box.aabb, box.velocity);
        REQUIRE(copy.update_proxy(box.proxy, box.aabb, box.velocity) == enlarged);
    }
    const std::vector<uint64_t> pairs = find_all(broad_phase);
    REQUIRE_FALSE(pairs.empty());
    REQUIRE(find_all(copy) == pairs);
}
