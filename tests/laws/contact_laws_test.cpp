// Invariants of every contact in every step, over random piles, and which shapes may have contacts.
#include <catch2/catch_test_macros.hpp>

#include "engine/core/random.h"
#include "solvers/presets.h"
#include "support/effort.h"
#include "support/joints.h"
#include "support/random_scene.h"
#include "support/rows.h"
#include "support/scene.h"

using namespace impulse;
using namespace impulse::test;

namespace {

// A bin that fills with 60 bodies of random shape.
void fill_bin(World& world, uint64_t seed) {
    Random random(seed);
    add_floor(world, 0.5f);
    add_box(world, {-6.0f, 5.0f}, 1.0f, 30.0f, {.type = BodyType::static_body});
    add_box(world, {6.0f, 5.0f}, 1.0f, 30.0f, {.type = BodyType::static_body});
    for (int i = 0; i < 60; ++i) {
        const Vec2 at{1.6f * static_cast<float>(i % 6) - 4.0f, 1.0f + 1.6f * static_cast<float>(i / 6)};
        Made made;
        made.mass = random.between(0.5f, 4.0f);
        made.friction = random.between(0.0f, 1.0f);
        made.restitution = random.between(0.0f, 0.5f);
        made.angle = random.between(-3.0f, 3.0f);
        if (i % 3 == 0) {
            add_disc(world, at, random.between(0.2f, 0.6f), made);
        } else if (i % 3 == 1) {
            const float width = random.between(0.3f, 1.0f);
            add_box(world, at, width, random.between(0.3f, 1.0f), made);
        } else {
            const float a = random.between(0.1f, 0.4f);
            add_body(world, at, Capsule{{-a, 0.0f}, {a, 0.0f}, 0.2f}, 0.8f * a + kPi * 0.04f, made);
        }
    }
}

uint32_t shapes_of(const World& world, BodyId body) {
    ShapeId shapes[4];
    return static_cast<uint32_t>(*world.shapes(body, shapes));
}

} // namespace

TEST_CASE("normal impulses are >= 0, friction is in its cone, normals are unit and point from A to B",
          "[law][UR4][UR5]") {
    for (const Preset& preset : presets()) {
        for (uint64_t seed = 1; seed <= 3; ++seed) {
            World world = make_world(preset.tuning);
            populate(world, random_bin(seed, {.friction = 0.2f * static_cast<float>(seed), .restitution = 0.3f}));
            int points = 0;
            int pulls = 0;
            int outside = 0; // of the cone
            int skew = 0;    // normals that are not unit
            int against = 0; // normals from B to A
            for (int i = 0; i < 180; ++i) {
                (void)world.step(kStep);
                for_each_contact(world, [&](const Contact& contact, BodyId a, BodyId b) {
                    const Manifold& manifold = contact.manifold;
                    skew += near(length(manifold.normal), 1.0f, 1.0e-5f) ? 0 : 1;
                    for (int k = 0; k < manifold.count; ++k) {
                        const ManifoldPoint& point = manifold.points[k];
                        ++points;
                        pulls += point.normal_impulse >= 0.0f ? 0 : 1;
                        // The clamp is exact for the impulse; times 1 / dt twice rounds.
                        const float cone = max(contact.friction, contact.static_friction) * point.normal_impulse;
                        outside += std::abs(point.tangent_impulse) <= cone * 1.000001f ? 0 : 1;
                    }
                    // The centres of convex bodies lie on either side of the contact's plane, in the order of the
                    // normal, while the overlap is small against them (thinnest 0.3 m).
                    const bool convex = shapes_of(world, a) == 1 && shapes_of(world, b) == 1;
                    if (!convex || manifold.count == 0 || deepest(manifold).separation < -0.05f) { return; }
                    against += dot(*world.world_center(b) - *world.world_center(a), manifold.normal) > 0.0f ? 0 : 1;
                });
            }
            CAPTURE(preset.name, seed, points);
            CHECK(points > 1000);
            CHECK(pulls == 0);
            CHECK(outside == 0);
            CHECK(skew == 0);
            CHECK(against == 0);
        }
    }
}

// A line search takes back a part of what contacts of jointed bodies gave, and a bounce what is left of it: N s over
// the whole step.
TEST_CASE("contacts of jointed bodies that bounce do not pull", "[law][UR4]") {
    for (const Preset& preset : presets()) {
        for (uint64_t seed = 1; seed <= seeds_of(64); ++seed) {
            World world = make_world(preset.tuning);
            Random random(seed);
            const float restitution = random.between(0.1f, 0.9f);
            add_floor(world, 0.5f, restitution);
            for (const float x : {-4.0f, 4.0f}) {
                add_box(world, {x, 10.0f}, 1.0f, 30.0f, {.restitution = restitution, .type = BodyType::static_body});
            }
            for (int i = 0; i < 12; ++i) {
                const Vec2 middle{random.between(-2.0f, 2.0f), 1.0f + 0.8f * static_cast<float>(i)};
                Made made{.restitution = restitution};
                made.velocity = {random.between(-3.0f, 3.0f), random.between(-8.0f, 0.0f)};
                BodyId planks[2];
                for (const int k : {0, 1}) {
                    made.mass = random.between(0.2f, 5.0f);
                    planks[k] =
                        add_box(world, middle + Vec2{0.6f * static_cast<float>(k) - 0.3f, 0.0f}, 0.6f, 0.2f, made);
                }
                (void)add_hinge(world, planks[0], planks[1], middle);
            }
            int touches = 0;
            float least = 0.0f;
            for (int step = 0; step < 150; ++step) {
                (void)world.step(kStep);
                const WorldState& state = world.state();
                state.active_contacts.for_each([&](uint32_t index) {
                    if ((state.contacts[index].flags & kTouching) == 0) { return; }
                    ++touches;
                    least = min(least, state.impulses[index]);
                });
            }
            CAPTURE(preset.name, seed, touches);
            CHECK(touches > 300);
            CHECK(least == 0.0f);
        }
    }
}

// A crate that cannot move sideways hangs on a motor joint, and a platform drives into it. Its contact asks for m v in
// each iteration, of which a step has 112 at most (Fx2D), and nothing moves: along such a line a search has no end.
TEST_CASE("a jointed body that is locked in the way of a platform reports no more than the platform asks for",
          "[law]") {
    for (const Preset& preset : presets()) {
        for (const float speed : {0.5f, 5.0f, 42.0f}) {
            CAPTURE(preset.name, speed);
            World world = make_world(sleepless(preset.tuning));
            const BodyId crate = add_box(world, {}, 1.0f, 1.0f, {.mass = 40.0f});
            REQUIRE_FALSE(world.set_lock(crate, true, false, true));
            const BodyId hook = add_static(world);
            (void)*world.create_joint(joint_def(world, JointType::motor, hook, crate, {}));
            const BodyId platform = add_box(world, {1.02f, 0.0f}, 1.0f, 1.0f, {.type = BodyType::kinematic_body});
            REQUIRE_FALSE(world.set_velocity(platform, {-speed, 0.0f}));
            float most = 0.0f;
            for (int step = 0; step < 5; ++step) {
                run(world, 1);
                for (const float impulse : world.state().impulses) { most = max(most, impulse); }
            }
            CHECK(most > 0.0f);
            CHECK(most <= 5.0f * 112.0f * 40.0f * speed); // of five steps, by warm starting
        }
    }
}

// Told by what bodies do, not by what contacts tell: friction that a substep gives and none takes back would not be
// seen there.
TEST_CASE("in no step does friction exceed mu times the normal impulse", "[law]") {
    constexpr float kFriction = 0.2f;
    for (const Preset& preset : presets()) {
        for (int k = 0; k < 60; ++k) {
            CAPTURE(preset.name, k);
            World world = make_world(sleepless(preset.tuning), {});
            add_floor(world, kFriction, 0.0f);
            const Made made{.friction = kFriction,
                            .velocity = {static_cast<float>(k % 20) - 10.0f, -2.0f - static_cast<float>(k % 7)},
                            .w = static_cast<float>(k % 11) - 5.0f,
                            .angle = 0.1f * static_cast<float>(k)};
            const BodyId body =
                k % 3 == 0 ? add_disc(world, {0.0f, 1.2f}, 0.5f, made) : add_box(world, {0.0f, 1.5f}, 1.0f, 0.5f, made);
            Vec2 last = velocity(world, body);
            for (int i = 0; i < 60; ++i) {
                (void)world.step(kStep);
                const Vec2 now = velocity(world, body);
                CHECK(std::abs(now.x - last.x) <= kFriction * (now.y - last.y) + 1.0e-5f);
                last = now;
            }
        }
    }
}

TEST_CASE("a locked axis does not move under any force along it", "[law][UR14]") {
    for (const Preset& preset : presets()) {
        for (const bool full : {false, true}) {
            CAPTURE(preset.name, full);
            Tuning tuning = sleepless(preset.tuning);
            tuning.full_ngs = full;
            World world = make_world(tuning);
            fill_bin(world, 7);
            std::vector<BodyId> locked;
            for (int i = 0; i < 12; ++i) { // inside each other and the heap, so that every kind of correction occurs
                const Vec2 at{0.7f * static_cast<float>(i % 6) - 2.0f, 2.0f + static_cast<float>(i / 6)};
                const BodyId box = add_box(world, at, 0.8f, 0.8f);
                REQUIRE_FALSE(world.set_lock(box, i % 2 == 0, i % 2 == 1, i % 3 == 0));
                locked.push_back(box);
            }
            std::vector<BodyDef> before;
            for (const BodyId box : locked) { before.push_back(*world.body_def(box)); }
            run(world, 90);
            int moved = 0;
            for (size_t i = 0; i < locked.size(); ++i) {
                const BodyDef now = *world.body_def(locked[i]);
                if (before[i].lock_x) { CHECK(now.position.x == before[i].position.x); }
                if (before[i].lock_y) { CHECK(now.position.y == before[i].position.y); }
                if (before[i].lock_rotation) { CHECK(now.angle == before[i].angle); }
                moved += now.position != before[i].position ? 1 : 0;
            }
            CHECK(moved > 6); // the axes that are free were used
        }
    }
}

TEST_CASE("a resting body is supported: impulses of the ground equal the weight, those of walls cancel", "[law]") {
    World world = make_world(sleepless(umbra_preset()));
    fill_bin(world, 9);
    run(world, 900);
    float weight = 0.0f;
    const WorldState& state = world.state();
    for (uint32_t slot = 0; slot < state.body_ids.capacity(); ++slot) { weight += state.bodies[slot].mass * kGravity; }
    Vec2 force{};
    for (int i = 0; i < 60; ++i) {
        (void)world.step(kStep);
        for_each_contact(world, [&](const Contact& contact, BodyId, BodyId) {
            if ((contact.flags & kBetweenDynamic) != 0) { return; }
            // Statics were made first, so they are A.
            for (int k = 0; k < contact.manifold.count; ++k) {
                const ManifoldPoint& p = contact.manifold.points[k];
                force += (1.0f / 60.0f) * (p.normal_impulse * contact.manifold.normal +
                                           p.tangent_impulse * right_perp(contact.manifold.normal));
            }
        });
    }
    // Over one second the mean acceleration is the change of velocity: below 0.02 m/s for a settled pile.
    CHECK(near(force, {0.0f, weight}, 0.002f * weight));
}

TEST_CASE("two shapes collide if the mask of each contains the other's category; groups override", "[law][filter]") {
    struct Row {
        Filter a;
        Filter b;
        bool collide;
    };
    for (const Row& row : {
             Row{{}, {}, true},
             Row{{.category = 2, .mask = 4}, {.category = 4, .mask = 2}, true},
             Row{{.category = 2, .mask = 4}, {.category = 4, .mask = 1}, false}, // one side is not enough
             Row{{.category = 2, .mask = 1}, {.category = 4, .mask = 2}, false},
             Row{{.group = -3}, {.group = -3}, false},
             Row{{.mask = 0, .group = 3}, {.mask = 0, .group = 3}, true},
             Row{{.group = -3}, {.group = -4}, true}, // different groups: categories decide
             Row{{.mask = 0, .group = 3}, {.group = 0}, false},
             Row{{.category = 0x80000000u}, {.mask = 0x80000000u}, true},
         }) {
        World world = make_world(umbra_preset(), {});
        add_disc(world, {}, 0.5f, {.filter = row.a});
        add_disc(world, {0.5f, 0.0f}, 0.5f, {.filter = row.b});
        run(world, 1);
        CHECK((world.contact_count() == 1) == row.collide);
    }
}

TEST_CASE("a filter changed while two shapes touch takes effect in the next step", "[law][filter]") {
    World world = make_world(umbra_preset());
    add_floor(world);
    const BodyId box = add_box(world, {0.0f, 0.5f}, 1.0f, 1.0f);
    run(world, 120);
    ShapeId shape[1];
    REQUIRE(*world.shapes(box, shape) == 1);
    CHECK_FALSE(world.set_filter(shape[0], {.category = 1, .mask = 0}));
    run(world, 30);
    CHECK(position(world, box).y < 0.0f); // it falls through
    CHECK_FALSE(world.set_transform(box, {0.0f, 0.6f}, 0.0f));
    CHECK_FALSE(world.set_velocity(box, {}));
    CHECK_FALSE(world.set_filter(shape[0], {}));
    run(world, 60);
    CHECK(near(position(world, box).y, 0.5f, 0.011f));
}

TEST_CASE("static bodies have no contacts with each other, however many overlap", "[law]") {
    World world = make_world(umbra_preset());
    for (int i = 0; i < 2000; ++i) {
        add_box(world, {0.5f * static_cast<float>(i % 50), 0.5f * static_cast<float>(i / 50)}, 1.0f, 1.0f,
                {.type = i % 2 == 0 ? BodyType::static_body : BodyType::kinematic_body});
    }
    for (int i = 0; i < 3; ++i) {
        const StepReport report = *world.step(kStep);
        CHECK(report.pairs_created == 0);
        CHECK(report.awake_bodies == 0);
        CHECK(world.state().contact_ids.count() == 0);
    }
}

TEST_CASE("a moving platform carries a body by friction", "[law][FX16]") {
    World world = make_world(umbra_preset());
    const BodyId platform = add_box(world, {0.0f, -0.25f}, 4.0f, 0.5f,
                                    {.friction = 0.8f, .velocity = {1.0f, 0.0f}, .type = BodyType::kinematic_body});
    const BodyId rider = add_box(world, {0.0f, 0.5f}, 1.0f, 1.0f, {.friction = 0.8f});
    run(world, 240);
    CHECK(near(position(world, platform).x, 4.0f, 1.0e-3f));
    // It slips v^2 / (2 mu g) = 6.4 cm until it has the platform's speed; FX16 asks 0.5 m.
    CHECK(near(position(world, rider).x, 4.0f - 0.0637f, 0.02f));
    CHECK(near(velocity(world, rider), {1.0f, 0.0f}, 1.0e-3f));
    CHECK(*world.awake(rider));
}

TEST_CASE("a stack far from the origin stands as at the origin", "[law]") {
    const auto top = [](float x) {
        World world = make_world(sleepless(umbra_preset()));
        add_floor(world, 0.6f, 0.0f, 200.0f, x);
        const std::vector<BodyId> stack = add_straight_stack(world, 10, x);
        run(world, 600);
        const BodyPose& pose = world.state().poses[stack.back().index()];
        return Vec2{static_cast<float>(pose.x - static_cast<double>(x)), static_cast<float>(pose.y)};
    };
    const Vec2 here = top(0.0f);
    for (const float x : {10000.0f, -1000000.0f}) {
        const Vec2 there = top(x);
        CAPTURE(x, here.x, here.y, there.x, there.y);
        // Double centres resolve 1e-10 m there; the contacts never see the distance itself.
        CHECK(near(there, here, 1.0e-4f));
    }
}

// No push through its centre moves a disc that may only turn. The cross product of its arm and the normal, which are
// parallel, is 0 but for a rounding of 1e-7 of the arm. Were that a lever, the disc would weigh 1e14 times its mass.
TEST_CASE("a disc that may only turn keeps its spin at a wall without friction, and bears nothing", "[law][X2]") {
    Random random(77);
    for (const Preset& preset : presets()) {
        for (int i = 0; i < 60; ++i) {
            const float turned = random.between(-3.0f, 3.0f);
            const float radius = random.between(0.2f, 0.5f);
            const float overlap = i % 2 == 0 ? 2.0e-5f : random.between(0.0f, 0.05f);
            CAPTURE(preset.name, i, turned, radius, overlap);
            World world = make_world(sleepless(preset.tuning));
            (void)add_box(world, {}, 2.0f, 1.0f, {.friction = 0.0f, .angle = turned, .type = BodyType::static_body});
            const Vec2 at = (0.5f + radius - overlap) * Vec2{-std::sin(turned), std::cos(turned)};
            const BodyId disc = add_disc(world, at, radius, {.friction = 0.0f, .w = 10.0f});
            REQUIRE_FALSE(world.set_lock(disc, true, true, false));
            run(world, 30);
            CHECK(near(*world.angular_velocity(disc), 10.0f, 1.0e-4f));
            CHECK(position(world, disc) == at);
            REQUIRE_FALSE(world.set_lock(disc, false, false, false));
            (void)world.step(kStep);
            // What pushes it out of the overlap, and gravity.
            CHECK(length(velocity(world, disc)) <= preset.tuning.max_push_speed + kGravity * kStep);
        }
    }
}
