/// The model of a joint: relative poses of its bodies (`JointFrame`), up to three coordinates x with their rates
///   xdot = a . (vA, wA) + b . (vB, wB)                                                     (`JointRow`)
/// and the constraints along them (`JointConstraint`). Every constraint of every joint is of one kind, a bounded linear
/// law between its impulse and its rate at the end of the step:
///   lambda = clamp(g - kappa xdot', lo, hi)
/// | constraint | kappa | g | bounds |
/// |---|---|---|---|
/// | hold  | rigid | kappa times the target rate, 0 except for errors, arcs and bounds that move | none |
/// | limit | rigid | kappa times the rate with which x reaches its bound within the step | one-sided |
/// | motor | rigid | kappa times the speed | +-cap h |
/// | spring | (h k / 4 + gamma c) h | see joint_spring.h | +-cap h |
/// | tension | see joint_tension.h | 0 | none |
/// "Rigid" is a part in 10^5 (motors and gears: in 10^8) softer than K = J M^-1 J^T of the joint's two bodies alone,
/// which keeps redundant constraints solvable. Anchor directions rotate, and in a straight taut chain the constraints
/// contradict each other.
///
/// Each joint type has its own file with its coordinates x, their Jacobian and its constraints. Formulas are templates
/// on the lanes L of math/lanes.h: `Real` for the direct solve, `Wide` for iterations.
#pragma once

#include <initializer_list>

#include "dynamics/body.h"
#include "dynamics/joints/joint.h"
#include "math/lanes.h"

namespace impulse {

/// Writes a lane of either precision.
template <class L>
void set_rounded(L& to, int lane, double value) {
    set_lane(to, lane, static_cast<Number<L>>(value));
}

/// Relative poses of the bodies of a joint.
template <class L>
struct JointFrame {
    LaneVec<L> rA, rB;       ///< m: from the centres of mass to the anchors
    LaneVec<L> d;            ///< m: anchor B minus anchor A, or minus `ground_anchor_a` for a joint without A
    L angle = {};            ///< rad: rotation of B relative to A since the step began
    L gear = {};             ///< rad or m: qA + ratio qB minus its value at creation of the joint
    LaneVec<L> axis;         ///< unit: the local axis of A (prismatic, wheel)
    LaneVec<L> ropeA, ropeB; ///< m: from ground anchors to anchors (pulley)
};

/// Displacement of a body since a frame was computed.
template <class L>
struct BodyShift {
    LaneVec<L> dp;     ///< m
    L c = splat<L>(1); ///< cosine of the rotation
    L s = {};          ///< sine of the rotation
    L turn = {};       ///< rad
};

/// Parameters of a definition that enter the coordinates.
template <class L>
struct JointGeometry {
    L ratio = {};                 ///< pulley
    LaneVec<L> axis_a;            ///< gear: unit, or (0, 0) for the angle
    LaneVec<L> axis_b;            ///< gear: unit times ratio
    L turns_a = {}, turns_b = {}; ///< gear: 1 and the ratio if q is the angle, else 0
    L share = splat<L>(1);        ///< A's part s of the rotation of a gap between anchors (`arms_of_gap`)
};

/// The bodies of a joint.
struct JointBodies {
    const BodyPose* a = nullptr; ///< null if the joint does not act on A
    const BodyPose* b = nullptr;
    BodyMass massA{}, massB{}; ///< 0 of bodies that do not move
};

/// Writes the frame of a joint at the poses of its bodies to a lane. Updates the joint's unwrapped angles if something
/// depends on them, and returns that of B relative to A minus `reference_angle`, rad.
template <class L>
double read_frame(Joint& joint, const JointBodies& bodies, int lane, JointFrame<L>& frame, JointGeometry<L>& geometry);

template <class L>
inline LaneVec<L> turned(const BodyShift<L>& by, LaneVec<L> v) {
    return {by.c * v.x - by.s * v.y, by.s * v.x + by.c * v.y};
}

/// The frame after its bodies moved, in place, as `JointRow::set`.
template <class L>
inline void move_frame(JointType type, const JointGeometry<L>& g, const JointFrame<L>& frame, const BodyShift<L>& a,
                       const BodyShift<L>& b, JointFrame<L>& to) {
    to.rA = turned(a, frame.rA);
    to.rB = turned(b, frame.rB);
    const LaneVec<L> shiftA = a.dp + (to.rA - frame.rA);
    const LaneVec<L> shiftB = b.dp + (to.rB - frame.rB);
    to.d = frame.d + (shiftB - shiftA);
    to.angle = frame.angle + (b.turn - a.turn);
    if (type == JointType::prismatic || type == JointType::wheel) {
        to.axis = turned(a, frame.axis);
    } else if (type == JointType::pulley) {
        to.ropeA = frame.ropeA + shiftA;
        to.ropeB = frame.ropeB + shiftB;
    } else if (type == JointType::gear) {
        to.gear = frame.gear + (dot(g.axis_a, a.dp) + g.turns_a * a.turn) + (dot(g.axis_b, b.dp) + g.turns_b * b.turn);
    }
}

/// `wrapped` plus the whole turns that bring it closest to `near`, rad.
double unwrap(float wrapped, double near);
/// Unwrapped angles from the poses. `a` is null if the joint has no A.
void sync_angles(Joint& joint, const BodyPose* a, const BodyPose& b);
/// qA + ratio qB of a gear with updated angles.
double gear_coordinate(const Joint& joint, const BodyPose& a, const BodyPose& b);

inline constexpr int kJointRows = 3;

/// Rate of a coordinate: xdot = a . (vA.x, vA.y, wA) + b . (vB.x, vB.y, wB).
template <class L>
struct JointRow {
    L a[3] = {};
    L b[3] = {};

    /// By element: WebAssembly copies a structure of this size by a call.
    void set(LaneVec<L> a_along, L a_turn, LaneVec<L> b_along, L b_turn) {
        a[0] = a_along.x;
        a[1] = a_along.y;
        a[2] = a_turn;
        b[0] = b_along.x;
        b[1] = b_along.y;
        b[2] = b_turn;
    }
};

enum class ConstraintKind : uint8_t { hold, limit, motor, spring, tension };

struct JointConstraint {
    ConstraintKind kind;
    uint8_t row;
    double at;           ///< hold, spring: target x
    double lower, upper; ///< limit
    double speed;        ///< motor: target xdot
    double cap;          ///< motor, spring: N or N m, largest force or torque; infinity for no bound
    double mass;         ///< spring: kg or kg m^2 at creation, of which the next two are
    double frequency;    ///< spring: w, rad/s
    double decay;        ///< spring: 2 zeta w, 1/s
};

/// The constraints of a joint.
struct JointModel {
    JointConstraint constraints[kJointConstraints]; ///< undefined beyond `count`
    uint8_t count = 0;

    JointConstraint& add(ConstraintKind kind, int row) {
        JointConstraint& constraint = constraints[count++];
        constraint = {};
        constraint.kind = kind;
        constraint.row = static_cast<uint8_t>(row);
        return constraint;
    }
    void hold(int row, float at = 0.0f) { add(ConstraintKind::hold, row).at = static_cast<double>(at); }
    /// Equal bounds hold: between two limits in one place, solvers of one step would decide in each step again on which
    /// side of it x is, and add or take energy each time.
    void limit(int row, float lower, float upper);
    void drive(int row, float speed, float cap);
    /// `mass`: that of Joint::spring_mass.
    void spring(int row, float at, float mass, float hertz, float damping_ratio, float cap = kUnlimited);
    /// On the anchors (rows 0 and 1) or the angle (2), to coincide. Returns false if the definition has none.
    bool pose_spring(int row, const Joint& joint, float cap);
    /// Spring, motor and limits along a free coordinate, if the definition has them. Equal limits leave it no motion.
    void free(int row, const JointDef& def, float mass);
};

template <class L>
struct JointFormulas {
    void (*measure)(const JointGeometry<L>&, const JointFrame<L>&, L x[kJointRows]);
    void (*linearize)(const JointGeometry<L>&, const JointFrame<L>&, JointRow<L> rows[kJointRows]);
};

/// One joint type: its coordinates at a frame, their Jacobian, and its constraints.
struct JointKind {
    int angle; ///< the row of the angle; -1 for none
    JointFormulas<Real> exact;
    JointFormulas<Wide> iterated;
    void (*model)(const Joint&, JointModel&);

    template <class L>
    const JointFormulas<L>& in() const {
        if constexpr (kLanes<L> == kLanes<Real>) {
            return exact;
        } else {
            return iterated;
        }
    }
};
const JointKind& kind_of(JointType type);

/// The constraints of a joint, by its definition.
inline JointModel model_of(const Joint& joint) {
    JointModel model;
    kind_of(joint.def.type).model(joint, model);
    return model;
}

/// Type and constraints as a number: joints of one form differ only in parameters. 0 without constraints.
uint32_t form_of(const Joint& joint);
constexpr JointType type_of(uint32_t form) { return static_cast<JointType>((form & 15u) - 1u); }
constexpr uint32_t constraint_code(uint32_t form, uint32_t i) {
    return form >> (4 + 5 * i) & 31u;
} ///< 0 beyond the last
constexpr ConstraintKind constraint_kind(uint32_t code) { return static_cast<ConstraintKind>((code >> 2u) - 1u); }
constexpr uint32_t constraint_row(uint32_t code) { return code & 3u; }
constexpr uint32_t constraints_of(uint32_t form) {
    uint32_t count = 0;
    while (count < kJointConstraints && constraint_code(form, count) != 0) { ++count; }
    return count;
}
struct FormPart {
    ConstraintKind kind;
    uint32_t row;
};
template <class Parts = std::initializer_list<FormPart>>
constexpr uint32_t form_with(JointType type, const Parts& parts) {
    uint32_t form = 1u + static_cast<uint32_t>(type); // 4 bits, then 5 for each constraint
    uint32_t at = 4;
    for (const auto& part : parts) {
        form |= ((1u + static_cast<uint32_t>(part.kind)) << 2u | part.row) << at;
        at += 5;
    }
    return form;
}
/// Whether its first two constraints share one circular cap.
constexpr bool is_round(uint32_t form) {
    const bool point = type_of(form) == JointType::motor || type_of(form) == JointType::target;
    return point && constraint_row(constraint_code(form, 0)) == 0;
}

/// Whether its first two constraints hold two anchors together, along x and y.
constexpr bool holds_anchors(uint32_t form) {
    const bool point = type_of(form) == JointType::revolute || type_of(form) == JointType::weld;
    return point && constraint_kind(constraint_code(form, 0)) == ConstraintKind::hold &&
           constraint_row(constraint_code(form, 0)) == 0;
}

/// Whether its first two rows are a gap between anchors.
constexpr bool has_gap(JointType type) {
    return type == JointType::revolute || type == JointType::weld || type == JointType::motor ||
           type == JointType::target;
}

/// Whether any constraint is of one of two kinds.
constexpr bool has_kind(uint32_t form, ConstraintKind one, ConstraintKind other) {
    for (uint32_t i = 0; i < constraints_of(form); ++i) {
        const ConstraintKind kind = constraint_kind(constraint_code(form, i));
        if (kind == one || kind == other) { return true; }
    }
    return false;
}
/// Whether a joint has a constraint that acts in zero duration.
inline bool holds(const Joint& joint) { return has_kind(joint.form, ConstraintKind::hold, ConstraintKind::limit); }
inline bool is_driven(const Joint& joint) {
    return has_kind(joint.form, ConstraintKind::motor, ConstraintKind::spring);
}
/// Whether x of some constraint is an angle, or depends on one.
bool needs_angle(uint32_t form);

/// 1/kg or 1/(kg m^2) by row: inverse effective mass of the two bodies under the joint's holding constraints.
/// `mobilities`: kJointRows.
void measure_mobilities(Joint& joint, const JointModel& model, const JointBodies& bodies, double* mobilities);
/// Sets `joint.spring_mass`.
void measure_spring_masses(Joint& joint, const JointBodies& bodies);

// Shared by the files of the joints.

template <class L>
struct JointArms {
    LaneVec<L> a, b;
};

/// m: arms of the forces that close a gap d between anchors, and their rows:
///   x = d,   xdot = vB + wB x (rB - (1 - s) d) - vA - wA x (rA + s d)
/// Both end at one point of the gap, so that a force across it gives the pair no torque. At anchors that are apart it
/// would give d x F out of nothing: that of a motor, or of two joints that contradict each other. A weld with a rope
/// that is 3 % too short, or two hinges 2 % apart, span free bodies up to 57 m/s. The rows are the rate of d as seen
/// from a frame that turns at s wA + (1 - s) wB. With s = IA / (IA + IB) what this adds turns both bodies alike.
template <class L>
JointArms<L> arms_of_gap(const JointGeometry<L>& g, const JointFrame<L>& f) {
    const LaneVec<L> part = g.share * f.d;
    return {f.rA + part, f.rB + (part - f.d)};
}

/// The angle of B on A:  xdot = wB - wA.
template <class L>
void angle_row(JointRow<L>& row) {
    row.set({}, splat<L>(-1), {}, splat<L>(1));
}
/// Along a unit vector u that turns with A:  x = u . d,  xdot = u . (vB - vA) + (rB x u) wB - ((rA + d) x u) wA.
template <class L>
void axis_row(const JointFrame<L>& f, LaneVec<L> u, JointRow<L>& row) {
    row.set(-u, -cross(f.rA + f.d, u), u, cross(f.rB, u));
}
/// Anchors and angle.
template <class L>
void measure_pose(const JointGeometry<L>&, const JointFrame<L>& f, L* x) {
    x[0] = f.d.x;
    x[1] = f.d.y;
    x[2] = f.angle;
}
/// What of the rows of two points that stay together depends on the poses.
template <class L>
void turn_pose(const JointGeometry<L>& g, const JointFrame<L>& f, JointRow<L>* rows) {
    const JointArms<L> arms = arms_of_gap(g, f);
    rows[0].a[2] = arms.a.y;
    rows[0].b[2] = -arms.b.y;
    rows[1].a[2] = -arms.a.x;
    rows[1].b[2] = arms.b.x;
}
template <class L>
void linearize_pose(const JointGeometry<L>& g, const JointFrame<L>& f, JointRow<L>* rows) {
    const L one = splat<L>(1);
    rows[0].set({-one, L{}}, L{}, {one, L{}}, L{});
    rows[1].set({L{}, -one}, L{}, {L{}, one}, L{});
    angle_row(rows[2]);
    turn_pose(g, f, rows);
}

template <class L>
constexpr JointFormulas<L> kPose{measure_pose<L>, linearize_pose<L>};

constexpr bool has_limits(const JointDef& def) { return def.lower > -kUnlimited || def.upper < kUnlimited; }
/// Whether its coordinate can change: between equal limits there is nothing for a spring or a motor to do.
constexpr bool has_play(const JointDef& def) { return def.lower < def.upper; }

extern const JointKind kRevolute;
extern const JointKind kPrismatic;
extern const JointKind kDistance;
extern const JointKind kWeld;
extern const JointKind kWheel;
extern const JointKind kMotor;
extern const JointKind kTarget;
extern const JointKind kGear;
extern const JointKind kPulley;

} // namespace impulse
