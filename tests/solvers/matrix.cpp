// Holds measured values to their bounds and, where IMPULSE_MATRIX names a file, writes them there as a Markdown
// table at the end of the run: a row a quantity, a column a recipe, notes on what falls short.
#include "solvers/matrix.h"

#include <catch2/catch_test_macros.hpp>
#include <catch2/interfaces/catch_interfaces_reporter.hpp>
#include <catch2/reporters/catch_reporter_event_listener.hpp>
#include <catch2/reporters/catch_reporter_registrars.hpp>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <fstream>
#include <string>
#include <tuple>

namespace impulse::test {
namespace {

struct Filed {
    const Quantity* quantity;
    std::string recipe;
    float value;
};

std::vector<Filed>& filed() {
    static std::vector<Filed> all;
    return all;
}

std::string text(float value) {
    char buffer[32];
    (void)std::snprintf(buffer, sizeof buffer, "%.3g", static_cast<double>(value));
    return buffer;
}

std::string text(Range range) {
    const bool below = range.low > kNotAsked.low;
    const bool above = range.high < kNotAsked.high;
    if (below && above) { return text(range.low) + " to " + text(range.high); }
    return below ? ">= " + text(range.low) : above ? "<= " + text(range.high) : "not asked";
}

const Shortfall* find(const std::vector<Shortfall>& all, const Quantity& quantity, const std::string& recipe) {
    const auto found = std::find_if(all.begin(), all.end(), [&](const Shortfall& shortfall) {
        return &shortfall.quantity == &quantity && shortfall.recipe == recipe;
    });
    return found == all.end() ? nullptr : &*found;
}

/// FX16, X2, X2b, X10: by family and number.
bool earlier(const Filed& a, const Filed& b) {
    const auto parts = [](const char* law) {
        const size_t letters = std::strcspn(law, "0123456789");
        return std::make_tuple(std::string(law, letters), std::atoi(law + letters), std::string(law));
    };
    return parts(a.quantity->law) < parts(b.quantity->law);
}

std::string table() {
    std::vector<Filed> all;
    for (const Filed& entry : filed()) { // stable, by insertion
        all.insert(std::upper_bound(all.begin(), all.end(), entry, earlier), entry);
    }
    const std::vector<Recipe> columns = recipes();
    const std::vector<Shortfall> known = shortfalls();
    std::string head = "| law | quantity | unit |";
    std::string line = "|---|---|---|";
    for (const Recipe& recipe : columns) {
        head += std::string(" ") + recipe.name + " |";
        line += "---|";
    }
    std::string rows;
    std::string notes;
    int note = 0;
    std::vector<const Quantity*> written;
    for (const Filed& first : all) {
        const Quantity& quantity = *first.quantity;
        if (std::find(written.begin(), written.end(), &quantity) != written.end()) { continue; }
        written.push_back(&quantity);
        rows += std::string("| ") + quantity.law + " | " + quantity.what + " | " + quantity.unit + " |";
        for (const Recipe& recipe : columns) {
            const auto entry = std::find_if(all.begin(), all.end(), [&](const Filed& other) {
                return other.quantity == &quantity && other.recipe == recipe.name;
            });
            if (entry == all.end()) {
                rows += " |";
                continue;
            }
            const Range asked = quantity.asked.of(recipe.column);
            const Shortfall* shortfall = find(known, quantity, recipe.name);
            rows += " " + text(entry->value) + " (" + text(asked) + ") ";
            if (shortfall == nullptr) {
                rows += asked.holds(entry->value) ? "|" : "**fails** |";
                continue;
            }
            rows += "**short** [" + std::to_string(++note) + "] |";
            notes += std::to_string(note) + ". " + quantity.law + ", " + recipe.name + ", held to " +
                     text(shortfall->reached) + ": " + shortfall->reason + ".\n";
        }
        rows += "\n";
    }
    return head + "\n" + line + "\n" + rows + "\n" + notes;
}

class MatrixWriter : public Catch::EventListenerBase {
  public:
    using Catch::EventListenerBase::EventListenerBase;
    void testRunEnded(const Catch::TestRunStats&) override {
        const char* path = std::getenv("IMPULSE_MATRIX");
        if (path != nullptr) { std::ofstream(path) << table(); }
    }
};

} // namespace

void judge(const Recipe& recipe, const Quantity& quantity, float value) {
    for (const Filed& entry : filed()) {
        if (entry.quantity == &quantity && entry.recipe == recipe.name) {
            FAIL(quantity.law << ", " << quantity.what << ", is filed twice for " << recipe.name);
        }
    }
    filed().push_back({&quantity, recipe.name, value});
    const std::vector<Shortfall> known = shortfalls();
    const Shortfall* shortfall = find(known, quantity, recipe.name);
    const Range asked = quantity.asked.of(recipe.column);
    const Range bound = shortfall != nullptr ? shortfall->reached : asked;
    INFO(recipe.name << ", " << quantity.law << ", " << quantity.what << ": " << value << " " << quantity.unit
                     << ", bound " << text(bound));
    CHECK(bound.holds(value));
    if (shortfall != nullptr) {
        INFO("what is asked, " << text(asked) << ", is met: strike the shortfall from recipes.h");
        CHECK_FALSE(asked.holds(value));
    }
}

} // namespace impulse::test

CATCH_REGISTER_LISTENER(impulse::test::MatrixWriter)
