/// Contacts of shapes that will be elsewhere when they act. The normal and arms of round sides that bounce are those of
/// the instant of impact, which is seldom that of a step. Shapes that pass each other must not stop each other.
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

/// Pre:  the contact has points, all are apart, and none is a sensor's.
/// Gives two shapes that pass each other within the step a line between them which they do not cross. The line of a
/// contact is longer than the face or corner that it belongs to: a body that flies past a corner would hit it in the
/// air. Any line between convex shapes is as safe, so the one with the most room on the path is taken. With d the
/// displacement of B relative to A within the step, it is the normal n of the largest
///
///   s(n) + min(0, n . d)      s(n) the distance of the shapes along n
///
/// If that is below 0 for all n, they may meet, and the contact stays. The n of the largest is that of a face, or
/// perpendicular to d (the edges of the difference of the shapes, swept along d), or that of the closest approach of
/// round sides.
/// Shapes that move by less than a slop stay in contact, as those that overlap by less do. What a body with joints will
/// miss is not known, and one-way shapes judge by the normal. Returns whether they pass.
bool miss(const WorldState& world, const Contact& contact, const BodyPose& poseA, const Transform& b_in_a,
          Manifold& manifold);

} // namespace impulse
