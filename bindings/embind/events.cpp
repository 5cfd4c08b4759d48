/// Events of the last step.
#include <emscripten/bind.h>

#include <span>

#include "exchange.h"

namespace impulse::embind {
namespace {

/// Type, shapes, bodies, point, normal, approach speed, joint, its force and torque, impulse, count, and two points of
/// three numbers.
constexpr uint32_t kEventFields = 15 + 2 * 3;

/// All events of the last step in their order, to the exchange. Returns their number.
uint32_t events(Handle world) {
    const std::span<const Event> list = world_of(world).events();
    const uint32_t count = static_cast<uint32_t>(list.size());
    Writer to(exchange(count * kEventFields));
    for (const Event& event : list) {
        to.number(event.type);
        to.number(event.shape_a.value).number(event.shape_b.value);
        to.number(event.body_a.value).number(event.body_b.value);
        to.vector(event.point).vector(event.normal).number(event.approach_speed);
        to.number(event.joint.value).number(event.force).number(event.torque);
        to.number(event.impulse).number(event.count);
        for (const EventPoint& point : event.points) { to.vector(point.at).number(point.separation); }
    }
    return count;
}

} // namespace

EMSCRIPTEN_BINDINGS(impulse_events) { emscripten::function("events", &events); }

} // namespace impulse::embind
