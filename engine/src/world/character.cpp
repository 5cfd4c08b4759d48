// World: characters. A character is a kinematic body that moves as commanded until solid shapes stop it.
//
// The character keeps a gap, its skin s. The hull is its shape plus s. The gap g of a contact is the distance of
// the hull from another shape, 0 where the character stands or leans. A move repeats three stages until no displacement
// is left:
//
// 1. Planes. Each shape with g <= t, t = s / 10, gives the row n . d >= b, n out of that shape: b = 0 for |g| <= t, and
//    -g below. So nothing moves at rest (the band absorbs rounding, which an equation cannot), and shapes that came
//    nearer push back.
// 2. Solve. d is the displacement nearest to the remaining displacement p that satisfies all rows. In the plane it is
//    p, or its projection onto one row, or the corner of two (a quadratic programme in two unknowns has at most two
//    active rows). All are tried: k + k^2 / 2 candidates, exact and independent of order. On walkable ground the
//    projection goes along `up` instead of along n: this keeps the speed over slopes, and gravity does not pull the
//    character down them. At an edge that holds nothing, and for a walk at a wall that leans, it goes across `up`.
// 3. Cast. Conservative advancement (toi.h) moves the hull along d until a shape would be nearer than -c, c = s / 4. So
//    the hull tunnels through nothing at any speed. A shape along which it slides is at -t or above and never stops it.
//    A shape that stopped it is a row of the next round, which moves it back by c. So the character itself stays s - c
//    from shapes that do not move.
//
// Collide, solve planes, cast: that is the mover of Box2D 3.1 (Catto 2025); the rows there are solved by relaxation.
// Further:
//
// - Corners of tiles. A contact with a vertex counts only if n is in the normal cone of every shape with this vertex,
//   since the normal cone of a union is the intersection of theirs. So seams have no effect, and no state is stored for
//   them.
// - Ground. A face is ground if its normal is within `max_slope` of up. A vertex is judged by its cone, not by the tilt
//   of a round foot: it is ground if all its faces are, or if some direction of the cone is and the vertex is no higher
//   above the foot than a step. An edge whose normal is tilted by more than 60 degrees holds nothing: a walk passes it,
//   on the way down from a step, and there it is at most as fast as after a fall through the rounding R of the foot,
//   sqrt(2 g R). What is faster falls past it. For a walk towards it, it is a wall.
// - Steps. A walking character that a wall stops tries: up, ahead, down. It keeps the new place if that is ground that
//   holds it.
// - Moving ground. After a move the body gets the velocity of the ground under its foot (the chord of the rotation, not
//   its tangent; on belts that of the surface) and the velocity that moving walls require at the start of the step.
//   The pose of the body is the only stored state, but for a move that the next step repeats (Impacts).
// - Bodies. A move pushes those in its way by a limited impulse, which the next step applies as a force, and its ground
//   back by the same. The solver would give them more, since to it the character is a kinematic body. So its ground
//   carries it only as far as they go after that.
// - Weight. It has none. Contacts with the bodies that it stands on apply no impulse (`yield_to_ground`).
// - Impacts. A body that flies at the character fast enough to bounce is left to the solver: a move neither pushes it
//   nor yields to it while it crosses the skin. Continuous collision leaves it at the shape until the next step. If a
//   move goes away in between, that step would find a gap, and the next ones too. So the step repeats such a move: it
//   begins at the place where the body arrived, and the character goes the same way during the step, as any kinematic
//   body does (`begin_walk`).
// - Clamped. Bodies that move may leave less than the skin on two sides. A way out of a narrow wedge between them can
//   be metres long, and counts as none (planes.h). What has got deep into the character pushes it out at the speed with
//   which the solver separates bodies, not at once.
#include "world/character.h"

#include <algorithm>

#include "geometry/toi.h"
#include "world/bodies.h"
#include "world/contacts.h"
#include "world/sleep.h"
#include "world/stages.h"
#include "world/sweeper.h"
#include "world/validate.h"

namespace impulse {
namespace {

constexpr int kRounds = 12; // of planes, solve and cast; a corner between two walls takes six

} // namespace

/// For a displacement along the touched shapes: none comes nearer.
Rows Mover::rows_along(Vec2 want) const {
    Rows rows;
    bool leans = false;
    for (const Touch& touch : touches_) {
        if (!is_touched(touch)) { continue; }
        Row row{touch.normal};
        const float steep = dot(touch.normal, up_);
        if (touch.surface == CharacterHit::ground && (steep >= cos_slope_ || (walks_ && steep >= kSteepestEdge))) {
            row.along = up_;
        } else if (steep > 0.0f && steep < cos_slope_) {
            leans = leans || dot(touch.normal - steep * up_, want) < 0.0f; // what it comes from stops no rise
            if (walks_ || touch.vertex >= 0) { row.along = aside(touch.normal); }
        }
        rows.add(row);
    }
    // A face that leans back is no ramp: nothing rises along it.
    if (leans) { rows.add({-up_, -max(dot(want, up_), 0.0f)}); }
    return rows;
}

/// m: how far the shapes that are too near can push the character in a move: by their own displacement, and as fast as
/// the solver pushes bodies out of each other. A plate that passes over a clamped character would else throw it out
/// behind itself, by the width of both, as soon as it is past the middle.
float Mover::most_out() const {
    float moved = 0.0f;
    for (const Touch& touch : touches_) {
        if (touch.gap < -touch_) { moved = max(moved, dt_ * length(velocity_at(touch.index, touch.point))); }
    }
    return 2.0f * def_.skin + dt_ * world_.tuning.max_push_speed + moved;
}

/// The displacement out of shapes that came too near; none if the character is clamped between two. Between a floor and
/// a crate the crate yields. From an edge that the character walks off, it goes up only if that keeps the contact: from
/// a depth of c in a hull rounded by R >= s, up by c / cos, the gap is at most sqrt(15/16 + 1/(16 cos^2)) s - s, which
/// is 0.09 s < t at 60 degrees. From an edge beside the hull, cos -> 0, it would go up without a limit. A body that
/// strikes or has just bounced off may be as near as the shape, and overlap it by a slop, as continuous collision
/// leaves it: it goes by itself.
Vec2 Mover::way_out() const {
    for (const bool yields : {false, true}) {
        Rows rows;
        for (const Touch& touch : touches_) {
            if (!is_touched(touch)) { continue; }
            const bool soft = yields && world_.is_dynamic(world_.shapes[touch.index].slot);
            const bool passes = touch.surface != CharacterHit::ground && abs(touch.own) > bounces_above();
            const float depth = -touch.gap - (passes ? def_.skin + world_.tuning.linear_slop : 0.0f);
            rows.add({touch.normal, depth > touch_ && !soft ? depth : 0.0f, moves(touch.index),
                      holds(touch) ? up_ : touch.normal});
        }
        const Vec2 d = nearest_admitted(rows, {}, up_, grain({}));
        if (violation(rows, d) > touch_) { continue; }
        const float most = max(most_out() - went_out_, 0.0f);
        return length(d) > most ? most * normalize(d) : d;
    }
    return {};
}

/// The fraction of `d` that the hull can move.
float Mover::cast(Vec2 from, Vec2 d, bool still_only) const {
    const SweepLimits limits{.touching = touch_,
                             .impact = -cut_,
                             .press = 0.02f * cut_,
                             .sink = -kNever,
                             .bottom = -kNever,
                             .tolerance = 0.01f * cut_};
    const Sweep sweep{from, d, {}, 0.0f, {}};
    float until = 1.0f;
    each_near(from, from + d, 0.0f, [&](uint32_t index) {
        const ShapeRecord& record = world_.shapes[index];
        if (still_only && moves(index)) { return; }
        Touch touch;
        touch.index = index;
        touch.pose = pose_of(index);
        const Sweep still{touch.pose.p, {}, touch.pose.q, 0.0f, {}};
        const TimeOfImpact found = time_of_impact(hull_, sweep, record.shape, still, limits, until);
        touch.normal = -found.normal;
        if (found.hit && is_front(touch)) { until = min(until, found.time); }
    });
    return until;
}

/// Goes there in a straight line. The path has a limit of segments: from the last on it ends with a chord.
void Mover::go(Vec2 to) {
    constexpr float kPart = 1.0f / static_cast<float>(Path::kMaxSegments); // of the time
    if (to == at_) { return; }
    const bool full = path_.count == Path::kMaxSegments;
    const Vec2 from = full ? path_.last().sweep.p : at_;
    path_.count += full ? 0 : 1;
    const float end = kPart * static_cast<float>(path_.count);
    const float begin = end - kPart;
    const BodyPose& pose = world_.poses[slot_];
    // To the end of the time, as sweeps do; it is clamped long before.
    path_.last() = {{from, (1.0f - begin) / kPart * (to - from), pose.q, 0.0f, pose.local_center}, begin, end};
    path_.stop = end;
    at_ = to;
}

/// m: how far ahead an edge that stops the foot holds it. The foot, rounded by R, touches the edge at R sin a beside
/// its middle, a being the tilt of the normal; an edge holds up to sin 60 degrees. At the begin the gap is up to t, at
/// the end the hull may be c deep, and must be higher by t: 2.5 c at 60 degrees, and less at other tilts. s = 4 c.
float Mover::way_onto_edge() const {
    float sine = 0.0f;
    for (const Touch& touch : touches_) {
        if (!is_touched(touch) || !(dot(touch.normal, ahead_) < 0.0f)) { continue; }
        sine = max(sine, length(touch.normal - dot(touch.normal, up_) * up_));
    }
    return hull_.radius * max(sine - kSineOfSteepestEdge, 0.0f) + def_.skin;
}

/// Up, ahead, down, as far as there is clearance. The result is kept only if it ends on ground that holds, higher and
/// further than now. A slow walk goes as far as the edge needs nevertheless; it gains this once per step.
bool Mover::step_up(Vec2& left) {
    const Vec2 ahead = left - dot(left, up_) * up_;
    const float least = way_onto_edge() / max(length(ahead), 1.0e-12f);
    const Vec2 reach = max(1.0f, least) * ahead;
    const Vec2 rise = (def_.step_height + touch_) * up_;
    const Vec2 top = at_ + cast(at_, rise) * rise;
    const float went = cast(top, reach);
    const Vec2 over = top + went * reach;
    const Vec2 down = -(dot(over - at_, up_) + touch_) * up_;
    const Vec2 to = over + cast(over, down) * down;
    const float gained = dot(to - at_, up_);
    if (!(gained > touch_) || !(went > 0.0f)) { return false; } // it ends c deep: on a level floor below where it began
    look(to, at_, def_.skin);                                   // no higher above the former foot position than a step
    const Touch* const found = ground(touch_);
    if (found == nullptr || !holds(*found) || gained > def_.step_height + touch_ + cut_) { return false; }
    go(top);
    go(over);
    go(to);
    left -= min(1.0f, went * max(1.0f, least)) * ahead;
    return true;
}

/// Records the touched shapes and their class by the latest contacts. What no longer touches keeps its class until
/// `push` is done: ground that a walk has left was ground.
void Mover::record() {
    for (const Touch& touch : touches_) {
        if (!is_touched(touch)) { continue; }
        const ShapeId shape = world_.shape_id(touch.index);
        int at = 0;
        while (at < out_.count && out_.hits[at].shape.index() < shape.index()) { ++at; }
        if (at == out_.count || out_.hits[at].shape != shape) {
            if (out_.count == CharacterMove::kMaxHits) { continue; }
            std::copy_backward(out_.hits + at, out_.hits + out_.count, out_.hits + out_.count + 1);
            out_.hits[at] = {};
            ++out_.count;
        }
        CharacterHit& hit = out_.hits[at];
        hit.shape = shape;
        hit.body = world_.body_id(world_.shapes[touch.index].slot);
        hit.normal = touch.normal;
        hit.point = touch.point;
        hit.velocity = velocity_at(touch.index, touch.point) + belt_velocity(touch);
        hit.kind = touch.surface;
    }
}

/// Ends with the contacts at the final place.
void Mover::slide(Vec2 want) {
    Vec2 left = want;
    const float still = 0.25f * grain(want);
    for (int round = 0; round < kRounds; ++round) {
        record();
        if (const Vec2 out = way_out(); length(out) > still) {
            went_out_ += length(out);
            go(at_ + cast(at_, out) * out);
            look();
            continue;
        }
        const Vec2 d = nearest_admitted(rows_along(left), left, up_, grain(left));
        const Vec2 ahead = left - dot(left, up_) * up_;
        const bool blocked = dot(ahead, ahead - d) > 0.25f * dot(ahead, ahead);
        // What rounding leaves of a way down has no direction.
        const bool walks_on = length(ahead) > still && dot(ahead, ahead_) > 0.0f;
        const bool steps = walks_ && blocked && walks_on && def_.step_height > 0.0f;
        if (!steps && length(d) <= still) { return; }
        if (!steps || !step_up(left)) {
            const Vec2 went = cast(at_, d) * d;
            go(at_ + went);
            left -= went;
            if (length(d) <= still) { round = kRounds; }
        }
        look();
    }
}

/// Moves down to the ground that a walk would have left. A wall that the hull touches from the side, by up to c, does
/// not end that: the hull goes out of it and further down.
void Mover::snap() {
    if (ground(touch_) != nullptr) { return; }
    Vec2 to = at_;
    Vec2 down = -(def_.snap_distance + cut_) * up_;
    float fraction = 0.0f;
    for (int tries = 0; tries < 2 && fraction < 1.0f; ++tries) {
        fraction = cast(to, down);
        to += fraction * down;
        down *= 1.0f - fraction;
        look(to, to, def_.skin);
        const bool found = fraction < 1.0f && ground(touch_) != nullptr;
        to += way_out();
        if (found) {
            go(to);
            break;
        }
    }
    look();
}

/// Whether the move leaves a body behind that has struck the character and comes after it.
bool Mover::leaves_behind() {
    look({}, {}, world_.tuning.speculative_distance); // at least as far as contacts
    bool found = false;
    for (const Touch& touch : touches_) {
        if (touch.hidden || !(touch.own > bounces_above())) { continue; }
        const float away = dot(touch.normal, out_.offset);
        if (away < -grain(out_.offset)) { return false; } // the solver would add the walk to the impact
        found = found || dt_ * touch.own > away - touch_;
    }
    return found;
}

/// The inverse of the mass that an impulse along `n` at the point moves, 1/kg.
float Mover::inverse_mass(uint32_t slot, Vec2 point, Vec2 n) const {
    const BodyRecord& body = world_.bodies[slot];
    const float turn = cross(arm_to(slot, point), n);
    return body.inv_mass + body.inv_inertia * turn * turn;
}

/// Applies impulses to obstructing bodies until they are as fast as the character, or the impulse of a move is spent.
/// The character has no mass, so its ground takes the opposite impulse, along the same line: momentum is conserved. A
/// part of the ground itself is a wall.
void Mover::push(Vec2 velocity) {
    float budget = dt_ > 0.0f ? def_.push_impulse : 0.0f;
    const Touch* const under = walks_ ? ground(touch_) : nullptr;
    const uint32_t floor = under != nullptr ? world_.shapes[under->index].slot : kNull;
    const bool yields = floor != kNull && world_.is_dynamic(floor);
    if (yields) { out_.ground = world_.body_id(floor); }
    for (int i = 0; i < out_.count; ++i) {
        CharacterHit& hit = out_.hits[i];
        const uint32_t slot = hit.body.index();
        const bool pushes = world_.is_dynamic(slot) && slot != floor && hit.kind != CharacterHit::ground;
        const Vec2 point = pushes ? middle_of(hit) : hit.point;
        hit.velocity += cross(world_.motions[slot].w, point - hit.point);
        hit.point = point + world_origin(world_.poses[slot_]);
        const float missing = dot(hit.normal, hit.velocity - velocity);
        if (!pushes || !(missing > 0.0f)) { continue; }
        if (own_approach(slot, hit.normal, hit.velocity) > bounces_above()) { continue; }
        const float inverse =
            inverse_mass(slot, point, hit.normal) + (yields ? inverse_mass(floor, point, hit.normal) : 0.0f);
        hit.impulse = min(missing / inverse, budget);
        budget -= hit.impulse;
    }
}

/// Whether one of the touched shapes is that of the hit.
bool Mover::touches(const CharacterHit& hit) const {
    for (const Touch& touch : touches_) {
        if (is_touched(touch) && touch.index == hit.shape.index()) { return true; }
    }
    return false;
}

bool Mover::is_on_what_moves() const {
    bool found = false;
    each_near(at_, at_, touch_, [&](uint32_t index) {
        found = found || moves(index) || world_.shapes[index].material.tangent_speed != 0.0f;
    });
    return found;
}

Vec2 Mover::carry() {
    if (!is_on_what_moves()) {
        yield_to_ground(false);
        return {};
    }
    find_passed({}, false);
    look();
    walks_ = true;
    return carried(false);
}

/// In the next step its ground dominates the character, which has no weight: where the motion of the ground ends within
/// the step, that of a kinematic body does not, and would drive the ground into the floor. But ground that presses the
/// character against a wall meets the wall.
void Mover::yield_to_ground(bool yields) {
    for_each_contact(world_, slot_, [&](uint32_t index, uint32_t side) {
        Contact& contact = world_.contacts[index];
        const uint32_t other = contact.slot(1 - side);
        bool stands = false;
        for (const Touch& touch : touches_) {
            const bool holds = is_touched(touch) && touch.surface == CharacterHit::ground;
            stands = stands || (holds && world_.shapes[touch.index].slot == other);
        }
        const uint32_t held = yields && stands && world_.is_dynamic(other) ? (side == 0 ? kHeldB : kHeldA) : 0u;
        if ((contact.flags & kHeld) == held) { return; }
        contact.flags = (contact.flags & ~kHeld) | held;
        refresh_activity(world_, index);
    });
}

/// m/s, for the next step: with the ground under the foot, away from approaching walls, up to walls at rest. The solver
/// gives bodies ahead any impulse that a kinematic body needs to go on. So unless it `pushes`, the character comes no
/// nearer to them than it can without one, and its foot slips on the ground: `push` has given them their share. Where a
/// wall or a lift pushes the character itself and nothing else yields, the bodies do.
Vec2 Mover::carried(bool pushes) {
    if (!(dt_ > 0.0f)) { return {}; }
    Vec2 want{};
    Vec2 n{}; // of the ground
    uint32_t floor = kNull;
    uint32_t slot = kNull;
    if (const Touch* const under = walks_ ? ground(touch_) : nullptr; under != nullptr) {
        floor = under->index;
        slot = world_.shapes[floor].slot;
        n = under->normal;
        const BodyMotion& motion = world_.motions[slot];
        // The centre of the hull's rounding: its distance from the ground stays constant while the ground rotates.
        const Vec2 arm = arm_to(slot, under->point + (under->gap + hull_.radius) * n);
        want = dt_ * (motion.v + belt_velocity(*under)) + rotate(turn_by(Rot{}, dt_ * motion.w), arm) - arm;
    }
    if (want != Vec2{}) { look(at_, at_, touch_ + length(want)); } // what it may reach
    Rows rows;
    for (const Touch& touch : touches_) {
        const bool soft = world_.is_dynamic(world_.shapes[touch.index].slot);
        if (!is_touched(touch) || soft || touch.index == floor) { continue; }
        rows.add({touch.normal, moved_by(touch), moves(touch.index)});
    }
    const float fine = grain(want);
    Vec2 d = nearest_admitted(rows, want, up_, fine);
    // What remains if the foot slips. Of the rest, as much as leaves each body where it is, or follows it.
    const Vec2 forced = nearest_admitted(rows, max(dot(d, n), 0.0f) * n, up_, fine);
    float part = 1.0f;
    for (const Touch& touch : touches_) {
        const uint32_t other = world_.shapes[touch.index].slot;
        if (touch.hidden || pushes || other == slot || !world_.is_dynamic(other)) { continue; }
        const float room = max(max(touch.gap, 0.0f) - min(moved_by(touch), 0.0f) + dot(touch.normal, forced), 0.0f);
        const float nearer = dot(touch.normal, forced - d);
        if (nearer > room + fine) { part = min(part, room / nearer); }
    }
    d = forced + part * (d - forced);
    yield_to_ground(slot != kNull && !(dot(n, want - d) > fine));
    return d == Vec2{} ? d : (cast(at_, d, true) / dt_) * d;
}

CharacterMove Mover::move(Vec2 velocity, bool drops) {
    const Vec2 asked = dt_ * velocity;
    Vec2 want = asked;
    // The caller has added the gravity of this move, too.
    const float g = length(world_.gravity);
    falls_ = dot(velocity, up_) < -(std::sqrt(2.0f * g * hull_.radius) + g * dt_);
    drops = drops && dot(asked, up_) <= 0.0f;
    find_passed(want, drops);
    const Drop down = drops ? way_down() : Drop{};
    if (down.depth > 0.0f) { want -= max(down.depth + dot(asked, up_), 0.0f) * up_; }
    const float least = 1.0e-3f * length(want);
    const float rising = dot(want, up_);
    ahead_ = want - rising * up_;
    look();
    const Touch* const start = ground(def_.skin);
    // Of an edge it is the height that counts: its normal is that of the foot, and changes along the way.
    walks_ = start != nullptr && (rising <= least || (start->vertex < 0 && dot(want, start->normal) <= least));
    const Vec2 away = start != nullptr ? start->normal : up_;
    slide(want);
    // It is a jump, too, if walls leave of it only what goes away from the ground.
    if (rising > least && dot(at_, away) > touch_ && ground(touch_) == nullptr) { walks_ = false; }
    if (walks_) { snap(); }
    record();
    walks_ = (walks_ || rising <= least) && ground(touch_) != nullptr;

    // What remains: the velocity that the surfaces clip. Ground ends a fall, not a walk, and an edge a walk, not a
    // fall: there the motion goes up and aside at no cost. But in a wedge, where it cannot, no velocity remains.
    Rows rows = rows_along(asked);
    const Vec2 way = nearest_admitted(rows, asked, up_, grain(asked));
    for (int i = 0; i < rows.count; ++i) { rows.items[i].n = rows.items[i].along; }
    const Vec2 clipped = nearest_admitted(rows, asked, up_, grain(asked));
    const float part = dot(way, clipped) / max(length_squared(clipped), 1.0e-30f); // not 0 / 0
    out_.offset = at_;
    // What drops keeps the velocity of what carried it down, or that would overtake it.
    out_.velocity = (dt_ > 0.0f ? (clamp(part, 0.0f, 1.0f) / dt_) * clipped : velocity) + down.speed * up_;
    push(velocity + carried(true));
    for (CharacterHit* hit = out_.hits; hit != out_.hits + out_.count; ++hit) {
        if (!touches(*hit) || (!walks_ && hit->kind == CharacterHit::ground)) { hit->kind = CharacterHit::gone; }
    }
    return out_;
}

namespace {

constexpr const char* kCharacter = "a kinematic body with a shape";
bool can_be_character(const WorldState& world, uint32_t slot) {
    return world.bodies[slot].type == BodyType::kinematic_body && world.bodies[slot].first_shape != kNull;
}

} // namespace

Error World::check(const CharacterDef& def) {
    if (!(def.max_slope >= 0.0f && def.max_slope <= 1.5707965f)) {
        return invalid("maxSlope", def.max_slope, "a number from 0 to pi / 2");
    }
    if (const Error error = check_not_negative("stepHeight", def.step_height)) { return error; }
    if (const Error error = check_not_negative("snapDistance", def.snap_distance)) { return error; }
    if (!(is_finite(def.skin) && def.skin > 0.0f)) { return invalid("skin", def.skin, kPositive); }
    return check_not_negative("pushImpulse", def.push_impulse);
}

Result<CharacterMove> World::move_character(BodyId id, const CharacterDef& def, Vec2 velocity, float dt, bool drop) {
    WorldState& world = *state_;
    const uint32_t slot = world.body_ids.find(id);
    if (const Error error = first(check_alive(slot, id), check(def), check_finite("velocity", velocity))) {
        return error;
    }
    if (!(dt >= 0.0f && dt <= 1.0f)) { return invalid("dt", dt, "a number of seconds from 0 to 1"); }
    if (!can_be_character(world, slot)) { return invalid("body", static_cast<float>(slot), kCharacter); }
    Mover mover(world, slot, def, dt);
    CharacterMove moved = mover.move(velocity, drop);
    for (int i = 0; i < moved.count; ++i) {
        const CharacterHit& hit = moved.hits[i];
        if (!(hit.impulse > 0.0f)) { continue; }
        // Through the step, as a force: as an impulse at its begin it would press bodies into each other at walls.
        const Vec2 force = (hit.impulse / dt) * hit.normal;
        (void)apply_force(hit.body, -force, hit.point);
        (void)apply_force(moved.ground, force, hit.point);
    }
    moved.carry = mover.carried(false); // after the impulses, so that it follows what they move
    if (!(moved.offset == Vec2{})) {
        Vec2& walk = world.forces[slot].force;
        if (world.bodies[slot].enabled && (walk != Vec2{} || mover.leaves_behind())) {
            walk += unlocked(world.motions[slot].flags, moved.offset); // on which the step emits what sensors see
        } else {
            emit_passed_sensors(world, slot, mover.path());
        }
        const BodyPose pose = world.poses[slot];
        place_body(world, slot, pose.x + static_cast<double>(moved.offset.x),
                   pose.y + static_cast<double>(moved.offset.y), pose.q);
        // The character walked there since the start of the last step: the previous pose stays and is updated in the
        // next step.
        publish_pose(world, slot);
        const bool known = std::find(world.just_slept.begin(), world.just_slept.end(), slot) != world.just_slept.end();
        if (!known) { world.just_slept.push_back(slot); }
    }
    (void)set_velocity(id, moved.carry);
    return moved;
}

void begin_walk(WorldState& world, uint32_t slot, float dt, float sign) {
    Vec2& walk = world.forces[slot].force;
    if (world.bodies[slot].type != BodyType::kinematic_body || walk == Vec2{}) { return; }
    if (!(length(walk) < dt * world.tuning.max_linear_speed)) { // the step could not
        walk = {};
        return;
    }
    const BodyPose pose = world.poses[slot];
    const Vec2 by = sign * walk;
    place_body(world, slot, pose.x - static_cast<double>(by.x), pose.y - static_cast<double>(by.y), pose.q);
    world.motions[slot].v += (1.0f / dt) * by;
    wake_body(world, slot);
}

void end_walk(WorldState& world, uint32_t slot, float dt) {
    world.motions[slot].v -= (1.0f / dt) * world.forces[slot].force;
    wake_body(world, slot);
}

Error World::carry_character(BodyId id, const CharacterDef& def, float dt) {
    WorldState& world = *state_;
    const uint32_t slot = world.body_ids.find(id);
    if (slot == kNull) { return destroyed("body", id.value); }
    if (!can_be_character(world, slot)) { return invalid("body", static_cast<float>(slot), kCharacter); }
    return set_velocity(id, Mover(world, slot, def, dt).carry());
}

} // namespace impulse
