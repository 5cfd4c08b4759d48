// The order of decisions:
//
//   1  the face of greatest separation of either core (sat)           separated by more than the margin: no contact
//   2  the face of the previous step, unless the best is clearly better  UD11
//   3  the other core's edge, clipped to the face's width (clip)      two points, UD12 to UD14
//   4  if the clip shows that no face carries the contact, the cores  corner against corner, one point
//      are separated corner to corner: closest points (GJK)
#include "collision/polygon_contact.h"

namespace impulse {

namespace {

constexpr uint8_t kNoEdge = 0xff;

void choose(Decisions* notes, const Reference& reference, bool kept) {
    if (notes == nullptr) { return; }
    notes->reference = reference;
    notes->kept = kept;
}

ClippedEdge clip(const CorePair& pair, const Reference& reference, Decisions* notes) {
    const Core& own = reference.on_b ? pair.b : pair.a;
    const Core& other = reference.on_b ? pair.a : pair.b;
    const int edge = incident_edge(other, reference.face.vertex, own, reference.face.edge);
    const ClippedEdge clipped = clip_edge(own, reference.face.edge, other, edge);
    if (notes != nullptr) {
        notes->incident = edge;
        notes->clipped = clipped;
    }
    return clipped;
}

/// The vertex nearest to the reference face, whether or not it lies over it (UD12).
ClippedPoint deepest_vertex(const CorePair& pair, const Reference& reference) {
    const Core& own = reference.on_b ? pair.b : pair.a;
    const Core& other = reference.on_b ? pair.a : pair.b;
    const int r1 = reference.face.edge;
    const Vec2 p = other.point(reference.face.vertex);
    const bool nearer_second = dot(p - own.middle(r1), left_perp(own.normal(r1))) > 0.0f;
    return {p, reference.face.separation, nearer_second ? own.next(r1) : r1, reference.face.vertex};
}

LocalManifold face_contact(const CorePair& pair, const Reference& reference, const ClippedEdge& edge, float margin,
                           Decisions* notes) {
    LocalManifold manifold = face_points(pair, reference, edge, margin);
    if (manifold.count == 0 && reference.face.separation <= pair.radiusA + pair.radiusB) {
        add_point(manifold, pair, reference, deepest_vertex(pair, reference));
        if (notes != nullptr) { notes->vertex = true; }
    }
    return manifold;
}

/// Naive variant (UD8): the axis of least overlap of the projections, no point deeper than that overlap. A shape
/// inside another is moved by the smaller extent and stays inside.
LocalManifold interval_contact(const CorePair& pair, Vec2 centers, Decisions* notes) {
    const IntervalAxis axis = min_interval_overlap(pair.a, pair.radiusA, pair.b, pair.radiusB, centers);
    if (axis.overlap < 0.0f) { return {}; }
    Reference onA;
    Reference onB;
    onB.on_b = true;
    for (int i = 1; i < pair.a.count; ++i) {
        if (dot(pair.a.normal(i), axis.normal) > dot(pair.a.normal(onA.face.edge), axis.normal)) { onA.face.edge = i; }
    }
    for (int i = 1; i < pair.b.count; ++i) {
        if (dot(pair.b.normal(i), axis.normal) < dot(pair.b.normal(onB.face.edge), axis.normal)) { onB.face.edge = i; }
    }
    const float alignedA = dot(pair.a.normal(onA.face.edge), axis.normal);
    const float alignedB = -dot(pair.b.normal(onB.face.edge), axis.normal);
    Reference reference = alignedB > alignedA ? onB : onA;
    reference.face = reference.on_b ? edge_separation(pair.b, reference.face.edge, pair.a)
                                    : edge_separation(pair.a, reference.face.edge, pair.b);
    choose(notes, reference, false);
    LocalManifold manifold = face_contact(pair, reference, clip(pair, reference, notes), 0.0f, notes);
    manifold.normal = axis.normal;
    for (int i = 0; i < manifold.count; ++i) {
        manifold.points[i].separation = max(manifold.points[i].separation, -axis.overlap);
    }
    return manifold;
}

/// Naive variant (UD14).
void keep_deepest(LocalManifold& manifold) {
    if (manifold.count < 2) { return; }
    if (manifold.points[1].separation < manifold.points[0].separation) { manifold.points[0] = manifold.points[1]; }
    manifold.points[1] = {};
    manifold.count = 1;
}

/// The reference face of the previous step at the present poses.
Reference recalled(const CorePair& pair, const CollideCache& cache) {
    if (cache.reference_is_b) { return {edge_separation(pair.b, cache.edgeB, pair.a), true}; }
    return {edge_separation(pair.a, cache.edgeA, pair.b), false};
}

constexpr uint8_t kHasFace = 1; // CollideCache::valid
constexpr uint8_t kHasGap = 2;

bool can_recall(const CorePair& pair, const CollideCache& cache) {
    return cache.valid && (cache.reference_is_b ? cache.edgeB < pair.b.count : cache.edgeA < pair.a.count);
}

void remember(CollideCache& cache, const Reference& reference) {
    const auto edge = static_cast<uint8_t>(reference.face.edge);
    cache = {reference.on_b ? kNoEdge : edge, reference.on_b ? edge : kNoEdge, reference.on_b, kHasFace};
}

LocalManifold contact(const CorePair& pair, const Tuning& tuning, CollideCache& cache, Decisions* notes) {
    const float margin = tuning.speculative_distance;
    const float reach = pair.radiusA + pair.radiusB + margin;
    const bool all_axes = notes != nullptr; // even after one that separates

    // The axis that separated the pair last time most likely still does.
    const bool recall = can_recall(pair, cache) && !tuning.literal.a_only_sat;
    Reference last;
    if (recall) {
        last = recalled(pair, cache);
        if (!all_axes && last.face.separation > reach) {
            return apart(last.face.separation - pair.radiusA - pair.radiusB);
        }
    }

    Reference best{max_separation(pair.a, pair.b), false};
    if (!tuning.literal.a_only_sat && (all_axes || best.face.separation <= reach)) {
        const FaceQuery faceB = max_separation(pair.b, pair.a);
        if (faceB.separation > best.face.separation) { best = {faceB, true}; }
    }
    Reference reference = best;
    // Not from before a gap: how long a pair is cached through a gap depends on boxes, which must not affect contacts.
    const bool keeps = recall && cache.valid == kHasFace;
    if (keeps && best.face.separation <= last.face.separation + 0.1f * tuning.linear_slop) { reference = last; }
    remember(cache, reference);
    const bool kept = reference.face.separation != best.face.separation;
    choose(notes, reference, kept);
    if (best.face.separation > reach) { return apart(best.face.separation - pair.radiusA - pair.radiusB); }

    // If a face carries the contact, its nearest vertex is over it, so the clip retains that vertex. For the best
    // face that holds whenever the cores overlap (the nearest edge of the difference contains the foot of zero). A
    // retained face that is not the best may miss by the tolerance of retaining it, except where the normal is the
    // direction between round corners.
    const float tolerance = 0.002f * tuning.linear_slop;
    const float allowance = kept && pair.radiusA + pair.radiusB == 0.0f ? 0.1f * tuning.linear_slop : tolerance;
    ClippedEdge edge = clip(pair, reference, notes);
    bool carries = edge.count > 0 && nearest(edge) <= reference.face.separation + allowance;
    if (!carries && kept) {
        reference = best;
        remember(cache, reference);
        choose(notes, reference, false);
        edge = clip(pair, reference, notes);
        carries = edge.count > 0 && nearest(edge) <= reference.face.separation + tolerance;
    }

    // Separated and carried by no face: corner to corner. From a tenth of the slop inside, because two segments on one
    // line are at separation 0 however far apart their ends are.
    if (!carries && !tuning.literal.a_only_sat && best.face.separation > -0.1f * tuning.linear_slop) {
        const CoreDistance closest = core_distance(pair.a, pair.b);
        if (closest.distance > tolerance) {
            if (notes != nullptr) { notes->corners = closest; }
            return corner_contact(pair, closest, margin);
        }
    }
    return face_contact(pair, reference, edge, margin, notes);
}

} // namespace

LocalManifold polygon_contact(const Shape& a, const Shape& b, const Transform& b_in_a, const Tuning& tuning,
                              CollideCache& cache, Decisions* notes) {
    const CorePair pair(a, b, b_in_a, a.centroid);

    LocalManifold manifold;
    if (tuning.literal.interval_overlap) {
        manifold = interval_contact(pair, transform(b_in_a, b.centroid) - a.centroid, notes);
    } else {
        manifold = contact(pair, tuning, cache, notes);
        cache.valid = manifold.count > 0 ? kHasFace : kHasGap;
    }
    if (tuning.literal.deepest_point_only) { keep_deepest(manifold); }
    return manifold;
}

} // namespace impulse
