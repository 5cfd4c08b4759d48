/// Passes over all contacts, four at a time, in colour order: the building blocks of soft-step.
#pragma once

#include <span>

#include "dynamics/contact_rows.h"
#include "dynamics/energy_groups.h"
#include "dynamics/graph.h"
#include "dynamics/passive.h"
#include "dynamics/softness.h"

namespace impulse {

struct JointSet;

/// A bouncing point with a fast approach. The few of them are solved one by one after the substeps.
struct BounceEntry {
    uint32_t row = 0;
    uint16_t lane = 0;
    uint16_t point = 0;
    float speed = 0.0f;         ///< m/s: separation speed at the surface
    float pull = 0.0f;          ///< m/s^2: relative acceleration towards each other by forces
    bool pushed = false;        ///< whether the contact had a normal impulse in any substep
    float normal_beyond = 0.0f; ///< N s: of the last substep, beyond its impulses (line_search.h)
    float tangent_beyond = 0.0f;
    float normal_before = 0.0f; ///< N s: of the last substep, with that
    float tangent_before = 0.0f;
};

/// m/s: the speed now with which the point reaches the surface at `entry.speed`; `s`: its separation, `h`: the
/// substep.
float bounce_target(const BounceEntry& entry, float s, float h);

/// Surface velocity and rolling resistance. Stored separately, because most worlds have none and every byte of a row is
/// read nine times per step.
template <class L>
struct SurfaceRow {
    L surface_speed;   ///< m/s
    L rolling;         ///< m: largest resisting torque divided by the normal force
    L rolling_mass;    ///< 1 / (IA' + IB')
    L rolling_impulse; ///< N m s
    L still, sliding;  ///< static and kinetic friction
};

/// The points of a row, as a span with flags on how to solve them.
template <class L>
struct RowPoints {
    PointRow<L>* first = nullptr;
    size_t count = 0;
    bool together = false; ///< the two points of each lane as a block (point_order.h)
    bool twice = false;    ///< in the second round (line_search.h)

    PointRow<L>* begin() const { return first; }
    PointRow<L>* end() const { return first + count; }
    size_t size() const { return count; }
    PointRow<L>& operator[](size_t k) const { return first[k]; }
};

/// A row of contacts that all have two points, or all one. In a heap of mixed shapes half of the contacts have one, and
/// a row without a second point is a third smaller. The points of consecutive rows are contiguous.
template <class L>
struct SoftRow : RowFrame<L> {
    RowPoints<L> points;
    const RoundRow<L>* round = nullptr; ///< null if no side of its contacts is round
    L pushed;                           ///< N s: normal impulses of all points in the completed substeps
};

/// Of the contacts of a row in a world where some body has a locked axis (locked_axes.cpp).
template <class L>
Mobility<L> locked_mobility(const SolveInput& input, const SoftRow<L>& row);

/// Place of a contact among the rows.
struct LaneOfRow {
    uint32_t contact = 0;
    uint32_t row = 0;
    uint32_t lane = 0;
};

/// A lane's mark that the manifold's second point comes first. The others are `kFace` of its contact's flags.
inline constexpr uint32_t kSwapped = 1;
static_assert((kFace & kSwapped) == 0 && kFace < 256);

template <class L>
struct SoftRows {
    std::span<SoftRow<L>> rows;
    std::span<SurfaceRow<L>> surfaces; ///< one per row, or empty if no contact needs one
    std::span<uint32_t> contacts;      ///< kLanes<L> per row, kNull in dead lanes
    std::span<uint8_t> marks;          ///< likewise: kSwapped and kFace
    std::span<BounceEntry> bounces;    ///< by ascending row
    std::span<LaneOfRow> moving;       ///< contacts with a surface velocity or on a platform, in pair-key order
    bool any_locked = false;           ///< some body has a locked axis
    std::span<const uint32_t> units{}; ///< by slot, as `number_units` has them (line_search.h)
};

/// Parameters of a substep.
struct SoftPass {
    float h = 0.0f;
    float inv_h = 0.0f;
    Softness dynamic_contact; ///< both bodies can move
    Softness static_contact;  ///< one body cannot move: twice as stiff
    float max_push_speed = 0.0f;
};

/// The deeper point of a contact comes first in alternate steps, because the point solved first takes slightly more
/// impulse. Alternation prevents a drift to one side: 20 towers of 30 boxes drift 0.2 mm in 10 s, in a fixed order 20
/// mm. `units`: by slot, as `number_units` has them (line_search.h): their contacts have separate rows.
template <class L>
SoftRows<L> prepare_soft(const SolveInput& input, float h, std::span<const uint32_t> units = {});

/// Turns the stored impulses of contacts of one point with their bodies (geometric_stiffness.h). `h`: s, substep.
template <class L>
void predict_geometry(const SolveInput& input, const SoftRows<L>& rows, float h);

template <class L>
void warm_start(const SolveInput& input, const SoftRows<L>& rows);

/// The work of moving surfaces in the substep is not counted as work of the contacts (passive.h).
template <class L>
void exclude_surface_work(const SolveInput& input, const SoftRows<L>& rows, const SolveIslands& islands);
/// Computes r for the islands with s < 1 (passive.h).
template <class L>
void find_retained(const SolveInput& input, const SoftRows<L>& rows, const SolveIslands& islands);
/// Scales impulses by the r of their islands.
template <class L>
void scale_impulses(const SoftRows<L>& rows, const SolveIslands& islands);

/// Normal impulses with the soft bias; stores in each row the closing speed still permitted in `relax`.
template <class L>
void solve_soft(const SolveInput& input, const SoftRows<L>& rows, const SoftPass& pass);

/// Rolling resistance, friction, then normal impulses without the bias: removes the bias velocity. Friction that slides
/// then follows its normal impulse. `second`: only the rows in the second round.
template <class L>
void relax(const SolveInput& input, const SoftRows<L>& rows, bool second = false);

/// Groups of bodies at the begin of the step, the argument of `apply_bounces`; empty without bounces.
template <class L>
EnergyGroups begin_bounces(const SolveInput& input, const SoftRows<L>& rows);

/// After the substeps: bouncing points separate at e times their approach speed, limited by the energy lost since the
/// step began (soft_bounces.h). `joints`: for the observer.
template <class L>
void apply_bounces(const SolveInput& input, const SoftRows<L>& rows, float h, EnergyGroups& groups,
                   const JointSet* joints = nullptr);
template <class L>
void record_bounces(const SoftRows<L>& rows);

template <class L>
void store_impulses(const SolveInput& input, const SoftRows<L>& rows, float h);

} // namespace impulse
