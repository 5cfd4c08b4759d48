#include "core/archive.h"

#include <cstring>

#include "core/bitset.h"

namespace impulse {
namespace {

// Half-bytes that stand for 2^1 to 2^6 words predicted exactly, and for many. Those below are numbers of half-bytes.
constexpr uint32_t kPair = 9;
constexpr uint32_t kMany = 15;
constexpr size_t kManyZeros = 1024;

} // namespace

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
        for (size_t at = 0; at < size; at += 4) {
            uint32_t value = 0;
            std::memcpy(&value, static_cast<std::byte*>(part) + at, size - at < 4 ? size - at : 4);
            hash_.add(value);
        }
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
    for (size_t turn = 0; turn < columns; ++turn) {
        const size_t column = columns_.empty() ? turn : columns_[turn];
        std::byte* at = first + column * unit;
        uint32_t value = 0;
        uint32_t rise = 0; // indices often count
        for (size_t i = 0; i < count; ++i, at += element) {
            const bool kept = kept_ != nullptr && kept_->test(static_cast<uint32_t>(i));
            uint32_t predicted = value + (rise == 1 ? 1 : 0);
            if (guess_ != nullptr) { std::memcpy(&predicted, guess_ + (at - first), unit); }
            if (kept) { std::memcpy(&predicted, at, unit); }
            const uint32_t before = value;
            if (task_ == Task::pack) { std::memcpy(&value, at, unit); }
            // Zigzag: the sign comes last, so that small differences of either sign are small numbers.
            const uint32_t difference = value - predicted;
            const uint32_t coded = word(difference << 1 ^ (0u - (difference >> 31)));
            if (task_ == Task::unpack) {
                value = predicted + (coded >> 1 ^ (0u - (coded & 1u)));
                std::memcpy(at, &value, unit);
            }
            rise = value - before;
        }
    }
}

uint32_t Archive::word(uint32_t value) {
    if (task_ == Task::pack) {
        if (value == 0) {
            ++zeros_;
            return 0;
        }
        put_zeros();
        uint32_t digits = 8;
        while (value >> (4 * digits - 4) == 0) { --digits; }
        put(digits);
        for (uint32_t i = 0; i < digits; ++i) { put(value >> (4 * i) & 15u); }
        return value;
    }
    if (zeros_ == 0) {
        const uint32_t digits = get();
        if (digits > 0 && digits < kPair) {
            value = 0;
            for (uint32_t i = 0; i < digits; ++i) { value |= get() << (4 * i); }
            return value;
        }
        zeros_ = digits == 0 ? 1 : digits == kMany ? kManyZeros : size_t{2} << (digits - kPair);
    }
    --zeros_;
    return 0;
}

void Archive::put_zeros() {
    for (; zeros_ >= kManyZeros; zeros_ -= kManyZeros) { put(kMany); }
    for (uint32_t power = kMany - kPair; power > 0; --power) {
        for (; zeros_ >> power != 0; zeros_ -= size_t{1} << power) { put(kPair + power - 1); }
    }
    if (zeros_ != 0) { put(0); }
    zeros_ = 0;
}

void Archive::put(uint32_t half_byte) {
    if (half_) {
        *at_++ |= static_cast<std::byte>(half_byte << 4);
    } else {
        *at_ = static_cast<std::byte>(half_byte);
    }
    half_ = !half_;
}

uint32_t Archive::get() {
    if (left_ == 0) { return 0; }
    const uint32_t both = std::to_integer<uint32_t>(*at_);
    half_ = !half_;
    if (half_) { return both & 15u; }
    ++at_;
    --left_;
    return both >> 4;
}

const std::byte* Archive::finish() {
    put_zeros();
    return half_ ? at_ + 1 : at_;
}

} // namespace impulse
