// Uneven towers and card houses stand, and bodies at rest stay at rest while time steps alternate (X21, X22).
#include <catch2/catch_test_macros.hpp>

#include <cmath>
#include <string_view>

#include "solvers/matrix.h"
#include "support/uneven.h"

using namespace impulse;
using namespace impulse::test;

namespace {

struct Towers {
    int fallen = 0;
    float sink = 0.0f; ///< m, the worst top
};

// Forty worlds: a tower that falls shall not take another one with it.
Towers stand(const Tuning& tuning, int count) {
    Towers towers;
    for (uint64_t seed = 1; seed <= seeds_of(40); ++seed) {
        World world = make_world(sleepless(tuning));
        add_floor(world);
        const BodyId top = add_box_stack(world, count, 0.0f, {}, seed).back();
        float sink = 0.0f;
        for (int i = 0; i < steps_of(kWholeEffort ? 20.0f : 5.0f) && sink < 0.5f; ++i) {
            (void)world.step(kStep);
            sink = static_cast<float>(count) - 0.5f - position(world, top).y;
        }
        towers.fallen += sink < 0.5f ? 0 : 1;
        towers.sink = max(towers.sink, sink);
    }
    return towers;
}

/// Five storeys of cards: pairs that lean against each other, flat cards across their tops.
struct CardHouse {
    World world;
    std::vector<BodyId> cards;
    std::vector<Vec2> laid;
};

CardHouse build_cards(const Tuning& tuning, uint64_t seed) {
    constexpr float kLength = 0.4f; // m
    constexpr float kThick = 0.003f;
    constexpr float kLean = 0.47f;  // rad
    constexpr float kApart = 0.38f; // from pair to pair: their feet, 4 (l sin a + t cos a) / 2, do not meet
    const Rot lean = make_rot(kLean);
    const float tall = kLength * lean.c + kThick * lean.s; // of a leaning card
    const float half = 0.5f * (kLength * lean.s + kThick * lean.c);
    CardHouse house{make_world(sleepless(tuning)), {}, {}};
    add_floor(house.world, 0.7f);
    // Flat cards rest on the tops by 2 t cos a less their gap: a tenth of the usual unevenness keeps them there.
    Uneven uneven(seed, 0.1f);
    const auto add = [&](Vec2 at, float length, float angle) {
        Made card{.mass = 0.01f, .friction = 0.7f};
        card.angle = angle;
        house.cards.push_back(uneven.box(house.world, at, length, kThick, card));
        house.laid.push_back(at);
    };
    float floor = 0.0f;
    for (int pairs = 5; pairs > 0; --pairs) {
        const float left = -0.5f * kApart * static_cast<float>(pairs - 1);
        for (int i = 0; i < pairs; ++i) {
            const float x = left + kApart * static_cast<float>(i);
            add({x - half, floor + 0.5f * tall}, kLength, 0.5f * kPi - kLean);
            add({x + half, floor + 0.5f * tall}, kLength, 0.5f * kPi + kLean);
            if (i + 1 < pairs) { add({x + 0.5f * kApart, floor + tall + 0.5f * kThick}, kApart - 0.001f, 0.0f); }
        }
        floor += tall + kThick;
    }
    return house;
}

int fallen_cards(const Tuning& tuning, uint64_t seed) {
    CardHouse house = build_cards(tuning, seed);
    run(house.world, steps_of(8.0f));
    int fallen = 0;
    for (size_t i = 0; i < house.cards.size(); ++i) {
        fallen += distance(position(house.world, house.cards[i]), house.laid[i]) < 0.05f ? 0 : 1;
    }
    return fallen;
}

/// Fastest body, m/s, while steps of two lengths alternate.
float fastest_while_alternating(World& world, const std::vector<BodyId>& bodies, float shorter, float longer) {
    float fastest = 0.0f;
    for (int i = 0; i < 500; ++i) {
        (void)world.step(i % 2 == 0 ? shorter : longer);
        for (const BodyId body : bodies) { fastest = max(fastest, length(velocity(world, body))); }
    }
    return fastest;
}

/// A tray of 40 boxes, square and oblong, that fall in anyhow. None is round: what rolls does not rest.
std::vector<BodyId> fill_tray(World& world, uint64_t seed) {
    add_floor(world);
    for (const float x : {-3.0f, 3.0f}) { add_box(world, {x, 4.0f}, 0.5f, 8.0f, {.type = BodyType::static_body}); }
    Random random(seed);
    std::vector<BodyId> bodies;
    for (int i = 0; i < 40; ++i) {
        const Vec2 at{static_cast<float>(i % 5) - 2.0f + random.between(-0.1f, 0.1f), 0.6f + static_cast<float>(i / 5)};
        const float size = random.between(0.5f, 0.8f);
        const Made made{.mass = random.between(0.5f, 2.0f), .angle = random.between(-3.0f, 3.0f)};
        bodies.push_back(add_box(world, at, size, i % 2 == 0 ? size : 0.5f * size, made));
    }
    return bodies;
}

} // namespace

TEST_CASE("forty uneven towers of 10, 15 and 20 boxes stand for twenty seconds", "[law][uneven][X21][matrix]") {
    for (const Preset& preset : presets()) {
        const Towers ten = stand(preset.tuning, 10);
        judge_whole(preset, kTowers10, static_cast<float>(ten.fallen));
        judge_whole(preset, kTowers10Sink, ten.sink);
        const Towers fifteen = stand(preset.tuning, 15);
        judge_whole(preset, kTowers15, static_cast<float>(fifteen.fallen));
        judge_whole(preset, kTowers15Sink, fifteen.sink);
        const Towers twenty = stand(preset.tuning, 20);
        judge_whole(preset, kTowers20, static_cast<float>(twenty.fallen));
        judge_whole(preset, kTowers20Sink, twenty.sink);
    }
}

// Known to fall short (docs/promised-range.md): small towers fall in the end, where they may not sleep.
TEST_CASE("uneven towers of 20 boxes of 0.6 m stand for 8 s, and permanently if they may sleep", "[law][uneven][X21]") {
    constexpr float kSize = 0.6f; // m
    for (const bool sleeps : {false, true}) {
        for (uint64_t seed = 1; seed <= seeds_of(8); ++seed) {
            World world = make_world(sleeps ? Tuning{} : sleepless(Tuning{}));
            add_floor(world);
            Uneven uneven(seed);
            BodyId top;
            for (int i = 0; i < 20; ++i) {
                top = uneven.box(world, {0.0f, (0.5f + static_cast<float>(i)) * kSize}, kSize, kSize);
            }
            float sink = 0.0f;
            for (int i = 0; i < steps_of(sleeps ? 20.0f : 8.0f) && sink < 0.3f; ++i) {
                (void)world.step(kStep);
                sink = 19.5f * kSize - position(world, top).y;
            }
            CAPTURE(sleeps, seed);
            CHECK(sink < 0.3f);
        }
    }
}

TEST_CASE("a large uneven pyramid sways less and less", "[law][uneven][X12]") {
    const int rows = kWholeEffort ? 60 : 12;
    World world = make_world(sleepless(Tuning{}));
    add_floor(world);
    Uneven uneven(2);
    std::vector<BodyId> boxes;
    for (int row = 0; row < rows; ++row) {
        for (int i = 0; i < rows - row; ++i) {
            const float x = 1.01f * (static_cast<float>(i) - 0.5f * static_cast<float>(rows - 1 - row));
            boxes.push_back(uneven.box(world, {x, 0.5f + static_cast<float>(row)}, 1.0f, 1.0f));
        }
    }
    // m/s: largest mean of the horizontal velocities in so many seconds.
    const auto sway = [&](float seconds) {
        float most = 0.0f;
        for (int i = 0; i < steps_of(seconds); ++i) {
            (void)world.step(kStep);
            float sum = 0.0f;
            for (const BodyId box : boxes) { sum += velocity(world, box).x; }
            most = max(most, std::abs(sum) / static_cast<float>(boxes.size()));
        }
        return most;
    };
    (void)sway(5.0f);
    const float before = sway(5.0f);
    (void)sway(10.0f);
    const float after = sway(5.0f);
    CAPTURE(before, after);
    CHECK(after < max(before, 1.0e-6f)); // rounding
    CHECK(before < 0.02f);               // it has come down
}

TEST_CASE("a house of 40 cards stands", "[law][uneven][X21][matrix]") {
    for (const Preset& preset : presets()) {
        int fallen = 0;
        for (uint64_t seed = 1; seed <= seeds_of(3); ++seed) {
            fallen = std::max(fallen, fallen_cards(preset.tuning, seed));
        }
        judge_whole(preset, kFallenCards, static_cast<float>(fallen));
    }
}

TEST_CASE("bodies at rest stay at rest while time steps alternate", "[law][uneven][X22][matrix]") {
    struct Turns {
        float shorter;
        float longer;
        bool far_apart;
    };
    constexpr Turns kTurns[] = {{1.0f / 200.0f, 1.0f / 50.0f, false},
                                {1.0f / 90.0f, 1.0f / 30.0f, false},
                                {1.0f / 240.0f, 1.0f / 40.0f, true},
                                {1.0f / 320.0f, 1.0f / 40.0f, true}};
    ParameterSweep sweep;
    for (const Preset& preset : presets()) {
        float stack[2] = {};
        float tray[2] = {};
        for (const Turns& turns : kTurns) {
            if (!sweep.takes()) { continue; }
            const size_t row = turns.far_apart ? 1 : 0;
            for (uint64_t seed = 1; seed <= seeds_of(3); ++seed) {
                World of_boxes = make_world(sleepless(preset.tuning));
                add_floor(of_boxes);
                const std::vector<BodyId> boxes = add_box_stack(of_boxes, 6, 0.0f, {}, seed);
                run(of_boxes, steps_of(5.0f));
                stack[row] = max(stack[row], fastest_while_alternating(of_boxes, boxes, turns.shorter, turns.longer));

                World of_many = make_world(sleepless(preset.tuning));
                const std::vector<BodyId> many = fill_tray(of_many, seed);
                run(of_many, steps_of(8.0f));
                tray[row] = max(tray[row], fastest_while_alternating(of_many, many, turns.shorter, turns.longer));
            }
        }
        judge_whole(preset, kAlternatingStack, stack[0]);
        judge_whole(preset, kFarAlternatingStack, stack[1]);
        judge_whole(preset, kAlternatingTray, tray[0]);
        judge_whole(preset, kFarAlternatingTray, tray[1]);
    }
}

// The substeps of such a world have nearly one length, whatever the steps.
TEST_CASE("uneven towers stand in steps of varying length as in steps of one", "[law][uneven][X22]") {
    enum class Lengths { missed, fourth, extremes, random, counts, jitter, thirds, quarters };
    for (const Lengths lengths : {Lengths::missed, Lengths::fourth, Lengths::extremes, Lengths::random, Lengths::counts,
                                  Lengths::jitter, Lengths::thirds, Lengths::quarters}) {
        for (const int height : {8, 12, 15, 20}) {
            for (uint64_t seed = 1; seed <= seeds_of(4); ++seed) {
                CAPTURE(static_cast<int>(lengths), height, seed);
                World world = make_world(sleepless(Tuning{}));
                add_floor(world);
                const std::vector<BodyId> boxes = add_box_stack(world, height, 0.0f, {}, seed);
                Random random(seed);
                const auto length_of = [&](int step) {
                    if (lengths == Lengths::missed) { return random.below(10) < 3 ? 1.0f / 30.0f : kStep; }
                    if (lengths == Lengths::fourth) { return step % 4 == 3 ? 1.0f / 30.0f : kStep; }
                    const auto either = [step](float a, float b) { return 1.0f / (step % 2 == 0 ? a : b); };
                    if (lengths == Lengths::extremes) { return either(30.0f, 240.0f); }
                    if (lengths == Lengths::counts) { return either(159.0f, 161.0f); } // rounded: two and one
                    if (lengths == Lengths::jitter) { return 1.0f / random.between(157.0f, 173.0f); }
                    if (lengths == Lengths::thirds) { return either(300.0f, 100.0f); }
                    if (lengths == Lengths::quarters) { return either(40.0f, 160.0f); }
                    return random.between(1.0f / 300.0f, 1.0f / 30.0f);
                };
                float fastest = 0.0f;
                float time = 0.0f;
                for (int i = 0; time < (kWholeEffort ? 20.0f : 4.0f); ++i) {
                    const float dt = length_of(i);
                    (void)world.step(dt);
                    time += dt;
                    if (time < 15.0f) { continue; }
                    for (const BodyId box : boxes) { fastest = max(fastest, length(velocity(world, box))); }
                }
                const float sunk = static_cast<float>(height) - 0.5f - position(world, boxes.back()).y;
                CHECK(sunk < 0.025f); // in steps of 1/60 s: 17 mm
                CHECK(sunk > 0.0f);
                CHECK(fastest < 0.03f);
            }
        }
    }
}

TEST_CASE("bodies at rest stay at rest while time steps are random", "[law][uneven][X22]") {
    // A tower, a tray, a slope of 0.3 rad with friction 0.6, and a tower under twenty times its box: the error of an
    // iteration, the load of many, lasting friction, and overlaps of another scale.
    for (const char* scene : {"tower", "tray", "slope", "loaded"}) {
        for (uint64_t seed = 1; seed <= seeds_of(4); ++seed) {
            CAPTURE(scene, seed);
            World world = make_world(sleepless(Tuning{}));
            std::vector<BodyId> bodies;
            if (scene == std::string_view("tower")) {
                add_floor(world);
                bodies = add_box_stack(world, 10, 0.0f, {}, seed);
            } else if (scene == std::string_view("tray")) {
                bodies = fill_tray(world, seed);
            } else if (scene == std::string_view("slope")) {
                add_box(world, {}, 40.0f, 1.0f, {.angle = 0.3f, .type = BodyType::static_body});
                for (int i = 0; i < 4; ++i) {
                    const Vec2 at = rotate(make_rot(0.3f), {0.0f, 1.0f + static_cast<float>(i)});
                    bodies.push_back(add_box(world, at, 1.0f, 1.0f, {.mass = 1.0f, .angle = 0.3f}));
                }
            } else {
                add_floor(world);
                bodies = add_box_stack(world, 4, 0.0f, {}, seed);
                bodies.push_back(add_box(world, {0.0f, 4.5f}, 1.0f, 1.0f, {.mass = 20.0f}));
            }
            run(world, steps_of(8.0f));
            Random random(seed);
            const Vec2 before = position(world, bodies.back());
            float fastest[2] = {}; // in the steps in which the overlaps take their new places, and later
            for (int i = 0; i < 600; ++i) {
                (void)world.step(1.0f / random.between(30.0f, 300.0f));
                float& most = fastest[i < 300 ? 0 : 1];
                for (const BodyId body : bodies) { most = max(most, length(velocity(world, body))); }
            }
            CHECK(fastest[0] < kAtRest.high);
            CHECK(fastest[1] < 0.005f);
            CHECK(distance(position(world, bodies.back()), before) < 0.002f);
        }
    }
}
