#include "world/continuous.h"

#include <algorithm>
#include <numeric>

#include "world/sleep.h"
#include "world/stages.h"
#include "world/sweeper.h"

namespace impulse {
namespace {

/// Whether a bullet is deep in another dynamic body, measured by the thicker of the two. Bullets are few enough that
/// their contacts are searched.
bool is_sunk_bullet(const WorldState& world, uint32_t slot) {
    for (uint32_t edge = world.bodies[slot].first_edge; edge != kNull;
         edge = world.links[edge >> 1].body_next[edge & 1u]) {
        const Contact& contact = world.contacts[edge >> 1];
        const bool solid = (contact.flags & (kTouching | kSensor | kBetweenDynamic)) == (kTouching | kBetweenDynamic);
        const float core = max(world.sweep_extents[contact.slotA].core, world.sweep_extents[contact.slotB].core);
        if (solid && contact.manifold.count > 0 && deepest(contact.manifold).separation < -core) { return true; }
    }
    return false;
}

/// Marks fast bodies and those deep in another body. Returns whether there are any.
bool mark_fast(Sweeper& s, std::span<const uint32_t> awake) {
    const float far = lookahead(s.world.tuning);
    bool any = false;
    for (const uint32_t slot : awake) {
        uint32_t& flags = s.world.motions[slot].flags;
        const float path = path_length(s, slot, s.world.sweep_extents[slot].reach);
        const bool slow = path <= min(0.5f * s.world.sweep_extents[slot].core, far);
        if (slow && (flags & (kKinematic | kBullet | kSunk)) == 0) { continue; } // most bodies
        if (!is_finite(path)) { continue; }                                      // handled by `publish`
        if ((flags & kKinematic) != 0) { s.kinematic_path = max(s.kinematic_path, path); }
        if ((flags & kBullet) != 0 && is_sunk_bullet(s.world, slot)) { flags |= kSunk; }
        if (slow && (flags & kSunk) == 0) { continue; }
        flags |= kFast;
        any = true;
    }
    return any;
}

/// Marks dynamic bodies in the path of a fast kinematic one, also those at rest or asleep.
void mark_in_the_way(const Sweeper& s, const SweptBody& kinematic) {
    for_each_near(s, BodyType::dynamic_body, box_of(s, kinematic), lookahead(s.world.tuning), [&](uint32_t shape) {
        const uint32_t slot = s.world.shapes[shape].slot;
        const bool with = s.world.is_awake(slot) && moves_with(s, slot, kinematic.slot);
        if (!with) { s.world.motions[slot].flags |= kFast; }
    });
}

/// Whether any immovable shape is near the path. A disc around the whole body is enough.
bool comes_near(const Sweeper& s, uint32_t slot) {
    const Vec2 end = s.world.motions[slot].dp;
    const float reach = s.world.slacks[slot].extent + s.world.tuning.linear_slop; // thin shapes stop before they touch
    const Aabb box = grown({min(end, Vec2{}), max(end, Vec2{})}, reach);
    bool near = false;
    for_each_obstacle(s, in_world(box, s.world.poses[slot]), [&](uint32_t) { near = true; });
    return near;
}

/// The marked bodies of a kind (`kDynamic`, `kKinematic`), each with the path that the solver computed. Bodies near
/// nothing are unmarked, unless bullets may hit them.
std::span<SweptBody> gather(const Sweeper& s, std::span<const uint32_t> slots, uint32_t kind) {
    const auto is_marked = [&](uint32_t slot) { return s.has(slot, kind | kFast); };
    const auto is_bullet = [&](uint32_t slot) { return s.has(slot, kBullet | kFast); };
    const bool all = kind == kKinematic || std::any_of(slots.begin(), slots.end(), is_bullet);
    const auto most = static_cast<size_t>(std::count_if(slots.begin(), slots.end(), is_marked));
    const std::span<SweptBody> bodies = s.world.arena.allocate<SweptBody>(most);
    size_t count = 0;
    for (const uint32_t slot : slots) {
        if (!is_marked(slot)) { continue; }
        if (all || comes_near(s, slot)) {
            bodies[count++].begin(slot, sweep_of(s, slot, slot));
        } else {
            s.world.motions[slot].flags &= ~(kFast | kSunk);
        }
    }
    return bodies.first(count);
}

/// Subtracts the speed that forces added over the part `left` of its path, which a falling body did not fall. Otherwise
/// it has the speed of its full fall at the height of a part of it, and gains m a cut of energy, `cut` being the height
/// that it did not lose. The correction is along the normal of the shape on which it slides, or else along the force:
/// u^2 = v^2 - 2 a cut, v being the speed at the end of the fall: half a substep's force more than the stored speed
/// (contact_pass.h, `bounce_speed`). All relative to what it hit: on a lift a body falls even while it rises.
void return_unused_speed(const Sweeper& s, const SweptBody& body, float left, Vec2 path) {
    Vec2 carried;
    if (body.obstacle != kNull) {
        const BodyMotion& obstacle = s.world.motions[body.obstacle];
        const Vec2 arm = center_offset(s.world.poses[body.obstacle], s.world.poses[body.slot]);
        carried = obstacle.v + obstacle.w * left_perp(arm);
    }
    const Vec2 cut = left * (path - s.dt * carried);
    const BodyForces& forces = s.world.forces[body.slot];
    BodyMotion& motion = s.world.motions[body.slot];
    const Vec2 force = forces.gravity_scale * s.world.gravity + s.world.masses[body.slot].inv_mass * forces.force;
    const Vec2 n = body.support != kNull ? body.normal : normalize(force);
    const float a = dot(force, n);
    const float stored = dot(motion.v - carried, n);
    if (a <= 0.0f || stored <= 0.0f) { return; }
    const float v = stored + 0.5f * a * s.world.solver->lagging_step(s.world.tuning, s.world.last_h);
    const float work = clamp(2.0f * a * dot(cut, n), 0.0f, v * v);
    motion.v -= unlocked(motion.flags, min(work / (v + std::sqrt(v * v - work)), stored) * n);
}

/// The displacement of a swept body becomes that of its path; sleeping bodies that were hit wake.
void finish(const Sweeper& s, const SweptBody& body) {
    BodyMotion& motion = s.world.motions[body.slot];
    motion.flags &= ~(kFast | kSunk);
    if (!body.path.is_changed()) { return; }
    if (!s.world.is_awake(body.slot)) { wake_body(s.world, body.slot); }
    const float used = min(body.path.stop, body.path.segments[0].end);
    const Vec2 path = motion.dp;
    motion.dp = {};
    float turn = 0.0f;
    for (int i = 0; i < body.path.count && body.path.segments[i].begin < body.path.stop; ++i) {
        const Path::Segment& segment = body.path.segments[i];
        const float part = segment.own(min(segment.end, body.path.stop));
        motion.dp += part * segment.sweep.dp;
        turn += part * segment.sweep.turn;
    }
    motion.dq = make_rot(turn);
    return_unused_speed(s, body, 1.0f - used, path);
}

} // namespace

void update_sweep_extent(WorldState& world, uint32_t slot) {
    SweepExtent& extent = world.sweep_extents[slot];
    world.moving_sensors -= extent.senses;
    extent = {};
    if (world.bodies[slot].type == BodyType::static_body) { return; }
    uint32_t solid = 0;
    for_each_shape(world, slot, [&](uint32_t index) {
        if (world.shapes[index].sensor) {
            extent.senses = 1;
            return;
        }
        ++solid;
        const Shape& shape = world.shapes[index].shape;
        extent.core = min(extent.core, 0.5f * half_thickness(shape));
        extent.reach = max(extent.reach, core_reach(shape, world.poses[slot].local_center));
    });
    extent.several = solid > 1 ? 1 : 0;
    world.moving_sensors += extent.senses;
}

void mark_if_sunk(WorldState& world, const Contact& contact) {
    if (!world.tuning.continuous) { return; }
    const uint32_t slot = world.is_dynamic(contact.slotA) ? contact.slotA : contact.slotB;
    if (deepest(contact.manifold).separation < -world.sweep_extents[slot].core) { world.motions[slot].flags |= kSunk; }
}

// Pre:  displacements are those of the whole step, poses those at its start.
// Post: no fast dynamic body's displacement takes it through a static or kinematic shape, no fast bullet's through a
//       dynamic one; sensors passed within the step have their events.
void sweep_fast_bodies(Step& step) {
    WorldState& world = step.world;
    if (!step.moves || !world.tuning.continuous) { return; }
    Sweeper s{.world = world, .report = &step.report, .dt = step.dt, .asks = world.hooks.filter != nullptr};
    if (!mark_fast(s, step.awake)) {
        if (world.moving_sensors > 0) { emit_passed_sensors(s, {}, step.awake); }
        return;
    }

    const std::span<SweptBody> kinematics = gather(s, step.awake, kKinematic);
    s.fast_kinematics = !kinematics.empty();
    std::span<const uint32_t> slots = step.awake;
    if (s.fast_kinematics) {
        for (const SweptBody& kinematic : kinematics) { mark_in_the_way(s, kinematic); }
        const std::span<uint32_t> all = world.arena.allocate<uint32_t>(world.bodies.size());
        std::iota(all.begin(), all.end(), 0u);
        slots = all;
    }
    s.bodies = gather(s, slots, kDynamic);
    for (SweptBody& body : s.bodies) { sweep_path(s, body); }
    sweep_bullets(s);
    for (const SweptBody& body : s.bodies) { finish(s, body); }
    emit_passed_sensors(s, kinematics, step.awake);
    for (const SweptBody& kinematic : kinematics) { world.motions[kinematic.slot].flags &= ~kFast; }
    if (world.awake_bodies.count() > step.awake.size()) { // some were hit asleep
        step.awake = world.awake_bodies.list(world.arena);
    }
}

} // namespace impulse
