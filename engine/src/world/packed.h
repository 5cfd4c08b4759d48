/// Packed snapshots: what is left out, because the world has it or it follows from the rest, and what is predicted.
#pragma once

#include "core/archive.h"
#include "core/bitset.h"
#include "world/state.h"

namespace impulse {

/// Masks and guesses for a packed snapshot.
struct Packing {
    /// `without_statics`: the snapshot lacks what static bodies hold, but for their tree unless `without_tree`.
    Packing(WorldState& world, bool without_statics, bool without_tree);

    /// What is left out, and a hash of it: it must be the same where the snapshot is restored.
    Bitset slots;
    Bitset shapes;
    Bitset proxies;
    uint64_t digest = 0;

    List<float> numbers;
    List<Contact> contacts;
    List<ManifoldCache> caches;
};

/// Contacts, lists and boxes lose all that `derive` restores: links back, colours by contact, boxes around boxes.
void strip(WorldState& world, bool with_static_tree);
void derive(WorldState& world, bool with_static_tree);

// Parts of an archive with guesses, which need `packing` in the packed form.

void archive_bodies(WorldState& world, Archive& to, Packing* packing);
void archive_shapes(WorldState& world, Archive& to, Packing* packing);
void archive_contacts(WorldState& world, Archive& to, Packing* packing);

} // namespace impulse
