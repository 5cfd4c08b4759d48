#include "dynamics/joints/joint_sweeps.h"

#include <algorithm>
#include <limits>

#include "dynamics/gather.h"

namespace impulse {
namespace {

using Row = RowView<Wide>;

/// The bodies of a row while they are solved.
struct Velocities {
    Wide a[3], b[3];
    Wide flagsA, flagsB;
};

Velocities gather(const SolveInput& input, const LoopLanes& loop) {
    const VelocityLanes<Wide> a = gather_velocity<Wide>(input.motions.data(), loop.slotA);
    const VelocityLanes<Wide> b = gather_velocity<Wide>(input.motions.data(), loop.slotB);
    return {{a.vx, a.vy, a.w}, {b.vx, b.vy, b.w}, a.flags, b.flags};
}

void scatter(const SolveInput& input, const LoopLanes& loop, const Velocities& v) {
    scatter_velocity<Wide>(input.motions.data(), loop.slotA, {v.a[0], v.a[1], v.a[2], v.flagsA});
    scatter_velocity<Wide>(input.motions.data(), loop.slotB, {v.b[0], v.b[1], v.b[2], v.flagsB});
}

inline Wide rate_of(const JointRow<Wide>& row, const Velocities& v) { return along(row.a, v.a) + along(row.b, v.b); }

inline void push(const LoopLanes& loop, const JointRow<Wide>& row, Wide impulse, Velocities& v) {
    for (int k = 0; k < 3; ++k) {
        v.a[k] += loop.inverseA[k] * row.a[k] * impulse;
        v.b[k] += loop.inverseB[k] * row.b[k] * impulse;
    }
}

/// Calls `each(row, loop)` for all rows in order.
template <class Each>
void each_row(const JointSet& set, Each&& each) {
    const std::span<const PlanLoop> plan = set.plan->loops;
    for (size_t i = 0; i < plan.size(); ++i) { each(view_of(set.swept, plan, i), set.loops[i]); }
}

bool is_pair(const Row& row) {
    return row.constraints.size() >= 2 && row.kind(0) == ConstraintKind::hold && row.kind(1) == ConstraintKind::hold;
}

/// Whether x of some constraint is an angle, or depends on one.
bool needs_angle(const Row& row) {
    for (size_t i = 0; i < row.constraints.size(); ++i) {
        if (row.is_angle(i)) { return true; }
    }
    return false;
}

BodyShift<Wide> shift_of(const SolveInput& input, const std::array<uint32_t, 4>& slots, Wide* turned, double h) {
    const DisplacementLanes<Wide> d = gather_displacement<Wide>(input.motions.data(), slots);
    BodyShift<Wide> shift{{d.x, d.y}, d.c, d.s, {}};
    for (int lane = 0; turned != nullptr && lane < 4; ++lane) { // with whole turns
        const BodyMotion& motion = input.motions[slots[lane]];
        const double near = static_cast<double>((*turned)[lane]) + h * static_cast<double>(motion.w);
        (*turned)[lane] = static_cast<float>(unwrap(angle_of(motion.dq), near));
        shift.turn[lane] = (*turned)[lane];
    }
    return shift;
}

void linearize(const SolveInput& input, const Row& row, LoopLanes& loop, double h) {
    const bool angles = needs_angle(row);
    const BodyShift<Wide> a = shift_of(input, loop.slotA, angles ? &loop.turnedA : nullptr, h);
    const BodyShift<Wide> b = shift_of(input, loop.slotB, angles ? &loop.turnedB : nullptr, h);
    linearize_row(row, a, b, loop.inverseA, loop.inverseB);
    if (!is_pair(row)) { return; }
    const JointRow<Wide>& r = row.joint.rows[row.row(0)];
    const JointRow<Wide>& s = row.joint.rows[row.row(1)];
    Wide k{};
    for (int n = 0; n < 3; ++n) { k += loop.inverseA[n] * r.a[n] * s.a[n] + loop.inverseB[n] * r.b[n] * s.b[n]; }
    const Wide kr = row.joint.K[row.row(0)];
    const Wide ks = row.joint.K[row.row(1)];
    const Wide inverse = inverse_or_zero<Wide>(kr * ks - k * k);
    loop.pair[0] = inverse * ks;
    loop.pair[1] = -inverse * k;
    loop.pair[2] = inverse * kr;
}

/// What is not held: each alone by its law; two with one cap along both.
void solve_laws(const Row& row, const LoopLanes& loop, Velocities& v) {
    const auto alone = [&](size_t i) {
        const ConstraintLanes<Wide>& c = row.constraints[i];
        const Wide k = c.kappa * row.joint.K[row.row(i)];
        return (c.g - c.kappa * rate_of(row.joint.rows[row.row(i)], v) + k * c.lambda) / (1.0f + k);
    };
    const auto give = [&](size_t i, Wide lambda) {
        push(loop, row.joint.rows[row.row(i)], lambda - row.constraints[i].lambda, v);
        row.constraints[i].lambda = lambda;
    };
    size_t first = 0;
    if (is_round(row.plan.form)) {
        const Wide x = alone(0);
        const Wide y = alone(1);
        const Wide length = lane_sqrt(x * x + y * y);
        const Wide cap = row.constraints[0].hi;
        const Wide one = splat<Wide>(1);
        const Wide scale = select<Wide>(length > cap, cap / select<Wide>(length > cap, length, one), one);
        give(0, scale * x);
        give(1, scale * y);
        first = 2;
    }
    for (size_t i = first; i < row.constraints.size(); ++i) {
        const ConstraintKind kind = row.kind(i);
        if (kind == ConstraintKind::hold || kind == ConstraintKind::tension) { continue; }
        give(i, lane_clamp(alone(i), row.constraints[i].lo, row.constraints[i].hi));
    }
}

/// What is held, the first two together: lambda becomes keep lambda - K^-1 (mass xdot + push).
template <class Push>
void solve_holds(const Row& row, const LoopLanes& loop, Velocities& v, Wide mass, Wide keep, Push&& asked) {
    const auto excess = [&](size_t i) { return mass * rate_of(row.joint.rows[row.row(i)], v) + asked(i); };
    const auto give = [&](size_t i, Wide impulse) {
        ConstraintLanes<Wide>& c = row.constraints[i];
        const Wide lambda = keep * c.lambda - impulse;
        push(loop, row.joint.rows[row.row(i)], lambda - c.lambda, v);
        c.lambda = lambda;
    };
    size_t first = 0;
    if (is_pair(row)) {
        const Wide x = excess(0);
        const Wide y = excess(1);
        give(0, loop.pair[0] * x + loop.pair[1] * y);
        give(1, loop.pair[1] * x + loop.pair[2] * y);
        first = 2;
    }
    for (size_t i = first; i < row.constraints.size(); ++i) {
        if (row.kind(i) == ConstraintKind::hold) {
            give(i, inverse_or_zero<Wide>(row.joint.K[row.row(i)]) * excess(i));
        }
    }
}

/// m or rad: how far to move along a constraint.
Wide move_of(const Row& row, size_t i, Wide fraction, Wide most, Wide slop = {}) {
    return lane_clamp(fraction * beyond_slop(error_of(row, i), slop), -most, most);
}

} // namespace

void prepare_loops(const SolveInput& input, const JointSet& set, bool warm) {
    const uint32_t spare = static_cast<uint32_t>(input.motions.size() - 1); // stands for the world, and in dead lanes
    each_row(set, [&](const Row& row, LoopLanes& loop) {
        start_row(input, row, set.h, warm);
        loop = {};
        const PlanLoop& plan = static_cast<const PlanLoop&>(row.plan);
        const auto fill = [&](int lane, uint32_t slot, std::array<uint32_t, 4>& slots, Wide* inverse) {
            slots[lane] = slot == kNull ? spare : slot;
            if (slot == kNull) { return; }
            float own[3];
            inverse_masses(input, slot, own);
            for (int k = 0; k < 3; ++k) { inverse[k][lane] = own[k]; }
        };
        for (int lane = 0; lane < 4; ++lane) {
            fill(lane, plan.slotA[lane], loop.slotA, loop.inverseA);
            fill(lane, plan.slotB[lane], loop.slotB, loop.inverseB);
        }
    });
}

void begin_loops(const SolveInput& input, const JointSet& set) {
    each_row(set, [&](const Row& row, LoopLanes& loop) {
        for (int k = 0; k < 3; ++k) { loop.carryA[k] = loop.carryB[k] = Wide{}; }
        const auto carry = [&](bool now) {
            for (size_t i = 0; i < row.constraints.size(); ++i) {
                const JointRow<Wide>& r = row.joint.rows[row.row(i)];
                const Wide lambda = now ? row.constraints[i].lambda : -row.constraints[i].lambda;
                for (int k = 0; k < 3; ++k) {
                    loop.carryA[k] += lambda * r.a[k];
                    loop.carryB[k] += lambda * r.b[k];
                }
            }
        };
        carry(false);
        linearize(input, row, loop, set.h);
        carry(true);
        for (size_t i = 0; i < row.constraints.size(); ++i) {
            if (row.kind(i) == ConstraintKind::hold) { continue; }
            const bool spring = row.kind(i) == ConstraintKind::spring;
            const Wide before = spring ? rate_of(row.joint.rows[row.row(i)], gather(input, loop)) : Wide{};
            set_law(row, i, before, set.h);
        }
    });
}

void warm_start_loops(const SolveInput& input, const JointSet& set) {
    each_row(set, [&](const Row&, const LoopLanes& loop) {
        Velocities v = gather(input, loop);
        for (int k = 0; k < 3; ++k) {
            v.a[k] += loop.inverseA[k] * loop.carryA[k];
            v.b[k] += loop.inverseB[k] * loop.carryB[k];
        }
        scatter(input, loop, v);
    });
}

void sweep_loops(const SolveInput& input, const JointSet& set, const JointBias& bias) {
    const Wide inv_h = splat<Wide>(static_cast<float>(1.0 / set.h));
    const Wide mass = splat<Wide>(bias.softness.mass);
    const Wide keep = splat<Wide>(1.0f - bias.softness.impulse);
    const Wide rate = splat<Wide>(bias.softness.bias);
    const Wide slop = splat<Wide>(bias.slop);
    each_row(set, [&](const Row& row, const LoopLanes& loop) {
        Velocities v = gather(input, loop);
        for (size_t i = 0; i < row.constraints.size(); ++i) {
            if (row.kind(i) != ConstraintKind::limit) { continue; }
            const Wide most = splat<Wide>(row.is_angle(i) ? bias.most_angle : bias.most);
            row.constraints[i].g =
                row.constraints[i].kappa * (approach_of(row, i, inv_h) - move_of(row, i, rate, most, slop));
        }
        solve_laws(row, loop, v);
        solve_holds(row, loop, v, mass, keep, [&](size_t i) {
            // What iterations leave undone sags, and nothing but the push bears it: no bound on it but for angles.
            const float most = row.is_angle(i) ? bias.most_angle : std::numeric_limits<float>::infinity();
            return mass * move_of(row, i, rate, splat<Wide>(most), slop);
        });
        scatter(input, loop, v);
    });
}

void relax_loops(const SolveInput& input, const JointSet& set) {
    const Wide inv_h = splat<Wide>(static_cast<float>(1.0 / set.h));
    const Wide one = splat<Wide>(1);
    each_row(set, [&](const Row& row, const LoopLanes& loop) {
        Velocities v = gather(input, loop);
        for (size_t i = 0; i < row.constraints.size(); ++i) {
            if (row.kind(i) == ConstraintKind::limit) {
                row.constraints[i].g = row.constraints[i].kappa * approach_of(row, i, inv_h);
            }
        }
        solve_laws(row, loop, v);
        solve_holds(row, loop, v, one, one, [](size_t) { return Wide{}; });
        scatter(input, loop, v);
    });
}

void sweep_loops_at_once(const SolveInput& input, const JointSet& set) {
    const Wide one = splat<Wide>(1);
    each_row(set, [&](const Row& row, const LoopLanes& loop) {
        Velocities v = gather(input, loop);
        for (size_t i = 0; i < row.constraints.size(); ++i) {
            ConstraintLanes<Wide>& c = row.constraints[i];
            const bool limit = row.kind(i) == ConstraintKind::limit; // drives have no time to act
            if (!row.held(i)) { c.kappa = c.g = Wide{}; }
            if (limit) { c.kappa = select<Wide>(approach_of(row, i, one) != Wide{}, Wide{}, c.kappa); }
        }
        solve_laws(row, loop, v);
        solve_holds(row, loop, v, one, one, [](size_t) { return Wide{}; });
        scatter(input, loop, v);
    });
}

void correct_loops(const SolveInput& input, const JointSet& set, float fraction, float most) {
    each_row(set, [&](const Row& row, LoopLanes& loop) {
        linearize(input, row, loop, 0.0);
        Wide moveA[3] = {};
        Wide moveB[3] = {};
        for (size_t i = 0; i < row.constraints.size(); ++i) {
            if (!row.held(i)) { continue; }
            const JointRow<Wide>& r = row.joint.rows[row.row(i)];
            Wide by = move_of(row, i, splat<Wide>(fraction), splat<Wide>(most));
            if (is_pair(row) && i < 2) {
                const Wide other = move_of(row, 1 - i, splat<Wide>(fraction), splat<Wide>(most));
                by = loop.pair[2 * i] * by + loop.pair[1] * other;
            } else {
                by = by * inverse_or_zero<Wide>(row.joint.K[row.row(i)]);
            }
            for (int k = 0; k < 3; ++k) {
                moveA[k] -= loop.inverseA[k] * r.a[k] * by;
                moveB[k] -= loop.inverseB[k] * r.b[k] * by;
            }
        }
        const auto move = [&](uint32_t slot, int lane, const Wide* by) {
            BodyMotion& motion = input.motions[slot];
            motion.dp += Vec2{by[0][lane], by[1][lane]};
            motion.dq = turn_by(motion.dq, by[2][lane]);
        };
        for (int lane = 0; lane < row.plan.lanes; ++lane) {
            move(loop.slotA[lane], lane, moveA);
            move(loop.slotB[lane], lane, moveB);
        }
    });
}

} // namespace impulse
