/// Iterations over rows of one lane, for passes in pair-key order.
#pragma once

#include <algorithm>
#include <span>

#include "dynamics/contact_pass.h"

namespace impulse {

inline Vec2 normal_of(const ContactRow<float>& row) { return {row.nx, row.ny}; }

inline FrameVelocity<float> enter_frame(const ContactRow<float>& row, const BodyMotion& a, const BodyMotion& b) {
    const Vec2 d = b.v - a.v;
    return {dot(d, normal_of(row)), dot(d, right_perp(normal_of(row))), a.w, b.w, mobility_of(row, a.flags, b.flags)};
}

/// Length of the chain of rows, linked by movable bodies, that precedes a row: the order of points alternates
/// with it.
class ChainLevels {
  public:
    explicit ChainLevels(const SolveInput& input)
        : masses_(input.bodies.masses), levels_(input.arena.allocate<uint32_t>(input.bodies.masses.size())) {
        for (const uint32_t index : input.contacts.active) { // not all slots: static bodies may be many
            levels_[input.contacts.all[index].slotA] = 0;
            levels_[input.contacts.all[index].slotB] = 0;
        }
    }

    /// Level of the next row in the iteration.
    uint32_t next(uint32_t slotA, uint32_t slotB) {
        const uint32_t level = std::max(levels_[slotA], levels_[slotB]);
        for (const uint32_t slot : {slotA, slotB}) {
            if (masses_[slot].inv_mass > 0.0f) { levels_[slot] = level + 1; }
        }
        return level;
    }

  private:
    std::span<const BodyMass> masses_;
    std::span<uint32_t> levels_;
};

/// One iteration: calls `each(scalar row, frame)` for every row; it returns the impulse on the bodies along n and t.
template <class Solve>
void iterate_rows(const SolveInput& input, std::span<ScalarRow> rows, Solve&& each) {
    for (ScalarRow& scalar : rows) {
        const ContactRow<float>& row = scalar.row;
        BodyMotion& a = input.bodies.motions[row.slotA[0]];
        BodyMotion& b = input.bodies.motions[row.slotB[0]];
        FrameVelocity<float> frame = enter_frame(row, a, b);
        const Vec2 sum = each(scalar, frame);
        const Vec2 n = normal_of(row);
        const Vec2 p = sum.x * n + sum.y * right_perp(n);
        a.v += unlocked(a.flags, -row.mA * p);
        b.v += unlocked(b.flags, row.mB * p);
        a.w = frame.wA;
        b.w = frame.wB;
    }
}

} // namespace impulse
