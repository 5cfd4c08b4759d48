/// Shapes.
#include <emscripten/bind.h>

#include "records.h"

namespace impulse::embind {
namespace {

/// From a definition in the exchange; 0 if it is rejected.
uint32_t shape_create(Handle world, uint32_t body) {
    Reader from(exchange(kShapeDefFields));
    const ShapeRecord record = read_shape_def(from);
    if (report(record.error) != 0) { return 0; }
    const Result<ShapeId> shape = world_of(world).create_shape({body}, record.def);
    return report(shape) == 0 ? shape->value : 0u;
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
