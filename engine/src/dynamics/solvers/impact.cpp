// Impacts in zero duration: before the step, colliding contacts are solved with restitution while no time passes.
//
// Source    Wedekind, "Rigid body game physics", parts 2 to 6, 2019 (WK1 to WK7).
// Solves    contacts whose points approach faster than v_c = max(restitution threshold, |g| dt) for v_n' = -e v_n, with
//           v_n before the pass; friction for v_t' = 0 within mu times the sum of the normal impulse; and, before them
//           in each iteration, all joints connected to the reached bodies (WK4, WK5). Contacts that collide because of
//           those bounces are solved in the next pass.
// Cost      1 test of every contact; per pass `impact_iterations` iterations over colliding contacts, 1 test of their
//           neighbours. A pass that reaches a joint iterates over all awake joints; the unreached ones have mass 0.
// Weakness  a pass propagates an impact to the next neighbours only, so a wave through n bodies takes n passes.
// Choose it for exact bounces and chains of them, before any solver.
//
// Zero duration: no forces, no bias, no displacement. One correction for time remains. Under semi-implicit Euler
// velocities lag half a step behind positions: the velocity at the instant of the positions is v + a h / 2, h being the
// solver's step. Impacts add a h / 2 before and subtract it afterwards, so e = 1 returns to its height at any dt (WK1).
// Without it the speed is too low, and 7 % of the height is lost per bounce at 60 Hz. Points are seldom detected
// exactly at the surface: see `bounce`.
//
// Energy: no pass increases the energy of a group of bodies that it connects: see energy_groups.h.

#include <algorithm>

#include "dynamics/contact_kernels.h"
#include "dynamics/contact_pass.h"
#include "dynamics/energy_groups.h"
#include "dynamics/integrate.h"
#include "dynamics/joints/joint_solver.h"
#include "dynamics/observe.h"
#include "dynamics/point_order.h"
#include "dynamics/scalar_iteration.h"
#include "dynamics/solvers/registry.h"

namespace impulse {
namespace {

/// A body reached by an impact.
struct Reached {
    uint32_t slot = 0;
    uint32_t pass = 0; ///< the last that reached it
    Vec2 shift;        ///< m/s: from the step's velocity to the one at the instant of the positions
    float turn_shift = 0.0f;
};

struct Stage {
    const SolveInput& input;
    float threshold = 0.0f;      ///< m/s: v_c
    float half = 0.0f;           ///< s: h / 2
    float horizon = 0.0f;        ///< s: earlier contacts are handled by the solver that follows
    std::span<uint32_t> entry{}; ///< by slot: index in `reached`, or kNull
    std::span<Reached> reached{};
    uint32_t count = 0;
    EnergyGroups groups{}; ///< of the pass
    EnergyGroups chains{}; ///< bodies that joints connect; `bounced`: in the pass
};

/// At the instant of the positions.
BodyVelocity velocity_of(const Stage& stage, uint32_t slot) {
    const BodyMotion& motion = stage.input.bodies.motions[slot];
    if (stage.half == 0.0f || stage.entry[slot] != kNull) { return {motion.v, motion.w}; }
    const BodyVelocity a = acceleration_of(stage.input, slot);
    return {motion.v + stage.half * a.v, motion.w + stage.half * a.w};
}

float normal_speed(const Contact& contact, const ManifoldPoint& point, const BodyVelocity& a, const BodyVelocity& b) {
    return dot(b.v + cross(b.w, point.rB) - a.v - cross(a.w, point.rA), contact.manifold.normal);
}

/// WK1. A separated point collides if it bounces and would close within the step, because the solver that follows stops
/// it without restitution.
bool collides(const Stage& stage, const Contact& contact, const ManifoldPoint& point) {
    const float speed =
        normal_speed(contact, point, velocity_of(stage, contact.slotA), velocity_of(stage, contact.slotB));
    if (!(speed < -stage.threshold)) { return false; }
    if (point.separation <= 0.0f) { return true; }
    if (contact.restitution == 0.0f) { return false; }
    const SolveInput& input = stage.input;
    const Vec2 pull = acceleration_of(input, contact.slotB).v - acceleration_of(input, contact.slotA).v;
    const float fastest = speed + min(dot(pull, contact.manifold.normal), 0.0f) * stage.horizon;
    return point.separation + fastest * stage.horizon <= 0.0f;
}

bool collides(const Stage& stage, const Contact& contact) {
    for (int i = 0; i < contact.manifold.count; ++i) {
        if (collides(stage, contact, contact.manifold.points[i])) { return true; }
    }
    return false;
}

/// m/s: separation speed of a point with approach velocity `speed` < 0, -e v_n (WK3).
///
/// A point detected at distance s above the surface, or below it after the previous step, would reach the surface with
/// v^2 + 2 a s, a being the relative acceleration by forces, and passes s again with (e v)^2 - 2 a s. Without this
/// correction e = 0.5 from 1 m returns to 0.23 to 0.26 m, with it to 0.25 m. A point deeper than its speed explains, or
/// in contact before, is not corrected.
float bounce(const Stage& stage, const Contact& contact, const ManifoldPoint& point, float speed) {
    const float plain = -contact.restitution * speed;
    const bool fresh = point.separation > 0.0f || contact.age == 0;
    if (!stage.input.tuning.restitution_midpoint || !fresh) { return plain; }
    const Vec2 a = acceleration_of(stage.input, contact.slotA).v - acceleration_of(stage.input, contact.slotB).v;
    const float twice_as = 2.0f * dot(a, contact.manifold.normal) * point.separation;
    const float at_surface = speed * speed + twice_as;
    if (at_surface <= 0.0f) { return plain; }
    return std::sqrt(max(contact.restitution * contact.restitution * at_surface - twice_as, 0.0f));
}

/// Whether the passes before `pass` did not change the body's velocity.
bool unchanged(const Stage& stage, uint32_t slot, uint32_t pass) {
    const uint32_t entry = stage.entry[slot];
    return entry == kNull || stage.reached[entry].pass + 1 != pass;
}

/// The colliding contacts of a pass, in pair-key order. After the first pass only those changed by the last one are
/// tested.
std::span<uint32_t> find_colliding(const Stage& stage, uint32_t pass) {
    const std::span<uint32_t> found = stage.input.arena.allocate<uint32_t>(stage.input.contacts.active.size());
    size_t count = 0;
    for (const uint32_t index : stage.input.contacts.active) {
        const Contact& contact = stage.input.contacts.all[index];
        if (pass > 0 && unchanged(stage, contact.slotA, pass) && unchanged(stage, contact.slotB, pass)) { continue; }
        if (collides(stage, contact)) { found[count++] = index; }
    }
    return found.first(count);
}

/// Adds a body to the pass.
void reach(Stage& stage, uint32_t slot, uint32_t pass) {
    if (!can_move(stage.input.bodies.masses[slot])) { return; }
    BodyMotion& motion = stage.input.bodies.motions[slot];
    uint32_t& entry = stage.entry[slot];
    if (entry == kNull) {
        entry = stage.count++;
        Reached& body = stage.reached[entry];
        body = {};
        body.slot = slot;
        const BodyVelocity a = acceleration_of(stage.input, slot);
        body.shift = stage.half * a.v;
        body.turn_shift = stage.half * a.w;
        motion.v += body.shift;
        motion.w += body.turn_shift;
    }
    stage.reached[entry].pass = pass;
}

/// Rows of the colliding points; the others have effective mass 0.
std::span<ScalarRow> make_rows(Stage& stage, std::span<const uint32_t> colliding, uint32_t pass) {
    const SolveInput& input = stage.input;
    const std::span<ScalarRow> rows = input.arena.allocate<ScalarRow>(colliding.size());
    for (size_t k = 0; k < rows.size(); ++k) {
        const Contact& contact = input.contacts.all[colliding[k]];
        rows[k] = make_row(input, colliding[k]);
        const PointOrder order = point_order(contact.manifold, 0);
        rows[k].swapped = static_cast<uint8_t>(order.swapped);
        rows[k].bounces = true;
        for (int i = 0; i < contact.manifold.count; ++i) {
            const ManifoldPoint& point = contact.manifold.points[i];
            if (!collides(stage, contact, point)) { continue; }
            const size_t at = static_cast<size_t>(i) ^ rows[k].swapped;
            prepare_point(rows[k].row, mobility_of(rows[k].row, input.bodies.motions), rows[k].row.points[at],
                          point.rA.x, point.rA.y, point.rB.x, point.rB.y, point.separation);
            const float speed =
                normal_speed(contact, point, velocity_of(stage, contact.slotA), velocity_of(stage, contact.slotB));
            rows[k].target(at) = bounce(stage, contact, point, speed);
        }
        rows[k].together = order.together && has_both(rows[k].row);
    }
    for (const ScalarRow& row : rows) {
        reach(stage, row.row.slotA[0], pass);
        reach(stage, row.row.slotB[0], pass);
    }
    join_rows(input, rows, stage.groups);
    return rows;
}

/// Naive variant of WK3: targets follow the present velocities.
void retarget(const Stage& stage, std::span<ScalarRow> rows) {
    const SolveInput& input = stage.input;
    for (ScalarRow& row : rows) {
        const FrameVelocity<float> frame =
            enter_frame(row.row, input.bodies.motions[row.row.slotA[0]], input.bodies.motions[row.row.slotB[0]]);
        const float restitution = input.contacts.all[row.contact].restitution;
        for (size_t k = 0; k < 2; ++k) { retarget(row, k, restitution, stage.threshold, frame); }
    }
}

/// Calls `visit` for each joint with holding constraints or limits: springs and motors do not act in zero duration.
template <class Visit>
void each_hard_joint(const SolveInput& input, Visit&& visit) {
    input.joints.active->for_each([&](uint32_t index) {
        const Joint& joint = input.joints.all[index];
        if (holds(joint)) { visit(joint); }
    });
}

/// Computes the sets of bodies connected by joints; immovable bodies connect nothing.
void connect_joints(Stage& stage) {
    const SolveInput& input = stage.input;
    if (input.joints.active == nullptr || !input.joints.active->any()) { return; }
    stage.chains = EnergyGroups(input);
    each_hard_joint(input, [&](const Joint& joint) { stage.chains.join(input, joint.first_slot(), joint.slotB); });
}

/// The joints of a pass, with masses of 0 for bodies it does not reach.
struct Reach {
    JointSet joints;
    std::span<BodyMass> masses{};
};

/// Adds all bodies that joints connect with those of the pass. Impulses start from zero.
Reach reach_through_joints(Stage& stage, uint32_t pass) {
    const SolveInput& input = stage.input;
    Reach out;
    if (stage.chains.empty()) { return out; }
    for (EnergyGroups::Member& member : stage.chains.members()) { member.bounced = false; }
    for (const Reached& body : stage.reached.first(stage.count)) {
        EnergyGroups::Member* const chain = stage.chains.root(input, body.slot, body.slot);
        if (body.pass == pass && chain != nullptr) { chain->bounced = true; }
    }
    bool any = false;
    each_hard_joint(input, [&](const Joint& joint) {
        const EnergyGroups::Member* const chain = stage.chains.root(input, joint);
        if (chain == nullptr || !chain->bounced) { return; }
        any = true;
        const uint32_t slotA = joint.first_slot();
        reach(stage, slotA, pass);
        reach(stage, joint.slotB, pass);
        EnergyGroups::Member* const root = stage.groups.join(input, slotA, joint.slotB);
        root->driven = root->driven || joint.leads || is_carried(input, slotA) || is_carried(input, joint.slotB);
    });
    if (!any) { return out; }
    out.masses = input.arena.allocate<BodyMass>(input.bodies.masses.size());
    std::fill(out.masses.begin(), out.masses.end(), BodyMass{});
    for (const Reached& body : stage.reached.first(stage.count)) {
        if (body.pass == pass) { out.masses[body.slot] = input.bodies.masses[body.slot]; }
    }
    SolveInput view = input;
    view.bodies.masses = out.masses;
    out.joints = prepare_joints(view, input.joints.impact_plan, input.dt, false);
    begin_joint_substep(view, out.joints, 0.0f);
    return out;
}

void solve_pass(Stage& stage, std::span<const uint32_t> colliding, uint32_t pass) {
    const SolveInput& input = stage.input;
    stage.groups.clear();
    const std::span<ScalarRow> rows = make_rows(stage, colliding, pass);
    const Reach reach = reach_through_joints(stage, pass);
    for (int i = 0; i < input.tuning.impact_iterations; ++i) {
        if (!reach.joints.empty()) { solve_joints_at_once(input, reach.joints); }
        if (input.tuning.literal.fx_restitution) { retarget(stage, rows); }
        solve_velocities(input, rows);
        if (input.probe) [[unlikely]] {
            observe(input, rows, {reach.joints}, SolverStage::impact, static_cast<int>(pass));
        }
    }
    keep_energy(input, rows, 0.0f, stage.groups); // velocities are those at the instant of the positions
    for (const ScalarRow& row : rows) { input.contacts.impulses[row.contact] += pressure<float>(row.row.points); }
    add_joint_reactions(input, reach.joints, stage.groups);
}

} // namespace

void solve_impacts(const SolveInput& input, const SolverEntry& next) {
    const Arena::Mark mark = input.arena.mark();
    Stage stage{.input = input};
    stage.threshold = max(input.tuning.restitution_threshold, length(input.gravity) * input.dt);
    stage.half = input.tuning.restitution_midpoint ? 0.5f * next.lagging_step(input.tuning, input.substeps.h) : 0.0f;
    stage.horizon = input.dt + next.lookahead(input.tuning, input.substeps.h);
    stage.entry = input.arena.allocate<uint32_t>(input.bodies.masses.size());
    for (const uint32_t index : input.contacts.active) { // not all slots: static bodies may be many
        stage.entry[input.contacts.all[index].slotA] = kNull;
        stage.entry[input.contacts.all[index].slotB] = kNull;
    }
    for (const uint32_t slot : input.bodies.awake) { stage.entry[slot] = kNull; }
    stage.reached = input.arena.allocate<Reached>(input.bodies.awake.size());

    stage.groups = EnergyGroups(input);
    connect_joints(stage);
    if (input.joints.active != nullptr) {
        input.joints.active->for_each([&](uint32_t index) { clear_reaction(input.joints.all[index]); });
    }

    const uint32_t passes = static_cast<uint32_t>(input.tuning.max_impact_passes);
    for (uint32_t pass = 0; pass < passes; ++pass) {
        const Arena::Mark pass_mark = input.arena.mark();
        const std::span<const uint32_t> colliding = find_colliding(stage, pass);
        if (!colliding.empty()) { solve_pass(stage, colliding, pass); }
        input.arena.release(pass_mark);
        if (colliding.empty()) { break; }
    }

    for (const Reached& body : stage.reached.first(stage.count)) {
        input.bodies.motions[body.slot].v -= body.shift;
        input.bodies.motions[body.slot].w -= body.turn_shift;
    }
    input.arena.release(mark);
}

} // namespace impulse
