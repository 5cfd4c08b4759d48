// World: shapes on bodies.

#include "world/bodies.h"
#include "world/contacts.h"
#include "world/continuous.h"
#include "world/hooks.h"
#include "world/seams.h"
#include "world/sleep.h"
#include "world/validate.h"

namespace impulse {
namespace {

/// Whether the shape is valid on its body.
Error check_mass_of(const WorldState& world, uint32_t index, const Shape& shape, float density) {
    return world.is_dynamic(world.shapes[index].slot) ? check_mass(shape, density) : Error{};
}

ShapeRules read_rules(const ShapeRecord& record) {
    return {record.sensor, record.sees_sensors, record.pre_solve, record.one_way};
}

void write_rules(ShapeRecord& record, const ShapeRules& rules) {
    record.sensor = rules.sensor;
    record.sees_sensors = rules.sees_sensors;
    record.pre_solve = rules.pre_solve;
    // A unit vector, within the rounding of one, stays as it is: what was read and is set again reads the same.
    const float square = length_squared(rules.one_way);
    record.one_way = abs(square - 1.0f) <= 0x1p-20f ? rules.one_way : normalize(rules.one_way);
}

/// The next step judges a contact again, whatever its state.
void reopen(WorldState& world, uint32_t index) {
    refresh_hooks(world, index);
    forget_manifold(world, index);
    world.awake_contacts.set(index);
}

/// Destroys the shape's contacts and searches them again: for changes of geometry, filter or kind.
void renew_contacts(WorldState& world, uint32_t index) {
    ShapeRecord& record = world.shapes[index];
    destroy_contacts_of_shape(world, index);
    if (record.proxy != kNull) {
        renew_seams(world, index);
        world.broad_phase.update_proxy(record.proxy, shape_box(world, index));
        world.slacks[record.slot].slack = 0.0f;
        world.broad_phase.touch_proxy(record.proxy);
        renew_seams(world, index);
    }
    wake_body(world, record.slot);
}

} // namespace

Result<ShapeId> World::create_shape(BodyId id, const ShapeDef& def) {
    WorldState& world = *state_;
    const uint32_t slot = world.body_ids.find(id);
    if (slot == kNull) { return destroyed("body", id.value); }
    const Result<Shape> shape = checked_shape(def, world.bodies[slot].type);
    if (!shape.ok()) { return shape.error(); }
    if (const Error error = check_room(world, world.shape_ids, "shapes", "at most 1048576 shapes")) { return error; }
    const uint32_t index = world.shape_ids.allocate();
    if (index >= world.shapes.size()) { resize_all(index + 1, world.shapes, world.radii); }

    ShapeRecord& record = world.shapes[index];
    record = {};
    record.shape = *shape;
    world.radii[index] = record.shape.radius;
    record.slot = slot;
    record.density = def.density;
    record.material = def.material;
    record.filter = def.filter;
    write_rules(record, def.rules);
    record.sensor = def.sensor || def.rules.sensor;
    world.sensors += record.sensor ? 1 : 0;

    BodyRecord& body = world.bodies[slot];
    if (body.last_shape == kNull) {
        body.first_shape = index;
    } else {
        world.shapes[body.last_shape].next = index;
        record.prev = body.last_shape;
    }
    body.last_shape = index;
    ++body.shape_count;

    create_proxy(world, index);
    add_mass(world, index);
    // The first shape is part of the creation of a body, asleep or not.
    if (body.first_shape != index) { wake_body(world, slot); }
    return world.shape_id(index);
}

Error World::destroy_shape(ShapeId id) {
    WorldState& world = *state_;
    const uint32_t index = world.shape_ids.find(id);
    if (index == kNull) { return destroyed("shape", id.value); }
    const uint32_t slot = world.shapes[index].slot;
    destroy_contacts_of_shape(world, index);
    if (world.shapes[index].proxy != kNull) { world.broad_phase.destroy_proxy(world.shapes[index].proxy); }
    BodyRecord& body = world.bodies[slot];
    const ShapeRecord gone = world.shapes[index];
    (gone.prev == kNull ? body.first_shape : world.shapes[gone.prev].next) = gone.next;
    (gone.next == kNull ? body.last_shape : world.shapes[gone.next].prev) = gone.prev;
    --body.shape_count;
    world.sensors -= gone.sensor ? 1 : 0;
    world.shapes[index] = {};
    world.shape_ids.free(index);
    if (!change_mass(world, slot, shape_mass(gone.shape, gone.density), {})) { update_mass(world, slot); }
    wake_body(world, slot);
    return {};
}

bool World::is_valid(ShapeId id) const { return state_->shape_ids.find(id) != kNull; }
uint32_t World::shape_count() const { return state_->shape_ids.count(); }

Result<BodyId> World::shape_body(ShapeId id) const {
    const uint32_t index = state_->shape_ids.find(id);
    if (index == kNull) { return destroyed("shape", id.value); }
    return state_->body_id(state_->shapes[index].slot);
}

Result<ShapeDef> World::shape_def(ShapeId id) const {
    const uint32_t index = state_->shape_ids.find(id);
    if (index == kNull) { return destroyed("shape", id.value); }
    const ShapeRecord& record = state_->shapes[index];
    ShapeDef def;
    def.geometry = to_geometry(record.shape);
    def.density = record.density;
    def.material = record.material;
    def.filter = record.filter;
    def.rules = read_rules(record);
    def.sensor = record.sensor;
    return def;
}

Result<uint32_t> World::shapes(BodyId id, std::span<ShapeId> out) const {
    const WorldState& world = *state_;
    const uint32_t slot = world.body_ids.find(id);
    if (slot == kNull) { return destroyed("body", id.value); }
    uint32_t count = 0;
    for_each_shape(world, slot, [&](uint32_t index) {
        if (count < out.size()) { out[count] = world.shape_id(index); }
        ++count;
    });
    return count;
}

Error World::set_geometry(ShapeId id, const Geometry& geometry) {
    WorldState& world = *state_;
    const uint32_t index = world.shape_ids.find(id);
    if (index == kNull) { return destroyed("shape", id.value); }
    const Result<Shape> shape = make_shape(geometry);
    if (!shape.ok()) { return shape.error(); }
    if (const Error error = check_mass_of(world, index, *shape, world.shapes[index].density)) { return error; }
    if (*shape == world.shapes[index].shape) { return {}; }
    world.shapes[index].shape = *shape;
    world.radii[index] = shape->radius;
    renew_contacts(world, index);
    update_mass(world, world.shapes[index].slot);
    return {};
}

Error World::set_density(ShapeId id, float density) {
    WorldState& world = *state_;
    const uint32_t index = world.shape_ids.find(id);
    if (const Error error = first(check_alive(index, id), check_not_negative("density", density))) { return error; }
    if (const Error error = check_mass_of(world, index, world.shapes[index].shape, density)) { return error; }
    ShapeRecord& record = world.shapes[index];
    if (density == record.density) { return {}; }
    const ShapeMass before = shape_mass(record.shape, record.density);
    record.density = density;
    if (!change_mass(world, record.slot, before, shape_mass(record.shape, density))) {
        update_mass(world, record.slot);
    }
    wake_body(world, record.slot);
    return {};
}

Error World::set_material(ShapeId id, const Material& material) {
    WorldState& world = *state_;
    const uint32_t index = world.shape_ids.find(id);
    if (const Error error = first(check_alive(index, id), impulse::check(material))) { return error; }
    ShapeRecord& record = world.shapes[index];
    if (material == record.material) { return {}; }
    record.material = material;
    for_each_contact(world, record.slot,
                     [&](uint32_t contact, uint32_t) { mix_materials(world, world.contacts[contact]); });
    wake_touching(world, record.slot);
    return {};
}

Error World::set_filter(ShapeId id, const Filter& filter) {
    WorldState& world = *state_;
    const uint32_t index = world.shape_ids.find(id);
    if (index == kNull) { return destroyed("shape", id.value); }
    if (filter == world.shapes[index].filter) { return {}; }
    world.shapes[index].filter = filter;
    renew_contacts(world, index);
    return {};
}

Result<ShapeRules> World::rules(ShapeId id) const {
    const uint32_t index = state_->shape_ids.find(id);
    if (index == kNull) { return destroyed("shape", id.value); }
    return read_rules(state_->shapes[index]);
}

Error World::set_rules(ShapeId id, const ShapeRules& rules) {
    WorldState& world = *state_;
    const uint32_t index = world.shape_ids.find(id);
    if (const Error error = first(check_alive(index, id), impulse::check(rules))) { return error; }
    ShapeRecord& record = world.shapes[index];
    const ShapeRules before = read_rules(record);
    const bool renewed = before.sensor != rules.sensor || before.sees_sensors != rules.sees_sensors;
    // The overlaps of the old rules end by the old rules: with the new ones they would have no event.
    if (renewed) { destroy_contacts_of_shape(world, index); }
    write_rules(record, rules);
    world.sensors += (rules.sensor ? 1u : 0u) - (before.sensor ? 1u : 0u);
    if (renewed) {
        renew_contacts(world, index);
        update_sweep_extent(world, record.slot);
    } else if (before.one_way != record.one_way || before.pre_solve != record.pre_solve) {
        for_each_contact_of(world, record.slot, index, [&world](uint32_t contact) { reopen(world, contact); });
        wake_touching(world, record.slot);
    }
    return {};
}

void World::set_hooks(const Hooks& hooks) {
    WorldState& world = *state_;
    const bool begins = hooks.filter != nullptr && world.hooks.filter == nullptr;
    world.hooks = hooks;
    if (!begins) { return; }
    for (const ShapeRecord& record : world.shapes) { // near pairs that filters excluded are asked for, too
        if (record.proxy != kNull) { world.broad_phase.touch_proxy(record.proxy); }
    }
}

Error World::recheck(ShapeId id) {
    WorldState& world = *state_;
    const uint32_t index = world.shape_ids.find(id);
    if (index == kNull) { return destroyed("shape", id.value); }
    for_each_contact_of(world, world.shapes[index].slot, index, [&world](uint32_t of) {
        Contact& contact = world.contacts[of];
        const bool was = (contact.flags & kRefused) == 0;
        const bool is = is_accepted(world, contact.shapeA, contact.shapeB);
        if (is == was) { return; }
        contact.flags &= ~kRefused;
        if (!is) { refuse_contact(world, of); }
        reopen(world, of);
        wake_body(world, contact.slotA);
        wake_body(world, contact.slotB);
    });
    for (uint64_t& answer : world.answers) {
        const uint32_t a = pair_first(answer >> 1);
        const uint32_t b = pair_second(answer >> 1);
        if (a != index && b != index) { continue; }
        const bool accepts = is_accepted(world, a, b);
        answer = answer >> 1 << 1 | static_cast<uint64_t>(accepts);
        if (!accepts) { continue; }
        wake_body(world, world.shapes[a].slot);
        wake_body(world, world.shapes[b].slot);
    }
    const ShapeRecord& record = world.shapes[index];
    if (record.proxy != kNull) { world.broad_phase.touch_proxy(record.proxy); } // pairs that filters excluded
    return {};
}

} // namespace impulse
