// Bodies of several shapes are as stable as bodies of one: points that lie along one face are solved as the two of a
// single shape (world/implied_points.cpp).
#include <catch2/catch_test_macros.hpp>

#include <cmath>
#include <vector>

#include "solvers/presets.h"
#include "support/impulses.h"
#include "support/uneven.h"

using namespace impulse;
using namespace impulse::test;

namespace {

constexpr float kWidth = 1.2f;
constexpr float kHeight = 0.9f;

struct Part {
    Vec2 center;
    float width;
    float height;
};

/// A crate cut into so many upright slices; the crate itself for 1.
std::vector<Part> slices(int count) {
    const float width = kWidth / static_cast<float>(count);
    std::vector<Part> parts;
    for (int i = 0; i < count; ++i) {
        parts.push_back(
            {{width * (static_cast<float>(i) - 0.5f * static_cast<float>(count - 1)), 0.0f}, width, kHeight});
    }
    return parts;
}

/// A table: a top on two legs.
std::vector<Part> table() {
    return {{{0.0f, 0.36f}, kWidth, 0.18f}, {{-0.5f, -0.09f}, 0.2f, 0.72f}, {{0.5f, -0.09f}, 0.2f, 0.72f}};
}

BodyId add_parts(World& world, const std::vector<Part>& parts, Vec2 at, float angle = 0.0f, float mass = 1.0f) {
    BodyDef def;
    def.position = at;
    def.angle = angle;
    const BodyId body = *world.create_body(def);
    float area = 0.0f;
    for (const Part& part : parts) { area += part.width * part.height; }
    for (const Part& part : parts) {
        ShapeDef shape;
        shape.geometry = make_box(part.width, part.height, part.center);
        shape.density = mass / area;
        (void)world.create_shape(body, shape);
    }
    return body;
}

struct StackRun {
    float sink = 0.0f;  ///< m, of the top
    float speed = 0.0f; ///< m/s, the largest of all bodies in the last seconds
};

/// Crates of 1 kg that fall by 5 cm onto each other, with `load` kg on them; nothing may sleep.
StackRun stand(const Tuning& tuning, const std::vector<Part>& parts, int count, float load, uint64_t seed) {
    World world = make_world(sleepless(tuning));
    add_floor(world);
    Uneven uneven(seed);
    std::vector<BodyId> bodies;
    for (int i = 0; i < count; ++i) {
        const float y = (static_cast<float>(i) + 0.5f) * kHeight + 0.05f * static_cast<float>(i + 1);
        const Vec2 at{uneven.aside(), y};
        bodies.push_back(add_parts(world, parts, at, uneven.tilt()));
    }
    const float top = (static_cast<float>(count) + 0.5f) * kHeight;
    if (load > 0.0f) {
        bodies.push_back(
            add_box(world, {0.0f, top + 0.05f * static_cast<float>(count + 1)}, kHeight, kHeight, {.mass = load}));
    }
    StackRun out;
    for (int i = 0; i < steps_of(15.0f); ++i) {
        (void)world.step(kStep);
        if (i < steps_of(12.0f)) { continue; }
        for (const BodyId body : bodies) { out.speed = max(out.speed, length(velocity(world, body))); }
    }
    out.sink = (load > 0.0f ? top : top - kHeight) - position(world, bodies.back()).y;
    return out;
}

/// The largest upward speed after a fall onto a body of 1 kg, over the speed of the impact.
float thrown_back(const Tuning& tuning, const std::vector<Part>& upper, const std::vector<Part>& lower, uint64_t seed) {
    Random random(seed);
    World world = make_world(sleepless(tuning));
    add_floor(world);
    add_parts(world, lower, {0.0f, 0.5f * kHeight});
    run(world, 30);
    const float fall = random.between(0.3f, 3.5f);
    const float aside = random.between(-0.15f, 0.15f);
    const float mass = 5.0f * std::pow(20.0f, random.between(0.0f, 1.0f));
    const BodyId heavy = add_parts(world, upper, {aside, 1.5f * kHeight + fall}, 0.0f, mass);
    float came = 0.0f;
    float left = 0.0f;
    for (int i = 0; i < steps_of(1.5f); ++i) {
        (void)world.step(kStep);
        came = max(came, -velocity(world, heavy).y);
        left = max(left, velocity(world, heavy).y);
    }
    return left / came;
}

} // namespace

TEST_CASE("a stack of crates of several shapes stands as a stack of crates of one", "[law][X8][several]") {
    const Tuning tuning;
    for (const int count : {3, 7}) {
        for (uint64_t seed = 1; seed <= seeds_of(3); ++seed) {
            const StackRun whole = stand(tuning, slices(1), count, 0.0f, seed);
            for (const auto& parts : {slices(2), slices(3), slices(4), slices(6), table()}) {
                const StackRun cut = stand(tuning, parts, count, 0.0f, seed);
                CAPTURE(count, seed, parts.size(), whole.sink, cut.sink, cut.speed);
                // Gravity gives 0.16 m/s in a step: what rests keeps a hundredth of it at most.
                CHECK(cut.speed < 0.0016f);
                CHECK(near(cut.sink, whole.sink, 0.002f));
            }
        }
    }
}

// A shortfall of the other solvers, which solve all points: 3 cm/s are a fifth of what gravity gives in a step.
TEST_CASE("a stack of crates of several shapes jitters at up to 3 cm/s under the other solvers",
          "[law][several][jitter]") {
    float most = 0.0f;
    for (const Preset& preset : presets()) {
        if (preset.tuning.solver == SolverType::soft_step) { continue; }
        for (const int count : {3, 5}) {
            const float speed = stand(preset.tuning, slices(3), count, 0.0f, 1).speed;
            CAPTURE(preset.name, count, speed);
            CHECK(speed < 0.03f);
            most = max(most, speed);
        }
    }
    CHECK(most > 0.0016f);
}

TEST_CASE("crates of several shapes carry a load as crates of one", "[law][X20][several]") {
    const Tuning tuning;
    for (const float load : {15.0f, 50.0f}) {
        for (uint64_t seed = 1; seed <= seeds_of(12); ++seed) {
            const StackRun whole = stand(tuning, slices(1), 3, load, seed);
            for (const auto& parts : {slices(3), slices(5), table()}) {
                const StackRun cut = stand(tuning, parts, 3, load, seed);
                CAPTURE(load, seed, parts.size(), whole.sink, cut.sink, cut.speed);
                CHECK(cut.speed < 0.0016f);
                CHECK(cut.sink > 0.0f);
                CHECK(cut.sink < 1.1f * whole.sink);
            }
        }
    }
}

TEST_CASE("a body of several shapes that falls with restitution 0 on a lighter one does not rebound",
          "[law][heavy][X20][several]") {
    const Tuning tuning;
    for (const int pieces : {2, 3, 5}) {
        for (uint64_t seed = 1; seed <= seeds_of(128); ++seed) {
            const float back = thrown_back(tuning, slices(pieces), slices(pieces), seed);
            CAPTURE(pieces, seed);
            CHECK(back <= 0.1f);
            CHECK(thrown_back(tuning, slices(pieces), slices(1), seed) <= 0.1f);
        }
    }
}

TEST_CASE("of many points along a face two carry the weight, by the lever rule", "[law][several]") {
    // A beam on nine feet with a load on its right end: the outermost corners, 4 m apart, carry it.
    World world = make_world(sleepless({}));
    add_floor(world);
    std::vector<Part> parts{{{0.0f, 0.3f}, 4.0f, 0.2f}, {{1.6f, 0.6f}, 0.8f, 0.4f}};
    for (int i = 0; i < 9; ++i) { parts.push_back({{-1.9f + 0.475f * static_cast<float>(i), 0.1f}, 0.2f, 0.2f}); }
    constexpr float kMass = 4.0f;
    const BodyId beam = add_parts(world, parts, {}, 0.0f, kMass);
    run(world, 300);
    std::vector<ContactInfo> contacts;
    REQUIRE_FALSE(world.contacts(beam, contacts));
    CHECK(contacts.size() == 9); // all touch
    float sum = 0.0f;
    float moment = 0.0f;
    int carrying = 0;
    for (const ContactInfo& contact : contacts) {
        for (int i = 0; i < contact.count; ++i) {
            const auto& [point, separation, impulse, tangent, feature] = contact.points[i];
            if (impulse == 0.0f) { continue; }
            ++carrying;
            CHECK(near(std::abs(point.x), 2.0f, 0.01f));
            sum += impulse;
            moment += impulse * point.x;
        }
    }
    CHECK(carrying == 2);
    const float weight = kMass * kGravity * kStep;
    CHECK(near(sum, weight, 0.01f * weight));
    CHECK(near(moment / sum, world.world_center(beam)->x, 0.01f));
}

TEST_CASE("crates of several shapes report the whole impulse of an impact", "[law][X17][several]") {
    for (const Impacts impacts : {Impacts::bias, Impacts::zero_duration}) {
        Tuning tuning;
        tuning.impacts = impacts;
        for (const int pieces : {1, 2, 3, 5}) {
            World world = make_world(sleepless(tuning));
            (void)world.set_gravity({});
            add_floor(world);
            constexpr float kMass = 2.0f;
            const BodyId crate = add_parts(world, slices(pieces), {0.0f, 0.5f * kHeight + 0.1f}, 0.0f, kMass);
            REQUIRE_FALSE(world.set_velocity(crate, {0.0f, -4.0f}));
            float reported = 0.0f;
            for (int i = 0; i < 20; ++i) {
                const float before = world.velocity(crate)->y;
                (void)world.step(kStep);
                const float change = kMass * (world.velocity(crate)->y - before);
                const float impulse = mean_impulse(world, crate);
                CAPTURE(static_cast<int>(impacts), pieces, i);
                CHECK(near(impulse, change, 0.002f * kMass * 4.0f));
                reported += impulse;
            }
            CHECK(reported >= 0.99f * kMass * 4.0f);
        }
    }
}

// Which of two bodies is the first of a contact depends on the numbers of their shapes. Points that change places are
// then seen from the other side.
TEST_CASE("the order in which the shapes of two bodies were created decides nothing", "[law][several]") {
    const auto slid = [](const char* order) {
        World world = make_world({});
        BodyDef body;
        body.position = {0.02f, 1.2f};
        const BodyId table = *world.create_body(body);
        body.type = BodyType::static_body;
        body.position = {};
        const BodyId floor = *world.create_body(body);
        int legs = 0;
        int tiles = 0;
        for (const char* of = order; *of != 0; ++of) {
            ShapeDef def;
            def.geometry = *of == 'x' ? make_box(0.5f, 1.0f, {legs++ == 0 ? -1.0f : 1.0f, 0.0f})
                                      : make_box(2.2f, 1.0f, {tiles++ == 0 ? -1.1f : 1.1f, 0.0f});
            REQUIRE(world.create_shape(*of == 'x' ? table : floor, def).ok());
        }
        run(world, 120);
        REQUIRE(!world.set_velocity(table, {2.0f, 0.0f}));
        run(world, 120);
        return position(world, table);
    };
    const Vec2 expected = slid("xxyy");
    CHECK(expected.x > 0.2f); // v^2 / (2 mu g) = 0.34 m
    for (const char* const order : {"xyyx", "yxxy", "xyxy", "yyxx"}) {
        CAPTURE(order);
        CHECK(length(slid(order) - expected) < 1.0e-4f);
    }
}
