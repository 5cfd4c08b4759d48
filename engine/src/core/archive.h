/// State as bytes. A structure names its parts once, in its member `archive`, for measuring, writing, checking and
/// reading alike. So the written and the read parts cannot differ.
///
/// Parts are plain data, arrays of it, lists, and structures with an `archive` of their own. An archive does not
/// support bytes behind pointers: there are none in the state (world/state.h). A structured binding names all members
/// of a structure, so that a new member does not compile until it is handled.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
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
    };

    /// `from` has `size` bytes, to be written or read; none for `measure`.
    Archive(Task task, std::byte* at, size_t size) : task_(task), at_(at), left_(size) {}

    /// Each part in this order.
    template <class... Parts>
    void operator()(Parts&... parts) {
        (add(parts), ...);
    }

    /// Bytes so far.
    size_t size() const { return size_; }
    /// `check`: whether the bytes contained all parts, and nothing else.
    bool complete() const { return whole_ && left_ == 0; }
    /// Hash of the sizes of the parts and list elements, in sequence. The same for every state of a structure.
    uint64_t layout() const { return layout_.value(); }

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
    void move(void* part, size_t size);

    Task task_;
    bool whole_ = true;
    std::byte* at_;
    size_t left_; // bytes
    size_t size_ = 0;
    StateHash layout_;
};

} // namespace impulse
