# Everything a user or a contributor does, from a bare Debian 12 with make, git and bash.
# CMake does the work (see CMakePresets.json); this file finds what is missing and calls it.

MPI    ?= openmpi
PREFIX ?= /usr/local
JOBS   ?= $(shell nproc)

ifeq ($(MPI),openmpi)
  BUILD := build
else ifeq ($(MPI),mpich)
  BUILD := build-mpich
else
  $(error MPI=$(MPI) is not known; use MPI=openmpi (the default) or MPI=mpich)
endif

RUN  := $(BUILD)/weft-run -n 2
TEST := ctest --output-on-failure --no-tests=error -j $(JOBS)

.DEFAULT_GOAL := help
.PHONY: help setup build demo test test-full check-memory simulate channel-statistics taylor-green install format lint clean

help:
	@echo "make build            set up what is missing, build $(BUILD)/weft and $(BUILD)/weft-run"
	@echo "make demo             build, then NAS FT classes S and W, then a benchmark beside FFTW-MPI"
	@echo "make test             build, then the fast tests (12 to 20 minutes on 2 cores)"
	@echo "make test-full        build, then every test, then check-memory"
	@echo "make check-memory     sanitizers on the tests, valgrind on a plan-and-run program"
	@echo "make simulate         install SimGrid, build the driver of simulated machines (python3 bench/simulate)"
	@echo "make channel-statistics  turbulent channel flow at Re_tau 180 beside published data (21 minutes)"
	@echo "make taylor-green     turbulence at Re 1600 beside a reference of 512^3 points (34 minutes; POINTS=128: 7)"
	@echo "make install PREFIX=  install under PREFIX ($(PREFIX))"
	@echo "make format, lint     clang-format on all sources, clang-tidy on the library"
	@echo "make clean            remove all build folders (the virtual environments stay)"
	@echo
	@echo "MPI=mpich builds and tests with MPICH, in build-mpich/. JOBS=$(JOBS) limits parallel work."

setup:
	@MPI=$(MPI) scripts/setup.sh $(EXTRA_PACKAGES)

# Ninja configures again by itself when a CMake file changes; presets it does not know about.
build/.configured:       PRESET := openmpi
build-mpich/.configured: PRESET := mpich
build-asan/.configured:  PRESET := asan
build-simgrid/.configured: PRESET := simgrid
%/.configured: CMakePresets.json | setup
	cmake --preset $(PRESET)
	@touch $@

build: setup $(BUILD)/.configured
	cmake --build $(BUILD) -j $(JOBS)

demo: build
	$(RUN) $(BUILD)/weft npb ft --class S
	$(RUN) $(BUILD)/weft npb ft --class W
	$(RUN) $(BUILD)/weft bench --shape 256x256x256 --transform r2c --peers fftw-mpi

test: build
	$(TEST) --test-dir $(BUILD) -L '^fast$$'

test-full: build
	cmake --build $(BUILD) -j $(JOBS) --target full-tests
	$(TEST) --test-dir $(BUILD) -LE '^valgrind$$'
ifeq ($(MPI),openmpi)
	$(MAKE) check-memory
endif

# Always with Open MPI: its leaks are known and listed in scripts/suppressions/.
check-memory: override MPI := openmpi
check-memory: EXTRA_PACKAGES := valgrind
check-memory: setup build/.configured build-asan/.configured
	cmake --build build -j $(JOBS) --target memory-tests
	cmake --build build-asan -j $(JOBS) --target memory-tests
	@status=0; \
	$(TEST) --test-dir build -L '^valgrind$$' || status=1; \
	$(TEST) --test-dir build-asan -L '^memory$$' || status=1; \
	exit $$status

# Statistics end in the build folder, their picture in doc/figures. A run that was stopped goes on.
channel-statistics: build
	mkdir -p $(BUILD)/channel-180
	$(RUN) $(BUILD)/weft run apps/channel/re_tau_180.toml --set output.name=$(BUILD)/channel-180/flow \
	  --json $(BUILD)/channel-180/run.json
	$(BUILD)/weft plot $(BUILD)/channel-180/flow.statistics.h5 --plot doc/figures/channel-180.png \
	  --json $(BUILD)/channel-180/profiles.json

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

install: build
	cmake --install $(BUILD) --prefix $(PREFIX)

format:
	@scripts/format.sh

lint: build
	@scripts/lint.sh $(BUILD) $(JOBS)

clean:
	rm -rf build build-mpich build-debug build-asan build-simgrid
