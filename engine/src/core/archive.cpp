#include "core/archive.h"

#include <cstring>

namespace impulse {

void Archive::plain(void* part, size_t size) {
    layout_.add(static_cast<uint32_t>(size));
    move(part, size);
}

size_t Archive::begin_list(size_t count, size_t element) {
    layout_.add(~static_cast<uint32_t>(element)); // a list is told from a part of the same size
    uint32_t stored = static_cast<uint32_t>(count);
    const Task task = task_;
    if (task == Task::check && left_ >= sizeof stored) { std::memcpy(&stored, at_, sizeof stored); }
    move(&stored, sizeof stored);
    // Whoever checks must never multiply what overflows.
    if (task == Task::check && stored > left_ / element) {
        whole_ = false;
        return 0;
    }
    return stored;
}

void Archive::move(void* part, size_t size) {
    size_ += size;
    if (task_ == Task::measure || size == 0) { return; }
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

} // namespace impulse
