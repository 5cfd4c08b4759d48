#include "core/memory.h"

#include <cstdlib>
#include <new>

namespace impulse {

#ifdef __wasm__
namespace {

constexpr size_t kPage = size_t{1} << 16;
constexpr size_t kMost = size_t{1} << 31;    // as far as the build lets memory grow
constexpr size_t kReserve = size_t{1} << 20; // suffices for so small an allocation
constexpr size_t kMuch = size_t{1} << 24;

void* reserve = nullptr;

void spend_reserve() {
    std::free(reserve);
    reserve = nullptr;
    std::set_new_handler(nullptr);
}

bool allocates(size_t bytes) {
    void* volatile const piece = std::malloc(bytes); // volatile: the compiler may leave out what is freed unread
    std::free(piece);
    return piece != nullptr;
}

bool keep_reserve() {
    if (reserve == nullptr) { reserve = std::malloc(kReserve); }
    if (reserve != nullptr) { std::set_new_handler(spend_reserve); }
    return reserve != nullptr;
}

} // namespace

bool has_room(size_t bytes) { return keep_reserve() && (bytes <= kReserve || allocates(bytes)); }

bool may_have_room(size_t bytes) {
    if (bytes <= kMuch) { return has_room(bytes); }
    return keep_reserve() && bytes <= kMost - __builtin_wasm_memory_size(0) * kPage;
}
#else
bool has_room(size_t) { return true; }
bool may_have_room(size_t) { return true; }
#endif

} // namespace impulse
