#include "geometry/aabb.h"

#include <catch2/catch_test_macros.hpp>

#include "engine/geometry/shapes.h"
#include "geometry/distance.h"

using namespace impulse;
using test::Random;

TEST_CASE("an AABB contains its shape and touches it on all four sides") {
    Random random(1);
    for (int round = 0; round < 2000; ++round) {
        const Shape shape = test::random_shape(random, random.below(test::kKinds));
        const Transform pose = test::random_pose(random, 5.0f);
        const Aabb box = shape_aabb(shape, pose);
        const Vec2 axes[4] = {{1, 0}, {0, 1}, {-1, 0}, {0, -1}};
        const float sides[4] = {box.upper.x, box.upper.y, -box.lower.x, -box.lower.y};
        for (int side = 0; side < 4; ++side) {
            float reach = -1.0e9f;
            for (int i = 0; i < shape.count; ++i) {
                reach = max(reach, dot(transform(pose, shape.points[i]), axes[side]));
            }
            // The same sums, so only the last rounding of reach + radius below 10 m differs.
            REQUIRE(std::abs(reach + shape.radius - sides[side]) <= 1.0e-6f);
        }
    }
}
