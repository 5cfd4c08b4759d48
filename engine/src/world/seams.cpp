// Which shapes continue the surface of a static or kinematic one, as the body that touches it sees it: those that it has a contact
// with too. So what it does not collide with covers nothing, and nothing is remembered.
#include "world/seams.h"

#include "collision/seams.h"
#include "world/contacts.h"

namespace impulse {
namespace {

/// The contact of a dynamic body with what does not move.
struct WallContact {
    uint32_t slot;  ///< of the dynamic body
    uint32_t mover; ///< its shape
    uint32_t wall;  ///< the other shape
};

bool is_wall_contact(const WorldState& world, const Contact& contact) {
    return (contact.flags & kSensor) == 0 && world.is_dynamic(contact.slotA) != world.is_dynamic(contact.slotB);
}

WallContact wall_contact(const WorldState& world, const Contact& contact) {
    if (world.is_dynamic(contact.slotA)) { return {contact.slotA, contact.shapeA, contact.shapeB}; }
    return {contact.slotB, contact.shapeB, contact.shapeA};
}

/// Calls `each(contact, wall shape)` for the other walls that the same shape may touch.
template <class Each>
void for_each_other(const WorldState& world, uint32_t index, const WallContact& self, Each&& each) {
    for_each_contact(world, self.slot, [&](uint32_t other, uint32_t) {
        const Contact& contact = world.contacts[other];
        if (other == index || !is_wall_contact(world, contact)) { return; }
        const WallContact wall = wall_contact(world, contact);
        if (wall.mover == self.mover) { each(other, wall.wall); }
    });
}

bool has_faces(const Shape& shape) { return shape.count > 1 && shape.radius == 0.0f; }

} // namespace

void mark_seams(WorldState& world, uint32_t index) {
    Contact& contact = world.contacts[index];
    if (!is_wall_contact(world, contact)) { return; }
    const WallContact self = wall_contact(world, contact);
    for_each_other(world, index, self, [&](uint32_t other, uint32_t) {
        world.contacts[other].flags |= kSeams;
        contact.flags |= kSeams;
    });
}

float seam_tolerance(const Tuning& tuning) { return 0.5f * tuning.linear_slop; }

LocalManifold collide_beside(WorldState& world, uint32_t index, const Transform& b_in_a, const CollideSettings& settings) {
    Contact& contact = world.contacts[index];
    const Shape& a = world.shapes[contact.shapeA].shape;
    const Shape& b = world.shapes[contact.shapeB].shape;
    const WallContact self = wall_contact(world, contact);
    const ShapeRecord& own = world.shapes[self.wall];
    const float tolerance = seam_tolerance(world.tuning);
    const Vec2 margin{tolerance, tolerance};
    const Aabb& fat = world.broad_phase.fat_aabb(own.proxy);
    const Aabb box{fat.lower - margin, fat.upper + margin};
    const auto for_each_beside = [&](auto&& each) {
        if (!has_faces(own.shape)) { return; }
        for_each_other(world, index, self, [&](uint32_t, uint32_t wall) {
            const ShapeRecord& record = world.shapes[wall];
            if (has_faces(record.shape) && overlaps(box, world.broad_phase.fat_aabb(record.proxy))) { each(record); }
        });
    };
    size_t count = 0;
    for_each_beside([&](const ShapeRecord&) { ++count; });
    if (count == 0) { return collide(a, b, b_in_a, settings, contact.cache); }

    const Arena::Mark mark = world.arena.mark();
    const std::span<Core> beside = world.arena.allocate<Core>(count);
    const bool of_b = self.wall == contact.shapeB;
    const BodyPose& from = world.poses[own.slot];
    count = 0;
    for_each_beside([&](const ShapeRecord& record) {
        Transform pose = relative_pose(from, world.poses[record.slot]);
        if (of_b) { pose = b_in_a * pose; }
        place_core(record.shape, pose, a.centroid, beside[count++]);
    });
    contact.cache.valid = 0;
    const LocalManifold manifold = collide_at_seams(a, b, b_in_a, settings, {beside, tolerance, of_b});
    world.arena.release(mark);
    return manifold;
}

} // namespace impulse
