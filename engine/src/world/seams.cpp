// Which shapes continue the surface of a static or kinematic one for the body that touches it: those that the body has
// contacts with too. So shapes that it does not collide with cover nothing, and no state is stored.
#include "world/seams.h"

#include "collision/seams.h"
#include "core/sort.h"
#include "geometry/aabb.h"
#include "world/contacts.h"
#include "world/hooks.h"

namespace impulse {
namespace {

/// The contact of a dynamic body with a static or kinematic one.
struct WallContact {
    uint32_t slot;  ///< of the dynamic body
    uint32_t mover; ///< shape of the dynamic body
    uint32_t wall;  ///< the other shape
};

bool is_wall_contact(const WorldState& world, const Contact& contact) {
    return (contact.flags & (kSensor | kBetweenDynamic)) == 0 && // most, without a look at the bodies
           (world.is_dynamic(contact.slotA) || world.is_dynamic(contact.slotB));
}

/// A shape that lets the body pass continues no surface.
bool carries(const WorldState& world, const Contact& contact) {
    return (contact.flags & (kRefused | kDisabled)) == 0 && may_hold(world, contact);
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

/// The same for those that carry it now.
template <class Each>
void for_each_carrier(const WorldState& world, uint32_t index, const WallContact& self, Each&& each) {
    for_each_other(world, index, self, [&](uint32_t other, uint32_t wall) {
        const Contact& contact = world.contacts[other];
        // The limit per step.
        if (((contact.flags ^ world.contacts[index].flags) & kOnWay) != 0 || !carries(world, contact)) { return; }
        each(other, wall);
    });
}

bool has_faces(const Shape& shape) { return shape.count > 1 && shape.radius == 0.0f; }

/// A shape in the frame of a one-sided shape.
struct Above {
    float middle = 0.0f; ///< m: height of its middle; below 0 it is behind
    float lowest = 0.0f; ///< m: height of its lowest point
    bool across = false; ///< part of it lies between the ends, or beyond them by no more than a gap that seams close

    bool overlaps() const { return middle >= 0.0f && across && lowest < 0.0f; }
};

Above above(const Shape& line, const Shape& shape, const Transform& pose, float gap) {
    const Vec2 n = line.normals[0];
    const Vec2 t = left_perp(n);
    Above out{0.0f, 3.0e38f, false};
    float before = 3.0e38f;
    float beyond = -3.0e38f;
    for (int i = 0; i < shape.count; ++i) {
        const Vec2 p = transform(pose, shape.points[i]) - line.points[0];
        out.middle += dot(n, p) / static_cast<float>(shape.count);
        out.lowest = min(out.lowest, dot(n, p) - shape.radius);
        before = min(before, dot(t, p) - shape.radius);
        beyond = max(beyond, dot(t, p) + shape.radius);
    }
    out.across = beyond >= -gap && before <= dot(t, line.points[1] - line.points[0]) + gap;
    return out;
}

/// m/s: of the middle of a shape relative to a wall, in the frame of the wall's body, in which `pose` is that of the
/// shape's body.
Vec2 relative_velocity(const WorldState& world, const ShapeRecord& wall, const ShapeRecord& shape,
                       const Transform& pose) {
    const BodyMotion& a = world.motions[wall.slot];
    const BodyMotion& b = world.motions[shape.slot];
    const BodyPose& from = world.poses[wall.slot];
    const Vec2 armA = transform(pose, shape.shape.centroid) - from.local_center;
    const Vec2 armB = rotate(pose.q, shape.shape.centroid - world.poses[shape.slot].local_center);
    return inverse_rotate(from.q, b.v - a.v) + cross(b.w, armB) - cross(a.w, armA);
}

/// m/s: speed of the middle of a shape away from the front of a one-sided one.
float parting_speed(const WorldState& world, const ShapeRecord& line, const ShapeRecord& shape, const Transform& pose) {
    return dot(line.shape.normals[0], relative_velocity(world, line, shape, pose));
}

/// Whether a shape that came from behind is still passing through: it leaves, or is too deep to be put in front.
bool is_on_the_way(const WorldState& world, const Above& at, float parting) {
    return at.overlaps() && (parting > 0.0f || at.lowest < -2.0f * world.tuning.linear_slop);
}

/// Whether a contact lets a shape from behind pass. The same before and after `lets_through` in this step.
bool goes_through(const WorldState& world, const Contact& contact) {
    if ((contact.flags & kBehind) == 0) { return false; }
    const bool of_b = world.shapes[contact.shapeB].shape.one_sided;
    const ShapeRecord& line = world.shapes[of_b ? contact.shapeB : contact.shapeA];
    const ShapeRecord& mover = world.shapes[of_b ? contact.shapeA : contact.shapeB];
    const Transform pose = relative_pose(displaced(world.poses[line.slot], world.motions[line.slot]),
                                         displaced(world.poses[mover.slot], world.motions[mover.slot]));
    return is_on_the_way(world, above(line.shape, mover.shape, pose, world.tuning.linear_slop),
                         parting_speed(world, line, mover, pose));
}

/// Whether a one-sided shape lets the other one pass, which is behind it or came from there. Its side is stored while
/// the two overlap (`kBehind`). A shape that is in front when overlap begins was there a step ago too, unless
/// velocities show that it was behind, or another piece of the surface lets it pass.
bool lets_through(WorldState& world, uint32_t index, const WallContact& self, bool of_b, const Transform& pose) {
    Contact& contact = world.contacts[index];
    const ShapeRecord& line = world.shapes[of_b ? contact.shapeB : contact.shapeA];
    const ShapeRecord& mover = world.shapes[of_b ? contact.shapeA : contact.shapeB];
    const Above at = above(line.shape, mover.shape, pose, world.tuning.linear_slop);
    bool behind = at.middle < 0.0f;
    if (!behind && contact.manifold.count == 0) {
        const float parting = parting_speed(world, line, mover, pose);
        if (is_on_the_way(world, at, parting)) {
            behind = (contact.flags & kBehind) != 0 || at.middle < parting * world.last_dt;
            for_each_carrier(world, index, self, [&](uint32_t other, uint32_t) {
                behind = behind || goes_through(world, world.contacts[other]);
            });
        }
    }
    contact.flags = behind ? contact.flags | kBehind : contact.flags & ~kBehind;
    world.hooked = world.hooked || behind;
    return behind;
}

} // namespace

void mark_seams(WorldState& world, uint32_t index) {
    Contact& contact = world.contacts[index];
    const bool one_sided = world.shapes[contact.shapeA].shape.one_sided || world.shapes[contact.shapeB].shape.one_sided;
    if (one_sided && (contact.flags & kSensor) == 0) { contact.flags |= kSeams; }
    if (!is_wall_contact(world, contact)) { return; }
    const WallContact self = wall_contact(world, contact);
    // All of them: the flag stays, and which of them carry the shape changes with every step.
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
    for_each_shape(world, slot, [&](uint32_t index) { renew_seams(world, index); });
}

float seam_tolerance(const Tuning& tuning) { return 0.5f * tuning.linear_slop; }

void note_points(WorldState& world, uint32_t index, const Manifold& before, const Manifold& now) {
    const Contact& contact = world.contacts[index];
    if (!is_wall_contact(world, contact)) { return; }
    const bool of_a = world.is_dynamic(contact.slotA);
    const WallContact self = wall_contact(world, contact);
    const auto arm_of = [of_a](const ManifoldPoint& point) { return of_a ? point.rA : point.rB; };
    const auto seam_point = [&](const Manifold& of, const ManifoldPoint& point, uint32_t at) {
        const Vec2 normal = of_a ? -of.normal : of.normal;
        return SeamPoint{index,         at,     self.mover,           self.wall,
                         arm_of(point), normal, point.normal_impulse, point.tangent_impulse};
    };
    const float slop = world.tuning.linear_slop;
    for (uint32_t i = 0; i < static_cast<uint32_t>(now.count); ++i) {
        if (now.points[i].separation <= slop) { world.seam_points.push_back(seam_point(now, now.points[i], i)); }
    }
    for (uint32_t i = 0; i < static_cast<uint32_t>(before.count); ++i) {
        const ManifoldPoint& point = before.points[i];
        if (point.normal_impulse <= 0.0f) { continue; }
        uint32_t same = kNull;
        for (uint32_t k = 0; k < static_cast<uint32_t>(now.count); ++k) {
            if (now.points[k].feature == point.feature) { same = k; }
        }
        if (same != kNull && distance(arm_of(point), arm_of(now.points[same])) <= 1.0e-3f * slop) { continue; }
        world.lost_points.push_back(seam_point(before, point, same));
    }
}

namespace {

/// The points next to the place of a lost one, and its shares for them.
struct Heirs {
    const SeamPoint* first = nullptr;
    const SeamPoint* second = nullptr;
    float share_of_first = 0.0f;
    float share_of_second = 0.0f;
};

/// `near`: m, beyond the last point.
Heirs find_heirs(std::span<const SeamPoint> points, const SeamPoint& lost, float near) {
    constexpr float kSameNormal = 0.999f; // 2.5 degrees: walls that are flush, or a chain that bends
    const Vec2 t = right_perp(lost.normal);
    Heirs out;
    float before = 3.0e38f; // m, from the place to the points on either side
    float behind = 3.0e38f;
    for (const SeamPoint& point : points) {
        if (dot(point.normal, lost.normal) < kSameNormal) { continue; }
        const float at = dot(t, point.arm - lost.arm);
        if (at <= 0.0f && -at < before) { before = -at, out.first = &point; } // of equals, that of an earlier wall
        if (at >= 0.0f && at < behind) { behind = at, out.second = &point; }
    }
    if ((out.first == nullptr || out.second == nullptr) && min(before, behind) > near) { return {}; }
    const float sum = before + behind;
    out.share_of_first = sum > 0.0f ? behind / sum : 1.0f;
    out.share_of_second = sum > 0.0f ? before / sum : 0.0f; // 1 if the other one is missing
    return out;
}

[[gnu::noinline]] void add_impulses(WorldState& world, const SeamPoint* to, const SeamPoint& lost, float share) {
    if (to == nullptr) { return; }
    ManifoldPoint& point = world.contacts[to->contact].manifold.points[to->index];
    point.normal_impulse += share * lost.normal_impulse;
    point.tangent_impulse += share * lost.tangent_impulse;
}

} // namespace

void hand_over_impulses(WorldState& world) {
    if (world.lost_points.empty()) { return; }
    // Shape by shape, wall by wall: sums must not depend on the indices of contacts, nor in a mirror image on the order
    // of the points of one.
    const auto before = [](const SeamPoint& a, const SeamPoint& b) {
        if (a.mover != b.mover) { return a.mover < b.mover; }
        return a.wall != b.wall ? a.wall < b.wall : a.normal_impulse > b.normal_impulse;
    };
    for (List<SeamPoint>* points : {&world.lost_points, &world.seam_points}) {
        merge_sort(world.arena, std::span<SeamPoint>(*points), before);
    }
    const std::span<const SeamPoint> all(world.seam_points);
    size_t first = 0; // of the same shape
    size_t end = 0;
    for (const SeamPoint& lost : world.lost_points) {
        while (first < all.size() && all[first].mover < lost.mover) { ++first; }
        for (end = std::max(first, end); end < all.size() && all[end].mover == lost.mover;) { ++end; }
        // On one wall nothing is handed over: whether it has `kSeams` depends on the margins of fat AABBs.
        if (first == end || (all[first].wall == lost.wall && all[end - 1].wall == lost.wall)) { continue; }
        // A point of a body that turned is as far from its place; flush walls end within a slop of each other.
        const float turn = world.dt_before * abs(world.motions[world.shapes[lost.mover].slot].w);
        const float near = world.tuning.linear_slop + turn * length(lost.arm);
        const Heirs heirs = find_heirs(all.subspan(first, end - first), lost, near);
        if (heirs.first == nullptr && heirs.second == nullptr) { continue; }
        add_impulses(world, lost.index != kNull ? &lost : nullptr, lost, -1.0f);
        add_impulses(world, heirs.first, lost, heirs.share_of_first);
        add_impulses(world, heirs.second, lost, heirs.share_of_second);
    }
}

LocalManifold collide_beside(WorldState& world, uint32_t index, Rot qA, const Transform& b_in_a) {
    const Tuning& tuning = world.tuning;
    Contact& contact = world.contacts[index];
    const Shape& a = world.shapes[contact.shapeA].shape;
    const Shape& b = world.shapes[contact.shapeB].shape;
    const WallContact self = wall_contact(world, contact);
    const bool of_b = b.one_sided || (!a.one_sided && self.wall == contact.shapeB);
    const Shape& own = of_b ? b : a;
    const Transform in_own = of_b ? inverse_mul(b_in_a, Transform{}) : b_in_a;
    if (own.one_sided && lets_through(world, index, self, of_b, in_own)) {
        contact.cache.valid = 0;
        return {};
    }
    // Out of reach of the wall's own box there are no points, whatever lies beside the wall. The fat AABB of a wall
    // that is long and turned overlaps most of what is around it.
    const float tolerance = seam_tolerance(world.tuning);
    const float reach = max(tuning.speculative_distance, tolerance);
    const auto is_near = [&] {
        return own.one_sided || overlaps(shape_aabb(own, {}), grown(shape_aabb(of_b ? a : b, in_own), reach));
    };
    if (!has_faces(own) || !is_near()) { return collide(a, b, b_in_a, tuning, contact.cache); }

    // Along the world's axes, from A's origin: boxes of the shapes themselves decide nearness, so the result does not
    // depend on what else the trees contain. Within the speculative distance the trees find all shapes.
    const Transform axes{{}, qA};
    const Aabb wall = grown(shape_aabb(own, of_b ? axes * b_in_a : axes), tolerance);
    const Aabb mover = grown(shape_aabb(of_b ? a : b, of_b ? axes : axes * b_in_a),
                             max(0.99f * tuning.speculative_distance, tolerance));
    const BodyPose& from = world.poses[of_b ? contact.slotB : contact.slotA];
    size_t most = 0;
    for_each_carrier(world, index, self, [&](uint32_t, uint32_t) { ++most; });
    const Arena::Mark mark = world.arena.mark();
    const std::span<Core> beside = world.arena.allocate<Core>(most);
    size_t count = 0;
    for_each_carrier(world, index, self, [&](uint32_t with, uint32_t other) {
        const ShapeRecord& record = world.shapes[other];
        if (!has_faces(record.shape)) { return; }
        // A shape that lets the body pass covers nothing, but does not make the next piece end there.
        if (!own.one_sided && goes_through(world, world.contacts[with])) { return; }
        Transform pose = relative_pose(from, world.poses[record.slot]);
        if (of_b) { pose = b_in_a * pose; }
        const Aabb box = shape_aabb(record.shape, axes * pose);
        if (overlaps(box, wall) && overlaps(box, mover)) {
            place_core(record.shape, pose, a.centroid, beside[count++]);
        }
    });
    LocalManifold manifold;
    if (count == 0 && !own.one_sided) {
        manifold = collide(a, b, b_in_a, tuning, contact.cache);
    } else {
        contact.cache.valid = 0;
        const ShapeRecord& with_seams = world.shapes[of_b ? contact.shapeB : contact.shapeA];
        const ShapeRecord& other = world.shapes[of_b ? contact.shapeA : contact.shapeB];
        const Vec2 v = relative_velocity(world, with_seams, other, in_own);
        const float w = world.motions[other.slot].w - world.motions[with_seams.slot].w;
        Seams seams{beside.first(count), tolerance, of_b, own.one_sided};
        seams.travel = world.last_dt * (of_b ? rotate(b_in_a.q, v) : v);
        seams.turn = world.last_dt * w;
        manifold = collide_at_seams(a, b, b_in_a, tuning, seams);
    }
    world.arena.release(mark);
    return manifold;
}

} // namespace impulse
