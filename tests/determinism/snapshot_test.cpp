// A world restored from a snapshot continues with the same bits as the world of the snapshot.
#include <catch2/catch_test_macros.hpp>

#include <algorithm>
#include <array>
#include <limits>

#include "core/state_hash.h"
#include "determinism/named_scenes.h"
#include "engine/core/random.h"
#include "solvers/presets.h"
#include "support/callbacks.h"
#include "support/effort.h"
#include "support/snapshots.h"
#include "world/state.h"

using namespace impulse;
using namespace impulse::test;

namespace {

uint64_t happened(const World& world) {
    StateHash hash;
    for (const Event& event : world.events()) {
        hash.add(static_cast<uint32_t>(event.type));
        for (const uint32_t id :
             {event.shape_a.value, event.shape_b.value, event.body_a.value, event.body_b.value, event.joint.value}) {
            hash.add(id);
        }
        for (const float value : {event.point.x, event.point.y, event.normal.x, event.normal.y, event.approach_speed,
                                  event.force, event.torque}) {
            hash.add(value);
        }
    }
    return hash.value();
}

/// Besides what `hash` knows all that a reader sees: arrays, reactions, counts, queries.
uint64_t seen(World& world) {
    StateHash hash;
    hash.add(world.hash());
    const Views views = world.views();
    for (uint32_t slot = 0; slot < views.slot_count; ++slot) {
        hash.add(views.slots[slot]);
        if (views.slots[slot] == 0) { continue; }
        for (uint32_t i = 4 * slot; i < 4 * slot + 4; ++i) {
            hash.add(views.poses[i]);
            hash.add(views.previous_poses[i]);
        }
    }
    for (const float value : world.contact_view()) { hash.add(value); }
    std::vector<JointId> joints(world.joint_count());
    (void)world.joints({}, joints);
    for (const JointId joint : joints) {
        const JointReaction reaction = *world.joint_reaction(joint);
        for (const float value :
             {reaction.force.x, reaction.force.y, reaction.torque, world.joint_state(joint)->angle}) {
            hash.add(value);
        }
    }
    hash.add(world.awake_count());
    const ShapeHit hit = *world.raycast({-40.0f, 9.0f}, {60.0f, 0.5f});
    hash.add(hit.shape.value);
    hash.add(hit.fraction);
    return hash.value();
}

/// Joints of all types, and what else a world may hold: piles, sensors, bullets, riders, sleepers, disabled and broken
/// bodies.
World full_scene(const Tuning& tuning) {
    World world = joint_scene(tuning);
    std::vector<BodyId> made;
    add_box(world, {-60.0f, 1.0f}, 1.0f, 3.0f, {.type = BodyType::static_body});
    for (int i = 0; i < 30; ++i) {
        const float f = static_cast<float>(i);
        made.push_back(
            add_box(world, {-58.0f + static_cast<float>(i % 6), 1.0f + 1.25f * static_cast<float>(i / 6)}, 0.75f, 0.75f,
                    {.friction = 0.0625f * f, .restitution = i % 5 == 0 ? 0.5f : 0.0f, .angle = 0.125f * f}));
    }
    add_box(world, {-56.0f, 3.0f}, 4.0f, 4.0f, {.type = BodyType::static_body, .sensor = true});
    add_box(world, {-50.0f, 4.0f}, 6.0f, 0.25f, {.w = 1.0f, .type = BodyType::kinematic_body});
    add_box(world, {-45.0f, 0.5f}, 3.0f, 0.25f, {.velocity = {0.25f, 0.0f}, .type = BodyType::kinematic_body});
    for (int i = 0; i < 4; ++i) { // columns that fall asleep
        const float x = 90.0f + 3.0f * static_cast<float>(i);
        for (int k = 0; k < 4; ++k) { add_box(world, {x, 0.5f + static_cast<float>(k)}, 1.0f, 1.0f); }
    }
    const BodyId bullet = add_disc(world, {-90.0f, 2.0f}, 0.125f, {.mass = 0.5f, .velocity = {90.0f, 1.0f}});
    (void)world.set_bullet(bullet, true);
    (void)world.set_enabled(made[3], false);
    (void)world.set_mass(made[4], {3.0f, 0.5f, {0.125f, 0.0f}});
    (void)world.set_sleep_allowed(made[5], false);
    JointDef apart;
    apart.type = JointType::filter;
    apart.body_a = made[0];
    apart.body_b = made[6];
    (void)world.create_joint(apart);
    for (int i = 12; i < 18; ++i) {
        (void)world.destroy_body(made[static_cast<size_t>(i)]);
    } // free slots of every kind
    return world;
}

/// What a user does to it at certain steps: bodies and joints come and go, settings change, a state breaks.
void disturb(World& world, int step) {
    const auto body_near = [&](uint32_t slot) { return world.body_at(slot % world.views().slot_count); };
    switch (step) {
    case 10:
        world.state().motions[body_near(120).index()].v.x = std::numeric_limits<float>::quiet_NaN();
        break;
    case 40:
        (void)world.destroy_body(body_near(40));
        break;
    case 60:
        for (int i = 0; i < 5; ++i) { add_disc(world, {92.0f + 2.0f * static_cast<float>(i), 9.0f}, 0.5f); }
        break;
    case 100:
        (void)world.set_tuning(ft_physics_preset());
        break;
    case 160:
        (void)world.set_tuning(fx2d_preset());
        break;
    case 200: {
        Tuning tuning = wedekind_preset();
        tuning.warm_starting = false;
        (void)world.set_tuning(tuning);
        (void)world.set_gravity({0.5f, -8.0f});
        break;
    }
    case 260:
        (void)world.set_tuning({});
        break;
    case 300: {
        JointDef def;
        def.body_a = body_near(0);
        def.body_b = body_near(150);
        (void)world.create_joint(*world.joint_at(def, {1.0f, 5.0f}));
        break;
    }
    default:
        break;
    }
    if (step % 7 == 0) { (void)world.apply_impulse(body_near(static_cast<uint32_t>(step)), {0.5f, 1.0f}); }
}

using Disturbance = void (*)(World&, int);

std::vector<uint64_t> future_of(World& world, int first, int steps, Disturbance disturbance) {
    std::vector<uint64_t> future;
    for (int i = first; i < first + steps; ++i) {
        if (disturbance != nullptr) { disturbance(world, i); }
        (void)world.step(i % 50 == 49 ? 0.5f * kStep : kStep);
        future.push_back(seen(world) ^ happened(world));
    }
    return future;
}

/// The first step in which two futures differ, or their length.
size_t parting(const std::vector<uint64_t>& a, const std::vector<uint64_t>& b) {
    size_t i = 0;
    while (i < a.size() && a[i] == b[i]) { ++i; }
    return i;
}

/// Runs `steps` from `first` on after a snapshot, then again from it: all in new worlds, one of them from the packed
/// snapshot, the first of them in the same world and in one of another past.
void check_futures(World& world, int first, int steps, Disturbance disturbance) {
    CAPTURE(first);
    const Bytes bytes = snapshot_of(world);
    const uint64_t hash = world.hash();
    const uint64_t now = seen(world);
    const std::vector<uint64_t> future = future_of(world, first, steps, disturbance);

    // Packed snapshots restore every byte, but for those that nothing reads.
    REQUIRE_FALSE(world.restore(bytes));
    const Bytes packed = packed_snapshot_of(world, true);
    const Bytes without_statics = packed_snapshot_of(world, false);
    const Bytes stripped = snapshot_of(world);
    CHECK(packed_snapshot_of(world, true) == packed);
    CHECK(world.hash() == hash);
    CHECK(seen(world) == now);
    run(world, 20);
    REQUIRE_FALSE(world.restore(packed));
    CHECK(snapshot_of(world) == stripped);
    run(world, 20);
    REQUIRE_FALSE(world.restore(without_statics));
    CHECK(snapshot_of(world) == stripped);

    World fresh;
    World other = pile_scene();
    run(other, 30);
    World unpacked;
    REQUIRE_FALSE(unpacked.restore(packed));
    CHECK(unpacked.hash() == hash);
    CHECK(seen(unpacked) == now);
    CHECK(parting(future_of(unpacked, first, steps, disturbance), future) == future.size());
    for (World* restored : {&world, &fresh, &other}) {
        REQUIRE_FALSE(restored->restore(bytes));
        CHECK(restored->hash() == hash);
        CHECK(seen(*restored) == now);
        CHECK(restored->events().empty());
        const std::vector<uint64_t> again =
            future_of(*restored, first, restored == &fresh ? steps : std::min(steps, 30), disturbance);
        CHECK(parting(again, future) == again.size());
    }
}

} // namespace

TEST_CASE("a restored world continues with the same bits for 600 steps, in every named scene",
          "[determinism][snapshot]") {
    for (const NamedScene& scene : named_scenes()) {
        CAPTURE(scene.name);
        World world = scene.make();
        run(world, 45);
        check_futures(world, 45, kWholeEffort ? 600 : 30, nullptr);
    }
}

// Contacts of bodies that pass each other depend on velocities and joints, which a snapshot has beside them.
TEST_CASE("a restored world continues with the same bits while bodies fly past corners", "[determinism][snapshot]") {
    for (const Preset& preset : presets()) {
        CAPTURE(preset.name);
        World world = make_world(preset.tuning);
        Random random(5);
        for (int i = 0; i < 150; ++i) {
            const Vec2 at{0.7f * static_cast<float>(i % 15), 0.7f * static_cast<float>(i / 15)};
            Made made{.angle = random.between(-kPi, kPi)};
            if (i % 3 == 0) {
                made.type = BodyType::static_body;
            } else {
                made.velocity = {random.between(-9.0f, 9.0f), random.between(-9.0f, 9.0f)};
            }
            const BodyId body = add_box(world, at, 0.4f, 0.3f, made);
            if (i % 12 == 2) {
                JointDef def;
                def.body_a = body;
                def.body_b = add_disc(world, at + Vec2{0.3f, 0.3f}, 0.1f, {.velocity = made.velocity});
                def.type = JointType::distance;
                def.length = 0.42f;
                REQUIRE(world.create_joint(def).ok());
            }
        }
        for (int first = 1; first < (kWholeEffort ? 40 : 4); ++first) {
            run(world, 1);
            check_futures(world, first, 4, nullptr);
        }
    }
}

TEST_CASE("a restored world continues with the same bits under every preset, from any moment, after any calls",
          "[determinism][snapshot]") {
    ParameterSweep sweep;
    bool whole = true; // the first preset
    for (const Preset& preset : presets()) {
        CAPTURE(preset.name);
        World world = full_scene(preset.tuning);
        int step = 0;
        // Nothing was stepped; boxes fall; some joints broke and a body is quarantined; towers sleep; other solvers
        // came.
        for (const int first : {0, 12, 130, 280}) {
            const bool taken = !kSanitized || sweep.takes();
            // Without a moment to look at, one preset goes on all the same: the sanitizers see all calls once.
            if (!taken && !whole) { continue; }
            for (; step < first; ++step) {
                disturb(world, step);
                (void)world.step(kStep);
            }
            if (!taken) { continue; }
            const Bytes here = snapshot_of(world);
            // All steps on the target that ships. The others have its bits, and the optimised native build follows
            // named scenes for longer.
            check_futures(world, first, kShips ? 170 : 60, disturb);
            REQUIRE_FALSE(world.restore(here));
        }
        whole = false;
    }
}

TEST_CASE("a restored world has the same next step after any call just before the snapshot",
          "[determinism][snapshot]") {
    World world = full_scene({});
    run(world, 60);
    const BodyId body = world.body_at(30);
    REQUIRE_FALSE(world.set_velocity(body, {3.0f, 4.0f}));
    REQUIRE_FALSE(world.apply_force(body, {50.0f, 0.0f}));
    REQUIRE_FALSE(world.set_transform(world.body_at(31), {70.0f, 6.0f}, 0.5f));
    REQUIRE_FALSE(world.destroy_body(world.body_at(33)));
    (void)world.step(0.0f);
    REQUIRE_FALSE(world.apply_torque(world.body_at(32), 5.0f));
    check_futures(world, 60, 60, nullptr);
}

TEST_CASE("a body that fell asleep in the last step before the snapshot is at rest in the views too",
          "[determinism][snapshot]") {
    World world = make_world({});
    add_floor(world);
    const BodyId box = add_box(world, {0.0f, 0.75f}, 1.0f, 1.0f, {.w = 0.5f});
    for (int i = 0; i < 600 && *world.awake(box); ++i) { (void)world.step(kStep); }
    REQUIRE_FALSE(*world.awake(box));
    REQUIRE(world.state().just_slept.size() == 1);
    check_futures(world, 0, 3, nullptr);
}

// Bodies that drift among each other with masks that exclude all pairs, until a filter accepts them: a snapshot from
// before knows of none of them. What is asked after it is restored must not depend on what was searched since.
TEST_CASE("a snapshot without a filter, restored into a world with one, continues with the same bits from any moment",
          "[determinism][snapshot]") {
    Random random(59);
    for (int sample = 0; sample < samples_of(40); ++sample) {
        Caller accepts{.answer = 1};
        World world = make_world({}, {});
        for (int i = 0; i < 30; ++i) {
            BodyDef def;
            def.type = i % 3 == 0 ? BodyType::kinematic_body : BodyType::dynamic_body;
            def.position = {random.between(-2.0f, 2.0f), random.between(-2.0f, 2.0f)};
            def.velocity = {random.between(-2.0f, 2.0f), random.between(-2.0f, 2.0f)};
            const BodyId body = *world.create_body(def);
            ShapeDef shape;
            shape.geometry = Circle{{}, random.between(0.1f, 0.4f)};
            shape.filter = {.category = 1, .mask = 2};
            REQUIRE(world.create_shape(body, shape).ok());
        }
        run(world, 5);
        const Bytes before = snapshot_of(world);
        world.set_hooks(accepts.filters());
        run(world, 5);
        REQUIRE_FALSE(world.restore(before));
        std::vector<Bytes> moments;
        std::vector<uint64_t> hashes;
        for (int i = 0; i < 24; ++i) {
            moments.push_back(snapshot_of(world));
            hashes.push_back(world.hash());
            run(world, 1);
        }
        for (size_t from : {1u, 4u, 11u, 20u}) {
            REQUIRE_FALSE(world.restore(moments[from]));
            for (size_t i = from; i < hashes.size(); ++i) {
                CAPTURE(sample, from, i);
                REQUIRE(world.hash() == hashes[i]);
                run(world, 1);
            }
        }
    }
}

TEST_CASE("a snapshot of a restored world is the snapshot that it was restored from", "[determinism][snapshot]") {
    World world = full_scene({});
    run(world, 100);
    const Bytes bytes = snapshot_of(world);
    World other;
    REQUIRE_FALSE(other.restore(bytes));
    CHECK(snapshot_of(other) == bytes);
    CHECK(snapshot_of(world) == bytes);
}

namespace {

/// Leaves bytes on the stack, where definitions stand before they are copied into a world.
void scribble(unsigned char with) {
    std::array<volatile unsigned char, 16384> bytes;
    for (volatile unsigned char& byte : bytes) { byte = with; }
}

} // namespace

TEST_CASE("worlds with the same history have the same snapshots, to the byte", "[determinism][snapshot]") {
    std::array<Bytes, 2> plain;
    std::array<Bytes, 2> packed;
    for (size_t i = 0; i < 2; ++i) {
        scribble(i == 0 ? 0x55 : 0xaa);
        World world = full_scene({});
        for (int step = 0; step < 100; ++step) {
            run(world, 1);
            if (i == 1 && step % 7 == 0) { (void)packed_snapshot_of(world, step % 2 == 0); } // which changes nothing
        }
        plain[i] = snapshot_of(world);
        packed[i] = packed_snapshot_of(world, true);
    }
    CHECK(plain[0] == plain[1]);
    CHECK(packed[0] == packed[1]);
}

TEST_CASE("a world that sorts its contacts in memory still does after a snapshot", "[determinism][snapshot]") {
    World world = pile_scene();
    world.state().contact_order.from = 64; // contacts are renumbered again and again
    run(world, 20);
    check_futures(world, 20, 200, nullptr);
}

namespace {

/// Boxes in a bin, of many sizes or all alike.
World heap(int boxes, bool alike = false) {
    World world = make_world({});
    add_floor(world);
    for (const float x : {-8.5f, 8.5f}) { add_box(world, {x, 10.0f}, 1.0f, 20.0f, {.type = BodyType::static_body}); }
    for (int i = 0; i < boxes; ++i) {
        const float width = alike ? 0.5f : 0.4f + 0.0137f * static_cast<float>(i * 7 % 31);
        const float height = alike ? 0.5f : 0.4f + 0.0137f * static_cast<float>(i * 11 % 29);
        add_box(world, {-7.3f + 0.75f * static_cast<float>(i % 20), 1.0f + 0.8f * static_cast<float>(i / 20)}, width,
                height, {.angle = 0.01f * static_cast<float>(i % 13)});
    }
    return world;
}

} // namespace

TEST_CASE("a snapshot without statics takes at most 320 bytes per body in a heap of 500 boxes, and 360 if all differ",
          "[determinism][snapshot]") {
    for (const bool alike : {true, false}) {
        World world = heap(500, alike);
        for (int i = 0; i < 3; ++i) {
            run(world, 100);
            CAPTURE(alike, i);
            CHECK(packed_snapshot_of(world, false).size() <= (alike ? 320u : 360u) * 500u);
        }
        REQUIRE(world.contact_count() > 700);
    }
}

TEST_CASE("restoring a snapshot without statics fails if static bodies differ, and changes nothing",
          "[determinism][snapshot]") {
    World world = heap(40);
    run(world, 60);
    const Bytes bytes = packed_snapshot_of(world, false);
    const BodyId floor = world.body_at(0);
    const Bytes all = snapshot_of(world);
    const auto refused = [&](World& other) {
        const uint64_t hash = other.hash();
        const Error error = other.restore(bytes);
        CHECK(error.code == ErrorCode::snapshot);
        CHECK(other.hash() == hash);
        (void)other.step(kStep);
    };
    REQUIRE_FALSE(world.set_transform(floor, {0.5f, -1.0f}, 0.0f));
    refused(world);
    REQUIRE_FALSE(world.restore(all));
    REQUIRE_FALSE(world.set_type(floor, BodyType::dynamic_body));
    refused(world);
    REQUIRE_FALSE(world.restore(all));
    REQUIRE_FALSE(world.destroy_body(floor));
    refused(world);
    REQUIRE_FALSE(world.restore(all));
    (void)add_box(world, {50.0f, 0.0f}, 1.0f, 1.0f, {.type = BodyType::static_body});
    refused(world);
    REQUIRE_FALSE(world.restore(all));
    World empty;
    refused(empty);
    World alike = heap(40); // built by the same calls
    REQUIRE_FALSE(alike.restore(bytes));
    CHECK(alike.hash() == world.hash());
    CHECK_FALSE(world.restore(bytes));
}

TEST_CASE("a snapshot without statics contains their tree if the next step would change it",
          "[determinism][snapshot]") {
    World world = heap(40);
    run(world, 60);
    REQUIRE_FALSE(world.set_transform(world.body_at(1), {-8.4f, 10.0f}, 0.0f));
    const Bytes bytes = packed_snapshot_of(world, false);
    const std::vector<uint64_t> future = future_of(world, 0, 60, nullptr);
    REQUIRE_FALSE(world.restore(bytes));
    CHECK(parting(future_of(world, 0, 60, nullptr), future) == future.size());
}

TEST_CASE("restoring a damaged packed snapshot fails", "[determinism][snapshot]") {
    World world = heap(10);
    run(world, 60);
    const Bytes bytes = packed_snapshot_of(world, true);
    const uint64_t hash = world.hash();
    for (size_t at = 0; at < bytes.size(); at += 7) {
        Bytes damaged = bytes;
        damaged[at] ^= std::byte{0x10};
        CHECK(world.restore(damaged).code == ErrorCode::snapshot);
        CHECK(world.restore(std::span(bytes).first(at)).code == ErrorCode::snapshot);
    }
    CHECK(world.hash() == hash);
}
