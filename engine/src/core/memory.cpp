#include "core/memory.h"

#include <cstdlib>
#include <new>

namespace impulse {

#ifdef __wasm__
namespace {

constexpr size_t kReserve = size_t{1} << 20; // suffices for so small an allocation

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
#else
bool has_room(size_t) { return true; }
#endif

} // namespace impulse
