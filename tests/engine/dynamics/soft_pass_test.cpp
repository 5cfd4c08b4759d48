// The passes of soft-step on hand-made contact problems: rows, bias velocities, gaps, bounces, surfaces.
#include <catch2/catch_test_macros.hpp>

#include <cmath>
#include <vector>

#include "dynamics/soft_pass.h"
#include "engine/core/random.h"
#include "math/lanes.h"
#include "support/scene.h"

using namespace impulse;
using namespace impulse::test;

namespace {

constexpr float kH = 1.0f / 240.0f; // s

// Bodies and contacts with a graph. Body 0 is the ground; the last motion is the spare of dead lanes.
struct Problem {
    Tuning tuning;
    std::vector<BodyMotion> motions{2};
    std::vector<BodyMass> masses{1};
    std::vector<BodyForces> forces{1};
    std::vector<uint32_t> awake;
    std::vector<Contact> contacts;
    std::vector<float> impulses;
    std::vector<float> loads;
    std::vector<ContactLinks> links;
    ColourGraph graph;
    Arena arena;
    Vec2 gravity{};

    uint32_t body(float mass, float inertia, Vec2 v = {}, float w = 0.0f) {
        const uint32_t slot = static_cast<uint32_t>(masses.size());
        motions[slot].v = v;
        motions[slot].w = w;
        motions[slot].flags = kDynamic;
        awake.push_back(slot);
        motions.push_back({});
        masses.push_back({mass > 0.0f ? 1.0f / mass : 0.0f, inertia > 0.0f ? 1.0f / inertia : 0.0f});
        forces.push_back({});
        graph.resize(slot + 1);
        return slot;
    }
    // Normal (0, 1); points at the arms `rB` from the centre of `b`, which lies `offset` from that of `a`.
    Contact& contact(uint32_t a, uint32_t b, Vec2 offset, std::vector<Vec2> rB, float separation = 0.0f) {
        Contact c;
        c.slotA = a;
        c.slotB = b;
        c.manifold.normal = {0.0f, 1.0f};
        c.manifold.count = static_cast<int>(rB.size());
        for (size_t i = 0; i < rB.size(); ++i) {
            c.manifold.points[i].rB = rB[i];
            c.manifold.points[i].rA = rB[i] + offset;
            c.manifold.points[i].separation = separation;
        }
        contacts.push_back(c);
        impulses.push_back(0.0f);
        loads.push_back(0.0f);
        links.push_back({});
        const uint32_t index = static_cast<uint32_t>(contacts.size()) - 1;
        graph.add(index, links[index], a, masses[a].inv_mass > 0.0f, b, masses[b].inv_mass > 0.0f);
        return contacts.back();
    }
    SolveInput input() {
        return {.dt = 4.0f * kH,
                .gravity = gravity,
                .tuning = tuning,
                .bodies = {.motions = motions, .masses = masses, .forces = forces, .awake = awake},
                .contacts = {.all = contacts, .impulses = impulses, .loads = loads, .active = {}, .graph = graph},
                .arena = arena};
    }
    SoftPass pass() const {
        SoftPass p;
        p.h = kH;
        p.inv_h = 1.0f / kH;
        p.dynamic_contact = make_softness(tuning.contact_hertz, tuning.contact_damping, kH);
        p.static_contact = make_softness(2.0f * tuning.contact_hertz, tuning.contact_damping, kH);
        p.max_push_speed = tuning.max_push_speed;
        return p;
    }
};

// A disc of 1 kg and radius 0.5 over the ground.
struct OneDisc : Problem {
    uint32_t disc = body(1.0f, 0.125f);
    explicit OneDisc(float separation, Vec2 v = {}, float w = 0.0f) {
        motions[disc].v = v;
        motions[disc].w = w;
        contact(0, disc, {0.0f, 1.0f}, {{0.0f, -0.5f}}, separation);
    }
};

// Anything at all: up to 13 bodies and 60 contacts between them.
Problem random_problem(uint64_t seed) {
    Random random(seed);
    Problem problem;
    const uint32_t count = 2 + random.below(12);
    for (uint32_t i = 0; i < count; ++i) {
        const float mass = random.between(0.2f, 20.0f);
        const uint32_t slot =
            problem.body(mass, random.below(5) == 0 ? 0.0f : mass * random.between(0.05f, 1.0f),
                         {random.between(-3.0f, 3.0f), random.between(-3.0f, 3.0f)}, random.between(-3.0f, 3.0f));
        if (random.below(6) == 0) { problem.motions[slot].flags |= kLockX; }
        problem.motions[slot].dp = {random.between(-0.01f, 0.01f), random.between(-0.01f, 0.01f)};
        problem.motions[slot].dq = make_rot(random.between(-0.02f, 0.02f));
    }
    const uint32_t contacts = 1 + random.below(60);
    for (uint32_t i = 0; i < contacts; ++i) {
        const uint32_t a = random.below(count);
        const uint32_t b = a + 1 + random.below(count - a);
        std::vector<Vec2> rB{{random.between(-0.5f, 0.5f), -0.5f}};
        if (random.below(2) == 0) { rB.push_back({random.between(-0.5f, 0.5f), -0.5f}); }
        Contact& c = problem.contact(a, b, {0.0f, 1.0f}, rB, random.between(-0.02f, 0.02f));
        const Rot turn = make_rot(random.between(-3.0f, 3.0f));
        c.manifold.normal = {turn.c, turn.s};
        c.friction = random.between(0.0f, 1.0f);
        c.restitution = random.below(3) == 0 ? random.between(0.0f, 1.0f) : 0.0f;
        c.rolling_resistance = random.below(4) == 0 ? 0.05f : 0.0f;
        c.tangent_speed = random.below(4) == 0 ? 1.0f : 0.0f;
        c.age = random.below(8);
        for (ManifoldPoint& point : c.manifold.points) {
            point.normal_impulse = random.between(0.0f, 20.0f);
            point.tangent_impulse = random.between(-5.0f, 5.0f);
        }
    }
    return problem;
}

} // namespace

TEST_CASE("rows contain four contacts of a colour, one of the overflow, and the spare body in dead lanes",
          "[soft-pass]") {
    Problem problem;
    const uint32_t hub = problem.body(10.0f, 10.0f);
    for (int i = 0; i < kColours + 6; ++i) {
        problem.contact(hub, problem.body(1.0f, 1.0f), {0.0f, 1.0f}, {{0.0f, -0.5f}});
    }
    for (int i = 0; i < 6; ++i) {
        problem.contact(0, problem.body(1.0f, 1.0f), {0.0f, 1.0f}, {{-0.5f, 0.0f}, {0.5f, 0.0f}});
    }
    const SolveInput input = problem.input();
    const SoftRows<Wide> rows = prepare_soft<Wide>(input, kH);
    // Colours 0 to 22 hold one spoke each; 23 the last spoke, a row of one point, and six on the ground, two rows of
    // two points; six spokes overflow.
    REQUIRE(problem.graph.overflow().size() == 6);
    CHECK(rows.rows.size() == 23 + 3 + 6);
    const uint32_t spare = static_cast<uint32_t>(problem.motions.size()) - 1;
    std::vector<int> seen(problem.contacts.size(), 0);
    for (size_t i = 0; i < rows.rows.size(); ++i) {
        for (int lane = 0; lane < 4; ++lane) {
            const SoftRow<Wide>& row = rows.rows[i];
            const uint32_t index = rows.contacts[4 * i + static_cast<size_t>(lane)];
            if (index == kNull) {
                CHECK(row.slotA[lane] == spare);
                CHECK(row.slotB[lane] == spare);
                for (const PointRow<Wide>& p : row.points) { CHECK(get_lane(p.normal_mass, lane) == 0.0f); }
                continue;
            }
            ++seen[index];
            // A row has as many points as each of its contacts: a missing one would apply an impulse.
            CHECK(row.points.size() == static_cast<size_t>(problem.contacts[index].manifold.count));
            for (const PointRow<Wide>& p : row.points) { CHECK(get_lane(p.normal_mass, lane) > 0.0f); }
        }
    }
    for (const int times : seen) { CHECK(times == 1); }
}

TEST_CASE("every pass of four lanes has the bits of one lane", "[soft-pass][lanes]") {
    for (uint64_t seed = 1; seed <= 200; ++seed) {
        Problem problem = random_problem(seed);
        Problem other = random_problem(seed);
        const auto solve = [&]<class L>(Problem& p) {
            const SolveInput input = p.input();
            const SoftRows<L> rows = prepare_soft<L>(input, kH);
            EnergyGroups groups = begin_bounces(input, rows);
            warm_start(input, rows);
            for (int i = 0; i < 2; ++i) {
                solve_soft(input, rows, p.pass());
                record_bounces(rows);
                relax(input, rows);
                record_bounces(rows);
            }
            apply_bounces(input, rows, kH, groups);
            store_impulses(input, rows, kH);
        };
        solve.operator()<float>(problem);
        solve.operator()<Wide>(other);
        for (size_t slot = 0; slot + 1 < problem.motions.size(); ++slot) {
            REQUIRE(problem.motions[slot].v == other.motions[slot].v);
            REQUIRE(problem.motions[slot].w == other.motions[slot].w);
        }
        for (size_t i = 0; i < problem.contacts.size(); ++i) {
            const Manifold& a = problem.contacts[i].manifold;
            const Manifold& b = other.contacts[i].manifold;
            for (size_t k = 0; k < 2; ++k) {
                REQUIRE(a.points[k].normal_impulse == b.points[k].normal_impulse);
                REQUIRE(a.points[k].tangent_impulse == b.points[k].tangent_impulse);
            }
            REQUIRE(a.rolling_impulse == b.rolling_impulse);
        }
    }
}

TEST_CASE("a gap may close exactly within a substep; relax then stops closed points only", "[soft-pass]") {
    for (const float speed : {0.5f, 3.0f, 10.0f}) {
        const float gap = 0.005f;
        OneDisc problem(gap, {0.0f, -speed});
        const SolveInput input = problem.input();
        const SoftRows<float> rows = prepare_soft<float>(input, kH);
        solve_soft(input, rows, problem.pass());
        const float allowed = min(speed, gap / kH);
        // Velocities below 10 m/s through four roundings.
        CHECK(near(problem.motions[problem.disc].v.y, -allowed, 10.0f * 4.0f * 6.0e-8f));
        relax(input, rows);
        const bool arrived = speed * kH >= gap;
        CHECK(near(problem.motions[problem.disc].v.y, arrived ? 0.0f : -speed, 10.0f * 8.0f * 6.0e-8f));
    }
}

TEST_CASE(
    "an overlap is corrected at the bias rate of its soft constraint, up to the limit, and relax removes that velocity",
    "[soft-pass][FT6]") {
    for (const float depth : {0.001f, 0.01f, 0.1f, 1.0f}) {
        OneDisc problem(-depth);
        const SolveInput input = problem.input();
        const SoftPass pass = problem.pass();
        const SoftRows<float> rows = prepare_soft<float>(input, kH);
        solve_soft(input, rows, pass);
        const float wanted =
            pass.static_contact.mass * pass.static_contact.bias * depth; // from rest: v = mass bias depth
        CAPTURE(depth, problem.motions[problem.disc].v.y, wanted);
        CHECK(
            near(problem.motions[problem.disc].v.y, min(wanted, problem.tuning.max_push_speed), 4.0f * 4.0f * 6.0e-8f));
        relax(input, rows);
        CHECK(near(problem.motions[problem.disc].v.y, 0.0f, 4.0f * 4.0f * 6.0e-8f));
    }
}

TEST_CASE("a contact with an immovable body is twice as stiff", "[soft-pass]") {
    Problem problem;
    const uint32_t a = problem.body(1.0f, 0.1f);
    const uint32_t b = problem.body(1.0f, 0.1f);
    problem.contact(a, b, {0.0f, 1.0f}, {{0.0f, -0.5f}}, -0.01f);
    const SolveInput input = problem.input();
    const SoftPass pass = problem.pass();
    solve_soft(input, prepare_soft<float>(input, kH), pass);
    const float apart = problem.motions[b].v.y - problem.motions[a].v.y;
    const float wanted = pass.dynamic_contact.mass * pass.dynamic_contact.bias * 0.01f;
    CHECK(near(apart, wanted, 16.0f * 6.0e-8f * wanted)); // half a dozen operations on either side
    CHECK(pass.dynamic_contact.bias < 0.6f * pass.static_contact.bias);
}

TEST_CASE("the first point alternates with the contact's age, and impulses are stored to their points", "[soft-pass]") {
    for (const uint32_t age : {0u, 1u, 2u, 3u}) {
        Problem problem;
        const uint32_t body = problem.body(1.0f, 0.1f);
        Contact& c = problem.contact(0, body, {0.0f, 1.0f}, {{-0.5f, -0.5f}, {0.25f, -0.5f}});
        c.age = age;
        c.manifold.points[0].normal_impulse = 3.0f;
        c.manifold.points[1].normal_impulse = 5.0f;
        const SolveInput input = problem.input();
        const SoftRows<float> rows = prepare_soft<float>(input, kH);
        const bool swapped = age % 2 == 1;
        CHECK(near(rows.rows[0].points[swapped ? 1 : 0].normal_impulse, 3.0f * kH, 1.0e-8f));
        // Arms along n of (0, 1): rBn = rB x n = rB.x.
        CHECK(rows.rows[0].points[swapped ? 1 : 0].rBn == -0.5f);
        CHECK(rows.rows[0].points[swapped ? 0 : 1].rBn == 0.25f);
        store_impulses(input, rows, kH);
        CHECK(near(c.manifold.points[0].normal_impulse, 3.0f, 1.0e-6f));
        CHECK(near(c.manifold.points[1].normal_impulse, 5.0f, 1.0e-6f));
        CHECK(c.age == age + 1);
    }
}

TEST_CASE("a bounce leaves the surface at e times the speed that free fall has there", "[soft-pass][X5]") {
    // a: the acceleration towards each other. At the surface v^2 + 2 a s; semi-implicit speeds read a h / 2 too low on
    // the way in and too high on the way out.
    for (const float a : {0.0f, 9.81f, 40.0f}) {
        for (const float e : {0.25f, 0.5f, 1.0f}) {
            for (const float s : {0.01f, 0.0f, -0.05f}) {
                OneDisc problem(s, {0.0f, -4.0f});
                problem.gravity = {0.0f, -a};
                problem.contacts[0].restitution = e;
                const SolveInput input = problem.input();
                SoftRows<float> rows = prepare_soft<float>(input, kH);
                REQUIRE(rows.bounces.size() == 1);
                rows.bounces[0].pushed = true;
                EnergyGroups groups = begin_bounces(input, rows);
                // Meanwhile the substeps have brought it to the surface, or half out of the overlap.
                const float end = s > 0.0f ? 0.0f : 0.5f * s;
                problem.motions[problem.disc].v.y = 0.0f;
                problem.motions[problem.disc].dp.y = end - s;
                apply_bounces(input, rows, kH, groups);
                const double in = 4.0 + 0.5 * static_cast<double>(kH * a);
                const double at_surface = in * in + 2.0 * static_cast<double>(a * s);
                const double out = static_cast<double>(e * e) * at_surface - 2.0 * static_cast<double>(a * end);
                const float expected = static_cast<float>(std::sqrt(out)) + 0.5f * kH * a;
                CAPTURE(a, e, s, expected);
                CHECK(
                    near(problem.motions[problem.disc].v.y, expected, 1.0e-5f)); // lengths of 1 m at 6e-8, times a / v
            }
        }
    }
}

TEST_CASE("a point below the threshold, or that never touched, does not bounce", "[soft-pass][UR3]") {
    OneDisc slow(0.0f, {0.0f, -0.99f});
    slow.contacts[0].restitution = 1.0f;
    CHECK(prepare_soft<float>(slow.input(), kH).bounces.empty());

    OneDisc leaving(0.0f, {0.0f, 5.0f});
    leaving.contacts[0].restitution = 1.0f;
    CHECK(prepare_soft<float>(leaving.input(), kH).bounces.empty());

    OneDisc fast(0.02f, {0.0f, -2.0f});
    fast.contacts[0].restitution = 1.0f;
    const SolveInput input = fast.input();
    const SoftRows<float> rows = prepare_soft<float>(input, kH);
    REQUIRE(rows.bounces.size() == 1);
    EnergyGroups groups = begin_bounces(input, rows);
    solve_soft(input, rows, fast.pass()); // 2 m/s for 1/240 s is less than 20 mm: the contact carries nothing
    record_bounces(rows);
    CHECK_FALSE(rows.bounces[0].pushed);
    apply_bounces(input, rows, kH, groups);
    CHECK(fast.motions[fast.disc].v.y == -2.0f);
}

TEST_CASE("friction stays in its cone and rolling resistance below its coefficient times the normal impulse",
          "[soft-pass][UR5]") {
    for (const float slide : {-5.0f, -0.01f, 0.01f, 5.0f}) {
        for (const float spin : {-8.0f, -0.01f, 0.01f, 8.0f}) {
            OneDisc problem(0.0f, {slide, -1.0f}, spin);
            Contact& c = problem.contacts[0];
            c.friction = 0.5f;
            c.rolling_resistance = 0.025f;
            const SolveInput input = problem.input();
            const SoftRows<float> rows = prepare_soft<float>(input, kH);
            solve_soft(input, rows, problem.pass());
            relax(input, rows);
            store_impulses(input, rows, kH);
            const float jn = c.manifold.points[0].normal_impulse;
            CAPTURE(slide, spin, jn, c.manifold.points[0].tangent_impulse, c.manifold.rolling_impulse);
            REQUIRE(jn > 0.0f);
            // Rounded when turned into forces and back: 2^-22 of them.
            CHECK(std::abs(c.manifold.points[0].tangent_impulse) <= 0.5f * jn * 1.000001f);
            CHECK(std::abs(c.manifold.rolling_impulse) <= 0.025f * jn * 1.000001f);
            // It acts against the spin; where it is not at its limit it ends it.
            if (std::abs(spin) > 1.0f) { CHECK(c.manifold.rolling_impulse * spin < 0.0f); }
        }
    }
}

TEST_CASE("impulses change neither locked axes nor immovable bodies", "[soft-pass]") {
    Problem problem;
    const uint32_t a = problem.body(1.0f, 0.0f, {0.0f, 1.0f});
    const uint32_t b = problem.body(1.0f, 0.1f, {0.5f, -2.0f});
    problem.motions[a].flags |= kLockX;
    const std::vector<uint32_t> awake{a, b};
    Contact& c = problem.contact(a, b, {0.0f, 1.0f}, {{0.25f, -0.5f}});
    c.friction = 1.0f;
    Contact& on_ground = problem.contact(0, a, {0.0f, 1.0f}, {{0.0f, -0.5f}});
    on_ground.friction = 1.0f;
    SolveInput input = problem.input();
    input.bodies.awake = awake;
    const SoftRows<Wide> rows = prepare_soft<Wide>(input, kH);
    CHECK(rows.any_locked);
    solve_soft(input, rows, problem.pass());
    relax(input, rows);
    CHECK(problem.motions[a].v.x == 0.0f);
    CHECK(problem.motions[a].w == 0.0f);
    CHECK(problem.motions[0].v == Vec2{});
    CHECK(problem.motions[0].w == 0.0f);
    CHECK(problem.motions[b].v.x < 0.5f); // but friction acts on the one that is free
}
