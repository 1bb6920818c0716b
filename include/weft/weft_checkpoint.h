/* Checkpoints for C: the state of a program in one file, from which any number of processes goes on.
 *
 * Example:
 *   MPI_Comm comm = MPI_COMM_WORLD;
 *   weft_problem *problem; weft_plan *plan; weft_distribution *distribution; void *u;
 *   weft_problem_create(&problem, "r2c", 2, (int64_t[]){8, 6});
 *   weft_plan_create(&plan, problem, comm, NULL);
 *   weft_distribution_of_plan(&distribution, plan, WEFT_POINTS);
 *   weft_distribution_allocate(distribution, &u);
 *
 *   weft_checkpoint_writer *writer;
 *   weft_checkpoint_writer_create(&writer, "state.weft", comm);
 *   weft_checkpoint_add(writer, "u", distribution, u, "m/s");
 *   weft_checkpoint_set_whole(writer, "step", 120);
 *   weft_checkpoint_commit(writer);
 *   weft_checkpoint_writer_free(&writer);
 *
 *   weft_checkpoint *checkpoint; int64_t step;
 *   weft_checkpoint_open_with(&checkpoint, "state.weft", comm, NULL);
 *   weft_checkpoint_get_whole(checkpoint, "step", &step);
 *   weft_checkpoint_read(checkpoint, "u", distribution, u);
 *   weft_checkpoint_free(&checkpoint);
 *
 * Conventions of weft.h; what the functions do is said in checkpoint.hpp and doc/checkpoints.md. Names and
 * texts are UTF-8. Texts that are returned belong to the checkpoint, until it is freed. */
#ifndef WEFT_CHECKPOINT_H
#define WEFT_CHECKPOINT_H

#include "weft/export.h"
#include "weft/weft.h"
#include "weft/weft_arrays.h"

WEFT_BEGIN_C

typedef struct weft_checkpoint_writer weft_checkpoint_writer; /* a checkpoint that is being written */
typedef struct weft_checkpoint weft_checkpoint;               /* one to read */

/* --- Writing: all collective, with the same arguments on all processes. After an error the checkpoint cannot
 * be committed, and what was there before is as it was.
 * -----------------------------------------------------------------------------------------------------------
 */

/* Of a file `path`, which need not exist. On an error *writer is NULL. */
int weft_checkpoint_writer_create(weft_checkpoint_writer** writer, const char* path, MPI_Comm comm);
/* The same for a communicator of Fortran (an integer, or comm%MPI_VAL). */
int weft_checkpoint_writer_create_f(weft_checkpoint_writer** writer, const char* path, int comm);
/* Writes a field now: the owned elements of `data`, the beginning of this process's memory (NULL where it has
 * none). `units` of its values may be NULL. */
int weft_checkpoint_add(weft_checkpoint_writer* writer, const char* name,
                        const weft_distribution* distribution, const void* data, const char* units);
/* A named value: a text, a number, a whole number, or n of them. Replaces one of the same name. */
int weft_checkpoint_set_text(weft_checkpoint_writer* writer, const char* name, const char* value);
int weft_checkpoint_set_number(weft_checkpoint_writer* writer, const char* name, double value);
int weft_checkpoint_set_whole(weft_checkpoint_writer* writer, const char* name, int64_t value);
int weft_checkpoint_set_texts(weft_checkpoint_writer* writer, const char* name, int n,
                              const char* const values[]);
int weft_checkpoint_set_numbers(weft_checkpoint_writer* writer, const char* name, int n,
                                const double values[]);
int weft_checkpoint_set_wholes(weft_checkpoint_writer* writer, const char* name, int n,
                               const int64_t values[]);
/* What a plan is made from: its problem, its choice, and what FFT libraries learned. */
int weft_checkpoint_add_plan(weft_checkpoint_writer* writer, const weft_plan* plan);
/* The data reach the disk, the file gets its name, and what had it is kept as PATH.previous. */
int weft_checkpoint_commit(weft_checkpoint_writer* writer);
/* Removes the unfinished file unless it was committed. Not collective. */
void weft_checkpoint_writer_free(weft_checkpoint_writer** writer);

/* --- Reading, on any number of processes
 * -----------------------------------------------------------------------------------------------------------
 */

/* Opens `path`, or PATH.previous if that is missing or damaged: the note says so then. `options`, of
 * "checkpoint" (weft_options_create_for, weft_option_row_of list them), may be NULL. On an error *checkpoint is
 * NULL. Collective over `comm`. */
int weft_checkpoint_open_with(weft_checkpoint** checkpoint, const char* path, MPI_Comm comm,
                              const weft_options* options);
int weft_checkpoint_open_with_f(weft_checkpoint** checkpoint, const char* path, int comm,
                                const weft_options* options);
/* The same with the option "check" as a number, all bytes or all but the data of the fields: kept for one
 * release. */
enum { WEFT_CHECK_EVERYTHING = 0, WEFT_CHECK_HEADERS = 1 };
int weft_checkpoint_open(weft_checkpoint** checkpoint, const char* path, MPI_Comm comm, int check);
int weft_checkpoint_open_f(weft_checkpoint** checkpoint, const char* path, int comm, int check);
/* Not collective. */
void weft_checkpoint_free(weft_checkpoint** checkpoint);

/* Of the file that was opened; why another one was not taken, or a choice is left out, "" if there is nothing
 * to say. Not collective. */
int weft_checkpoint_path(const weft_checkpoint* checkpoint, const char** path);
int weft_checkpoint_note(weft_checkpoint* checkpoint, const char** note);

/* Fields, from 0 on in the order in which they were added; none of these is collective. Shape: global
 * lengths, n_axes of them. Element: as it was written. */
int weft_checkpoint_n_fields(const weft_checkpoint* checkpoint, int* n_fields);
int weft_checkpoint_field_name(const weft_checkpoint* checkpoint, int i, const char** name);
int weft_checkpoint_has_field(const weft_checkpoint* checkpoint, const char* name, int* has);
int weft_checkpoint_field(const weft_checkpoint* checkpoint, const char* name, int* n_axes, int64_t shape[],
                          int* is_real, int* is_double, const char** units);
/* Reads a field into the owned elements of `data`, in any layout of its shape, of either precision; what was
 * read is compared with the checksum first. Collective. */
int weft_checkpoint_read(const weft_checkpoint* checkpoint, const char* name,
                         const weft_distribution* distribution, void* data);
/* Compares the data of all fields with their checksums. Collective. */
int weft_checkpoint_verify(const weft_checkpoint* checkpoint);

/* Values, from 0 on in the order of the alphabet; none of these is collective. Kind: "text", "number",
 * "whole", "texts", "numbers", "wholes"; n: how many, 1 of a single one. get: WEFT_INVALID_ARGUMENT for
 * another kind (a whole number is given as a number, too); lists are arrays of n values that belong to the
 * checkpoint. */
int weft_checkpoint_n_values(const weft_checkpoint* checkpoint, int* n_values);
int weft_checkpoint_value_name(const weft_checkpoint* checkpoint, int i, const char** name);
int weft_checkpoint_has_value(const weft_checkpoint* checkpoint, const char* name, int* has);
int weft_checkpoint_value(const weft_checkpoint* checkpoint, const char* name, const char** kind, int* n);
int weft_checkpoint_get_text(const weft_checkpoint* checkpoint, const char* name, const char** value);
int weft_checkpoint_get_number(const weft_checkpoint* checkpoint, const char* name, double* value);
int weft_checkpoint_get_whole(const weft_checkpoint* checkpoint, const char* name, int64_t* value);
/* Text `i` of a list. */
int weft_checkpoint_get_texts(const weft_checkpoint* checkpoint, const char* name, int i, const char** value);
int weft_checkpoint_get_numbers(const weft_checkpoint* checkpoint, const char* name, int* n,
                                const double** values);
int weft_checkpoint_get_wholes(const weft_checkpoint* checkpoint, const char* name, int* n,
                               const int64_t** values);

/* The plan that was added: whether there is one, its choice; neither is collective. A new plan of the same
 * problem, with the choice if it is for as many processes (else the note says that it is left out), without
 * measuring; `options` for all that a choice does not say, may be NULL. Collective. */
int weft_checkpoint_has_plan(const weft_checkpoint* checkpoint, int* has);
int weft_checkpoint_choice(weft_checkpoint* checkpoint, const char** choice);
int weft_checkpoint_make_plan(weft_checkpoint* checkpoint, weft_plan** plan, const weft_options* options);

WEFT_END_C
#endif
