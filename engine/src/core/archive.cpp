#include "core/archive.h"

#include <algorithm>
#include <bit>
#include <cstring>

#include "core/assert.h"
#include "core/bitset.h"

namespace impulse {
namespace {

// Odds are parts of 2^15; a code that ranges over less than 2^24 gets another byte.
constexpr uint32_t kCertain = 15;
constexpr uint32_t kTop = uint32_t{1} << 24;
constexpr size_t kRun = 64; // elements with one bit for all of them if each is as predicted; a word of a bitset

[[gnu::always_inline]] inline uint32_t load_word(const std::byte* at, size_t unit) {
    uint32_t value = 0;
    if (unit == 4) {
        std::memcpy(&value, at, 4); // one instruction, as the size is known
    } else {
        std::memcpy(&value, at, unit);
    }
    return value;
}

} // namespace

Archive::Archive(Task task, std::byte* at, size_t size) : task_(task), at_(at), left_(size) {
    for (int i = 0; i < 5 && task == Task::unpack; ++i) { next_byte(); }
}

void Archive::plain(void* part, size_t size) {
    if (task_ != Task::digest) { hash_.add(static_cast<uint32_t>(size)); }
    move(part, size, size);
}

void Archive::list(ListMemory& memory, size_t element, size_t alignment) {
    if (task_ != Task::digest) {
        hash_.add(~static_cast<uint32_t>(element)); // distinguishes a list from a part of the same size
    }
    uint32_t count = static_cast<uint32_t>(memory.size);
    if (packs()) {
        models_ = {};
        count = word(count);
        size_ += sizeof count;
    } else {
        if (task_ == Task::check && left_ >= sizeof count) { std::memcpy(&count, at_, sizeof count); }
        move(&count, sizeof count, sizeof count);
    }
    // Checked before any multiplication or allocation.
    if (task_ == Task::check && count > left_ / element) {
        whole_ = false;
        return;
    }
    if (task_ == Task::read || task_ == Task::unpack) {
        if (count > memory.capacity) {
            memory.data = list_regrow(memory.data, memory.size * element, count * element, alignment);
            memory.capacity = count;
        }
        memory.size = count;
    }
    move(memory.data, count * element, element);
}

void Archive::move(void* part, size_t size, size_t element) {
    size_ += size;
    if (task_ == Task::measure || size == 0) { return; }
    if (packs()) { return words(static_cast<std::byte*>(part), size / element, element); }
    if (task_ == Task::digest) {
        IMPULSE_ASSERT(size % 4 == 0);
        StateHash hash = hash_; // in a register
        for (size_t at = 0; at < size; at += 4) {
            uint32_t value;
            std::memcpy(&value, static_cast<std::byte*>(part) + at, 4);
            hash.add(value);
        }
        hash_ = hash;
        return;
    }
    if (size > left_) {
        whole_ = false;
        left_ = 0;
        return;
    }
    if (task_ == Task::write) { std::memcpy(at_, part, size); }
    if (task_ == Task::read) { std::memcpy(part, at_, size); }
    at_ += size;
    left_ -= size;
}

void Archive::words(std::byte* first, size_t count, size_t element) {
    const size_t unit = element % 4 == 0 ? 4 : element % 2 == 0 ? 2 : 1;
    const size_t columns = columns_.empty() ? element / unit : columns_.size();
    const auto load = [unit](const std::byte* at) { return load_word(at, unit); };
    for (size_t turn = 0; turn < columns; ++turn) {
        std::byte* const top = first + (columns_.empty() ? turn : columns_[turn]) * unit;
        uint32_t value = 0;
        uint32_t rise = 0; // indices often count
        models_ = {};
        Odds runs;
        for (size_t begin = 0; begin < count; begin += kRun) {
            const size_t end = std::min(begin + kRun, count);
            const size_t kept = begin / kRun;
            if (end - begin == kRun && kept_ != nullptr && kept < kept_->words().size() && ~kept_->words()[kept] == 0) {
                const std::byte* at = top + (end - 1) * element;
                value = load(at);
                rise = value - load(at - element);
                continue;
            }
            const uint32_t last[] = {value, rise};
            bool coding = task_ == Task::unpack;
            bool exact = !coding || !bit(runs, false);
            for (;;) {
                std::byte* at = top + begin * element;
                for (size_t i = begin; i < end && (coding || exact); ++i, at += element) {
                    uint32_t now = load(at);
                    if (kept_ == nullptr || !kept_->test(static_cast<uint32_t>(i))) {
                        const uint32_t guess =
                            guess_ != nullptr ? load(guess_ + (at - first)) : value + (rise == 1 ? 1 : 0);
                        // Zigzag: the sign comes last, so that small differences of either sign are small numbers.
                        const uint32_t difference = now - guess;
                        if (!coding) {
                            exact = difference == 0;
                        } else {
                            const uint32_t coded = exact ? 0 : word(difference << 1 ^ (0u - (difference >> 31)));
                            if (task_ == Task::unpack) {
                                now = guess + (coded >> 1 ^ (0u - (coded & 1u)));
                                std::memcpy(at, &now, unit);
                            }
                        }
                    }
                    rise = now - value;
                    value = now;
                }
                if (coding) { break; }
                bit(runs, !exact);
                if (exact) { break; }
                value = last[0];
                rise = last[1];
                coding = true;
            }
        }
    }
}

// Whether the word is 0, its length in bits, the bit after the first, and the others, which are noise.
uint32_t Archive::word(uint32_t value) {
    const bool other = bit(models_.other[models_.last], value != 0);
    models_.last = (models_.last << 1 | (other ? 1u : 0u)) & 7u;
    if (!other) { return 0; }
    uint32_t length = static_cast<uint32_t>(std::bit_width(value)) - 1; // of what follows the first bit
    uint32_t node = 1;
    for (uint32_t i = 5; i-- > 0;) { node = 2 * node + (bit(models_.length[node], (length >> i & 1u) != 0) ? 1u : 0u); }
    length = node - 32;
    if (length == 0) { return 1; }
    const uint32_t second = bit(models_.second[length], (value >> (length - 1) & 1u) != 0) ? 1u : 0u;
    uint32_t found = 2 + second;
    uint32_t left = length - 1;
    if (left > 16) {
        left -= 16;
        found = found << left | bits(value >> 16 & ((1u << left) - 1), left);
        left = 16;
    }
    return found << left | bits(value & ((1u << left) - 1), left);
}

// Range coder (Martin 1979), in the form of LZMA (Pavlov 1998). Odds are the mean of two, which follow the bits by a
// 16th and by a 128th of their error; at first by as much as makes them the mean of the bits so far.
bool Archive::bit(Odds& odds, bool value) {
    const uint32_t bound = (range_ >> kCertain) * ((odds.fast + odds.slow) / 2u);
    if (task_ == Task::unpack) { value = code_ >= bound; }
    const uint32_t rate = std::max(1u, static_cast<uint32_t>(std::bit_width(odds.seen)));
    if (odds.seen < 127) { ++odds.seen; }
    const auto follow = [value](uint16_t& zero, uint32_t by) {
        const uint32_t error = value ? zero : (1u << kCertain) - zero;
        zero = static_cast<uint16_t>(value ? zero - (error >> by) : zero + (error >> by));
    };
    follow(odds.fast, std::min(rate, 4u));
    follow(odds.slow, rate);
    if (value) {
        move_code(bound, range_ - bound);
    } else {
        move_code(0, bound);
    }
    return value;
}

/// At most 16 bits, each as likely as not.
uint32_t Archive::bits(uint32_t value, uint32_t count) {
    const uint32_t range = range_ >> count;
    if (task_ == Task::unpack) { value = std::min(code_ / range, (1u << count) - 1); }
    move_code(value * range, range);
    return value;
}

void Archive::move_code(uint32_t by, uint32_t range) {
    low_ += by;
    code_ -= by;
    range_ = range;
    for (; range_ < kTop; range_ <<= 8) {
        if (task_ == Task::unpack) {
            next_byte();
        } else {
            put_byte();
        }
    }
}

void Archive::next_byte() {
    code_ = code_ << 8;
    if (left_ == 0) { return; }
    code_ |= std::to_integer<uint32_t>(*at_++);
    --left_;
}

/// Bytes of ones wait, since a carry may turn them to zeros.
void Archive::put_byte() {
    const uint32_t carry = static_cast<uint32_t>(low_ >> 32);
    if (carry != 0 || low_ < 0xff000000u) {
        for (; waiting_ > 0; --waiting_) {
            *at_++ = static_cast<std::byte>(first_ + carry);
            first_ = 0xff;
        }
        first_ = static_cast<uint32_t>(low_ >> 24) & 0xffu;
    }
    ++waiting_;
    low_ = (low_ & 0xffffffu) << 8;
}

const std::byte* Archive::finish() {
    for (int i = 0; i < 5; ++i) { put_byte(); }
    return at_;
}

} // namespace impulse
