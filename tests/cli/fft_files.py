"""What the tests of `weft fft` share: arrays, a folder with files, and the expectation of one error."""

import concurrent.futures
import hashlib
import io
import pathlib
import tempfile

import numpy
from program import ProgramTest, weft

RANDOM = numpy.random.default_rng(20261121)
OLD = b"the old result"
MIB = 1 << 20


def reals(*shape, dtype=numpy.float64):
    return RANDOM.standard_normal(shape).astype(dtype)


def complexes(*shape, dtype=numpy.complex128):
    return (reals(*shape) + 1j * reals(*shape)).astype(dtype)


def npy(array):
    """The bytes of numpy.save."""
    file = io.BytesIO()
    numpy.save(file, array)
    return file.getvalue()


def digest(path):
    return hashlib.sha256(path.read_bytes()).hexdigest()


class FileTest(ProgramTest):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name)
        self.folder.chmod(0o755)
        self.source = self.folder / "in.npy"
        self.result = self.folder / "out.npy"

    def names(self):
        return sorted(path.name for path in self.folder.iterdir())

    def assert_fails(self, arguments, *words, processes=None, **options):
        """One error with these words; the old result is as it was, and nothing is left beside it."""
        self.result.write_bytes(OLD)
        before = self.names()
        self.assert_one_error(weft("fft", *arguments, processes=processes, **options), *words)
        self.assertEqual(self.result.read_bytes(), OLD)
        self.assertEqual(self.names(), before)

    def assert_all_fail(self, rows):
        """The same for rows of (path or bytes of the input, more arguments, words), several at a time."""

        def outcome(i, source, arguments):
            folder = self.folder / str(i)
            folder.mkdir()
            if isinstance(source, bytes):
                content, source = source, folder / "in.npy"
                source.write_bytes(content)
            (folder / "out.npy").write_bytes(OLD)
            before = sorted(folder.iterdir())
            result = weft("fft", source, folder / "out.npy", *arguments)
            return result, (folder / "out.npy").read_bytes() == OLD and sorted(folder.iterdir()) == before

        with concurrent.futures.ThreadPoolExecutor(4) as pool:
            runs = [pool.submit(outcome, i, source, arguments) for i, (source, arguments, _) in enumerate(rows)]
        for run, (_, arguments, words) in zip(runs, rows):
            with self.subTest(arguments=arguments, words=words):
                result, is_intact = run.result()
                self.assert_one_error(result, *words)
                self.assertTrue(is_intact, "the old result or its folder was changed")
