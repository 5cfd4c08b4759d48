// World: snapshots.
//
// A snapshot is a header and then the parts of WorldState in sequence, as they lie in memory. So it takes as long as
// copying them, and no conversion can lose state. The price is the size: about 600 bytes per body and 300 per contact.
// Lists keep their order and their free slots, since orders of contacts and colours decide in which order
// impulses add up. A packed snapshot (core/archive.h, world/packed.h) loses no bit either. It takes about an eighth
// of the bytes, and some 2 ms for 500 touching boxes.
#include <cstring>

#include "core/archive.h"
#include "core/assert.h"
#include "core/state_hash.h"
#include "world/contacts.h"
#include "world/packed.h"
#include "world/validate.h"

namespace impulse {
namespace {

struct Header {
    uint32_t magic = 0x53643269; // "i2dS"; other bytes on a machine of other byte order
    uint32_t layout = 0;         // version, and sizes of all parts
    uint64_t checksum = 0;       // of the bytes that follow
    uint32_t size = 0;           // bytes in total
    uint16_t packed = 0;         // 0, or 1 with static bodies, 2 without
    uint16_t with_tree = 0;      // packed: whether it contains the tree of the static shapes
    uint64_t statics = 0;        // packed: digest of what the static bodies hold
};
static_assert(sizeof(Header) == 32);
constexpr size_t kUnchecked = offsetof(Header, size); // bytes before the range of the checksum

/// All state that decides the future or can be queried between two steps.
void archive(WorldState& world, Archive& to, Packing* packing = nullptr) {
    // All members of WorldState: a new member does not compile until it is named here, and below if it belongs to the
    // state.
    auto& [tuning, solver, gravity, length_unit, now_ms,                                                       //
           body_ids, motions, masses, forces, poses, slacks, path_lengths, bodies, sweep_extents, extents_due, //
           published, published_previous, published_slots, just_slept, awake_bodies, hooks, hooked,            //
           shape_ids, shapes, sensors, moving_sensors, radii, broad_phase,                                     //
           contact_ids, contacts, manifold_caches, apart_pairs, impulses, loads, links, pairs, answers, expected,
           contact_order,
           awake_contacts,                                                  //
           active_contacts, graph, active, island_of, lanes,                //
           joint_ids, joints, joint_links, active_joints, breakable_joints, //
           unfinished_impacts, last_dt, steps_differ, last_h, events, delivered_events, stored, unstored_events,
           contact_view, velocity_view, profile, tracing, probe, sensor_checks, given, //
           dt_before, arena, joint_plan, impact_plan, new_pairs, asked, lost_points, seam_points, pieces, due, impacts,
           met] = world;
    to(given, gravity, length_unit, unfinished_impacts, last_dt, steps_differ, last_h, body_ids, motions, masses,
       forces, slacks, path_lengths, sweep_extents, extents_due, published_slots, just_slept, awake_bodies, hooked,
       shape_ids, radii, contact_ids);
    apply_tuning(world); // on which the guesses of contacts depend
    archive_bodies(world, to, packing);
    archive_shapes(world, to, packing);
    if (packing != nullptr) { to.kept_proxies = &packing->proxies; }
    to(broad_phase);
    archive_contacts(world, to, packing);
    archive_loads(world, to, packing);
    to(links, answers, contact_order, awake_contacts, active_contacts, graph, joint_ids, joints, joint_links,
       active_joints, breakable_joints, expected);
    // Not state: `pairs` are the keys of the contacts, `sensors` and `moving_sensors` count what shapes and extents
    // store, `tuning` and `solver` follow from `given`. Computed again before each use: `active`, `island_of`, the
    // views, and all from `dt_before` on. How this world is observed and computed, on which no bit of its motion
    // depends: `now_ms`, `profile`, `tracing`, `probe`, `sensor_checks`, `lanes`, `stored`, `unstored_events`.
    // Callbacks of the program: `hooks`.
    // Events are emitted once. Events of calls since the last step would name objects that the restored world does not
    // contain.
}

Archive measured(WorldState& world) {
    Archive measure(Archive::Task::measure, nullptr, 0);
    archive(world, measure);
    return measure;
}

uint32_t layout_of(const Archive& measured) {
    StateHash hash;
    for (const char c : IMPULSE_VERSION) { hash.add(static_cast<uint32_t>(c)); }
    hash.add(measured.hash());
    return static_cast<uint32_t>(hash.value());
}

/// Over words of 32 bits, the last padded with zeros. Every fourth word goes to the same of four sums, so that four
/// multiplications run in parallel.
uint64_t checksum(std::span<const std::byte> bytes) {
    std::array<StateHash, 4> sums;
    std::array<uint32_t, 4> words{};
    for (size_t at = 0; at < bytes.size(); at += sizeof words) {
        const size_t left = bytes.size() - at;
        if (left < sizeof words) { words = {}; }
        std::memcpy(words.data(), &bytes[at], left < sizeof words ? left : sizeof words);
        for (size_t i = 0; i < words.size(); ++i) { sums[i].add(words[i]); }
    }
    StateHash all;
    for (const StateHash& sum : sums) { all.add(sum.value()); }
    return all.value();
}

/// Writes the header, of which the checksum and the size are missing.
void finish(std::span<std::byte> bytes, Header header) {
    header.size = static_cast<uint32_t>(bytes.size());
    std::memcpy(bytes.data(), &header, sizeof header);
    header.checksum = checksum(bytes.subspan(kUnchecked));
    std::memcpy(bytes.data(), &header, sizeof header);
}

Error refused(double value, const char* expected) { return {ErrorCode::snapshot, "bytes", value, expected}; }

} // namespace

size_t World::snapshot_size() const { return sizeof(Header) + measured(*state_).size(); }

void World::snapshot(std::span<std::byte> out) const {
    strip(*state_, true); // what nothing reads is then the same whatever snapshots were taken before
    derive(*state_, true);
    const Archive measure = measured(*state_);
    const std::span<std::byte> bytes = out.first(sizeof(Header) + measure.size());
    Archive write(Archive::Task::write, bytes.data() + sizeof(Header), measure.size());
    archive(*state_, write);
    finish(bytes, {.layout = layout_of(measure)});
}

size_t World::packed_bound() const { return sizeof(Header) + Archive::packed_bound(measured(*state_).size()); }

size_t World::snapshot_packed(std::span<std::byte> out, bool with_statics) {
    WorldState& world = *state_;
    const uint32_t layout = layout_of(measured(world));
    // The next step changes a tree with enlarged leaves.
    const bool with_tree = with_statics || world.broad_phase.tree(BodyType::static_body).enlarged_count() > 0;
    Packing packing(world, !with_statics, !with_tree);
    strip(world, with_tree);
    Archive pack(Archive::Task::pack, out.data() + sizeof(Header), 0);
    pack.with_statics = with_tree;
    archive(world, pack, &packing);
    derive(world, with_tree);
    const size_t size = static_cast<size_t>(pack.finish() - out.data());
    finish(out.first(size), {.layout = layout,
                             .packed = static_cast<uint16_t>(with_statics ? 1 : 2),
                             .with_tree = with_tree,
                             .statics = packing.digest});
    return size;
}

Error World::restore(std::span<const std::byte> bytes) {
    WorldState& world = *state_;
    Header header;
    const double size = static_cast<double>(bytes.size());
    if (bytes.size() >= sizeof header) { std::memcpy(&header, bytes.data(), sizeof header); }
    if (bytes.size() < sizeof header || header.magic != Header{}.magic) {
        return refused(size, "what world.snapshot() returned");
    }
    const Archive present = measured(world);
    if (header.layout != layout_of(present)) { return refused(size, "a snapshot of this version of the engine"); }
    if (header.size != bytes.size()) { return refused(size, "a whole snapshot: some of it is missing, or too much"); }
    if (header.checksum != checksum(bytes.subspan(kUnchecked))) { return refused(size, "an undamaged snapshot"); }

    // Its lists grow by what it lacks: at most eight times as much as is packed, but for a world that hardly moved.
    const size_t unpacked = header.packed != 0 ? 8 * bytes.size() : bytes.size();
    if (const Error error = check_memory(unpacked > present.size() ? unpacked - present.size() : 0)) { return error; }

    // No task writes to the bytes.
    std::byte* parts = const_cast<std::byte*>(bytes.data()) + sizeof header;
    const size_t left = bytes.size() - sizeof header;
    if (header.packed != 0) {
        Packing packing(world, header.packed == 2, header.with_tree == 0);
        if (packing.digest != header.statics) {
            return refused(size, "a snapshot of a world with the same static bodies, where taken with static: false");
        }
        Archive unpack(Archive::Task::unpack, parts, left);
        unpack.with_statics = header.with_tree != 0;
        archive(world, unpack, &packing);
        derive(world, unpack.with_statics);
    } else {
        Archive check(Archive::Task::check, parts, left);
        archive(world, check);
        if (!check.complete()) { return refused(size, "an undamaged snapshot"); }
        Archive read(Archive::Task::read, parts, left);
        archive(world, read);
    }
    world.pairs.clear();
    world.pairs.reserve(world.contact_ids.count());
    for (uint32_t index = 0; index < world.contact_ids.capacity(); ++index) {
        const Contact& contact = world.contacts[index];
        if (world.contact_ids.in_use(index)) { world.pairs.insert(pair_key(contact.shapeA, contact.shapeB), index); }
    }
    world.island_of.resize(world.bodies.size(), kNull);
    world.sensors = 0;
    for (uint32_t index = 0; index < world.shapes.size(); ++index) {
        world.sensors += world.shape_ids.in_use(index) && world.shapes[index].sensor ? 1 : 0;
    }
    world.moving_sensors = 0;
    for (const SweepExtent& extent : world.sweep_extents) { world.moving_sensors += extent.senses; }
    // Its steps may have had another filter, or none: pairs that it left out are asked for when they are found again.
    if (world.hooks.filter != nullptr) { world.broad_phase.forget_pairs(); }
    world.events.clear();
    world.delivered_events = 0;
    if (trace()) { // the trace belongs to another step
        set_trace(false);
        set_trace(true);
    }
    IMPULSE_VALIDATE(IMPULSE_ASSERT(world.broad_phase.validate()));
    return {};
}

} // namespace impulse
