#include "world/sweeper.h"

#include <algorithm>

#include "dynamics/material.h"
#include "world/contacts.h"
#include "world/hooks.h"
#include "world/joints.h"
#include "world/stages.h"

namespace impulse {
namespace {

/// The angle of `motion.dq`, whole turns included: only w contains those.
float turn_of(const BodyMotion& motion, float dt) {
    const float angle = angle_of(motion.dq);
    return angle + 2.0f * kPi * std::floor((motion.w * dt - angle) / (2.0f * kPi) + 0.5f);
}

/// Whether `b` is one-sided and `a` behind it when the sweeps begin.
bool is_behind(const Shape& a, const Sweep& sweepA, const Shape& b, const Sweep& sweepB) {
    const Transform pose = pose_at(sweepB, 0.0f);
    const Vec2 middle = transform(pose_at(sweepA, 0.0f), a.centroid);
    return b.one_sided && dot(rotate(pose.q, b.normals[0]), middle - transform(pose, b.points[0])) < 0.0f;
}

/// Whether `b` is one-sided and `a` moving away from its solid side. Such a shape stops nothing, but the overlap that
/// it leaves counts as that of any shape does.
bool leaves_front(const Shape& a, const Sweep& sweepA, const Shape& b, const Sweep& sweepB) {
    const Vec2 arm = transform(pose_at(sweepA, 0.0f), a.centroid) - sweepB.p;
    const Vec2 n = rotate(sweepB.q, b.normals[0]);
    return b.one_sided && dot(n, sweepA.dp - sweepB.dp - cross(sweepB.turn, arm)) > 0.0f;
}

/// m: the tuning's, or a part of the size of a shape if that is 0.
[[gnu::noinline]] float slop_of(const Tuning& tuning, const Shape& shape) {
    if (tuning.linear_slop > 0.0f) { return tuning.linear_slop; }
    return 1.0e-3f * (core_reach(shape, shape.centroid) + shape.radius);
}

constexpr float kNotFacing = -3.0e38f; // instead of an overlap, m

/// One sweep of the last segment of a path against all obstacles.
struct Query {
    const Sweeper& s;
    SweptBody& body;
    const Path::Segment& segment;
    Hit hit{};                        // the first
    float touched = -3.0e38f;         // m: greatest overlap when the segment began
    const bool all;                   // `touched` counts all shapes
    const bool loose;                 // the body may leave everything
    bool skipped = false;             // it lacks some that stop nothing
    Hit deepest{.depth = kNotFacing}; // of a loose body: what it overlaps most when the segment begins
    bool lands = false;               // and whether it overlaps anything at its end
    uint32_t owner = kNull;           // whose motion `obstacle` has: one mechanism often has many shapes
    bool together = false;            // the body moves with the owner
    Sweep obstacle{};                 // unset if so

    Query(const Sweeper& sweeper, SweptBody& swept, bool all, bool loose = false);
    void follow(uint32_t slot);
    void compare(uint32_t shape, uint32_t other);
    void consider(uint32_t shape, uint32_t other);
};

Query::Query(const Sweeper& sweeper, SweptBody& swept, bool of_all, bool may_leave)
    : s(sweeper), body(swept), segment(swept.path.last()), all(of_all), loose(may_leave) {
    const Sweep& sweep = segment.sweep;
    for_each_shape(s.world, body.slot, [&](uint32_t index) {
        const ShapeRecord& record = s.world.shapes[index];
        if (record.sensor) { return; }
        // The path of its disc: looser than `swept_box` but without trigonometry. An arc is longer than its chord. The
        // slop holds the skin at which thin shapes stop before they touch (`limits_of`).
        const Vec2 arm = rotate(sweep.q, record.shape.centroid - sweep.local_center);
        const Vec2 from = sweep.p + arm;
        const float reach = core_reach(record.shape, record.shape.centroid) + record.shape.radius;
        const float arc = min(abs(sweep.turn), 2.0f) * length(arm);
        const float slop = slop_of(s.world.tuning, record.shape);
        const Aabb box = grown(stretched({from, from}, sweep.dp), reach + arc + slop);
        for_each_obstacle(s, in_world(box, s.world.poses[body.slot]), [&](uint32_t other) { consider(index, other); });
    });
}

void Query::follow(uint32_t slot) {
    owner = slot;
    together = slot == body.carrier ||
               (body.path.added == 0 && s.has(slot, kKinematic | kFast) && moves_with(s, body.slot, slot));
    if (together) { return; } // and nothing is swept
    obstacle = sweep_of(s, slot, body.slot);
    if (segment.begin > 0.0f) { obstacle = rest_of(obstacle, segment.begin); }
}

/// Only shapes that face the body as the one does on which its slides began.
void Query::compare(uint32_t shape, uint32_t other) {
    const auto overlap_at = [&](float time) {
        const Separation gap = separation(s.world.shapes[shape].shape, pose_at(segment.sweep, time),
                                          s.world.shapes[other].shape, pose_at(obstacle, time));
        const float depth = dot(gap.normal, body.normal) > 0.0f ? -gap.distance : kNotFacing;
        return Hit{.shape = shape, .other = other, .depth = depth, .normal = gap.normal};
    };
    const Hit begin = overlap_at(0.0f);
    const bool same = begin.depth == deepest.depth && begin.depth != kNotFacing;
    if (begin.depth > deepest.depth || (same && is_sooner(begin, deepest))) { deepest = begin; }
    lands = lands || overlap_at(1.0f).depth >= 0.0f;
}

/// Sweeps one pair of shapes and keeps the earlier hit.
void Query::consider(uint32_t shape, uint32_t other) {
    const ShapeRecord& record = s.world.shapes[other];
    body.meets_sensors = body.meets_sensors || record.sensor;
    if (record.sensor || (other == body.support && !loose)) { return; }
    if (record.slot != owner) { follow(record.slot); }
    const Shape& a = s.world.shapes[shape].shape;
    // The first tests: they reject most shapes whose boxes are near.
    const float slop = s.world.tuning.linear_slop;
    if (together || least_gap(a, segment.sweep, record.shape, obstacle) > slop) { return; }
    if (!could_collide(s.world, shape, other)) { return; } // a hinge often holds a body inside the wall
    const float front = front_gap(a, segment.sweep, record.shape, obstacle);
    if (front > slop) { return; }
    if (is_behind(a, segment.sweep, record.shape, obstacle)) { return; }
    if (!may_stop(s, shape, other)) { return; }
    if (loose) { compare(shape, other); }
    if (other == body.support) { return; }
    SweepLimits limits = limits_of(s, body, a, record.shape, false);
    if (!all && front > max(limits.impact, limits.sink) + limits.tolerance) { // as deep as the sweep permits
        skipped = true;
        return;
    }
    limits.press += s.world.sweep_extents[body.slot].reach * abs(segment.sweep.turn - obstacle.turn);
    // A one-way shape is judged by the normal of its impact, also one that comes after the first hit.
    const bool one_way = record.one_way != Vec2{} || s.world.shapes[shape].one_way != Vec2{};
    const float until = one_way ? 1.0f : hit.time;
    const TimeOfImpact toi = time_of_impact(a, segment.sweep, record.shape, obstacle, limits, until);
    if (sweeps_through(s.world, shape, other, toi.normal)) { return; }
    const bool touches = toi.start <= limits.touching;
    // A disc does not slide along what it bounces off, and so must not overlap the next shape as deep: a ball between
    // two walls would drive itself into both, by a slop each time. It leaves by more than solvers push bodies apart.
    const auto leaves = [&] {
        const Vec2 n = separation(a, pose_at(segment.sweep, 0.0f), record.shape, pose_at(obstacle, 0.0f)).normal;
        const float way = dot(obstacle.dp - segment.sweep.dp, n);
        return a.count == 1 && way > s.world.tuning.linear_slop + s.dt * s.world.tuning.max_push_speed;
    };
    if (touches && !leaves()) { touched = max(touched, -toi.start); }
    const Hit found{toi.time, shape, other, touches, -toi.limit, toi.normal};
    const bool stops = toi.hit && !leaves_front(a, segment.sweep, record.shape, obstacle);
    if (stops && is_sooner(found, hit)) { hit = found; }
}

float restitution_of(const WorldState& world, const Hit& hit) {
    const Material& a = world.shapes[hit.shape].material;
    const Material& b = world.shapes[hit.other].material;
    return mix(world.tuning.restitution_mix, a.restitution, b.restitution);
}

/// Whether the body will bounce off what it hit, in the next step.
bool will_bounce(const Sweeper& s, const Hit& hit) {
    if (hit.pressed) { return false; }
    const WorldState& world = s.world;
    const Vec2 approach = world.motions[world.shapes[hit.shape].slot].v - world.motions[world.shapes[hit.other].slot].v;
    return dot(approach, hit.normal) > world.tuning.restitution_threshold && restitution_of(world, hit) > 0.0f;
}

/// Whether a hit body slides on. After the first hit only along shapes that face it as the first one did: the solver
/// takes its approach to that one away with its approach to the last, and it goes on in the direction of its velocity.
bool may_slide(const Sweeper& s, const SweptBody& body, const Hit& hit) {
    if (body.path.added == 0) { return true; }
    return body.support != kNull && dot(hit.normal, body.normal) > 0.0f && !will_bounce(s, hit);
}

/// From `time` on the body moves with the obstacle that it hit, and if it `slides` also along it, for the rest of its
/// own displacement. A translation along the tangent takes a convex shape no deeper into another, so the sweep of the
/// slide ignores the shape that was hit. If that turns, the tangent is the one in its frame: to rest there instead
/// would leave a body in a drum where it is, while contacts go on to push it. Returns whether the slide takes it
/// further than that shape reaches.
bool go_on_from(const Sweeper& s, SweptBody& body, const Hit& hit, const Sweep& obstacle, float time, bool slides) {
    const uint32_t owner = s.world.shapes[hit.other].slot;
    const uint32_t flags = s.world.motions[body.slot].flags;
    const Sweep& before = body.path.last().sweep;
    Sweep next = at_rest(before, hit.time);
    const Vec2 arm = next.p - obstacle.p;
    const Rot turned = make_rot(obstacle.turn);
    const Vec2 carried = unlocked(flags, obstacle.dp + rotate(turned, arm) - arm);
    bool loose = false;
    if (slides) {
        const Vec2 left = inverse_rotate(turned, unlocked(flags, (1.0f - hit.time) * before.dp) - carried);
        const Vec2 n = normalize(unlocked(flags, hit.normal)); // locked axes leave no other direction than back
        next.dp = left - max(dot(left, n), 0.0f) * n;
        const Shape& own = s.world.shapes[hit.shape].shape;
        const Shape& other = s.world.shapes[hit.other].shape;
        const Separation apart = separation(own, pose_at(next, 1.0f), other, pose_at(obstacle, 0.0f));
        loose = !hit.pressed && apart.distance + hit.depth > 0.1f * s.world.tuning.linear_slop;
        // Along a round obstacle it would bounce from another place, in a direction that is off by twice the angle of
        // that way. There it waits.
        constexpr float kSame = 1.0e-5f; // rad: what rounding does to a normal is a hundredth of it
        if (will_bounce(s, hit)) { slides = !loose && abs(cross(apart.normal, hit.normal)) < kSame; }
    }
    next.dp = slides ? unlocked(flags, rotate(turned, next.dp)) + carried : carried;
    next.turn = (flags & kLockRotation) != 0 ? 0.0f : obstacle.turn;
    const bool moves = next.dp != Vec2{} || next.turn != 0.0f;
    if (!moves && !may_be_met(s, body, next.p)) { return false; }
    body.path.go_on(time, next);
    if (slides) {
        if (body.support == kNull) { body.normal = hit.normal; }
        body.depth = max(body.depth, hit.depth);
    }
    body.support = slides ? hit.other : kNull;
    body.carrier = !slides && moves ? owner : kNull;
    return slides && loose;
}

/// A sliding body may overlap the next shape as deep as the one on which it slides, or every seam would stop it. Where
/// it is less deep, at the corner of the next piece of a floor, the limit of the deepest applies.
Hit hit_at_depth(const Sweeper& s, SweptBody& body, const Query& query) {
    const float touched = query.skipped ? Query(s, body, true).touched : query.touched;
    const float depth = query.hit.pressed ? touched - s.world.tuning.linear_slop : touched;
    if (depth <= body.depth) { return query.hit; }
    body.depth = depth;
    return Query(s, body, false).hit;
}

/// A direction in which a body is pushed, and the lever of the push about its centre.
struct Blow {
    Vec2 n;
    float lever = 0.0f;
};

struct Response {
    float inverse = 0.0f; ///< 1/kg: change of the speed per impulse
    float speed = 0.0f;   ///< m/s, along the blow
};

/// Applies an impulse to a body and returns how it responds to one, and its speed before. A held body slides along its
/// holder, and turns about their contact point unless there are two. With J the row of the blow, p its impulse, and H
/// the row of the holder's contact, that contact gets H W J^T / (H W H^T) p, which leaves H v as it is. J W J^T becomes
/// J (W - W H^T (H W H^T)^-1 H W) J^T, where the holder counts in H W H^T, with what holds it. The speed is that of the
/// body if it moved along H with its holder: what it has besides is no drive, as it is about to lose it. The two parts
/// are orthogonal in the kinetic energy, which therefore does not grow. A blow away from the holder moves it freely.
Response push(const Sweeper& s, uint32_t slot, Struck struck, Blow blow, float impulse) {
    WorldState& world = s.world;
    BodyMotion& body = world.motions[slot];
    const BodyMass mass = struck.yields ? world.masses[slot] : BodyMass{};
    const auto inverse = [&](const Blow& of) { return mass.inv_mass + mass.inv_inertia * of.lever * of.lever; };
    const auto speed = [&](const Blow& of) { return dot(body.v, of.n) + body.w * of.lever; };
    const auto apply = [&](const Blow& at, float p) {
        body.v += unlocked(body.flags, mass.inv_mass * p * at.n);
        body.w += mass.inv_inertia * p * at.lever;
    };
    const Contact* const contact = struck.held != nullptr ? &world.contacts[struck.held->holder] : nullptr;
    const bool flat = contact != nullptr && contact->manifold.count > 1;
    if (flat) { blow.lever = 0.0f; }
    Response out{inverse(blow), speed(blow)};
    if (contact != nullptr) {
        const bool first = contact->slotA == slot;
        const uint32_t holder = contact->slot(first ? 1 : 0);
        const Vec2 n = first ? contact->manifold.normal : -contact->manifold.normal; // into the holder
        const ManifoldPoint& point = deepest(contact->manifold);
        const Blow own{-n, flat ? 0.0f : cross(first ? point.rA : point.rB, -n)};
        const Blow other{n, cross(first ? point.rB : point.rA, n)};
        const Struck behind{.held = s.held(holder)};
        const Response far = push(s, holder, behind, other, 0.0f);
        const float coupling = -mass.inv_mass * dot(blow.n, own.n) - mass.inv_inertia * blow.lever * own.lever;
        const float part = coupling > 0.0f ? coupling / (inverse(own) + far.inverse) : 0.0f;
        out.inverse -= part * coupling;
        out.speed += part * (speed(own) + far.speed);
        if (impulse > 0.0f) {
            world.impulses[struck.held->holder] += part * impulse;
            apply(own, part * impulse);
            push(s, holder, behind, other, part * impulse);
        }
    }
    apply(blow, impulse);
    return out;
}

} // namespace

void SweptBody::begin(uint32_t of_slot, const Sweep& sweep) {
    path.begin(sweep);
    slot = of_slot;
    support = carrier = obstacle = kNull;
    depth = -3.0e38f;
    holder = kNull;
    meets_sensors = false;
    is_struck = false;
}

bool may_be_met(const Sweeper& s, const SweptBody& body, Vec2 p) {
    if (!s.fast_kinematics) { return false; }
    const float reach = 1.01f * s.world.slacks[body.slot].extent + s.world.tuning.linear_slop;
    const Aabb box = grown({p, p}, reach);
    bool met = false;
    const auto consider = [&](uint32_t shape) {
        const uint32_t slot = s.world.shapes[shape].slot;
        // What the tree finds depends on the fastest of all kinematic bodies, so their paths decide.
        met = met || (s.has(slot, kFast) &&
                      overlaps(box, swept_box(s.world.shapes[shape].shape, sweep_of(s, slot, body.slot))));
    };
    for_each_near(s, BodyType::kinematic_body, in_world(box, s.world.poses[body.slot]), s.kinematic_path, consider);
    return met;
}

SweptBody* Sweeper::find(uint32_t slot) const {
    const auto at = std::lower_bound(bodies.begin(), bodies.end(), slot,
                                     [](const SweptBody& body, uint32_t key) { return body.slot < key; });
    return at != bodies.end() && at->slot == slot ? &*at : nullptr;
}

const SweptBody* Sweeper::held(uint32_t slot) const {
    const SweptBody* body = find(slot);
    return body != nullptr && body->is_held() ? body : nullptr;
}

bool may_stop(const Sweeper& s, uint32_t shape, uint32_t other) {
    WorldState& world = s.world;
    const uint64_t key = pair_key(shape, other);
    if (s.asks && could_collide(world, shape, other) && !has_contact(world, key) && stored_answer(world, key) < 0) {
        store_answer(world, key, is_accepted(world, pair_first(key), pair_second(key)));
    }
    return should_collide(world, shape, other);
}

bool moves_with(const Sweeper& s, uint32_t slot, uint32_t kinematic) {
    const BodyMotion& a = s.world.motions[slot];
    const BodyMotion& b = s.world.motions[kinematic];
    if (b.dq.c <= 0.0f || s.dt * abs(b.w) > 1.0f || (a.flags & kSunk) != 0) { return false; }
    const Vec2 arm = center_offset(s.world.poses[kinematic], s.world.poses[slot]);
    const Vec2 path = arm + a.dp - b.dp - rotate(b.dq, arm);
    // An angle is at most pi / 2 = 1.5708 times its sine, up to a quarter turn.
    const float angle = max(1.5708f * abs(inverse_mul(b.dq, a.dq).s), s.dt * abs(a.w - b.w));
    const SweepExtent& extent = s.world.sweep_extents[slot];
    return length(path) + angle * extent.reach <= min(0.5f * extent.core, lookahead(s.world.tuning));
}

Sweep sweep_of(const Sweeper& s, uint32_t slot, uint32_t from) {
    const BodyPose& pose = s.world.poses[slot];
    const BodyMotion& motion = s.world.motions[slot];
    Sweep sweep{center_offset(s.world.poses[from], pose), {}, pose.q, 0.0f, pose.local_center};
    if (s.world.is_awake(slot) && is_finite(motion.dp) && is_finite(motion.dq.c + motion.dq.s + motion.w)) {
        sweep.dp = motion.dp;
        sweep.turn = turn_of(motion, s.dt);
    }
    return sweep;
}

SweepLimits limits_of(const Sweeper& s, const SweptBody& body, const Shape& a, const Shape& b, bool dynamic) {
    const Tuning& tuning = s.world.tuning;
    const float slop = slop_of(tuning, a);
    const float own = dynamic ? max(half_thickness(a), half_thickness(b)) : half_thickness(a);
    // Overlap does not distinguish the sides of a line: a thinner shape is swept with a skin, and keeps that distance.
    const float thickness = max(own, 0.1f * slop);
    const float skin = thickness - own;
    const float flush = min(slop, 0.25f * thickness); // surfaces that differ by less make no edge
    SweepLimits limits;
    limits.tolerance = 0.1f * flush;
    limits.touching = skin;
    limits.press = 2.0f * limits.tolerance;
    limits.sink = skin - 0.5f * thickness;
    limits.bottom = skin - thickness;
    // Overlap, which every solver treats as contact.
    limits.impact = is_jointed(s.world, body.slot) ? limits.sink : skin - limits.press;
    // Not at 3 c / 4: there the next sweep would have no depth left, and rounding would stop it along the surface too.
    const float deepest = skin - 0.75f * thickness + limits.tolerance;
    limits.impact = min(limits.impact, max(-body.depth - flush, deepest));
    return limits;
}

bool is_disabled(const Sweeper& s, const Hit& hit, const Sweep& own, const Sweep& other) {
    const ShapeRecord& a = s.world.shapes[hit.shape];
    const ShapeRecord& b = s.world.shapes[hit.other];
    if (s.world.hooks.pre_solve == nullptr || (!a.pre_solve && !b.pre_solve)) { return false; }
    const Separation at = separation(a.shape, pose_at(own, 0.0f), b.shape, pose_at(other, 0.0f));
    const Vec2 point = point_at(s.world.poses[a.slot], 0.5f * (at.pointA + at.pointB));
    return !ask_at_impact(s.world, s.report, hit.shape, hit.other, hit.normal, {point, at.distance});
}

void sweep_path(const Sweeper& s, SweptBody& body) {
    const auto obstacle_of = [&](const Hit& hit, float time) {
        return rest_of(sweep_of(s, s.world.shapes[hit.other].slot, body.slot), time);
    };
    Hit last{}; // at which the last slide began, and the body then
    SweptBody rests;
    bool loose = false;
    float overlap = kNotFacing; // m: of that slide, once it was compared
    for (int added = -1; added < body.path.added;) {
        const Query query(s, body, loose, loose);
        Hit hit = query.hit;
        if (loose) {
            // It slides along what it overlaps most. Around a corner or off an edge it would leave no contact behind,
            // and no solver would remove the approach speed: there it rests where it hit.
            // What faces it differs with the normal, so each turn has to find it deeper, or they would not end.
            const bool deeper = query.deepest.other != body.support && query.deepest.depth > overlap;
            const bool arrives = query.lands || (hit.other != kNull && dot(hit.normal, body.normal) > 0.0f);
            if (deeper || !arrives) {
                const float time = last.time;
                if (deeper) {
                    last = query.deepest;
                    overlap = last.depth;
                }
                last.time = time;
                body = rests;
                const Sweep obstacle = obstacle_of(last, body.path.stop);
                loose = go_on_from(s, body, last, obstacle, body.path.stop, deeper && may_slide(s, body, last));
                continue;
            }
        }
        if (hit.other != kNull) { hit = hit_at_depth(s, body, query); }
        if (hit.other == kNull) { return; }
        Path::Segment& segment = body.path.last();
        const float stop = segment.begin > 0.0f ? segment.begin + hit.time * (1.0f - segment.begin) : hit.time;
        const Sweep own = rest_of(segment.sweep, hit.time);
        const Sweep obstacle = obstacle_of(hit, stop);
        if (is_disabled(s, hit, own, obstacle)) { continue; } // the next query passes through it
        segment.end = body.path.stop = stop;
        if (body.obstacle == kNull) { body.obstacle = s.world.shapes[hit.other].slot; }
        if (hit.pressed) {
            const uint32_t contact = strike(s, hit, own, obstacle, {}, {});
            if (!body.is_held()) { body.holder = contact; }
        }
        if (body.path.stop >= 1.0f || body.path.is_full()) { return; }
        added = body.path.added;
        const bool slides = may_slide(s, body, hit);
        if (slides) {
            last = hit;
            rests = body;
            overlap = kNotFacing;
        }
        loose = go_on_from(s, body, hit, obstacle, body.path.stop, slides);
    }
}

uint32_t strike(const Sweeper& s, const Hit& hit, const Sweep& own, const Sweep& other, Struck struck_own,
                Struck struck_other) {
    WorldState& world = s.world;
    const ShapeRecord& shapeA = world.shapes[hit.shape];
    const ShapeRecord& shapeB = world.shapes[hit.other];
    const Separation at = separation(shapeA.shape, pose_at(own, 0.0f), shapeB.shape, pose_at(other, 0.0f));
    const Vec2 point = 0.5f * (at.pointA + at.pointB);
    Blow blowA{-hit.normal, cross(point - own.p, -hit.normal)};
    Blow blowB{hit.normal, cross(point - other.p, hit.normal)};
    const uint32_t contact = contact_of(world, hit.shape, hit.other);
    float sum = 0.0f;
    for (int pass = 0; pass < (hit.time > 0.0f ? 1 : 2); ++pass) {
        if (pass > 0) { blowA.lever = blowB.lever = 0.0f; } // of the centres
        const Response a = push(s, shapeA.slot, struck_own, blowA, 0.0f);
        const Response b = push(s, shapeB.slot, struck_other, blowB, 0.0f);
        const float approach = -a.speed - b.speed;
        const float inverse = a.inverse + b.inverse;
        if (!(approach > 0.0f && inverse > 0.0f)) { continue; }
        // In a corner a ball meets the second wall within the step in which it slides along the first: there is no
        // contact yet.
        const bool bounces = pass == 0 && approach > world.tuning.restitution_threshold;
        const float own_e = contact != kNull ? world.contacts[contact].restitution : restitution_of(world, hit);
        const float impulse = (1.0f + (bounces ? own_e : 0.0f)) * approach / inverse;
        sum += impulse;
        push(s, shapeA.slot, struck_own, blowA, impulse);
        push(s, shapeB.slot, struck_other, blowB, impulse);
        if (pass == 0 || !struck_own.yields || struck_own.held != nullptr) { continue; }
        const float reach = world.sweep_extents[shapeA.slot].reach;
        const float most = world.masses[shapeA.slot].inv_inertia * sum * reach;
        float& w = world.motions[shapeA.slot].w;
        w -= clamp(w, -most, most);
    }
    if (contact != kNull) { world.impulses[contact] += sum; }
    return contact;
}

Aabb in_world(const Aabb& box, const BodyPose& center) {
    constexpr float kUlps = 0x1p-21f;
    const Vec2 c{static_cast<float>(center.x), static_cast<float>(center.y)};
    const Vec2 reach = abs(c) + max(abs(box.lower), abs(box.upper));
    return grown({box.lower + c, box.upper + c}, kUlps * max(reach.x, reach.y));
}

Aabb box_of(const Sweeper& s, const SweptBody& body) {
    Aabb box{body.path.segments[0].sweep.p, body.path.segments[0].sweep.p};
    for (int i = 0; i < body.path.count; ++i) {
        const Path::Segment& segment = body.path.segments[i];
        Sweep sweep = segment.sweep;
        sweep.dp *= segment.own(segment.end);
        sweep.turn *= segment.own(segment.end);
        for_each_shape(s.world, body.slot,
                       [&](uint32_t index) { box = merge(box, swept_box(s.world.shapes[index].shape, sweep)); });
    }
    return in_world(box, s.world.poses[body.slot]);
}

} // namespace impulse
