#include "collision/tree.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <vector>

#include <catch2/catch_test_macros.hpp>

#include "engine/core/random.h"

using namespace impulse;
using impulse::test::Random;

namespace {

Aabb random_box(Random& random, float reach, float size) {
    const Vec2 lower{random.between(-reach, reach), random.between(-reach, reach)};
    return {lower, lower + Vec2{random.between(0.0f, size), random.between(0.0f, size)}};
}

std::vector<uint32_t> ask(const Tree& tree, const Aabb& box) {
    std::vector<uint32_t> users;
    tree.query(box, [&](uint32_t user) {
        users.push_back(user);
        return true;
    });
    std::sort(users.begin(), users.end());
    return users;
}

// A tree and what should be in it, by user.
struct Checked {
    struct Entry {
        int32_t leaf;
        Aabb box;
    };
    Tree tree;
    std::map<uint32_t, Entry> entries;

    void insert(uint32_t user, const Aabb& box) { entries[user] = {tree.insert(box, user), box}; }
    std::vector<uint32_t> brute_force(const Aabb& box) const {
        std::vector<uint32_t> users;
        for (const auto& [user, entry] : entries) {
            if (overlaps(entry.box, box)) { users.push_back(user); }
        }
        return users;
    }
};

Checked random_tree(Random& random, uint32_t count, float reach, float size) {
    Checked checked;
    for (uint32_t user = 0; user < count; ++user) { checked.insert(user, random_box(random, reach, size)); }
    return checked;
}

// Where the segment from + t d, 0 <= t <= 1, enters the box, in double precision; above 1 where it misses.
double entry_fraction(Vec2 from, Vec2 to, const Aabb& box, double grow = 0.0) {
    constexpr double kMiss = 2.0;
    double first = 0.0;
    double last = 1.0;
    const double start[2] = {static_cast<double>(from.x), static_cast<double>(from.y)};
    const double d[2] = {static_cast<double>(to.x) - static_cast<double>(from.x),
                         static_cast<double>(to.y) - static_cast<double>(from.y)};
    const double lower[2] = {static_cast<double>(box.lower.x) - grow, static_cast<double>(box.lower.y) - grow};
    const double upper[2] = {static_cast<double>(box.upper.x) + grow, static_cast<double>(box.upper.y) + grow};
    for (int axis = 0; axis < 2; ++axis) {
        if (d[axis] == 0.0) {
            if (start[axis] < lower[axis] || upper[axis] < start[axis]) { return kMiss; }
            continue;
        }
        const double a = (lower[axis] - start[axis]) / d[axis];
        const double b = (upper[axis] - start[axis]) / d[axis];
        first = std::max(first, std::min(a, b));
        last = std::min(last, std::max(a, b));
    }
    return first <= last ? first : kMiss;
}

} // namespace

TEST_CASE("a tree stays valid and finds what brute force finds under random operations") {
    Random random(11);
    Checked checked;
    uint32_t next_user = 0;
    for (int round = 0; round < 6000; ++round) {
        const bool growing = (round / 1000) % 2 == 0;
        const uint32_t choice = random.below(100);
        const auto pick = [&] {
            auto it = checked.entries.lower_bound(random.below(next_user));
            return it == checked.entries.end() ? checked.entries.begin() : it;
        };
        if (checked.entries.empty() || choice < (growing ? 50u : 10u)) {
            checked.insert(next_user++, random_box(random, 50.0f, 3.0f));
        } else if (choice < (growing ? 60u : 45u)) {
            const auto it = pick();
            checked.tree.remove(it->second.leaf);
            checked.entries.erase(it);
        } else if (choice < 75) {
            const auto it = pick();
            it->second.box = random_box(random, 50.0f, 3.0f);
            checked.tree.move(it->second.leaf, it->second.box);
        } else if (choice < 99) {
            const auto it = pick();
            const Vec2 drift{random.between(-1.0f, 1.0f), random.between(-1.0f, 1.0f)};
            it->second.box = {it->second.box.lower + drift, it->second.box.upper + drift};
            checked.tree.enlarge(it->second.leaf, it->second.box);
        } else if (random.below(4) == 0) {
            checked.tree.rebuild_all();
            REQUIRE(checked.tree.enlarged_count() == 0);
        } else {
            checked.tree.rebuild();
            REQUIRE(checked.tree.enlarged_count() == 0);
        }
        if (round % 10 == 0) {
            REQUIRE(checked.tree.validate());
            REQUIRE(checked.tree.count() == checked.entries.size());
        }
        const Aabb box = random_box(random, 50.0f, 20.0f);
        REQUIRE(ask(checked.tree, box) == checked.brute_force(box));
    }
    for (const auto& [user, entry] : checked.entries) {
        REQUIRE(checked.tree.user(entry.leaf) == user);
        REQUIRE(checked.tree.aabb(entry.leaf).lower == entry.box.lower);
        REQUIRE(checked.tree.aabb(entry.leaf).upper == entry.box.upper);
    }
    while (!checked.entries.empty()) {
        checked.tree.remove(checked.entries.begin()->second.leaf);
        checked.entries.erase(checked.entries.begin());
        REQUIRE(checked.tree.validate());
    }
    REQUIRE(checked.tree.count() == 0);
}

TEST_CASE("boxes that only touch are found") {
    Tree tree;
    tree.insert({{0.0f, 0.0f}, {1.0f, 1.0f}}, 5);
    tree.insert({{0.0f, 3.0f}, {1.0f, 4.0f}}, 6);
    REQUIRE(ask(tree, {{1.0f, 1.0f}, {2.0f, 3.0f}}) == std::vector<uint32_t>{5, 6});
    REQUIRE(ask(tree, {{1.0f, 1.5f}, {2.0f, 2.5f}}).empty());
}

TEST_CASE("a query ends when its callback says so") {
    Random random(12);
    const Checked checked = random_tree(random, 200, 1.0f, 3.0f);
    int visits = 0;
    const bool ended = checked.tree.query({{-9.0f, -9.0f}, {9.0f, 9.0f}}, [&](uint32_t) { return ++visits < 7; });
    REQUIRE_FALSE(ended);
    REQUIRE(visits == 7);
}

TEST_CASE("an empty tree finds nothing, a tree of one leaf finds it") {
    Tree tree;
    const Aabb everywhere{{-1e6f, -1e6f}, {1e6f, 1e6f}};
    const auto count_hits = [&] {
        int hits = 0;
        tree.raycast({-5.0f, 0.5f}, {5.0f, 0.5f}, [&](uint32_t, float limit) {
            ++hits;
            return limit;
        });
        return hits;
    };
    REQUIRE(tree.validate());
    REQUIRE(ask(tree, everywhere).empty());
    REQUIRE(count_hits() == 0);
    tree.rebuild_all();
    tree.rebuild();
    const int32_t leaf = tree.insert({{0.0f, 0.0f}, {1.0f, 1.0f}}, 42);
    REQUIRE(ask(tree, everywhere) == std::vector<uint32_t>{42});
    REQUIRE(count_hits() == 1);
    tree.remove(leaf);
    REQUIRE(tree.validate());
    REQUIRE(ask(tree, everywhere).empty());
}

TEST_CASE("a ray that is not shortened reports every box on its path and few others") {
    Random random(13);
    for (const float reach : {10.0f, 5000.0f}) {
        const Checked checked = random_tree(random, 400, reach, 0.2f * reach);
        // Four roundings of products as large as |v| (|from| + |center| + |half|), granted twice and divided by |v|:
        // what the slack of the ray's third axis is as a distance. A diagonal adds sqrt(2).
        const double grow = 1.5 * 4.8e-7 * 3.0 * static_cast<double>(reach) * 1.5;
        for (int ray = 0; ray < 300; ++ray) {
            const Vec2 from{random.between(-reach, reach), random.between(-reach, reach)};
            const Vec2 to{random.between(-reach, reach), random.between(-reach, reach)};
            std::vector<uint32_t> met;
            checked.tree.raycast(from, to, [&](uint32_t user, float limit) {
                REQUIRE(limit == 1.0f);
                met.push_back(user);
                return limit;
            });
            std::sort(met.begin(), met.end());
            REQUIRE(std::adjacent_find(met.begin(), met.end()) == met.end());
            for (const auto& [user, entry] : checked.entries) {
                const bool found = std::binary_search(met.begin(), met.end(), user);
                if (entry_fraction(from, to, entry.box) <= 1.0) { REQUIRE(found); }
                if (entry_fraction(from, to, entry.box, grow) > 1.0) { REQUIRE_FALSE(found); }
            }
        }
    }
}

TEST_CASE("a ray that grazes only a corner is not lost to rounding") {
    Random random(18);
    int grazed = 0;
    for (int round = 0; round < 20000; ++round) {
        // Whole multiples of 1/64 m below 2^17 of them: corner, size and ends of the ray are exact, so that in exact
        // arithmetic the corner lies on the ray; the products of the tree's test have 34 bits and are rounded.
        const auto exact = [&](uint32_t count) { return static_cast<float>(1 + random.below(count)) * (1.0f / 64.0f); };
        const Vec2 corner{exact(65536), exact(65536)};
        const Vec2 d{exact(8192), -exact(8192)}; // falling: touches the lower left corner of a box from outside
        const Vec2 from = corner - 3.0f * d;
        const Vec2 to = corner + 2.0f * d;
        Tree tree;
        tree.insert({corner, corner + Vec2{exact(4096), exact(4096)}}, 1);
        tree.raycast(from, to, [&](uint32_t, float limit) {
            ++grazed;
            return limit;
        });
    }
    REQUIRE(grazed == 20000);
}

TEST_CASE("a ray that is shortened by each hit finds the nearest box") {
    Random random(14);
    for (const float reach : {10.0f, 5000.0f}) {
        const Checked checked = random_tree(random, 400, reach, 0.05f * reach);
        for (int ray = 0; ray < 300; ++ray) {
            const Vec2 from{random.between(-reach, reach), random.between(-reach, reach)};
            const Vec2 to{random.between(-reach, reach), random.between(-reach, reach)};
            double expected = 2.0;
            for (const auto& [user, entry] : checked.entries) {
                expected = std::min(expected, entry_fraction(from, to, entry.box));
            }
            double nearest = 2.0;
            int visits = 0;
            const float last = checked.tree.raycast(from, to, [&](uint32_t user, float limit) {
                ++visits;
                const double fraction = entry_fraction(from, to, checked.entries.at(user).box);
                if (fraction > static_cast<double>(limit)) { return limit; }
                nearest = fraction;
                return static_cast<float>(fraction);
            });
            // The end of the shortened ray is rounded to an ulp (2^-23) of its coordinates: two boxes that are nearer
            // to each other along the ray than that may stand for each other.
            const double tolerance =
                1.2e-7 * (static_cast<double>(reach) / static_cast<double>(distance(from, to)) + 1.0);
            REQUIRE(std::abs(nearest - expected) <= tolerance);
            REQUIRE(last == (nearest > 1.0 ? 1.0f : static_cast<float>(nearest)));
        }
    }
}

TEST_CASE("a ray of length 0 reports the boxes that contain its point, a stopped ray reports no more") {
    Random random(15);
    const Checked checked = random_tree(random, 300, 10.0f, 5.0f);
    const Vec2 point{0.5f, -0.25f};
    std::vector<uint32_t> met;
    checked.tree.raycast(point, point, [&](uint32_t user, float limit) {
        met.push_back(user);
        return limit;
    });
    std::sort(met.begin(), met.end());
    REQUIRE(met == checked.brute_force({point, point}));
    REQUIRE(met.size() >= 2); // else stopping after one would show nothing
    int visits = 0;
    const float last = checked.tree.raycast(point, point, [&](uint32_t, float) {
        ++visits;
        return 0.0f;
    });
    REQUIRE(visits == 1);
    REQUIRE(last == 0.0f);
}

TEST_CASE("no order of insertion makes a tree deeper than the traversal stack") {
    const auto check = [](const Checked& checked) {
        REQUIRE(checked.tree.height() <= Tree::kMaxHeight);
        REQUIRE(checked.tree.validate());
        const Aabb box{{-1.0f, -1.0f}, {30.0f, 1.0f}};
        REQUIRE(ask(checked.tree, box) == checked.brute_force(box));
    };
    SECTION("along a line") {
        Checked checked;
        for (uint32_t i = 0; i < 5000; ++i) {
            const float x = static_cast<float>(i);
            checked.insert(i, {{x, 0.0f}, {x + 0.9f, 1.0f}});
        }
        check(checked);
    }
    SECTION("each around the one before") {
        Checked checked;
        float half = 1.0e-6f;
        for (uint32_t i = 0; i < 800; ++i, half *= 1.1f) { checked.insert(i, {{-half, -half}, {half, half}}); }
        check(checked);
    }
    SECTION("each twice as far as the one before") {
        Checked checked;
        float x = 1.0e-18f;
        for (uint32_t i = 0; i < 120; ++i, x *= 2.0f) { checked.insert(i, {{x, 0.0f}, {1.1f * x, 0.1f * x}}); }
        check(checked);
    }
    SECTION("all the same") {
        Checked checked;
        for (uint32_t i = 0; i < 3000; ++i) { checked.insert(i, {{0.0f, 0.0f}, {1.0f, 1.0f}}); }
        check(checked);
        checked.tree.rebuild_all();
        check(checked);
        REQUIRE(checked.tree.height() == 12); // 3000 equal boxes are halved by count: ceil(log2(3000))
    }
}

TEST_CASE("a rebuild restores the quality lost by drifting boxes") {
    Random random(16);
    Checked checked = random_tree(random, 2000, 100.0f, 1.0f);
    for (auto& [user, entry] : checked.entries) {
        entry.box = random_box(random, 100.0f, 1.0f);
        checked.tree.enlarge(entry.leaf, entry.box);
    }
    const float spoiled = checked.tree.cost();
    REQUIRE(checked.tree.enlarged_count() == 2000);
    checked.tree.rebuild();
    REQUIRE(checked.tree.validate());
    REQUIRE(checked.tree.enlarged_count() == 0);
    // Not worse than a tree of the same boxes that was built by insertion; the spoiled one mixed far ends of the world.
    Checked fresh;
    for (const auto& [user, entry] : checked.entries) { fresh.insert(user, entry.box); }
    REQUIRE(checked.tree.cost() < 1.1f * fresh.tree.cost());
    REQUIRE(checked.tree.cost() < 0.5f * spoiled);
    const Aabb box{{-20.0f, -20.0f}, {10.0f, 30.0f}};
    REQUIRE(ask(checked.tree, box) == checked.brute_force(box));
}

TEST_CASE("trees with the same history are traversed in the same order, and a copy continues as the original does") {
    const auto walk = [](const Tree& tree) {
        std::vector<uint32_t> order;
        tree.query({{-100.0f, -100.0f}, {100.0f, 100.0f}}, [&](uint32_t user) {
            order.push_back(user);
            return true;
        });
        return order;
    };
    const auto disturb = [](Checked& checked, uint64_t seed) {
        Random random(seed);
        for (auto& [user, entry] : checked.entries) {
            if (random.below(3) == 0) { checked.tree.enlarge(entry.leaf, random_box(random, 50.0f, 2.0f)); }
            if (random.below(5) == 0) { checked.tree.move(entry.leaf, random_box(random, 50.0f, 2.0f)); }
        }
        checked.tree.rebuild();
    };
    Random random_a(17);
    Random random_b(17);
    Checked a = random_tree(random_a, 500, 50.0f, 2.0f);
    Checked b = random_tree(random_b, 500, 50.0f, 2.0f);
    disturb(a, 1);
    disturb(b, 1);
    REQUIRE(walk(a.tree) == walk(b.tree));
    Checked c = a;
    disturb(a, 2);
    REQUIRE(walk(c.tree) == walk(b.tree));
    disturb(c, 2);
    REQUIRE(walk(a.tree) == walk(c.tree));
}
