/// Stacks with small offsets in position and angle, the same on every target and in every run.
///
/// The engine is mirror-symmetric to the bit, so an exactly straight stack cannot lean. The laws about standing stacks
/// are therefore tested with offsets.
#pragma once

#include "engine/core/random.h"
#include "support/scene.h"

namespace impulse::test {

/// The seeds that a law takes the worst of.
inline constexpr uint64_t kUnevenSeeds[] = {1, 2, 3};

class Uneven {
  public:
    static constexpr float kAside = 0.005f; ///< m
    static constexpr float kTilt = 0.002f;  ///< rad: the corner of a box of 1 m rises by a millimetre
    /// m from a box of 1 m to its neighbour in a row: two that are laid towards each other, and askew, do not overlap.
    static constexpr float kRowPitch = 1.0125f;

    /// `scale` 0 lays exactly straight: what laws about symmetry ask for.
    explicit Uneven(uint64_t seed, float scale = 1.0f) : random_(seed * 7919 + 17), scale_(scale) {}

    float aside() { return scale_ * random_.between(-kAside, kAside); }
    float tilt() { return scale_ * random_.between(-kTilt, kTilt); }

    /// A box about `at`, laid unevenly.
    BodyId box(World& world, Vec2 at, float width, float height, Made made = {}) {
        at.x += aside();
        made.angle += tilt();
        return add_box(world, at, width, height, made);
    }

  private:
    Random random_;
    float scale_;
};

/// `count` touching unit boxes on y = 0, bottom first, laid unevenly.
inline std::vector<BodyId> add_box_stack(World& world, int count, float x = 0.0f, const Made& made = {},
                                         uint64_t seed = kUnevenSeeds[0]) {
    Uneven uneven(seed);
    std::vector<BodyId> stack;
    for (int i = 0; i < count; ++i) {
        stack.push_back(uneven.box(world, {x, 0.5f + static_cast<float>(i)}, 1.0f, 1.0f, made));
    }
    return stack;
}

/// Rows of unit boxes of 1 kg, each row half a box narrower and lying on the one below, laid unevenly; the last body is
/// the top.
inline std::vector<BodyId> add_pyramid(World& world, int rows, float x = 0.0f, float top_mass = 1.0f,
                                       uint64_t seed = kUnevenSeeds[0]) {
    Uneven uneven(seed);
    std::vector<BodyId> boxes;
    for (int row = 0; row < rows; ++row) {
        const int count = rows - row;
        for (int i = 0; i < count; ++i) {
            const float offset = Uneven::kRowPitch * (static_cast<float>(i) - 0.5f * static_cast<float>(count - 1));
            const float mass = row == rows - 1 ? top_mass : 1.0f;
            boxes.push_back(
                uneven.box(world, {x + offset, 0.5f + static_cast<float>(row)}, 1.0f, 1.0f, {.mass = mass}));
        }
    }
    return boxes;
}

} // namespace impulse::test
