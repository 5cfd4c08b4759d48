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

struct WorldState; // src/world/state.h: state shared by the stages of a step

/// Milliseconds per stage of the last step; filled only after `World::set_clock`.
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
    uint32_t islands = 0; ///< awake; an island whose bodies separated is split when it is about to sleep
    uint32_t events = 0;
    uint32_t pairs_dropped = 0; ///< near, without a contact because there are 2^20; found again once there is room
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

/// Which shapes a query may hit. The default, all bits in category and mask, accepts every shape whatever its own mask.
struct QueryFilter {
    uint32_t category = 0xffffffffu;         ///< category of the query itself
    uint32_t mask = 0xffffffffu;             ///< categories that the query accepts
    bool sensors = false;                    ///< whether sensors are hit
    std::span<const BodyId> except_bodies{}; ///< ignored bodies; destroyed ones have no effect
    std::span<const ShapeId> except_shapes{};
};

/// Where a query met a shape.
struct ShapeHit {
    ShapeId shape; ///< null: nothing was hit
    BodyId body;
    Vec2 point;                 ///< m, world, on the shape's surface
    Vec2 normal;                ///< unit, out of the shape; (0, 0) when a ray starts inside
    float fraction = 1.0f;      ///< of the path, 0 to 1; for `closest` the distance, m, negative inside the shape
    bool starts_inside = false; ///< shape cast: overlap at the start; fraction 0, normal along the least penetration
};

/// A path of a shape cast: linear translation and constant rotation about the shape's origin.
struct ShapePath {
    Vec2 from;             ///< m, of the shape's origin
    Vec2 to;               ///< m
    float angle = 0.0f;    ///< rad, at `from`
    float angle_to = 0.0f; ///< rad, at `to`; may exceed a full turn
};

/// Distance between two shapes.
struct ShapeGap {
    float distance = 0.0f; ///< m; negative: penetration depth
    Vec2 normal;           ///< unit, A to B
    Vec2 point_a;          ///< m, on A's surface: closest to B, or deepest inside B
    Vec2 point_b;
};

/// How a character moves (`World::move_character`).
struct CharacterDef {
    float max_slope = 0.87266463f; ///< rad, 0 to pi / 2: a steeper surface is a wall
    float step_height = 0.3f;      ///< m, >= 0: a higher step is a wall
    float snap_distance = 0.3f;    ///< m, >= 0: a walking character snaps to ground up to this far below
    float skin = 0.01f;            ///< m, > 0: clearance to obstacles, kept within a quarter of its value
    float push_impulse = 5.0f;     ///< N s, >= 0: total impulse of a move and its carry on other bodies
};

/// A shape that a character touched in a move.
struct CharacterHit {
    /// State at the end of the move: `gone` where the shape no longer touches.
    enum Kind : uint8_t { gone, ground, wall, ceiling };
    ShapeId shape;
    BodyId body;
    Vec2 point;           ///< m, world, on the shape
    Vec2 normal;          ///< unit, out of the shape
    Vec2 velocity;        ///< m/s, of the shape's body at the point, before the impulse
    float impulse = 0.0f; ///< N s, on the body against the normal, as a force through the next step
    Kind kind = gone;
};

/// The result of a move.
struct CharacterMove {
    static constexpr int kMaxHits = 24;
    Vec2 offset;   ///< m: displacement
    Vec2 velocity; ///< m/s: the requested velocity, clipped by ground, walls and ceilings
    Vec2 carry;    ///< m/s: velocity of its body in the next step, taken from the ground
    BodyId ground; ///< the dynamic body that it stands on, if any: its pushes push that back
    int count = 0;
    CharacterHit hits[kMaxHits]; ///< ordered by shape
};

/// A shape that overlaps a sensor.
struct SensorOverlap {
    ShapeId sensor;
    ShapeId visitor;
};

struct ContactPoint {
    Vec2 point;                   ///< m, world, after the step: midway between the two surfaces
    float separation = 0.0f;      ///< m, at detection in the last step; negative when overlapping
    float normal_impulse = 0.0f;  ///< N s of the last step: impulse of its last substep times the number of substeps
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
    float mean_impulse = 0.0f; ///< N s of the whole last step along `normal`, over all points, substeps and impacts
    int count = 0;
    ContactPoint points[2];
};

/// What a touching contact carries from one step to the next, for files: see `World::set_contact_forces`. Of up to two
/// points, in their order along right_perp(normal).
struct ContactForces {
    ShapeId shape_a; ///< of lower index than B
    ShapeId shape_b;
    uint32_t count = 0;              ///< of points, 1 or 2
    float load = 0.0f;               ///< N, >= 0: the lasting force along the normal
    float normal[2] = {0.0f, 0.0f};  ///< N, >= 0, along the normal from A to B, on B
    float tangent[2] = {0.0f, 0.0f}; ///< N, along right_perp(normal), on B
    float rolling = 0.0f;            ///< N m, on B: rolling resistance
};
static_assert(sizeof(ContactForces) == 36, "JavaScript reads and writes them as they are");

/// A contact before the solver, or at an impact within the step. The callback may write the last four members; they
/// apply to this step only.
struct PreSolve {
    ShapeId shape_a;
    ShapeId shape_b;
    Vec2 normal; ///< unit, from A to B
    int count = 0;
    EventPoint points[2]{};
    float friction = 0.0f;      ///< >= 0, mixed from both materials
    float restitution = 0.0f;   ///< 0 to 4, mixed from both materials
    float tangent_speed = 0.0f; ///< m/s, mixed from both materials
    bool enabled = true; ///< false: no impulse and no touch in this step; for a one-way shape until the two separate
};

/// Callbacks during a step. They run in pair-key order and must not change any world.
struct Hooks {
    void* context = nullptr;
    /// Called between narrow phase and solver, for each contact with points, an awake body and a shape with
    /// `pre_solve`. Continuous collision calls it too, where a fast body would stop at a shape without such a contact:
    /// with one point, that of the impact, in the order of bodies and of time. If it disables the contact, the body
    /// passes; the other answers have no effect on that step.
    void (*pre_solve)(void* context, PreSolve& contact) = nullptr;
    /// Whether two shapes collide, called once per new pair of the broad phase: 1 yes, 0 no, -1 by their filters.
    int (*filter)(void* context, ShapeId a, ShapeId b) = nullptr;
};

/// Arrays for renderers, without a call per body. Valid until the next step, creation or destruction.
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

    /// A clock in milliseconds for `profile()`; null, the default, disables timing. It never affects the simulation.
    void set_clock(double (*now_ms)());
    const StepProfile& profile() const;

    /// Which events of contacts steps store; all by default. An event that is not stored saves 84 bytes.
    /// `StepReport::events` counts all the same, and calls between steps store theirs.
    void store_events(ContactEvents which);

    // --- settings
    // -------------------------------------------------------------------------------------------------
    /// Lengths are in metres as given, whatever the length unit.
    Tuning tuning() const;
    Error set_tuning(const Tuning& tuning);
    Vec2 gravity() const;
    Error set_gravity(Vec2 gravity);
    float length_unit() const;

    // --- bodies
    // ---------------------------------------------------------------------------------------------------
    Result<BodyId> create_body(const BodyDef& def);
    /// Also destroys its shapes, contacts and joints, and wakes the bodies in contact with it or joined to it.
    Error destroy_body(BodyId body);
    bool is_valid(BodyId body) const;
    uint32_t body_count() const;
    uint32_t awake_count() const;   ///< dynamic and moving kinematic bodies that are awake
    uint32_t contact_count() const; ///< touching contacts, sensors excluded
    /// Body at a slot, or null. Slots run from 0 to views().slot_count - 1; a body keeps its slot for
    /// life.
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
    /// The current definition: type, damping, locks, flags, pose and velocity.
    Result<BodyDef> body_def(BodyId body) const;

    Error set_position(BodyId body, Vec2 position); ///< no bit of the rotation changes
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
    /// Overrides mass, inertia and centre of mass until `reset_mass`.
    Error set_mass(BodyId body, const MassData& mass);
    /// Whether `set_mass` is in effect.
    Result<bool> mass_is_set(BodyId body) const;
    /// Computes mass, inertia and centre of mass from shapes and densities again.
    Error reset_mass(BodyId body);

    /// N, until the end of the next step. Forces, torques and impulses affect enabled dynamic bodies only. A body that
    /// is put to sleep or disabled before that step loses its forces.
    Error apply_force(BodyId body, Vec2 force, Vec2 world_point);
    Error apply_force(BodyId body, Vec2 force);
    Error apply_torque(BodyId body, float torque);                    ///< N m
    Error apply_impulse(BodyId body, Vec2 impulse, Vec2 world_point); ///< N s, at once
    Error apply_impulse(BodyId body, Vec2 impulse);
    Error apply_angular_impulse(BodyId body, float impulse); ///< N m s
    /// Sets the velocity with which a kinematic body reaches the pose in `dt` seconds; nothing changes at 0, and locked
    /// axes stay.
    Error move_to(BodyId body, Vec2 position, float angle, float dt);

    /// Validates a definition: the first error, or none.
    static Error check(const CharacterDef& def);
    /// Moves a kinematic body at once by `velocity` (m/s, relative to its ground) times `dt` seconds, as far as solid
    /// shapes permit (world/character.cpp). Its first shape is convex and it does not rotate. The next step carries it
    /// along with the ground. `drop`: unless the move goes up, it passes the one-way shapes below. Only the body itself
    /// holds state.
    Result<CharacterMove> move_character(BodyId body, const CharacterDef& def, Vec2 velocity, float dt,
                                         bool drop = false);
    /// Call before a step of `dt` seconds: sets a character's velocity to that of its ground. `def` must pass
    /// `check`.
    Error carry_character(BodyId body, const CharacterDef& def, float dt);

    // --- shapes
    // ---------------------------------------------------------------------------------------------------
    /// Validates a definition: the first error, or none. Changes nothing.
    /// `type`: of the shape's body; the mass range is checked for dynamic bodies only.
    static Error check(const ShapeDef& def, BodyType type = BodyType::dynamic_body);
    static Error check(const BodyDef& def);
    static Error check(const Tuning& tuning);
    static Error check(const WorldDef& def);
    Result<ShapeId> create_shape(BodyId body, const ShapeDef& def);
    Error destroy_shape(ShapeId shape);
    bool is_valid(ShapeId shape) const;
    uint32_t shape_count() const;
    Result<BodyId> shape_body(ShapeId shape) const;
    /// The current definition; a polygon is returned as its convex hull, counter-clockwise.
    Result<ShapeDef> shape_def(ShapeId shape) const;
    /// Shapes of a body in order of creation; at most out.size() are written. Returns their total number.
    Result<uint32_t> shapes(BodyId body, std::span<ShapeId> out) const;
    Error set_geometry(ShapeId shape, const Geometry& geometry);
    Error set_density(ShapeId shape, float density);
    Error set_material(ShapeId shape, const Material& material);
    Error set_filter(ShapeId shape, const Filter& filter);
    Result<ShapeRules> rules(ShapeId shape) const;
    /// A body inside a shape that becomes solid passes freely until it has left the shape.
    Error set_rules(ShapeId shape, const ShapeRules& rules);
    /// Null pointers, the default, disable a callback. Hooks are not part of the state and of no snapshot.
    void set_hooks(const Hooks& hooks);
    /// Calls `Hooks::filter` again for the broad-phase pairs of the shape.
    Error recheck(ShapeId shape);

    // --- joints
    // ---------------------------------------------------------------------------------------------------
    /// Validates a definition except for its bodies: the first error, or none. Changes nothing.
    static Error check(const JointDef& def);
    /// Fits a definition to the present poses of its bodies, so that the joint's angle and translation are 0 now. Sets
    /// the local anchors from the world point `anchor`, the reference angle, and for prismatic and wheel joints the
    /// local axis unless `axis` is zero.
    Result<JointDef> joint_at(JointDef def, Vec2 anchor, Vec2 axis = {}) const;
    /// Wakes both bodies. Without `collide_connected`, their contacts end.
    Result<JointId> create_joint(const JointDef& def);
    /// Wakes both bodies; they may collide again.
    Error destroy_joint(JointId joint);
    bool is_valid(JointId joint) const;
    uint32_t joint_count() const;
    /// The current definition.
    Result<JointDef> joint_def(JointId joint) const;
    /// Sets every parameter at once; type and bodies must not differ. Wakes both bodies if a value changed.
    Error set_joint(JointId joint, const JointDef& def);
    /// Sets what the joint has kept since its creation and its definition does not contain: see JointMemory. For worlds
    /// that are built again from a file.
    Error set_joint_memory(JointId joint, JointMemory memory, double value);
    Result<JointReaction> joint_reaction(JointId joint) const;
    Result<JointState> joint_state(JointId joint) const;
    /// Joints of a body in order of slot, or of the world for the null body; at most out.size() are written. Returns
    /// their total number.
    Result<uint32_t> joints(BodyId body, std::span<JointId> out) const;

    // --- contacts, events, views
    // ----------------------------------------------------------------------------------
    /// Touching contacts in order of their pair key. `i` from 0 to contact_count() - 1 as of the last step.
    void contacts(std::vector<ContactInfo>& out) const;
    /// Touching contacts of one body. The cost depends on the number of its pairs, not on the size of the world.
    Error contacts(BodyId body, std::vector<ContactInfo>& out) const;
    /// Shapes that overlap sensors as of the last step, in order of their pair key (UR13).
    void sensor_overlaps(std::vector<SensorOverlap>& out) const;
    /// The same for one sensor, by shape id; empty if the shape is not a sensor.
    Error sensor_overlaps(ShapeId sensor, std::vector<ShapeId>& out) const;
    std::span<const Event> events() const;
    Views views() const;
    /// vx, vy, w, 0 of slot i at 4 i. Filled by this call.
    std::span<const float> velocity_view();
    /// Twelve numbers per point of touching solid contacts, in pair-key order. They are x, y, nx, ny, separation, jn,
    /// jt (N s of the last step), slot of A, slot of B, shape id of A, shape id of B, feature. The last three are raw
    /// bits of a u32. Filled by this call.
    std::span<const float> contact_view();

    /// Of the touching contacts that carry a force or overlap, as of the last step, and of those that are expected, in
    /// no order; at most out.size() are written. Returns their total number.
    uint32_t contact_forces(std::span<ContactForces> out) const;
    /// Pairs that begin to touch in the next step continue with these forces, as if they had touched before: bodies at
    /// rest stay at rest, and sleeping bodies asleep, even with overlaps. For worlds that are built again from a file,
    /// once all bodies are in place. In order of shape_a.index(), then of shape_b.index(); of equal pairs the first
    /// counts. Sleeping bodies that press on each other wake together from now on. Pairs that do not begin to touch are
    /// ignored. Replaces what was expected. An error for stale shapes, another order, and forces that are not finite.
    Error set_contact_forces(std::span<const ContactForces> forces);

    // --- queries
    // --------------------------------------------------------------------------------------------------
    /// Nearest hit between `from` and `to`; a null shape if there is none. As in the next two queries, `all` receives
    /// every hit: nearest first, ties by shape id.
    Result<ShapeHit> raycast(Vec2 from, Vec2 to, const QueryFilter& filter = {},
                             std::vector<ShapeHit>* all = nullptr) const;
    /// The first shape that a shape moved along `path` begins to overlap; a null shape if there is none. Touching or
    /// sliding along a shape is no hit. Relative accuracy about 2^-22 of the lengths involved.
    Result<ShapeHit> shape_cast(const Geometry& shape, const ShapePath& path, const QueryFilter& filter = {},
                                std::vector<ShapeHit>* all = nullptr) const;
    /// The shape with the surface nearest to the point, or with the point deepest inside, up to `max_distance` (m, >=
    /// 0, also infinite).
    Result<ShapeHit> closest(Vec2 point, float max_distance, const QueryFilter& filter = {},
                             std::vector<ShapeHit>* all = nullptr) const;
    /// Shapes that contain the point, by shape id. Segments contain none.
    Error overlap_point(Vec2 point, const QueryFilter& filter, std::vector<ShapeId>& out) const;
    /// Shapes that overlap or touch `box`, by shape id.
    Error overlap_aabb(const Aabb& box, const QueryFilter& filter, std::vector<ShapeId>& out) const;
    /// Shapes that overlap or touch `shape`, by shape id.
    Error overlap_shape(const Geometry& shape, Vec2 position, float angle, const QueryFilter& filter,
                        std::vector<ShapeId>& out) const;
    /// Distance between two shapes outside any world. The error's path is that within the shape: "radius", "points".
    static Result<ShapeGap> shape_distance(const Geometry& a, const Transform& pose_a, const Geometry& b,
                                           const Transform& pose_b);
    /// Time of impact of A and B, both moving. The point is on B, the normal points out of B; (0, 0) without an impact.
    static Result<ShapeHit> time_of_impact(const Geometry& a, const ShapePath& path_a, const Geometry& b,
                                           const ShapePath& path_b);

    // --- measures
    // -------------------------------------------------------------------------------------------------
    Energy energy() const;
    Momentum momentum() const;
    float max_penetration() const; ///< m, over all contacts, as the last step detected them
    /// 64-bit hash of the state of the motion. It includes, by slot and index, gravity, bodies (ids, poses, velocities,
    /// masses, forces, timers), one-way directions, contacts with their mixed materials and impulses, and joints.
    /// Worlds made by the same calls in the same order have the same hash. Another order gives other ids and another
    /// hash, even if all bodies move alike, as separate groups do. Tuning, geometry, materials and filters of shapes,
    /// and derived data such as broad-phase boxes are not hashed.
    uint64_t hash() const;

    // --- state
    // -------------------------------------------------------------------------------------------------
    /// Bytes that `snapshot` would write now.
    size_t snapshot_size() const;
    /// Writes the whole state to the first `snapshot_size()` bytes of `out`, which is at least as long: everything that
    /// determines the future, settings included. Valid for the same version, on every target with the same structure
    /// layout.
    void snapshot(std::span<std::byte> out) const;
    /// The most bytes that `snapshot_packed` may write now.
    size_t packed_bound() const;
    /// As `snapshot`, in about an eighth of the bytes. Without statics it leaves out what static bodies hold, which
    /// `restore` takes from the world that it restores. `out` has room for `packed_bound()` bytes; returns how many
    /// were written.
    size_t snapshot_packed(std::span<std::byte> out, bool with_statics);
    /// Restores the state of a snapshot; the simulation continues bit for bit as from there. Handles valid at the
    /// snapshot are valid again, all others are stale. Pending events are discarded; clock and tracing are kept.
    ///
    /// Fails with ErrorCode::snapshot and changes nothing if the bytes are no snapshot, of another engine version,
    /// damaged, or without statics while the static bodies of this world are others than then. The checksum detects
    /// damage, not malice: restore only bytes whose origin you trust.
    Error restore(std::span<const std::byte> bytes);

    // --- looking inside
    // -------------------------------------------------------------------------------------------------
    /// Whether steps record the solver's iterations; off by default. Switching it off frees the record. It never
    /// affects the simulation.
    bool trace() const;
    void set_trace(bool on);
    /// The last step's iterations; empty before a step was traced and after a step of dt = 0, which solves nothing.
    const SolverTrace& solver_trace() const;
    /// The collision test of two shapes of different bodies at their present poses, at any distance, sensors and
    /// filtered pairs included. It needs no tracing and changes nothing. If the bodies hardly move, the next step may
    /// reuse the pair's points without a new test.
    Result<CollisionTrace> collision_trace(ShapeId a, ShapeId b) const;

    /// For tests and tools inside the engine.
    const WorldState& state() const { return *state_; }
    WorldState& state() { return *state_; }

  private:
    std::unique_ptr<WorldState> state_;
};

} // namespace impulse
