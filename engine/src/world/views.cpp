// World: events and positions, for readers.

#include <bit>

#include "core/sort.h"
#include "world/contacts.h"
#include "world/state.h"
#include "world/validate.h"

namespace impulse {
namespace {

constexpr size_t kContactStride = 12;

/// Of sensors, or the others.
bool touches(const Contact& contact, bool sensors) {
    return (contact.flags & (kTouching | kSensor)) == (sensors ? kTouching | kSensor : kTouching);
}

/// Touching contacts in pair-key order, sleeping ones too.
List<KeyedContact> touching_contacts(WorldState& world, bool sensors = false) {
    List<KeyedContact> result;
    world.contact_ids.for_each([&](uint32_t index) {
        const Contact& contact = world.contacts[index];
        if (touches(contact, sensors)) { result.push_back(keyed(contact, index)); }
    });
    sort_by_key(world.arena, result);
    return result;
}

/// A contact point as one of the two bodies carries it.
struct Carried {
    Vec2 arm;            ///< m, from the centre of mass
    bool corner = false; ///< a corner of the shape, or the centre of its round side, touches there
};

/// `arm`: when the body's rotation was `then`. `out`: m, from the corner or the centre of the round side to the point.
Carried carried(const WorldState& world, uint32_t shape, Rot then, Vec2 arm, Vec2 out) {
    constexpr float kRounding = 1.0e-3f;
    const ShapeRecord& record = world.shapes[shape];
    const BodyPose& pose = world.poses[record.slot];
    const Vec2 core = inverse_rotate(then, arm - out);
    const float square = kRounding * record.extent * (kRounding * record.extent);
    Carried point{rotate(pose.q, core) + out};
    for (int i = 0; i < record.shape.count; ++i) {
        const Vec2 from = record.shape.points[static_cast<size_t>(i)] - pose.local_center - core;
        point.corner = point.corner || length_squared(from) <= square;
    }
    return point;
}

/// A contact point after the step: readers draw it on the bodies, which have moved since detection. It moves along with
/// the body whose corner or round side touches the other's face, as the next detection would find it. So it stays under
/// a disc that rolls, and at the corner of a box that slides. Of two corners, or none, it stays midway.
Vec2 world_point(const WorldState& world, uint32_t index, size_t i) {
    const Contact& contact = world.contacts[index];
    const ManifoldCache& cache = world.manifold_caches[index];
    const Vec2 n = contact.manifold.normal;
    const float half = 0.5f * cache.separation[i];
    const Carried a = carried(world, contact.shapeA, cache.qA, cache.rA[i], (world.radii[contact.shapeA] + half) * n);
    const Carried b = carried(world, contact.shapeB, cache.qB, cache.rB[i], -(world.radii[contact.shapeB] + half) * n);
    const BodyPose& pose = world.poses[contact.slotA];
    const Vec2 apart = center_offset(pose, world.poses[contact.slotB]) + b.arm - a.arm;
    return point_at(pose, a.arm + (a.corner == b.corner ? 0.5f : b.corner ? 1.0f : 0.0f) * apart);
}

void append_info(const WorldState& world, uint32_t index, std::vector<ContactInfo>& out) {
    const Contact& contact = world.contacts[index];
    ContactInfo& info = out.emplace_back();
    info.shape_a = world.shape_id(contact.shapeA);
    info.shape_b = world.shape_id(contact.shapeB);
    info.body_a = world.body_id(contact.slotA);
    info.body_b = world.body_id(contact.slotB);
    info.normal = contact.manifold.normal;
    info.friction = contact.friction;
    info.restitution = contact.restitution;
    info.mean_impulse = world.impulses[index];
    info.count = contact.manifold.count;
    for (int i = 0; i < info.count; ++i) {
        const ManifoldPoint& point = contact.manifold.points[i];
        info.points[i] = {world_point(world, index, static_cast<size_t>(i)), point.separation,
                          point.normal_impulse * world.last_dt, point.tangent_impulse * world.last_dt, point.feature};
    }
}

} // namespace

uint32_t World::contact_count() const {
    const WorldState& world = *state_;
    uint32_t count = 0;
    world.contact_ids.for_each([&](uint32_t index) { count += touches(world.contacts[index], false) ? 1u : 0u; });
    return count;
}

void World::contacts(std::vector<ContactInfo>& out) const {
    out.clear();
    for (const KeyedContact& of : touching_contacts(*state_)) { append_info(*state_, of.index, out); }
}

Error World::contacts(BodyId body, std::vector<ContactInfo>& out) const {
    WorldState& world = *state_;
    const uint32_t slot = world.body_ids.find(body);
    if (slot == kNull) { return destroyed("body", body.value); }
    size_t count = 0;
    for_each_contact(world, slot,
                     [&](uint32_t index, uint32_t) { count += touches(world.contacts[index], false) ? 1 : 0; });
    out.clear();
    out.reserve(count); // below, nothing may run out of memory
    for_each_contact_of(world, slot, kNull, [&](uint32_t index) {
        if (touches(world.contacts[index], false)) { append_info(world, index, out); }
    });
    return {};
}

void World::sensor_overlaps(std::vector<SensorOverlap>& out) const {
    WorldState& world = *state_;
    out.clear();
    for (const KeyedContact& of : touching_contacts(world, true)) {
        const Contact& contact = world.contacts[of.index];
        const ShapeId a = world.shape_id(contact.shapeA);
        const ShapeId b = world.shape_id(contact.shapeB);
        if (world.shapes[contact.shapeA].sees(world.shapes[contact.shapeB])) { out.push_back({a, b}); }
        if (world.shapes[contact.shapeB].sees(world.shapes[contact.shapeA])) { out.push_back({b, a}); }
    }
}

Error World::sensor_overlaps(ShapeId sensor, std::vector<ShapeId>& out) const {
    const WorldState& world = *state_;
    out.clear();
    if (!is_valid(sensor)) { return destroyed("shape", sensor.value); }
    const uint32_t index = sensor.index();
    for_each_contact(world, world.shapes[index].slot, [&](uint32_t at, uint32_t) {
        const Contact& contact = world.contacts[at];
        if (!touches(contact, true)) { return; }
        if (contact.shapeA != index && contact.shapeB != index) { return; }
        const uint32_t other = contact.shapeA == index ? contact.shapeB : contact.shapeA;
        if (world.shapes[index].sees(world.shapes[other])) { out.push_back(world.shape_id(other)); }
    });
    merge_sort(state_->arena, std::span(out), [](ShapeId a, ShapeId b) { return a.index() < b.index(); });
    return {};
}

std::span<const Event> World::events() const {
    return std::span<const Event>(state_->events).first(state_->delivered_events);
}

Views World::views() const {
    const WorldState& world = *state_;
    Views views;
    views.poses = world.published.data();
    views.previous_poses = world.published_previous.data();
    views.slots = world.published_slots.data();
    views.slot_count = world.body_ids.capacity();
    return views;
}

std::span<const float> World::velocity_view() {
    WorldState& world = *state_;
    const uint32_t slots = world.body_ids.capacity();
    world.velocity_view.resize(4 * slots);
    for (uint32_t slot = 0; slot < slots; ++slot) {
        const BodyMotion& motion = world.motions[slot];
        float* out = &world.velocity_view[4 * slot];
        out[0] = motion.v.x;
        out[1] = motion.v.y;
        out[2] = motion.w;
        out[3] = 0.0f;
    }
    return world.velocity_view;
}

std::span<const float> World::contact_view() {
    WorldState& world = *state_;
    world.contact_view.clear();
    for (const KeyedContact& of : touching_contacts(world)) {
        const Contact& contact = world.contacts[of.index];
        const Manifold& manifold = contact.manifold;
        for (int i = 0; i < manifold.count; ++i) {
            const ManifoldPoint& point = manifold.points[i];
            const Vec2 p = world_point(world, of.index, static_cast<size_t>(i));
            const float row[kContactStride] = {
                p.x,
                p.y,
                manifold.normal.x,
                manifold.normal.y,
                point.separation,
                point.normal_impulse * world.last_dt,
                point.tangent_impulse * world.last_dt,
                static_cast<float>(contact.slotA),
                static_cast<float>(contact.slotB),
                std::bit_cast<float>(world.shape_id(contact.shapeA).value),
                std::bit_cast<float>(world.shape_id(contact.shapeB).value),
                std::bit_cast<float>(point.feature),
            };
            world.contact_view.append(row);
        }
    }
    return world.contact_view;
}

} // namespace impulse
