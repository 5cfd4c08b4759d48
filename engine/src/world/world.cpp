// World: construction, destruction and settings.

#include "impulse/world.h"

#include "world/bodies.h"
#include "world/contacts.h"
#include "world/sleep.h"
#include "world/validate.h"

namespace impulse {
namespace {

/// Lengths in a tuning assume a unit of one metre; in a world of smaller units they are scaled up.
[[gnu::noinline]] Tuning scaled(Tuning tuning, float length_unit) {
    for (float* length : {&tuning.restitution_threshold, &tuning.linear_slop, &tuning.speculative_distance,
                          &tuning.recycle_distance, &tuning.max_push_speed, &tuning.correction_lever,
                          &tuning.max_linear_speed, &tuning.slop, &tuning.tolerance, &tuning.sleep_linear}) {
        *length /= length_unit;
    }
    return tuning;
}

} // namespace

void apply_tuning(WorldState& world) {
    world.tuning = scaled(world.given, world.length_unit);
    world.solver = find_solver(world.tuning.solver);
}

World::World(const WorldDef& def) : state_(std::make_unique<WorldState>()) {
    WorldState& world = *state_;
    world.gravity = def.gravity;
    world.length_unit = def.length_unit;
    world.given = def.tuning;
    apply_tuning(world);
    world.broad_phase.set_margin(0.1f / def.length_unit);
    world.broad_phase.set_reach(world.tuning.speculative_distance);
    reserve_all(def.body_capacity, world.bodies, world.motions, world.masses, world.forces, world.poses, world.shapes);
    reserve_all(def.contact_capacity, world.contacts, world.links, world.pairs);
}

World::~World() = default;
World::World(World&&) noexcept = default;
World& World::operator=(World&&) noexcept = default;

Error World::check(const WorldDef& def) {
    if (const Error error = check_finite("gravity", def.gravity)) { return error; }
    if (!(is_finite(def.length_unit) && def.length_unit > 0.0f)) {
        return invalid("lengthUnit", def.length_unit, kPositive);
    }
    if (const Error error = check(def.tuning)) { return error; }
    if (check(scaled(def.tuning, def.length_unit))) {
        return invalid("lengthUnit", def.length_unit, "a number with which the solver's lengths stay finite");
    }
    return {};
}

void World::store_events(ContactEvents which) { state_->stored = which; }

void World::set_clock(double (*now_ms)()) {
    state_->now_ms = now_ms;
    state_->profile = {};
}
const StepProfile& World::profile() const { return state_->profile; }

Tuning World::tuning() const { return state_->given; }

namespace {

void wake_all(WorldState& world) {
    world.body_ids.for_each([&](uint32_t slot) {
        if (world.is_dynamic(slot)) { wake_body(world, slot); }
    });
}

} // namespace

Error World::set_tuning(const Tuning& tuning) {
    if (const Error error = check(tuning)) { return error; }
    WorldState& world = *state_;
    if (tuning == world.given) { return {}; }
    const float reach = world.tuning.speculative_distance;
    // Contacts with other coefficients move bodies, as those of another material (`set_material`).
    const bool wakes = !tuning.sleep || tuning.friction_mix != world.given.friction_mix ||
                       tuning.restitution_mix != world.given.restitution_mix;
    world.given = tuning;
    apply_tuning(world);
    if (world.tuning.speculative_distance != reach) {
        world.broad_phase.set_reach(world.tuning.speculative_distance);
        world.body_ids.for_each([&](uint32_t slot) { update_proxies(world, slot, {}); });
    }
    world.contact_ids.for_each([&](uint32_t index) {
        mix_materials(world, world.contacts[index]);
        forget_manifold(world, index); // a switch may change the manifold
    });
    if (wakes) { wake_all(world); }
    return {};
}

Vec2 World::gravity() const { return state_->gravity; }

Error World::set_gravity(Vec2 gravity) {
    if (const Error error = check_finite("gravity", gravity)) { return error; }
    WorldState& world = *state_;
    if (gravity == world.gravity) { return {}; }
    world.gravity = gravity;
    wake_all(world);
    return {};
}

float World::length_unit() const { return state_->length_unit; }

bool World::is_valid(BodyId body) const { return state_->body_ids.find(body) != kNull; }
uint32_t World::body_count() const { return state_->body_ids.count(); }
uint32_t World::awake_count() const { return state_->awake_bodies.count(); }

BodyId World::body_at(uint32_t slot) const { return state_->body_ids.in_use(slot) ? state_->body_id(slot) : BodyId{}; }

} // namespace impulse
