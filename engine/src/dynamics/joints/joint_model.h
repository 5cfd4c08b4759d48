/// A joint in numbers: where its bodies stand to each other (`JointFrame`), up to three coordinates x with their rates
///   xdot = a . (vA, wA) + b . (vB, wB)                                                     (`JointRow`)
/// and the constraints along them (`JointConstraint`). Every constraint of every joint is of one kind, a bounded linear law
/// between its impulse and its rate at the end of the step:
///   lambda = clamp(g - kappa xdot', lo, hi)
/// | constraint | kappa | g | bounds |
/// |---|---|---|---|
/// | hold  | rigid | kappa times the rate that is wanted, 0 but for errors and arcs | none |
/// | limit | rigid | kappa times the rate that takes x to its bound within the step | pushes back only |
/// | motor | rigid | kappa times the speed | +-cap h |
/// | spring | (h k / 4 + gamma c) h | see joint_spring.h | +-cap h |
/// | tension | see joint_direct.h | 0 | none |
/// "Rigid" is 1 / (1e-6 K) with K = J M^-1 J^T of the joint's two bodies alone: a part in a million softer than no
/// compliance at all, which keeps redundant constraints solvable.
///
/// Each joint has a file of its own, which gives its coordinates x, their Jacobian and its constraints.
#pragma once

#include "dynamics/body.h"
#include "dynamics/joints/joint.h"

namespace impulse {

/// Joints are solved in double precision: a light link between heavy ones is the difference of two large impulses.
using Real = double;

struct RealVec {
    Real x = 0.0;
    Real y = 0.0;
};
constexpr RealVec operator+(RealVec a, RealVec b) { return {a.x + b.x, a.y + b.y}; }
constexpr RealVec operator-(RealVec a, RealVec b) { return {a.x - b.x, a.y - b.y}; }
constexpr RealVec operator*(Real s, RealVec a) { return {s * a.x, s * a.y}; }
constexpr Real dot(RealVec a, RealVec b) { return a.x * b.x + a.y * b.y; }
constexpr Real cross(RealVec a, RealVec b) { return a.x * b.y - a.y * b.x; }
constexpr RealVec left_perp(RealVec a) { return {-a.y, a.x}; }
inline RealVec to_real(Vec2 a) { return {static_cast<Real>(a.x), static_cast<Real>(a.y)}; }

/// Where the bodies of a joint stand to each other.
struct JointFrame {
    RealVec rA, rB;       ///< m: from the centres of mass to the anchors
    RealVec d;            ///< m: anchor B less anchor A, or less `ground_anchor_a` where the joint has no A
    RealVec axis;         ///< unit: the local axis of A (prismatic, wheel)
    RealVec ropeA, ropeB; ///< m: from ground anchors to anchors (pulley)
    Real angle = 0.0;     ///< rad, unwrapped: of B on A, less `reference_angle`
    Real gear = 0.0;      ///< rad or m: qA + ratio qB less what it was when the joint was made
};

/// How two bodies moved, seen from where a frame was taken.
struct BodyShift {
    RealVec dp;     ///< m
    Real c = 1.0;   ///< cosine and
    Real s = 0.0;   ///< sine of the turn
    Real turn = 0.0; ///< rad
};

/// The frame of a joint at the poses of its bodies. Brings the joint's unwrapped angles up to date where something depends on
/// them. `a` is null where the joint does not act on an A.
JointFrame frame_of(Joint& joint, const BodyPose* a, const BodyPose& b);
/// The frame after its bodies moved.
JointFrame moved(const JointDef& def, const JointFrame& frame, const BodyShift& a, const BodyShift& b);

/// `wrapped` by as many whole turns as bring it next to `near`, rad.
Real unwrap(float wrapped, Real near);
/// Unwrapped angles from the poses. `a` is null where the joint has no A.
void sync_angles(Joint& joint, const BodyPose* a, const BodyPose& b);
/// qA + ratio qB of a gear whose angles are up to date.
double gear_coordinate(const Joint& joint, const BodyPose& a, const BodyPose& b);

inline constexpr int kJointRows = 3;

/// Rate of a coordinate: xdot = a . (vA.x, vA.y, wA) + b . (vB.x, vB.y, wB).
struct JointRow {
    Real a[3] = {};
    Real b[3] = {};
};

enum class ConstraintKind : uint8_t { hold, limit, motor, spring, tension };

struct JointConstraint {
    ConstraintKind kind = ConstraintKind::hold;
    uint8_t row = 0;
    Real at = 0.0;        ///< hold, spring: x wanted
    Real lower = 0.0;     ///< limit
    Real upper = 0.0;
    Real speed = 0.0;     ///< motor: xdot wanted
    Real cap = 0.0;       ///< motor, spring: N or N m, the most it gives; infinity for no bound
    Real stiffness = 0.0; ///< spring: N/m or N m/rad
    Real damping = 0.0;   ///< spring: N s/m or N m s/rad
    Real frequency = 0.0; ///< spring: rad/s, of the stiffness on the mass it was made for
};

/// What a joint is made of. The first two constraints share one circular cap where `round` is set.
struct JointModel {
    JointConstraint constraints[kJointConstraints];
    uint8_t count = 0;
    bool round = false;

    JointConstraint& add(ConstraintKind kind, int row) {
        JointConstraint& constraint = constraints[count++];
        constraint.kind = kind;
        constraint.row = static_cast<uint8_t>(row);
        return constraint;
    }
    void hold(int row, float at = 0.0f) { add(ConstraintKind::hold, row).at = static_cast<Real>(at); }
    void limit(int row, float lower, float upper);
    void drive(int row, float speed, float cap);
    /// `mass`: that of Joint::spring_mass.
    void spring(int row, float at, float mass, float hertz, float damping_ratio, float cap = kUnlimited);
};

/// One joint type: its coordinates at a frame, their Jacobian, and its constraints.
struct JointKind {
    int rows = 0;
    void (*measure)(const JointDef&, const JointFrame&, Real x[kJointRows]) = nullptr;
    void (*linearize)(const JointDef&, const JointFrame&, JointRow rows[kJointRows]) = nullptr;
    void (*model)(const Joint&, JointModel&) = nullptr;
    int angle = -1; ///< the row that is an angle, if one is

    bool is_angle(int row) const { return row == angle; }
};
const JointKind& kind_of(JointType type);

/// The constraints that a joint is made of.
inline JointModel model_of(const Joint& joint) {
    JointModel model;
    kind_of(joint.def.type).model(joint, model);
    return model;
}

/// Whether a joint has a constraint that needs no time to act: a hold or a limit.
bool holds(const Joint& joint);
/// Whether a joint has a spring or a motor.
bool is_driven(const Joint& joint);

/// Sets `joint.spring_mass` from its frame and the masses of its bodies (1/kg, 1/(kg m^2); 0 where nothing moves).
void measure_spring_masses(Joint& joint, const JointFrame& frame, BodyMass a, BodyMass b);

// What the files of the joints share.

/// Two anchors in one place: rows `first` and `first + 1`.
///   x = d,   xdot = vB + wB x rB - vA - wA x rA
inline void point_rows(const JointFrame& f, JointRow* rows) {
    rows[0] = {{-1.0, 0.0, f.rA.y}, {1.0, 0.0, -f.rB.y}};
    rows[1] = {{0.0, -1.0, -f.rA.x}, {0.0, 1.0, f.rB.x}};
}
/// The angle of B on A:  xdot = wB - wA.
inline void angle_row(JointRow& row) { row = {{0.0, 0.0, -1.0}, {0.0, 0.0, 1.0}}; }
/// Along a unit vector u that turns with A:  x = u . d,  xdot = u . (vB - vA) + (rB x u) wB - ((rA + d) x u) wA.
inline void axis_row(const JointFrame& f, RealVec u, JointRow& row) {
    row = {{-u.x, -u.y, -cross(f.rA + f.d, u)}, {u.x, u.y, cross(f.rB, u)}};
}
constexpr bool has_limits(const JointDef& def) { return def.lower > -kUnlimited || def.upper < kUnlimited; }

} // namespace impulse
