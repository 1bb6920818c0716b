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
 * Conventions of weft.h; formats: doc/files.md. Names and texts are UTF-8. Texts and lists that are returned
 * belong to the reader or series, until it is freed. Options are those of weft_options_create_for(), NULL:
 * nothing is set. */
#ifndef WEFT_FILES_H
#define WEFT_FILES_H

#include "weft/export.h"
#include "weft/weft.h"
#include "weft/weft_arrays.h"

WEFT_BEGIN_C

/* An HDF5 file that is being written beside its final name. Readers find the old file or the complete new one.
 * The old file survives every failure; its permissions and links to it stay. SIGINT, SIGTERM and SIGHUP remove
 * the unfinished file before they end the program. HDF5 1.8 and later read the files; datasets with chunks need
 * 1.10 and later. The same calls make the same bytes, on any number of processes and at any time.
 * All calls are collective over the communicator of the file, with the same arguments, except the data, on all
 * processes. The same Error on all processes. WEFT_INVALID_ARGUMENT for names, shapes and options, and for any
 * call after `weft_hdf5_commit()`. WEFT_MISMATCH if arguments differ between processes. WEFT_RESOURCE if there
 * is no space or the file cannot be written; WEFT_COMMUNICATION if a process does not come in time. After
 * WEFT_RESOURCE and WEFT_COMMUNICATION the file cannot be committed.
 * C++: class Hdf5Writer. */
typedef struct weft_hdf5_writer weft_hdf5_writer;
/* An HDF5 file to read: weft's, or any other with arrays of numbers. No program may write it meanwhile.
 * Collective over the communicator of the file, with the same arguments, except the data, on all processes,
 * unless stated otherwise. The same Error on all processes. WEFT_RESOURCE for a file that is missing, cannot be
 * read, or has changed since it was opened. WEFT_INVALID_ARGUMENT for a damaged file or another format, missing
 * objects, another shape or another precision. WEFT_MISMATCH if the file or the arguments differ between
 * processes; WEFT_COMMUNICATION if a process does not come in time.
 * C++: class Hdf5Reader. */
typedef struct weft_hdf5_reader weft_hdf5_reader;
/* Snapshots of fields at growing times, each in an HDF5 file of its own, PREFIX.000000.h5, PREFIX.000001.h5,
 * ..., and PREFIX.xdmf, which shows them all. A complete file is never changed, so a failure loses at most the
 * new snapshot. A series that is opened again continues at its end, on any number of processes. Collective over
 * the communicator of the series, with the same arguments, except the data, on all processes, unless stated
 * otherwise. The same Error on all processes: those of reading and writing HDF5 files; a function lists its
 * other errors.
 * C++: class Series. */
typedef struct weft_series weft_series;

/* How a dataset lies in its file, for the functions without _with, which are kept for one release; {0} is the
 * standard. */
enum { WEFT_PRECISION_OF_MEMORY = 0, WEFT_PRECISION_SINGLE = 1, WEFT_PRECISION_DOUBLE = 2 };
typedef struct weft_dataset_options {
  const int64_t*
      chunks;      /* one length for each axis; NULL: in one piece, or with a filter what weft chooses */
  int compression; /* of deflate, 1 (fast) to 9 (small); 0: none */
  int shuffle;     /* 1: bytes of equal weight side by side first */
  int fletcher32;  /* 1: a checksum of each chunk */
  int precision;   /* of the file, see above */
} weft_dataset_options;

/* --- Writing */

/* Begins an HDF5 file. Collective over `comm`.
 * path: of the file. Its folder must exist, else WEFT_RESOURCE.
 * comm: the processes that write.
 * C++: Hdf5Writer::Hdf5Writer.
 * On an error *writer is NULL. */
int weft_hdf5_writer_create(weft_hdf5_writer** writer, const char* path, MPI_Comm comm);
/* The same for a communicator of Fortran (an integer, or comm%MPI_VAL). In C alone. */
int weft_hdf5_writer_create_f(weft_hdf5_writer** writer, const char* path, int comm);
/* Writes a distributed array as a new dataset: the owned elements of all processes, not the ghost cells.
 * name: of the dataset, "u", or its path, "flow/u"; missing groups are made. WEFT_INVALID_ARGUMENT if the object
 *     exists, or if a dataset has the name of a group.
 * distribution: how the array is spread: over the processes of the file, in their order, else
 *     WEFT_INVALID_ARGUMENT.
 * data: the beginning of this process's memory; NULL where the block is empty.
 * options: of "dataset". WEFT_INVALID_ARGUMENT for chunks that do not fit the array.
 * C++: Hdf5Writer::write. */
int weft_hdf5_write_with(weft_hdf5_writer* writer, const char* name, const weft_distribution* distribution,
                         const void* data, const weft_options* options);
/* The same with options as a structure, kept for one release. In C alone. */
int weft_hdf5_write(weft_hdf5_writer* writer, const char* name, const weft_distribution* distribution,
                    const void* data, const weft_dataset_options* options);
/* Sets an attribute; one of that name is replaced.
 * object: "/" (the file), a dataset or a group. WEFT_INVALID_ARGUMENT if it does not exist.
 * name: of the attribute, not empty.
 * value: a text (UTF-8), a number, a whole number, or a list of one of these.
 * C++: Hdf5Writer::set_attribute.
 * n, values: a list of n values. */
int weft_hdf5_set_text(weft_hdf5_writer* writer, const char* object, const char* name, const char* value);
int weft_hdf5_set_number(weft_hdf5_writer* writer, const char* object, const char* name, double value);
int weft_hdf5_set_whole(weft_hdf5_writer* writer, const char* object, const char* name, int64_t value);
int weft_hdf5_set_texts(weft_hdf5_writer* writer, const char* object, const char* name, int n,
                        const char* const values[]);
int weft_hdf5_set_numbers(weft_hdf5_writer* writer, const char* object, const char* name, int n,
                          const double values[]);
int weft_hdf5_set_wholes(weft_hdf5_writer* writer, const char* object, const char* name, int n,
                         const int64_t values[]);
/* Ends the file: the data reach the disk, then the file gets its name.
 * C++: Hdf5Writer::commit. */
int weft_hdf5_commit(weft_hdf5_writer* writer);
/* Removes the unfinished file unless it was committed. Not collective. In C alone. */
void weft_hdf5_writer_free(weft_hdf5_writer** writer);

/* --- Reading */

/* Opens an HDF5 file; all headers and attributes are read now. Collective over `comm`.
 * path: of the file.
 * comm: the processes that read.
 * C++: Hdf5Reader::Hdf5Reader.
 * On an error *reader is NULL. */
int weft_hdf5_reader_create(weft_hdf5_reader** reader, const char* path, MPI_Comm comm);
/* The same for a communicator of Fortran. In C alone. */
int weft_hdf5_reader_create_f(weft_hdf5_reader** reader, const char* path, int comm);
/* Closes the file. Not collective. In C alone. */
void weft_hdf5_reader_free(weft_hdf5_reader** reader);
/* The paths of all datasets of numbers, "/flow/u", in the order of the alphabet. Not collective.
 * C++: Hdf5Reader::datasets.
 * n: how many.
 * name: the path of dataset i, from 0; WEFT_INVALID_ARGUMENT beyond the last one. */
int weft_hdf5_n_datasets(const weft_hdf5_reader* reader, int* n);
int weft_hdf5_dataset(const weft_hdf5_reader* reader, int i, const char** name);
/* The properties of a dataset. Not collective.
 * name: of the dataset, "flow/u"; WEFT_INVALID_ARGUMENT if it is missing or has no numbers.
 * C++: Hdf5Reader::info.
 * shape: global lengths, one for each axis.
 * is_real: 0 if the elements are complex.
 * is_double: 0 if the elements are of single precision.
 * is_integer: 1 if the elements are integers, which are read as real numbers. */
int weft_hdf5_info(const weft_hdf5_reader* reader, const char* name, int* n_axes, int64_t shape[],
                   int* is_real, int* is_double, int* is_integer);
/* Reads a dataset into the owned elements of a distributed array; ghost cells stay unchanged.
 * name: of the dataset, "flow/u"; WEFT_INVALID_ARGUMENT if it is missing or has no numbers.
 * distribution: how the array is spread: over the processes of the file, in their order. It has the shape of the
 *     dataset, else WEFT_INVALID_ARGUMENT.
 * data: the beginning of this process's memory; NULL where the block is empty.
 * options: of "reading". With convert=no the elements of the dataset must be those of the memory, else
 *     WEFT_INVALID_ARGUMENT. With convert=yes numbers are converted: to the other precision, from integers, and
 *     from real to complex ones. Complex numbers are read as complex ones in any case.
 * C++: Hdf5Reader::read. */
int weft_hdf5_read_with(const weft_hdf5_reader* reader, const char* name,
                        const weft_distribution* distribution, void* data, const weft_options* options);
/* The same with the option "convert" as a number, 0: no, 1: yes; kept for one release. In C alone. */
int weft_hdf5_read(const weft_hdf5_reader* reader, const char* name, const weft_distribution* distribution,
                   void* data, int convert);
/* The attributes of an object that are texts, numbers, or lists of these, from the copy of this process. Not
 * collective: the Error is that of this process.
 * object: "/" (the file), a dataset or a group; WEFT_INVALID_ARGUMENT if it does not exist.
 * C++: Hdf5Reader::attributes_here.
 * name: the attribute of them that is the result. WEFT_INVALID_ARGUMENT if there is none of that name and
 *     kind.
 * i, n: entry i, from 0, of a list of n texts; with value NULL only their number is asked for. */
int weft_hdf5_get_text(const weft_hdf5_reader* reader, const char* object, const char* name,
                       const char** value);
int weft_hdf5_get_number(const weft_hdf5_reader* reader, const char* object, const char* name, double* value);
int weft_hdf5_get_whole(const weft_hdf5_reader* reader, const char* object, const char* name, int64_t* value);
int weft_hdf5_get_numbers(const weft_hdf5_reader* reader, const char* object, const char* name, int* n,
                          const double** values);
int weft_hdf5_get_wholes(const weft_hdf5_reader* reader, const char* object, const char* name, int* n,
                         const int64_t** values);
int weft_hdf5_get_texts(const weft_hdf5_reader* reader, const char* object, const char* name, int i, int* n,
                        const char** value);

/* --- .npy */

/* Writes an array as the .npy file that numpy.save would write. Readers find the old file or the complete new
 * one; the old file survives every failure. Collective.
 * path: of the file. WEFT_RESOURCE if it cannot be written or has no space.
 * C++: write_array.
 * distribution: how the array is spread. Collective over its communicator.
 * data: the beginning of this process's memory; NULL where the block is empty. */
int weft_npy_write(const char* path, const weft_distribution* distribution, const void* data);
/* Reads this process's block of a .npy file. Integers, bools, and numbers of the other byte order or another
 * precision are converted; so are real numbers to complex ones. WEFT_INVALID_ARGUMENT for complex numbers into
 * real ones. WEFT_RESOURCE if the length of the file has changed since its header was read. Collective.
 * C++: read_array.
 * path: of the file. WEFT_RESOURCE if it cannot be read, WEFT_INVALID_ARGUMENT if it is damaged, or if its
 *     elements are no numbers.
 * distribution: how the array is spread; WEFT_INVALID_ARGUMENT unless it has the shape of the file. Collective
 *     over its communicator.
 * data: the beginning of this process's memory; NULL where the block is empty. */
int weft_npy_read(const char* path, const weft_distribution* distribution, void* data);

/* --- Looking */

/* Writes an XDMF 3 file for ParaView and VisIt, of all datasets of one to three axes in HDF5 files. One file
 * makes one picture. Several make a series in time, in their order, each at its attribute "time", or at 0, 1, 2,
 * ... if none has one. Datasets of one shape and grid share a mesh, on which they are fields at the nodes.
 * Complex datasets are two fields, NAME.r and NAME.i; with chunks, which XDMF cannot show, they are left out.
 * The file is written aside and renamed. Collective over `comm`, with the same arguments on all processes; the
 * same Error on all, as of reading an HDF5 file. WEFT_INVALID_ARGUMENT if a file has no such datasets;
 * WEFT_RESOURCE if the XDMF file cannot be written.
 * path: of the XDMF file; its name should end in .xdmf.
 * files: paths of the HDF5 files. WEFT_INVALID_ARGUMENT for none, and for one that is not in the folder of the
 *     XDMF file or below.
 * comm: the processes that call.
 * C++: write_xdmf.
 * n: the number of files. */
int weft_xdmf_write(const char* path, int n, const char* const files[], MPI_Comm comm);
/* The same for a communicator of Fortran. In C alone. */
int weft_xdmf_write_f(const char* path, int n, const char* const files[], int comm);
/* Writes a plane of a three-dimensional array, or all of a two-dimensional one, as a VTK image for ParaView. It
 * has point data NAME in the array's precision; complex elements become NAME.r, NAME.i and NAME.magnitude. The
 * plane passes through process 0. The file is written aside and renamed. Collective over the communicator of the
 * array, with the same arguments, except the data, on all processes. The same Error on all.
 * WEFT_INVALID_ARGUMENT for other numbers of axes, planes outside the array, and grids that are not uniform in
 * the plane. WEFT_MISMATCH if arguments differ; WEFT_RESOURCE if the file cannot be written.
 * path: of the file; its name should end in .vti.
 * name: NAME, of the values; not empty, and without <, >, & and ", else WEFT_INVALID_ARGUMENT.
 * distribution: how the array is spread. The array has two or three axes.
 * data: the beginning of this process's memory; NULL where the block is empty.
 * axis: the axis normal to the plane; -1 for an array of two axes.
 * index: of the plane along that axis, a global one from 0.
 * C++: write_vtk_slice.
 * lengths, origin: of the domain, and of its first point, one number for each axis. NULL: points of distance
 *     1, from 0. */
int weft_vtk_write_slice(const char* path, const char* name, const weft_distribution* distribution,
                         const void* data, int axis, int64_t index, const double lengths[],
                         const double origin[]);

/* Opens a series: finds the existing snapshots. Collective over `comm`.
 * prefix: PREFIX, a path. Its folder must exist, else WEFT_RESOURCE. WEFT_INVALID_ARGUMENT if it has no name
 *     after the folder, or if one of the files is not a snapshot.
 * comm: the processes of the series.
 * C++: Series::Series.
 * On an error *series is NULL. */
int weft_series_create(weft_series** series, const char* prefix, MPI_Comm comm);
/* The same for a communicator of Fortran. In C alone. */
int weft_series_create_f(weft_series** series, const char* prefix, int comm);
/* Frees the series. Not collective. In C alone. */
void weft_series_free(weft_series** series);
/* Sets an attribute of "/" (its file) or of a field, as of a writer, for each later snapshot that has this
 * field. With lengths, origin and units, for example, pictures have coordinates (doc/files.md).
 * Nothing is written yet. Collective over the communicator of the series. In C alone. */
int weft_series_set_text(weft_series* series, const char* object, const char* name, const char* value);
int weft_series_set_number(weft_series* series, const char* object, const char* name, double value);
int weft_series_set_whole(weft_series* series, const char* object, const char* name, int64_t value);
int weft_series_set_texts(weft_series* series, const char* object, const char* name, int n,
                          const char* const values[]);
int weft_series_set_numbers(weft_series* series, const char* object, const char* name, int n,
                            const double values[]);
int weft_series_set_wholes(weft_series* series, const char* object, const char* name, int n,
                           const int64_t values[]);
/* Writes a snapshot, with the attributes time and step of its file, then the XDMF file.
 * time: of the snapshot; WEFT_INVALID_ARGUMENT unless it is a number above that of the last snapshot.
 * step: of the simulation; WEFT_INVALID_ARGUMENT if it is below that of the last snapshot.
 * C++: Series::append.
 * n, names, distributions, data: the fields, one at least; data has the beginnings of this process's memory,
 *     NULL where a block is empty.
 * options: those of "dataset", for all fields. */
int weft_series_append_with(weft_series* series, double time, int64_t step, int n, const char* const names[],
                            const weft_distribution* const distributions[], const void* const data[],
                            const weft_options* options);
/* The same with options as a structure, kept for one release. In C alone. */
int weft_series_append(weft_series* series, double time, int64_t step, int n, const char* const names[],
                       const weft_distribution* const distributions[], const void* const data[],
                       const weft_dataset_options* options);
/* The snapshots of the series, in the order of their times. Not collective.
 * C++: Series::snapshots.
 * n: how many.
 * i: a snapshot, from 0; WEFT_INVALID_ARGUMENT if there is none.
 * path: of its file. */
int weft_series_n_snapshots(const weft_series* series, int* n);
int weft_series_snapshot(const weft_series* series, int i, double* time, int64_t* step, const char** path);
/* Opens a snapshot to read.
 * i: the number of the snapshot, from 0; WEFT_INVALID_ARGUMENT if there is none.
 * C++: Series::open.
 * On an error *reader is NULL. */
int weft_series_open(const weft_series* series, int i, weft_hdf5_reader** reader);

WEFT_END_C
#endif
