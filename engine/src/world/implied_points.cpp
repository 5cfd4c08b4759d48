// Contact points that others imply.
//
// Where a body touches another with several shapes, as tables on tables, or several walls, as crates on tiles, many
// points may lie along one face and have its normal. Both sides are rigid (walls that rest, or move alike, are one), so
// a step changes the gaps g along the face by amounts that are affine in the place x. A point whose gap is not below
// the straight line between the gaps of two others,
//   g >= (1 - t) g0 + t g1,    t = (x - x0) / (x1 - x0) from 0 to 1,
// therefore cannot come closer than these two allow: its constraint follows from theirs.
//
// To solve it too would be wrong, and not only slow. A soft contact is a spring, and k points are one k times as stiff:
// in stacks of bodies of three or five boxes that is more than a substep resolves, and they never came to rest. How
// such points share a load is not determined either: a box that falls flat on tiles would turn by what the order of its
// contacts makes of it. An implied point hands its impulses to the two by the lever rule, which keeps force and torque.
//
// The two that are left are those of a single shape with that face. So they are solved as the two of one contact,
// though each may be of a contact of its own: for the solve one changes places with an implied point of the other's.
//
// The mirror image of a face is treated as its mirror image: nothing depends on which end is left, or on the order of
// the two points of a manifold. Sums take the points of one contact first, then contacts in the order of the body.
#include <bit>
#include <utility>

#include "core/sort.h"
#include "world/contacts.h"
#include "world/stages.h"

namespace impulse {
namespace {

/// The points of a contact, seen from the body whose face it is.
struct FaceContact {
    uint32_t contact = 0;
    uint32_t count = 0;
    Vec2 normal;                 ///< towards the other body
    std::array<Vec2, 2> arms{};  ///< m, from the centre of the body
    std::array<float, 2> at{};   ///< m, along the face
    std::array<float, 2> gaps{}; ///< m
};

/// An end of a face.
struct FaceEnd {
    const FaceContact* of = nullptr;
    uint32_t index = 0; ///< in its manifold
    float at = 0.0f;
    float gap = 0.0f;
    bool is(const FaceContact& contact, uint32_t point) const { return of == &contact && index == point; }
};

bool same_material(const Contact& a, const Contact& b) {
    return a.friction == b.friction && a.static_friction == b.static_friction && a.restitution == b.restitution &&
           a.rolling_resistance == b.rolling_resistance && a.tangent_speed == b.tangent_speed;
}

bool is_of_several(const WorldState& world, uint32_t slot) { return world.sweep_extents[slot].several != 0; }

/// The parts of the lasting load of a contact that its points carry.
std::array<float, 2> loads_of(const WorldState& world, uint32_t contact) {
    const auto& points = world.contacts[contact].manifold.points;
    const float both = points[0].normal_impulse + points[1].normal_impulse;
    const float load = both > 0.0f ? world.loads[contact] : 0.0f;
    const float inverse = both > 0.0f ? 1.0f / both : 0.0f;
    return {load * (points[0].normal_impulse * inverse), load * (points[1].normal_impulse * inverse)};
}

/// The end of a face in the direction `sign`; of points in one place the deepest, and of equal ones the first.
FaceEnd end_of(std::span<const FaceContact> face, float sign) {
    FaceEnd end;
    for (const FaceContact& of : face) {
        for (uint32_t i = 0; i < of.count; ++i) {
            const float ahead = end.of == nullptr ? 1.0f : sign * (of.at[i] - end.at);
            if (ahead > 0.0f || (ahead == 0.0f && of.gaps[i] < end.gap)) { end = {&of, i, of.at[i], of.gaps[i]}; }
        }
    }
    return end;
}

/// The points `implied` (bits) of a contact hand over what they carry; `shares`: of each end, by point.
void hand_over(WorldState& world, const FaceContact& of, uint32_t implied, const std::array<FaceEnd, 2>& ends,
               const std::array<std::array<float, 2>, 2>& shares) {
    Contact& contact = world.contacts[of.contact];
    const std::array<float, 2> loads = loads_of(world, of.contact);
    std::array<ManifoldPoint, 2> given{};
    std::array<float, 2> given_loads{};
    for (uint32_t i = 0; i < 2; ++i) {
        if ((implied >> i & 1u) == 0) { continue; }
        given[i] = contact.manifold.points[i];
        given_loads[i] = loads[i];
        contact.manifold.points[i].normal_impulse = contact.manifold.points[i].tangent_impulse = 0.0f;
    }
    world.loads[of.contact] -= given_loads[0] + given_loads[1];
    for (size_t k = 0; k < 2; ++k) {
        const auto [first, second] = shares[k];
        ManifoldPoint& end = world.contacts[ends[k].of->contact].manifold.points[ends[k].index];
        end.normal_impulse += first * given[0].normal_impulse + second * given[1].normal_impulse;
        end.tangent_impulse += first * given[0].tangent_impulse + second * given[1].tangent_impulse;
        world.loads[ends[k].of->contact] += first * given_loads[0] + second * given_loads[1];
    }
}

/// Whether no point of the contact is solved.
bool is_all_implied(const Contact& contact) {
    return implied_points(contact.flags) == (1u << contact.manifold.count) - 1u;
}

/// The `points` (bits) of a contact are not solved.
void leave_out(Step& step, uint32_t contact, uint32_t points) {
    uint32_t& flags = step.world.contacts[contact].flags;
    if ((flags & kImplied) == 0) { step.implied[step.implied_count++] = contact; }
    flags |= points * kImplied0;
}

/// Two points change places, each seen from the bodies of its new contact.
void change_places(WorldState& world, const LentPoint& lent) {
    ManifoldPoint& a = world.contacts[lent.from].manifold.points[lent.from_index];
    ManifoldPoint& b = world.contacts[lent.to].manifold.points[lent.to_index];
    std::swap(a, b);
    if (!lent.turned) { return; }
    std::swap(a.rA, a.rB);
    std::swap(b.rA, b.rB);
}

/// The end `of` of a face is solved as a point of the contact of its other end; false if there is no place for it.
bool lend(Step& step, uint32_t slot, const FaceEnd& of, const FaceEnd& to) {
    WorldState& world = step.world;
    const uint32_t from = of.of->contact;
    const uint32_t into = to.of->contact;
    Contact& taker = world.contacts[into];
    const Contact& giver = world.contacts[from];
    const uint32_t place = 1u - to.index;
    const bool used =
        place < static_cast<uint32_t>(taker.manifold.count) && (implied_points(taker.flags) >> place & 1u) == 0;
    const bool turned = (giver.slotA == slot) != (taker.slotA == slot);
    const auto radius = [&](const Contact& contact, bool b) {
        return world.radii[b ? contact.shapeB : contact.shapeA];
    };
    if (used || radius(giver, turned) != radius(taker, false) || radius(giver, !turned) != radius(taker, true)) {
        return false;
    }
    const float load = loads_of(world, from)[of.index];
    world.loads[from] -= load;
    world.loads[into] += load;
    LentPoint& lent = step.lent[step.lent_count++];
    lent = {from, of.index, into, place, taker.manifold.count, turned};
    taker.manifold.count = 2;
    change_places(world, lent);
    taker.flags &= ~kImplied;
    leave_out(step, from, 1u << of.index);
    return true;
}

/// Marks the points of a face that its ends imply. Positions are kept to the slop, so that is how far a point may be
/// below the line.
void imply(Step& step, uint32_t slot, std::span<const FaceContact> face) {
    WorldState& world = step.world;
    const std::array<FaceEnd, 2> ends{end_of(face, -1.0f), end_of(face, 1.0f)};
    const float span = ends[1].at - ends[0].at;
    if (!(span > 0.0f)) { return; }
    for (const FaceContact& of : face) {
        uint32_t implied = 0;
        std::array<std::array<float, 2>, 2> shares{};
        for (uint32_t i = 0; i < of.count; ++i) {
            if (ends[0].is(of, i) || ends[1].is(of, i)) { continue; }
            shares[0][i] = (ends[1].at - of.at[i]) / span;
            shares[1][i] = (of.at[i] - ends[0].at) / span;
            const float line = shares[0][i] * ends[0].gap + shares[1][i] * ends[1].gap;
            if (of.gaps[i] >= line - world.tuning.linear_slop) { implied |= 1u << i; }
        }
        if (implied == 0) { continue; }
        hand_over(world, of, implied, ends, shares);
        leave_out(step, of.contact, implied);
    }
    if (ends[0].of != ends[1].of) {
        const size_t first = ends[0].of < ends[1].of ? 0 : 1;
        if (!lend(step, slot, ends[1 - first], ends[first])) { lend(step, slot, ends[first], ends[1 - first]); }
    }
    if (world.tuning.impacts == Impacts::zero_duration) { return; } // `impulses` are those of this step's impacts
    for (const FaceContact& of : face) {
        if (is_all_implied(world.contacts[of.contact])) { world.impulses[of.contact] = 0.0f; } // of an earlier step
    }
}

/// Splits the points at which a body touches a side into faces. Normals belong to one face as far as they lift no end
/// of it by more than the slop: those of several shapes may be of different instants. A body of one shape has one face
/// only where the walls have one: along a finely divided curve, each segment keeps its normal. (One for two of them
/// took up to 2 % of the energy of boxes that slid through a bowl.)
void split_into_faces(Step& step, uint32_t slot, std::span<FaceContact> contacts) {
    const WorldState& world = step.world;
    const float tolerance = (is_of_several(world, slot) ? 1.0f : 1.0e-3f) * world.tuning.linear_slop;
    while (contacts.size() > 1) {
        const FaceContact start = contacts.front();
        const Contact& own = world.contacts[start.contact];
        float least = cross(start.normal, start.arms[0]);
        float most = least;
        for (FaceContact& of : contacts) {
            for (uint32_t i = 0; i < of.count; ++i) {
                of.at[i] = cross(start.normal, of.arms[i]);
                least = min(least, of.at[i]);
                most = max(most, of.at[i]);
            }
        }
        const auto is_of_face = [&](const FaceContact& of) {
            return dot(start.normal, of.normal) > 0.0f &&
                   abs(cross(start.normal, of.normal)) * (most - least) <= tolerance &&
                   same_material(own, world.contacts[of.contact]);
        };
        size_t count = 0; // those of the face go to the front
        size_t points = 0;
        for (FaceContact& of : contacts) {
            if (!is_of_face(of)) { continue; }
            points += of.count;
            std::swap(contacts[count++], of);
        }
        if (points > 2 && count > 1) { imply(step, slot, contacts.first(count)); }
        contacts = contacts.subspan(count);
    }
}

/// The contacts of a body with one side; `room` has a place for each.
void find_faces_of_side(Step& step, uint32_t slot, std::span<const KeyedContact> contacts,
                        std::span<FaceContact> room) {
    const WorldState& world = step.world;
    size_t count = 0;
    for (const KeyedContact& of : contacts) {
        const Contact& contact = world.contacts[of.index];
        const bool first = contact.slotA == slot;
        FaceContact& out = room[count];
        out = {.contact = of.index,
               .count = static_cast<uint32_t>(contact.manifold.count),
               .normal = first ? contact.manifold.normal : -contact.manifold.normal};
        for (uint32_t i = 0; i < out.count; ++i) {
            const ManifoldPoint& point = contact.manifold.points[i];
            out.arms[i] = first ? point.rA : point.rB;
            out.gaps[i] = point.separation;
        }
        count += out.count > 0 ? 1 : 0;
    }
    split_into_faces(step, slot, room.first(count));
}

/// What is rigid in itself, as seen from a body that touches it: another body, or all walls of one velocity.
uint64_t side_of(const WorldState& world, uint32_t other) {
    const BodyMotion& motion = world.motions[other];
    if (can_move(world.masses[other]) || motion.w != 0.0f) { return uint64_t{kNull} << 32 | other; } // no number
    const auto bits = [](float v) { return uint64_t{std::bit_cast<uint32_t>(v + 0.0f)}; };           // of -0 those of 0
    return bits(motion.v.x) << 32 | bits(motion.v.y);
}

/// Finds the faces of a body, one side after the other.
void find_faces(Step& step, uint32_t slot) {
    WorldState& world = step.world;
    size_t edges = 0;
    for_each_contact(world, slot, [&](uint32_t, uint32_t) { ++edges; });
    if (edges < 2) { return; }
    const Arena::Mark mark = world.arena.mark();
    const std::span<KeyedContact> all = world.arena.allocate<KeyedContact>(edges);
    const std::span<FaceContact> room = world.arena.allocate<FaceContact>(edges);
    size_t count = 0;
    for_each_contact(world, slot, [&](uint32_t index, uint32_t side) {
        if (!world.active_contacts.test(index)) { return; }
        const uint32_t other = world.contacts[index].slot(1 - side);
        const bool there =
            !is_of_several(world, slot) || (other < slot && world.is_awake(other) && is_of_several(world, other));
        if (can_move(world.masses[other]) && there) { return; } // the pair has one contact, or is found there
        all[count++] = keyed(world.contacts[index], index);
    });
    // By sides, and those of a side by pair keys. A body lists its contacts as they were found, which depends on the
    // margins of fat AABBs.
    const std::span<KeyedContact> contacts = all.first(count);
    sort_by_key(world.arena, contacts);
    for (KeyedContact& of : contacts) {
        const Contact& contact = world.contacts[of.index];
        of.key = side_of(world, contact.slot(contact.slotA == slot ? 1 : 0));
    }
    sort_by_key(world.arena, contacts);
    for (size_t first = 0; first < count;) {
        size_t end = first + 1;
        while (end < count && contacts[end].key == contacts[first].key) { ++end; }
        if (end - first > 1) { find_faces_of_side(step, slot, contacts.subspan(first, end - first), room); }
        first = end;
    }
    world.arena.release(mark);
}

/// Bodies of one shape that touch several walls: those of two contacts with bodies that cannot move.
std::span<const uint32_t> find_bodies_on_walls(const Step& step) {
    WorldState& world = step.world;
    const std::span<uint32_t> slots = world.arena.allocate<uint32_t>(world.graph.held());
    size_t count = 0;
    world.graph.for_each_held(world.contacts, [&](uint32_t slotA, uint32_t slotB) {
        const bool movesA = can_move(world.masses[slotA]);
        if (movesA && can_move(world.masses[slotB])) { return; }
        const uint32_t slot = movesA ? slotA : slotB;
        if (!is_of_several(world, slot)) { slots[count++] = slot; }
    });
    merge_sort(world.arena, slots.first(count), [](uint32_t a, uint32_t b) { return a < b; });
    size_t found = 0;
    for (size_t i = 1; i < count; ++i) {
        const bool second = slots[i] == slots[i - 1] && (i == 1 || slots[i] != slots[i - 2]);
        if (second) { slots[found++] = slots[i]; }
    }
    return slots.first(found);
}

} // namespace

// Pre:  the graph and `awake` are those of this step.
// Post: points that are not solved have their flag; manifolds may hold points of others.
void find_implied_points(Step& step) {
    WorldState& world = step.world;
    const auto examine = [&](uint32_t slot) {
        if (!can_move(world.masses[slot])) { return; }
        if (step.implied.empty()) {
            step.lent = world.arena.allocate<LentPoint>(world.graph.count() / 2);
            step.implied = world.arena.allocate<uint32_t>(world.graph.count());
        }
        find_faces(step, slot);
    };
    for (const uint32_t slot : find_bodies_on_walls(step)) { examine(slot); }
    for (const uint32_t slot : step.awake) {
        if (is_of_several(world, slot)) { examine(slot); }
    }
}

// Post: manifolds hold their own points, contacts the impulses of these, and no point is left out.
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
    for (const uint32_t contact : step.implied.first(step.implied_count)) {
        world.contacts[contact].flags &= ~kImplied;
    }
}

} // namespace impulse
