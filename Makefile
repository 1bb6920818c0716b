# Everything a user or a contributor does, from a bare Debian 12 with make, git and bash.
# CMake does the work (see CMakePresets.json); this file finds what is missing and calls it.

MPI    ?= openmpi
PREFIX ?= /usr/local
JOBS   ?= $(shell nproc)

# Processes of tests wait for a third of their time, but those of MPICH spin while they do.
ifeq ($(MPI),openmpi)
  BUILD := build
  PYTHON := .venv/bin/python
  TEST_JOBS := $(shell expr 2 \* $(JOBS))
else ifeq ($(MPI),mpich)
  BUILD := build-mpich
  PYTHON := .venv-mpich/bin/python
  TEST_JOBS := $(JOBS)
else
  $(error MPI=$(MPI) is not known; use MPI=openmpi (the default) or MPI=mpich)
endif

RUN  := $(BUILD)/weft-run -n 2
TEST := python3 scripts/run_tests.py

.DEFAULT_GOAL := help
.PHONY: help setup build demo test test-full lab test-lab test-drop-in test-slurm test-faults check-memory fuzz test-adversary count-instructions count-bytes simulate channel-statistics taylor-green docs install wheel format lint count clean

help:
	@echo "make demo             build the program, then NAS FT classes S and W, then a benchmark beside FFTW-MPI"
	@echo "make build            the library, the program and the Python package, in $(BUILD)/ and .venv"
	@echo "make test             build all and run the fast tests"
	@echo "make lab, test-lab    the laboratory: tests of papers, emulated clusters (lab/README.md); its tests"
	@echo "make test-full        every test, then check-memory and fuzz"
	@echo "make check-memory     sanitizers on the tests, valgrind on a plan-and-run program"
	@echo "make fuzz             fuzzers on all parsers, a minute each, with Clang"
	@echo "make test-adversary   damage, kills, misuse and missing resources: hours; SIZE=0.002 takes minutes"
	@echo "make test-drop-in     FFTW's mpi-bench on weft's library with FFTW's names; it downloads FFTW's sources"
	@echo "make test-slurm       jobs under a real Slurm, on hosts that this machine emulates, as root (5 minutes)"
	@echo "make test-faults      does the fast tier find the faults of tests/seeded_faults? FAULTS=names or folders"
	@echo "make count-instructions  instructions of transforms in valgrind, beside those of bench/results"
	@echo "make count-bytes      bytes that plans read, write and send, beside those of bench/results"
	@echo "make simulate         install SimGrid, build the driver of simulated machines (python3 lab/simulate)"
	@echo "make channel-statistics  turbulent channel flow at Re_tau 180 beside published data (21 minutes)"
	@echo "make taylor-green     turbulence at Re 1600 beside a reference of 512^3 points (34 minutes; POINTS=128: 7)"
	@echo "make docs             the documentation: build/docs/html/index.html, build/docs/weft.pdf"
	@echo "make install PREFIX=  install under PREFIX ($(PREFIX))"
	@echo "make wheel            a Python package with the programs for all MPI libraries, in dist/ (20 minutes)"
	@echo "make format, lint     clang-format on all sources, clang-tidy on the library"
	@echo "make count            lines of code of the product, by language"
	@echo "make clean            remove all build folders (the virtual environments stay)"
	@echo
	@echo "MPI=mpich builds and tests with MPICH, in build-mpich/. JOBS=$(JOBS) limits parallel work."

setup:
	@MPI=$(MPI) scripts/setup.sh $(EXTRA_PACKAGES)

# Ninja configures again by itself when a CMake file changes; presets it does not know about.
build/.configured:       PRESET := openmpi
build-mpich/.configured: PRESET := mpich
build-asan/.configured:  PRESET := asan
build-fuzz/.configured: PRESET := fuzz
build-simgrid/.configured: PRESET := simgrid
%/.configured: CMakePresets.json | setup
	cmake --preset $(PRESET)
	@touch $@

build: setup $(BUILD)/.configured
	cmake --build $(BUILD) -j $(JOBS) --target product

# What the demo runs and no more: packages and sources of the program. A folder that is configured for all stays so.
demo:
	@echo "weft: this takes 6 minutes on 2 cores, and downloads: packages, building the program, running it"
	@MPI=$(MPI) scripts/setup.sh --program
	@test -e $(BUILD)/.configured || cmake --preset $(if $(filter mpich,$(MPI)),mpich,openmpi) \
	  -D WEFT_BUILD_TESTS=OFF -D WEFT_BUILD_FORTRAN=OFF -D WEFT_BUILD_PYTHON=OFF
	cmake --build $(BUILD) -j $(JOBS) --target weft_cli launcher
	$(RUN) $(BUILD)/weft npb ft --class S
	$(RUN) $(BUILD)/weft npb ft --class W
	$(RUN) $(BUILD)/weft bench --shape 256x256x256 --transform r2c --peers fftw-mpi-transposed-inplace
	@echo "weft: the demo is done: both classes of NAS FT and the benchmark were verified. Next: make test"

test: setup $(BUILD)/.configured
	@echo "weft: this takes 20 minutes on 2 cores: 12 for building, 8 for the tests"
	cmake --build $(BUILD) -j $(JOBS)
	$(TEST) $(BUILD) fast -j $(TEST_JOBS) -L '^fast$$'

# FFTW's own checks on the library with its names: Debian's FFTW is built for Open MPI. SEEDS="1 2 3 4 5": longer.
SEEDS ?= 1
test-drop-in: override MPI := openmpi
test-drop-in: setup build/.configured
	cmake --build build -j $(JOBS) --target product
	WEFT_BUILD=$(CURDIR)/build python3 tests/drop_in/fftw_mpi.py --seeds $(SEEDS)

# Needs root; facts about MPICH need build-mpich/ (make build MPI=mpich). It ends with status 0 and a sentence where it cannot be tried.
test-slurm: override MPI := openmpi
test-slurm: EXTRA_PACKAGES := $(if $(filter 0,$(shell id -u)),slurm-wlm munge libpmi2-0 libpmi0)
test-slurm: setup build/.configured
	cmake --build build -j $(JOBS) --target product test_plan.transform test_halo
	.venv/bin/python tests/slurm --build build
	.venv/bin/python tests/slurm/test_leavings.py

test-full: EXTRA_PACKAGES := $(if $(filter openmpi,$(MPI)),libfftw3-mpi-dev)
test-full: setup $(BUILD)/.configured
	cmake --build $(BUILD) -j $(JOBS) --target all full-tests lab
	$(TEST) $(BUILD) full -j $(TEST_JOBS) -LE '^valgrind$$'
ifeq ($(MPI),openmpi)
	$(MAKE) check-memory
	$(MAKE) fuzz
endif

lab: build
	cmake --build $(BUILD) -j $(JOBS) --target lab

test-lab: lab
	$(TEST) $(BUILD) lab -j $(TEST_JOBS) -L '^lab$$'

# In a clone, build-faults: what is not committed is not tested.
test-faults:
	python3 scripts/test_faults.py $(FAULTS)

# Always with Open MPI: its leaks are known and listed in scripts/suppressions/.
check-memory: override MPI := openmpi
check-memory: EXTRA_PACKAGES := valgrind
check-memory: setup build/.configured build-asan/.configured
	cmake --build build -j $(JOBS) --target memory-tests
	cmake --build build-asan -j $(JOBS) --target memory-tests
	@status=0; \
	$(TEST) build valgrind -L '^valgrind$$' || status=1; \
	$(TEST) build-asan memory -j $(TEST_JOBS) -L '^memory$$' || status=1; \
	exit $$status

# Counts that are the same on every machine with AVX2, and on a busy one; other tables: --against, --json.
count-instructions: override MPI := openmpi
count-instructions: EXTRA_PACKAGES := valgrind
count-instructions: setup build/.configured
	cmake --build build -j $(JOBS) --target counted
	python3 bench/count_instructions.py --against bench/results/instructions-avx2.json

count-bytes: setup $(BUILD)/.configured
	cmake --build $(BUILD) -j $(JOBS) --target weft_cli launcher
	python3 bench/count_bytes.py --build $(BUILD) --against bench/results/bytes.json

fuzz: override MPI := openmpi
fuzz: EXTRA_PACKAGES := clang libclang-rt-14-dev
fuzz: setup build-fuzz/.configured
	cmake --build build-fuzz -j $(JOBS) --target fuzzer
	$(TEST) build-fuzz fuzz -j $(JOBS)

# At leisure. Each attack prints its counts and writes them to $(BUILD)/adversary/*.json; all are made, whatever they find.
SIZE ?= 1
test-adversary: setup $(BUILD)/.configured
	cmake --build $(BUILD) -j $(JOBS) --target product adversary
	@test -e build-fuzz/fuzzer || echo "weft: without fuzzers; make fuzz builds them"
	@mkdir -p $(BUILD)/adversary; status=0; \
	for attack in damage kills misuse resources; do \
	  WEFT_BUILD=$(BUILD) $(PYTHON) tests/adversary/$$attack.py --size $(SIZE) --json $(BUILD)/adversary/$$attack.json \
	    || status=1; \
	done; exit $$status

# Statistics end in the build folder, their picture in doc/figures. A run that was stopped goes on.
channel-statistics: build
	mkdir -p $(BUILD)/channel-180
	$(RUN) $(BUILD)/weft run apps/channel/re_tau_180.toml --set output.name=$(BUILD)/channel-180/flow \
	  --json $(BUILD)/channel-180/run.json
	$(BUILD)/weft plot $(BUILD)/channel-180/flow.statistics.h5 --plot doc/figures/channel-180.png \
	  --json $(BUILD)/channel-180/profiles.json
	$(PYTHON) doc/gallery/shrink.py doc/figures/channel-180.png

# Files end in the build folder. A run that was stopped goes on.
POINTS     ?= 256
taylor-green: build
	mkdir -p $(BUILD)/taylor-green
	$(RUN) $(BUILD)/weft run apps/turbulence/taylor_green_1600.toml --set grid.nx=$(POINTS) \
	  --set output.name=$(BUILD)/taylor-green/flow-$(POINTS) --json $(BUILD)/taylor-green/run-$(POINTS).json
	$(BUILD)/weft plot $(BUILD)/taylor-green/flow-$(POINTS).history.h5 --plot $(BUILD)/taylor-green/dissipation-$(POINTS).png \
	  --json $(BUILD)/taylor-green/dissipation-$(POINTS).json
	$(BUILD)/weft plot $(BUILD)/taylor-green/flow-$(POINTS).statistics.h5 --plot $(BUILD)/taylor-green/spectra-$(POINTS).png

# The library for simulated processes, which needs SimGrid and nothing of the other builds.
simulate: EXTRA_PACKAGES := libsimgrid-dev
simulate: setup build-simgrid/.configured
	cmake --build build-simgrid -j $(JOBS) --target simulate

wheel: EXTRA_PACKAGES := ccache dpkg-dev zlib1g-dev
wheel: setup
	python3 scripts/make_wheel.py

# WeasyPrint draws letters by Pango. PDF=no leaves the manual out.
PDF ?= yes
docs: EXTRA_PACKAGES := libpango-1.0-0 libpangoft2-1.0-0 libharfbuzz-subset0 fonts-dejavu-core
docs: build
	PDF=$(PDF) scripts/docs.sh $(BUILD)

install: build
	cmake --install $(BUILD) --prefix $(PREFIX)

format:
	@scripts/format.sh

count:
	@scripts/count_lines.sh

lint: EXTRA_PACKAGES := clang-tidy
lint: setup
	@python3 scripts/lint.py --build $(BUILD) --jobs $(JOBS)

clean:
	rm -rf build build-mpich build-debug build-asan build-fuzz build-simgrid build-faults build-wheel* dist
