/// Rays and overlaps. Counts are -1 where the arguments were refused.
#include <emscripten/bind.h>

#include <cstring>
#include <vector>

#include "exchange.h"

namespace impulse::embind {
namespace {

void write_hit(Writer& to, const RayHit& hit) {
    to.number(hit.shape.value).number(hit.body.value).vector(hit.point).vector(hit.normal).number(hit.fraction);
}
constexpr uint32_t kHitFields = 7;

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

/// The nearest hit to the exchange; its shape is 0 where nothing was hit.
uint32_t raycast(Handle world, float x1, float y1, float x2, float y2, uint32_t category, uint32_t mask) {
    const Result<RayHit> hit = world_of(world).raycast({x1, y1}, {x2, y2}, {category, mask});
    if (!hit.ok()) { return report(hit); }
    Writer to(exchange(kHitFields));
    write_hit(to, *hit);
    return 0;
}

int32_t raycast_all(Handle world, float x1, float y1, float x2, float y2, uint32_t category, uint32_t mask) {
    static std::vector<RayHit> hits;
    if (report(world_of(world).raycast_all({x1, y1}, {x2, y2}, {category, mask}, hits)) != 0) { return -1; }
    Writer to(exchange(static_cast<uint32_t>(hits.size()) * kHitFields));
    for (const RayHit& hit : hits) { write_hit(to, hit); }
    return static_cast<int32_t>(hits.size());
}

/// Many rays at once. Seen as floats the exchange holds 8 a ray: the rays, 4 each, in its second half; the answers go to the
/// front, 7 each, and a row is only ever written over rays that were read. A row is point, normal, fraction, the slot of the
/// body (-1: no hit; then the point is the ray's end), and the shape's id as the raw bits of a u32.
/// Gives -1, or the number of the ray that was refused.
int32_t raycasts(Handle world, uint32_t count, uint32_t category, uint32_t mask) {
    unsigned char* const rows = reinterpret_cast<unsigned char*>(exchange(count * 4));
    const unsigned char* const rays = rows + static_cast<size_t>(count) * 4 * sizeof(float);
    for (uint32_t i = 0; i < count; ++i) {
        Ray ray;
        std::memcpy(&ray, rays + i * sizeof(Ray), sizeof(Ray));
        const Result<RayHit> hit = world_of(world).raycast(ray.from, ray.to, {category, mask});
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

int32_t write_shapes(const std::vector<ShapeId>& shapes) {
    Writer to(exchange(static_cast<uint32_t>(shapes.size())));
    for (const ShapeId shape : shapes) { to.number(shape.value); }
    return static_cast<int32_t>(shapes.size());
}

int32_t overlap_point(Handle world, float x, float y, uint32_t category, uint32_t mask) {
    static std::vector<ShapeId> found;
    const Error error = world_of(world).overlap_point({x, y}, {category, mask}, found);
    return report(error) != 0 ? -1 : write_shapes(found);
}

int32_t overlap_aabb(Handle world, float x1, float y1, float x2, float y2, uint32_t category, uint32_t mask) {
    static std::vector<ShapeId> found;
    const Error error = world_of(world).overlap_aabb({{x1, y1}, {x2, y2}}, {category, mask}, found);
    return report(error) != 0 ? -1 : write_shapes(found);
}

} // namespace

EMSCRIPTEN_BINDINGS(impulse_query) {
    emscripten::function("raycast", &raycast);
    emscripten::function("raycastAll", &raycast_all);
    emscripten::function("raycasts", &raycasts);
    emscripten::function("overlapPoint", &overlap_point);
    emscripten::function("overlapAabb", &overlap_aabb);
}

} // namespace impulse::embind
