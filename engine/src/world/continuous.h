/// Continuous collision: nothing was skipped.
///
/// Contacts see what is near ahead of touching, by the speculative distance. A body is fast when it moved further than that and
/// two slops: it may be in something that was no contact, and the shortest way out of an edge or a corner need not lead back. A
/// thin one is fast when it moved further than half of its half thickness. Fast bodies are swept from where they were to where
/// the solver left them, unless no box of anything static or kinematic is near, or they move as little on what is kinematic:
///
/// | who | against | and then |
/// |---|---|---|
/// | dynamic, fast or deep | static shapes | stops where it came to touch, and goes on along that if it stays at it |
/// | dynamic, fast, deep or in the way of a fast kinematic body | kinematic shapes | stops in their frame: moves on with them |
/// | dynamic `bullet`, fast or deep | dynamic shapes | stops; so does what it hit, if that is swept too |
///
/// What touched when the step began was the solver's business already and may slide and roll: it gets deeper by a fifth of the
/// slop, and by what turning takes its points through, up to half of its half thickness. All else stops 1.25 slops deep, so that
/// what is flush but for the slop is no edge, and deeper by as much as the body lies in what it slides on already. Whoever is deep in
/// something when the step begins (its manifold says so) is swept at any speed, and sinks ever less, never past nine tenths: so its
/// centre, and with it the way out that contacts see, stays on the side from which it came, whatever presses it and for however long. Between two that do not give way, a piston and a static wall, the static
/// one wins: the body stays on its side and the piston goes over it.
///
/// Velocities stay, but for what forces added on the way that was cut off: they are the business of the contact that the
/// next step finds. Who is stuck deep in something and hardly got under way is slowed down, or it would hang there with a
/// speed until the solver gets the better of it; two such bodies that nothing holds go on as one (bullets.cpp).
///
/// Falls short   a fast body that is no `bullet` passes dynamic bodies, also a `bullet` that is slow; where neither is one, a
///               heavy body may be pressed over a light one that a wall holds. A stop costs the rest of the step's turning, and
///               of its way where something moves, is met twice or would be left by going on. Below a wall that stands on a floor a segment on a dynamic
///               body may still get, seldom, and who is thinner than .5 mm (.1 slop). Whoever rests deeper than nine tenths of
///               its half thickness, if it were for the solver, sticks to what it slides on: under soft-step .1 mm thin at 1 g,
///               2.5 mm and 5 mm at 30 g.
#pragma once

#include "world/state.h"

namespace impulse {

/// Tells how much motion makes the body a fast one; after its shapes, mass or type changed.
void update_sweep_extent(WorldState& world, uint32_t slot);

/// Has a dynamic body that is deep in something static or kinematic swept in this step however slowly it goes, so that nothing
/// presses it through bit by bit. `contact` touches, and its manifold is that of the poses as they are.
void mark_if_sunk(WorldState& world, const Contact& contact);

} // namespace impulse
