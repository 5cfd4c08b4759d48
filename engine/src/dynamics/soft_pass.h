/// Passes over all contacts, four at a time, in colour order: what the substepped soft solver is made of.
#pragma once

#include <span>

#include "dynamics/contact_rows.h"
#include "dynamics/energy_groups.h"
#include "dynamics/graph.h"
#include "dynamics/passive.h"
#include "dynamics/softness.h"

namespace impulse {

/// A point that comes in fast and bounces: it is dealt with after the substeps, one by one, there being few.
struct BounceEntry {
    uint32_t row = 0;
    uint16_t lane = 0;
    uint16_t point = 0;
    float speed = 0.0f;         ///< m/s: to leave the surface with
    float pull = 0.0f;          ///< m/s^2: what forces accelerate the two towards each other
    bool pushed = false;        ///< whether the contact carried anything in any substep
    float normal_before = 0.0f; ///< N s, of the substeps
    float tangent_before = 0.0f;
};

/// m/s: the speed that takes the point to `entry.speed` at the surface, `s` being its separation now and `h` the
/// substep.
float bounce_target(const BounceEntry& entry, float s, float h);

/// Surfaces that move or resist rolling: kept apart, because most worlds have none and every byte of a row is read nine
/// times a step.
template <class L>
struct SurfaceRow {
    L belt;            ///< m/s
    L rolling;         ///< m: the resisting torque is at most this times the normal force
    L rolling_mass;    ///< 1 / (IA' + IB')
    L rolling_impulse; ///< N m s
    L still, sliding;  ///< friction of a contact that sticks and of one that slides
};

/// The points of a row, as a span that also knows how they are solved.
template <class L>
struct RowPoints {
    PointRow<L>* first = nullptr;
    size_t count = 0;
    bool together = false; ///< the two of each lane at once (point_order.h)
    bool jointed = false;  ///< each contact has a body of a mechanism

    PointRow<L>* begin() const { return first; }
    PointRow<L>* end() const { return first + count; }
    size_t size() const { return count; }
    PointRow<L>& operator[](size_t k) const { return first[k]; }
};

/// A row of contacts that all have two points, or all one: half of the contacts in a heap of mixed shapes have one, and
/// a row without a second point is a third smaller. The points of consecutive rows lie one after the other.
template <class L>
struct SoftRow : RowFrame<L> {
    RowPoints<L> points;
    L pushed;                           ///< N s: normal impulses of all points in the substeps that are over
    const RoundRow<L>* round = nullptr; ///< null where no side of its contacts is round
};

template <class L>
struct SoftRows {
    std::span<SoftRow<L>> rows;
    std::span<SurfaceRow<L>> surfaces; ///< one a row, or empty where no contact needs one
    std::span<uint32_t> contacts;      ///< kLanes<L> a row, kNull in dead lanes
    std::span<uint8_t> swapped;        ///< likewise: 1 where the manifold's second point comes first
    std::span<BounceEntry> bounces;
    bool any_locked = false; ///< some body has a locked axis
    bool any_moving = false; ///< some surface moves by itself
};

/// Numbers of a substep.
struct SoftPass {
    float h = 0.0f;
    float inv_h = 0.0f;
    Softness dynamic_contact; ///< both bodies can move
    Softness static_contact;  ///< one cannot: twice as stiff
    float max_push_speed = 0.0f;
};

/// Whether the deeper of a contact's points comes first alternates over its steps: the point solved first takes a
/// little more, and alternating keeps that from leaning on one side (20 towers of 30 boxes drift 0.2 mm in 10 s, in a
/// fixed order 20 mm). `jointed`: by slot, 1 for bodies of mechanisms, whose contacts have rows of their own; none
/// where there are no such.
template <class L>
SoftRows<L> prepare_soft(const SolveInput& input, float h, std::span<const uint8_t> jointed = {});

template <class L>
void warm_start(const SolveInput& input, const SoftRows<L>& rows);

/// A belt, or a side on a platform.
inline bool moves_by_itself(const SolveInput& input, const Contact& contact) {
    return contact.tangent_speed != 0.0f || is_carried(input, contact.slotA) || is_carried(input, contact.slotB);
}

/// What moving surfaces did in the substep is no work of the contacts (passive.h).
template <class L>
void take_out_work_of_surfaces(const SolveInput& input, const SoftRows<L>& rows, const SolveIslands& islands);
/// Impulses times the shares of their islands.
template <class L>
void scale_impulses(const SolveInput& input, const SoftRows<L>& rows, const SolveIslands& islands);

/// Normal impulses with the soft push; leaves in each row how fast its gaps may still close in `relax`.
template <class L>
void solve_soft(const SolveInput& input, const SoftRows<L>& rows, const SoftPass& pass);

/// Rolling resistance, friction, then normal impulses without the push: takes out the velocity that the push put in.
/// `last`: no sweep of this step follows, so friction is held in the cone of the normal impulses as they now are.
template <class L>
void relax(const SolveInput& input, const SoftRows<L>& rows);
/// Only the rows with bodies of mechanisms.
template <class L>
void relax_jointed(const SolveInput& input, const SoftRows<L>& rows);

/// Groups of bodies as the step begins, to be handed to `apply_bounces`; empty where nothing bounces.
template <class L>
EnergyGroups begin_bounces(const SolveInput& input, const SoftRows<L>& rows);

/// After the substeps: points that came in fast leave with their share of the approach speed, as far as the energy lost
/// since the step began allows (soft_bounces.h).
template <class L>
void apply_bounces(const SolveInput& input, const SoftRows<L>& rows, float h, EnergyGroups& groups);
template <class L>
void note_bounces(const SoftRows<L>& rows);

template <class L>
void store_impulses(const SolveInput& input, const SoftRows<L>& rows, float h);

} // namespace impulse
