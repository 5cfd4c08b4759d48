/// Calls to JavaScript during a step.
#include <emscripten/bind.h>

#include "exchange.h"

namespace impulse::embind {
namespace {

/// In glue.js. The arguments are in the exchange, and so is the answer about a contact.
extern "C" int impulse_ask(Handle world, bool contact);

/// Ids, normal, count, two points of three numbers, then the fields that may be changed.
constexpr uint32_t kQuestionFields = 5 + 2 * 3 + 4;

void pre_solve(void* world, PreSolve& contact) {
    Writer to(exchange(kQuestionFields));
    to.number(contact.shape_a.value).number(contact.shape_b.value).vector(contact.normal).number(contact.count);
    for (const EventPoint& point : contact.points) { to.vector(point.at).number(point.separation); }
    to.number(contact.friction).number(contact.restitution).number(contact.tangent_speed).number(contact.enabled);
    (void)impulse_ask(static_cast<Handle>(reinterpret_cast<uintptr_t>(world)), true);
    Reader from(exchange(kQuestionFields) + kQuestionFields - 4);
    contact.friction = from.number();
    contact.restitution = from.number();
    contact.tangent_speed = from.number();
    contact.enabled = from.flag();
}

int filter(void* world, ShapeId a, ShapeId b) {
    Writer(exchange(2)).number(a.value).number(b.value);
    return impulse_ask(static_cast<Handle>(reinterpret_cast<uintptr_t>(world)), false);
}

/// Bits: 1 and 2 the hooks for contacts and pairs; 4, 8 and 16 whether `contactBegin`, `contactEnd` and `contactHit`
/// have listeners.
void world_set_hooks(Handle handle, uint32_t asked) {
    World& world = world_of(handle);
    world.set_hooks({&world, (asked & 1u) != 0 ? &pre_solve : nullptr, (asked & 2u) != 0 ? &filter : nullptr});
    world.store_events({(asked & 4u) != 0, (asked & 8u) != 0, (asked & 16u) != 0});
}

} // namespace

EMSCRIPTEN_BINDINGS(impulse_hooks) { emscripten::function("worldSetHooks", &world_set_hooks); }

} // namespace impulse::embind
