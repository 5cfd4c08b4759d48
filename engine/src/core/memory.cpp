#include "core/memory.h"

#include <cstdlib>

namespace impulse {

#ifdef __wasm__
bool has_room(size_t bytes) {
    constexpr size_t kPage = size_t{1} << 16;
    constexpr size_t kMost = size_t{1} << 31; // as far as the build lets memory grow
    // Memory that grows never shrinks, so the answer shall not make it grow.
    if (bytes <= kMost - __builtin_wasm_memory_size(0) * kPage) { return true; }
    void* volatile const piece =
        std::malloc(bytes); // volatile: the compiler may omit an allocation that is freed unread
    std::free(piece);
    return piece != nullptr;
}
#else
bool has_room(size_t) { return true; }
#endif

} // namespace impulse
