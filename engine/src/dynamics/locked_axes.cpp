// What contacts see of bodies with a locked axis.
//
// A body whose lock holds it along n or t, to within asin 0.1, is as a wall in that direction. Obliquely to its lock it
// weighs as if it were free, and iterations approach what the lock leaves. With exact parts of its free axis e,
// m' (n . e)^2 and m' (t . e)^2, normal impulse and friction would each stop all of its motion. Where both are as
// walls, nothing yields, and neither counts as one: an impulse without a bound would move one along its free axis.
#include "dynamics/soft_pass.h"

namespace impulse {

Mobility<float> locked_mobility(const RowFrame<float>& row, uint32_t flagsA, uint32_t flagsB) {
    const auto along = [&](Vec2 direction) {
        const auto yields = [&](float m, uint32_t flags) {
            return length_squared(unlocked(flags, direction)) < 0.01f ? 0.0f : m;
        };
        const float k = yields(row.mA, flagsA) + yields(row.mB, flagsB);
        return k > 0.0f ? k : row.mA + row.mB;
    };
    return {along({row.nx, row.ny}), along({row.ny, -row.nx})};
}

template <class L>
Mobility<L> locked_mobility(const SolveInput& input, const SoftRow<L>& row) {
    Mobility<L> k = unlocked_mobility(row);
    for (int lane = 0; lane < kLanes<L>; ++lane) {
        const uint32_t flagsA = input.bodies.motions[row.slotA[static_cast<size_t>(lane)]].flags;
        const uint32_t flagsB = input.bodies.motions[row.slotB[static_cast<size_t>(lane)]].flags;
        if (((flagsA | flagsB) & kLockLinear) == 0) { continue; } // as most, in worlds with some locked body
        const Mobility<float> of = locked_mobility(frame_of_lane(row, lane), flagsA, flagsB);
        set_lane(k.n, lane, of.n);
        set_lane(k.t, lane, of.t);
    }
    return k;
}

template Mobility<float> locked_mobility<float>(const SolveInput&, const SoftRow<float>&);
template Mobility<Wide> locked_mobility<Wide>(const SolveInput&, const SoftRow<Wide>&);

} // namespace impulse
