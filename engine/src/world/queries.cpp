// World: questions about space.

#include "core/sort.h"
#include "geometry/distance.h"
#include "geometry/raycast.h"
#include "world/bodies.h"
#include "world/state.h"
#include "world/validate.h"

namespace impulse {
namespace {

bool sees(const QueryFilter& filter, const ShapeRecord& record) {
    constexpr uint32_t all =
        0xffffffffu; // a query that asks for nothing in particular sees a shape whose own mask is 0 too
    return (filter.mask & filter.category) == all ||
           ((filter.mask & record.filter.category) != 0 && (record.filter.mask & filter.category) != 0);
}

/// Ray against one shape, in the frame of its body.
RayHit cast(const WorldState& world, uint32_t index, Vec2 from, Vec2 to) {
    const ShapeRecord& record = world.shapes[index];
    const Transform pose = world_pose(world.poses[record.slot]);
    const RayCut hit = raycast(record.shape, inverse_transform(pose, from), inverse_transform(pose, to));
    RayHit result;
    if (!hit.hit) { return result; }
    result.shape = world.shape_id(index);
    result.body = world.body_id(record.slot);
    result.fraction = hit.fraction;
    result.point = lerp(from, to, hit.fraction);
    result.normal = rotate(pose.q, hit.normal);
    return result;
}

/// The order of answers does not depend on the shape of the trees.
void sort_by_index(std::vector<ShapeId>& shapes, Arena& arena) {
    const Arena::Mark mark = arena.mark();
    merge_sort(std::span(shapes), arena.allocate<ShapeId>(shapes.size()),
               [](ShapeId a, ShapeId b) { return a.index() < b.index(); });
    arena.release(mark);
}

Error check_ray(Vec2 from, Vec2 to) {
    if (const Error error = check_finite("from", from)) { return error; }
    return check_finite("to", to);
}

} // namespace

Result<RayHit> World::raycast(Vec2 from, Vec2 to, QueryFilter filter) const {
    if (const Error error = check_ray(from, to)) { return error; }
    const WorldState& world = *state_;
    RayHit best;
    world.broad_phase.raycast(from, to, [&](uint32_t index, float limit) {
        if (!sees(filter, world.shapes[index])) { return limit; }
        const RayHit hit = cast(world, index, from, to);
        if (!hit.shape) { return limit; }
        // Ties by shape index, whatever the shape of the trees.
        const bool nearer = hit.fraction < best.fraction ||
                            (hit.fraction == best.fraction && (!best.shape || index < best.shape.index()));
        if (nearer) { best = hit; }
        return best.fraction;
    });
    return best;
}

Error World::raycast_all(Vec2 from, Vec2 to, QueryFilter filter, std::vector<RayHit>& out) const {
    if (const Error error = check_ray(from, to)) { return error; }
    const WorldState& world = *state_;
    out.clear();
    world.broad_phase.raycast(from, to, [&](uint32_t index, float limit) {
        if (!sees(filter, world.shapes[index])) { return limit; }
        const RayHit hit = cast(world, index, from, to);
        if (hit.shape) { out.push_back(hit); }
        return limit;
    });
    const Arena::Mark mark = state_->arena.mark();
    merge_sort(std::span(out), state_->arena.allocate<RayHit>(out.size()), [](const RayHit& a, const RayHit& b) {
        return a.fraction != b.fraction ? a.fraction < b.fraction : a.shape.index() < b.shape.index();
    });
    state_->arena.release(mark);
    return {};
}

Error World::overlap_point(Vec2 point, QueryFilter filter, std::vector<ShapeId>& out) const {
    if (const Error error = check_finite("point", point)) { return error; }
    const WorldState& world = *state_;
    out.clear();
    world.broad_phase.query({point, point}, [&](uint32_t index) {
        const ShapeRecord& record = world.shapes[index];
        if (!sees(filter, record)) { return true; }
        const Vec2 local = inverse_transform(world_pose(world.poses[record.slot]), point);
        if (contains(record.shape, local)) { out.push_back(world.shape_id(index)); }
        return true;
    });
    sort_by_index(out, state_->arena);
    return {};
}

Error World::overlap_aabb(const Aabb& box, QueryFilter filter, std::vector<ShapeId>& out) const {
    if (const Error error = check_finite("aabb", box.lower)) { return error; }
    if (const Error error = check_finite("aabb", box.upper)) { return error; }
    if (box.upper.x < box.lower.x || box.upper.y < box.lower.y) {
        return invalid("aabb", box.upper.x < box.lower.x ? box.upper.x : box.upper.y, "lower <= upper on both axes");
    }
    const WorldState& world = *state_;
    out.clear();
    world.broad_phase.query(box, [&](uint32_t index) {
        const ShapeRecord& record = world.shapes[index];
        if (sees(filter, record) && overlaps(shape_box(world, index), box)) { out.push_back(world.shape_id(index)); }
        return true;
    });
    sort_by_index(out, state_->arena);
    return {};
}

} // namespace impulse
