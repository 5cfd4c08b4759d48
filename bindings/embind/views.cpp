/// Where the arrays lie that JavaScript reads in place.
#include <emscripten/bind.h>

#include "exchange.h"

namespace impulse::embind {
namespace {

double address_of(const void* array) { return static_cast<double>(reinterpret_cast<uintptr_t>(array)); }

/// Addresses of poses, previous poses, velocities, slots and contacts, then slot count and contact count.
void views(Handle world) {
    const Views views = world_of(world).views();
    Writer(exchange(7))
        .number(address_of(views.poses))
        .number(address_of(views.previous_poses))
        .number(address_of(views.velocities))
        .number(address_of(views.slots))
        .number(address_of(views.contacts))
        .number(views.slot_count)
        .number(views.contact_count);
}

/// Ids of the awake dynamic and moving kinematic bodies, by slot, to the exchange. Gives how many.
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

}  // namespace

EMSCRIPTEN_BINDINGS(impulse_views) {
    emscripten::function("views", &views);
    emscripten::function("awakeBodies", &awake_bodies);
}

}  // namespace impulse::embind
