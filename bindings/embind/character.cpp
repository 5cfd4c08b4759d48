/// Characters. Mirrored by bindings/ts/src/character.ts.
#include <emscripten/bind.h>

#include "exchange.h"
#include "records.h"

namespace impulse::embind {
namespace {

constexpr uint32_t kOptions = 5;
constexpr uint32_t kInput = kOptions + 4;
constexpr uint32_t kResult = 5;
constexpr uint32_t kHit = 10;

CharacterDef read_def(Reader& from) {
    CharacterDef def;
    def.max_slope = from.number();
    def.step_height = from.number();
    def.snap_distance = from.number();
    def.skin = from.number();
    def.push_impulse = from.number();
    return def;
}

/// Options from the exchange.
uint32_t character_check() {
    Reader from(exchange(kOptions));
    return report(World::check(read_def(from)));
}

/// Options from the exchange.
void character_carry(Handle handle, uint32_t body, float dt) {
    Reader from(exchange(kOptions));
    (void)world_of(handle).carry_character({body}, read_def(from), dt);
}

/// Options, velocity, time and whether it drops from the exchange; the result is written there.
uint32_t character_move(Handle handle, uint32_t body) {
    World& world = world_of(handle);
    Reader from(exchange(kInput));
    const CharacterDef def = read_def(from);
    const Vec2 velocity = from.vector();
    const float dt = from.number();
    const Result<CharacterMove> moved = world.move_character({body}, def, velocity, dt, from.flag());
    if (report(moved) != 0) { return report(moved); }
    Writer to(exchange(kResult + static_cast<uint32_t>(moved->count) * kHit));
    to.vector(*world.position({body})).vector(moved->velocity).number(moved->count);
    for (int i = 0; i < moved->count; ++i) {
        const CharacterHit& hit = moved->hits[i];
        to.number(hit.shape.value).number(hit.body.value).vector(hit.point).vector(hit.normal).vector(hit.velocity);
        to.number(hit.impulse).number(static_cast<int>(hit.kind));
    }
    return 0;
}

} // namespace

EMSCRIPTEN_BINDINGS(impulse_character) {
    emscripten::function("characterCheck", &character_check);
    emscripten::function("characterCarry", &character_carry);
    emscripten::function("characterMove", &character_move);
}

} // namespace impulse::embind
