/// Whether memory is available. A step or a creation cannot be undone in the middle, so both check before they begin.
#pragma once

#include <cstddef>

namespace impulse {

/// Whether `bytes` more can be allocated, in one piece. A system that lends memory page by page always answers yes.
bool has_room(size_t bytes);

} // namespace impulse
