/// Which of a JointSet's rows a pass runs on. The one-lane twin that tests compare with is left out of the package.
#pragma once

#ifndef IMPULSE_ORACLE
#define IMPULSE_ORACLE 1
#endif

#if IMPULSE_ORACLE
#define IMPULSE_LANES(call_one, call_wide)                                                                             \
    if (set.narrow) {                                                                                                  \
        call_one;                                                                                                      \
    } else {                                                                                                           \
        call_wide;                                                                                                     \
    }
#else
#define IMPULSE_LANES(call_one, call_wide) call_wide
#endif
