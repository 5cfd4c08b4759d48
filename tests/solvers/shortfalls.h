/// What the recipes reach where they cannot meet what bounds.h asks, and why. `judge` (matrix.h) fails when a shortfall is no
/// longer needed, and when a recipe falls short of more than stands here.
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

/// A quantity that several recipes miss for one reason: the most that each reaches, from as low as is asked; 0: it meets the bound.
struct SharedShortfall {
    const Quantity& quantity;
    float soft;
    float umbra;
    float fx;
    float ft;
    float wk;
    const char* reason;
};

/// Counts are those measured and a tenth, all else is a third more than measured: what a change of rounding leaves as it is.
inline std::vector<SharedShortfall> shared_shortfalls() {
    constexpr const char* kRigid = "errors of long arms and of loops are taken out by impulses and fixes that do work, "
                                   "and sweeps that have not converged "
                                   "start the next step with what they left";
    constexpr const char* kSprings = "a spring's stiffness follows the bodies that turn on it, so that it is no "
                                     "potential: by turns it takes in less than it "
                                     "gives";
    constexpr const char* kCap = "joints are solved after speeds are capped";
    constexpr const char* kWarm = "the impulses of a blow start the next (sub)step, and as many sweeps as there are do "
                                  "not take them back where the light "
                                  "one carries the heavy one";
    constexpr const char* kLoad = "a load of a hundred times what carries it needs more sweeps than there are";
    constexpr const char* kLean = "contacts yield under the weight above, more on the side to which the tower leans";
    constexpr const char* kCards = "what is thinner than the slop stands on points of contact that come and go within "
                                   "it; with twice the substeps, or five "
                                   "times the iterations, all stand";
    constexpr const char* kTurns = "the sag of contact springs, and what warm starting carries over, belong to one "
                                   "time step: with the next they push";
    constexpr const char* kDrawn = "what the first step parts, fixes of positions draw together too fast";
    constexpr const char* kMeanVelocity =
        "joints are solved as if x' = x + h v', while Verlet and Runge-Kutta move bodies by h (v + v') / 2";
    constexpr const char* kOutOfReach =
        "a spring that turns by more than a radian a substep is no longer stable as a fix of positions";
    constexpr const char* kLevers =
        "an error across a slider turns all boxes below it, by arms that sweeps of one step overshoot";
    constexpr const char* kNoMass = "rows without effective mass are solved as if they had some";
    constexpr const char* kThrownIn = "the way back into the limit is speed to what hangs on the body, and stays";
    constexpr const char* kWalls = "a sleeper behind one that is woken by a blow stands like a wall in that step";
    constexpr const char* kTrembles = "what lies unevenly rests on points of contact that open and close within the "
                                      "slop, and trembles; fx2d starts thirteen of "
                                      "fourteen substeps without impulses";
    constexpr const char* kSettles = "settled means that it still trembles and drifts; under soft-step the sag of "
                                     "contact springs grows as substeps do, under "
                                     "fx2d with their square";
    constexpr const char* kLightCarries = "the light one trembles out of the load's middle, and the load falls off";
    constexpr const char* kSweeps = "ten sweeps take a load of a hundred times a link's mass through a few links";
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
        {kVerletSpring, 0.0f, 49.0f, 0.0f, 49.0f, 49.0f, kMeanVelocity},
        {kRungeSpring, 0.0f, 49.0f, 0.0f, 49.0f, 49.0f, kMeanVelocity},
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
    constexpr const char* kNoWay = "in the step of the bounce they move by h (v + v') / 2, next to nothing, while its "
                                   "target charges a whole step of gravity";
    constexpr const char* kDamps = "a hinge on its way along an arc keeps its chord only where one body of it stands "
                                   "still; else velocities follow the tangent, "
                                   "and the turn of the arc is lost";
    std::vector<Shortfall> all{
        {kGapCradle, "soft-step", {0.3f, 0.4f}, kOneProblem},
        {kGapCradle, "umbra", {0.3f, 0.4f}, kOneProblem},
        {kGapCradle, "ftPhysics", {0.3f, 0.4f}, kOneProblem},
        {kDoublePendulum, "soft-step", {0.2f, 0.9f}, kDamps},
        {kDoublePendulum, "umbra", {0.22f, 0.9f}, kDamps},
        {kDoublePendulum, "fx2d", {0.17f, 0.9f}, kDamps},
        {kDoublePendulum, "ftPhysics", {0.22f, 0.9f}, kDamps},
        {kDoublePendulum, "wedekind", {0.22f, 0.9f}, kDamps},
        {kReboundVerlet, "umbra", {0.85f, 0.995f}, kNoWay},
        {kReboundVerlet, "ftPhysics", {0.85f, 0.995f}, kNoWay},
        {kReboundRunge, "umbra", {0.85f, 0.995f}, kNoWay},
        {kReboundRunge, "ftPhysics", {0.85f, 0.995f}, kNoWay},
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
