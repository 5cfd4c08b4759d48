/// The state of a world, shared by the stages of the step. Arrays are indexed by slot (bodies), shape index or contact
/// index. Lists between them are indices, never pointers, so that the whole state can be copied and hashed.
#pragma once

#include <cstddef>
#include <cstdint>

#include "collision/broad_phase.h"
#include "collision/contact.h"
#include "core/arena.h"
#include "core/bitset.h"
#include "core/id_pool.h"
#include "core/list.h"
#include "core/pair_map.h"
#include "dynamics/body.h"
#include "dynamics/joints/joint_plan.h"
#include "dynamics/solvers/registry.h"
#include "geometry/shape.h"
#include "impulse/world.h"

namespace impulse {

/// The cold part of a body: identity, topology, sleep.
struct BodyRecord {
    BodyType type = BodyType::dynamic_body;
    bool enabled = true;
    bool sleep_allowed = true;
    bool mass_override = false;
    int8_t dominance = 0;
    uint8_t unused[3] = {}; ///< no byte is left undefined: snapshots store all, and hash those of static bodies
    float displacement_speed = 0.0f; ///< m/s, in the last step, where bodies may sleep
    float displacement_spin = 0.0f;  ///< rad/s, the same
    float sleep_timer = 0.0f;        ///< s at rest
    SleepThreshold sleep_threshold;  ///< where not 0, instead of the world's
    float mass = 0.0f;
    float inertia = 0.0f;
    Vec2 moment;           ///< kg m: of the shapes about the body's origin; unset with `mass_override`
    float inv_mass = 0.0f; ///< as if awake; BodyMass is 0 while the body sleeps
    float inv_inertia = 0.0f;
    uint32_t first_shape = kNull;
    uint32_t last_shape = kNull;
    uint32_t shape_count = 0;
    uint32_t shapes_since = 0;    ///< shape changes since the mass was last summed over all shapes
    uint32_t first_edge = kNull;  ///< contact << 1 | side
    uint32_t first_joint = kNull; ///< joint << 1 | side, by joint index
    uint32_t next_asleep = kNull; ///< in the ring of those that fell asleep with it; kNull: awake
};

/// How far a body may still move before one of its boxes can have left its fat AABB.
struct BodySlack {
    float slack = 0.0f;  ///< m; at 0 the boxes are checked
    float extent = 0.0f; ///< m: of the furthest point of its shapes from the centre of mass
};

struct alignas(64) ShapeRecord {
    Shape shape;
    uint32_t slot = kNull;
    uint32_t proxy = kNull; ///< kNull while the body is disabled
    uint32_t next = kNull;  ///< of the same body, in order of creation
    uint32_t prev = kNull;
    float extent = 0.0f; ///< m: of the furthest point from the body's centre of mass
    float density = 1.0f;
    Material material;
    Filter filter;
    bool sensor = false;
    bool sees_sensors = false;
    bool pre_solve = false;
    bool unused = false; ///< as in BodyRecord
    Vec2 one_way{};      ///< unit, in the body's frame, or (0, 0)
    std::array<uint32_t, 10> unused_line{};

    /// Whether it reports the other.
    bool sees(const ShapeRecord& other) const { return sensor && (sees_sensors || !other.sensor); }
};

/// Thresholds of fast motion (continuous.h): eight bytes that every step reads for every awake body.
struct SweepExtent {
    float core = 3.0e38f; ///< m: half of half the thickness of its thinnest shape
    float reach = 0.0f;   ///< m: from the centre of mass to the farthest vertex
    uint16_t senses = 0;  ///< 1 where a shape of it is a sensor
    uint16_t several = 0; ///< 1 where more than one is not
};

/// When contacts are next sorted (contact_order.cpp).
struct ContactOrder {
    uint32_t from = 4096; ///< contacts; fewer fit a core's own cache in any order
    uint32_t changed = 0; ///< contacts made, begun or ended since the last time
    uint32_t steps = 0;   ///< since the last time
};

/// A contact, or an item that belongs to one, and what it is sorted by.
struct KeyedContact {
    uint64_t key = 0;   ///< mostly `pair_key` of its shapes; of lists by body a pair of slots
    uint32_t index = 0; ///< of the contact or item
};

/// The fastest approach of the points of a contact.
struct Impact {
    uint32_t contact = kNull;
    Vec2 point;           ///< m, world
    Vec2 normal;          ///< from A to B
    float speed = 0.0f;   ///< m/s; 0 if all points separate
    float impulse = 0.0f; ///< N s: along the normal, in the steps so far
};

/// Velocities of the bodies that were awake when the contacts of a step were known.
struct VelocitiesBefore {
    std::span<const uint32_t> slots{}; ///< ascending
    std::span<const BodyVelocity> of{};
};

/// A point of a shape on one of several walls, as the narrow phase of this step or of the one before found it.
struct SeamPoint {
    uint32_t contact = kNull;
    uint32_t index = 0;          ///< of the point in its manifold now, or kNull
    uint32_t mover = 0;          ///< shape that slides
    uint32_t surface = kNull;    ///< slot of the dynamic body whose surface it slides on; kNull: of one that is not
    uint32_t wall = 0;           ///< the other shape
    Vec2 arm;                    ///< m, from the centre of the sliding body
    Vec2 normal;                 ///< towards it
    float normal_impulse = 0.0f; ///< N, as in manifolds
    float tangent_impulse = 0.0f;
};

struct WorldState {
    // settings
    Tuning tuning;                       ///< with lengths in world units
    const SolverEntry* solver = nullptr; ///< of the tuning
    Vec2 gravity;
    float length_unit = 1.0f;
    double (*now_ms)() = nullptr;

    // bodies by slot
    IdPool body_ids;
    List<BodyMotion> motions;
    List<BodyMass> masses;
    List<BodyForces> forces;
    List<BodyPose> poses;
    List<BodySlack> slacks;
    List<double> path_lengths; ///< m: upper bound of the path length of any point of the body, summed over all steps
    List<BodyRecord> bodies;
    List<SweepExtent> sweep_extents;
    Bitset extents_due;    ///< slots whose extents the next step computes
    List<float> published; ///< x, y, cos, sin
    List<float> published_previous;
    List<uint32_t> published_slots; ///< id or 0
    List<uint32_t> just_slept;      ///< moved but do no longer: their previous pose is updated once
    Bitset awake_bodies;            ///< dynamic bodies that are awake and kinematic bodies that move

    // callbacks within a step
    Hooks hooks;
    bool hooked = false; ///< there was a contact that may let bodies pass

    // shapes by index
    IdPool shape_ids;
    List<ShapeRecord> shapes;
    uint32_t sensors = 0;        ///< shapes that are sensors
    uint32_t moving_sensors = 0; ///< bodies that move and have a sensor: the sum of `SweepExtent::senses`
    List<float> radii;           ///< m, of `shapes`, for solvers that need nothing else of a shape
    BroadPhase broad_phase;

    // contacts by index
    IdPool contact_ids;
    List<Contact> contacts;
    List<ManifoldCache> manifold_caches;
    List<ApartPair> apart_pairs;
    List<float> impulses; ///< N s along the normal over the last step in which the contact was solved
    List<float> loads;    ///< N: lasting normal forces (dynamics/contact_load.h)
    List<ContactLinks> links;
    PairMap pairs;
    /// Of `Hooks::filter` about pairs without a contact, sorted: 2 `pair_key`, plus 1 if it accepts. Filters exclude
    /// them too, or they have no contact yet: they were on the path of a fast body in the last step.
    List<uint64_t> answers;
    List<ContactForces> expected; ///< of contacts that begin in the next step (contact_forces.h), in pair-key order
    ContactOrder contact_order;
    Bitset awake_contacts;  ///< at least one body is awake
    Bitset active_contacts; ///< touching, solid, one body can move and none sleeps: exactly those in the graph
    ColourGraph graph;
    List<uint32_t> active;    ///< the same in pair-key order, for solvers that require it
    List<uint32_t> island_of; ///< by slot, of awake bodies, scratch: kNull between steps (islands.h)
    int lanes = 4;            ///< of the wide kernels; 1 is the reference with the same bits

    // joints by index
    IdPool joint_ids;
    List<Joint> joints;
    List<JointLinks> joint_links;
    Bitset active_joints;          ///< those whose rows act on a body that can move
    uint32_t breakable_joints = 0; ///< how many may break

    // results
    List<Impact> unfinished_impacts; ///< the two still approached after the last step
    float last_dt = 0.0f;            ///< s, of the last step that moved: turns stored forces back into impulses
    bool steps_differ = false;       ///< in length, those that moved
    float last_h = 0.0f;             ///< s, of the substeps of that step
    List<Event> events;              ///< those of the last step, then those of calls since then
    uint32_t delivered_events = 0;   ///< how many are of the last step
    ContactEvents stored;            ///< which events of contacts steps store
    uint32_t unstored_events = 0;    ///< in this step
    List<float> contact_view;
    List<float> velocity_view;
    StepProfile profile;
    bool tracing = false;
    SolverProbe probe;          ///< of the last step; empty while not tracing
    uint32_t sensor_checks = 0; ///< pairs of shapes compared by passed_sensors.cpp in the last step that had any

    Tuning given; ///< the tuning as it was given, with lengths in metres

    // scratch, reused
    float dt_before = 0.0f; ///< s, of the last step that moved before this one; 0 in the first
    Arena arena;
    JointPlan joint_plan; ///< follows from the joints and bodies
    JointPlan impact_plan;
    List<uint64_t> new_pairs;
    List<KeyedContact> asked;    ///< contacts for which `Hooks::pre_solve` is called in this step
    List<SeamPoint> lost_points; ///< gone or elsewhere
    List<SeamPoint> seam_points; ///< where their impulses can go
    List<uint32_t> pieces;       ///< contacts with the surface beside one (seams.cpp)
    Bitset due;                  ///< contacts that may get their first impulse in this step
    List<Impact> impacts;        ///< of those that got it; before the solve of all, if it moves their points
    List<Impact> met;            ///< contacts that began in the middle of this step

    BodyId body_id(uint32_t slot) const { return make_id<BodyTag>(slot, body_ids.generation(slot)); }
    ShapeId shape_id(uint32_t index) const { return make_id<ShapeTag>(index, shape_ids.generation(index)); }
    JointId joint_id(uint32_t index) const { return make_id<JointTag>(index, joint_ids.generation(index)); }
    bool is_awake(uint32_t slot) const { return awake_bodies.test(slot); }
    bool is_asleep(uint32_t slot) const { return is_dynamic(slot) && !is_awake(slot); }
    bool is_dynamic(uint32_t slot) const { return bodies[slot].type == BodyType::dynamic_body; }
};

/// Calls `each` with the shapes of a body, in order of creation.
template <class F>
void for_each_shape(const WorldState& world, uint32_t slot, F&& each) {
    for (uint32_t index = world.bodies[slot].first_shape; index != kNull; index = world.shapes[index].next) {
        each(index);
    }
}

/// `tuning` and `solver`, which follow from `given` and the unit of length.
void apply_tuning(WorldState& world);

/// A change to the graph of contacts, found by the narrow phase and applied by `commit_contacts`.
struct ContactChange {
    /// `separate`: the boxes separated, the contact ends. `join`: it touched before, and one body of it sleeps.
    enum Kind : uint8_t { begin, end, separate, join };
    uint32_t contact = kNull;
    Kind kind = begin;
};

/// A body that was awake before the solve, and its island; kNull: nothing touches the body, or no impulse moves it.
struct BodyOfIsland {
    uint32_t slot = kNull;
    uint32_t island = kNull;
};

/// Data shared by the stages of one step.
struct Step {
    WorldState& world;
    float dt = 0.0f;
    bool differed_before = false;      ///< `steps_differ` after it
    float h_before = 0.0f;             ///< `last_h` after it
    bool moves = false;                ///< dt > 0
    std::span<const uint32_t> awake{}; ///< slots, ascending
    std::span<const uint32_t> ahead{}; ///< slots of fast bodies with joints (contacts_ahead.h)
    std::span<uint32_t> implied{};     ///< contacts with implied points, the first `implied_count` (implied_points.cpp)
    size_t implied_count = 0;
    std::span<LentPoint> lent{}; ///< as in `SolverContacts`, the first `lent_count`
    size_t lent_count = 0;
    std::span<const BodyOfIsland>
        islands{};                      ///< by slot, ascending; `awake` grows when continuous collision wakes a body
    uint32_t island_count = 0;          ///< of those with numbers
    VelocitiesBefore before{};          ///< if a contact is due to get its first impulse
    std::span<ContactChange> changes{}; ///< changes found by the narrow phase, in pair-key order, until they are made
    Arena::Mark before_changes{};
    Arena::Mark mark{};
    Error refusal{}; ///< why the step ends after its first stage
    StepReport report{};
};

} // namespace impulse
