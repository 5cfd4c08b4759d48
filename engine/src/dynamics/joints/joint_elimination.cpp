#include "dynamics/joints/joint_elimination.h"

namespace impulse::direct {
namespace {

// L D L^T of a symmetric 3 x 3 matrix, stored as 1/d0, l10, l20, 1/d1, l21, 1/d2. An inverse by cofactors is too
// inaccurate: a stiff constraint leaves a part in 10^5 for the next body.
inline void factor(Real* a) {
    const Real one = splat<Real>(1.0);
    const Real d0 = one / a[0];
    const Real l10 = a[1] * d0;
    const Real l20 = a[2] * d0;
    const Real d1 = one / (a[3] - l10 * a[1]);
    const Real rest = a[4] - l10 * a[2];
    const Real l21 = rest * d1;
    a[5] = one / (a[5] - l20 * a[2] - l21 * rest);
    a[0] = d0;
    a[1] = l10;
    a[2] = l20;
    a[3] = d1;
    a[4] = l21;
}
/// x becomes L^-1 x.
inline void forward(const Real* f, Real* x) {
    x[1] -= f[1] * x[0];
    x[2] -= f[2] * x[0] + f[4] * x[1];
}
/// x becomes L^-T D^-1 x.
inline void backward(const Real* f, Real* x) {
    x[1] -= f[4] * x[2];
    x[0] -= f[1] * x[1] + f[2] * x[2];
}

/// out -= X Y^T, of which only the symmetric part is stored.
inline void subtract_symmetric(Real* out, const Real* X, const Real* Y) {
    int n = 0;
    for (int i = 0; i < 3; ++i) {
        for (int k = i; k < 3; ++k) {
            out[n++] -= X[3 * i] * Y[3 * k] + X[3 * i + 1] * Y[3 * k + 1] + X[3 * i + 2] * Y[3 * k + 2];
        }
    }
}
/// out -= X Y^T, or its transpose.
inline void subtract_block(Real* out, const Real* X, const Real* Y, bool transposed) {
    for (int i = 0; i < 3; ++i) {
        for (int k = 0; k < 3; ++k) {
            out[transposed ? 3 * k + i : 3 * i + k] -=
                X[3 * i] * Y[3 * k] + X[3 * i + 1] * Y[3 * k + 1] + X[3 * i + 2] * Y[3 * k + 2];
        }
    }
}

} // namespace

void start_matrix(const System& system) {
    const Real zero = Real{};
    for (BodyLanes& body : system.bodies()) {
        const Real diagonal[6] = {body.weight[0], zero, zero, body.weight[1], zero, body.weight[2] + body.tension};
        std::copy_n(diagonal, 6, body.diagonal);
    }
    fill_zeros(system.blocks);
}

void factor(const System& system) {
    system.state.factored = system.state.changed = true;
    const std::span<BodyLanes> bodies = system.moving();
    const std::span<const PlanBody> plan = system.plan_bodies();
    for (size_t i = 0; i < bodies.size(); ++i) {
        Real* const f = bodies[i].diagonal;
        factor(f);
        const std::span<const PlanEntry> column = system.column(plan[i]);
        for (const PlanEntry& entry : column) { // Y = B L^-T
            for (int r = 0; r < 3; ++r) { forward(f, &system.blocks[entry.block].m[3 * r]); }
        }
        const uint32_t* fill = system.set.plan->fills.data() + plan[i].first_fill;
        for (size_t a = 0; a < column.size(); ++a) {
            const Block Y = system.blocks[column[a].block];
            Block X = Y;
            for (int r = 0; r < 3; ++r) {
                X.m[3 * r] *= f[0];
                X.m[3 * r + 1] *= f[3];
                X.m[3 * r + 2] *= f[5];
            }
            system.blocks[column[a].block] = X;
            subtract_symmetric(bodies[column[a].body].diagonal, X.m, Y.m);
            for (size_t b = a + 1; b < column.size(); ++b) {             // those behind it still hold Y
                const bool transposed = column[b].body > column[a].body; // the row is that of the later body
                subtract_block(system.blocks[*fill++].m, X.m, system.blocks[column[b].block].m, transposed);
            }
        }
    }
}

void assemble_and_factor(const System& system) {
    start_matrix(system);
    each_joint_as<>(system, [&](const auto& joint) { assemble(system, joint); });
    factor(system);
}

void substitute(const System& system, Part part) {
    const std::span<BodyLanes> bodies = system.moving();
    const PlanBody* const plan = system.plan_bodies().data();
    for (size_t i = 0; i < bodies.size(); ++i) {
        Real* const y = bodies[i].*part;
        forward(bodies[i].diagonal, y);
        const Real x[3] = {y[0], y[1], y[2]};
        for (const PlanEntry& entry : system.column(plan[i])) {
            Real* const to = bodies[entry.body].*part;
            const Real* const X = system.blocks[entry.block].m;
            for (int r = 0; r < 3; ++r) { to[r] -= along(&X[3 * r], x); }
        }
    }
    for (size_t i = bodies.size(); i-- > 0;) {
        Real* const y = bodies[i].*part;
        const Real* const f = bodies[i].diagonal;
        Real x[3] = {y[0] * f[0], y[1] * f[3], y[2] * f[5]};
        for (const PlanEntry& entry : system.column(plan[i])) {
            const Real* const from = bodies[entry.body].*part;
            const Real* const X = system.blocks[entry.block].m;
            for (int r = 0; r < 3; ++r) {
                for (int k = 0; k < 3; ++k) { x[k] -= X[3 * r + k] * from[r]; }
            }
        }
        backward(f, x);
        std::copy_n(x, 3, y);
    }
    clear(system.bodies().subspan(bodies.size()), part);
}

} // namespace impulse::direct
