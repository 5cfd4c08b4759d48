#include "dynamics/line_search.h"

#include <algorithm>
#include <bit>
#include <cstdint>
#include <limits>

#include "dynamics/contact_kernels.h"

namespace impulse {
namespace {

constexpr float kMassRatio = 1000.0f; // of trees of joints, as promised

/// The round of an island.
struct Line {
    double curvature = 0.0;  ///< J: Q
    double grain = 0.0;      ///< 1 / J: a power of two, 2^40 / Q to half of that; 0 where Q is no number
    double slope = 0.0;      ///< W in grains
    float most = kMassRatio; ///< of s - 1, which is such a ratio; by the bounds of contacts

    /// Once Q is known. Rows come in an order that depends on other islands, and a sum of whole numbers is the same in
    /// any. The ratio W / Q is exact to 1e-12, and |W| up to 2^12 Q.
    void set_grain() {
        if (!(curvature > 0.0 && curvature < std::numeric_limits<double>::infinity())) { return; }
        const uint64_t exponent = std::bit_cast<uint64_t>(curvature) & 0x7ff0000000000000u;
        grain = 0x1p40 / std::bit_cast<double>(exponent);
    }
    void add_slope(double part) {
        constexpr double kWhole = 0x1.8p52; // added to a number, it leaves no fraction
        slope += (part * grain + kWhole) - kWhole;
    }

    /// Rounds beyond the one; 0 where no number comes of it.
    float step() const {
        constexpr double kWay = 0.5;
        if (grain == 0.0) { return 0.0f; }
        return min(max(static_cast<float>(kWay * (-slope / (grain * curvature) - 1.0)), 0.0f), most);
    }
};

/// What a row of contacts contributes, in lanes.
template <class L>
struct RowLine {
    L slope = splat<L>(0);
    L most = splat<L>(std::numeric_limits<Number<L>>::infinity());

    /// An impulse is within a bound while `slack` >= 0.
    void limit(L before, L slack) {
        const auto nearer = slack < before;
        const L bound = lane_max(slack, splat<L>(0)) / select<L>(nearer, before - slack, splat<L>(1));
        most = lane_min(most, select<L>(nearer, bound, most));
    }
    void limit_size(L size_before, L before, L size, L now) {
        limit(size_before - before, size - now);
        limit(size_before + before, size + now);
    }
    /// The slope of an impulse of at most `size`: first before the round, then after it. `mass`: effective.
    L slope_bounded(L mass, L size_before, L before, L error_before, L size, L now, L error) {
        const L kept = most;
        limit_size(size_before, before, size, now);
        // Friction of a contact that slides, before and after, follows the normal impulse.
        const auto slid = lane_abs(before - mass * error_before) >= size_before;
        const auto slides = lane_abs(now - mass * error) >= size;
        most = select<L>(slides, select<L>(slid, kept, most), most);
        return slope_of(select<L>(slides, splat<L>(0), now - before), error_before, error);
    }
    /// 0 for an impulse that moves nothing.
    static L slope_of(L change, L error_before, L error) {
        const auto moves = splat<L>(kMassRatio) * lane_abs(error - error_before) >= lane_abs(error_before);
        return select<L>(moves, change * error_before, splat<L>(0));
    }
};

template <class L>
void each_in_round(const SoftRows<L>& rows, auto&& visit) {
    for (size_t i = 0; i < rows.rows.size(); ++i) {
        if (rows.rows[i].points.twice) { visit(i); }
    }
}

/// Impulses of the points of a row and their errors now.
template <class L>
ContactImpulses<L>* write_impulses(const SolveInput& input, const SoftRows<L>& rows, size_t i, ContactImpulses<L>* to) {
    const SoftRow<L>& row = rows.rows[i];
    const BodyMotion* const motions = input.bodies.motions.data();
    const FrameVelocity<L> frame =
        enter_frame(row, gather_velocity<L>(motions, row.slotA), gather_velocity<L>(motions, row.slotB));
    const L surface_speed = rows.surfaces.empty() ? splat<L>(0.0f) : rows.surfaces[i].surface_speed;
    for (const PointRow<L>& p : row.points) {
        *to++ = {p.normal_impulse, normal_velocity(p, frame) + p.gap, p.tangent_impulse,
                 tangent_velocity(p, frame) + surface_speed};
    }
    return to;
}

template <class L>
RowLine<L> line_of(const SolveInput& input, const SoftRows<L>& rows, size_t i, const ContactImpulses<L>* before) {
    RowLine<L> line;
    const SoftRow<L>& row = rows.rows[i];
    ContactImpulses<L> now[2];
    write_impulses(input, rows, i, now);
    for (size_t k = 0; k < row.points.size(); ++k) {
        const ContactImpulses<L>& a = before[k];
        const ContactImpulses<L>& b = now[k];
        line.limit(a.normal, b.normal);
        // By point: in a mirrored scene the other of two comes first, and two terms are the same bits in either order.
        line.slope =
            line.slope + (line.slope_of(b.normal - a.normal, a.normal_error, b.normal_error) +
                          line.slope_bounded(row.points[k].tangent_mass, row.friction * a.normal, a.tangent,
                                             a.tangent_error, row.friction * b.normal, b.tangent, b.tangent_error));
    }
    return line;
}

/// The island of a lane of a row; kNull if there is none.
template <class L>
uint32_t island_of(const SoftRows<L>& rows, size_t i, size_t lane, const SolveIslands& islands) {
    const SoftRow<L>& row = rows.rows[i];
    const bool dead = rows.contacts[i * kLanes<L> + lane] == kNull;
    return dead ? kNull : island_of(islands, row.slotA[lane], row.slotB[lane]);
}

Wide velocity_of(const SolveInput& input, size_t i) {
    const BodyMotion& motion = input.bodies.motions[input.bodies.awake[i]];
    return Wide{motion.v.x, motion.v.y, motion.w, 0.0f};
}

/// Calls `visit(constraint, change)` for the constraints of a group, `change` being that of their impulses in the
/// round.
void each_constraint(const JointSet& joints, const PlanGroup& group, std::span<const Real> before, auto&& visit) {
    const Real* was = &before[group.first_constraint];
    for (ConstraintLanes<Real>& c : constraints_of(joints, group)) { visit(c, c.lambda - *was++); }
}

/// The island of an articulation of a group.
uint32_t island_of(const JointSet& joints, const PlanGroup& group, int lane, const SolveIslands& islands) {
    return islands.of_slot[joints.plan->bodies[group.first_body].slots[lane]];
}

/// Motors and springs keep to their caps.
void limit_drives(const JointSet& joints, const SolveIslands& islands, std::span<const Real> before,
                  std::span<Line> lines) {
    for (const PlanGroup& group : joints.plan->groups) {
        if (!group.drives) { continue; }
        RowLine<Real> line;
        each_constraint(joints, group, before, [&](const ConstraintLanes<Real>& c, Real change) {
            if (any_lane(c.cap > Real{})) { line.limit_size(c.cap, c.lambda - change, c.cap, c.lambda); }
        });
        for (int lane = 0; lane < group.lanes; ++lane) {
            float& of = lines[island_of(joints, group, lane, islands)].most;
            of = min(of, static_cast<float>(line.most[lane]));
        }
    }
}

template <class L>
std::span<const float> find_steps(const SolveInput& input, const SoftRows<L>& rows, const JointSet& joints,
                                  const SolveIslands& islands, const Round<L>& round) {
    const std::span<Line> lines = input.arena.allocate<Line>(islands.work.size());
    std::fill(lines.begin(), lines.end(), Line{});
    const Wide rounding = splat<Wide>(std::numeric_limits<float>::epsilon());
    for (size_t i = 0; i < round.velocities.size(); ++i) {
        const IslandMember& member = islands.members[i];
        if (member.island == kNull) { continue; }
        const Wide v = velocity_of(input, i);
        const Wide d = v - round.velocities[i];
        const Wide lost = rounding * v;
        const Wide energy = Wide{member.mass[0], member.mass[1], member.mass[2], 0.0f} * (d * d + lost * lost);
        lines[member.island].curvature += static_cast<double>(energy[0] + energy[1] + energy[2]);
    }
    for (Line& line : lines) { line.set_grain(); }
    const ContactImpulses<L>* start = round.contacts.data();
    each_in_round(rows, [&](size_t i) {
        const RowLine<L> row = line_of(input, rows, i, start);
        start += rows.rows[i].points.size();
        for (int lane = 0; lane < kLanes<L>; ++lane) {
            const uint32_t island = island_of(rows, i, static_cast<size_t>(lane), islands);
            if (island == kNull) { continue; }
            const uint32_t a = rows.units[rows.rows[i].slotA[lane]];
            const uint32_t b = rows.units[rows.rows[i].slotB[lane]];
            if (a != b) { lines[island].add_slope(static_cast<double>(get_lane(row.slope, lane))); }
            lines[island].most = min(lines[island].most, get_lane(row.most, lane));
        }
    });
    limit_drives(joints, islands, round.joints, lines);
    const std::span<float> steps = input.arena.allocate<float>(lines.size());
    for (size_t i = 0; i < lines.size(); ++i) { // an island that was scaled is not where the round ended
        const bool loops = !islands.loops.empty() && islands.loops[i];
        steps[i] = islands.work[i].share == 1.0f && !loops ? lines[i].step() : 0.0f;
    }
    return steps;
}

/// Adds what goes beyond the round to the reactions of joints.
void add_to_reactions(const JointSet& joints, const SolveIslands& islands, std::span<const float> steps,
                      std::span<const Real> before) {
    for (const PlanGroup& group : joints.plan->groups) {
        Real step{};
        for (int lane = 0; lane < group.lanes; ++lane) {
            step[lane] = static_cast<double>(steps[island_of(joints, group, lane, islands)]);
        }
        if (!any_lane(step > Real{})) { continue; }
        each_constraint(joints, group, before,
                        [&](ConstraintLanes<Real>& c, Real change) { c.total += step * change; });
    }
}

/// And to the impulses of contacts. Bounces start from what their points have got (`apply_bounces`).
template <class L>
void add_to_impulses(const SoftRows<L>& rows, const SolveIslands& islands, std::span<const float> steps,
                     const ContactImpulses<L>* before) {
    BounceEntry* bounce = rows.bounces.data();
    BounceEntry* const end = bounce + rows.bounces.size();
    each_in_round(rows, [&](size_t i) {
        const L step = gather_values<L>([&](size_t lane) {
            const uint32_t island = island_of(rows, i, lane, islands);
            return island == kNull ? 0.0f : steps[island];
        });
        SoftRow<L>& row = rows.rows[i];
        const auto beyond_normal = [&](size_t k) { return step * (row.points[k].normal_impulse - before[k].normal); };
        const auto beyond_tangent = [&](size_t k) {
            return step * (row.points[k].tangent_impulse - before[k].tangent);
        };
        L sum = splat<L>(0);
        for (size_t k = 0; k < row.points.size(); ++k) { sum = sum + beyond_normal(k); }
        row.pushed = row.pushed + sum;
        while (bounce != end && bounce->row < i) { ++bounce; }
        for (; bounce != end && bounce->row == i; ++bounce) {
            bounce->normal_beyond = get_lane(beyond_normal(bounce->point), bounce->lane);
            bounce->tangent_beyond = get_lane(beyond_tangent(bounce->point), bounce->lane);
        }
        before += row.points.size();
    });
}

/// Whether the rounds of a step leave more than half of the error of a contact between masses of that ratio.
bool is_heavy(float ratio, int rounds) {
    float left = 1.0f;
    for (int i = 0; i < rounds; ++i) { left *= ratio / (1.0f + ratio); }
    return left > 0.5f;
}

/// Whether masses of awake bodies differ by so much.
bool any_heavy(const SolveInput& input, const SolveIslands& islands) {
    float least = std::numeric_limits<float>::infinity();
    float most = 0.0f;
    for (const IslandMember& member : islands.members) {
        if (member.island == kNull || !(member.mass[0] > 0.0f)) { continue; }
        least = min(least, member.mass[0]);
        most = max(most, member.mass[0]);
    }
    return most > 0.0f && is_heavy(most / least, input.substeps.count);
}

} // namespace

std::span<const uint32_t> number_units(const SolveInput& input, const JointSet& joints, const SolveIslands& islands) {
    const bool heavy = any_heavy(input, islands);
    if (input.tuning.relax_iterations == 0 || (joints.bodies.empty() && !heavy)) { return {}; }
    const std::span<uint32_t> units = input.arena.allocate_zeros<uint32_t>(input.bodies.motions.size());
    uint32_t last = number_articulations(joints, units);
    if (!heavy) { return units; }
    input.contacts.graph.for_each(input.contacts.all, [&](uint32_t, uint32_t slotA, uint32_t slotB) {
        const float a = input.bodies.masses[slotA].inv_mass;
        const float b = input.bodies.masses[slotB].inv_mass;
        if (!(min(a, b) > 0.0f) || !is_heavy(max(a, b) / min(a, b), input.substeps.count)) { return; }
        uint32_t& light = units[a > b ? slotA : slotB];
        if (light == 0) { light = ++last; }
    });
    return last > 0 ? units : std::span<const uint32_t>{};
}

template <class L>
Round<L> begin_round(const SolveInput& input, const SoftRows<L>& rows, const JointSet& joints) {
    Round<L> round;
    size_t count = 0;
    each_in_round(rows, [&](size_t i) { count += rows.rows[i].points.size(); });
    if (count == 0) { return round; }
    round.contacts = input.arena.allocate<ContactImpulses<L>>(count);
    ContactImpulses<L>* to = round.contacts.data();
    each_in_round(rows, [&](size_t i) { to = write_impulses(input, rows, i, to); });
    round.joints = input.arena.allocate<Real>(joints.exact.constraints.size());
    for (size_t i = 0; i < round.joints.size(); ++i) { round.joints[i] = joints.exact.constraints[i].lambda; }
    round.velocities = input.arena.allocate<Wide>(input.bodies.awake.size());
    for (size_t i = 0; i < round.velocities.size(); ++i) { round.velocities[i] = velocity_of(input, i); }
    return round;
}

template <class L>
void search_line(const SolveInput& input, const SoftRows<L>& rows, const JointSet& joints, const SolveIslands& islands,
                 const Round<L>& round, std::span<SubstepBody> bodies) {
    if (round.contacts.empty()) { return; }
    const std::span<const float> steps = find_steps(input, rows, joints, islands, round);
    for (size_t i = 0; i < bodies.size(); ++i) {
        const uint32_t island = islands.members[i].island;
        if (island == kNull || steps[island] == 0.0f) { continue; }
        const Wide more = splat<Wide>(steps[island]) * (velocity_of(input, i) - round.velocities[i]);
        BodyMotion& motion = input.bodies.motions[input.bodies.awake[i]];
        motion.v += Vec2{more[0], more[1]};
        motion.w += more[2];
        bodies[i].u += Vec2{more[0], more[1]}; // warm starting must not do it again
        bodies[i].uw += more[2];
    }
    add_to_reactions(joints, islands, steps, round.joints);
    add_to_impulses(rows, islands, steps, round.contacts.data());
}

#define IMPULSE_INSTANTIATE(L)                                                                                         \
    template Round<L> begin_round<L>(const SolveInput&, const SoftRows<L>&, const JointSet&);                          \
    template void search_line<L>(const SolveInput&, const SoftRows<L>&, const JointSet&, const SolveIslands&,          \
                                 const Round<L>&, std::span<SubstepBody>)
IMPULSE_INSTANTIATE(float);
IMPULSE_INSTANTIATE(Wide);
#undef IMPULSE_INSTANTIATE

} // namespace impulse
