#include "world/validate.h"

#include "core/memory.h"
#include "dynamics/solvers/registry.h"
#include "geometry/mass.h"
#include "geometry/shape.h"
#include "world/state.h"

namespace impulse {
namespace {

constexpr const char* kFinite = "a finite number";
constexpr const char* kNotNegative = "a finite number >= 0";
constexpr const char* kFraction = "a number from 0 to 1";

// Joints invert 2 x 2 matrices of reciprocal masses: products of two of them must be normal floats. An inertia is as
// small as small bodies make it: it enters with the square of an arm.
constexpr float kLightest = 1e-18f; // kg
constexpr float kSlimmest = 1e-32f; // kg m^2
constexpr float kHeaviest = 1e18f;  // kg, kg m^2

bool is_mass(float value) { return value >= kLightest && value <= kHeaviest; }
bool is_inertia(float value) { return value >= kSlimmest && value <= kHeaviest; }

Error check_fraction(const char* path, float value) {
    return value >= 0.0f && value <= 1.0f ? Error{} : invalid(path, value, kFraction);
}

Error check_count(const char* path, int value, int lowest) {
    if (value >= lowest && value <= 10000) { return {}; }
    return invalid(path, value, lowest == 0 ? "an integer from 0 to 10000" : "an integer from 1 to 10000");
}

/// Enumerators count from 0; a caller may have cast any number.
template <class Choice>
Error check_choice(const char* path, Choice value, Choice last) {
    return value <= last ? Error{} : invalid(path, static_cast<double>(value), "one of its enumerators");
}

} // namespace

Error check_alive(uint32_t place, BodyId id) { return place != kNull ? Error{} : destroyed("body", id.value); }
Error check_alive(uint32_t place, ShapeId id) { return place != kNull ? Error{} : destroyed("shape", id.value); }

Error no_memory(size_t bytes) {
    return {ErrorCode::memory, "memory", static_cast<double>(bytes), "less than what is left"};
}

Error check_memory(size_t bytes) { return has_room(bytes) ? Error{} : no_memory(bytes); }

Error check_room(const WorldState& world, const IdPool& ids, const char* path, const char* expected) {
    if (ids.count() > kIndexMask) { return {ErrorCode::capacity, path, 0.0, expected}; }
    // More than all lists together take for a body, a shape with its place in a tree, or a joint.
    constexpr size_t kBytes = 512;
    constexpr size_t kFirst = size_t{1} << 16; // what the first creation allocates, and lists of events
    const auto growth = [](const auto& list, const IdPool& of) { // none while a place is free
        return of.count() < list.size() || list.size() < list.capacity() ? 0 : 2 * list.size() * kBytes;
    };
    const size_t bytes = kFirst + growth(world.bodies, world.body_ids) + growth(world.shapes, world.shape_ids) +
                         growth(world.joints, world.joint_ids);
    return may_have_room(bytes) ? Error{} : no_memory(bytes);
}

Error check_finite(const char* path, float value) { return is_finite(value) ? Error{} : invalid(path, value, kFinite); }

Error check_finite(const char* path, Vec2 value) {
    if (is_finite(value)) { return {}; }
    return invalid(path, is_finite(value.x) ? value.y : value.x, "a vector of finite numbers");
}

Error check_positive(const char* path, float value) {
    return is_finite(value) && value > 0.0f ? Error{} : invalid(path, value, kPositive);
}

Error check_not_negative(const char* path, float value) {
    return is_finite(value) && value >= 0.0f ? Error{} : invalid(path, value, kNotNegative);
}

Error check_direction(const char* path, Vec2 value) {
    // The squared length must be a valid divisor.
    const float size = length(value);
    return size >= 1.0e-6f && size <= 1.0e18f ? Error{}
                                              : invalid(path, size, "a direction with a length from 1e-6 to 1e18");
}

Error check(const Material& material) {
    const float still = material.static_friction;
    const bool still_fits = is_finite(still) && (still < 0.0f || still >= material.friction);
    return first(check_not_negative("friction", material.friction),
                 still_fits ? Error{} : invalid("staticFriction", still, "a finite number >= friction"),
                 material.restitution >= 0.0f && material.restitution <= 4.0f
                     ? Error{}
                     : invalid("restitution", material.restitution, "a number from 0 to 4"),
                 check_not_negative("rollingResistance", material.rolling_resistance),
                 check_finite("tangentSpeed", material.tangent_speed));
}

Error check(const ShapeRules& rules) {
    return rules.one_way == Vec2{} ? Error{} : check_direction("oneWay", rules.one_way);
}

Error check(const SleepThreshold& threshold) {
    return first(check_not_negative("sleepThreshold.linear", threshold.linear),
                 check_not_negative("sleepThreshold.angular", threshold.angular),
                 check_not_negative("sleepThreshold.seconds", threshold.seconds));
}

Error check(const MassData& mass) {
    const bool turns = mass.inertia != 0.0f;
    return first(is_mass(mass.mass) ? Error{} : invalid("mass", mass.mass, "a number from 1e-18 to 1e18"),
                 !turns || is_inertia(mass.inertia)
                     ? Error{}
                     : invalid("inertia", mass.inertia, "0 or a number from 1e-32 to 1e18"),
                 check_finite("center", mass.center));
}

Error check_mass(const Shape& shape, float density) {
    const ShapeMass part = shape_mass(shape, density);
    // Steiner: about the body's origin, which is no less than about its centre.
    const bool fits = is_mass(part.mass) && is_inertia(part.inertia + part.mass * length_squared(part.center)) &&
                      is_inertia(part.inertia);
    return fits || part.mass == 0.0f
               ? Error{}
               : invalid("density", density,
                         "a value that gives a mass of 1e-18 to 1e18 kg and an inertia of 1e-32 to 1e18 kg m^2");
}

Result<Shape> checked_shape(const ShapeDef& def, BodyType type) {
    const Result<Shape> shape = make_shape(def.geometry);
    if (!shape.ok()) { return shape; }
    const Error error = first(check_not_negative("density", def.density), check(def.material), check(def.rules),
                              type == BodyType::dynamic_body ? check_mass(*shape, def.density) : Error{});
    return error ? Result<Shape>(error) : shape;
}

Error World::check(const ShapeDef& def, BodyType type) { return checked_shape(def, type).error(); }

Error check_dominance(int dominance) {
    if (dominance >= -127 && dominance <= 127) { return {}; }
    return invalid("dominance", static_cast<double>(dominance), "an integer from -127 to 127");
}

Error World::check(const BodyDef& def) {
    return first(
        check_choice("type", def.type, BodyType::dynamic_body), check_finite("position", def.position),
        check_finite("angle", def.angle), check_finite("velocity", def.velocity),
        check_finite("angularVelocity", def.angular_velocity), check_not_negative("linearDamping", def.linear_damping),
        check_not_negative("angularDamping", def.angular_damping), check_finite("gravityScale", def.gravity_scale),
        impulse::check(def.sleep_threshold), check_dominance(def.dominance));
}

// Order of the fields as in tuning.h.
Error World::check(const Tuning& tuning) {
    static constexpr Range<Tuning, float> kRanges[] = {
        {"solver.restitutionThreshold", &Tuning::restitution_threshold, check_not_negative},
        {"solver.linearSlop", &Tuning::linear_slop, check_not_negative},
        {"solver.speculativeDistance", &Tuning::speculative_distance, check_not_negative},
        {"solver.recycleDistance", &Tuning::recycle_distance, check_not_negative},
        {"solver.maxPushSpeed", &Tuning::max_push_speed, check_not_negative},
        {"solver.maxLinearSpeed", &Tuning::max_linear_speed, check_positive},
        {"solver.contactHertz", &Tuning::contact_hertz, check_not_negative},
        {"solver.contactDamping", &Tuning::contact_damping, check_not_negative},
        {"solver.jointHertz", &Tuning::joint_hertz, check_not_negative},
        {"solver.jointDamping", &Tuning::joint_damping, check_not_negative},
        {"solver.percent", &Tuning::percent, check_fraction},
        {"solver.slop", &Tuning::slop, check_not_negative},
        {"solver.baumgarte", &Tuning::baumgarte, check_fraction},
        {"solver.compliance", &Tuning::compliance, check_not_negative},
        {"solver.tolerance", &Tuning::tolerance, check_not_negative},
        {"solver.normalStable", &Tuning::normal_stable, check_fraction},
        {"sleepThreshold.linear", &Tuning::sleep_linear, check_not_negative},
        {"sleepThreshold.angular", &Tuning::sleep_angular, check_not_negative},
        {"sleepThreshold.seconds", &Tuning::sleep_time, check_not_negative},
    };
    struct Count {
        const char* path;
        int Tuning::* field;
        int lowest;
    };
    static constexpr Count kCounts[] = {
        {"solver.impactIterations", &Tuning::impact_iterations, 1},
        {"solver.maxImpactPasses", &Tuning::max_impact_passes, 1},
        {"solver.substeps", &Tuning::substeps, 1},
        {"solver.relaxIterations", &Tuning::relax_iterations, 0},
        {"solver.velocityIterations", &Tuning::velocity_iterations, 0},
        {"solver.positionIterations", &Tuning::position_iterations, 0},
        {"solver.substeps", &Tuning::position_substeps, 1},
        {"solver.velocityPasses", &Tuning::velocity_passes, 0},
    };
    if (find_solver(tuning.solver) == nullptr) {
        return invalid("solver.type", static_cast<double>(tuning.solver), "a solver this engine has");
    }
    Error error = first(check_choice("solver.frictionMix", tuning.friction_mix, MixRule::multiply),
                        check_choice("solver.restitutionMix", tuning.restitution_mix, MixRule::multiply),
                        check_choice("solver.jointSolver", tuning.joint_solver, JointSolver::iterative),
                        check_choice("solver.impacts", tuning.impacts, Impacts::zero_duration),
                        check_choice("solver.integrator", tuning.integrator, Integrator::rk4),
                        check_choice("solver.position", tuning.position, PositionCorrection::baumgarte),
                        check_ranges<Tuning, float>(tuning, kRanges));
    for (const Count& count : kCounts) {
        error = error ? error : check_count(count.path, tuning.*count.field, count.lowest);
    }
    return error;
}

} // namespace impulse
