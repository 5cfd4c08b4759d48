/// Gaps between level faces that a shape bridges. It lies on both, and a fraction of a slop below their edges: the side
/// below the far edge must not stop it (seams.cpp).
#pragma once

#include "geometry/core.h"

namespace impulse {

/// Whether a shape reaches an end of a face of `own`, but not far beyond it: only there it may bridge a gap.
bool lies_at_end(const Core& mover, float radius, const Core& own, float tolerance);
/// Whether it also lies on a face of `from` that continues that face beyond a gap. `out`: a segment from there to the
/// end, as if the gap were closed. It may be `from`.
bool bridges(const Core& mover, float radius, const Core& own, const Core& from, float tolerance, Core& out);

} // namespace impulse
