// Which shapes continue the surface of another for the shape that touches it: those that it has contacts with too. So
// shapes that it does not collide with cover nothing, and no state is stored. Static and kinematic shapes have one
// surface, whatever their bodies; those of a dynamic body have one of their own. Where a shape touches another, either
// may be a piece of such a surface, or both.
#include "world/seams.h"

#include <optional>

#include "collision/bridged_gaps.h"
#include "collision/pair_points.h"
#include "collision/seams.h"
#include "core/sort.h"
#include "geometry/aabb.h"
#include "geometry/distance.h"
#include "world/contacts.h"
#include "world/hooks.h"

namespace impulse {
namespace {

/// A contact, seen from the shape that slides over a surface.
struct WallContact {
    uint32_t mover;   ///< the shape
    uint32_t slot;    ///< of its body
    uint32_t wall;    ///< the other shape, a piece of the surface
    uint32_t surface; ///< slot of the dynamic body that has the surface; kNull: that of static and kinematic shapes

    /// Slot of the body with fewer contacts: a floor has many.
    uint32_t listed() const { return surface != kNull ? surface : slot; }
};

/// Whether a side of a contact may be a piece of a surface.
bool is_wall(const WorldState& world, const Contact& contact, uint32_t side) {
    const uint32_t slot = contact.slot(side);
    return !world.is_dynamic(slot) || world.sweep_extents[slot].several != 0;
}

bool is_wall_contact(const WorldState& world, const Contact& contact) {
    return (contact.flags & kSensor) == 0 && (is_wall(world, contact, 0) || is_wall(world, contact, 1));
}

/// A shape that lets the body pass continues no surface.
bool carries(const WorldState& world, const Contact& contact) {
    return (contact.flags & (kRefused | kDisabled)) == 0 && may_hold(world, contact);
}

/// `side` is that of the wall.
WallContact wall_contact(const WorldState& world, const Contact& contact, uint32_t side) {
    const uint32_t slot = contact.slot(side);
    return {contact.shape(1 - side), contact.slot(1 - side), contact.shape(side),
            world.is_dynamic(slot) ? slot : kNull};
}

/// The side of the wall: if both are, that of the surface which is not the dynamic one.
uint32_t wall_side(const WorldState& world, const Contact& contact) {
    if (!world.is_dynamic(contact.slotA)) { return 0; }
    return !world.is_dynamic(contact.slotB) || is_wall(world, contact, 1) ? 1 : 0;
}

/// Calls `each(contact)` for the other pieces of the surface that the same shape may touch.
template <class Each>
void for_each_other(const WorldState& world, uint32_t index, const WallContact& self, Each&& each) {
    for_each_contact(world, self.listed(), [&](uint32_t other, uint32_t side) {
        const Contact& contact = world.contacts[other];
        const uint32_t of_wall = self.surface != kNull ? side : 1 - side;
        const uint32_t slot = contact.slot(of_wall);
        const bool same = self.surface != kNull ? slot == self.surface : !world.is_dynamic(slot);
        if (other == index || (contact.flags & kSensor) != 0 || !same) { return; }
        if (contact.shape(1 - of_wall) == self.mover) { each(other); }
    });
}

/// Whether another contact of a shape carries it as the first one may; `kOnWay` is the limit per step.
bool carries_too(const WorldState& world, uint32_t index, uint32_t other) {
    const Contact& contact = world.contacts[other];
    return ((contact.flags ^ world.contacts[index].flags) & kOnWay) == 0 && carries(world, contact);
}

bool has_faces(const Shape& shape) { return shape.count > 1 && shape.radius == 0.0f; }

/// `pieces` = the contacts that carry the shape now with walls that have faces, and whose boxes are near that of the
/// wall, or `across` any gap. (A plank on a thousand posts must not compare each with all.)
void find_pieces(WorldState& world, uint32_t index, const WallContact& self, bool across) {
    world.pieces.clear();
    const auto fat = [&](uint32_t shape) { return world.broad_phase.fat_aabb(world.shapes[shape].proxy); };
    const Aabb beside = common(grown(fat(self.wall), 2.0f * seam_tolerance(world.tuning)), fat(self.mover));
    const Aabb near = across ? fat(self.mover) : beside;
    const auto visit = [&](uint32_t proxy) {
        const uint32_t wall = world.broad_phase.shape(proxy);
        if (wall == self.wall || (self.surface != kNull && world.shapes[wall].slot != self.surface)) { return true; }
        const uint32_t other = contact_of(world, wall, self.mover);
        if (other == kNull || (world.contacts[other].flags & kSensor) != 0) { return true; }
        if (carries_too(world, index, other) && has_faces(world.shapes[wall].shape)) { world.pieces.push_back(other); }
        return true;
    };
    for (const BodyType type : {BodyType::static_body, BodyType::kinematic_body, BodyType::dynamic_body}) {
        if ((type == BodyType::dynamic_body) == (self.surface != kNull)) {
            world.broad_phase.tree(type).query(near, visit);
        }
    }
}

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
            for_each_other(world, index, self, [&](uint32_t other) {
                behind = behind || (carries_too(world, index, other) && goes_through(world, world.contacts[other]));
            });
        }
    }
    contact.flags = behind ? contact.flags | kBehind : contact.flags & ~kBehind;
    world.hooked = world.hooked || behind;
    return behind;
}

} // namespace

bool has_own_surface(const WorldState& world, const Contact& contact) {
    const auto has = [&](uint32_t slot) { return world.is_dynamic(slot) && world.sweep_extents[slot].several != 0; };
    return has(contact.slotA) || has(contact.slotB);
}

bool is_sunk(const WorldState& world, const Contact& contact) {
    const Shape& a = world.shapes[contact.shapeA].shape;
    const Shape& b = world.shapes[contact.shapeB].shape;
    const Transform b_in_a = relative_pose(world.poses[contact.slotA], world.poses[contact.slotB]);
    const float shelf = -kShelf * seam_tolerance(world.tuning);
    const auto holds = [shelf](const Shape& shape, Vec2 p) {
        for (int i = 0; shape.count > 1 && i < shape.count; ++i) { // mostly the first face says no
            if (dot(shape.normals[i], p - shape.points[i]) - shape.radius >= shelf) { return false; }
        }
        return signed_distance(shape, p) < shelf; // of round ones, beside their corners
    };
    return holds(a, transform(b_in_a, b.centroid)) || holds(b, transform(inverse_mul(b_in_a, Transform{}), a.centroid));
}

void mark_seams(WorldState& world, uint32_t index) {
    Contact& contact = world.contacts[index];
    if ((contact.flags & kSensor) != 0) { return; }
    const bool one_sided = world.shapes[contact.shapeA].shape.one_sided || world.shapes[contact.shapeB].shape.one_sided;
    const bool of_several = has_own_surface(world, contact);
    if (one_sided || of_several) { contact.flags |= kSeams; }
    if (of_several) { return; } // all others of such a body have the flag, too
    // All of them: the flag stays, and which of them carry the shape changes with every step.
    for (const uint32_t side : {0u, 1u}) {
        if (!is_wall(world, contact, side)) { continue; }
        for_each_other(world, index, wall_contact(world, contact, side), [&](uint32_t other) {
            world.contacts[other].flags |= kSeams;
            contact.flags |= kSeams;
        });
    }
}

namespace {

/// The contacts of a dynamic body are computed again.
void renew_own_seams(WorldState& world, uint32_t slot) {
    for_each_contact(world, slot, [&](uint32_t contact, uint32_t) {
        Contact& of = world.contacts[contact];
        if ((of.flags & kSensor) == 0) { of.flags |= kSeams; }
        forget_manifold(world, contact);
    });
}

} // namespace

void renew_seams(WorldState& world, uint32_t shape) {
    const ShapeRecord& record = world.shapes[shape];
    if (record.proxy == kNull || record.sensor) { return; }
    if (world.is_dynamic(record.slot)) { return renew_own_seams(world, record.slot); }
    const Aabb box = grown(world.broad_phase.fat_aabb(record.proxy), seam_tolerance(world.tuning));
    world.broad_phase.tree(BodyType::dynamic_body).query(box, [&](uint32_t proxy) {
        for_each_contact(world, world.shapes[world.broad_phase.shape(proxy)].slot, [&](uint32_t contact, uint32_t) {
            if (is_wall_contact(world, world.contacts[contact])) { forget_manifold(world, contact); }
        });
        return true;
    });
}

void renew_seams_of_body(WorldState& world, uint32_t slot) {
    if (world.is_dynamic(slot)) { return; } // its shapes keep their places on it
    for_each_shape(world, slot, [&](uint32_t index) { renew_seams(world, index); });
}

float seam_tolerance(const Tuning& tuning) { return 0.5f * tuning.linear_slop; }

void note_points(WorldState& world, uint32_t index, const Manifold& before, const Manifold& now) {
    const Contact& contact = world.contacts[index];
    if (!is_wall_contact(world, contact)) { return; }
    const uint32_t side = wall_side(world, contact);
    const bool of_a = side == 1; // the mover
    const WallContact self = wall_contact(world, contact, side);
    const auto arm_of = [of_a](const ManifoldPoint& point) { return of_a ? point.rA : point.rB; };
    const auto seam_point = [&](const Manifold& of, const ManifoldPoint& point, uint32_t at) {
        const Vec2 normal = of_a ? -of.normal : of.normal;
        return SeamPoint{index,         at,     self.mover,           self.surface,         self.wall,
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
    const auto is_earlier = [](const SeamPoint& a, const SeamPoint& b) {
        return a.mover != b.mover ? a.mover < b.mover : a.surface < b.surface;
    };
    const auto before = [&](const SeamPoint& a, const SeamPoint& b) {
        if (is_earlier(a, b) || is_earlier(b, a)) { return is_earlier(a, b); }
        return a.wall != b.wall ? a.wall < b.wall : a.normal_impulse > b.normal_impulse;
    };
    for (List<SeamPoint>* points : {&world.lost_points, &world.seam_points}) {
        merge_sort(world.arena, std::span<SeamPoint>(*points), before);
    }
    const std::span<const SeamPoint> all(world.seam_points);
    size_t first = 0; // of the same shape on the same surface
    size_t end = 0;
    for (const SeamPoint& lost : world.lost_points) {
        while (first < all.size() && is_earlier(all[first], lost)) { ++first; }
        for (end = std::max(first, end); end < all.size() && !is_earlier(lost, all[end]);) { ++end; }
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

namespace {

/// What lies beside the shape of a side, a piece of a surface. `none`: nothing, and it is not one-sided. `passes`: it
/// is, and lets the other shape through. Arrays are in the arena.
enum class Beside { none, some, passes };

/// A contact of a wall, which is on its `side`.
struct WallPair {
    const Contact& contact;
    const WallContact self;
    const uint32_t index;
    const uint32_t side;
    const Shape& wall;
    const Shape& mover;
    const Transform a_in_world; ///< turned only: from A's origin
    const Transform b_in_a;
    std::optional<CorePair>& cores; ///< placed when they are needed, once for both sides
    bool at_end = false;            ///< the mover may bridge a gap

    bool of_b() const { return side == 1; }
    Transform mover_in_wall() const { return of_b() ? inverse_mul(b_in_a, Transform{}) : b_in_a; }
    Aabb box_of(uint32_t of_side) const {
        return shape_aabb(of_side == side ? wall : mover, of_side == 1 ? a_in_world * b_in_a : a_in_world);
    }
    const Core& core(bool of_wall) const { return of_wall == of_b() ? cores->b : cores->a; }
    void place() {
        if (cores) { return; }
        const Shape& a = of_b() ? mover : wall;
        cores.emplace(a, of_b() ? wall : mover, b_in_a, a.centroid);
    }
};

/// Places the pieces near the mover that lie beside the wall, and as segments those from which it bridges a gap, in A's
/// frame with A's centroid as origin. Boxes of the shapes themselves, along the world's axes, decide nearness, so the
/// result does not depend on what else the trees contain. Within the speculative distance the trees find all shapes.
std::span<Core> place_pieces(WorldState& world, WallPair& pair) {
    const float tolerance = seam_tolerance(world.tuning);
    const Aabb wall = grown(pair.box_of(pair.side), tolerance);
    const Aabb mover = grown(pair.box_of(1 - pair.side), max(0.99f * world.tuning.speculative_distance, tolerance));
    const BodyPose& from = world.poses[pair.contact.slot(pair.side)];
    const Vec2 origin = (pair.of_b() ? pair.mover : pair.wall).centroid;
    const std::span<Core> out = world.arena.allocate<Core>(2 * world.pieces.size());
    size_t count = 0;
    for (const uint32_t piece : world.pieces) {
        const Contact& with = world.contacts[piece];
        // A shape that lets the body pass covers nothing, but does not make the next piece end there.
        if (!pair.wall.one_sided && goes_through(world, with)) { continue; }
        const ShapeRecord& record = world.shapes[with.shape(with.shapeA == pair.self.mover ? 1 : 0)];
        Transform pose = relative_pose(from, world.poses[record.slot]);
        if (pair.of_b()) { pose = pair.b_in_a * pose; }
        const Aabb box = shape_aabb(record.shape, pair.a_in_world * pose);
        const bool adjacent = overlaps(box, wall);
        if (!overlaps(box, mover) || (!adjacent && !pair.at_end)) { continue; }
        const Core& core = out[count];
        place_core(record.shape, pose, origin, out[count]);
        if (adjacent) { ++count; } // else the next one takes its place
        if (!pair.at_end) { continue; }
        if (bridges(pair.core(false), pair.mover.radius, pair.core(true), core, tolerance, out[count])) { ++count; }
    }
    return out.first(count);
}

Beside find_seams(WorldState& world, WallPair& pair, Seams& out) {
    const bool one_sided = pair.wall.one_sided;
    const Transform in_wall = pair.mover_in_wall();
    if (one_sided && lets_through(world, pair.index, pair.self, pair.of_b(), in_wall)) { return Beside::passes; }
    // Out of reach of the wall there are no points, whatever lies beside it. The fat AABB of a wall that is long and
    // turned overlaps most of what is around it.
    const float tolerance = seam_tolerance(world.tuning);
    const float reach = max(world.tuning.speculative_distance, tolerance);
    const auto is_near = [&] {
        return one_sided || overlaps(shape_aabb(pair.wall, {}), grown(shape_aabb(pair.mover, in_wall), reach));
    };
    if (!has_faces(pair.wall)) { return Beside::none; }
    if (!is_near()) { return Beside::none; }
    pair.place();
    pair.at_end = lies_at_end(pair.core(false), pair.mover.radius, pair.core(true), tolerance);
    find_pieces(world, pair.index, pair.self, pair.at_end);
    const std::span<Core> beside = place_pieces(world, pair);
    if (beside.empty() && !one_sided) { return Beside::none; }
    const ShapeRecord& with_seams = world.shapes[pair.self.wall];
    const ShapeRecord& other = world.shapes[pair.self.mover];
    const Vec2 v = relative_velocity(world, with_seams, other, in_wall);
    out = {beside, tolerance, pair.of_b(), one_sided};
    out.travel = world.last_dt * (pair.of_b() ? rotate(pair.b_in_a.q, v) : v);
    out.turn = world.last_dt * (world.motions[other.slot].w - world.motions[with_seams.slot].w);
    return Beside::some;
}

} // namespace

LocalManifold collide_beside(WorldState& world, uint32_t index, Rot qA, const Transform& b_in_a, const Tuning& tuning) {
    Contact& contact = world.contacts[index];
    const Shape& a = world.shapes[contact.shapeA].shape;
    const Shape& b = world.shapes[contact.shapeB].shape;
    const uint32_t first = b.one_sided ? 1 : a.one_sided ? 0 : wall_side(world, contact);
    const Arena::Mark mark = world.arena.mark();
    Seams seams[2];
    std::optional<CorePair> cores;
    size_t count = 0;
    bool passes = false;
    for (const uint32_t side : {first, 1 - first}) {
        const bool one_sided = side == 1 ? b.one_sided : a.one_sided;
        if (passes || (!one_sided && !is_wall(world, contact, side))) { continue; }
        const WallContact self = wall_contact(world, contact, side);
        WallPair pair{contact, self, index, side, side == 1 ? b : a, side == 1 ? a : b, {Vec2{}, qA}, b_in_a, cores};
        const Beside found = find_seams(world, pair, seams[count]);
        if (found == Beside::some) { ++count; }
        passes = found == Beside::passes;
    }
    LocalManifold manifold;
    if (passes || count > 0) { contact.cache.valid = 0; }
    if (!passes) {
        manifold = count > 0 ? collide_at_seams(*cores, tuning, std::span<const Seams>(seams).first(count))
                             : collide(a, b, b_in_a, tuning, contact.cache);
    }
    manifold.continued = count > 0;
    world.arena.release(mark);
    return manifold;
}

} // namespace impulse
