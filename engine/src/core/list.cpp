#include "core/list.h"

#include <cstring>
#include <new>

namespace impulse {

void list_free(void* data, size_t alignment) {
    if (data != nullptr) { ::operator delete(data, std::align_val_t{alignment}); }
}

void* list_regrow(void* old, size_t used, size_t bytes, size_t alignment) {
    void* data = ::operator new(bytes, std::align_val_t{alignment});
    if (used > 0) { std::memcpy(data, old, used); }
    list_free(old, alignment);
    return data;
}

void list_fill(void* first, size_t count, const void* element, size_t size) {
    std::byte* to = static_cast<std::byte*>(first);
    std::memcpy(to, element, size);
    // Copies the present data behind itself: one call per doubling, whatever the size of an element.
    for (size_t done = 1; done < count;) {
        const size_t more = done < count - done ? done : count - done;
        std::memcpy(to + done * size, to, more * size);
        done += more;
    }
}

} // namespace impulse
