#include "dynamics/joints/joint_iterations.h"

#include <algorithm>

#include "dynamics/gather.h"

namespace impulse {
namespace {

/// The bodies of a row during the solve.
struct Velocities {
    Wide a[3], b[3];
    Wide flagsA, flagsB;
};

Velocities gather(const SolveInput& input, const LoopLanes& loop) {
    const VelocityLanes<Wide> a = gather_velocity<Wide>(input.bodies.motions.data(), loop.a.slots);
    const VelocityLanes<Wide> b = gather_velocity<Wide>(input.bodies.motions.data(), loop.b.slots);
    return {{a.vx, a.vy, a.w}, {b.vx, b.vy, b.w}, a.flags, b.flags};
}

void scatter(const SolveInput& input, const LoopLanes& loop, const Velocities& v) {
    scatter_velocity<Wide>(input.bodies.motions.data(), loop.a.slots, {v.a[0], v.a[1], v.a[2], v.flagsA});
    scatter_velocity<Wide>(input.bodies.motions.data(), loop.b.slots, {v.b[0], v.b[1], v.b[2], v.flagsB});
}

/// A row with its bodies.
template <uint32_t Form>
struct LoopView : RowView<Wide, Form> {
    LoopLanes& loop;

    ConstraintLanes<Wide>& operator[](size_t i) const { return this->constraints[i]; }
    bool is_pair() const {
        return constraints_of(this->form()) >= 2 && this->kind(0) == ConstraintKind::hold &&
               this->kind(1) == ConstraintKind::hold;
    }
    Wide rate(size_t i, const Velocities& v) const { return RowView<Wide, Form>::rate(this->row(i), v.a, v.b); }
    /// The impulse of a constraint becomes `lambda`.
    void give(size_t i, Wide lambda, Velocities& v) const {
        ConstraintLanes<Wide>& c = this->constraints[i];
        this->spread(
            this->row(i), lambda - c.lambda, [&](int k, Wide f) { v.a[k] += loop.a.inverse[k] * f; },
            [&](int k, Wide f) { v.b[k] += loop.b.inverse[k] * f; });
        c.lambda = lambda;
    }
};

/// Calls `each(row)` for all rows in order. Those of `Forms` have code of their own, in which the form is a constant.
template <uint32_t... Forms, class Each>
void each_loop(const JointSet& set, Each&& each) {
    const std::span<const PlanLoop> plan = set.plan->loops;
    for (size_t i = 0; i < plan.size(); ++i) {
        with_form<Forms...>(plan[i].form, [&]<uint32_t Form>() {
            each(LoopView<Form>{view_of<Form>(set.iterated, plan, i), set.loops[i]});
        });
    }
}
/// Calls `each(row, velocities)` for all rows in order, which may change the velocities. Read and written here, there
/// is one copy of that for all forms.
template <uint32_t... Forms, class Each>
void each_moving_loop(const SolveInput& input, const JointSet& set, Each&& each) {
    const std::span<const PlanLoop> plan = set.plan->loops;
    for (size_t i = 0; i < plan.size(); ++i) {
        LoopLanes& loop = set.loops[i];
        Velocities v = gather(input, loop);
        with_form<Forms...>(plan[i].form, [&]<uint32_t Form>() {
            each(LoopView<Form>{view_of<Form>(set.iterated, plan, i), loop}, v);
        });
        scatter(input, loop, v);
    }
}
/// `angles`: its rotation with whole turns.
BodyShift<Wide> shift_of(const SolveInput& input, JointBody<Wide>& body, bool angles, double h) {
    const DisplacementLanes<Wide> d = gather_displacement<Wide>(input.bodies.motions.data(), body.slots);
    for (size_t lane = 0; angles && lane < kLanes<Wide>; ++lane) {
        const BodyMotion& motion = input.bodies.motions[body.slots[lane]];
        const double near = static_cast<double>(body.turned[lane]) + h * static_cast<double>(motion.w);
        body.turned[lane] = static_cast<float>(unwrap(angle_of(motion.dq), near));
    }
    return {{d.x, d.y}, d.c, d.s, body.turned};
}

template <class Row>
void linearize(const SolveInput& input, const Row& row, double h) {
    LoopLanes& loop = row.loop;
    const BodyShift<Wide> a = shift_of(input, loop.a, row.plan.angles, h);
    const BodyShift<Wide> b = shift_of(input, loop.b, row.plan.angles, h);
    linearize_row(row, a, b, loop.a.inverse, loop.b.inverse);
    if (!row.is_pair()) { return; }
    const JointRow<Wide>& r = row.joint.rows[row.row(0)];
    const JointRow<Wide>& s = row.joint.rows[row.row(1)];
    Wide k{};
    for (int n = row.is_pose() ? 2 : 0; n < 3; ++n) {
        k += loop.a.inverse[n] * r.a[n] * s.a[n] + loop.b.inverse[n] * r.b[n] * s.b[n];
    }
    const Wide kr = row.joint.K[row.row(0)];
    const Wide ks = row.joint.K[row.row(1)];
    const Wide inverse = inverse_or_zero<Wide>(kr * ks - k * k);
    loop.pair[0] = inverse * ks;
    loop.pair[1] = -inverse * k;
    loop.pair[2] = inverse * kr;
}

/// Adds the impulses of a row that are forces, times a factor.
[[gnu::noinline]] void add_forces(const RowView<Wide>& row, Wide times, PairImpulses& to) {
    row.each([&](auto i) { row.apply(row.row(i), times * force_of(row, i), to.a, to.b); });
}

/// Velocities after the forces of the substep and before impulses.
Velocities velocities_before(const Velocities& now, const LoopLanes& loop, std::span<const SubstepBody> bodies) {
    Velocities v = now; // of platforms
    const auto take = [&](uint32_t at, Wide* of, int lane) {
        if (at == kNull) { return; }
        of[0][lane] = bodies[at].u.x;
        of[1][lane] = bodies[at].u.y;
        of[2][lane] = bodies[at].uw;
    };
    for (int lane = 0; lane < 4; ++lane) {
        take(loop.a.awake[lane], v.a, lane);
        take(loop.b.awake[lane], v.b, lane);
    }
    return v;
}

/// Marks the motors of a row that are at their cap.
void find_capped(const RowView<Wide>& row) {
    row.each([&](auto i) {
        if (row.kind(i) != ConstraintKind::motor) { return; }
        ConstraintLanes<Wide>& c = row.constraints[i];
        const auto square = [&](size_t k) { return row.constraints[k].lambda * row.constraints[k].lambda; };
        const bool round = is_round(row.form()) && i < 2;        // two that share a circular cap
        const Wide nearly = splat<Wide>(1.0f - 0x1p-20f) * c.hi; // `scale_to_cap` rounds
        const WideMask capped = (round ? square(0) + square(1) : square(i)) >= nearly * nearly;
        c.linear = select<Wide>(capped, Wide{}, splat<Wide>(1));
    });
}

/// Decides which motors are forces (passive.h): those at their cap that give no more than at their speed, both with all
/// that acts in the substep and without the constraints. Iterations leave others at their cap, too: as forces, these
/// would add energy.
[[gnu::noinline]] void find_forces(const SolveInput& input, const RowView<Wide>& row, const LoopLanes& loop,
                                   std::span<const SubstepBody> bodies) {
    const Velocities now = gather(input, loop);
    const Velocities before = velocities_before(now, loop, bodies);
    find_capped(row);
    PairImpulses by;
    add_forces(row, splat<Wide>(1), by);
    Velocities alone = before;
    for (int k = 0; k < 3; ++k) {
        alone.a[k] += loop.a.inverse[k] * by.a[k];
        alone.b[k] += loop.b.inverse[k] * by.b[k];
    }
    Wide with{}, without{}; // J, twice: what they give less than at their speed
    row.each([&](auto i) {
        if (row.kind(i) != ConstraintKind::motor) { return; }
        const ConstraintLanes<Wide>& c = row.constraints[i];
        const Wide force = force_of(row, i);
        const auto rate = [&](const Velocities& v) { return row.rate(row.row(i), v.a, v.b); };
        const Wide twice = splat<Wide>(2) * c.g * inverse_or_zero<Wide>(c.kappa) - rate(before);
        with += force * (twice - rate(now));
        without += force * (twice - rate(alone));
    });
    const WideMask forces = (with >= Wide{}) & (without >= Wide{});
    row.each([&](auto i) {
        ConstraintLanes<Wide>& c = row.constraints[i];
        c.linear = select<Wide>(forces, c.linear, splat<Wide>(1));
    });
}

/// What the joints of a row transfer to the bodies that they move: motors at their speed, and holds on platforms.
Wide loop_transfer(const RowView<Wide>& row, const LoopLanes& loop, const Velocities& v) {
    const WideMask carriedA = is_carried(loop.a.inverse, v.a);
    const WideMask carriedB = is_carried(loop.b.inverse, v.b);
    Wide a[3], b[3]; // 0 of other bodies
    for (int k = 0; k < 3; ++k) {
        a[k] = select<Wide>(carriedA, v.a[k], Wide{});
        b[k] = select<Wide>(carriedB, v.b[k], Wide{});
    }
    Wide work{};
    row.each([&](auto i) {
        const ConstraintLanes<Wide>& c = row.constraints[i];
        const bool motor = row.kind(i) == ConstraintKind::motor;
        const Wide speed = motor ? c.g * inverse_or_zero<Wide>(c.kappa) : Wide{};
        work += (c.lambda - force_of(row, i)) * (speed - row.rate(row.row(i), a, b));
    });
    return work;
}

/// Constraints other than holds: each by its own law; two with one shared cap together.
template <class Row>
void solve_laws(const Row& row, Velocities& v) {
    const bool round = is_round(row.form());
    if (round) {
        const Capped<Wide> both = alone_capped(row, row.rate(0, v), row.rate(1, v));
        row.give(0, both.x, v);
        row.give(1, both.y, v);
    }
    row.each([&](auto i) {
        if (row.always(i) || (round && i < 2)) { return; }
        row.give(i, lane_clamp(alone(row, i, row.rate(i, v)), row[i].lo, row[i].hi), v);
    });
}

/// Holds, the first two as a block: lambda becomes impulseScale lambda - K^-1 (massScale xdot + bias).
template <class Row, class Push>
void solve_holds(const Row& row, Velocities& v, Wide mass, Wide keep, Push&& asked) {
    const auto excess = [&](size_t i) { return mass * row.rate(i, v) + asked(i); };
    const auto give = [&](size_t i, Wide impulse) { row.give(i, keep * row[i].lambda - impulse, v); };
    if (row.is_pair()) {
        const Wide x = excess(0);
        const Wide y = excess(1);
        give(0, row.loop.pair[0] * x + row.loop.pair[1] * y);
        give(1, row.loop.pair[1] * x + row.loop.pair[2] * y);
    }
    row.each([&](auto i) {
        if (row.kind(i) != ConstraintKind::hold || (row.is_pair() && i < 2)) { return; }
        give(i, inverse_or_zero<Wide>(row.joint.K[row.row(i)]) * excess(i));
    });
}

/// The row at the present poses, and what that makes of its impulses.
template <class Row>
[[gnu::noinline]] void follow(const SolveInput& input, const Row& row, float moved) {
    LoopLanes& loop = row.loop;
    const auto add = [&](Wide times) {
        row.each([&](auto i) { row.apply(row.row(i), times * row[i].lambda, loop.carry.a, loop.carry.b); });
        if (loop.drives) { add_forces(row.any_form(), times, loop.given); }
    };
    loop.carry = {};
    if (loop.drives) { loop.given = {}; }
    add(-loop.began);
    linearize(input, row, static_cast<double>(moved));
    add(splat<Wide>(1));
    loop.began = splat<Wide>(1);
}

} // namespace

void prepare_loops(const JointSet& set) {
    each_loop(set, [](const auto& row) {
        row.loop.drives = has_kind(row.form(), ConstraintKind::motor, ConstraintKind::spring);
        row.loop.transfers = row.loop.drives;
        for (int lane = 0; lane < row.plan.lanes; ++lane) {
            const bool platform = row.loop.a.awake[lane] == kNull || row.loop.b.awake[lane] == kNull; // perhaps
            row.loop.transfers = row.loop.transfers || platform;
        }
    });
}

void follow_loops(const SolveInput& input, const JointSet& set, float moved, bool turning) {
    if (turning && std::ranges::none_of(set.plan->loops, &PlanLoop::angles)) { return; }
    each_loop<kHinge, kRod>(set, [&](const auto& row) {
        if (row.plan.angles || !turning) { follow(input, row, moved); }
    });
}

void begin_loops(const SolveInput& input, const JointSet& set) {
    each_loop<kHinge>(set, [&](const auto& row) { // which has holds only
        row.each([&](auto i) {
            if (row.kind(i) == ConstraintKind::hold) { return; }
            const bool spring = row.kind(i) == ConstraintKind::spring;
            set_law(row, i, spring ? row.rate(i, gather(input, row.loop)) : Wide{}, set.h);
        });
    });
}

void warm_start_loops(const SolveInput& input, const JointSet& set) {
    for (const LoopLanes& loop : set.loops) {
        Velocities v = gather(input, loop);
        for (int k = 0; k < 3; ++k) {
            v.a[k] += loop.a.inverse[k] * loop.carry.a[k];
            v.b[k] += loop.b.inverse[k] * loop.carry.b[k];
        }
        scatter(input, loop, v);
    }
}

void iterate_loops(const SolveInput& input, const JointSet& set, const JointBias& bias, const float* moved) {
    const Wide inv_h = splat<Wide>(static_cast<float>(1.0 / set.h));
    const Wide mass = splat<Wide>(bias.softness.mass);
    const Wide keep = splat<Wide>(1.0f - bias.softness.impulse);
    const Wide stiffness = splat<Wide>(bias.softness.mass / bias.softness.impulse); // infinite: rigid
    const Wide rate = splat<Wide>(bias.softness.bias);
    const Wide slop = splat<Wide>(bias.slop);
    each_moving_loop<kHinge, kRod>(input, set, [&](const auto& row, Velocities& v) {
        if (moved != nullptr && !row.plan.angles) { follow(input, row, *moved); }
        row.each([&](auto i) {
            if (row.kind(i) != ConstraintKind::limit) { return; }
            ConstraintLanes<Wide>& c = row[i];
            const Wide most = row.is_angle(i) ? row.joint.slow_turn : splat<Wide>(bias.most);
            // Beyond its bound it is as soft as a hold: massScale = K kappa / (1 + K kappa). A rigid one would keep a
            // part of its bias velocity: a net of ropes threw what fell on it above its start.
            const Wide unit_mass = inverse_or_zero<Wide>(row.joint.K[row.row(i)]);
            const Wide rigid = c.stiffness * unit_mass;
            c.kappa = select<Wide>(error_of(row, i) != Wide{}, lane_min(rigid, stiffness * unit_mass), rigid);
            c.g = c.kappa * (approach_of(row, i, inv_h) - correction_of(row, i, rate, slop, most));
        });
        solve_laws(row, v);
        solve_holds(row, v, mass, keep, [&](size_t i) {
            // The residual of iterations is sag, which only the bias corrects: so it is bounded for angles only.
            // Slop by component turns a correction by no more than the slop.
            const Wide bias_velocity = rate * beyond_slop(error_of(row, i), slop);
            const Wide most = row.joint.slow_turn;
            return mass * (row.is_angle(i) ? lane_clamp(bias_velocity, -most, most) : bias_velocity);
        });
    });
}

void add_given_by_loops(const SolveInput& input, const JointSet& set, std::span<const SubstepBody> bodies,
                        std::span<JointChange> changes) {
    each_loop(set, [&](const auto& row) {
        const LoopLanes& loop = row.loop;
        if (!loop.drives) { return; }
        find_forces(input, row.any_form(), loop, bodies);
        PairImpulses by;
        add_forces(row.any_form(), splat<Wide>(1), by);
        for (int k = 0; k < 3; ++k) { // as much as acted along the rows before they followed their bodies
            by.a[k] -= loop.given.a[k];
            by.b[k] -= loop.given.b[k];
        }
        const auto add = [&](const JointBody<Wide>& body, const Wide* of, size_t lane) {
            if (body.awake[lane] == kNull) { return; }
            changes[body.awake[lane]].given +=
                Wide{body.inverse[0][lane] * of[0][lane], body.inverse[1][lane] * of[1][lane],
                     body.inverse[2][lane] * of[2][lane], 0.0f};
        };
        for (size_t lane = 0; lane < kLanes<Wide>; ++lane) {
            add(loop.a, by.a, lane);
            add(loop.b, by.b, lane);
        }
    });
}

void measure_loops(const SolveInput& input, const JointSet& set, const SolveIslands& islands) {
    const std::span<const PlanLoop> plan = set.plan->loops;
    for (size_t i = 0; i < plan.size(); ++i) {
        const LoopLanes& loop = set.loops[i];
        const Velocities v = gather(input, loop);
        Wide work{};
        for (int k = 0; k < 3; ++k) {
            work += (loop.carry.a[k] - loop.given.a[k]) * v.a[k] + (loop.carry.b[k] - loop.given.b[k]) * v.b[k];
        }
        const Wide transfer = loop.transfers ? loop_transfer(view_of(set.iterated, plan, i), loop, v) : Wide{};
        for (size_t lane = 0; lane < kLanes<Wide>; ++lane) {
            if (loop.awake(lane) == kNull) { continue; }
            IslandWork& island = islands.work[islands.members[loop.awake(lane)].island];
            island.rest += static_cast<double>(work[lane]);
            if (!loop.transfers) { continue; }
            island.gain -= static_cast<double>(transfer[lane]);
            island.allowed += 0x1p-22 * std::abs(static_cast<double>(transfer[lane])); // its rounding
        }
    }
}

void scale_loops(const JointSet& set, const SolveIslands& islands) {
    each_loop(set, [&](const auto& row) {
        const Wide retained = gather_values<Wide>([&](size_t lane) {
            const uint32_t body = row.loop.awake(lane);
            return body == kNull ? 1.0f : islands.work[islands.members[body].island].retained;
        });
        row.each([&](auto i) {
            const Wide force = row.loop.drives ? force_of(row, i) : Wide{};
            row[i].lambda = force + retained * (row[i].lambda - force);
        });
        LoopLanes& loop = row.loop;
        for (int k = 0; k < 3; ++k) {
            loop.carry.a[k] = loop.given.a[k] + retained * (loop.carry.a[k] - loop.given.a[k]);
            loop.carry.b[k] = loop.given.b[k] + retained * (loop.carry.b[k] - loop.given.b[k]);
        }
    });
}

void iterate_loops_at_once(const SolveInput& input, const JointSet& set) {
    const Wide one = splat<Wide>(1);
    each_moving_loop(input, set, [&](const auto& row, Velocities& v) {
        row.each([&](auto i) { set_law_at_once(row, i); });
        solve_laws(row, v);
        solve_holds(row, v, one, one, [](size_t) { return Wide{}; });
    });
}

void correct_loops(const SolveInput& input, const JointSet& set, float most) {
    each_loop(set, [&](const auto& row) {
        linearize(input, row, 0.0);
        const LoopLanes& loop = row.loop;
        Wide moveA[3] = {};
        Wide moveB[3] = {};
        row.each([&](auto i) {
            if (!row.held(i)) { return; }
            const auto correction = [&](size_t k) {
                const float cap = row.is_angle(k) ? most / input.tuning.correction_lever : most;
                return correction_of(row, k, splat<Wide>(1.0f), Wide{}, splat<Wide>(cap));
            };
            Wide by = correction(i);
            if (row.is_pair() && i < 2) {
                by = loop.pair[2 * i] * by + loop.pair[1] * correction(1 - i);
            } else {
                by = by * inverse_or_zero<Wide>(row.joint.K[row.row(i)]);
            }
            row.apply(row.row(i), -by, moveA, moveB);
        });
        const auto move = [&](const JointBody<Wide>& body, const Wide* by, size_t lane) {
            BodyMotion& motion = input.bodies.motions[body.slots[lane]];
            motion.dp += Vec2{body.inverse[0][lane] * by[0][lane], body.inverse[1][lane] * by[1][lane]};
            motion.dq = turn_by(motion.dq, body.inverse[2][lane] * by[2][lane]);
        };
        for (size_t lane = 0; lane < static_cast<size_t>(row.plan.lanes); ++lane) {
            move(loop.a, moveA, lane);
            move(loop.b, moveB, lane);
        }
    });
}

} // namespace impulse
