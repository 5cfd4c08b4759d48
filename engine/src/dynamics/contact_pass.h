/// Passes over all contacts in pair-key order, one lane: the building blocks of the classical solvers.
#pragma once

#include <span>

#include "dynamics/contact_rows.h"

namespace impulse {

/// A contact row of one lane with the data of the classical solvers. What few contacts need stays in the contact.
struct ScalarRow {
    ContactRow<float> row;
    float surface_speed = 0.0f;   ///< m/s
    float rolling_impulse = 0.0f; ///< N m s
    uint32_t contact = kNull;     ///< index of the contact to store to
    uint8_t swapped = 0;          ///< 1: the manifold's second point comes first
    bool bounces : 1 = false;     ///< a target is a bounce
    bool together : 1 = false;    ///< both points are solved as a block (point_order.h)
    bool slips : 1 = false;       ///< the row's friction is one of two, static or kinetic
    bool rolls : 1 = false;       ///< has rolling resistance

    /// m/s: normal velocity that a point shall have, > 0 for a bounce or a bias.
    float& target(size_t point) { return row.points[point].gap; }
    float target(size_t point) const { return row.points[point].gap; }
};
static_assert(sizeof(ScalarRow) == 140); // what a crowd consists of

/// An impact as detected in a step of length `dt`.
struct Approach {
    float speed = 0.0f;      ///< m/s, > 0: approach speed at the present velocities
    float pull = 0.0f;       ///< m/s^2: relative acceleration towards each other by forces
    float separation = 0.0f; ///< m, <= 0, at detection
    float lifted = 0.0f;     ///< m: depth removed by position corrections since then
};

/// m/s: the separation speed of a bouncing point.
///
/// Two effects make it differ from e times the approach speed v. First, velocities are `lag` ahead of the instant of
/// the positions (semi-implicit Euler after its forces: dt / 2), so the speed at that instant was v - a lag, a being
/// the pull. Second, a point at depth d reached the surface with u^2 = (v - a lag)^2 - 2 a d. It leaves the surface
/// with e u if it starts at depth d' with (e u)^2 + 2 a d'. Without both corrections a ball of e = 1 gains up to 7.6 %
/// of its height per bounce at 60 Hz (WK1), and 480 % in a minute. A depth above `dt` times that speed is older than
/// this step and is not compensated.
float bounce_speed(const Approach& approach, float restitution, float lag, float dt);

/// Parameters of a row besides the manifold.
struct PrepareOptions {
    float restitution_threshold = 1.0f; ///< m/s: only faster approaches bounce (UR3, strict)
    float lag = 0.0f;                   ///< s: lead of velocities over positions
    bool drifted = false;               ///< bodies moved since detection: separations are recomputed
    bool warm = true;                   ///< start from the stored impulses, else from zero
    float baumgarte_rate = 0.0f;        ///< 1/s: beta / dt, 0 for none (FT5)
    float slop = 0.0f;                  ///< m of overlap that the bias leaves alone
    float max_push_speed = 0.0f;        ///< m/s: cap of the bias (FT6)
    bool sum_bias = false;              ///< naive variant (FT8): bias and bounce are added instead of their maximum
    bool pairs = false;                 ///< equally deep points are solved as a block; else one after the other (UR4)
};

/// Whether a contact sticks as the step begins: its sliding speed is at most ten slops per second, 50 mm/s, the sleep
/// threshold. Such a contact sticks (FX13) whatever its present normal impulses are: before they have converged, as in
/// a new contact, they are too small for the friction it needs. `ahead`: s of forces already applied to velocities.
bool stands(const SolveInput& input, const Contact& contact, float ahead);

/// The row of a contact without its points: bodies, normal, inverse masses, friction, surface velocity.
ScalarRow make_row(const SolveInput& input, uint32_t contact);

/// Whether both points of the row have an effective mass.
bool has_both(const ContactRow<float>& row);

/// One row per active contact. The target of a touching point (separation <= 0) is its bounce or bias. A separated
/// point may at most close its gap within the step, unless it will bounce: then its effective mass is 0 until it
/// touches, so that it arrives at full speed. Without rows for separated points a stack rocks, because its edge
/// points appear and vanish by micrometres. Velocities must already contain the step's forces.
///
/// Which point of a contact comes first (point_order.h): the point solved first takes slightly too much impulse. Were
/// it always the same one, a stack would lean before it converges. So the order alternates over a contact's steps by
/// the Thue-Morse sequence, in which a decaying error cancels better than in plain alternation. 20 stacks of 15 boxes,
/// laid with offsets up to 13 mm, drift 60 mm in a fixed order, 4.3 mm so. The order depends neither on other bodies in
/// the world (X14) nor on mirroring of the scene.
std::span<ScalarRow> prepare_contacts(const SolveInput& input, const PrepareOptions& options);

void warm_start(const SolveInput& input, std::span<ScalarRow> rows);

/// Before a row's friction: selects static or kinetic friction and solves rolling resistance.
void solve_surface(const SolveInput& input, ScalarRow& scalar, FrameVelocity<float>& frame);

/// One Gauss-Seidel iteration: for each point the normal, then its friction (UR5).
void solve_velocities(const SolveInput& input, std::span<ScalarRow> rows);

/// Naive variant of FX12: the target of a point is computed from its present velocity. The iteration after a bounce
/// sees separating points, has target 0 and cancels the bounce.
void retarget(ScalarRow& scalar, size_t point, float restitution, float threshold, const FrameVelocity<float>& frame);

/// The same with each increment clamped instead of the accumulated impulse (naive variant, UR4).
void solve_velocities_per_iteration_clamp(const SolveInput& input, std::span<ScalarRow> rows);

/// One projection iteration (UR7): the pair separates by percent * max(depth - slop, 0) along the normal, split
/// by inverse mass, no rotation, no velocity. The depth is recomputed from the displacements, unless `stale`
/// (naive variant).
void project_positions(const SolveInput& input, std::span<const ScalarRow> rows, bool stale);

/// The same as non-linear Gauss-Seidel: per point, with rotation, at most 0.2 m per iteration.
void project_positions_full(const SolveInput& input, std::span<const ScalarRow> rows);

class EnergyGroups;

/// Whether some row bounces; then the energy of its impulses must be checked.
bool any_bounce(std::span<const ScalarRow> rows);

/// The groups of bodies that the rows connect, with their velocities before the solve.
void join_rows(const SolveInput& input, std::span<const ScalarRow> rows, EnergyGroups& groups);

/// Removes energy that the rows' impulses added to groups with a bounce, beyond the work of moving surfaces: scales
/// velocity changes and impulses (energy_groups.h). With `slop`, m, > 0 also what they added to the others, beyond what
/// their weight gains by falling through it. Returns whether there was any.
bool keep_energy(const SolveInput& input, std::span<ScalarRow> rows, float lag, EnergyGroups& groups,
                 float slop = 0.0f);

/// Stores the impulses, divided by the time `h`. The `last` time in a step it increments the contacts' age.
void store_impulses(const SolveInput& input, std::span<const ScalarRow> rows, float h, bool last = true);

} // namespace impulse
