/// The umbrella header for C++ users of the engine.
#pragma once

#include "impulse/defs.h"
#include "impulse/events.h"
#include "impulse/ids.h"
#include "impulse/joint.h"
#include "impulse/math.h"
#include "impulse/result.h"
#include "impulse/trace.h"
#include "impulse/tuning.h"
#include "impulse/world.h"
