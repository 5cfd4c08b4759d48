// What a character touches: which shapes are near its hull, which of them let it in, and whether a contact is ground,
// wall, ceiling or a seam (character.cpp).
#include "geometry/aabb.h"
#include "geometry/distance.h"
#include "geometry/toi.h"
#include "world/character.h"
#include "world/contacts.h"
#include "world/seams.h"

namespace impulse {
namespace {

constexpr float kParallel = 1.0e-5f; // 1 - cos of 0.25 degrees: a normal this near to a face normal equals it

float support(const Shape& shape, const Transform& pose, Vec2 direction) {
    const Vec2 n = inverse_rotate(pose.q, direction);
    float most = -kNever;
    for (int i = 0; i < shape.count; ++i) { most = max(most, dot(n, shape.points[i])); }
    return most + dot(direction, pose.p) + shape.radius;
}

/// m: along right_perp(n), of the points of a shape that lie within `depth` of its end in the direction n.
struct Extent {
    float low = kNever;
    float high = -kNever;
};
Extent extent_of(const Shape& shape, const Transform& pose, Vec2 n, float depth) {
    Extent extent;
    const float end = support(shape, pose, n) - shape.radius - depth;
    for (int i = 0; i < shape.count; ++i) {
        const Vec2 p = transform(pose, shape.points[i]);
        if (!(dot(p, n) >= end)) { continue; }
        extent.low = min(extent.low, dot(p, right_perp(n)));
        extent.high = max(extent.high, dot(p, right_perp(n)));
    }
    return extent;
}

/// The touched vertex, unless a face is touched. Round shapes have no corners.
int touched_vertex(const Shape& shape, Vec2 n) {
    if (shape.radius > 0.0f || shape.count < 2) { return -1; }
    int best = 0;
    for (int i = 0; i < shape.count; ++i) {
        if (dot(shape.normals[i], n) > 1.0f - kParallel) { return -1; }
        if (dot(shape.points[i], n) > dot(shape.points[best], n)) { best = i; }
    }
    return best;
}

} // namespace

bool Mover::sees(uint32_t index) const {
    const ShapeRecord& record = world_.shapes[index];
    if (record.slot == slot_ || record.sensor || !filters_pass(world_, own_, index)) { return false; }
    for (const Touch& passed : passed_) {
        if (passed.index == index) { return false; }
    }
    return true;
}

/// Converts from double to float only as a difference, so that a character far from the origin moves like any other.
Transform Mover::pose_of(uint32_t index) const {
    const BodyPose& here = world_.poses[slot_];
    const BodyPose& pose = world_.poses[world_.shapes[index].slot];
    return {center_offset(here, pose) + here.local_center - rotate(pose.q, pose.local_center), pose.q};
}

/// From a body's centre of mass.
Vec2 Mover::arm_to(uint32_t slot, Vec2 point) const {
    const BodyPose& here = world_.poses[slot_];
    return point - center_offset(here, world_.poses[slot]) - here.local_center;
}

Vec2 Mover::velocity_at(uint32_t index, Vec2 point) const {
    const uint32_t slot = world_.shapes[index].slot;
    const BodyMotion& motion = world_.motions[slot];
    return motion.v + cross(motion.w, arm_to(slot, point));
}

/// m/s: the speed along the normal of a dynamic body whose material moves at `v`. What moves with the ground that
/// carries the character has none, nor has a body at rest to which the ground carries it.
float Mover::own_approach(uint32_t slot, Vec2 n, Vec2 v) const {
    const float speed = dot(n, v);
    const float relative = speed - dot(n, world_.motions[slot_].v);
    if (!world_.is_dynamic(slot) || !(speed * relative > 0.0f)) { return 0.0f; }
    return abs(speed) < abs(relative) ? speed : relative;
}

/// Of two faces that touch, the point that is nearest to beside the centre of the body. The nearest points of faces are
/// those of either end, by a tilt of a microradian: pushes would act at the one and at the other by turns.
Vec2 Mover::middle_of(const CharacterHit& hit) const {
    const ShapeRecord& record = world_.shapes[hit.shape.index()];
    const Vec2 along = right_perp(hit.normal);
    const Extent own = extent_of(hull_, {at_, {}}, -hit.normal, touch_);
    const Extent other = extent_of(record.shape, pose_of(hit.shape.index()), hit.normal, touch_);
    const float low = max(-own.high, other.low); // `own` is along the opposite direction
    const float high = min(-own.low, other.high);
    const float at = dot(hit.point, along);
    const float beside = at - dot(arm_to(record.slot, hit.point), along);
    return low < high ? hit.point + (clamp(beside, low, high) - at) * along : hit.point;
}

/// m: how far the shape pushes along the normal in a step.
float Mover::moved_by(const Touch& touch) const {
    return dt_ * dot(touch.normal, velocity_at(touch.index, touch.point));
}

/// Whether a shape that is solid from one side only is solid along the normal.
bool Mover::is_front(const Touch& touch) const {
    const ShapeRecord& record = world_.shapes[touch.index];
    const Shape& shape = record.shape;
    if (shape.one_sided && dot(touch.normal, rotate(touch.pose.q, shape.normals[0])) <= 0.0f) { return false; }
    return record.one_way == Vec2{} || dot(touch.normal, rotate(touch.pose.q, record.one_way)) >= kFront;
}

/// Whether such a shape lets the character pass in this move: the character comes from another side, or is inside. A
/// character that is inside by at most its skin (its hull by two), or by the displacement of the shape in a step more,
/// stands on the shape. A character beyond the front stays outside, even if a corner is nearest.
bool Mover::lets_in(const Touch& touch, bool drop) const {
    const ShapeRecord& record = world_.shapes[touch.index];
    if (drop && is_front(touch) && (touch.gap <= def_.skin || dot(touch.normal, up_) >= kFront)) { return true; }
    const Vec2 front = rotate(touch.pose.q, record.one_way == Vec2{} ? record.shape.normals[0] : record.one_way);
    const float depth = -depth_of_rest(touch, front);
    if (is_front(touch) && touch.gap >= depth) { return false; }
    const float clear = -support(hull_, {}, -front) - support(record.shape, touch.pose, front);
    return clear < depth;
}

/// Calls `visit(index)` for the visible shapes near the path of the character.
void Mover::each_near(Vec2 from, Vec2 to, float reach, ShapeVisit visit) const {
    const Vec2 origin = world_origin(world_.poses[slot_]);
    const Aabb box = merge(shape_aabb(hull_, {from + origin, {}}), shape_aabb(hull_, {to + origin, {}}));
    world_.broad_phase.query(grown(box, reach), [&](uint32_t index) {
        if (sees(index)) { visit(index); }
        return true;
    });
}

/// Whether one of `passed` and the one-way shape form one surface.
bool Mover::continues(const Touch& touch, const Touches& passed) const {
    const ShapeRecord& record = world_.shapes[touch.index];
    bool flush = false;
    for (const Touch& other : passed) {
        const ShapeRecord& with = world_.shapes[other.index];
        flush = flush || (with.one_way != Vec2{} &&
                          is_flush(record.one_way, record.shape, with.shape, inverse_mul(touch.pose, other.pose),
                                   seam_tolerance(world_.tuning)));
    }
    return flush;
}

void Mover::find_passed(Vec2 want, bool drop) {
    Touches passed;
    Touches others;
    each_near({}, want, def_.skin + def_.step_height + def_.snap_distance, [&](uint32_t index) {
        const ShapeRecord& record = world_.shapes[index];
        const bool one_way = !(record.one_way == Vec2{});
        if (!one_way && !record.shape.one_sided) { return; }
        const Touch touch = touch_of(index, {});
        if (lets_in(touch, drop && one_way)) {
            passed.add(touch);
        } else if (one_way) {
            others.add(touch);
        }
    });
    // A row of tiles is one surface, and lets it in as a whole.
    for (int i = 0; i < others.count; ++i) {
        if (others.items[i].index == kNull || !continues(others.items[i], passed)) { continue; }
        passed.add(others.items[i]);
        others.items[i].index = kNull;
        i = -1; // it may continue in those before
    }
    passed_ = passed;
}

/// m: how deep a shape may contain a character that stands on it.
float Mover::depth_of_rest(const Touch& touch, Vec2 front) const {
    return 2.0f * def_.skin + max(dot(velocity_at(touch.index, touch.point), front), 0.0f) * dt_;
}

/// From the band of rest to below the depth at which `lets_in` ends. If the shape moves, its displacement in a step is
/// added: `lets_in` allows for it if the shape rises, and a sinking shape goes after the character by as much.
Drop Mover::way_down() const {
    Drop drop;
    for (const Touch& touch : passed_) {
        const bool stands = touch.gap <= def_.skin && touch.gap >= -depth_of_rest(touch, touch.normal);
        if (!stands || !is_front(touch)) { continue; }
        const float moved = abs(moved_by(touch));
        drop.depth = max(drop.depth, (2.2f * def_.skin + moved) / max(dot(touch.normal, up_), kFront));
        drop.speed = min(drop.speed, dot(velocity_at(touch.index, touch.point), up_));
    }
    return drop;
}

Touch Mover::touch_of(uint32_t index, Vec2 at) const {
    const Shape& shape = world_.shapes[index].shape;
    Touch touch;
    touch.index = index;
    touch.pose = pose_of(index);
    const Separation found = separation(hull_, {at, {}}, shape, touch.pose);
    touch.gap = found.distance;
    touch.normal = -found.normal;
    touch.point = found.pointB;
    touch.vertex = touched_vertex(shape, inverse_rotate(touch.pose.q, touch.normal));
    return touch;
}

/// The shapes within `reach` of the hull at a place. `foot_at`: the position from which step heights are measured.
void Mover::look(Vec2 at, Vec2 foot_at, float reach) {
    touches_.count = 0;
    each_near(at, at, reach, [&](uint32_t index) {
        const Touch touch = touch_of(index, at);
        if (touch.gap <= reach) { touches_.add(touch); }
    });
    const float foot = -support(hull_, {foot_at, {}}, -up_);
    for (Touch& touch : touches_) {
        judge(touch, foot);
        touch.own = own_approach(world_.shapes[touch.index].slot, touch.normal, velocity_at(touch.index, touch.point));
    }
}

/// Whether `n` is in the normal cone of the vertex in each shape that has the vertex.
bool Mover::is_normal(Vec2 vertex, Vec2 n) const {
    for (const Touch& touch : touches_) {
        const Shape& shape = world_.shapes[touch.index].shape;
        const float distance = signed_distance(shape, inverse_transform(touch.pose, vertex));
        if (distance <= touch_ && support(shape, touch.pose, n) - dot(n, vertex) > touch_) { return false; }
    }
    return true;
}

void Mover::judge_vertex(Touch& touch, float foot) const {
    const Shape& own = world_.shapes[touch.index].shape;
    const Vec2 vertex = transform(touch.pose, own.points[touch.vertex]);
    touch.hidden = !is_normal(vertex, touch.normal);
    if (touch.hidden || dot(touch.normal, up_) <= 0.0f) { return; }
    bool all = true;
    bool any = is_normal(vertex, up_);
    for (const Touch& other : touches_) {
        const Shape& shape = world_.shapes[other.index].shape;
        for (int i = 0; shape.count > 1 && i < shape.count; ++i) {
            const Vec2 n = rotate(other.pose.q, shape.normals[i]);
            const Vec2 p = transform(other.pose, shape.points[i]);
            const bool borders = abs(dot(n, vertex - p)) <= touch_ && is_normal(vertex, n) &&
                                 signed_distance(shape, inverse_transform(other.pose, vertex)) <= touch_;
            if (!borders) { continue; }
            const bool walkable = dot(n, up_) >= cos_slope_;
            all = all && walkable;
            any = any || walkable;
        }
    }
    const bool low = dot(vertex, up_) - foot <= def_.step_height + 0.5f * def_.skin;
    const bool passes = !falls_ && dot(touch.normal, ahead_) >= 0.0f; // on the way down from it
    if (all || (any && low && (passes || dot(touch.normal, up_) >= kSteepestEdge))) {
        touch.surface = CharacterHit::ground;
    }
}

/// Classifies the contact for the character, or as a seam.
void Mover::judge(Touch& touch, float foot) const {
    touch.hidden = !is_front(touch);
    if (touch.hidden) { return; }
    const float steep = dot(touch.normal, up_);
    touch.surface = steep <= -kFront ? CharacterHit::ceiling : CharacterHit::wall;
    if (touch.vertex >= 0) {
        judge_vertex(touch, foot);
    } else if (steep >= cos_slope_) {
        touch.surface = CharacterHit::ground;
    }
}

/// Whether a contact is ground on which the character stays.
bool Mover::holds(const Touch& touch) const {
    return touch.surface == CharacterHit::ground && (touch.vertex < 0 || dot(touch.normal, up_) >= kSteepestEdge);
}

/// The direction, across `up`, in which a side is left: no ramp. Of what is as level as asin 0.1 = 5.7 degrees or less,
/// where this way would be more than ten times the shortest, and of ceilings it is the normal.
Vec2 Mover::aside(Vec2 n) const {
    const Vec2 across = n - dot(n, up_) * up_;
    return dot(n, up_) > 0.0f && length(across) > 0.1f ? normalize(across) : n;
}

/// The most level ground contact, no further than `most` (m).
const Touch* Mover::ground(float most) const {
    const Touch* best = nullptr;
    for (const Touch& touch : touches_) {
        if (touch.hidden || touch.surface != CharacterHit::ground || touch.gap > most) { continue; }
        if (best == nullptr || dot(touch.normal, up_) > dot(best->normal, up_)) { best = &touch; }
    }
    return best;
}

} // namespace impulse
