/// The presets of the acceptance suite and the laws: a solver with its settings. A new preset is one row in
/// `presets()`, and a row in shortfalls.h for each bound of bounds.h that it cannot meet. Tests, laws and the matrix
/// follow.
#pragma once

#include <vector>

#include "impulse/tuning.h"
#include "solvers/bounds.h"

namespace impulse::test {

struct Preset {
    const char* name;
    Tuning tuning;
    Column column; ///< the bounds that apply to it
};

inline Tuning soft_step_tuning() {
    Tuning tuning;
    tuning.solver = SolverType::soft_step;
    return tuning;
}

inline std::vector<Preset> presets() {
    return {
        {.name = "soft-step", .tuning = soft_step_tuning(), .column = Column::soft},
        {.name = "umbra", .tuning = umbra_preset(), .column = Column::umbra},
        {.name = "fx2d", .tuning = fx2d_preset(), .column = Column::fx},
        {.name = "ftPhysics", .tuning = ft_physics_preset(), .column = Column::ft},
        {.name = "wedekind", .tuning = wedekind_preset(), .column = Column::wk},
    };
}

/// It has `velocity_iterations` over the contacts, with a residual after each.
inline bool iterates(const Preset& preset) { return preset.tuning.solver == SolverType::sequential_impulse; }

} // namespace impulse::test
