/* Files for C: distributed arrays in HDF5 and .npy files, XDMF, series of snapshots, VTK images of slices.
 *
 * Example:
 *   MPI_Comm comm = MPI_COMM_WORLD;
 *   weft_problem *problem; weft_plan *plan; weft_distribution *distribution; void *u;
 *   weft_problem_create(&problem, "r2c", 2, (int64_t[]){8, 6});
 *   weft_plan_create(&plan, problem, comm, NULL);
 *   weft_distribution_of_plan(&distribution, plan, WEFT_POINTS);
 *   weft_distribution_allocate(distribution, &u);
 *
 *   weft_hdf5_writer *writer;
 *   weft_hdf5_writer_create(&writer, "flow.h5", comm);
 *   weft_hdf5_write_with(writer, "u", distribution, u, NULL);
 *   weft_hdf5_set_text(writer, "u", "units", "m/s");
 *   weft_hdf5_commit(writer);
 *   weft_hdf5_writer_free(&writer);
 *
 *   weft_hdf5_reader *reader;
 *   weft_hdf5_reader_create(&reader, "flow.h5", comm);
 *   weft_hdf5_read_with(reader, "u", distribution, u, NULL);
 *   weft_hdf5_reader_free(&reader);
 *
 * Conventions of weft.h; what the functions do is said in hdf5_file.hpp, snapshots.hpp and doc/files.md.
 * Names and texts are UTF-8. Texts and lists that are returned belong to the reader or series, until it is
 * freed. Unless stated otherwise calls are collective, with the same arguments on all processes but for the
 * data. `data` is the beginning of this process's memory, NULL where it has none. */
#ifndef WEFT_FILES_H
#define WEFT_FILES_H

#include "weft/export.h"
#include "weft/weft.h"
#include "weft/weft_arrays.h"

WEFT_BEGIN_C

typedef struct weft_hdf5_writer weft_hdf5_writer; /* a file that is being written aside */
typedef struct weft_hdf5_reader weft_hdf5_reader; /* one to read */
typedef struct weft_series weft_series;           /* snapshots of fields at growing times */

/* How a dataset lies in its file, for the functions without _with, which are kept for one release; {0} is the
 * standard. All others take options of "dataset" and of "reading" (weft_options_create_for, weft_option_row_of
 * list them), NULL: nothing is set. */
enum { WEFT_PRECISION_OF_MEMORY = 0, WEFT_PRECISION_SINGLE = 1, WEFT_PRECISION_DOUBLE = 2 };
typedef struct weft_dataset_options {
  const int64_t*
      chunks;      /* one length for each axis; NULL: in one piece, or with a filter what weft chooses */
  int compression; /* of deflate, 1 (fast) to 9 (small); 0: none */
  int shuffle;     /* 1: bytes of equal weight side by side first */
  int fletcher32;  /* 1: a checksum of each chunk */
  int precision;   /* of the file, see above */
} weft_dataset_options;

/* --- Writing
 * ------------------------------------------------------------------------------------------------- */

/* On an error *writer is NULL. */
int weft_hdf5_writer_create(weft_hdf5_writer** writer, const char* path, MPI_Comm comm);
/* The same for a communicator of Fortran (an integer, or comm%MPI_VAL). */
int weft_hdf5_writer_create_f(weft_hdf5_writer** writer, const char* path, int comm);
/* A new dataset with the owned elements of an array. `options`, of "dataset", may be NULL. */
int weft_hdf5_write_with(weft_hdf5_writer* writer, const char* name, const weft_distribution* distribution,
                         const void* data, const weft_options* options);
int weft_hdf5_write(weft_hdf5_writer* writer, const char* name, const weft_distribution* distribution,
                    const void* data, const weft_dataset_options* options);
/* Attributes of "/" (the file), a dataset or a group; those of the name are replaced. */
int weft_hdf5_set_text(weft_hdf5_writer* writer, const char* object, const char* name, const char* value);
int weft_hdf5_set_number(weft_hdf5_writer* writer, const char* object, const char* name, double value);
int weft_hdf5_set_whole(weft_hdf5_writer* writer, const char* object, const char* name, int64_t value);
int weft_hdf5_set_texts(weft_hdf5_writer* writer, const char* object, const char* name, int n,
                        const char* const values[]);
int weft_hdf5_set_numbers(weft_hdf5_writer* writer, const char* object, const char* name, int n,
                          const double values[]);
int weft_hdf5_set_wholes(weft_hdf5_writer* writer, const char* object, const char* name, int n,
                         const int64_t values[]);
/* The data reach the disk, then the file gets its name. */
int weft_hdf5_commit(weft_hdf5_writer* writer);
/* Removes the unfinished file unless it was committed. Not collective. */
void weft_hdf5_writer_free(weft_hdf5_writer** writer);

/* --- Reading
 * ------------------------------------------------------------------------------------------------- */

/* On an error *reader is NULL. */
int weft_hdf5_reader_create(weft_hdf5_reader** reader, const char* path, MPI_Comm comm);
int weft_hdf5_reader_create_f(weft_hdf5_reader** reader, const char* path, int comm);
/* Not collective. */
void weft_hdf5_reader_free(weft_hdf5_reader** reader);
/* The datasets of numbers, and the path of one, from 0. Not collective. */
int weft_hdf5_n_datasets(const weft_hdf5_reader* reader, int* n);
int weft_hdf5_dataset(const weft_hdf5_reader* reader, int i, const char** name);
/* What a dataset holds; any of the results may be NULL, shape has one number for each axis. Not collective.
 */
int weft_hdf5_info(const weft_hdf5_reader* reader, const char* name, int* n_axes, int64_t shape[],
                   int* is_real, int* is_double, int* is_integer);
/* Reads the owned elements of an array of the dataset's shape. `options`, of "reading", may be NULL. `convert` 0:
 * the precision must be that of the memory; 1: numbers are converted. */
int weft_hdf5_read_with(const weft_hdf5_reader* reader, const char* name,
                        const weft_distribution* distribution, void* data, const weft_options* options);
int weft_hdf5_read(const weft_hdf5_reader* reader, const char* name, const weft_distribution* distribution,
                   void* data, int convert);
/* Attributes. WEFT_INVALID_ARGUMENT if there is none of that name and kind. Not collective. */
int weft_hdf5_get_text(const weft_hdf5_reader* reader, const char* object, const char* name,
                       const char** value);
int weft_hdf5_get_number(const weft_hdf5_reader* reader, const char* object, const char* name, double* value);
int weft_hdf5_get_whole(const weft_hdf5_reader* reader, const char* object, const char* name, int64_t* value);
int weft_hdf5_get_numbers(const weft_hdf5_reader* reader, const char* object, const char* name, int* n,
                          const double** values);
int weft_hdf5_get_wholes(const weft_hdf5_reader* reader, const char* object, const char* name, int* n,
                         const int64_t** values);
/* Entry i of a list of n texts. */
int weft_hdf5_get_texts(const weft_hdf5_reader* reader, const char* object, const char* name, int i, int* n,
                        const char** value);

/* --- .npy: the whole array as numpy.save writes it; reading converts numbers
 * ---------------------------------- */

/* Writes an array as a .npy file, as numpy.save writes the whole one. A reader never sees half of it, and the
 * file that it replaces survives every failure. Collective.
 * path: of the file. WEFT_RESOURCE if it cannot be written or has no space.
 * C++: write_array. */
int weft_npy_write(const char* path, const weft_distribution* distribution, const void* data);
/* Reads this process's block of a .npy file. Integers, bools, numbers of the other byte order and of another
 * precision are converted, real numbers to complex ones too; WEFT_INVALID_ARGUMENT for complex numbers into real
 * ones. WEFT_RESOURCE if the file has another length than when its header was read. Collective.
 * data: the memory; NULL for an empty block.
 * C++: read_array.
 * path: of the file. WEFT_INVALID_ARGUMENT for a damaged one, and for one of another shape than that of the
 *     distribution. */
int weft_npy_read(const char* path, const weft_distribution* distribution, void* data);

/* --- Looking
 * -------------------------------------------------------------------------------------------------- */

/* An XDMF file about n HDF5 files in its folder or below. */
int weft_xdmf_write(const char* path, int n, const char* const files[], MPI_Comm comm);
int weft_xdmf_write_f(const char* path, int n, const char* const files[], int comm);
/* The plane `index` of `axis` (-1 of an array of two axes) as a VTK image. Lengths of the domain and
 * coordinates of its first point, one number for each axis; NULL: points at 0, 1, 2, ... */
int weft_vtk_write_slice(const char* path, const char* name, const weft_distribution* distribution,
                         const void* data, int axis, int64_t index, const double lengths[],
                         const double origin[]);

/* Snapshots PREFIX.000000.h5, ... and PREFIX.xdmf; goes on where the series ended. On an error *series is
 * NULL. */
int weft_series_create(weft_series** series, const char* prefix, MPI_Comm comm);
int weft_series_create_f(weft_series** series, const char* prefix, int comm);
/* Not collective. */
void weft_series_free(weft_series** series);
/* Attributes of "/" (its file) or of a field, as those of a writer, for each snapshot from now on that has
 * this field: with lengths, origin and units, for example, pictures show where the points are (doc/files.md).
 */
int weft_series_set_text(weft_series* series, const char* object, const char* name, const char* value);
int weft_series_set_number(weft_series* series, const char* object, const char* name, double value);
int weft_series_set_whole(weft_series* series, const char* object, const char* name, int64_t value);
int weft_series_set_texts(weft_series* series, const char* object, const char* name, int n,
                          const char* const values[]);
int weft_series_set_numbers(weft_series* series, const char* object, const char* name, int n,
                            const double values[]);
int weft_series_set_wholes(weft_series* series, const char* object, const char* name, int n,
                           const int64_t values[]);
/* A snapshot of n fields; `options` for all of them may be NULL. Its time is above that of the last one. */
int weft_series_append_with(weft_series* series, double time, int64_t step, int n, const char* const names[],
                            const weft_distribution* const distributions[], const void* const data[],
                            const weft_options* options);
int weft_series_append(weft_series* series, double time, int64_t step, int n, const char* const names[],
                       const weft_distribution* const distributions[], const void* const data[],
                       const weft_dataset_options* options);
/* How many there are, and what snapshot i is, from 0; results may be NULL. Not collective. */
int weft_series_n_snapshots(const weft_series* series, int* n);
int weft_series_snapshot(const weft_series* series, int i, double* time, int64_t* step, const char** path);
/* Snapshot i, to read. */
int weft_series_open(const weft_series* series, int i, weft_hdf5_reader** reader);

WEFT_END_C
#endif
