// What characters give to bodies: in a move and the step after it no more than `push_impulse`, whatever carries them.
#include <catch2/catch_test_macros.hpp>

#include <cmath>
#include <vector>

#include "engine/core/random.h"
#include "solvers/presets.h"
#include "support/characters.h"
#include "support/effort.h"
#include "support/joints.h"
#include "support/mechanism.h"

using namespace impulse;
using namespace impulse::test;

namespace {

const CharacterDef kOptions;

/// A block that only impulses move.
BodyId add_block(World& world, Vec2 position, const Geometry& geometry, float density) {
    BodyDef def;
    def.position = position;
    def.gravity_scale = 0.0f;
    def.lock_rotation = true;
    const BodyId body = *world.create_body(def);
    ShapeDef shape;
    shape.geometry = geometry;
    shape.density = density;
    REQUIRE(world.create_shape(body, shape).ok());
    return body;
}

/// Ground with its top at y = 0 that carries at `speed`: 0 a belt, 1 a kinematic platform, 2 a cart without friction.
/// It reaches further than 90 steps at 20 m/s take it.
void add_ground(World& world, int kind, float speed) {
    BodyDef def;
    def.type = kind == 0 ? BodyType::static_body : kind == 1 ? BodyType::kinematic_body : BodyType::dynamic_body;
    def.position = {0.0f, -0.2f};
    def.velocity = {kind == 0 ? 0.0f : speed, 0.0f};
    def.gravity_scale = 0.0f;
    def.lock_rotation = true;
    const BodyId body = *world.create_body(def);
    ShapeDef shape;
    shape.geometry = make_box(80.0f, 0.4f);
    shape.material.tangent_speed = kind == 0 ? -speed : 0.0f;
    REQUIRE(world.create_shape(body, shape).ok());
}

} // namespace

// A float holds a momentum to 2^-24 of it, and a step adds a few such errors.
TEST_CASE("a character gives a body the impulses that its moves return, whatever its ground does",
          "[character][push]") {
    Random random(67);
    int touched = 0;
    int spent = 0;
    for (int i = 0; i < samples_of(300); ++i) {
        World world = make_world({});
        const float speed = random.between(0.5f, 20.0f);
        const float walk = random.below(2) == 0 ? 0.0f : random.between(-0.3f, 3.0f);
        add_ground(world, i % 3, speed);
        CharacterDef def;
        def.push_impulse = i % 5 == 0 ? 0.0f : random.between(0.5f, 12.0f);
        const Geometry shape =
            i % 2 == 0 ? Geometry{Capsule{{0.0f, -0.3f}, {0.0f, 0.3f}, 0.25f}} : Geometry{make_box(0.5f, 1.1f)};
        const BodyId id = add_character(world, {-1.0f, 0.56f}, shape);
        const bool disc = random.below(3) == 0;
        const float mass = std::exp(random.between(-1.0f, 7.5f));
        const float ahead = random.between(0.02f, 0.5f);
        const BodyId block = disc ? add_block(world, {-0.25f + ahead, 0.55f}, Circle{{}, 0.5f}, mass / (kPi * 0.25f))
                                  : add_block(world, {-0.25f + ahead, 0.6f}, make_box(1.0f, 1.1f), mass / 1.1f);
        float fall = 0.0f;
        for (int k = 0; k < 90; ++k) {
            const Vec2 before = *world.velocity(block);
            const CharacterMove moved = *world.move_character(id, def, {walk, fall - kGravity * kStep}, kStep);
            fall = moved.velocity.y;
            REQUIRE_FALSE(world.carry_character(id, def, kStep));
            run(world, 1);
            Vec2 given{};
            float sum = 0.0f;
            for (int h = 0; h < moved.count; ++h) {
                given -= moved.hits[h].impulse * moved.hits[h].normal;
                sum += moved.hits[h].impulse;
                touched += moved.hits[h].body == block;
            }
            spent += def.push_impulse > 0.0f && sum == def.push_impulse;
            const Vec2 got = mass * (*world.velocity(block) - before);
            CAPTURE(i, k, speed, walk, mass, disc, def.push_impulse, given.x, given.y, got.x, got.y);
            CHECK(near(got, given, 1.0e-5f * mass * (1.0f + speed)));
            CHECK(sum <= def.push_impulse);
            CHECK(world.velocity(block)->x <= (speed + walk) * 1.0001f);
            const float apart = position(world, block).x - position(world, id).x - 0.75f;
            CHECK(apart > kOptions.skin - kCut - 0.1f * kCut); // of the faces; a cast may end that much deeper
        }
    }
    CHECK(touched > samples_of(5000));
    CHECK(spent > samples_of(1000));
}

// It has no weight: ground that moves away at any push stays where it is, whether it is one body or several, and
// whichever of their shapes the character leaves in a move.
TEST_CASE("a walk over the seams of free bodies pushes none of them", "[character][push]") {
    Random random(71);
    int seams = 0;
    for (int i = 0; i < samples_of(64); ++i) {
        World world = make_world({});
        std::vector<BodyId> bodies;
        std::vector<Vec2> begins;
        float end = -1.0f;
        float last = 0.0f; // where the last piece begins
        const bool raft = i % 2 == 0;
        if (raft) { bodies.push_back(add_block(world, {}, make_box(1.0f, 0.4f), 2.0f)); } // its middle at -0.5
        while (end < 10.0f) {
            const float wide = random.between(0.3f, 3.0f);
            last = end;
            if (raft) {
                ShapeDef shape;
                shape.geometry = make_box(wide, 0.4f, {end + 0.5f * wide, 0.0f});
                REQUIRE(world.create_shape(bodies[0], shape).ok());
            } else {
                bodies.push_back(add_block(world, {end + 0.5f * wide, 0.0f}, make_box(wide, 0.4f), 2.0f));
            }
            end += wide;
        }
        for (const BodyId body : bodies) { begins.push_back(position(world, body)); }
        const Geometry shape =
            i % 4 < 2 ? Geometry{Capsule{{0.0f, -0.3f}, {0.0f, 0.3f}, 0.3f}} : Geometry{make_box(0.6f, 1.2f)};
        const BodyId id = add_character(world, {-0.6f, 0.2f + 0.6f + kOptions.skin}, shape);
        const float walk = std::exp(random.between(-1.0f, 2.5f));
        float fall = 0.0f;
        while (position(world, id).x < last) {
            const float from = position(world, id).x;
            const CharacterMove moved = *world.move_character(id, {}, {walk, fall - kGravity * kStep}, kStep);
            fall = moved.velocity.y;
            for (int h = 0; h < moved.count; ++h) {
                CAPTURE(i, walk, from, h, moved.hits[h].normal.x, moved.hits[h].normal.y);
                CHECK(moved.hits[h].impulse == 0.0f);
                seams += moved.hits[h].kind == CharacterHit::gone;
            }
            run(world, 1);
            REQUIRE(position(world, id).x > from); // it walks
        }
        for (size_t k = 0; k < bodies.size(); ++k) {
            // Flush blocks part by the rounding of their widths, sideways.
            CHECK(near(position(world, bodies[k]), begins[k], 1.0e-6f));
            CHECK(position(world, bodies[k]).y == begins[k].y);
        }
    }
    CHECK(seams > samples_of(64));
}

// It has no weight. Ground that falls stops within a step. The kinematic body above went on, and drove it into the
// floor with up to 20,000 N s.
TEST_CASE("what a character stands on falls, lands and turns over as without it", "[character][push][weight]") {
    for (const Preset& preset : presets()) {
        Random random(79);
        int landed = 0;
        for (int i = 0; i < samples_of(60); ++i) {
            const float width = random.between(0.4f, 3.0f);
            const float height = random.between(0.2f, 1.0f);
            const float angle = random.between(-0.1f, 0.1f);
            const Made made{.mass = octaves(random, 0.2f, 20.0f), .w = random.between(-0.5f, 0.5f), .angle = angle};
            const Vec2 start{0.0f, height + random.between(0.1f, 6.0f)};
            const float beside = random.between(-0.3f, 0.3f) * width;
            World worlds[] = {make_world(sleepless(preset.tuning)), make_world(sleepless(preset.tuning))};
            BodyId planks[2];
            float highest[2] = {};
            for (int k = 0; k < 2; ++k) {
                add_floor(worlds[k]);
                planks[k] = add_box(worlds[k], start, width, height, made);
            }
            World& world = worlds[1];
            const Vec2 foot{beside, 0.5f * height / std::cos(angle) + beside * std::tan(angle)};
            const BodyId id =
                add_character(world, start + foot + Vec2{0.0f, 0.62f}, Capsule{{0.0f, -0.3f}, {0.0f, 0.3f}, 0.3f});
            std::vector<ContactInfo> contacts;
            float fall = 0.0f;
            for (int k = 0; k < 120; ++k) {
                const CharacterMove moved = *world.move_character(id, {}, {0.0f, fall - kGravity * kStep}, kStep);
                fall = moved.velocity.y;
                float pushed = 0.0f;
                for (int h = 0; h < moved.count; ++h) { pushed += moved.hits[h].impulse; }
                if (pushed > 0.0f) { break; } // its side, once it lies there
                REQUIRE_FALSE(world.carry_character(id, {}, kStep));
                CAPTURE(preset.name, i, k, width, height, made.mass);
                for (int n = 0; n < 2; ++n) {
                    run(worlds[n], 1);
                    highest[n] = max(highest[n], length(velocity(worlds[n], planks[n])));
                }
                world.contacts(contacts);
                for (const ContactInfo& contact : contacts) {
                    if (contact.body_a == id || contact.body_b == id) { CHECK(contact.mean_impulse == 0.0f); }
                }
                landed += position(world, planks[1]).y < 0.55f * height;
            }
            CAPTURE(preset.name, i, width, height, made.mass);
            CHECK(near(highest[1], highest[0], 0.01f * highest[0]));
            // Beside another immovable shape a contact is looked up for seams, which may change it by rounding.
            CHECK(length(position(world, planks[1]) - position(worlds[0], planks[0])) < 0.02f);
        }
        CHECK(landed > samples_of(1000));
    }
}

TEST_CASE("what has carried a character meets it again once other rules apply to the two",
          "[character][push][weight]") {
    for (const Preset& preset : presets()) {
        for (const bool first : {false, true}) {
            World world = make_world(sleepless(preset.tuning), {});
            const Geometry shape = Capsule{{0.0f, -0.3f}, {0.0f, 0.3f}, 0.3f};
            BodyId id = first ? add_character(world, {0.0f, 0.62f}, shape) : BodyId{};
            const BodyId plate = add_box(world, {0.0f, -0.25f}, 3.0f, 0.5f);
            if (!first) { id = add_character(world, {0.0f, 0.62f}, shape); }
            for (int k = 0; k < 3; ++k) {
                REQUIRE(world.move_character(id, {}, {0.0f, -1.0f}, kStep).ok());
                REQUIRE_FALSE(world.carry_character(id, {}, kStep));
                run(world, 1);
            }
            REQUIRE_FALSE(world.set_dominance(plate, 1));
            REQUIRE_FALSE(world.set_velocity(plate, {0.0f, 2.0f}));
            run(world, 30);
            CAPTURE(preset.name, first);
            CHECK(position(world, plate).y < position(world, id).y - 0.8f);
            CHECK(std::abs(velocity(world, plate).y) < 0.1f);
            std::vector<ContactInfo> contacts;
            world.contacts(contacts);
            REQUIRE(contacts.size() == 1);
            CHECK(contacts[0].mean_impulse < 0.1f); // continuous collision alone reports 2 N s and more in each step
        }
    }
}

// As an impulse at the begin of each step, the push drove crates of a row up to half of their size into each other, and
// single ones trembled for ever. Under fx2d what a force presses against a wall climbs; under wedekind one row in 75
// hops at 1 m/s.
TEST_CASE("crates that characters press against a wall, or against each other, come to rest beside each other",
          "[character][push][press]") {
    for (const Preset& preset : presets()) {
        Random random(83);
        for (int i = 0; i < samples_of(60); ++i) {
            World world = make_world(sleepless(preset.tuning));
            add_floor(world);
            const bool two = i % 3 == 0;
            const int count = two ? 1 : 2 + i % 3;
            const float side = random.between(0.4f, 1.0f);
            std::vector<BodyId> crates;
            float x = 0.0f;
            for (int k = 0; k < count; ++k, x -= side) {
                crates.push_back(add_box(world, {x - 0.5f * side, 0.5f * side}, side, side,
                                         {.mass = octaves(random, 0.5f, 5.0f) * side * side}));
            }
            std::vector<BodyId> characters;
            const Geometry shape = Capsule{{0.0f, -0.3f}, {0.0f, 0.3f}, 0.3f};
            characters.push_back(add_character(world, {x - 0.6f, 0.62f}, shape));
            if (two) {
                characters.push_back(add_character(world, {0.6f, 0.62f}, shape));
            } else {
                add_box(world, {0.5f, 1.0f}, 1.0f, 4.0f, {.type = BodyType::static_body});
            }
            const float walk = random.between(1.0f, 5.0f);
            float falls[2] = {};
            float fastest = 0.0f;
            for (int k = 0; k < 360; ++k) {
                for (size_t c = 0; c < characters.size(); ++c) {
                    const Vec2 want{c == 0 ? walk : -walk, falls[c] - kGravity * kStep};
                    falls[c] = world.move_character(characters[c], {}, want, kStep)->velocity.y;
                    REQUIRE_FALSE(world.carry_character(characters[c], {}, kStep));
                }
                run(world, 1);
                for (const BodyId crate : crates) {
                    if (k >= 300) { fastest = max(fastest, length(velocity(world, crate))); }
                }
            }
            CAPTURE(preset.name, i, side, count, walk);
            CHECK(world.max_penetration() < 4.0f * world.tuning().linear_slop);
            if (preset.column != Column::fx && preset.column != Column::wk) { CHECK(fastest < 0.1f); }
        }
    }
}

// A character has no mass, so its pushes act between bodies. It drove sleds by their own stop, up to 290 m/s.
TEST_CASE("a character that pushes what stands on its ground changes the momentum of neither",
          "[character][push][reaction]") {
    for (const Preset& preset : presets()) {
        Random random(89);
        for (int i = 0; i < samples_of(60); ++i) {
            World world = make_world(sleepless(preset.tuning));
            add_box(world, {0.0f, -1.0f}, 2000.0f, 2.0f, {.friction = 0.0f, .type = BodyType::static_body});
            const float mass = octaves(random, 1.0f, 50.0f);
            const BodyId sled = add_box(world, {0.0f, 0.2f}, 8.0f, 0.4f, {.mass = mass, .friction = 0.0f});
            const int kind = i % 3; // a stop of the sled itself, a welded one, a crate that slides
            const float height = kind == 2 ? random.between(0.6f, 1.2f) : 1.2f;
            const float load = octaves(random, 0.3f, 3.0f) * mass;
            BodyId block = sled;
            if (kind == 0) {
                ShapeDef stop;
                stop.geometry = make_box(0.3f, height, {1.0f, 0.2f + 0.5f * height});
                stop.density = 0.0f;
                REQUIRE(world.create_shape(sled, stop).ok());
            } else {
                const float wide = kind == 1 ? 0.3f : height;
                block = add_box(world, {0.85f + 0.5f * wide, 0.4f + 0.5f * height}, wide, height,
                                {.mass = load, .friction = 0.0f});
            }
            if (kind == 1) {
                REQUIRE(world.create_joint(joint_def(world, JointType::weld, sled, block, {1.0f, 0.4f})).ok());
            }
            const BodyId id = add_character(world, {0.0f, 1.02f}, Capsule{{0.0f, -0.3f}, {0.0f, 0.3f}, 0.3f});
            const float walk = random.between(0.5f, 4.0f);
            float fall = 0.0f;
            float fastest = 0.0f;
            float pushed = 0.0f;
            for (int k = 0; k < 60; ++k) {
                const CharacterMove moved = *world.move_character(id, {}, {walk, fall - kGravity * kStep}, kStep);
                fall = moved.velocity.y;
                REQUIRE_FALSE(world.carry_character(id, {}, kStep));
                for (int h = 0; h < moved.count; ++h) { pushed += moved.hits[h].impulse; }
                run(world, 1);
                const float momentum =
                    mass * velocity(world, sled).x + (block == sled ? 0.0f : load * velocity(world, block).x);
                CAPTURE(preset.name, i, k, mass, load, walk);
                CHECK(std::abs(momentum) < 1.0e-4f * (mass + load) * walk);
                fastest = max(fastest, std::abs(velocity(world, sled).x));
            }
            CAPTURE(preset.name, i, mass, load, walk);
            if (kind == 0) { CHECK(pushed == 0.0f); }
            if (kind != 2) {
                // Two bodies tilt a little where they come to rest on the floor.
                CHECK(fastest < (kind == 0 ? 1.0e-5f : 0.01f) * walk);
                continue;
            }
            // The crate slides away at the speed of the walk over the sled.
            const float relative = velocity(world, block).x - velocity(world, sled).x;
            CHECK(pushed > 0.0f);
            CHECK(relative > 0.9f * walk);
            CHECK(relative < 1.1f * walk);
        }
    }
}

// Neither yields: the lift and the wall go on, and the body goes with them, by an impulse without a limit.
TEST_CASE("a lift and a wall take a character and the body against it along, and nothing overlaps",
          "[character][push]") {
    Random random(71);
    for (int i = 0; i < samples_of(120); ++i) {
        World world = make_world({});
        const bool up = i % 2 == 0;
        const float speed = random.between(0.2f, 3.0f);
        const float mass = random.between(1.0f, 1000.0f);
        const Vec2 way = up ? Vec2{0.0f, 1.0f} : Vec2{1.0f, 0.0f};
        if (!up) { add_box(world, {0.0f, -0.5f}, 80.0f, 1.0f, {.type = BodyType::static_body}); }
        const BodyId pusher = up ? add_box(world, {0.0f, -0.2f}, 3.0f, 0.4f, {.type = BodyType::kinematic_body})
                                 : add_box(world, {-0.5f, 1.5f}, 0.4f, 2.9f, {.type = BodyType::kinematic_body});
        const BodyId id = add_character(world, {up ? 0.0f : -0.04f, 0.51f}, make_box(0.5f, 1.0f));
        const BodyId block = up ? add_block(world, {0.0f, 1.27f}, make_box(0.5f, 0.5f), mass / 0.25f)
                                : add_block(world, {0.47f, 0.51f}, make_box(0.5f, 0.8f), mass / 0.4f);
        REQUIRE_FALSE(world.set_velocity(pusher, speed * way));
        float fall = 0.0f;
        for (int k = 0; k < 120; ++k) {
            const CharacterMove moved = *world.move_character(id, kOptions, {0.0f, fall - kGravity * kStep}, kStep);
            fall = moved.velocity.y;
            REQUIRE_FALSE(world.carry_character(id, kOptions, kStep));
            run(world, 1);
            const float behind = dot(position(world, id) - position(world, pusher), way) - (up ? 0.7f : 0.45f);
            const float before = dot(position(world, block) - position(world, id), way) - (up ? 0.75f : 0.5f);
            CAPTURE(i, k, up, speed, mass, behind, before);
            CHECK(behind > kOptions.skin - kCut - 0.1f * kCut);
            CHECK(behind < 2.0f * kOptions.skin);
            CHECK(before > -2.0f * world.tuning().linear_slop); // the solver's own
        }
        CHECK(dot(position(world, block), way) > 2.0f * speed);
    }
}

// Half of the character's width: then the nearest side of a wall that has got into it is still the one it came from.
TEST_CASE("a wall that moves by up to half of a character's width per step takes the character along",
          "[character][walls]") {
    Random random(73);
    for (int i = 0; i < samples_of(200); ++i) {
        World world = make_world({}, {});
        const float width = random.between(0.3f, 1.2f);
        const float step = random.between(0.05f, 0.5f) * width;
        const float thickness = random.between(0.02f, 0.5f);
        const BodyId wall = add_box(world, {-2.0f - random.between(0.0f, 1.0f), 0.0f}, thickness, 4.0f,
                                    {.velocity = {step / kStep, 0.0f}, .type = BodyType::kinematic_body});
        const BodyId id = add_character(world, {}, make_box(width, 1.2f));
        const int steps = static_cast<int>(4.0f / step) + 10;
        for (int k = 0; k < steps; ++k) {
            REQUIRE(world.move_character(id, kOptions, {}, kStep).ok());
            REQUIRE_FALSE(world.carry_character(id, kOptions, kStep));
            run(world, 1);
        }
        CAPTURE(i, width, step, thickness);
        const float ahead = position(world, id).x - position(world, wall).x - 0.5f * (width + thickness);
        CHECK(ahead > 0.0f);
        CHECK(ahead < step + 2.0f * kOptions.skin); // its first meeting may leave it a step of the wall ahead
    }
}
