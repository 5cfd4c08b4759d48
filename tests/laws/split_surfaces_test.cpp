// A surface is the same however the solid below it is split: into slope triangles on boxes, along diagonals, into fans,
// by random cuts. Where pieces meet in acute corners, bodies slide over them as over one piece.
#include <catch2/catch_test_macros.hpp>

#include <array>
#include <cmath>
#include <vector>

#include "engine/core/random.h"
#include "solvers/presets.h"
#include "support/effort.h"
#include "support/scene.h"

using namespace impulse;
using namespace impulse::test;

namespace {

constexpr float kUp = 1.0e-3f;   // m/s off the surface; a step of gravity is 160 times that
constexpr float kLoss = 2.0e-4f; // of a speed: roundings, and a normal that leans by 1e-5

using Piece = std::vector<Vec2>; // counter-clockwise
using Pieces = std::vector<Piece>;

enum class Split { slope, diagonal, other_diagonal, fan, three, trapezoid, cuts };
constexpr std::array kSplits{Split::slope, Split::diagonal,  Split::other_diagonal, Split::fan,
                             Split::three, Split::trapezoid, Split::cuts};

Geometry polygon(const Piece& points, float radius = 0.0f) {
    Polygon out;
    for (const Vec2 p : points) { out.points[static_cast<size_t>(out.count++)] = p; }
    out.radius = radius;
    return out;
}

/// The part of a piece in front of a line with normal n through p.
Piece cut(const Piece& piece, Vec2 p, Vec2 n) {
    Piece out;
    for (size_t i = 0; i < piece.size(); ++i) {
        const Vec2 a = piece[i];
        const Vec2 b = piece[(i + 1) % piece.size()];
        const float from = dot(n, a - p);
        const float to = dot(n, b - p);
        if (from >= 0.0f) { out.push_back(a); }
        if ((from > 0.0f && to < 0.0f) || (from < 0.0f && to > 0.0f)) { out.push_back(a + from / (from - to) * (b - a)); }
    }
    return out;
}

/// m: of the piece, the least over the normals of its edges. Pieces thinner than a seam's tolerance are no solids.
float width(const Piece& piece) {
    float least = 1.0e9f;
    for (size_t i = 0; i < piece.size(); ++i) {
        const Vec2 t = piece[(i + 1) % piece.size()] - piece[i];
        const float size = length(t);
        if (size < 0.02f) { return 0.0f; }
        float far = 0.0f;
        for (const Vec2 p : piece) { far = max(far, dot(left_perp((1.0f / size) * t), p - piece[i])); }
        least = min(least, far);
    }
    return piece.size() < 3 ? 0.0f : least;
}

/// A box from x = 0 to 1 m with its top at y = 0, cut into pieces by lines anywhere.
Pieces random_cuts(Random& random, float depth) {
    Pieces pieces{{{0.0f, 0.0f}, {0.0f, -depth}, {1.0f, -depth}, {1.0f, 0.0f}}};
    for (int tries = 0; tries < 4; ++tries) {
        const float angle = random.between(0.0f, 2.0f * kPi);
        const Vec2 p{random.between(0.0f, 1.0f), random.between(-depth, 0.0f)};
        const Vec2 n{std::cos(angle), std::sin(angle)};
        Pieces next;
        bool thin = false;
        for (const Piece& piece : pieces) {
            for (const Vec2 side : {n, -n}) {
                const Piece part = cut(piece, p, side);
                if (part.size() < 3) { continue; }
                next.push_back(part);
                thin = thin || width(part) < 0.02f || part.size() > kMaxPolygonVertices;
            }
        }
        if (!thin) { pieces = next; }
    }
    return pieces;
}

/// What is below y = 0 from x = 0 to 1 m, to a depth.
Pieces split_of(Split split, float depth, Random& random) {
    const Vec2 a{0.0f, 0.0f};
    const Vec2 b{1.0f, 0.0f};
    const Vec2 below_a{0.0f, -depth};
    const Vec2 below_b{1.0f, -depth};
    const Vec2 above{0.4f, 0.0f};
    const Vec2 below{0.4f, -depth};
    switch (split) {
    case Split::slope: { // of tiles, seen along the slope: a triangle that lies on its legs, and the box under it
        const float k = 2.0f * depth;
        const Vec2 down = (k / (1.0f + k * k)) * Vec2{k, -1.0f};
        return {{a, down, b}, {down, 2.0f * down, b + down, b}};
    }
    case Split::diagonal:
        return {{a, below_a, b}, {b, below_a, below_b}};
    case Split::other_diagonal:
        return {{a, below_b, b}, {a, below_a, below_b}};
    case Split::fan:
        return {{a, below, above}, {above, below, {0.7f, 0.0f}}, {{0.7f, 0.0f}, below, b}, {a, below_a, below},
                {b, below, below_b}};
    case Split::three:
        return {{a, below_a, above}, {above, below_b, b}, {above, below_a, below_b}};
    case Split::trapezoid:
        return {{a, {0.2f, -depth}, {0.8f, -depth}, b}, {a, below_a, {0.2f, -depth}}, {b, {0.8f, -depth}, below_b}};
    case Split::cuts:
        break;
    }
    return random_cuts(random, depth);
}

enum class Slider { box, rounded_box, hexagon, lying_capsule, disc };
constexpr std::array kSliders{Slider::box, Slider::rounded_box, Slider::hexagon, Slider::lying_capsule, Slider::disc};

struct Outline {
    Piece points;
    float radius = 0.0f;
};

Outline outline_of(Slider kind) {
    const auto box = [](float x, float y) { return Piece{{-x, -y}, {x, -y}, {x, y}, {-x, y}}; };
    switch (kind) {
    case Slider::box:
        return {box(0.4f, 0.4f)};
    case Slider::rounded_box:
        return {box(0.25f, 0.55f), 0.05f};
    case Slider::hexagon:
        return {{{-0.24f, -0.4f}, {0.24f, -0.4f}, {0.4f, 0.0f}, {0.24f, 0.4f}, {-0.24f, 0.4f}, {-0.4f, 0.0f}}};
    case Slider::lying_capsule:
        return {{{-0.3f, 0.0f}, {0.3f, 0.0f}}, 0.2f};
    case Slider::disc:
        break;
    }
    return {{{0.0f, 0.0f}}, 0.3f};
}

Geometry geometry_of(const Outline& outline) {
    if (outline.points.size() == 1) { return Circle{{}, outline.radius}; }
    if (outline.points.size() == 2) { return Capsule{outline.points[0], outline.points[1], outline.radius}; }
    return polygon(outline.points, outline.radius);
}

/// A body that does not turn slides over the surface, which leans by `angle`; the body leans by `lean` against it.
struct Run {
    Split split = Split::slope;
    float depth = 0.5f;
    Slider slider = Slider::box;
    float angle = 0.0f;
    float lean = 0.0f;
    float speed = 1.0f; // m/s, to the left if negative
    uint64_t seed = 1;
};

struct Slide {
    float lift = 0.0f;  ///< m/s off the surface, at most
    float share = 0.0f; ///< of the speed, left in the end
};

Slide slide(const Tuning& tuning, const Run& run) {
    const Vec2 x{std::cos(run.angle), std::sin(run.angle)};
    World world = make_world(sleepless(tuning), -kGravity * left_perp(x));
    Random random(run.seed);
    BodyDef ground;
    ground.type = BodyType::static_body;
    ground.angle = run.angle;
    const BodyId body = *world.create_body(ground);
    const int steps = 60;
    const int count = 3 + static_cast<int>(std::abs(run.speed) * static_cast<float>(steps) * kStep);
    for (int i = -3; i < count; ++i) {
        for (Piece& piece : split_of(run.split, run.depth, random)) {
            for (Vec2& p : piece) { p.x = (run.speed < 0.0f ? -1.0f : 1.0f) * (p.x + static_cast<float>(i)); }
            ShapeDef shape;
            shape.geometry = polygon(piece);
            shape.material.friction = 0.0f;
            REQUIRE(world.create_shape(body, shape).ok());
        }
    }
    const Outline outline = outline_of(run.slider);
    float lowest = 1.0e9f;
    for (const Vec2 p : outline.points) { lowest = min(lowest, std::sin(run.lean) * p.x + std::cos(run.lean) * p.y); }
    const BodyId slider = add_body(world, (outline.radius - lowest) * left_perp(x), geometry_of(outline), 0.6f,
                                   {.friction = 0.0f, .velocity = run.speed * x, .angle = run.angle + run.lean});
    REQUIRE(world.set_lock(slider, false, false, true).code == ErrorCode::none);
    Slide out;
    for (int i = 0; i < steps; ++i) {
        impulse::test::run(world, 1);
        if (i > 10) { out.lift = max(out.lift, std::abs(dot(velocity(world, slider), left_perp(x)))); } // it has settled
    }
    out.share = dot(velocity(world, slider), x) / run.speed;
    return out;
}

} // namespace

TEST_CASE("a surface is the same however the solid below it is split", "[seams][X26]") {
    ParameterSweep sweep;
    for (const Preset& preset : presets()) {
        for (const Split split : kSplits) {
            for (const float depth : {0.125f, 0.25f, 0.5f, 1.0f}) {
                for (const Slider slider : kSliders) {
                    for (const float speed : {1.0f, 5.0f, -5.0f, 27.0f}) {
                        for (const bool aligned : {true, false}) {
                            if (!sweep.takes()) { continue; }
                            CAPTURE(preset.name, static_cast<int>(split), depth, static_cast<int>(slider), speed,
                                    aligned);
                            const float angle = slider == Slider::disc ? 0.0f : -std::atan(2.0f * depth);
                            const Slide over = slide(
                                preset.tuning, {split, depth, slider, angle, aligned ? 0.0f : -angle, speed, 7});
                            CHECK(over.lift <= kUp);
                            CHECK(std::abs(over.share - 1.0f) <= kLoss);
                        }
                    }
                }
            }
        }
    }
}

TEST_CASE("a surface is the same whatever random cuts split the solid below it", "[seams][X26]") {
    for (uint64_t seed = 1; seed <= seeds_of(2000); ++seed) {
        Random random(100 + seed);
        Run run;
        run.split = Split::cuts;
        run.depth = random.between(0.2f, 1.5f);
        run.slider = kSliders[random.below(static_cast<uint32_t>(kSliders.size()))];
        run.angle = random.between(-kPi, kPi);
        run.lean = random.below(2) == 0 ? 0.0f : random.between(-0.7f, 0.7f);
        run.speed = random.between(0.5f, 30.0f) * (random.below(2) == 0 ? -1.0f : 1.0f);
        run.seed = seed;
        CAPTURE(seed, run.depth, static_cast<int>(run.slider), run.angle, run.lean, run.speed);
        const Slide over = slide(soft_step_tuning(), run);
        CHECK(over.lift <= kUp);
        CHECK(std::abs(over.share - 1.0f) <= kLoss);
    }
}
