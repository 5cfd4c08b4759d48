/// Chains and other trees of joints that carry more than their springs can hide, or have arms too long for sweeps: solved as
/// one, not joint after joint.
///
/// A sweep takes a load through one joint, so what hangs on many links, or has a hundred times their mass, needs hundreds of
/// sweeps, and meanwhile the joints are springs of their own two bodies: 1,000 kg stretch a chain of ten links of 1 kg by a
/// half. Where bodies and joints make no loop, all their velocities can be had at once and exactly, in one pass from the leaves
/// to the roots and one back. What cannot move closes no loop: a bridge between two rocks is a tree.
///
/// Arms of many times a body's size are as heavy for sweeps: an impulse at r turns the body by m r^2 / I times as much as it moves
/// it (3 for a rod by its end, 1,000 for a box of .2 m by a point 2.6 m off), and what sweeps have to find is the rest. While
/// little moves warm starting hides it; where arms turn it gives energy: of 1,600 random trees of hinges, sliders, rods and
/// welds 480 gained a tenth and more in 20 s, and with sweeps to and fro 627. Solved as one, 11 do, all of them by whipping.
///
/// The equations. Impulses P of all joints shall change the velocities v by u so that
///   M u = J^T P,   J (v + u) + push C + S (acc + P) = 0
/// with S the softness that is left to them, of which below. Take a leaf: a body c with one joint left, to its parent p, and let
/// A be what the joints eliminated before add to its mass, G the impulse that they gave to it (both 0 at first). Then
///   H = (M + A)^-1,   u_c = H (G + J_c^T P)                                        the body's line
///   K = J_c H J_c^T + S,   P = K^-1 (r - J_c H G - J_p u_p)                        put into the joint's line
///   r = -(J v + push C + S acc)
/// which, put into the parent's line, is again the equation of a body, with one leaf fewer:
///   A_p += J_p^T K^-1 J_p,   G_p += J_p^T y,   y = K^-1 (r - J_c H G)
/// A root is left with u = H G, and on the way back P = y - K^-1 J_p u_p, u_c = H (G + J_c^T P). So H is what a whole subtree
/// weighs as felt through its root's joint; K of a joint with what cannot move is S alone. Velocities are moved by M^-1 J^T P,
/// not by u: what rounding makes of u would be momentum from nowhere.
/// Source: Featherstone 1983, in the bodies' own coordinates: block elimination of a symmetric matrix, which fills nothing in
/// when leaves come first (Parter 1961).
///
/// Five things make it good for use.
/// - S is a 256th of the compliance that a joint has in a sweep. The solution needs none to be stable, but chains held at both
///   ends and drawn straight would ask for endless force: J M^-1 J^T is singular there.
/// - Anchors move on arcs: a link that turns by 0.2 rad a substep leaves its tangent by 2 % of its arm. C tells when it has
///   happened, but the second order is known before: h/2 (wA^2 rA - wB^2 rB) is added to J v.
/// - A force f that draws a link taut is a spring of stiffness f . r on its angle, and one of f / L across a rod of length L
///   (geometric stiffness; Tournier et al. 2015). It acts through arms and directions that turn from substep to substep, so it
///   is stepped explicitly: a link of 1 kg under 30 kN swings at 800 rad/s, and substeps of 4 ms would have the chain swing up
///   by itself. What exceeds the stiffness for which h w = 1 is therefore stepped implicitly. On a body's line that is an impulse
///     q = -e (w + u),  e = h^2 sum f . r - I:  M + e stands for M, G starts with -e w
///   and for a rod a second row, across it, of softness 1 / e. Under everyday loads there is none.
/// - Limits are rows that may be left out. Those that push take part, and those through which what moves would come; one that
///   comes out drawing is let go and all is solved anew. After three times it draws, for this once: that takes energy and gives
///   none. Relaxing holds what is reached, and leaves the ways of others to the next sweep: two limits that both ask for what is
///   left of theirs throw about what is between them.
/// - Hinges and sliders leave one row free. What a limit, a motor and a spring do along it, each as -g (J v' + b) with g = 1 / S,
///   is -sum g (J v' + sum g b / sum g): one row, of which each then takes its share. A spring's g and b are those of its own row
///   (make_spring) with the mass that its two bodies have on it, so its stiffness is what was asked for and stepped with all that
///   hangs there. A motor has a cap: it either holds its speed or gives its cap, as sweeps over it alone guess first. One that
///   comes out above its cap gives that, one that gives it and is overtaken holds, and all is solved anew; as with two
///   neighbours that each let the other go this may go round, after six turns motors are only let go. Beside a limit that
///   holds, a motor gives what it gave: by their softness the two would share what the limit should bear. Where motors and springs
///   barred a chain of ten from being a tree, 1,000 kg stretched it by half.
#pragma once

#include "dynamics/joints/joint_rows.h"
#include "dynamics/solve_input.h"

namespace impulse {

struct JointPass;

/// What is eliminated is in doubles: a light link between heavy ones is the difference of what is felt through its two joints.
using Real = double;

/// Symmetric 3 x 3: xx xy xz yy yz zz.
struct Sym3 {
    Real m[6] = {};
};

struct TreeBody {
    uint32_t slot = 0;
    bool root = true;
    Real scale[3] = {}; ///< square roots of the inverse masses along x and y and for turning; 0 where locked
    float spin = 0.0f;  ///< rad/s, before the sweep
    float taut = 0.0f;  ///< kg m^2: h^2 sum f . r
    float drawn = 0.0f; ///< the same, by the latest impulses
    Real excess = 0.0;  ///< kg m^2: e
    Real damped = 0.0;  ///< N m s: q, accumulated in this step
    Sym3 h;             ///< A, then H
    Real g[3] = {};     ///< N s, N s, N m s: G
    Real u[3] = {};     ///< m/s, m/s, rad/s
    Real given[3] = {}; ///< N s, N s, N m s: in this sweep
};

/// Its rows: both of a point, or a direction and, of a rod, the one across, of a slider its limit; an angle third. A row that
/// it has not is 0 and of softness 1.
struct TreeJoint {
    uint32_t child = kNull; ///< in `bodies`; kNull: cannot move
    uint32_t parent = 0;
    uint32_t child_slot = 0;
    uint32_t point = kNull; ///< its rigid parts: row times lanes, plus lane
    uint32_t angle = kNull;
    uint32_t axis = kNull;
    bool child_is_a = false;
    bool rod = false;
    uint32_t way = kNull;   ///< a slider's limit, in the row that it has to spare
    int limit = -1;         ///< which row is a limit
    bool held = false;      ///< it takes part
    Real room = 0.0;        ///< m/s or rad/s: how fast the limit may still be approached after the sweep with bias
    uint32_t motor = kNull; ///< in `axes`, along the row that is free
    uint32_t spring = kNull;
    bool slips = false; ///< its motor gives its cap
    Real gives[3] =
        {};          ///< kg or kg m^2, of driven joints: g of what is held on the free row, of its motor, of its spring
    Real pull = 0.0; ///< N s or N m s: g b of the spring but for acc
    Real lag = 0.0;  ///< m/s or rad/s: sum g b / sum g
    Real child_row[3][3] = {};
    Real parent_row[3][3] = {};
    Real wanted[3] = {}; ///< m/s or rad/s: push C + S acc, and what the arc adds
    Sym3 k;              ///< K^-1
    Real y[3] = {};
    Real alone = 1.0;  ///< 1/kg, rods: K of the joint alone
    float taut = 0.0f; ///< kg, rods: h^2 f / L
    Real give = 0.0;   ///< 1/kg, rods: 1 / e
    Real across = 0.0; ///< N s, rods: accumulated in this step
};

struct JointTrees {
    std::span<TreeJoint> joints; ///< children before parents
    std::span<TreeBody> bodies;
    std::span<const uint32_t> place; ///< by joint, of active ones: its place in `joints`, or kNull
    bool motors = false;             ///< some joint has one
    bool empty() const { return joints.empty(); }
};

/// A body on active joints.
struct JointNode {
    uint32_t run = 0;      ///< the first run without it
    uint32_t degree = 0;   ///< joints of `in_trees` to other bodies that move
    uint32_t edges = 0;    ///< exclusive or of their numbers: where one is left, that one
    uint32_t body = kNull; ///< its number in the trees; kUnnumbered: it will get one
    float crowd = 0.0f;    ///< sum of its joints' shares: see `kCrowded`
    uint32_t root = kNull; ///< of what hangs together by joints; set where some body is crowded
    bool hangs = false;    ///< it, or what was peeled before it, on something that cannot move
    bool limp = false;     ///< on a joint that is too much for sweeps; tells only of what hangs
    bool barred = false;   ///< on a joint that `bars_trees`, and then whatever hangs together with it
};

/// Has only parts that trees solve, limits and drives too, and what slides does not turn: the force of a wheel acts on an arm as long as its
/// way.
constexpr bool in_trees(const Joint& joint) {
    constexpr uint32_t kTurns =
        part_bit(PartKind::swing, PartRole::spring) | part_bit(PartKind::swing, PartRole::motor);
    constexpr uint32_t kSlides =
        part_bit(PartKind::glide, PartRole::spring) | part_bit(PartKind::glide, PartRole::motor);
    constexpr uint32_t kPoint = part_bit(PartKind::point, PartRole::rigid);
    constexpr uint32_t kAngle = part_bit(PartKind::angle, PartRole::rigid);
    constexpr uint32_t kSlide = part_bit(PartKind::slide, PartRole::rigid);
    constexpr uint32_t kSpan = part_bit(PartKind::span, PartRole::rigid);
    constexpr uint32_t kAngleLimit = part_bit(PartKind::angle, PartRole::limit);
    constexpr uint32_t kSlideLimit = part_bit(PartKind::slide, PartRole::limit);
    constexpr uint32_t kSpanLimit = part_bit(PartKind::span, PartRole::limit);
    const uint32_t parts = joint.parts;
    return (parts & ~(kAngle | kAngleLimit | kTurns)) == kPoint ||
           (parts & ~(kSlideLimit | kSlides)) == (kSlide | kAngle) || parts == kSpan || parts == kSpanLimit;
}

/// Takes part in no tree, and lets no body of it be in one. The motor of a wheel, or its limit, beside a tree weighs its own two
/// bodies where it moves a whole arm, and with levers of metres sweeps and tree do not converge: three wheels with limits in a row
/// gained energy without end. What draws at one body by a spring, as a hand does, may.
constexpr bool bars_trees(const Joint& joint) {
    return !in_trees(joint) && joint.parts != 0 && joint.def.type != JointType::target;
}

/// Whether some joint is too much for sweeps: it is levered, or its force accelerates its bodies by more than `load`, m/s^2,
/// and either one of them cannot move, so that all that hangs there adds up in it, or one has 20 times the
/// mass of the other. Ragdolls, cars and piles of them have no such joints, and stay with the sweeps alone.
bool any_heavy(const SolveInput& input, std::span<const uint32_t> active, float load);

/// The trees that have such a joint. Pre: `nodes` have degrees and edges.
JointTrees find_trees(const SolveInput& input, std::span<const uint32_t> active, std::span<JointNode> nodes,
                      float load);

/// Forgets the impulses that are no joint's: for recipes that start substeps cold.
void clear_trees(const JointTrees& trees);

/// Finds the rows of the joints.
template <class L>
void locate_trees(const JointRows<L>& rows, JointTrees& trees);

/// Before a sweep with bias: the spins and tensions that the substep starts with. What a sweep leaves of
/// them, between welds above all, means nothing.
template <class L>
void note_trees(const SolveInput& input, const JointRows<L>& rows, const JointTrees& trees, float h);

/// Solves the trees, after a sweep: with bias for rows as they are now, without with the factors of last
/// time.
template <class L>
void solve_trees(const SolveInput& input, const JointRows<L>& rows, const JointTrees& trees, const JointPass& pass);

} // namespace impulse
