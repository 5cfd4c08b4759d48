/// Callbacks of tests about contacts.
#pragma once

#include <utility>
#include <vector>

#include "support/scene.h"

namespace impulse::test {

/// Actions of a callback, and its calls.
struct Caller {
    bool enable = true;
    float friction = -1.0f;
    float tangent_speed = 0.0f;
    int asked = 0;
    int answer = -1;
    std::vector<std::pair<uint32_t, uint32_t>> pairs{};

    static void pre_solve(void* context, PreSolve& contact) {
        Caller& caller = *static_cast<Caller*>(context);
        ++caller.asked;
        caller.pairs.emplace_back(contact.shape_a.index(), contact.shape_b.index());
        contact.enabled = caller.enable;
        if (caller.friction >= 0.0f) { contact.friction = caller.friction; }
        contact.tangent_speed += caller.tangent_speed;
    }
    static int filter(void* context, ShapeId, ShapeId) {
        Caller& caller = *static_cast<Caller*>(context);
        ++caller.asked;
        return caller.answer;
    }
    Hooks hooks() { return {.context = this, .pre_solve = &pre_solve}; }
    Hooks filters() { return {.context = this, .filter = &filter}; }
};

} // namespace impulse::test
