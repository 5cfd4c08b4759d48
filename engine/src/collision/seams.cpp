// Let U be the union of a shape S and of the shapes N beside it, none of which moves relative to another. A unit normal
// n is a normal of U at a point q of its surface if U does not rise above q along n: n . (w - q) <= 0 for all w of U
// near q. N is convex, so where N touches q it suffices to test its vertices w. Consequences:
//
//   a face of S     is a face of U where nothing covers it: the line at the height of the tolerance above it, less the
//                   parts inside some N. Where the surface of N descends to the face, it covers it down to there: below
//                   an acute corner of N the two are closer than the tolerance for a while. (So it does to a corner
//                   of N that is on the face but for rounding errors.)
//   a corner v of S has the normals that S has there and along which no N that touches v rises, unless both faces of S
//                   at v are covered: then some N has a face there, and the contact
//
// Both are known only where the body is within reach: N further away are not asked for. A face of S whose line passes
// through the body may lie far from it, below others.
//
// Some N have little below their surface: a segment nothing at all, a triangle less and less towards an acute corner. A
// body that lies on such an N reaches a little below its surface too (contacts leave a slop, impacts more), and would
// hit the side of S next to it. So for a body in front of a face of N the face has a shelf below it, `kShelf`
// tolerances thick, which covers as N does.
//
// A body that bridges a gap between S and some N lies as deep, and would hit the side of S beyond the gap. While it
// lies on a face of N that a face of S continues, it cannot come down there: the two count as one face, over the gap,
// with a shelf below it (bridged_gaps.h).
//
// Separating axes are chosen among these normals only, so that the best one is the shortest way out of U. The pair of
// the body and N handles the contacts of a covered face or corner. Along a face of the body that S touches with a
// corner v, the way out of U is longer than that out of S by as much as N rises above v. Where that is still the
// shortest, S has no contact: a triangle that leans on a corner beside others would else leave a floor at its far end.
//
// Both shapes of a pair may have seams. Then the face of the one that is opposite a face of the other must be open too.
// (Its corners do not count: of two stacked bodies that lean, only one piece would carry.)
//
// Box2D's chain segments do the same with one neighbour at either end (Catto, 2022); Bullet, Jolt and Rapier correct
// normals after the narrow phase.
#include "collision/seams.h"

#include <cmath>
#include <optional>

#include "collision/pair_points.h"
#include "collision/stretch.h"

namespace impulse {

namespace {

// Of a one-sided shape: the end stops bodies in front of it along normals that push them along it more than against its
// front. Such a normal points a little behind it if the body leans back, and by rounding errors if it stands upright.
constexpr float kAgainst = -0.70710678f;

// Cosine of the angle up to which faces are opposite each other, and may touch along their whole length: 0.1 rad, at
// which the end of a face of 20 cm is at the speculative distance.
constexpr float kOpposite = 0.995f;

constexpr int kSolid = -1; // before the first shelf

struct SeamPair {
    const Core& own; // with seams
    const Core& other;
    float radius; // m, of the other
    float reach;  // m, of contacts, between the cores
    const Seams& seams;
    Vec2 own_middle;
    Vec2 middle; // of the other
    bool sunk;   // `is_inside`

    bool lies_on(const Core& beside, int face, Vec2 v) const;
    bool touches(const Core& beside, Vec2 v) const;
    bool is_joined(Vec2 v) const;
    float rise_at(int vertex, Vec2 n) const;
    bool is_normal(int vertex, Vec2 n) const;
    bool has_normal(const FaceQuery& of_other, int face) const;
    bool bends_up(int vertex, Vec2 t) const;
    bool contains_way(int vertex, Vec2 t) const;
    Stretch within_reach(int face) const;
    bool is_open_at(int face, float place) const;
    bool is_open(int face) const;
    bool faces(const Core& beside, int face) const;
    Stretch covered(const Core& beside, int shelf, int face, float height) const;
    template <class Each>
    void for_each_cover(int face, Each&& each) const;
};

bool SeamPair::lies_on(const Core& beside, int face, Vec2 v) const {
    const float near = seams.tolerance;
    const Vec2 n = beside.normal(face);
    const Vec2 t = left_perp(n);
    return dot(t, v - beside.point(face)) >= -near && dot(t, v - beside.point(face + 1)) <= near &&
           abs(dot(n, v - beside.point(face))) <= near;
}

bool SeamPair::touches(const Core& beside, Vec2 v) const {
    float outside = beside.count > 2 ? -kUnbounded : kUnbounded;
    for (int i = 0; i < beside.count; ++i) {
        if (lies_on(beside, i, v)) { return true; }
        outside = max(outside, dot(beside.normal(i), v - beside.point(i)));
    }
    return outside <= 0.0f;
}

bool SeamPair::is_joined(Vec2 v) const {
    for (const Core& beside : seams.beside) {
        if (touches(beside, v)) { return true; }
    }
    return false;
}

/// Whether the other shape is in front of a face of the neighbour.
bool SeamPair::faces(const Core& beside, int face) const {
    return dot(beside.normal(face), middle - beside.middle(face)) > 0.0f;
}

/// Interval along the face from its first point in which the line at a height above it runs inside the neighbour, or
/// (unless `shelf` is `kSolid`) inside the shelf below that face of it: as wide as the face, behind all faces that the
/// other shape is in front of.
Stretch SeamPair::covered(const Core& beside, int shelf, int face, float height) const {
    const Vec2 start = own.point(face) + height * own.normal(face);
    const Vec2 t = left_perp(own.normal(face));
    Stretch out;
    if (shelf != kSolid) {
        const Vec2 n = beside.normal(shelf);
        const Vec2 along = left_perp(n);
        const Vec2 first = start - beside.point(shelf);
        out.clip(-dot(n, first) - kShelf * seams.tolerance, -dot(n, t));
        out.clip(-dot(along, first), -dot(along, t));
        out.clip(dot(along, start - beside.point(shelf + 1)), dot(along, t));
    }
    for (int i = 0; i < beside.count && !out.is_empty(); ++i) {
        if (shelf != kSolid && !faces(beside, i)) { continue; }
        out.clip(dot(beside.normal(i), start - beside.point(i)), dot(beside.normal(i), t));
    }
    return out;
}

/// Calls `each`, until it returns false, with the parts of a face that neighbours cover: those at the height of the
/// tolerance, and what they have below, down to the face and to corners within the tolerance of it. Where a neighbour
/// ends at the face by rounding errors only, the line along the face misses it, but not the corner.
template <class Each>
void SeamPair::for_each_cover(int face, Each&& each) const {
    const Vec2 n = own.normal(face);
    const Vec2 t = left_perp(n);
    for (const Core& beside : seams.beside) {
        const auto height = [&](int i) { return dot(n, beside.point(i) - own.point(face)); };
        for (int shelf = beside.count > 2 ? kSolid : 0; shelf < beside.count; ++shelf) {
            float highest = -kUnbounded;
            if (shelf == kSolid) {
                for (int i = 0; i < beside.count; ++i) { highest = max(highest, height(i)); }
            } else if (faces(beside, shelf)) {
                const float below = kShelf * seams.tolerance * max(-dot(n, beside.normal(shelf)), 0.0f);
                highest = max(height(shelf), height(beside.next(shelf))) + below;
            }
            // Most are flush, or end behind the face. Half of the tolerance is for rounding errors.
            if (highest < 0.5f * seams.tolerance) { continue; }
            Stretch cover = covered(beside, shelf, face, seams.tolerance);
            if (cover.is_empty()) { continue; }
            const Stretch foot = covered(beside, shelf, face, 0.0f);
            if (!foot.is_empty()) { cover = {min(cover.from, foot.from), max(cover.to, foot.to)}; }
            for (int i = 0; shelf == kSolid && i < beside.count; ++i) {
                const Vec2 corner = beside.point(i) - own.point(face);
                if (abs(dot(n, corner)) <= seams.tolerance) { cover.add(dot(t, corner)); }
            }
            if (!each(cover)) { return; }
        }
    }
}

/// m: how far U rises along n above a corner of S; `kUnbounded` behind a one-sided shape.
float SeamPair::rise_at(int vertex, Vec2 n) const {
    const Vec2 v = own.point(vertex);
    if (seams.one_sided && dot(own.normal(0), n) < kAgainst) { return kUnbounded; }
    float most = 0.0f;
    for (const Core& beside : seams.beside) {
        float rise = 0.0f;
        for (int i = 0; i < beside.count; ++i) {
            const Vec2 d = beside.point(i) - v;
            const float far = length(d); // nearer points have no direction
            if (far > 2.0f * seams.tolerance && dot(n, d) > kUpright * far) { rise = max(rise, dot(n, d)); }
        }
        if (rise > most && touches(beside, v)) { most = rise; }
    }
    return most;
}

/// Whether n is a normal of U at a corner of S: U does not rise, and a face of S is open there.
bool SeamPair::is_normal(int vertex, Vec2 n) const {
    if (rise_at(vertex, n) > 0.0f) { return false; }
    const auto has_face = [&](int face, bool at_end) {
        const float size = distance(own.point(face + 1), own.point(face));
        const float at = at_end ? size - seams.tolerance : seams.tolerance;
        return size <= 2.0f * seams.tolerance || is_open_at(face, at); // of short ones it is not known
    };
    return has_face(vertex, false) || has_face(own.previous(vertex), true);
}

/// Whether a way from a corner of S along t begins in S or along a face of it.
bool SeamPair::contains_way(int vertex, Vec2 t) const {
    return own.count > 2 && dot(own.normal(vertex), t) <= kUpright &&
           dot(own.normal(own.previous(vertex)), t) <= kUpright;
}

/// Whether the line of a face, continued along t beyond its end, is below an open face of a neighbour that the other
/// shape is in front of: U bends towards that shape there.
bool SeamPair::bends_up(int vertex, Vec2 t) const {
    const Vec2 v = own.point(vertex);
    for (const Core& beside : seams.beside) {
        for (int i = 0; i < beside.count; ++i) {
            if (!faces(beside, i) || dot(beside.normal(i), t) >= -kUpright || !lies_on(beside, i, v)) { continue; }
            const Vec2 along = left_perp(beside.normal(i));
            const bool from_end = distance(v, beside.point(i + 1)) < distance(v, beside.point(i));
            if (!contains_way(vertex, from_end ? -along : along)) { return true; }
        }
    }
    return false;
}

/// The part of a face's line that is within reach of the other shape, or opposite it if that is entirely inside. Only
/// there it is known what covers the face.
Stretch SeamPair::within_reach(int face) const {
    const Vec2 t = left_perp(own.normal(face));
    const float near = radius + seams.tolerance;
    Stretch out{kUnbounded, -kUnbounded};
    for (int i = 0; i < other.count; ++i) {
        const Vec2 p = other.point(i) - own.point(face);
        const Vec2 d = other.point(i + 1) - other.point(i);
        const float height = dot(own.normal(face), p);
        const float rise = dot(own.normal(face), d);
        Stretch part{0.0f, 1.0f}; // of the edge
        part.clip(height - reach, rise);
        if (!sunk) { part.clip(-near - height, -rise); }
        if (part.is_empty()) { continue; }
        const auto add = [&](float at) { // the chord of what is within reach there, of the rounding at most
            const float above = height + at * rise;
            const float half = min(near, std::sqrt(max(reach * reach - above * above, 0.0f)));
            out.from = min(out.from, dot(t, p + at * d) - half);
            out.to = max(out.to, dot(t, p + at * d) + half);
        };
        add(part.from);
        add(part.to);
        // The side of what is within reach of the edge meets the line between its ends, at a height of reach times the
        // cosine of their angle.
        const float side = reach * abs(dot(t, d)) / max(length(d), 1.0e-9f);
        for (const float above : {-side, side}) {
            const float at = (above - height) / (rise != 0.0f ? rise : 1.0f);
            if (at > part.from && at < part.to) { add(at); }
        }
    }
    return out;
}

/// The open parts of a face, from its first point on. Parts shorter than the tolerance do not count.
struct OpenParts {
    static constexpr int kKept = 8; // if there are more, all are computed again in each pass

    const SeamPair& pair;
    const int face;
    float end; // m: where the face ends; 0 if none of it is open
    Stretch covers[kKept];
    int count = 0;

    OpenParts(const SeamPair& of, int of_face);
    /// The first one that begins at or after a place; empty if there is none.
    Stretch after(float at) const;
    bool pass(float& at, float& next) const;
};

OpenParts::OpenParts(const SeamPair& of, int of_face) : pair(of), face(of_face) {
    const Core& own = pair.own;
    end = dot(left_perp(own.normal(face)), own.point(face + 1) - own.point(face));
    if (pair.seams.one_sided && face != 0) { end = 0.0f; }
    const float near = pair.seams.tolerance;
    pair.for_each_cover(face, [&](const Stretch& cover) {
        if (cover.from <= near && cover.to >= end - near) { end = 0.0f; } // of the whole face
        if (count < kKept) { covers[count] = cover; }
        ++count;
        return end > 0.0f;
    });
}

/// Moves `at` to the end of covers that contain it, and `next` to the begin of those behind it. Returns whether it
/// moved.
bool OpenParts::pass(float& at, float& next) const {
    bool moved = false;
    next = end;
    const auto look = [&](const Stretch& cover) {
        if (cover.from > at + pair.seams.tolerance) {
            next = min(next, cover.from);
        } else if (cover.to > at) {
            at = cover.to;
            moved = true;
        }
        return true;
    };
    if (count > kKept) {
        pair.for_each_cover(face, look);
    } else {
        for (int i = 0; i < count; ++i) { look(covers[i]); }
    }
    return moved;
}

Stretch OpenParts::after(float at) const {
    float next = end;
    while (at < end - pair.seams.tolerance && pass(at, next)) {}
    return at < end - pair.seams.tolerance ? Stretch{at, next} : Stretch{kUnbounded, -kUnbounded};
}

/// Whether the face is open at a place.
bool SeamPair::is_open_at(int face, float place) const {
    const OpenParts parts(*this, face);
    for (Stretch open = parts.after(0.0f); !open.is_empty(); open = parts.after(open.to)) {
        if (place <= open.to && place >= open.from) { return true; }
    }
    return false;
}

/// Whether the other shape can reach an open part of the face.
bool SeamPair::is_open(int face) const {
    const OpenParts parts(*this, face);
    if (parts.end == 0.0f) { return false; }
    const Stretch reached = within_reach(face);
    for (Stretch open = parts.after(0.0f); !open.is_empty(); open = parts.after(open.to)) {
        if (reached.from <= open.to && reached.to >= open.from) { return true; }
    }
    return false;
}

/// Whether p is within `margin` of the core. A segment contains only points within its margin.
bool holds(const Core& core, Vec2 p, float margin) {
    for (int i = 0; i < core.count; ++i) {
        const Vec2 d = p - core.point(i);
        const bool before = core.count == 2 && dot(left_perp(core.normal(i)), d) < -margin;
        if (dot(core.normal(i), d) >= margin || before) { return false; }
    }
    return core.count > 1;
}

/// A face of U, or of the other shape, as the reference.
struct Choice {
    Reference reference;
    bool own = false;
    bool found = false;
    float gap = -kUnbounded; ///< m: lower bound of the distance between the shapes' cores, covered faces included
};

/// Whether S meets a face of the other shape with an open face opposite it, or else with a corner that has its normal.
bool SeamPair::has_normal(const FaceQuery& of_other, int face) const {
    const Vec2 n = -other.normal(of_other.edge);
    if (dot(own.normal(face), n) >= kOpposite) { return is_open(face); }
    return is_normal(of_other.vertex, n);
}

/// Whether n, out of a segment, points away from a shape with this middle. A shape leaves it on that side.
bool points_away(const Core& core, Vec2 n, Vec2 middle) {
    if (core.count != 2) { return false; }
    const Vec2 front = core.normal(0);
    return dot(dot(front, middle - core.point(0)) < 0.0f ? -front : front, n) < kAgainst;
}

/// Whether p is within `margin` of the core, or below this face of a segment.
bool is_below(const Core& core, int face, Vec2 p, float margin) {
    if (core.count != 2) { return holds(core, p, margin); }
    const Vec2 t = left_perp(core.normal(face));
    return dot(core.normal(face), p - core.point(face)) < margin && dot(t, p - core.point(face)) > -margin &&
           dot(t, p - core.point(face + 1)) < margin;
}

/// The faces of a shape, those of the largest separation from the other one first.
struct RankedFaces {
    FaceQuery faces[kMaxPolygonVertices];
    int count = 0;

    RankedFaces(const Core& of, const Core& from) {
        for (int i = 0; of.count > 1 && i < of.count; ++i) {
            const FaceQuery face = edge_separation(of, i, from);
            int place = count++;
            for (; place > 0 && faces[place - 1].separation < face.separation; --place) {
                faces[place] = faces[place - 1];
            }
            faces[place] = face;
        }
    }
    float largest() const { return count > 0 ? faces[0].separation : -kUnbounded; }
    const FaceQuery* begin() const { return faces; }
    const FaceQuery* end() const { return faces + count; }
};

/// The best uncovered face: one of the other shape only if that is better by more than rounding error between bodies at
/// rest (UD11). `turned`: the pair seen from the other shape, if that has seams.
Choice choose(const SeamPair& pair, const SeamPair* turned, const RankedFaces& own, const RankedFaces& other,
              float slop) {
    Choice best;
    best.gap = max(own.largest(), other.largest());
    best.reference.face.separation = -kUnbounded;
    float held = -kUnbounded; // m: separation along a normal that only the shapes beside have
    Vec2 held_normal{};       // out of S
    for (const FaceQuery& face : own) {
        if (!pair.is_open(face.edge)) { continue; }
        const Vec2 n = pair.own.normal(face.edge);
        if (points_away(pair.own, n, pair.middle)) { continue; }
        if (turned == nullptr ||
            turned->has_normal(face, incident_edge(pair.other, face.vertex, pair.own, face.edge))) {
            best = {{face, pair.seams.of_b}, true, true, best.gap};
            break;
        }
        if (const float way = face.separation - turned->rise_at(face.vertex, -n); way > held) {
            held = way;
            held_normal = n;
        }
    }
    Choice others = best;
    const float least = best.found ? best.reference.face.separation + 0.1f * slop : -kUnbounded;
    for (const FaceQuery& face : other) {
        if (face.separation <= least) { break; }
        const int i = face.edge;
        const Vec2 n = -pair.other.normal(i);
        if (points_away(pair.own, n, pair.middle) || points_away(pair.other, -n, pair.own_middle)) { continue; }
        // A corner away from the face is none of its contacts, and its neighbours are not known.
        if (!is_below(pair.other, i, pair.own.point(face.vertex), pair.reach)) { continue; }
        if (turned != nullptr && !turned->is_open(i)) { continue; }
        if (turned != nullptr ? pair.has_normal(face, incident_edge(pair.own, face.vertex, pair.other, i))
                              : pair.is_normal(face.vertex, n)) {
            others = {{face, !pair.seams.of_b}, false, true, best.gap};
            break;
        }
        if (const float way = face.separation - pair.rise_at(face.vertex, n); way > held) {
            held = way;
            held_normal = n;
        }
    }
    // A longer way than one along a normal that the shapes beside have is none.
    const auto counts = [&](const Choice& of) { return of.reference.face.separation >= min(held - 0.1f * slop, 0.0f); };
    if (others.found && !others.own && counts(others)) { return others; }
    const FaceQuery& face = best.reference.face;
    // But the same contact, seen from the other side, and where a corner is inside.
    best.found = best.found && (counts(best) || dot(pair.own.normal(face.edge), held_normal) >= kOpposite ||
                                holds(pair.own, pair.other.point(face.vertex), 0.0f));
    return best;
}

/// The other shape's edge, clipped to the face extended by the tolerance into adjacent surfaces, so that no gap
/// remains.
ClippedEdge clip_over_own_face(const SeamPair& pair, const FaceQuery& face) {
    Core own = pair.own;
    const int first = face.edge;
    const int second = own.next(first);
    const Vec2 n = own.normal(first);
    const Vec2 t = pair.seams.tolerance * left_perp(n);
    bool before = false;
    bool beyond = false;
    for (int i = 0; i < pair.other.count; ++i) {
        before = before || dot(t, pair.other.point(i) - own.point(first)) < 0.0f;
        beyond = beyond || dot(t, pair.other.point(i) - own.point(second)) > 0.0f;
    }
    const auto move = [&own](int i, Vec2 by) {
        own.x[i] += by.x;
        own.y[i] += by.y;
    };
    // An end that is not clipped stays, to the last bit: whether its neighbours are known depends on boxes.
    if (before && pair.is_joined(own.point(first))) { move(first, -t); }
    if (beyond && pair.is_joined(own.point(second))) { move(second, t); }
    own.close();
    if (pair.other.count > 1) {
        ClippedEdge clipped = clip_edge(own, first, pair.other, incident_edge(pair.other, face.vertex, own, first));
        // If the other shape reaches over by no more than a gap, one point carries it: two so close are nearly the same
        // row twice.
        if (distance(clipped.points[0].point, clipped.points[1].point) <= 2.0f * pair.seams.tolerance) {
            // The deeper, or else the one nearer to the middle: a mirrored scene selects the same one.
            const Vec2 middle = pair.own.middle(first);
            const auto from_middle = [&](int k) { return abs(dot(t, clipped.points[k].point - middle)); };
            const float deeper = clipped.points[0].separation - clipped.points[1].separation;
            if (deeper > 0.0f || (deeper == 0.0f && from_middle(1) < from_middle(0))) {
                clipped.points[0] = clipped.points[1];
            }
            clipped.count = clipped.count > 0 ? 1 : 0;
        }
        return clipped;
    }
    ClippedEdge point;
    const Vec2 p = pair.other.point(0);
    const bool over = dot(t, p - own.point(first)) >= 0.0f && dot(t, p - own.point(second)) <= 0.0f;
    point.count = over ? 1 : 0;
    point.points[0] = {p, face.separation, first, 0};
    return point;
}

/// Drops the points in which the other shape's edge crosses a seam: of shapes apart they are no closest points, and U
/// has no corner there.
void drop_seam_points(const SeamPair& pair, ClippedEdge& edge) {
    const auto drops = [&](const ClippedPoint& clipped) {
        return distance(clipped.point, pair.other.point(clipped.incident_vertex)) > pair.seams.tolerance &&
               pair.is_joined(pair.own.point(clipped.reference_vertex));
    };
    int count = 0;
    for (int i = 0; i < edge.count; ++i) {
        if (!drops(edge.points[i])) { edge.points[count++] = edge.points[i]; }
    }
    edge.count = count;
}

/// The edge of S, clipped to a face of the other shape.
ClippedEdge clip_over_other_face(const SeamPair& pair, const FaceQuery& face) {
    return clip_edge(pair.other, face.edge, pair.own, incident_edge(pair.own, face.vertex, pair.other, face.edge));
}

/// Whether U has the normal of the closest points, on a corner or a face of S.
bool is_closest(const SeamPair& pair, const CoreDistance& closest, float slop) {
    const bool b = pair.seams.of_b;
    const int vertex = b ? closest.vertexB : closest.vertexA;
    const Vec2 v = pair.own.point(vertex);
    const Vec2 n = b ? -closest.normal : closest.normal;
    if (length((b ? closest.pointB : closest.pointA) - v) <= 1.0e-3f * slop) { return pair.is_normal(vertex, n); }
    int face = 0;
    for (int i = 1; i < pair.own.count; ++i) {
        if (dot(pair.own.normal(i), n) > dot(pair.own.normal(face), n)) { face = i; }
    }
    return pair.is_open(face);
}

/// The points of an uncovered face, or of two corners if the nearest vertex is not over it.
LocalManifold points_of(const SeamPair& at, const SeamPair* turned, const CorePair& pair, const Choice& choice,
                        const Tuning& tuning) {
    const Reference& reference = choice.reference;
    ClippedEdge edge = choice.own ? clip_over_own_face(at, reference.face) : clip_over_other_face(at, reference.face);
    // As in polygon_contact.h: if the nearest vertex is not over the face, the contact is one of corners.
    const float tolerance = 0.002f * tuning.linear_slop;
    const float allowance = at.radius == 0.0f ? 0.1f * tuning.linear_slop : tolerance;
    const bool carries = edge.count > 0 && nearest(edge) <= reference.face.separation + allowance;
    if (!carries && (reference.face.separation > -0.1f * tuning.linear_slop || choice.gap > at.seams.tolerance)) {
        const CoreDistance closest = core_distance(pair.a, pair.b);
        const auto is_of = [&](const SeamPair& side) { return is_closest(side, closest, tuning.linear_slop); };
        if (closest.distance > tolerance && is_of(at) && (turned == nullptr || is_of(*turned))) {
            const LocalManifold corners = corner_contact(pair, closest, tuning.speculative_distance);
            if (corners.count > 0) { return corners; }
        } else if (choice.own) {
            drop_seam_points(at, edge);
        }
    }
    // Separated: no point of the one is inside the other: those beyond S are not over its face.
    if (choice.gap > at.seams.tolerance && nearest(edge) < 0.0f) { edge.count = 0; }
    return face_points(pair, reference, edge, tuning.speculative_distance);
}

/// The face that the other shape reaches within the step, beyond an end at which U bends towards it. The deepest vertex
/// of the other shape is not over that face yet, but over a neighbour that the face's line runs below, so the face may
/// hold as an infinite plane from now on. Without it a body in a bowl of radius R would follow the tangent for a whole
/// step and enter the bowl by (v dt)^2 / 2R, and what removes that overlap would lift the body for nothing.
LocalManifold face_ahead(const SeamPair& at, const CorePair& pair, float margin) {
    for (int i = 0; i < (at.seams.one_sided ? 1 : at.own.count); ++i) {
        const FaceQuery face = edge_separation(at.own, i, at.other);
        const float gap = face.separation - at.radius;
        if (face.separation < 0.0f || gap < -2.0f * at.seams.tolerance || gap > margin) { continue; }
        const Vec2 n = at.own.normal(i);
        const Vec2 t = left_perp(n);
        const Vec2 p = at.other.point(face.vertex);
        const Vec2 way = at.seams.travel + cross(at.seams.turn, p - at.middle);
        const float end = dot(t, at.own.point(i + 1) - at.own.point(i));
        const float from = dot(t, p - at.own.point(i));
        const float to = from + dot(t, way);
        const bool arrives = gap + dot(n, way) < 0.0f && to >= 0.0f && to <= end;
        const bool before = from < 0.0f;
        if (!arrives || (!before && from <= end)) { continue; }
        if (!at.bends_up(before ? i : at.own.next(i), before ? -t : t)) { continue; }
        ClippedEdge edge;
        edge.count = 1;
        edge.points[0] = {p, face.separation, i, face.vertex};
        return face_points(pair, {face, at.seams.of_b}, edge, margin);
    }
    return {};
}

/// Whether the middle of the other shape is in S, or any part of a segment.
bool is_inside(const Core& own, const Core& other, Vec2 middle) {
    if (other.count != 2) { return holds(own, middle, 0.0f); }
    Stretch part{0.0f, 1.0f};
    for (int i = 0; i < own.count && !part.is_empty(); ++i) {
        const Vec2 n = own.normal(i);
        part.clip(dot(n, other.point(0) - own.point(i)), dot(n, other.point(1) - other.point(0)));
    }
    return !part.is_empty();
}

} // namespace

LocalManifold collide_at_seams(const CorePair& pair, const Tuning& tuning, std::span<const Seams> seams) {
    const float radius = pair.radiusA + pair.radiusB;
    const float reach = radius + tuning.speculative_distance;
    const auto seen_from = [&](const Seams& of) {
        const Core& own = of.of_b ? pair.b : pair.a;
        const Core& other = of.of_b ? pair.a : pair.b;
        const Vec2 middle = middle_of(other);
        return SeamPair{own, other,          radius, reach,
                        of,  middle_of(own), middle, own.count > 2 && is_inside(own, other, middle)};
    };
    const SeamPair first = seen_from(seams.front());
    std::optional<SeamPair> second;
    if (seams.size() > 1) { second.emplace(seen_from(seams.back())); }
    const SeamPair* const turned = second ? &*second : nullptr;
    const auto comes_from_behind = [](const SeamPair& at) {
        return at.seams.one_sided && dot(at.own.normal(0), at.middle - at.own.point(0)) < 0.0f;
    };
    if (comes_from_behind(first) || (turned != nullptr && comes_from_behind(*turned))) { return {}; }
    const RankedFaces own(first.own, first.other);
    const RankedFaces other(first.other, first.own);
    float extent = 0.0f;
    for (int i = 0; i < first.other.count; ++i) { extent = max(extent, distance(first.other.point(i), first.middle)); }
    const float way = length(first.seams.travel) + abs(first.seams.turn) * extent;
    const float gap = max(own.largest(), other.largest());
    if (gap > reach + way) { return apart(gap - radius - way); }
    Choice choice = choose(first, turned, own, other, tuning.linear_slop);
    LocalManifold manifold;
    if (choice.found && choice.gap <= reach) {
        if (turned != nullptr && !choice.own) {
            choice.own = true;
            manifold = points_of(*turned, &first, pair, choice, tuning);
        } else {
            manifold = points_of(first, turned, pair, choice, tuning);
        }
    }
    if (manifold.count == 0) { manifold = face_ahead(first, pair, tuning.speculative_distance); }
    if (manifold.count == 0 && turned != nullptr) { manifold = face_ahead(*turned, pair, tuning.speculative_distance); }
    if (first.other.count == 1) { manifold.points[0].feature = 0; } // rolls: collide.cpp
    return manifold;
}

} // namespace impulse
