/// What is asked of every solver, as a table: one quantity a row, one bound a preset. The tests measure a quantity once
/// and hand it to `judge` (matrix.h), which holds it to its bound and files it for the printed matrix. Where a recipe
/// falls short, shortfalls.h says by how much and why; this table is not loosened.
///
/// What may have either sign has two bounds: a box that was thrown up has not sunk.
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

/// Whose bounds a recipe is held to.
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
    bool golden = false; ///< held to the figure on record too, within 30 %: its bound is far from it
};
inline constexpr bool kGolden = true;

// One body

inline constexpr Quantity kFallError{"X1", "free fall, 1 s: off the closed form", "m", of_all(at_most(1.0e-3f))};
inline constexpr Quantity kThrowError{"X2", "projectile, 1 s: off the closed form", "m", of_all(at_most(1.0e-3f))};
inline constexpr Quantity kSpinChange{"X2b", "free spin of 5 rad/s, 10 s: change", "rad/s", of_all(at_most(1.0e-6f))};
inline constexpr Quantity kCreep{"X3", "20 degrees, friction .5, 10 s: creep", "m", of_all(at_most(1.0e-3f))};
inline constexpr Quantity kColdCreep{"X3", "the same without warm starting: creep", "m", of_all(at_most(1.0e-2f))};
// g (sin 30 - .3 cos 30)
inline constexpr Quantity kSlopeRate{"X3", "30 degrees, friction .3: acceleration", "m/s^2",
                                     of_all(about(2.3563f, 0.03f * 2.3563f))};
// v^2 / (2 mu g)
inline constexpr Quantity kSlideWay{"X4", "3 m/s on friction .4: way", "m", of_all(about(1.1468f, 0.03f * 1.1468f))};
inline constexpr Quantity kSlideTilt{"X4", "the same: tilt while it slides", "rad", of_all(at_most(0.01f))};
// The torque of friction about the centre, mu m g / 2, shifts the weight by mu / 2 of the box's width.
inline constexpr Quantity kFrontShare{"X4", "the same: share of the weight on the front", "",
                                      of_all(about(0.7f, 0.035f))};
inline constexpr Quantity kRebound0{"X5", "1 m drop, e = 0, 60 Hz: rebound", "m", of_all({-0.02f, 0.02f})};
inline constexpr Quantity kRebound5{"X5", "1 m drop, e = .5, 60 Hz: rebound", "m", of_all({0.19f, 0.28f})};
inline constexpr Quantity kRebound5Fine{"X5", "1 m drop, e = .5, 240 Hz: rebound", "m", of_all({0.24f, 0.26f})};
// With the midpoint rule of WK1, on for SOFT and WK, 1.000 +- .005 at any step.
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

inline constexpr Quantity kHeadOnSpeed{"X6", "head-on, 1:1 to 1:100: error of a speed", "m/s",
                                       of_all(at_most(1.0e-3f))};
inline constexpr Quantity kHeadOnMomentum{"X6", "the same: change of momentum, relative", "", of_all(at_most(1.0e-4f))};
inline constexpr Quantity kHeadOnEnergy{"X6", "the same: change of kinetic energy, relative", "",
                                        of_all(at_most(1.0e-3f))};
inline constexpr Quantity kObliqueSlip{"X6", "oblique without friction: change along the tangent", "m/s",
                                       of_all(at_most(1.0e-5f))};
// Solved at once with fixed targets, the middle discs share the hit: (-.6, .4, .4, .4, .4) (WK7).
inline constexpr Quantity kCradle{
    "X7",
    "5 touching discs: speed of the last over the first's",
    "",
    {kNotAsked, about(0.4f, 0.01f), about(0.4f, 0.01f), {0.95f, 1.001f}, {0.9999f, 1.001f}},
    kGolden};
inline constexpr Quantity kGapCradle{"X7", "5 discs 11 mm apart: speed of the last", "", of_all({0.95f, 1.001f})};
inline constexpr Quantity kLateCradle{"X7", "the same, contacts made 5 mm ahead instead of 20", "",
                                      of_all({0.95f, 1.001f})};

// Stacks and piles

// All are laid by up to 5 mm aside and 2 mrad askew (support/uneven.h). What lies askew comes to lie flat: a box of a
// metre moves by a millimetre as it does, and all above it with it, so that ten may drift by 10 mm more than ten that
// were laid straight. What was laid askew overlaps by up to 2 mm a box, less than the slop of 5: by so much a top may
// end higher than it was laid.

constexpr Range drifts(float straight) { return {0.0f, straight + 0.010f}; }
constexpr Range sinks(float most) { return {-0.005f, most}; }

inline constexpr Quantity kStackDrift{"X8",
                                      "10 boxes, 10 s: sideways",
                                      "m",
                                      {drifts(0.005f), drifts(0.01f), drifts(0.01f), drifts(0.05f), drifts(0.05f)}};
// None is named for umbra and ftPhysics: the drift over the height of a box.
inline constexpr Quantity kStackTilt{"X8",
                                     "10 boxes, 10 s: tilt",
                                     "rad",
                                     {at_most(0.005f), at_most(0.01f), at_most(0.01f), at_most(0.05f), at_most(0.05f)},
                                     kGolden};
inline constexpr Quantity kStackSink{
    "X8", "10 boxes, 10 s: the top sinks", "m", {sinks(0.02f), sinks(0.03f), sinks(0.03f), sinks(0.10f), sinks(0.05f)}};
inline constexpr Quantity kStackAwake{"X8", "10 boxes, 10 s: awake", "boxes", of_all(at_most(0.0f))};
inline constexpr Quantity kSleepDrift{"X8",
                                      "10 boxes that may sleep, 10 s: sideways",
                                      "m",
                                      {drifts(0.005f), drifts(0.01f), drifts(0.01f), drifts(0.05f), drifts(0.05f)}};
inline constexpr Quantity kTallSink{"X8", "15 boxes, 10 s: the top sinks", "m", of_all(sinks(0.3f)), kGolden};
// "Stands": by less than half a box.
inline constexpr Quantity kTowerSink{"X8", "20 boxes, 10 s: the top sinks", "m", of_all(sinks(0.5f)), kGolden};
inline constexpr Quantity kPyramidTilt{"X8", "pyramid of 5 rows, 10 s: tilt", "rad", of_all(at_most(0.2f)), kGolden};
inline constexpr Quantity kPyramidSink{"X8", "pyramid of 5 rows, 10 s: the top sinks", "m", of_all(sinks(0.3f)),
                                       kGolden};
inline constexpr Quantity kGreatPyramidSink{"X8", "pyramid of 60 rows, 4 s: the top sinks", "m", of_all(sinks(2.5f)),
                                            kGolden};
inline constexpr Quantity kJitter{
    "X9",
    "10 boxes: speed of the top, rms over 5 s",
    "m/s",
    {at_most(1.0e-3f), at_most(1.0e-3f), at_most(1.0e-3f), at_most(5.0e-3f), at_most(5.0e-3f)}};
inline constexpr Quantity kTenSink{"X10", "10 kg on 1 kg, 10 s: sinks", "m", of_all(sinks(0.02f)), kGolden};
inline constexpr Quantity kHundredSink{"X10",
                                       "100 kg on 1 kg, 10 s: sinks",
                                       "m",
                                       {sinks(0.05f), sinks(0.05f), sinks(0.05f), sinks(0.15f), sinks(0.05f)},
                                       kGolden};
inline constexpr Quantity kSliverShift{"X11", "slivers 4 x .1 and 4 x .02, 10 s: height off", "m",
                                       of_all(at_most(0.05f))};
inline constexpr Quantity kSliverTilt{"X11", "the same: tilt", "rad", of_all(at_most(0.05f))};
inline constexpr Quantity kSpinGain{"X12", "box spun at 5 to 100 rad/s on a floor: highest energy over the first", "",
                                    of_all({0.0f, 1.001f}), kGolden};
// The source asks for 0; rounding alone regains up to 1e-5 of an energy summed in float over 200 discs. A push of
// Baumgarte's (ft) may do work.
inline constexpr Quantity kPileGain{
    "X12",
    "200 discs, e = .3: energy regained over the first",
    "",
    {at_most(1.0e-5f), at_most(1.0e-5f), at_most(2.0e-3f), at_most(1.0e-5f), at_most(1.0e-5f)}};
inline constexpr Quantity kPileGainSolved{"X12", "the same with 100 iterations", "", of_all(at_most(1.0e-5f))};
inline constexpr Quantity kPileLoss{"X12", "the same pile: lowest energy over the first", "", of_all({0.0f, 0.75f}),
                                    kGolden};

// Joints

// 2 pi sqrt(L / g)
inline constexpr Quantity kPendulum{"X16", "pendulum of 1 m, small angle: period", "s",
                                    of_all(about(2.006f, 0.02006f))};
// Links that hang straight are as long as they are: to the slop over 5 m.
constexpr Range stretch(float most) { return {-0.001f, most}; }
inline constexpr Quantity kChainLight{"X16",
                                      "chain of 10 links of 1 kg, 10 kg at its end: longest stretch",
                                      "",
                                      {stretch(0.02f), stretch(0.05f), stretch(0.05f), stretch(0.05f), stretch(0.05f)},
                                      kGolden};
inline constexpr Quantity kChainHeavy{"X16", "the same with 1,000 kg", "", of_all(stretch(0.10f)), kGolden};
inline constexpr Quantity kChainSwing{"WK9", "chain of 5 links swinging 20 s: widest gap", "m", of_all(at_most(0.002f)),
                                      kGolden};
inline constexpr Quantity kChainDrift{"X16", "the same after 10,000 steps: gap", "m", of_all(at_most(0.002f))};

// No hinge takes energy. A tenth is left to the orders of a step that a discrete arc leaves out.
inline constexpr Quantity kDoublePendulum{"X16", "double pendulum let go level, 20 s: energy kept", "",
                                          of_all({0.9f, 1.01f})};
inline constexpr Quantity kHubGain{
    "X16", "disc of 1 kg with 3 to 8 rods on its rim, 20 s: highest energy over the first", "", of_all({0.0f, 1.0f})};
// An undamped spring between a fixed point and 1 kg, 2 m long and drawn by 1 m: 10 rad/s are 1.59 Hz. The amplitude of
// a step's samples, one in ten a radian, is short by 1/2 (w h / 2)^2 = .35 % at most.
inline constexpr Range kAmplitude{0.995f, 1.01f};
inline constexpr Quantity kVerletSpring{"WK10", "spring of 10 rad/s, 10 s under Verlet: amplitude over the first", "",
                                        of_all(kAmplitude)};
inline constexpr Quantity kRungeSpring{"WK10", "spring of 10 rad/s, 10 s under Runge-Kutta 4: amplitude over the first",
                                       "", of_all(kAmplitude)};

// Convergence, determinism, change, continuity

// Gauss-Seidel along a chain of ten: cos^2(pi / 11) = .92 in the end; while more than the slowest part is left, faster
// or slower.
inline constexpr Quantity kResidualRatio{"X13", "10 boxes cold: worst residual over the one before", "",
                                         of_all({0.0f, 0.96f})};
inline constexpr Quantity kWarmFrame{"X13", "the same: step from which the warm residual is below cold / 100", "",
                                     of_all(at_most(60.0f)), kGolden};
inline constexpr Quantity kMarginsThatShow{"FX2", "40 random bins: how many depend on the margin of fat AABBs", "",
                                           of_all(at_most(0.0f))};
inline constexpr Quantity kDiffering{"X14", "3 runs of each named scene: steps that differ in a bit", "",
                                     of_all(at_most(0.0f))};
inline constexpr Quantity kIslandShift{"X14", "an island among others made before, after, not at all: runs that differ",
                                       "", of_all(at_most(0.0f))};
inline constexpr Quantity kSwitchMove{"X15", "settled 10 boxes handed to any other solver, 2 s: move", "m",
                                      of_all(at_most(5.0e-3f))};
inline constexpr Quantity kChangeMove{"X15", "the same, other time step or iterations: move", "m",
                                      of_all(at_most(5.0e-3f))};
inline constexpr Quantity kEscapes{"X17", "disc of .05 m at 100 m/s, wall of .1 m, 40 phases: passes", "",
                                   of_all(at_most(0.0f))};

// Mechanisms (tests/laws/random_mechanisms_test.cpp). Shares are of a mechanism's scale: what it moved with at the
// start, what its springs held, how far it fell, what its motors did.

inline constexpr Quantity kRigidGains{"X18", "2,048 random rigid mechanisms, 6 s: how many gain over 1 % of energy", "",
                                      of_all(at_most(0.0f))};
inline constexpr Quantity kSpringGains{"X18", "2,048 with springs, 6 s: how many gain over 5 %, spring energy included",
                                       "", of_all(at_most(0.0f))};
inline constexpr Quantity kSpringThrows{"X18", "the same: kinetic and gravitational energy alone 5 % above the start",
                                        "", of_all(at_most(0.0f))};
inline constexpr Quantity kDrivenGains{"X18", "512 rigid ones with motors, 6 s: how many gain 1 % more than motor work",
                                       "", of_all(at_most(0.0f))};
inline constexpr Quantity kDoubled{"X18", "4,096 of both: how many double their energy", "", of_all(at_most(0.0f))};
inline constexpr Quantity kKeptEnergy{"X18", "512 rigid ones without gravity and contacts, 6 s: median energy kept", "",
                                      of_all({0.0f, 1.01f}), kGolden};
inline constexpr Quantity kLostBodies{"X18", "4,608 of all: how many put a body into quarantine", "",
                                      of_all(at_most(0.0f))};
// A length of two components rounds thrice.
inline constexpr Quantity kMechanismSpeed{"X18", "4,608 of all: fastest body over maxLinearSpeed", "",
                                          of_all(at_most(1.0f + 3.0f * 6.0e-8f))};

// Light under heavy (tests/laws/light_under_heavy_test.cpp). With restitution 0 nothing comes back; a step's worth of
// overlap is lifted out again, under 5 % of these falls.

inline constexpr Range kNoRise{0.0f, 0.05f};
inline constexpr Quantity kHingeRise{"X19", "25 to 150 kg hinged to a disc of 1 kg, 0.4 m drop: rebound over drop", "",
                                     of_all(kNoRise)};
inline constexpr Quantity kWeldRise{"X19", "the same, welded", "", of_all(kNoRise)};
inline constexpr Quantity kSliderRise{"X19", "the same, on a slider locked by its limits", "", of_all(kNoRise)};
inline constexpr Quantity kCartRise{"X19", "carts of 30 to 250 kg on wheels of 1 kg, 0.25 m drop: rebound over drop",
                                    "", of_all(kNoRise)};
inline constexpr Quantity kCartTilt{"X19", "the same carts: tilt after 5 s", "rad", of_all({0.0f, 0.05f})};
inline constexpr Range kNoThrow{0.0f, 0.1f};
inline constexpr Quantity kCrateThrow{"X20", "box onto a crate of 1/5 to 1/100 of its mass: rebound over impact speed",
                                      "", of_all(kNoThrow)};
inline constexpr Quantity kPlankThrow{
    "X20", "box onto planks of such masses, hinged to posts: rebound over impact speed", "", of_all(kNoThrow)};
inline constexpr Quantity kLoadedPyramids{"X20", "9 uneven pyramids of 9 rows, 100 to 300 kg on top, 6 s: fallen", "",
                                          of_all({0.0f, 0.0f})};
inline constexpr Quantity kLoadedPyramidSink{"X20", "the same pyramids: the top sinks", "m", of_all({0.0f, 0.1f})};

// Uneven scenes (tests/laws/uneven_test.cpp)

inline constexpr Quantity kTowers10{"X21", "40 uneven towers of 10 boxes, 20 s: fallen", "", of_all({0.0f, 0.0f})};
inline constexpr Quantity kTowers10Sink{"X21", "40 uneven towers of 10 boxes, 20 s: the top sinks", "m",
                                        of_all({0.0f, 0.03f})};
inline constexpr Quantity kTowers15{"X21", "40 uneven towers of 15 boxes, 20 s: fallen", "", of_all({0.0f, 0.0f})};
inline constexpr Quantity kTowers15Sink{"X21", "40 uneven towers of 15 boxes, 20 s: the top sinks", "m",
                                        of_all({0.0f, 0.06f})};
inline constexpr Quantity kTowers20{"X21", "40 uneven towers of 20 boxes, 20 s: fallen", "", of_all({0.0f, 0.0f})};
inline constexpr Quantity kTowers20Sink{"X21", "40 uneven towers of 20 boxes, 20 s: the top sinks", "m",
                                        of_all({0.0f, 0.1f})};
inline constexpr Quantity kFallenCards{"X21", "a house of 40 cards of 3 mm, 8 s: fallen", "", of_all({0.0f, 0.0f})};
// What is slower than `sleep_linear` rests.
inline constexpr Range kAtRest{0.0f, 0.05f};
inline constexpr Quantity kAlternatingStack{"X22", "6 uneven boxes at rest, steps 3:1 and 4:1 by turns: fastest", "m/s",
                                            of_all(kAtRest)};
inline constexpr Quantity kFarAlternatingStack{"X22", "the same with steps 6:1 and 8:1", "m/s", of_all(kAtRest)};
inline constexpr Quantity kAlternatingTray{"X22", "40 boxes at rest in a tray, steps 3:1 and 4:1 by turns: fastest",
                                           "m/s", of_all(kAtRest)};
inline constexpr Quantity kFarAlternatingTray{"X22", "the same tray with steps 6:1 and 8:1", "m/s", of_all(kAtRest)};

// Joints that are asked for much (tests/laws/joint_energy_test.cpp)

// Of what they fell or stored; as for random mechanisms with springs.
inline constexpr Range kNoGain{0.0f, 0.05f};
inline constexpr Quantity kWeldArmGain{"X23", "soft welds at arms of 1 to 6 m, 0.9 to 3.5 Hz, 10 s: energy gain", "",
                                       of_all(kNoGain)};
inline constexpr Quantity kMotorArmGain{"X23", "the same springs of a motor joint: energy gain", "", of_all(kNoGain)};
inline constexpr Quantity kWheelArmGain{"X23", "the same springs of a wheel joint: energy gain", "", of_all(kNoGain)};
inline constexpr Quantity kStiffHingeGain{"X23", "hinge springs of 20 to 50 Hz, stretched by 2.4 rad: energy gain", "",
                                          of_all(kNoGain)};
// A hundredth of a box; the work of a push is known to the rounding of a path of metres.
inline constexpr Quantity kSliderRowGap{"X24", "2 to 7 sliders on each other, pushed to and fro: widest gap", "m",
                                        of_all({0.0f, 0.01f})};
inline constexpr Quantity kSliderRowGain{"X24", "the same: energy beyond the work, over the work", "",
                                         of_all({0.0f, 0.01f})};
// No force along the lock turns the box: its weld keeps the angle of a body that does not turn, or the lock does.
inline constexpr Quantity kLockedSpin{"X24", "a locked box welded to what moves across its lock: spin", "rad/s",
                                      of_all({0.0f, 0.01f})};
inline constexpr Quantity kLockedSpeed{"X24", "the same: speed over that of its anchor", "", of_all({0.0f, 1.01f})};
inline constexpr Quantity kFarLimitSpeed{
    "X24", "joint 1.6 m or 1.9 rad outside its limit: speed left over that of a fall", "", of_all({0.0f, 1.0f})};

// Sleepers (tests/laws/sleepers_test.cpp)

inline constexpr Range kKept{0.0f, 1.0e-3f};
inline constexpr Quantity kRowOfSleepers{"X25", "5 boxes asleep one by one in a row are hit: momentum lost", "",
                                         of_all(kKept)};
inline constexpr Quantity kGridOfSleepers{"X25", "35 discs asleep one by one are hit by 60 kg: momentum lost", "",
                                          of_all(kKept)};
inline constexpr Quantity kBilliards{"X25", "a ball asleep 12 mm beside another is hit: momentum lost", "",
                                     of_all(kKept)};
inline constexpr Quantity kSleepingCrates{"X25", "a crate that fell asleep beside another is hit: momentum lost", "",
                                          of_all(kKept)};

} // namespace impulse::test
