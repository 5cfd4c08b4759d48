/// Whether memory is available. A step or a creation cannot be undone in the middle, so both check before they begin.
/// For what they do not foresee there is a reserve, which the new-handler frees.
#pragma once

#include <cstddef>

namespace impulse {

/// Whether `bytes` more can be allocated, in one piece, beside the reserve, which is allocated again if it is gone. A
/// system that lends memory page by page always answers yes.
bool has_room(size_t bytes);
/// The same for a generous estimate: memory never shrinks, so it does not grow by more than 16 MB for the answer, and a
/// host may still refuse what the build allows.
bool may_have_room(size_t bytes);

} // namespace impulse
