// Iterations over contact rows, and bounces.

#include "dynamics/soft_pass.h"

#include <algorithm>

#include "core/sort.h"
#include "dynamics/contact_load.h"
#include "dynamics/contact_pair.h"
#include "dynamics/gather.h"
#include "dynamics/geometric_stiffness.h"
#include "dynamics/observe.h"
#include "dynamics/soft_bounces.h"

namespace impulse {
namespace {

/// The bodies receive the sum of a row's impulses, `pn` along n and `pt` along t = (n.y, -n.x).
template <class L>
void leave_frame(const RowFrame<L>& row, L pn, L pt, const FrameVelocity<L>& f, VelocityLanes<L>& a,
                 VelocityLanes<L>& b) {
    const L px = pn * row.nx + pt * row.ny;
    const L py = pn * row.ny - pt * row.nx;
    a.vx = a.vx - row.mA * px;
    a.vy = a.vy - row.mA * py;
    a.w = f.wA;
    b.vx = b.vx + row.mB * px;
    b.vy = b.vy + row.mB * py;
    b.w = f.wB;
}

/// Runs `each(row, frame, pn, pt)` on a row in its frame; it sums the impulses along n and t.
template <class L, class Each>
inline void solve_row(const SolveInput& input, const SoftRows<L>& rows, size_t i, Each&& each) {
    BodyMotion* const motions = input.bodies.motions.data();
    SoftRow<L>& row = rows.rows[i];
    VelocityLanes<L> a = gather_velocity<L>(motions, row.slotA);
    VelocityLanes<L> b = gather_velocity<L>(motions, row.slotB);
    FrameVelocity<L> frame = enter_frame(row, a, b);
    if (rows.any_locked) [[unlikely]] { frame.k = locked_mobility(input, row); }
    L pn = splat<L>(0.0f);
    L pt = splat<L>(0.0f);
    each(row, frame, pn, pt);
    leave_frame(row, pn, pt, frame, a, b);
    scatter_velocity<L>(motions, row.slotA, a);
    scatter_velocity<L>(motions, row.slotB, b);
    if (rows.any_locked) [[unlikely]] {
        for (int lane = 0; lane < kLanes<L>; ++lane) {
            apply_locks(motions[row.slotA[lane]]);
            apply_locks(motions[row.slotB[lane]]);
        }
    }
}

} // namespace

template <class L>
void warm_start(const SolveInput& input, const SoftRows<L>& rows) {
    for (size_t i = 0; i < rows.rows.size(); ++i) {
        solve_row(input, rows, i, [&](SoftRow<L>& row, FrameVelocity<L>& frame, L& pn, L& pt) {
            // Summed before it acts: two terms are the same bits in either order.
            L turnA = splat<L>(0.0f);
            L turnB = splat<L>(0.0f);
            for (const PointRow<L>& p : row.points) {
                pn = pn + p.normal_impulse;
                pt = pt + p.tangent_impulse;
                turnA = turnA + (p.rAn * p.normal_impulse + p.rAt * p.tangent_impulse);
                turnB = turnB + (p.rBn * p.normal_impulse + p.rBt * p.tangent_impulse);
            }
            if (!rows.surfaces.empty()) {
                const SurfaceRow<L>& surface = rows.surfaces[i];
                turnA = turnA + surface.rolling_impulse;
                turnB = turnB + surface.rolling_impulse;
            }
            frame.wA = frame.wA - row.iA * turnA;
            frame.wB = frame.wB + row.iB * turnB;
        });
    }
}

namespace {

template <class L>
Mask<L> is_marked(const uint8_t* marks, uint32_t mark) {
    if constexpr (kLanes<L> == 1) {
        return (marks[0] & mark) != 0;
    } else {
        using Words = uint32_t __attribute__((vector_size(16)));
        uint32_t bytes = 0;
        __builtin_memcpy(&bytes, marks, sizeof bytes);
        return ((Words{} + bytes) & Words{mark, mark << 8, mark << 16, mark << 24}) != 0;
    }
}

} // namespace

template <class L>
void predict_geometry(const SolveInput& input, const SoftRows<L>& rows, float h) {
    const L zero = splat<L>(0.0f);
    const L time = splat<L>(0.5f * (input.dt - h));
    const L substeps = splat<L>(static_cast<float>(input.substeps.count));
    for (size_t i = 0; i < rows.rows.size(); ++i) {
        if (rows.rows[i].points.size() != 1) { continue; }
        const uint32_t* const contacts = &rows.contacts[i * kLanes<L>];
        const uint8_t* const marks = &rows.marks[i * kLanes<L>];
        const L load = gather_values<L>(
            [&](size_t lane) { return contacts[lane] == kNull ? 0.0f : input.contacts.loads[contacts[lane]]; });
        const L separation = rows.rows[i].points[0].gap;
        solve_row(input, rows, i, [&](SoftRow<L>& row, FrameVelocity<L>& frame, L& pn, L& pt) {
            const PointRow<L>& p = row.points[0];
            // Bodies that part after an impact push each other no longer.
            const auto touches = separation + time * normal_velocity(p, frame) <= zero;
            const L lasting = select<L>(touches, splat<L>(h) * load, zero);
            const L sum = p.normal_impulse + lasting;
            // The harmonic mean of the two, divided by the last one.
            const L share = substeps * (lasting + lasting) / select<L>(sum > zero, sum, splat<L>(1.0f));
            const L half = splat<L>(0.5f) * separation; // a point lies midway between the surfaces
            LastingContact<L> of{{share * p.normal_impulse, share * p.tangent_impulse},
                                 is_marked<L>(marks, kFaceOfA),
                                 is_marked<L>(marks, kFaceOfB),
                                 half,
                                 half};
            if (row.round != nullptr) {
                of.reachA = of.reachA + row.round->radiusA;
                of.reachB = of.reachB + row.round->radiusB;
            }
            const InFrame<L> change = predict_geometry(row, p, of, time, frame);
            pn = change.n;
            pt = change.t;
        });
    }
}

template <class L>
void exclude_surface_work(const SolveInput& input, const SoftRows<L>& rows, const SolveIslands& islands) {
    for (const LaneOfRow& of : rows.moving) {
        const Contact& contact = input.contacts.all[of.contact];
        const ContactRow<float> row = lane_of(rows.rows[of.row], static_cast<int>(of.lane));
        const uint32_t island = island_of(islands, contact.slotA, contact.slotB);
        islands.work[island].gain -= work_of_surfaces(input, contact, row);
    }
}

template <class L>
void find_retained(const SolveInput& input, const SoftRows<L>& rows, const SolveIslands& islands) {
    for (const LaneOfRow& of : rows.moving) {
        const Contact& contact = input.contacts.all[of.contact];
        if (!is_carried(input, contact.slotA) && !is_carried(input, contact.slotB)) { continue; }
        IslandWork& island = islands.work[island_of(islands, contact.slotA, contact.slotB)];
        const L pressed = pressure<L>(rows.rows[of.row].points);
        island.pressed += static_cast<double>(get_lane(pressed, static_cast<int>(of.lane)));
        island.lasting += static_cast<double>(input.substeps.h * input.contacts.loads[of.contact]);
    }
    for (IslandWork& island : islands.work) {
        const double part = island.pressed > island.lasting ? island.lasting / island.pressed : 1.0;
        island.retained = island.pressed > 0.0 ? std::max(island.share, static_cast<float>(part)) : island.share;
    }
}

template <class L>
void scale_impulses(const SoftRows<L>& rows, const SolveIslands& islands) {
    for (size_t i = 0; i < rows.rows.size(); ++i) {
        SoftRow<L>& row = rows.rows[i];
        const auto of_islands = [&](float IslandWork::* part) {
            return gather_values<L>([&](size_t lane) {
                if (rows.contacts[i * kLanes<L> + lane] == kNull) { return 1.0f; }
                return islands.work[island_of(islands, row.slotA[lane], row.slotB[lane])].*part;
            });
        };
        const L retained = of_islands(&IslandWork::retained);
        // What starts the next substep besides the share has not acted, and is not reported.
        row.pushed = row.pushed - (retained - of_islands(&IslandWork::share)) * pressure<L>(row.points);
        for (PointRow<L>& p : row.points) {
            p.normal_impulse = p.normal_impulse * retained;
            p.tangent_impulse = p.tangent_impulse * retained;
        }
        if (!rows.surfaces.empty()) { rows.surfaces[i].rolling_impulse = rows.surfaces[i].rolling_impulse * retained; }
    }
}

namespace {

/// Targets of points in `solve_soft`. Separated: a rigid constraint that lets the gap close. Overlapping: a soft
/// constraint with a bias of at most `max_push_speed`.
template <class L>
struct SoftTarget {
    L closing, bias, mass_scale, impulse_scale;
};

/// Constants of all rows of an iteration, in lanes.
template <class L>
struct SoftConstants {
    const BodyMotion* motions;
    L inv_h, least_bias;
    L fixed_bias, fixed_mass_scale, fixed_impulse_scale;
    L dynamic_bias, dynamic_mass_scale, dynamic_impulse_scale;

    SoftConstants(const SolveInput& input, const SoftPass& pass)
        : motions(input.bodies.motions.data()),
          inv_h(splat<L>(pass.inv_h)),
          least_bias(splat<L>(-pass.max_push_speed)),
          fixed_bias(splat<L>(pass.static_contact.mass * pass.static_contact.bias)),
          fixed_mass_scale(splat<L>(pass.static_contact.mass)),
          fixed_impulse_scale(splat<L>(pass.static_contact.impulse)),
          dynamic_bias(splat<L>(pass.dynamic_contact.mass * pass.dynamic_contact.bias)),
          dynamic_mass_scale(splat<L>(pass.dynamic_contact.mass)),
          dynamic_impulse_scale(splat<L>(pass.dynamic_contact.impulse)) {}
};

/// By row, for each of its points.
template <class L>
struct SoftTargets {
    DisplacementLanes<L> dA, dB;
    L dn, inv_h, least_bias, soft_bias, soft_mass_scale, soft_impulse_scale;

    [[gnu::always_inline]] SoftTargets(const SoftRow<L>& row, const SoftConstants<L>& all)
        : dA(gather_displacement<L>(all.motions, row.slotA)),
          dB(gather_displacement<L>(all.motions, row.slotB)),
          dn((dB.x - dA.x) * row.nx + (dB.y - dA.y) * row.ny),
          inv_h(all.inv_h),
          least_bias(all.least_bias) {
        if (row.round != nullptr) { dn = dn - unturned(*row.round, dA.c, dB.c); }
        const auto is_static = row.mA * row.mB == splat<L>(0.0f);
        soft_bias = select<L>(is_static, all.fixed_bias, all.dynamic_bias);
        soft_mass_scale = select<L>(is_static, all.fixed_mass_scale, all.dynamic_mass_scale);
        soft_impulse_scale = select<L>(is_static, all.fixed_impulse_scale, all.dynamic_impulse_scale);
    }

    SoftTarget<L> of(const PointRow<L>& p) const {
        const L zero = splat<L>(0.0f);
        const L s = separation_after(p, dn, dA.c, dA.s, dB.c, dB.s);
        const auto separated = s > zero;
        const L closing = s * inv_h;
        return {closing, select<L>(separated, closing, lane_max(soft_bias * s, least_bias)),
                select<L>(separated, splat<L>(1.0f), soft_mass_scale), select<L>(separated, zero, soft_impulse_scale)};
    }
};

/// The gap that remains after the position update; `relax` must not treat the approach as an overlap.
template <class L>
inline void leave_gap(PointRow<L>& p, const SoftTarget<L>& target, const FrameVelocity<L>& frame) {
    p.gap = lane_max(target.closing + normal_velocity(p, frame), splat<L>(0.0f));
}

/// Friction as contacts stick or slide (`sticks`), and rolling resistance; returns the surface velocities.
template <class L>
inline L solve_surface(const SoftRows<L>& rows, size_t i, SoftRow<L>& row, FrameVelocity<L>& frame) {
    const L zero = splat<L>(0.0f);
    if (rows.surfaces.empty()) { return zero; }
    SurfaceRow<L>& surface = rows.surfaces[i];
    row.friction =
        select<L>(sticks(row.points, surface.still, surface.surface_speed, frame), surface.still, surface.sliding);
    solve_rolling<L>(row, pressure<L>(row.points), surface.rolling, surface.rolling_mass, surface.rolling_impulse,
                     frame);
    return surface.surface_speed;
}

/// A row whose points are solved as a block, as in `solve_soft` if `soft` is given, else as in `relax`. Not inlined:
/// such rows are few, and the loops over all others are the hottest code.
template <class L>
[[gnu::noinline]] void solve_row_together(const SolveInput& input, const SoftRows<L>& rows, size_t i,
                                          const SoftConstants<L>* soft) {
    solve_row(input, rows, i, [&](SoftRow<L>& row, FrameVelocity<L>& frame, L& pn, L& pt) {
        PointRow<L>& p = row.points[0];
        PointRow<L>& q = row.points[1];
        const L one = splat<L>(1.0f);
        Pair<L> wrong;
        Pair<L> mass{one, one};
        SoftTarget<L> ofP{};
        SoftTarget<L> ofQ{};
        L surface_speed = splat<L>(0.0f);
        const L pressed = p.normal_impulse + q.normal_impulse;
        if (soft != nullptr) {
            row.pushed = row.pushed + pressed;
            const SoftTargets<L> targets(row, *soft);
            ofP = targets.of(p);
            ofQ = targets.of(q);
            const auto softened = [&](const PointRow<L>& point, const SoftTarget<L>& target) {
                const L k = inverse_or_zero<L>(point.normal_mass);
                return target.mass_scale * normal_velocity(point, frame) + target.bias +
                       target.impulse_scale * point.normal_impulse * k;
            };
            wrong = {softened(p, ofP), softened(q, ofQ)};
            mass = {ofP.mass_scale, ofQ.mass_scale};
        } else {
            surface_speed = solve_surface(rows, i, row, frame);
            pt = solve_friction_together(row, p, q, surface_speed, frame).sum();
            wrong = {normal_velocity(p, frame) + p.gap, normal_velocity(q, frame) + q.gap};
        }
        pn = solve_normals_together(row, p, q, wrong, mass, frame).sum();
        if (soft != nullptr) {
            leave_gap(p, ofP, frame);
            leave_gap(q, ofQ, frame);
        } else {
            pt = pt + follow_normals_together(row, p, q, pressed, surface_speed, frame).sum();
        }
    });
}

} // namespace

template <class L>
void solve_soft(const SolveInput& input, const SoftRows<L>& rows, const SoftPass& pass) {
    const SoftConstants<L> all(input, pass);
    for (size_t i = 0; i < rows.rows.size(); ++i) {
        if (rows.rows[i].points.together) [[unlikely]] {
            solve_row_together(input, rows, i, &all);
            continue;
        }
        solve_row(input, rows, i, [&](SoftRow<L>& row, FrameVelocity<L>& frame, L& pn, L&) {
            const SoftTargets<L> targets(row, all);
            const RowFrame<L> fixed = row;
            L pushed = row.pushed;
            for (PointRow<L>& point : row.points) {
                PointRow<L> p = point;
                pushed = pushed + p.normal_impulse; // of the previous substep
                const SoftTarget<L> target = targets.of(p);
                pn = pn + solve_normal_soft(fixed, p, target.mass_scale, target.bias, target.impulse_scale, frame);
                leave_gap(p, target, frame);
                point.normal_impulse = p.normal_impulse;
                point.gap = p.gap;
            }
            row.pushed = pushed;
        });
    }
}

namespace {

template <class L>
[[gnu::always_inline]] inline void relax_row(const SolveInput& input, const SoftRows<L>& rows, size_t i) {
    if (rows.rows[i].points.together) [[unlikely]] { return solve_row_together<L>(input, rows, i, nullptr); }
    const L zero = splat<L>(0.0f);
    solve_row(input, rows, i, [&](SoftRow<L>& row, FrameVelocity<L>& frame, L& pn, L& pt) {
        const L surface_speed = solve_surface(rows, i, row, frame);
        const RowFrame<L> fixed = row;
        // Friction first, because the normals solved last have the smallest error (30 boxes lean 7 mm in 10 s, else 29
        // mm).
        for (PointRow<L>& point : row.points) {
            PointRow<L> p = point;
            pt = pt + solve_friction(fixed, p, surface_speed, frame);
            point.tangent_impulse = p.tangent_impulse;
        }
        std::array<L, 2> pressed;
        L* of = pressed.data();
        bool follows = false; // contacts at rest, the most, are spared the pass
        for (PointRow<L>& point : row.points) {
            PointRow<L> p = point;
            const L before = p.normal_impulse;
            *of++ = before;
            pn = pn + solve_normal(fixed, p, zero - p.gap, frame);
            point.normal_impulse = p.normal_impulse;
            follows |= any_lane(must_follow(fixed, p, before));
        }
        if (!follows) { return; }
        of = pressed.data();
        for (PointRow<L>& p : row.points) { pt = pt + follow_normal(fixed, p, *of++, surface_speed, frame); }
    });
}

} // namespace

template <class L>
void relax(const SolveInput& input, const SoftRows<L>& rows, bool second) {
    for (size_t i = 0; i < rows.rows.size(); ++i) {
        if (!second || rows.rows[i].points.twice) { relax_row(input, rows, i); }
    }
}

template <class L>
void record_bounces(const SoftRows<L>& rows) {
    for (BounceEntry& bounce : rows.bounces) {
        const float jn = get_lane(rows.rows[bounce.row].points[bounce.point].normal_impulse, bounce.lane);
        bounce.pushed = bounce.pushed || jn > 0.0f;
    }
}

float bounce_target(const BounceEntry& entry, float s, float h) {
    const float climb = entry.speed * entry.speed - 2.0f * entry.pull * s;
    return std::sqrt(max(climb, 0.0f)) + 0.5f * h * entry.pull;
}

namespace {

/// The entry at `at`, and the next one if it is the other point of a contact solved as a block.
template <class L>
std::span<const BounceEntry> bounce_at(const SoftRows<L>& rows, size_t at) {
    const BounceEntry& entry = rows.bounces[at];
    if (!rows.rows[entry.row].points.together || at + 1 == rows.bounces.size()) { return {&entry, 1}; }
    const BounceEntry& next = rows.bounces[at + 1];
    const bool other = next.row == entry.row && next.lane == entry.lane && entry.pushed && next.pushed;
    return {&entry, other ? 2u : 1u};
}

template <class L>
void apply_bounce(const SolveInput& input, const SoftRows<L>& rows, std::span<const BounceEntry> entries, float h) {
    const BounceEntry& entry = entries.front();
    SoftRow<L>& row = rows.rows[entry.row];
    const int lane = entry.lane;
    BodyMotion& a = input.bodies.motions[row.slotA[lane]];
    BodyMotion& b = input.bodies.motions[row.slotB[lane]];
    // A separate row, so that the same kernel applies.
    ContactRow<float> one = lane_of(row, lane);
    VelocityLanes<float> va{a.v.x, a.v.y, a.w, 0.0f};
    VelocityLanes<float> vb{b.v.x, b.v.y, b.w, 0.0f};
    FrameVelocity<float> frame = enter_frame(one, va, vb);
    frame.k = mobility_of(one, a.flags, b.flags);
    const auto target = [&](const BounceEntry& of) {
        return bounce_target(of, separation_now(one, one.points[of.point], a, b), h);
    };
    PointRow<float>& p = one.points[entry.point];
    float pn = 0.0f;
    float pt = 0.0f;
    // Coulomb's law is about the whole impulse of an impact.
    const float surface_speed = rows.surfaces.empty() ? 0.0f : get_lane(rows.surfaces[entry.row].surface_speed, lane);
    if (entries.size() == 2) {
        PointRow<float>& q = one.points[entries.back().point];
        pn = solve_normals_together<float>(one, p, q, {target(entry), target(entries.back())}, frame).sum();
        pt = solve_friction_together(one, p, q, surface_speed, frame).sum();
    } else {
        pn = solve_normal(one, p, target(entry), frame);
        pt = solve_friction(one, p, surface_speed, frame);
    }
    leave_frame(one, pn, pt, frame, va, vb);
    a.v = {va.vx, va.vy};
    a.w = va.w;
    b.v = {vb.vx, vb.vy};
    b.w = vb.w;
    apply_locks(a);
    apply_locks(b);
    for (const BounceEntry& of : entries) {
        set_lane(row.points[of.point].normal_impulse, lane, one.points[of.point].normal_impulse);
        set_lane(row.points[of.point].tangent_impulse, lane, one.points[of.point].tangent_impulse);
    }
}

/// Applies the energy scales of the groups to the impulses of their bounces, beyond those of the substeps.
template <class L>
void scale_bounce(const SolveInput& input, const SoftRows<L>& rows, const BounceEntry& bounce, EnergyGroups& groups) {
    SoftRow<L>& row = rows.rows[bounce.row];
    const int lane = bounce.lane;
    const EnergyGroups::Member* const root = groups.root(input, row.slotA[lane], row.slotB[lane]);
    if (root == nullptr || root->scale == 1.0f) { return; }
    PointRow<L>& p = row.points[bounce.point];
    const auto scaled = [&](float before, float now) { return before + root->scale * (now - before); };
    set_lane(p.normal_impulse, lane, scaled(bounce.normal_before, get_lane(p.normal_impulse, lane)));
    set_lane(p.tangent_impulse, lane, scaled(bounce.tangent_before, get_lane(p.tangent_impulse, lane)));
}

/// What placing a body changes of its velocity is part of what its contact gives, and no load.
template <class L>
void add_placed(const SolveInput& input, const SoftRows<L>& rows, const BounceEntry& bounce, EnergyGroups& groups) {
    SoftRow<L>& row = rows.rows[bounce.row];
    const EnergyGroups::Member* const root = groups.root(input, row.slotA[bounce.lane], row.slotB[bounce.lane]);
    if (root != nullptr) { set_lane(row.pushed, bounce.lane, get_lane(row.pushed, bounce.lane) + root->placed); }
}

} // namespace

template <class L>
EnergyGroups begin_bounces(const SolveInput& input, const SoftRows<L>& rows) {
    if (rows.bounces.empty()) { return {}; }
    return connect_bounces(input, rows.contacts.first(rows.rows.size() * kLanes<L>));
}

template <class L>
void apply_bounces(const SolveInput& input, const SoftRows<L>& rows, float h, EnergyGroups& groups,
                   const JointSet* joints) {
    if (groups.empty()) { return; }
    allow_losses(input, h, groups);
    for (BounceEntry& bounce : rows.bounces) {
        SoftRow<L>& row = rows.rows[bounce.row];
        PointRow<L>& p = row.points[bounce.point];
        bounce.normal_before = max(get_lane(p.normal_impulse, bounce.lane) + bounce.normal_beyond, 0.0f); // it rounds
        bounce.tangent_before = get_lane(p.tangent_impulse, bounce.lane) + bounce.tangent_beyond;
        set_lane(row.pushed, bounce.lane, get_lane(row.pushed, bounce.lane) - bounce.normal_beyond);
        set_lane(p.normal_impulse, bounce.lane, bounce.normal_before);
        set_lane(p.tangent_impulse, bounce.lane, bounce.tangent_before);
    }
    // The two points of a face are coupled. For unit boxes an iteration leaves K12^2 / K11^2 = 1 / 25 of the error:
    // with one iteration an elastic impact of two boxes loses an eighth of its energy, with four 1e-5.
    constexpr int kIterations = 4;
    for (int iteration = 0; iteration < kIterations; ++iteration) {
        for (size_t i = 0; i < rows.bounces.size();) {
            const std::span<const BounceEntry> bounce = bounce_at(rows, i);
            if (bounce.front().pushed) { apply_bounce(input, rows, bounce, h); }
            i += bounce.size();
        }
        if (iteration + 1 == kIterations) {
            groups.measure(input, -0.5f * h);
            groups.keep(input);
            for (const BounceEntry& bounce : rows.bounces) { scale_bounce(input, rows, bounce, groups); }
            place_bounced(input, groups);
            for (const BounceEntry& bounce : rows.bounces) { add_placed(input, rows, bounce, groups); }
        }
        if (input.probe) [[unlikely]] {
            SoftPass pass;
            pass.h = h;
            observe(input, rows, pass, {joints != nullptr ? *joints : JointSet{}}, SolverStage::bounce,
                    input.substeps.count - 1);
        }
    }
}

namespace {

/// Contacts of rows are scattered in memory, and have left the caches in large worlds. Reading a word of each overlaps
/// the misses of a block: half of the time of `store_impulses` with 5,000 bodies. Solvers write to the first line only.
void bring_impulses_near(const SolveInput& input, std::span<const uint32_t> block) {
    for (const uint32_t index : block) {
        if (index == kNull) { continue; }
        static_cast<void>(*static_cast<const volatile uint32_t*>(&input.contacts.all[index].flags));
    }
}

} // namespace

template <class L>
void store_impulses(const SolveInput& input, const SoftRows<L>& rows, float h) {
    const L per_time = splat<L>(1.0f / h);
    const float share = load_share(input.tuning, input.dt, h);
    constexpr size_t kBlock = 16; // rows
    for (size_t i = 0; i < rows.rows.size(); ++i) {
        if (i % kBlock == 0) {
            const size_t block = std::min(kBlock, rows.rows.size() - i);
            bring_impulses_near(input, rows.contacts.subspan(i * kLanes<L>, block * kLanes<L>));
        }
        const SoftRow<L>& row = rows.rows[i];
        const uint32_t* const contacts = &rows.contacts[i * kLanes<L>];
        // Without warm starting impulses add up over the substeps by themselves.
        L pushed = input.tuning.warm_starting ? row.pushed : splat<L>(0.0f);
        if (!input.bounces) {
            pushed = pushed + gather_values<L>([&](size_t lane) {
                         return contacts[lane] == kNull ? 0.0f : input.contacts.impulses[contacts[lane]];
                     });
        }
        std::array<L, 2> normal{};
        std::array<L, 2> tangent{};
        L last = splat<L>(0.0f);
        for (size_t k = 0; k < row.points.size(); ++k) {
            const PointRow<L>& p = row.points[k];
            last = last + p.normal_impulse;
            normal[k] = per_time * p.normal_impulse;
            tangent[k] = per_time * p.tangent_impulse;
        }
        pushed = pushed + last;
        const L force = normal[0] + normal[1];
        for (int lane = 0; lane < kLanes<L>; ++lane) {
            const uint32_t index = contacts[lane];
            if (index == kNull) { continue; }
            Contact& contact = input.contacts.all[index];
            Manifold& manifold = contact.manifold;
            ++contact.age;
            const size_t swapped = rows.marks[i * kLanes<L> + static_cast<size_t>(lane)] & kSwapped;
            for (size_t k = 0; k < row.points.size(); ++k) {
                ManifoldPoint& point = manifold.points[k ^ swapped];
                point.normal_impulse = get_lane(normal[k], lane);
                point.tangent_impulse = get_lane(tangent[k], lane);
            }
            if (!rows.surfaces.empty()) {
                manifold.rolling_impulse = get_lane(per_time * rows.surfaces[i].rolling_impulse, lane);
            }
            input.contacts.impulses[index] = max(get_lane(pushed, lane), 0.0f); // its terms cancel but for rounding
            update_load(input.contacts.loads[index], get_lane(force, lane), share);
        }
    }
}

#define IMPULSE_INSTANTIATE(L)                                                                                         \
    template void predict_geometry<L>(const SolveInput&, const SoftRows<L>&, float);                                   \
    template void warm_start<L>(const SolveInput&, const SoftRows<L>&);                                                \
    template void exclude_surface_work<L>(const SolveInput&, const SoftRows<L>&, const SolveIslands&);                 \
    template void find_retained<L>(const SolveInput&, const SoftRows<L>&, const SolveIslands&);                        \
    template void scale_impulses<L>(const SoftRows<L>&, const SolveIslands&);                                          \
    template void solve_soft<L>(const SolveInput&, const SoftRows<L>&, const SoftPass&);                               \
    template void relax<L>(const SolveInput&, const SoftRows<L>&, bool);                                               \
    template void record_bounces<L>(const SoftRows<L>&);                                                               \
    template EnergyGroups begin_bounces<L>(const SolveInput&, const SoftRows<L>&);                                     \
    template void apply_bounces<L>(const SolveInput&, const SoftRows<L>&, float, EnergyGroups&, const JointSet*);      \
    template void store_impulses<L>(const SolveInput&, const SoftRows<L>&, float)
IMPULSE_INSTANTIATE(float);
IMPULSE_INSTANTIATE(Wide);
#undef IMPULSE_INSTANTIATE

} // namespace impulse
