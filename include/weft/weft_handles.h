/* The handles of the C interface, the codes of errors, the sides and directions of plans. Part of weft.h. */
#ifndef WEFT_HANDLES_H
#define WEFT_HANDLES_H

#define WEFT_MAX_AXES 6

/* Who can repair an error. */
enum {
  WEFT_SUCCESS = 0,
  WEFT_INVALID_ARGUMENT = 1, /* the caller passed something that cannot be right */
  WEFT_MISMATCH = 2,         /* an argument that must be equal on all processes differs */
  WEFT_NOT_APPLICABLE = 3,   /* right in itself, but not for this machine, shape or process count */
  WEFT_RESOURCE = 4,         /* memory, shared memory or a library is missing */
  WEFT_COMMUNICATION = 5,    /* MPI reported an error, or a process did not come in time */
  WEFT_INTERNAL = 6          /* an error of weft; please report it */
};

/* The two sides of a transform. */
enum { WEFT_POINTS = 0, WEFT_MODES = 1 };

/* The two directions of a plan. */
enum { WEFT_FORWARD = 0, WEFT_BACKWARD = 1 };

typedef struct weft_layout weft_layout;           /* which process owns which block */
typedef struct weft_problem weft_problem;         /* what is wanted */
typedef struct weft_options weft_options;         /* how it is to be done */
typedef struct weft_description weft_description; /* what a plan does, in counts */
typedef struct weft_plan weft_plan;               /* a transform, ready to run */
typedef struct weft_helmholtz weft_helmholtz;     /* a solver for the modes of a plan */

#endif
