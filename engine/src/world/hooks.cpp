#include "world/hooks.h"

#include "world/contacts.h"

namespace impulse {
namespace {

/// A surface is a front if its normal is within 45 degrees of the shape's direction.
constexpr float kFront = 0.70710678f; // cos 45 degrees

/// Whether `n`, unit, out of the shape, points out of a front. `q`: rotation of its body.
bool is_front(const ShapeRecord& shape, Rot q, Vec2 n) {
    return shape.one_way == Vec2{} || dot(n, rotate(q, shape.one_way)) >= kFront;
}

bool is_front(const WorldState& world, const Contact& contact, Rot qA, Rot qB, Vec2 n) {
    return is_front(world.shapes[contact.shapeA], qA, n) && is_front(world.shapes[contact.shapeB], qB, -n);
}

const ManifoldPoint& deepest(const Manifold& manifold) {
    const auto& points = manifold.points;
    return manifold.count > 1 && points[1].separation < points[0].separation ? points[1] : points[0];
}

/// Whether the velocities show that the two were separated a step ago: a landing body overlaps by two slops at most
/// (`lookahead`).
bool were_apart(const WorldState& world, const Contact& contact, const Manifold& now) {
    const ManifoldPoint& point = deepest(now);
    const BodyMotion& a = world.motions[contact.slotA];
    const BodyMotion& b = world.motions[contact.slotB];
    const float parting = dot(b.v + cross(b.w, point.rB) - a.v - cross(a.w, point.rA), now.normal);
    return point.separation - parting * world.last_dt >= -2.0f * world.tuning.linear_slop;
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

bool lets_pass(WorldState& world, Contact& contact, const Manifold& now, Rot qA, Rot qB) {
    if (now.count == 0 || deepest(now).separation > 0.0f) { contact.flags &= ~kPassing; }
    if (now.count == 0) { contact.flags &= ~kJudged; }
    if ((contact.flags & kRefused) != 0 || now.count == 0) { return true; }
    if ((contact.flags & kOneWay) != 0 && (contact.flags & (kPassing | kJudged)) == 0) {
        const bool stops = is_front(world, contact, qA, qB, now.normal) && were_apart(world, contact, now);
        contact.flags |= stops ? kJudged : kPassing;
    }
    // A contact that begins in the middle of a step is queried in the next one.
    const bool unasked = (contact.flags & (kPreSolve | kAsked)) == kPreSolve && world.hooks.pre_solve != nullptr;
    return unasked || (contact.flags & (kPassing | kDisabled)) != 0;
}

bool sweeps_through(const WorldState& world, uint32_t shape, uint32_t other, Vec2 n) {
    if (!world.hooked) { return false; }
    const uint32_t slot = world.shapes[shape].slot;
    uint32_t flags = 0;
    for_each_contact(world, slot, [&](uint32_t index, uint32_t) {
        const Contact& contact = world.contacts[index];
        if (pair_key(contact.shapeA, contact.shapeB) == pair_key(shape, other)) { flags = contact.flags; }
    });
    if ((flags & (kPassing | kDisabled | kRefused | kBehind)) != 0) { return true; }
    if ((flags & kJudged) != 0) { return false; }
    const ShapeRecord& a = world.shapes[shape];
    const ShapeRecord& b = world.shapes[other];
    return !is_front(a, world.poses[a.slot].q, n) || !is_front(b, world.poses[b.slot].q, -n);
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
