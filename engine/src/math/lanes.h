/// One source for one lane and for four: kernels are templates on `L`, which is `float` or `Wide`.
///
/// `Wide` is the compiler's vector extension, so GCC, Clang and Emscripten generate SSE, NEON or wasm SIMD without
/// intrinsics. Rules for kernels: only + - * / and the functions below; no fused multiply-add, no
/// reciprocal estimate. Then every lane of `Wide` has the same bits as `float`.
#pragma once

#include <cmath>
#include <cstdint>

#include "impulse/math.h"

namespace impulse {

using Wide = float __attribute__((vector_size(16)));
using WideMask = int32_t __attribute__((vector_size(16)));
/// Two doubles, for differences of two large numbers.
using Real = double __attribute__((vector_size(16)));
using RealMask = decltype(Real{} < Real{}); // GCC and Clang disagree on which 64-bit integer it has

template <class L>
struct LaneTraits;

template <>
struct LaneTraits<float> {
    using Mask = bool;
    using Number = float;
    static constexpr int count = 1;
};

template <>
struct LaneTraits<Wide> {
    using Mask = WideMask;
    using Number = float;
    static constexpr int count = 4;
};

template <>
struct LaneTraits<Real> {
    using Mask = RealMask;
    using Number = double;
    static constexpr int count = 2;
};

/// Number of bodies or rows per `L`.
template <class L>
inline constexpr int kLanes = LaneTraits<L>::count;

template <class L>
using Mask = typename LaneTraits<L>::Mask;

/// The type of one lane.
template <class L>
using Number = typename LaneTraits<L>::Number;

/// Every lane `s`.
template <class L>
constexpr L splat(Number<L> s) {
    if constexpr (kLanes<L> == 1) {
        return s;
    } else if constexpr (kLanes<L> == 2) {
        return L{s, s};
    } else {
        return L{s, s, s, s};
    }
}

template <class L>
inline L lane_min(L a, L b) {
    return b < a ? b : a; // f32x4.pmin
}
template <class L>
inline L lane_max(L a, L b) {
    return a < b ? b : a; // f32x4.pmax
}
/// `lo` for what is no number.
template <class L>
inline L lane_clamp(L a, L lo, L hi) {
    return lane_max(lo, lane_min(a, hi));
}
template <class L>
inline L lane_abs(L a) {
    return lane_max(a, -a);
}
template <class L>
inline L select(Mask<L> m, L a, L b) {
    return m ? a : b;
}

inline float lane_sqrt(float a) { return std::sqrt(a); }
inline Wide lane_sqrt(Wide a) { return Wide{std::sqrt(a[0]), std::sqrt(a[1]), std::sqrt(a[2]), std::sqrt(a[3])}; }
inline Real lane_sqrt(Real a) { return Real{std::sqrt(a[0]), std::sqrt(a[1])}; }

/// Four consecutive floats, with any alignment.
inline Wide load_four(const float* from) {
    Wide four;
    __builtin_memcpy(&four, from, sizeof four);
    return four;
}
/// Three consecutive floats, and 0 for the fourth word, whatever is there.
inline Wide load_three(const float* from) {
    constexpr WideMask kThree{-1, -1, -1, 0};
    return __builtin_bit_cast(Wide, __builtin_bit_cast(WideMask, load_four(from)) & kThree);
}
inline void store_four(float* to, Wide four) { __builtin_memcpy(to, &four, sizeof four); }

/// Whether the mask is set in every lane.
inline bool all_lanes(WideMask m) {
    using Halves = int64_t __attribute__((vector_size(16)));
    const auto halves = __builtin_bit_cast(Halves, m);
    return (halves[0] & halves[1]) == -1;
}

/// Whether it is set in any.
inline bool any_lane(bool m) { return m; }
inline bool any_lane(WideMask m) {
    using Halves = int64_t __attribute__((vector_size(16)));
    const auto halves = __builtin_bit_cast(Halves, m);
    return (halves[0] | halves[1]) != 0;
}
inline bool any_lane(RealMask m) { return (m[0] | m[1]) != 0; }

/// 1 / k, or 0 if k is 0 or nearly 0: an effective mass for immovable bodies.
template <class L>
inline L inverse_or_zero(L k) {
    const L smallest =
        splat<L>(static_cast<Number<L>>(0x1p-126f)); // its reciprocal is finite: 0 times infinity would be NaN
    const L one = splat<L>(1);
    return select<L>(k >= smallest, one / select<L>(k >= smallest, k, one), splat<L>(0));
}

/// Reads or writes one lane.
template <class L>
inline Number<L> get_lane(const L& v, int i) {
    if constexpr (kLanes<L> == 1) {
        return v;
    } else {
        return v[i];
    }
}
template <class L>
inline void set_lane(L& v, int i, Number<L> s) {
    if constexpr (kLanes<L> == 1) {
        v = s;
    } else {
        v[i] = s;
    }
}

/// A vector in each lane.
template <class L>
struct LaneVec {
    L x = {};
    L y = {};
};
template <class L>
constexpr LaneVec<L> operator+(LaneVec<L> a, LaneVec<L> b) {
    return {a.x + b.x, a.y + b.y};
}
template <class L>
constexpr LaneVec<L> operator-(LaneVec<L> a, LaneVec<L> b) {
    return {a.x - b.x, a.y - b.y};
}
template <class L>
constexpr LaneVec<L> operator-(LaneVec<L> a) {
    return {-a.x, -a.y};
}
template <class L>
constexpr LaneVec<L> operator*(L s, LaneVec<L> a) {
    return {s * a.x, s * a.y};
}
template <class L>
constexpr L dot(LaneVec<L> a, LaneVec<L> b) {
    return a.x * b.x + a.y * b.y;
}
template <class L>
constexpr L cross(LaneVec<L> a, LaneVec<L> b) {
    return a.x * b.y - a.y * b.x;
}
template <class L>
constexpr L length(LaneVec<L> a) {
    return lane_sqrt(dot(a, a));
}
template <class L>
constexpr LaneVec<L> left_perp(LaneVec<L> a) {
    return {-a.y, a.x};
}

/// A vector of doubles: products of differences of floats, nearly without rounding error.
using Point = LaneVec<double>;
constexpr Point to_point(Vec2 v) { return {static_cast<double>(v.x), static_cast<double>(v.y)}; }

} // namespace impulse
