// Every set property of a body reads back as given, and takes effect.
#include <catch2/catch_test_macros.hpp>

#include "support/scene.h"

using namespace impulse;
using namespace impulse::test;

TEST_CASE("a body's definition reads back as given", "[world][round-trip]") {
    BodyDef def;
    def.type = BodyType::kinematic_body;
    def.position = {1.5f, -2.25f};
    def.angle = 0.75f;
    def.velocity = {0.5f, 0.25f};
    def.angular_velocity = -1.5f;
    def.linear_damping = 0.125f;
    def.angular_damping = 0.375f;
    def.gravity_scale = -2.0f;
    def.lock_rotation = false;
    def.bullet = true;
    def.sleep_allowed = false;
    def.dominance = -127;
    World world;
    const BodyId body = *world.create_body(def);
    const BodyDef back = *world.body_def(body);
    CHECK(back.type == def.type);
    CHECK(back.position == def.position);
    CHECK(near(back.angle, def.angle, 2.0e-6f)); // through cosine and sine: 1e-6 each way (math.h)
    CHECK(back.velocity == def.velocity);
    CHECK(back.angular_velocity == def.angular_velocity);
    CHECK(back.linear_damping == def.linear_damping);
    CHECK(back.angular_damping == def.angular_damping);
    CHECK(back.gravity_scale == def.gravity_scale);
    CHECK(back.bullet);
    CHECK_FALSE(back.sleep_allowed);
    CHECK(back.dominance == -127);
    CHECK(back.awake);
    CHECK(back.enabled);
    for (int lock = 0; lock < 3; ++lock) {
        BodyDef locked;
        locked.lock_x = lock == 0;
        locked.lock_y = lock == 1;
        locked.lock_rotation = lock == 2;
        const BodyDef read = *world.body_def(*world.create_body(locked));
        CHECK(read.lock_x == (lock == 0));
        CHECK(read.lock_y == (lock == 1));
        CHECK(read.lock_rotation == (lock == 2));
    }
    BodyDef off;
    off.enabled = false;
    CHECK_FALSE(world.body_def(*world.create_body(off))->enabled);
    BodyDef asleep;
    asleep.awake = false;
    CHECK_FALSE(world.body_def(*world.create_body(asleep))->awake);
}

TEST_CASE("every set property of a body reads back", "[world][round-trip]") {
    World world;
    const BodyId body = add_box(world, {}, 1.0f, 1.0f);
    CHECK_FALSE(world.set_transform(body, {3.0f, 4.0f}, 1.0f));
    CHECK(position(world, body) == Vec2{3.0f, 4.0f});
    CHECK(near(*world.angle(body), 1.0f, 2.0e-6f));
    CHECK(near(world.transform(body)->q.s, 0.841471f, 1.0e-6f));
    CHECK_FALSE(world.set_velocity(body, {1.0f, 2.0f}));
    CHECK(velocity(world, body) == Vec2{1.0f, 2.0f});
    CHECK_FALSE(world.set_angular_velocity(body, 3.0f));
    CHECK(w_of(world, body) == 3.0f);
    CHECK_FALSE(world.set_damping(body, 0.5f, 0.25f));
    CHECK(world.body_def(body)->linear_damping == 0.5f);
    CHECK(world.body_def(body)->angular_damping == 0.25f);
    CHECK_FALSE(world.set_gravity_scale(body, 0.5f));
    CHECK(world.body_def(body)->gravity_scale == 0.5f);
    CHECK_FALSE(world.set_bullet(body, true));
    CHECK(world.body_def(body)->bullet);
    CHECK_FALSE(world.set_bullet(body, false));
    CHECK_FALSE(world.body_def(body)->bullet);
    CHECK_FALSE(world.set_sleep_allowed(body, false));
    CHECK_FALSE(world.body_def(body)->sleep_allowed);
    CHECK_FALSE(world.set_awake(body, false));
    CHECK_FALSE(*world.awake(body));
    CHECK_FALSE(world.set_awake(body, true));
    CHECK(*world.awake(body));
    CHECK_FALSE(world.set_enabled(body, false));
    CHECK_FALSE(world.body_def(body)->enabled);
    CHECK_FALSE(world.set_enabled(body, true));
    CHECK(world.body_def(body)->enabled);
    for (const BodyType type : {BodyType::static_body, BodyType::kinematic_body, BodyType::dynamic_body}) {
        CHECK_FALSE(world.set_type(body, type));
        CHECK(world.body_def(body)->type == type);
        CHECK((world.mass_data(body)->mass > 0.0f) == (type == BodyType::dynamic_body));
    }
    CHECK_FALSE(world.set_lock(body, true, false, true));
    CHECK(world.body_def(body)->lock_x);
    CHECK_FALSE(world.body_def(body)->lock_y);
    CHECK(world.body_def(body)->lock_rotation);
    CHECK_FALSE(world.set_lock(body, false, false, false));
    CHECK_FALSE(world.set_mass(body, {5.0f, 6.0f, {0.25f, 0.0f}}));
    CHECK(world.mass_data(body)->mass == 5.0f);
    CHECK(world.mass_data(body)->inertia == 6.0f);
    CHECK(world.mass_data(body)->center == Vec2{0.25f, 0.0f});
    CHECK_FALSE(world.reset_mass(body));
    CHECK(near(world.mass_data(body)->mass, 1.0f, 1.0e-6f));
    CHECK(near(world.mass_data(body)->inertia, 1.0f / 6.0f, 1.0e-6f));
    CHECK(near(world.mass_data(body)->center, {}, 1.0e-6f));
}

TEST_CASE("mass is computed from shapes and densities, about the common centre", "[world]") {
    World world;
    BodyDef def;
    def.angular_velocity = 2.0f;
    const BodyId body = *world.create_body(def);
    CHECK(world.mass_data(body)->mass == 1.0f); // a body without shapes still answers to forces
    ShapeDef left;
    left.geometry = make_box(1.0f, 1.0f, {-1.0f, 0.0f});
    ShapeDef right;
    right.geometry = make_box(1.0f, 1.0f, {1.0f, 0.0f});
    right.density = 3.0f;
    REQUIRE(world.create_shape(body, left).ok());
    const Result<ShapeId> heavy = world.create_shape(body, right);
    REQUIRE(heavy.ok());
    MassData mass = *world.mass_data(body);
    CHECK(near(mass.mass, 4.0f, 1.0e-6f));
    CHECK(near(mass.center, {0.5f, 0.0f}, 1.0e-6f));
    // 4 / 6 about their own centres, 1 * 1.5^2 + 3 * 0.5^2 about the common one.
    CHECK(near(mass.inertia, 4.0f / 6.0f + 3.0f, 1.0e-5f));
    CHECK(position(world, body) == Vec2{}); // the origin stays
    CHECK(near(*world.world_center(body), {0.5f, 0.0f}, 1.0e-6f));
    CHECK(near(velocity(world, body), {0.0f, 1.0f}, 1.0e-5f)); // w x 0.5: the material's velocity there
    CHECK_FALSE(world.set_density(*heavy, 1.0f));
    mass = *world.mass_data(body);
    CHECK(near(mass.mass, 2.0f, 1.0e-6f));
    CHECK(near(mass.center, {}, 1.0e-6f));
    CHECK_FALSE(world.destroy_shape(*heavy));
    CHECK(near(world.mass_data(body)->center, {-1.0f, 0.0f}, 1.0e-6f));
}

TEST_CASE("forces last one step, impulses act at once, both rotate the body about its centre", "[world]") {
    World world = make_world(sleepless(umbra_preset()), {});
    const BodyId box = add_box(world, {}, 1.0f, 1.0f, {.mass = 2.0f}); // I = 1/3
    CHECK_FALSE(world.apply_impulse(box, {4.0f, 0.0f}, {0.0f, 0.5f}));
    CHECK(near(velocity(world, box), {2.0f, 0.0f}, 1.0e-5f));
    CHECK(near(w_of(world, box), -6.0f, 1.0e-5f));
    CHECK_FALSE(world.apply_angular_impulse(box, 2.0f));
    CHECK(near(w_of(world, box), 0.0f, 1.0e-5f));
    CHECK_FALSE(world.apply_impulse(box, {-4.0f, 0.0f}));
    CHECK(near(velocity(world, box), {}, 1.0e-5f));
    CHECK(near(*world.velocity_at(box, {0.0f, 1.0f}), {}, 1.0e-5f));

    CHECK_FALSE(world.apply_force(box, {120.0f, 0.0f}));
    CHECK_FALSE(world.apply_torque(box, 20.0f));
    CHECK_FALSE(world.apply_force(box, {0.0f, 120.0f}, position(world, box)));
    run(world, 1);
    CHECK(near(velocity(world, box), {1.0f, 1.0f}, 1.0e-5f));
    CHECK(near(w_of(world, box), 1.0f, 1.0e-5f)); // 20 / 60 * 3
    run(world, 1);
    CHECK(near(velocity(world, box), {1.0f, 1.0f}, 1.0e-5f));
    CHECK(near(*world.velocity_at(box, *world.world_center(box) + Vec2{0.0f, 1.0f}), {0.0f, 1.0f}, 1.0e-5f));
}

TEST_CASE("a force on a body that it cannot move has no effect, then or later", "[world]") {
    enum Kind { still, kinematic, moving, disabled, left, slept };
    for (const Kind kind : {still, kinematic, moving, disabled, left, slept}) {
        CAPTURE(kind);
        World world = make_world({}, {});
        const BodyType type = kind == still                         ? BodyType::static_body
                              : kind == kinematic || kind == moving ? BodyType::kinematic_body
                                                                    : BodyType::dynamic_body;
        const Vec2 v{kind == moving ? 1.0f : 0.0f, 0.0f};
        const BodyId body = add_box(world, {}, 1.0f, 1.0f, {.velocity = v, .type = type});
        if (kind == disabled) { REQUIRE(!world.set_enabled(body, false)); }
        for (int i = 0; i < 10; ++i) {
            REQUIRE(!world.apply_force(body, {10.0f, 0.0f}));
            REQUIRE(!world.apply_force(body, {10.0f, 0.0f}, {0.0f, 5.0f}));
            REQUIRE(!world.apply_torque(body, 10.0f));
            if (kind == left && i == 0) { REQUIRE(!world.set_enabled(body, false)); }
            if (kind == slept) { REQUIRE(!world.set_awake(body, false)); }
            run(world, 1);
        }
        REQUIRE(!world.set_type(body, BodyType::dynamic_body));
        REQUIRE(!world.set_enabled(body, true));
        REQUIRE(!world.set_awake(body, true));
        run(world, 1);
        CHECK(velocity(world, body) == v);
        CHECK(w_of(world, body) == 0.0f);
        // And it can be moved now.
        REQUIRE(!world.apply_force(body, {10.0f, 0.0f}));
        run(world, 1);
        CHECK(near(velocity(world, body).x - v.x, 10.0f * kStep, 1.0e-6f));
    }
}

TEST_CASE("a kinematic body reaches its target pose after the given time", "[world]") {
    World world = make_world(umbra_preset());
    const BodyId body = add_box(world, {1.0f, 1.0f}, 1.0f, 1.0f, {.type = BodyType::kinematic_body});
    CHECK_FALSE(world.move_to(body, {3.0f, -1.0f}, 0.05f, kStep));
    run(world, 1);
    CHECK(near(position(world, body), {3.0f, -1.0f}, 1.0e-5f));
    CHECK(near(*world.angle(body), 0.05f, 1.0e-5f));
    CHECK(world.move_to(add_box(world, {}, 1.0f, 1.0f), {}, 0.0f, kStep).code == ErrorCode::invalid_argument);
    CHECK(world.move_to(body, {}, 0.0f, -1.0f).code == ErrorCode::invalid_argument);
}

TEST_CASE("locked axes do not move under any force", "[world]") {
    World world = make_world(umbra_preset());
    add_floor(world, 0.6f);
    const BodyId upright = add_box(world, {0.0f, 0.5f}, 0.3f, 1.0f);
    CHECK_FALSE(world.set_lock(upright, true, false, true));
    add_disc(world, {-2.0f, 0.9f}, 0.2f, {.mass = 5.0f, .velocity = {10.0f, 0.0f}});
    run(world, 120);
    CHECK(*world.angle(upright) == 0.0f);
    // Projection ignores locks; the rest is the correction after an impact at 10 m/s.
    CHECK(velocity(world, upright).x == 0.0f);
    CHECK(w_of(world, upright) == 0.0f);
}

TEST_CASE("a centre that moves farther than floats turn leaves a finite velocity", "[world]") {
    World world;
    const BodyId body = add_body(world, {}, make_box(1.0f, 1.0f), 1.0f, {});
    REQUIRE(!world.set_angular_velocity(body, 1.0e30f));
    REQUIRE(!world.set_mass(body, {1.0f, 1.0f, {1.0e30f, -1.0e30f}}));
    CHECK(is_finite(velocity(world, body)));
}

TEST_CASE("a body keeps its slot while it exists, and a free slot reads as free", "[world]") {
    World world = make_world(umbra_preset(), {});
    const BodyId a = add_disc(world, {1.0f, 2.0f}, 0.5f);
    const BodyId b = add_disc(world, {3.0f, 4.0f}, 0.5f);
    CHECK(world.body_at(0) == a);
    CHECK(world.body_at(1) == b);
    CHECK_FALSE(world.destroy_body(a));
    CHECK_FALSE(world.body_at(0));
    run(world, 1);
    const Views views = world.views();
    CHECK(views.slot_count == 2);
    CHECK(views.slots[0] == 0);
    CHECK(views.slots[1] == b.value);
    CHECK(views.poses[4] == 3.0f);
    CHECK(views.poses[5] == 4.0f);
    const BodyId c = add_disc(world, {5.0f, 6.0f}, 0.5f);
    CHECK(c.index() == 0);
    CHECK_FALSE(c == a);
    CHECK(world.body_at(7) == BodyId{});
}

TEST_CASE("views show poses before and after the step, velocities and contacts", "[world]") {
    World world = make_world(sleepless(umbra_preset()));
    const BodyId floor = add_floor(world);
    const BodyId box = add_box(world, {0.0f, 0.5f}, 1.0f, 1.0f);
    run(world, 60);
    const BodyId mover = add_disc(world, {10.0f, 10.0f}, 0.5f, {.velocity = {6.0f, 0.0f}});
    CHECK_FALSE(world.set_gravity_scale(mover, 0.0f));
    run(world, 1);
    const Views views = world.views();
    const size_t slot = mover.index();
    CHECK(near(views.poses[4 * slot], 10.1f, 1.0e-5f));
    CHECK(views.previous_poses[4 * slot] == 10.0f);
    CHECK(world.velocity_view()[4 * slot] == 6.0f);
    const std::span<const float> contacts = world.contact_view();
    REQUIRE(contacts.size() == 2 * 12);
    float impulse = 0.0f;
    for (uint32_t i = 0; i < 2; ++i) {
        const float* row = contacts.data() + 12 * i;
        CHECK(near(std::abs(row[0]), 0.5f, 1.0e-3f));
        CHECK(near(row[3], 1.0f, 1.0e-6f)); // from the floor to the box
        CHECK(row[7] == static_cast<float>(floor.index()));
        CHECK(row[8] == static_cast<float>(box.index()));
        impulse += row[5];
    }
    CHECK(near(impulse, kGravity * kStep, 1.0e-4f));
    // A body placed by hand did not travel.
    CHECK_FALSE(world.set_transform(mover, {0.0f, 50.0f}, 0.0f));
    CHECK(world.views().previous_poses[4 * slot] == 0.0f);
    CHECK(world.views().poses[4 * slot + 1] == 50.0f);
}
