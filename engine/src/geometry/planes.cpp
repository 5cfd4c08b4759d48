// Of the active rows, two determine the result, as in a plane two normals span a cone of normals (Caratheodory). So the
// result is `want`, its projection onto one row, or the corner of two, and all of these are tried: exact, without a
// start value or an iteration. The order of the rows decides only ties.
#include "geometry/planes.h"

namespace impulse {

namespace {
constexpr float kNever = 3.0e38f;
constexpr float kCorner = 1.0e-3f; // sine: nearly opposite rows meet far away, nearly equal ones are one
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
    // On ground the distance along it takes precedence over the height. Otherwise the foot of a slope, where floor and
    // slope meet, would act as a wall.
    float share = 0.0f;
    for (int i = 0; i < rows.count; ++i) { share = rows.items[i].lifts ? 1.0f - 0x1p-10f : share; }
    const auto consider = [&](Vec2 d) {
        const float violated = max(violation(rows, d), grain);
        const float rise = dot(d - want, up);
        const float distance = length_squared(d - want) - share * rise * rise;
        if (violated < least || (violated == least && distance < nearest)) {
            least = violated;
            nearest = distance;
            best = d;
        }
    };
    consider(want);
    if (least <= grain) { return best; }
    for (int i = 0; i < rows.count; ++i) {
        const Row& a = rows.items[i];
        const float missing = a.b - dot(a.n, want);
        if (missing <= 0.0f) { continue; }
        consider(want + (a.lifts ? missing / dot(a.n, up) * up : missing * a.n));
        for (int j = 0; j < rows.count; ++j) {
            const Row& b = rows.items[j];
            const float sine = cross(a.n, b.n);
            if (abs(sine) > kCorner) {
                consider((1.0f / sine) * Vec2{a.b * b.n.y - b.b * a.n.y, b.b * a.n.x - a.b * b.n.x});
            }
        }
    }
    return best;
}

} // namespace impulse
