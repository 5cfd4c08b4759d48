#include "dynamics/observe.h"

#include "dynamics/contact_kernels.h"
#include "dynamics/scalar_iteration.h"

namespace impulse {
namespace {

/// Kinetic energy plus the change of gravitational potential since the step began. In double: an iteration changes
/// about a thousandth of it.
double energy_now(const SolveInput& input) {
    double sum = 0.0;
    for (const uint32_t slot : input.bodies.awake) {
        const BodyMotion& motion = input.bodies.motions[slot];
        const BodyMass& mass = input.bodies.masses[slot];
        const Vec2 v = motion.v;
        if (mass.inv_mass > 0.0f) {
            const Vec2 g = input.bodies.forces[slot].gravity_scale * input.gravity;
            sum +=
                static_cast<double>(0.5f * length_squared(v) - dot(g, motion.dp)) / static_cast<double>(mass.inv_mass);
        }
        if (mass.inv_inertia > 0.0f) {
            sum += static_cast<double>(0.5f * motion.w * motion.w) / static_cast<double>(mass.inv_inertia);
        }
    }
    return sum;
}

void raise(float& to, float value) { to = max(to, value); }

float separation_now(const SolveInput& input, const ContactRow<float>& row, const PointRow<float>& p) {
    return separation_now(row, p, input.bodies.motions[row.slotA[0]], input.bodies.motions[row.slotB[0]]);
}

} // namespace

Observation::Observation(const SolveInput& input, SolverStage stage, int substep)
    : input_(input), probe_(*input.probe) {
    probe_.iterations.push_back({stage, static_cast<uint32_t>(substep), true, 0.0f, 0.0f, 0.0f, energy_now(input)});
}

/// Of a point of a manifold as it is solved: a lent one is recorded as its own contact's.
uint32_t Observation::index_of(uint32_t contact, uint32_t index) {
    const Contact& solved = input_.contacts.all[contact];
    const ManifoldPoint& point = solved.manifold.points[index];
    bool turned = false;
    for (const LentPoint& lent : input_.contacts.lent) {
        if (lent.to == contact && lent.to_index == index) {
            contact = lent.from;
            turned = lent.turned;
            break;
        }
    }
    if (contact >= probe_.latest.size()) { probe_.latest.resize(contact + 1, kNull); }
    List<TracePoint>& points = probe_.points;
    for (uint32_t p = probe_.latest[contact]; p != kNull; p = probe_.previous[p]) {
        if (points[p].feature == point.feature) { return p; }
    }
    const Vec2 normal = turned ? -solved.manifold.normal : solved.manifold.normal;
    points.push_back({{}, {}, point.feature, turned ? point.rB : point.rA, normal, point.separation});
    probe_.contact.push_back(contact);
    probe_.previous.push_back(probe_.latest[contact]);
    return probe_.latest[contact] = static_cast<uint32_t>(points.size() - 1);
}

void Observation::row(const ContactRow<float>& row, uint32_t contact, uint32_t swapped, std::array<float, 2> target,
                      float surface_speed) {
    if (contact == kNull) { return; }
    const Manifold& manifold = input_.contacts.all[contact].manifold;
    const std::span<const BodyMotion> motions = input_.bodies.motions;
    const FrameVelocity<float> frame = enter_frame(row, motions[row.slotA[0]], motions[row.slotB[0]]);
    TraceIteration& now = probe_.iterations.back();
    for (uint32_t i = 0; i < static_cast<uint32_t>(manifold.count); ++i) {
        const uint32_t k = i ^ swapped;
        const PointRow<float>& p = row.points[k];
        if (p.normal_mass == 0.0f) { continue; }
        const float separation = separation_now(input_, row, p);
        raise(now.penetration, -separation);
        const float push = p.normal_impulse / p.normal_mass;
        const float residual = abs(min(push, normal_velocity(p, frame) - target[k]));
        raise(now.residual, residual);
        float slip = 0.0f;
        if (p.tangent_mass > 0.0f) {
            const float slide = tangent_velocity(p, frame) + surface_speed;
            const float limit = row.friction * p.normal_impulse;
            // A sliding point is solved when its impulse is at the clamp.
            const float wanted = clamp(p.tangent_impulse - p.tangent_mass * slide, -limit, limit);
            const bool sticks = abs(p.tangent_impulse) < limit;
            const float gap = abs(p.tangent_impulse - wanted) / p.tangent_mass;
            slip = sticks ? abs(slide) : gap;
            raise(now.friction_residual, slip);
        }
        const uint32_t point = index_of(contact, i);
        const uint32_t iteration = static_cast<uint32_t>(probe_.iterations.size() - 1);
        probe_.point_values.push_back(
            {iteration, point, {p.normal_impulse, p.tangent_impulse, residual, slip, separation}});
    }
}

void observe(const SolveInput& input, std::span<const ScalarRow> rows, const SeenJoints& joints, SolverStage stage,
             int substep) {
    Observation seen(input, stage, substep);
    observe_joints(input, joints, stage);
    for (const ScalarRow& scalar : rows) {
        seen.row(scalar.row, scalar.contact, scalar.swapped, {scalar.target(0), scalar.target(1)},
                 scalar.surface_speed);
    }
}

// The target of a point in soft-step. Up to `solve`, its spring: it is solved where lambda >= 0
// complements massScale v_n + bias + impulseScale K lambda >= 0 (contact_kernels.h), so its target is -(bias +
// impulseScale K lambda) / massScale. Later, closing its gap at most, or its bounce.
template <class L>
void observe(const SolveInput& input, const SoftRows<L>& rows, const SoftPass& pass, const SeenJoints& joints,
             SolverStage stage, int substep) {
    Observation seen(input, stage, substep);
    observe_joints(input, joints, stage);
    const auto target = [&](const ContactRow<float>& row, size_t k, size_t index, int lane) {
        const PointRow<float>& p = row.points[k];
        const float s = separation_now(input, row, p);
        if (stage == SolverStage::bounce) {
            for (const BounceEntry& entry : rows.bounces) {
                const bool own = entry.row == index && entry.lane == lane && entry.point == k;
                if (own && entry.pushed) { return bounce_target(entry, s, pass.h); }
            }
        }
        if (stage == SolverStage::bounce || stage == SolverStage::relax) { return -p.gap; }
        if (s > 0.0f) { return -s * pass.inv_h; }
        const Softness& soft = row.mA * row.mB == 0.0f ? pass.static_contact : pass.dynamic_contact;
        const float bias = max(soft.mass * soft.bias * s, -pass.max_push_speed);
        const float give = p.normal_mass > 0.0f ? soft.impulse * p.normal_impulse / p.normal_mass : 0.0f;
        return -(bias + give) / soft.mass;
    };
    for (size_t i = 0; i < rows.rows.size(); ++i) {
        for (int lane = 0; lane < kLanes<L>; ++lane) {
            const size_t at = i * kLanes<L> + static_cast<size_t>(lane);
            if (rows.contacts[at] == kNull) { continue; }
            const ContactRow<float> row = lane_of(rows.rows[i], lane);
            const float surface_speed = rows.surfaces.empty() ? 0.0f : get_lane(rows.surfaces[i].surface_speed, lane);
            seen.row(row, rows.contacts[at], rows.marks[at] & kSwapped,
                     {target(row, 0, i, lane), target(row, 1, i, lane)}, surface_speed);
        }
    }
}

template void observe<float>(const SolveInput&, const SoftRows<float>&, const SoftPass&, const SeenJoints&, SolverStage,
                             int);
template void observe<Wide>(const SolveInput&, const SoftRows<Wide>&, const SoftPass&, const SeenJoints&, SolverStage,
                            int);

} // namespace impulse
