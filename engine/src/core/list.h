/// A growing array of plain data. What the engine keeps by index lies in these: std::vector's ways to grow are compiled anew for
/// every type of element, a tenth of the package; here they are two functions that move bytes.
#pragma once

#include <cstddef>
#include <span>
#include <type_traits>
#include <utility>

#include "core/assert.h"

namespace impulse {

/// Other memory of that many bytes that begins with the `used` bytes of the old one, which is freed.
void* list_regrow(void* old, size_t used, size_t bytes, size_t alignment);
/// Copies of one element side by side.
void list_fill(void* first, size_t count, const void* element, size_t size);
void list_free(void* data, size_t alignment);

/// As std::vector, as far as it goes. Elements are moved as bytes, and references to them end when it grows.
template <class T>
class List {
  public:
    using value_type = T;

    List() = default;
    explicit List(size_t count, const T& value = T{}) { resize(count, value); }
    List(const List& other) { append(other); }
    List(List&& other) noexcept { swap(other); }
    List& operator=(List other) noexcept {
        swap(other);
        return *this;
    }
    ~List() {
        static_assert(std::is_trivially_copyable_v<T> && std::is_trivially_destructible_v<T>);
        list_free(data_, alignof(T));
    }

    T* data() { return data_; }
    const T* data() const { return data_; }
    size_t size() const { return size_; }
    size_t capacity() const { return capacity_; }
    bool empty() const { return size_ == 0; }

    T* begin() { return data_; }
    T* end() { return data_ + size_; }
    const T* begin() const { return data_; }
    const T* end() const { return data_ + size_; }
    T& operator[](size_t i) {
        IMPULSE_ASSERT(i < size_);
        return data_[i];
    }
    const T& operator[](size_t i) const {
        IMPULSE_ASSERT(i < size_);
        return data_[i];
    }
    T& back() { return (*this)[size_ - 1]; }
    const T& back() const { return (*this)[size_ - 1]; }

    void reserve(size_t capacity) {
        if (capacity <= capacity_) { return; }
        data_ = static_cast<T*>(list_regrow(data_, size_ * sizeof(T), capacity * sizeof(T), alignof(T)));
        capacity_ = capacity;
    }
    void push_back(const T& value) {
        if (size_ == capacity_) {
            const T copy = value; // it may be one of these
            make_room(size_ + 1);
            data_[size_++] = copy;
            return;
        }
        data_[size_++] = value;
    }
    /// Ends with `count` elements; new ones are copies of `value`.
    void resize(size_t count, const T& value = T{}) {
        const T copy = value; // it may be one of these
        make_room(count);
        if (count > size_) { list_fill(data_ + size_, count - size_, &copy, sizeof(T)); }
        size_ = count;
    }
    /// As `resize`, but new elements hold anything: whoever writes them all need not fill them first.
    void resize_for_overwrite(size_t count) {
        make_room(count);
        size_ = count;
    }
    void append(std::span<const T> values) {
        make_room(size_ + values.size());
        for (const T& value : values) { data_[size_++] = value; }
    }
    void pop_back() {
        IMPULSE_ASSERT(size_ > 0);
        --size_;
    }
    void clear() { size_ = 0; }
    /// Takes the first `count` out; the others move up.
    void drop_front(size_t count) {
        IMPULSE_ASSERT(count <= size_);
        for (size_t i = count; i < size_; ++i) { data_[i - count] = data_[i]; }
        size_ -= count;
    }
    void swap(List& other) noexcept {
        std::swap(data_, other.data_);
        std::swap(size_, other.size_);
        std::swap(capacity_, other.capacity_);
    }

  private:
    /// Grows by doubling at least, so that n elements cost O(n) to append.
    void make_room(size_t count) {
        if (count > capacity_) { reserve(count > 2 * capacity_ ? count : 2 * capacity_); }
    }

    T* data_ = nullptr;
    size_t size_ = 0;     // elements
    size_t capacity_ = 0; // elements
};

} // namespace impulse
