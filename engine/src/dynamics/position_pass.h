/// The stages of a substep of `substepped_position`: position corrections of overlaps, velocities derived from
/// displacements, then bounces and friction as impulses. One lane, contacts in pair-key order.
///
/// A position correction (FX9). At a point of depth d, with K = mA' + mB' + IA' (rA x n)^2 + IB' (rB x n)^2 (primes are
/// inverses),
///   lambda = (d - tolerance) / (count (K + alpha)),
///   xA -= mA' lambda n,   thetaA -= IA' lambda (rA x n),   B likewise with +,
/// where count is the number of points of the contact deeper than the tolerance (FX16) and alpha is compliance / h^2.
/// It is unscaled (`literal`) or in proportion to K (`mass_relative`); both are the same for a box of 1 kg and 1 m on
/// its face, K = 2.5 / kg. Without an accumulated multiplier, alpha is only under-relaxation: a substep leaves alpha /
/// (K + alpha) of the excess, a correct 0.3 % for the unit box and nearly all of it for 100 t. `xpbd` accumulates the
/// multiplier (Macklin et al. 2016): over iterations, point by point,
///   lambda += (d - tolerance - alpha lambda) / (K + alpha), lambda >= 0,
/// so that it ends at d - tolerance = alpha lambda.
///
/// Velocity from displacement (FX10, FX11): v = (x - x_prev) / h. The previous pose x_prev is shifted by every overlap
/// correction and by the joint corrections that follow from it. Other errors of joints are part of the velocity with
/// which bodies move, as its bias. So v is that velocity, and keeps every bit, while the difference of two
/// displacements would lose 1e-5 m/s and 5e-5 rad/s per substep.
#pragma once

#include <array>
#include <span>

#include "dynamics/contact_pass.h"
#include "dynamics/substep.h"

namespace impulse {

/// kg m: the multipliers of the points of a row, for `xpbd`.
using Multipliers = std::array<float, 2>;

/// The overlapping contacts of a substep, and the bodies they may move. The surface speed of a row also contains the
/// slip that friction compensates.
struct PositionRows {
    std::span<ScalarRow> rows;
    std::span<Multipliers> multipliers; ///< one per row under `xpbd`, else empty
    std::span<BodyFix> fixes;           ///< by slot; valid for awake bodies and for those in rows
};

/// Capacity for one row per active contact.
PositionRows allocate_position_rows(const SolveInput& input);

/// One row per active contact with an overlapping point (FX1: depth 0 is none). Impulses start from the stored ones if
/// `warm`, else from zero; contacts without overlap lose theirs. `h`: s, the substep.
void prepare_overlaps(const SolveInput& input, std::span<const SubstepBody> bodies, float h, int substep, bool warm,
                      PositionRows& rows);

/// Moves bodies apart, once per contact, or `velocity_passes` times under `xpbd`.
void resolve_penetration(const SolveInput& input, float h, const PositionRows& rows);

/// Naive variant (FX10): adds the displacements of overlap corrections to velocities. Else these are what they were.
void derive_velocities(const SolveInput& input, float h, const PositionRows& rows);

/// Sets the target velocity of each point from its approach speed, constant for the whole substep (FX12). It is -e v_n
/// where v_n < -max(threshold, 2 |g| h), because a resting contact gains |g| h in a substep, else 0.
///
/// A bounce separates at e times the approach speed at the surface (`bounce_speed`).
///
/// The target of friction is zero displacement until its next solve, not zero relative velocity. It compensates the
/// slip by forces in the next substep and, if the passes start from zero (`warm` false), the slip by corrections in
/// this one, up to 2 |g| h. Without the first a box creeps down a slope by g sin(a) h, 4 mm/s at 20 degrees. Without
/// the second a stack of ten creeps sideways and falls within 16 s: unconverged passes leave a leaning body some spin,
/// and friction moves its centre along. The correction rotates the body back but does not move the centre.
/// Warm-started passes converge, and there the second term would shake the stack by 0.02 m/s instead.
///
/// `substep_lag`: s, lead of velocities over the positions that they have just moved, half a substep.
float substep_lag(const SolveInput& input, float h);
void capture_approach(const SolveInput& input, float h, bool warm, const PositionRows& rows);

/// One pass: two iterations of normal impulses over all contacts, forward and then backward over the points of each;
/// every second pass in reverse. Friction follows in the second iteration (FX12, FX13). Two iterations per contact in
/// turn would propagate a load only half as far up a stack: ten boxes then sink 30 mm instead of 20.
///
/// A contact sticks while the friction that would stop it is at most `static_friction` times its normal impulses, and
/// slides with `friction` otherwise; either way each point's budget is that of its own normal impulse. The
/// decision is per contact, not per point: the point solved first takes the friction of both, exceeds its own budget
/// and would slide.
void velocity_pass(const SolveInput& input, int pass, const PositionRows& rows);

} // namespace impulse
