/// Definitions as records of the exchange. The mirrors in bindings/ts/src have the same order of fields.
#pragma once

#include "exchange.h"

namespace impulse::embind {

/// How a geometry is told apart in a record. A box is a polygon to the engine; only the facade remembers that it was
/// one.
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

/// A shape and what only the boundary can see wrong with it: the facade's box has sides that the engine's polygon
/// lacks.
struct ShapeRecord {
    ShapeDef def;
    Error error;
};
/// Reads to the end of the record, whatever is wrong with it.
ShapeRecord read_shape_def(Reader& from);
/// Also reads to the end.
Geometry read_geometry(Reader& from, Error& error);
void write_shape_def(Writer& to, const ShapeDef& def);
/// Longest: the fourteen numbers that all shapes have, kind, count, radius and eight points.
inline constexpr uint32_t kShapeDefFields = 14 + 3 + 2 * kMaxPolygonVertices;

} // namespace impulse::embind
