#include "dynamics/solvers/registry.h"

#include "dynamics/solvers/sequential_impulse.h"
#include "dynamics/solvers/soft_step.h"
#include "dynamics/solvers/substepped_position.h"

namespace impulse {
namespace {

constexpr SolverEntry kSolvers[] = {
    {SolverType::soft_step, "soft-step", solve_soft_step, false, false, false},
    {SolverType::sequential_impulse, "sequential-impulse", solve_sequential_impulse, true, false, false},
    {SolverType::substepped_position, "substepped-position", solve_substepped_position, true, true, true},
};

} // namespace

std::span<const SolverEntry> solvers() { return kSolvers; }

const SolverEntry* find_solver(SolverType type) {
    for (const SolverEntry& entry : kSolvers) {
        if (entry.type == type) { return &entry; }
    }
    return nullptr;
}

} // namespace impulse
