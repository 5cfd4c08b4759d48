/// Block elimination of an articulation's bodies.
///
/// Let v be the velocities without the joints' impulses of the substep, z the velocity changes by these impulses, and
/// lambda = g - kappa J (v + z) the law of each constraint that is within its bounds. From  M z = J^T lambda  follows
///   (M + J^T kappa J) z = J^T (g - kappa J v)
/// a symmetric, positive definite matrix with a 3 x 3 block per body and one per pair of joined bodies. Bodies are
/// eliminated one by one (block LDL^T; Baraff, "Linear-Time Dynamics using Lagrange Multipliers", SIGGRAPH 1996, for
/// the same structure). In a tree, leaves first, there is no fill-in and the cost is linear in the number of bodies,
/// whatever their masses and arms. A direct solve needs no warm starting.
#pragma once

#include "dynamics/joints/articulation.h"

namespace impulse::direct {

inline void add_outer(Real* to, const Real* j, Real kappa) {
    const Real x = kappa * j[0];
    const Real y = kappa * j[1];
    to[0] += x * j[0];
    to[1] += x * j[1];
    to[2] += x * j[2];
    to[3] += y * j[1];
    to[4] += y * j[2];
    to[5] += kappa * j[2] * j[2];
}

/// The same for a point row: coefficients +1 (B) and -1 (A) along one axis, lever arms for the angles.
inline void add_point(Real* A, Real* B, Real* block, const JointRow<Real>& r, Real kappa, int axis, bool b_later) {
    const Real a = kappa * r.a[2];
    const Real b = kappa * r.b[2];
    A[3 * axis] += kappa;
    B[3 * axis] += kappa;
    A[2 * axis + 2] -= a;
    B[2 * axis + 2] += b;
    A[5] += a * r.a[2];
    B[5] += b * r.b[2];
    block[4 * axis] -= kappa;
    block[3 * axis + 2] += b_later ? a : -b;
    block[axis + 6] += b_later ? -b : a;
    block[8] += a * r.b[2];
}

template <class Joint>
void assemble(const System& system, const Joint& joint) {
    Real* const A = joint.a.diagonal;
    Real* const B = joint.b.diagonal;
    Real* const block = system.blocks[joint.at.block == kNull ? system.group.blocks : joint.at.block].m;
    const bool b_later = joint.at.b > joint.at.a;
    joint.each([&](auto i) {
        const Real kappa = joint.kappa(i);
        const uint32_t row = joint.row(i);
        const RowShape shape = joint.shape(row);
        const JointRow<Real>& r = joint.joint.rows[row];
        if (shape == RowShape::angle) {
            A[5] += kappa;
            B[5] += kappa;
            block[8] -= kappa;
        } else if (shape != RowShape::any) {
            add_point(A, B, block, r, kappa, shape == RowShape::y ? 1 : 0, b_later);
        } else if (joint.kind(i) == ConstraintKind::hold || any_lane(kappa > Real{})) {
            add_outer(A, r.a, kappa);
            add_outer(B, r.b, kappa);
            const Real* const later = b_later ? r.b : r.a;
            const Real* const earlier = b_later ? r.a : r.b;
            for (int n = 0; n < 3; ++n) {
                const Real scaled = kappa * later[n];
                for (int k = 0; k < 3; ++k) { block[3 * n + k] += scaled * earlier[k]; }
            }
        }
    });
}

/// The matrix without constraints.
void start_matrix(const System& system);
/// Pre: assembled. After it a column's diagonal holds L and D, and its blocks X = B L^-T D^-1.
void factor(const System& system);
/// Factors of the matrix with all constraints as they are. Not for the joints of every substep: without code for each
/// form.
void assemble_and_factor(const System& system);
/// Solves for the right-hand sides in `part`. Immovable bodies stay at 0.
void substitute(const System& system, Part part);
/// The velocity changes, `chord`, by impulses `impulse(joint, i)` of holds and limits, with the present factors.
/// Without code for each form: not for the joints of every substep.
template <class Impulse>
void respond(const System& system, Impulse&& impulse) {
    clear(system.moving(), &BodyLanes::chord);
    each_joint_as<>(system, [&](const auto& joint) {
        joint.each([&](auto i) {
            if (joint.held(i)) { joint.apply(joint.row(i), impulse(joint, i), joint.a.chord, joint.b.chord); }
        });
    });
    substitute(system, &BodyLanes::chord);
}

} // namespace impulse::direct
