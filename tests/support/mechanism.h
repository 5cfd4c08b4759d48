/// Mechanisms made from a seed: two to six bodies with joints of all types, as a tree or with loops, on the ground or
/// free. Uses only the engine's public interface.
#pragma once

#include <algorithm>
#include <vector>

#include "engine/core/random.h"
#include "support/joints.h"

namespace impulse::test {

/// Features of the mechanism of a seed.
struct MechanismKind {
    bool springs = false;
    bool contacts = false; ///< a floor, and bodies that no joint connects collide, with restitution 0
    bool gravity = false;
    bool grounded = false;
    bool motors = false;
};

struct Mechanism {
    World world;
    MechanismKind kind;
    std::vector<BodyId> bodies;
    std::vector<JointId> joints;
    bool loops = false; ///< more joints than a tree has
};

/// From `low` to `high` with the same share in each octave, without a function of libm: the same bits on every target.
inline float octaves(Random& random, float low, float high) {
    int count = 1;
    for (float edge = 2.0f * low; edge < high; edge *= 2.0f) { ++count; }
    float base = low;
    for (uint32_t i = random.below(static_cast<uint32_t>(count)); i > 0; --i) { base *= 2.0f; }
    return min(base * random.between(1.0f, 2.0f), high);
}

/// A vector of a length between `low` and `high`.
inline Vec2 direction(Random& random, float low = 1.0f, float high = 1.0f) {
    const Rot q = make_rot(random.between(-kPi, kPi));
    return random.between(low, high) * Vec2{q.c, q.s};
}

/// Draws a mechanism of a kind from a generator. The order of the draws is the mechanism's definition: a draw that is
/// added in the middle changes all that follow.
class MechanismMaker {
  public:
    MechanismMaker(uint64_t seed, const Tuning& tuning, MechanismKind kind)
        : random_(seed), made_{make_world(sleepless(tuning), {0.0f, kind.gravity ? -kGravity : 0.0f}), kind, {}, {}} {}

    Mechanism make() && {
        ground_ = add_static(made_.world, kCentre);
        if (made_.kind.contacts) { add_floor(made_.world); }
        const uint32_t count = 2 + random_.below(5);
        while (made_.bodies.size() < count) { add_random_body(); }
        const bool closed = random_.below(2) == 0;
        for (uint32_t extra = closed ? 1 + random_.below(2) : 0; extra > 0; --extra) { close_loop(); }
        return std::move(made_);
    }

  private:
    static constexpr size_t kGround = ~size_t{0};
    static constexpr Vec2 kCentre{0.0f, 4.0f};
    static constexpr float kReach = 3.0f; ///< how many sizes of a body its anchors are away at most

    /// A body and the joint that ties it to one of those before it. One of two mechanisms starts from rest where
    /// gravity moves it, all others with random velocities.
    void add_random_body() {
        const size_t before = made_.bodies.size();
        const bool first = before == 0;
        const bool tied = !first || made_.kind.grounded;
        const bool on_ground = tied && (first || (made_.kind.grounded && random_.below(4) == 0));
        const size_t parent = on_ground || first ? kGround : random_.below(static_cast<uint32_t>(before));
        const float size = octaves(random_, 0.25f, 1.0f);
        const float height = size * random_.between(0.3f, 1.0f);
        const float density = octaves(random_, 0.1f, 10.0f);
        Vec2 anchor;
        Vec2 at;
        bool free = false;
        for (int tries = 0; tries < 64 && !free; ++tries) {
            anchor = anchor_near(parent);
            at = anchor + direction(random_, 0.0f, kReach * size);
            free = is_free(at, size);
        }
        Made made;
        made.friction = random_.between(0.0f, 1.0f);
        made.angle = random_.between(-3.0f, 3.0f);
        if (moves_ || !made_.kind.gravity) {
            made.velocity = {random_.between(-2.0f, 2.0f), random_.between(-2.0f, 2.0f)};
            made.w = random_.between(-4.0f, 4.0f);
        }
        if (!made_.kind.contacts || !free) { made.filter.group = -1; }
        const bool disc = random_.below(3) == 0;
        made.mass = density * (disc ? kPi * 0.25f * size * size : size * height);
        made_.bodies.push_back(disc ? add_disc(made_.world, at, 0.5f * size, made)
                                    : add_box(made_.world, at, size, height, made));
        sizes_.push_back(size);
        if (tied) { add_random_joint(parent, before, anchor); }
    }

    /// Above the floor and clear of all others, as far as they collide.
    bool is_free(Vec2 at, float size) const {
        if (!made_.kind.contacts) { return true; }
        bool free = at.y > size;
        for (size_t i = 0; i < made_.bodies.size(); ++i) {
            free = free && distance(at, position(made_.world, made_.bodies[i])) > 0.75f * (size + sizes_[i]);
        }
        return free;
    }

    Vec2 anchor_near(size_t body) {
        if (body == kGround) { return kCentre + direction(random_, 0.0f, 1.5f); }
        return position(made_.world, made_.bodies[body]) + direction(random_, 0.0f, kReach * sizes_[body]);
    }

    /// Where two bodies are too far from each other for an anchor within the reach of both, there is none.
    void close_loop() {
        const uint32_t count = static_cast<uint32_t>(made_.bodies.size());
        const size_t b = random_.below(count);
        const uint32_t drawn = random_.below(count + (made_.kind.grounded ? 1u : 0u));
        const size_t a = drawn == count ? kGround : drawn;
        if (a == b) { return; }
        for (int tries = 0; tries < 16; ++tries) {
            const Vec2 anchor = anchor_near(b);
            if (a != kGround && distance(anchor, position(made_.world, made_.bodies[a])) > kReach * sizes_[a]) {
                continue;
            }
            add_random_joint(a, b, anchor);
            made_.loops = true;
            return;
        }
    }

    /// Types that draw to points of the world make no joint in a free mechanism, nor do those that are springs in a
    /// rigid one.
    JointType random_type(BodyId a) {
        for (;;) {
            const auto type = static_cast<JointType>(random_.below(kJointTypes));
            const bool world_bound = type == JointType::pulley || type == JointType::target;
            if (world_bound && !made_.kind.grounded) { continue; }
            if (type == JointType::target && !made_.kind.springs) { continue; }
            if (type == JointType::pulley && a == ground_) { continue; }
            if (type == JointType::filter && random_.below(3) != 0) { continue; } // it ties nothing
            return type;
        }
    }

    void add_random_joint(size_t parent, size_t b, Vec2 anchor) {
        const BodyId a = parent == kGround ? ground_ : made_.bodies[parent];
        const JointType type = random_type(a);
        const Vec2 axis = direction(random_);
        const bool slides = type == JointType::prismatic || type == JointType::wheel;
        JointDef def = joint_def(made_.world, type, a, made_.bodies[b], anchor, slides ? axis : Vec2{});
        switch (type) {
        case JointType::revolute:
            limit(def, 0.4f, 2.0f);
            spring(def, 1.0f);
            motor(def);
            break;
        case JointType::prismatic:
        case JointType::wheel:
            limit(def, 0.6f, 1.5f);
            spring(def, 0.5f);
            motor(def);
            break;
        case JointType::distance:
            add_length(def, a, anchor);
            break;
        case JointType::weld:
            soften(def);
            break;
        case JointType::motor:
            soften(def);
            if (def.hertz == 0.0f) { def.max_force = random_.between(0.0f, 30.0f); }
            if (def.angular_hertz == 0.0f) { def.max_torque = random_.between(0.0f, 10.0f); }
            if (made_.kind.motors) {
                def.velocity = direction(random_, 0.0f, 3.0f);
                def.motor_speed = random_.between(-4.0f, 4.0f);
            }
            break;
        case JointType::target:
            def.ground_anchor_a = anchor;
            if (random_.below(2) == 0) { def.ground_anchor_a += direction(random_, 0.0f, 0.5f); }
            draw_spring(def.hertz, def.damping);
            break;
        case JointType::gear:
            def.ratio = random_.between(0.3f, 3.0f);
            if (random_.below(2) == 0) { def.ratio = -def.ratio; }
            if (made_.kind.grounded && random_.below(3) == 0) { def.axis_b = direction(random_); }
            break;
        case JointType::pulley:
            add_rope(def, a, anchor);
            break;
        case JointType::filter:
            break;
        }
        made_.joints.push_back(*made_.world.create_joint(def));
    }

    bool chance(float share) { return random_.between(0.0f, 1.0f) < share; }

    /// Half a hertz to fifteen, a quarter of them undamped.
    void draw_spring(float& hertz, float& damping) {
        hertz = octaves(random_, 0.5f, 15.0f);
        damping = chance(0.25f) ? 0.0f : random_.between(0.0f, 1.0f);
    }

    void limit(JointDef& def, float share, float reach) {
        if (!chance(share)) { return; }
        def.lower = -random_.between(0.0f, reach);
        def.upper = random_.between(0.0f, reach);
    }

    /// Relaxed at the start, or drawn by as much as `reach`.
    void spring(JointDef& def, float reach) {
        if (!made_.kind.springs || !chance(0.7f)) { return; }
        draw_spring(def.hertz, def.damping);
        if (chance(0.5f)) { def.target = random_.between(-reach, reach); }
    }

    void motor(JointDef& def) {
        if (!made_.kind.motors) { return; }
        def.motor_speed = random_.between(-4.0f, 4.0f);
        def.max_motor = octaves(random_, 0.5f, 32.0f);
    }

    void soften(JointDef& def) {
        if (!made_.kind.springs) { return; }
        if (chance(0.7f)) { draw_spring(def.hertz, def.damping); }
        if (chance(0.7f)) { draw_spring(def.angular_hertz, def.angular_damping); }
    }

    /// A rod, a rope or a spring between two anchors of their own; a hinge where they would be too near each other.
    void add_length(JointDef& def, BodyId a, Vec2 anchor) {
        const Vec2 from = position(made_.world, a) + direction(random_, 0.0f, 1.0f);
        const float length = distance(from, anchor);
        if (length < 0.2f) {
            def.type = JointType::revolute;
            return;
        }
        def.local_anchor_a = joint_def(made_.world, JointType::distance, a, def.body_b, from).local_anchor_a;
        def.length = length;
        if (chance(0.3f)) {
            def.lower = length * random_.between(0.3f, 1.0f);
            def.upper = length * random_.between(1.0f, 1.7f);
        }
        if (made_.kind.springs && chance(0.7f)) {
            draw_spring(def.hertz, def.damping);
            if (chance(0.5f)) { def.length = length * random_.between(0.7f, 1.3f); }
        }
        motor(def);
    }

    /// Taut, or with up to a tenth of slack.
    void add_rope(JointDef& def, BodyId a, Vec2 anchor) {
        const Vec2 from = position(made_.world, a) + direction(random_, 0.0f, 1.0f);
        def.local_anchor_a = joint_def(made_.world, JointType::distance, a, def.body_b, from).local_anchor_a;
        def.ratio = random_.between(0.5f, 2.0f);
        def.ground_anchor_a = from + Vec2{random_.between(-0.5f, 0.5f), random_.between(1.0f, 3.0f)};
        def.ground_anchor_b = anchor + Vec2{random_.between(-0.5f, 0.5f), random_.between(1.0f, 3.0f)};
        def.length = distance(from, def.ground_anchor_a) + def.ratio * distance(anchor, def.ground_anchor_b);
        if (chance(0.5f)) { def.length *= random_.between(1.0f, 1.1f); }
    }

    Random random_;
    Mechanism made_;
    BodyId ground_;
    std::vector<float> sizes_; ///< m, no shape reaches further than this from its centre
    bool moves_ = random_.below(2) == 0;
};

/// The mechanism of a seed: the four lowest bits are its kind, so that every kind has as many.
inline Mechanism make_mechanism(uint64_t seed, const Tuning& tuning, bool motors = false) {
    const MechanismKind kind{.springs = (seed & 1) != 0,
                             .contacts = (seed & 2) != 0,
                             .gravity = (seed & 4) != 0,
                             .grounded = (seed & 8) != 0,
                             .motors = motors};
    return MechanismMaker(seed + 1, tuning, kind).make();
}

} // namespace impulse::test
