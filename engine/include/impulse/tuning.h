/// Every number that shapes the physics of a world, each with unit, default and reason. Lengths are for a
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
    projection, ///< move bodies apart after integration; injects no velocity (UR7)
    baumgarte,  ///< a velocity bias in the solve (FT5)
};

/// How two materials become one coefficient.
enum class MixRule : uint8_t { geometric, average, min, max, multiply };

/// How colliding contacts get their bounce.
enum class Impacts : uint8_t {
    bias,          ///< a velocity target inside the resting solve
    zero_duration, ///< a solve of its own before the step, in which no time passes (Wedekind)
};

/// How positions follow velocities in `sequential_impulse` (UR14).
enum class Integrator : uint8_t {
    semi_implicit, ///< v += a dt, x += v dt
    verlet,        ///< x += v_old dt / 2, v += a dt and impulses, x += v_new dt / 2: exact for constant acceleration
    rk4,           ///< Verlet with damping to fourth order
};

/// How `compliance` softens the position fixes of `substepped_position` (FX9).
enum class ComplianceMode : uint8_t {
    mass_relative, ///< in proportion to K: a fix removes the same fraction of an overlap whatever the masses
    literal,       ///< the same for all masses: a body of 100 t sinks in, as .14 % of its overlap is removed a substep
    xpbd, ///< a multiplier a point and `velocity_passes` sweeps: contacts are springs of stiffness 1 / compliance
};

/// Which substeps of `substepped_position` start from stored impulses (FX14).
enum class WarmStart : uint8_t {
    off,
    first_substep, ///< from those of the last substep of the step before
    every_substep, ///< from those of the substep before: what is stacked high stands better
};

/// Variants kept because a lesson wants to show how they fail. All off by default.
struct Literal {
    bool stale_position = false; ///< UR7: projection reads the depth of detection in every iteration, and takes out 1.2
                                 ///< times the excess; cold, a column of ten falls through the floor
    bool cold_start = false; ///< UR11: sequential impulses are forgotten each step; a column of ten sinks in by .9 m
    bool per_iteration_clamp =
        false;                       ///< UR4: each impulse clamped on its own instead of the sum; a tall box that lands
                                     ///< flat starts to spin at .8 rad/s
    bool integrate_first = false;    ///< UR1: positions move before contacts are found
    bool wake_after_solve = false;   ///< UR8: a sleeper is woken only after it acted as a wall
    bool a_only_sat = false;         ///< UD7, FX6: only A's edges are tested as separating axes
    bool interval_overlap = false;   ///< UD8: overlap of projections, wrong under containment
    bool inside_circle = false;      ///< UD5: a centre inside a box pushes inwards
    bool deepest_point_only = false; ///< UD14: one contact point where two are needed
    bool index_match = false;    ///< FT3: impulses recalled by array order, not by feature, and forgotten whenever a
                                 ///< point comes or goes; a tower that rocks starts its steps twice as far off
    bool sum_bias = false;       ///< FT8: push and bounce added, not the larger taken; a ball of e = 1 climbs to 1.19 m
                                 ///< from 1 m without `continuous`
    bool fx_restitution = false; ///< FX12, WK3: bounce target recomputed from the present velocity; the sweep after
                                 ///< the one that made the bounce takes it away
    bool no_prev_pose_shift =
        false; ///< FX10: the pose before the substep stays where it was, so that fixing an overlap
               ///< of 10 cm throws a box away at 33 m/s

    bool operator==(const Literal&) const = default;
};

/// See SEEDS-numbered requirements in the comments; the ids are those of the tests.
struct Tuning {
    SolverType solver = SolverType::soft_step;

    // Common to all solvers
    bool warm_starting = true; ///< start from the last step's impulses (UR11, FT1)
    MixRule friction_mix = MixRule::geometric;
    MixRule restitution_mix = MixRule::max;
    float restitution_threshold =
        1.0f;                   ///< m/s: slower approaches do not bounce (UR3). With impacts in zero duration .05
                                ///< is enough: what is slower than this or than |g| dt rests (WK1)
    float linear_slop = 0.005f; ///< m: visible to numbers, not to eyes
    float speculative_distance = 0.02f; ///< m: contacts are made this far ahead of touching (4 slops)
    float recycle_distance = 0.02f;     ///< m: a two-point contact keeps its points while they move less; 0 never does
    float max_push_speed = 3.0f;        ///< m/s: overlap is never resolved faster (FT6)
    float max_linear_speed = 400.0f;    ///< m/s: of a centre of mass, and after a step of any point about it
    Impacts impacts = Impacts::bias;
    int impact_iterations = 10; ///< sweeps over joints and colliding contacts a pass (WK4)
    int max_impact_passes = 32; ///< what still collides after as many is left to the solver, without bounce (WK7)
    bool restitution_midpoint =
        true; ///< bounces read speeds at the instant of the positions: e = 1 keeps its height at any
              ///< dt. Without, impacts in zero duration lose 7 % a bounce at 60 Hz (WK1), and targets
              ///< from speeds after forces gain up to 8 % (UR3, FT4); soft-step always does so
    bool joints_first = true;
    Integrator integrator = Integrator::semi_implicit;

    // soft_step
    int substeps = 4;
    /// Hz of the spring of a contact, twice as much where one body cannot move; at most 1 / (pi h) of a substep h, as
    /// far as it steps without swinging up: 76 Hz at four substeps of 1/60 s. A column of N boxes stands by itself
    /// where this exceeds some N^3: at 60 Hz one of 20, which sinks by 33 mm, at 76 Hz by 21 mm; but with all at that
    /// bound a pile does not come to rest.
    float contact_hertz = 60.0f;
    float contact_damping = 10.0f; ///< damping ratio
    float joint_hertz = 60.0f;
    float joint_damping = 2.0f;
    int relax_iterations = 1;

    // sequential_impulse
    int velocity_iterations = 8; ///< UR9
    PositionCorrection position = PositionCorrection::projection;
    int position_iterations = 3; ///< UR9; with Baumgarte's push they correct joints; 0: joints are pushed too (FT11)
    float percent = 0.4f;        ///< fraction of the excess removed per position iteration (UR7)
    float slop = 0.01f;          ///< m: overlap left alone (UR7, FT5)
    bool full_ngs = false;       ///< projection with rotation, per point (UR7)
    float baumgarte = 0.2f;      ///< fraction of the excess turned into velocity per step (FT5)

    // substepped_position
    int position_substeps = 14;
    int velocity_passes = 4;    ///< sweeps over velocities a substep, of two sweeps over the points of a contact
    float compliance = 1.0e-8f; ///< m/N of a contact point (FX9)
    ComplianceMode compliance_mode = ComplianceMode::mass_relative;
    float tolerance = 2.0e-4f; ///< m: overlap left alone, so that what rests keeps touching (FX9)
    WarmStart warm_start = WarmStart::first_substep;
    float normal_stable = 0.99f; ///< cosine: a stored friction impulse is dropped where the normal turned more (FX14)
    bool static_kinetic = true;  ///< static and kinetic friction apart; false: `friction` is both (FX13)

    // sleep
    bool sleep = true;
    /// m/s, rad/s: a faster body is awake. In gravity weaker than 9.81 m/s^2 both are lower in proportion, down to a
    /// thousandth (a hundredth under `substepped_position`), because what weight moves is slower there.
    float sleep_linear = 0.05f;
    float sleep_angular = 0.05f;
    float sleep_time = 0.5f; ///< s below both before an island sleeps
    /// UR8: a touch slower than these speeds does not wake a sleeper, which acts as a wall. When false, every body that
    /// may be pushed is awake, so that no collision loses momentum to a sleeper.
    bool sleep_through_touch = false;

    bool continuous = true;

    Literal literal;

    bool operator==(const Tuning&) const = default;
};

/// Umbra: projection, 8 velocity and 3 position iterations, restitution by the smaller coefficient (UR3, UR7,
/// UR9).
Tuning umbra_preset();

/// Fx2D: substepped positions, 14 substeps of 4 velocity passes, the smaller coefficients of friction and restitution,
/// bounces from .02 m/s on (FX8, FX12, FX13).
Tuning fx2d_preset();

/// ftPhysics: Baumgarte's push beyond a slop, warm starting, 10 iterations, contacts before joints (FT4, FT5, FT10).
Tuning ft_physics_preset();

/// Wedekind: impacts solved in zero duration, then ten iterations with Baumgarte's push for what rests (WK1 to WK9).
Tuning wedekind_preset();

} // namespace impulse
