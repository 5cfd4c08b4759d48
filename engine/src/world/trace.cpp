// World: the records of the solvers' observer, and the comparison of two shapes, for readers.

#include <algorithm>
#include <limits>
#include <memory>

#include "collision/collide_trace.h"
#include "world/bodies.h"
#include "world/contacts.h"
#include "world/stages.h"
#include "world/validate.h"

namespace impulse {
namespace {

/// Writes values to the lists of a trace, which have `count` entries an iteration.
void spread(const List<SolverProbe::Values>& values, size_t iterations, size_t count,
            std::span<std::vector<float>* const> lists) {
    for (size_t i = 0; i < lists.size(); ++i) {
        std::vector<float>& list = *lists[i];
        list.resize(iterations * count);
        for (const SolverProbe::Values& value : values) { list[value.iteration * count + value.index] = value.of[i]; }
    }
}

} // namespace

void complete_trace(Step& step) {
    const WorldState& world = step.world;
    SolverProbe& probe = step.world.probe;
    SolverTrace& trace = probe.trace;
    const double potential = potential_energy(world);
    for (TraceIteration& iteration : probe.iterations) { iteration.energy += potential; }
    const size_t points = probe.points.size();
    for (size_t p = 0; p < points; ++p) {
        TracePoint& point = probe.points[p];
        const Contact& contact = world.contacts[probe.contact[p]];
        point.shape_a = world.shape_id(contact.shapeA);
        point.shape_b = world.shape_id(contact.shapeB);
        point.point = point_at(world.poses[contact.slotA], point.point);
    }
    for (TraceRow& row : probe.rows) { row.joint = world.joint_id(row.joint.value); }
    const size_t iterations = probe.iterations.size();
    trace.iterations = {probe.iterations.begin(), probe.iterations.end()};
    trace.points = {probe.points.begin(), probe.points.end()};
    trace.rows = {probe.rows.begin(), probe.rows.end()};
    trace.separation.resize(iterations * points);
    std::fill(trace.separation.begin(), trace.separation.end(), std::numeric_limits<float>::quiet_NaN());
    std::vector<float>* const of_points[] = {&trace.normal_impulse, &trace.tangent_impulse, &trace.normal_residual,
                                             &trace.tangent_residual, &trace.separation};
    std::vector<float>* const of_rows[] = {&trace.row_impulse, &trace.row_residual, &trace.row_error};
    spread(probe.point_values, iterations, points, of_points);
    spread(probe.row_values, iterations, probe.rows.size(), of_rows);
}

void clear_trace(WorldState& world) { // an assignment of its 21 lists is 1.4 KB of machine code
    std::destroy_at(&world.probe);
    std::construct_at(&world.probe);
}

bool World::trace() const { return state_->tracing; }

void World::set_trace(bool on) {
    if (!on) { clear_trace(*state_); }
    state_->tracing = on;
}

const SolverTrace& World::solver_trace() const { return state_->probe.trace; }

Result<CollisionTrace> World::collision_trace(ShapeId a, ShapeId b) const {
    const WorldState& world = *state_;
    if (!is_valid(a)) { return destroyed("shapeA", a.value); }
    if (!is_valid(b)) { return destroyed("shapeB", b.value); }
    // In the order of the pair in the step, the older shape first, so that ties are broken in the same way.
    const bool mirrored = b.index() < a.index();
    const uint32_t shapeA = mirrored ? b.index() : a.index();
    const uint32_t shapeB = mirrored ? a.index() : b.index();
    const uint32_t slotA = world.shapes[shapeA].slot;
    const uint32_t slotB = world.shapes[shapeB].slot;
    if (slotA == slotB) {
        return invalid("shapeB", static_cast<double>(b.value), "a shape of another body than shapeA");
    }
    const BodyPose& pose = world.poses[slotA];
    const uint32_t near = contact_of(world, shapeA, shapeB);
    CollideCache cache = near != kNull ? world.contacts[near].cache : CollideCache{}; // of its last comparison
    CollisionTrace trace;
    collide_traced(world.shapes[shapeA].shape, world.shapes[shapeB].shape, relative_pose(pose, world.poses[slotB]),
                   world.tuning, cache, trace);
    const Vec2 arm = rotate(pose.q, pose.local_center);
    place_trace(trace, pose.x - static_cast<double>(arm.x), pose.y - static_cast<double>(arm.y), pose.q);
    if (mirrored) { mirror_trace(trace); }
    return trace;
}

} // namespace impulse
