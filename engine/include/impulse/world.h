/// The world: bodies, shapes and the contacts between them, advanced one step at a time.
///
/// Every call checks its arguments and its handles; a failed call returns an `Error` and has changed nothing.
/// Units are SI (metres, kilograms, seconds, radians).
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "impulse/defs.h"
#include "impulse/events.h"
#include "impulse/ids.h"
#include "impulse/joint.h"
#include "impulse/math.h"
#include "impulse/result.h"
#include "impulse/trace.h"
#include "impulse/tuning.h"

namespace impulse {

struct WorldState; // src/world/state.h: what the stages of the step share

/// Milliseconds a stage of the last step; filled only where a clock was given.
struct StepProfile {
    float pairs = 0.0f;
    float collide = 0.0f;
    float commit = 0.0f;
    float impacts = 0.0f;
    float solve = 0.0f;
    float continuous = 0.0f;
    float publish = 0.0f;
    float total = 0.0f;
};

struct StepReport {
    uint32_t awake_bodies = 0;
    uint32_t contacts = 0; ///< touching, awake
    uint32_t pairs_created = 0;
    uint32_t pairs_destroyed = 0;
    uint32_t islands = 0; ///< awake; what parted is split when it wants to sleep
    uint32_t events = 0;
};

struct Energy {
    float kinetic = 0.0f;   ///< J
    float potential = 0.0f; ///< J, zero at the world's origin
};

struct Momentum {
    Vec2 linear;          ///< kg m/s
    float angular = 0.0f; ///< kg m^2/s about the world's origin
};

struct MassData {
    float mass = 0.0f;    ///< kg
    float inertia = 0.0f; ///< kg m^2 about the centre of mass
    Vec2 center;          ///< m, in the body's frame
};

/// What a query sees. Category and mask with all bits, the default: every shape, whatever its own mask says.
struct QueryFilter {
    uint32_t category = 0xffffffffu;         ///< what the query is
    uint32_t mask = 0xffffffffu;             ///< what the query sees
    bool sensors = false;                    ///< whether it sees sensors
    std::span<const BodyId> except_bodies{}; ///< not seen; those that are gone count for nothing
    std::span<const ShapeId> except_shapes{};
};

/// Where a query met a shape.
struct ShapeHit {
    ShapeId shape; ///< null: nothing was hit
    BodyId body;
    Vec2 point;            ///< m, world, on the shape's surface
    Vec2 normal;           ///< unit, out of the shape; (0, 0) when a ray starts inside
    float fraction = 1.0f; ///< of the way, 0 to 1; of `closest` the distance, m, negative where the point is inside
    bool starts_inside = false; ///< a shape cast overlaps it at the start: fraction 0, normal the shortest way out
};

/// A straight way and an even turn about the shape's origin.
struct ShapePath {
    Vec2 from;             ///< m, of the shape's origin
    Vec2 to;               ///< m
    float angle = 0.0f;    ///< rad, at `from`
    float angle_to = 0.0f; ///< rad, at `to`; more than a whole turn is allowed
};

/// How far apart two shapes are.
struct ShapeGap {
    float distance = 0.0f; ///< m: the gap, or minus the depth of the overlap
    Vec2 normal;           ///< unit, A to B
    Vec2 point_a;          ///< m, on A's surface: nearest to B, or deepest in it
    Vec2 point_b;
};

/// How a character moves (`World::move_character`).
struct CharacterDef {
    float max_slope = 0.87266463f; ///< rad, 0 to pi / 2: steeper ground is a wall
    float step_height = 0.3f;      ///< m, >= 0: higher steps are walls
    float snap_distance = 0.3f;    ///< m, >= 0: so far below it a walk follows the ground
    float skin = 0.01f;            ///< m, > 0: the gap that it keeps; a quarter of it is what the gap may be off by
    float push_impulse = 5.0f;     ///< N s, >= 0: all that the bodies in its way get in one move
};

/// A shape that a character touched in a move.
struct CharacterHit {
    /// What it is at the end of the move: passed by, or touched still.
    enum Kind : uint8_t { gone, ground, wall, ceiling };
    ShapeId shape;
    BodyId body;
    Vec2 point;           ///< m, world, on the shape
    Vec2 normal;          ///< unit, out of the shape
    Vec2 velocity;        ///< m/s, of the shape's body at the point before it was pushed
    float impulse = 0.0f; ///< N s, on the body against the normal
    Kind kind = gone;
};

/// What came of a move.
struct CharacterMove {
    static constexpr int kMaxHits = 24;
    Vec2 offset;   ///< m: how far it came
    Vec2 velocity; ///< m/s: what the ground, walls and ceilings leave of the velocity asked for
    Vec2 carry;    ///< m/s: the velocity of its body through the next step, with which the ground carries it
    int count = 0;
    CharacterHit hits[kMaxHits]; ///< in the order of shapes
};

/// A shape that overlaps a sensor.
struct SensorOverlap {
    ShapeId sensor;
    ShapeId visitor;
};

struct ContactPoint {
    Vec2 point;                   ///< m, world: midway between the two surfaces
    float separation = 0.0f;      ///< m, negative when overlapping
    float normal_impulse = 0.0f;  ///< N s of the last step: its last substep's times their number
    float tangent_impulse = 0.0f; ///< N s, along right_perp(normal), on B
    uint32_t feature = 0;
};

struct ContactInfo {
    ShapeId shape_a;
    ShapeId shape_b;
    BodyId body_a;
    BodyId body_b;
    Vec2 normal; ///< unit, from A to B
    float friction = 0.0f;
    float restitution = 0.0f;
    float mean_impulse = 0.0f; ///< N s over the whole last step along `normal`: all points, substeps and impacts
    int count = 0;
    ContactPoint points[2];
};

/// A contact that is about to be solved. What is written to the last four members holds for this step.
struct PreSolve {
    ShapeId shape_a;
    ShapeId shape_b;
    Vec2 normal; ///< unit, from A to B
    int count = 0;
    EventPoint points[2]{};
    float friction = 0.0f;      ///< >= 0, of both materials
    float restitution = 0.0f;   ///< 0 to 4, of both materials
    float tangent_speed = 0.0f; ///< m/s, of both materials
    bool enabled = true; ///< false: no impulse in this step, and no touch; of a one-way shape until the two have parted
};

/// What a world asks its owner while it steps. The calls come in the order of pair keys, and must not change any world.
struct Hooks {
    void* context = nullptr;
    /// About each contact with points and an awake body of which a shape has `pre_solve`: between the narrow phase and
    /// the solver.
    void (*pre_solve)(void* context, PreSolve& contact) = nullptr;
    /// Whether two shapes collide, once a pair when their boxes come near: 1 yes, 0 no, -1 as their filters say.
    int (*filter)(void* context, ShapeId a, ShapeId b) = nullptr;
};

/// Arrays that a renderer reads without a call a body. Valid until the next step, creation or destruction.
struct Views {
    const float* poses = nullptr;          ///< x, y, cos, sin of slot i at 4 i
    const float* previous_poses = nullptr; ///< the same, before the last step
    const uint32_t* slots = nullptr;       ///< BodyId value at slot i, 0 where free
    uint32_t slot_count = 0;
};

class World {
  public:
    /// `def` must pass `check`.
    explicit World(const WorldDef& def = {});
    ~World();
    World(World&&) noexcept;
    World& operator=(World&&) noexcept;

    /// Advances time by `dt` seconds, 0 <= dt <= 1. `dt == 0` refreshes contacts and moves nothing.
    Result<StepReport> step(float dt = 1.0f / 60.0f);

    /// A clock in milliseconds for `profile()`; null (the default) measures nothing. Never decides anything.
    void set_clock(double (*now_ms)());
    const StepProfile& profile() const;

    // --- settings
    // -------------------------------------------------------------------------------------------------
    /// Lengths in metres whatever the length unit, as they were given.
    Tuning tuning() const;
    Error set_tuning(const Tuning& tuning);
    Vec2 gravity() const;
    Error set_gravity(Vec2 gravity);
    float length_unit() const;

    // --- bodies
    // ---------------------------------------------------------------------------------------------------
    Result<BodyId> create_body(const BodyDef& def);
    /// Destroys its shapes, contacts and joints too, and wakes what touched it or was joined to it.
    Error destroy_body(BodyId body);
    bool is_valid(BodyId body) const;
    uint32_t body_count() const;
    uint32_t awake_count() const;   ///< dynamic and moving kinematic bodies that are awake
    uint32_t contact_count() const; ///< touching contacts, sensors excluded
    /// Body at a slot, or null. Slots run from 0 to views().slot_count - 1; a body keeps its slot while it
    /// lives.
    BodyId body_at(uint32_t slot) const;

    Result<Transform> transform(BodyId body) const;
    Result<Vec2> position(BodyId body) const;
    Result<float> angle(BodyId body) const;
    Result<Vec2> velocity(BodyId body) const;
    Result<float> angular_velocity(BodyId body) const;
    Result<Vec2> world_center(BodyId body) const;
    Result<Vec2> velocity_at(BodyId body, Vec2 world_point) const;
    Result<MassData> mass_data(BodyId body) const;
    Result<Aabb> aabb(BodyId body) const;
    Result<bool> awake(BodyId body) const;
    /// The definition as it is now: type, damping, locks, flags, pose and velocity.
    Result<BodyDef> body_def(BodyId body) const;

    Error set_transform(BodyId body, Vec2 position, float angle);
    Error set_velocity(BodyId body, Vec2 velocity);
    Error set_angular_velocity(BodyId body, float angular_velocity);
    Error set_type(BodyId body, BodyType type);
    Error set_damping(BodyId body, float linear, float angular);
    Error set_gravity_scale(BodyId body, float scale);
    Error set_lock(BodyId body, bool x, bool y, bool rotation);
    Error set_bullet(BodyId body, bool bullet);
    Error set_sleep_allowed(BodyId body, bool allowed);
    Error set_sleep_threshold(BodyId body, const SleepThreshold& threshold);
    Error set_dominance(BodyId body, int dominance);
    Error set_awake(BodyId body, bool awake); ///< false puts its whole island to sleep
    Error set_enabled(BodyId body, bool enabled);
    /// Overrides mass, inertia and centre until `reset_mass`.
    Error set_mass(BodyId body, const MassData& mass);
    /// Whether `set_mass` holds.
    Result<bool> mass_is_set(BodyId body) const;
    /// Mass, inertia and centre from shapes and densities again.
    Error reset_mass(BodyId body);

    Error apply_force(BodyId body, Vec2 force, Vec2 world_point); ///< N, until the end of the next step
    Error apply_force(BodyId body, Vec2 force);
    Error apply_torque(BodyId body, float torque);                    ///< N m
    Error apply_impulse(BodyId body, Vec2 impulse, Vec2 world_point); ///< N s, at once
    Error apply_impulse(BodyId body, Vec2 impulse);
    Error apply_angular_impulse(BodyId body, float impulse); ///< N m s
    /// Gives a kinematic body the velocity that takes it to the pose in `dt` seconds.
    Error move_to(BodyId body, Vec2 position, float angle, float dt);

    /// What is wrong with a definition, or no error.
    static Error check(const CharacterDef& def);
    /// Moves a kinematic body, whose first shape is convex and which does not turn, by `velocity` (m/s, on the ground
    /// that it stands on) for `dt` seconds, at once, as far as what is solid lets it (world/character.cpp). The next
    /// step carries it on with the ground. `drop`: it lets go of one-way shapes that it stands on. No state is kept but
    /// the body's own.
    Result<CharacterMove> move_character(BodyId body, const CharacterDef& def, Vec2 velocity, float dt,
                                         bool drop = false);
    /// To be called before a step of `dt` seconds: gives a character the velocity of what it stands on now. `def`
    /// passed `check`.
    Error carry_character(BodyId body, const CharacterDef& def, float dt);

    // --- shapes
    // ---------------------------------------------------------------------------------------------------
    /// What is wrong with a definition, or no error. Changes nothing.
    /// On a body of type `type`: only a dynamic one has a mass that may be too large or too small.
    static Error check(const ShapeDef& def, BodyType type = BodyType::dynamic_body);
    static Error check(const BodyDef& def);
    static Error check(const Tuning& tuning);
    static Error check(const WorldDef& def);
    Result<ShapeId> create_shape(BodyId body, const ShapeDef& def);
    Error destroy_shape(ShapeId shape);
    bool is_valid(ShapeId shape) const;
    uint32_t shape_count() const;
    Result<BodyId> shape_body(ShapeId shape) const;
    /// The definition as it is now; a polygon comes back as its hull, counter-clockwise.
    Result<ShapeDef> shape_def(ShapeId shape) const;
    /// Shapes of a body in order of creation; at most out.size() are written. Returns how many there are.
    Result<uint32_t> shapes(BodyId body, std::span<ShapeId> out) const;
    Error set_geometry(ShapeId shape, const Geometry& geometry);
    Error set_density(ShapeId shape, float density);
    Error set_material(ShapeId shape, const Material& material);
    Error set_filter(ShapeId shape, const Filter& filter);
    Result<ShapeRules> rules(ShapeId shape) const;
    /// What is inside a shape that becomes solid stays free of it until it has left.
    Error set_rules(ShapeId shape, const ShapeRules& rules);
    /// Null pointers, the default, ask nothing. Not part of the state: a snapshot does not hold them.
    void set_hooks(const Hooks& hooks);
    /// Asks `Hooks::filter` again about the pairs that the shape is near to.
    Error recheck(ShapeId shape);

    // --- joints
    // ---------------------------------------------------------------------------------------------------
    /// What is wrong with a definition, bodies aside, or no error. Changes nothing.
    static Error check(const JointDef& def);
    /// Fits a definition to its two bodies as they stand: local anchors at the world point `anchor`, reference angle
    /// (and for prismatic and wheel the local axis, where `axis` is not zero) so that the joint's angle and translation
    /// are 0 now.
    Result<JointDef> joint_at(JointDef def, Vec2 anchor, Vec2 axis = {}) const;
    /// Wakes both bodies. Without `collide_connected` it ends the contacts between them.
    Result<JointId> create_joint(const JointDef& def);
    /// Wakes both bodies; they may collide again.
    Error destroy_joint(JointId joint);
    bool is_valid(JointId joint) const;
    uint32_t joint_count() const;
    /// The definition as it is now.
    Result<JointDef> joint_def(JointId joint) const;
    /// Changes every parameter at once; type and bodies must be those it has. Wakes both bodies where something is new.
    Error set_joint(JointId joint, const JointDef& def);
    Result<JointReaction> joint_reaction(JointId joint) const;
    Result<JointState> joint_state(JointId joint) const;
    /// Joints of a body in order of id, or of the world for the null body; at most out.size() are written. Returns how
    /// many there are.
    Result<uint32_t> joints(BodyId body, std::span<JointId> out) const;

    // --- contacts, events, views
    // ----------------------------------------------------------------------------------
    /// Touching contacts in order of their pair key. `i` from 0 to contact_count() - 1 as of the last step.
    void contacts(std::vector<ContactInfo>& out) const;
    /// Those of one body, in a time that grows with how many pairs it is in and not with the world.
    Error contacts(BodyId body, std::vector<ContactInfo>& out) const;
    /// The shapes inside sensors as of the last step, in order of their pair key (UR13).
    void sensor_overlaps(std::vector<SensorOverlap>& out) const;
    /// The same of one sensor, by shape id; none of a shape that is no sensor.
    Error sensor_overlaps(ShapeId sensor, std::vector<ShapeId>& out) const;
    std::span<const Event> events() const;
    Views views() const;
    /// vx, vy, w, 0 of slot i at 4 i. Filled by this call.
    std::span<const float> velocity_view();
    /// Twelve numbers a point of contact, touching solid contacts in pair-key order: x, y, nx, ny, separation, jn, jt
    /// (N s of the last step), slot of A, slot of B, then shape id of A, shape id of B and feature as raw bits of a
    /// u32. Gathered by this call.
    std::span<const float> contact_view();

    // --- queries
    // --------------------------------------------------------------------------------------------------
    /// Nearest hit on the way from `from` to `to`; a null shape where there is none.
    Result<ShapeHit> raycast(Vec2 from, Vec2 to, const QueryFilter& filter = {}) const;
    /// All hits, nearest first, ties by shape id. Of all queries that gather in `out`.
    Error raycast_all(Vec2 from, Vec2 to, const QueryFilter& filter, std::vector<ShapeHit>& out) const;
    /// The first shape that a shape moved along `path` begins to overlap; a null shape where there is none. What it
    /// only touches, or slides along, is not hit. Exact to about 2^-22 of the lengths that come in.
    Result<ShapeHit> shape_cast(const Geometry& shape, const ShapePath& path, const QueryFilter& filter = {}) const;
    Error shape_cast_all(const Geometry& shape, const ShapePath& path, const QueryFilter& filter,
                         std::vector<ShapeHit>& out) const;
    /// The shape whose surface is nearest to the point, or in which it is deepest, up to `max_distance` (m, >= 0, also
    /// infinite).
    Result<ShapeHit> closest(Vec2 point, float max_distance, const QueryFilter& filter = {}) const;
    Error closest_all(Vec2 point, float max_distance, const QueryFilter& filter, std::vector<ShapeHit>& out) const;
    /// Shapes that hold the point, by shape id. Segments hold none.
    Error overlap_point(Vec2 point, const QueryFilter& filter, std::vector<ShapeId>& out) const;
    /// Shapes that share a point with `box`, by shape id.
    Error overlap_aabb(const Aabb& box, const QueryFilter& filter, std::vector<ShapeId>& out) const;
    /// Shapes that share a point with `shape`, by shape id.
    Error overlap_shape(const Geometry& shape, Vec2 position, float angle, const QueryFilter& filter,
                        std::vector<ShapeId>& out) const;
    /// Of two shapes without a world, the second at `pose_b`. The error's path is of the shape: "radius", "points".
    static Result<ShapeGap> shape_distance(const Geometry& a, const Transform& pose_a, const Geometry& b,
                                           const Transform& pose_b);
    /// When A and B, both moving, begin to overlap. The point is on B, the normal out of B; (0, 0) where they never do.
    static Result<ShapeHit> time_of_impact(const Geometry& a, const ShapePath& path_a, const Geometry& b,
                                           const ShapePath& path_b);

    // --- measures
    // -------------------------------------------------------------------------------------------------
    Energy energy() const;
    Momentum momentum() const;
    float max_penetration() const; ///< m, over touching contacts
    /// 64 bits over all that decides the future, in the order of slots and indices: ids, poses, velocities, forces,
    /// timers, contacts with their impulses, joints. So two worlds have the same hash if the same calls made them in
    /// the same order. A different order gives other ids and another hash, even where bodies move alike, as groups do
    /// that never meet. Not in it are names, settings of tuning and what is derived, as boxes of the broad phase.
    uint64_t hash() const;

    // --- state
    // -------------------------------------------------------------------------------------------------
    /// Bytes that `snapshot` writes now.
    size_t snapshot_size() const;
    /// Writes the whole state to the first `snapshot_size()` bytes of `out`, which is at least as long: everything that
    /// decides the future, and settings too. Bytes are good for the same version, on every target that lays its
    /// structures out alike.
    void snapshot(std::span<std::byte> out) const;
    /// Makes this world the one that the snapshot was taken from, of which it goes on with the same bits. Handles are
    /// good again where their things lived then, and no others. Events that were not told yet are forgotten, the clock
    /// and tracing stay.
    ///
    /// Refused with ErrorCode::snapshot, and without any change: what is no snapshot, is of another version of the
    /// engine, or is damaged. The checksum tells damage, not malice: restore only bytes whose origin you trust.
    Error restore(std::span<const std::byte> bytes);

    // --- looking inside
    // -------------------------------------------------------------------------------------------------
    /// Whether steps record their solver's iterations: off by default, and what was recorded is freed when switched
    /// off. Nothing that happens depends on it.
    bool trace() const;
    void set_trace(bool on);
    /// The last step's iterations; empty before a step was traced, and after one of dt = 0, which solves nothing.
    const SolverTrace& solver_trace() const;
    /// How two shapes of different bodies compare where they stand now: near or far, sensors and filtered pairs too.
    /// Needs no tracing, and changes nothing. A pair whose bodies hardly moved may keep its points in the next step
    /// without being compared anew.
    Result<CollisionTrace> collision_trace(ShapeId a, ShapeId b) const;

    /// For tests and tools inside the engine.
    const WorldState& state() const { return *state_; }
    WorldState& state() { return *state_; }

  private:
    std::unique_ptr<WorldState> state_;
};

} // namespace impulse
