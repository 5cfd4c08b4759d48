#include "dynamics/passive.h"

#include <algorithm>
#include <limits>

#include "dynamics/energy_groups.h"

namespace impulse {
namespace {

/// The velocity after forces and drives. The fourth number is a damping.
Wide velocity_before(const SubstepBody& body, std::span<const JointChange> joints, size_t i) {
    const Wide u = load_four(&body.u.x);
    return joints.empty() ? u : u + joints[i].given;
}

/// The velocity before forces.
Wide velocity_at_start(const SubstepBody& body) {
    const Wide damping{body.linear_damping, body.linear_damping, body.angular_damping, 1.0f};
    return load_three(&body.u.x) / damping - load_three(&body.dv.x);
}

/// Two sums over bodies, in double. The x, y and angle parts of a body are added in float, which rounds by 2^-24 of
/// each: a small part of what passive.h allows. The fourth number is zero, and added too: of a result that is not used
/// a compiler leaves out what made its operand zero (`load_three`), and multiplies the island's index, a subnormal
/// number, which takes fifty times as long (`kNumber`).
struct Sums {
    Real totals = {};

    void add(Wide first, Wide second) {
        const Wide some = __builtin_shufflevector(first, second, 0, 4, 1, 5);
        const Wide others = __builtin_shufflevector(first, second, 2, 6, 3, 7);
        const Wide both = some + others; // x and the angle of either, y of either
        const Wide of_body = both + __builtin_shufflevector(both, both, 2, 3, 0, 1);
        totals += __builtin_convertvector(__builtin_shufflevector(of_body, of_body, 0, 1), Real);
    }
};

struct Terms {
    Wide first, second;
};

/// Adds the terms `terms(i, mass)` of each body that can move, x, y and the angle, to two sums of its island if that
/// counts: bodies of one island often follow each other, and their sums stay in registers. Body by body, so that bodies
/// of other islands between them do not change how a sum rounds.
void add_up(const SolveIslands& islands, double IslandWork::* first, double IslandWork::* second, auto&& counts,
            auto&& terms) {
    for (size_t i = 0; i < islands.members.size();) {
        const uint32_t island = islands.members[i].island;
        if (island == kNull || !counts(islands.work[island])) {
            ++i;
            continue;
        }
        IslandWork& work = islands.work[island];
        Sums run{{work.*first, work.*second}};
        for (; i < islands.members.size(); ++i) {
            const IslandMember& member = islands.members[i];
            if (member.island == island) {
                const Terms of = terms(i, load_three(member.mass));
                run.add(of.first, of.second);
            } else if (member.island != kNull) {
                break;
            }
        }
        work.*first = run.totals[0];
        work.*second = run.totals[1];
    }
}

/// By island: whether it has joints under iterations. `islands`: their number.
std::span<const bool> find_loops(const SolveInput& input, const PlanLists& joints, std::span<const uint32_t> of_slot,
                                 uint32_t islands) {
    const std::span<bool> loops = input.arena.allocate<bool>(islands);
    std::fill(loops.begin(), loops.end(), false);
    for (const PlanLoop& row : joints.loops) {
        for (int lane = 0; lane < row.lanes; ++lane) { // both bodies are of the same, as far as they can move
            for (const uint32_t slot : {row.slotA[lane], row.slotB[lane]}) {
                if (slot == kNull || of_slot[slot] == kNull) { continue; }
                loops[of_slot[slot]] = true;
                break;
            }
        }
    }
    return loops;
}

} // namespace

SolveIslands solve_islands(const SolveInput& input, const PlanLists& joints) {
    const std::span<uint32_t> of_slot = input.bodies.island_of;
    const std::span<IslandMember> members = input.arena.allocate<IslandMember>(input.bodies.awake.size());
    for (size_t i = 0; i < members.size(); ++i) {
        const uint32_t slot = input.bodies.awake[i];
        const BodyMass& mass = input.bodies.masses[slot];
        const float along = inverse_or_zero(mass.inv_mass);
        members[i] = {{along, along, inverse_or_zero(mass.inv_inertia)}, of_slot[slot]};
    }
    const uint32_t count = input.bodies.islands;
    SolveIslands islands{of_slot, members, input.arena.allocate<IslandWork>(count), {}};
    if (!joints.loops.empty()) { islands.loops = find_loops(input, joints, of_slot, count); }
    return islands;
}

void find_falls(const SolveInput& input, std::span<const SubstepBody> bodies, const SolveIslands& islands) {
    // A substep of h = dt / n changes velocities by dv = F h / m: A = d / n F = d / dt m dv.
    const Wide slop_rate = splat<Wide>(input.tuning.linear_slop / input.dt);
    std::fill(islands.work.begin(), islands.work.end(), IslandWork{});
    const auto all = [](const IslandWork&) { return true; };
    add_up(islands, &IslandWork::fall, &IslandWork::rest, all,
           [&](size_t i, Wide mass) { return Terms{slop_rate * mass * lane_abs(load_four(&bodies[i].dv.x)), Wide{}}; });
}

[[gnu::noinline]] void measure_gains(const SolveInput& input, std::span<const SubstepBody> bodies,
                                     std::span<const JointChange> joints, const SolveIslands& islands) {
    const Wide half = splat<Wide>(0.5f);
    for (IslandWork& island : islands.work) { island = {.fall = island.fall}; }
    const auto all = [](const IslandWork&) { return true; };
    add_up(islands, &IslandWork::gain, &IslandWork::rest, all, [&](size_t i, Wide mass) {
        const Wide u = load_four(&bodies[i].u.x);
        const Wide v = load_three(&input.bodies.motions[input.bodies.awake[i]].v.x);
        const Wide half_mass = half * mass;
        // Without joints in the world the same bits as with some in other islands, whose changes are zero here.
        if (joints.empty()) {
            const Wide impulse = half_mass * (v - u);
            return Terms{impulse * (u + v), impulse * (v - u)};
        }
        const auto& [given, held] = joints[i];
        const Wide impulse = half_mass * (v - u - given - held);
        return Terms{impulse * (u + v) + half_mass * held * (velocity_at_start(bodies[i]) + v), impulse * (v - u)};
    });
}

[[gnu::noinline]] bool find_shares(const SolveInput& input, std::span<const SubstepBody> bodies,
                                   std::span<const JointChange> joints, const SolveIslands& islands) {
    const auto allowed = [](const IslandWork& island) { return std::max(island.allowed, 0.0); };
    const auto in_excess = [&](const IslandWork& island) {
        return island.gain > allowed(island) || island.gain + island.rest > allowed(island) + island.fall;
    };
    if (std::none_of(islands.work.begin(), islands.work.end(), in_excess)) { return false; }
    const Wide epsilon = splat<Wide>(std::numeric_limits<float>::epsilon());
    add_up(islands, &IslandWork::square, &IslandWork::rounding, in_excess, [&](size_t i, Wide mass) {
        const Wide u = velocity_before(bodies[i], joints, i);
        const Wide v = load_three(&input.bodies.motions[input.bodies.awake[i]].v.x);
        const Wide change = v - u;
        const Wide by_contacts = joints.empty() ? change : change - joints[i].held;
        return Terms{mass * change * change, epsilon * mass * (u * u + v * v + by_contacts * by_contacts)};
    });
    bool found = false;
    for (IslandWork& island : islands.work) {
        // Else there is nothing to scale, or no number comes of it.
        if (!(island.square > 0.0 && island.square < std::numeric_limits<double>::infinity())) { continue; }
        const double most = allowed(island) + island.rounding;
        if (island.gain > most) {
            island.share = affordable(island.gain - 0.5 * island.square, island.square, allowed(island));
        }
        if (island.gain + island.rest > most + island.fall) {
            const double work = island.gain + island.rest - island.square;
            island.share = std::min(island.share, affordable(work, 2.0 * island.square, allowed(island) + island.fall));
        }
        if (island.share == 1.0f) { continue; }
        island.share = std::max(island.share, 0.0f);
        found = true;
    }
    return found;
}

[[gnu::noinline]] void scale_velocities(const SolveInput& input, std::span<SubstepBody> bodies,
                                        std::span<const JointChange> joints, const SolveIslands& islands) {
    for (size_t i = 0; i < islands.members.size(); ++i) {
        const uint32_t island = islands.members[i].island;
        if (island == kNull || islands.work[island].share == 1.0f) { continue; } // 1 (v - u) + u need not be v
        BodyMotion& motion = input.bodies.motions[input.bodies.awake[i]];
        const Wide before = velocity_before(bodies[i], joints, i);
        const IslandWork& work = islands.work[island];
        const Wide change = load_three(&motion.v.x) - before;
        const Wide more = splat<Wide>(work.retained - work.share) * change;
        bodies[i].u -= Vec2{more[0], more[1]};
        bodies[i].uw -= more[2];
        const Wide v = before + splat<Wide>(work.share) * change;
        motion.v = {v[0], v[1]};
        motion.w = v[2];
    }
}

} // namespace impulse
