/// The exchange and the last error.
#include <emscripten/bind.h>

#include <cstdlib>
#include <cstring>
#include <new>

#include "exchange.h"

/// Throws a JavaScript exception through all frames between it and the facade (glue.js, load.ts).
extern "C" [[noreturn]] void impulse_out_of_memory(uint32_t bytes);

// The library's default would abort the module, and with it every world.
void* operator new(size_t bytes, std::align_val_t alignment) {
    // aligned_alloc rejects less than a pointer's alignment.
    const size_t to = static_cast<size_t>(alignment) < 8 ? 8 : static_cast<size_t>(alignment);
    for (;;) {
        void* const data = std::aligned_alloc(to, (bytes + to - 1) / to * to);
        if (data != nullptr) { return data; }
        const std::new_handler free_reserve = std::get_new_handler();
        if (free_reserve == nullptr) { impulse_out_of_memory(bytes); }
        free_reserve();
    }
}
void* operator new(size_t bytes) { return operator new(bytes, std::align_val_t{8}); }

namespace impulse::embind {
namespace {

/// Where the exchange is now. JavaScript reads this in memory, which is faster than a call.
struct {
    double* first = nullptr;
    uint32_t length = 0; // doubles
} place;

Error last_error;

/// Address of `place`, after the exchange was made at least `count` doubles long.
uint32_t exchange_place(uint32_t count) {
    exchange(count);
    return static_cast<uint32_t>(reinterpret_cast<uintptr_t>(&place));
}

/// Addresses of zero-terminated ASCII strings that are never freed.
uint32_t error_path() { return static_cast<uint32_t>(reinterpret_cast<uintptr_t>(last_error.path)); }
uint32_t error_expected() { return static_cast<uint32_t>(reinterpret_cast<uintptr_t>(last_error.expected)); }
uint32_t error_code() { return static_cast<uint32_t>(last_error.code); }
double error_value() { return last_error.value; }

} // namespace

double* exchange(uint32_t count) {
    static std::vector<double> doubles(1024);
    if (count > doubles.size()) { doubles.resize(count + count / 2); }
    place = {doubles.data(), static_cast<uint32_t>(doubles.size())};
    return place.first;
}

uint32_t report(const Error& error) {
    if (error) { last_error = error; }
    return static_cast<uint32_t>(error.code);
}

/// Replaces the C library's printf, the tables of which would otherwise be in the download. Embind's library uses it
/// only to print the address of an unregistered type, with the format "%p". Such a type is a bug in these bindings that
/// no user can meet (glue.js).
extern "C" int __wrap_siprintf(char* text, const char* format, ...) {
    std::strcpy(text, format);
    return static_cast<int>(std::strlen(format));
}

EMSCRIPTEN_BINDINGS(impulse_module) {
    emscripten::function("exchange", &exchange_place);
    emscripten::function("errorCode", &error_code);
    emscripten::function("errorPath", &error_path);
    emscripten::function("errorExpected", &error_expected);
    emscripten::function("errorValue", &error_value);
}

} // namespace impulse::embind
