/// State as bytes. A structure names its parts once, in its member `archive`, for measuring, writing, checking and
/// reading alike. So the written and the read parts cannot differ.
///
/// Parts are plain data, arrays of it, lists, and structures with an `archive` of their own. An archive does not
/// support bytes behind pointers: there are none in the state (world/state.h). A structured binding names all members
/// of a structure, so that a new member does not compile until it is handled.
///
/// The packed form stores, word by word, only how far a prediction is off. A list is stored by column, one word of
/// all its elements after the other, so that a prediction can use all that was stored before: earlier lists, earlier
/// columns, and the same word of the elements before, which is the default prediction. Differences are stored in
/// half-bytes, after one that gives their number, and runs of words that were predicted exactly in one.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <type_traits>

#include "core/list.h"
#include "core/state_hash.h"

namespace impulse {

class Archive {
  public:
    enum class Task : uint8_t {
        measure, ///< counts bytes and writes nothing
        write,
        check, ///< traverses the bytes as `read` does and changes nothing
        read,  ///< after `check` only: it trusts the bytes
        digest, ///< hashes the parts
        pack,   ///< writes the packed form, which is at most `packed_bound` long
        scan,   ///< `check` of the packed form
        unpack, ///< `read` of the packed form, after `scan` only
    };
    /// Predicts a 32-bit word (less in elements of less) of an element. The same for `pack` and `unpack`.
    using Predict = uint32_t (*)(const void* context, size_t element, size_t word);

    /// `at` has `size` bytes, to be written or read; none for `measure` and `digest`. `unpacked`: for `scan`, the size
    /// of the unpacked form.
    Archive(Task task, std::byte* at, size_t size, const void* context = nullptr, size_t unpacked = 0)
        : task_(task), at_(at), left_(size), context_(context), unpacked_(unpacked) {}

    /// Bytes that the packed form of so many bytes may need.
    static constexpr size_t packed_bound(size_t bytes) { return bytes + bytes / 4 + 16; }

    /// Each part in this order.
    template <class... Parts>
    void operator()(Parts&... parts) {
        (add(parts), ...);
    }

    /// A list whose words are predicted so in the packed form, which stores these columns of it, in this order; all
    /// if none is named.
    template <class Element>
    void predicted(List<Element>& list, Predict predict, std::span<const uint8_t> columns = {}) {
        predict_ = predict;
        columns_ = columns;
        add(list);
        predict_ = nullptr;
        columns_ = {};
    }
    /// Other columns of it, in the packed form only.
    template <class Element>
    void rest(List<Element>& list, Predict predict, std::span<const uint8_t> columns = {}) {
        if (packs()) { predicted(list, predict, columns); }
    }
    /// Whether predictions are needed.
    const void* context() const { return context_; }
    bool predicts() const { return task_ == Task::pack || task_ == Task::unpack; }

    /// Whether the packed form is written or read.
    bool packs() const { return task_ >= Task::pack; }

    /// Whether the tree of the static shapes is a part.
    bool with_statics = true;

    /// Bytes so far, unpacked.
    size_t size() const { return size_; }
    /// `check` and `scan`: whether the bytes contained all parts, and nothing else.
    bool complete() const { return whole_ && left_ == (half_ ? 1 : 0) && zeros_ == 0 && (!packs() || size_ == unpacked_); }
    /// Ends `pack`: returns the number of its bytes.
    size_t finish(const std::byte* first);
    /// Hash of the sizes of the parts and list elements, in sequence, the same for every state of a structure;
    /// `digest`: of the state.
    uint64_t hash() const { return hash_.value(); }

    /// The predictions for the broad phase.
    Predict predict_proxy = nullptr;
    Predict predict_box = nullptr;

  private:
    template <class Part>
    void add(Part& part) {
        if constexpr (requires { part.archive(*this); }) {
            part.archive(*this);
        } else {
            static_assert(std::is_trivially_copyable_v<Part> && !std::is_pointer_v<Part>);
            plain(&part, sizeof(Part));
        }
    }
    template <class Part, size_t kCount>
    void add(std::array<Part, kCount>& parts) {
        for (Part& part : parts) { add(part); }
    }
    template <class Element>
    void add(List<Element>& list) {
        static_assert(!std::is_pointer_v<Element>);
        this->list(list.memory_, sizeof(Element), alignof(Element));
    }

    void plain(void* part, size_t size);
    void list(ListMemory& memory, size_t element, size_t alignment);
    void move(void* part, size_t size, size_t element);
    void words(std::byte* first, size_t count, size_t element);
    uint32_t word(uint32_t value);
    void put(uint32_t half_byte);
    uint32_t get();
    void put_zeros();

    Task task_;
    bool whole_ = true;
    bool half_ = false; // the packed byte at `at_` has its lower half
    std::byte* at_;
    size_t left_; // bytes
    size_t size_ = 0;
    const void* context_;
    size_t unpacked_;
    Predict predict_ = nullptr;
    std::span<const uint8_t> columns_;
    size_t zeros_ = 0; // words predicted exactly: to be written, or to be returned by `word`
    StateHash hash_;
};

} // namespace impulse
