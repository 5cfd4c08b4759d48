#include "dynamics/mean_forces.h"

namespace impulse {

namespace {

/// The mean of the point with this feature, or null.
const MeanForces::Point* mean_of(const MeanForces& means, uint32_t feature) {
    for (const MeanForces::Point& mean : means.points) {
        if (mean.known && mean.feature == feature) { return &mean; }
    }
    return nullptr;
}

/// s^2: 1 / w0^2 - 1 / w^2. 0 for rigid contacts, which carry loads without overlap.
float change_of_softness(const SolveInput& input, float hertz) {
    if (hertz <= 0.0f) { return 0.0f; }
    return softness_of(input.tuning, hertz, kReferenceStep) - softness_of(input.tuning, hertz, input.dt);
}

} // namespace

void update_mean_forces(const SolveInput& input) {
    const float share = input.dt / (input.dt + kMeanTime);
    input.contacts.graph.for_each(input.contacts.all, [&](uint32_t contact, uint32_t, uint32_t) {
        const Manifold& manifold = input.contacts.all[contact].manifold;
        MeanForces& means = input.contacts.mean_forces[contact];
        const MeanForces before = means;
        means = {};
        for (size_t k = 0; k < static_cast<size_t>(manifold.count); ++k) {
            const ManifoldPoint& point = manifold.points[k];
            const MeanForces::Point* const mean = mean_of(before, point.feature);
            const float normal = mean != nullptr ? mean->normal : point.normal_impulse;
            const float tangent = mean != nullptr ? mean->tangent : point.tangent_impulse;
            means.points[k] = {normal + share * (point.normal_impulse - normal),
                               tangent + share * (point.tangent_impulse - tangent), point.feature, 1};
        }
    });
}

template <class L>
void start_from_mean_forces(const SolveInput& input, const SoftRows<L>& rows, float h) {
    const float h_before = h * (input.dt_before / input.dt);
    const float fixed = change_of_softness(input, 2.0f * input.tuning.contact_hertz);
    const float dynamic = change_of_softness(input, input.tuning.contact_hertz);
    for (size_t i = 0; i < rows.rows.size(); ++i) {
        SoftRow<L>& row = rows.rows[i];
        for (int lane = 0; lane < kLanes<L>; ++lane) {
            const size_t at = i * kLanes<L> + static_cast<size_t>(lane);
            const uint32_t index = rows.contacts[at];
            if (index == kNull) { continue; }
            const Contact& contact = input.contacts.all[index];
            const bool is_static = get_lane(row.mA, lane) * get_lane(row.mB, lane) == 0.0f;
            float pushed = 0.0f;
            for (uint32_t k = 0; k < row.points.size(); ++k) {
                PointRow<L>& p = row.points[k];
                const ManifoldPoint& point = contact.manifold.points[k ^ rows.swapped[at]];
                const MeanForces::Point* const mean = mean_of(input.contacts.mean_forces[index], point.feature);
                if (mean != nullptr) {
                    if (input.tuning.warm_starting) {
                        const float normal = max(h_before * point.normal_impulse + (h - h_before) * mean->normal, 0.0f);
                        const float most = max(contact.friction, contact.static_friction) * normal;
                        const float tangent = h_before * point.tangent_impulse + (h - h_before) * mean->tangent;
                        set_lane(p.normal_impulse, lane, normal);
                        set_lane(p.tangent_impulse, lane, max(min(tangent, most), -most));
                    }
                    const float mass = get_lane(p.normal_mass, lane);
                    if (mass > 0.0f) {
                        const float rest = mean->normal / mass * (is_static ? fixed : dynamic);
                        set_lane(p.base, lane, get_lane(p.base, lane) + rest);
                    }
                }
                pushed -= get_lane(p.normal_impulse, lane);
            }
            set_lane(row.pushed, lane, pushed);
        }
    }
}

template void start_from_mean_forces<float>(const SolveInput&, const SoftRows<float>&, float);
template void start_from_mean_forces<Wide>(const SolveInput&, const SoftRows<Wide>&, float);

} // namespace impulse
