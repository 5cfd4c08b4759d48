#include "world/hooks.h"

#include "world/contacts.h"
#include "world/one_way.h"
#include "world/seams.h"

namespace impulse {
namespace {

/// Whether `n`, unit, out of the shape, points out of a front. `q`: rotation of its body.
bool is_front(const ShapeRecord& shape, Rot q, Vec2 n) {
    return shape.one_way == Vec2{} || dot(n, rotate(q, shape.one_way)) >= kFront;
}

const ManifoldPoint& deepest(const Manifold& manifold) {
    const auto& points = manifold.points;
    return manifold.count > 1 && points[1].separation < points[0].separation ? points[1] : points[0];
}

/// A one-way shape of a contact, and the shape that it may hold.
struct Side {
    const ShapeRecord& own;
    const ShapeRecord& other;
    uint32_t index; ///< of the other shape
    BodyPose pose;  ///< of the bodies
    BodyPose from;
};

Exit exit_from(const WorldState& world, const Side& side) {
    return exit_along(side.own.one_way, side.own.shape, side.other.shape, relative_pose(side.pose, side.from),
                      seam_tolerance(world.tuning));
}

/// Calls `each` for the one-way shapes of a contact until it returns false, which is the result.
template <class Each>
bool for_each_side(const WorldState& world, const Contact& contact, const BodyPose& poseA, const BodyPose& poseB,
                   Each&& each) {
    const ShapeRecord& a = world.shapes[contact.shapeA];
    const ShapeRecord& b = world.shapes[contact.shapeB];
    if (a.one_way != Vec2{} && !each(Side{a, b, contact.shapeB, poseA, poseB})) { return false; }
    return b.one_way == Vec2{} || each(Side{b, a, contact.shapeA, poseB, poseA});
}

/// m: how deep a shape can be that came from the front: a landing body overlaps by two slops at most (`lookahead`).
float landing_depth(const WorldState& world) { return 2.0f * world.tuning.linear_slop; }

/// A pose moved and turned.
BodyPose moved(BodyPose pose, Vec2 by, Rot q) {
    pose.x += static_cast<double>(by.x);
    pose.y += static_cast<double>(by.y);
    pose.q = q;
    return pose;
}

/// The same a step before, by the velocities.
Side step_before(const WorldState& world, Side side) {
    const auto move_back = [&](BodyPose& pose, uint32_t slot) {
        const BodyMotion& motion = world.motions[slot];
        pose = moved(pose, -world.last_dt * motion.v, turn_by(pose.q, -world.last_dt * motion.w));
    };
    move_back(side.pose, side.own.slot);
    move_back(side.from, side.other.slot);
    return side;
}

/// What the shapes beside a one-way shape, with which it forms one surface, do with the shape that may pass it.
struct Beside {
    bool passes = false;
    bool holds = false;
    float depth = 0.0f; ///< m: in those that hold it
};

Beside beside(const WorldState& world, const Contact& self, const Side& side) {
    Beside out;
    const Vec2 d = rotate(side.pose.q, side.own.one_way);
    const float tolerance = seam_tolerance(world.tuning);
    for_each_contact(world, side.other.slot, [&](uint32_t index, uint32_t) {
        const Contact& contact = world.contacts[index];
        const bool of_b = contact.shapeA == side.index;
        const ShapeRecord& with = world.shapes[of_b ? contact.shapeB : contact.shapeA];
        const bool mine = of_b || contact.shapeB == side.index;
        if (!mine || &contact == &self || (contact.flags & (kSensor | kRefused)) != 0) { return; }
        const Vec2 n = of_b ? -contact.manifold.normal : contact.manifold.normal;
        const bool holds = contact.manifold.count > 0 && dot(n, d) >= kFront;
        const bool passes = (contact.flags & kPassing) != 0;
        if (!holds && !passes) { return; }
        const Transform pose = relative_pose(world.poses[side.own.slot], world.poses[with.slot]);
        const Vec2 own = side.own.one_way;
        if (!is_flush(own, side.own.shape, {}, with.shape, pose, tolerance)) { return; }
        out.passes = out.passes || passes;
        if (passes) { return; }
        out.holds = true;
        const Transform to = inverse_mul(pose, relative_pose(side.pose, side.from));
        const Exit exit = exit_along(inverse_rotate(pose.q, own), with.shape, side.other.shape, to, tolerance);
        out.depth = max(out.depth, exit.depth + tolerance);
    });
    return out;
}

/// Whether the other shape is in front of a one-way shape, or came from there; and whether the points apply.
struct Verdict {
    bool front;
    bool solid;
};

Verdict judge(const WorldState& world, const Contact& contact, const Side& side, const Manifold& now, bool overlaps) {
    const bool known = (contact.flags & kJudged) != 0;
    const bool engaged = known && contact.manifold.count > 0;
    const Beside row = beside(world, contact, side);
    const Exit exit = exit_from(world, side);
    const float most = max(landing_depth(world), row.depth);
    bool front = engaged || !row.passes;
    if (!overlaps) {
        front = front && exit.depth <= most;
    } else if (!engaged) {
        const bool over = exit.miss <= seam_tolerance(world.tuning) || row.holds;
        front = front && over && (known || exit_from(world, step_before(world, side)).depth <= most);
    }
    const Vec2 n = &side.own == &world.shapes[contact.shapeA] ? now.normal : -now.normal;
    // What tips or rolls over an edge keeps its contact. What is over the front is not pushed across it.
    const bool beyond = exit.miss > 1.0e-3f * world.tuning.linear_slop;
    const bool solid = front && (is_front(side.own, side.pose.q, n) || (engaged && beyond));
    return {front && (solid || !overlaps || exit.depth <= most), solid};
}

} // namespace

void refresh_hooks(WorldState& world, uint32_t index) {
    Contact& contact = world.contacts[index];
    const ShapeRecord& a = world.shapes[contact.shapeA];
    const ShapeRecord& b = world.shapes[contact.shapeB];
    // Contacts judged by another direction are judged again.
    contact.flags &= ~(kOneWay | kJudged | kPreSolve | kAsked | kDisabled);
    if (a.one_way != Vec2{} || b.one_way != Vec2{}) { contact.flags |= kOneWay; }
    if (a.pre_solve || b.pre_solve) { contact.flags |= kPreSolve; }
    world.hooked = world.hooked || (contact.flags & kHooks) != 0;
}

bool lets_pass(WorldState& world, Contact& contact, const Manifold& now, float gap, const BodyPose& poseA,
               const BodyPose& poseB) {
    const bool apart = now.count > 0 ? deepest(now).separation > 0.0f : gap > 0.0f;
    if (apart) { contact.flags &= ~kPassing; }
    if (now.count == 0 && apart) { contact.flags &= ~kJudged; }
    bool solid = now.count > 0;
    // Without points and not apart: shapes beside it cover all of its faces.
    const bool unknown = solid || (!apart && (contact.flags & kJudged) == 0);
    if ((contact.flags & (kOneWay | kPassing | kRefused)) == kOneWay && unknown) {
        const bool overlaps = solid && !apart;
        const bool front = for_each_side(world, contact, poseA, poseB, [&](const Side& side) {
            const Verdict verdict = judge(world, contact, side, now, overlaps);
            solid = solid && verdict.solid;
            return verdict.front;
        });
        contact.flags = (contact.flags & ~kJudged) | (front ? kJudged : overlaps ? kPassing : 0u);
        solid = solid && front;
    }
    // A contact that begins in the middle of a step is queried in the next one.
    const bool unasked = (contact.flags & (kPreSolve | kAsked)) == kPreSolve && world.hooks.pre_solve != nullptr;
    return unasked || !solid || (contact.flags & (kPassing | kDisabled | kRefused)) != 0;
}

bool may_hold(const WorldState& world, const Contact& contact) {
    if ((contact.flags & (kOneWay | kPassing | kJudged)) != kOneWay) { return (contact.flags & kPassing) == 0; }
    const auto pose = [&](uint32_t slot) {
        const BodyMotion& motion = world.motions[slot];
        return moved(world.poses[slot], motion.dp, motion.dq * world.poses[slot].q);
    };
    return for_each_side(world, contact, pose(contact.slotA), pose(contact.slotB), [&](const Side& side) {
        return exit_from(world, step_before(world, side)).depth <= landing_depth(world);
    });
}

bool sweeps_through(const WorldState& world, uint32_t shape, uint32_t other, Vec2 n) {
    const bool one_way = world.shapes[shape].one_way != Vec2{} || world.shapes[other].one_way != Vec2{};
    if (!world.hooked && !one_way) { return false; } // a shape that nothing touched yet is one-way nevertheless
    const uint32_t slot = world.shapes[shape].slot;
    uint32_t flags = 0;
    bool engaged = false;
    for_each_contact(world, slot, [&](uint32_t index, uint32_t) {
        const Contact& contact = world.contacts[index];
        if (pair_key(contact.shapeA, contact.shapeB) != pair_key(shape, other)) { return; }
        flags = contact.flags;
        engaged = (flags & kJudged) != 0 && contact.manifold.count > 0;
    });
    if ((flags & (kPassing | kDisabled | kRefused | kBehind)) != 0) { return true; }
    if (engaged || !one_way) { return false; }
    Contact pair;
    pair.shapeA = shape;
    pair.shapeB = other;
    const BodyPose& a = world.poses[slot];
    const BodyPose& b = world.poses[world.shapes[other].slot];
    return !for_each_side(world, pair, a, b, [&](const Side& side) {
            return is_front(side.own, side.pose.q, side.index == other ? n : -n) &&
               exit_from(world, side).depth <= landing_depth(world);
    });
}

void begin_question(WorldState& world, uint32_t index) {
    Contact& contact = world.contacts[index];
    contact.flags = (contact.flags & ~kDisabled) | kAsked;
    refresh_material(world, index); // an answer holds for one step
}

bool ask(WorldState& world, uint32_t index) {
    Contact& contact = world.contacts[index];
    PreSolve question;
    question.shape_a = world.shape_id(contact.shapeA);
    question.shape_b = world.shape_id(contact.shapeB);
    question.normal = contact.manifold.normal;
    question.count = contact.manifold.count;
    const BodyPose& pose = world.poses[contact.slotA];
    for (int i = 0; i < question.count; ++i) {
        const ManifoldPoint& point = contact.manifold.points[i];
        question.points[i] = {point_at(pose, point.rA), point.separation};
    }
    question.friction = contact.friction;
    question.restitution = contact.restitution;
    question.tangent_speed = contact.tangent_speed;
    world.hooks.pre_solve(world.hooks.context, question);
    if (question.friction != contact.friction) { contact.friction = contact.static_friction = question.friction; }
    contact.restitution = question.restitution;
    contact.tangent_speed = question.tangent_speed;
    if (question.enabled) { return true; }
    contact.manifold.count = 0;
    contact.flags |= kDisabled;
    if ((contact.flags & kOneWay) != 0) { contact.flags = (contact.flags & ~kJudged) | kPassing; }
    return false;
}

bool is_accepted(const WorldState& world, uint32_t shapeA, uint32_t shapeB) {
    if (world.hooks.filter != nullptr) {
        const int answer = world.hooks.filter(world.hooks.context, world.shape_id(shapeA), world.shape_id(shapeB));
        if (answer >= 0) { return answer > 0; }
    }
    return filters_pass(world, shapeA, shapeB);
}

} // namespace impulse
