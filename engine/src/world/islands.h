/// Islands: bodies connected by touching contacts and by joints. Those of awake bodies are found again in each step,
/// in time proportional to their contacts. Bodies that fall asleep together stay in a ring, so that they wake together.
#pragma once

#include "world/state.h"

namespace impulse {

/// The lowest slot joined with one, by union-find. `parent`: by slot, a lower one of the same set, or itself.
uint32_t root_of(std::span<uint32_t> parent, uint32_t slot);

/// Numbers the islands of awake bodies that impulses can move, in the order of their lowest slots (union-find with path
/// halving, Tarjan and van Leeuwen 1984). A contact with an immovable body connects nothing. Bodies without contacts or
/// joints have no number: nothing is solved for them. Pre: the graph and `step.awake` are final.
void connect_islands(Step& step);
/// Forgets the numbers by slot. `Step::islands` remains.
void release_islands(Step& step);

/// Searches the awake dynamic bodies connected with one. `WorldState::island_of` marks those found, until this ends.
class Connected {
  public:
    /// Pre: no body has a number. `pressing`: over contacts that carry a force or overlap, not over gaps.
    Connected(WorldState& world, bool pressing) : world_(world), pressing_(pressing) {}
    ~Connected();
    Connected(const Connected&) = delete;
    Connected& operator=(const Connected&) = delete;

    /// The bodies connected with an awake dynamic one, itself included, ascending, in the arena; empty if it was found
    /// before.
    std::span<const uint32_t> with(uint32_t slot);

  private:
    WorldState& world_;
    bool pressing_;
    uint32_t count_ = 0;          // of searches that found bodies: their mark is its number
    std::span<uint32_t> found_{}; ///< room for all awake bodies
    size_t end_ = 0;
};

/// All bodies that sleep with this one, itself included, ascending, in the arena. Pre: it sleeps.
std::span<const uint32_t> sleepers_with(const WorldState& world, Arena& arena, uint32_t slot);

} // namespace impulse
