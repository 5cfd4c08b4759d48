/// Packed snapshots: what is left out, because the world has it or it follows from the rest, and what is predicted.
#pragma once

#include "core/archive.h"
#include "core/bitset.h"
#include "world/state.h"

namespace impulse {

/// What static bodies hold, with or without their tree. It may be left out of packed snapshots, and must then be the
/// same where they are restored.
struct Statics {
    Statics(WorldState& world, bool left_out, bool with_tree);

    WorldState& world;
    Bitset slots;
    Bitset shapes;
    Bitset proxies;
    uint64_t digest = 0;
    mutable List<Manifold> guesses; ///< by contact: what the narrow phase would compute
    mutable List<CollideCache> hints; ///< the same
};

/// Contacts, lists and boxes lose all that `derive` restores: links back, colours by contact, boxes around boxes.
void strip(WorldState& world, bool with_static_tree);
void derive(WorldState& world, bool with_static_tree);

// Predictions of the words of a list, the context being `Statics` (core/archive.h).
uint32_t predict_body(const void* context, size_t element, size_t word);
uint32_t predict_mass(const void* context, size_t element, size_t word);
uint32_t predict_pose(const void* context, size_t element, size_t word);
uint32_t predict_published(const void* context, size_t element, size_t word);
uint32_t predict_published_before(const void* context, size_t element, size_t word);
uint32_t predict_slot_id(const void* context, size_t element, size_t word);
uint32_t predict_shape(const void* context, size_t element, size_t word);
uint32_t predict_radius(const void* context, size_t element, size_t word);
uint32_t predict_proxy(const void* context, size_t element, size_t word);
uint32_t predict_box(const void* context, size_t element, size_t word);
uint32_t predict_impulse(const void* context, size_t element, size_t word);

/// Columns of `BodyPose`, the sine before the cosine.
inline constexpr std::array<uint8_t, 8> kPoseColumns = {0, 1, 2, 3, 5, 4, 6, 7};

/// Words of `ShapeRecord`, which ends in undefined bytes.
inline constexpr size_t kShapeWords = (offsetof(ShapeRecord, one_way) + sizeof(Vec2)) / 4;
inline constexpr auto kShapeColumns = [] {
    std::array<uint8_t, kShapeWords> columns{};
    for (size_t i = 0; i < kShapeWords; ++i) { columns[i] = static_cast<uint8_t>(i); }
    return columns;
}();

/// Contacts, and what the narrow phase keeps of them.
void archive_contacts(WorldState& world, Archive& to);

} // namespace impulse
