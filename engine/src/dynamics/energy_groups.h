/// Groups of bodies connected by impulses, and the share of those impulses that adds no energy.
///
/// Newton's law of impacts prescribes v_n' = -e v_n at each point, independently of the others. Over a stage the
/// impulses lambda add
///   dKE = sum of lambda (v + v') / 2,
/// which is lambda v_n (1 - e) / 2 <= 0 for an impacting point. It is positive in three cases (Kane and Levinson
/// 1985). A point that was not approaching keeps its target while another one impacts. Friction is reversed by an
/// impact at another point. Iterations stop before the targets are reached. A rod that falls on a floor with e = 1
/// would gain 28 %. So the energy change of a stage is computed per group. If the velocities of a group change by s dv,
/// s = 1 in full,
///   dKE(s) = W s + Q s^2 / 2,    W = sum of m v . dv + I w dw,    Q = sum of m dv^2 + I dw^2
/// and where dKE(1) exceeds the allowance A >= 0, the change is scaled down to the root of dKE(s) = A,
///   s = (-W + sqrt(W^2 + 2 Q A)) / Q.
/// The scaling preserves momentum, signs and friction cones, because it scales every impulse of the group alike. The
/// restitution is smaller by the energy it would have added. One body with an impact at one point is never scaled.
///
/// v is the velocity at the instant of the positions: under semi-implicit Euler velocities lag by half a step, and with
/// those a bounce would seem to lose or gain m a h v. External work is subtracted from W or added to A: that of moving
/// platforms, of surface velocities and of the bias out of an overlap. Groups driven by a spring, a motor or a joint to
/// a moving body are not scaled.
///
/// Impulses that only stop an approach add no energy either, once the iterations have converged. Before that, warm
/// starting repeats the impulse of an impact, and a light body between a wall and a heavy one accelerates both. So a
/// solver may have all groups scaled. A group at rest may then gain the energy of a fall through the slop, because its
/// positions are no more exact. Without this allowance a tower loses the impulses that carry it before they converge,
/// and sinks by half as much again.
#pragma once

#include <span>

#include "dynamics/contact_pass.h"

namespace impulse {

/// m/s^2, rad/s^2: acceleration of a body by forces.
BodyVelocity acceleration_of(const SolveInput& input, uint32_t slot);

class EnergyGroups {
  public:
    /// A body; the root of a group also holds its sums.
    struct Member {
        uint32_t slot = 0;
        uint32_t parent = 0;   ///< towards the root
        BodyVelocity before{}; ///< velocity as in `motions`
        double work = 0.0;     ///< J: W
        double square = 0.0;   ///< J: Q
        double allowed = 0.0;  ///< J: A
        bool driven = false;   ///< connected to an energy source
        bool bounces = false;  ///< one of its contacts bounces
        bool held = false;     ///< connected to an immovable body
        bool joined = false;   ///< connected to a joint
        bool bounced = false;  ///< one of its bodies did
        BodyVelocity start{};  ///< of each body: when it was added
        uint32_t contacts = 0; ///< of the group
        uint32_t contact = 0;  ///< of the input: the last of them
        float scale = 1.0f;    ///< s
        float placed = 0.0f;   ///< N s, along the normal of its contact: by `place_bounced`
    };

    /// Empty, without capacity.
    EnergyGroups() = default;
    /// Capacity for every awake body, in the arena.
    explicit EnergyGroups(const SolveInput& input);

    bool empty() const { return count_ == 0; }
    void clear();

    /// Adds a body with its present velocity. Null if it is immovable.
    Member* add(const SolveInput& input, uint32_t slot);
    /// Adds two bodies and unites their groups. Returns the root, null if both are immovable.
    Member* join(const SolveInput& input, uint32_t slotA, uint32_t slotB);
    /// The same for the active joints of the input; groups with springs, motors or bounds that move are driven.
    void join_joints(const SolveInput& input);
    /// The root of the group of an added body.
    Member& root_of(const Member& member) { return members_[root_of(member.parent)]; }
    /// The root of the group of two bodies if at least one was added; else null.
    Member* root(const SolveInput& input, uint32_t slotA, uint32_t slotB);
    Member* root(const SolveInput& input, const Joint& joint) { return root(input, joint.first_slot(), joint.slotB); }

    /// Sums W and Q of all changes since the bodies were added. `lag`: s, lead of velocities over positions, which
    /// applies to groups with a bounce. For the others A is the energy of a fall through `slop`, m.
    void measure(const SolveInput& input, float lag, float slop = 0.0f);
    /// Computes the scale of each group that bounces, or of `all`, and applies it to the velocity changes. Returns
    /// whether one is below 1.
    bool keep(const SolveInput& input, bool all = false);

    std::span<Member> members() { return members_.first(count_); }

  private:
    uint32_t root_of(uint32_t entry);

    std::span<uint32_t> entry_{}; // by slot: index of its member, or kNull
    std::span<Member> members_{};
    uint32_t count_ = 0;
};

/// The s <= 1 at which W s + Q s^2 / 2 reaches `allowed` >= 0, else 1.
float affordable(double work, double square, double allowed);

/// J: work of the surfaces of a contact on its bodies, by surface velocity and by platforms.
double work_of_surfaces(const SolveInput& input, const Contact& contact, const ContactRow<float>& row);

} // namespace impulse
