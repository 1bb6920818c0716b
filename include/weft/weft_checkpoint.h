/* Checkpoints for C: the state of a program in one file, from which any number of processes can continue.
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
 * Conventions of weft.h; what a checkpoint is: doc/checkpoints.md. Names and texts are UTF-8. Texts and lists
 * that are returned belong to the checkpoint, until it is freed. */
#ifndef WEFT_CHECKPOINT_H
#define WEFT_CHECKPOINT_H

#include "weft/export.h"
#include "weft/weft.h"
#include "weft/weft_arrays.h"

WEFT_BEGIN_C

/* A checkpoint that is being written. All calls are collective over the communicator of the checkpoint, with the
 * same names, values and distributions on all processes. The same Error on all processes. WEFT_INVALID_ARGUMENT,
 * also for any call after `weft_checkpoint_commit()` or an error. WEFT_MISMATCH if arguments differ between
 * processes. WEFT_RESOURCE if there is no space, or if another program writes the same checkpoint;
 * WEFT_COMMUNICATION if a process does not come in time. An Error removes the new checkpoint; older ones stay
 * unchanged.
 * C++: class CheckpointWriter.
 * WEFT_INVALID_ARGUMENT for a name, value, distribution or plan that is NULL leaves the checkpoint unchanged.
 */
typedef struct weft_checkpoint_writer weft_checkpoint_writer;
/* A checkpoint to read, on any number of processes. Not collective, unless stated otherwise. A collective call
 * has the same Error on all processes. WEFT_MISMATCH if arguments differ between processes; WEFT_RESOURCE if the
 * file was replaced or changed since it was opened; WEFT_COMMUNICATION if a process does not come in time. A
 * function lists its other errors.
 * C++: class Checkpoint. */
typedef struct weft_checkpoint weft_checkpoint;

/* --- Writing */

/* Begins a checkpoint, and removes the unfinished files of killed writers. Collective over `comm`.
 * path: of the file, which need not exist. Its folder must exist, else WEFT_RESOURCE.
 * comm: the processes that write.
 * C++: CheckpointWriter::CheckpointWriter.
 * On an error *writer is NULL. */
int weft_checkpoint_writer_create(weft_checkpoint_writer** writer, const char* path, MPI_Comm comm);
/* The same for a communicator of Fortran (an integer, or comm%MPI_VAL). In C alone. */
int weft_checkpoint_writer_create_f(weft_checkpoint_writer** writer, const char* path, int comm);
/* Writes a field now: the owned elements of a distributed array, not the ghost cells.
 * name: of the field. WEFT_INVALID_ARGUMENT if it is empty, has a '/' or more than 200 bytes, or if the
 *     checkpoint has a field of that name.
 * distribution: how the array is spread: over the processes of the checkpoint, in their order, else
 *     WEFT_INVALID_ARGUMENT.
 * data: the beginning of this process's memory; NULL where the block is empty.
 * C++: CheckpointWriter::add.
 * units: of the values, "m/s"; NULL: none. */
int weft_checkpoint_add(weft_checkpoint_writer* writer, const char* name,
                        const weft_distribution* distribution, const void* data, const char* units);
/* Sets a named value; one of that name is replaced.
 * name: of the value. WEFT_INVALID_ARGUMENT if it is empty, has a '/' or more than 200 bytes.
 * value: a text (UTF-8), a number, a whole number, or a list of one of these.
 * C++: CheckpointWriter::set.
 * n, values: a list of n values. */
int weft_checkpoint_set_text(weft_checkpoint_writer* writer, const char* name, const char* value);
int weft_checkpoint_set_number(weft_checkpoint_writer* writer, const char* name, double value);
int weft_checkpoint_set_whole(weft_checkpoint_writer* writer, const char* name, int64_t value);
int weft_checkpoint_set_texts(weft_checkpoint_writer* writer, const char* name, int n,
                              const char* const values[]);
int weft_checkpoint_set_numbers(weft_checkpoint_writer* writer, const char* name, int n,
                                const double values[]);
int weft_checkpoint_set_wholes(weft_checkpoint_writer* writer, const char* name, int n,
                               const int64_t values[]);
/* Adds the ingredients of a plan: its problem, its choice, and the wisdom of FFT libraries. The same plan can
 * then be made again without measuring. A checkpoint has one plan; a second call replaces it.
 * plan: on the processes of the checkpoint, in their order, else WEFT_INVALID_ARGUMENT.
 * C++: CheckpointWriter::add_plan. */
int weft_checkpoint_add_plan(weft_checkpoint_writer* writer, const weft_plan* plan);
/* Ends the checkpoint: the data reach the disk, and the file gets its name. An older file of that name becomes
 * PATH.previous, if it is a whole checkpoint; otherwise the older PATH.previous stays.
 * C++: CheckpointWriter::commit. */
int weft_checkpoint_commit(weft_checkpoint_writer* writer);
/* Removes the unfinished file unless it was committed. Not collective. In C alone. */
void weft_checkpoint_writer_free(weft_checkpoint_writer** writer);

/* --- Reading */

/* Opens a checkpoint: PATH, or, with a note, PATH.previous if PATH is missing or damaged. WEFT_RESOURCE if both
 * are missing or cannot be read. WEFT_INVALID_ARGUMENT, with the damage of both, if neither is whole. Collective
 * over `comm`.
 * path: PATH, the name of the file.
 * comm: the processes that read, of any number.
 * options: of "checkpoint". With check=everything, the default, all bytes are compared with their checksums now;
 *     the processes share the reading. With check=headers the data of the fields are left out, which
 *     `weft_checkpoint_read()` compares in any case.
 * C++: Checkpoint::Checkpoint.
 * Options are those of weft_options_create_for(), NULL: nothing is set. On an error *checkpoint is NULL. */
int weft_checkpoint_open_with(weft_checkpoint** checkpoint, const char* path, MPI_Comm comm,
                              const weft_options* options);
/* The same for a communicator of Fortran. In C alone. */
int weft_checkpoint_open_with_f(weft_checkpoint** checkpoint, const char* path, int comm,
                                const weft_options* options);
/* The same with the option "check" as a number, all bytes or all but the data of the fields: kept for one
 * release. In C alone. */
enum { WEFT_CHECK_EVERYTHING = 0, WEFT_CHECK_HEADERS = 1 };
int weft_checkpoint_open(weft_checkpoint** checkpoint, const char* path, MPI_Comm comm, int check);
int weft_checkpoint_open_f(weft_checkpoint** checkpoint, const char* path, int comm, int check);
/* Frees the checkpoint. Not collective. In C alone. */
void weft_checkpoint_free(weft_checkpoint** checkpoint);

/* The path of the file that was opened, PATH or PATH.previous.
 * C++: Checkpoint::path. */
int weft_checkpoint_path(const weft_checkpoint* checkpoint, const char** path);
/* Notes for a log, one line each: why PATH was not taken, or why the choice of the plan is left out. May be
 * empty.
 * C++: Checkpoint::note. */
int weft_checkpoint_note(weft_checkpoint* checkpoint, const char** note);

/* The names of the fields, in the order in which they were added.
 * C++: Checkpoint::names.
 * n_fields: how many.
 * name: of field i, from 0; WEFT_INVALID_ARGUMENT beyond the last one. */
int weft_checkpoint_n_fields(const weft_checkpoint* checkpoint, int* n_fields);
int weft_checkpoint_field_name(const weft_checkpoint* checkpoint, int i, const char** name);
/* Whether the checkpoint has a field of the name `name`.
 * C++: Checkpoint::has_field. */
int weft_checkpoint_has_field(const weft_checkpoint* checkpoint, const char* name, int* has);
/* The properties of a field: its global lengths, the type of its elements in the file, its units.
 * name: of the field; WEFT_INVALID_ARGUMENT, with the nearest name, if there is no such field.
 * C++: Checkpoint::info.
 * n_axes, shape: the global lengths, n_axes of them.
 * is_real: 0 if the elements are complex.
 * is_double: 0 if the elements are of single precision.
 * units: "" if they were not said. */
int weft_checkpoint_field(const weft_checkpoint* checkpoint, const char* name, int* n_axes, int64_t shape[],
                          int* is_real, int* is_double, const char** units);
/* Reads a field into the owned elements of a distributed array, of any layout, order in memory and precision.
 * Numbers are rounded to single precision, or widened; ghost cells stay unchanged. The data are compared with
 * their checksum before the call returns. WEFT_INVALID_ARGUMENT for damage, and for numbers too large for single
 * precision; the contents of the array are then undefined. Collective over the communicator of the checkpoint.
 * name: of the field; WEFT_INVALID_ARGUMENT, with the nearest name, if there is no such field.
 * distribution: how the array is spread: over the processes of the checkpoint, in their order. It has the shape
 *     of the field, and elements that are real or complex as those of the field; else WEFT_INVALID_ARGUMENT.
 * data: the beginning of this process's memory; NULL where the block is empty.
 * C++: Checkpoint::read. */
int weft_checkpoint_read(const weft_checkpoint* checkpoint, const char* name,
                         const weft_distribution* distribution, void* data);
/* Compares the data of all fields with their checksums, as opening with check=everything does. Collective over
 * the communicator of the checkpoint. WEFT_INVALID_ARGUMENT names the damaged fields.
 * C++: Checkpoint::verify. */
int weft_checkpoint_verify(const weft_checkpoint* checkpoint);

/* All values by name.
 * C++: Checkpoint::values.
 * n_values: how many.
 * name: of value i, from 0, in the order of the alphabet; WEFT_INVALID_ARGUMENT beyond the last one.
 * has: whether there is a value of the name. */
int weft_checkpoint_n_values(const weft_checkpoint* checkpoint, int* n_values);
int weft_checkpoint_value_name(const weft_checkpoint* checkpoint, int i, const char** name);
int weft_checkpoint_has_value(const weft_checkpoint* checkpoint, const char* name, int* has);
/* A value: a text, a number, a whole number, or a list of one of these.
 * name: of the value; WEFT_INVALID_ARGUMENT, with the nearest name, if there is no such value.
 * C++: Checkpoint::value.
 * kind: "text", "number", "whole", "texts", "numbers" or "wholes".
 * n: how many, 1 of a single one. */
int weft_checkpoint_value(const weft_checkpoint* checkpoint, const char* name, const char** kind, int* n);
/* A value of a kind; a whole number also counts as a number. WEFT_INVALID_ARGUMENT if it is of another kind.
 * name: of the value; WEFT_INVALID_ARGUMENT, with the nearest name, if there is no such value.
 * C++: Checkpoint::get.
 * n, values: a list of n values.
 * i: which text of a list, from 0; WEFT_INVALID_ARGUMENT beyond the last one. */
int weft_checkpoint_get_text(const weft_checkpoint* checkpoint, const char* name, const char** value);
int weft_checkpoint_get_number(const weft_checkpoint* checkpoint, const char* name, double* value);
int weft_checkpoint_get_whole(const weft_checkpoint* checkpoint, const char* name, int64_t* value);
int weft_checkpoint_get_texts(const weft_checkpoint* checkpoint, const char* name, int i, const char** value);
int weft_checkpoint_get_numbers(const weft_checkpoint* checkpoint, const char* name, int* n,
                                const double** values);
int weft_checkpoint_get_wholes(const weft_checkpoint* checkpoint, const char* name, int* n,
                               const int64_t** values);

/* Whether a plan was added.
 * C++: Checkpoint::has_plan. */
int weft_checkpoint_has_plan(const weft_checkpoint* checkpoint, int* has);
/* The choice of the plan. WEFT_INVALID_ARGUMENT if no plan was added.
 * C++: Checkpoint::choice.
 * It is the text that the option "choice" takes. */
int weft_checkpoint_choice(weft_checkpoint* checkpoint, const char** choice);
/* Makes the plan that was added: on as many processes the same plan, without measuring. On another number of
 * processes, or if the choice cannot be used, the choice is left out, with a note. On another number of
 * processes the layouts that the problem states are also left out. WEFT_INVALID_ARGUMENT if no plan was added;
 * else errors as of a plan. Collective over the communicator of the checkpoint.
 * options: all that a choice does not settle (in_place, arrays, timeout, ...). A choice in them is preferred.
 * C++: Checkpoint::make_plan.
 * NULL: no options. On an error *plan is NULL. */
int weft_checkpoint_make_plan(weft_checkpoint* checkpoint, weft_plan** plan, const weft_options* options);

WEFT_END_C
#endif
