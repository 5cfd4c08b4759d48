#include "world/validate.h"

#include "dynamics/solvers/registry.h"
#include "geometry/shape.h"

namespace impulse {
namespace {

constexpr const char* kFinite = "a finite number";
constexpr const char* kNotNegative = "a finite number >= 0";
constexpr const char* kPositive = "a finite number > 0";
constexpr const char* kFraction = "a number from 0 to 1";

/// The first error of several checks.
template <class... Errors> Error first(const Errors&... errors) {
    Error result;
    ((result.code == ErrorCode::none ? void(result = errors) : void()), ...);
    return result;
}

Error check_positive(const char* path, float value) {
    return is_finite(value) && value > 0.0f ? Error{} : invalid(path, value, kPositive);
}

Error check_fraction(const char* path, float value) {
    return value >= 0.0f && value <= 1.0f ? Error{} : invalid(path, value, kFraction);
}

Error check_count(const char* path, int value, int lowest, const char* expected) {
    return value >= lowest && value <= 10000 ? Error{} : invalid(path, value, expected);
}

} // namespace

Error check_finite(const char* path, float value) {
    return is_finite(value) ? Error{} : invalid(path, value, kFinite);
}

Error check_finite(const char* path, Vec2 value) {
    if (is_finite(value)) {
        return {};
    }
    return invalid(path, is_finite(value.x) ? value.y : value.x, "a vector of finite numbers");
}

Error check_not_negative(const char* path, float value) {
    return is_finite(value) && value >= 0.0f ? Error{} : invalid(path, value, kNotNegative);
}

Error check(const Material& material) {
    const float still = material.static_friction;
    const bool still_fits = is_finite(still) && (still < 0.0f || still >= material.friction);
    return first(check_not_negative("friction", material.friction),
                 still_fits ? Error{} : invalid("staticFriction", still, "a finite number >= friction"),
                 check_fraction("restitution", material.restitution),
                 check_not_negative("rollingResistance", material.rolling_resistance),
                 check_finite("tangentSpeed", material.tangent_speed));
}

Error check(const MassData& mass) {
    return first(check_positive("mass", mass.mass), check_not_negative("inertia", mass.inertia),
                 check_finite("center", mass.center));
}

Error World::check(const ShapeDef& def) {
    const Result<Shape> shape = make_shape(def.geometry);
    return first(shape.ok() ? Error{} : shape.error(), check_not_negative("density", def.density),
                 impulse::check(def.material));
}

Error World::check(const BodyDef& def) {
    return first(check_finite("position", def.position), check_finite("angle", def.angle),
                 check_finite("velocity", def.velocity),
                 check_finite("angularVelocity", def.angular_velocity),
                 check_not_negative("linearDamping", def.linear_damping),
                 check_not_negative("angularDamping", def.angular_damping),
                 check_finite("gravityScale", def.gravity_scale));
}

Error World::check(const Tuning& t) {
    if (find_solver(t.solver) == nullptr) {
        return invalid("solver.type", static_cast<double>(t.solver), "a solver this engine has");
    }
    return first(
        check_not_negative("solver.restitutionThreshold", t.restitution_threshold),
        check_not_negative("solver.linearSlop", t.linear_slop),
        check_not_negative("solver.speculativeDistance", t.speculative_distance),
        check_not_negative("solver.recycleDistance", t.recycle_distance), check_not_negative("solver.maxPushSpeed", t.max_push_speed),
        check_positive("solver.maxLinearSpeed", t.max_linear_speed),
        check_count("solver.substeps", t.substeps, 1, "an integer from 1 to 10000"),
        check_not_negative("solver.contactHertz", t.contact_hertz),
        check_not_negative("solver.contactDamping", t.contact_damping),
        check_not_negative("solver.jointHertz", t.joint_hertz),
        check_not_negative("solver.jointDamping", t.joint_damping),
        check_count("solver.relaxIterations", t.relax_iterations, 0, "an integer from 0 to 10000"),
        check_count("solver.velocityIterations", t.velocity_iterations, 0, "an integer from 0 to 10000"),
        check_count("solver.positionIterations", t.position_iterations, 0, "an integer from 0 to 10000"),
        check_fraction("solver.percent", t.percent), check_not_negative("solver.slop", t.slop),
        check_fraction("solver.baumgarte", t.baumgarte),
        check_count("solver.impactIterations", t.impact_iterations, 1, "an integer from 1 to 10000"),
        check_count("solver.maxImpactPasses", t.max_impact_passes, 1, "an integer from 1 to 10000"),
        check_count("solver.substeps", t.position_substeps, 1, "an integer from 1 to 10000"),
        check_count("solver.velocityPasses", t.velocity_passes, 0, "an integer from 0 to 10000"),
        check_not_negative("solver.compliance", t.compliance),
        check_not_negative("solver.tolerance", t.tolerance),
        check_fraction("solver.normalStable", t.normal_stable),
        check_not_negative("sleepLinear", t.sleep_linear),
        check_not_negative("sleepAngular", t.sleep_angular), check_not_negative("sleepTime", t.sleep_time));
}

} // namespace impulse
