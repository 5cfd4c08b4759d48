/// Angles to rotations and back without libm, the last bit of which differs between platforms.
///
/// All intermediate values are double: IEEE 754 defines + - * / and floor exactly, so the bits are the same on any
/// target that neither contracts nor reorders. The series are Taylor's, long enough that only the rounding to float
/// remains.
#include "impulse/math.h"

namespace impulse {

namespace {

// pi/2 as the sum of two doubles: the first has 33 bits, so that k * kHalfPiHigh is exact for |k| < 2^20.
constexpr double kHalfPiHigh = 1.57079632673412561417e+00;
constexpr double kHalfPiLow = 6.07710050650619224932e-11;
constexpr double kTwoOverPi = 6.36619772367581382433e-01;
constexpr double kPiD = 3.14159265358979323846;

/// sin(r) for |r| <= pi/4; the first omitted term is r^13 / 13! < 7e-12.
double sine(double r) {
    const double u = r * r;
    const double tail = 1.0 / 120.0 - u * (1.0 / 5040.0 - u * (1.0 / 362880.0 - u * (1.0 / 39916800.0)));
    return r - r * u * (1.0 / 6.0 - u * tail);
}

/// cos(r) for |r| <= pi/4; the first omitted term is r^14 / 14! < 4e-13.
double cosine(double r) {
    const double u = r * r;
    const double tail = 1.0 / 720.0 - u * (1.0 / 40320.0 - u * (1.0 / 3628800.0 - u * (1.0 / 479001600.0)));
    return 1.0 - u * (0.5 - u * (1.0 / 24.0 - u * tail));
}

/// atan(t) for |t| <= tan(pi/8); the first omitted term is t^19 / 19 < 3e-9. Terms of either sign are summed side by
/// side: one long sum waits for each product.
double arc_tangent(double t) {
    const double u = t * t;
    const double w = u * u;
    const double plus = 1.0 + w * (1.0 / 5.0 + w * (1.0 / 9.0 + w * (1.0 / 13.0 + w * (1.0 / 17.0))));
    const double minus = 1.0 / 3.0 + w * (1.0 / 7.0 + w * (1.0 / 11.0 + w * (1.0 / 15.0)));
    return t * (plus - u * minus);
}

} // namespace

Rot make_rot(float angle) {
    if (angle == 0.0f) { return {1.0f, 0.0f}; } // the result of the series too: most swept bodies do not turn
    double x = static_cast<double>(angle);
    // Removes whole turns of huge angles. fmod is exact; such an angle loses its meaning, not its bits.
    if (x > 1.0e6 || x < -1.0e6) { x = std::fmod(x, kTwoPi); }
    const double k = std::floor(x * kTwoOverPi + 0.5);
    double r = (x - k * kHalfPiHigh) - k * kHalfPiLow;

    // A float cannot represent pi/2, only its neighbour. The float nearest to a quarter turn means the quarter turn, so
    // that a box rotated by kPi / 2 has exactly axis-aligned edges. The second bound keeps the promised 1e-6 for large
    // angles.
    const double magnitude = r < 0.0 ? -r : r;
    const double half_ulp = (x < 0.0 ? -x : x) * 0x1p-24;
    if (magnitude <= half_ulp && magnitude < 5.0e-7) { r = 0.0; }

    const auto s = static_cast<float>(sine(r));
    const auto c = static_cast<float>(cosine(r));
    // An angle that is not finite has no quadrant, and a conversion of NaN to an integer no defined value.
    const int quadrant = k - k == 0.0 ? static_cast<int>(k) & 3 : 0;
    switch (quadrant) {
    case 0:
        return {c, s};
    case 1:
        return {0.0f - s, c};
    case 2:
        return {-c, 0.0f - s};
    default:
        return {s, -c};
    }
}

float angle_of(float c, float s) {
    const double x = static_cast<double>(c);
    const double y = static_cast<double>(s);
    const double ax = x < 0.0 ? -x : x;
    const double ay = y < 0.0 ? -y : y;
    const double larger = ax < ay ? ay : ax;
    if (!(larger > 0.0)) { return 0.0f; }

    // First octant: t = min / max in [0, 1]; above tan(pi/8), atan(t) = pi/4 + atan((t - 1) / (t + 1)).
    const double t = (ax < ay ? ax : ay) / larger;
    double angle = t > 0.41421356237309504880 ? 0.25 * kPiD + arc_tangent((t - 1.0) / (t + 1.0)) : arc_tangent(t);
    if (ay > ax) { angle = 0.5 * kPiD - angle; }
    if (x < 0.0) { angle = kPiD - angle; }
    return static_cast<float>(y < 0.0 ? -angle : angle);
}

} // namespace impulse
