// World: what the solvers' observer wrote down, for readers.

#include "world/stages.h"

namespace impulse {
namespace {

double potential_energy(const WorldState& world) {
    double sum = 0.0;
    for (uint32_t slot = 0; slot < world.body_ids.capacity(); ++slot) {
        if (!world.body_ids.in_use(slot) || !world.is_dynamic(slot)) { continue; }
        const BodyPose& pose = world.poses[slot];
        const double height = static_cast<double>(world.gravity.x) * pose.x + static_cast<double>(world.gravity.y) * pose.y;
        sum -= static_cast<double>(world.bodies[slot].mass * world.forces[slot].gravity_scale) * height;
    }
    return sum;
}

} // namespace

void forget_trace(WorldState& world) {
    world.trace.probe.clear();
    world.trace.points.clear();
}

void label_trace(Step& step) {
    const WorldState& world = step.world;
    StepTrace& trace = step.world.trace;
    trace.potential = potential_energy(world);
    for (const SolverProbe::Point& seen : trace.probe.points) {
        const Contact& contact = world.contacts[seen.contact];
        const BodyPose& pose = world.poses[contact.slotA];
        const Vec2 at{static_cast<float>(pose.x + static_cast<double>(seen.rA.x)),
                      static_cast<float>(pose.y + static_cast<double>(seen.rA.y))};
        trace.points.push_back({world.shape_id(contact.shapeA), world.shape_id(contact.shapeB), seen.feature, at, seen.normal,
                                seen.separation});
    }
}

bool World::trace() const { return state_->tracing; }

void World::set_trace(bool on) {
    if (!on) { state_->trace = {}; }
    state_->tracing = on;
}

SolverTrace World::solver_trace() const {
    const StepTrace& trace = state_->trace;
    const SolverProbe& probe = trace.probe;
    SolverTrace out;
    for (size_t i = 0; i < probe.stage.size(); ++i) {
        out.iterations.push_back({probe.stage[i], probe.substep[i], probe.residual[i], probe.friction_residual[i],
                                  probe.penetration[i], trace.potential + probe.energy[i]});
    }
    out.points = trace.points;
    const size_t row = out.points.size();
    out.normal_impulse.resize(out.iterations.size() * row);
    out.tangent_impulse.resize(out.iterations.size() * row);
    for (const SolverProbe::Impulse& impulse : probe.impulses) {
        out.normal_impulse[impulse.iteration * row + impulse.point] = impulse.normal;
        out.tangent_impulse[impulse.iteration * row + impulse.point] = impulse.tangent;
    }
    return out;
}

} // namespace impulse
