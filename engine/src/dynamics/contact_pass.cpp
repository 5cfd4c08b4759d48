#include "dynamics/contact_pass.h"

#include <algorithm>
#include <bit>

#include "dynamics/contact_kernels.h"

namespace impulse {
namespace {

using Bodies = BodyLanes<float>;

Bodies load(const BodyMotion& m) { return {m.v.x, m.v.y, m.w}; }

/// Writes velocities back; a locked axis takes none. Bodies with inverse mass 0 are written unchanged.
void store(BodyMotion& m, const Bodies& b) {
    m.v = {(m.flags & kLockX) != 0 ? 0.0f : b.vx, (m.flags & kLockY) != 0 ? 0.0f : b.vy};
    m.w = b.w;
}

template <class Sweep> void sweep(const SolveInput& input, std::span<ScalarRow> rows, Sweep&& each) {
    for (ScalarRow& row : rows) {
        BodyMotion& motionA = input.motions[row.slotA[0]];
        BodyMotion& motionB = input.motions[row.slotB[0]];
        Bodies a = load(motionA);
        Bodies b = load(motionB);
        each(row, a, b);
        store(motionA, a);
        store(motionB, b);
    }
}

/// m_A' + m_B' + I_A' (rA x d)^2 + I_B' (rB x d)^2 for a unit direction d.
float effective_k(const ScalarRow& row, Vec2 rA, Vec2 rB, Vec2 d) {
    const float a = cross(rA, d);
    const float b = cross(rB, d);
    return row.mA + row.mB + row.iA * a * a + row.iB * b * b;
}

Vec2 normal_of(const ScalarRow& row) { return {row.nx, row.ny}; }
Vec2 armA(const PointRow<float>& p) { return {p.rAx, p.rAy}; }
Vec2 armB(const PointRow<float>& p) { return {p.rBx, p.rBy}; }

/// Separation of a point after the displacements of its bodies.
float separation_now(const ScalarRow& row, const PointRow<float>& p, const BodyMotion& a,
                     const BodyMotion& b) {
    const Vec2 d = (b.dp - a.dp) + (rotate(b.dq, armB(p)) - rotate(a.dq, armA(p)));
    return p.base + dot(d, normal_of(row));
}

/// How many rows lead, one to the next through a moving body, up to a row: what the order of points alternates
/// by.
class ChainLevels {
  public:
    explicit ChainLevels(const SolveInput& input)
        : masses_(input.masses), levels_(input.arena.allocate<uint32_t>(input.masses.size())) {
        for (const uint32_t index : input.active) { // not all: static bodies may be many
            levels_[input.contacts[index].slotA] = 0;
            levels_[input.contacts[index].slotB] = 0;
        }
    }

    /// Level of the next row in the sweep.
    uint32_t next(uint32_t slotA, uint32_t slotB) {
        const uint32_t level = std::max(levels_[slotA], levels_[slotB]);
        for (const uint32_t slot : {slotA, slotB}) {
            if (masses_[slot].inv_mass > 0.0f) {
                levels_[slot] = level + 1;
            }
        }
        return level;
    }

  private:
    std::span<const BodyMass> masses_;
    std::span<uint32_t> levels_;
};

} // namespace

std::span<ScalarRow> prepare_contacts(const SolveInput& input, const PrepareOptions& options) {
    const std::span<ScalarRow> rows = input.arena.allocate<ScalarRow>(input.active.size());
    ChainLevels levels(input);
    size_t count = 0;
    for (const uint32_t index : input.active) {
        Contact& contact = input.contacts[index];
        Manifold& manifold = contact.manifold;
        const BodyMotion& motionA = input.motions[contact.slotA];
        const BodyMotion& motionB = input.motions[contact.slotB];
        ScalarRow& row = rows[count];
        row = {};
        row.slotA[0] = contact.slotA;
        row.slotB[0] = contact.slotB;
        row.contact[0] = index;
        const uint32_t level = levels.next(contact.slotA, contact.slotB);
        row.swapped[0] = ((level >> 1) + static_cast<uint32_t>(std::popcount(contact.age))) & 1u;
        row.nx = manifold.normal.x;
        row.ny = manifold.normal.y;
        row.friction = contact.friction;
        row.tangent_speed = contact.tangent_speed;
        row.mA = input.masses[contact.slotA].inv_mass;
        row.iA = input.masses[contact.slotA].inv_inertia;
        row.mB = input.masses[contact.slotB].inv_mass;
        row.iB = input.masses[contact.slotB].inv_inertia;
        const Vec2 n = manifold.normal;
        const Vec2 t = right_perp(n);
        bool active = false;
        for (size_t i = 0; i < static_cast<size_t>(manifold.count); ++i) {
            ManifoldPoint& point = manifold.points[i];
            PointRow<float>& p = row.points[i ^ row.swapped[0]];
            p.rAx = point.rA.x;
            p.rAy = point.rA.y;
            p.rBx = point.rB.x;
            p.rBy = point.rB.y;
            p.base = point.separation - dot(point.rB - point.rA, n);
            p.approach = normal_velocity(row, p, load(motionA), load(motionB));
            const float bounce =
                p.approach < -options.restitution_threshold ? -contact.restitution * p.approach : 0.0f;
            if (point.separation > 0.0f && bounce > 0.0f) {
                // Stopping it short now would rob it of its bounce: it may touch first.
                point.normal_impulse = 0.0f;
                point.tangent_impulse = 0.0f;
                continue;
            }
            active = true;
            p.normal_mass = inverse_or_zero(effective_k(row, point.rA, point.rB, n));
            p.tangent_mass = inverse_or_zero(effective_k(row, point.rA, point.rB, t));
            if (options.warm) {
                p.normal_impulse = point.normal_impulse * input.dt;
                p.tangent_impulse = point.tangent_impulse * input.dt;
            }
            if (point.separation > 0.0f) {
                p.target = -point.separation / input.dt; // may close the gap within the step, not more
                continue;
            }
            const float excess = max(-point.separation - options.slop, 0.0f);
            const float push = min(options.baumgarte_rate * excess, options.max_push_speed);
            p.target = options.sum_bias ? bounce + push : max(bounce, push);
        }
        if (active) {
            ++count;
        }
    }
    return rows.first(count);
}

void warm_start(const SolveInput& input, std::span<ScalarRow> rows) {
    sweep(input, rows, [](ScalarRow& row, Bodies& a, Bodies& b) {
        for (PointRow<float>& p : row.points) {
            warm_start_point(row, p, a, b);
        }
    });
}

void solve_velocities(const SolveInput& input, std::span<ScalarRow> rows) {
    sweep(input, rows, [](ScalarRow& row, Bodies& a, Bodies& b) {
        for (PointRow<float>& p : row.points) {
            solve_normal(row, p, a, b);
            solve_friction(row, p, a, b);
        }
    });
}

void solve_velocities_per_iteration_clamp(const SolveInput& input, std::span<ScalarRow> rows) {
    sweep(input, rows, [](ScalarRow& row, Bodies& a, Bodies& b) {
        for (PointRow<float>& p : row.points) {
            const float error = normal_velocity(row, p, a, b) - p.target;
            const float push = max(-p.normal_mass * error, 0.0f);
            p.normal_impulse += push;
            apply_impulse(row, p, push * row.nx, push * row.ny, a, b);
            const float limit = row.friction * push;
            const float slide = tangent_velocity(row, p, a, b) + row.tangent_speed;
            const float drag = clamp(-p.tangent_mass * slide, -limit, limit);
            p.tangent_impulse += drag;
            apply_impulse(row, p, drag * row.ny, -drag * row.nx, a, b);
        }
    });
}

void measure_residual(const SolveInput& input, std::span<const ScalarRow> rows, SolverProbe& probe) {
    float residual = 0.0f;
    float friction_residual = 0.0f;
    for (const ScalarRow& row : rows) {
        const Bodies a = load(input.motions[row.slotA[0]]);
        const Bodies b = load(input.motions[row.slotB[0]]);
        for (const PointRow<float>& p : row.points) {
            if (p.normal_mass == 0.0f) {
                continue;
            }
            const float push = p.normal_impulse / p.normal_mass;
            residual = max(residual, abs(min(push, normal_velocity(row, p, a, b) - p.target)));
            const float slide = tangent_velocity(row, p, a, b) + row.tangent_speed;
            const float limit = row.friction * p.normal_impulse;
            const bool sticks = abs(p.tangent_impulse) < limit;
            // A sliding point is solved when its impulse is where the clamp wants it.
            const float wanted = clamp(p.tangent_impulse - p.tangent_mass * slide, -limit, limit);
            const float gap = p.tangent_mass > 0.0f ? abs(p.tangent_impulse - wanted) / p.tangent_mass : 0.0f;
            friction_residual = max(friction_residual, sticks ? abs(slide) : gap);
        }
    }
    probe.residual.push_back(residual);
    probe.friction_residual.push_back(friction_residual);
}

void project_positions(const SolveInput& input, std::span<const ScalarRow> rows, bool stale) {
    const Tuning& tuning = input.tuning;
    for (const ScalarRow& row : rows) {
        const float inv_mass = row.mA + row.mB;
        if (inv_mass == 0.0f) {
            continue;
        }
        BodyMotion& a = input.motions[row.slotA[0]];
        BodyMotion& b = input.motions[row.slotB[0]];
        float deepest = 0.0f;
        for (const PointRow<float>& p : row.points) {
            if (p.normal_mass == 0.0f) {
                continue;
            }
            const float s =
                stale ? p.base + dot(armB(p) - armA(p), normal_of(row)) : separation_now(row, p, a, b);
            deepest = min(deepest, s);
        }
        const float correction = tuning.percent * max(-deepest - tuning.slop, 0.0f) / inv_mass;
        a.dp -= row.mA * correction * normal_of(row);
        b.dp += row.mB * correction * normal_of(row);
    }
}

void project_positions_full(const SolveInput& input, std::span<const ScalarRow> rows) {
    constexpr float kMaxCorrection = 0.2f; // m a sweep: deeper overlaps are undone over several
    const Tuning& tuning = input.tuning;
    for (const ScalarRow& row : rows) {
        BodyMotion& a = input.motions[row.slotA[0]];
        BodyMotion& b = input.motions[row.slotB[0]];
        for (const PointRow<float>& p : row.points) {
            if (p.normal_mass == 0.0f) {
                continue;
            }
            const Vec2 rA = rotate(a.dq, armA(p));
            const Vec2 rB = rotate(b.dq, armB(p));
            const Vec2 n = normal_of(row);
            const float excess = max(-separation_now(row, p, a, b) - tuning.slop, 0.0f);
            const float k = effective_k(row, rA, rB, n);
            const float lambda = inverse_or_zero(k) * min(tuning.percent * excess, kMaxCorrection);
            a.dp -= row.mA * lambda * n;
            a.dq = integrate_rotation(a.dq, -row.iA * lambda * cross(rA, n));
            b.dp += row.mB * lambda * n;
            b.dq = integrate_rotation(b.dq, row.iB * lambda * cross(rB, n));
        }
    }
}

void store_impulses(const SolveInput& input, std::span<const ScalarRow> rows) {
    const float per_time = 1.0f / input.dt;
    for (const ScalarRow& row : rows) {
        Contact& contact = input.contacts[row.contact[0]];
        ++contact.age;
        for (size_t i = 0; i < static_cast<size_t>(contact.manifold.count); ++i) {
            const PointRow<float>& p = row.points[i ^ row.swapped[0]];
            contact.manifold.points[i].normal_impulse = p.normal_impulse * per_time;
            contact.manifold.points[i].tangent_impulse = p.tangent_impulse * per_time;
        }
    }
}

} // namespace impulse
