/// Bodies that impulses connect, and how much of those impulses they may keep without a gain of energy.
///
/// Newton's law of impacts asks each point for v_n' = -e v_n, whatever the others do. Over a stage the impulses lambda
/// add
///   dKE = sum of lambda (v + v') / 2,
/// which is lambda v_n (1 - e) / 2 <= 0 for a point that hits. It is positive for a point that was not approaching and
/// is held at its target while another one hits, for friction that the hit at another point turns round, and for sweeps
/// that stop short of the targets (Kane and Levinson 1985): a stick that falls on a floor with e = 1 gained 28 %. So
/// what a stage did is looked at group by group. If the velocities of a group change by s dv, s = 1 being all of it,
///   dKE(s) = W s + Q s^2 / 2,    W = sum of m v . dv + I w dw,    Q = sum of m dv^2 + I dw^2
/// and where dKE(1) exceeds the allowance A >= 0, the change is scaled down to the root of dKE(s) = A,
///   s = (-W + sqrt(W^2 + 2 Q A)) / Q.
/// Momentum, signs and friction cones keep under that scaling, for it scales every impulse of the group alike; what e
/// asks for is missed by as much as it would have cost. One body that hits at one point is never scaled.
///
/// v is the velocity at the instant of the positions: semi-implicit Euler keeps velocities half a step behind, and read
/// as they stand a bounce would seem to lose or gain m a h v. Work that somebody else does is taken out of W or added
/// to A: that of a platform or belt, and that of a push out of an overlap. What a spring, a motor or a joint to a
/// moving body drives is left alone.
#pragma once

#include <span>

#include "dynamics/contact_pass.h"

namespace impulse {

/// m/s^2, rad/s^2: what forces do to a body.
BodyVelocity acceleration_of(const SolveInput& input, uint32_t slot);

class EnergyGroups {
  public:
    /// A body, and at the root of a group its sums.
    struct Member {
        uint32_t slot = 0;
        uint32_t parent = 0;   ///< towards the root
        BodyVelocity before{}; ///< as it stands in `motions`
        double work = 0.0;     ///< J: W
        double square = 0.0;   ///< J: Q
        double allowed = 0.0;  ///< J: A
        bool driven = false;   ///< by something that may give energy
        bool bounces = false;  ///< only such groups are scaled
        bool held = false;     ///< by a joint, or by a contact with what nothing can move
        double spin = 0.0;     ///< N m s: of the group about its centre of mass, as the step begins (soft_bounces.h)
        float scale = 1.0f;    ///< s
    };

    /// No bodies and no room for any.
    EnergyGroups() = default;
    /// Room for every awake body, in the arena.
    explicit EnergyGroups(const SolveInput& input);

    bool empty() const { return count_ == 0; }
    void clear();

    /// Takes a body in, with its velocity as it is. Null where nothing can move it.
    Member* add(const SolveInput& input, uint32_t slot);
    /// Takes two bodies in, as of one group. The root of that group, null where neither can move.
    Member* join(const SolveInput& input, uint32_t slotA, uint32_t slotB);
    /// The same for the joints that act in the input; groups with springs or motors are driven.
    void join_joints(const SolveInput& input);
    /// The root of the group of a body that was taken in.
    Member& root_of(const Member& member) { return members_[root_of(member.parent)]; }
    /// The root of the group of two bodies of which one at least was taken in; null for others.
    Member* root(const SolveInput& input, uint32_t slotA, uint32_t slotB);

    /// Adds up W and Q of what happened since bodies came in. `lag`: s, by which velocities are ahead of positions.
    void measure(const SolveInput& input, float lag);
    /// Finds each group's scale, and takes back what exceeds it.
    void keep(const SolveInput& input);

    std::span<Member> members() { return members_.first(count_); }

  private:
    uint32_t root_of(uint32_t entry);

    std::span<uint32_t> entry_{}; // by slot: index of its member, or kNull
    std::span<Member> members_{};
    uint32_t count_ = 0;
};

/// The s <= 1 at which W s + Q s^2 / 2 comes to `allowed` >= 0, 1 where it does not.
float affordable(double work, double square, double allowed);

/// J that moving surfaces did to the bodies of a row: a platform's own velocity, a belt's.
double work_of_surfaces(const SolveInput& input, const ScalarRow& row);

} // namespace impulse
