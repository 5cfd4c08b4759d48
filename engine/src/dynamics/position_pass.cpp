#include "dynamics/position_pass.h"

#include <bit>
#include <utility>

#include "dynamics/contact_pair.h"
#include "dynamics/energy_groups.h"
#include "dynamics/point_order.h"
#include "dynamics/scalar_iteration.h"

namespace impulse {
namespace {

constexpr float kUnitBoxK = 2.5f; // 1/kg: 1 + 6 (0.5)^2, of a box of 1 kg and 1 m at a corner

/// K + alpha of a point with effective mass `normal_mass` > 0.
float compliant_k(const Tuning& tuning, float h, float normal_mass) {
    const float k = 1.0f / normal_mass;
    const float alpha = tuning.compliance / (h * h);
    return tuning.compliance_mode == ComplianceMode::mass_relative ? k + alpha * (k / kUnitBoxK) : k + alpha;
}

void fix(BodyMotion& motion, BodyFix& fix, Vec2 shift, float turn) {
    shift = unlocked(motion.flags, shift);
    motion.dp += shift;
    motion.dq = integrate_rotation(motion.dq, turn);
    fix.shift += shift;
    fix.turn += turn;
}

/// m: depth of a point at detection; 0 without one.
float depth_at(const SolveInput& input, const ScalarRow& scalar, size_t k) {
    const Manifold& manifold = input.contacts.all[scalar.contact].manifold;
    return scalar.row.points[k].normal_mass == 0.0f ? 0.0f : -manifold.points[k ^ scalar.swapped].separation;
}

/// An impact stage saw what touched when the step began, and not what met within it.
float restitution_of(const SolveInput& input, const ScalarRow& scalar) {
    const Contact& contact = input.contacts.all[scalar.contact];
    return input.bounces || (contact.flags & kMet) != 0 ? contact.restitution : 0.0f;
}

/// Present depth of a point: that at detection minus the corrections since. Their rotations are so small that arms are
/// treated as constant.
float depth_now(const ContactRow<float>& row, const PointRow<float>& p, float depth, const BodyFix& a,
                const BodyFix& b) {
    return depth - dot(b.shift - a.shift, normal_of(row)) - (b.turn * p.rBn - a.turn * p.rAn);
}

/// Position impulses `lambda` (kg m) at both points of a row.
void push_apart(const SolveInput& input, const PositionRows& rows, const ContactRow<float>& row,
                std::array<float, 2> lambda) {
    const Vec2 sum = (lambda[0] + lambda[1]) * normal_of(row);
    const float turnA = lambda[0] * row.points[0].rAn + lambda[1] * row.points[1].rAn;
    const float turnB = lambda[0] * row.points[0].rBn + lambda[1] * row.points[1].rBn;
    const uint32_t a = row.slotA[0];
    const uint32_t b = row.slotB[0];
    fix(input.bodies.motions[a], rows.fixes[a], -row.mA * sum, -row.iA * turnA);
    fix(input.bodies.motions[b], rows.fixes[b], row.mB * sum, row.iB * turnB);
}

/// All points of a contact at once, so that a flat box rises without turning.
void resolve_once(const SolveInput& input, float h, const PositionRows& rows) {
    for (size_t i = 0; i < rows.rows.size(); ++i) {
        const ScalarRow& scalar = rows.rows[i];
        const ContactRow<float>& row = scalar.row;
        std::array<float, 2> excess{};
        float count = 0.0f;
        for (size_t k = 0; k < 2; ++k) {
            const PointRow<float>& p = row.points[k];
            if (p.normal_mass == 0.0f) { continue; }
            const BodyFix& a = rows.fixes[row.slotA[0]];
            const BodyFix& b = rows.fixes[row.slotB[0]];
            excess[k] = max(depth_now(row, p, depth_at(input, scalar, k), a, b) - input.tuning.tolerance, 0.0f);
            count += excess[k] > 0.0f ? 1.0f : 0.0f;
        }
        if (count == 0.0f) { continue; }
        std::array<float, 2> lambda{};
        for (size_t k = 0; k < 2; ++k) {
            if (excess[k] == 0.0f) { continue; }
            lambda[k] = excess[k] / (count * compliant_k(input.tuning, h, row.points[k].normal_mass));
        }
        push_apart(input, rows, row, lambda);
    }
}

void resolve_xpbd(const SolveInput& input, float h, const PositionRows& rows) {
    const float alpha = input.tuning.compliance / (h * h);
    for (size_t i = 0; i < rows.rows.size(); ++i) {
        const ScalarRow& scalar = rows.rows[i];
        const ContactRow<float>& row = scalar.row;
        Multipliers& x = rows.multipliers[i];
        const auto wrong = [&](size_t k) {
            const float depth = depth_now(row, row.points[k], depth_at(input, scalar, k), rows.fixes[row.slotA[0]],
                                          rows.fixes[row.slotB[0]]);
            return alpha * x[k] - (depth - input.tuning.tolerance);
        };
        const auto add = [&](float first, float second) {
            x[0] += first;
            x[1] += second;
            push_apart(input, rows, row, {first, second});
        };
        if (scalar.together) {
            const PointRow<float>& p = row.points[0];
            const PointRow<float>& q = row.points[1];
            const Pair<float> k{1.0f / p.normal_mass + alpha, 1.0f / q.normal_mass + alpha};
            const float between =
                mobility_of(row, input.bodies.motions).n + row.iA * (p.rAn * q.rAn) + row.iB * (p.rBn * q.rBn);
            const Pair<float> y = solve_pair<float>(k, {1.0f / k.first, 1.0f / k.second}, {between, between},
                                                    {wrong(0), wrong(1)}, {x[0], x[1]});
            add(y.first - x[0], y.second - x[1]);
            continue;
        }
        for (size_t k = 0; k < 2; ++k) {
            const PointRow<float>& p = row.points[k];
            if (p.normal_mass == 0.0f) { continue; }
            const float before = x[k];
            const float change = max(before - wrong(k) / (1.0f / p.normal_mass + alpha), 0.0f) - before;
            add(k == 0 ? change : 0.0f, k == 1 ? change : 0.0f);
        }
    }
}

/// m/s: how fast B slides on A along t, over the points of the contact, by motions given per body.
template <class Motion>
float slide_of(const ContactRow<float>& row, const BodyFix& a, const BodyFix& b, Motion&& motion) {
    const auto [vA, wA] = motion(a);
    const auto [vB, wB] = motion(b);
    float turned = 0.0f;
    float count = 0.0f;
    for (const PointRow<float>& p : row.points) {
        if (p.tangent_mass == 0.0f) { continue; }
        turned += wB * p.rBt - wA * p.rAt;
        count += 1.0f;
    }
    return dot(vB - vA, right_perp(normal_of(row))) + (count > 0.0f ? turned / count : 0.0f);
}

/// Two points nearer to each other than the slop count as the deeper one (FX7): the index of the other, or 2, as where
/// none is deeper.
uint32_t merged_point(const Manifold& manifold, float slop) {
    const float first = manifold.points[0].separation;
    const float second = manifold.points[1].separation;
    if (manifold.count < 2 || first == second) { return 2; }
    if (distance(manifold.points[0].rA, manifold.points[1].rA) >= slop) { return 2; }
    return first < second ? 1 : 0;
}

/// The points of a row whose separation is below `flush`, but for one that counts as the other.
[[gnu::always_inline]] inline void prepare_points(const SolveInput& input, Contact& contact, float flush, float h,
                                                  bool warm, ScalarRow& scalar) {
    Manifold& manifold = contact.manifold;
    ContactRow<float>& row = scalar.row;
    const uint32_t merged = merged_point(manifold, input.tuning.linear_slop);
    for (uint32_t i = 0; i < static_cast<uint32_t>(manifold.count); ++i) {
        ManifoldPoint& point = manifold.points[i];
        const uint32_t k = i ^ scalar.swapped;
        PointRow<float>& p = row.points[k];
        if (i == merged) { point.normal_impulse = point.tangent_impulse = 0.0f; }
        if (point.separation >= flush || i == merged) { continue; }
        prepare_point(row, mobility_of(row, input.bodies.motions), p, point.rA.x, point.rA.y, point.rB.x, point.rB.y,
                      point.separation);
        // The separation is that of now, with the displacements that `separation_now` would add.
        const BodyMotion& a = input.bodies.motions[contact.slotA];
        const BodyMotion& b = input.bodies.motions[contact.slotB];
        p.base += point.separation - separation_now(row, p, a, b);
        if (warm) {
            scalar.rolling_impulse = scalar.rolls ? manifold.rolling_impulse * h : 0.0f;
            p.normal_impulse = point.normal_impulse * h;
            p.tangent_impulse = point.tangent_impulse * h;
        }
    }
}

} // namespace

PositionRows allocate_position_rows(const SolveInput& input) {
    return {input.arena.allocate<ScalarRow>(input.contacts.active.size()),
            input.arena.allocate<Multipliers>(
                input.tuning.compliance_mode == ComplianceMode::xpbd ? input.contacts.active.size() : 0),
            input.arena.allocate<BodyFix>(input.bodies.masses.size())};
}

void prepare_overlaps(const SolveInput& input, std::span<const SubstepBody> bodies, float h, int substep, bool warm,
                      PositionRows& rows) {
    const Tuning& tuning = input.tuning;
    rows.rows = {rows.rows.data(), input.contacts.active.size()};
    for (size_t i = 0; i < input.bodies.awake.size(); ++i) {
        rows.fixes[input.bodies.awake[i]] = {};
        rows.fixes[input.bodies.awake[i]].dv = bodies[i].dv;
        rows.fixes[input.bodies.awake[i]].dw = bodies[i].dw;
    }
    const Arena::Mark mark = input.arena.mark();
    ChainLevels levels(input);
    size_t count = 0;
    for (const uint32_t index : input.contacts.active) {
        Contact& contact = input.contacts.all[index];
        Manifold& manifold = contact.manifold;
        const bool overlapping = overlaps(manifold);
        // Bodies at rest lean by as much as corrections leave alone. If one point of a face overlaps by a micrometre at
        // the end of a substep and the other does not, solving the first alone would take up to half of the speed.
        const float flush = overlapping ? tuning.tolerance : 0.0f;
        for (int i = 0; i < manifold.count; ++i) {
            ManifoldPoint& point = manifold.points[i];
            if (point.separation >= flush) { point.normal_impulse = point.tangent_impulse = 0.0f; }
        }
        // Nothing may depend on which contacts that do not overlap are among the active ones.
        if (!overlapping) { continue; }
        ScalarRow& scalar = rows.rows[count];
        scalar = make_row(input, index);
        if (!rows.multipliers.empty()) { rows.multipliers[count] = {}; }
        ContactRow<float>& row = scalar.row;
        scalar.slips = scalar.slips && tuning.static_kinetic && !stands(input, contact, h);
        if (tuning.static_kinetic) { row.friction = contact.static_friction; }
        const uint32_t level = levels.next(contact.slotA, contact.slotB);
        const int turns = std::popcount(contact.age) + std::popcount(static_cast<uint32_t>(substep));
        const PointOrder order = point_order(manifold, (level >> 1) + static_cast<uint32_t>(turns));
        scalar.swapped = static_cast<uint8_t>(order.swapped);
        prepare_points(input, contact, flush, h, warm, scalar);
        scalar.together = order.together && has_both(row);
        if (row.mA == 0.0f) { rows.fixes[contact.slotA] = {}; } // it may be none of the awake
        if (row.mB == 0.0f) { rows.fixes[contact.slotB] = {}; }
        ++count;
    }
    rows.rows = rows.rows.first(count);
    input.arena.release(mark);
}

void resolve_penetration(const SolveInput& input, float h, const PositionRows& rows) {
    if (input.tuning.compliance_mode != ComplianceMode::xpbd) {
        resolve_once(input, h, rows);
        return;
    }
    for (int i = 0; i < input.tuning.velocity_passes; ++i) { resolve_xpbd(input, h, rows); }
}

void derive_velocities(const SolveInput& input, float h, const PositionRows& rows) {
    if (!input.tuning.literal.no_prev_pose_shift) { return; }
    const float inv_h = 1.0f / h;
    for (const uint32_t slot : input.bodies.awake) {
        BodyMotion& motion = input.bodies.motions[slot];
        if ((motion.flags & kDynamic) == 0) { continue; }
        motion.v += inv_h * rows.fixes[slot].shift;
        motion.w += inv_h * rows.fixes[slot].turn;
    }
}

float substep_lag(const SolveInput& input, float h) { return input.tuning.restitution_midpoint ? -0.5f * h : 0.0f; }

void capture_approach(const SolveInput& input, float h, bool warm, const PositionRows& rows) {
    const float rest_speed = 2.0f * length(input.gravity) * h;
    const float threshold = max(input.tuning.restitution_threshold, rest_speed);
    const auto by_fixes = [inv_h = 1.0f / h](const BodyFix& fix) {
        return std::pair(inv_h * fix.shift, inv_h * fix.turn);
    };
    const auto by_forces = [](const BodyFix& fix) { return std::pair(fix.dv, fix.dw); };
    for (size_t i = 0; i < rows.rows.size(); ++i) {
        ScalarRow& scalar = rows.rows[i];
        const ContactRow<float>& row = scalar.row;
        const FrameVelocity<float> frame =
            enter_frame(row, input.bodies.motions[row.slotA[0]], input.bodies.motions[row.slotB[0]]);
        const BodyFix& a = rows.fixes[row.slotA[0]];
        const BodyFix& b = rows.fixes[row.slotB[0]];
        const float restitution = restitution_of(input, scalar);
        for (size_t k = 0; k < 2; ++k) {
            const float v = normal_velocity(row.points[k], frame);
            scalar.target(k) = 0.0f;
            if (restitution == 0.0f || v >= -threshold) { continue; }
            const float depth = depth_at(input, scalar, k);
            const Vec2 pull = acceleration_of(input, row.slotA[0]).v - acceleration_of(input, row.slotB[0]).v;
            const Approach met{-v, dot(pull, normal_of(row)), -depth,
                               depth - depth_now(row, row.points[k], depth, a, b)};
            scalar.target(k) = bounce_speed(met, restitution, substep_lag(input, h), h);
            scalar.bounces = true;
        }
        scalar.surface_speed += slide_of(row, a, b, by_forces);
        if (!warm) { scalar.surface_speed += clamp(slide_of(row, a, b, by_fixes), -rest_speed, rest_speed); }
    }
}

void velocity_pass(const SolveInput& input, int pass, const PositionRows& rows) {
    const bool literal = input.tuning.literal.fx_restitution;
    const float threshold = input.tuning.restitution_threshold;
    const auto push = [&](ScalarRow& scalar, FrameVelocity<float>& frame, size_t first) {
        float sum = 0.0f;
        PointRow<float>& p = scalar.row.points[0];
        PointRow<float>& q = scalar.row.points[1];
        if (scalar.together && !literal) {
            return solve_normals_together(scalar.row, p, q, {scalar.target(0), scalar.target(1)}, frame).sum();
        }
        for (const size_t k : {first, 1 - first}) {
            if (literal) { retarget(scalar, k, restitution_of(input, scalar), threshold, frame); }
            sum += solve_normal(scalar.row, scalar.row.points[k], scalar.target(k), frame);
        }
        return sum;
    };
    const size_t first = static_cast<size_t>(pass & 1);
    iterate_rows(input, rows.rows, [&](ScalarRow& scalar, FrameVelocity<float>& frame) {
        return Vec2{push(scalar, frame, first), 0.0f};
    });
    iterate_rows(input, rows.rows, [&](ScalarRow& scalar, FrameVelocity<float>& frame) {
        Vec2 sum{push(scalar, frame, 1 - first), 0.0f};
        ContactRow<float>& row = scalar.row;
        solve_surface(input, scalar, frame);
        if (scalar.together) {
            sum.y = solve_friction_together(row, row.points[0], row.points[1], scalar.surface_speed, frame).sum();
            return sum;
        }
        for (const size_t k : {first, 1 - first, first}) {
            sum.y += solve_friction(row, row.points[k], scalar.surface_speed, frame);
        }
        return sum;
    });
}

} // namespace impulse
