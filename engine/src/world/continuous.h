/// Continuous collision: no body passes what it met within a step.
///
/// A body is fast when it moved further than contacts look ahead, or than a quarter of its half thickness. Fast bodies
/// are swept from where they were to where the solver left them (sweeper.h), and stop where they hit something:
///
/// | swept | against | stops | then goes on |
/// |---|---|---|---|
/// | fast dynamic bodies, and those deep in something | static shapes | at the first impact | along the tangent, once, if that stays at the shape; else it rests |
/// | the same, and whatever is in the way of a fast kinematic body | kinematic shapes | at the first impact, seen from them | with them |
/// | bullets | dynamic shapes (bullets.cpp) | at each meeting | together with the other body |
///
/// Depths are measured in halves of the half thickness c, the radius of the inscribed disc about the centroid. The core
/// of a shape is what is deeper in it than c / 2. Contacts find the way back out of a shape while the overlap is less
/// than c: so the core must not enter. A pair that overlaps is the solver's business up to there; a pair that comes to
/// overlap within the step stops at once. Who is swept is chosen such that every body ends less than 3 c / 4 deep: a
/// body that is neither fast (c / 4) nor deeper than c / 2 when the step begins. Someone who is put deeper than c into
/// a shape is free of it, and leaves as contacts push.
///
/// Joints: displacements of joined bodies satisfy their joints together, so that cutting that of one body parts it from
/// the others. Contacts of the next step push out all of them together. So a body with a joint is stopped only in front
/// of its core.
///
/// Velocities stay, but for what forces added on the part of the path that was cut off, and what the solver left of
/// approach between bodies that overlapped already: those are held there.
///
/// Sensors that a fast body passes within the step begin and end in it, and so do bodies that a fast sensor passes
/// (passed_sensors.cpp).
///
/// Falls short   a fast body that is no bullet passes dynamic bodies. A stop costs the rest of the step's turning, and of the displacement where something moves or a second
///               thing is hit. Joints part for a step by what a cut leaves beyond the core: thin limbs at 10 m/s by decimetres.
#pragma once

#include "world/state.h"

namespace impulse {

/// Computes how much motion makes the body a fast one; after its shapes, mass or type changed.
void update_sweep_extent(WorldState& world, uint32_t slot);

/// Has a dynamic body whose core is in something static or kinematic swept in this step, however slowly it moves:
/// nothing presses it through step by step. `contact` touches, and its manifold is that of the poses as they are.
void mark_if_sunk(WorldState& world, const Contact& contact);

} // namespace impulse
