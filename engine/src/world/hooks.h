/// Contacts that let bodies pass: one-way shapes, and decisions of callbacks during a step.
///
/// | decided by | when | flag | lasts |
/// |---|---|---|---|
/// | a one-way shape | when the contact gets points | `kPassing` if deep in it | until no point overlaps |
/// | | | `kJudged` if in front, or from there | while both are near |
/// | `Hooks::filter` | when the pair is found (`make_pairs`, `may_stop`) | `kRefused` | until the boxes separate, or `recheck` |
/// | `Hooks::pre_solve` | each step, after the narrow phase, in pair-key order | `kDisabled` | for the step |
/// | | at an impact within the step, where it was not called after the narrow phase | `kDisabled` | for the step |
///
/// A body is in front of a one-way shape if it is at most two slops deep along its direction, now and one step ago. The
/// normal of a contact does not decide this: a corner that meets the next tile of a row within rounding error of the
/// tile's side gets the normal of that side. Such a contact is ignored until the body is deeper or the normal is that
/// of a front. One-way shapes whose fronts touch are one surface: a body that one of them holds is in front of all; a
/// body that passes one passes all.
///
/// The decisions are flags of the contact, so that snapshots and hashes contain them. A contact that lets bodies pass
/// has no points: it is not solved, does not touch, joins no island, and continuous collision ignores it.
///
/// A callback that decides nothing changes no bit of the motion: which pairs have a contact, and when it is computed,
/// does not depend on the callbacks. A pair that both `Hooks::filter` and the filters refuse has no contact, as without
/// the callback; `WorldState::answers` stores that it was asked about.
#pragma once

#include "world/state.h"

namespace impulse {

/// Contact flags required by its two shapes.
void refresh_hooks(WorldState& world, uint32_t contact);

/// Whether the contact lets its bodies pass, `now` being its manifold at these poses and `gap` as in `LocalManifold`.
/// Judges one-way contacts.
bool lets_pass(WorldState& world, Contact& contact, const Manifold& now, float gap, const BodyPose& poseA,
               const BodyPose& poseB);

/// Whether a contact may stop its bodies: a one-way one before it is judged too, if the one is in front of the other.
bool may_hold(const WorldState& world, const Contact& contact);

/// Whether `shape`, swept with its body, passes through `other`; `n` points from it into `other` at the impact.
bool sweeps_through(const WorldState& world, uint32_t shape, uint32_t other, Vec2 n);

/// Clears the last answer before the narrow phase of a contact with a callback.
void begin_question(WorldState& world, uint32_t contact);
/// Calls `Hooks::pre_solve`, which must exist, for a contact with points. Returns whether it touches.
bool ask(WorldState& world, uint32_t contact);
/// The same for an impact within the step, where the narrow phase found no points: `shape`, swept with its body, would
/// stop at `other`, into which `n` points. Called for the first impact on a path only, so that no tree decides the
/// order of calls. A disabled pair gets a contact, which stores the answer; if there is no memory for it, the body
/// stops. Returns whether it stops. `report` may be null.
bool ask_at_impact(WorldState& world, StepReport* report, uint32_t shape, uint32_t other, Vec2 n, EventPoint at);

/// Whether two shapes that could collide do so, by `Hooks::filter` or else by their own filters.
bool is_accepted(const WorldState& world, uint32_t shapeA, uint32_t shapeB);

/// What `Hooks::filter` answered about a pair that has no contact: 0 or 1, or -1 if it was not asked.
int stored_answer(const WorldState& world, uint64_t key);
/// Stores an answer about a pair that has none.
void store_answer(WorldState& world, uint64_t key, bool accepts);
/// Removes the answers about pairs of a shape, or of a body if it is kNull, and about pairs that have a contact, are
/// apart or cannot collide.
void forget_answers(WorldState& world, uint32_t slot, uint32_t shape);

} // namespace impulse
