/// Serialization. A structure lists its members once, in its function `archive`, for measuring, writing, checking and
/// reading alike. So the written and the read members cannot differ.
///
/// Parts are plain data, arrays of it, lists, and structures with an `archive` of their own. An archive does not
/// support bytes behind pointers: there are none in the state (world/state.h). A structured binding names all members
/// of a structure, so that a new member does not compile until it is handled.
///
/// The packed form stores, word by word, only how far a prediction is off: that of a guess in the same layout, or the
/// word of the element before. A list is stored by column, one word of all its elements after the other, so that later
/// guesses can be computed from what was read before. Differences go through a range coder that learns, in each column,
/// how often a prediction is exact and how long the others' differences are. One bit says that 64 elements are as
/// predicted: in a level of thousands of static bodies almost all are, and a bit for each would take most of the time.
#pragma once

#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <span>
#include <type_traits>

#include "core/list.h"
#include "core/state_hash.h"

namespace impulse {

class Bitset;

template <class Part>
constexpr bool reads_every_byte(const Part& part) {
    std::byte all{};
    for (const std::byte byte : std::bit_cast<std::array<std::byte, sizeof(Part)>>(part)) { all |= byte; }
    return (all | std::byte{1}) != std::byte{};
}

/// Data without padding, so that equal states are equal bytes: a constant expression must not read undefined bytes.
/// The first test cannot see through floats, nor Clang's second one through bit-fields.
template <class Part>
concept Plain = std::is_trivially_copyable_v<Part> && !std::is_pointer_v<Part> &&
                (std::has_unique_object_representations_v<Part> ||
                 requires { typename std::bool_constant<reads_every_byte(Part{})>; });

class Archive {
  public:
    enum class Task : uint8_t {
        measure, ///< counts bytes and writes nothing
        write,
        check,  ///< traverses the bytes as `read` does and changes nothing
        read,   ///< after `check` only: it trusts the bytes
        digest, ///< hashes the parts, which are words of 32 bits
        pack,   ///< writes the packed form, which is at most `packed_bound` long
        unpack, ///< `read` of the packed form: it trusts the bytes
    };

    /// `at` has `size` bytes, to be written or read; none for `measure` and `digest`.
    Archive(Task task, std::byte* at, size_t size);

    /// Bytes that the packed form of so many bytes may need.
    static constexpr size_t packed_bound(size_t bytes) { return bytes + bytes / 4 + 16; }

    /// Each part in this order.
    template <class... Parts>
    void operator()(Parts&... parts) {
        (add(parts), ...);
    }

    /// Whether the packed form is written or read.
    bool packs() const { return task_ >= Task::pack; }
    /// Whether the parts take what is read.
    bool reads() const { return task_ == Task::read || task_ == Task::unpack; }

    /// A list of which the packed form stores these columns, in this order. The elements of `kept`, which may be null,
    /// are what they are already; the others are near `guess`.
    template <class Element>
    void predicted(List<Element>& list, const std::type_identity_t<Element>* guess, const Bitset* kept = nullptr,
                   std::span<const uint8_t> columns = {}) {
        guess_ = reinterpret_cast<const std::byte*>(guess);
        kept_ = kept;
        columns_ = columns;
        add(list);
        guess_ = nullptr;
        kept_ = nullptr;
        columns_ = {};
    }
    /// More columns of a list, in the packed form only.
    template <class Element>
    void rest(List<Element>& list, const std::type_identity_t<Element>* guess, std::span<const uint8_t> columns = {}) {
        if (packs()) { predicted(list, guess, nullptr, columns); }
    }

    /// Whether the tree of the static shapes is a part, and which proxies of the broad phase are kept.
    bool with_statics = true;
    const Bitset* kept_proxies = nullptr;

    /// Bytes so far, unpacked.
    size_t size() const { return size_; }
    /// `check`: whether the bytes contained all parts, and nothing else.
    bool complete() const { return whole_ && left_ == 0; }
    /// Ends `pack`: the end of its bytes.
    const std::byte* finish();
    /// Hash of the sizes of the parts and list elements, in sequence, the same for every state of a structure;
    /// `digest`: of the state.
    uint64_t hash() const { return hash_.value(); }

  private:
    template <class Part>
    void add(Part& part) {
        if constexpr (requires { part.archive(*this); }) {
            part.archive(*this);
        } else {
            static_assert(Plain<Part>);
            plain(&part, sizeof(Part));
        }
    }
    template <class Part, size_t kCount>
    void add(std::array<Part, kCount>& parts) {
        for (Part& part : parts) { add(part); }
    }
    template <class Element>
    void add(List<Element>& list) {
        static_assert(Plain<Element>);
        this->list(list.memory_, sizeof(Element), alignof(Element));
    }

    void plain(void* part, size_t size);
    void list(ListMemory& memory, size_t element, size_t alignment);
    void move(void* part, size_t size, size_t element);
    void words(std::byte* first, size_t count, size_t element);
    /// How likely a bit is 0.
    struct Odds {
        uint16_t fast = 1u << 14;
        uint16_t slow = 1u << 14;
        uint8_t seen = 0;
    };
    struct Models {
        std::array<Odds, 8> other{};   // by the last three: whether a word is not 0
        std::array<Odds, 32> length{}; // a binary tree
        std::array<Odds, 32> second{};
        uint32_t last = 0;
    };

    uint32_t word(uint32_t value);
    bool bit(Odds& odds, bool value);
    uint32_t bits(uint32_t value, uint32_t count);
    void move_code(uint32_t by, uint32_t range);
    void next_byte();
    void put_byte();

    Task task_;
    bool whole_ = true;
    std::byte* at_;
    size_t left_; // bytes
    size_t size_ = 0;
    const std::byte* guess_ = nullptr;
    const Bitset* kept_ = nullptr;
    std::span<const uint8_t> columns_;
    Models models_;
    uint64_t low_ = 0;
    uint32_t range_ = 0xffffffffu;
    uint32_t code_ = 0;
    uint32_t first_ = 0; // byte to be written, and how many with those of ones behind it
    size_t waiting_ = 1;
    StateHash hash_;
};

} // namespace impulse
