// Impacts in zero duration: before the step, what collides bounces, and no time passes.
//
// Source    Wedekind, "Rigid body simulation", parts 2 to 6 (WK1 to WK7); collisions one after another as in Newton's cradle.
// Solves    contacts whose points approach faster than v_c = max(restitution threshold, |g| dt) for v_n' = -e v_n, v_n being
//           the speed before the pass; friction for v_t' = 0 within mu times the sum of the normal impulse; and, before them
//           in each sweep, the joints of the bodies they reach, through any number of joints (WK4, WK5). Then looks again:
//           what those bounces made collide comes into the next pass.
// Cost      1 look at every contact; a pass: `impact_iterations` sweeps over what collides, one look at its neighbours. A
//           pass that reaches a joint sweeps over all joints that are awake; those out of reach find no mass to move.
// Weakness  a pass hits neighbours one after another, so a wave through n bodies takes n passes.
// Choose it for exact bounces and chains of them, before whichever solver.
//
// Zero duration: no force, no push, no displacement is part of it. One thing of time remains. Semi-implicit Euler keeps
// velocities half a step behind positions: the speed at the instant of the positions is v + a h / 2, h being the solver's
// step. Impacts are solved with that and give it back afterwards, so e = 1 returns to its height at any dt (WK1); read as it
// stands the speed is too low, and 7 % of the height is lost a bounce at 60 Hz. And what meets is seldom found at the
// surface: see `bounce`.
//
// Energy: with each target fixed at -e v_n, dKE = sum of lambda (v_n + v_n') / 2 = sum of lambda v_n (1 - e) / 2 <= 0 at the
// solution. Sweeps stop short of it, and friction may break it (Kane and Levinson 1985), so each group of bodies that a
// pass connects is checked: if dKE(s) = W s + Q s^2 / 2 is above 0 for the whole change of velocity (s = 1), the change is
// scaled down to where it is 0, s = -2 W / Q. Momentum, signs and cones keep under that scaling.

#include "dynamics/solvers/impact.h"

#include <algorithm>

#include "dynamics/contact_kernels.h"
#include "dynamics/contact_pass.h"
#include "dynamics/joints/joint_pass.h"
#include "dynamics/observe.h"

namespace impulse {
namespace {

/// A body that some impact reached.
struct Reached {
    uint32_t slot = 0;
    uint32_t pass = 0;   ///< the last that reached it
    uint32_t parent = 0; ///< towards the root of its group in that pass
    Vec2 shift;          ///< m/s: from the step's velocity to the one at the instant of the positions
    float turn_shift = 0.0f;
    Vec2 v; ///< m/s, before the pass
    float w = 0.0f;
    double work = 0.0;   ///< J, of a root: W of its group
    double square = 0.0; ///< J: Q
    bool driven = false; ///< jointed to something that moves by itself, which may give energy
};

struct Velocity {
    Vec2 v;
    float w;
};

struct Stage {
    const SolveInput& input;
    float threshold = 0.0f;       ///< m/s: v_c
    float half = 0.0f;            ///< s: h / 2
    float horizon = 0.0f;         ///< s: what meets sooner is met by the solver that follows
    std::span<uint32_t> entry{};  ///< by slot: index in `reached`, or kNull
    std::span<Reached> reached{};
    uint32_t count = 0;
    std::span<uint32_t> links{}; ///< by slot: towards the root of the bodies that joints connect; empty without joints
};

/// s between two positions of the solver that follows, if its velocities lag half of that behind; else 0.
float lagging_step(const SolveInput& input) {
    const Tuning& tuning = input.tuning;
    switch (tuning.solver) {
    case SolverType::soft_step: return input.dt / static_cast<float>(tuning.substeps);
    case SolverType::substepped_position: return input.dt / static_cast<float>(tuning.position_substeps);
    case SolverType::sequential_impulse: break;
    }
    const bool lags = tuning.integrator == Integrator::semi_implicit && !input.integrated;
    return lags ? input.dt : 0.0f;
}

/// m/s^2, rad/s^2: what forces do to a body.
Velocity acceleration(const SolveInput& input, uint32_t slot) {
    const BodyMass& mass = input.masses[slot];
    const BodyMotion& motion = input.motions[slot];
    if ((motion.flags & kDynamic) == 0 || mass.inv_mass == 0.0f) { return {}; }
    const BodyForces& forces = input.forces[slot];
    const Vec2 a = forces.gravity_scale * input.gravity + mass.inv_mass * forces.force;
    return {unlocked(motion.flags, a), mass.inv_inertia * forces.torque};
}

bool can_move(const BodyMass& mass) { return mass.inv_mass > 0.0f || mass.inv_inertia > 0.0f; }

/// At the instant of the positions.
Velocity velocity_of(const Stage& stage, uint32_t slot) {
    const BodyMotion& motion = stage.input.motions[slot];
    if (stage.half == 0.0f || stage.entry[slot] != kNull) { return {motion.v, motion.w}; }
    const Velocity a = acceleration(stage.input, slot);
    return {motion.v + stage.half * a.v, motion.w + stage.half * a.w};
}

float normal_speed(const Contact& contact, const ManifoldPoint& point, const Velocity& a, const Velocity& b) {
    return dot(b.v + cross(b.w, point.rB) - a.v - cross(a.w, point.rA), contact.manifold.normal);
}

/// WK1. A point still apart collides if it bounces and would meet within the step: the solver that follows stops what
/// meets, and has no bounce to give.
bool collides(const Stage& stage, const Contact& contact, const ManifoldPoint& point) {
    const float speed =
        normal_speed(contact, point, velocity_of(stage, contact.slotA), velocity_of(stage, contact.slotB));
    if (!(speed < -stage.threshold)) { return false; }
    if (point.separation <= 0.0f) { return true; }
    if (contact.restitution == 0.0f) { return false; }
    const SolveInput& input = stage.input;
    const Vec2 pull = acceleration(input, contact.slotB).v - acceleration(input, contact.slotA).v;
    const float fastest = speed + min(dot(pull, contact.manifold.normal), 0.0f) * stage.horizon;
    return point.separation + fastest * stage.horizon <= 0.0f;
}

bool collides(const Stage& stage, const Contact& contact) {
    for (int i = 0; i < contact.manifold.count; ++i) {
        if (collides(stage, contact, contact.manifold.points[i])) { return true; }
    }
    return false;
}

/// m/s: what a point leaves with that comes with `speed` < 0, -e v_n (WK3).
///
/// Found a distance s above the surface, or below it because the step before went that far, it would have met the surface
/// with v^2 + 2 a s, a being the pull of forces between the two, and passes s on its way out with (e v)^2 - 2 a s. Without
/// this, e = .5 from 1 m returns to .23 to .26 m, with it to .25. What lies deeper than its speed explains, or has been in
/// contact before, is taken as it is.
float bounce(const Stage& stage, const Contact& contact, const ManifoldPoint& point, float speed) {
    const float plain = -contact.restitution * speed;
    const bool fresh = point.separation > 0.0f || contact.age == 0;
    if (!stage.input.tuning.restitution_midpoint || !fresh) { return plain; }
    const Vec2 a = acceleration(stage.input, contact.slotA).v - acceleration(stage.input, contact.slotB).v;
    const float twice_as = 2.0f * dot(a, contact.manifold.normal) * point.separation;
    const float at_surface = speed * speed + twice_as;
    if (at_surface <= 0.0f) { return plain; }
    return std::sqrt(max(contact.restitution * contact.restitution * at_surface - twice_as, 0.0f));
}

/// Whether a pass before `pass` left the body's velocity as it was.
bool unchanged(const Stage& stage, uint32_t slot, uint32_t pass) {
    const uint32_t entry = stage.entry[slot];
    return entry == kNull || stage.reached[entry].pass + 1 != pass;
}

/// The contacts that collide in a pass, in pair-key order. After the first only those that the last one changed are asked.
std::span<uint32_t> find_colliding(const Stage& stage, uint32_t pass) {
    const std::span<uint32_t> found = stage.input.arena.allocate<uint32_t>(stage.input.active.size());
    size_t count = 0;
    for (const uint32_t index : stage.input.active) {
        const Contact& contact = stage.input.contacts[index];
        if (pass > 0 && unchanged(stage, contact.slotA, pass) && unchanged(stage, contact.slotB, pass)) { continue; }
        if (collides(stage, contact)) { found[count++] = index; }
    }
    return found.first(count);
}

/// Takes a body into the pass; returns its entry, kNull where nothing can move it.
uint32_t reach(Stage& stage, uint32_t slot, uint32_t pass) {
    if (!can_move(stage.input.masses[slot])) { return kNull; }
    BodyMotion& motion = stage.input.motions[slot];
    uint32_t& entry = stage.entry[slot];
    if (entry == kNull) {
        entry = stage.count++;
        Reached& body = stage.reached[entry];
        body = {};
        body.slot = slot;
        body.pass = kNull;
        const Velocity a = acceleration(stage.input, slot);
        body.shift = stage.half * a.v;
        body.turn_shift = stage.half * a.w;
        motion.v += body.shift;
        motion.w += body.turn_shift;
    }
    Reached& body = stage.reached[entry];
    if (body.pass != pass) {
        body.pass = pass;
        body.parent = entry;
        body.v = motion.v;
        body.w = motion.w;
        body.work = body.square = 0.0;
        body.driven = false;
    }
    return entry;
}

uint32_t root_of(const Stage& stage, uint32_t entry) {
    while (stage.reached[entry].parent != entry) {
        Reached& body = stage.reached[entry];
        body.parent = stage.reached[body.parent].parent; // halves the path
        entry = body.parent;
    }
    return entry;
}

/// The group of two bodies is one; the smaller root stays, so that no order of calls shows.
void join(Stage& stage, uint32_t slotA, uint32_t slotB, uint32_t pass) {
    const uint32_t a = reach(stage, slotA, pass);
    const uint32_t b = reach(stage, slotB, pass);
    if (a == kNull || b == kNull) { return; }
    const uint32_t rootA = root_of(stage, a);
    const uint32_t rootB = root_of(stage, b);
    stage.reached[std::max(rootA, rootB)].parent = std::min(rootA, rootB);
}

/// Rows of the points that collide; the others have no mass in them.
std::span<ScalarRow> make_rows(Stage& stage, std::span<const uint32_t> colliding, uint32_t pass) {
    const SolveInput& input = stage.input;
    const std::span<ScalarRow> rows = input.arena.allocate<ScalarRow>(colliding.size());
    for (size_t k = 0; k < rows.size(); ++k) {
        const Contact& contact = input.contacts[colliding[k]];
        rows[k] = make_row(input, colliding[k]);
        for (int i = 0; i < contact.manifold.count; ++i) {
            const ManifoldPoint& point = contact.manifold.points[i];
            if (!collides(stage, contact, point)) { continue; }
            const size_t at = static_cast<size_t>(i);
            prepare_point(rows[k].row, rows[k].row.points[at], point.rA.x, point.rA.y, point.rB.x, point.rB.y,
                          point.separation);
            const float speed =
                normal_speed(contact, point, velocity_of(stage, contact.slotA), velocity_of(stage, contact.slotB));
            rows[k].target[at] = bounce(stage, contact, point, speed);
        }
    }
    for (const uint32_t index : colliding) {
        join(stage, input.contacts[index].slotA, input.contacts[index].slotB, pass);
    }
    return rows;
}

/// Literal: the target follows the present speed, so the sweep after the one that made the bounce takes it away (WK3).
void retarget(const Stage& stage, std::span<ScalarRow> rows) {
    for (ScalarRow& row : rows) {
        const Contact& contact = stage.input.contacts[row.contact];
        for (int i = 0; i < contact.manifold.count; ++i) {
            const float speed = normal_speed(contact, contact.manifold.points[i], velocity_of(stage, contact.slotA),
                                             velocity_of(stage, contact.slotB));
            row.target[static_cast<size_t>(i)] = speed < -stage.threshold ? -contact.restitution * speed : 0.0f;
        }
    }
}

/// J that moving surfaces did to the bodies they hit: a platform's own velocity, a belt's.
double work_of_surfaces(const SolveInput& input, const ScalarRow& scalar) {
    const ContactRow<float>& row = scalar.row;
    const Contact& contact = input.contacts[scalar.contact];
    const Vec2 n = contact.manifold.normal;
    const bool fixedA = !can_move(input.masses[contact.slotA]);
    const BodyMotion& surface = input.motions[fixedA ? contact.slotA : contact.slotB];
    double work = 0.0;
    for (int i = 0; i < contact.manifold.count; ++i) {
        const PointRow<float>& p = row.points[static_cast<size_t>(i)];
        const ManifoldPoint& point = contact.manifold.points[i];
        work -= static_cast<double>(p.tangent_impulse * scalar.belt);
        if (!fixedA && can_move(input.masses[contact.slotB])) { continue; }
        const Vec2 on_b = p.normal_impulse * n + p.tangent_impulse * right_perp(n);
        const Vec2 v = surface.v + cross(surface.w, fixedA ? point.rA : point.rB);
        work += static_cast<double>(fixedA ? dot(on_b, v) : -dot(on_b, v));
    }
    return work;
}

/// Scales back, group by group, what would add energy.
void keep_energy(Stage& stage, std::span<const ScalarRow> rows, uint32_t pass) {
    const SolveInput& input = stage.input;
    const auto in_pass = [&](const Reached& body) { return body.pass == pass; };
    for (uint32_t k = 0; k < stage.count; ++k) {
        const Reached& body = stage.reached[k];
        if (!in_pass(body)) { continue; }
        Reached& root = stage.reached[root_of(stage, k)];
        root.driven = root.driven || body.driven;
        const BodyMotion& motion = input.motions[body.slot];
        const BodyMass& mass = input.masses[body.slot];
        const Vec2 dv = motion.v - body.v;
        const double dw = static_cast<double>(motion.w - body.w);
        if (mass.inv_mass > 0.0f) {
            root.work += static_cast<double>(dot(body.v, dv)) / static_cast<double>(mass.inv_mass);
            root.square += static_cast<double>(length_squared(dv)) / static_cast<double>(mass.inv_mass);
        }
        if (mass.inv_inertia > 0.0f) {
            root.work += static_cast<double>(body.w) * dw / static_cast<double>(mass.inv_inertia);
            root.square += dw * dw / static_cast<double>(mass.inv_inertia);
        }
    }
    for (const ScalarRow& row : rows) {
        const uint32_t a = stage.entry[row.row.slotA[0]];
        const uint32_t entry = a != kNull ? a : stage.entry[row.row.slotB[0]];
        if (entry == kNull) { continue; }
        stage.reached[root_of(stage, entry)].work -= work_of_surfaces(input, row);
    }
    for (uint32_t k = 0; k < stage.count; ++k) {
        const Reached& body = stage.reached[k];
        if (!in_pass(body)) { continue; }
        const Reached& root = stage.reached[root_of(stage, k)];
        if (root.driven || root.work + 0.5 * root.square <= 0.0) { continue; }
        const float s = root.work < 0.0 ? static_cast<float>(-2.0 * root.work / root.square) : 0.0f;
        BodyMotion& motion = input.motions[body.slot];
        motion.v = body.v + s * (motion.v - body.v);
        motion.w = body.w + s * (motion.w - body.w);
    }
}

/// Calls `visit` for each joint that holds in no time: springs and motors need some to act.
template <class Visit>
void each_hard_joint(const SolveInput& input, Visit&& visit) {
    input.active_joints->for_each([&](uint32_t index) {
        const Joint& joint = input.joints[index];
        if (joint.parts >> (kPartKinds * static_cast<int>(PartRole::limit)) != 0) { visit(joint); }
    });
}

uint32_t link_root(const Stage& stage, uint32_t slot) {
    while (stage.links[slot] != slot) {
        stage.links[slot] = stage.links[stage.links[slot]];
        slot = stage.links[slot];
    }
    return slot;
}

/// Finds which bodies joints connect; what cannot move connects nothing.
void connect_joints(Stage& stage) {
    const SolveInput& input = stage.input;
    if (input.active_joints == nullptr || !input.active_joints->any()) { return; }
    stage.links = input.arena.allocate<uint32_t>(input.masses.size());
    for (const uint32_t slot : input.awake) { stage.links[slot] = slot; }
    each_hard_joint(input, [&](const Joint& joint) {
        if (!joint.acts_on_a() || !can_move(input.masses[joint.slotA]) || !can_move(input.masses[joint.slotB])) { return; }
        stage.links[link_root(stage, joint.slotA)] = link_root(stage, joint.slotB);
    });
}

/// The joints of a pass, and masses in which only what it reaches can move.
struct Reach {
    JointSet joints;
    std::span<BodyMass> masses{};
};

/// Takes into the pass all that joints connect with the bodies in it. Impulses start from zero: nothing was before.
Reach reach_through_joints(Stage& stage, uint32_t pass) {
    const SolveInput& input = stage.input;
    Reach out;
    if (stage.links.empty()) { return out; }
    const std::span<uint8_t> marked = input.arena.allocate<uint8_t>(input.masses.size()); // by root
    for (const uint32_t slot : input.awake) { marked[slot] = 0; }
    for (const Reached& body : stage.reached.first(stage.count)) {
        if (body.pass == pass) { marked[link_root(stage, body.slot)] = 1; }
    }
    bool any = false;
    each_hard_joint(input, [&](const Joint& joint) {
        const bool has_a = joint.acts_on_a();
        const bool movesA = has_a && can_move(input.masses[joint.slotA]);
        const bool movesB = can_move(input.masses[joint.slotB]);
        const uint32_t slot = movesA ? joint.slotA : joint.slotB;
        if ((!movesA && !movesB) || marked[link_root(stage, slot)] == 0) { return; }
        any = true;
        join(stage, slot, movesB ? joint.slotB : slot, pass);
        const auto drives = [&](uint32_t other) {
            return input.motions[other].v != Vec2{} || input.motions[other].w != 0.0f;
        };
        const bool driven = (has_a && !movesA && drives(joint.slotA)) || (!movesB && drives(joint.slotB));
        Reached& body = stage.reached[stage.entry[slot]];
        body.driven = body.driven || driven;
    });
    if (!any) { return out; }
    out.masses = input.arena.allocate<BodyMass>(input.masses.size());
    std::fill(out.masses.begin(), out.masses.end(), BodyMass{});
    for (const Reached& body : stage.reached.first(stage.count)) {
        if (body.pass == pass) { out.masses[body.slot] = input.masses[body.slot]; }
    }
    SolveInput view = input;
    view.masses = out.masses;
    out.joints = prepare_joints(view, input.dt, false);
    return out;
}

void solve_pass(Stage& stage, std::span<const uint32_t> colliding, uint32_t pass) {
    const SolveInput& input = stage.input;
    const std::span<ScalarRow> rows = make_rows(stage, colliding, pass);
    const Reach reach = reach_through_joints(stage, pass);
    for (int i = 0; i < input.tuning.impact_iterations; ++i) {
        if (!reach.joints.empty()) { solve_joints(input, reach.joints, impact_joint_pass()); }
        if (input.tuning.literal.fx_restitution) { retarget(stage, rows); }
        solve_velocities(input, rows);
        if (input.probe) [[unlikely]] { observe(input, rows, SolverStage::impact, static_cast<int>(pass)); }
    }
    keep_energy(stage, rows, pass);
}

} // namespace

void solve_impacts(const SolveInput& input) {
    const Arena::Mark mark = input.arena.mark();
    Stage stage{.input = input};
    stage.threshold = max(input.tuning.restitution_threshold, length(input.gravity) * input.dt);
    stage.half = input.tuning.restitution_midpoint ? 0.5f * lagging_step(input) : 0.0f;
    // Soft steps slow down already what would meet a substep after the step: `relax` lets no gap close faster than in one.
    const bool soft = input.tuning.solver == SolverType::soft_step;
    stage.horizon = input.dt + (soft ? lagging_step(input) : 0.0f);
    stage.entry = input.arena.allocate<uint32_t>(input.masses.size());
    for (const uint32_t index : input.active) { // not all slots: static bodies may be many
        stage.entry[input.contacts[index].slotA] = kNull;
        stage.entry[input.contacts[index].slotB] = kNull;
    }
    for (const uint32_t slot : input.awake) { stage.entry[slot] = kNull; }
    stage.reached = input.arena.allocate<Reached>(input.awake.size());

    connect_joints(stage);

    const uint32_t passes = static_cast<uint32_t>(input.tuning.max_impact_passes);
    for (uint32_t pass = 0; pass < passes; ++pass) {
        const Arena::Mark pass_mark = input.arena.mark();
        const std::span<const uint32_t> colliding = find_colliding(stage, pass);
        if (!colliding.empty()) { solve_pass(stage, colliding, pass); }
        input.arena.release(pass_mark);
        if (colliding.empty()) { break; }
    }

    for (const Reached& body : stage.reached.first(stage.count)) {
        input.motions[body.slot].v -= body.shift;
        input.motions[body.slot].w -= body.turn_shift;
    }
    input.arena.release(mark);
}

} // namespace impulse
