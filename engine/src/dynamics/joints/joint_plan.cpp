// A body with one neighbour left is eliminated first: in a tree nothing is filled in (Parter 1961). Where loops leave none, the body
// with the fewest neighbours is (Markowitz 1957, minimum degree), and its neighbours become neighbours of each other. A mechanism
// whose loops would fill in more blocks than it has joints is left to the iterations.
#include "dynamics/joints/joint_plan.h"

#include <algorithm>
#include <utility>

#include "dynamics/joints/joint_solver.h"

namespace impulse {
namespace {

struct Node {
    uint32_t slot = 0;
    uint32_t first = kNull; ///< link
    uint32_t degree = 0;
    uint32_t root = 0;
    uint32_t place = kNull; ///< in order of elimination
    bool dropped = false;   ///< its mechanism is left to the iterations
};

/// A neighbour of a node.
struct Link {
    uint32_t node = 0;
    uint32_t next = kNull;
    uint32_t block = 0;
};

bool can_move(const Real* m) { return m[0] > 0.0 || m[1] > 0.0 || m[2] > 0.0; }

struct Graph {
    std::span<Node> nodes;
    std::span<Link> links;
    uint32_t node_count = 0;
    uint32_t link_count = 0;
    uint32_t blocks = 0;

    uint32_t root_of(uint32_t node) {
        while (nodes[node].root != node) {
            nodes[node].root = nodes[nodes[node].root].root;
            node = nodes[node].root;
        }
        return node;
    }
    /// The block of two nodes, kNull where they are no neighbours.
    uint32_t block_of(uint32_t a, uint32_t b) const {
        for (uint32_t link = nodes[a].first; link != kNull; link = links[link].next) {
            if (links[link].node == b) { return links[link].block; }
        }
        return kNull;
    }
    uint32_t connect(uint32_t a, uint32_t b) {
        const uint32_t known = block_of(a, b);
        if (known != kNull) { return known; }
        const uint32_t block = blocks++;
        for (const auto& [from, to] : {std::pair{a, b}, std::pair{b, a}}) {
            links[link_count] = {to, nodes[from].first, block};
            nodes[from].first = link_count++;
            ++nodes[from].degree;
        }
        return block;
    }
    void disconnect(uint32_t from, uint32_t to) {
        uint32_t* at = &nodes[from].first;
        while (links[*at].node != to) { at = &links[*at].next; }
        *at = links[*at].next;
        --nodes[from].degree;
    }
};

} // namespace

JointPlan plan_joints(Arena& arena, std::span<const JointWork> work, size_t slots) {
    JointPlan plan;
    const size_t n = work.size();
    Graph graph;
    graph.nodes = arena.allocate<Node>(2 * n);
    graph.links = arena.allocate<Link>(4 * n);
    const std::span<uint32_t> node_of = arena.allocate<uint32_t>(slots);
    plan.joints = arena.allocate<PlanJoint>(n);
    plan.loops = arena.allocate<uint32_t>(n);
    for (const JointWork& joint : work) {
        if (joint.slotA != kNull) { node_of[joint.slotA] = kNull; }
        node_of[joint.slotB] = kNull;
    }
    const auto node = [&](uint32_t slot) {
        if (node_of[slot] == kNull) {
            node_of[slot] = graph.node_count;
            graph.nodes[graph.node_count] = {.slot = slot, .root = graph.node_count};
            ++graph.node_count;
        }
        return node_of[slot];
    };
    size_t planned = 0;
    for (size_t i = 0; i < n; ++i) {
        const JointWork& joint = work[i];
        PlanJoint out;
        out.work = static_cast<uint32_t>(i);
        if (joint.slotA != kNull && can_move(joint.mA)) { out.bodyA = node(joint.slotA); }
        if (can_move(joint.mB)) { out.bodyB = node(joint.slotB); }
        if (out.bodyA == kNull && out.bodyB == kNull) { continue; } // of an impact that does not reach it
        ++planned;
        plan.joints[planned - 1] = out;
        if (out.bodyA == kNull || out.bodyB == kNull) { continue; }
        plan.joints[planned - 1].block = graph.connect(out.bodyA, out.bodyB);
        const uint32_t a = graph.root_of(out.bodyA);
        const uint32_t b = graph.root_of(out.bodyB);
        graph.nodes[std::max(a, b)].root = std::min(a, b);
    }
    plan.joints = plan.joints.first(planned);
    const uint32_t count = graph.node_count;
    // How much may be filled in, by root.
    const std::span<uint32_t> room = arena.allocate<uint32_t>(count);
    std::fill(room.begin(), room.end(), 0u);
    for (const PlanJoint& joint : plan.joints) { ++room[graph.root_of(joint.bodyB != kNull ? joint.bodyB : joint.bodyA)]; }

    const std::span<uint32_t> order = arena.allocate<uint32_t>(count);
    const std::span<uint32_t> ready = arena.allocate<uint32_t>(4 * count);
    plan.entries = arena.allocate<PlanBlock>(2 * n);
    plan.targets = arena.allocate<uint32_t>(2 * n);
    plan.bodies = arena.allocate<PlanBody>(count);
    uint32_t done = 0;
    uint32_t entries = 0;
    uint32_t targets = 0;
    uint32_t next = 0;
    uint32_t waiting = 0;
    uint32_t left = count;
    for (uint32_t i = 0; i < count; ++i) {
        if (graph.nodes[i].degree <= 1) { ready[waiting++] = i; }
    }
    const auto drop = [&](uint32_t root) {
        for (uint32_t i = 0; i < count; ++i) {
            if (graph.root_of(i) != root) { continue; }
            if (graph.nodes[i].place == kNull) { --left; }
            graph.nodes[i].dropped = true;
        }
    };
    while (left > 0) {
        uint32_t at = kNull;
        while (next < waiting) {
            const uint32_t i = ready[next++];
            if (graph.nodes[i].place == kNull && !graph.nodes[i].dropped) {
                at = i;
                break;
            }
        }
        if (at == kNull) {
            uint32_t least = kNull;
            for (uint32_t i = 0; i < count; ++i) {
                if (graph.nodes[i].place == kNull && !graph.nodes[i].dropped && graph.nodes[i].degree < least) {
                    least = graph.nodes[i].degree;
                    at = i;
                }
            }
        }
        Node& node = graph.nodes[at];
        const uint32_t root = graph.root_of(at);
        const uint32_t pairs = node.degree * (node.degree - 1) / 2;
        if (node.degree > 1) {
            if (pairs > room[root] || targets + pairs > plan.targets.size()) {
                drop(root);
                continue;
            }
            room[root] -= pairs;
        }
        node.place = done;
        order[done] = at;
        PlanBody& body = plan.bodies[done++];
        body = {node.slot, entries, node.degree, targets};
        --left;
        for (uint32_t link = node.first; link != kNull; link = graph.links[link].next) {
            plan.entries[entries++] = {graph.links[link].block, graph.links[link].node};
        }
        for (uint32_t i = 0; i < body.count; ++i) {
            const uint32_t a = plan.entries[body.first + i].body;
            graph.disconnect(a, at);
        }
        for (uint32_t i = 0; i < body.count; ++i) {
            for (uint32_t k = i + 1; k < body.count; ++k) {
                plan.targets[targets++] = graph.connect(plan.entries[body.first + i].body, plan.entries[body.first + k].body);
            }
        }
        for (uint32_t i = 0; i < body.count; ++i) {
            const uint32_t a = plan.entries[body.first + i].body;
            if (graph.nodes[a].degree <= 1) { ready[waiting++] = a; }
        }
    }
    // By mechanism: bodies in order of elimination, joints in order of id.
    const std::span<uint32_t> number = arena.allocate<uint32_t>(count); // by root
    std::fill(number.begin(), number.end(), kNull);
    uint32_t mechanisms = 0;
    for (uint32_t i = 0; i < count; ++i) {
        const uint32_t root = graph.root_of(i);
        if (!graph.nodes[i].dropped && number[root] == kNull) { number[root] = mechanisms++; }
    }
    plan.mechanisms = arena.allocate<Mechanism>(mechanisms);
    std::fill(plan.mechanisms.begin(), plan.mechanisms.end(), Mechanism{});
    for (uint32_t i = 0; i < done; ++i) {
        if (!graph.nodes[order[i]].dropped) { ++plan.mechanisms[number[graph.root_of(order[i])]].end_body; }
    }
    uint32_t loops = 0;
    for (const PlanJoint& joint : plan.joints) {
        const uint32_t any = joint.bodyB != kNull ? joint.bodyB : joint.bodyA;
        if (graph.nodes[any].dropped) {
            plan.loops[loops++] = joint.work;
        } else {
            ++plan.mechanisms[number[graph.root_of(any)]].end_joint;
        }
    }
    plan.loops = plan.loops.first(loops);
    uint32_t body_end = 0;
    uint32_t joint_end = 0;
    for (Mechanism& mechanism : plan.mechanisms) {
        mechanism.first_body = body_end;
        body_end += mechanism.end_body;
        mechanism.end_body = mechanism.first_body;
        mechanism.first_joint = joint_end;
        joint_end += mechanism.end_joint;
        mechanism.end_joint = mechanism.first_joint;
    }
    const std::span<PlanBody> bodies = arena.allocate<PlanBody>(body_end);
    for (uint32_t i = 0; i < done; ++i) {
        Node& node = graph.nodes[order[i]];
        if (node.dropped) { continue; }
        const uint32_t place = plan.mechanisms[number[graph.root_of(order[i])]].end_body++;
        node.place = place;
        bodies[place] = plan.bodies[i];
    }
    for (PlanBlock& entry : plan.entries.first(entries)) { entry.body = graph.nodes[entry.body].place; }
    const std::span<PlanJoint> joints = arena.allocate<PlanJoint>(joint_end);
    for (const PlanJoint& joint : plan.joints) {
        const uint32_t any = joint.bodyB != kNull ? joint.bodyB : joint.bodyA;
        if (graph.nodes[any].dropped) { continue; }
        PlanJoint& out = joints[plan.mechanisms[number[graph.root_of(any)]].end_joint++];
        out = joint;
        if (out.bodyA != kNull) { out.bodyA = graph.nodes[out.bodyA].place; }
        if (out.bodyB != kNull) { out.bodyB = graph.nodes[out.bodyB].place; }
    }
    plan.bodies = bodies;
    plan.joints = joints;
    plan.blocks = graph.blocks;
    return plan;
}

} // namespace impulse
