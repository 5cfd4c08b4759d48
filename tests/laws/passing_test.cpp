// Bodies that pass each other do not touch, however near they come: not with their corners either, whose contacts are
// lines that are longer than the bodies.
#include <catch2/catch_test_macros.hpp>

#include <cmath>

#include "engine/core/random.h"
#include "solvers/presets.h"
#include "support/effort.h"
#include "support/scene.h"

using namespace impulse;
using namespace impulse::test;

namespace {

/// A shape with its centroid in the origin.
Geometry random_shape(Random& random) {
    const float size = random.between(0.1f, 0.6f);
    switch (random.below(4)) {
    case 0:
        return Circle{{}, 0.5f * size};
    case 1:
        return Capsule{{-0.4f * size, 0.0f}, {0.4f * size, 0.0f}, 0.2f * size};
    case 2:
        return make_box(size, random.between(0.3f, 1.0f) * size);
    default:
        break;
    }
    Polygon hexagon;
    hexagon.count = 6;
    for (int i = 0; i < 6; ++i) {
        const float angle = kPi / 3.0f * static_cast<float>(i);
        hexagon.points[static_cast<size_t>(i)] = 0.5f * size * Vec2{std::cos(angle), 0.7f * std::sin(angle)};
    }
    hexagon.radius = random.below(2) == 0 ? 0.0f : 0.1f * size;
    return hexagon;
}

/// A body that flies past another one, which is static or turns in its place.
struct Flight {
    Geometry shapes[2];
    Made made[2];
    Vec2 from;
    bool still;

    explicit Flight(Random& random) {
        still = random.below(2) == 0;
        for (const int i : {0, 1}) {
            shapes[i] = random_shape(random);
            made[i].friction = 0.4f;
            made[i].restitution = random.below(3) == 0 ? 0.8f : 0.0f;
            made[i].angle = random.between(-kPi, kPi);
            made[i].w = random.between(-3.0f, 3.0f);
        }
        if (still) {
            made[0].type = BodyType::static_body;
            made[0].w = 0.0f;
        }
        const float speed = std::exp(random.between(0.0f, std::log(40.0f)));
        const float angle = random.between(-kPi, kPi);
        const Vec2 along{std::cos(angle), std::sin(angle)};
        made[1].velocity = speed * along;
        from = random.between(-0.7f, 0.7f) * left_perp(along) -
               (1.2f + random.between(0.0f, 1.0f) * kStep * speed) * along;
    }

    float seconds() const { return 3.0f / length(made[1].velocity); }

    /// m: the least distance on their undisturbed ways.
    float clearance() const {
        const int count = static_cast<int>(3000.0f * max(seconds(), 0.2f));
        float least = 1.0f;
        for (int i = 0; i < count && least > 0.0f; ++i) {
            const float t = seconds() * static_cast<float>(i) / static_cast<float>(count);
            const Transform a{{}, make_rot(made[0].angle + t * made[0].w)};
            const Transform b{from + t * made[1].velocity, make_rot(made[1].angle + t * made[1].w)};
            least = min(least, (*World::shape_distance(shapes[0], a, shapes[1], b)).distance);
        }
        return least;
    }

    /// m/s: the greatest change of a velocity, of points at the corners too.
    float disturbance(const Tuning& tuning) const {
        World world = make_world(sleepless(tuning), {});
        const BodyId a = add_body(world, {}, shapes[0], 1.0f, made[0]);
        const BodyId b = add_body(world, from, shapes[1], 1.0f, made[1]);
        run(world, steps_of(seconds()) + 1);
        float most = length(velocity(world, b) - made[1].velocity) + 0.3f * std::abs(w_of(world, b) - made[1].w);
        if (!still) { most = max(most, length(velocity(world, a)) + 0.3f * std::abs(w_of(world, a) - made[0].w)); }
        return most;
    }
};

} // namespace

TEST_CASE("a body that passes another one at 1 mm or more keeps its velocity", "[law][passing][X29]") {
    int passing = 0;
    int disturbed = 0;
    int meeting = 0;
    int stopped = 0;
    for (int i = 0; i < samples_of(6000); ++i) {
        Random random(static_cast<uint64_t>(i) + 31000);
        const Flight flight(random);
        const float clearance = flight.clearance();
        if (clearance > 0.0f && (clearance < 1.0e-3f || clearance > 0.03f)) { continue; } // beyond all contacts
        const float speed = length(flight.made[1].velocity);
        for (const Preset& preset : presets()) {
            const float change = flight.disturbance(preset.tuning);
            CAPTURE(preset.name, i, clearance, speed, change);
            if (clearance > 0.0f) {
                // Contacts that would be entered by less than a tenth of a slop in a substep stay as they are.
                ++passing;
                disturbed += change > 0.13f ? 1 : 0;
            } else {
                ++meeting;
                stopped += change > 0.02f * speed ? 1 : 0;
            }
        }
    }
    CAPTURE(passing, disturbed, meeting, stopped);
    CHECK(passing >= samples_of(6000) / 10);
    if (kWholeEffort) { CHECK(100 * disturbed <= passing); }
    CHECK(10 * stopped >= 9 * meeting); // the others touch with a corner only
}
