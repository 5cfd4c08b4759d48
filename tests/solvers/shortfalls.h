/// Shortfalls: the range that a preset reaches where it does not meet a bound of bounds.h, and why. `judge` (matrix.h)
/// fails if a shortfall is no longer needed, or if a preset falls short by more than its range.
#pragma once

#include <vector>

#include "solvers/bounds.h"

namespace impulse::test {

struct Shortfall {
    const Quantity& quantity;
    const char* preset;
    Range reached;
    const char* reason;
};

/// A quantity that several presets miss for one reason. A number is the upper end of the range that the preset reaches;
/// the lower end is that of the bound. 0: the preset meets the bound.
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
    "where joints of a loop almost contradict each other, the relax pass keeps a part of the bias velocity. Begun from "
    "the last impulses without bias it does not, but then straight bridges under 100 kg jiggle by 10 mm. Under "
    "fx2d it is a loop with a weld and a prismatic joint between the same bodies. In two trees under the solvers with "
    "one step of 1/60 s the cause is not established";
inline constexpr const char* kSprings =
    "a step of 1/60 s still adds energy, also through springs that rotate bodies far in it; cause not established";
inline constexpr const char* kWarm =
    "the iterations do not converge on the impact, and their impulses warm start the next step; with 400 iterations no "
    "body on a disc or on wheels rebounds by more than 0.02";
inline constexpr const char* kLoad = "a load of 100 times the carrier's mass needs more iterations; with 200, or under "
                                     "fx2d with every substep warm started, all stand";
inline constexpr const char* kLean = "contacts sag under the weight above, more on the side to which the tower leans; "
                                     "with 100 iterations, or under fx2d with every substep warm started, all stand";
inline constexpr const char* kCards = "cards are thinner than the slop, and ten iterations do not converge; with twice "
                                      "the substeps or five times the iterations all stand";
inline constexpr const char* kTurns = "the sag of contact springs and the stored impulses belong to one time step and "
                                      "accelerate bodies in a step of another length";
inline constexpr const char* kNet =
    "ten iterations do not converge on the impact of 42 or 83 times the mass of a knot, "
    "and their impulses warm start the next step; a ball a few millimetres beside gains between nothing and 13";
inline constexpr const char* kPushed = "the overlap after an impact is corrected at up to max_push_speed, and this "
                                       "velocity remains; with 0.1 m/s instead of 3 m/s nothing rebounds";
inline constexpr const char* kSinks =
    "contacts are solved without the joint, so the light body stops before the heavy one does, which sinks by 3 to 5 "
    "cm into what it lands on; corrections of the overlap lift both again, and add no velocity";
inline constexpr const char* kThrownIn =
    "correcting the error adds velocity: most for a rope, less for a prismatic or wheel joint; cause not established";
inline constexpr const char* kOpen =
    "velocities follow from positions (FX10), and the corrections of a loop that cannot close move bodies without end";
inline constexpr const char* kTrembles =
    "at contact points that open and close within the slop ten iterations do not converge (with 200 the top moves at "
    "3e-6 m/s); fx2d starts 13 of 14 substeps without impulses";
inline constexpr const char* kSettles =
    "the settled stack jitters and drifts, and a change of solver changes its sag: 5 mm under soft-step, 19 to 23 mm "
    "under the others, under fx2d by the square of the substep";
inline constexpr const char* kLightCarries = "the light box jitters out from under the load, which falls off";

} // namespace reason

/// Counts are 10 % above those measured, other values a third, so that a change of rounding does not exceed them.
inline std::vector<SharedShortfall> shared_shortfalls() {
    using namespace reason;
    return {
        {kSleepDrift, 0.0f, 0.029f, 0.0f, 0.033f, 0.0f, kTrembles},
        {kTallSink, 0.0f, 0.0f, 18.0f, 0.0f, 0.0f, kLean},
        {kTowerSink, 0.0f, 0.0f, 21.0f, 0.0f, 0.0f, kLean},
        {kJitter, 0.0f, 0.016f, 0.11f, 0.017f, 0.017f, kTrembles},
        {kHundredSink, 0.0f, 0.0f, 1.4f, 1.4f, 1.4f, kLightCarries},
        {kSwitchMove, 0.022f, 0.024f, 0.024f, 0.019f, 0.019f, kSettles},
        {kChangeMove, 0.0096f, 0.013f, 0.083f, 0.072f, 0.072f, kSettles},
        {kRigidGains, 0.0f, 5.0f, 2.0f, 5.0f, 5.0f, kRigid},
        // Under fx2d one loop with contacts, as of 4,000 others with contacts four.
        {kSpringGains, 0.0f, 30.0f, 1.0f, 30.0f, 30.0f, kSprings},
        {kSpringThrows, 0.0f, 9.0f, 0.0f, 9.0f, 9.0f, kSprings},
        // Of 10,000 other seeds with contacts 4 under ftPhysics, as many as before more impacts were foreseen.
        {kDoubled, 0.0f, 3.0f, 0.0f, 4.0f, 3.0f, kSprings},
        {kHingeRise, 0.0f, 0.0f, 0.52f, 0.0f, 0.0f, kSinks},
        {kHingeRise, 0.0f, 0.22f, 0.0f, 0.18f, 0.61f, kWarm},
        {kWeldRise, 0.0f, 0.0f, 0.53f, 0.0f, 0.0f, kSinks},
        {kWeldRise, 0.0f, 0.22f, 0.0f, 0.18f, 0.62f, kWarm},
        {kSliderRise, 0.0f, 0.0f, 0.53f, 0.0f, 0.0f, kSinks},
        {kSliderRise, 0.0f, 0.25f, 0.0f, 0.24f, 0.63f, kWarm},
        {kCartRise, 0.0f, 0.0f, 0.16f, 0.0f, 0.0f, kSinks},
        {kCartRise, 0.0f, 0.45f, 0.0f, 0.2f, 0.92f, kWarm},
        {kCrateThrow, 0.0f, 0.17f, 0.0f, 0.95f, 0.68f, kWarm},
        {kPlankThrow, 0.0f, 0.0f, 0.35f, 0.0f, 0.0f, kPushed},
        {kPlankThrow, 0.0f, 0.14f, 0.0f, 0.4f, 0.92f, kWarm},
        {kLoadedPyramids, 0.0f, 0.0f, 9.0f, 4.0f, 4.0f, kLoad},
        {kLoadedPyramidSink, 0.0f, 0.18f, 9.0f, 9.0f, 9.0f, kLoad},
        {kTowers15, 0.0f, 0.0f, 40.0f, 0.0f, 0.0f, kLean},
        {kTowers15Sink, 0.0f, 0.0f, 0.7f, 0.0f, 0.0f, kLean},
        {kTowers20, 0.0f, 40.0f, 40.0f, 40.0f, 40.0f, kLean},
        {kTowers20Sink, 0.0f, 0.7f, 0.7f, 0.7f, 0.7f, kLean},
        {kFallenCards, 0.0f, 17.0f, 40.0f, 29.0f, 21.0f, kCards},
        {kAlternatingTray, 0.0f, 0.0f, 4.3f, 0.0f, 0.0f, kTurns},
        {kFarAlternatingTray, 0.0f, 3.4f, 4.3f, 2.8f, 2.9f, kTurns},
        {kSeesawRise, 0.0f, 0.0f, 0.11f, 0.0f, 0.0f, kSinks},
        {kSeesawRise, 0.0f, 0.0f, 0.0f, 0.081f, 0.0f, kPushed},
        {kNetGain, 0.0f, 0.0f, 0.0f, 4.0f, 2.0f, kNet},
        {kOpenLoopSpeed, 0.0f, 0.0f, 6.5f, 0.0f, 0.0f, kOpen},
        {kFarLimitSpeed, 0.0f, 0.0f, 2.4f, 0.0f, 0.0f, kThrownIn},
    };
}

inline std::vector<Shortfall> shortfalls() {
    // Discs with gaps of 11 mm are one problem, like touching ones: contacts exist from a separation of 20 mm on, so
    // all are solved in the step of the first impact, and a disc at rest at the beginning of the step does not bounce.
    constexpr const char* kOneProblem =
        "contacts begin at a separation of 20 mm, so all gaps close in one step and are solved simultaneously";
    constexpr const char* kDamps =
        "hinges are solved once per step of 1/60 s; with steps of 1/240 s 0.997 of the energy remains";
    std::vector<Shortfall> all{
        {kGapCradle, "soft-step", {0.3f, 0.4f}, kOneProblem},
        {kGapCradle, "umbra", {0.3f, 0.4f}, kOneProblem},
        {kGapCradle, "ftPhysics", {0.3f, 0.4f}, kOneProblem},
        {kDoublePendulum, "umbra", {0.55f, 0.9f}, kDamps},
        {kDoublePendulum, "ftPhysics", {0.55f, 0.9f}, kDamps},
        {kDoublePendulum, "wedekind", {0.55f, 0.9f}, kDamps},
        {kPileGain, "soft-step", at_most(1.0e-3f),
         "one relax iteration leaves a part of the bias velocity: over 16 piles 0.0002 on average, 0.0005 at most"},
        {kPileGain, "umbra", at_most(2.0e-3f),
         "right after an impact 8 warm-started iterations do not remove the whole impulse of the impact"},
        {kPileGain, "wedekind", at_most(5.0e-3f),
         "the Baumgarte bias corrects the overlap that ten iterations left in the fall; without the bias the gain is 9 "
         "of 25,000 J"},
    };
    for (const SharedShortfall& row : shared_shortfalls()) {
        const struct {
            const char* preset;
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
                {row.quantity, column.preset, {row.quantity.asked.of(column.column).low, column.reached}, row.reason});
        }
    }
    return all;
}

} // namespace impulse::test
