/// Definitions as records of the exchange. The mirrors in bindings/ts/src have the same order of fields.
#pragma once

#include <vector>

#include "exchange.h"

namespace impulse::embind {

/// The kind of a geometry in a record. A box is a polygon to the engine; only the facade stores that it was a box.
enum class GeometryKind : uint32_t { circle, capsule, polygon, segment, box };

Tuning read_tuning(Reader& from);
void write_tuning(Writer& to, const Tuning& tuning);
inline constexpr uint32_t kTuningFields = 56;

BodyDef read_body_def(Reader& from);
void write_body_def(Writer& to, const BodyDef& def);
inline constexpr uint32_t kBodyDefFields = 21;

Material read_material(Reader& from);
Filter read_filter(Reader& from);
ShapeRules read_rules(Reader& from);

/// A shape and the errors that only the boundary can detect: the facade's box has sides that the engine's polygon
/// lacks.
struct ShapeRecord {
    ShapeDef def;
    Error error;
};
/// Reads to the end of the record, whatever its errors.
ShapeRecord read_shape_def(Reader& from);
/// Reads the definitions of shapes of a body of this type. Where one is refused its place goes to the exchange.
bool read_shapes(Reader& from, uint32_t count, BodyType type, std::vector<ShapeDef>& shapes);
/// Makes all of them, with their ids in the exchange, or none.
bool create_shapes(World& world, BodyId body, const std::vector<ShapeDef>& shapes);
/// Also reads to the end.
Geometry read_geometry(Reader& from, Error& error);
void write_shape_def(Writer& to, const ShapeDef& def);
/// Maximum length: the fourteen numbers of every shape, kind, count, radius and eight points.
inline constexpr uint32_t kShapeDefFields = 14 + 3 + 2 * kMaxPolygonVertices;

} // namespace impulse::embind
