/// Everything a world owns, as the stages of the step see it. Arrays are indexed by slot (bodies), shape
/// index or contact index; lists between them are indices, never pointers, so that the whole state can be
/// copied and hashed.
#pragma once

#include <cstddef>
#include <cstdint>

#include "collision/broad_phase.h"
#include "collision/contact.h"
#include "core/arena.h"
#include "core/bitset.h"
#include "core/id_pool.h"
#include "core/list.h"
#include "core/pair_set.h"
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
    float displacement_speed = 0.0f; ///< m/s, in the last step, where bodies may sleep
    float displacement_spin = 0.0f;  ///< rad/s, the same
    float sleep_timer = 0.0f;        ///< s at rest
    SleepThreshold sleep_threshold;  ///< where not 0, instead of the world's
    float mass = 0.0f;
    float inertia = 0.0f;
    Vec2 moment;           ///< kg m: of the shapes about the body's origin; unset where `mass_override`
    float inv_mass = 0.0f; ///< as if awake; BodyMass holds 0 while the body sleeps
    float inv_inertia = 0.0f;
    uint32_t first_shape = kNull;
    uint32_t last_shape = kNull;
    uint32_t shape_count = 0;
    uint32_t shapes_since = 0;    ///< that changed the mass since it was summed over all
    uint32_t first_edge = kNull;  ///< contact << 1 | side
    uint32_t first_joint = kNull; ///< joint << 1 | side, by joint index
    uint32_t island_prev = kNull;
    uint32_t island_next = kNull;
};

/// How far a body may still move before one of its boxes can have left its grown box.
struct BodySlack {
    float slack = 0.0f;  ///< m; at 0 the boxes are looked at
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
    Vec2 one_way{}; ///< unit, in the body's frame, or (0, 0)

    /// Whether it reports the other.
    bool sees(const ShapeRecord& other) const { return sensor && (sees_sensors || !other.sensor); }
};

/// What makes a body's motion a fast one (continuous.h): eight bytes that every step reads of every awake body.
struct SweepExtent {
    float core = 3.0e38f; ///< m: half of half the thickness of its thinnest shape
    float reach = 0.0f;   ///< m: from the centre of mass to the farthest vertex
};

/// When contacts are next put in order (contact_order.cpp).
struct ContactOrder {
    uint32_t from = 4096; ///< contacts; fewer fit a core's own cache in any order
    uint32_t changed = 0; ///< contacts made, begun or ended since the last time
    uint32_t steps = 0;   ///< since the last time
};

/// Bodies that hold each other up: they sleep and wake together. Merged at once, split only when it wants to
/// sleep.
struct Island {
    uint32_t first_body = kNull;
    uint32_t last_body = kNull;
    uint32_t body_count = 0;
    uint32_t first_contact = kNull;
    uint32_t last_contact = kNull;
    uint32_t contact_count = 0;
    uint32_t removed = 0; ///< contacts and joints lost since it was last known to be connected
    struct Rest {
        float least = 0.0f;
        float most = 0.0f;
    } rest; ///< s by which its bodies have rested longer than they need, while `update_sleep` runs
};

/// A contact, or an item that belongs to one, and the pair it is of.
struct KeyedContact {
    uint64_t key = 0;   ///< `pair_key` of its shapes
    uint32_t index = 0; ///< of the contact or item
};

/// The hit of a contact that has not pushed yet, as the step finds it.
struct DueHit {
    uint32_t contact = kNull;
    Event event;
};

struct WorldState {
    // settings
    Tuning tuning;
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
    List<double> travels; ///< m: how far any point of the body can have come since the world began, step by step
    List<BodyRecord> bodies;
    List<uint32_t>
        island_of; ///< kNull: not dynamic. Apart from the rest of it, because large worlds ask for it every step
    List<SweepExtent> sweep_extents;
    Bitset extents_due;    ///< slots whose extents the next step computes anew
    List<float> published; ///< x, y, cos, sin
    List<float> published_previous;
    List<uint32_t> published_slots; ///< id or 0
    List<uint32_t> just_slept;      ///< moved and do not any more: their previous pose catches up once
    Bitset awake_bodies;            ///< dynamic bodies that are awake and kinematic bodies that move

    // callers that take part in a step
    Hooks hooks;
    bool hooked = false; ///< there was a contact that may let pass

    // shapes by index
    IdPool shape_ids;
    List<ShapeRecord> shapes;
    bool moving_sensors = false; ///< there was a sensor on a body that moves; follows from shapes and bodies
    List<float> radii;           ///< m, of `shapes`, for solvers that ask for nothing else of a shape
    BroadPhase broad_phase;

    // contacts by index
    IdPool contact_ids;
    List<Contact> contacts;
    List<ManifoldCache> manifold_caches;
    List<ApartPair> apart_pairs;
    List<float> impulses; ///< N s along the normal over the last step in which the contact was solved
    List<ContactLinks> links;
    PairSet pairs;
    ContactOrder contact_order;
    Bitset awake_contacts;  ///< at least one body is awake
    Bitset active_contacts; ///< touching, solid, one body can move and none sleeps: exactly those in the graph
    ColourGraph graph;
    List<uint32_t> active;        ///< the same in pair-key order, for solvers that ask for it
    List<uint32_t> solve_islands; ///< by slot: room for solvers
    int lanes = 4;                ///< of the wide kernels; 1 is the oracle with the same bits

    // joints by index
    IdPool joint_ids;
    List<Joint> joints;
    List<JointLinks> joint_links;
    Bitset active_joints;          ///< those whose parts act on a body that can move
    uint32_t breakable_joints = 0; ///< how many may break

    // islands
    IdPool island_ids;
    List<Island> islands;

    // results
    float last_dt = 1.0f / 60.0f;  ///< s, of the last step that moved: turns stored forces back into impulses
    List<Event> events;            ///< those of the last step, then those made since by calls
    uint32_t delivered_events = 0; ///< how many are of the last step
    List<float> contact_view;
    List<float> velocity_view;
    StepProfile profile;
    bool tracing = false;
    SolverProbe probe;          ///< of the last step; empty while not tracing
    StageLog* stages = nullptr; ///< not null while a test wants to know the order of stages

    // scratch, reused
    Arena arena;
    JointPlan joint_plan; ///< follows from the joints and bodies
    JointPlan impact_plan;
    List<uint64_t> new_pairs;
    List<KeyedContact> asked; ///< contacts that `Hooks::pre_solve` is asked about in this step
    List<DueHit> hits;        ///< contacts that may push for the first time in this step

    BodyId body_id(uint32_t slot) const { return make_id<BodyTag>(slot, body_ids.generation(slot)); }
    ShapeId shape_id(uint32_t index) const { return make_id<ShapeTag>(index, shape_ids.generation(index)); }
    JointId joint_id(uint32_t index) const { return make_id<JointTag>(index, joint_ids.generation(index)); }
    bool is_awake(uint32_t slot) const { return awake_bodies.test(slot); }
    bool is_dynamic(uint32_t slot) const { return bodies[slot].type == BodyType::dynamic_body; }
};

/// What the narrow phase wants changed in the graph of contacts; carried out by `commit_contacts`.
struct ContactChange {
    /// `separate`: the boxes parted, the contact dies. `join`: it touched before, but a body of it sleeps, or the two
    /// are not known to be of one island.
    enum Kind : uint8_t { begin, end, separate, join };
    uint32_t contact = kNull;
    Kind kind = begin;
};

/// What the stages of one step share.
struct Step {
    WorldState& world;
    float dt = 0.0f;
    bool moves = false;                 ///< dt > 0
    std::span<const uint32_t> awake{};  ///< slots, ascending
    std::span<ContactChange> changes{}; ///< what the narrow phase found new, in pair-key order
    Arena::Mark mark{};
    StepReport report{};
};

} // namespace impulse
