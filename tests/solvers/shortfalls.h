/// What the recipes reach where they cannot meet what bounds.h asks, and why. `judge` (matrix.h) fails when a shortfall is no
/// longer needed, and when a recipe falls short by more than stands here.
#pragma once

#include <vector>

#include "solvers/bounds.h"

namespace impulse::test {

struct Shortfall {
    const Quantity& quantity;
    const char* recipe;
    Range reached;
    const char* reason;
};

/// A quantity that several recipes miss for one reason. A number is the most that the recipe reaches, from as low as is asked; 0:
/// the recipe meets the bound.
struct SharedShortfall {
    const Quantity& quantity;
    float soft;
    float umbra;
    float fx;
    float ft;
    float wk;
    const char* reason;
};

namespace reason {

inline constexpr const char* kRigid =
    "corrections of long arms and of loops do work, and iterations that have not converged leave impulses for the next "
    "step to start with; at steps of 1/1920 s a third of these mechanisms still gains";
inline constexpr const char* kSprings =
    "the stiffness of a spring follows the bodies as they turn, so that it has no potential; smaller steps do not help";
inline constexpr const char* kCap =
    "speeds are capped when positions are integrated, and relaxation or velocity passes change them after that";
inline constexpr const char* kWarm =
    "the impulses of the impact start the next substep or step, and the iterations there are do not take them back; "
    "with 400 iterations, or cold with 16 substeps, nothing rebounds";
inline constexpr const char* kLoad = "a load of a hundred times the carrier's mass needs more iterations; with 200, or "
                                     "under fx2d with every substep warm, all stand";
inline constexpr const char* kLean = "contacts yield under the weight above, more on the side to which the tower "
                                     "leans; with 100 iterations, or under fx2d with every substep warm, all stand";
inline constexpr const char* kCards = "cards are thinner than the slop, and ten iterations do not converge; with twice "
                                      "the substeps or five times the iterations all stand";
inline constexpr const char* kTurns =
    "the sag of contact springs and the impulses kept for warm starting belong to one time step, and push at the next";
inline constexpr const char* kDrawn = "position fixes close the gaps of the first step too fast";
inline constexpr const char* kOutOfReach =
    "a spring far above the substep's frequency is not stable as a position fix of its angle";
inline constexpr const char* kLevers = "an error across a slider turns all boxes below it; with 200 iterations the gap "
                                       "is 5 to 100 mm, without warm starting a kilometre";
inline constexpr const char* kNoMass = "a lock takes the effective mass of a row, and the substeps drive the spin of "
                                       "the body without bound; cause not established";
inline constexpr const char* kThrownIn =
    "the correction of the slider's error leaves velocity in the arm that hangs on it";
inline constexpr const char* kWalls = "a sleeper behind the one that an impact wakes is immovable in that step";
inline constexpr const char* kTrembles =
    "on points of contact that open and close within the slop ten iterations do not converge (with 200 the top moves "
    "at 3e-6 m/s); fx2d starts thirteen of fourteen substeps without impulses";
inline constexpr const char* kSettles = "the settled stack still trembles and drifts; under soft-step the sag of "
                                        "contact springs grows with the substep, under fx2d with its square";
inline constexpr const char* kLightCarries = "the light box trembles out from under the load, which falls off";
inline constexpr const char* kSweeps =
    "ten iterations carry a load of a hundred times a link's mass through a few links only";

} // namespace reason

/// Counts are 10 % above those measured, all else a third: a change of rounding stays within.
inline std::vector<SharedShortfall> shared_shortfalls() {
    using namespace reason;
    return {
        {kSleepDrift, 0.0f, 0.029f, 0.0f, 0.033f, 0.0f, kTrembles},
        {kTallSink, 0.0f, 0.0f, 18.0f, 0.0f, 0.0f, kLean},
        {kTowerSink, 0.0f, 0.0f, 21.0f, 0.0f, 0.0f, kLean},
        {kJitter, 0.0f, 0.016f, 0.11f, 0.017f, 0.017f, kTrembles},
        {kHundredSink, 0.0f, 0.0f, 1.4f, 1.4f, 1.4f, kLightCarries},
        {kChainHeavy, 0.0f, 1.8f, 0.0f, 1.4f, 1.4f, kSweeps},
        {kSwitchMove, 0.0f, 0.013f, 0.0081f, 0.013f, 0.013f, kSettles},
        {kChangeMove, 0.064f, 0.013f, 0.083f, 0.072f, 0.072f, kSettles},
        {kHubGain, 0.0f, 0.0f, 6.3f, 0.0f, 0.0f, kDrawn},
        {kRigidGains, 180.0f, 119.0f, 175.0f, 112.0f, 112.0f, kRigid},
        {kSpringGains, 438.0f, 387.0f, 467.0f, 375.0f, 375.0f, kSprings},
        {kSpringThrows, 267.0f, 251.0f, 277.0f, 247.0f, 247.0f, kSprings},
        {kDrivenGains, 7.0f, 5.0f, 10.0f, 5.0f, 5.0f, kRigid},
        {kDoubled, 160.0f, 175.0f, 169.0f, 161.0f, 159.0f, kSprings},
        {kMechanismSpeed, 1.9f, 1.6f, 2.5f, 0.0f, 0.0f, kCap},
        {kHingeRise, 3.4f, 1.2f, 0.42f, 1.1f, 1.0f, kWarm},
        {kWeldRise, 3.4f, 1.2f, 0.42f, 1.1f, 1.0f, kWarm},
        {kSliderRise, 3.4f, 1.2f, 0.42f, 1.1f, 1.0f, kWarm},
        {kCartRise, 9.4f, 0.58f, 0.37f, 1.4f, 1.3f, kWarm},
        {kCartTilt, 0.55f, 0.0f, 0.0f, 0.09f, 0.09f, kWarm},
        {kCrateThrow, 0.78f, 0.85f, 0.0f, 1.1f, 0.83f, kWarm},
        {kPlankThrow, 1.9f, 1.1f, 1.2f, 1.7f, 1.6f, kWarm},
        {kLoadedPyramids, 0.0f, 0.0f, 9.0f, 7.0f, 7.0f, kLoad},
        {kLoadedPyramidSink, 0.0f, 0.18f, 9.0f, 9.0f, 9.0f, kLoad},
        {kTowers15, 0.0f, 0.0f, 40.0f, 0.0f, 0.0f, kLean},
        {kTowers15Sink, 0.0f, 0.0f, 0.7f, 0.0f, 0.0f, kLean},
        {kTowers20, 39.0f, 40.0f, 40.0f, 40.0f, 40.0f, kLean},
        {kTowers20Sink, 0.7f, 0.7f, 0.7f, 0.7f, 0.7f, kLean},
        {kFallenCards, 18.0f, 40.0f, 40.0f, 40.0f, 37.0f, kCards},
        {kAlternatingStack, 0.45f, 0.0f, 0.0f, 0.0f, 0.0f, kTurns},
        {kFarAlternatingStack, 5.5f, 0.0f, 0.0f, 0.0f, 0.0f, kTurns},
        {kAlternatingTray, 4.7f, 0.0f, 3.6f, 0.0f, 0.0f, kTurns},
        {kFarAlternatingTray, 4.9f, 3.2f, 3.6f, 3.8f, 1.1f, kTurns},
        {kWeldArmGain, 1100.0f, 985.0f, 1100.0f, 985.0f, 985.0f, kSprings},
        {kMotorArmGain, 1100.0f, 985.0f, 1100.0f, 985.0f, 985.0f, kSprings},
        {kWheelArmGain, 1.6f, 0.16f, 0.5f, 0.16f, 0.16f, kSprings},
        {kStiffHingeGain, 0.0f, 0.0f, 7.0e5f, 0.0f, 0.0f, kOutOfReach},
        {kSliderRowGap, 0.0f, 510.0f, 1.0f, 1140.0f, 1140.0f, kLevers},
        {kSliderRowGain, 0.0f, 1.3e6f, 0.0f, 1.3e6f, 1.3e6f, kLevers},
        {kLockedSpin, 1.3e6f, 0.0f, 0.0f, 0.0f, 0.0f, kNoMass},
        {kLockedSpeed, 1.3e6f, 0.0f, 0.0f, 0.0f, 0.0f, kNoMass},
        {kFarLimitSpeed, 1.4f, 0.0f, 1.7f, 0.0f, 0.0f, kThrownIn},
        {kRowOfSleepers, 1.6f, 1.5f, 1.3f, 1.45f, 1.35f, kWalls},
        {kGridOfSleepers, 1.3f, 0.72f, 1.25f, 0.92f, 1.2f, kWalls},
        {kBilliards, 1.5f, 2.2f, 2.4f, 2.2f, 2.4f, kWalls},
        {kSleepingCrates, 1.5f, 1.15f, 1.3f, 1.15f, 1.15f, kWalls},
    };
}

inline std::vector<Shortfall> shortfalls() {
    // Discs 11 mm apart are one problem, as touching ones are: their contacts are solved 20 mm ahead of touching, all
    // in the step in which the first is hit, and a disc that stood when the step began does not bounce.
    constexpr const char* kOneProblem = "contacts are made 20 mm ahead, so the gaps close and stop within one step";
    constexpr const char* kDamps = "velocities follow the chord of an arc only at a hinge on something that stands "
                                   "still; at the other hinge they follow the tangent, and the turn of the arc is lost";
    std::vector<Shortfall> all{
        {kGapCradle, "soft-step", {0.3f, 0.4f}, kOneProblem},
        {kGapCradle, "umbra", {0.3f, 0.4f}, kOneProblem},
        {kGapCradle, "ftPhysics", {0.3f, 0.4f}, kOneProblem},
        {kDoublePendulum, "soft-step", {0.2f, 0.9f}, kDamps},
        {kDoublePendulum, "umbra", {0.22f, 0.9f}, kDamps},
        {kDoublePendulum, "fx2d", {0.17f, 0.9f}, kDamps},
        {kDoublePendulum, "ftPhysics", {0.22f, 0.9f}, kDamps},
        {kDoublePendulum, "wedekind", {0.22f, 0.9f}, kDamps},
        {kPileGain, "soft-step", at_most(1.0e-3f),
         "one relax sweep leaves some of what the springs push with: over 16 piles .0002 on average, .0005 at most"},
        {kPileGain, "umbra", at_most(2.0e-3f),
         "right after an impact 8 warm iterations do not take back all of the impact's impulse"},
        {kPileGain, "wedekind", at_most(5.0e-3f),
         "the resting step pushes apart what its ten iterations let overlap in the fall; without that push 9 of 25,000 "
         "J"},
    };
    for (const SharedShortfall& row : shared_shortfalls()) {
        const struct {
            const char* recipe;
            Column column;
            float reached;
        } columns[] = {{"soft-step", Column::soft, row.soft},
                       {"umbra", Column::umbra, row.umbra},
                       {"fx2d", Column::fx, row.fx},
                       {"ftPhysics", Column::ft, row.ft},
                       {"wedekind", Column::wk, row.wk}};
        for (const auto& column : columns) {
            if (column.reached == 0.0f) { continue; }
            all.push_back(
                {row.quantity, column.recipe, {row.quantity.asked.of(column.column).low, column.reached}, row.reason});
        }
    }
    return all;
}

} // namespace impulse::test
