/// The bounds of the acceptance suite: one quantity per row, one bound per preset. A test measures a quantity once and
/// passes it to `judge` (matrix.h), which checks it against its bound and records it for the printed matrix. If a
/// preset falls short, shortfalls.h states by how much and why; the bounds here are not loosened.
///
/// A quantity of either sign has two bounds: a box that was ejected upwards must not count as one that did not sink.
#pragma once

#include <limits>

namespace impulse::test {

/// The closed range a quantity must lie in. NaN lies in none.
struct Range {
    float low = -std::numeric_limits<float>::infinity();
    float high = std::numeric_limits<float>::infinity();
    constexpr bool holds(float value) const { return value >= low && value <= high; }
};
constexpr Range at_most(float high) { return {.high = high}; }
constexpr Range at_least(float low) { return {.low = low}; }
constexpr Range about(float value, float tolerance) { return {value - tolerance, value + tolerance}; }
inline constexpr Range kNotAsked{};

/// The column of bounds that applies to a preset.
enum class Column { soft, umbra, ft, fx, wk };

struct Asked {
    Range soft;
    Range umbra;
    Range ft;
    Range fx;
    Range wk;
    constexpr Range of(Column column) const {
        switch (column) {
        case Column::soft:
            return soft;
        case Column::umbra:
            return umbra;
        case Column::ft:
            return ft;
        case Column::fx:
            return fx;
        case Column::wk:
            return wk;
        }
        return kNotAsked;
    }
};
constexpr Asked of_all(Range range) { return {range, range, range, range, range}; }

/// One number that a law bounds.
struct Quantity {
    const char* law;
    const char* what;
    const char* unit; ///< "" for a ratio
    Asked asked;
    bool golden = false; ///< also within 30 % of the recorded figure, because the bound is far from it
};
inline constexpr bool kGolden = true;

// One body

inline constexpr Quantity kFallError{"X1", "free fall, 1 s: error against the closed form", "m",
                                     of_all(at_most(1.0e-3f))};
inline constexpr Quantity kThrowError{"X2", "projectile, 1 s: error against the closed form", "m",
                                      of_all(at_most(1.0e-3f))};
inline constexpr Quantity kSpinChange{"X2b", "free rotation at 5 rad/s, 10 s: change", "rad/s",
                                      of_all(at_most(1.0e-6f))};
inline constexpr Quantity kCreep{"X3", "slope of 20 degrees, friction 0.5, 10 s: creep", "m", of_all(at_most(1.0e-3f))};
inline constexpr Quantity kColdCreep{"X3", "the same without warm starting: creep", "m", of_all(at_most(1.0e-2f))};
// g (sin 30 - 0.3 cos 30)
inline constexpr Quantity kSlopeRate{"X3", "slope of 30 degrees, friction 0.3: acceleration", "m/s^2",
                                     of_all(about(2.3563f, 0.03f * 2.3563f))};
// v^2 / (2 mu g)
inline constexpr Quantity kSlideDistance{"X4", "box at 3 m/s, friction 0.4: stopping distance", "m",
                                         of_all(about(1.1468f, 0.03f * 1.1468f))};
inline constexpr Quantity kSlideTilt{"X4", "the same: tilt while sliding", "rad", of_all(at_most(0.01f))};
// The torque of friction about the centre, mu m g / 2, shifts the weight by mu / 2 of the box's width.
inline constexpr Quantity kFrontShare{"X4", "the same: share of the weight on the front", "",
                                      of_all(about(0.7f, 0.035f))};
inline constexpr Quantity kRebound0{"X5", "1 m drop, e = 0, 60 Hz: rebound", "m", of_all({-0.02f, 0.02f})};
inline constexpr Quantity kRebound5{"X5", "1 m drop, e = 0.5, 60 Hz: rebound", "m", of_all({0.19f, 0.28f})};
inline constexpr Quantity kRebound5Fine{"X5", "1 m drop, e = 0.5, 240 Hz: rebound", "m", of_all({0.24f, 0.26f})};
// With the midpoint rule of WK1, on for soft-step and wedekind, 1.000 +- 0.005 at any step.
inline constexpr Quantity kRebound1{
    "X5",
    "1 m drop, e = 1, 60 Hz: rebound",
    "m",
    {{0.995f, 1.005f}, {0.92f, 1.08f}, {0.92f, 1.08f}, {0.92f, 1.08f}, {0.995f, 1.005f}}};
inline constexpr Quantity kRebound1Fine{
    "X5",
    "1 m drop, e = 1, 240 Hz: rebound",
    "m",
    {{0.995f, 1.005f}, {0.98f, 1.02f}, {0.98f, 1.02f}, {0.98f, 1.02f}, {0.995f, 1.005f}}};

inline constexpr Quantity kReboundVerlet{"X5", "1 m drop, e = 1, 60 Hz under Verlet: rebound", "m",
                                         of_all({0.995f, 1.005f})};
inline constexpr Quantity kReboundRunge{"X5", "1 m drop, e = 1, 60 Hz under Runge-Kutta 4: rebound", "m",
                                        of_all({0.995f, 1.005f})};

// Collisions

inline constexpr Quantity kHeadOnSpeed{"X6", "head-on collision, mass ratios 1:1 to 1:100: error of a speed", "m/s",
                                       of_all(at_most(1.0e-3f))};
inline constexpr Quantity kHeadOnMomentum{"X6", "the same: change of momentum, relative", "", of_all(at_most(1.0e-4f))};
inline constexpr Quantity kHeadOnEnergy{"X6", "the same: change of kinetic energy, relative", "",
                                        of_all(at_most(1.0e-3f))};
inline constexpr Quantity kObliqueSlip{"X6", "oblique collision without friction: change of tangential velocity", "m/s",
                                       of_all(at_most(1.0e-5f))};
// Solved simultaneously with fixed targets, the discs share the impact: (-0.6, 0.4, 0.4, 0.4, 0.4) (WK7).
inline constexpr Quantity kCradle{
    "X7",
    "5 touching discs: speed of the last over that of the first",
    "",
    {kNotAsked, about(0.4f, 0.01f), about(0.4f, 0.01f), {0.95f, 1.001f}, {0.9999f, 1.001f}},
    kGolden};
inline constexpr Quantity kGapCradle{"X7", "5 discs with gaps of 11 mm: speed of the last over that of the first", "",
                                     of_all({0.95f, 1.001f})};
inline constexpr Quantity kLateCradle{"X7", "the same with a speculative distance of 5 mm instead of 20 mm", "",
                                      of_all({0.95f, 1.001f})};

// Stacks and piles

// Boxes have offsets of up to 5 mm and 2 mrad (support/uneven.h). While a tilted box of 1 m settles flat it moves by 1
// mm, and all boxes above move with it, so ten may drift by 10 mm more than ten aligned ones. Tilted boxes overlap by
// up to 2 mm, less than the slop of 5 mm, so the top may end that much higher than it started.

constexpr Range drifts(float straight) { return {0.0f, straight + 0.010f}; }
constexpr Range sinks(float most) { return {-0.005f, most}; }

inline constexpr Quantity kStackDrift{"X8",
                                      "stack of 10 boxes, 10 s: sideways drift",
                                      "m",
                                      {drifts(0.005f), drifts(0.01f), drifts(0.01f), drifts(0.05f), drifts(0.05f)}};
// The source states none for umbra and ftPhysics: the drift divided by the height of a box.
inline constexpr Quantity kStackTilt{"X8",
                                     "stack of 10 boxes, 10 s: tilt",
                                     "rad",
                                     {at_most(0.005f), at_most(0.01f), at_most(0.01f), at_most(0.05f), at_most(0.05f)},
                                     kGolden};
inline constexpr Quantity kStackSink{"X8",
                                     "stack of 10 boxes, 10 s: sinking of the top",
                                     "m",
                                     {sinks(0.02f), sinks(0.03f), sinks(0.03f), sinks(0.10f), sinks(0.05f)}};
inline constexpr Quantity kStackAwake{"X8", "stack of 10 boxes, 10 s: awake", "boxes", of_all(at_most(0.0f))};
inline constexpr Quantity kSleepDrift{"X8",
                                      "stack of 10 boxes that may sleep, 10 s: sideways drift",
                                      "m",
                                      {drifts(0.005f), drifts(0.01f), drifts(0.01f), drifts(0.05f), drifts(0.05f)}};
inline constexpr Quantity kTallSink{"X8", "stack of 15 boxes, 10 s: sinking of the top", "m", of_all(sinks(0.3f)),
                                    kGolden};
// A standing tower sinks by less than half a box.
inline constexpr Quantity kTowerSink{"X8", "stack of 20 boxes, 10 s: sinking of the top", "m", of_all(sinks(0.5f)),
                                     kGolden};
inline constexpr Quantity kPyramidTilt{"X8", "pyramid of 5 rows, 10 s: tilt", "rad", of_all(at_most(0.2f)), kGolden};
inline constexpr Quantity kPyramidSink{"X8", "pyramid of 5 rows, 10 s: sinking of the top", "m", of_all(sinks(0.3f)),
                                       kGolden};
inline constexpr Quantity kGreatPyramidSink{"X8", "pyramid of 60 rows, 4 s: sinking of the top", "m",
                                            of_all(sinks(2.5f)), kGolden};
inline constexpr Quantity kJitter{
    "X9",
    "stack of 10 boxes: rms speed of the top over 5 s",
    "m/s",
    {at_most(1.0e-3f), at_most(1.0e-3f), at_most(1.0e-3f), at_most(5.0e-3f), at_most(5.0e-3f)}};
inline constexpr Quantity kTenSink{"X10", "10 kg on 1 kg, 10 s: sinking", "m", of_all(sinks(0.02f)), kGolden};
inline constexpr Quantity kHundredSink{"X10",
                                       "100 kg on 1 kg, 10 s: sinking",
                                       "m",
                                       {sinks(0.05f), sinks(0.05f), sinks(0.05f), sinks(0.15f), sinks(0.05f)},
                                       kGolden};
inline constexpr Quantity kSliverShift{"X11", "slivers of 4 x 0.1 m and 4 x 0.02 m, 10 s: error of height", "m",
                                       of_all(at_most(0.05f))};
inline constexpr Quantity kSliverTilt{"X11", "the same: tilt", "rad", of_all(at_most(0.05f))};
inline constexpr Quantity kSpinGain{"X12",
                                    "box spinning at 5 to 100 rad/s on a floor: highest energy over initial energy", "",
                                    of_all({0.0f, 1.001f}), kGolden};
// The source requires 0; rounding alone adds up to 1e-5 of an energy summed in float over 200 discs. The Baumgarte bias
// (ft) may do work.
inline constexpr Quantity kPileGain{
    "X12",
    "200 discs, e = 0.3: energy gain over initial energy",
    "",
    {at_most(1.0e-5f), at_most(1.0e-5f), at_most(2.0e-3f), at_most(1.0e-5f), at_most(1.0e-5f)}};
// The pile is chaotic; without any reuse of points umbra reaches 1.35e-5. The bias of ftPhysics and Wedekind lifts
// what overlaps: 5e-5 of an energy of 12 m is 0.6 mm a disc, an eighth of the slop.
inline constexpr Quantity kPileGainSolved{
    "X12",
    "the same with 100 iterations",
    "",
    {at_most(1.0e-5f), at_most(2.0e-5f), at_most(5.0e-5f), at_most(1.0e-5f), at_most(5.0e-5f)}};
inline constexpr Quantity kPileLoss{"X12", "the same pile: lowest energy over initial energy", "",
                                    of_all({0.0f, 0.75f}), kGolden};

// Joints

// 2 pi sqrt(L / g)
inline constexpr Quantity kPendulum{"X16", "pendulum of 1 m, small angle: period", "s",
                                    of_all(about(2.006f, 0.02006f))};
// Links that hang straight have their own length, to the slop over 5 m.
constexpr Range stretch(float most) { return {-0.001f, most}; }
inline constexpr Quantity kChainLight{"X16",
                                      "chain of 10 links of 1 kg, 10 kg at its end: largest stretch",
                                      "",
                                      {stretch(0.02f), stretch(0.05f), stretch(0.05f), stretch(0.05f), stretch(0.05f)},
                                      kGolden};
inline constexpr Quantity kChainHeavy{"X16", "the same with 1,000 kg", "", of_all(stretch(0.10f)), kGolden};
inline constexpr Quantity kChainSwing{"WK9", "chain of 5 links swinging for 20 s: largest joint error", "m",
                                      of_all(at_most(0.002f)), kGolden};
inline constexpr Quantity kChainDrift{"X16", "the same after 10,000 steps: joint error", "m", of_all(at_most(0.002f))};

// A hinge dissipates no energy. A tenth is allowed for the terms of higher order that a discrete arc omits.
inline constexpr Quantity kDoublePendulum{
    "X16", "double pendulum released level, 20 s: final energy over initial energy", "", of_all({0.9f, 1.01f})};
inline constexpr Quantity kHubGain{"X16",
                                   "disc of 1 kg with 3 to 8 rods on its rim, 20 s: highest energy over initial energy",
                                   "", of_all({0.0f, 1.0f})};
// An undamped spring between a fixed point and 1 kg, 2 m long and extended by 1 m: 10 rad/s are 1.59 Hz. The largest
// sample of an oscillation is below its amplitude by 1/2 (w h / 2)^2 = 0.35 % at most.
inline constexpr Range kAmplitude{0.995f, 1.01f};
inline constexpr Quantity kVerletSpring{
    "WK10", "spring of 10 rad/s, 10 s under Verlet: amplitude over initial amplitude", "", of_all(kAmplitude)};
inline constexpr Quantity kRungeSpring{
    "WK10", "spring of 10 rad/s, 10 s under Runge-Kutta 4: amplitude over initial amplitude", "", of_all(kAmplitude)};

// Convergence, determinism, change, continuity

// Gauss-Seidel along a chain of ten converges by cos^2(pi / 11) = 0.92 per iteration in the end; before that, while
// other modes than the slowest remain, faster or slower.
inline constexpr Quantity kResidualRatio{
    "X13", "stack of 10 boxes without warm starting: largest ratio of successive residuals", "", of_all({0.0f, 0.96f})};
inline constexpr Quantity kWarmFrame{
    "X13", "the same: step from which the warm-started residual is below 1/100 of the cold one", "",
    of_all(at_most(60.0f)), kGolden};
inline constexpr Quantity kMarginsThatShow{"FX2", "40 random bins: number that depend on the margin of fat AABBs", "",
                                           of_all(at_most(0.0f))};
inline constexpr Quantity kDiffering{"X14", "3 runs of each named scene: steps that differ in a bit", "",
                                     of_all(at_most(0.0f))};
inline constexpr Quantity kIslandShift{
    "X14", "an island beside others created before, after or not at all: runs that differ", "", of_all(at_most(0.0f))};
inline constexpr Quantity kSwitchMove{
    "X15", "settled stack of 10 boxes, switched to any other solver, 2 s: displacement", "m", of_all(at_most(5.0e-3f))};
inline constexpr Quantity kChangeMove{"X15", "the same, switched to other time steps or iterations: displacement", "m",
                                      of_all(at_most(5.0e-3f))};
inline constexpr Quantity kEscapes{"X17", "disc of 0.05 m at 100 m/s, wall of 0.1 m, 40 phases: number that tunnel", "",
                                   of_all(at_most(0.0f))};

// Mechanisms (tests/laws/random_mechanisms_test.cpp). Shares are of a mechanism's energy scale: initial kinetic
// energy, spring energy, potential energy of its fall and work of its motors.

inline constexpr Quantity kRigidGains{"X18", "2,048 random rigid mechanisms, 6 s: number that gain over 1 % of energy",
                                      "", of_all(at_most(0.0f))};
inline constexpr Quantity kSpringGains{
    "X18", "2,048 with springs, 6 s: number that gain over 5 %, spring energy included", "", of_all(at_most(0.0f))};
inline constexpr Quantity kSpringThrows{
    "X18", "the same: number that gain over 5 % of kinetic and potential energy alone", "", of_all(at_most(0.0f))};
inline constexpr Quantity kDrivenGains{
    "X18", "512 rigid ones with motors, 6 s: number that gain 1 % more than motor work", "", of_all(at_most(0.0f))};
inline constexpr Quantity kDoubled{"X18", "4,096 rigid and with springs: number that double their energy", "",
                                   of_all(at_most(0.0f))};
inline constexpr Quantity kFinalEnergy{
    "X18", "512 rigid ones without gravity and contacts, 6 s: median final over initial energy", "",
    of_all({0.0f, 1.01f}), kGolden};
inline constexpr Quantity kLostBodies{"X18", "all 4,608: number that put a body into quarantine", "",
                                      of_all(at_most(0.0f))};
// The length of a vector of two components has three roundings.
inline constexpr Quantity kMechanismSpeed{"X18", "all 4,608: highest speed over maxLinearSpeed", "",
                                          of_all(at_most(1.0f + 3.0f * 6.0e-8f))};

// Light under heavy (tests/laws/light_under_heavy_test.cpp). With restitution 0 no body rebounds; the overlap of one
// step is corrected, under 5 % of these drops.

inline constexpr Range kNoRise{0.0f, 0.05f};
inline constexpr Quantity kHingeRise{"X19", "25 to 150 kg hinged to a disc of 1 kg, 0.4 m drop: rebound over drop", "",
                                     of_all(kNoRise)};
inline constexpr Quantity kWeldRise{"X19", "the same, welded", "", of_all(kNoRise)};
inline constexpr Quantity kSliderRise{"X19", "the same, on a prismatic joint locked by its limits", "",
                                      of_all(kNoRise)};
inline constexpr Quantity kCartRise{"X19", "carts of 30 to 250 kg on wheels of 1 kg, 0.25 m drop: rebound over drop",
                                    "", of_all(kNoRise)};
inline constexpr Quantity kCartTilt{"X19", "the same carts: tilt after 5 s", "rad", of_all({0.0f, 0.05f})};
inline constexpr Range kNoThrow{0.0f, 0.1f};
inline constexpr Quantity kCrateThrow{
    "X20", "box falling onto a crate of 1/5 to 1/100 of its mass: rebound over impact speed", "", of_all(kNoThrow)};
inline constexpr Quantity kPlankThrow{
    "X20", "box falling onto planks of such masses, hinged to posts: rebound over impact speed", "", of_all(kNoThrow)};
inline constexpr Quantity kLoadedPyramids{"X20", "9 uneven pyramids of 9 rows, 100 to 300 kg on top, 6 s: fallen", "",
                                          of_all({0.0f, 0.0f})};
inline constexpr Quantity kLoadedPyramidSink{"X20", "the same pyramids: sinking of the top", "m", of_all({0.0f, 0.1f})};

// Uneven scenes (tests/laws/uneven_test.cpp)

inline constexpr Quantity kTowers10{"X21", "40 uneven towers of 10 boxes, 20 s: fallen", "", of_all({0.0f, 0.0f})};
inline constexpr Quantity kTowers10Sink{"X21", "40 uneven towers of 10 boxes, 20 s: sinking of the top", "m",
                                        of_all({0.0f, 0.03f})};
inline constexpr Quantity kTowers15{"X21", "40 uneven towers of 15 boxes, 20 s: fallen", "", of_all({0.0f, 0.0f})};
inline constexpr Quantity kTowers15Sink{"X21", "40 uneven towers of 15 boxes, 20 s: sinking of the top", "m",
                                        of_all({0.0f, 0.06f})};
inline constexpr Quantity kTowers20{"X21", "40 uneven towers of 20 boxes, 20 s: fallen", "", of_all({0.0f, 0.0f})};
inline constexpr Quantity kTowers20Sink{"X21", "40 uneven towers of 20 boxes, 20 s: sinking of the top", "m",
                                        of_all({0.0f, 0.1f})};
inline constexpr Quantity kFallenCards{"X21", "a house of 40 cards of 3 mm, 8 s: fallen", "", of_all({0.0f, 0.0f})};
// A body slower than `sleep_linear` is at rest.
inline constexpr Range kAtRest{0.0f, 0.05f};
inline constexpr Quantity kAlternatingStack{
    "X22", "stack of 6 uneven boxes at rest, alternating steps of 3:1 and 4:1: highest speed", "m/s", of_all(kAtRest)};
inline constexpr Quantity kFarAlternatingStack{"X22", "the same with steps of 6:1 and 8:1", "m/s", of_all(kAtRest)};
inline constexpr Quantity kAlternatingTray{
    "X22", "40 boxes at rest in a tray, alternating steps of 3:1 and 4:1: highest speed", "m/s", of_all(kAtRest)};
// Outside the 4:1 of the promised range a tray may pass the sleep threshold for a moment.
inline constexpr Quantity kFarAlternatingTray{"X22", "the same tray with steps of 6:1 and 8:1", "m/s",
                                              of_all({0.0f, 0.06f})};

// Joints under extreme loads (tests/laws/joint_energy_test.cpp)

// Of the energy of their fall or springs, as for random mechanisms with springs.
inline constexpr Range kNoGain{0.0f, 0.05f};
inline constexpr Quantity kWeldArmGain{
    "X23", "soft welds with lever arms of 1 to 6 m, 0.9 to 3.5 Hz, 10 s: energy gain", "", of_all(kNoGain)};
inline constexpr Quantity kMotorArmGain{"X23", "the same springs of a motor joint: energy gain", "", of_all(kNoGain)};
inline constexpr Quantity kWheelArmGain{"X23", "the same springs of a wheel joint: energy gain", "", of_all(kNoGain)};
inline constexpr Quantity kStiffHingeGain{"X23", "revolute springs of 20 to 50 Hz, deflected by 2.4 rad: energy gain",
                                          "", of_all(kNoGain)};
inline constexpr Quantity kSeesawGain{
    "X23", "200 boxes of 0.4 to 10 kg that fall 0.5 to 3 m on a see-saw of 2 kg: energy beyond that at the start", "",
    of_all({0.0f, 0.01f})};
inline constexpr Quantity kSeesawRise{"X23", "the same: highest rise of energy, over that of the fall", "",
                                      of_all(kNoGain)};
inline constexpr Quantity kNetGain{"X23",
                                   "nets of up to 8 by 8 ropes or rods, under a ball of 42 and 83 knots: energy gain",
                                   "", of_all({0.0f, 0.01f})};
// They swing like a pendulum, which no joint damps.
inline constexpr Quantity kNetMotion{"X23", "the same nets alone, 20 s: kinetic energy over the energy lost", "",
                                     of_all({0.0f, 0.05f})};
// A hundredth of a box; the work of a force is known to the rounding of a path of metres.
inline constexpr Quantity kSliderRowGap{
    "X24", "2 to 7 prismatic joints in series, alternating force: largest joint error", "m", of_all({0.0f, 0.01f})};
inline constexpr Quantity kSliderRowGain{"X24", "the same: energy gain beyond the work, over the work", "",
                                         of_all({0.0f, 0.01f})};
// No force along the lock rotates the box: either the weld holds its angle to that of a body that does not rotate, or
// the lock does.
inline constexpr Quantity kLockedSpin{"X24", "locked box welded to a body that moves across the lock: angular velocity",
                                      "rad/s", of_all({0.0f, 0.01f})};
inline constexpr Quantity kLockedSpeed{"X24", "the same: speed over that of its anchor", "", of_all({0.0f, 1.01f})};
inline constexpr Quantity kFarLimitSpeed{
    "X24", "joint created 1.6 m or 1.9 rad outside its limit: final speed over that of a fall", "",
    of_all({0.0f, 1.0f})};

// `max_push_speed` is 3 m/s.
inline constexpr Quantity kOpenLoopSpeed{"X24", "three discs on rods of 1 m, 1 m and 2.01 to 2.2 m: highest speed",
                                         "m/s", of_all({0.0f, 3.0f})};
// `max_push_speed` is 3 m/s. What corrects poses is no velocity: a hundredth of it is left by projections, a tenth by
// the velocities that softStep relaxes afterwards. Under fx2d a body has the velocity by which three joints correct.
inline constexpr Quantity kContradictionSpeed{
    "X24",
    "2 to 4 free boxes in loops of rigid joints that are off by 6 % at most: highest speed of 200",
    "m/s",
    {.soft = {0.0f, 0.3f}, .umbra = {0.0f, 0.03f}, .ft = {0.0f, 0.03f}, .fx = {0.0f, 9.0f}, .wk = {0.0f, 0.03f}}};

// Sleeping bodies (tests/laws/sleepers_test.cpp)

inline constexpr Range kConserved{0.0f, 1.0e-3f};
inline constexpr Quantity kRowOfSleepers{"X25", "row of 5 boxes in sleeping islands of one is hit: momentum lost", "",
                                         of_all(kConserved)};
inline constexpr Quantity kGridOfSleepers{"X25", "35 discs in sleeping islands of one are hit by 60 kg: momentum lost",
                                          "", of_all(kConserved)};
inline constexpr Quantity kBilliards{"X25", "sleeping ball 12 mm beside another is hit: momentum lost", "",
                                     of_all(kConserved)};
inline constexpr Quantity kSleepingCrates{"X25", "crate that fell asleep beside another is hit: momentum lost", "",
                                          of_all(kConserved)};

} // namespace impulse::test
