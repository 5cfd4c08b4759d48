// Of the active rows, two determine the result, as in a plane two normals span a cone of normals (Caratheodory). So the
// result is `want`, its projection onto one row, or the corner of two, and all of these are tried: exact, without a
// start value or an iteration. The order of the rows decides only ties.
#include "geometry/planes.h"

namespace impulse {

namespace {
constexpr float kCorner = 1.0e-3f; // sine: nearly equal rows are one
/// Of the way that one row takes: the longest to a corner with a row that pushes. Out of a wedge of opening angle a,
/// whose sides both lack m, it is m / sin(a / 2), so narrower wedges than 60 degrees clamp: those of which friction
/// above tan 30 degrees = 0.58 lets nothing slip. Between rows that are nearly opposite the corner lies metres away.
constexpr float kFarthestCorner = 2.0f;
} // namespace

float violation(const Rows& rows, Vec2 d) {
    float worst = 0.0f;
    for (int i = 0; i < rows.count; ++i) { worst = max(worst, rows.items[i].b - dot(rows.items[i].n, d)); }
    return worst;
}

Vec2 nearest_admitted(const Rows& rows, Vec2 want, Vec2 up, float grain) {
    Vec2 best{};
    float least = kNever;
    float nearest = kNever;
    // On ground that stops it the distance along it takes precedence over the height. Otherwise the foot of a slope,
    // where floor and slope meet, would act as a wall. A jump violates no ground: if its height did not count, the
    // nearest place under an edge would be the start. In a fall past an edge the height takes precedence. Otherwise a
    // character that is pressed against the edge would stay there.
    Vec2 free{};
    for (int i = 0; i < rows.count; ++i) {
        const Row& row = rows.items[i];
        const bool counts = row.along == up || (row.along != row.n && free == Vec2{} && dot(want, up) < 0.0f);
        if (counts && dot(row.n, want) < row.b) { free = row.along; }
    }
    const auto consider = [&](Vec2 d) {
        const float violated = max(violation(rows, d), grain);
        const float off = dot(d - want, free);
        const float distance = length_squared(d - want) - (1.0f - 0x1p-10f) * off * off;
        if (violated < least || (violated == least && distance < nearest)) {
            least = violated;
            nearest = distance;
            best = d;
        }
    };
    consider(want);
    if (least <= grain) { return best; }
    const auto way_of = [&](const Row& row) { return (row.b - dot(row.n, want)) / dot(row.n, row.along); };
    float longest = 0.0f;
    for (int i = 0; i < rows.count; ++i) { longest = max(longest, way_of(rows.items[i])); }
    const float limit = kFarthestCorner * longest + grain;
    for (int i = 0; i < rows.count; ++i) {
        const Row& a = rows.items[i];
        const float way = way_of(a);
        if (way <= 0.0f) { continue; }
        consider(want + way * a.along);
        for (int j = 0; j < rows.count; ++j) {
            const Row& b = rows.items[j];
            const float sine = cross(a.n, b.n);
            if (abs(sine) <= kCorner) { continue; }
            const Vec2 corner = (1.0f / sine) * Vec2{a.b * b.n.y - b.b * a.n.y, b.b * a.n.x - a.b * b.n.x};
            const bool is_near = distance(corner, want) <= limit || length_squared(corner) <= length_squared(want);
            if (is_near || !(a.pushes || b.pushes)) { consider(corner); }
        }
    }
    return best;
}

} // namespace impulse
