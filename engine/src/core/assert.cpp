#include "core/assert.h"

#include <cstdio>
#include <cstdlib>

namespace impulse {

void assertion_failed(const char* expression, const char* file, int line) {
    std::fprintf(stderr, "%s:%d: does not hold: %s\n", file, line, expression);
    std::abort();
}

} // namespace impulse
