// Body updates of a substepped solver: forces, damping, locks, and warm starting by the velocity changes of the last
// substep.
#include <catch2/catch_test_macros.hpp>

#include <cmath>
#include <vector>

#include "dynamics/soft_pass.h"
#include "dynamics/substep.h"
#include "engine/core/random.h"
#include "support/scene.h"
#include "world/state.h"

using namespace impulse;
using namespace impulse::test;

namespace {

constexpr float kEpsilon = 6.0e-8f; // 2^-24: half a unit in the last place of 1

// What a world in motion would hand to its solver next, with motions of its own, so that two ways to solve can be
// compared.
struct Copy {
    List<BodyMotion> motions;
    List<Contact> contacts;
    List<float> impulses;
    List<float> loads;
    std::vector<uint32_t> awake;
    Arena arena;
    SolveInput input;

    Copy(const WorldState& world, float dt)
        : motions(world.motions),
          contacts(world.contacts),
          impulses(world.impulses),
          loads(world.loads),
          input{.dt = dt,
                .gravity = world.gravity,
                .tuning = world.tuning,
                .bodies = {.motions = motions, .masses = world.masses, .forces = world.forces, .awake = {}},
                .contacts = {.all = contacts,
                             .impulses = impulses,
                             .loads = loads,
                             .radii = world.radii,
                             .active = {},
                             .graph = world.graph},
                .arena = arena} {
        world.awake_bodies.for_each([&](uint32_t slot) { awake.push_back(slot); });
        input.bodies.awake = awake;
    }
};

SoftPass soft_pass(const Tuning& tuning, float h) {
    SoftPass pass;
    pass.h = h;
    pass.inv_h = 1.0f / h;
    pass.dynamic_contact = make_softness(tuning.contact_hertz, tuning.contact_damping, h);
    pass.static_contact = make_softness(2.0f * tuning.contact_hertz, tuning.contact_damping, h);
    pass.max_push_speed = tuning.max_push_speed;
    return pass;
}

// What the sum of all impulses, each taken as positive, would change of each body's velocity: the scale of the
// rounding.
struct Change {
    float v = 0.0f; // m/s
    float w = 0.0f; // rad/s
    int points = 0;
};
void add_changes(std::vector<Change>& result, const SoftRows<float>& rows) {
    for (size_t i = 0; i < rows.rows.size(); ++i) {
        const SoftRow<float>& row = rows.rows[i];
        for (const PointRow<float>& p : row.points) {
            const float jn = p.normal_impulse;
            const float jt = std::abs(p.tangent_impulse);
            Change& a = result[row.slotA[0]];
            Change& b = result[row.slotB[0]];
            a.v += row.mA * (jn + jt);
            b.v += row.mB * (jn + jt);
            a.w += row.iA * (std::abs(p.rAn) * jn + std::abs(p.rAt) * jt);
            b.w += row.iB * (std::abs(p.rBn) * jn + std::abs(p.rBt) * jt);
            ++a.points;
            ++b.points;
        }
        if (!rows.surfaces.empty()) {
            result[row.slotA[0]].w += row.iA * std::abs(rows.surfaces[i].rolling_impulse);
            result[row.slotB[0]].w += row.iB * std::abs(rows.surfaces[i].rolling_impulse);
        }
    }
}

World busy_pile() {
    World world = make_world({});
    add_floor(world, 0.5f);
    add_box(world, {-5.0f, 5.0f}, 1.0f, 20.0f, {.type = BodyType::static_body});
    add_box(world, {5.0f, 5.0f}, 1.0f, 20.0f, {.type = BodyType::static_body});
    Random random(9);
    for (int i = 0; i < 80; ++i) {
        BodyDef body;
        body.position = {static_cast<float>(i % 8) - 3.5f, 1.0f + static_cast<float>(i / 8)};
        body.angle = random.between(-3.0f, 3.0f);
        body.linear_damping = 0.25f * static_cast<float>(i % 3);
        body.angular_damping = 0.5f * static_cast<float>(i % 2);
        body.lock_x = i % 17 == 3;
        body.lock_rotation = i % 19 == 4;
        const BodyId id = *world.create_body(body);
        ShapeDef shape;
        shape.density = random.between(0.5f, 3.0f);
        shape.material.rolling_resistance = i % 5 == 0 ? 0.05f : 0.0f;
        shape.material.tangent_speed = i % 7 == 0 ? 0.5f : 0.0f;
        shape.geometry = i % 2 == 0 ? Geometry(Circle{{}, random.between(0.25f, 0.45f)})
                                    : Geometry(make_box(random.between(0.3f, 0.8f), 0.5f));
        CHECK(world.create_shape(id, shape).ok());
    }
    return world;
}

// Both bodies' velocities at the start of substep 2: added up from what substep 1 did, and by a pass over the rows.
int compare_warm_starts(const WorldState& world, float& worst_share) {
    const float h = kStep / 4.0f;
    const SoftPass pass = soft_pass(world.tuning, h);
    int compared = 0;
    List<BodyMotion> result[2];
    std::vector<Change> scale;
    for (const bool by_body : {true, false}) {
        Copy copy(world, kStep);
        const SoftRows<float> rows = prepare_soft<float>(copy.input, h);
        const std::span<SubstepBody> bodies = begin_substeps(copy.input, h);
        integrate_substep_velocities(copy.input, bodies, false);
        warm_start(copy.input, rows);
        solve_soft(copy.input, rows, pass);
        scale.assign(copy.motions.size(), {});
        add_changes(scale, rows); // relaxing may take them back
        integrate_substep_positions(copy.input, bodies, h);
        relax(copy.input, rows);
        integrate_substep_velocities(copy.input, bodies, by_body);
        if (!by_body) { warm_start(copy.input, rows); }
        result[by_body ? 0 : 1] = copy.motions;
        add_changes(scale, rows);
    }
    for (size_t slot = 0; slot < scale.size(); ++slot) {
        if (scale[slot].points == 0) { continue; }
        const BodyMotion& sum = result[0][slot];
        const BodyMotion& pushed = result[1][slot];
        // Either way every point changes the velocity in some passes: warm start, solve and relax (normal and tangent),
        // and once more in the pass compared; 8 roundings a point of numbers no larger than the velocity and all
        // changes. Each point is counted twice, before and after it is relaxed.
        const float n = 4.0f * static_cast<float>(scale[slot].points) + 4.0f;
        const float v = n * kEpsilon * (length(pushed.v) + scale[slot].v);
        const float w = n * kEpsilon * (std::abs(pushed.w) + scale[slot].w);
        CAPTURE(slot, sum.v.x, pushed.v.x, sum.v.y, pushed.v.y, sum.w, pushed.w, v, w);
        CHECK(near(sum.v, pushed.v, v));
        CHECK(near(sum.w, pushed.w, w));
        if (v > 0.0f) { worst_share = std::max(worst_share, distance(sum.v, pushed.v) / v); }
        if (w > 0.0f) { worst_share = std::max(worst_share, std::abs(sum.w - pushed.w) / w); }
        ++compared;
    }
    return compared;
}

} // namespace

TEST_CASE("adding the velocity change of the last substep equals warm starting, to rounding", "[substep][FT1]") {
    World world = busy_pile();
    int compared = 0;
    float worst_share = 0.0f;
    for (int second = 0; second < 5; ++second) {
        run(world, 60);
        compared += compare_warm_starts(world.state(), worst_share);
    }
    CHECK(compared > 200);
    INFO("worst share of the tolerance " << worst_share);
    CHECK(worst_share > 0.001f); // the tolerance is of the size of what it bounds
}

TEST_CASE("a step stores the same impulses with either way of warm starting its substeps", "[substep][FT1]") {
    World world = busy_pile();
    run(world, 240);
    REQUIRE(world.state().graph.count() > 100);
    const float h = kStep / 4.0f;
    const SoftPass pass = soft_pass(world.tuning(), h);
    List<Contact> result[2];
    for (const bool by_body : {true, false}) {
        Copy copy(world.state(), kStep);
        const SoftRows<float> rows = prepare_soft<float>(copy.input, h);
        const std::span<SubstepBody> bodies = begin_substeps(copy.input, h);
        for (int i = 0; i < 4; ++i) {
            integrate_substep_velocities(copy.input, bodies, by_body && i > 0);
            if (!by_body || i == 0) { warm_start(copy.input, rows); }
            solve_soft(copy.input, rows, pass);
            integrate_substep_positions(copy.input, bodies, h);
            relax(copy.input, rows);
        }
        store_impulses(copy.input, rows, h);
        result[by_body ? 0 : 1] = copy.contacts;
    }
    float largest = 0.0f;
    float furthest = 0.0f;
    for (size_t i = 0; i < result[0].size(); ++i) {
        for (int k = 0; k < result[0][i].manifold.count; ++k) {
            const ManifoldPoint& a = result[0][i].manifold.points[k];
            const ManifoldPoint& b = result[1][i].manifold.points[k];
            largest = max(largest, a.normal_impulse);
            furthest = max(furthest, std::abs(a.normal_impulse - b.normal_impulse));
            furthest = max(furthest, std::abs(a.tangent_impulse - b.tangent_impulse));
        }
    }
    CAPTURE(largest, furthest);
    CHECK(largest > 10.0f); // N
    // Impulses a substep are force times h: a velocity of 1 m/s rounded by 2^-24 is a force of 6e-8 / h = 1.4e-5 N a
    // kilogram, and some 60 kg stand on one another.
    CHECK(furthest < 1.0e-3f);
}

TEST_CASE("substeps integrate force, torque and damping in their closed form", "[substep]") {
    Tuning tuning;
    List<BodyMotion> motions(2);
    motions[0].flags = kDynamic;
    motions[0].v = {1.0f, 2.0f};
    motions[0].w = 3.0f;
    const std::vector<BodyMass> masses{{0.5f, 0.25f}, {}};
    std::vector<BodyForces> forces(2);
    forces[0] = {{4.0f, 0.0f}, 2.0f, 0.5f, 0.8f, 0.4f};
    const std::vector<uint32_t> awake{0};
    Arena arena;
    const SolveInput input{.dt = 0.1f,
                           .gravity = {0.0f, -10.0f},
                           .tuning = tuning,
                           .bodies = {.motions = motions, .masses = masses, .forces = forces, .awake = awake},
                           .contacts = {.all = {}, .active = {}},
                           .arena = arena};
    const float h = 0.025f;
    const std::span<SubstepBody> bodies = begin_substeps(input, h);
    double x = 0.0, y = 0.0, angle = 0.0, vx = 1.0, vy = 2.0, w = 3.0;
    for (int i = 0; i < 4; ++i) {
        integrate_substep_velocities(input, bodies, i > 0);
        integrate_substep_positions(input, bodies, h);
        const auto after = [](double v, double a, double c) { return a / c + (v - a / c) * std::exp(-0.025 * c); };
        vx = after(vx, 0.5 * 4.0, 0.8); // m = 2 kg
        vy = after(vy, 0.5 * -10.0, 0.8);
        w = after(w, 0.25 * 2.0, 0.4);
        x += 0.025 * vx;
        y += 0.025 * vy;
        angle += 0.025 * w;
    }
    // Some ten roundings of numbers below 4.
    CHECK(near(motions[0].v, {static_cast<float>(vx), static_cast<float>(vy)}, 40.0f * kEpsilon));
    CHECK(near(motions[0].w, static_cast<float>(w), 40.0f * kEpsilon));
    CHECK(near(motions[0].dp, {static_cast<float>(x), static_cast<float>(y)}, 40.0f * kEpsilon));
    // The half-angle form errs by (h w)^5 / 120 a substep, below rounding here.
    CHECK(near(angle_of(motions[0].dq), static_cast<float>(angle), 1.0e-6f));
}

TEST_CASE("forces move neither locked axes nor kinematic bodies", "[substep]") {
    Tuning tuning;
    List<BodyMotion> motions(4);
    motions[0].flags = kDynamic | kLockX;
    motions[1].flags = kDynamic | kLockY;
    motions[2].flags = kKinematic;
    motions[2].v = {0.5f, 0.25f};
    motions[2].w = 1.0f;
    const std::vector<BodyMass> masses{{1.0f, 1.0f}, {1.0f, 0.0f}, {}, {}};
    std::vector<BodyForces> forces(4);
    for (BodyForces& force : forces) { force = {{3.0f, 3.0f}, 5.0f, 1.0f, 0.5f, 0.5f}; }
    const std::vector<uint32_t> awake{0, 1, 2};
    Arena arena;
    const SolveInput input{.dt = 0.1f,
                           .gravity = {1.0f, -10.0f},
                           .tuning = tuning,
                           .bodies = {.motions = motions, .masses = masses, .forces = forces, .awake = awake},
                           .contacts = {.all = {}, .active = {}},
                           .arena = arena};
    const std::span<SubstepBody> bodies = begin_substeps(input, 0.025f);
    for (int i = 0; i < 4; ++i) { integrate_substep_velocities(input, bodies, i > 0); }
    CHECK(motions[0].v.x == 0.0f);
    CHECK(motions[0].v.y < -0.5f);
    CHECK(motions[1].v.y == 0.0f);
    CHECK(motions[1].v.x > 0.3f);
    CHECK(motions[1].w == 0.0f); // no inertia: rotation is locked
    CHECK(motions[2].v == Vec2{0.5f, 0.25f});
    CHECK(motions[2].w == 1.0f);
}

TEST_CASE("no body exceeds the speed limit, and directions do not change", "[substep]") {
    Tuning tuning;
    List<BodyMotion> motions(2);
    motions[0].flags = kDynamic;
    motions[0].v = {3000.0f, 4000.0f};
    const std::vector<BodyMass> masses{{1.0f, 1.0f}, {}};
    const std::vector<BodyForces> forces(2);
    const std::vector<uint32_t> awake{0};
    Arena arena;
    const SolveInput input{.dt = 0.01f,
                           .gravity = {},
                           .tuning = tuning,
                           .bodies = {.motions = motions, .masses = masses, .forces = forces, .awake = awake},
                           .contacts = {.all = {}, .active = {}},
                           .arena = arena};
    const std::span<SubstepBody> bodies = begin_substeps(input, 0.01f);
    integrate_substep_positions(input, bodies, 0.01f);
    CHECK(near(motions[0].v, {240.0f, 320.0f}, 400.0f * 4.0f * kEpsilon));
    CHECK(near(motions[0].dp, {2.4f, 3.2f}, 4.0f * 6.0f * kEpsilon));
}
