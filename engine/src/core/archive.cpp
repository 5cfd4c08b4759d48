#include "core/archive.h"

#include <cstring>

namespace impulse {

void Archive::plain(void* part, size_t size) {
    layout_.add(static_cast<uint32_t>(size));
    move(part, size);
}

void Archive::list(ListMemory& memory, size_t element, size_t alignment) {
    layout_.add(~static_cast<uint32_t>(element)); // distinguishes a list from a part of the same size
    uint32_t count = static_cast<uint32_t>(memory.size);
    if (task_ == Task::check && left_ >= sizeof count) { std::memcpy(&count, at_, sizeof count); }
    move(&count, sizeof count);
    // Checked before any multiplication or allocation.
    if (task_ == Task::check && count > left_ / element) {
        whole_ = false;
        return;
    }
    if (task_ == Task::read) {
        if (count > memory.capacity) {
            memory.data = list_regrow(memory.data, 0, count * element, alignment);
            memory.capacity = count;
        }
        memory.size = count;
    }
    move(memory.data, count * element);
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
