#include "dynamics/joints/joint_tension.h"

namespace impulse::direct {
namespace {

constexpr double kFar = 1.0e20; // kg m^2: immovable

} // namespace

void limit_tensions(const System& system) {
    RealMask some{};
    for (BodyLanes& body : system.moving()) {
        some |= body.pull > body.weight[2];
        body.tension = Real{};
    }
    if (!any_lane(some)) { return; }
    // `chord` is free: what resists beside the body's own, and how many joints pull.
    for (BodyLanes& body : system.bodies()) { body.chord[1] = body.chord[2] = Real{}; }
    const auto pull = [](BodyLanes& body, LaneVec<Real> arm, RealMask pulls, const BodyLanes& other,
                         LaneVec<Real> other_arm) {
        // A mass 1 / K at the end of its arm, K being that of the other body across it.
        const LaneVec<Real> across = left_perp(arm); // times |r|
        const Real turning = cross(other_arm, across);
        const Real K = other.inverse[0] * across.x * across.x + other.inverse[1] * across.y * across.y +
                       other.inverse[2] * turning * turning;
        const Real square = dot(arm, arm);
        const Real least = square * splat<Real>(1.0 / kFar);
        const Real beside = square * square / select<Real>(square > Real{}, lane_max(K, least), splat<Real>(1.0));
        body.chord[1] = select<Real>(pulls, beside, body.chord[1]);
        body.chord[2] += select<Real>(pulls, splat<Real>(1.0), Real{});
    };
    each_joint_as<kHinge>(system, [&](const auto& joint) {
        const LaneVec<Real> force = joint.force();
        const RealMask pulls = (force.x != Real{}) | (force.y != Real{});
        const JointArms<Real> arms = joint.arms();
        pull(joint.a, arms.a, pulls, joint.b, arms.b);
        pull(joint.b, arms.b, pulls, joint.a, arms.a);
    });
    // A body on one joint turns about its anchor, one on several between them.
    for (BodyLanes& body : system.moving()) {
        const Real beside = select<Real>(body.chord[2] < splat<Real>(1.5), body.chord[1], Real{});
        body.tension = lane_max(body.pull - body.weight[2] - beside, Real{});
    }
}

bool stiffen(const System& system) {
    RealMask more{};
    for (const BodyLanes& body : system.moving()) { more |= body.pull - body.weight[2] > body.tension; }
    if (!any_lane(more)) { return false; }
    for (BodyLanes& body : system.moving()) { body.chord[0] = body.tension; } // free as yet
    limit_tensions(system);
    more = RealMask{};
    for (BodyLanes& body : system.moving()) {
        more |= body.tension > body.chord[0];
        body.tension = lane_max(body.tension, body.chord[0]);
    }
    return any_lane(more);
}

} // namespace impulse::direct
