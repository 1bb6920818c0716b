#!/usr/bin/env python3
"""Tests of `weft doctor`: it runs on every number of processes, and finds what is made wrong on purpose."""

import json
import os
import pathlib
import tempfile
import unittest
import unittest.mock

from program import ENVIRONMENT, IS_MPICH, ProgramTest, is_full, process_counts, weft

LEVELS = ("ok", "hint", "warning", "problem")
ALWAYS = {"launcher", "FFT library", "shared memory", "processors", "binding", "memory", "machine file"}


class Doctor(ProgramTest):
    def doctor(self, *words, **options):
        """The report, by check; the printed text; the exit status."""
        with tempfile.TemporaryDirectory() as folder:
            path = pathlib.Path(folder) / "doctor.json"
            result = weft("doctor", "--json", path, *words, **options)
            self.assertEqual(result.stderr, "")
            report = json.loads(path.read_text())
        self.assertEqual(result.returncode, 1 if report["problems"] > 0 else 0, result.stdout)
        return report, result.stdout

    def test_it_says_one_line_for_each_check_and_a_remedy_for_what_is_wrong(self):
        for n in process_counts(1, 3, full=(2,)):
            with self.subTest(processes=n):
                report, text = self.doctor(processes=n)
                self.assertLessEqual({"command", "machine", "versions", "checks"}, set(report))
                self.assertLessEqual(ALWAYS, {check["check"] for check in report["checks"]})
                for check in report["checks"]:
                    self.assertEqual(set(check), {"check", "level", "text", "remedy", "hosts"})
                    self.assertIn(check["level"], LEVELS)
                    self.assertEqual(check["remedy"] == "", check["level"] == "ok", check)
                    self.assertRegex(text, rf"(?m)^{check['level']} +{check['check']} +")
                    self.assertIn(check["text"], text)
                    self.assertIn(check["remedy"], text)
                for level in ("problem", "warning"):
                    self.assertEqual(report[level + "s"], sum(c["level"] == level for c in report["checks"]))
                self.assertTrue(text.endswith(f"{report['problems']} problems, {report['warnings']} warnings\n"))

    def test_the_network_is_measured_between_nodes(self):
        for processes, per_node, n_nodes, n_links in ((2, 1, 2, 1), (3, 1, 3, 2), (3, 2, 2, 1))[0 if is_full else 1:]:
            with self.subTest(processes=processes, per_node=per_node):
                report, text = self.doctor(processes=processes, environment={"WEFT_PROCESSES_PER_NODE": str(per_node)})
                network = report["network"]
                self.assertEqual((network["nodes"], len(network["links"])), (n_nodes, n_links))
                for link in network["links"]:
                    self.assertIn("(process 0)", link["from"])
                    self.assertIn(f"(process {per_node})" if n_links == 1 else "(process ", link["to"])
                    self.assertGreater(link["latency_seconds"], 0)
                    self.assertEqual((link["medium"]["bytes"], link["small"]["bytes"]), (65536, 16384))
                    for size in ("large", "medium", "small"):
                        self.assertGreater(link[size]["one_way_seconds"], 0)
                        self.assertGreater(link[size]["both_ways_seconds"], 0)
                checks = [check["check"] for check in report["checks"]]
                self.assertEqual(checks[-2:] if n_links == 1 else checks[-3:],
                                 ["network", "directions", "links"][:2 if n_links == 1 else 3])
                self.assertRegex(text, r"(?m)^ok +network +.*-class: latency .* MB/s one way, .* MB/s each way")

    def test_the_network_of_one_node_is_not_judged(self):
        report, _ = self.doctor(processes=2)
        self.assertEqual((report["network"]["nodes"], report["network"]["links"]), (1, []))
        self.assertFalse({"network", "directions", "links"} & {check["check"] for check in report["checks"]})

    def test_settings_that_decide_how_messages_travel_are_told(self):
        report, text = self.doctor(processes=2, environment={"WEFT_PROCESSES_PER_NODE": "1",
                                                             "OMPI_MCA_btl_tcp_flags": "1"})
        self.assertIn("OMPI_MCA_btl_tcp_flags=1", report["network"]["settings"])
        self.assertRegex(text, r"(?m)^ok +network .*set: .*OMPI_MCA_btl_tcp_flags=1")

    def test_what_the_program_sets_while_mpi_begins_is_not_told(self):
        with unittest.mock.patch.dict(ENVIRONMENT):
            ENVIRONMENT.pop("OMPI_MCA_pml", None)
            report, _ = self.doctor()
        self.assertNotRegex("\n".join(report["network"]["settings"]), "pml|orte|singleton")

    def test_one_process_shares_no_folder_with_those_that_begin_and_end_beside_it(self):
        with tempfile.NamedTemporaryFile() as no_folder:
            self.doctor(environment={"TMPDIR": no_folder.name})

    def test_a_job_has_more_checks(self):
        job = {"SLURM_JOB_ID": "7", "SLURM_NTASKS": "2", "SLURM_CPUS_PER_TASK": "1", "SLURM_MEM_PER_NODE": "1"}
        checks = {"threads", "node sharing", "job memory"}
        report, _ = self.doctor(processes=2, environment=job)
        self.assertLessEqual(checks, {check["check"] for check in report["checks"]})
        self.assertIn("1 MiB may be used on this node (SLURM_MEM_PER_NODE)", self.level_of(report, "job memory")["text"])
        self.assertIn("2 processes with common memory", self.level_of(report, "node sharing")["text"])
        report, _ = self.doctor(processes=2)
        self.assertFalse(checks & {check["check"] for check in report["checks"]})

    def test_a_plan_that_needs_more_memory_than_the_job_has(self):
        job = {"SLURM_JOB_ID": "7", "SLURM_MEM_PER_NODE": "64"}
        report, text = self.doctor("--shape", "256^3", processes=2, environment=job)
        memory = self.level_of(report, "job memory")
        self.assertEqual(memory["level"], "problem")
        self.assertRegex(memory["text"], r"a plan of 256\^3 and its arrays need \d+ MiB on this node, and 64 MiB may be used")
        self.assertIn("sbatch --mem=", memory["remedy"])
        report, _ = self.doctor("--shape", "16^3", processes=2, environment=job)
        self.assertEqual(self.level_of(report, "job memory")["level"], "ok")

    def test_more_threads_than_processors(self):
        job = {"SLURM_JOB_ID": "7", "WEFT_OPTIONS": "threads=999"}
        report, _ = self.doctor(environment=job)
        found = self.level_of(report, "threads")
        self.assertEqual(found["level"], "problem")
        self.assertIn("plans have 999 threads", found["text"])

    def level_of(self, report, name):
        return next(check for check in report["checks"] if check["check"] == name)

    @unittest.skipIf(IS_MPICH, "MPICH spins when it has too few cores")
    def test_more_processes_than_processors_are_a_warning(self):
        available = len(os.sched_getaffinity(0))
        if available > 4:
            self.skipTest(f"{available} processors are too many to start more processes")
        report, _ = self.doctor(processes=4 * available)
        processors = self.level_of(report, "processors")
        self.assertEqual(processors["level"], "warning")
        self.assertIn(f"{4 * available} processes on", processors["text"])
        self.assertIn("start at most", processors["remedy"])

    def test_the_launcher_of_another_library_is_a_problem(self):
        foreign = {"OMPI_COMM_WORLD_SIZE": "4"} if IS_MPICH else {"PMI_SIZE": "4"}
        report, text = self.doctor(environment=foreign)
        launcher = self.level_of(report, "launcher")
        self.assertEqual(launcher["level"], "problem")
        self.assertIn("the launcher started 4 processes", launcher["text"])
        self.assertIn("weft-run", launcher["remedy"])
        self.assertRegex(text, r"(?m)^problem +launcher")
        self.assertGreaterEqual(report["problems"], 1)

    def test_other_commands_refuse_such_a_launcher(self):
        foreign = {"OMPI_COMM_WORLD_SIZE": "4"} if IS_MPICH else {"PMI_SIZE": "4"}
        for command in (["info"], ["npb", "ft", "--class", "S"], ["bench", "--shape", "8x8"]):
            with self.subTest(command=command):
                self.assert_one_error(weft(*command, environment=foreign), "the launcher started 4", "weft-run")


if __name__ == "__main__":
    unittest.main()
