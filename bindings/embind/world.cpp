/// Worlds: creation, steps, settings, measurements.
#include <emscripten/bind.h>
#include <emscripten/emscripten.h>

#include <cstdlib>

#include "records.h"

namespace impulse::embind {
namespace {

// At least what the constructor of World reserves.
constexpr size_t kBodyBytes = 512;
constexpr size_t kContactBytes = 256;

double now_ms() { return emscripten_get_now(); }

/// From gravity, length unit, capacities and tuning in the exchange; 0 if one of them is rejected.
Handle world_create() {
    Reader from(exchange(5 + kTuningFields));
    WorldDef def;
    def.gravity = from.vector();
    def.length_unit = from.number();
    def.body_capacity = from.bits();
    def.contact_capacity = from.bits();
    def.tuning = read_tuning(from);
    if (report(World::check(def)) != 0) { return 0; }
    // Before anything is created that a failure would leak.
    void* const room = std::malloc(def.body_capacity * kBodyBytes + def.contact_capacity * kContactBytes);
    if (room == nullptr && (def.body_capacity | def.contact_capacity) != 0) {
        report(Error{ErrorCode::capacity, "capacity", 0.0, "less room: the memory does not suffice"});
        return 0;
    }
    std::free(room);
    World* world = new World(def);
    world->set_clock(&now_ms);
    world->store_events({false, false, false}); // until somebody listens: `worldSetHooks`
    return static_cast<Handle>(reinterpret_cast<uintptr_t>(world));
}

void world_destroy(Handle world) { delete &world_of(world); }

/// Writes the report to the exchange, with the number of joints, so that breaking needs no call of its own.
uint32_t world_step(Handle world, double dt) {
    const Result<StepReport> result = world_of(world).step(static_cast<float>(dt));
    if (!result.ok()) { return report(result); }
    Writer(exchange(8))
        .number(result->awake_bodies)
        .number(result->contacts)
        .number(result->pairs_created)
        .number(result->pairs_destroyed)
        .number(result->islands)
        .number(result->events)
        .number(world_of(world).joint_count())
        .number(result->pairs_dropped);
    return 0;
}

/// Milliseconds per stage of the last step, to the exchange.
void world_profile(Handle world) {
    const StepProfile& profile = world_of(world).profile();
    Writer(exchange(9))
        .number(profile.pairs)
        .number(profile.collide)
        .number(profile.commit)
        .number(profile.impacts)
        .number(profile.solve)
        .number(profile.continuous)
        .number(profile.publish)
        .number(profile.total);
}

/// The tuning of a world, or the engine's defaults if `world` is 0, to the exchange.
void world_tuning(Handle world) {
    Writer to(exchange(kTuningFields));
    write_tuning(to, world == 0 ? Tuning{} : world_of(world).tuning());
}

/// Whether the engine has this solver.
bool solver_known(uint32_t type) {
    Tuning tuning;
    tuning.solver = enumerator<SolverType>(type);
    return !World::check(tuning);
}

uint32_t world_set_tuning(Handle world) {
    Reader from(exchange(kTuningFields));
    return report(world_of(world).set_tuning(read_tuning(from)));
}

/// Also the unit of length, to the exchange.
void world_gravity(Handle world) {
    Writer(exchange(3)).vector(world_of(world).gravity()).number(world_of(world).length_unit());
}

uint32_t world_set_gravity(Handle world, float x, float y) { return report(world_of(world).set_gravity({x, y})); }

uint32_t world_body_count(Handle world) { return world_of(world).body_count(); }
uint32_t world_awake_count(Handle world) { return world_of(world).awake_count(); }
uint32_t world_contact_count(Handle world) { return world_of(world).contact_count(); }

/// Kinetic and potential energy, momentum, angular momentum and deepest penetration, to the exchange.
void world_measure(Handle world) {
    const Energy energy = world_of(world).energy();
    const Momentum momentum = world_of(world).momentum();
    Writer(exchange(6))
        .number(energy.kinetic)
        .number(energy.potential)
        .vector(momentum.linear)
        .number(momentum.angular)
        .number(world_of(world).max_penetration());
}

/// High and low half of the hash, to the exchange.
void world_hash(Handle world) {
    const uint64_t hash = world_of(world).hash();
    Writer(exchange(2)).number(static_cast<uint32_t>(hash >> 32)).number(static_cast<uint32_t>(hash));
}

/// Number of doubles for so many bytes.
uint32_t doubles_of(uint32_t bytes) { return (bytes + 7u) / 8u; }

/// The state as bytes, to the exchange: as it is, packed (1), or packed without what static bodies hold (2). Returns
/// their number.
uint32_t world_snapshot(Handle handle, uint32_t packed) {
    World& world = world_of(handle);
    const uint32_t size = static_cast<uint32_t>(packed != 0 ? world.packed_bound() : world.snapshot_size());
    const std::span out(reinterpret_cast<std::byte*>(exchange(doubles_of(size))), size);
    if (packed != 0) { return static_cast<uint32_t>(world.snapshot_packed(out, packed == 1)); }
    world.snapshot(out);
    return size;
}

uint32_t world_snapshot_size(Handle world) { return static_cast<uint32_t>(world_of(world).snapshot_size()); }

/// Restores from so many bytes in the exchange.
uint32_t world_restore(Handle world, uint32_t size) {
    return report(world_of(world).restore({reinterpret_cast<const std::byte*>(exchange(doubles_of(size))), size}));
}

/// Ids of all bodies by slot, each followed by the number of its shapes and their ids, to the exchange. Returns the
/// length.
uint32_t world_contents(Handle handle) {
    const World& world = world_of(handle);
    std::vector<ShapeId> shapes(world.shape_count());
    const uint32_t count = 2 * world.body_count() + world.shape_count();
    Writer to(exchange(count));
    for (uint32_t slot = 0; slot < world.views().slot_count; ++slot) {
        const BodyId body = world.body_at(slot);
        if (!body) { continue; }
        const uint32_t own = *world.shapes(body, shapes);
        to.number(body.value).number(own);
        for (uint32_t i = 0; i < own; ++i) { to.number(shapes[i].value); }
    }
    return count;
}

} // namespace

EMSCRIPTEN_BINDINGS(impulse_world) {
    emscripten::function("worldCreate", &world_create);
    emscripten::function("worldDestroy", &world_destroy);
    emscripten::function("worldStep", &world_step);
    emscripten::function("worldProfile", &world_profile);
    emscripten::function("worldTuning", &world_tuning);
    emscripten::function("worldSetTuning", &world_set_tuning);
    emscripten::function("solverKnown", &solver_known);
    emscripten::function("worldGravity", &world_gravity);
    emscripten::function("worldSetGravity", &world_set_gravity);
    emscripten::function("worldBodyCount", &world_body_count);
    emscripten::function("worldAwakeCount", &world_awake_count);
    emscripten::function("worldContactCount", &world_contact_count);
    emscripten::function("worldMeasure", &world_measure);
    emscripten::function("worldHash", &world_hash);
    emscripten::function("worldSnapshot", &world_snapshot);
    emscripten::function("worldSnapshotSize", &world_snapshot_size);
    emscripten::function("worldRestore", &world_restore);
    emscripten::function("worldContents", &world_contents);
}

} // namespace impulse::embind
