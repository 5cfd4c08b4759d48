/// Fast discs within three nested frames of four walls. Each passes one frame, as a callback says by the numbers of the
/// shapes.
#pragma once

#include <catch2/catch_test_macros.hpp>

#include <algorithm>
#include <cmath>
#include <utility>
#include <vector>

#include "engine/core/random.h"
#include "solvers/presets.h"
#include "support/scene.h"
#include "support/snapshots.h"

namespace impulse::test {

inline constexpr uint32_t kFrames = 3; // their walls are created before the discs
inline constexpr uint32_t kFrameDiscs = 24;

/// Decides by the numbers of shapes, and records the pairs that it was asked about.
struct FrameJudge {
    std::vector<std::pair<uint32_t, uint32_t>> pairs{};

    static bool holds(uint32_t frame, uint32_t disc) { return (frame + disc) % kFrames != 0; }
    static int filter(void* context, ShapeId a, ShapeId b) {
        static_cast<FrameJudge*>(context)->pairs.emplace_back(a.index(), b.index());
        return a.index() / 4 < kFrames && b.index() / 4 >= kFrames ? holds(a.index() / 4, b.index()) : -1;
    }
    static void pre_solve(void* context, PreSolve& contact) {
        const int answer = filter(context, contact.shape_a, contact.shape_b);
        contact.enabled = answer != 0;
    }
};

/// Two runs have the same bits and calls, one of them from a snapshot, and the discs stay within the frames that hold
/// them. `wall`: of each. `hooks_of(judge)`.
template <class HooksOf>
void check_frames(const Tuning& tuning, const Made& wall, const ShapeRules& rules, HooksOf&& hooks_of) {
    const auto make = [&](FrameJudge& judge) {
        World world = make_world(sleepless(tuning), {});
        Random random(7);
        for (uint32_t frame = 0; frame < kFrames; ++frame) {
            const float half = 3.0f + static_cast<float>(frame);
            for (int side = 0; side < 4; ++side) {
                const float sign = side < 2 ? half : -half;
                const Vec2 at = side % 2 == 0 ? Vec2{sign, 0.0f} : Vec2{0.0f, sign};
                const float length = 2.0f * half + 0.1f;
                const BodyId made =
                    add_box(world, at, side % 2 == 0 ? 0.1f : length, side % 2 == 0 ? length : 0.1f, wall);
                (void)world.set_rules(shape_of(world, made), rules);
            }
        }
        for (uint32_t i = 0; i < kFrameDiscs; ++i) {
            const float angle = random.between(0.0f, 2.0f * kPi);
            const float speed = random.between(20.0f, 300.0f);
            const BodyId disc =
                add_disc(world, {random.between(-2.5f, 2.5f), random.between(-2.5f, 2.5f)}, 0.15f,
                         {.restitution = 0.8f, .velocity = {speed * std::cos(angle), speed * std::sin(angle)}});
            (void)world.set_bullet(disc, i % 4 == 0);
        }
        world.set_hooks(hooks_of(judge));
        return world;
    };
    FrameJudge one;
    FrameJudge two;
    World a = make(one);
    World b = make(two);
    for (int i = 0; i < 120; ++i) {
        if (i == 7) {
            FrameJudge other;
            World c = make(other);
            REQUIRE(!c.restore(snapshot_of(b)));
            c.set_hooks(hooks_of(two));
            b = std::move(c);
        }
        (void)a.step(kStep);
        (void)b.step(kStep);
        REQUIRE(a.hash() == b.hash());
    }
    CHECK(one.pairs == two.pairs);
    for (uint32_t disc = 4 * kFrames; disc < 4 * kFrames + kFrameDiscs; ++disc) {
        const Vec2 at = position(a, a.body_at(disc));
        const float half = 3.0f + (FrameJudge::holds(0, disc) ? 0.0f : 1.0f); // the first or the second frame holds it
        CAPTURE(disc, at.x, at.y);
        CHECK(std::max(std::abs(at.x), std::abs(at.y)) < half);
    }
}

} // namespace impulse::test
