#!/usr/bin/env python3
"""Tests of what an emulated cluster is made of: words, lines for ip and tc, command lines. Nothing is started."""

import os
import pathlib
import sys
import unittest

sys.path.insert(0, str(pathlib.Path(os.environ["WEFT_SOURCE"]) / "lab/cluster"))

import launch
from cluster import Cluster, ClusterError
from counters import Traffic
from topology import parse_rate, parse_topology


class Rates(unittest.TestCase):
    def test_rates_are_bits_per_second(self):
        for text, bits in (("800kbit", 800_000), ("10mbit", 10**7), ("2.5gbit", 2_500_000_000), ("64000bit", 64_000)):
            self.assertEqual(parse_rate(text), bits)

    def test_what_is_no_rate_is_refused_with_the_remedy(self):
        for text in ("10", "10mbps", "mbit", "-1mbit", "10 mbit", "1bit", "100gbit", ""):
            with self.assertRaisesRegex(ClusterError, "10kbit|10mbit"):
                parse_rate(text)

    def test_a_megabyte_takes_its_frames_on_the_wire(self):
        cluster = Cluster(hosts=2, rate="10mbit")
        # 1000 full frames of 1448 bytes: 1538 bytes each with headers, checksum, preamble and gap.
        self.assertAlmostEqual(cluster.wire_seconds(1_448_000), 1000 * 1538 * 8 / 1e7)
        self.assertEqual(cluster.rate_bits, 10**7)


class Topologies(unittest.TestCase):
    def sizes(self, text, hosts):
        shape = parse_topology(text, hosts, "10mbit")
        self.assertEqual([host for group in shape.groups for host in group], list(range(hosts)))
        return [len(group) for group in shape.groups]

    def test_every_host_is_in_one_group_also_where_the_number_does_not_divide(self):
        self.assertEqual(self.sizes("switch", 5), [5])
        self.assertEqual(self.sizes("hub", 5), [5])
        self.assertEqual(self.sizes("hub:2", 5), [2, 2, 1])
        self.assertEqual(self.sizes("hub:5", 5), [5])
        self.assertEqual(sorted(self.sizes("segments:3:5mbit", 8)), [2, 3, 3])
        self.assertEqual(self.sizes("segments:8:5mbit", 8), [1] * 8)

    def test_what_is_no_topology_is_refused_with_what_there_is(self):
        for text in ("ring", "switch:2", "segments", "segments:2", "hub:2:3", ""):
            with self.assertRaisesRegex(ClusterError, "use switch, hub, hub:N"):
                parse_topology(text, 4, "10mbit")
        for text in ("hub:0", "hub:5", "hub:x", "segments:1:5mbit", "segments:5:5mbit", "segments:0:5mbit"):
            with self.assertRaisesRegex(ClusterError, "use a number from . to 4"):
                parse_topology(text, 4, "10mbit")
        with self.assertRaisesRegex(ClusterError, "is not a rate"):
            parse_topology("segments:2:fast", 4, "10mbit")
        for hosts in (0, -1, 251):
            with self.assertRaisesRegex(ClusterError, f"{hosts} hosts .* 1 to 250"):
                parse_topology("switch", hosts, "10mbit")

    def shaped(self, lines):
        return {line.split()[3]: line.split()[line.split().index("rate") + 1] for line in lines if " tbf " in line}

    def test_a_switch_shapes_each_port_and_a_hub_one_medium(self):
        ports = {f"port{i}": "10000000bit" for i in range(3)}
        self.assertEqual(self.shaped(parse_topology("switch", 3, "10mbit").switch_queues()), ports)
        lines = parse_topology("hub", 3, "10mbit").switch_queues()
        self.assertEqual(self.shaped(lines), {"medium0": "10000000bit"})
        for port in ports:
            self.assertTrue(any(port in line and "redirect dev medium0" in line for line in lines), port)

    def test_what_comes_over_the_cable_of_a_hub_goes_through_its_medium(self):
        lines = parse_topology("hub:2", 3, "10mbit").switch_queues()
        self.assertEqual(set(self.shaped(lines)), {"medium0", "medium1", "core0", "core1"})
        redirected = {line.split()[3]: line.split()[-1] for line in lines if "redirect" in line}
        self.assertEqual(redirected, {"port0": "medium0", "port1": "medium0", "port2": "medium1", "trunk0": "medium0",
                                      "trunk1": "medium1"})

    def test_a_trunk_is_shaped_both_ways(self):
        shaped = self.shaped(parse_topology("segments:2:5mbit", 2, "10mbit").switch_queues())
        self.assertEqual(shaped, {"port0": "10000000bit", "port1": "10000000bit", **{
            end: "5000000bit" for end in ("trunk0", "trunk1", "core0", "core1")}})

    def test_each_host_knows_all_others_and_has_the_end_of_one_cable(self):
        shape = parse_topology("segments:2:5mbit", 3, "10mbit")
        links = [line for line in shape.switch_links([71, 72, 73]) if "eth0" in line]
        self.assertEqual(links, [f"link add port{i} type veth peer name eth0 netns {71 + i}" for i in range(3)])
        for host in range(3):
            neighbours = [line.split()[2] for line in shape.host_links(host) if line.startswith("neigh")]
            self.assertEqual(neighbours, [f"10.77.0.{other + 1}" for other in range(3) if other != host])

    def test_names_and_places_are_checked(self):
        for name in ("", "Two", "a b", "-x", "a" * 40):
            with self.assertRaisesRegex(ClusterError, "name of a cluster"):
                Cluster(hosts=2, name=name)
        with self.assertRaisesRegex(ClusterError, "0 processes per host"):
            Cluster(hosts=2, processes=0)
        with self.assertRaisesRegex(ClusterError, "not up"):
            Cluster(hosts=2).traffic()


class Jobs(unittest.TestCase):
    def test_processes_fill_host_after_host(self):
        self.assertEqual(launch.slots(5, 2), ["10.77.0.1:2", "10.77.0.2:2", "10.77.0.3:1"])
        self.assertEqual(launch.slots(1, 4), ["10.77.0.1:1"])

    def test_only_tuned_changes_the_protocol(self):
        for command, word in ((launch.openmpi, "btl_tcp_flags"), (launch.mpich, "UCX_RNDV_THRESH")):
            self.assertIn(word, command("mpirun", 2, 1, "tuned"))
            self.assertNotIn(word, command("mpirun", 2, 1, "default"))

    def test_unknown_libraries_and_protocols_are_refused(self):
        with self.assertRaisesRegex(ClusterError, "'lam' is not known; use openmpi or mpich"):
            launch.find_launcher("lam")
        with self.assertRaisesRegex(ClusterError, "'fast' is not known; use tuned or default"):
            launch.job("openmpi", 2, 1, "fast")

    def test_frames_that_only_acknowledge_carry_no_payload(self):
        before, after = Traffic("h", 1000, 500, 10, 9, 1), Traffic("h", 1000 + 3 * 66 + 1514, 900, 14, 19, 3)
        since = after.since(before)
        self.assertEqual((since.payload_bytes, since.received_bytes, since.retransmissions), (1448, 400, 2))


if __name__ == "__main__":
    unittest.main()
