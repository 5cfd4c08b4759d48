/// A growing array of plain data, for the engine's indexed arrays. The growth functions of std::vector are compiled for
/// every element type, a tenth of the package; here two functions move bytes.
#pragma once

#include <cstddef>
#include <span>
#include <type_traits>
#include <utility>

#include "core/assert.h"

namespace impulse {

/// Returns a block of that many bytes that begins with the `used` bytes of the old one, which is freed.
void* list_regrow(void* old, size_t used, size_t bytes, size_t alignment);
/// Copies one element repeatedly.
void list_fill(void* first, size_t count, const void* element, size_t size);
void list_free(void* data, size_t alignment);

/// The common base of lists of all types.
struct ListMemory {
    void* data = nullptr;
    size_t size = 0;     // elements
    size_t capacity = 0; // elements
};

/// A subset of std::vector. Elements are moved as bytes, and growth invalidates references to them.
template <class T>
class List {
  public:
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
        list_free(memory_.data, alignof(T));
    }

    T* data() { return static_cast<T*>(memory_.data); }
    const T* data() const { return static_cast<const T*>(memory_.data); }
    size_t size() const { return memory_.size; }
    size_t capacity() const { return memory_.capacity; }
    bool empty() const { return memory_.size == 0; }

    T* begin() { return data(); }
    T* end() { return data() + memory_.size; }
    const T* begin() const { return data(); }
    const T* end() const { return data() + memory_.size; }
    T& operator[](size_t i) {
        IMPULSE_ASSERT(i < memory_.size);
        return data()[i];
    }
    const T& operator[](size_t i) const {
        IMPULSE_ASSERT(i < memory_.size);
        return data()[i];
    }
    T& back() { return (*this)[memory_.size - 1]; }
    const T& back() const { return (*this)[memory_.size - 1]; }

    void reserve(size_t capacity) {
        if (capacity <= memory_.capacity) { return; }
        memory_.data = list_regrow(memory_.data, memory_.size * sizeof(T), capacity * sizeof(T), alignof(T));
        memory_.capacity = capacity;
    }
    void push_back(const T& value) {
        if (memory_.size == memory_.capacity) {
            const T copy = value; // it may be one of these
            make_room(memory_.size + 1);
            data()[memory_.size++] = copy;
            return;
        }
        data()[memory_.size++] = value;
    }
    /// Ends with `count` elements; new ones are copies of `value`.
    void resize(size_t count, const T& value = T{}) {
        const T copy = value; // it may be one of these
        make_room(count);
        if (count > memory_.size) { list_fill(data() + memory_.size, count - memory_.size, &copy, sizeof(T)); }
        memory_.size = count;
    }
    void append(std::span<const T> values) {
        make_room(memory_.size + values.size());
        for (const T& value : values) { data()[memory_.size++] = value; }
    }
    void pop_back() {
        IMPULSE_ASSERT(memory_.size > 0);
        --memory_.size;
    }
    void clear() { memory_.size = 0; }
    /// Removes the first `count`; the others move up.
    void drop_front(size_t count) {
        IMPULSE_ASSERT(count <= memory_.size);
        for (size_t i = count; i < memory_.size; ++i) { data()[i - count] = data()[i]; }
        memory_.size -= count;
    }
    void swap(List& other) noexcept { std::swap(memory_, other.memory_); }

  private:
    /// Grows by doubling at least, so that n elements cost O(n) to append.
    void make_room(size_t count) {
        if (count > memory_.capacity) { reserve(count > 2 * memory_.capacity ? count : 2 * memory_.capacity); }
    }

    friend class Archive;
    ListMemory memory_;
};

/// The index of an unused element: the last of `free`, or that of a new element.
template <class Index, class T>
Index take_free(List<Index>& free, List<T>& elements, const T& fresh = T{}) {
    if (free.empty()) {
        elements.push_back(fresh);
        return static_cast<Index>(elements.size() - 1);
    }
    const Index index = free.back();
    free.pop_back();
    return index;
}

/// For lists that have one element each for the same things.
template <class Count, class... Lists>
void resize_all(Count count, Lists&... lists) {
    (lists.resize(count), ...);
}
template <class Count, class... Lists>
void reserve_all(Count capacity, Lists&... lists) {
    (lists.reserve(capacity), ...);
}

} // namespace impulse
