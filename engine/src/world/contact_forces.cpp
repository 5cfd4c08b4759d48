#include "world/contact_forces.h"

#include <algorithm>
#include <array>
#include <limits>

#include "world/contacts.h"
#include "world/islands.h"
#include "world/sleep.h"
#include "world/validate.h"

namespace impulse {
namespace {

uint64_t key_of(const ContactForces& forces) { return pair_key(forces.shape_a.index(), forces.shape_b.index()); }

/// Place in a manifold of the first point along its tangent. This order does not depend on which face clips the other,
/// and so not on the rounding of poses.
size_t first_of(const Manifold& manifold) {
    const auto& points = manifold.points;
    const Vec2 t = right_perp(manifold.normal);
    return manifold.count > 1 && dot(points[1].rA, t) < dot(points[0].rA, t) ? 1 : 0;
}

bool is_valid(const ContactForces& forces) {
    const auto& [a, b, count, load, normal, tangent, rolling] = forces;
    const float least = min(load, min(normal[0], normal[1]));
    float sum = load; // NaN or infinite if one of them is
    for (const float value : {normal[0], normal[1], abs(tangent[0]), abs(tangent[1]), abs(rolling)}) { sum += value; }
    return (count == 1 || count == 2) && least >= 0.0f && sum <= std::numeric_limits<float>::max();
}

/// The bodies of an expected contact, each kNull if its shape is gone.
std::array<uint32_t, 2> slots_of(const WorldState& world, const ContactForces& forces) {
    const auto slot_of = [&](ShapeId shape) {
        const uint32_t index = world.shape_ids.find(shape);
        return index != kNull ? world.shapes[index].slot : kNull;
    };
    return {slot_of(forces.shape_a), slot_of(forces.shape_b)};
}

/// Bodies that sleep are from now on in one ring with those of the expected contacts that press, and wake together.
void join_sleepers(WorldState& world) {
    const auto sleeps = [&](uint32_t slot) { return world.bodies[slot].next_asleep != kNull; };
    const Arena::Mark mark = world.arena.mark();
    const std::span<uint32_t> parent = world.arena.allocate<uint32_t>(world.bodies.size());
    const std::span<uint32_t> last = world.arena.allocate<uint32_t>(world.bodies.size()); // of the ring, by its root
    for (uint32_t slot = 0; slot < parent.size(); ++slot) { parent[slot] = last[slot] = slot; }
    const auto join = [&](uint32_t slotA, uint32_t slotB) {
        const uint32_t a = root_of(parent, slotA);
        const uint32_t b = root_of(parent, slotB);
        parent[std::max(a, b)] = std::min(a, b);
    };
    for (uint32_t slot = 0; slot < parent.size(); ++slot) {
        if (sleeps(slot)) { join(slot, world.bodies[slot].next_asleep); }
    }
    for (const ContactForces& forces : world.expected) {
        const auto [a, b] = slots_of(world, forces);
        if (max(forces.normal[0], forces.normal[1]) > 0.0f && sleeps(a) && sleeps(b)) { join(a, b); }
    }
    // The root is the lowest of its ring, so slots are linked in ascending order, the last to the root.
    for (uint32_t slot = 0; slot < parent.size(); ++slot) {
        if (!sleeps(slot)) { continue; }
        const uint32_t root = root_of(parent, slot);
        world.bodies[last[root]].next_asleep = slot;
        world.bodies[slot].next_asleep = root;
        last[root] = slot;
    }
    world.arena.release(mark);
}

} // namespace

bool resume_contact(WorldState& world, uint32_t index) {
    Contact& contact = world.contacts[index];
    const uint64_t key = pair_key(contact.shapeA, contact.shapeB);
    const ContactForces* found =
        std::lower_bound(world.expected.begin(), world.expected.end(), key,
                         [](const ContactForces& of, uint64_t other) { return key_of(of) < other; });
    if (found == world.expected.end() || found->shape_a != world.shape_id(contact.shapeA) ||
        found->shape_b != world.shape_id(contact.shapeB)) {
        return false;
    }
    Manifold& manifold = contact.manifold;
    size_t at = first_of(manifold);
    const bool same = static_cast<uint32_t>(manifold.count) == found->count;
    // Else rounding made or removed a point, which carries next to nothing.
    if (!same) { at = &deepest(manifold) == &manifold.points[0] ? 0 : 1; }
    for (size_t i = 0; i < found->count; ++i) {
        ManifoldPoint& point = manifold.points[same ? at ^ i : at];
        point.normal_impulse += found->normal[i];
        point.tangent_impulse += found->tangent[i];
    }
    manifold.rolling_impulse = found->rolling;
    world.loads[index] = found->load;
    contact.age = 1; // it is not new
    return true;
}

void wake_expected(WorldState& world, uint32_t slot) {
    for (const ContactForces& forces : world.expected) {
        const auto [a, b] = slots_of(world, forces);
        if (a == kNull || b == kNull || (a != slot && b != slot)) { continue; }
        wake_body(world, a);
        wake_body(world, b);
    }
}

uint32_t World::contact_forces(std::span<ContactForces> out) const {
    const WorldState& world = *state_;
    uint32_t count = 0;
    const auto add = [&](const ContactForces& forces) {
        if (count++ < out.size()) { out[count - 1] = forces; }
    };
    for (const ContactForces& forces : world.expected) {
        const auto [a, b] = slots_of(world, forces);
        if (a != kNull && b != kNull) { add(forces); }
    }
    world.contact_ids.for_each([&](uint32_t index) {
        const Contact& contact = world.contacts[index];
        const float load = world.loads[index];
        if ((contact.flags & (kTouching | kSensor)) != kTouching || (is_apart(contact) && !(load > 0.0f))) { return; }
        const Manifold& manifold = contact.manifold;
        ContactForces forces{.shape_a = world.shape_id(contact.shapeA),
                             .shape_b = world.shape_id(contact.shapeB),
                             .count = static_cast<uint32_t>(manifold.count),
                             .load = load};
        forces.rolling = manifold.rolling_impulse;
        for (size_t i = 0; i < forces.count; ++i) {
            const ManifoldPoint& point = manifold.points[first_of(manifold) ^ i];
            forces.normal[i] = point.normal_impulse;
            forces.tangent[i] = point.tangent_impulse;
        }
        if (impulse::is_valid(forces)) { add(forces); }
    });
    return count;
}

Error World::set_contact_forces(std::span<const ContactForces> all) {
    WorldState& world = *state_;
    uint64_t last = 0;
    for (const ContactForces& forces : all) {
        const uint64_t key = key_of(forces);
        const bool alive = is_valid(forces.shape_a) && is_valid(forces.shape_b);
        if (!alive || key < last || forces.shape_a.index() >= forces.shape_b.index() || !impulse::is_valid(forces)) {
            return invalid("contacts", static_cast<double>(&forces - all.data()),
                           "finite forces of two shapes, in order of their indices");
        }
        last = key;
    }
    if (const Error error = check_memory(all.size_bytes())) { return error; }
    world.expected.clear();
    world.expected.append(all);
    join_sleepers(world);
    return {};
}

} // namespace impulse
