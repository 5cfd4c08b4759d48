// World: spatial queries.

#include "core/sort.h"
#include "geometry/aabb.h"
#include "geometry/distance.h"
#include "geometry/raycast.h"
#include "geometry/toi.h"
#include "world/state.h"
#include "world/validate.h"

namespace impulse {
namespace {

bool sees(const WorldState& world, const QueryFilter& filter, uint32_t index) {
    constexpr uint32_t all = 0xffffffffu; // a query without a filter also finds shapes whose own mask is 0
    const ShapeRecord& record = world.shapes[index];
    if (record.sensor && !filter.sensors) { return false; }
    for (const BodyId body : filter.except_bodies) {
        if (body == world.body_id(record.slot)) { return false; }
    }
    for (const ShapeId shape : filter.except_shapes) {
        if (shape == world.shape_id(index)) { return false; }
    }
    return (filter.mask & filter.category) == all ||
           ((filter.mask & record.filter.category) != 0 && (record.filter.mask & filter.category) != 0);
}

/// Nearest first; ties by shape index, whatever the shape of the trees.
bool is_before(const ShapeHit& a, const ShapeHit& b) {
    return a.fraction != b.fraction ? a.fraction < b.fraction : !b.shape || a.shape.index() < b.shape.index();
}

/// Result of a query: the nearest hit, or all of them.
struct Hits {
    WorldState& world;
    const QueryFilter& filter;
    std::vector<ShapeHit>* all;
    ShapeHit best{};

    Hits(WorldState& of, const QueryFilter& with, std::vector<ShapeHit>* every) : world(of), filter(with), all(every) {
        if (all != nullptr) { all->clear(); }
    }

    /// Adds a hit of the shape at `index`; the search is cut off at the answer.
    float add(uint32_t index, ShapeHit hit, float limit) {
        hit.shape = world.shape_id(index);
        hit.body = world.body_id(world.shapes[index].slot);
        if (all != nullptr) {
            all->push_back(hit);
            return limit;
        }
        if (is_before(hit, best)) { best = hit; }
        return best.fraction;
    }
    /// Sorts `all`.
    ShapeHit nearest() {
        if (all == nullptr) { return best; }
        merge_sort(world.arena, std::span(*all), is_before);
        return all->empty() ? best : all->front();
    }
};

Error check_way(Vec2 from, Vec2 to) { return first(check_finite("from", from), check_finite("to", to)); }

Error check_path(const ShapePath& path) {
    return first(check_way(path.from, path.to), check_finite("angle", path.angle),
                 check_finite("angleTo", path.angle_to));
}

Error check_reach(Vec2 point, float max_distance) {
    if (const Error error = check_finite("point", point)) { return error; }
    return max_distance >= 0.0f ? Error{} : invalid("maxDistance", max_distance, "a number >= 0");
}

/// Relative to `origin`, near which all coordinates are exact.
Sweep sweep_of(const ShapePath& path, Vec2 origin) {
    return {path.from - origin, path.to - path.from, make_rot(path.angle), path.angle_to - path.angle, {}};
}

ShapeHit hit_of(const ShapeCut& cut, Vec2 origin) {
    ShapeHit hit;
    hit.point = cut.at.pointB + origin;
    hit.normal = -cut.at.normal;
    hit.fraction = cut.time;
    hit.starts_inside = cut.starts_inside;
    return hit;
}

/// The cast object: a ray, or a shape on its path.
struct Cast {
    Vec2 from;
    Vec2 to;
    const Shape* shape = nullptr;
    Sweep sweep{};
};

/// Against one shape; `fraction` is above 1 without a hit.
ShapeHit cast_at(const Cast& cast, const Shape& shape, const Transform& pose, float limit) {
    ShapeHit hit;
    hit.fraction = 2.0f;
    if (cast.shape != nullptr) {
        const Sweep still{pose.p - cast.from, {}, pose.q, 0.0f, {}};
        const ShapeCut cut = cast_shape(*cast.shape, cast.sweep, shape, still, limit);
        return cut.hit ? hit_of(cut, cast.from) : hit;
    }
    const RayCut cut = raycast(shape, inverse_transform(pose, cast.from), inverse_transform(pose, cast.to));
    if (!cut.hit) { return hit; }
    hit.fraction = cut.fraction;
    hit.point = lerp(cast.from, cast.to, cut.fraction);
    hit.normal = rotate(pose.q, cut.normal);
    return hit;
}

void run(const Cast& cast, Hits& hits) {
    const WorldState& world = hits.world;
    // The box along the path: around the shape, or around all that it covers while it rotates.
    Aabb box{};
    if (cast.shape != nullptr) {
        box = shape_aabb(*cast.shape, pose_at(cast.sweep, 0.0f));
        if (cast.sweep.turn != 0.0f) { box = grown({}, core_reach(*cast.shape, {}) + cast.shape->radius); }
    }
    const Vec2 center = 0.5f * (box.lower + box.upper);
    const auto visit = [&](uint32_t index, float limit) {
        if (!sees(world, hits.filter, index)) { return limit; }
        const ShapeRecord& record = world.shapes[index];
        const ShapeHit hit = cast_at(cast, record.shape, world_pose(world.poses[record.slot]), limit);
        constexpr float kStart = 1.0e-30f; // at 0 it would end, and miss a tie there
        return hit.fraction <= 1.0f ? max(hits.add(index, hit, limit), kStart) : limit;
    };
    world.broad_phase.raycast(cast.from + center, cast.to + center, visit, 0.5f * (box.upper - box.lower));
}

/// `hits.best.fraction` is the greatest distance.
void find_closest(Vec2 point, Hits& hits) {
    const WorldState& world = hits.world;
    float limit = hits.best.fraction;
    Aabb box = grown({point, point}, limit); // shrinks with each nearer shape
    world.broad_phase.query(box, [&](uint32_t index) {
        if (!sees(world, hits.filter, index)) { return true; }
        const ShapeRecord& record = world.shapes[index];
        const Transform pose = world_pose(world.poses[record.slot]);
        const NearestPoint nearest = nearest_on_core(record.shape, inverse_transform(pose, point));
        ShapeHit hit;
        hit.fraction = nearest.separation - record.shape.radius;
        if (!(hit.fraction <= limit)) { return true; }
        hit.point = transform(pose, nearest.point + record.shape.radius * nearest.normal);
        hit.normal = rotate(pose.q, nearest.normal);
        limit = hits.add(index, hit, limit);
        box = grown({point, point}, limit);
        return true;
    });
}

/// Shapes that share a point with `shape` posed at `at`, or, if it is null, that contain the point `at`.
Error gather(const WorldState& world, const Shape* shape, const Transform& at, const QueryFilter& filter, Arena& arena,
             std::vector<ShapeId>& out) {
    out.clear();
    Core core;
    if (shape != nullptr) { place_core(*shape, at, at.p, core); }
    const auto shares = [&](const Shape& other, const Transform& pose) {
        if (shape == nullptr) { return contains(other, inverse_transform(pose, at.p)); }
        Core core_of_other;
        place_core(other, pose, at.p, core_of_other);
        return core_distance(core, core_of_other).distance <= shape->radius + other.radius;
    };
    world.broad_phase.query(shape != nullptr ? shape_aabb(*shape, at) : Aabb{at.p, at.p}, [&](uint32_t index) {
        const ShapeRecord& record = world.shapes[index];
        if (sees(world, filter, index) && shares(record.shape, world_pose(world.poses[record.slot]))) {
            out.push_back(world.shape_id(index));
        }
        return true;
    });
    // The order of answers does not depend on the shape of the trees.
    merge_sort(arena, std::span(out), [](ShapeId a, ShapeId b) { return a.index() < b.index(); });
    return {};
}

} // namespace

Result<ShapeHit> World::raycast(Vec2 from, Vec2 to, const QueryFilter& filter, std::vector<ShapeHit>* all) const {
    if (const Error error = check_way(from, to)) { return error; }
    Hits hits{*state_, filter, all};
    run({from, to}, hits);
    return hits.nearest();
}

Result<ShapeHit> World::shape_cast(const Geometry& geometry, const ShapePath& path, const QueryFilter& filter,
                                   std::vector<ShapeHit>* all) const {
    const Result<Shape> shape = make_shape(geometry);
    if (!shape.ok()) { return shape.error(); }
    if (const Error error = check_path(path)) { return error; }
    Hits hits{*state_, filter, all};
    run({path.from, path.to, &*shape, sweep_of(path, path.from)}, hits);
    return hits.nearest();
}

Result<ShapeHit> World::closest(Vec2 point, float max_distance, const QueryFilter& filter,
                                std::vector<ShapeHit>* all) const {
    if (const Error error = check_reach(point, max_distance)) { return error; }
    Hits hits{*state_, filter, all};
    hits.best.fraction = max_distance;
    find_closest(point, hits);
    return hits.nearest();
}

Error World::overlap_point(Vec2 point, const QueryFilter& filter, std::vector<ShapeId>& out) const {
    if (const Error error = check_finite("point", point)) { return error; }
    return gather(*state_, nullptr, {point, {}}, filter, state_->arena, out);
}

Error World::overlap_aabb(const Aabb& box, const QueryFilter& filter, std::vector<ShapeId>& out) const {
    if (const Error error = check_finite("aabb", box.lower)) { return error; }
    if (const Error error = check_finite("aabb", box.upper)) { return error; }
    if (box.upper.x < box.lower.x || box.upper.y < box.lower.y) {
        return invalid("aabb", box.upper.x < box.lower.x ? box.upper.x : box.upper.y,
                       "a box with min <= max on both axes");
    }
    // The corners of the box; without area it is a segment or a point, not a polygon. Distances need no normals.
    const Vec2 center = 0.5f * (box.lower + box.upper);
    const Vec2 half = 0.5f * (box.upper - box.lower);
    Shape shape;
    shape.type = ShapeType::polygon;
    shape.count = 4;
    shape.points = {Vec2{half.x, -half.y}, half, Vec2{-half.x, half.y}, -half};
    return gather(*state_, &shape, {center, {}}, filter, state_->arena, out);
}

Error World::overlap_shape(const Geometry& geometry, Vec2 position, float angle, const QueryFilter& filter,
                           std::vector<ShapeId>& out) const {
    const Result<Shape> shape = make_shape(geometry);
    if (!shape.ok()) { return shape.error(); }
    if (const Error error = first(check_finite("position", position), check_finite("angle", angle))) { return error; }
    return gather(*state_, &*shape, {position, make_rot(angle)}, filter, state_->arena, out);
}

Result<ShapeGap> World::shape_distance(const Geometry& geometry_a, const Transform& pose_a, const Geometry& geometry_b,
                                       const Transform& pose_b) {
    const Result<Shape> a = make_shape(geometry_a);
    if (!a.ok()) { return a.error(); }
    const Result<Shape> b = make_shape(geometry_b);
    if (!b.ok()) { return b.error(); }
    for (const Vec2 position : {pose_a.p, pose_b.p}) {
        if (const Error error = check_finite("position", position)) { return error; }
    }
    const Separation found = separation(*a, pose_a, *b, pose_b);
    return ShapeGap{found.distance, found.normal, found.pointA, found.pointB};
}

Result<ShapeHit> World::time_of_impact(const Geometry& geometry_a, const ShapePath& path_a, const Geometry& geometry_b,
                                       const ShapePath& path_b) {
    const Result<Shape> a = make_shape(geometry_a);
    if (!a.ok()) { return a.error(); }
    const Result<Shape> b = make_shape(geometry_b);
    if (!b.ok()) { return b.error(); }
    for (const ShapePath& path : {path_a, path_b}) {
        if (const Error error = check_path(path)) { return error; }
    }
    const ShapeCut cut = impulse::cast_shape(*a, sweep_of(path_a, path_a.from), *b, sweep_of(path_b, path_a.from));
    return cut.hit ? hit_of(cut, path_a.from) : ShapeHit{};
}

} // namespace impulse
