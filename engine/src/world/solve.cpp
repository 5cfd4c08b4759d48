#include "core/assert.h"
#include "dynamics/solvers/registry.h"
#include "world/stages.h"

namespace impulse {

SolveInput solve_input(Step& step) {
    WorldState& world = step.world;
    return {.dt = step.dt,
            .gravity = world.gravity,
            .tuning = world.tuning,
            .motions = world.motions,
            .masses = world.masses,
            .forces = world.forces,
            .awake = step.awake,
            .contacts = world.contacts,
            .active = world.active,
            .integrated = step.integrated,
            .arena = world.arena,
            .probe = world.probe};
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
