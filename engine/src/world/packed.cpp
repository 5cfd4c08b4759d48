#include "world/packed.h"

#include "collision/collide.h"
#include "collision/recycle.h"
#include "geometry/aabb.h"
#include "world/contacts.h"

#include <bit>
#include <cmath>
#include <cstring>

namespace impulse {
namespace {

WorldState& world_of(const void* context) { return static_cast<const Statics*>(context)->world; }

template <class T>
uint32_t word_of(const T& of, size_t word) {
    uint32_t value = 0;
    std::memcpy(&value, reinterpret_cast<const std::byte*>(&of) + 4 * word, 4);
    return value;
}
/// Not of NaN, whose bits are up to the machine.
uint32_t bits(float value) { return value == value ? std::bit_cast<uint32_t>(value) : 0; }

/// The same word of the element before.
template <class T>
uint32_t before(const List<T>& list, size_t i, size_t word) {
    return i == 0 ? 0 : word_of(list[i - 1], word);
}

// What the next step may change in static bodies: their lists, and an extent that was not computed yet.
constexpr size_t kExtent = offsetof(ShapeRecord, extent) / 4;
constexpr size_t kEdge = offsetof(BodyRecord, first_edge) / 4;
constexpr size_t kJoint = offsetof(BodyRecord, first_joint) / 4;

/// Of the angle with this sine, with the sign of `like`.
uint32_t cosine(float sine, float like) { return bits(std::copysign(std::sqrt(1.0f - sine * sine), like)); }

uint32_t component(Vec2 v, size_t i) { return bits(i == 0 ? v.x : v.y); }

/// The rotation of a body when the last step began.
Rot rotation_before(const WorldState& world, uint32_t slot) {
    const size_t i = 4 * size_t{slot};
    return {world.published_previous[i + 2], world.published_previous[i + 3]};
}

/// The vector between the centres of a contact's bodies when the last step began, but for rounding.
Vec2 offset_before(const WorldState& world, const Contact& contact) {
    const auto center = [&](uint32_t slot) {
        const Vec2 origin{world.published_previous[4 * slot], world.published_previous[4 * slot + 1]};
        return origin + rotate(rotation_before(world, slot), world.poses[slot].local_center);
    };
    return center(contact.slotB) - center(contact.slotA);
}

/// Whether indices stay within lists; damaged snapshots may contain any.
bool is_sound(const WorldState& world, const Contact& contact) {
    const size_t slots = world.published_previous.size() / 4;
    return contact.slotA < slots && contact.slotB < slots && contact.shapeA < world.shapes.size() &&
           contact.shapeB < world.shapes.size() && slots <= world.poses.size();
}

/// What the narrow phase computes for a contact with the rotations in its cache and this vector between the centres;
/// without points, the gap is the first separation.
Manifold narrow(const WorldState& world, size_t i, Vec2 offset, CollideCache& hint) {
    const Contact& contact = world.contacts[i];
    const ManifoldCache& cache = world.manifold_caches[i];
    Manifold out;
    if (!is_sound(world, contact)) { return out; }
    const BodyPose a{0.0, 0.0, cache.qA, world.poses[contact.slotA].local_center};
    const BodyPose b{static_cast<double>(offset.x), static_cast<double>(offset.y), cache.qB,
                     world.poses[contact.slotB].local_center};
    const LocalManifold local = collide(world.shapes[contact.shapeA].shape, world.shapes[contact.shapeB].shape,
                                        relative_pose(a, b), collide_settings(world.tuning), hint);
    out.normal = rotate(a.q, local.normal);
    out.points[0].separation = local.gap;
    for (size_t k = 0; k < static_cast<size_t>(local.count); ++k) {
        out.points[k].rA = rotate(a.q, local.points[k].point - a.local_center);
        out.points[k].rB = out.points[k].rA - offset;
        out.points[k].separation = local.points[k].separation;
        out.points[k].feature = local.points[k].feature;
    }
    out.count = local.count;
    return out;
}

// The three steps of the guess, each after more of the caches is known.

void guess_from_rotations(const Statics& statics) {
    const WorldState& world = statics.world;
    statics.guesses.resize(world.contacts.size());
    statics.hints.resize(world.contacts.size());
    for (size_t i = 0; i < world.contacts.size(); ++i) {
        if (!is_sound(world, world.contacts[i])) { continue; }
        statics.hints[i] = {};
        statics.guesses[i] = narrow(world, i, offset_before(world, world.contacts[i]), statics.hints[i]);
    }
}

void guess_from_first_points(const Statics& statics) {
    const WorldState& world = statics.world;
    for (size_t i = 0; i < world.contacts.size(); ++i) {
        const ManifoldCache& cache = world.manifold_caches[i];
        const bool points = world.contacts[i].manifold.count > 0;
        CollideCache hint = world.contacts[i].cache;
        statics.guesses[i] = narrow(world, i, points ? cache.rA[0] - cache.rB[0] : cache.rA[0], hint);
    }
}

void guess_from_caches(const Statics& statics) {
    const WorldState& world = statics.world;
    for (size_t i = 0; i < world.contacts.size(); ++i) {
        const Contact& contact = world.contacts[i];
        if (contact.manifold.count < 1 || contact.manifold.count > 2 || !is_sound(world, contact)) { continue; }
        const ManifoldCache& cache = world.manifold_caches[i];
        Manifold& guess = statics.guesses[i];
        guess.normal = contact.manifold.normal;
        guess.count = contact.manifold.count;
        for (size_t k = 0; k < 2; ++k) {
            guess.points[k].rA = cache.rA[k];
            guess.points[k].rB = cache.rB[k];
            guess.points[k].separation = cache.separation[k];
        }
        const Rot qA = rotation_before(world, contact.slotA);
        const Rot qB = rotation_before(world, contact.slotB);
        const bool fresh = qA.s == cache.qA.s && qB.s == cache.qB.s;
        if (!fresh) {
            carry_points(qA, qB, offset_before(world, contact), cache, world.tuning.recycle_distance, 3.0e38f, guess);
        }
    }
}

constexpr size_t kNormal = offsetof(Contact, manifold) / 4;
constexpr size_t kPoints = kNormal + offsetof(Manifold, points) / 4;
constexpr size_t kPoint = sizeof(ManifoldPoint) / 4;

uint32_t predict_contact(const void* context, size_t i, size_t word) {
    const Statics& statics = *static_cast<const Statics*>(context);
    const WorldState& world = statics.world;
    const Contact& contact = world.contacts[i];
    switch (word) {
    case offsetof(Contact, shapeA) / 4:
        return contact.slotA < world.bodies.size() ? world.bodies[contact.slotA].first_shape : 0;
    case offsetof(Contact, shapeB) / 4:
        return contact.slotB < world.bodies.size() ? world.bodies[contact.slotB].first_shape : 0;
    case kNormal:
    case kNormal + 1:
        return component(statics.guesses[i].normal, word - kNormal);
    case kNormal + 2:
        return static_cast<uint32_t>(statics.guesses[i].count);
    case offsetof(Contact, cache) / 4:
        return word_of(statics.hints[i], 0);
    default:
        break;
    }
    if (word < kPoints || word >= kPoints + 2 * kPoint) { return before(world.contacts, i, word); }
    const size_t point = (word - kPoints) / kPoint;
    if (contact.manifold.count <= static_cast<int>(point)) { return 0; }
    const size_t part = (word - kPoints) % kPoint;
    if (part >= offsetof(ManifoldPoint, rA) / 4) {
        return word_of(statics.guesses[i].points[point], part);
    }
    return point == 0 ? before(world.contacts, i, word) : word_of(contact, word - kPoint);
}

uint32_t predict_cache(const void* context, size_t i, size_t word) {
    const Statics& statics = *static_cast<const Statics*>(context);
    const WorldState& world = statics.world;
    const List<ManifoldCache>& caches = world.manifold_caches;
    if (i >= world.contacts.size() || !is_sound(world, world.contacts[i])) { return 0; }
    const Contact& contact = world.contacts[i];
    if (word < 4) {
        const Rot q = rotation_before(world, word < 2 ? contact.slotA : contact.slotB);
        if (word % 2 == 1) { return bits(q.s); }
        return cosine(word == 0 ? caches[i].qA.s : caches[i].qB.s, q.c);
    }
    constexpr size_t kArmB = offsetof(ManifoldCache, rB) / 4;
    constexpr size_t kSeparation = offsetof(ManifoldCache, separation) / 4;
    if (word >= kSeparation + 2) { return before(caches, i, word); } // padding
    const size_t point = word >= kSeparation ? word - kSeparation : (word - 4) / 2 % 2;
    const ManifoldPoint& guess = statics.guesses[i].points[point];
    const bool points = contact.manifold.count > static_cast<int>(point);
    if (point == 1 && !points) { return 0; }
    if (word >= kSeparation) { return bits(guess.separation); }
    if (points) {
        const Vec2 offset = point == 0 ? offset_before(world, contact) : caches[i].rA[0] - caches[i].rB[0];
        return component(word < kArmB ? guess.rA : caches[i].rA[point] - offset, word % 2);
    }
    if (word < kArmB) { return component(offset_before(world, contact), word % 2); }
    return bits(world.shapes[word == kArmB ? contact.shapeA : contact.shapeB].extent);
}

uint32_t predict_apart(const void* context, size_t i, size_t word) {
    const WorldState& world = world_of(context);
    if (i >= world.contacts.size()) { return kNull; }
    const Contact& contact = world.contacts[i];
    const bool apart = contact.manifold.count == 0 && (contact.flags & (kSensor | kCached)) == kCached;
    if (word < 2) { return !apart ? kNull : word == 0 ? contact.slotA : contact.slotB; }
    if (world.apart_pairs[i].slotA == kNull || !is_sound(world, contact)) { return 0; }
    const double limit = world.travels[contact.slotA] + world.travels[contact.slotB] +
                         static_cast<double>(world.manifold_caches[i].separation[0] - world.tuning.speculative_distance);
    return limit == limit ? static_cast<uint32_t>(std::bit_cast<uint64_t>(limit) >> (word == 3 ? 32 : 0)) : 0;
}

} // namespace

Statics::Statics(WorldState& state, bool left_out, bool with_tree) : world(state) {
    if (!left_out) { return; }
    slots.resize(world.body_ids.capacity());
    shapes.resize(world.shape_ids.capacity());
    proxies.resize(static_cast<uint32_t>(world.broad_phase.proxies().size()));
    Archive hash(Archive::Task::digest, nullptr, 0);
    for (uint32_t slot = 0; slot < world.body_ids.capacity(); ++slot) {
        if (!world.body_ids.in_use(slot) || world.bodies[slot].type != BodyType::static_body) { continue; }
        slots.set(slot);
        BodyRecord body = world.bodies[slot];
        body.first_edge = body.first_joint = world.body_id(slot).value;
        hash(body, world.poses[slot]);
        for (uint32_t shape = body.first_shape; shape != kNull; shape = world.shapes[shape].next) {
            shapes.set(shape);
            uint32_t id = world.shape_id(shape).value;
            std::array<uint32_t, kShapeWords> record;
            std::memcpy(record.data(), &world.shapes[shape], sizeof record);
            record[kExtent] = 0;
            hash(id, record);
            if (with_tree && world.shapes[shape].proxy != kNull) { proxies.set(world.shapes[shape].proxy); }
        }
    }
    if (with_tree) { world.broad_phase.archive_statics(hash); }
    digest = hash.hash();
}

void strip(WorldState& world, bool with_static_tree) {
    world.broad_phase.strip(with_static_tree);
    for (uint32_t i = 0; i < world.contacts.size(); ++i) {
        ContactLinks& links = world.links[i];
        links.body_prev[0] = links.body_prev[1] = links.island_prev = kNull;
        if (!world.contact_ids.in_use(i)) {
            world.contacts[i] = {};
            world.manifold_caches[i] = {};
            world.apart_pairs[i] = {};
            world.impulses[i] = 0.0f;
            links = {};
        }
        if (world.apart_pairs[i].slotA == kNull) { world.apart_pairs[i] = {}; }
        if (world.contacts[i].manifold.count < 2) {
            ManifoldCache& cache = world.manifold_caches[i];
            cache.rA[1] = cache.rB[1] = {};
            cache.separation[1] = 0.0f;
        }
    }
    world.graph.strip(world.links);
    for (BodyRecord& body : world.bodies) { body.island_prev = kNull; }
}

void derive(WorldState& world, bool with_static_tree) {
    world.broad_phase.derive(with_static_tree);
    for (uint32_t i = 0; i < world.links.size(); ++i) {
        for (uint32_t side = 0; side < 2; ++side) {
            const uint32_t next = world.links[i].body_next[side];
            if (next >> 1 < world.links.size()) { world.links[next >> 1].body_prev[next & 1u] = i << 1 | side; }
        }
        const uint32_t next = world.links[i].island_next;
        if (next < world.links.size()) { world.links[next].island_prev = i; }
    }
    for (uint32_t slot = 0; slot < world.bodies.size(); ++slot) {
        const uint32_t next = world.bodies[slot].island_next;
        if (next < world.bodies.size()) { world.bodies[next].island_prev = slot; }
    }
    world.graph.derive(world.contacts, world.links);
}

uint32_t predict_body(const void* context, size_t i, size_t word) {
    const Statics& statics = *static_cast<const Statics*>(context);
    const List<BodyRecord>& bodies = statics.world.bodies;
    const bool held = statics.slots.test(static_cast<uint32_t>(i)) && word != kEdge && word != kJoint;
    if (held) { return word_of(bodies[i], word); }
    if (i < statics.world.motions.size()) { // about as fast as it moved
        const BodyMotion& motion = statics.world.motions[i];
        if (word == offsetof(BodyRecord, displacement_speed) / 4) { return bits(length(motion.v)); }
        if (word == offsetof(BodyRecord, displacement_spin) / 4) { return bits(abs(motion.w)); }
    }
    if (word == offsetof(BodyRecord, inv_mass) / 4) { return bits(1.0f / bodies[i].mass); }
    if (word == offsetof(BodyRecord, inv_inertia) / 4) { return bits(1.0f / bodies[i].inertia); }
    if (word == offsetof(BodyRecord, first_shape) / 4) { return before(bodies, i, word) + 1; }
    return word == offsetof(BodyRecord, last_shape) / 4 ? bodies[i].first_shape : before(bodies, i, word);
}

uint32_t predict_mass(const void* context, size_t i, size_t word) {
    const WorldState& world = world_of(context);
    if (i >= world.bodies.size()) { return 0; }
    return bits(word == 0 ? world.bodies[i].inv_mass : world.bodies[i].inv_inertia);
}

uint32_t predict_pose(const void* context, size_t i, size_t word) {
    const Statics& statics = *static_cast<const Statics*>(context);
    const List<BodyPose>& poses = statics.world.poses;
    if (statics.slots.test(static_cast<uint32_t>(i))) { return word_of(poses[i], word); }
    return word == offsetof(BodyPose, q) / 4 ? cosine(poses[i].q.s, 1.0f) : before(poses, i, word);
}

uint32_t predict_published(const void* context, size_t i, size_t) {
    const WorldState& world = world_of(context);
    if (i / 4 >= world.poses.size()) { return 0; }
    const Transform pose = world_pose(world.poses[i / 4]);
    return i % 4 < 2 ? component(pose.p, i % 4) : bits(i % 4 == 2 ? pose.q.c : pose.q.s);
}

uint32_t predict_published_before(const void* context, size_t i, size_t) {
    const WorldState& world = world_of(context);
    if (i >= world.published.size() || i / 4 >= world.motions.size()) { return 0; }
    const BodyMotion& motion = world.motions[i / 4];
    const size_t part = i % 4;
    if (part < 2) { return bits(world.published[i] - world.last_dt * (part == 0 ? motion.v.x : motion.v.y)); }
    const Rot now{world.published[i - part + 2], world.published[i - part + 3]};
    const Rot then = integrate_rotation(now, -world.last_dt * motion.w);
    return bits(part == 2 ? then.c : then.s);
}

uint32_t predict_slot_id(const void* context, size_t i, size_t) {
    const WorldState& world = world_of(context);
    const auto slot = static_cast<uint32_t>(i);
    return world.body_ids.in_use(slot) ? world.body_id(slot).value : 0;
}

uint32_t predict_shape(const void* context, size_t i, size_t word) {
    const Statics& statics = *static_cast<const Statics*>(context);
    const List<ShapeRecord>& shapes = statics.world.shapes;
    if (statics.shapes.test(static_cast<uint32_t>(i)) && word != kExtent) { return word_of(shapes[i], word); }
    constexpr size_t kPoints = offsetof(Shape, points) / 4;
    if (word >= kPoints + 4 && word < kPoints + 8) { // as in boxes, the points are opposite each other
        const Shape& shape = shapes[i].shape;
        return component(2.0f * shape.centroid - shape.points[(word - kPoints) / 2 - 2], word % 2 == kPoints % 2 ? 0 : 1);
    }
    const bool counts = word == offsetof(ShapeRecord, slot) / 4 || word == offsetof(ShapeRecord, proxy) / 4;
    return before(shapes, i, word) + (counts ? 1 : 0);
}

uint32_t predict_radius(const void* context, size_t i, size_t) {
    const WorldState& world = world_of(context);
    return i < world.shapes.size() ? bits(world.shapes[i].shape.radius) : 0;
}

uint32_t predict_proxy(const void* context, size_t i, size_t word) {
    const Statics& statics = *static_cast<const Statics*>(context);
    const auto& proxies = statics.world.broad_phase.proxies();
    constexpr size_t kMoved = offsetof(BroadPhase::Proxy, moved) / 4;
    const bool held = word != kMoved && statics.proxies.test(static_cast<uint32_t>(i));
    return held ? word_of(proxies[i], word) : before(proxies, i, word) + (word < 2 ? 1 : 0);
}

uint32_t predict_box(const void* context, size_t i, size_t word) {
    const WorldState& world = world_of(context);
    if (i >= world.broad_phase.proxies().size()) { return 0; }
    const uint32_t shape = world.broad_phase.proxies()[i].shape;
    if (world.broad_phase.proxies()[i].leaf < 0 || shape >= world.shapes.size() ||
        world.shapes[shape].slot >= world.poses.size()) {
        return 0;
    }
    const Aabb box =
        world.broad_phase.fattened(world.broad_phase.proxies()[i].type,
                                   shape_aabb(world.shapes[shape].shape, world_pose(world.poses[world.shapes[shape].slot])));
    const Vec2 moved = world.broad_phase.boxes()[i].lower - box.lower;
    return word < 2 ? component(box.lower, word) : component(box.upper + moved, word - 2);
}

uint32_t predict_impulse(const void* context, size_t i, size_t) {
    const WorldState& world = world_of(context);
    if (i >= world.contacts.size()) { return 0; }
    const Manifold& manifold = world.contacts[i].manifold;
    return bits(world.last_dt * (manifold.points[0].normal_impulse + manifold.points[1].normal_impulse));
}

void archive_contacts(WorldState& world, Archive& to) {
    static constexpr std::array<uint8_t, 11> kPair = {22, 23, 24, 25, 26, 27, 28, 29, 30, 0, 1};
    static constexpr std::array<uint8_t, 2> kResult = {31, 4};
    static constexpr std::array<uint8_t, 4> kRotations = {1, 3, 0, 2};
    static constexpr std::array<uint8_t, 4> kFirstPoints = {4, 5, 8, 9};
    static constexpr std::array<uint8_t, 8> kOtherPoints = {6, 7, 10, 11, 12, 13, 14, 15};
    static constexpr std::array<uint8_t, 19> kManifold = {2, 3, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20, 21};
    static_assert(offsetof(Contact, slotA) == 4 * 22 && offsetof(Contact, manifold.count) == 4 * 4);
    static_assert(kPair.size() + kResult.size() + kManifold.size() == sizeof(Contact) / 4);
    static_assert(kRotations.size() + kFirstPoints.size() + kOtherPoints.size() == sizeof(ManifoldCache) / 4);
    const auto guess = [&](void (*step)(const Statics&)) {
        if (to.predicts()) { step(*static_cast<const Statics*>(to.context())); }
    };
    to.predicted(world.contacts, predict_contact, kPair);
    to.predicted(world.manifold_caches, predict_cache, kRotations);
    guess(guess_from_rotations);
    to.rest(world.contacts, predict_contact, kResult);
    to.rest(world.manifold_caches, predict_cache, kFirstPoints);
    guess(guess_from_first_points);
    to.rest(world.manifold_caches, predict_cache, kOtherPoints);
    to.rest(world.contacts, predict_contact, std::span(kManifold).first(2));
    guess(guess_from_caches);
    to.rest(world.contacts, predict_contact, std::span(kManifold).subspan(2));
    to.predicted(world.apart_pairs, predict_apart);
}

} // namespace impulse
