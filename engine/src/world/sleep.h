/// Falling asleep (sleep.cpp) and waking (wake.cpp). No list that a step traverses contains a sleeping island, so it
/// costs nothing. Solvers see no sleeping bodies either: whatever an impulse can reach in a step wakes before the solve
/// (`wake_reached`, stages.h).
#pragma once

#include "world/state.h"

namespace impulse {

/// Wakes the body's island (dynamic), or makes a moving kinematic body count as awake. No effect on static
/// bodies.
void wake_body(WorldState& world, uint32_t slot);
/// Wakes this body and every dynamic body that has a touching contact or a joint with it.
void wake_touching(WorldState& world, uint32_t slot);
/// Puts the body's island to sleep at once.
void sleep_body(WorldState& world, uint32_t slot);

/// Emits an event about one body.
void push_body_event(WorldState& world, EventType type, uint32_t slot);

/// The threshold of the body or the world, in the world's units.
SleepThreshold threshold_of(const WorldState& world, uint32_t slot);

/// Advances the timers of awake bodies and puts islands at rest to sleep. Pre: velocities are solved, poses are those
/// after the step, and islands have no numbers by slot (`release_islands`).
void update_sleep(Step& step);

} // namespace impulse
