// Rays and overlaps through the tree equal those of testing every shape.
#include <catch2/catch_test_macros.hpp>

#include <algorithm>
#include <cmath>
#include <string_view>

#include "engine/core/random.h"
#include "geometry/aabb.h"
#include "geometry/distance.h"
#include "geometry/raycast.h"
#include "geometry/toi.h"
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
    filter.sensors = random.below(2) == 0;
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

bool sees(QueryFilter filter, const ShapeRecord& record) {
    if (record.sensor && !filter.sensors) { return false; }
    const Filter& shape = record.filter;
    if (filter.mask == 0xffffffffu && filter.category == 0xffffffffu) { return true; } // a mask of 0 hides from nobody
    return (filter.mask & shape.category) != 0 && (shape.mask & filter.category) != 0;
}

Geometry random_form(Random& random) {
    switch (random.below(4)) {
    case 0:
        return Circle{{random.between(-0.5f, 0.5f), 0.0f}, random.between(0.1f, 0.6f)};
    case 1:
        return Capsule{{-0.4f, 0.0f}, {0.4f, 0.1f}, 0.2f};
    case 2:
        return Segment{{-0.4f, 0.0f}, {0.4f, 0.5f}};
    default:
        return make_box(random.between(0.1f, 1.0f), 0.4f, {0.1f, 0.2f}, random.between(-3.0f, 3.0f));
    }
}

Transform pose_on(const ShapePath& path, float time) {
    return {lerp(path.from, path.to, time), make_rot(path.angle + time * (path.angle_to - path.angle))};
}

} // namespace

TEST_CASE("the nearest hit of a ray, and all its hits, are those of testing every shape", "[world][query]") {
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
            if (!sees(filter, record)) { continue; }
            const Transform pose = world_pose(state.poses[record.slot]);
            const RayCut cut = raycast(record.shape, inverse_transform(pose, from), inverse_transform(pose, to));
            if (cut.hit) { expected.push_back({cut.fraction, i}); }
        }
        std::sort(expected.begin(), expected.end(), [](const Expected& a, const Expected& b) {
            return a.fraction != b.fraction ? a.fraction < b.fraction : a.shape < b.shape;
        });
        const ShapeHit hit = *world.raycast(from, to, filter);
        std::vector<ShapeHit> all;
        CHECK(world.raycast(from, to, filter, &all)->shape == hit.shape);
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

TEST_CASE("overlaps of a point and of a box are those of testing every shape, by shape id", "[world][query]") {
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
            if (!sees(filter, record)) { continue; }
            const Transform pose = world_pose(state.poses[record.slot]);
            if (contains(record.shape, inverse_transform(pose, p))) { at_point.push_back(state.shape_id(i)); }
            const Vec2 size = box.upper - box.lower;
            const Shape area = *make_shape(make_box(size.x, size.y, 0.5f * (box.lower + box.upper)));
            if (separation(area, {}, record.shape, pose).distance <= 0.0f) { in_box.push_back(state.shape_id(i)); }
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

TEST_CASE("no query returns a disabled body or a destroyed shape", "[world][query]") {
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

// Lengths up to 40 m: the tolerance of a cast is 40 * 2^-22 = 1e-5 m, and poses add as much.
TEST_CASE("a cast shape overlaps nothing before its hit, and touches what it hits", "[world][query]") {
    constexpr float kExact = 4.0e-5f; // m
    Random random(7);
    World world = make_world(umbra_preset(), {});
    scatter(world, random);
    run(world, 20);
    const WorldState& state = world.state();
    int hits = 0, inside = 0;
    for (int n = 0; n < 400; ++n) {
        const Geometry form = random_form(random);
        const Shape shape = *make_shape(form);
        ShapePath path{random_point(random), random_point(random), random.between(-3.0f, 3.0f), 0.0f};
        path.angle_to = path.angle + (n % 2 == 0 ? 0.0f : random.between(-9.0f, 9.0f));
        const QueryFilter filter = random_filter(random);
        const ShapeHit hit = *world.shape_cast(form, path, filter);
        const auto gap = [&](uint32_t i, float time) {
            const ShapeRecord& record = state.shapes[i];
            return separation(shape, pose_on(path, time), record.shape, world_pose(state.poses[record.slot])).distance;
        };
        std::vector<ShapeHit> all;
        CHECK(world.shape_cast(form, path, filter, &all)->shape == hit.shape);
        CHECK(static_cast<bool>(hit.shape) == !all.empty());
        if (hit.shape) {
            ++hits;
            CHECK(hit.shape == all[0].shape);
            CHECK(hit.fraction == all[0].fraction);
            CHECK(hit.body == *world.shape_body(hit.shape));
        }
        for (size_t i = 0; i < all.size(); ++i) {
            const uint32_t index = all[i].shape.index();
            const float at = gap(index, all[i].fraction);
            inside += all[i].starts_inside;
            if (all[i].starts_inside) {
                CHECK(all[i].fraction == 0.0f);
                CHECK(at < 0.0f);
            } else {
                CHECK(std::abs(at) < kExact);
            }
            const Transform pose = world_pose(state.poses[state.shapes[index].slot]);
            CHECK(std::abs(signed_distance(state.shapes[index].shape, inverse_transform(pose, all[i].point))) < kExact);
            CHECK(near(length(all[i].normal), 1.0f, 1.0e-6f));
            if (i > 0) { CHECK(all[i - 1].fraction <= all[i].fraction); }
        }
        for (uint32_t i = 0; i < state.shapes.size(); ++i) {
            if (!sees(filter, state.shapes[i])) { continue; }
            const auto found =
                std::find_if(all.begin(), all.end(), [i](const ShapeHit& h) { return h.shape.index() == i; });
            const float end = found == all.end() ? 1.0f : found->fraction;
            for (int k = 0; k < 32; ++k) {
                REQUIRE(gap(i, end * static_cast<float>(k) / 32.0f) >= (end > 0.0f ? -kExact : -9.0f));
            }
        }
    }
    CHECK(hits > 150);
    CHECK(inside > 20);
}

TEST_CASE("a ball and a box cast down onto a floor hit at the computed position, in the middle of their common part",
          "[world][query]") {
    World world;
    Made fixed;
    fixed.type = BodyType::static_body;
    add_box(world, {3.0f, -0.5f}, 6.0f, 1.0f, fixed); // its top runs from x = 0 to 6 at y = 0
    const ShapeHit ball = *world.shape_cast(Circle{{}, 0.5f}, {{2.0f, 5.0f}, {2.0f, -5.0f}});
    CHECK(near(ball.fraction, 0.45f, 1.0e-6f));
    CHECK(near(ball.point, {2.0f, 0.0f}, 1.0e-5f));
    CHECK(near(ball.normal, {0.0f, 1.0f}, 1.0e-6f));
    CHECK_FALSE(ball.starts_inside);
    // Half of the box is beyond the floor's end.
    const ShapeHit box = *world.shape_cast(make_box(2.0f, 1.0f), {{0.0f, 5.0f}, {0.0f, -5.0f}});
    CHECK(near(box.fraction, 0.45f, 1.0e-6f));
    CHECK(near(box.point, {0.5f, 0.0f}, 1.0e-5f));
    // Rotated by a quarter turn on its path it stands on its short side: its centre stops 1 m up, after 0.8 of 5 m.
    const ShapeHit turned = *world.shape_cast(make_box(2.0f, 1.0f), {{3.0f, 5.0f}, {3.0f, 0.0f}, 0.0f, 0.625f * kPi});
    CHECK(near(turned.fraction, 0.8f,
               1.0e-4f)); // near its end the path is 5 m long, the corner's height flat in the angle
}

TEST_CASE("a cast that slides along tiles, only touches, or separates, is no hit", "[world][query]") {
    World world;
    Made fixed;
    fixed.type = BodyType::static_body;
    for (int i = 0; i < 20; ++i) { add_box(world, {static_cast<float>(i), -0.5f}, 1.0f, 1.0f, fixed); }
    CHECK_FALSE(world.shape_cast(make_box(0.8f, 1.0f), {{0.0f, 0.5f}, {19.0f, 0.5f}})->shape);
    CHECK_FALSE(world.shape_cast(Circle{{}, 0.5f}, {{0.0f, 0.5f}, {19.0f, 0.5f}})->shape);
    CHECK_FALSE(world.shape_cast(make_box(0.8f, 1.0f), {{3.0f, 0.5f}, {4.0f, 3.0f}})->shape);
    CHECK_FALSE(world.shape_cast(make_box(0.8f, 1.0f), {{3.0f, 0.5f}, {3.0f, 0.5f}})->shape);
    const ShapeHit sunk = *world.shape_cast(make_box(0.8f, 1.0f), {{3.0f, 0.4f}, {3.0f, 3.0f}});
    CHECK(sunk.starts_inside);
    CHECK(sunk.fraction == 0.0f);
    CHECK(near(sunk.normal, {0.0f, 1.0f}, 1.0e-6f));
}

// The sword of a game that is swung at a wall. Lines overlap only where they cross.
TEST_CASE("a line that is cast across a parallel line hits it, from both sides", "[world][query]") {
    Random random(41);
    for (int i = 0; i < 500; ++i) {
        World world = make_world({});
        const Rot q = make_rot(i % 4 == 0 ? 0.0f : i % 4 == 1 ? 0.5f * kPi : random.between(-3.1f, 3.1f));
        const Vec2 along{q.c, q.s};
        const Vec2 n = right_perp(along);
        const Vec2 at{random.between(-20.0f, 20.0f), random.between(-20.0f, 20.0f)};
        const Segment wall{-3.0f * along, 3.0f * along};
        add_body(world, at, wall, 1.0f, {.type = BodyType::static_body});
        const Segment sword{-random.between(0.1f, 2.0f) * along, random.between(0.1f, 2.0f) * along};
        const float side = i % 2 == 0 ? 1.0f : -1.0f;
        const float before = random.between(0.1f, 3.0f);
        const float behind = random.between(0.1f, 3.0f);
        const float beside = random.between(-1.0f, 1.0f);
        ShapePath path;
        path.from = at + side * before * n + beside * along;
        path.to = at - side * behind * n + beside * along;
        const Result<ShapeHit> hit = world.shape_cast(sword, path);
        CAPTURE(i, before, behind);
        REQUIRE(hit.ok());
        REQUIRE(hit->shape);
        CHECK(near(hit->fraction, before / (before + behind), 1.0e-5f));
        CHECK(near(hit->normal, side * n, 1.0e-4f));
        CHECK_FALSE(hit->starts_inside);
    }
}

TEST_CASE("the closest shape, and all within a distance, are those of testing every shape", "[world][query]") {
    Random random(8);
    World world = make_world(umbra_preset(), {});
    scatter(world, random);
    run(world, 20);
    const WorldState& state = world.state();
    for (int n = 0; n < 300; ++n) {
        const Vec2 p = random_point(random);
        const QueryFilter filter = random_filter(random);
        const float reach = n % 3 == 0 ? HUGE_VALF : random.between(0.0f, 3.0f);
        float best = HUGE_VALF;
        size_t within = 0;
        for (const ShapeRecord& record : state.shapes) {
            if (!sees(filter, record)) { continue; }
            const float distance =
                signed_distance(record.shape, inverse_transform(world_pose(state.poses[record.slot]), p));
            within += distance <= reach;
            best = min(best, distance);
        }
        const ShapeHit hit = *world.closest(p, reach, filter);
        std::vector<ShapeHit> all;
        CHECK(world.closest(p, reach, filter, &all)->shape == hit.shape);
        CHECK(all.size() == within);
        CHECK(static_cast<bool>(hit.shape) == (within > 0));
        if (!hit.shape) { continue; }
        CHECK(hit.fraction == best);
        CHECK(all[0].shape == hit.shape);
        CHECK(near(hit.point + hit.fraction * hit.normal, p, 2.0e-6f * 12.0f)); // a few roundings of 12 m
    }
}

TEST_CASE("an overlap with a shape is exact, of any kind of shape", "[world][query]") {
    World world;
    Made bar;
    bar.type = BodyType::static_body;
    bar.angle = 0.25f * kPi;
    add_box(world, {}, 4.0f, 0.1f, bar);
    std::vector<ShapeId> out;
    CHECK_FALSE(world.overlap_aabb({{1.0f, -1.3f}, {1.3f, -1.0f}}, {}, out)); // within the bar's box only
    CHECK(out.empty());
    CHECK_FALSE(world.overlap_aabb({{0.9f, 0.9f}, {1.1f, 1.1f}}, {}, out));
    CHECK(out.size() == 1);
    CHECK_FALSE(world.overlap_aabb({{1.0f, 1.0f}, {1.0f, 1.0f}}, {}, out)); // without area
    CHECK(out.size() == 1);
    // The bar's upper face is 0.05 from the diagonal; (0, 1) is root 1/2 from it.
    const float gap = std::sqrt(0.5f) - 0.05f;
    CHECK_FALSE(world.overlap_shape(Circle{{}, gap - 1.0e-4f}, {0.0f, 1.0f}, 0.0f, {}, out));
    CHECK(out.empty());
    CHECK_FALSE(world.overlap_shape(Circle{{}, gap + 1.0e-4f}, {0.0f, 1.0f}, 0.0f, {}, out));
    CHECK(out.size() == 1);
    CHECK_FALSE(world.overlap_shape(Segment{{-1.0f, 0.0f}, {1.0f, 0.0f}}, {0.0f, 0.5f}, 0.0f, {}, out));
    CHECK(out.size() == 1);
    CHECK_FALSE(world.overlap_shape(Segment{{-1.0f, 0.0f}, {1.0f, 0.0f}}, {0.0f, 0.5f}, 0.25f * kPi, {}, out));
    CHECK(out.empty());
}

TEST_CASE("no query returns excepted bodies and shapes", "[world][query]") {
    World world;
    const BodyId near_body = add_disc(world, {1.0f, 0.0f}, 0.5f);
    const BodyId far_body = add_disc(world, {3.0f, 0.0f}, 0.5f);
    ShapeId far_shape;
    REQUIRE(world.shapes(far_body, {&far_shape, 1}).ok());
    const BodyId bodies[] = {near_body};
    const ShapeId shapes[] = {far_shape};
    QueryFilter filter;
    CHECK(world.raycast({-1.0f, 0.0f}, {9.0f, 0.0f}, filter)->body == near_body);
    filter.except_bodies = bodies;
    CHECK(world.raycast({-1.0f, 0.0f}, {9.0f, 0.0f}, filter)->body == far_body);
    CHECK(world.shape_cast(Circle{}, {{-1.0f, 0.0f}, {9.0f, 0.0f}}, filter)->body == far_body);
    CHECK(world.closest({}, 9.0f, filter)->body == far_body);
    filter.except_shapes = shapes;
    CHECK_FALSE(world.raycast({-1.0f, 0.0f}, {9.0f, 0.0f}, filter)->shape);
    std::vector<ShapeId> out;
    CHECK_FALSE(world.overlap_aabb({{-9.0f, -9.0f}, {9.0f, 9.0f}}, filter, out));
    CHECK(out.empty());
}

TEST_CASE("two shapes without a world: distance, depth and time of impact", "[world][query]") {
    const Geometry box = make_box(2.0f, 1.0f);
    const ShapeGap gap = *World::shape_distance(box, {}, Circle{{}, 0.5f}, {{0.5f, 3.0f}, {}});
    CHECK(near(gap.distance, 2.0f, 1.0e-6f));
    CHECK(near(gap.normal, {0.0f, 1.0f}, 1.0e-6f));
    CHECK(near(gap.point_a, {0.5f, 0.5f}, 1.0e-6f));
    CHECK(near(gap.point_b, {0.5f, 2.5f}, 1.0e-6f));
    const ShapeGap depth = *World::shape_distance(box, {}, box, {{1.75f, 0.25f}, {}});
    CHECK(near(depth.distance, -0.25f, 1.0e-6f));
    CHECK(near(depth.normal, {1.0f, 0.0f}, 1.0e-6f));
    CHECK(near(depth.point_a, {1.0f, 0.125f}, 1.0e-6f)); // the middle of the heights that they share
    // They close 9 m of gap at 20 m a time.
    const ShapeHit hit = *World::time_of_impact(box, {{-5.5f, 0.0f}, {4.5f, 0.0f}}, box, {{5.5f, 0.0f}, {-4.5f, 0.0f}});
    CHECK(near(hit.fraction, 0.45f, 1.0e-6f));
    CHECK(near(hit.normal, {-1.0f, 0.0f}, 1.0e-6f));
    CHECK(near(hit.point, {0.0f, 0.0f}, 1.0e-5f));
    CHECK(World::time_of_impact(box, {{0.0f, 0.0f}, {5.0f, 0.0f}}, box, {{0.0f, 2.0f}, {5.0f, 2.0f}})->normal ==
          Vec2{});
    CHECK(std::string_view(World::shape_distance(box, {}, Circle{{}, -1.0f}, {}).error().path) == "radius");
}
