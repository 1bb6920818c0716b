/* An FFTW that computes wrongly: the first mode of each batch of lines is off in the sixth digit. Preloaded with
   --fftw-library, to see that the benchmark notices. */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <fftw3.h>

typedef void (*execute_r2c)(const fftw_plan, double *, fftw_complex *);
typedef void (*execute_c2c)(const fftw_plan, fftw_complex *, fftw_complex *);

void fftw_execute_dft_r2c(const fftw_plan plan, double *in, fftw_complex *out) {
  ((execute_r2c)dlsym(RTLD_NEXT, "fftw_execute_dft_r2c"))(plan, in, out);
  out[0][0] *= 1.000001;
}

void fftw_execute_dft(const fftw_plan plan, fftw_complex *in, fftw_complex *out) {
  ((execute_c2c)dlsym(RTLD_NEXT, "fftw_execute_dft"))(plan, in, out);
  out[0][0] *= 1.000001;
}
