// Checks measured values against their bounds. If IMPULSE_MATRIX names a file, they are written to it at the end of the
// run: a line per value, with tabs between columns. `npm run matrix` makes tables of them.
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

struct Record {
    const Quantity* quantity;
    std::string preset;
    float value;
};

std::vector<Record>& records() {
    static std::vector<Record> all;
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

const Shortfall* find(const std::vector<Shortfall>& all, const Quantity& quantity, const std::string& preset) {
    const auto found = std::find_if(all.begin(), all.end(), [&](const Shortfall& shortfall) {
        return &shortfall.quantity == &quantity && shortfall.preset == preset;
    });
    return found == all.end() ? nullptr : &*found;
}

std::string columns() {
    constexpr const char* kExact = "%.9g";
    const std::vector<Shortfall> known = shortfalls();
    std::string lines = "presets";
    for (const Preset& preset : presets()) { lines += std::string("\t") + preset.name; }
    lines += "\n";
    for (const Record& entry : records()) {
        const Quantity& quantity = *entry.quantity;
        const std::vector<Preset> all = presets();
        const auto preset =
            std::find_if(all.begin(), all.end(), [&](const Preset& r) { return r.name == entry.preset; });
        const Range asked = quantity.asked.of(preset->column);
        lines += std::string(quantity.law) + "\t" + quantity.what + "\t" + quantity.unit + "\t" + entry.preset + "\t" +
                 text(entry.value, kExact) + "\t" + text(asked.low, kExact) + "\t" + text(asked.high, kExact);
        if (const Shortfall* shortfall = find(known, quantity, entry.preset)) {
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

std::string key(const std::string& law, const std::string& what, const std::string& preset) {
    return law + "\t" + what + "\t" + preset;
}

/// The figures on record, by `key`.
const std::map<std::string, float>& recorded() {
    static const std::map<std::string, float> all = [] {
        std::map<std::string, float> read;
        std::ifstream file(IMPULSE_TESTS_DIR "/solvers/figures.tsv");
        for (std::string line; std::getline(file, line);) {
            std::istringstream cells(line);
            std::string law, what, unit, preset, value;
            std::getline(cells, law, '\t');
            std::getline(cells, what, '\t');
            std::getline(cells, unit, '\t');
            std::getline(cells, preset, '\t');
            std::getline(cells, value, '\t');
            if (!value.empty()) { read[key(law, what, preset)] = std::strtof(value.c_str(), nullptr); }
        }
        return read;
    }();
    return all;
}

/// A bound far from the value would accept a tenfold change; the recorded value does not.
void hold_to_record(const Quantity& quantity, const std::string& preset, float value, Range asked) {
    if (!quantity.golden || std::getenv("IMPULSE_RECORD") != nullptr) { return; }
    const auto found = recorded().find(key(quantity.law, quantity.what, preset));
    INFO(preset << ", " << quantity.law << ", " << quantity.what << ": `npm run matrix -- --record` records it");
    REQUIRE(found != recorded().end());
    const float bound = std::isfinite(asked.high) ? std::abs(asked.high) : std::abs(found->second);
    const Range golden = about(found->second, 0.3f * std::abs(found->second) + 0.001f * bound);
    INFO("recorded " << found->second << ", now " << value << ", within 30 %: " << text(golden));
    CHECK(golden.holds(value));
}

} // namespace

void judge(const Preset& preset, const Quantity& quantity, float value) {
    for (const Record& entry : records()) {
        if (entry.quantity == &quantity && entry.preset == preset.name) {
            FAIL(quantity.law << ", " << quantity.what << ", is recorded twice for " << preset.name);
        }
    }
    records().push_back({&quantity, preset.name, value});
    const std::vector<Shortfall> known = shortfalls();
    const Shortfall* shortfall = find(known, quantity, preset.name);
    const Range asked = quantity.asked.of(preset.column);
    const Range bound = shortfall != nullptr ? shortfall->reached : asked;
    INFO(preset.name << ", " << quantity.law << ", " << quantity.what << ": " << value << " " << quantity.unit
                     << ", bound " << text(bound));
    CHECK(bound.holds(value));
    hold_to_record(quantity, preset.name, value, asked);
    if (shortfall != nullptr) {
        INFO("the bound, " << text(asked) << ", is met: delete the shortfall from shortfalls.h");
        CHECK_FALSE(asked.holds(value));
    }
}

} // namespace impulse::test

CATCH_REGISTER_LISTENER(impulse::test::MatrixWriter)
