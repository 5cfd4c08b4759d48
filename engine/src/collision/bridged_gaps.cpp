#include "collision/bridged_gaps.h"

#include "collision/seams.h"
#include "collision/stretch.h"

namespace impulse {

namespace {

/// m: the least height of a shape above a face, over a part of it, both from its middle.
float lowest_over(const Core& shape, Vec2 middle, Vec2 n, Stretch along) {
    float lowest = kUnbounded;
    for (int i = 0; i < shape.count; ++i) {
        const Vec2 p = shape.point(i) - middle;
        const Vec2 d = shape.point(i + 1) - shape.point(i);
        const float at = dot(left_perp(n), p);
        Stretch part{0.0f, 1.0f}; // of the edge
        part.clip(along.from - at, -dot(left_perp(n), d));
        part.clip(at - along.to, dot(left_perp(n), d));
        if (part.is_empty()) { continue; }
        lowest = min(lowest, dot(n, p) + min(part.from * dot(n, d), part.to * dot(n, d)));
    }
    return lowest;
}

/// At which end of a face the mover lies: -1 at the first point, 1 at the last, 0 at none. What is deeper than contacts
/// leave bodies, or reaches further over the face, is clear of the side below that end, or rightly stopped by it.
int over_end(const Core& mover, Vec2 middle, float radius, const Core& own, int face, float tolerance) {
    const Vec2 n = own.normal(face);
    const Vec2 t = left_perp(n);
    const Vec2 from = own.middle(face);
    if (dot(n, middle - from) <= 0.0f) { return 0; }
    float lowest = kUnbounded;
    for (int i = 0; i < mover.count; ++i) { lowest = min(lowest, dot(n, mover.point(i) - from)); }
    if (lowest < radius - 2.0f * tolerance || lowest > radius + tolerance) { return 0; }
    Stretch low{kUnbounded, -kUnbounded}; // of the mover's core: where it is as low as what touches the face
    for (int i = 0; i < mover.count; ++i) {
        const Vec2 p = mover.point(i) - from;
        const Vec2 d = mover.point(i + 1) - mover.point(i);
        Stretch part{0.0f, 1.0f}; // of the edge
        part.clip(dot(n, p) - radius - tolerance, dot(n, d));
        if (part.is_empty()) { continue; }
        low.add(dot(t, p + part.from * d));
        low.add(dot(t, p + part.to * d));
    }
    const float half = 0.5f * dot(t, own.point(face + 1) - own.point(face));
    if (low.to <= kShelf * tolerance - half) { return -1; }
    return low.from >= half - kShelf * tolerance ? 1 : 0;
}

} // namespace

bool lies_at_end(const Core& mover, float radius, const Core& own, float tolerance) {
    const Vec2 over = middle_of(mover);
    for (int face = 0; face < own.count; ++face) {
        if (over_end(mover, over, radius, own, face, tolerance) != 0) { return true; }
    }
    return false;
}

bool bridges(const Core& mover, float radius, const Core& own, const Core& from, float tolerance, Core& out) {
    const Vec2 over = middle_of(mover);
    for (int face = 0; face < own.count; ++face) {
        const int end = over_end(mover, over, radius, own, face, tolerance);
        if (end == 0) { continue; }
        const Vec2 n = own.normal(face);
        const Vec2 t = left_perp(n);
        const Vec2 middle = own.middle(face);
        const float half = 0.5f * dot(t, own.point(face + 1) - own.point(face));
        float highest = -kUnbounded;
        Stretch level{kUnbounded, -kUnbounded}; // the part of it that continues the face
        for (int i = 0; i < from.count; ++i) {
            const float height = dot(n, from.point(i) - middle);
            highest = max(highest, height);
            if (height >= -tolerance) { level.add(dot(t, from.point(i) - middle)); }
        }
        const bool apart = end < 0 ? level.to < -half - tolerance : level.from > half + tolerance;
        if (highest > tolerance || level.is_empty() || !apart) { continue; }
        if (lowest_over(mover, middle, n, level) > radius + tolerance) { continue; }
        out.count = 2;
        out.set(0, middle + (end < 0 ? level.from : half) * t, n);
        out.set(1, middle + (end < 0 ? -half : level.to) * t, -n);
        out.close();
        return true;
    }
    return false;
}

} // namespace impulse
