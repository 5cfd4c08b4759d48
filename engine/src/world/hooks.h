/// Contacts that let bodies pass: one-way shapes, and what callers decide while a step runs.
///
/// | who decides | when | flag | lasts |
/// |---|---|---|---|
/// | a one-way shape | when the two come near enough for points | `kPassing`, else `kJudged` | until no point overlaps |
/// | `Hooks::filter` | when the pair is found (pairs.cpp) | `kRefused` | until the boxes part, or `recheck` |
/// | `Hooks::pre_solve` | each step, after the narrow phase, in pair-key order | `kDisabled` | for the step |
///
/// All of it is in flags of the contact, so that it is in snapshots and hashes. A contact that lets pass has no points:
/// it is not solved, does not touch, joins no island, and continuous collision looks through it.
#pragma once

#include "world/state.h"

namespace impulse {

/// Flags of a contact as its two shapes ask for.
void refresh_hooks(WorldState& world, uint32_t contact);

/// Whether the contact lets its bodies pass, `now` being its manifold with the bodies turned so. Judges what was not
/// judged yet.
bool lets_pass(WorldState& world, Contact& contact, const Manifold& now, Rot qA, Rot qB);

/// Whether `shape`, swept with its body, goes through `other`; `n` points from it into `other` where they meet.
bool sweeps_through(const WorldState& world, uint32_t shape, uint32_t other, Vec2 n);

/// Before the narrow phase of a contact that asks: forgets the last answer.
void begin_question(WorldState& world, uint32_t contact);
/// Asks `Hooks::pre_solve`, which is there, about a contact with points. Whether it touches.
bool ask(WorldState& world, uint32_t contact);

/// Whether two shapes that could collide do, by `Hooks::filter` or else by their own filters.
bool is_accepted(const WorldState& world, uint32_t shapeA, uint32_t shapeB);

} // namespace impulse
