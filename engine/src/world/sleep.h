/// Falling asleep and waking. A sleeping island is in no list that a step walks, so it costs nothing; its
/// bodies have mass 0 in the solver's view, so an awake body that touches one gently meets a wall (UR8).
#pragma once

#include "world/state.h"

namespace impulse {

/// Wakes the body's island (dynamic), or makes a moving kinematic body count as awake. No effect on static
/// bodies.
void wake_body(WorldState& world, uint32_t slot);
/// Wakes every dynamic body that has a touching contact or a joint with this one, and itself.
void wake_touching(WorldState& world, uint32_t slot);
/// Puts the body's island to sleep at once.
void sleep_body(WorldState& world, uint32_t slot);

/// Is the body fast enough to wake what it touches? Any motion of a kinematic body counts, since it will not
/// stop for anything.
bool moves_enough_to_wake(const WorldState& world, uint32_t slot);

/// Whether a contact pressed a sleeper on side `side` (0: A) in the last step by more than an impulse that would move the place
/// it presses at the speed of sleep. What is pushed against a sleeper stands as still as at a wall: its speed does not tell.
bool presses_enough_to_wake(const WorldState& world, const Contact& contact, uint32_t side);

/// Advances the timers of awake bodies and puts islands to sleep whose bodies have all rested for
/// `sleep_time`. Pre: velocities are solved. At most one island is split a step, the one that has rested
/// longest.
void update_sleep(Step& step);

} // namespace impulse
