/// The recipes that the acceptance suite and the laws run over: a solver and how it is set up.
/// A new recipe is one row in `recipes()`, and a row in shortfalls.h for each bound of bounds.h that it cannot
/// meet. Everything else follows: tests, laws and the printed matrix.
#pragma once

#include <vector>

#include "impulse/tuning.h"
#include "solvers/bounds.h"

namespace impulse::test {

struct Recipe {
    const char* name;
    Tuning tuning;
    Column column; ///< whose bounds it is held to
};

inline Tuning soft_step_tuning() {
    Tuning tuning;
    tuning.solver = SolverType::soft_step;
    return tuning;
}

inline std::vector<Recipe> recipes() {
    return {
        {.name = "soft-step", .tuning = soft_step_tuning(), .column = Column::soft},
        {.name = "umbra", .tuning = umbra_preset(), .column = Column::umbra},
        {.name = "fx2d", .tuning = fx2d_preset(), .column = Column::fx},
        {.name = "ftPhysics", .tuning = ft_physics_preset(), .column = Column::ft},
        {.name = "wedekind", .tuning = wedekind_preset(), .column = Column::wk},
    };
}

/// It sweeps over the contacts in `velocity_iterations`, and tells a residual after each.
inline bool iterates(const Recipe& recipe) { return recipe.tuning.solver == SolverType::sequential_impulse; }

} // namespace impulse::test
