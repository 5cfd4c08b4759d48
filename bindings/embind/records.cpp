#include "records.h"

#include <type_traits>
#include <variant>

namespace impulse::embind {
namespace {

/// One list of fields for both directions, so that they cannot diverge.
template <class Tuning_, class Visit>
void each_tuning_field(Tuning_& t, Visit&& visit) {
    visit(t.solver);
    visit(t.warm_starting);
    visit(t.friction_mix);
    visit(t.restitution_mix);
    visit(t.restitution_threshold);
    visit(t.linear_slop);
    visit(t.speculative_distance);
    visit(t.recycle_distance);
    visit(t.max_push_speed);
    visit(t.max_linear_speed);
    visit(t.impacts);
    visit(t.impact_iterations);
    visit(t.max_impact_passes);
    visit(t.restitution_midpoint);
    visit(t.joints_first);
    visit(t.joint_solver);
    visit(t.sleep_through_touch);
    visit(t.substeps);
    visit(t.contact_hertz);
    visit(t.contact_damping);
    visit(t.joint_hertz);
    visit(t.joint_damping);
    visit(t.relax_iterations);
    visit(t.integrator);
    visit(t.velocity_iterations);
    visit(t.position);
    visit(t.position_iterations);
    visit(t.percent);
    visit(t.slop);
    visit(t.full_ngs);
    visit(t.baumgarte);
    visit(t.position_substeps);
    visit(t.velocity_passes);
    visit(t.compliance);
    visit(t.compliance_mode);
    visit(t.tolerance);
    visit(t.warm_start);
    visit(t.normal_stable);
    visit(t.static_kinetic);
    visit(t.sleep);
    visit(t.sleep_linear);
    visit(t.sleep_angular);
    visit(t.sleep_time);
    visit(t.continuous);
    visit(t.literal.stale_position);
    visit(t.literal.cold_start);
    visit(t.literal.per_iteration_clamp);
    visit(t.literal.integrate_first);
    visit(t.literal.wake_after_solve);
    visit(t.literal.a_only_sat);
    visit(t.literal.interval_overlap);
    visit(t.literal.inside_circle);
    visit(t.literal.deepest_point_only);
    visit(t.literal.index_match);
    visit(t.literal.sum_bias);
    visit(t.literal.fx_restitution);
    visit(t.literal.no_prev_pose_shift);
}

template <class Def, class Visit>
void each_body_field(Def& d, Visit&& visit) {
    visit(d.type);
    visit(d.position.x);
    visit(d.position.y);
    visit(d.angle);
    visit(d.velocity.x);
    visit(d.velocity.y);
    visit(d.angular_velocity);
    visit(d.linear_damping);
    visit(d.angular_damping);
    visit(d.gravity_scale);
    visit(d.lock_x);
    visit(d.lock_y);
    visit(d.lock_rotation);
    visit(d.bullet);
    visit(d.sleep_allowed);
    visit(d.awake);
    visit(d.enabled);
    visit(d.sleep_threshold.linear);
    visit(d.sleep_threshold.angular);
    visit(d.sleep_threshold.seconds);
    visit(d.dominance);
}

/// Reads or writes one field by its type.
struct ReadField {
    Reader& from;
    void operator()(float& field) const { field = from.number(); }
    void operator()(int& field) const { field = from.integer(); }
    void operator()(bool& field) const { field = from.flag(); }
    template <class Enum>
        requires std::is_enum_v<Enum>
    void operator()(Enum& field) const {
        field = from.choice<Enum>();
    }
};
struct WriteField {
    Writer& to;
    template <class Field>
    void operator()(const Field& field) const {
        to.number(field);
    }
};

Geometry read_circle(Reader& from) {
    const Vec2 center = from.vector();
    return Circle{center, from.number()};
}

Geometry read_capsule(Reader& from) {
    const Vec2 a = from.vector();
    const Vec2 b = from.vector();
    return Capsule{a, b, from.number()};
}

Geometry read_segment(Reader& from) {
    const Vec2 a = from.vector();
    const Vec2 b = from.vector();
    return Segment{a, b, from.flag()};
}

/// The count may be more or fewer than a polygon allows: the engine's check gets it and words the error.
Geometry read_polygon(Reader& from) {
    Polygon polygon;
    polygon.radius = from.number();
    polygon.count = from.integer();
    const int written = polygon.count < kMaxPolygonVertices ? polygon.count : kMaxPolygonVertices;
    for (int i = 0; i < written; ++i) { polygon.points[static_cast<size_t>(i)] = from.vector(); }
    return polygon;
}

constexpr float kBoxReach = 1e6f; // m: of a corner from the body's origin
constexpr const char* kBoxSide = "a finite number > 0, from 1e-6 to 1e6, and above a millionth of the other side";

Geometry read_box(Reader& from, Error& error) {
    const float width = from.number();
    const float height = from.number();
    const Vec2 center = from.vector();
    const float angle = from.number();
    const float radius = from.number();
    const auto refuse = [&error](const char* path, float value, const char* expected) {
        if (!error) { error = {ErrorCode::invalid_argument, path, static_cast<double>(value), expected}; }
    };
    if (!(is_finite(width) && width > 0.0f)) { refuse("width", width, "a finite number > 0"); }
    if (!(is_finite(height) && height > 0.0f)) { refuse("height", height, "a finite number > 0"); }
    if (!is_finite(center)) { refuse("center", is_finite(center.x) ? center.y : center.x, "a finite vector"); }
    if (!is_finite(angle)) { refuse("angle", angle, "a finite number"); }
    if (error) { return Circle{}; }
    const Polygon box = make_box(width, height, center, angle, radius);
    // The engine, which need not be asked, accepts sides of a ratio to 1e5 and corners within 200 m (`kBoxSide`,
    // `kBoxReach`).
    const auto common = [](float side) { return side >= 1e-3f && side <= 1e2f; };
    if (common(width) && common(height) && abs(center.x) <= 1e2f && abs(center.y) <= 1e2f) { return box; }
    // The engine would name corners, which the caller did not give. It rejects the same boxes.
    ShapeDef alone;
    alone.geometry = box;
    if (const Error refused = World::check(alone); refused && refused.path[0] == 'p') {
        const float reach = abs(center.x) > abs(center.y) ? abs(center.x) : abs(center.y);
        const bool thin = width < height;
        const bool large = (thin ? height : width) > kBoxReach;
        if (!large && reach > kBoxReach / 2.0f) {
            refuse("center", reach, "a vector of finite numbers, such that no corner is more than 1e6 from zero");
        } else if (thin != large) {
            refuse("width", width, kBoxSide);
        } else {
            refuse("height", height, kBoxSide);
        }
    }
    return box;
}

struct WriteGeometry {
    Writer& to;
    static void kind(Writer& to, GeometryKind kind) { to.number(kind); }

    void operator()(const Circle& circle) const {
        kind(to, GeometryKind::circle);
        to.vector(circle.center).number(circle.radius);
    }
    void operator()(const Capsule& capsule) const {
        kind(to, GeometryKind::capsule);
        to.vector(capsule.a).vector(capsule.b).number(capsule.radius);
    }
    void operator()(const Polygon& polygon) const {
        kind(to, GeometryKind::polygon);
        to.number(polygon.radius).number(polygon.count);
        for (int i = 0; i < polygon.count; ++i) { to.vector(polygon.points[static_cast<size_t>(i)]); }
    }
    void operator()(const Segment& segment) const {
        kind(to, GeometryKind::segment);
        to.vector(segment.a).vector(segment.b).number(segment.one_sided);
    }
};

} // namespace

Tuning read_tuning(Reader& from) {
    Tuning tuning;
    each_tuning_field(tuning, ReadField{from});
    return tuning;
}

void write_tuning(Writer& to, const Tuning& tuning) { each_tuning_field(tuning, WriteField{to}); }

BodyDef read_body_def(Reader& from) {
    BodyDef def;
    each_body_field(def, ReadField{from});
    return def;
}

void write_body_def(Writer& to, const BodyDef& def) { each_body_field(def, WriteField{to}); }

Geometry read_geometry(Reader& from, Error& error) {
    switch (from.choice<GeometryKind>()) {
    case GeometryKind::circle:
        return read_circle(from);
    case GeometryKind::capsule:
        return read_capsule(from);
    case GeometryKind::polygon:
        return read_polygon(from);
    case GeometryKind::segment:
        return read_segment(from);
    case GeometryKind::box:
        return read_box(from, error);
    }
    error = {ErrorCode::invalid_argument, "type", 0.0, "a type of shape"};
    return Circle{};
}

Material read_material(Reader& from) {
    Material material;
    material.friction = from.number();
    material.static_friction = from.number();
    material.restitution = from.number();
    material.rolling_resistance = from.number();
    material.tangent_speed = from.number();
    return material;
}

Filter read_filter(Reader& from) {
    Filter filter;
    filter.category = from.bits();
    filter.mask = from.bits();
    filter.group = from.integer();
    return filter;
}

ShapeRules read_rules(Reader& from) {
    ShapeRules rules;
    rules.sensor = from.flag();
    rules.sees_sensors = from.flag();
    rules.pre_solve = from.flag();
    rules.one_way = from.vector();
    return rules;
}

ShapeRecord read_shape_def(Reader& from) {
    ShapeRecord record;
    ShapeDef& def = record.def;
    def.density = from.number();
    def.material = read_material(from);
    def.filter = read_filter(from);
    def.rules = read_rules(from);
    def.geometry = read_geometry(from, record.error);
    return record;
}

void write_shape_def(Writer& to, const ShapeDef& def) {
    const Material& material = def.material;
    to.number(def.density).number(material.friction).number(material.static_friction).number(material.restitution);
    to.number(material.rolling_resistance).number(material.tangent_speed);
    to.number(def.filter.category).number(def.filter.mask).number(def.filter.group);
    const ShapeRules& rules = def.rules;
    to.number(rules.sensor).number(rules.sees_sensors).number(rules.pre_solve).vector(rules.one_way);
    std::visit(WriteGeometry{to}, def.geometry);
}

} // namespace impulse::embind
