/// Addresses of the arrays that JavaScript reads in place.
#include <emscripten/bind.h>

#include "exchange.h"

namespace impulse::embind {
namespace {

double address_of(const void* array) { return static_cast<double>(reinterpret_cast<uintptr_t>(array)); }

/// Addresses of poses, previous poses and slots, then the slot count.
void views(Handle world) {
    const Views views = world_of(world).views();
    Writer(exchange(4))
        .number(address_of(views.poses))
        .number(address_of(views.previous_poses))
        .number(address_of(views.slots))
        .number(views.slot_count);
}

/// Address of the velocities, filled by this call.
uint32_t velocity_view(Handle world) {
    return static_cast<uint32_t>(reinterpret_cast<uintptr_t>(world_of(world).velocity_view().data()));
}

/// Address and length of the contacts, collected by this call.
void contact_view(Handle world) {
    const std::span<const float> contacts = world_of(world).contact_view();
    Writer(exchange(2)).number(address_of(contacts.data())).number(static_cast<double>(contacts.size()));
}

/// Ids of the awake dynamic and moving kinematic bodies, by slot, to the exchange. Returns their number.
uint32_t awake_bodies(Handle handle) {
    World& world = world_of(handle);
    const uint32_t count = world.awake_count();
    Writer to(exchange(count));
    for (uint32_t slot = 0, left = count; left > 0; ++slot) {
        const BodyId body = world.body_at(slot);
        if (!body || !*world.awake(body)) { continue; }
        to.number(body.value);
        --left;
    }
    return count;
}

} // namespace

EMSCRIPTEN_BINDINGS(impulse_views) {
    emscripten::function("views", &views);
    emscripten::function("velocityView", &velocity_view);
    emscripten::function("contactView", &contact_view);
    emscripten::function("awakeBodies", &awake_bodies);
}

} // namespace impulse::embind
