// A failed call returns the reason and changes no bit of the world.
#include <catch2/catch_test_macros.hpp>

#include <cstring>
#include <functional>
#include <limits>

#include "support/scene.h"

using namespace impulse;
using namespace impulse::test;

namespace {

const float kNan = std::numeric_limits<float>::quiet_NaN();
const float kInfinity = std::numeric_limits<float>::infinity();

// All calls that take a body, with good arguments.
std::vector<std::function<Error(World&, BodyId)>> body_calls() {
    using B = BodyId;
    return {
        [](World& w, B b) { return w.destroy_body(b); },
        [](World& w, B b) { return w.transform(b).error(); },
        [](World& w, B b) { return w.position(b).error(); },
        [](World& w, B b) { return w.angle(b).error(); },
        [](World& w, B b) { return w.velocity(b).error(); },
        [](World& w, B b) { return w.angular_velocity(b).error(); },
        [](World& w, B b) { return w.world_center(b).error(); },
        [](World& w, B b) { return w.velocity_at(b, {}).error(); },
        [](World& w, B b) { return w.mass_data(b).error(); },
        [](World& w, B b) { return w.aabb(b).error(); },
        [](World& w, B b) { return w.awake(b).error(); },
        [](World& w, B b) { return w.body_def(b).error(); },
        [](World& w, B b) { return w.set_transform(b, {}, 0.0f); },
        [](World& w, B b) { return w.set_velocity(b, {1.0f, 0.0f}); },
        [](World& w, B b) { return w.set_angular_velocity(b, 1.0f); },
        [](World& w, B b) { return w.set_type(b, BodyType::static_body); },
        [](World& w, B b) { return w.set_damping(b, 1.0f, 1.0f); },
        [](World& w, B b) { return w.set_gravity_scale(b, 2.0f); },
        [](World& w, B b) { return w.set_lock(b, true, true, true); },
        [](World& w, B b) { return w.set_bullet(b, true); },
        [](World& w, B b) { return w.set_sleep_allowed(b, false); },
        [](World& w, B b) { return w.set_awake(b, false); },
        [](World& w, B b) { return w.set_enabled(b, false); },
        [](World& w, B b) { return w.set_mass(b, {1.0f, 1.0f, {}}); },
        [](World& w, B b) { return w.reset_mass(b); },
        [](World& w, B b) { return w.apply_force(b, {1.0f, 0.0f}, {}); },
        [](World& w, B b) { return w.apply_force(b, {1.0f, 0.0f}); },
        [](World& w, B b) { return w.apply_torque(b, 1.0f); },
        [](World& w, B b) { return w.apply_impulse(b, {1.0f, 0.0f}, {}); },
        [](World& w, B b) { return w.apply_impulse(b, {1.0f, 0.0f}); },
        [](World& w, B b) { return w.apply_angular_impulse(b, 1.0f); },
        [](World& w, B b) { return w.move_to(b, {}, 0.0f, 1.0f); },
        [](World& w, B b) { return w.create_shape(b, {}).error(); },
        [](World& w, B b) { return w.shapes(b, {}).error(); },
    };
}

std::vector<std::function<Error(World&, ShapeId)>> shape_calls() {
    using S = ShapeId;
    return {
        [](World& w, S s) { return w.destroy_shape(s); },     [](World& w, S s) { return w.shape_body(s).error(); },
        [](World& w, S s) { return w.shape_def(s).error(); }, [](World& w, S s) { return w.set_geometry(s, Circle{}); },
        [](World& w, S s) { return w.set_density(s, 1.0f); }, [](World& w, S s) { return w.set_material(s, {}); },
        [](World& w, S s) { return w.set_filter(s, {}); },
    };
}

} // namespace

TEST_CASE("stale, null and invalid handles are errors in every call and change nothing", "[world][errors]") {
    World world = make_world(umbra_preset());
    add_floor(world);
    const BodyId body = add_box(world, {0.0f, 0.5f}, 1.0f, 1.0f);
    ShapeId shape[1];
    REQUIRE(*world.shapes(body, shape) == 1);
    add_straight_stack(world, 3, 5.0f);
    run(world, 30);
    CHECK_FALSE(world.destroy_body(body));
    const uint64_t before = world.hash();
    for (const BodyId id : {body, BodyId{}, make_id<BodyTag>(999, 1)}) {
        CHECK_FALSE(world.is_valid(id));
        for (const auto& call : body_calls()) {
            CHECK(call(world, id).code == ErrorCode::destroyed);
            CHECK(world.hash() == before);
        }
    }
    for (const ShapeId id : {shape[0], ShapeId{}, make_id<ShapeTag>(999, 1)}) {
        CHECK_FALSE(world.is_valid(id));
        for (const auto& call : shape_calls()) {
            CHECK(call(world, id).code == ErrorCode::destroyed);
            CHECK(world.hash() == before);
        }
    }
    // The slot lives again, the old handle does not.
    const BodyId next = add_box(world, {0.0f, 0.5f}, 1.0f, 1.0f);
    CHECK(next.index() == body.index());
    CHECK(world.position(body).error().code == ErrorCode::destroyed);
}

TEST_CASE("numbers outside their range give errors with name, value and range, and change nothing", "[world][errors]") {
    World world = make_world(umbra_preset());
    add_floor(world);
    const BodyId body = add_box(world, {0.0f, 0.5f}, 1.0f, 1.0f);
    ShapeId found[1];
    REQUIRE(*world.shapes(body, found) == 1);
    const ShapeId shape = found[0];
    run(world, 10);
    const uint64_t before = world.hash();
    const auto refused = [&](const Error& error, const char* path) {
        CAPTURE(path, error.path);
        CHECK(error.code == ErrorCode::invalid_argument);
        CHECK(std::strcmp(error.path, path) == 0);
        CHECK(std::strlen(error.expected) > 0);
        CHECK(world.hash() == before);
    };
    for (const float bad : {kNan, kInfinity, -kInfinity}) {
        const Vec2 v{0.0f, bad};
        refused(world.set_transform(body, v, 0.0f), "position");
        refused(world.set_transform(body, {}, bad), "angle");
        refused(world.set_velocity(body, v), "velocity");
        refused(world.set_angular_velocity(body, bad), "angularVelocity");
        refused(world.set_damping(body, bad, 0.0f), "linearDamping");
        refused(world.set_damping(body, 0.0f, bad), "angularDamping");
        refused(world.set_gravity_scale(body, bad), "gravityScale");
        refused(world.set_mass(body, {bad, 1.0f, {}}), "mass");
        refused(world.set_mass(body, {1.0f, bad, {}}), "inertia");
        refused(world.set_mass(body, {1.0f, 1.0f, v}), "center");
        refused(world.apply_force(body, v), "force");
        refused(world.apply_force(body, {}, v), "point");
        refused(world.apply_torque(body, bad), "torque");
        refused(world.apply_impulse(body, v), "impulse");
        refused(world.apply_impulse(body, {}, v), "point");
        refused(world.apply_angular_impulse(body, bad), "impulse");
        refused(world.set_gravity(v), "gravity");
        refused(world.set_density(shape, bad), "density");
        refused(world.set_material(shape, {.friction = bad}), "friction");
        refused(world.set_material(shape, {.restitution = bad}), "restitution");
        refused(world.set_material(shape, {.tangent_speed = bad}), "tangentSpeed");
        refused(world.velocity_at(body, v).error(), "point");
        refused(world.raycast(v, {}).error(), "from");
        refused(world.raycast({}, v).error(), "to");
        refused(world.step(bad).error(), "dt");
        BodyDef def;
        def.position = v;
        refused(world.create_body(def).error(), "position");
        Tuning tuning = world.tuning();
        tuning.slop = bad;
        CHECK(world.set_tuning(tuning).code == ErrorCode::invalid_argument);
    }
    refused(world.step(-1.0f).error(), "dt");
    refused(world.step(1.5f).error(), "dt");
    refused(world.set_density(shape, -1.0f), "density");
    CHECK(world.set_density(shape, -1.0f).value == -1.0);
    refused(world.set_material(shape, {.friction = -0.1f}), "friction");
    refused(world.set_material(shape, {.friction = 0.5f, .static_friction = 0.4f}), "staticFriction");
    refused(world.set_material(shape, {.restitution = 4.5f}), "restitution");
    refused(world.set_mass(body, {0.0f, 1.0f, {}}), "mass");
    refused(world.set_damping(body, -1.0f, 0.0f), "linearDamping");
    CHECK(world.set_geometry(shape, Circle{{}, 0.0f}).code == ErrorCode::invalid_argument);
    CHECK(world.set_geometry(shape, Circle{{}, kNan}).code == ErrorCode::invalid_argument);
    CHECK(world.set_geometry(shape, make_box(0.0f, 1.0f)).code == ErrorCode::invalid_argument);
    Polygon line;
    line.points = {Vec2{0.0f, 0.0f}, Vec2{1.0f, 1.0f}, Vec2{2.0f, 2.0f}};
    line.count = 3;
    CHECK(world.set_geometry(shape, line).code == ErrorCode::invalid_argument);
    ShapeDef def;
    def.density = -1.0f;
    refused(world.create_shape(body, def).error(), "density");
    // Finite each, but not what a solver makes of them: 1 / m, I, m |c|^2.
    for (const float density : {1e-38f, 3e38f}) {
        def.density = density;
        refused(world.create_shape(body, def).error(), "density");
        refused(world.set_density(shape, density), "density");
        refused(world.set_mass(body, {density, 1.0f, {}}), "mass");
        refused(world.set_mass(body, {1.0f, density, {}}), "inertia");
    }
    def.geometry = Circle{{1e4f, 0.0f}, 1.0f};
    def.density = 1e25f;
    refused(world.create_shape(body, def).error(), "density");
    refused(world.set_type(body, static_cast<BodyType>(3)), "type");
    BodyDef typeless;
    typeless.type = static_cast<BodyType>(255);
    refused(world.create_body(typeless).error(), "type");
    Tuning tuning;
    tuning.friction_mix = static_cast<MixRule>(5);
    refused(world.set_tuning(tuning), "solver.frictionMix");
    tuning = {};
    tuning.integrator = static_cast<Integrator>(255);
    refused(world.set_tuning(tuning), "solver.integrator");
    std::vector<ShapeId> out;
    refused(world.overlap_aabb({{1.0f, 0.0f}, {0.0f, 1.0f}}, {}, out), "aabb");
    CHECK(world.hash() == before);
    CHECK(world.body_count() == 2);
    CHECK(world.shape_count() == 2);
}

TEST_CASE("a static shape may have any density, but then its body cannot become dynamic", "[world][errors]") {
    World world = make_world(umbra_preset());
    BodyDef def;
    def.type = BodyType::static_body;
    const BodyId body = *world.create_body(def);
    ShapeDef shape;
    shape.density = 3e38f;
    REQUIRE(world.create_shape(body, shape).ok());
    const uint64_t before = world.hash();
    CHECK(world.set_type(body, BodyType::dynamic_body).code == ErrorCode::invalid_argument);
    CHECK(world.hash() == before);
    CHECK(world.body_def(body)->type == BodyType::static_body);
    CHECK_FALSE(world.set_type(body, BodyType::kinematic_body));
}

TEST_CASE("a step of zero duration finds contacts, moves nothing and discards nothing", "[world]") {
    World world = make_world(sleepless(umbra_preset()));
    add_floor(world);
    const std::vector<BodyId> stack = add_straight_stack(world, 3);
    CHECK(world.step(0.0f)->contacts == 3);
    CHECK(position(world, stack[2]) == Vec2{0.0f, 2.5f});
    run(world, 60);
    const uint64_t before = world.hash();
    CHECK_FALSE(world.apply_force(stack[2], {100.0f, 0.0f}));
    const Vec2 v = velocity(world, stack[2]);
    (void)world.step(0.0f);
    CHECK(velocity(world, stack[2]) == v);
    (void)world.step(kStep);
    CHECK(velocity(world, stack[2]).x > 1.0f); // the force waited for time to pass
    CHECK(world.hash() != before);
}
