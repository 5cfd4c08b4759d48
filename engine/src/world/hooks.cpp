#include "world/hooks.h"

#include <algorithm>

#include "world/contacts.h"
#include "world/one_way.h"
#include "world/seams.h"

namespace impulse {
namespace {

/// Whether `n`, unit, out of the shape, points out of a front. `q`: rotation of its body.
bool is_front(const ShapeRecord& shape, Rot q, Vec2 n) {
    return shape.one_way == Vec2{} || dot(n, rotate(q, shape.one_way)) >= kFront;
}

/// m: how deep a shape can be that came from the front: a landing body overlaps by two slops at most (`lookahead`).
float landing_depth(const WorldState& world) { return 2.0f * world.tuning.linear_slop; }

/// Whether a shape is in front of a one-way shape. If it overlaps, it was so a step ago, by its speed along the
/// direction.
bool comes_from_front(const WorldState& world, const Behind& at, float speed) {
    const float depth = at.depth > 0.0f ? at.depth + world.last_dt * max(speed, 0.0f) : at.depth;
    return depth <= landing_depth(world);
}

/// What the shapes that form one surface with a one-way shape do with the shape that may pass it.
struct Row {
    bool passes = false;
    bool holds = false;
};

Row row_of(const WorldState& world, const Contact& self, const ShapeRecord& own, uint32_t other) {
    Row row;
    const BodyPose& pose = world.poses[own.slot];
    const Vec2 d = rotate(pose.q, own.one_way);
    for_each_contact(world, world.shapes[other].slot, [&](uint32_t index, uint32_t) {
        const Contact& contact = world.contacts[index];
        const bool of_a = contact.shapeB == other;
        if (&contact == &self || (!of_a && contact.shapeA != other) || (contact.flags & kSensor) != 0) { return; }
        const float up = dot(contact.manifold.normal, d);
        const bool holds = contact.manifold.count > 0 && (of_a ? up : -up) >= kFront;
        const bool passes = (contact.flags & kPassing) != 0;
        if (!holds && !passes) { return; }
        const ShapeRecord& with = world.shapes[of_a ? contact.shapeA : contact.shapeB];
        const Transform beside = relative_pose(pose, world.poses[with.slot]);
        if (!is_flush(own.one_way, own.shape, with.shape, beside, seam_tolerance(world.tuning))) { return; }
        row.passes = row.passes || passes;
        row.holds = row.holds || !passes;
    });
    return row;
}

/// A side of a contact: A's shape, or B's.
struct Side {
    const ShapeRecord& own;
    uint32_t other; ///< shape
    const BodyPose& pose;
    Behind at{};
    bool came = true; ///< The other shape is in front. If it overlaps, it was so a step ago, by the velocities.

    Side(const WorldState& world, const Contact& contact, bool of_b, const BodyPose& poseA, const BodyPose& poseB)
        : own(world.shapes[of_b ? contact.shapeB : contact.shapeA]),
          other(of_b ? contact.shapeA : contact.shapeB),
          pose(of_b ? poseB : poseA) {}
    void look(const WorldState& world, const Contact& contact, const BodyPose& from, const ManifoldPoint& point);
};

void Side::look(const WorldState& world, const Contact& contact, const BodyPose& from, const ManifoldPoint& point) {
    const ShapeRecord& with = world.shapes[other];
    at = find_behind(own.one_way, own.shape, with.shape, relative_pose(pose, from));
    const BodyMotion& a = world.motions[contact.slotA];
    const BodyMotion& b = world.motions[contact.slotB];
    const Vec2 moving = b.v + cross(b.w, point.rB) - a.v - cross(a.w, point.rA);
    const float along = dot(rotate(pose.q, own.one_way), other == contact.shapeB ? moving : -moving);
    came = at.below && at.depth + world.last_dt * along <= landing_depth(world);
}

/// What a one-way contact does.
struct Verdict {
    bool passes = false;
    bool front = true; ///< the one shape is in front of the other, or came from there
    bool solid = true; ///< the points apply
};

void judge(const WorldState& world, const Contact& contact, const Manifold& now, bool of_b, const BodyPose& poseA,
           const BodyPose& poseB, Verdict& verdict) {
    Side side(world, contact, of_b, poseA, poseB);
    const bool along = is_front(side.own, side.pose.q, of_b ? -now.normal : now.normal);
    const bool engaged = (contact.flags & kJudged) != 0 && contact.manifold.count > 0;
    if (side.own.one_way == Vec2{} || (engaged && along)) { return; }

    side.look(world, contact, of_b ? poseA : poseB, deepest(now));
    const Row row = row_of(world, contact, side.own, side.other);
    const bool front = engaged || ((row.holds || side.came) && !row.passes);
    // What tips or rolls over an edge keeps its contact. What is over the front is not pushed across it.
    const bool solid = front && (along || (engaged && !side.at.front));
    const bool deep = side.at.below && side.at.depth > landing_depth(world) && !row.holds;
    verdict.front = verdict.front && front;
    verdict.solid = verdict.solid && solid;
    verdict.passes = verdict.passes || (!solid && (deep || row.passes));
}

} // namespace

void refresh_hooks(WorldState& world, uint32_t index) {
    Contact& contact = world.contacts[index];
    const ShapeRecord& a = world.shapes[contact.shapeA];
    const ShapeRecord& b = world.shapes[contact.shapeB];
    // Contacts judged by another direction are judged again.
    contact.flags &= ~(kOneWay | kJudged | kPreSolve | kAsked | kDisabled);
    if (a.one_way != Vec2{} || b.one_way != Vec2{}) { contact.flags |= kOneWay; }
    if ((a.pre_solve || b.pre_solve) && (contact.flags & kSensor) == 0) { contact.flags |= kPreSolve; }
    world.hooked = world.hooked || (contact.flags & kHooks) != 0;
}

bool lets_pass(WorldState& world, Contact& contact, const Manifold& now, float gap, const BodyPose& poseA,
               const BodyPose& poseB) {
    const bool apart = now.count > 0 ? deepest(now).separation > 0.0f : gap > 0.0f;
    if (apart) { contact.flags &= ~kPassing; }
    if (now.count == 0 && apart) { contact.flags &= ~kJudged; }
    // Without points and not apart: shapes beside it cover all of its faces.
    bool solid = now.count > 0;
    if ((contact.flags & (kOneWay | kPassing | kRefused)) == kOneWay && (solid || !apart)) {
        Verdict verdict;
        judge(world, contact, now, false, poseA, poseB, verdict);
        judge(world, contact, now, true, poseA, poseB, verdict);
        const bool passes = verdict.passes && solid && !apart;
        contact.flags = (contact.flags & ~kJudged) | (passes ? kPassing : verdict.front ? kJudged : 0u);
        solid = solid && verdict.solid;
    }
    // A contact that begins in the middle of a step is queried in the next one. It waits for that without a callback
    // too: one that decides nothing must not change the motion.
    const bool unasked = (contact.flags & (kPreSolve | kAsked)) == kPreSolve;
    return unasked || !solid || (contact.flags & (kPassing | kDisabled | kRefused)) != 0;
}

bool may_hold(const WorldState& world, const Contact& contact) {
    if ((contact.flags & (kOneWay | kJudged)) != kOneWay) { return true; }
    bool holds = (contact.flags & kPassing) == 0;
    for (int of_b = 0; holds && of_b < 2; ++of_b) {
        const BodyPose& a = world.poses[contact.slotA];
        const BodyPose& b = world.poses[contact.slotB];
        Side side(world, contact, of_b != 0, a, b);
        if (side.own.one_way == Vec2{}) { continue; }
        side.look(world, contact, of_b != 0 ? a : b, {});
        holds = side.came;
    }
    return holds;
}

bool sweeps_through(const WorldState& world, uint32_t shape, uint32_t other, Vec2 n) {
    const bool one_way = world.shapes[shape].one_way != Vec2{} || world.shapes[other].one_way != Vec2{};
    const bool rides = world.bodies[world.shapes[other].slot].type == BodyType::kinematic_body; // if a character
    if (!world.hooked && !one_way && !rides) { return false; } // one-way may be what nothing has touched yet
    const uint32_t index = contact_of(world, shape, other);
    const uint32_t flags = index != kNull ? world.contacts[index].flags : 0u;
    const bool engaged = (flags & kJudged) != 0 && world.contacts[index].manifold.count > 0;
    if ((flags & (kPassing | kDisabled | kRefused | kBehind)) != 0) { return true; }
    if ((flags & kHeld) != 0 && rides) { return true; }
    if (engaged || !one_way) { return false; }
    const auto lets = [&](uint32_t own, uint32_t moving, Vec2 out) {
        const ShapeRecord& record = world.shapes[own];
        const BodyPose& pose = world.poses[record.slot];
        if (record.one_way == Vec2{}) { return false; }
        if (!is_front(record, pose.q, out)) { return true; }
        const ShapeRecord& of = world.shapes[moving];
        const Transform from = relative_pose(pose, world.poses[of.slot]);
        const Behind at = find_behind(record.one_way, record.shape, of.shape, from);
        const Vec2 speed = world.motions[of.slot].v - world.motions[record.slot].v;
        // By flags alone it may not be known: substeps let it through and out again, and the sweep starts before.
        return !comes_from_front(world, at, dot(rotate(pose.q, record.one_way), speed));
    };
    return lets(shape, other, n) || lets(other, shape, -n);
}

void begin_question(WorldState& world, uint32_t index) {
    Contact& contact = world.contacts[index];
    contact.flags = (contact.flags & ~kDisabled) | kAsked;
    mix_materials(world, contact); // an answer holds for one step
}

namespace {

/// Calls `Hooks::pre_solve` for a contact, at points that are given, and applies the answers to it. Returns whether it
/// stays enabled.
bool is_enabled(const WorldState& world, Contact& contact, PreSolve& question) {
    question.shape_a = world.shape_id(contact.shapeA);
    question.shape_b = world.shape_id(contact.shapeB);
    question.friction = contact.friction;
    question.restitution = contact.restitution;
    question.tangent_speed = contact.tangent_speed;
    world.hooks.pre_solve(world.hooks.context, question);
    if (question.friction != contact.friction) { contact.friction = contact.static_friction = question.friction; }
    contact.restitution = question.restitution;
    contact.tangent_speed = question.tangent_speed;
    return question.enabled;
}

void disable(Contact& contact) {
    contact.manifold.count = 0;
    contact.flags |= kDisabled;
    if ((contact.flags & kOneWay) != 0) { contact.flags = (contact.flags & ~kJudged) | kPassing; }
}

} // namespace

bool ask(WorldState& world, uint32_t index) {
    Contact& contact = world.contacts[index];
    PreSolve question;
    question.normal = contact.manifold.normal;
    question.count = contact.manifold.count;
    const BodyPose& pose = world.poses[contact.slotA];
    for (int i = 0; i < question.count; ++i) {
        const ManifoldPoint& point = contact.manifold.points[i];
        question.points[i] = {point_at(pose, point.rA), point.separation};
    }
    if (is_enabled(world, contact, question)) { return true; }
    disable(contact);
    return false;
}

bool ask_at_impact(WorldState& world, StepReport* report, uint32_t shape, uint32_t other, Vec2 n, EventPoint at) {
    uint32_t index = contact_of(world, shape, other);
    if (index != kNull && (world.contacts[index].flags & kAsked) != 0) { return true; }
    Contact pair; // of which nothing is stored if it is enabled
    pair.shapeA = shape < other ? shape : other;
    pair.shapeB = shape < other ? other : shape;
    mix_materials(world, pair);
    PreSolve question;
    question.normal = pair.shapeA == shape ? n : -n;
    question.count = 1;
    question.points[0] = at;
    if (is_enabled(world, pair, question)) { return true; }
    if (index == kNull) {
        const uint32_t count = world.contact_ids.count();
        if (count > kIndexMask || make_room_for_contacts(world, count + 1)) { return true; }
        index = create_contact(world, shape, other);
        if (report != nullptr) { ++report->pairs_created; }
    }
    begin_question(world, index);
    forget_manifold(world, index);
    disable(world.contacts[index]);
    return false;
}

bool is_accepted(const WorldState& world, uint32_t shapeA, uint32_t shapeB) {
    if (world.hooks.filter != nullptr) {
        const int answer = world.hooks.filter(world.hooks.context, world.shape_id(shapeA), world.shape_id(shapeB));
        if (answer >= 0) { return answer > 0; }
    }
    return filters_pass(world, shapeA, shapeB);
}

int stored_answer(const WorldState& world, uint64_t key) {
    const uint64_t* at = std::lower_bound(world.answers.begin(), world.answers.end(), key << 1);
    return at != world.answers.end() && *at >> 1 == key ? static_cast<int>(*at & 1u) : -1;
}

void store_answer(WorldState& world, uint64_t key, bool accepts) {
    List<uint64_t>& answers = world.answers;
    answers.push_back(0);
    size_t at = answers.size() - 1;
    for (; at > 0 && answers[at - 1] >> 1 > key; --at) { answers[at] = answers[at - 1]; }
    answers[at] = key << 1 | static_cast<uint64_t>(accepts);
}

void forget_answers(WorldState& world, uint32_t slot, uint32_t shape) {
    size_t kept = 0;
    for (const uint64_t answer : world.answers) {
        const uint64_t key = answer >> 1;
        const uint32_t a = pair_first(key);
        const uint32_t b = pair_second(key);
        const ShapeRecord& of_a = world.shapes[a];
        const ShapeRecord& of_b = world.shapes[b];
        const bool named = shape != kNull ? a == shape || b == shape : of_a.slot == slot || of_b.slot == slot;
        if (!named && !has_contact(world, key) && could_collide(world, a, b) &&
            overlaps(world.broad_phase.fat_aabb(of_a.proxy), world.broad_phase.fat_aabb(of_b.proxy))) {
            world.answers[kept++] = answer;
        }
    }
    world.answers.resize(kept);
}

} // namespace impulse
