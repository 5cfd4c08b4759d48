// What a restored world contains, and bytes that are rejected. For equality of bits see determinism/snapshot_test.cpp.
#include <catch2/catch_test_macros.hpp>

#include <cstring>
#include <string>

#include "engine/core/random.h"
#include "support/joints.h"
#include "support/snapshots.h"
#include "world/state.h"

using namespace impulse;
using namespace impulse::test;

namespace {

/// Small, and something of everything: what is refused byte by byte shall not take long.
World small_scene() {
    World world = make_world({});
    add_floor(world);
    const BodyId a = add_box(world, {0.0f, 0.5f}, 1.0f, 1.0f);
    const BodyId b = add_disc(world, {0.25f, 1.5f}, 0.5f);
    (void)world.create_joint(joint_def(world, JointType::revolute, a, b, {0.0f, 1.0f}));
    (void)world.destroy_body(add_disc(world, {5.0f, 1.0f}, 0.5f));
    run(world, 20);
    return world;
}

void check_refused(World& world, std::span<const std::byte> bytes, const char* expected) {
    const Bytes before = snapshot_of(world);
    const Error error = world.restore(bytes);
    CHECK(error.code == ErrorCode::snapshot);
    CHECK(std::string(error.path) == "bytes");
    CHECK(std::string(error.expected) == expected);
    CHECK(error.value == static_cast<double>(bytes.size()));
    CHECK(snapshot_of(world) == before);
}

constexpr const char* kForeign = "what world.snapshot() returned";
constexpr const char* kVersion = "a snapshot of this version of the engine";
constexpr const char* kPart = "a whole snapshot: some of it is missing, or too much";
constexpr const char* kDamaged = "an undamaged snapshot";

} // namespace

TEST_CASE("objects created since are destroyed, and objects destroyed since exist again under their ids",
          "[snapshot]") {
    World world = make_world({});
    const BodyId floor = add_floor(world);
    const BodyId a = add_box(world, {0.0f, 0.5f}, 1.0f, 1.0f);
    const BodyId b = add_disc(world, {0.0f, 1.5f}, 0.5f);
    const JointId joint = *world.create_joint(joint_def(world, JointType::weld, a, b, {0.0f, 1.0f}));
    ShapeId shape;
    (void)world.shapes(b, {&shape, 1});
    run(world, 10);
    const Bytes bytes = snapshot_of(world);

    REQUIRE_FALSE(world.destroy_body(b));
    const BodyId late = add_box(world, {3.0f, 3.0f}, 1.0f, 1.0f); // in the same slot
    CHECK(late.index() == b.index());
    const BodyId later = add_box(world, {6.0f, 3.0f}, 1.0f, 1.0f);
    REQUIRE_FALSE(world.set_gravity({1.0f, 0.0f}));
    REQUIRE_FALSE(world.set_tuning(umbra_preset()));
    run(world, 5);

    REQUIRE_FALSE(world.restore(bytes));
    for (const BodyId body : {floor, a, b}) { CHECK(world.is_valid(body)); }
    CHECK(world.is_valid(joint));
    CHECK(*world.shape_body(shape) == b);
    CHECK_FALSE(world.is_valid(late));
    CHECK_FALSE(world.is_valid(later));
    CHECK(world.body_count() == 3);
    CHECK(world.gravity() == Vec2{0.0f, -kGravity});
    CHECK(world.tuning().solver == SolverType::soft_step);
    // The same calls make the same ids again.
    CHECK(add_box(world, {6.0f, 3.0f}, 1.0f, 1.0f) == BodyId{later.value});
}

TEST_CASE("a restored world has the snapshot's length unit, and its own clock and trace", "[snapshot]") {
    WorldDef def;
    def.length_unit = 0.02f;
    World pixels(def);
    add_box(pixels, {0.0f, 50.0f}, 50.0f, 50.0f);
    World world;
    world.set_clock([] { return 7.0; });
    world.set_trace(true);
    REQUIRE_FALSE(world.restore(snapshot_of(pixels)));
    CHECK(world.length_unit() == 0.02f);
    CHECK(world.tuning().linear_slop == pixels.tuning().linear_slop);
    CHECK(world.trace());
    CHECK(world.solver_trace().iterations.empty());
    (void)world.step(kStep);
    CHECK_FALSE(world.solver_trace().iterations.empty());
    CHECK(world.state().now_ms != nullptr);
}

TEST_CASE("events pending at the snapshot or at the restore are discarded", "[snapshot]") {
    World world = make_world({});
    add_floor(world);
    const BodyId a = add_box(world, {0.0f, 0.5f}, 1.0f, 1.0f);
    const BodyId b = add_box(world, {3.0f, 0.5f}, 1.0f, 1.0f);
    run(world, 10);
    REQUIRE_FALSE(world.destroy_body(a));
    const Bytes bytes = snapshot_of(world);
    REQUIRE_FALSE(world.destroy_body(b));
    REQUIRE_FALSE(world.restore(bytes));
    (void)world.step(kStep);
    for (const Event& event : world.events()) { CHECK(event.type != EventType::contact_end); }
    // A touching contact continues: it emits no second begin, and one end.
    for (const Event& event : world.events()) { CHECK(event.type != EventType::contact_begin); }
    REQUIRE_FALSE(world.destroy_body(b));
    (void)world.step(kStep);
    REQUIRE(world.events().size() == 1);
    CHECK(world.events()[0].type == EventType::contact_end);
}

TEST_CASE("an empty world is restored empty", "[snapshot]") {
    World world;
    const Bytes bytes = snapshot_of(world);
    for (int i = 0; i < 10; ++i) { add_box(world, {0.0f, static_cast<float>(i)}, 1.0f, 1.0f); }
    run(world, 3);
    REQUIRE_FALSE(world.restore(bytes));
    CHECK(world.body_count() == 0);
    CHECK(world.contact_count() == 0);
    run(world, 3);
    CHECK(world.hash() == World().hash());
}

TEST_CASE("bytes that are no snapshot, of another version, too few or too many are errors and change nothing",
          "[snapshot]") {
    World world = small_scene();
    const Bytes bytes = snapshot_of(world);
    run(world, 5);
    check_refused(world, {}, kForeign);
    check_refused(world, Bytes(1000), kForeign);
    Bytes foreign = bytes;
    foreign[4] ^= std::byte{1}; // of the version
    check_refused(world, foreign, kVersion);
    for (size_t size = 0; size < bytes.size(); size += size < 64 ? 1 : 61) {
        check_refused(world, std::span(bytes).first(size), size < 32 ? kForeign : kPart);
    }
    Bytes more = bytes;
    more.push_back({});
    check_refused(world, more, kPart);
}

TEST_CASE("a snapshot with any wrong bit is an error and changes nothing", "[snapshot]") {
    World world = small_scene();
    Bytes bytes = snapshot_of(world);
    run(world, 5);
    const Bytes before = snapshot_of(world);
    Random random(11);
    for (size_t at = 0; at < bytes.size(); ++at) {
        const std::byte flip{static_cast<unsigned char>(1u << random.below(8))};
        bytes[at] ^= flip;
        const Error error = world.restore(bytes);
        const bool refused = error.code == ErrorCode::snapshot;
        if (!refused) {
            CAPTURE(at);
            CHECK(refused);
        }
        bytes[at] ^= flip;
    }
    check_refused(world, {bytes.begin(), bytes.end() - 4}, kPart);
    // Several at once, stretches overwritten, words that change places.
    for (int round = 0; round < 300; ++round) {
        Bytes spoilt = bytes;
        const size_t at = 24 + random.below(static_cast<uint32_t>(bytes.size() - 24 - 64));
        const uint32_t length = 1 + random.below(64);
        for (uint32_t i = 0; i < length; ++i) { spoilt[at + i] = std::byte{static_cast<unsigned char>(random.bits())}; }
        if (spoilt == bytes) { continue; }
        CHECK(std::string(world.restore(spoilt).expected) == kDamaged);
        spoilt = bytes;
        const size_t other = 24 + 4 * random.below(static_cast<uint32_t>((bytes.size() - 28) / 4));
        std::swap_ranges(&spoilt[24], &spoilt[28], &spoilt[other]);
        if (spoilt != bytes) { CHECK(std::string(world.restore(spoilt).expected) == kDamaged); }
    }
    CHECK(snapshot_of(world) == before);
    REQUIRE_FALSE(world.restore(bytes));
}
