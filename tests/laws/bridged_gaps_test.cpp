// A shape that lies on both sides of a gap slides over it as over one piece, however wide the gap is: no side of a
// piece is in its way. Contacts leave a fraction of a slop, and so far bodies reach below the far side of a gap.
#include <catch2/catch_test_macros.hpp>

#include <cmath>

#include "engine/core/random.h"
#include "solvers/presets.h"
#include "support/effort.h"
#include "support/scene.h"

using namespace impulse;
using namespace impulse::test;

namespace {

enum class Piece { box, segment, trapezoid, one_sided };

Geometry piece_of(Piece kind, float from, float to) {
    const float length = to - from;
    if (kind == Piece::segment) { return Segment{{from, 0.0f}, {to, 0.0f}}; }
    if (kind == Piece::one_sided) { return Segment{{to, 0.0f}, {from, 0.0f}, true}; }
    if (kind == Piece::box) { return make_box(length, 0.3f * length, {0.5f * (from + to), -0.15f * length}); }
    Polygon out;
    out.count = 4;
    out.points[0] = {from, 0.0f};
    out.points[1] = {from + 0.2f * length, -0.4f * length};
    out.points[2] = {to - 0.2f * length, -0.4f * length};
    out.points[3] = {to, 0.0f};
    return out;
}

enum class Slider { box, capsule, hexagon };

/// Of the width `w`, with its lowest points at height 0.
Geometry slider_of(Slider kind, float w, float h) {
    if (kind == Slider::box) { return make_box(w, h, {0.0f, 0.5f * h}); }
    const float r = 0.25f * w;
    if (kind == Slider::capsule) { return Capsule{{-2.0f * r, r}, {2.0f * r, r}, r}; }
    Polygon out; // its lower corners are not its ends
    const float chamfer = 0.2f * h;
    out.count = 6;
    out.points[0] = {chamfer - 0.5f * w, 0.0f};
    out.points[1] = {0.5f * w - chamfer, 0.0f};
    out.points[2] = {0.5f * w, 0.5f * h};
    out.points[3] = {0.5f * w - chamfer, h};
    out.points[4] = {chamfer - 0.5f * w, h};
    out.points[5] = {-0.5f * w, 0.5f * h};
    return out;
}

ShapeDef smooth(const Geometry& geometry) {
    ShapeDef shape;
    shape.geometry = geometry;
    shape.material.friction = 0.0f;
    return shape;
}

/// A row of pieces along a line at an angle, which begins at the origin.
struct Row {
    float angle = 0.0f;
    Piece kind = Piece::box;
    float piece = 1.0f; // m, of each
    float gap = 0.0f;
    bool one_body = false;
    BodyType type = BodyType::static_body;
};

void add_row(World& world, const Row& row, float length) {
    BodyDef def;
    def.type = row.type;
    def.angle = row.angle;
    BodyId body = *world.create_body(def);
    for (float at = -row.piece; at < length; at += row.piece + row.gap) {
        REQUIRE(world.create_shape(body, smooth(piece_of(row.kind, at, at + row.piece))).ok());
        if (!row.one_body) { body = *world.create_body(def); }
    }
}

} // namespace

TEST_CASE("a body that bridges gaps slides over them as over one piece", "[seams][bridged_gaps][X26]") {
    for (const Preset& preset : presets()) {
        int lifted = 0;
        for (int i = 0; i < samples_of(240); ++i) {
            Random random(static_cast<uint64_t>(i) + 8100);
            const float size = std::exp(random.between(-1.5f, 1.0f));
            const float w = size * random.between(0.4f, 2.5f);
            const float h = w * random.between(0.2f, 1.0f);
            Row row;
            row.angle = random.between(-kPi, kPi);
            row.kind = static_cast<Piece>(random.below(4));
            row.piece = max(size * random.between(0.3f, 2.0f), 0.3f * w);
            row.gap = std::exp(random.between(std::log(0.003f), std::log(0.4f * w)));
            row.one_body = random.below(2) == 0;
            row.type = random.below(4) == 0 ? BodyType::kinematic_body : BodyType::static_body;
            const auto slider = static_cast<Slider>(random.below(3));
            const float speed = std::exp(random.between(std::log(0.5f), std::log(12.0f)));
            const Vec2 along{std::cos(row.angle), std::sin(row.angle)};
            const Vec2 up = left_perp(along);
            World world = make_world(sleepless(preset.tuning), -kGravity * up);
            const int steps = speed < 1.0f ? 120 : 90;
            add_row(world, row, speed * static_cast<float>(steps) * kStep + 2.0f * w);
            const BodyId body = add_body(world, w * along, slider_of(slider, w, h), 1.0f,
                                         {.friction = 0.0f, .velocity = speed * along, .angle = row.angle});
            CAPTURE(preset.name, i, w, h, row.piece, row.gap, speed, static_cast<int>(row.kind),
                    static_cast<int>(slider));
            run(world, 30);
            float lift = 0.0f;
            for (int k = 30; k < steps; ++k) {
                run(world, 1);
                lift = max(lift, std::abs(dot(velocity(world, body), up)));
            }
            CHECK(std::abs(dot(velocity(world, body), along) / speed - 1.0f) <= 0.01f);
            CHECK(lift <= kGravity * kStep);
            lifted += lift > 5.0e-3f ? 1 : 0;
        }
        // Soft contacts let a body rock while one side of a gap carries it alone.
        CAPTURE(preset.name, lifted);
        if (kWholeEffort) { CHECK(lifted <= 24); }
    }
}

TEST_CASE("a plank of boxes bridges gaps, and a box those of a raft", "[seams][bridged_gaps][X26]") {
    for (const Preset& preset : presets()) {
        for (const float gap : {0.004f, 0.03f, 0.06f}) {
            for (const int boxes : {3, 15, 40}) {
                CAPTURE(preset.name, gap, boxes);
                World world = make_world(sleepless(preset.tuning));
                add_row(world, {.piece = 0.3f, .gap = gap}, 8.0f);
                BodyDef def;
                def.position = {1.5f, 0.1f};
                def.velocity = {2.0f, 0.0f};
                const BodyId plank = *world.create_body(def);
                const float w = 3.0f / static_cast<float>(boxes);
                for (int i = 0; i < boxes; ++i) {
                    const float x = (static_cast<float>(i) + 0.5f) * w - 1.5f;
                    REQUIRE(world.create_shape(plank, smooth(make_box(w, 0.2f, {x, 0.0f}))).ok());
                }
                run(world, 90);
                CHECK(near(velocity(world, plank).x, 2.0f, 2.0e-3f));
            }
            World world = make_world(sleepless(preset.tuning));
            add_floor(world, 0.5f, -1.0f);
            BodyDef def;
            def.position = {4.0f, -0.25f};
            const BodyId raft = *world.create_body(def);
            REQUIRE(world.create_shape(raft, smooth(make_box(12.0f, 0.6f, {0.0f, -0.45f}))).ok());
            for (float at = -5.5f; at < 5.5f; at += 0.5f + gap) {
                REQUIRE(world.create_shape(raft, smooth(make_box(0.5f, 0.4f, {at, 0.05f}))).ok());
            }
            const BodyId body = add_box(world, {0.0f, 0.2f}, 0.8f, 0.4f, {.friction = 0.0f, .velocity = {3.0f, 0.0f}});
            run(world, 120);
            CAPTURE(preset.name, gap);
            CHECK(near(velocity(world, body).x - velocity(world, raft).x, 3.0f, 3.0e-3f));
        }
    }
}

TEST_CASE("behind a gap a step of 4 mm stops a body, one of 2 mm does not", "[seams][bridged_gaps][X26]") {
    for (const float gap : {0.01f, 0.1f, 0.3f}) {
        for (const float speed : {0.5f, 1.0f}) {
            for (const float higher : {0.002f, 0.004f}) {
                CAPTURE(gap, speed, higher);
                World world = make_world(sleepless(soft_step_tuning()));
                const auto add = [&](float from, float top) {
                    const Made made{.friction = 0.0f, .type = BodyType::static_body};
                    add_box(world, {from + 1.0f, top - 0.5f}, 2.0f, 1.0f, made);
                };
                add(-2.0f, 0.0f);
                add(gap, higher);
                const BodyId body =
                    add_box(world, {-0.8f, 0.2f}, 1.0f, 0.4f, {.friction = 0.0f, .velocity = {speed, 0.0f}});
                run(world, static_cast<int>((0.7f + gap) / speed / kStep));
                const float share = velocity(world, body).x / speed;
                const float lifted = std::sqrt(1.0f - 2.0f * kGravity * higher / (speed * speed)); // all of it
                CHECK((higher > 0.003f ? share < 0.5f : share > lifted - 0.01f));
            }
        }
    }
}
