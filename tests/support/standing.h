/// Measures of standing stacks.
#pragma once

#include <algorithm>
#include <cmath>
#include <vector>

#include "support/scene.h"

namespace impulse::test {

struct Standing {
    float drift = 0.0f; ///< m sideways from where it was laid, the worst body
    float tilt = 0.0f;  ///< rad, the worst body
    float sink = 0.0f;  ///< m that the last body lies lower than it was laid; negative: higher
};

/// Each of the three as far from 0 as in either: a top that rose hides behind none that sank.
inline Standing worst_of(const Standing& a, const Standing& b) {
    return {max(a.drift, b.drift), max(a.tilt, b.tilt), std::abs(a.sink) > std::abs(b.sink) ? a.sink : b.sink};
}

/// Bodies as they were laid, the last of them the top.
class Laid {
  public:
    Laid(const World& world, std::vector<BodyId> bodies) : bodies_(std::move(bodies)) {
        for (const BodyId body : bodies_) { places_.push_back(position(world, body)); }
    }
    Standing now(const World& world) const {
        Standing standing;
        for (size_t i = 0; i < bodies_.size(); ++i) {
            standing.drift = max(standing.drift, std::abs(position(world, bodies_[i]).x - places_[i].x));
            standing.tilt = max(standing.tilt, tilt(world, bodies_[i]));
        }
        standing.sink = places_.back().y - position(world, bodies_.back()).y;
        return standing;
    }

  private:
    std::vector<BodyId> bodies_;
    std::vector<Vec2> places_;
};

} // namespace impulse::test
