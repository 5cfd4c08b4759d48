/// Impulses that contacts report.
#pragma once

#include <vector>

#include "support/scene.h"

namespace impulse::test {

/// N s: mean impulses of the contacts that touch `body`, over the last step; 0 without one.
inline float mean_impulse(const World& world, BodyId body) {
    std::vector<ContactInfo> contacts;
    world.contacts(contacts);
    float sum = 0.0f;
    for (const ContactInfo& contact : contacts) {
        if (contact.body_a == body || contact.body_b == body) { sum += contact.mean_impulse; }
    }
    return sum;
}

} // namespace impulse::test
