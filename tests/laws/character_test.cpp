// Characters: invariants of every move.
#include <catch2/catch_test_macros.hpp>

#include <algorithm>
#include <cmath>
#include <string>
#include <vector>

#include "engine/core/random.h"
#include "support/characters.h"

using namespace impulse;
using namespace impulse::test;

namespace {

Geometry standing(bool box) {
    if (box) { return make_box(0.5f, 1.1f); }
    return Capsule{{0.0f, -0.3f}, {0.0f, 0.3f}, 0.25f};
}

bool is_on_ground(const CharacterMove& moved) {
    return std::any_of(moved.hits, moved.hits + moved.count,
                       [](const CharacterHit& hit) { return hit.kind == CharacterHit::ground; });
}

} // namespace

TEST_CASE("a character stands still on flat ground", "[character]") {
    for (const bool box : {false, true}) {
        World world = make_world({}, {0.0f, -10.0f});
        add_box(world, {0.0f, -0.5f}, 20.0f, 1.0f, {.type = BodyType::static_body});
        const BodyId body = add_character(world, {0.0f, 1.0f}, standing(box));
        Vec2 v{};
        CharacterMove moved;
        for (int i = 0; i < 120; ++i) {
            v.y -= 10.0f / 60.0f;
            moved = *world.move_character(body, {}, v, kStep);
            v = moved.velocity;
            (void)world.step(kStep);
        }
        const Vec2 rest = position(world, body);
        CHECK(near(rest.y, 0.56f, 2.0e-3f));
        CHECK(moved.count == 1);
        CHECK(moved.hits[0].kind == CharacterHit::ground);
    }
}

namespace {

/// A walk to the left down `kSteps` steps, from a landing to a floor.
struct Flight {
    static constexpr int kSteps = 8;
    int lost = 0;    // times that the character left the ground
    int longest = 0; // moves in a row without ground

    Flight(const Geometry& shape, float low, float rise, float tread, float speed, const CharacterDef& def) {
        World world = make_world({});
        for (int i = 0; i < kSteps; ++i) {
            const float height = rise * static_cast<float>(i + 1);
            const float x = tread * (static_cast<float>(i) + 0.5f);
            add_box(world, {x, 0.5f * height}, tread, height, {.type = BodyType::static_body});
        }
        const float top = rise * static_cast<float>(kSteps);
        const float start = tread * static_cast<float>(kSteps);
        add_box(world, {start + 5.0f, 0.5f * top}, 10.0f, top, {.type = BodyType::static_body});
        add_box(world, {-5.0f, -0.5f}, 10.0f, 1.0f, {.type = BodyType::static_body});

        const BodyId id = add_character(world, {start + 0.8f, top + low + def.skin}, shape);
        float fall = 0.0f;
        int air = 0;
        while (position(world, id).x > -1.5f) {
            const CharacterMove moved = *world.move_character(id, def, {-speed, fall - kGravity * kStep}, kStep);
            fall = moved.velocity.y;
            const bool ground = is_on_ground(moved);
            lost += !ground && air == 0;
            air = ground ? 0 : air + 1;
            longest = std::max(longest, air);
            run(world, 1);
        }
    }
};

Geometry capsule(float radius) { return Capsule{{0.0f, radius - 0.5f}, {0.0f, 0.5f - radius}, radius}; }
Geometry rounded_box(float radius) {
    Polygon box = make_box(0.5f - 2.0f * radius, 1.0f - 2.0f * radius);
    box.radius = radius;
    return box;
}

} // namespace

// A hull beside an edge overlaps it by up to c = skin / 4 on its way down. The edge is then ground with an almost
// horizontal normal, or the face below it is a wall: both are left sideways, and neither ends the walk.
TEST_CASE("a character walks down stairs whose rise is below its snap distance without leaving the ground",
          "[character][stairs]") {
    Random random(15);
    for (int i = 0; i < 240; ++i) {
        const float radius = i % 4 == 0 ? 0.0f : random.between(0.02f, 0.25f);
        const Geometry shape = i % 2 == 0 ? rounded_box(radius) : capsule(max(radius, 0.1f));
        CharacterDef def;
        def.snap_distance = def.step_height = random.between(0.2f, 0.5f);
        const float rise = random.between(0.03f, 1.0f) * (def.snap_distance - def.skin);
        const float tread = random.between(0.25f, 0.8f);
        const float speed = random.between(0.5f, 6.0f);
        CAPTURE(i, radius, rise, tread, speed, def.snap_distance);
        CHECK(Flight(shape, 0.5f, rise, tread, speed, def).longest == 0);
    }
}

// The foot leaves an edge once it is beside it, at most its rounding r + s below the tread.
TEST_CASE("a character falls from every step that is higher than its snap distance and the rounding of its foot",
          "[character][stairs]") {
    Random random(51);
    for (int i = 0; i < 24; ++i) {
        const float radius = random.between(0.0f, 0.25f);
        CharacterDef def;
        def.snap_distance = def.step_height = random.between(0.1f, 0.3f);
        const float rise = def.snap_distance + radius + 2.0f * def.skin;
        CAPTURE(i, radius, rise, def.snap_distance);
        CHECK(Flight(rounded_box(radius), 0.5f, rise, 1.6f, random.between(1.0f, 2.0f), def).lost == Flight::kSteps);
    }
}

namespace {

/// A walk to the right up a step of `rise` at x = 0. Returns the number of moves without ground; -1 if it ends before.
int climb(const Geometry& shape, float rise, float ahead, float speed, float dt, const CharacterDef& def) {
    World world = make_world({});
    add_box(world, {-2.0f, -0.5f}, 4.0f, 1.0f, {.type = BodyType::static_body});
    add_box(world, {2.0f, 0.5f * rise - 0.5f}, 4.0f, 1.0f + rise, {.type = BodyType::static_body});
    const BodyId id = add_character(world, {-ahead, 0.5f + def.skin}, shape);
    float fall = 0.0f;
    int air = 0;
    // A climb takes no longer than the walk would, but for a tenth of a second.
    for (int left = static_cast<int>((ahead + 0.5f) / (speed * dt) + 0.1f / dt); position(world, id).x < 0.5f; --left) {
        if (left < 0) { return -1; }
        const CharacterMove moved = *world.move_character(id, def, {speed, fall - kGravity * dt}, dt);
        fall = moved.velocity.y;
        air += is_on_ground(moved) ? 0 : 1;
        (void)world.step(dt);
    }
    return air;
}

} // namespace

// An edge at which a round foot stands too far out holds nothing: a slow walk goes further onto it than it would.
TEST_CASE("a character climbs every step that is lower than its step height, at any speed, without leaving the ground",
          "[character][stairs]") {
    Random random(83);
    int stuck = 0;
    int left = 0;
    for (int i = 0; i < samples_of(2000); ++i) {
        const float radius = i % 4 == 0 ? 0.0f : random.between(0.05f, 0.45f);
        const Geometry shape = i % 2 == 0 ? rounded_box(min(radius, 0.24f)) : capsule(max(radius, 0.1f));
        CharacterDef def;
        def.step_height = random.between(0.1f, 0.5f);
        const float rise = random.between(0.02f, 1.0f) * def.step_height;
        const float speed = 0.05f * std::pow(100.0f, random.between(0.0f, 1.0f));
        const float dt = 1.0f / random.between(30.0f, 144.0f);
        const float ahead = 0.5f + random.between(0.0f, speed * dt);
        const int air = climb(shape, rise, ahead, speed, dt, def);
        stuck += air < 0 ? 1 : 0;
        left += air > 0 ? 1 : 0;
    }
    CHECK(stuck == 0);
    CHECK(left == 0);
}

TEST_CASE("a slow walk off a ledge goes on, whatever the direction of gravity", "[character][stairs]") {
    Random random(61);
    for (int i = 0; i < 60; ++i) {
        const Rot turn = make_rot(i % 6 == 0 ? 0.0f : random.between(-kPi, kPi));
        const float speed = random.between(0.05f, 0.4f);
        const float dt = 1.0f / random.between(60.0f, 144.0f);
        const float radius = random.between(0.2f, 0.45f);
        World world = make_world({}, rotate(turn, {0.0f, -kGravity}));
        const Made made{.angle = angle_of(turn.c, turn.s), .type = BodyType::static_body};
        add_box(world, rotate(turn, {-2.0f, -0.5f}), 4.0f, 1.0f, made);
        add_box(world, rotate(turn, {2.0f, -0.8f}), 4.0f, 1.0f, made);
        const BodyId id = add_character(world, rotate(turn, {-0.1f, 0.51f}), capsule(radius), made.angle);
        float fall = 0.0f;
        float back = 0.0f;
        float x = -0.1f;
        int left = static_cast<int>(2.0f * 0.8f / (speed * dt));
        for (; left > 0 && x < 0.7f; --left) {
            const CharacterMove moved = *world.move_character(id, {}, rotate(turn, {speed, fall - kGravity * dt}), dt);
            fall = inverse_rotate(turn, moved.velocity).y;
            (void)world.step(dt);
            const float now = inverse_rotate(turn, position(world, id)).x;
            back = max(back, x - now);
            x = now;
        }
        CAPTURE(i, speed, dt, radius, x);
        CHECK(left > 0);
        CHECK(back < 1.0e-4f);
    }
}

TEST_CASE("a walk leaves a ledge on ground that rises as on level ground", "[character][stairs]") {
    Random random(73);
    for (int i = 0; i < 200; ++i) {
        const float rise = random.between(0.0f, 0.3f); // m per m
        const float drop = random.between(0.05f, 0.5f);
        const float speed = random.between(0.2f, 4.0f);
        const float radius = random.between(0.15f, 0.45f);
        World world = make_world({});
        const auto ground = [&](float left, float from, float to, float height) {
            Polygon piece;
            piece.count = 4;
            piece.points[0] = {left, from};
            piece.points[1] = {left, -4.0f};
            piece.points[2] = {left + 4.0f, -4.0f};
            piece.points[3] = {left + 4.0f, to};
            for (int k : {0, 3}) { piece.points[static_cast<size_t>(k)].y += height; }
            add_body(world, {}, piece, 0.6f, {.type = BodyType::static_body});
        };
        ground(-4.0f, -4.0f * rise, 0.0f, 0.0f);
        ground(0.0f, 0.0f, 4.0f * rise, -drop);
        const BodyId id = add_character(world, {-0.8f, 0.55f}, capsule(radius));
        float fall = 0.0f;
        int left = static_cast<int>(1.9f / (speed * kStep)) + 60;
        for (; left > 0 && position(world, id).x < 1.0f; --left) {
            const CharacterMove moved = *world.move_character(id, {}, {speed, fall - kGravity * kStep}, kStep);
            fall = moved.velocity.y;
            run(world, 1);
        }
        CAPTURE(i, rise, drop, speed, radius, position(world, id).x);
        CHECK(left > 0);
    }
}

TEST_CASE("a character that is pressed into a hole too low for it falls past it, or rests there", "[character]") {
    Random random(37);
    int rises = 0;
    for (int i = 0; i < 400; ++i) {
        const float radius = random.between(0.1f, 0.45f);
        const float hole = random.between(0.5f, 0.98f);
        const float speed = random.between(0.3f, 8.0f);
        const float dt = 1.0f / random.between(30.0f, 144.0f);
        World world = make_world({});
        add_box(world, {0.5f, -3.0f}, 1.0f, 6.0f, {.type = BodyType::static_body});
        add_box(world, {0.5f, hole + 3.0f}, 1.0f, 6.0f, {.type = BodyType::static_body});
        const BodyId id = add_character(world, {-radius - 0.02f, random.between(0.5f, 1.5f)}, capsule(radius));
        float fall = 0.0f;
        float rise = 0.0f;
        for (int k = 0; k < static_cast<int>(2.0f / dt); ++k) {
            const float from = position(world, id).y;
            const CharacterMove moved = *world.move_character(id, {}, {speed, fall - kGravity * dt}, dt);
            fall = moved.velocity.y;
            (void)world.step(dt);
            if (static_cast<float>(k) * dt > 0.75f) { rise = max(rise, position(world, id).y - from); }
        }
        rises += rise > 0.1f * CharacterDef{}.skin ? 1 : 0; // the band in which contacts rest
    }
    CHECK(rises == 0);
}

// Beside an edge a walk goes on, but a fall does too.
TEST_CASE("a character that falls past an edge is on ground only where the ground ends its fall", "[character]") {
    Random random(19);
    int passed = 0;
    int landed = 0;
    for (int i = 0; i < 400; ++i) {
        const float radius = i % 4 == 0 ? 0.0f : random.between(0.02f, 0.25f);
        const bool box = i % 2 == 0;
        const Geometry shape = box ? rounded_box(radius) : capsule(max(radius, 0.1f));
        World world = make_world({});
        const float angle = i % 3 == 0 ? 0.0f : random.between(-0.8f, 0.8f);
        add_box(world, {}, 2.0f, 2.0f, {.angle = angle, .type = BodyType::static_body});
        const float corner = std::sqrt(2.0f) * std::cos(0.25f * kPi - std::abs(angle)); // the rightmost, of the block
        const float offset = random.between(0.3f, 1.05f) * (box ? 0.25f : max(radius, 0.1f));
        CAPTURE(i, radius, angle, offset);
        const BodyId id = add_character(world, {corner + offset, 3.0f}, shape);
        float fall = random.between(-20.0f, -4.0f);
        bool ends = false;
        while (!ends && position(world, id).y > -3.0f) {
            fall -= kGravity * kStep;
            const CharacterMove moved = *world.move_character(id, {}, {0.0f, fall}, kStep);
            ends = moved.velocity.y >= 0.0f;
            CHECK(is_on_ground(moved) == ends);
            run(world, 1);
        }
        landed += ends;
        passed += !ends;
    }
    CHECK(passed > 50);
    CHECK(landed > 50);
}

TEST_CASE("a character drops through a row of one-way tiles wherever it stands on it", "[character][one-way]") {
    Random random(43);
    int stood = 0;
    std::string failed;
    for (int k = 0; k < 200; ++k) {
        World world = make_world({}, {0.0f, -10.0f});
        BodyDef def;
        def.type = random.below(2) == 0 ? BodyType::static_body : BodyType::kinematic_body;
        if (def.type == BodyType::kinematic_body) {
            def.velocity = {random.between(-1.0f, 1.0f), random.between(-1.0f, 1.0f)};
        }
        const BodyId row = *world.create_body(def);
        const float tile = random.between(0.2f, 1.5f);
        const bool chain = random.below(4) == 0;
        for (int i = -40; i < 40; ++i) {
            const float x = tile * static_cast<float>(i);
            ShapeDef shape;
            shape.geometry = make_box(tile, 0.3f, {x + 0.5f * tile, -0.15f});
            if (chain) { shape.geometry = Segment{{x + tile, 0.0f}, {x, 0.0f}}; }
            shape.rules.one_way = {0.0f, 1.0f};
            REQUIRE(world.create_shape(row, shape).ok());
        }
        const BodyId body = add_character(world, {random.between(-1.5f, 1.5f), 0.6f}, standing(random.below(2) == 0));
        const float walk = random.below(2) == 0 ? 0.0f : random.between(-3.0f, 3.0f);
        Vec2 v{};
        for (int i = 0; i < 90; ++i) {
            if (i == 30) { stood += std::abs(position(world, body).y - position(world, row).y - 0.56f) < 0.02f; }
            v = {walk, v.y - 10.0f / 60.0f};
            v.y = world.move_character(body, {}, v, kStep, i == 30)->velocity.y;
            (void)world.step(kStep);
        }
        // Below the row after a second of free fall, which is 5 m.
        if (position(world, body).y - position(world, row).y > -2.0f) { failed += " " + std::to_string(k); }
    }
    CHECK(stood == 200);
    CHECK(failed == "");
}

// It falls past a shelf as if there was none, and what it does not stand on does not concern it. From rest on a shelf,
// or from less than a skin above it, it is ahead of that by what brings it below the front at once.
TEST_CASE("a drop through one-way shapes is a fall at the velocity that was asked for", "[character][one-way]") {
    const auto shelf_at = [](World& world, float y) {
        const BodyId shelf = add_static(world);
        ShapeDef shape;
        shape.geometry = make_box(20.0f, 0.2f, {0.0f, y - 0.1f});
        shape.rules.one_way = {0.0f, 1.0f};
        REQUIRE(world.create_shape(shelf, shape).ok());
    };
    const auto heights = [&](float shelf, float begin, float speed, float dt, int held, bool exists) {
        World world = make_world({});
        add_floor(world);
        if (exists) { shelf_at(world, shelf); }
        const BodyId id = add_character(world, {0.0f, begin}, standing(true));
        std::vector<float> all;
        for (int i = 0; static_cast<float>(i) * dt < 1.0f; ++i) {
            const float asked = speed - kGravity * dt;
            const CharacterMove moved = *world.move_character(id, {}, {0.0f, asked}, dt, i >= held);
            speed = moved.velocity.y;
            CHECK(std::abs(speed) <= std::abs(asked) * 1.0001f);
            (void)world.step(dt);
            all.push_back(position(world, id).y);
        }
        return all;
    };
    for (const float dt : {1.0f / 30.0f, kStep, 1.0f / 120.0f, 1.0f / 240.0f}) {
        for (const float up : {4.0f, 6.0f, 8.0f}) { // from the floor, below the shelf and through it
            CAPTURE(dt, up);
            const std::vector<float> held = heights(1.8f, 0.56f, up, dt, 2, true);
            const std::vector<float> open = heights(1.8f, 0.56f, up, dt, 1 << 20, false);
            for (size_t i = 0; i < held.size(); ++i) {
                CAPTURE(dt, up, i, held[i], open[i]);
                CHECK(near(held[i], open[i], 5.0f * CharacterDef{}.skin)); // from a skin above the shelf in two moves
            }
        }
        for (const float down : {0.0f, -4.0f, -9.0f}) {
            CAPTURE(dt, down);
            CHECK(heights(3.0f, 5.0f, down, dt, 0, true) == heights(3.0f, 5.0f, down, dt, 0, false));
        }
        const std::vector<float> drop = heights(3.0f, 3.56f, 0.0f, dt, 0, true);
        const std::vector<float> fall = heights(3.0f, 3.56f, 0.0f, dt, 0, false);
        for (size_t i = 0; i < drop.size(); ++i) {
            CAPTURE(dt, i, drop[i], fall[i]);
            CHECK(near(drop[i], fall[i], 2.5f * CharacterDef{}.skin));
        }
    }
}

namespace {

/// m: the farthest that a character of the default skin goes in one of 240 moves in place, beyond twice the way that
/// the bodies around it come nearer in a step. `fastest`: m/s, of these.
float farthest_beyond(World& world, BodyId id, float fastest, const BodyId* closing = nullptr) {
    const int stop = static_cast<int>(0.6f / (fastest * kStep)); // 0.1 to 0.2 m into the character
    const CharacterDef def;
    const float permitted = 2.0f * (fastest * kStep + def.skin);
    float farthest = -1.0f;
    float fall = 0.0f;
    for (int i = 0; i < 240; ++i) {
        if (closing != nullptr && i == stop) { REQUIRE_FALSE(world.set_velocity(*closing, {})); }
        const Vec2 before = position(world, id);
        const CharacterMove moved = *world.move_character(id, def, {0.0f, fall - kGravity * kStep}, kStep);
        fall = moved.velocity.y;
        farthest = max(farthest, distance(position(world, id), before) - permitted);
        REQUIRE_FALSE(world.carry_character(id, def, kStep));
        run(world, 1);
    }
    return farthest;
}

} // namespace

TEST_CASE("a character between the floor and a crate on its head stays where it is", "[character][clamped]") {
    Random random(23);
    for (int i = 0; i < samples_of(400); ++i) {
        World world = make_world({});
        add_box(world, {0.0f, -0.5f}, 80.0f, 1.0f, {.type = BodyType::static_body});
        const BodyId id = add_character(world, {0.0f, 0.51f}, i % 2 == 0 ? capsule(0.25f) : rounded_box(0.0f));
        const float size = random.between(0.3f, 1.0f);
        const float above = i % 4 < 2 ? 0.02f : random.between(0.2f, 1.5f);
        const Vec2 at{random.between(-0.2f, 0.2f), 1.01f + above + 0.5f * size};
        add_box(world, at, size, size, {.angle = i % 8 < 4 ? 0.0f : random.between(-0.1f, 0.1f)});
        CHECK(farthest_beyond(world, id, std::sqrt(2.0f * kGravity * above)) < 0.0f);
    }
}

TEST_CASE("a character between a wall and a crate that slides into it stays where it is", "[character][clamped]") {
    Random random(24);
    for (int i = 0; i < samples_of(400); ++i) {
        World world = make_world({});
        add_box(world, {0.0f, -0.5f}, 80.0f, 1.0f, {.type = BodyType::static_body});
        add_box(world, {-0.77f, 15.0f}, 1.0f, 30.0f, {.type = BodyType::static_body});
        const BodyId id = add_character(world, {0.0f, 0.51f}, i % 2 == 0 ? capsule(0.25f) : rounded_box(0.0f));
        const float size = random.between(0.4f, 1.2f);
        const float speed = random.between(3.0f, 10.0f);
        const BodyId crate = add_box(world, {1.0f, 0.5f * size}, size, size);
        REQUIRE_FALSE(world.set_velocity(crate, {-speed, 0.0f}));
        CHECK(farthest_beyond(world, id, speed) < 0.0f);
    }
}

TEST_CASE("a character between the floor or a wall and a kinematic plate stays where it is", "[character][clamped]") {
    Random random(25);
    for (int i = 0; i < samples_of(400); ++i) {
        World world = make_world({});
        add_box(world, {0.0f, -0.5f}, 80.0f, 1.0f, {.type = BodyType::static_body});
        const bool from_above = i % 4 < 2;
        if (!from_above) { add_box(world, {-0.77f, 15.0f}, 1.0f, 30.0f, {.type = BodyType::static_body}); }
        const BodyId id = add_character(world, {0.0f, 0.51f}, i % 2 == 0 ? capsule(0.25f) : rounded_box(0.0f));
        const float speed = random.between(0.2f, 2.0f);
        const Made made{.angle = random.between(-0.09f, 0.09f), .type = BodyType::kinematic_body};
        const BodyId plate = from_above ? add_box(world, {0.0f, 1.6f}, 6.0f, 0.2f, made)
                                        : add_box(world, {0.8f, 0.5f}, 0.2f, 6.0f, made);
        REQUIRE_FALSE(world.set_velocity(plate, from_above ? Vec2{0.0f, -speed} : Vec2{-speed, 0.0f}));
        CHECK(farthest_beyond(world, id, speed, &plate) < 0.0f);
    }
}

// Past the middle of the character, the shortest way out of the plate is behind it, by the width of both.
TEST_CASE("a plate that passes over a clamped character does not throw it out at once", "[character][clamped]") {
    for (const float speed : {0.5f, 1.0f, 3.0f}) {
        for (const float thickness : {0.3f, 1.0f}) {
            for (const bool round : {true, false}) {
                World world = make_world({});
                add_box(world, {0.0f, -0.5f}, 80.0f, 1.0f, {.type = BodyType::static_body});
                add_box(world, {0.77f, 15.0f}, 1.0f, 30.0f, {.type = BodyType::static_body});
                const BodyId id = add_character(world, {0.0f, 0.51f}, round ? capsule(0.25f) : rounded_box(0.0f));
                const BodyId plate = add_box(world, {-0.5f - 0.5f * thickness, 2.0f}, thickness, 4.0f,
                                             {.type = BodyType::kinematic_body});
                REQUIRE_FALSE(world.set_velocity(plate, {speed, 0.0f}));
                const CharacterDef def;
                const float most = kStep * (speed + world.tuning().max_push_speed) + 2.0f * def.skin;
                float farthest = 0.0f;
                for (int i = 0; i < static_cast<int>(150.0f / speed); ++i) {
                    const Vec2 before = position(world, id);
                    REQUIRE(world.move_character(id, def, {0.0f, -1.0f}, kStep).ok());
                    REQUIRE_FALSE(world.carry_character(id, def, kStep));
                    run(world, 1);
                    farthest = max(farthest, distance(position(world, id), before));
                }
                CAPTURE(speed, thickness, round);
                CHECK(farthest <= 1.01f * most + speed * kStep); // its own move, and that of the step
                CHECK(position(world, plate).x > 1.0f);
            }
        }
    }
}
