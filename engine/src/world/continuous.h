/// Continuous collision: nothing thin was skipped.
///
/// A body is fast when it moved further in the step than half of its half thickness: only then can discrete contacts find
/// it on the wrong side of what it met. Fast bodies are swept from where they were to where the solver left them:
///
/// | who | against | and then |
/// |---|---|---|
/// | dynamic, fast | static shapes | stops where it came to touch |
/// | dynamic, fast, or in the way of a fast kinematic body | kinematic shapes | stops in their frame: moves on with them |
/// | dynamic, fast, `bullet` | dynamic shapes | stops; so does what it hit, if that is fast |
///
/// Velocities stay, but for what forces added in the time that was cut off: they are the business of the contact that the
/// next step finds. What touched when the step began was the solver's business already and may slide, roll and sink by
/// half of its half thickness.
///
/// Falls short   a body that is not fast is not swept, so a crowd that presses a thin body step by step can still press it
///               through a segment (`sequential-impulse`, jams of 200 bodies: 6 of 96,000); `bullet` is a property of who moves fast, so
///               a slow bullet is passed by another body; a stop costs the rest of the step's way.
#pragma once

#include "world/state.h"

namespace impulse {

/// Tells how much motion makes the body a fast one; after its shapes, mass or type changed.
void update_sweep_extent(WorldState& world, uint32_t slot);

/// Has a dynamic body that is deep in something static or kinematic swept in this step however slowly it goes, so that nothing
/// presses it through bit by bit. `contact` touches, and its manifold is that of the poses as they are.
void mark_if_sunk(WorldState& world, const Contact& contact);

} // namespace impulse
