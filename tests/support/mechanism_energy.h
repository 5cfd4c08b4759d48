/// Whether a mechanism gains energy: kinetic energy, potential of gravity and of springs, measured after each step.
#pragma once

#include <limits>

#include "support/joint_energy.h"
#include "support/mechanism.h"

namespace impulse::test {

/// The highest gain of a mechanism, as a share of its scale. The scale is all energy that can become motion: kinetic
/// energy and spring energy at the start, the fall of its weight so far, the work of its motors, and its weight times 1
/// mm, so that the scale of a mechanism at rest is not 0. Gains are over the energy after the first step, which takes
/// what does not fit the joints.
struct Gains {
    double total = 0.0;     ///< of the sum of all three
    double motion = 0.0;    ///< of kinetic energy and gravity alone; spring energy counts at the start only
    double kept = 1.0;      ///< kinetic energy at the end over that after the first step
    double speed = 0.0;     ///< the fastest body over `max_linear_speed`
    bool lost_body = false; ///< a body went into quarantine: its state was not finite
};

/// s: from the instant that the solver's velocities belong to until that of its positions. Semi-implicit Euler of
/// substep h moves positions by the velocity that it has just computed, x' = x + h v', so v' is the velocity in the
/// middle of that move: E at that instant is kept exactly in free fall, and that of an oscillator to (w h)^2 / 8 (4 %
/// at w h = 1/2, beyond which no spring here is exact), where E of both as told varies by w h / 2.
inline double stagger_of(const Tuning& tuning) {
    const int substeps = tuning.solver == SolverType::soft_step             ? tuning.substeps
                         : tuning.solver == SolverType::substepped_position ? tuning.position_substeps
                                                                            : 1;
    return 0.5 * static_cast<double>(kStep) / substeps;
}

class MechanismMeter {
  public:
    explicit MechanismMeter(const Mechanism& mechanism)
        : mechanism_(mechanism),
          stagger_(stagger_of(mechanism.world.tuning())),
          most_(static_cast<double>(mechanism.world.tuning().max_linear_speed)) {
        const World& world = mechanism.world;
        for (const BodyId body : mechanism.bodies) { mass_ += static_cast<double>(world.mass_data(body)->mass); }
        for (const JointId joint : mechanism.joints) { add_springs(world, joint, springs_); }
        follow_motors();
        worked_ = 0.0;
        for (int at = 0; at < 2; ++at) {
            const Reading now = read(at);
            start_[at] = now.kinetic + now.springs;
            first_[at] = least_[at] = now;
        }
    }

    /// After each step.
    void after_step() {
        ++steps_;
        follow_motors();
        const World& world = mechanism_.world;
        for (const Event& event : world.events()) { lost_body_ = lost_body_ || event.type == EventType::quarantine; }
        for (const BodyId body : mechanism_.bodies) {
            speed_ = std::max(speed_, static_cast<double>(length(*world.velocity(body))) / most_);
        }
        for (int at = 0; at < 2; ++at) {
            const Reading now = read(at);
            if (at == 0) { kinetic_ = now.kinetic; }
            // The first step takes the velocities that do not fit the joints. That energy is gone.
            if (steps_ == 1 && now.sum() < first_[at].sum()) { first_[at] = now; }
            least_[at].gravity = std::min(least_[at].gravity, now.gravity);
            const double fall = std::max(0.0, first_[at].gravity - least_[at].gravity);
            const double scale = start_[at] + fall + worked_ + mass_ * static_cast<double>(kGravity) * 1.0e-3;
            const auto gain = [&](double energy) {
                const double share = (energy - first_[at].sum() - worked_) / scale;
                return share == share ? share : std::numeric_limits<double>::infinity();
            };
            total_[at] = std::max(total_[at], gain(now.sum()));
            motion_[at] = std::max(motion_[at], gain(now.kinetic + now.gravity));
        }
    }

    /// Velocities may belong to the instant of the positions or to half a substep before: the smaller gain of the two
    /// readings.
    Gains gains() const {
        const double infinite = std::numeric_limits<double>::infinity();
        if (lost_body_) { return {infinite, infinite, infinite, speed_, true}; }
        const double kept = first_[0].kinetic > 0.0 ? kinetic_ / first_[0].kinetic : 1.0;
        return {std::min(total_[0], total_[1]), std::min(motion_[0], motion_[1]), kept, speed_, false};
    }

  private:
    struct Reading {
        double kinetic = 0.0;
        double gravity = 0.0;
        double springs = 0.0;
        double sum() const { return kinetic + gravity + springs; }
    };

    /// `at` 0: positions and velocities as told; 1: positions half a substep before.
    Reading read(int at) const {
        const World& world = mechanism_.world;
        const double time = at == 0 ? 0.0 : stagger_;
        const Point g = point_of(world.gravity());
        // A mechanism in free fall is measured in the falling frame, in which gravity does no work.
        const bool falls = !mechanism_.kind.grounded && !mechanism_.kind.contacts;
        const Point fallen = falls ? steps_ * static_cast<double>(kStep) * g : Point{};
        Reading reading;
        for (const BodyId id : mechanism_.bodies) {
            const MassData mass = *world.mass_data(id);
            const BodyNow body = body_now(world, id).before(time);
            const Point v = body.v - fallen;
            reading.kinetic += 0.5 * static_cast<double>(mass.mass) * dot(v, v) +
                               0.5 * static_cast<double>(mass.inertia) * body.w * body.w;
            if (!falls) { reading.gravity -= static_cast<double>(mass.mass) * dot(g, body.center); }
        }
        for (const JointSpring& spring : springs_) { reading.springs += spring.energy(world, time); }
        return reading;
    }

    /// J: no motor does more than its cap times the path that it works along.
    void follow_motors() {
        if (!mechanism_.kind.motors) { return; }
        const World& world = mechanism_.world;
        size_t at = 0;
        const auto follow = [&](double coordinate, float cap) {
            if (at == paths_.size()) { paths_.push_back(coordinate); }
            if (cap > 0.0f) { worked_ += static_cast<double>(cap) * std::abs(coordinate - paths_[at]); }
            paths_[at++] = coordinate;
        };
        for (const JointId joint : mechanism_.joints) {
            const JointDef def = *world.joint_def(joint);
            const JointState state = *world.joint_state(joint);
            switch (def.type) {
            case JointType::prismatic:
            case JointType::distance:
                follow(static_cast<double>(state.translation), def.max_motor);
                break;
            case JointType::motor:
                follow(static_cast<double>(state.anchor_b.x - state.anchor_a.x), def.max_force);
                follow(static_cast<double>(state.anchor_b.y - state.anchor_a.y), def.max_force);
                follow(static_cast<double>(state.angle), def.max_torque);
                break;
            default:
                follow(static_cast<double>(state.angle), def.max_motor);
                break;
            }
        }
    }

    const Mechanism& mechanism_;
    double stagger_;
    double most_;
    double mass_ = 0.0;
    std::vector<JointSpring> springs_;
    std::vector<double> paths_;
    double worked_ = 0.0;
    int steps_ = 0;
    double start_[2] = {};
    Reading first_[2];
    Reading least_[2];
    double total_[2] = {};
    double motion_[2] = {};
    double kinetic_ = 0.0; ///< J, now
    double speed_ = 0.0;
    bool lost_body_ = false;
};

/// Simulates `seconds`, or until there is no doubt.
inline Gains gains_of(Mechanism& mechanism, float seconds) {
    MechanismMeter meter(mechanism);
    for (int i = steps_of(seconds); i > 0; --i) {
        (void)mechanism.world.step(kStep);
        meter.after_step();
        if (meter.gains().motion > 1.0e3) { break; }
    }
    return meter.gains();
}

} // namespace impulse::test
