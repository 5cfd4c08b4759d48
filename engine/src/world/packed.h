/// Packed snapshots: which data are omitted, because the world has them or they follow from others, and which are
/// predicted.
#pragma once

#include "core/archive.h"
#include "core/bitset.h"
#include "world/state.h"

namespace impulse {

/// Masks and guesses for a packed snapshot.
struct Packing {
    /// `without_statics`: the snapshot omits the data of static bodies, except for their tree unless `without_tree`.
    Packing(WorldState& world, bool without_statics, bool without_tree);

    /// The omitted data, and their hash, which must be the same in the world that is restored.
    Bitset slots;
    Bitset shapes;
    Bitset proxies;
    uint64_t digest = 0;

    List<float> numbers;
    List<Contact> contacts;
    List<ManifoldCache> caches;
    List<ApartPair> apart_pairs;
};

/// Contacts, lists and boxes lose all that `derive` restores: links back, colours by contact, boxes around boxes.
void strip(WorldState& world, bool with_static_tree);
void derive(WorldState& world, bool with_static_tree);

// Parts of an archive with guesses, which need `packing` in the packed form.

void archive_bodies(WorldState& world, Archive& to, Packing* packing);
void archive_shapes(WorldState& world, Archive& to, Packing* packing);
void archive_contacts(WorldState& world, Archive& to, Packing* packing);
void archive_loads(WorldState& world, Archive& to, Packing* packing);

} // namespace impulse
