// Rays and overlaps through the tree give what asking every shape gives.
#include <catch2/catch_test_macros.hpp>

#include <algorithm>

#include "engine/core/random.h"
#include "geometry/aabb.h"
#include "geometry/distance.h"
#include "geometry/raycast.h"
#include "support/scene.h"
#include "world/state.h"

using namespace impulse;
using namespace impulse::test;

namespace {

Vec2 random_point(Random& random) {
    const float x = random.between(-12.0f, 12.0f);
    return {x, random.between(-12.0f, 12.0f)};
}

// Everything, or seen by all, or as one category.
QueryFilter random_filter(Random& random) {
    QueryFilter filter;
    if (random.below(4) == 0) { return filter; }
    if (random.below(2) == 0) { filter.category = 1u << random.below(4); }
    filter.mask = random.below(16);
    return filter;
}

// 150 bodies of every kind of shape, some turned, some moved by steps, some sensors, random categories.
void scatter(World& world, Random& random) {
    for (int i = 0; i < 150; ++i) {
        Made made;
        made.angle = random.between(-3.0f, 3.0f);
        made.filter.category = 1u << random.below(4);
        made.filter.mask = random.below(16);
        made.type = i % 2 == 0 ? BodyType::static_body : BodyType::dynamic_body;
        made.velocity = {random.between(-3.0f, 3.0f), random.between(-3.0f, 3.0f)};
        made.w = random.between(-3.0f, 3.0f);
        made.sensor = i % 10 == 0;
        const Vec2 at = random_point(random);
        switch (i % 4) {
        case 0:
            add_disc(world, at, random.between(0.1f, 1.0f), made);
            break;
        case 1: {
            const float width = random.between(0.1f, 2.0f);
            add_box(world, at, width, random.between(0.1f, 2.0f), made);
            break;
        }
        case 2:
            add_body(world, at, Capsule{{-0.5f, 0.0f}, {0.5f, 0.0f}, 0.2f}, 1.0f, made);
            break;
        default:
            add_body(world, at, Segment{{-1.0f, 0.0f}, {1.0f, 0.5f}}, 1.0f, made);
            break;
        }
    }
}

bool sees(QueryFilter filter, const Filter& shape) {
    if (filter.mask == 0xffffffffu && filter.category == 0xffffffffu) { return true; } // a mask of 0 hides from nobody
    return (filter.mask & shape.category) != 0 && (shape.mask & filter.category) != 0;
}

} // namespace

TEST_CASE("the nearest hit of a ray, and all its hits, are those of asking every shape", "[world][query]") {
    Random random(5);
    World world = make_world(umbra_preset(), {});
    scatter(world, random);
    run(world, 20);
    const WorldState& state = world.state();
    int hits = 0;
    for (int n = 0; n < 500; ++n) {
        const Vec2 from = random_point(random);
        const Vec2 to = random_point(random);
        const QueryFilter filter = random_filter(random);
        struct Expected {
            float fraction;
            uint32_t shape;
        };
        std::vector<Expected> expected;
        for (uint32_t i = 0; i < state.shapes.size(); ++i) {
            const ShapeRecord& record = state.shapes[i];
            if (!sees(filter, record.filter)) { continue; }
            const Transform pose = world_pose(state.poses[record.slot]);
            const RayCut cut = raycast(record.shape, inverse_transform(pose, from), inverse_transform(pose, to));
            if (cut.hit) { expected.push_back({cut.fraction, i}); }
        }
        std::sort(expected.begin(), expected.end(), [](const Expected& a, const Expected& b) {
            return a.fraction != b.fraction ? a.fraction < b.fraction : a.shape < b.shape;
        });
        const RayHit hit = *world.raycast(from, to, filter);
        std::vector<RayHit> all;
        CHECK_FALSE(world.raycast_all(from, to, filter, all));
        REQUIRE(all.size() == expected.size());
        CHECK(static_cast<bool>(hit.shape) == !expected.empty());
        for (size_t i = 0; i < all.size(); ++i) {
            CHECK(all[i].shape.index() == expected[i].shape);
            CHECK(all[i].fraction == expected[i].fraction);
            CHECK(near(all[i].point, lerp(from, to, all[i].fraction), 1.0e-5f));
            CHECK(all[i].body == *world.shape_body(all[i].shape));
        }
        if (!expected.empty()) {
            ++hits;
            CHECK(hit.shape == all[0].shape);
            CHECK(hit.fraction == all[0].fraction);
            if (hit.fraction > 0.0f) { CHECK(dot(hit.normal, to - from) <= 1.0e-4f); }
        }
    }
    CHECK(hits > 150);
}

TEST_CASE("overlaps of a point and of a box are those of asking every shape, by shape id", "[world][query]") {
    Random random(6);
    World world = make_world(umbra_preset(), {});
    scatter(world, random);
    run(world, 20);
    const WorldState& state = world.state();
    size_t found = 0;
    for (int n = 0; n < 500; ++n) {
        const Vec2 p = random_point(random);
        const Aabb box{p, p + Vec2{random.between(0.0f, 3.0f), random.between(0.0f, 3.0f)}};
        const QueryFilter filter = random_filter(random);
        std::vector<ShapeId> at_point;
        std::vector<ShapeId> in_box;
        for (uint32_t i = 0; i < state.shapes.size(); ++i) {
            const ShapeRecord& record = state.shapes[i];
            if (!sees(filter, record.filter)) { continue; }
            const Transform pose = world_pose(state.poses[record.slot]);
            if (contains(record.shape, inverse_transform(pose, p))) { at_point.push_back(state.shape_id(i)); }
            if (overlaps(shape_aabb(record.shape, pose), box)) { in_box.push_back(state.shape_id(i)); }
        }
        std::vector<ShapeId> out;
        CHECK_FALSE(world.overlap_point(p, filter, out));
        CHECK(out == at_point);
        found += out.size();
        CHECK_FALSE(world.overlap_aabb(box, filter, out));
        CHECK(out == in_box);
    }
    CHECK(found > 10);
}

TEST_CASE("a disabled body and a destroyed shape are seen by no query", "[world][query]") {
    World world = make_world(umbra_preset(), {});
    const BodyId body = add_disc(world, {}, 1.0f);
    std::vector<ShapeId> out;
    CHECK_FALSE(world.overlap_point({}, {}, out));
    CHECK(out.size() == 1);
    CHECK_FALSE(world.set_enabled(body, false));
    CHECK_FALSE(world.overlap_point({}, {}, out));
    CHECK(out.empty());
    CHECK_FALSE(world.raycast({-5.0f, 0.0f}, {5.0f, 0.0f})->shape);
    CHECK_FALSE(world.set_enabled(body, true));
    CHECK(near(world.raycast({-5.0f, 0.0f}, {5.0f, 0.0f})->fraction, 0.4f, 1.0e-6f));
    CHECK_FALSE(world.destroy_body(body));
    CHECK_FALSE(world.raycast({-5.0f, 0.0f}, {5.0f, 0.0f})->shape);
    // Placed elsewhere without a step in between, it is found there.
    const BodyId other = add_disc(world, {}, 1.0f);
    CHECK_FALSE(world.set_transform(other, {100.0f, 0.0f}, 0.0f));
    CHECK_FALSE(world.overlap_point({100.5f, 0.0f}, {}, out));
    CHECK(out.size() == 1);
}
