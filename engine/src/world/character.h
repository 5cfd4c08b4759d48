/// The mover of characters (character.cpp): what is near its hull and what each contact is (character_touches.cpp), and
/// how it moves there.
#pragma once

#include <type_traits>

#include "geometry/planes.h"
#include "geometry/sweep.h"
#include "world/one_way.h"
#include "world/state.h"

namespace impulse {

inline constexpr float kSteepestEdge = 0.5f; // cos 60 degrees: an edge whose normal is tilted further is a step
inline constexpr float kSineOfSteepestEdge = 0.8660254f;

/// A shape within reach of the hull. Positions are relative to the start of the move.
struct Touch {
    uint32_t index = kNull;
    float gap = 0.0f; ///< m
    Vec2 normal;      ///< unit, out of the shape
    Vec2 point;       ///< m, on the shape
    Transform pose;
    int vertex = -1; ///< index of the vertex if only that is touched
    CharacterHit::Kind surface = CharacterHit::wall;
    bool hidden = false;
    float own = 0.0f; ///< m/s: at which a dynamic body comes at the character by its own motion; < 0: it leaves
};

/// The begin of a way down through what the character stands on.
struct Drop {
    float depth = 0.0f; ///< m; 0: it stands on nothing that lets it in
    float speed = 0.0f; ///< m/s, <= 0, along `up`: of what carried it
};

struct Touches {
    static constexpr int kMax = Rows::kMax - 1; ///< the nearest contacts count

    Touch items[kMax];
    int count = 0;

    Touch* begin() { return items; }
    Touch* end() { return items + count; }
    const Touch* begin() const { return items; }
    const Touch* end() const { return items + count; }

    /// In order of shape; if there are too many, those with the least gaps. Neither depends on the order of insertion.
    void add(const Touch& touch) {
        if (count == kMax) {
            int last = 0;
            for (int i = 1; i < count; ++i) { last = items[i].gap >= items[last].gap ? i : last; }
            const bool nearer =
                touch.gap < items[last].gap || (touch.gap == items[last].gap && touch.index < items[last].index);
            if (!nearer) { return; }
            for (--count; last < count; ++last) { items[last] = items[last + 1]; }
        }
        int at = count++;
        for (; at > 0 && items[at - 1].index > touch.index; --at) { items[at] = items[at - 1]; }
        items[at] = touch;
    }
};

/// Callback for a shape. Not a template: one tree traversal instead of one per caller saves a kilobyte of the download.
struct ShapeVisit {
    void* context;
    void (*call)(void* context, uint32_t index);

    template <class F>
    ShapeVisit(F&& visit) // NOLINT: made of lambdas where they are handed over
        : context(const_cast<void*>(static_cast<const void*>(&visit))),
          call([](void* f, uint32_t index) { (*static_cast<std::remove_reference_t<F>*>(f))(index); }) {}
    void operator()(uint32_t index) const { call(context, index); }
};

class Mover {
  public:
    Mover(WorldState& world, uint32_t slot, const CharacterDef& def, float dt)
        : world_(world),
          slot_(slot),
          own_(world.bodies[slot].first_shape),
          def_(def),
          dt_(dt),
          hull_(world.shapes[own_].shape) {
        hull_.radius += def.skin;
        const float weight = length(world.gravity);
        up_ = weight > 0.0f ? (-1.0f / weight) * world.gravity : Vec2{0.0f, 1.0f};
        // A slope at the limit is walkable whatever the rounding of its normal: within 1e-3 rad.
        cos_slope_ = max(make_rot(min(def.max_slope + 1.0e-3f, 0.5f * kPi)).c, 0.01f);
        touch_ = 0.1f * def.skin;
        cut_ = 0.25f * def.skin;
    }

    CharacterMove move(Vec2 velocity, bool drops);
    /// Of the last `move`; empty if it ended where it began.
    const Path& path() const { return path_; }
    /// The velocity that the next step applies, m/s.
    Vec2 carry();
    Vec2 carried(bool pushes);
    bool leaves_behind();

  private:
    bool sees(uint32_t index) const;
    Transform pose_of(uint32_t index) const;
    Vec2 arm_to(uint32_t slot, Vec2 point) const;
    Vec2 velocity_at(uint32_t index, Vec2 point) const;
    Vec2 middle_of(const CharacterHit& hit) const;
    float moved_by(const Touch& touch) const;
    /// m/s: of a surface that runs along its shape (`Material::tangent_speed`).
    Vec2 belt_velocity(const Touch& touch) const {
        return -world_.shapes[touch.index].material.tangent_speed * right_perp(touch.normal);
    }
    bool is_front(const Touch& touch) const;
    bool lets_in(const Touch& touch, bool drop) const;
    void each_near(Vec2 from, Vec2 to, float reach, ShapeVisit visit) const;
    bool continues(const Touch& touch, const Touches& passed) const;
    void find_passed(Vec2 want, bool drop);
    float depth_of_rest(const Touch& touch, Vec2 front) const;
    Drop way_down() const;
    Touch touch_of(uint32_t index, Vec2 at) const;
    void look(Vec2 at, Vec2 foot_at, float reach);
    void look() { look(at_, at_, def_.skin); }
    bool is_normal(Vec2 vertex, Vec2 n) const;
    void judge(Touch& touch, float foot) const;
    void judge_vertex(Touch& touch, float foot) const;
    bool holds(const Touch& touch) const;
    bool is_touched(const Touch& touch) const { return !touch.hidden && touch.gap <= touch_; }
    bool moves(uint32_t index) const { return world_.bodies[world_.shapes[index].slot].type != BodyType::static_body; }
    Vec2 aside(Vec2 n) const;
    const Touch* ground(float most) const;
    Rows rows_along(Vec2 want) const;
    float most_out() const;
    Vec2 way_out() const;
    float cast(Vec2 from, Vec2 d, bool still_only = false) const;
    [[gnu::noinline]] void go(Vec2 to);
    float way_onto_edge() const;
    bool step_up(Vec2& left);
    void slide(Vec2 want);
    void snap();
    void record();
    float inverse_mass(uint32_t slot, Vec2 point, Vec2 n) const;
    void push(Vec2 velocity);
    bool touches(const CharacterHit& hit) const;
    [[gnu::noinline]] float own_approach(uint32_t slot, Vec2 n, Vec2 v) const;
    /// m/s: what comes faster is left to the solver.
    float bounces_above() const { return world_.tuning.restitution_threshold; }
    bool is_on_what_moves() const;
    void yield_to_ground(bool yields);
    float grain(Vec2 d) const { return 0x1p-20f * (length(d) + def_.skin); } ///< m, of rounding

    WorldState& world_;
    uint32_t slot_;
    uint32_t own_;
    const CharacterDef& def_;
    float dt_;
    Shape hull_;
    Vec2 up_;
    float cos_slope_ = 0.0f;
    float touch_ = 0.0f; ///< m: t
    float cut_ = 0.0f;   ///< m: c
    bool walks_ = false;
    bool falls_ = false; ///< faster than a walk that leaves an edge
    Vec2 at_{};
    Path path_;             ///< from the start to `at_`
    Vec2 ahead_{};          ///< m: the requested displacement without its height
    float went_out_ = 0.0f; ///< m: sum of the ways out of shapes in this move
    Touches touches_;       ///< contacts at the last place examined
    Touches passed_;
    CharacterMove out_;
};

} // namespace impulse
