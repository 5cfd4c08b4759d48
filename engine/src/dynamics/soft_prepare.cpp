// Builds rows from contacts: grouping into lanes, initial impulses of points, and bounces.

#include <algorithm>
#include <tuple>
#include <utility>

#include "collision/pair_key.h"
#include "core/sort.h"
#include "dynamics/contact_load.h"
#include "dynamics/contact_pass.h"
#include "dynamics/gather.h"
#include "dynamics/point_order.h"
#include "dynamics/soft_pass.h"

namespace impulse {
namespace {

// A row reads them at once.
static_assert(offsetof(Contact, restitution) == offsetof(Contact, static_friction) + 4 &&
              offsetof(Contact, rolling_resistance) == offsetof(Contact, static_friction) + 8 &&
              offsetof(Contact, tangent_speed) == offsetof(Contact, static_friction) + 12);

/// Writes an entry for each of `points` points of the contact that approaches faster than the threshold, and returns
/// the number of entries.
///
/// The impact speed differs from the present speed. With a the relative acceleration towards each other and s the gap,
/// exact motion would arrive with v^2 + 2 a s. Semi-implicit Euler with step h does not conserve v^2/2 + a x but
/// v^2/2 + a x - a h v/2 (x, v away from the surface), so speeds inbound read a h/2 too low and outbound ones a h/2 too
/// high. Likewise after the bounce: a point that starts below the surface, because it was not stopped in time, needs
/// the speed to reach it (`apply_bounces`). With these corrections, e = 1 returns to its height at any step length
/// (X5, WK1).
size_t find_bounces(const SolveInput& input, const Contact& contact, float h, uint32_t row, int lane, uint32_t swapped,
                    size_t points, std::span<BounceEntry> out) {
    const BodyMotion& a = input.bodies.motions[contact.slotA];
    const BodyMotion& b = input.bodies.motions[contact.slotB];
    const Manifold& manifold = contact.manifold;
    const Vec2 n = manifold.normal;
    const float pull = dot(acceleration_of(input, contact.slotA).v - acceleration_of(input, contact.slotB).v, n);
    const float half = 0.5f * h * pull;
    size_t count = 0;
    for (uint32_t k = 0; k < points; ++k) {
        const ManifoldPoint& point = manifold.points[k ^ swapped];
        const float approach = dot(a.v + cross(a.w, point.rA) - b.v - cross(b.w, point.rB), n) + half;
        if (approach <= 0.0f) { continue; }
        const float speed = std::sqrt(max(approach * approach + 2.0f * pull * point.separation, 0.0f));
        if (speed <= input.tuning.restitution_threshold) { continue; }
        out[count++] = {.row = row,
                        .lane = static_cast<uint16_t>(lane),
                        .point = static_cast<uint16_t>(k),
                        .speed = contact.restitution * speed,
                        .pull = pull};
    }
    return count;
}

constexpr size_t kRoomForBounces = 64;

/// A contact that will become a lane of a row.
struct Ready {
    uint32_t contact;
    uint32_t slotA;
    uint32_t slotB;
    uint32_t swapped; ///< 1: its second point comes first
};

/// Elements in the arena whose number is not known in advance: blocks, of which the last is not full.
template <class T>
class Blocks {
  public:
    /// Elements are taken from this memory first, which is aligned like that of the arena.
    void use(std::span<std::byte> unused) {
        free_ = {static_cast<T*>(static_cast<void*>(unused.data())), unused.size() / sizeof(T)};
    }

    /// `count` elements side by side. `most`: how many may still be taken, these included.
    T* take(Arena& arena, size_t count, size_t most) {
        constexpr size_t kBlock = 512;
        if (free_.size() < count) { free_ = arena.allocate<T>(std::min(most, kBlock)); }
        T* const first = free_.data();
        free_ = free_.subspan(count);
        return first;
    }

  private:
    std::span<T> free_{};
};

/// Queue of contacts with the same number of points, to fill rows.
template <class L>
struct RowQueue {
    static constexpr size_t kBlock =
        64; // contacts: 8 KB, which stay in the innermost cache until their rows are filled
    std::array<Ready, kBlock + kLanes<L>> items; ///< not initialised: small worlds need few of them
    size_t count;

    RowQueue() : count(0) {}

    std::span<const Ready> range(size_t from, size_t n) const { return {items.data() + from, n}; }
};

/// Contacts of two points, of one, and of two that are solved as a block. `kNoRow`: all points are implied.
enum RowKind : uint32_t { kTwos, kOnes, kPairs, kRowKinds, kNoRow };
constexpr uint32_t kAllKinds = 2 * kRowKinds; // in one round and in two

template <class L>
using RowQueues = std::array<RowQueue<L>, kRowKinds>;

/// The contacts of a colour are scattered in memory, so filling a row waits for eight cache lines. A small branch-free
/// loop first reads a word of each line of a block, so that out-of-order execution overlaps the cache misses: with
/// 20,000 bodies in piles building the rows takes 0.6 times the time.
void bring_near(const SolveInput& input, std::span<const ColouredContact> block) {
    for (const ColouredContact& of : block) { bring_near(input.contacts.all[of.contact]); }
}

/// Whether the contact is in the second round.
bool in_second_round(std::span<const uint32_t> units, const auto& of) {
    return !units.empty() && (units[of.slotA] | units[of.slotB]) != 0;
}

/// A contact as a lane, and the kind of row for it, without regard to joints.
std::pair<Ready, uint32_t> ready_of(const SolveInput& input, uint32_t index) {
    const Contact& contact = input.contacts.all[index];
    const uint32_t implied = implied_points(contact.flags);
    if (implied != 0) {
        const uint32_t all = (1u << contact.manifold.count) - 1u;
        return {{index, contact.slotA, contact.slotB, implied & 1u}, implied == all ? kNoRow : kOnes};
    }
    const PointOrder order = point_order(contact.manifold, contact.age);
    const uint32_t kind = order.together ? kPairs : contact.manifold.count == 2 ? kTwos : kOnes;
    return {{index, contact.slotA, contact.slotB, order.swapped}, kind};
}

/// Appends each contact of `block` to its queue, behind those left from the previous block.
template <class L>
void queue_block(const SolveInput& input, std::span<const ColouredContact> block, std::span<const uint32_t> units,
                 std::array<RowQueues<L>, 2>& queues) {
    bring_near(input, block);
    for (const ColouredContact& of : block) {
        const auto [ready, kind] = ready_of(input, of.contact);
        if (kind == kNoRow) { continue; }
        RowQueue<L>& queue = queues[in_second_round(units, of) ? 1 : 0][kind];
        queue.items[queue.count++] = ready;
    }
}

/// Fills one row from up to kLanes<L> contacts with as many points as the row.
template <class L>
struct RowFiller {
    static constexpr size_t kSpare = 2; ///< at the end of `bounces`: entries of a contact that does not fit
    using Contacts = std::array<const Contact*, kLanes<L>>;
    using Masses = std::array<BodyMass, kLanes<L>>;

    const SolveInput& input;
    SoftRows<L>& out;
    float h = 0.0f;
    LoadCompliance compliance;
    std::span<BounceEntry> bounces{}; ///< none before the first
    size_t bounce_count = 0;          ///< may exceed their capacity
    Blocks<RoundRow<L>> rounds{};
    bool any_surface = false;
    bool any_held = false;

    void fill(size_t next, std::span<const Ready> ready) {
        constexpr size_t kWidth = kLanes<L>;
        static constexpr Contact kNone{};
        const uint32_t spare = static_cast<uint32_t>(input.bodies.motions.size() - 1);
        SoftRow<L>& row = out.rows[next];
        Contacts contacts;
        Masses massA{};
        Masses massB{};
        std::array<uint32_t, kWidth> swapped;
        uint32_t flags = 0;
        for (size_t lane = 0; lane < kWidth; ++lane) {
            const Ready of = lane < ready.size() ? ready[lane] : Ready{kNull, spare, spare, 0};
            const Contact& contact = of.contact == kNull ? kNone : input.contacts.all[of.contact];
            contacts[lane] = &contact;
            swapped[lane] = of.swapped;
            if (of.contact != kNull) {
                massA[lane] = input.bodies.masses[of.slotA];
                massB[lane] = input.bodies.masses[of.slotB];
            }
            row.slotA[lane] = of.slotA;
            row.slotB[lane] = of.slotB;
            out.contacts[next * kWidth + lane] = of.contact;
            out.marks[next * kWidth + lane] = static_cast<uint8_t>((contact.flags & kFace) | of.swapped);
            flags |= contact.flags;
        }
        if ((flags & kHeld) != 0 || out.any_locked) [[unlikely]] { hold_masses(row, contacts, massA, massB); }
        any_held = any_held || (flags & kHeld) != 0;
        const auto frame = gather_four<Columns<L>, L>([&](size_t lane) { return &contacts[lane]->manifold.normal.x; });
        row.nx = frame.x;
        row.ny = frame.y;
        row.mA = gather_values<L>([&](size_t lane) { return massA[lane].inv_mass; });
        row.iA = gather_values<L>([&](size_t lane) { return massA[lane].inv_inertia; });
        row.mB = gather_values<L>([&](size_t lane) { return massB[lane].inv_mass; });
        row.iB = gather_values<L>([&](size_t lane) { return massB[lane].inv_inertia; });
        Mobility<L> mobility = unlocked_mobility(row);
        if (out.any_locked) [[unlikely]] { mobility = locked_mobility(input, row); }
        row.friction = gather_values<L>([&](size_t lane) { return contacts[lane]->friction; });
        const auto material = gather_four<Columns<L>, L>([&](size_t lane) { return &contacts[lane]->static_friction; });
        const L zero = splat<L>(0.0f);
        const Mask<L> surfaces = (material.x != row.friction) | (material.z != zero) | (material.w != zero);
        const Mask<L> bounce = material.y > zero;
        any_surface = any_surface || any_lane(surfaces);
        if (input.bounces && any_lane(bounce)) {
            // At most one contact in eight bounces in most steps of most worlds.
            if (bounces.empty()) { make_room_for_bounces(out.rows.size() * kWidth / 8 + kRoomForBounces); }
            for (size_t lane = 0; lane < ready.size(); ++lane) {
                if (!(contacts[lane]->restitution > 0.0f)) { continue; }
                add_bounces(*contacts[lane], next, static_cast<int>(lane), swapped[lane]);
            }
        }
        row.round = (flags & kRound) != 0 ? add_round(contacts, out.rows.size() - next) : nullptr;
        fill_points(row, mobility, contacts, swapped);
        const L load = gather_values<L>(
            [&](size_t lane) { return lane < ready.size() ? input.contacts.loads[ready[lane].contact] : 0.0f; });
        carry_load(row, row.points, load, compliance);
    }

    /// Without those of sides that are held, or whose centre is pinned.
    [[gnu::always_inline]] void hold_masses(const SoftRow<L>& row, const Contacts& contacts, Masses& massA,
                                            Masses& massB) const {
        for (size_t lane = 0; lane < kLanes<L>; ++lane) {
            if ((contacts[lane]->flags & kHeldA) != 0) { massA[lane] = {}; }
            if ((contacts[lane]->flags & kHeldB) != 0) { massB[lane] = {}; }
            if (is_pinned(input.bodies.motions[row.slotA[lane]].flags)) { massA[lane].inv_mass = 0.0f; }
            if (is_pinned(input.bodies.motions[row.slotB[lane]].flags)) { massB[lane].inv_mass = 0.0f; }
        }
    }

    [[gnu::always_inline]] void fill_points(SoftRow<L>& row, const Mobility<L>& mobility, const Contacts& contacts,
                                            const std::array<uint32_t, kLanes<L>>& swapped) const {
        const L warm = splat<L>(input.tuning.warm_starting ? h : 0.0f);
        row.pushed = splat<L>(0.0f);
        for (uint32_t k = 0; k < row.points.size(); ++k) {
            const auto point = [&](size_t lane) { return &contacts[lane]->manifold.points[k ^ swapped[lane]]; };
            const auto first = gather_four<Columns<L>, L>([&](size_t lane) { return &point(lane)->normal_impulse; });
            const auto second = gather_four<Columns<L>, L>([&](size_t lane) { return &point(lane)->rB.x; });
            PointRow<L>& p = row.points[k];
            prepare_point(row, mobility, p, first.z, first.w, second.x, second.y, second.z);
            p.normal_impulse = warm * first.x;
            p.tangent_impulse = warm * first.y;
            p.gap = second.z;
            row.pushed =
                row.pushed - p.normal_impulse; // `solve_soft` adds it, as if a substep before this step had given it
        }
    }

    void make_room_for_bounces(size_t count) { bounces = input.arena.allocate<BounceEntry>(count + kSpare); }

    void add_bounces(const Contact& contact, size_t row, int lane, uint32_t swapped) {
        const size_t at = std::min(bounce_count, bounces.size() - kSpare);
        bounce_count += find_bounces(input, contact, h, static_cast<uint32_t>(row), lane, swapped,
                                     out.rows[row].points.size(), bounces.subspan(at));
    }

    /// The bounces of all rows, found again where they are more than expected.
    std::span<BounceEntry> all_bounces() {
        if (bounce_count + kSpare > bounces.size() && bounce_count > 0) {
            make_room_for_bounces(bounce_count);
            bounce_count = 0;
            for (size_t at = 0; at < out.rows.size() * kLanes<L>; ++at) {
                if (out.contacts[at] == kNull) { continue; }
                const Contact& contact = input.contacts.all[out.contacts[at]];
                if (contact.restitution == 0.0f) { continue; }
                add_bounces(contact, at / kLanes<L>, static_cast<int>(at % kLanes<L>), out.marks[at] & kSwapped);
            }
        }
        return bounces.first(bounce_count);
    }

    /// `left`: rows that are not filled yet, this one included.
    const RoundRow<L>* add_round(const std::array<const Contact*, kLanes<L>>& contacts, size_t left) {
        RoundRow<L>& round = *rounds.take(input.arena, 1, left);
        round.radiusA = gather_values<L>([&](size_t lane) { return input.contacts.radii[contacts[lane]->shapeA]; });
        round.radiusB = gather_values<L>([&](size_t lane) { return input.contacts.radii[contacts[lane]->shapeB]; });
        return &round;
    }
};

/// Assigns contacts of kOverflow to rows. They share bodies, and the order of impulses on a body must be preserved;
/// contacts without a common body may be solved side by side with the same bits. So each is assigned to the first row
/// of its kind with a free lane behind the last rows of both its bodies.
template <class L>
class OverflowPlan {
  public:
    OverflowPlan(const SolveInput& input, size_t count)
        : last_(input.arena.allocate<uint32_t>(input.bodies.masses.size())),
          sizes_(input.arena.allocate<uint8_t>(count)) {
        for (std::span<uint32_t>& next : next_) { next = input.arena.allocate<uint32_t>(count + 1); }
        std::fill(last_.begin(), last_.end(), 0u);
    }

    /// The row of the next contact.
    uint32_t place(const SolveInput& input, const Ready& of, uint32_t kind) {
        const bool movesA = can_move(input.bodies.masses[of.slotA]);
        const bool movesB = can_move(input.bodies.masses[of.slotB]);
        const uint32_t after = std::max(movesA ? last_[of.slotA] : 0u, movesB ? last_[of.slotB] : 0u);
        uint32_t row = open(next_[kind], after);
        if (row == rows_) {
            for (uint32_t other = 0; other < kAllKinds; ++other) { next_[other][row] = other == kind ? row : row + 1; }
            sizes_[row] = 0;
            ++rows_;
        }
        if (++sizes_[row] == kLanes<L>) { next_[kind][row] = row + 1; }
        if (movesA) { last_[of.slotA] = row + 1; }
        if (movesB) { last_[of.slotB] = row + 1; }
        return row;
    }

    uint32_t rows() const { return rows_; }
    uint32_t size(uint32_t row) const { return sizes_[row]; }

  private:
    /// The first row from `row` on with a free lane, or the number of rows. Path halving (disjoint sets; Tarjan and van
    /// Leeuwen 1984).
    uint32_t open(std::span<uint32_t> next, uint32_t row) {
        while (row < rows_ && next[row] != row) {
            if (next[row] < rows_) { next[row] = next[next[row]]; }
            row = next[row];
        }
        return row;
    }

    std::span<uint32_t> last_; ///< by slot: one more than the last row of the body
    std::span<uint8_t> sizes_; ///< contacts of a row
    std::array<std::span<uint32_t>, kAllKinds>
        next_; ///< by kind: the row itself if it has a free lane, else a later one
    uint32_t rows_ = 0;
};

/// Places of the contacts of kOverflow: row times lanes plus lane of each, rows from 0.
struct OverflowPlaces {
    std::span<uint32_t> of{};
    uint32_t rows = 0;
};

template <class L>
OverflowPlaces plan_overflow(const SolveInput& input, std::span<const uint32_t> list, std::span<const uint32_t> units) {
    if (list.empty()) { return {}; }
    OverflowPlaces places{input.arena.allocate<uint32_t>(list.size())};
    const Arena::Mark mark = input.arena.mark();
    OverflowPlan<L> plan(input, list.size());
    for (size_t i = 0; i < list.size(); ++i) {
        const auto [ready, kind] = ready_of(input, list[i]);
        places.of[i] = kNull;
        if (kind == kNoRow) { continue; }
        const uint32_t row = plan.place(input, ready, kind + (in_second_round(units, ready) ? kRowKinds : 0u));
        places.of[i] = row * static_cast<uint32_t>(kLanes<L>) + plan.size(row) - 1u;
    }
    places.rows = plan.rows();
    input.arena.release(mark);
    return places;
}

/// In pair-key order, as sums are made in it. Rows of one lane and of four group contacts differently, and an index
/// depends on contacts elsewhere.
template <class L>
std::span<LaneOfRow> list_moving(const SolveInput& input, const SoftRows<L>& rows) {
    const size_t most = rows.rows.size() * kLanes<L>;
    const std::span<LaneOfRow> list = input.arena.allocate<LaneOfRow>(most);
    size_t count = 0;
    for (uint32_t i = 0; i < most; ++i) {
        const uint32_t index = rows.contacts[i];
        if (index == kNull) { continue; }
        const Contact& contact = input.contacts.all[index];
        const bool carried = is_carried(input, contact, 0) || is_carried(input, contact, 1);
        if (contact.tangent_speed == 0.0f && !carried) { continue; }
        list[count++] = {index, i / static_cast<uint32_t>(kLanes<L>), i % static_cast<uint32_t>(kLanes<L>)};
    }
    const Arena::Mark mark = input.arena.mark();
    merge_sort(list.first(count), input.arena.allocate<LaneOfRow>(count), [&](const LaneOfRow& a, const LaneOfRow& b) {
        const Contact& first = input.contacts.all[a.contact];
        const Contact& second = input.contacts.all[b.contact];
        return pair_key(first.shapeA, first.shapeB) < pair_key(second.shapeA, second.shapeB);
    });
    input.arena.release(mark);
    return list.first(count);
}

bool any_platform(const SolveInput& input) {
    return std::any_of(input.bodies.awake.begin(), input.bodies.awake.end(),
                       [&](uint32_t slot) { return is_carried(input, slot); });
}

bool any_locked(const SolveInput& input) {
    uint32_t flags = 0;
    for (const uint32_t slot : input.bodies.awake) { flags |= input.bodies.motions[slot].flags; }
    return (flags & kLockLinear) != 0;
}

/// Fills rows in order, with their points, from queues of contacts.
template <class L>
struct RowWriter {
    static constexpr size_t kWidth = kLanes<L>;

    RowFiller<L>& filler;
    uint32_t queues_used; ///< kRowKinds without a second round, else kAllKinds
    Blocks<PointRow<L>> points{};
    std::array<RowQueues<L>, 2> queues{}; ///< of bodies without joints, of others
    size_t row_count = 0;

    void add(std::span<const Ready> ready, uint32_t kind, bool twice) {
        const uint32_t count = kind == kOnes ? 1u : 2u;
        const size_t most = 2 * (filler.out.rows.size() - row_count);
        filler.out.rows[row_count].points = {points.take(filler.input.arena, count, most), count, kind == kPairs,
                                             twice};
        filler.fill(row_count++, ready);
    }

    /// Makes rows of the queued contacts. `all`: also of those that do not fill a row.
    void add_queued(bool all) {
        for (uint32_t n = 0; n < queues_used; ++n) {
            const uint32_t kind = n % kRowKinds;
            const bool twice = n >= kRowKinds;
            RowQueue<L>& queue = queues[twice ? 1 : 0][kind];
            size_t next = 0;
            for (; next + kWidth <= queue.count; next += kWidth) { add(queue.range(next, kWidth), kind, twice); }
            if (all && next < queue.count) {
                add(queue.range(next, queue.count - next), kind, twice);
                next = queue.count;
            }
            std::copy(queue.items.begin() + next, queue.items.begin() + queue.count, queue.items.begin());
            queue.count -= next;
        }
    }

    void add_colour(std::span<const ColouredContact> list) {
        for (size_t at = 0; at < list.size(); at += RowQueue<L>::kBlock) {
            queue_block(filler.input, list.subspan(at, std::min(RowQueue<L>::kBlock, list.size() - at)),
                        filler.out.units, queues);
            add_queued(at + RowQueue<L>::kBlock >= list.size());
        }
    }

    /// Before its row is filled, a lane holds the index of its contact in the list. The rows of `places` are the last,
    /// and their memory becomes that of points.
    void expect_overflow(const OverflowPlaces& places) {
        const std::span<uint32_t> lanes = filler.out.contacts.last(places.rows * kWidth);
        std::fill(lanes.begin(), lanes.end(), kNull);
        for (uint32_t i = 0; i < places.of.size(); ++i) {
            if (places.of[i] != kNull) { lanes[places.of[i]] = i; }
        }
        points.use(std::as_writable_bytes(places.of));
    }

    void add_overflow(std::span<const uint32_t> list, size_t rows) {
        // Colours may have filled fewer rows than there is room for.
        const std::span<uint32_t> expected = filler.out.contacts.last(rows * kWidth);
        const std::span<uint32_t> lanes = filler.out.contacts.subspan(row_count * kWidth, rows * kWidth);
        std::copy(expected.begin(), expected.end(), lanes.begin());
        for (size_t first = 0; first < lanes.size(); first += kWidth) {
            std::array<Ready, kWidth> row;
            uint32_t kind = kOnes;
            size_t count = 0;
            for (; count < kWidth && lanes[first + count] != kNull; ++count) {
                std::tie(row[count], kind) = ready_of(filler.input, list[lanes[first + count]]);
            }
            add({row.data(), count}, kind, in_second_round(filler.out.units, row[0]));
        }
    }
};

/// Surface data of each row, behind the rows.
template <class L>
std::span<SurfaceRow<L>> add_surfaces(const SolveInput& input, const SoftRows<L>& rows, float h) {
    const float warm = input.tuning.warm_starting ? h : 0.0f;
    const std::span<SurfaceRow<L>> surfaces = input.arena.allocate<SurfaceRow<L>>(rows.rows.size());
    for (size_t i = 0; i < surfaces.size(); ++i) {
        SurfaceRow<L>& surface = surfaces[i];
        surface = SurfaceRow<L>{};
        for (int lane = 0; lane < kLanes<L>; ++lane) {
            const uint32_t index = rows.contacts[i * kLanes<L> + static_cast<size_t>(lane)];
            if (index == kNull) { continue; }
            const Contact& contact = input.contacts.all[index];
            set_lane(surface.surface_speed, lane, contact.tangent_speed);
            set_lane(surface.rolling, lane, contact.rolling_resistance);
            set_lane(surface.still, lane, contact.static_friction);
            const bool sticks = contact.static_friction != contact.friction && stands(input, contact, 0.0f);
            set_lane(surface.sliding, lane, sticks ? contact.static_friction : contact.friction);
            set_lane(surface.rolling_impulse, lane, warm * contact.manifold.rolling_impulse);
        }
        surface.rolling_mass = inverse_or_zero<L>(rows.rows[i].iA + rows.rows[i].iB);
    }
    return surfaces;
}

} // namespace

template <class L>
SoftRows<L> prepare_soft(const SolveInput& input, float h, std::span<const uint32_t> units) {
    const auto& [colours, overflow] = input.contacts.graph;
    constexpr size_t kWidth = kLanes<L>;
    const OverflowPlaces places = plan_overflow<L>(input, overflow, units);
    size_t most_rows = places.rows; // each colour ends with up to six rows that are not full
    for (const std::span<const ColouredContact>& list : colours) {
        most_rows += std::min((list.size() + kWidth - 1) / kWidth + 5, list.size());
    }

    SoftRows<L> out;
    out.units = units;
    out.rows = input.arena.allocate<SoftRow<L>>(most_rows);
    out.contacts = input.arena.allocate<uint32_t>(most_rows * kWidth);
    out.marks = input.arena.allocate<uint8_t>(most_rows * kWidth);
    out.any_locked = any_locked(input);
    RowFiller<L> filler{.input = input, .out = out, .h = h, .compliance = LoadCompliance(input.tuning)};
    RowWriter<L> writer{.filler = filler, .queues_used = units.empty() ? kRowKinds : kAllKinds};
    writer.expect_overflow(places);
    for (const std::span<const ColouredContact>& list : colours) { writer.add_colour(list); }
    writer.add_overflow(overflow, places.rows);

    out.rows = out.rows.first(writer.row_count);
    if (input.bounces) { out.bounces = filler.all_bounces(); }
    if (filler.any_surface) { out.surfaces = add_surfaces(input, out, h); }
    if (filler.any_held || filler.any_surface || any_platform(input)) { out.moving = list_moving(input, out); }
    return out;
}

template SoftRows<float> prepare_soft<float>(const SolveInput&, float, std::span<const uint32_t>);
template SoftRows<Wide> prepare_soft<Wide>(const SolveInput&, float, std::span<const uint32_t>);

} // namespace impulse
