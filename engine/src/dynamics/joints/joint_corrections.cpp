// Position corrections of articulations: bodies move by the errors of their joints, without effect on velocities.
//
// One Newton step for all errors C at once, weighted by the masses: dx = -M^-1 J^T (J M^-1 J^T)^-1 C, with the factors
// of the direct solve (joint_elimination.h). A correction moves along one constraint by at most
//   most + |J dx_o|,
// where dx_o are the displacements by overlap corrections in this substep. The second term is how far these have moved
// the joint apart, to first order, and the joint follows in whole. What it left would be an error at the begin of the
// next substep and become bias velocity, at which the joint pushes the bodies that overlapped: a box that fell on a
// see-saw left it with up to 1.6 times the energy of all. Errors of any other cause are corrected at a bounded rate.
#include "dynamics/joints/joint_direct.h"
#include "dynamics/joints/joint_elimination.h"

namespace impulse {
namespace {

using namespace direct;

/// What a body was displaced by, along x, y and the angle; 0 of what does not move.
struct FixLanes {
    Real by[3] = {};

    [[gnu::noinline]] FixLanes(const BodyLanes& body, std::span<const BodyFix> fixes) {
        if (fixes.empty()) { return; }
        for (int lane = 0; lane < kLanes<Real>; ++lane) {
            if (body.awake[lane] == kNull) { continue; }
            const BodyFix& fix = fixes[body.slots[lane]];
            by[0][lane] = static_cast<double>(fix.shift.x);
            by[1][lane] = static_cast<double>(fix.shift.y);
            by[2][lane] = static_cast<double>(fix.turn);
        }
    }
};

/// m or rad: |J dx_o|; of two anchors, by how much their gap has changed.
template <class Joint>
Real change_of(const Joint& joint, size_t i, const FixLanes& a, const FixLanes& b) {
    const Real x = joint.rate(joint.row(i), a.by, b.by);
    const bool gap = holds_anchors(joint.form()) && i < 2;
    const Real y = gap ? joint.rate(joint.row(1 - i), a.by, b.by) : Real{};
    return lane_sqrt(x * x + y * y);
}

/// Moves bodies by the errors in `bias`, with the present factors.
void move_by_errors(const System& system) {
    respond(system, [](const auto& joint, auto i) { return -joint[i].linear * joint[i].kappa * joint[i].bias; });
    for (const BodyLanes& body : system.moving()) {
        for (int lane = 0; lane < system.group.lanes; ++lane) {
            BodyMotion& motion = system.input.bodies.motions[body.slots[lane]];
            motion.dp += Vec2{static_cast<float>(body.chord[0][lane]), static_cast<float>(body.chord[1][lane])};
            motion.dq = turn_by(motion.dq, static_cast<float>(body.chord[2][lane]));
        }
    }
}

} // namespace

void correct_articulations(const SolveInput& input, const JointSet& set, float most, std::span<const BodyFix> fixes) {
    // Damped (Levenberg and Marquardt): in a straight taut chain, the remaining transverse errors would give unbounded
    // displacements.
    constexpr double kDamping = 1.0e-3;
    const Real length = splat<Real>(static_cast<double>(most));
    const Real turn = splat<Real>(static_cast<double>(most / input.tuning.correction_lever));
    each_system(input, set, [&](const System& system) {
        each_joint_as<>(system, [&](const auto& joint) {
            const FixLanes a(joint.a, fixes), b(joint.b, fixes);
            joint.each([&](auto i) {
                ConstraintLanes<Real>& c = joint[i];
                const Real cap = (joint.is_angle(i) ? turn : length) + change_of(joint, i, a, b);
                c.bias = correction_of(joint, i, splat<Real>(1.0), Real{}, cap);
                const RealMask off = error_of(joint, i) != Real{};
                c.linear = joint.held(i) ? select<Real>(off, splat<Real>(1.0), Real{}) : Real{};
                if (joint.kind(i) == ConstraintKind::hold) { c.linear = splat<Real>(1.0); }
                c.kappa *= joint.held(i) ? splat<Real>(kDamping) : Real{};
            });
        });
        assemble_and_factor(system);
        move_by_errors(system);
    });
}

} // namespace impulse
