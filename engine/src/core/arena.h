/// Memory for one step: allocation is an addition, release returns to a mark, and the step must release everything.
///
/// The arena grows by chunks, so allocated memory never moves. When it becomes empty again the chunks are replaced by
/// one as big as all of them: a step that needs no more than the last one allocates nothing. Chunks of many megabytes
/// are not replaced: where they were, the allocator would find no room for their sum. If much of them is unused, those
/// that the step did not need are freed.
#pragma once

#include <cstddef>
#include <cstring>
#include <memory>
#include <span>
#include <type_traits>
#include <vector>

namespace impulse {

template <class T>
void fill_zeros(std::span<T> values) {
    static_assert(std::is_trivially_copyable_v<T>);
    std::memset(static_cast<void*>(values.data()), 0, values.size_bytes());
}

class Arena {
  public:
    /// Position of the arena. Marks are released in the reverse order of their creation.
    struct Mark {
        size_t chunk = 0;
        size_t used = 0;  ///< bytes of that chunk
        size_t total = 0; ///< bytes over all chunks
    };

    /// `count` values without an initial value, on a 16-byte boundary, until a mark taken before is released.
    template <class T>
    std::span<T> allocate(size_t count) {
        static_assert(std::is_trivially_copyable_v<T> && std::is_trivially_destructible_v<T>);
        static_assert(alignof(T) <= kAlignment);
        return {static_cast<T*>(allocate_bytes(count * sizeof(T))), count};
    }

    /// The same with all bytes 0, set at once: WebAssembly fills memory by a call, which costs more than a few stores.
    template <class T>
    std::span<T> allocate_zeros(size_t count) {
        const std::span<T> zeros = allocate<T>(count);
        fill_zeros(zeros);
        return zeros;
    }

    /// Makes `bytes` available beside those in use, in one chunk. Returns false if there is no memory for it.
    bool reserve(size_t bytes);

    Mark mark() const { return {current_, used_, total_}; }
    /// Releases everything allocated since `mark`.
    void release(const Mark& mark);

    bool empty() const { return total_ == 0; }
    /// Bytes available without a system allocation, at best.
    size_t capacity() const;
    /// Peak of the bytes in use.
    size_t high_water() const { return high_water_; }

  private:
    static constexpr size_t kAlignment = 16; // bytes: a four-lane float vector
    struct alignas(kAlignment) Block {
        std::byte bytes[kAlignment];
    };
    struct Chunk {
        std::unique_ptr<Block[]> blocks;
        size_t size = 0; // bytes
    };

    void* allocate_bytes(size_t bytes);
    void next_chunk(size_t bytes);
    Chunk make_chunk(size_t bytes) const;

    std::vector<Chunk> chunks_;
    size_t current_ = 0;    // index of the chunk that is being filled
    size_t reached_ = 0;    // highest since the arena was empty
    size_t used_ = 0;       // bytes of it
    size_t total_ = 0;      // bytes in use over all chunks
    size_t high_water_ = 0; // bytes
};

} // namespace impulse
