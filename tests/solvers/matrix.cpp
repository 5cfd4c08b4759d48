// Holds measured values to their bounds and, where IMPULSE_MATRIX names a file, writes them there at the end of the
// run: a line a value, its columns parted by tabs. `npm run matrix` makes tables of them.
#include "solvers/matrix.h"

#include <catch2/catch_test_macros.hpp>
#include <catch2/interfaces/catch_interfaces_reporter.hpp>
#include <catch2/reporters/catch_reporter_event_listener.hpp>
#include <catch2/reporters/catch_reporter_registrars.hpp>

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <map>
#include <sstream>
#include <string>

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

std::string text(float value, const char* format = "%.3g") {
    char buffer[32];
    (void)std::snprintf(buffer, sizeof buffer, format, static_cast<double>(value));
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

std::string columns() {
    constexpr const char* kExact = "%.9g";
    const std::vector<Shortfall> known = shortfalls();
    std::string lines = "recipes";
    for (const Recipe& recipe : recipes()) { lines += std::string("\t") + recipe.name; }
    lines += "\n";
    for (const Filed& entry : filed()) {
        const Quantity& quantity = *entry.quantity;
        const std::vector<Recipe> all = recipes();
        const auto recipe =
            std::find_if(all.begin(), all.end(), [&](const Recipe& r) { return r.name == entry.recipe; });
        const Range asked = quantity.asked.of(recipe->column);
        lines += std::string(quantity.law) + "\t" + quantity.what + "\t" + quantity.unit + "\t" + entry.recipe + "\t" +
                 text(entry.value, kExact) + "\t" + text(asked.low, kExact) + "\t" + text(asked.high, kExact);
        if (const Shortfall* shortfall = find(known, quantity, entry.recipe)) {
            lines += "\t" + text(shortfall->reached.low, kExact) + "\t" + text(shortfall->reached.high, kExact) + "\t" +
                     shortfall->reason;
        }
        lines += "\n";
    }
    return lines;
}

class MatrixWriter : public Catch::EventListenerBase {
  public:
    using Catch::EventListenerBase::EventListenerBase;
    void testRunEnded(const Catch::TestRunStats&) override {
        const char* path = std::getenv("IMPULSE_MATRIX");
        if (path != nullptr) { std::ofstream(path) << columns(); }
    }
};

std::string key(const std::string& law, const std::string& what, const std::string& recipe) {
    return law + "\t" + what + "\t" + recipe;
}

/// The figures on record, by `key`.
const std::map<std::string, float>& recorded() {
    static const std::map<std::string, float> all = [] {
        std::map<std::string, float> read;
        std::ifstream file(IMPULSE_TESTS_DIR "/solvers/figures.tsv");
        for (std::string line; std::getline(file, line);) {
            std::istringstream cells(line);
            std::string law, what, unit, recipe, value;
            std::getline(cells, law, '\t');
            std::getline(cells, what, '\t');
            std::getline(cells, unit, '\t');
            std::getline(cells, recipe, '\t');
            std::getline(cells, value, '\t');
            if (!value.empty()) { read[key(law, what, recipe)] = std::strtof(value.c_str(), nullptr); }
        }
        return read;
    }();
    return all;
}

/// A bound far from the value lets a change of ten times pass: the value on record does not.
void hold_to_record(const Quantity& quantity, const std::string& recipe, float value, Range asked) {
    if (!quantity.golden || std::getenv("IMPULSE_RECORD") != nullptr) { return; }
    const auto found = recorded().find(key(quantity.law, quantity.what, recipe));
    INFO(recipe << ", " << quantity.law << ", " << quantity.what << ": `npm run matrix -- --record` puts it on record");
    REQUIRE(found != recorded().end());
    const float bound = std::isfinite(asked.high) ? std::abs(asked.high) : std::abs(found->second);
    const Range golden = about(found->second, 0.3f * std::abs(found->second) + 0.001f * bound);
    INFO("on record " << found->second << ", now " << value << ", within 30 %: " << text(golden));
    CHECK(golden.holds(value));
}

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
    hold_to_record(quantity, recipe.name, value, asked);
    if (shortfall != nullptr) {
        INFO("what is asked, " << text(asked) << ", is met: strike the shortfall from shortfalls.h");
        CHECK_FALSE(asked.holds(value));
    }
}

} // namespace impulse::test

CATCH_REGISTER_LISTENER(impulse::test::MatrixWriter)
