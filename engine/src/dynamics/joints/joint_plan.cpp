// A body with one neighbour left is eliminated first: a tree has no fill-in (Parter 1961). Where loops leave
// none, the body with the fewest neighbours is (minimum degree: Tinney and Walker 1967), and its neighbours become
// neighbours of each other. An articulation with more fill-in blocks than joints is left to the
// iterations: a net of n x n bodies would cost n^3, a chain of rings is cheap.
#include "dynamics/joints/joint_plan.h"

#include <algorithm>
#include <utility>

#include "core/sort.h"

namespace impulse {
namespace {

struct Node {
    uint32_t slot = 0;
    uint32_t first_link = kNull;
    uint32_t degree = 0;
    uint32_t root = 0;      ///< towards the root of its articulation
    uint32_t place = kNull; ///< in the order of elimination of its articulation
    uint32_t column = 0;    ///< of `Elimination::entries`
    uint32_t entries = 0;
    uint32_t fills = 0;
};

/// A neighbour.
struct Link {
    uint32_t node = 0;
    uint32_t block = 0;
    uint32_t next = kNull;
};

/// An item of a list with the number by which the list is sorted.
struct Keyed {
    uint64_t key = 0;
    uint32_t item = 0;
};

/// Equal ones stay in their order.
void sort(std::span<Keyed> list, Arena& scratch) {
    merge_sort(scratch, list, [](const Keyed& a, const Keyed& b) { return a.key < b.key; });
}

/// The numbers from 0 on, sorted by `key(number)`.
template <class Key>
std::span<Keyed> sort_by(uint32_t count, Arena& scratch, Key&& key) {
    const std::span<Keyed> list = scratch.allocate<Keyed>(count);
    for (uint32_t i = 0; i < count; ++i) { list[i] = {key(i), i}; }
    sort(list, scratch);
    return list;
}

/// Data of an articulation, at its root.
struct Articulation {
    uint32_t joints = 0;
    uint32_t room = 0; ///< remaining fill-in blocks
    uint32_t blocks = 0;
    uint32_t first = kNull; ///< in order of elimination: of `Elimination::order`
    uint32_t bodies = 0;
    uint32_t first_joint = 0; ///< of `Elimination::joints`
    bool loops = false;       ///< left to the iterations
};

struct Elimination {
    std::span<const PlannedJoint> input;
    std::span<uint32_t> node_of; ///< by slot
    std::span<Node> nodes;
    std::span<Link> links;
    std::span<Articulation> articulations; ///< by node
    std::span<PlanEntry> entries;          ///< bodies by node
    std::span<uint32_t> fills;
    std::span<uint32_t> order; ///< nodes, mechanism by mechanism
    std::span<Keyed> joints;   ///< by root
    uint32_t node_count = 0, link_count = 0, entry_count = 0, fill_count = 0, order_count = 0;

    uint32_t root_of(uint32_t node) const {
        while (nodes[node].root != node) {
            nodes[node].root = nodes[nodes[node].root].root; // halves the way
            node = nodes[node].root;
        }
        return node;
    }
    uint32_t root_of(const PlannedJoint& joint) const {
        return root_of(node_of[joint.movesB ? joint.slotB : joint.slotA]);
    }

    uint32_t block_of(uint32_t a, uint32_t b) const {
        for (uint32_t link = nodes[a].first_link; link != kNull; link = links[link].next) {
            if (links[link].node == b) { return links[link].block; }
        }
        return kNull;
    }
    /// The block of two nodes, a new one where they were no neighbours.
    uint32_t connect(uint32_t a, uint32_t b, uint32_t& blocks) {
        const uint32_t known = block_of(a, b);
        if (known != kNull) { return known; }
        for (const auto& [from, to] : {std::pair{a, b}, std::pair{b, a}}) {
            links[link_count] = {to, blocks, nodes[from].first_link};
            nodes[from].first_link = link_count++;
            ++nodes[from].degree;
        }
        return blocks++;
    }
    void disconnect(uint32_t from, uint32_t to) {
        uint32_t* at = &nodes[from].first_link;
        while (links[*at].node != to) { at = &links[*at].next; }
        *at = links[*at].next;
        --nodes[from].degree;
    }
};

/// Bodies as nodes, articulations by union-find.
void connect_all(Elimination& e) {
    const auto node = [&](uint32_t slot) {
        uint32_t& at = e.node_of[slot];
        if (at == kNull) {
            at = e.node_count++;
            e.nodes[at] = {.slot = slot, .root = at};
        }
        return at;
    };
    for (const PlannedJoint& joint : e.input) {
        if (joint.movesA) { e.node_of[joint.slotA] = kNull; }
        if (joint.movesB) { e.node_of[joint.slotB] = kNull; }
    }
    for (const PlannedJoint& joint : e.input) {
        const uint32_t a = joint.movesA ? node(joint.slotA) : kNull;
        const uint32_t b = joint.movesB ? node(joint.slotB) : kNull;
        if (a == kNull || b == kNull) { continue; }
        const uint32_t rootA = e.root_of(a);
        const uint32_t rootB = e.root_of(b);
        e.nodes[std::max(rootA, rootB)].root = std::min(rootA, rootB);
    }
    for (uint32_t i = 0; i < e.node_count; ++i) { e.articulations[i] = {}; }
    for (const PlannedJoint& joint : e.input) {
        Articulation& articulation = e.articulations[e.root_of(joint)];
        ++articulation.joints;
        ++articulation.room;
        if (joint.movesA && joint.movesB) {
            (void)e.connect(e.node_of[joint.slotA], e.node_of[joint.slotB], articulation.blocks);
        }
    }
}

/// False if the node would exceed the permitted fill-in.
bool eliminate(Elimination& e, uint32_t at) {
    Node& node = e.nodes[at];
    Articulation& articulation = e.articulations[e.root_of(at)];
    const uint32_t pairs = node.degree * (node.degree - 1) / 2;
    if (pairs > articulation.room) { return false; }
    articulation.room -= pairs;
    node.place = articulation.bodies++;
    node.column = e.entry_count;
    node.entries = node.degree;
    node.fills = e.fill_count;
    for (uint32_t link = node.first_link; link != kNull; link = e.links[link].next) {
        e.entries[e.entry_count++] = {e.links[link].block, e.links[link].node};
    }
    const std::span<const PlanEntry> column = e.entries.subspan(node.column, node.entries);
    for (const PlanEntry& entry : column) { e.disconnect(entry.body, at); }
    for (size_t i = 0; i < column.size(); ++i) {
        for (size_t k = i + 1; k < column.size(); ++k) {
            e.fills[e.fill_count++] = e.connect(column[i].body, column[k].body, articulation.blocks);
        }
    }
    return true;
}

/// The first node with the fewest neighbours of those that are left.
uint32_t least_connected(const Elimination& e, std::span<const Keyed> members) {
    uint32_t at = kNull;
    uint32_t least = kNull;
    for (const Keyed& member : members) {
        const Node& node = e.nodes[member.item];
        if (node.place != kNull || node.degree >= least) { continue; }
        at = member.item;
        least = node.degree;
    }
    return at;
}

/// Eliminates the nodes `members` of one articulation.
void eliminate_all(Elimination& e, std::span<const Keyed> members, std::span<uint32_t> ready) {
    Articulation& articulation = e.articulations[e.root_of(members[0].item)];
    articulation.first = e.order_count;
    size_t waiting = 0;
    for (const Keyed& node : members) {
        if (e.nodes[node.item].degree <= 1) { ready[waiting++] = node.item; }
    }
    size_t next = 0;
    for (size_t left = members.size(); left > 0;) {
        uint32_t at = kNull;
        while (at == kNull && next < waiting) {
            const uint32_t node = ready[next++];
            if (e.nodes[node].place == kNull && e.nodes[node].degree <= 1) { at = node; }
        }
        if (at == kNull) { at = least_connected(e, members); }
        if (!eliminate(e, at)) {
            articulation.loops = true;
            return;
        }
        e.order[e.order_count++] = at;
        --left;
        for (const PlanEntry& entry : e.entries.subspan(e.nodes[at].column, e.nodes[at].entries)) {
            if (e.nodes[entry.body].degree <= 1) { ready[waiting++] = entry.body; }
        }
    }
}

/// Whether two articulations differ in parameters only.
bool alike(const Elimination& e, uint32_t one, uint32_t other) {
    const Articulation& p = e.articulations[one];
    const Articulation& q = e.articulations[other];
    if (p.bodies != q.bodies || p.joints != q.joints || p.blocks != q.blocks) { return false; }
    for (uint32_t i = 0; i < p.bodies; ++i) {
        const Node& a = e.nodes[e.order[p.first + i]];
        const Node& b = e.nodes[e.order[q.first + i]];
        if (a.entries != b.entries) { return false; }
        for (uint32_t k = 0; k < a.entries; ++k) {
            const PlanEntry& x = e.entries[a.column + k];
            const PlanEntry& y = e.entries[b.column + k];
            if (x.block != y.block || e.nodes[x.body].place != e.nodes[y.body].place) { return false; }
        }
    }
    const auto place = [&](bool moves, uint32_t slot) { return moves ? e.nodes[e.node_of[slot]].place : kNull; };
    for (uint32_t i = 0; i < p.joints; ++i) {
        const PlannedJoint& a = e.input[e.joints[p.first_joint + i].item];
        const PlannedJoint& b = e.input[e.joints[q.first_joint + i].item];
        if (a.form != b.form || place(a.movesA, a.slotA) != place(b.movesA, b.slotA) ||
            place(a.movesB, a.slotB) != place(b.movesB, b.slotB)) {
            return false;
        }
    }
    return true;
}

template <int Lanes>
void start_row(PlanRow<Lanes>& row, uint32_t form, uint32_t& constraints) {
    row.form = form;
    row.angles = needs_angle(form);
    row.first_constraint = constraints;
    row.constraints = constraints_of(form);
    constraints += row.constraints;
}

template <int Lanes>
void add_lane(PlanRow<Lanes>& row, uint32_t joint) {
    if (row.lanes == 0) { std::fill_n(row.joints, Lanes, joint); }
    row.joints[row.lanes++] = joint;
}

/// Writes a group into the plan. `roots`: of its articulations, which have the same form.
struct GroupWriter {
    const Elimination& e;
    JointPlan& plan;
    uint32_t bodies = 0, joints = 0, entries = 0, fills = 0;

    void write(PlanGroup& group, std::span<const uint32_t> roots) {
        const Articulation& articulation = e.articulations[roots[0]];
        group = {.lanes = static_cast<int>(roots.size()),
                 .first_body = bodies,
                 .moving_bodies = articulation.bodies,
                 .bodies = articulation.bodies,
                 .first_joint = joints,
                 .joints = articulation.joints,
                 .first_constraint = plan.constraints,
                 .first_block = plan.blocks,
                 .blocks = articulation.blocks};
        plan.blocks += articulation.blocks + 1;
        for (uint32_t i = 0; i < articulation.bodies; ++i) { write_body(roots, i); }
        for (uint32_t i = 0; i < articulation.joints; ++i) { write_joint(group, roots, i); }
        group.constraints = plan.constraints - group.first_constraint;
    }

  private:
    void write_body(std::span<const uint32_t> roots, uint32_t i) {
        PlanBody& out = plan.bodies[bodies++];
        const Node& node = e.nodes[e.order[e.articulations[roots[0]].first + i]];
        out = {.first_entry = entries, .end_entry = entries + node.entries, .first_fill = fills};
        for (size_t lane = 0; lane < roots.size(); ++lane) {
            out.slots[lane] = e.nodes[e.order[e.articulations[roots[lane]].first + i]].slot;
        }
        for (uint32_t k = 0; k < node.entries; ++k) {
            const PlanEntry& entry = e.entries[node.column + k];
            plan.entries[entries++] = {entry.block, e.nodes[entry.body].place};
        }
        const uint32_t pairs = node.entries * (node.entries - 1) / 2;
        for (uint32_t k = 0; k < pairs; ++k) { plan.fills[fills++] = e.fills[node.fills + k]; }
    }

    void write_joint(PlanGroup& group, std::span<const uint32_t> roots, uint32_t i) {
        const auto joint_of = [&](size_t lane) -> const PlannedJoint& {
            return e.input[e.joints[e.articulations[roots[lane]].first_joint + i].item];
        };
        const PlannedJoint& first = joint_of(0);
        PlanJoint& out = plan.joints[joints++];
        out = {};
        start_row(out, first.form, plan.constraints);
        group.angles = group.angles || out.angles;
        group.drives = group.drives || has_kind(first.form, ConstraintKind::motor, ConstraintKind::spring);
        group.springs = group.springs || has_kind(first.form, ConstraintKind::spring, ConstraintKind::spring);
        for (size_t lane = 0; lane < roots.size(); ++lane) { add_lane(out, joint_of(lane).joint); }
        const auto body = [&](bool moves, uint32_t PlannedJoint::* slot) {
            if (moves) { return e.nodes[e.node_of[first.*slot]].place; }
            PlanBody& held = plan.bodies[bodies++];
            held = {.first_entry = entries, .end_entry = entries, .first_fill = fills};
            for (size_t lane = 0; lane < roots.size(); ++lane) { held.slots[lane] = joint_of(lane).*slot; }
            return group.bodies++;
        };
        out.a = body(first.movesA, &PlannedJoint::slotA);
        out.b = body(first.movesB, &PlannedJoint::slotB);
        if (first.movesA && first.movesB) {
            // Both are eliminated by now: the block stands in the column of the one that was first.
            const uint32_t column = std::min(out.a, out.b);
            const PlanBody& early = plan.bodies[group.first_body + column];
            for (uint32_t k = early.first_entry; k < early.end_entry; ++k) {
                if (plan.entries[k].body == std::max(out.a, out.b)) { out.block = plan.entries[k].block; }
            }
        }
    }
};

void write_plan(Elimination& e, JointPlan& plan, Arena& scratch) {
    const std::span<uint32_t> roots = scratch.allocate<uint32_t>(e.node_count);
    size_t count = 0;
    for (uint32_t i = 0; i < e.node_count; ++i) {
        if (e.root_of(i) == i && !e.articulations[i].loops) { roots[count++] = i; }
    }
    plan.groups = plan.memory.allocate<PlanGroup>(count);
    plan.bodies = plan.memory.allocate<PlanBody>(e.node_count + e.input.size());
    plan.joints = plan.memory.allocate<PlanJoint>(e.input.size());
    plan.entries = plan.memory.allocate<PlanEntry>(e.entry_count);
    plan.fills = plan.memory.allocate<uint32_t>(e.fill_count);
    plan.constraints = plan.blocks = 0;
    GroupWriter writer{e, plan};
    size_t groups = 0;
    // Each is paired with the next ones of its form. Most worlds have few forms, and those that have many have few of
    // each.
    constexpr size_t kLooked = 32;
    const std::span<bool> taken = scratch.allocate<bool>(count);
    std::fill(taken.begin(), taken.end(), false);
    for (size_t i = 0; i < count; ++i) {
        if (taken[i]) { continue; }
        uint32_t lanes[kLanes<Real>] = {roots[i]};
        size_t n = 1;
        for (size_t k = i + 1; k < std::min(count, i + kLooked) && n < kLanes<Real>; ++k) {
            if (taken[k] || !alike(e, roots[i], roots[k])) { continue; }
            taken[k] = true;
            lanes[n++] = roots[k];
        }
        writer.write(plan.groups[groups++], {lanes, n});
    }
    plan.groups = plan.groups.first(groups);
    plan.bodies = plan.bodies.first(writer.bodies);
    plan.joints = plan.joints.first(writer.joints);
}

/// A joint's run is the one after the last run of any earlier joint on its moving bodies. So runs one after the other
/// give the result of the joints one after the other in order of id: an impulse travels down a whole chain per
/// iteration, where colours, two in a chain, would take it on by two joints.
void order_loops(const Elimination& e, JointPlan& plan, Arena& scratch) {
    const std::span<Keyed> places = scratch.allocate<Keyed>(e.input.size());
    const std::span<uint32_t> runs = scratch.allocate<uint32_t>(e.node_count);
    std::fill(runs.begin(), runs.end(), 0u);
    size_t count = 0;
    for (uint32_t i = 0; i < e.input.size(); ++i) {
        const PlannedJoint& joint = e.input[i];
        if (!e.articulations[e.root_of(joint)].loops) { continue; }
        const uint32_t a = e.node_of[joint.movesA ? joint.slotA : joint.slotB];
        const uint32_t b = e.node_of[joint.movesB ? joint.slotB : joint.slotA];
        const uint32_t run = std::max(runs[a], runs[b]);
        runs[a] = runs[b] = run + 1;
        places[count++] = {uint64_t{run} << 32u | joint.form, i};
    }
    sort(places.first(count), scratch);
    plan.loops = plan.memory.allocate<PlanLoop>(count);
    plan.loop_constraints = 0;
    size_t rows = 0;
    for (size_t i = 0; i < count; ++i) {
        const PlannedJoint& joint = e.input[places[i].item];
        if (i == 0 || places[i].key != places[i - 1].key || plan.loops[rows - 1].lanes == kLanes<Wide>) {
            plan.loops[rows] = {};
            start_row(plan.loops[rows++], joint.form, plan.loop_constraints);
        }
        PlanLoop& row = plan.loops[rows - 1];
        row.slotA[row.lanes] = joint.slotA;
        row.slotB[row.lanes] = joint.slotB;
        add_lane(row, joint.joint);
    }
    plan.loops = plan.loops.first(rows);
}

} // namespace

void plan_joints(JointPlan& plan, Arena& scratch, std::span<const PlannedJoint> joints, size_t slots, bool direct) {
    if (plan.direct == direct && std::ranges::equal(plan.key, joints)) { return; }
    plan.memory.release({});
    plan.direct = direct;
    plan.key = plan.memory.allocate<PlannedJoint>(joints.size());
    std::ranges::copy(joints, plan.key.begin());
    const Arena::Mark mark = scratch.mark();
    const size_t n = joints.size();
    Elimination e;
    e.input = joints;
    e.node_of = scratch.allocate<uint32_t>(slots);
    e.nodes = scratch.allocate<Node>(2 * n);
    e.articulations = scratch.allocate<Articulation>(2 * n);
    // A link each way for each joint, and for each block that may be filled in.
    e.links = scratch.allocate<Link>(4 * n);
    e.entries = scratch.allocate<PlanEntry>(2 * n);
    e.fills = scratch.allocate<uint32_t>(n);
    e.order = scratch.allocate<uint32_t>(2 * n);
    connect_all(e);
    e.joints = sort_by(static_cast<uint32_t>(n), scratch, [&](uint32_t i) { return e.root_of(joints[i]); });
    for (uint32_t i = static_cast<uint32_t>(n); i-- > 0;) {
        e.articulations[e.root_of(joints[e.joints[i].item])].first_joint = i;
    }
    const std::span<const Keyed> nodes = sort_by(e.node_count, scratch, [&](uint32_t i) { return e.root_of(i); });
    const std::span<uint32_t> ready =
        scratch.allocate<uint32_t>(6 * n); // each once at first, then at one neighbour left, at none
    for (size_t first = 0, end = 0; first < nodes.size(); first = end) {
        while (end < nodes.size() && nodes[end].key == nodes[first].key) { ++end; }
        e.articulations[static_cast<size_t>(nodes[first].key)].loops = !direct;
        if (direct) { eliminate_all(e, nodes.subspan(first, end - first), ready); }
    }
    write_plan(e, plan, scratch);
    order_loops(e, plan, scratch);
    scratch.release(mark);
}

} // namespace impulse
