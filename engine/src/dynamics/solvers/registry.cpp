#include "dynamics/solvers/registry.h"

#include "dynamics/solvers/sequential_impulse.h"

namespace impulse {
namespace {

constexpr SolverEntry kSolvers[] = {
    {SolverType::sequential_impulse, "sequential-impulse", solve_sequential_impulse},
};

} // namespace

std::span<const SolverEntry> solvers() { return kSolvers; }

const SolverEntry* find_solver(SolverType type) {
    for (const SolverEntry& entry : kSolvers) {
        if (entry.type == type) {
            return &entry;
        }
    }
    return nullptr;
}

} // namespace impulse
