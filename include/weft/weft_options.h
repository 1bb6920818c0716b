/* Problems and options for C: the transform, and how it is computed. Part of weft.h, with the conventions of
 * weft.h. Both are values, set by text keys: nothing here is collective. */
#ifndef WEFT_OPTIONS_H
#define WEFT_OPTIONS_H

#include <stdint.h>

#include "weft/export.h"
#include "weft/weft_handles.h"

WEFT_BEGIN_C

/* The table of the keys of problems: all fields but the shape and the two layouts, as text keys and text values.
 * Errors: none. Not collective.
 * C++: problem_table.
 * i: the row, from 0; WEFT_INVALID_ARGUMENT beyond the last one.
 * key, values, standard, meaning: receive the key, its values as text, its default, and its meaning. */
int weft_problem_row(int i, const char** key, const char** values, const char** standard,
                     const char** meaning);
/* The options of a plan, or of another object: for each the key, its values, its default, and its meaning. Not
 * collective.
 * C++: option_table.
 * The options of a plan.
 * i: the row, from 0; WEFT_INVALID_ARGUMENT beyond the last one. */
int weft_option_row(int i, const char** key, const char** values, const char** standard,
                    const char** meaning);
/* The objects with options: "plan", "halo", "dataset", "reading" (of a dataset), "checkpoint", "calibration".
 * Not collective. Errors: none.
 * C++: option_objects.
 * i: of the object, from 0; WEFT_INVALID_ARGUMENT beyond the last one. */
int weft_option_object(int i, const char** object);
/* The options of a plan, or of another object: for each the key, its values, its default, and its meaning. Not
 * collective.
 * object: one of `weft_option_object()`, as "halo"; WEFT_INVALID_ARGUMENT, with the nearest name, for another
 *     word.
 * C++: option_table.
 * i: the row, from 0; WEFT_INVALID_ARGUMENT beyond the last one. */
int weft_option_row_of(const char* object, int i, const char** key, const char** values,
                       const char** standard, const char** meaning);

/* --- Problems and options: values, nothing here is collective */

/* A transform of `shape` points, "c2c", "r2c", "r2r" (set the key kinds) or "none" (a redistribution: set both
 * layouts). On an error *problem is NULL. In C alone. */
int weft_problem_create(weft_problem** problem, const char* transform, int n_axes, const int64_t shape[]);
/* Sets a field of a problem. Not collective.
 * key, value: of the table. WEFT_INVALID_ARGUMENT, with the nearest known word, for an unknown key or value; the
 *     problem is then unchanged.
 * C++: set. */
int weft_problem_set(weft_problem* problem, const char* key, const char* value);
/* The value of a field of a problem, as text. Not collective.
 * key: of the table; WEFT_INVALID_ARGUMENT, with the nearest known word, for an unknown one.
 * C++: get. */
int weft_problem_get(weft_problem* problem, const char* key, const char** value);
/* States the layout of the points or of the modes, which is copied. Without it: see doc/conventions.md. Not
 * collective. In C alone. */
int weft_problem_set_layout(weft_problem* problem, int side, const weft_layout* layout);
/* Global lengths of the modes: those of the points, or of the coarser grid whose modes are kept; the real axis
 * of an r2c has n/2+1. Scrambled modes of real points are more; the plan's layout of the modes has their number.
 * Not collective.
 * C++: modes_shape.
 * With WEFT_POINTS those of the points. n_axes: how many lengths. */
int weft_problem_shape(const weft_problem* problem, int side, int* n_axes, int64_t shape[]);
/* Frees the problem. Not collective. In C alone. */
void weft_problem_free(weft_problem** problem);

/* Options of a plan, of which none is set. Errors: none.
 * C++: Options::Options. */
int weft_options_create(weft_options** options);
/* Options of an object. Not collective.
 * object: one of `weft_option_object()`, as "halo"; WEFT_INVALID_ARGUMENT, with the nearest name, for another
 *     word.
 * C++: options_for.
 * For the functions whose names end in _with. On an error *options is NULL. */
int weft_options_create_for(weft_options** options, const char* object);
/* Sets an option. WEFT_INVALID_ARGUMENT, with the nearest known word, for an unknown key or value; the options
 * are then unchanged.
 * key, value: of the table of the object.
 * C++: Options::set. */
int weft_options_set(weft_options* options, const char* key, const char* value);
/* The value that was set, or the default.
 * key: of the option; WEFT_INVALID_ARGUMENT, with the nearest known word, for an unknown one.
 * C++: Options::get. */
int weft_options_get(weft_options* options, const char* key, const char** value);
/* Frees the options. Not collective. In C alone. */
void weft_options_free(weft_options** options);

WEFT_END_C
#endif
