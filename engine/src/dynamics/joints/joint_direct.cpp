#include "dynamics/joints/joint_direct.h"

#include <algorithm>
#include <cstring>

#include "dynamics/joints/joint_arcs.h"
#include "dynamics/joints/joint_bounds.h"
#include "dynamics/joints/joint_elimination.h"
#include "dynamics/joints/joint_tension.h"

namespace impulse {
namespace {

using namespace direct;

/// x, y and the angle, or as many as `out` takes, of two bodies' records of four floats. The fourth of a velocity are
/// flags: as a number they are subnormal, and take fifty times as long to convert.
template <size_t N>
void read_pair(const float* a, const float* b, Real (&out)[N]) {
    const Wide first = load_four(a);
    const Wide second = load_four(b);
    const Wide xy = __builtin_shufflevector(first, second, 0, 4, 1, 5);
    const Wide rest = __builtin_shufflevector(first, second, 2, 6, 3, 7);
    out[0] = __builtin_convertvector(__builtin_shufflevector(xy, xy, 0, 1), Real);
    out[1] = __builtin_convertvector(__builtin_shufflevector(xy, xy, 2, 3), Real);
    out[2] = __builtin_convertvector(__builtin_shufflevector(rest, rest, 0, 1), Real);
    if constexpr (N > 3) { out[3] = __builtin_convertvector(__builtin_shufflevector(rest, rest, 2, 3), Real); }
}

void read_velocity(const SolveInput& input, const BodyLanes& body, Real (&v)[3]) {
    read_pair(&input.bodies.motions[body.slots[0]].v.x, &input.bodies.motions[body.slots[1]].v.x, v);
}

void write_velocity(const SolveInput& input, const BodyLanes& body, const Real (&v)[3]) {
    const std::array<Wide, 2> floats = floats_of(v);
    for (int lane = 0; lane < kLanes<Real>; ++lane) {
        BodyMotion& motion = input.bodies.motions[body.slots[lane]];
        motion.v = {floats[lane][0], floats[lane][1]};
        motion.w = floats[lane][2];
    }
}

/// The velocity of its constraints and all else.
void write_solved(const SolveInput& input, const BodyLanes& body) {
    write_velocity(input, body, {body.velocity(0), body.velocity(1), body.velocity(2)});
}

/// Subtracts the joints' velocity changes from the velocities.
void load(const System& system) {
    for (BodyLanes& body : system.travelling()) {
        Real v[3];
        read_velocity(system.input, body, v);
        for (int k = 0; k < 3; ++k) { body.base[k] = v[k] - body.joints[k]; }
    }
}

/// The lanes in which a body has another velocity than `store` left it.
RealMask has_moved(const SolveInput& input, const BodyLanes& body) {
    Real now[3];
    read_velocity(input, body, now);
    RealMask moved{};
    for (int k = 0; k < 3; ++k) {
        const HalfWide stored = __builtin_convertvector(body.velocity(k), HalfWide);
        moved |= now[k] != __builtin_convertvector(stored, Real);
    }
    return moved;
}

/// Copies a lane of what a solve changes of a group, but for its factors, to `kept`, or back.
[[gnu::noinline]] void copy_lane(const System& system, int lane, double* kept, bool back) {
    const auto copy = [&](auto& of) { // which consists of `Real`
        double* at = reinterpret_cast<double*>(&of) + lane;
        for (size_t i = 0; i < sizeof of; i += sizeof(Real), at += kLanes<Real>, ++kept) {
            std::memcpy(back ? at : kept, back ? kept : at, sizeof(double));
        }
    };
    for (SolvedBody& body : system.bodies()) { copy(body); }
    for (SolvedConstraint<Real>& c : constraints_of(system.set, system.group)) { copy(c); }
    for (BoundSpeeds<Real>& bound : speeds_of(system.set, system.group)) { copy(bound.now); }
}

/// At least as many as these.
size_t count_of_lane(const System& system) {
    return (system.bodies().size_bytes() + constraints_of(system.set, system.group).size_bytes() +
            speeds_of(system.set, system.group).size_bytes()) /
           sizeof(Real);
}

/// The articulation beside one that something has moved since `store`. It stays as it is, to the bit: islands do not
/// depend on each other.
struct Beside {
    bool moved = true; ///< whether any was
    int lane = -1;     ///< -1: there is none
    std::span<double> kept{};
    ArticulationLanes state{};
};

/// Prepares the solve of articulations that something has moved since `store`.
[[gnu::noinline]] Beside load_moved(const System& system) {
    RealMask moved{};
    for (const BodyLanes& body : system.moving()) { moved |= has_moved(system.input, body); }
    // Unused lanes have the dummy body, which is that of others too.
    const int count = (moved[0] != 0 ? 1 : 0) + (system.group.lanes > 1 && moved[1] != 0 ? 1 : 0);
    Beside beside{.moved = count > 0, .kept = {}, .state = system.state};
    if (count == 0) { return beside; }
    if (count < system.group.lanes) {
        beside.lane = moved[0] != 0 ? 1 : 0;
        beside.kept = system.input.arena.allocate<double>(count_of_lane(system));
        copy_lane(system, beside.lane, beside.kept.data(), false);
        system.state.changed = false;
    }
    load(system);
    return beside;
}

/// After that solve.
[[gnu::noinline]] void restore(const System& system, const Beside& beside) {
    if (beside.lane < 0) { return; }
    copy_lane(system, beside.lane, beside.kept.data(), true);
    system.state.work[beside.lane] = beside.state.work[beside.lane];
    system.state.share[beside.lane] = beside.state.share[beside.lane];
    system.state.factored = system.state.factored && !system.state.changed; // else of another set within bounds
    for (const BodyLanes& body : system.moving()) { write_solved(system.input, body); }
}

/// Calls `solve(system, beside)` for all groups, without the joints' velocity changes. `moved`: to solve only what
/// something has moved since `store`.
template <class Solve>
void each_loaded(const SolveInput& input, const JointSet& set, bool moved, Solve&& solve) {
    each_system(input, set, [&](const System& system) {
        const Arena::Mark mark = input.arena.mark();
        Beside beside;
        if (moved) {
            beside = load_moved(system);
        } else {
            load(system);
        }
        solve(system, beside);
        if (beside.lane >= 0) { input.arena.release(mark); }
    });
}

/// Follows arcs by `s`: joint_arcs.h.
void store(const System& system, Real s) {
    system.state.share = s;
    for (BodyLanes& body : system.moving()) {
        for (int k = 0; k < 3; ++k) { body.joints[k] += s * body.chord[k]; }
        write_solved(system.input, body);
    }
}

/// rad: rotation of bodies since the step began, the angle closest to `near`.
Real turn_of(const BodyLanes& body, Real near) {
    const Real one = splat<Real>(1.0);
    if (!any_lane((body.shift.c < splat<Real>(0.8)) | (lane_abs(near) > splat<Real>(2.0)))) {
        // By the tangent of half of it, at most 1/3: the first term of the series that is left out is 2 / 17 / 3^17,
        // below 1e-9.
        const Real t = body.shift.s / (one + body.shift.c);
        const Real u = t * t;
        Real sum{};
        for (const double term :
             {2.0 / 15.0, 2.0 / 13.0, 2.0 / 11.0, 2.0 / 9.0, 2.0 / 7.0, 2.0 / 5.0, 2.0 / 3.0, 2.0}) {
            sum = splat<Real>(term) - u * sum;
        }
        return t * sum;
    }
    const auto turn = [&](int lane) {
        return unwrap(angle_of(static_cast<float>(body.shift.c[lane]), static_cast<float>(body.shift.s[lane])),
                      near[lane]);
    };
    return Real{turn(0), turn(1)};
}

/// Displacement of a body since the step began.
void read_shift(const System& system, BodyLanes& body, float moved) {
    const SolveInput& input = system.input;
    Real shift[4];
    read_pair(&input.bodies.motions[body.slots[0]].dp.x, &input.bodies.motions[body.slots[1]].dp.x, shift);
    body.shift.dp = {shift[0], shift[1]};
    body.shift.c = shift[2];
    body.shift.s = shift[3];
    read_velocity(input, body, body.base);
    // Angles count whole turns, of which displacements know nothing. `base` is the velocity as of the last substep.
    const Real h = splat<Real>(static_cast<double>(moved));
    if (system.group.angles) { body.turned = turn_of(body, body.turned + h * body.base[2]); }
    body.shift.turn = body.turned;
}

/// Springs start from the rates that holds admit. Contacts and the caller's impulses leave others, at which no spring
/// moves: as the start of its oscillation they would give it energy. A bar on a hinge with a spring of 30 Hz left a
/// blow on its end with five times the energy. Pre: `kappa` is 0 but for holds.
void start_springs(const System& system) {
    assemble_and_factor(system);
    system.state.factored = false; // once all have their laws
    respond(system, [](const auto& joint, auto i) { return joint[i].kappa * (joint.speed(i) - joint[i].before); });
    each_joint_as<>(system, [&](const auto& joint) {
        joint.each([&](auto i) {
            if (joint.kind(i) == ConstraintKind::hold) { return; }
            set_law(joint, i, joint[i].before + joint.rate(joint.row(i), joint.a.chord, joint.b.chord), system.set.h);
        });
    });
}

void begin(const System& system, float moved) {
    const Real h = splat<Real>(system.set.h);
    const bool springs = system.group.springs;
    system.state.factored = false;
    for (BodyLanes& body : system.travelling()) {
        read_shift(system, body, moved);
        body.tension = body.pull = Real{};
    }
    each_joint(system, [&](const auto& joint) {
        linearize_row(joint, joint.a.shift, joint.b.shift, joint.a.inverse, joint.b.inverse);
        if (joint.speeds != nullptr) { move_bounds(joint.any_form(), splat<Real>(static_cast<double>(moved))); }
        add_tension(joint, h); // by the forces of the substep before
        joint.each([&](auto i) {
            joint[i].before = joint.rate(joint.row(i), joint.a.base, joint.b.base);
            if (!springs || joint.kind(i) == ConstraintKind::hold) {
                set_law(joint, i, joint[i].before, system.set.h);
            } else {
                joint[i].kappa = Real{};
            }
        });
    });
    if (springs) { start_springs(system); }
    limit_tensions(system);
}

/// Velocities that satisfy all constraints with their bias, without arcs. `most`: m/s of bias velocity.
void solve_biased(const System& system, Real most) {
    Target target{.inv_h = splat<Real>(1.0 / system.set.h), .share = splat<Real>(1.0)};
    solve_bounded(system, &target);
    target.share = share_of_bias(system, most);
    if (any_lane(target.share < splat<Real>(1.0))) {
        for (BoundSpeeds<Real>& speeds : speeds_of(system.set, system.group)) { speeds.now *= target.share; }
        solve_bounded(system, &target);
    }
    if (stiffen(system)) {
        system.state.factored = false;
        solve_bounded(system, nullptr);
    }
}

} // namespace

void begin_articulations(const SolveInput& input, const JointSet& set, float moved) {
    each_system(input, set, [&](const System& system) { begin(system, moved); });
}

void withdraw_articulations(const SolveInput& input, const JointSet& set) {
    each_system(input, set, [&](const System& system) {
        for (BodyLanes& body : system.moving()) {
            Real v[3];
            read_velocity(input, body, v);
            for (int k = 0; k < 3; ++k) { v[k] -= body.joints[k]; }
            write_velocity(input, body, v);
            for (Real& change : body.joints) { change = Real{}; }
        }
    });
}

void solve_articulations(const SolveInput& input, const JointSet& set, const JointBias& bias, DirectStage stage) {
    const Real most = splat<Real>(static_cast<double>(bias.most));
    const bool again = stage == DirectStage::after_contacts;
    each_loaded(input, set, again, [&](const System& system, const Beside& beside) {
        if (!again) { find_biases(system, bias); }
        if (beside.moved) { solve_biased(system, most); }
        restore(system, beside);
        const Arcs arcs = stage == DirectStage::alone ? Arcs::measured_without_motor_joints : Arcs::measured;
        store(system, stage == DirectStage::before_contacts ? Real{} : follow_arcs(system, solve_arcs(system, arcs)));
    });
}

void relax_articulations(const SolveInput& input, const JointSet& set, bool again) {
    const Target target{.inv_h = splat<Real>(1.0 / set.h), .corrects = false};
    each_loaded(input, set, again, [&](const System& system, const Beside& beside) {
        if (beside.moved) {
            ArcBounds bounds;
            if (solve_bounded(system, &target, &bounds)) { bounds = solve_arcs(system, Arcs::known); }
            store(system, follow_arcs(system, bounds));
        }
        restore(system, beside);
    });
}

void solve_articulations_at_once(const SolveInput& input, const JointSet& set) {
    const Target target; // at rest
    each_system(input, set, [&](const System& system) {
        load(system);
        each_joint_as<>(system, [&](const auto& joint) { joint.each([&](auto i) { set_law_at_once(joint, i); }); });
        solve_bounded(system, &target);
        store(system, Real{});
    });
}

} // namespace impulse
