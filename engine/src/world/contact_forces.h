/// Contacts of a saved world. A world that is built again from definitions has bodies in place and no contacts. Bodies
/// at rest would meet in its first step, without the impulses that carry them: they would fall for a step, and their
/// springs would rest where no load is. An overlap that a load holds would count as one of bodies placed into each
/// other (wake.cpp), and wake them. So the contacts that touched are expected to begin in the first step, each with the
/// forces that it had.
///
/// The step itself makes them, with filters, callbacks, seams and points as they are then. What is expected and does
/// not begin is forgotten after that step.
#pragma once

#include "world/state.h"

namespace impulse {

/// The contact begins: it gets the forces that are expected of it. Returns whether any are.
bool resume_contact(WorldState& world, uint32_t contact);
/// Wakes this body and those that are expected to touch it, as ending or changing their contacts would.
void wake_expected(WorldState& world, uint32_t slot);

} // namespace impulse
