#include "dynamics/contact_pass.h"

#include <algorithm>
#include <bit>
#include <cmath>

#include "dynamics/contact_pair.h"
#include "dynamics/energy_groups.h"
#include "dynamics/point_order.h"
#include "dynamics/scalar_iteration.h"

namespace impulse {
namespace {

using Frame = FrameVelocity<float>;

/// Both normals, then both frictions.
Vec2 solve_together(const SolveInput& input, ScalarRow& scalar, Frame& frame) {
    PointRow<float>& p = scalar.row.points[0];
    PointRow<float>& q = scalar.row.points[1];
    const Pair<float> target{scalar.target(0), scalar.target(1)};
    const float pn = solve_normals_together(scalar.row, p, q, target, frame).sum();
    solve_surface(input, scalar, frame);
    return {pn, solve_friction_together(scalar.row, p, q, scalar.surface_speed, frame).sum()};
}

} // namespace

void solve_surface(const SolveInput& input, ScalarRow& scalar, Frame& frame) {
    ContactRow<float>& row = scalar.row;
    const Contact& contact = input.contacts.all[scalar.contact];
    if (scalar.slips) {
        const float still = contact.static_friction;
        row.friction = sticks(row.points, still, contact.tangent_speed, frame) ? still : contact.friction;
    }
    if (!scalar.rolls) { return; }
    solve_rolling(row, pressure<float>(row.points), contact.rolling_resistance, inverse_or_zero(row.iA + row.iB),
                  scalar.rolling_impulse, frame);
}

bool stands(const SolveInput& input, const Contact& contact, float ahead) {
    const auto before = [&](uint32_t slot) {
        const BodyMotion& motion = input.bodies.motions[slot];
        if (ahead == 0.0f) { return BodyVelocity{motion.v, motion.w}; }
        const BodyVelocity a = acceleration_of(input, slot);
        return BodyVelocity{motion.v - ahead * a.v, motion.w - ahead * a.w};
    };
    const BodyVelocity a = before(contact.slotA);
    const BodyVelocity b = before(contact.slotB);
    const Vec2 t = right_perp(contact.manifold.normal);
    float fastest = 0.0f;
    for (int i = 0; i < contact.manifold.count; ++i) {
        const ManifoldPoint& point = contact.manifold.points[i];
        const Vec2 v = b.v + cross(b.w, point.rB) - a.v - cross(a.w, point.rA);
        fastest = max(fastest, abs(dot(v, t) + contact.tangent_speed));
    }
    return fastest <= 10.0f * input.tuning.linear_slop;
}

bool has_both(const ContactRow<float>& row) {
    return row.points[0].normal_mass > 0.0f && row.points[1].normal_mass > 0.0f;
}

ScalarRow make_row(const SolveInput& input, uint32_t contact) {
    const Contact& from = input.contacts.all[contact];
    ScalarRow scalar{};
    scalar.contact = contact;
    scalar.surface_speed = from.tangent_speed;
    ContactRow<float>& row = scalar.row;
    row.slotA[0] = from.slotA;
    row.slotB[0] = from.slotB;
    row.nx = from.manifold.normal.x;
    row.ny = from.manifold.normal.y;
    row.friction = from.friction;
    scalar.slips = from.friction != from.static_friction;
    scalar.rolls = from.rolling_resistance != 0.0f;
    if ((from.flags & kRound) != 0) {
        row.round = {input.contacts.radii[from.shapeA], input.contacts.radii[from.shapeB]};
    }
    row.mA = input.bodies.masses[from.slotA].inv_mass;
    row.iA = input.bodies.masses[from.slotA].inv_inertia;
    row.mB = input.bodies.masses[from.slotB].inv_mass;
    row.iB = input.bodies.masses[from.slotB].inv_inertia;
    if ((from.flags & kHeldA) != 0) { row.mA = row.iA = 0.0f; }
    if ((from.flags & kHeldB) != 0) { row.mB = row.iB = 0.0f; }
    if (is_pinned(input.bodies.motions[from.slotA].flags)) { row.mA = 0.0f; }
    if (is_pinned(input.bodies.motions[from.slotB].flags)) { row.mB = 0.0f; }
    return scalar;
}

namespace {

/// Point `i` of a contact: target velocity, and the start from its stored impulses. False if it must touch before it
/// bounces: stopping it now would prevent its bounce.
bool prepare_point(const SolveInput& input, const PrepareOptions& options, ScalarRow& scalar, const Frame& frame,
                   int i) {
    const Contact& contact = input.contacts.all[scalar.contact];
    const ManifoldPoint& point = contact.manifold.points[i];
    const uint32_t k = static_cast<uint32_t>(i) ^ scalar.swapped;
    ContactRow<float>& row = scalar.row;
    PointRow<float>& p = row.points[k];
    prepare_point(row, mobility_of(row, input.bodies.motions), p, point.rA.x, point.rA.y, point.rB.x, point.rB.y,
                  point.separation);
    const float separation = options.drifted ? separation_now(row, p, input.bodies.motions[contact.slotA],
                                                              input.bodies.motions[contact.slotB])
                                             : point.separation;
    const float approach = normal_velocity(p, frame);
    const float restitution = input.bounces ? contact.restitution : 0.0f;
    float bounce = 0.0f;
    if (restitution > 0.0f && approach < -options.restitution_threshold) {
        const Vec2 pull = acceleration_of(input, contact.slotA).v - acceleration_of(input, contact.slotB).v;
        const Approach met{-approach, dot(pull, contact.manifold.normal), min(separation, 0.0f), 0.0f};
        bounce = bounce_speed(met, restitution, options.lag, input.dt);
    }
    if (separation > 0.0f && bounce > 0.0f) {
        p.normal_mass = 0.0f;
        p.tangent_mass = 0.0f;
        return false;
    }
    if (options.warm) {
        p.normal_impulse = point.normal_impulse * input.dt;
        p.tangent_impulse = point.tangent_impulse * input.dt;
    }
    if (separation > 0.0f) {
        scalar.target(k) = -separation / input.dt; // may at most close the gap within the step
        return true;
    }
    const float excess = max(-separation - options.slop, 0.0f);
    const float bias = min(options.baumgarte_rate * excess, options.max_push_speed);
    scalar.target(k) = options.sum_bias ? bounce + bias : max(bounce, bias);
    scalar.bounces = scalar.bounces || bounce > 0.0f;
    return true;
}

} // namespace

std::span<ScalarRow> prepare_contacts(const SolveInput& input, const PrepareOptions& options) {
    const std::span<ScalarRow> rows = input.arena.allocate<ScalarRow>(input.contacts.active.size());
    const float ahead = moved_before(input.tuning) ? 0.0f : input.dt;
    size_t count = 0;
    for (const uint32_t index : input.contacts.active) {
        Contact& contact = input.contacts.all[index];
        Manifold& manifold = contact.manifold;
        ScalarRow& scalar = rows[count];
        scalar = make_row(input, index);
        if (scalar.slips && stands(input, contact, ahead)) {
            scalar.slips = false;
            scalar.row.friction = contact.static_friction;
        }
        const PointOrder order =
            point_order_of_load(manifold, input.gravity, static_cast<uint32_t>(std::popcount(contact.age)));
        scalar.swapped = static_cast<uint8_t>(order.swapped);
        const Frame frame =
            enter_frame(scalar.row, input.bodies.motions[contact.slotA], input.bodies.motions[contact.slotB]);
        bool active = false;
        for (int i = 0; i < manifold.count; ++i) { active = prepare_point(input, options, scalar, frame, i) || active; }
        if (active) {
            if (options.warm && scalar.rolls) { scalar.rolling_impulse = manifold.rolling_impulse * input.dt; }
            scalar.together = options.pairs && order.together && has_both(scalar.row);
            ++count;
        } else {
            for (ManifoldPoint& point : manifold.points) { point.normal_impulse = point.tangent_impulse = 0.0f; }
        }
    }
    return rows.first(count);
}

float bounce_speed(const Approach& approach, float restitution, float lag, float dt) {
    if (approach.pull == 0.0f || lag == 0.0f) { return restitution * approach.speed; }
    const float v = max(approach.speed - approach.pull * lag, 0.0f);
    const float depth = -approach.separation <= v * dt ? -approach.separation : 0.0f;
    const float at_surface = max(v * v - 2.0f * approach.pull * depth, 0.0f);
    const float climb = 2.0f * approach.pull * max(depth - approach.lifted, 0.0f);
    const float leaving = std::sqrt(max(restitution * restitution * at_surface + climb, 0.0f));
    return max(leaving - approach.pull * lag, 0.0f);
}

void warm_start(const SolveInput& input, std::span<ScalarRow> rows) {
    iterate_rows(input, rows, [](ScalarRow& scalar, Frame& frame) {
        const PointRow<float>& p = scalar.row.points[0];
        const PointRow<float>& q = scalar.row.points[1];
        const Pair<float> normal{p.normal_impulse, q.normal_impulse};
        const Pair<float> tangent{p.tangent_impulse, q.tangent_impulse};
        push_normals(scalar.row, p, q, normal, frame);
        push_tangents(scalar.row, p, q, tangent, frame);
        frame.wA -= scalar.row.iA * scalar.rolling_impulse;
        frame.wB += scalar.row.iB * scalar.rolling_impulse;
        return Vec2{normal.sum(), tangent.sum()};
    });
}

void solve_velocities(const SolveInput& input, std::span<ScalarRow> rows) {
    iterate_rows(input, rows, [&input](ScalarRow& scalar, Frame& frame) {
        if (scalar.together) { return solve_together(input, scalar, frame); }
        Vec2 sum;
        solve_surface(input, scalar, frame);
        for (size_t i = 0; i < 2; ++i) {
            PointRow<float>& p = scalar.row.points[i];
            sum.x += solve_normal(scalar.row, p, scalar.target(i), frame);
            sum.y += solve_friction(scalar.row, p, scalar.surface_speed, frame);
        }
        return sum;
    });
}

void retarget(ScalarRow& scalar, size_t point, float restitution, float threshold, const Frame& frame) {
    const float v = normal_velocity(scalar.row.points[point], frame);
    scalar.target(point) = v < -threshold ? -restitution * v : 0.0f;
}

void solve_velocities_per_iteration_clamp(const SolveInput& input, std::span<ScalarRow> rows) {
    iterate_rows(input, rows, [](ScalarRow& scalar, Frame& frame) {
        Vec2 sum;
        for (size_t i = 0; i < 2; ++i) {
            // The kernels with a sum that starts at zero each time: only this increment is clamped.
            PointRow<float> once = scalar.row.points[i];
            once.normal_impulse = 0.0f;
            once.tangent_impulse = 0.0f;
            sum.x += solve_normal(scalar.row, once, scalar.target(i), frame);
            sum.y += solve_friction(scalar.row, once, scalar.surface_speed, frame);
            scalar.row.points[i].normal_impulse += once.normal_impulse;
            scalar.row.points[i].tangent_impulse += once.tangent_impulse;
        }
        return sum;
    });
}

void project_positions(const SolveInput& input, std::span<const ScalarRow> rows, bool stale) {
    const Tuning& tuning = input.tuning;
    for (const ScalarRow& scalar : rows) {
        const ContactRow<float>& row = scalar.row;
        const float k = mobility_of(row, input.bodies.motions).n;
        if (k == 0.0f) { continue; }
        BodyMotion& a = input.bodies.motions[row.slotA[0]];
        BodyMotion& b = input.bodies.motions[row.slotB[0]];
        float deepest = 0.0f;
        for (const PointRow<float>& p : row.points) {
            if (p.normal_mass == 0.0f) { continue; }
            const float s = stale ? p.base + (p.rAt - p.rBt) : separation_now(row, p, a, b);
            deepest = min(deepest, s);
        }
        const float correction = tuning.percent * max(-deepest - tuning.slop, 0.0f) / k;
        a.dp -= unlocked(a.flags, row.mA * correction * normal_of(row));
        b.dp += unlocked(b.flags, row.mB * correction * normal_of(row));
    }
}

namespace {

/// A position correction at a point, or the mean of two, and its rotations of both bodies.
struct Push {
    float lambda = 0.0f; // kg m
    float turnA = 0.0f;  // kg m^2
    float turnB = 0.0f;

    Push operator+(const Push& other) const {
        return {lambda + other.lambda, turnA + other.turnA, turnB + other.turnB};
    }
};

/// The correction by full projection at a point, times `share`.
[[gnu::noinline]] Push push_at(const SolveInput& input, const ContactRow<float>& row, const PointRow<float>& p,
                               float share) {
    constexpr float kMostCorrection = 0.2f; // levers per iteration: deeper overlaps take several
    if (p.normal_mass == 0.0f) { return {}; }
    const BodyMotion& a = input.bodies.motions[row.slotA[0]];
    const BodyMotion& b = input.bodies.motions[row.slotB[0]];
    // Crosses of the turned arms: (R r) x n = c (r x n) + s (r x t).
    const float rAn = a.dq.c * p.rAn + a.dq.s * p.rAt;
    const float rBn = b.dq.c * p.rBn + b.dq.s * p.rBt;
    const float excess = max(-separation_now(row, p, a, b) - input.tuning.slop, 0.0f);
    const float k = mobility_of(row, a.flags, b.flags).n + row.iA * rAn * rAn + row.iB * rBn * rBn;
    const float most = kMostCorrection * input.tuning.correction_lever;
    const float lambda = share * (inverse_or_zero(k) * min(input.tuning.percent * excess, most));
    return {lambda, lambda * rAn, lambda * rBn};
}

[[gnu::noinline]] void move_by(const SolveInput& input, const ContactRow<float>& row, const Push& push) {
    BodyMotion& a = input.bodies.motions[row.slotA[0]];
    BodyMotion& b = input.bodies.motions[row.slotB[0]];
    a.dp -= unlocked(a.flags, row.mA * push.lambda * normal_of(row));
    a.dq = integrate_rotation(a.dq, -row.iA * push.turnA);
    b.dp += unlocked(b.flags, row.mB * push.lambda * normal_of(row));
    b.dq = integrate_rotation(b.dq, row.iB * push.turnB);
}

} // namespace

void project_positions_full(const SolveInput& input, std::span<const ScalarRow> rows) {
    for (const ScalarRow& scalar : rows) {
        const ContactRow<float>& row = scalar.row;
        if (scalar.together) {
            move_by(input, row, push_at(input, row, row.points[0], 0.5f) + push_at(input, row, row.points[1], 0.5f));
            continue;
        }
        for (const PointRow<float>& p : row.points) { move_by(input, row, push_at(input, row, p, 1.0f)); }
    }
}

bool any_bounce(std::span<const ScalarRow> rows) {
    return std::any_of(rows.begin(), rows.end(), [](const ScalarRow& row) { return row.bounces; });
}

void join_rows(const SolveInput& input, std::span<const ScalarRow> rows, EnergyGroups& groups) {
    for (const ScalarRow& row : rows) {
        EnergyGroups::Member* const root = groups.join(input, row.row.slotA[0], row.row.slotB[0]);
        if (root == nullptr) { continue; }
        root->bounces = root->bounces || row.bounces;
        root->driven = root->driven || adds_energy(input.contacts.all[row.contact]);
    }
}

bool keep_energy(const SolveInput& input, std::span<ScalarRow> rows, float lag, EnergyGroups& groups, float slop) {
    groups.measure(input, lag, slop);
    for (const ScalarRow& row : rows) {
        EnergyGroups::Member* const root = groups.root(input, row.row.slotA[0], row.row.slotB[0]);
        if (root == nullptr) { continue; }
        root->work -= work_of_surfaces(input, input.contacts.all[row.contact], row.row);
        // The bias out of an overlap may do the work that it would do at rest; what bodies above it weigh is lifted too
        // where nothing bounces.
        for (size_t k = 0; k < 2 && !row.bounces; ++k) {
            const PointRow<float>& p = row.row.points[k];
            const double bias = static_cast<double>(max(row.target(k), 0.0f));
            const double at_rest = 0.5 * static_cast<double>(p.normal_mass) * bias;
            root->allowed += bias * (root->bounces ? at_rest : static_cast<double>(p.normal_impulse));
        }
    }
    if (!groups.keep(input, slop > 0.0f)) { return false; }
    for (ScalarRow& row : rows) {
        const EnergyGroups::Member* const root = groups.root(input, row.row.slotA[0], row.row.slotB[0]);
        const float s = root != nullptr ? root->scale : 1.0f;
        row.rolling_impulse *= s;
        for (PointRow<float>& p : row.row.points) {
            p.normal_impulse *= s;
            p.tangent_impulse *= s;
        }
    }
    return true;
}

void store_impulses(const SolveInput& input, std::span<const ScalarRow> rows, float h, bool last) {
    const float per_time = 1.0f / h;
    for (const ScalarRow& scalar : rows) {
        Contact& contact = input.contacts.all[scalar.contact];
        contact.age += last ? 1u : 0u;
        input.contacts.impulses[scalar.contact] += pressure<float>(scalar.row.points);
        contact.manifold.rolling_impulse = scalar.rolling_impulse * per_time;
        for (int i = 0; i < contact.manifold.count; ++i) {
            const PointRow<float>& p = scalar.row.points[static_cast<uint32_t>(i) ^ scalar.swapped];
            contact.manifold.points[i].normal_impulse = p.normal_impulse * per_time;
            contact.manifold.points[i].tangent_impulse = p.tangent_impulse * per_time;
        }
    }
}

} // namespace impulse
