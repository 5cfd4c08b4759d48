#include "world/packed.h"

#include <cmath>
#include <cstring>

#include "world/contacts.h"

namespace impulse {
namespace {

template <size_t kWords>
constexpr auto all_but(uint8_t first, uint8_t second) {
    std::array<uint8_t, kWords - 2> columns{};
    size_t at = 0;
    for (uint8_t i = 0; i < kWords; ++i) {
        if (i != first && i != second) { columns[at++] = i; }
    }
    return columns;
}

// What the next step may change in static bodies is not left out: their lists, and an extent that was not computed yet.
// Undefined bytes at the end of `ShapeRecord` are no column.
constexpr size_t kShapeWords = (offsetof(ShapeRecord, one_way) + sizeof(Vec2)) / 4;
constexpr std::array<uint8_t, 2> kShapeChanges = {offsetof(ShapeRecord, extent) / 4,
                                                  offsetof(ShapeRecord, density) / 4};
constexpr auto kShapeColumns = all_but<kShapeWords>(kShapeChanges[0], kShapeChanges[1]);
constexpr std::array<uint8_t, 2> kBodyChanges = {offsetof(BodyRecord, first_edge) / 4,
                                                 offsetof(BodyRecord, first_joint) / 4};
constexpr auto kBodyColumns = all_but<sizeof(BodyRecord) / 4>(kBodyChanges[0], kBodyChanges[1]);

// Columns of `Contact` and `ManifoldCache` in the order in which guesses need them.
constexpr std::array<uint8_t, 9> kPair = {22, 23, 26, 27, 28, 29, 30, 0, 1};
constexpr std::array<uint8_t, 2> kPairShapes = {24, 25};
constexpr std::array<uint8_t, 2> kSines = {1, 3};
constexpr std::array<uint8_t, 2> kCosines = {0, 2};
constexpr std::array<uint8_t, 2> kResult = {31, 4};
constexpr std::array<uint8_t, 4> kFirstPoint = {4, 5, 8, 9};
constexpr std::array<uint8_t, 2> kPath = {14, 15};
constexpr std::array<uint8_t, 6> kOtherPoint = {6, 7, 10, 11, 12, 13};
constexpr std::array<uint8_t, 4> kFeatures = {2, 3, 13, 21};
constexpr std::array<uint8_t, 15> kPoints = {5, 6, 7, 8, 9, 10, 11, 12, 14, 15, 16, 17, 18, 19, 20};
static_assert(offsetof(Contact, slotA) == 4 * 22 && offsetof(Contact, manifold.points) == 4 * 6);
static_assert(kPair.size() + kPairShapes.size() + kResult.size() + kFeatures.size() + kPoints.size() ==
              sizeof(Contact) / 4);
static_assert(kPath.size() + kSines.size() + kCosines.size() + kFirstPoint.size() + kOtherPoint.size() ==
              sizeof(ManifoldCache) / 4);

/// What is guessed of a contact, each from what was stored before.
enum class Guess : uint8_t {
    known,       ///< by the guess before; without one, the elements before
    shapes,      ///< the first of the bodies
    sines,       ///< the rotations of the bodies when the last step began
    cosines,     ///< unit length
    first_point, ///< the narrow phase with the bodies as they were when the last step began
    other_point, ///< the narrow phase with the bodies as they were when it ran; features likewise
    points,      ///< recycling; one point is that of its cache
};
struct Pass {
    Guess guess;
    bool of_caches;
    std::span<const uint8_t> columns;
};
constexpr Pass kPasses[] = {
    {Guess::known, false, kPair},        {Guess::known, true, kPath},
    {Guess::shapes, false, kPairShapes}, {Guess::sines, true, kSines},
    {Guess::cosines, true, kCosines},    {Guess::first_point, false, kResult},
    {Guess::known, true, kFirstPoint},   {Guess::other_point, true, kOtherPoint},
    {Guess::known, false, kFeatures},    {Guess::points, false, kPoints},
};

/// The pose of a body when the last step began, but for rounding.
BodyPose pose_before(const WorldState& world, uint32_t slot) {
    const float* before = &world.published_previous[4 * slot];
    BodyPose pose = world.poses[slot];
    pose.q = {before[2], before[3]};
    const Vec2 center = Vec2{before[0], before[1]} + rotate(pose.q, pose.local_center);
    pose.x = static_cast<double>(center.x);
    pose.y = static_cast<double>(center.y);
    return pose;
}

void set_cosine(Rot& q, float like) {
    const float square = 1.0f - q.s * q.s;
    q.c = square > 0.0f ? std::copysign(std::sqrt(square), like) : 0.0f; // no NaN, whose bits are up to the machine
}

void guess_contact(WorldState& world, uint32_t i, Guess guess) {
    Contact& contact = world.contacts[i];
    ManifoldCache& cache = world.manifold_caches[i];
    if (guess == Guess::shapes) {
        contact.shapeA = world.bodies[contact.slotA].first_shape;
        contact.shapeB = world.bodies[contact.slotB].first_shape;
        return;
    }
    BodyPose a = pose_before(world, contact.slotA);
    BodyPose b = pose_before(world, contact.slotB);
    if (guess == Guess::sines) {
        cache.qA = a.q;
        cache.qB = b.q;
        return;
    }
    if (guess == Guess::cosines) {
        set_cosine(cache.qA, a.q.c);
        set_cosine(cache.qB, b.q.c);
        return;
    }
    // What was not read yet must not matter.
    Manifold manifold;
    if (guess == Guess::points) {
        manifold.normal = contact.manifold.normal;
        manifold.count = contact.manifold.count;
        for (size_t k = 0; k < static_cast<size_t>(manifold.count); ++k) {
            manifold.points[k] = {1.0f, 1.0f, cache.rA[k], cache.rB[k], cache.separation[k]}; // 1 N: the exponent
        }
        contact.manifold = manifold;
        if (manifold.count > 1) { recycle(world, i, a, b); }
        return;
    }
    const bool touches = contact.manifold.count > 0;
    const Vec2 offset =
        guess == Guess::first_point ? center_offset(a, b) : cache.rA[0] - (touches ? cache.rB[0] : Vec2{});
    if (guess == Guess::first_point) { contact.cache = {}; }
    a.x = a.y = 0.0;
    b.x = static_cast<double>(offset.x);
    b.y = static_cast<double>(offset.y);
    a.q = cache.qA;
    b.q = cache.qB;
    contact.manifold = manifold;
    contact.flags = kSensor; // neither seams nor hooks, and nothing that depends on velocities or joints
    cache = {};
    update_manifold(world, i, a, b);
    contact.flags &= ~kSensor;
}

/// Guesses all contacts. Those of the world stay as they are.
void guess_contacts(WorldState& world, Packing& packing, Guess guess) {
    packing.contacts = world.contacts;
    packing.caches = world.manifold_caches;
    for (uint32_t i = 0; i < world.contacts.size(); ++i) {
        const uint32_t apart = world.apart_pairs[i].slotA;
        if (world.contact_ids.in_use(i)) {
            guess_contact(world, i, guess);
        } else {
            world.contacts[i] = {};
            world.manifold_caches[i] = {};
        }
        world.apart_pairs[i].slotA = apart;
    }
    packing.contacts.swap(world.contacts);
    packing.caches.swap(world.manifold_caches);
}

} // namespace

Packing::Packing(WorldState& world, bool without_statics, bool without_tree) {
    if (!without_statics) { return; }
    slots.resize(world.body_ids.capacity());
    shapes.resize(world.shape_ids.capacity());
    proxies.resize(static_cast<uint32_t>(world.broad_phase.proxy_capacity()));
    Archive hash(Archive::Task::digest, nullptr, 0);
    for (uint32_t slot = 0; slot < world.body_ids.capacity(); ++slot) {
        if (!world.body_ids.in_use(slot) || world.bodies[slot].type != BodyType::static_body) { continue; }
        slots.set(slot);
        BodyRecord body = world.bodies[slot];
        body.first_edge = body.first_joint = world.body_id(slot).value;
        hash(body, world.poses[slot]);
        for_each_shape(world, slot, [&](uint32_t index) {
            const ShapeRecord& shape = world.shapes[index];
            shapes.set(index);
            if (without_tree && shape.proxy != kNull) { proxies.set(shape.proxy); }
            struct { // one part: an array has as many as elements
                std::array<uint32_t, kShapeWords> words;
            } of;
            std::memcpy(&of, &shape, sizeof of);
            of.words[kShapeChanges[0]] = world.shape_id(index).value;
            hash(of);
        });
    }
    // Not their tree: no result depends on its shape, and the boxes in it follow from poses and shapes.
    digest = hash.hash();
}

void strip(WorldState& world, bool with_static_tree) {
    world.broad_phase.strip(with_static_tree);
    for (uint32_t i = 0; i < world.contacts.size(); ++i) {
        ContactLinks& links = world.links[i];
        if (!world.contact_ids.in_use(i)) {
            world.contacts[i] = {};
            world.manifold_caches[i] = {};
            world.apart_pairs[i] = {};
            links = {};
        }
        links.body_prev[0] = links.body_prev[1] = kNull;
        ApartPair& apart = world.apart_pairs[i];
        if (apart.slotA == kNull) { apart = {}; }
        apart.slotB = kNull;
        if (apart.slotA != kNull) { apart.slotA = 0; }
        const int points = world.contacts[i].manifold.count;
        ManifoldCache& cache = world.manifold_caches[i];
        if (points == 0) { cache.rA[1] = cache.rB[1] = {}; }
        if (points != 1) { cache.path = 0.0f; }
        if (points < 2) { cache.separation[1] = 0.0f; }
    }
    world.graph.strip(world.links);
}

void derive(WorldState& world, bool with_static_tree) {
    world.broad_phase.derive(with_static_tree);
    for (uint32_t i = 0; i < world.links.size(); ++i) {
        const ContactLinks& links = world.links[i];
        for (uint32_t side = 0; side < 2; ++side) {
            const uint32_t next = links.body_next[side];
            if (next != kNull) { world.links[next >> 1].body_prev[next & 1u] = i << 1 | side; }
        }
        ApartPair& apart = world.apart_pairs[i];
        if (apart.slotA != kNull) { apart = {world.contacts[i].slotA, world.contacts[i].slotB, apart.limit}; }
    }
    world.graph.derive(world.contacts, world.links);
}

void archive_bodies(WorldState& world, Archive& to, Packing* packing) {
    to.predicted(world.bodies, nullptr, packing != nullptr ? &packing->slots : nullptr, kBodyColumns);
    to.rest(world.bodies, nullptr, kBodyChanges);
    to.predicted(world.poses, nullptr, packing != nullptr ? &packing->slots : nullptr);
    const float* numbers = nullptr;
    if (packing != nullptr) {
        packing->numbers.resize(4 * world.poses.size());
        for (size_t i = 0; i < world.poses.size(); ++i) {
            const Transform pose = world_pose(world.poses[i]);
            std::memcpy(&packing->numbers[4 * i], &pose, sizeof pose);
        }
        numbers = packing->numbers.data();
    }
    to.predicted(world.published, numbers);
    to.predicted(world.published_previous, numbers);
}

void archive_shapes(WorldState& world, Archive& to, Packing* packing) {
    to.predicted(world.shapes, nullptr, packing != nullptr ? &packing->shapes : nullptr, kShapeColumns);
    to.rest(world.shapes, nullptr, kShapeChanges);
}

void archive_contacts(WorldState& world, Archive& to, Packing* packing) {
    if (packing == nullptr) {
        to(world.contacts, world.apart_pairs, world.manifold_caches);
        return;
    }
    constexpr std::array<uint8_t, 2> kApartSlots = {0, 1};
    constexpr std::array<uint8_t, 1> kApartLimit = {2};
    to.predicted(world.apart_pairs, nullptr, nullptr, kApartSlots);
    for (const Pass& pass : kPasses) {
        if (pass.guess != Guess::known) { guess_contacts(world, *packing, pass.guess); }
        if (pass.of_caches) {
            to.predicted(world.manifold_caches, packing->caches.data(), nullptr, pass.columns);
        } else {
            to.predicted(world.contacts, packing->contacts.data(), nullptr, pass.columns);
        }
    }
    packing->apart_pairs = world.apart_pairs;
    for (uint32_t i = 0; i < world.apart_pairs.size(); ++i) {
        ApartPair& apart = packing->apart_pairs[i];
        const Contact& contact = world.contacts[i];
        apart.limit = apart.slotA != kNull ? clearance_limit(world, i, contact.slotA, contact.slotB) : 0.0f;
    }
    to.predicted(world.apart_pairs, packing->apart_pairs.data(), nullptr, kApartLimit);
}

void archive_loads(WorldState& world, Archive& to, Packing* packing) {
    const float* forces = nullptr;
    const float* impulses = nullptr;
    if (packing != nullptr) {
        // As if the last substep had been all substeps, and the last step all steps.
        packing->numbers.resize(2 * world.contacts.size());
        for (size_t i = 0; i < world.contacts.size(); ++i) {
            const auto& points = world.contacts[i].manifold.points;
            packing->numbers[i] = points[0].normal_impulse + points[1].normal_impulse;
            packing->numbers[world.contacts.size() + i] = world.last_dt * packing->numbers[i];
        }
        forces = packing->numbers.data();
        impulses = forces + world.contacts.size();
    }
    to.predicted(world.impulses, impulses);
    to.predicted(world.loads, forces);
}

} // namespace impulse
