/// The lists of touching contacts and of shapes inside sensors.
#include <emscripten/bind.h>

#include <span>
#include <vector>

#include "exchange.h"

namespace impulse::embind {
namespace {

/// Per contact: shapes, bodies, normal, friction, restitution, mean impulse, count, then two points of five numbers.
constexpr uint32_t kContactFields = 10 + 2 * 5;

/// Contacts that touch `body`, or all if it is 0, to the exchange. Returns their number.
uint32_t contacts(Handle world, uint32_t body) {
    static std::vector<ContactInfo> list; // keeps its capacity between frames
    if (body == 0) {
        world_of(world).contacts(list);
    } else if (report(world_of(world).contacts({body}, list)) != 0) {
        list.clear();
    }
    const uint32_t count = static_cast<uint32_t>(list.size());
    Writer to(exchange(count * kContactFields));
    for (const ContactInfo& contact : list) {
        to.number(contact.shape_a.value).number(contact.shape_b.value);
        to.number(contact.body_a.value).number(contact.body_b.value);
        to.vector(contact.normal).number(contact.friction).number(contact.restitution);
        to.number(contact.mean_impulse).number(contact.count);
        for (const ContactPoint& point : contact.points) {
            to.vector(point.point).number(point.separation);
            to.number(point.normal_impulse).number(point.tangent_impulse);
        }
    }
    return count;
}

/// Sensor and visitor of each overlap, to the exchange. Returns their number.
uint32_t sensor_overlaps(Handle world) {
    static std::vector<SensorOverlap> list;
    world_of(world).sensor_overlaps(list);
    Writer to(exchange(2 * static_cast<uint32_t>(list.size())));
    for (const SensorOverlap& pair : list) { to.number(pair.sensor.value).number(pair.visitor.value); }
    return static_cast<uint32_t>(list.size());
}

/// The shapes that one sensor reports, to the exchange. Returns their number.
uint32_t shape_overlaps(Handle world, uint32_t sensor) {
    static std::vector<ShapeId> list;
    (void)world_of(world).sensor_overlaps(ShapeId{sensor}, list);
    Writer to(exchange(static_cast<uint32_t>(list.size())));
    for (const ShapeId& shape : list) { to.number(shape.value); }
    return static_cast<uint32_t>(list.size());
}

/// So many records of the engine, as they are, in the exchange.
std::span<ContactForces> exchanged_forces(uint32_t count) {
    const uint32_t words = count * static_cast<uint32_t>(sizeof(ContactForces) / 4);
    return {reinterpret_cast<ContactForces*>(exchange((words + 1) / 2)), count};
}

/// What contacts carry, to the exchange. Returns their number.
uint32_t contact_forces(Handle world) {
    const uint32_t count = world_of(world).contact_forces({});
    return world_of(world).contact_forces(exchanged_forces(count));
}

/// From the same records.
uint32_t world_set_contact_forces(Handle world, uint32_t count) {
    return report(world_of(world).set_contact_forces(exchanged_forces(count)));
}

} // namespace

EMSCRIPTEN_BINDINGS(impulse_contacts) {
    emscripten::function("contacts", &contacts);
    emscripten::function("contactForces", &contact_forces);
    emscripten::function("worldSetContactForces", &world_set_contact_forces);
    emscripten::function("sensorOverlaps", &sensor_overlaps);
    emscripten::function("shapeOverlaps", &shape_overlaps);
}

} // namespace impulse::embind
