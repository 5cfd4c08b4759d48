/// Helpers for tests of continuous collision.
#pragma once

#include <array>
#include <cmath>

#include "engine/core/random.h"
#include "impulse/tuning.h"

namespace impulse::test {

inline constexpr int kPresets = 6;

/// The presets, and the default solver after impacts of zero duration.
inline Tuning preset_tuning(int index) {
    Tuning zero_duration;
    zero_duration.impacts = Impacts::zero_duration;
    const std::array<Tuning, kPresets> presets{Tuning{},      umbra_preset(),    ft_physics_preset(),
                                               fx2d_preset(), wedekind_preset(), zero_duration};
    return presets[static_cast<size_t>(index)];
}

/// As many numbers in each octave from `low` to `high`.
inline float spread(Random& random, float low, float high) {
    return low * std::pow(high / low, random.between(0.0f, 1.0f));
}

} // namespace impulse::test
