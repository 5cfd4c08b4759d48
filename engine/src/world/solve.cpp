#include "core/assert.h"
#include "dynamics/solvers/registry.h"
#include "world/stages.h"

namespace impulse {

SolveInput solve_input(Step& step) {
    WorldState& world = step.world;
    return {step.dt,    world.gravity,  world.tuning, world.motions,   world.masses, world.forces,
            step.awake, world.contacts, world.active, step.integrated, world.arena,  world.probe};
}

// Pre:  `active` contacts have manifolds for the poses as they are; masses are 0 for whatever must not move.
// Post: velocities are solved and displacements advanced by dt; impulses are stored per time.
void solve(Step& step) {
    if (!step.moves) {
        return;
    }
    const SolverEntry* solver = find_solver(step.world.tuning.solver);
    IMPULSE_ASSERT(solver != nullptr);
    solver->solve(solve_input(step));
}

} // namespace impulse
