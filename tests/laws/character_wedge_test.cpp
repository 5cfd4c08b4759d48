// Characters in wedges: a move goes as far as the velocity that it returns says.
#include <catch2/catch_test_macros.hpp>

#include <cmath>

#include "engine/core/random.h"
#include "support/characters.h"

using namespace impulse;
using namespace impulse::test;

namespace {

const CharacterDef kOptions;
const float kTouch = 0.1f * kOptions.skin; // m: t, the band of contact

const CharacterHit* hit_of(const CharacterMove& moved, CharacterHit::Kind kind) {
    for (const CharacterHit& hit : moved.hits) {
        if (&hit == moved.hits + moved.count) { return nullptr; }
        if (hit.kind == kind) { return &hit; }
    }
    return nullptr;
}

bool is_held(const CharacterMove& moved) {
    return hit_of(moved, CharacterHit::ground) != nullptr || hit_of(moved, CharacterHit::wall) != nullptr ||
           hit_of(moved, CharacterHit::ceiling) != nullptr;
}

/// m: by how much the displacement along the returned velocity is shorter than that velocity makes it.
float missing(const CharacterMove& moved) {
    const float speed = length(moved.velocity);
    return speed > 0.0f ? speed * kStep - dot(moved.offset, moved.velocity) / speed : 0.0f;
}

Geometry character_of(int form, float radius) {
    if (form == 0) { return Capsule{{0.0f, -0.3f}, {0.0f, 0.3f}, radius}; }
    Polygon box = form == 1 ? make_box(0.62f, 1.14f) : make_box(0.34f, 1.2f - 2.0f * radius);
    box.radius = form == 1 ? 0.0f : radius;
    return box;
}

} // namespace

// The hull is a disc of R = r + s there. At the corner of the tile its normal is n, from the corner to the middle of
// the disc. The jump goes up if the tangent does, and then ends where the rest of it points into the corner.
TEST_CASE("a character under the lower corner of a tile jumps along the corner", "[character][wedge]") {
    Random random(83);
    int jumps = 0;
    for (int i = 0; i < 300; ++i) {
        const float radius = random.between(0.15f, 0.45f);
        const float hull = radius + kOptions.skin;
        const float part = random.between(0.05f, 0.9f); // of R: how high the corner is over the middle of the disc
        const bool box = i % 2 == 1;
        const float wide = box ? 0.2f : 0.0f; // m, from the middle to that of the disc
        World world = make_world({});
        add_box(world, {0.0f, -0.5f}, 12.0f, 1.0f, {.type = BodyType::static_body});
        const float core = 0.3f;
        const float middle = kOptions.skin + radius + 2.0f * core;
        const Vec2 corner{0.0f, middle + part * hull};
        add_box(world, corner + Vec2{-0.7f, 0.4f}, 1.4f, 0.8f, {.type = BodyType::static_body});
        Polygon block = make_box(2.0f * wide, 2.0f * core);
        block.radius = radius;
        const BodyId id = add_character(world, {hull + wide + 0.1f, middle - core + 0.01f},
                                        box ? Geometry{block} : Geometry{Capsule{{0.0f, -core}, {0.0f, core}, radius}});
        float fall = 0.0f;
        for (int k = 0; k < 60; ++k) {
            fall = world.move_character(id, {}, {-3.0f, fall - kGravity * kStep}, kStep)->velocity.y;
            run(world, 1);
        }
        const auto from_corner = [&] { return position(world, id) + Vec2{-wide, core} - corner; };
        CAPTURE(i, radius, part, box);
        REQUIRE(near(length(from_corner()), hull, kTouch));
        const Vec2 n = normalize(from_corner());
        const float beside_tile = hull - from_corner().x; // m: as far out as the corner can take it

        const Vec2 jump{random.between(-4.0f, 1.0f), random.between(3.0f, 8.0f)};
        const float climbs = dot(jump, left_perp(n));
        if (std::abs(climbs) < 0.3f) { continue; } // m/s: the normal at rest is known to t / R
        const CharacterMove moved = *world.move_character(id, {}, jump, kStep);
        CAPTURE(n.x, n.y, jump.x, jump.y, moved.velocity.x, moved.velocity.y, moved.offset.x, moved.offset.y);
        if (climbs < 0.0f && dot(jump, n) < 0.0f) {
            CHECK(length(moved.velocity) < 1.0e-3f);
            CHECK(length(moved.offset) < kCut);
            CHECK(is_held(moved));
            continue;
        }
        ++jumps;
        const Vec2 nearest{from_corner().x,
                           min(from_corner().y, 0.0f)}; // the side of the tile goes on above the corner
        const Vec2 last = normalize(nearest);
        const bool touches = length(nearest) - hull < kTouch;
        const Vec2 expected = touches ? jump - min(dot(jump, last), 0.0f) * last : jump;
        CHECK(near(moved.velocity, expected, 2.0e-3f * length(jump)));
        CHECK(missing(moved) < kCut);
        CHECK(moved.offset.x < max(jump.x * kStep, beside_tile) + kCut);
        CHECK(moved.offset.y > 0.9f * climbs * n.x * kStep - kCut); // where the tangent turns up, only more is left
        CHECK(moved.offset.y < jump.y * kStep + kCut);
    }
    CHECK(jumps > 150);
}

// An edge that the foot leaves may lift it first by c / cos 60 degrees = 2 c, and a last contact pushes it back by c. A
// fall that ends on the ground in this move is a walk only in the next.
TEST_CASE("among random tiles and slopes a move goes as far as the velocity that it returns", "[character][wedge]") {
    Random random(29);
    int jumps = 0;
    int still = 0;
    for (int trial = 0; trial < 90; ++trial) {
        World world = make_world({});
        const bool slopes = trial % 2 == 1;
        for (int x = -5; x <= 5; ++x) {
            const auto at = [&](float y) { return Vec2{static_cast<float>(x), y}; };
            add_box(world, at(-0.5f), 1.0f, 1.0f, {.type = BodyType::static_body});
            for (int y = 0; y < 4; ++y) {
                const int kind = random.below(14);
                const float low = static_cast<float>(y);
                if (kind < 2) { add_box(world, at(low + 0.5f), 1.0f, 1.0f, {.type = BodyType::static_body}); }
                if (kind != 2 || !slopes) { continue; }
                Polygon ramp;
                ramp.count = 3;
                ramp.points[0] = {-0.5f, 0.0f};
                ramp.points[1] = {0.5f, 0.0f};
                ramp.points[2] = {random.below(2) == 0 ? -0.5f : 0.5f, random.between(0.4f, 1.0f)};
                add_body(world, at(low), ramp, 0.5f, {.type = BodyType::static_body});
            }
        }
        for (const float x : {-6.0f, 6.0f}) { add_box(world, {x, 4.0f}, 1.0f, 10.0f, {.type = BodyType::static_body}); }
        const BodyId id = add_character(world, {random.between(-4.0f, 4.0f), 5.5f},
                                        character_of(trial % 3, random.between(0.12f, 0.3f)));
        Vec2 v{};
        CharacterMove moved;
        for (int i = 0; i < 600; ++i) {
            if (i % 40 == 0) { v.x = 3.5f * (static_cast<float>(random.below(3)) - 1.0f); }
            const bool stood = hit_of(moved, CharacterHit::ground) != nullptr;
            const bool jump = stood && random.below(12) == 0;
            const Vec2 want{v.x, jump ? 6.5f : moved.velocity.y - kGravity * kStep};
            moved = *world.move_character(id, {}, want, kStep);
            run(world, 1);
            CAPTURE(trial, i, want.x, want.y, moved.velocity.x, moved.velocity.y, moved.offset.x, moved.offset.y);
            const bool lands = !stood && hit_of(moved, CharacterHit::ground) != nullptr;
            CHECK((lands || missing(moved) < 3.0f * kCut));
            CHECK(length(moved.velocity) <= length(want) * 1.0001f);
            if (moved.count == 0) { CHECK(near(moved.offset, kStep * want, 1.0e-5f)); }
            if (length(moved.velocity) < 0.01f * length(want)) { CHECK(is_held(moved)); }
            jumps += jump;
            still += jump && length(moved.offset) < kCut;
        }
    }
    CHECK(jumps > 300);
    CHECK(still < jumps / 10); // under a tile, only
}

// A crate that comes to rest beside an edge may press the character deeper than the skin into both.
TEST_CASE("a character that a wall and an edge clamp has no speed of fall", "[character][wedge][clamped]") {
    Random random(59);
    int clamped = 0;
    for (int i = 0; i < 200; ++i) {
        World world = make_world({});
        const float radius = random.between(0.2f, 0.4f);
        const float deep = random.between(0.3f, 1.4f) * kOptions.skin;
        const float tilt = random.between(0.05f, 1.0f); // rad: of the normal of the edge over the horizontal
        add_box(world, {1.0f, 0.0f}, 2.0f, 12.0f, {.type = BodyType::static_body});
        const BodyId id = add_character(world, {-radius - kOptions.skin, 0.0f}, character_of(0, radius));
        // The corner is beside the lower disc, at y = -0.3.
        const float reach = radius + kOptions.skin - deep;
        const Vec2 middle{-radius - kOptions.skin, -0.3f};
        const Vec2 corner = middle - reach * Vec2{std::cos(tilt), std::sin(tilt)};
        add_box(world, corner - Vec2{0.5f, 0.5f}, 1.0f, 1.0f, {.type = BodyType::kinematic_body});
        float fall = 0.0f;
        CharacterMove moved;
        const float from = position(world, id).y;
        for (int k = 0; k < 90; ++k) {
            moved = *world.move_character(id, {}, {2.0f, fall - kGravity * kStep}, kStep);
            fall = moved.velocity.y;
            CAPTURE(i, k, radius, deep, tilt, fall, moved.offset.y);
            CHECK(missing(moved) < 3.0f * kCut);
            if (fall > -1.0e-3f) { CHECK(is_held(moved)); }
            run(world, 1);
        }
        clamped += std::abs(position(world, id).y - from) < 5.0f * kOptions.skin;
    }
    CHECK(clamped > 150);
}
