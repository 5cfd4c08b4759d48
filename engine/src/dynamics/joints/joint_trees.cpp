// Which joints make trees, and which of those are worth it.

#include "dynamics/joints/joint_trees.h"

#include <algorithm>
#include <cmath>

namespace impulse {
namespace {

constexpr uint32_t kUnnumbered = kNull - 1;
constexpr float kHeavyRatio = 20.0f;
constexpr float kAlone = 1.01f; ///< shares: one row with what cannot move has 1, and both of a point
constexpr float kNear = 0.1f;   ///< rad, to a limit, and what three steps turn
/// Of joints of what hangs on nothing: that lies on a floor by limbs or legs, and contacts see but the limb. Solved as one, what bears
/// on it comes and goes at once with a multiple of the limb's mass: 200 kg welded to a leg of 5 kg jumped 26 m up.
constexpr float kLimp = 128.0f;
constexpr float kStay =
    0.25f; ///< of the load: what was solved as one goes on so, or would change over and back every few steps

bool moves(const SolveInput& input, uint32_t slot) { return input.masses[slot].inv_mass > 0.0f; }
bool joins_two(const SolveInput& input, const Joint& joint) {
    return joint.acts_on_a() && moves(input, joint.slotA) && moves(input, joint.slotB);
}

bool is_heavy(const SolveInput& input, const Joint& joint, float load) {
    if (!in_trees(joint)) { return false; }
    if (joint.levered) { return true; }
    const float mA = joint.acts_on_a() ? input.masses[joint.slotA].inv_mass : 0.0f;
    const float mB = input.masses[joint.slotB].inv_mass;
    if (kHeavyRatio * min(mA, mB) > max(mA, mB)) { return false; }
    const float along = max(abs(joint.axis_force[static_cast<int>(PartRole::rigid)]),
                            abs(joint.axis_force[static_cast<int>(PartRole::limit)]));
    const float most = (joint.whole ? kStay : 1.0f) * load / (mA + mB);
    return length_squared(joint.point_force) + along * along > most * most;
}

/// The body that a joint with nothing else that moves hangs on a tree; kNull where there is none.
uint32_t held_body(const SolveInput& input, std::span<const JointNode> nodes, const Joint& joint) {
    if (!in_trees(joint) || joins_two(input, joint)) { return kNull; }
    const uint32_t slot = moves(input, joint.slotB) ? joint.slotB : joint.slotA;
    return nodes[slot].degree == 0 ? slot : kNull; // a body of a loop is left to the sweeps
}

/// Whether a hinge comes to no limit in this step. Its angle is that of a step before.
bool is_far(const SolveInput& input, const Joint& joint) {
    const float spin = input.motions[joint.slotB].w - (joint.acts_on_a() ? input.motions[joint.slotA].w : 0.0f);
    const float angle = static_cast<float>(joint.angle);
    return min(angle - joint.def.lower, joint.def.upper - angle) > kNear + 3.0f * input.dt * abs(spin);
}

/// What hangs by one hinge, rod or rope alone is solved exactly by the sweep, along chords (point.h), while a tree is damped; so is
/// what one sprung slider holds. A motor's row is free of its hinge's (`free_row`), and a limit out of reach is no row.
bool is_alone(const SolveInput& input, const Joint& joint, float crowd) {
    constexpr uint32_t kMotor = part_bit(PartKind::swing, PartRole::motor);
    constexpr uint32_t kLimit = part_bit(PartKind::angle, PartRole::limit);
    constexpr uint32_t kSprings =
        part_bit(PartKind::swing, PartRole::spring) | part_bit(PartKind::glide, PartRole::spring);
    constexpr uint32_t kPoint = part_bit(PartKind::point, PartRole::rigid);
    constexpr uint32_t kSlider =
        part_bit(PartKind::slide, PartRole::rigid) | part_bit(PartKind::angle, PartRole::rigid);
    const uint32_t held = joint.parts & ~kSprings;
    const bool hinge = (held & ~kMotor) == kPoint || ((held & ~(kMotor | kLimit)) == kPoint && is_far(input, joint));
    const bool one =
        hinge || held == part_bit(PartKind::span, PartRole::rigid) || held == part_bit(PartKind::span, PartRole::limit);
    return (one && crowd < ((held & kMotor) != 0 ? 1.0f + kAlone : kAlone)) ||
           (held == kSlider && held != joint.parts && crowd < 1.0f + kAlone);
}

struct Peeled {
    uint32_t joint, child, parent;
};

/// Takes leaves off, joint by joint, until there is none: in this order trees are eliminated. Bodies of trees
/// are left with degree 0.
std::span<const Peeled> peel(const SolveInput& input, std::span<const uint32_t> active, std::span<JointNode> nodes) {
    const std::span<Peeled> peeled = input.arena.allocate<Peeled>(active.size());
    size_t count = 0;
    for (const uint32_t index : active) {
        const Joint& joint = input.joints[index];
        if (!in_trees(joint) || !joins_two(input, joint)) { continue; }
        for (uint32_t child : {joint.slotA, joint.slotB}) {
            while (nodes[child].degree == 1) {
                const uint32_t edge = nodes[child].edges;
                const uint32_t parent = input.joints[edge].slotA ^ input.joints[edge].slotB ^ child;
                nodes[child].degree = 0;
                --nodes[parent].degree;
                nodes[parent].edges ^= edge;
                peeled[count++] = {edge, child, parent};
                child = parent;
            }
        }
    }
    return peeled.first(count);
}

} // namespace

bool any_heavy(const SolveInput& input, std::span<const uint32_t> active, float load) {
    return std::any_of(active.begin(), active.end(),
                       [&](uint32_t index) { return is_heavy(input, input.joints[index], load); });
}

JointTrees find_trees(const SolveInput& input, std::span<const uint32_t> active, std::span<JointNode> nodes,
                      float load) {
    const std::span<const Peeled> peeled = peel(input, active, nodes);
    // A heavy joint makes its whole tree heavy, one that bars trees bars it: up to the root, and down again.
    for (const uint32_t index : active) {
        const Joint& joint = input.joints[index];
        const uint32_t slot = held_body(input, nodes, joint);
        if (slot == kNull) { continue; }
        const bool another = nodes[slot].hangs; // limits and ropes have no share in the crowd
        nodes[slot].hangs = true;
        if ((another || !is_alone(input, joint, nodes[slot].crowd)) && is_heavy(input, joint, load)) {
            nodes[slot].body = kUnnumbered;
        }
    }
    for (const Peeled& edge : peeled) {
        JointNode& parent = nodes[edge.parent];
        const JointNode& child = nodes[edge.child];
        const Joint& joint = input.joints[edge.joint];
        parent.hangs = parent.hangs || child.hangs;
        parent.limp = parent.limp || child.limp || is_heavy(input, joint, load);
        if (child.body != kNull || is_heavy(input, joint, kLimp * load)) { parent.body = kUnnumbered; }
        parent.barred = parent.barred || nodes[edge.child].barred;
    }
    for (size_t i = peeled.size(); i-- > 0;) {
        JointNode& child = nodes[peeled[i].child];
        JointNode& parent = nodes[peeled[i].parent];
        if (parent.limp && parent.hangs) { parent.body = kUnnumbered; } // at the root, which knows of all, first
        child.barred = parent.barred;
        if (parent.body != kNull) { child.body = kUnnumbered; }
    }
    const auto is_solved = [&](uint32_t slot) { return nodes[slot].body != kNull && !nodes[slot].barred; };

    JointTrees trees;
    trees.joints = input.arena.allocate<TreeJoint>(active.size());
    trees.bodies = input.arena.allocate<TreeBody>(2 * active.size());
    const std::span<uint32_t> place = input.arena.allocate<uint32_t>(input.joints.size());
    trees.place = place;
    uint32_t joints = 0;
    uint32_t bodies = 0;
    const auto body_at = [&](uint32_t slot) {
        if (nodes[slot].body == kUnnumbered) {
            nodes[slot].body = bodies;
            TreeBody& body = trees.bodies[bodies++];
            body = {};
            body.slot = slot;
            const uint32_t flags = input.motions[slot].flags;
            const Real s = std::sqrt(static_cast<Real>(input.masses[slot].inv_mass));
            body.scale[0] = (flags & kLockX) != 0 ? 0.0 : s;
            body.scale[1] = (flags & kLockY) != 0 ? 0.0 : s;
            body.scale[2] = std::sqrt(static_cast<Real>(input.masses[slot].inv_inertia));
        }
        return nodes[slot].body;
    };
    const auto add = [&](uint32_t joint, uint32_t child, uint32_t parent) {
        place[joint] = joints;
        input.joints[joint].whole = true;
        TreeJoint& out = trees.joints[joints++];
        out = {};
        out.child = child;
        out.parent = parent;
    };
    for (const uint32_t index : active) {
        place[index] = kNull;
        input.joints[index].whole = false;
        const uint32_t slot = held_body(input, nodes, input.joints[index]);
        if (slot != kNull && is_solved(slot)) { add(index, kNull, body_at(slot)); }
    }
    for (const Peeled& edge : peeled) {
        if (!is_solved(edge.child)) { continue; }
        const uint32_t child = body_at(edge.child);
        trees.bodies[child].root = false;
        add(edge.joint, child, body_at(edge.parent));
    }
    trees.joints = trees.joints.first(joints);
    trees.bodies = trees.bodies.first(bodies);
    return trees;
}

void clear_trees(const JointTrees& trees) {
    for (TreeBody& body : trees.bodies) { body.damped = 0.0; }
    for (TreeJoint& joint : trees.joints) { joint.across = 0.0; }
}

} // namespace impulse
