/// Every parameter of the physics of a world, each with unit, default and reason. Lengths are for a
/// world whose unit is one metre; `WorldDef::length_unit` scales them.
#pragma once

#include <cstdint>

namespace impulse {

enum class SolverType : uint8_t {
    soft_step,           ///< substeps, soft contacts, relax pass (Catto 2024)
    sequential_impulse,  ///< accumulated clamped impulses, one step (Umbra, ftPhysics)
    substepped_position, ///< projected positions, velocities from displacements (Fx2D)
};

/// How `sequential_impulse` removes penetration.
enum class PositionCorrection : uint8_t {
    none,
    projection, ///< moves bodies apart after integration; adds no velocity (UR7)
    baumgarte,  ///< a bias velocity in the solve (FT5)
};

/// How the coefficients of two materials are mixed.
enum class MixRule : uint8_t { geometric, average, min, max, multiply };

/// How colliding contacts bounce.
enum class Impacts : uint8_t {
    bias,          ///< a target velocity in the same solve as resting contacts
    zero_duration, ///< a separate solve of zero duration before the step (Wedekind)
};

/// How joints that are connected without loops, or with few, are solved. Nets and grids are always iterated.
enum class JointSolver : uint8_t {
    direct,    ///< all at once by elimination: exact, whatever the masses (Baraff 1996)
    iterative, ///< one after the other, like contacts: faster, with gaps under load; springs may gain energy
};

/// How `sequential_impulse` integrates positions (UR14).
enum class Integrator : uint8_t {
    semi_implicit, ///< v += a dt, x += v dt
    verlet,        ///< x += v_old dt / 2, v += a dt and impulses, x += v_new dt / 2: exact for constant acceleration
    rk4,           ///< Verlet with fourth-order damping
};

/// How `compliance` softens the position corrections of `substepped_position` (FX9).
enum class ComplianceMode : uint8_t {
    mass_relative, ///< in proportion to K: a correction removes the same fraction of an overlap for all masses
    literal,       ///< equal for all masses: a body of 100 t sinks in, with 0.14 % of its overlap removed per substep
    xpbd, ///< a multiplier per point, `velocity_passes` iterations: contacts are springs of stiffness 1 / compliance
};

/// Which substeps of `substepped_position` start from stored impulses (FX14).
enum class WarmStart : uint8_t {
    off,
    first_substep, ///< from the last substep of the previous step
    every_substep, ///< from the previous substep: high stacks are more stable
};

/// Naive variants whose failures the lessons show. All off by default.
struct Literal {
    bool stale_position = false; ///< UR7: projection uses the depth at detection in every iteration and removes 1.2
                                 ///< times the excess; without warm starting a column of ten falls through the floor
    bool cold_start = false;     ///< UR11: each step starts from zero impulses; a column of ten sinks in by 0.9 m.
    /// UR4: increments are clamped instead of the accumulated impulse; a tall box that lands flat starts to spin at
    /// 0.8 rad/s.
    bool per_iteration_clamp = false;
    bool integrate_first = false;    ///< UR1: positions are advanced before contact detection
    bool wake_after_solve = false;   ///< UR8: a sleeping body wakes only after a solve in which it was static
    bool a_only_sat = false;         ///< UD7, FX6: only A's edges are tested as separating axes
    bool interval_overlap = false;   ///< UD8: overlap of projections, wrong under containment
    bool inside_circle = false;      ///< UD5: a circle's centre inside a box is pushed inwards
    bool deepest_point_only = false; ///< UD14: one contact point instead of two.
    /// FT3: impulses matched by array order, not by feature, and discarded whenever a point appears or vanishes; a
    /// rocking tower starts its steps with twice the error.
    bool index_match = false;
    bool sum_bias = false; ///< FT8: bias and bounce are added instead of their maximum; a ball of e = 1 rises to 1.19 m
                           ///< from 1 m without `continuous`
    bool fx_restitution = false; ///< FX12, WK3: bounce target recomputed from the present velocity; the iteration after
                                 ///< the bounce cancels it
    /// FX10: corrections do not shift the previous pose, so that correcting an overlap of 10 cm ejects a box at 40 m/s.
    bool no_prev_pose_shift = false;

    bool operator==(const Literal&) const = default;
};

/// The ids in the comments are those of the requirements and their tests.
struct Tuning {
    SolverType solver = SolverType::soft_step;

    // Common to all solvers
    bool warm_starting = true; ///< start from the last step's impulses (UR11, FT1)
    MixRule friction_mix = MixRule::geometric;
    MixRule restitution_mix = MixRule::max;
    /// m/s: slower approaches do not bounce (UR3). With impacts in zero duration 0.05 is enough: approaches below this
    /// or |g| dt are resting contacts (WK1).
    float restitution_threshold = 1.0f;
    float linear_slop = 0.005f;         ///< m: measurable, but too small to see
    float speculative_distance = 0.02f; ///< m: contacts begin at this separation (4 slops)
    /// m: a contact keeps its points while its bodies move less relative to each other, one point up to a twentieth of
    /// that; 0 disables it. Two points keep their normal until a body has turned by 0.05 rad.
    float recycle_distance = 0.02f;
    float max_push_speed = 3.0f;     ///< m/s: cap of the bias velocity of contacts (FT6), and of joints outside nets
    float correction_lever = 1.0f;   ///< m: caps of position corrections count 1 rad as this length
    float max_linear_speed = 400.0f; ///< m/s: of a centre of mass, and after a step of any point relative to it
    Impacts impacts = Impacts::bias;
    /// Bounces use velocities at the instant of the positions: e = 1 keeps its height at any dt. Otherwise impacts in
    /// zero duration lose 7 % per bounce at 60 Hz (WK1), and targets from velocities after forces gain up to 8 % (UR3,
    /// FT4); always on in soft-step.
    bool restitution_midpoint = true;
    bool joints_first = true;
    JointSolver joint_solver = JointSolver::direct;
    int impact_iterations = 10; ///< iterations over joints and colliding contacts per pass (WK4)
    int max_impact_passes = 32; ///< contacts still colliding afterwards are left to the solver, without bounce (WK7)

    // soft_step
    int substeps = 4; ///< of a step; where steps differ in length, of 1/60 s (solvers/soft_step.cpp)
    /// Hz of a soft contact, doubled if one body cannot move. Clamped to 1 / (pi h) of a substep h, the stability
    /// limit: 76 Hz at four substeps of 1/60 s. The stiffness that a free-standing column of N boxes needs grows as
    /// N^3. In a column of bodies of mass m the springs of both neighbours add up: each has the effective mass m / 2,
    /// and the fastest oscillation, neighbours against each other, is sqrt(2) times as fast as a single contact. So the
    /// default is 76 / sqrt(2) Hz. At 60 Hz some piles of hundreds of bodies never come to rest.
    float contact_hertz = 54.0f;
    float contact_damping = 10.0f; ///< damping ratio
    float joint_hertz = 60.0f;
    float joint_damping = 2.0f;
    int relax_iterations = 1;

    // sequential_impulse
    int velocity_iterations = 8; ///< UR9
    PositionCorrection position = PositionCorrection::projection;
    Integrator integrator = Integrator::semi_implicit;
    bool full_ngs = false;       ///< projection with rotation, per point (UR7)
    bool unused = false;         ///< no byte is left undefined, so that equal states have equal snapshots
    int position_iterations = 3; ///< UR9; under Baumgarte they correct joints; 0: joints use the bias too (FT11)
    float percent = 0.4f;        ///< fraction of the excess removed per position iteration (UR7)
    float slop = 0.01f;          ///< m: overlap left alone (UR7, FT5)
    float baumgarte = 0.2f;      ///< fraction of the excess turned into velocity per step (FT5)

    // substepped_position
    ComplianceMode compliance_mode = ComplianceMode::mass_relative;
    WarmStart warm_start = WarmStart::first_substep;
    bool static_kinetic = true; ///< separate static and kinetic friction; false: `friction` is both (FX13)
    bool unused_byte = false;   ///< as `unused`
    int position_substeps = 14;
    int velocity_passes = 4;     ///< velocity passes per substep, of two iterations over contact points each
    float compliance = 1.0e-8f;  ///< m/N of a contact point (FX9)
    float tolerance = 2.0e-4f;   ///< m: overlap left alone, so that resting bodies keep touching (FX9)
    float normal_stable = 0.99f; ///< cosine: a stored friction impulse is discarded if the normal rotated more (FX14)

    bool continuous = true;
    Literal literal;

    // sleep
    bool sleep = true;
    /// UR8: a touch below the speeds that follow does not wake a sleeping body, which then acts as static. When false,
    /// every body that a contact may move is awake, so that no collision loses momentum to a sleeping body.
    bool sleep_through_touch = false;
    /// m/s, rad/s: a faster body is awake. Below 9.81 m/s^2 of gravity both scale with it, down to a thousandth (a
    /// hundredth under `substepped_position`), because motion driven by weight is slower there.
    float sleep_linear = 0.05f;
    float sleep_angular = 0.05f;
    float sleep_time = 0.5f; ///< s below both thresholds before an island sleeps

    bool operator==(const Tuning&) const = default;
};

/// Umbra: projection, 8 velocity and 3 position iterations, restitution by the smaller coefficient (UR3, UR7,
/// UR9).
Tuning umbra_preset();

/// Fx2D: substepped positions, 14 substeps of 4 velocity passes, the smaller coefficients of friction and restitution,
/// bounces from 0.02 m/s on (FX8, FX12, FX13).
Tuning fx2d_preset();

/// ftPhysics: Baumgarte bias beyond a slop, warm starting, 10 iterations, contacts before joints (FT4, FT5, FT10).
Tuning ft_physics_preset();

/// Wedekind: impacts solved in zero duration, then ten iterations with Baumgarte bias for resting contacts (WK1 to
/// WK9).
Tuning wedekind_preset();

} // namespace impulse
