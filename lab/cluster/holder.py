"""The process that holds the namespaces of an emulated cluster: the first of its process namespace.

namespaces.py starts it under `unshare`, with the cluster in JSON as its argument. It starts one idle process for the
switches and one for each host, each in namespaces of its own, joins them with cables, and writes one line of JSON:
the numbers of these processes as they are inside, or what went wrong. Then it waits. When it ends the kernel ends
every process of the cluster and removes links, mounts and namespaces with them.

A host that was powered off is made again for a line {"host": i} on standard input; the answer is a line, too.

It ends when its standard input does (the other end is held by the process that wants the cluster, however that ends),
or, with "stays", when it is killed. It waits for the processes whose parents ended before them, as the first process
must; so the processor time of all that ran in the cluster is in its own figures or in those of the command's starter.
"""

import json
import os
import select
import signal
import subprocess
import sys

import topology

REMEDIES = {  # the command whose batch failed, a word of its line, what is missing then
    ("tc", "tbf"): "the kernel has no queue tbf: load it with `modprobe sch_tbf`, or use a kernel with CONFIG_NET_SCH_TBF",
    ("tc", "mirred"): "a hub needs the kernel's u32 filter and mirred action: `modprobe -a cls_u32 act_mirred`, or a "
                      "kernel with CONFIG_NET_CLS_U32 and CONFIG_NET_ACT_MIRRED",
    ("tc", "ingress"): "a hub needs the kernel's ingress queue: `modprobe sch_ingress` or a kernel with "
                       "CONFIG_NET_SCH_INGRESS",
    ("ip", "ifb"): "a hub needs the kernel's ifb device: `modprobe ifb` or a kernel with CONFIG_IFB",
    ("ip", "bridge"): "the kernel has no bridges: `modprobe bridge` or a kernel with CONFIG_BRIDGE",
    ("ip", "veth"): "the kernel has no virtual cables: `modprobe veth` or a kernel with CONFIG_VETH",
}


def batch(program: str, pid: int, lines: list[str]) -> None:
    """Has ip or tc do these lines in the network of a process; ClusterError with its words if it cannot."""
    done = subprocess.run(["nsenter", f"--target={pid}", "--net", program, "-batch", "-"], input="\n".join(lines) + "\n",
                          stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
    if done.returncode == 0:
        return
    # "Command failed -:3" tells the line.
    number = done.stdout.rpartition("-:")[2].split()[:1]
    line = lines[int(number[0]) - 1] if number and number[0].isdigit() and int(number[0]) <= len(lines) else ""
    remedy = next((text for (name, word), text in REMEDIES.items() if name == program and word in line.split()),
                  "see what it says")
    words = " ".join(done.stdout.split()) or f"status {done.returncode}"
    raise topology.ClusterError(f"`{program} {line or '-batch'}` failed: {words}; {remedy}")


def idle_process(flags: list[str], script: str) -> subprocess.Popen:
    """A process in new namespaces that has done the script (for sh), and then sleeps."""
    return subprocess.Popen(["unshare", *flags, "sh", "-c", f"{script} echo ready; exec sleep infinity"],
                            stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)


def wait_until_ready(what: str, process: subprocess.Popen) -> int:
    if process.stdout.readline() != "ready\n":
        raise topology.ClusterError(f"no namespaces for {what}: {' '.join(process.stderr.read().split())}")
    process.stdout.close()
    process.stderr.close()
    return process.pid


def host_script(name: str) -> str:
    """A name of its own, memory files that no other host sees, /sys of its network, TCP as on every host."""
    settings = "".join(f" echo {value} >/proc/sys/net/ipv4/{key};" for key, value in topology.SETTINGS.items())
    return (f"set -e; hostname {name}; mount -t tmpfs -o mode=1777 tmpfs /dev/shm; mount -t sysfs sysfs /sys;"
            f" {NO_IPV6} {settings}")


NO_IPV6 = "[ ! -e /proc/sys/net/ipv6 ] || for i in all default; do echo 1 >/proc/sys/net/ipv6/conf/$i/disable_ipv6; done;"


HOST = ["--net", "--uts", "--ipc", "--mount"]  # namespaces of each host's own


def make(cluster: dict) -> dict:
    """Starts the idle processes and joins them; their numbers, and the congestion control that TCP uses."""
    shape = topology.parse_topology(cluster["topology"], cluster["hosts"], cluster["rate"])
    names = [f"{cluster['name']}-h{i}" for i in range(shape.n_hosts)]
    switches = idle_process(["--net"], NO_IPV6)
    hosts = [idle_process(HOST, host_script(name)) for name in names]
    switches = wait_until_ready("the switches", switches)
    hosts = [wait_until_ready(name, process) for name, process in zip(names, hosts)]
    batch("ip", switches, shape.switch_links(hosts))
    batch("tc", switches, shape.switch_queues())
    congestion = [furnish(shape, i, pid) for i, pid in enumerate(hosts)]
    return {"switches": switches, "hosts": hosts, "congestion": congestion[0]}


def furnish(shape: topology.Topology, host: int, pid: int) -> str:
    """The network of a host that has its cable; the congestion control that TCP uses there."""
    batch("ip", pid, shape.host_links(host))
    batch("tc", pid, shape.host_queues())
    try:
        batch("ip", pid, shape.host_congestion(host))
        return "reno"
    except topology.ClusterError:
        return "the kernel's default"


def make_again(cluster: dict, switches: int, host: int) -> dict:
    """A host that was powered off, with a new process; its number."""
    shape = topology.parse_topology(cluster["topology"], cluster["hosts"], cluster["rate"])
    name = f"{cluster['name']}-h{host}"
    pid = wait_until_ready(name, idle_process(HOST, host_script(name)))
    batch("ip", switches, shape.cable(host, pid))
    batch("tc", switches, shape.port_queue(host))
    furnish(shape, host, pid)
    return {"host": pid}


def wait_for_the_end(request) -> None:
    """Returns when standard input ends; waits for ended children meanwhile, and does what lines request."""
    reader, writer = os.pipe()
    os.set_blocking(writer, False)
    signal.set_wakeup_fd(writer, warn_on_full_buffer=False)
    signal.signal(signal.SIGCHLD, lambda *_: None)
    while True:
        try:
            while os.waitpid(-1, os.WNOHANG)[0]:
                pass
        except ChildProcessError:
            pass
        ready, _, _ = select.select([0, reader], [], [])
        if reader in ready:
            os.read(reader, 4096)
        if 0 in ready:
            line = os.read(0, 4096)  # of which one is answered before the next is sent
            if not line:
                return
            request(json.loads(line))


def answer(answers, work) -> dict:
    """Writes a line: what work() tells, or what went wrong."""
    try:
        told = work()
    except (topology.ClusterError, OSError) as error:
        told = {"error": str(error)}
    print(json.dumps(told), file=answers, flush=True)
    return told


def main() -> None:
    cluster = json.loads(sys.argv[1])
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # a keyboard's interrupt is for the command that runs here
    answers = os.fdopen(os.dup(1), "w")
    made = answer(answers, lambda: make(cluster))
    if "error" in made:
        return
    nothing = os.open(os.devnull, os.O_RDWR)
    os.dup2(nothing, 1)
    os.dup2(nothing, 2)
    if cluster["stays"]:
        os.dup2(os.pipe()[0], 0)  # an input that never ends
        answers.close()
    wait_for_the_end(lambda asked: answer(answers, lambda: make_again(cluster, made["switches"], asked["host"])))


if __name__ == "__main__":
    main()
