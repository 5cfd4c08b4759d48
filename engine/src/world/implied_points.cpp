// Contact points that others imply.
//
// Where two bodies touch with several shapes, as tables on tables, many points may lie along one face and have its
// normal. Both bodies are rigid, so a step changes the gaps g along the face by amounts that are affine in the place x.
// A point whose gap is not below the straight line between the gaps of two others,
//   g >= (1 - t) g0 + t g1,    t = (x - x0) / (x1 - x0) from 0 to 1,
// therefore cannot come closer than these two allow: its constraint follows from theirs.
//
// To solve it too would be wrong, and not only slow. A soft contact is a spring, and k points are one k times as stiff:
// in stacks of bodies of three or five boxes that is more than a substep resolves, and they never came to rest. How
// such points share a load is not determined either. An implied point hands its impulses to the two by the lever rule,
// which keeps force and torque.
//
// The two that are left are those of a single shape with that face. So they are solved as the two of one contact,
// though each may be of a contact of its own: for the solve the second changes places with an implied point of the
// first's.
#include <algorithm>
#include <utility>

#include "world/contacts.h"
#include "world/stages.h"

namespace impulse {
namespace {

/// A point of a body of several shapes.
struct FacePoint {
    uint32_t contact = 0;
    uint32_t index = 0; ///< in its manifold
    Vec2 normal;        ///< towards the other body
    Vec2 arm;           ///< m, from the centre of the body of several shapes
    float at = 0.0f;    ///< m, along the face
    float gap = 0.0f;   ///< m
};

bool same_material(const Contact& a, const Contact& b) {
    return a.friction == b.friction && a.static_friction == b.static_friction && a.restitution == b.restitution &&
           a.rolling_resistance == b.rolling_resistance && a.tangent_speed == b.tangent_speed;
}

/// Takes a point's part of the lasting load of its contact.
float take_load(WorldState& world, const FacePoint& of) {
    const auto& points = world.contacts[of.contact].manifold.points;
    const float both = points[0].normal_impulse + points[1].normal_impulse;
    const float load = both > 0.0f ? world.loads[of.contact] * points[of.index].normal_impulse / both : 0.0f;
    world.loads[of.contact] -= load;
    return load;
}

/// The point hands over what it carries: the share `t` to the last end, the rest to the first.
void hand_over(WorldState& world, const FacePoint& of, const FacePoint& first, const FacePoint& last, float t) {
    const float load = take_load(world, of);
    ManifoldPoint& point = world.contacts[of.contact].manifold.points[of.index];
    for (const FacePoint* to : {&first, &last}) {
        const float share = to == &last ? t : 1.0f - t;
        ManifoldPoint& end = world.contacts[to->contact].manifold.points[to->index];
        end.normal_impulse += share * point.normal_impulse;
        end.tangent_impulse += share * point.tangent_impulse;
        world.loads[to->contact] += share * load;
    }
    point.normal_impulse = point.tangent_impulse = 0.0f;
}

/// Whether no point of the contact is solved.
bool is_all_implied(const Step& step, uint32_t contact) {
    return step.implied[contact] == (1u << step.world.contacts[contact].manifold.count) - 1u;
}

/// Two points change places, each seen from the bodies of its new contact.
void change_places(WorldState& world, const LentPoint& lent) {
    Contact& from = world.contacts[lent.from];
    Contact& to = world.contacts[lent.to];
    ManifoldPoint& a = from.manifold.points[lent.from_index];
    ManifoldPoint& b = to.manifold.points[lent.to_index];
    std::swap(a, b);
    if (from.slotA == to.slotA) { return; }
    std::swap(a.rA, a.rB);
    std::swap(b.rA, b.rB);
}

/// The end `of` of a face is solved as a point of the contact of its other end, if there is a place for it.
void lend(Step& step, const FacePoint& of, const FacePoint& to) {
    WorldState& world = step.world;
    Contact& taker = world.contacts[to.contact];
    const Contact& giver = world.contacts[of.contact];
    const uint32_t place = 1u - to.index;
    const bool used =
        place < static_cast<uint32_t>(taker.manifold.count) && (step.implied[to.contact] >> place & 1u) == 0;
    const bool turned = giver.slotA != taker.slotA;
    const auto radius = [&](const Contact& contact, bool b) {
        return world.radii[b ? contact.shapeB : contact.shapeA];
    };
    if (used || radius(giver, turned) != radius(taker, false) || radius(giver, !turned) != radius(taker, true)) {
        return;
    }
    world.loads[to.contact] += take_load(world, of);
    LentPoint& lent = step.lent[step.lent_count++];
    lent = {of.contact, of.index, to.contact, place, taker.manifold.count};
    taker.manifold.count = 2;
    change_places(world, lent);
    step.implied[to.contact] = 0;
    step.implied[of.contact] |= static_cast<uint8_t>(1u << of.index);
}

/// Marks the points of a face that its ends imply. Positions are kept to the slop, so that is how far a point may be
/// below the line.
void imply(Step& step, std::span<const FacePoint> face) {
    WorldState& world = step.world;
    const FacePoint* first = face.data();
    const FacePoint* last = first;
    for (const FacePoint& point : face) {
        if (point.at < first->at) { first = &point; }
        if (point.at >= last->at) { last = &point; }
    }
    const float span = last->at - first->at;
    if (!(span > 0.0f)) { return; }
    for (const FacePoint& point : face) {
        if (&point == first || &point == last) { continue; }
        const float t = (point.at - first->at) / span;
        const float line = (1.0f - t) * first->gap + t * last->gap;
        if (point.gap < line - world.tuning.linear_slop) { continue; }
        hand_over(world, point, *first, *last, t);
        step.implied[point.contact] |= static_cast<uint8_t>(1u << point.index);
    }
    if (first->contact != last->contact) { lend(step, *last, *first); }
    if (world.tuning.impacts == Impacts::zero_duration) { return; } // `impulses` are those of this step's impacts
    for (const FacePoint& point : face) {
        if (is_all_implied(step, point.contact)) { world.impulses[point.contact] = 0.0f; } // of an earlier step
    }
}

/// Splits the points at which two bodies touch into faces. Normals belong to one face as far as they lift no end of it
/// by more than the slop.
void split_into_faces(Step& step, std::span<FacePoint> points) {
    const WorldState& world = step.world;
    while (points.size() > 2) {
        const FacePoint start = points.front();
        const Contact& own = world.contacts[start.contact];
        float least = cross(start.normal, start.arm);
        float most = least;
        for (FacePoint& point : points) {
            point.at = cross(start.normal, point.arm);
            least = min(least, point.at);
            most = max(most, point.at);
        }
        size_t count = 0; // those of the face go to the front
        for (FacePoint& point : points) {
            if (dot(start.normal, point.normal) > 0.0f &&
                abs(cross(start.normal, point.normal)) * (most - least) <= world.tuning.linear_slop &&
                same_material(own, world.contacts[point.contact])) {
                std::swap(points[count++], point);
            }
        }
        if (count > 2) { imply(step, points.first(count)); }
        points = points.subspan(count);
    }
}

/// The points of one pair of bodies; `points` has room for two of each contact.
void find_faces_of_pair(Step& step, uint32_t slot, std::span<const KeyedContact> contacts,
                        std::span<FacePoint> points) {
    const WorldState& world = step.world;
    size_t count = 0;
    for (const KeyedContact& of : contacts) {
        const Contact& contact = world.contacts[of.index];
        const bool first = contact.slotA == slot;
        for (uint32_t i = 0; i < static_cast<uint32_t>(contact.manifold.count); ++i) {
            const ManifoldPoint& point = contact.manifold.points[i];
            points[count++] = {.contact = of.index,
                               .index = i,
                               .normal = first ? contact.manifold.normal : -contact.manifold.normal,
                               .arm = first ? point.rA : point.rB,
                               .gap = point.separation};
        }
    }
    split_into_faces(step, points.first(count));
}

/// Finds the faces of a body of several shapes, one body that it touches after the other.
void find_faces(Step& step, uint32_t slot, std::span<KeyedContact> room, std::span<FacePoint> points) {
    const WorldState& world = step.world;
    size_t count = 0;
    for_each_contact(world, slot, [&](uint32_t index, uint32_t side) {
        const uint32_t other = world.contacts[index].slot(1 - side);
        const bool found = other < slot && world.is_awake(other) && world.sweep_extents[other].several != 0; // there
        if (!found && world.active_contacts.test(index)) { room[count++] = {other, index}; }
    });
    const std::span<KeyedContact> contacts = room.first(count);
    sort_by_key(step.world.arena, contacts);
    for (size_t first = 0; first < count;) {
        size_t end = first + 1;
        while (end < count && contacts[end].key == contacts[first].key) { ++end; }
        if (end - first > 1) { find_faces_of_pair(step, slot, contacts.subspan(first, end - first), points); }
        first = end;
    }
}

} // namespace

// Pre:  the graph and `awake` are those of this step.
// Post: `implied` has a bit for each point that is not solved, and is empty where no body has several shapes; manifolds
//       may hold points of others.
void find_implied_points(Step& step) {
    WorldState& world = step.world;
    for (const uint32_t slot : step.awake) {
        if (world.sweep_extents[slot].several == 0) { continue; }
        size_t edges = 0;
        for_each_contact(world, slot, [&](uint32_t, uint32_t) { ++edges; });
        if (edges < 2) { continue; }
        if (step.implied.empty()) {
            step.lent = world.arena.allocate<LentPoint>(world.graph.count() / 2);
            step.implied = world.arena.allocate<uint8_t>(world.contacts.size());
            std::fill(step.implied.begin(), step.implied.end(), uint8_t{0});
        }
        const Arena::Mark mark = world.arena.mark();
        find_faces(step, slot, world.arena.allocate<KeyedContact>(edges), world.arena.allocate<FacePoint>(2 * edges));
        world.arena.release(mark);
    }
}

// Post: manifolds hold their own points, and contacts the impulses of these.
void return_points(Step& step) {
    WorldState& world = step.world;
    for (const LentPoint& lent : step.lent.first(step.lent_count)) {
        Manifold& manifold = world.contacts[lent.to].manifold;
        const float own = manifold.points[1 - lent.to_index].normal_impulse;
        const float other = manifold.points[lent.to_index].normal_impulse;
        const float share = own + other > 0.0f ? other / (own + other) : 0.0f;
        world.impulses[lent.from] += share * world.impulses[lent.to];
        world.impulses[lent.to] -= share * world.impulses[lent.to];
        change_places(world, lent);
        manifold.count = lent.count;
    }
}

} // namespace impulse
