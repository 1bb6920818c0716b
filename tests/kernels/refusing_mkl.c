/* The functions that weft calls of MKL, in a library that is none: it accepts every transform but those of 13
   points, and computes nothing. With it the errors of MKL are tested where there is no MKL. */
#include <stdarg.h>
#include <stddef.h>

static long length;

long DftiCreateDescriptor(void **transform, int precision, int domain, long n_axes, ...) {
  va_list arguments;
  va_start(arguments, n_axes);
  length = va_arg(arguments, long);
  va_end(arguments);
  (void)precision, (void)domain;
  *transform = &length;
  return 0;
}
long DftiSetValue(void *transform, int parameter, ...) { return (void)transform, (void)parameter, 0; }
long DftiCommitDescriptor(void *transform) { return *(long *)transform == 13 ? 3 : 0; }
long DftiComputeForward(void *transform, void *in, ...) { return (void)transform, (void)in, 0; }
long DftiComputeBackward(void *transform, void *in, ...) { return (void)transform, (void)in, 0; }
long DftiFreeDescriptor(void **transform) { return *transform = NULL, 0; }
const char *DftiErrorMessage(long status) { return status == 3 ? "an unlucky number" : "no error"; }
int MKL_Set_Threading_Layer(int layer) { return layer; }
void MKL_Set_Num_Threads(int n) { (void)n; }
void MKL_Get_Version(int *version) { version[0] = 7, version[1] = 8, version[2] = 9; }
