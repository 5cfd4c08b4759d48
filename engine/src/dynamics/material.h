/// Mixing of the coefficients of two surfaces.
#pragma once

#include <cmath>

#include "impulse/math.h"
#include "impulse/tuning.h"

namespace impulse {

/// `geometric` is 0 if one side is frictionless (UR6, FT9), `max` takes the bouncier side (FT9), `min` is Umbra's
/// restitution (UR3).
inline float mix(MixRule rule, float a, float b) {
    switch (rule) {
    case MixRule::geometric:
        return std::sqrt(a * b);
    case MixRule::average:
        return 0.5f * (a + b);
    case MixRule::min:
        return min(a, b);
    case MixRule::max:
        return max(a, b);
    case MixRule::multiply:
        return a * b;
    }
    return 0.0f;
}

} // namespace impulse
