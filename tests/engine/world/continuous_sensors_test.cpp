// X17 for sensors: a sensor that a body passes within a step is reported like one in which it rests.
#include <algorithm>
#include <catch2/catch_test_macros.hpp>
#include <vector>

#include "support/effort.h"
#include "support/scene.h"
#include "support/sweeps.h"

using namespace impulse;
using namespace impulse::test;

namespace {

struct Flight {
    std::vector<uint32_t> begun; // sensors' bodies, in the order of events
    std::vector<uint32_t> ended; // sorted
};

/// A disc of 5 cm flies along x past sensors at 0, 4 and 8 m; all of them 2 cm thick.
Flight fly(const Tuning& tuning, float speed, float phase, BodyType type, BodyType of_sensors, bool bullet,
           bool continuous = true, bool wall = false) {
    Tuning settings = sleepless(tuning);
    settings.continuous = continuous;
    World world = make_world(settings, {});
    for (int i = 0; i < 3; ++i) {
        add_box(world, {4.0f * static_cast<float>(i), 0.0f}, 0.02f, 4.0f, {.type = of_sensors, .sensor = true});
    }
    if (wall) { add_box(world, {6.0f, 0.0f}, 0.1f, 4.0f, {.type = BodyType::static_body}); }
    const BodyId disc =
        add_disc(world, {-1.0f - phase * speed * kStep, 0.0f}, 0.05f, {.velocity = {speed, 0.0f}, .type = type});
    (void)world.set_bullet(disc, bullet);
    Flight flight;
    const int steps = steps_of(14.0f / speed) + 3;
    for (int step = 0; step < steps; ++step) {
        (void)world.step(kStep);
        for (const Event& event : world.events()) {
            if (event.type == EventType::sensor_begin) { flight.begun.push_back(event.body_a.index()); }
            if (event.type == EventType::sensor_end) {
                const uint32_t sensor = event.body_a.index();
                CHECK(std::find(flight.begun.begin(), flight.begun.end(), sensor) != flight.begun.end());
                flight.ended.push_back(sensor);
            }
        }
    }
    // A sensor that the body lay in when a step began ends in the next step, one that it passed within the step at
    // once.
    std::sort(flight.ended.begin(), flight.ended.end());
    return flight;
}

constexpr float kSpeeds[] = {1.0f, 5.0f, 20.0f, 60.0f, 250.0f, 400.0f}; // m/s

} // namespace

TEST_CASE("a body at any speed emits one begin and one end in each sensor on its path, in order", "[X17][sensors]") {
    ParameterSweep sweep;
    for (int index = 0; index < kPresets; ++index) {
        for (const float speed : kSpeeds) {
            for (int phase = 0; phase < 8; ++phase) {
                for (const int what : {0, 1, 2, 3, 4}) {
                    if (!sweep.takes()) { continue; }
                    const BodyType type = what == 1 ? BodyType::kinematic_body : BodyType::dynamic_body;
                    const BodyType of_sensors = what == 2   ? BodyType::kinematic_body
                                                : what == 3 ? BodyType::dynamic_body
                                                            : BodyType::static_body;
                    const Flight flight = fly(preset_tuning(index), speed, 0.125f * static_cast<float>(phase), type,
                                              of_sensors, what >= 3);
                    CAPTURE(index, speed, phase, what);
                    CHECK(flight.begun == std::vector<uint32_t>{0, 1, 2});
                    CHECK(flight.ended == std::vector<uint32_t>{0, 1, 2});
                }
            }
        }
    }
}

TEST_CASE("a body stopped by a wall emits no begin in sensors behind it", "[X17][sensors]") {
    for (int index = 0; index < kPresets; ++index) {
        for (const float speed : kSpeeds) {
            const Flight flight = fly(preset_tuning(index), speed, 0.3f, BodyType::dynamic_body, BodyType::static_body,
                                      false, true, true);
            CAPTURE(index, speed);
            CHECK(flight.begun == std::vector<uint32_t>{0, 1});
            CHECK(flight.ended == std::vector<uint32_t>{0, 1});
        }
    }
}

TEST_CASE("without continuous collision a fast body passes sensors unnoticed", "[X17][sensors]") {
    const Flight flight = fly({}, 400.0f, 0.2f, BodyType::dynamic_body, BodyType::static_body, true, false);
    CHECK(flight.begun.size() < 3);
}
