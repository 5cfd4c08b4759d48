/// The normal and arms of round sides that bounce: those of the instant of impact, which is seldom that of a step.
#pragma once

#include "collision/manifold.h"
#include "world/state.h"

namespace impulse {

/// Whether two corners or round sides may be about to bounce off each other.
bool may_bounce(const WorldState& world, const Contact& contact, const LocalManifold& manifold);

/// Gives two corners or round sides that approach each other the geometry of the instant of their impact. Let D be from
/// the one to the other, d their relative displacement within a step and R the sum of the radii. The impact is t steps
/// ahead, the first root of |D + t d| = R. (If they miss each other, t is where they are nearest; at most it is how far
/// the solver looks ahead.) The normal is the direction of D + t d, the separation n . D - R, and the arms have turned
/// with their bodies. They meet at that instant, not now: returns, in A's frame, where B's arm ends now, from where A's
/// ends.
///
/// With the geometry of the begin of the step a billiard ball would leave in a direction up to 16 degrees off. Overlaps
/// that began before the last step keep theirs.
Vec2 meet(const WorldState& world, const Contact& contact, const BodyPose& poseA, const BodyPose& poseB,
          const Transform& b_in_a, LocalManifold& manifold);

} // namespace impulse
