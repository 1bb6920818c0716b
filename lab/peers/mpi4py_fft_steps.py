"""Steps of turbulence in a box with mpi4py-fft and NumPy, timed: what lab/peers/turbulence_mpi4py_fft.py starts with the
interpreter that has mpi4py-fft.

    mpirun -n 2 python lab/peers/mpi4py_fft_steps.py '{"points": 128, "padding": true, "how": {"grid": [-1]}, ...}'

The equations and the scheme are those of apps/turbulence: rotational form, a scalar with a mean gradient along z, the 2/3
rule, Adams-Bashforth 2 with the viscous term exactly, begun by the vortices of Taylor and Green. Written as spectral codes
on mpi4py-fft are (its demo, spectralDNS): one field after the other through PFFT, NumPy on whole arrays. For speed:
  - all arrays are there from the beginning, and all operations are in place, those with real factors on real numbers;
  - a transform reads what was computed in its own input, and writes a copy only where it has to live on;
  - the 2/3 rule, the factor 1/n^3 and that copy are one operation.

Steps of the warm-up are not told. The last line of the output is a JSON object: seconds of each step (of the slowest
process), versions, and energy, enstrophy and variance of the scalar after all steps.
"""

import importlib.metadata
import json
import platform
import sys
import time

import beside
import numpy as np

CYCLES = ((0, 1, 2), (1, 2, 0), (2, 0, 1))


def highest(n):
    """The largest m < n/3."""
    return (n - 1) // 3


def make_transform(comm, case):
    from mpi4py_fft import PFFT
    n, how = case["points"], dict(case["how"], dtype=float, planner_effort="FFTW_MEASURE")
    if not case["padding"]:
        return PFFT(comm, [n] * 3, **how)
    # mpi4py-fft 2.0.6 takes the highest mode for that of n/2 where their number is even along the last axis: one more then.
    kept = 2 * (highest(n) + highest(n) % 2) + 1
    return PFFT(comm, [kept] * 3, padding=[(n + 0.5) / kept] * 3, **how)  # it rounds the points down


def numbers(array):
    """Complex numbers as twice as many real ones: a view."""
    return array.view(float)


def twice(array):
    """Factors of complex numbers as those of numbers(...)."""
    return np.repeat(array, 2, axis=-1)


class Flow:
    def __init__(self, comm, case):
        n, self.comm, self.dt = case["points"], comm, case["step"]
        self.fft = fft = make_transform(comm, case)
        shape, points = fft.global_shape(True), fft.shape(False)
        waves = [np.fft.fftfreq(m) * m for m in shape[:2]] + [np.arange(shape[2])]
        k = np.meshgrid(*(one[part] for one, part in zip(waves, fft.local_slice(True))), indexing="ij", sparse=True)
        square = k[0] ** 2 + k[1] ** 2 + k[2] ** 2
        is_kept = (abs(k[0]) <= highest(n)) & (abs(k[1]) <= highest(n)) & (k[2] <= highest(n))
        self.ik = [1j * one for one in k]
        self.square, self.weight = square, np.where(k[2] > 0, 2, 1)
        self.keep = n**-3.0 if is_kept.all() else twice(is_kept / n**3)
        self.inverse_square = twice(is_kept / np.where(square > 0, square, 1) * (square > 0))
        self.decay = twice(np.exp(-case["viscosity"] * self.dt * square))
        self.state, self.last, self.rate = (np.zeros((4, *square.shape), complex) for _ in range(3))  # u, v, w, scalar
        self.work = np.zeros(square.shape, complex)
        self.velocity, self.vorticity = (np.zeros((3, *points)) for _ in range(2))
        self.scalar, self.product = np.zeros(points), np.zeros(points)
        self.n_steps = 0
        self.start(n)

    def start(self, n):
        x, y, z = np.meshgrid(*(2 * np.pi * np.arange(n)[part] / n for part in self.fft.local_slice(False)),
                              indexing="ij", sparse=True)
        for i, u in enumerate((np.sin(x) * np.cos(y) * np.cos(z), -np.cos(x) * np.sin(y) * np.cos(z))):
            self.forward(u, self.state[i])

    def forward(self, u, out):
        """What is kept of the modes of points, which may be the input of the transform."""
        array = self.fft.forward.input_array
        uh = self.fft.forward(None if u is array else u, normalize=False)
        np.multiply(numbers(uh), self.keep, out=numbers(out))

    def to_points(self):
        backward, work, (u, v, w, s) = self.fft.backward, self.work, self.state
        for field, out in zip((u, v, w, s), (*self.velocity, self.scalar)):
            backward(field, out)
        array = backward.input_array
        for a, b, c in CYCLES:
            np.multiply(self.ik[b], self.state[c], out=array)
            np.multiply(self.ik[c], self.state[b], out=work)
            np.subtract(array, work, out=array)
            backward(None, self.vorticity[a])

    def divergence_of(self, fields, out):
        np.multiply(self.ik[0], fields[0], out=out)
        for a in (1, 2):
            np.multiply(self.ik[a], fields[a], out=self.work)
            out += self.work

    def find_rates(self):
        self.to_points()
        u, w, rate, array = self.velocity, self.vorticity, self.rate, self.fft.forward.input_array
        for a in range(3):
            np.multiply(u[a], self.scalar, out=array)
            self.forward(array, rate[a])
        self.divergence_of(rate, rate[3])
        np.add(rate[3], self.state[2], out=rate[3])
        np.negative(numbers(rate[3]), out=numbers(rate[3]))
        for a, b, c in CYCLES:
            np.multiply(u[b], w[c], out=array)
            np.multiply(u[c], w[b], out=self.product)
            np.subtract(array, self.product, out=array)
            self.forward(array, rate[a])
        self.project()

    def project(self):
        """Takes the part along k."""
        along = self.fft.backward.input_array  # is free now
        self.divergence_of(self.rate, along)
        numbers(along)[...] *= self.inverse_square
        for a in range(3):
            np.multiply(self.ik[a], along, out=self.work)
            self.rate[a] += self.work

    def step(self):
        """u <- E (u + dt (3/2 N - 1/2 q)),  q <- E N."""
        self.find_rates()
        now, then = (1.5, -0.5) if self.n_steps else (1, 0)
        work = numbers(self.work)
        for u, q, rate in zip(numbers(self.state), numbers(self.last), numbers(self.rate)):
            q *= then * self.dt
            u += q
            np.multiply(rate, now * self.dt, out=work)
            u += work
            u *= self.decay
            np.multiply(rate, self.decay, out=q)
        self.n_steps += 1

    def measures(self):
        squares = self.weight * abs(self.state) ** 2
        energies = squares[:3].sum(axis=0) / 2
        sums = np.array([energies.sum(), (self.square * energies).sum(), squares[3].sum()])
        return dict(zip(("energy", "enstrophy", "scalar_0_variance"), self.comm.allreduce(sums).tolist()))


def versions():
    from mpi4py import MPI
    import mpi4py_fft.fftw.fftw_xfftn  # noqa: F401
    with open("/proc/self/maps", encoding="utf-8") as file:
        libraries = {line.split()[-1] for line in file if "libfftw3.so" in line}
    of = {name: importlib.metadata.version(name) for name in ("mpi4py-fft", "mpi4py", "numpy")}
    return {**of, "python": platform.python_version(), "mpi": MPI.Get_library_version().split(",")[0],
            "fft_file": " ".join(sorted(libraries))}


def main():
    case = json.loads(sys.argv[1])
    from mpi4py import MPI
    comm = MPI.COMM_WORLD
    beside.check_processes(comm, case["processes"])
    flow = Flow(comm, case)
    seconds = []
    for _ in range(case["warm_up"] + case["steps"]):
        comm.Barrier()
        begin = time.perf_counter()
        flow.step()
        seconds.append(comm.allreduce(time.perf_counter() - begin, MPI.MAX))
    measures = flow.measures()
    if comm.Get_rank() == 0:
        print(json.dumps({"seconds": seconds[case["warm_up"]:], "measures": measures, "versions": versions()}))


if __name__ == "__main__":
    main()
