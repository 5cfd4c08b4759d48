/// Shapes.
#include <emscripten/bind.h>

#include "records.h"

namespace impulse::embind {

bool read_shapes(Reader& from, uint32_t count, BodyType type, std::vector<ShapeDef>& shapes) {
    shapes.reserve(count);
    for (uint32_t i = 0; i < count; ++i) {
        ShapeRecord record = read_shape_def(from);
        if (!record.error) { record.error = World::check(record.def, type); }
        if (report(record.error) != 0) {
            Writer(exchange(1)).number(i);
            return false;
        }
        shapes.push_back(record.def);
    }
    return true;
}

bool create_shapes(World& world, BodyId body, const std::vector<ShapeDef>& shapes) {
    const uint32_t count = static_cast<uint32_t>(shapes.size());
    double* const ids = exchange(count + 1);
    for (uint32_t i = 0; i < count; ++i) {
        const Result<ShapeId> shape = world.create_shape(body, shapes[i]);
        if (report(shape) != 0) { // only if capacity is exhausted: the definition is valid
            for (uint32_t made = i; made > 0; --made) { world.destroy_shape({static_cast<uint32_t>(ids[made - 1])}); }
            ids[0] = i;
            return false;
        }
        ids[i] = shape->value;
    }
    return true;
}

namespace {

/// From definitions in the exchange, where the ids come; 0 if one is rejected, with its place in the exchange.
uint32_t shape_create(Handle handle, uint32_t body, uint32_t count) {
    World& world = world_of(handle);
    Reader from(exchange(count * kShapeDefFields));
    const Result<BodyDef> def = world.body_def({body});
    std::vector<ShapeDef> shapes;
    return report(def) == 0 && read_shapes(from, count, def->type, shapes) && create_shapes(world, {body}, shapes);
}

uint32_t shape_destroy(Handle world, uint32_t shape) { return report(world_of(world).destroy_shape({shape})); }

/// The current definition, to the exchange.
uint32_t shape_def(Handle world, uint32_t shape) {
    const Result<ShapeDef> def = world_of(world).shape_def({shape});
    if (!def.ok()) { return report(def); }
    Writer to(exchange(kShapeDefFields));
    write_shape_def(to, *def);
    return 0;
}

uint32_t shape_set_geometry(Handle world, uint32_t shape) {
    Reader from(exchange(kShapeDefFields));
    Error error;
    const Geometry geometry = read_geometry(from, error);
    if (error) { return report(error); }
    return report(world_of(world).set_geometry({shape}, geometry));
}

uint32_t shape_set_density(Handle world, uint32_t shape, float density) {
    return report(world_of(world).set_density({shape}, density));
}

uint32_t shape_set_material(Handle world, uint32_t shape) {
    Reader from(exchange(5));
    return report(world_of(world).set_material({shape}, read_material(from)));
}

uint32_t shape_set_filter(Handle world, uint32_t shape) {
    Reader from(exchange(3));
    return report(world_of(world).set_filter({shape}, read_filter(from)));
}

uint32_t shape_set_rules(Handle world, uint32_t shape) {
    Reader from(exchange(5));
    return report(world_of(world).set_rules({shape}, read_rules(from)));
}

uint32_t shape_recheck(Handle world, uint32_t shape) { return report(world_of(world).recheck({shape})); }

} // namespace

EMSCRIPTEN_BINDINGS(impulse_shape) {
    emscripten::function("shapeCreate", &shape_create);
    emscripten::function("shapeDestroy", &shape_destroy);
    emscripten::function("shapeDef", &shape_def);
    emscripten::function("shapeSetGeometry", &shape_set_geometry);
    emscripten::function("shapeSetDensity", &shape_set_density);
    emscripten::function("shapeSetMaterial", &shape_set_material);
    emscripten::function("shapeSetFilter", &shape_set_filter);
    emscripten::function("shapeSetRules", &shape_set_rules);
    emscripten::function("shapeRecheck", &shape_recheck);
}

} // namespace impulse::embind
