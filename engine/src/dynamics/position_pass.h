/// What a substep of `substepped_position` is made of: overlaps resolved by moving bodies, velocities derived from
/// where they went, then bounces and friction as impulses. One lane, contacts in pair-key order.
///
/// A position fix (FX9). At a point of depth d, with K = mA' + mB' + IA' (rA x n)^2 + IB' (rB x n)^2 (primes are
/// inverses),
///   lambda = (d - tolerance) / (count (K + alpha))       xA -= mA' lambda n,  thetaA -= IA' lambda (rA x n),  B likewise with +
/// where count is how many points of the contact are deeper than the tolerance (FX16) and alpha is compliance / h^2: as
/// it is (`literal`), or in proportion to K (`mass_relative`), scaled to be the same for a box of 1 kg and 1 m on its
/// face, K = 2.5 / kg. Without a multiplier that is remembered, alpha is only under-relaxation: a substep leaves alpha
/// / (K + alpha) of the excess, .3 % of it as it should be for the unit box and nearly all of it for 100 t. `xpbd`
/// remembers (Macklin et al. 2016): over sweeps, point by point,
///   lambda += (d - tolerance - alpha lambda) / (K + alpha), lambda >= 0      so that it ends at d - tolerance = alpha lambda.
///
/// Where the velocity comes from (FX10, FX11). The pose before the substep, x_prev, moves along with every fix of an
/// overlap, with what joints have to follow of that, and with no other fix of a joint: v = (x - x_prev) / h. As x =
/// x_prev + h v + what joints moved, that is
///   v + (what joints moved) / h,
/// which is how it is computed: a velocity that nothing touched keeps every bit, where the difference of two
/// displacements would lose 1e-5 m/s and 5e-5 rad/s a substep.
#pragma once

#include <array>
#include <span>

#include "dynamics/contact_pass.h"
#include "dynamics/substep.h"

namespace impulse {

/// What a point's row needs beyond a velocity row.
struct OverlapPoint {
    float depth = 0.0f;      ///< m, at detection
    float multiplier = 0.0f; ///< kg m, `xpbd` only
};

struct Overlap {
    std::array<OverlapPoint, 2> points{};
    float restitution = 0.0f;
    float belt = 0.0f; ///< m/s: speed of the surfaces; the row's own adds what friction has to make up for
};

/// How far fixes moved a body since the substep's detection.
struct BodyFix {
    Vec2 shift;        ///< m, along with the pose before the substep
    float turn = 0.0f; ///< rad
    Vec2 dv;           ///< m/s: what forces add a substep
    float dw = 0.0f;   ///< rad/s
    Vec2 joint_shift;  ///< m: by the joints' fixes; before them `dp`
    Rot joint_turn;    ///< likewise, `dq`
};

/// The contacts of a substep that overlap, and the bodies they may move.
struct PositionRows {
    std::span<ScalarRow> rows;
    std::span<Overlap> overlaps; ///< one a row
    std::span<BodyFix> fixes;    ///< by slot; valid for awake bodies and for those in rows
};

/// Room for as many rows as there are active contacts.
PositionRows allocate_position_rows(const SolveInput& input);

/// One row per active contact with a point that overlaps (FX1: depth 0 is none). Impulses start from the stored ones
/// where `warm`, else from zero; what does not overlap loses its own. `h`: s, the substep.
void prepare_overlaps(const SolveInput& input, std::span<const SubstepBody> bodies, float h, int substep, bool warm,
                      PositionRows& rows);

/// Moves bodies apart, once per contact, or `velocity_passes` times under `xpbd`.
void resolve_penetration(const SolveInput& input, float h, const PositionRows& rows);

/// Moves bodies by what the fixes of overlaps moved them, `sign` 1, or back, -1.
void move_by_fixes(const SolveInput& input, const PositionRows& rows, float sign);

/// Before and after the joints' fixes: velocities take up what those moved (and, literal FX10, what contacts moved).
void note_positions(const SolveInput& input, const PositionRows& rows);
void note_joint_moves(const SolveInput& input, const PositionRows& rows);
void derive_velocities(const SolveInput& input, float h, const PositionRows& rows);

/// Sets what each point aims at from the speed at which it comes in, which stays for the whole substep (FX12): -e v_n
/// where v_n < -max(threshold, 2 |g| h), as a resting contact gains |g| h in a substep, else 0.
///
/// A bounce leaves with what e leaves of the speed at the surface (`bounce_speed`).
///
/// Friction aims at surfaces that stay together until it acts again, not at surfaces without relative velocity: it
/// takes back what forces will slide them by in the next substep and, where the passes start from zero (`warm` false),
/// what fixes slid them by in this one, up to 2 |g| h. Without the first a box creeps down a slope by g sin(a) h, 4
/// mm/s at 20 degrees. Without the second a stack of ten creeps sideways and falls within 16 s: passes that have not
/// converged leave a body that leans some spin, friction moves its centre along, and the fix turns the body back but
/// not the centre. Passes that start warm do converge, and there it would shake the stack by .02 m/s instead. s: by
/// which velocities are ahead of positions that they have just moved: half a substep behind, if read at that instant.
float substep_lag(const SolveInput& input, float h);
void capture_approach(const SolveInput& input, float h, bool warm, const PositionRows& rows);

/// One pass: two sweeps of normal impulses over all contacts, the points of each forth and then back, every second pass
/// back and then forth; friction follows in the second sweep (FX12, FX13). Two sweeps within each contact would carry a
/// load only half as far up a stack: ten boxes then sink 30 mm instead of 20.
///
/// A contact sticks while the friction that would stop it is at most `static_friction` times its normal impulses, and
/// slides with `friction` otherwise; either way each point has the budget of its own normal impulse. That the contact
/// decides and not each point is necessary: the point solved first is asked for the friction of both, exceeds its
/// share, and would let go.
void velocity_pass(const SolveInput& input, int pass, const PositionRows& rows);

/// Writes impulses back, per time; `last` counts the step into the contacts' age.
void store_impulses(const SolveInput& input, float h, bool last, const PositionRows& rows);

} // namespace impulse
