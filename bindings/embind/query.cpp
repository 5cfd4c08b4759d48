/// Queries. Counts are -1 if the arguments were rejected (-2 if the second shape of two was).
#include <emscripten/bind.h>

#include <cstring>
#include <vector>

#include "records.h"

namespace impulse::embind {
namespace {

/// For the next queries, until it is set again.
QueryFilter filter;

/// Ids of excluded bodies and then of excluded shapes come from the exchange.
void query_filter(uint32_t category, uint32_t mask, bool sensors, uint32_t bodies, uint32_t shapes) {
    static std::vector<BodyId> except_bodies;
    static std::vector<ShapeId> except_shapes;
    Reader from(exchange(bodies + shapes));
    except_bodies.resize(bodies);
    except_shapes.resize(shapes);
    for (BodyId& body : except_bodies) { body = {from.bits()}; }
    for (ShapeId& shape : except_shapes) { shape = {from.bits()}; }
    filter = {category, mask, sensors, except_bodies, except_shapes};
}

constexpr uint32_t kHitFields = 8;

int32_t write_hits(const ShapeHit* hits, size_t count) {
    Writer to(exchange(static_cast<uint32_t>(count) * kHitFields));
    for (size_t i = 0; i < count; ++i) {
        const ShapeHit& hit = hits[i];
        to.number(hit.shape.value).number(hit.body.value).vector(hit.point).vector(hit.normal);
        to.number(hit.fraction).number(hit.starts_inside);
    }
    return static_cast<int32_t>(count);
}
/// One list for all: it keeps its capacity.
std::vector<ShapeHit> hits;
int32_t write_hits(const Result<ShapeHit>& nearest, bool all) {
    if (report(nearest) != 0) { return -1; }
    return all ? write_hits(hits.data(), hits.size()) : write_hits(&*nearest, nearest->shape ? 1 : 0);
}

struct Ray {
    Vec2 from;
    Vec2 to;
};
static_assert(sizeof(Ray) == 4 * sizeof(float));
struct RayRow {
    Vec2 point;
    Vec2 normal;
    float fraction;
    float slot;
    uint32_t shape;
};
static_assert(sizeof(RayRow) == 7 * sizeof(float));

int32_t raycast(Handle handle, float x1, float y1, float x2, float y2, bool all) {
    const World& world = world_of(handle);
    return write_hits(world.raycast({x1, y1}, {x2, y2}, filter, all ? &hits : nullptr), all);
}

/// Many rays in one call. As floats the exchange holds 8 per ray: the rays, 4 each, in its second half; the results go
/// to the front, 7 each, and overwrite only rays that were read. A row is point, normal, fraction, the slot of the body
/// (-1: no hit; then the point is the ray's end), and the shape's id as the raw bits of a u32. Returns -1, or the index
/// of the rejected ray.
int32_t raycasts(Handle world, uint32_t count) {
    unsigned char* const rows = reinterpret_cast<unsigned char*>(exchange(count * 4));
    const unsigned char* const rays = rows + static_cast<size_t>(count) * 4 * sizeof(float);
    for (uint32_t i = 0; i < count; ++i) {
        Ray ray;
        std::memcpy(&ray, rays + i * sizeof(Ray), sizeof(Ray));
        const Result<ShapeHit> hit = world_of(world).raycast(ray.from, ray.to, filter);
        if (report(hit) != 0) { return static_cast<int32_t>(i); }
        const bool found = static_cast<bool>(hit->shape);
        RayRow row;
        row.point = found ? hit->point : ray.to;
        row.normal = found ? hit->normal : Vec2{};
        row.fraction = found ? hit->fraction : 1.0f;
        row.slot = found ? static_cast<float>(hit->body.index()) : -1.0f;
        row.shape = hit->shape.value;
        std::memcpy(rows + i * sizeof(RayRow), &row, sizeof(RayRow));
    }
    return -1;
}

ShapePath read_path(Reader& from) {
    ShapePath path;
    path.from = from.vector();
    path.to = from.vector();
    path.angle = from.number();
    path.angle_to = from.number();
    return path;
}

/// The form and its path from the exchange.
int32_t shape_cast(Handle handle, bool all) {
    const World& world = world_of(handle);
    Reader from(exchange(kShapeDefFields + 6));
    Error error;
    const Geometry geometry = read_geometry(from, error);
    if (report(error) != 0) { return -1; }
    const ShapePath path = read_path(from);
    return write_hits(world.shape_cast(geometry, path, filter, all ? &hits : nullptr), all);
}

int32_t closest(Handle handle, float x, float y, float max_distance, bool all) {
    const World& world = world_of(handle);
    return write_hits(world.closest({x, y}, max_distance, filter, all ? &hits : nullptr), all);
}

std::vector<ShapeId> found;
int32_t write_shapes(const Error& error) {
    if (report(error) != 0) { return -1; }
    Writer to(exchange(static_cast<uint32_t>(found.size())));
    for (const ShapeId shape : found) { to.number(shape.value); }
    return static_cast<int32_t>(found.size());
}

int32_t overlap_point(Handle world, float x, float y) {
    return write_shapes(world_of(world).overlap_point({x, y}, filter, found));
}
int32_t overlap_aabb(Handle world, float x1, float y1, float x2, float y2) {
    return write_shapes(world_of(world).overlap_aabb({{x1, y1}, {x2, y2}}, filter, found));
}
/// The form from the exchange, then position and angle.
int32_t overlap_shape(Handle world) {
    Reader from(exchange(kShapeDefFields + 3));
    Error error;
    const Geometry geometry = read_geometry(from, error);
    if (report(error) != 0) { return -1; }
    const Vec2 position = from.vector();
    return write_shapes(world_of(world).overlap_shape(geometry, position, from.number(), filter, found));
}

/// Two forms with their paths from the exchange, each validated separately. With `moving` it returns a hit, if there is
/// one; else the distance at the start of the paths: distance, normal, points.
int32_t shape_pair(bool moving) {
    Reader from(exchange(2 * (kShapeDefFields + 6)));
    ShapeDef def;
    Geometry geometries[2];
    ShapePath paths[2];
    for (int i = 0; i < 2; ++i) {
        Error error;
        def.geometry = geometries[i] = read_geometry(from, error);
        paths[i] = read_path(from);
        if (!error) { error = World::check(def, BodyType::static_body); }
        if (report(error) != 0) { return -1 - i; }
    }
    if (moving) {
        const Result<ShapeHit> hit = World::time_of_impact(geometries[0], paths[0], geometries[1], paths[1]);
        return report(hit) != 0 ? -1 : write_hits(&*hit, hit->normal == Vec2{} ? 0 : 1);
    }
    const auto pose = [](const ShapePath& path) { return Transform{path.from, make_rot(path.angle)}; };
    const Result<ShapeGap> gap = World::shape_distance(geometries[0], pose(paths[0]), geometries[1], pose(paths[1]));
    if (report(gap) != 0) { return -1; }
    Writer(exchange(7)).number(gap->distance).vector(gap->normal).vector(gap->point_a).vector(gap->point_b);
    return 1;
}

} // namespace

EMSCRIPTEN_BINDINGS(impulse_query) {
    emscripten::function("queryFilter", &query_filter);
    emscripten::function("raycast", &raycast);
    emscripten::function("raycasts", &raycasts);
    emscripten::function("shapeCast", &shape_cast);
    emscripten::function("closest", &closest);
    emscripten::function("overlapPoint", &overlap_point);
    emscripten::function("overlapAabb", &overlap_aabb);
    emscripten::function("overlapShape", &overlap_shape);
    emscripten::function("shapePair", &shape_pair);
}

} // namespace impulse::embind
