// Which shapes continue the surface of a static or kinematic one, as the body that touches it sees it: those that it has a contact
// with too. So what it does not collide with covers nothing, and nothing is remembered.
#include "world/seams.h"

#include "collision/seams.h"
#include "geometry/aabb.h"
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

/// What lets the body pass continues nobody's surface; a one-way shape does once it has been judged to stop it.
bool carries(const Contact& contact) {
    return (contact.flags & (kRefused | kDisabled)) == 0 && (contact.flags & (kOneWay | kJudged)) != kOneWay;
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
        if (other == index || !is_wall_contact(world, contact) || !carries(contact)) { return; }
        // No more are known within a step.
        if (((contact.flags ^ world.contacts[index].flags) & kOnWay) != 0) { return; }
        const WallContact wall = wall_contact(world, contact);
        if (wall.mover == self.mover) { each(other, wall.wall); }
    });
}

Aabb grown(const Aabb& box, float margin) {
    return {box.lower - Vec2{margin, margin}, box.upper + Vec2{margin, margin}};
}

bool has_faces(const Shape& shape) { return shape.count > 1 && shape.radius == 0.0f; }

/// Whether a shape that overlaps a one-sided one has come from behind. What comes from the front is seen ahead, or stopped less than
/// two slops deep (continuous.h), and coming nearer; from then on the contact has points.
bool passes_through(const WorldState& world, const Contact& contact, Rot qA, const LocalManifold& now) {
    if (now.count == 0 || contact.manifold.count > 0) { return false; }
    const float depth = -min(now.points[0].separation, now.points[static_cast<size_t>(now.count - 1)].separation);
    const Vec2 away = world.motions[contact.slotB].v - world.motions[contact.slotA].v;
    const bool parts = dot(rotate(qA, now.normal), away) > 0.0f;
    return depth > 0.0f && (parts || depth > 2.0f * world.tuning.linear_slop);
}

} // namespace

void mark_seams(WorldState& world, uint32_t index) {
    Contact& contact = world.contacts[index];
    const bool one_sided = world.shapes[contact.shapeA].shape.one_sided || world.shapes[contact.shapeB].shape.one_sided;
    if (one_sided && (contact.flags & kSensor) == 0) { contact.flags |= kSeams; }
    if (!is_wall_contact(world, contact)) { return; }
    const WallContact self = wall_contact(world, contact);
    for_each_other(world, index, self, [&](uint32_t other, uint32_t) {
        world.contacts[other].flags |= kSeams;
        contact.flags |= kSeams;
    });
}

void renew_seams(WorldState& world, uint32_t shape) {
    const ShapeRecord& record = world.shapes[shape];
    if (record.proxy == kNull || record.sensor || world.is_dynamic(record.slot)) { return; }
    const Aabb box = grown(world.broad_phase.fat_aabb(record.proxy), seam_tolerance(world.tuning));
    world.broad_phase.tree(BodyType::dynamic_body).query(box, [&](uint32_t proxy) {
        for_each_contact(world, world.shapes[world.broad_phase.shape(proxy)].slot, [&](uint32_t contact, uint32_t) {
            if (is_wall_contact(world, world.contacts[contact])) { forget_manifold(world, contact); }
        });
        return true;
    });
}

void renew_seams_of_body(WorldState& world, uint32_t slot) {
    for (uint32_t index = world.bodies[slot].first_shape; index != kNull; index = world.shapes[index].next) {
        renew_seams(world, index);
    }
}

float seam_tolerance(const Tuning& tuning) { return 0.5f * tuning.linear_slop; }

LocalManifold collide_beside(WorldState& world, uint32_t index, Rot qA, const Transform& b_in_a,
                             const CollideSettings& settings) {
    Contact& contact = world.contacts[index];
    const Shape& a = world.shapes[contact.shapeA].shape;
    const Shape& b = world.shapes[contact.shapeB].shape;
    const WallContact self = wall_contact(world, contact);
    const bool of_b = b.one_sided || (!a.one_sided && self.wall == contact.shapeB);
    const Shape& own = of_b ? b : a;
    if (!has_faces(own)) { return collide(a, b, b_in_a, settings, contact.cache); }

    // Along the world's axes, from A's origin: who is near enough is decided by boxes of the shapes themselves, so that it does not
    // matter whom the trees know besides. Within the speculative distance they know all.
    const float tolerance = seam_tolerance(world.tuning);
    const Transform axes{{}, qA};
    const Aabb wall = grown(shape_aabb(own, of_b ? axes * b_in_a : axes), tolerance);
    const Aabb mover = grown(shape_aabb(of_b ? a : b, of_b ? axes : axes * b_in_a),
                             max(0.99f * settings.speculative_distance, tolerance));
    const BodyPose& from = world.poses[of_b ? contact.slotB : contact.slotA];
    size_t most = 0;
    for_each_other(world, index, self, [&](uint32_t, uint32_t) { ++most; });
    const Arena::Mark mark = world.arena.mark();
    const std::span<Core> beside = world.arena.allocate<Core>(most);
    size_t count = 0;
    for_each_other(world, index, self, [&](uint32_t, uint32_t other) {
        const ShapeRecord& record = world.shapes[other];
        if (!has_faces(record.shape)) { return; }
        Transform pose = relative_pose(from, world.poses[record.slot]);
        if (of_b) { pose = b_in_a * pose; }
        const Aabb box = shape_aabb(record.shape, axes * pose);
        if (overlaps(box, wall) && overlaps(box, mover)) {
            place_core(record.shape, pose, a.centroid, beside[count++]);
        }
    });
    LocalManifold manifold;
    if (count == 0 && !own.one_sided) {
        manifold = collide(a, b, b_in_a, settings, contact.cache);
    } else {
        contact.cache.valid = 0;
        manifold = collide_at_seams(a, b, b_in_a, settings, {beside.first(count), tolerance, of_b, own.one_sided});
    }
    world.arena.release(mark);
    if (own.one_sided && passes_through(world, contact, qA, manifold)) { return {}; }
    return manifold;
}

} // namespace impulse
