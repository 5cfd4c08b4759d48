/// Continuous collision: no body tunnels through a shape within a step.
///
/// A body is fast if it moved further than the speculative distance of contacts, or than a quarter of its half
/// thickness. Fast bodies are swept from their poses at the start to those that the solver computed (sweeper.h), and
/// stop at the time of impact:
///
/// | swept | against | stops | then |
/// |---|---|---|---|
/// | fast dynamic bodies, and those deep in a shape | static | at the first impact | slides, or rests |
/// | the same, and bodies in the path of a fast one | kinematic | at the first impact, in its frame | with it |
/// | bullets | dynamic (bullets.cpp) | at each impact | together with the other body |
///
/// A body slides along the tangent if that keeps it at the shape, or takes it to one that faces it as the first one
/// did: along a finely divided curve it slides from piece to piece. Else it rests.
///
/// Depths are measured in halves of the half thickness c, the radius of the inscribed disc about the centroid. The core
/// of a shape is the part deeper than c / 2. Contacts find the way back out of a shape while the overlap is less than
/// c, so the core must not enter. The solver resolves overlap up to there; a pair that comes to overlap within the step
/// stops at once. Swept bodies are chosen such that every body ends less than 3 c / 4 deep. A body that is not swept is
/// neither fast (c / 4) nor deeper than c / 2 at the start of the step. A body placed deeper than c in a shape is not
/// swept against it, and contacts push it out.
///
/// Joints: the displacements of joined bodies satisfy their joints together, so clamping that of one body separates it
/// from the others. So the solver knows of most impacts of such bodies (contacts_ahead.h), and the others are stopped
/// only in front of their core. Contacts of the next step push out all of them together.
///
/// Velocities do not change, with two exceptions. The velocity that forces added on the clamped part of the path is
/// removed. So is the remaining approach of bodies that already overlapped: they get an impulse at the point where they
/// stop, which their contact reports (`strike`). Any other impact is solved by the next step, with its restitution and
/// friction.
///
/// A sensor that a fast body passes within the step emits begin and end in it. So does a fast sensor that passes a body
/// (passed_sensors.cpp).
///
/// Falls short   a fast body that is no bullet tunnels through dynamic bodies. A stop costs the rest of the step's
///               rotation, and of the displacement where a corner is hit. Joints separate for a step by the clamped
///               displacement beyond the core, where the solver did not know of the impact: limbs that hit a wall at
///               20 m/s by up to 6 cm.
#pragma once

#include "world/state.h"

namespace impulse {

/// Computes the motion above which the body is fast; called after its shapes, mass or type changed.
void update_sweep_extent(WorldState& world, uint32_t slot);

/// Marks a dynamic body whose core is in a static or kinematic shape to be swept in this step, whatever its speed: it
/// cannot be pressed through step by step. `contact` touches, and its manifold is that of the present poses.
void mark_if_sunk(WorldState& world, const Contact& contact);

} // namespace impulse
