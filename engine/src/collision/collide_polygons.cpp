#include "collision/collide_polygons.h"

#include "collision/polygon_contact.h"

namespace impulse {

LocalManifold collide_polygons(const Shape& a, const Shape& b, const Transform& b_in_a, const Tuning& tuning,
                               CollideCache& cache) {
    Unwatched nobody;
    return polygon_contact(a, b, b_in_a, tuning, cache, nobody);
}

} // namespace impulse
