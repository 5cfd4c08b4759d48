/// Passes over all contacts in pair-key order, one lane: what the classical recipes are made of.
#pragma once

#include <array>
#include <span>

#include "dynamics/contact_rows.h"

namespace impulse {

/// A row of one lane and what the classical recipes add to it.
struct ScalarRow {
    ContactRow<float> row;
    std::array<float, 2> target{}; ///< m/s: the normal velocity to reach, >= 0 for a bounce or a push
    float belt = 0.0f;             ///< m/s
    float still = 0.0f;            ///< friction of a contact that sticks; the row's own is that of the moment
    float sliding = 0.0f;          ///< friction of one that slides
    float rolling = 0.0f;          ///< m: the resisting torque is at most this times the normal force
    float rolling_impulse = 0.0f;  ///< N m s
    uint32_t contact = kNull;      ///< index to store to
    uint32_t swapped = 0;          ///< 1 where the manifold's second point comes first
    bool bounces = false;          ///< a target is a bounce
    bool together = false;         ///< both points are solved at once (point_order.h)
};

/// An impact as a step of length `dt` finds it.
struct Approach {
    float speed = 0.0f;      ///< m/s, > 0: towards each other, as velocities stand
    float pull = 0.0f;       ///< m/s^2: what forces accelerate the two towards each other
    float separation = 0.0f; ///< m, <= 0, where it was found
    float lifted = 0.0f;     ///< m: how far fixes of positions have moved it out since
};

/// m/s: the speed that a point is to leave with.
///
/// Two things lie between it and e times the speed that was read. Velocities stand `lag` ahead of the instant of the
/// positions (semi-implicit Euler after its forces: dt / 2), so the speed then was v - a lag, a being the pull; and
/// what is found a depth d below the surface met it with u^2 = (v - a lag)^2 - 2 a d, and leaves it with e u if it
/// starts d' below with (e u)^2 + 2 a d'. Without these a ball of e = 1 gains up to 7.6 % of its height a bounce at 60
/// Hz (WK1), and 480 % in a minute. A depth of more than `dt` of that speed was not gone in this step, and is not paid
/// for.
float bounce_speed(const Approach& approach, float restitution, float lag, float dt);

/// What a row needs beyond the manifold.
struct PrepareOptions {
    float restitution_threshold = 1.0f; ///< m/s: only faster approaches bounce (UR3, strict)
    float lag = 0.0f;                   ///< s: by which velocities are ahead of positions
    bool drifted = false;               ///< bodies moved since detection: separations are those of now
    bool warm = true;                   ///< take over the stored impulses, else start from zero
    float baumgarte_rate = 0.0f;        ///< 1/s: beta / dt, 0 for none (FT5)
    float slop = 0.0f;                  ///< m of overlap that the bias leaves alone
    float max_push_speed = 0.0f;        ///< m/s: cap of the bias (FT6)
    bool sum_bias = false;              ///< literal FT8: bias and bounce added, not the larger of the two
    bool pairs = false; ///< points that are equally deep are solved together; else one after the other as all are (UR4)
};

/// Whether the surfaces of a contact stand on each other as the step begins: they slide by no more than ten slops a
/// second, 50 mm/s, which is how slow sleep calls rest. Such a contact sticks (FX13) whatever the sweeps have found of
/// its normal impulses: before these have converged, and in a contact that is new they have not, it would seem to bear
/// too little for the friction that it needs. `ahead`: s of forces that velocities hold already.
bool stands(const SolveInput& input, const Contact& contact, float ahead);

/// The row of a contact without its points: bodies, normal, inverse masses, friction, belt.
ScalarRow make_row(const SolveInput& input, uint32_t contact);

/// N s: normal impulses of both points.
inline float pushed_by(const ContactRow<float>& row) {
    return row.points[0].normal_impulse + row.points[1].normal_impulse;
}

/// Whether the row has two points that can push.
bool has_both(const ContactRow<float>& row);

/// One row per active contact. A touching point (separation <= 0) aims at its bounce or push. A point still
/// apart may close its gap within the step and not more, unless it will bounce: then it gets effective mass 0
/// until it touches, so that it arrives with its full speed. Without the points apart a stack rocks: its
/// edges come and go by micrometres. Velocities must already hold the step's forces.
///
/// Which point of a contact comes first (point_order.h): the one solved first takes a little too much, and were it
/// always the same one, a stack would lean before it converges. So it leads and follows by turns over a contact's
/// steps, by the Thue-Morse sequence, in which a bias that fades cancels better than in plain alternation. 20 stacks of
/// 15 boxes laid unevenly, by up to 13 mm, drift 60 mm where it always follows, 4.3 mm so. None of it depends on what
/// else is in the world (X14), or on which way round the scene is seen.
std::span<ScalarRow> prepare_contacts(const SolveInput& input, const PrepareOptions& options);

void warm_start(const SolveInput& input, std::span<ScalarRow> rows);

/// Before a row's friction: whether it sticks or slides, and rolling resistance.
void solve_surface(ScalarRow& scalar, float belt, FrameVelocity<float>& frame);

/// One Gauss-Seidel sweep: for each point the normal, then its friction (UR5).
void solve_velocities(const SolveInput& input, std::span<ScalarRow> rows);

/// The same with every increment clamped on its own (literal UR4).
void solve_velocities_per_iteration_clamp(const SolveInput& input, std::span<ScalarRow> rows);

/// One projection sweep (UR7): the pair moves apart by percent * max(depth - slop, 0) along the normal, split
/// by inverse mass, no rotation, no velocity. The depth is recomputed from the displacements, unless `stale`
/// (literal).
void project_positions(const SolveInput& input, std::span<const ScalarRow> rows, bool stale);

/// The same as non-linear Gauss-Seidel: per point, with rotation, at most 0.2 m a sweep.
void project_positions_full(const SolveInput& input, std::span<const ScalarRow> rows);

class EnergyGroups;

/// Whether some row bounces; then its impulses are to be looked at by what follows.
bool any_bounce(std::span<const ScalarRow> rows);

/// The groups that the rows connect, each with its velocities of before.
void join_rows(const SolveInput& input, std::span<const ScalarRow> rows, EnergyGroups& groups);

/// Takes back, from groups in which something bounces, what the rows' impulses gave them beyond the work of moving
/// surfaces: velocities and impulses (energy_groups.h).
void keep_energy(const SolveInput& input, std::span<ScalarRow> rows, float lag, EnergyGroups& groups);

/// Writes the impulses back, per time, and counts the step into the contacts' age.
void store_impulses(const SolveInput& input, std::span<const ScalarRow> rows);

} // namespace impulse
