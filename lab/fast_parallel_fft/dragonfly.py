"""Bytes on the links of the simulated dragonfly (lab/simulate/platforms/dragonfly.xml), without simulating it.

Ways are those of SimGrid: the shortest, along routers first and chassis then. All cables between two groups end at one router
of each: router i of the first chassis of a group leads to group i.
"""

import collections
import math

CHASSIS, ROUTERS, HOSTS = 6, 16, 4  # of a group, of a chassis, of a router
RATE = 0.95 * 8e9  # of a link
LINKS = {"host": 1, "chassis": 1, "group": 3, "groups": 42}  # side by side: to a host, in a chassis, in a group, between groups


def place(host: int) -> tuple[int, int, int]:
    """Its group, chassis and router."""
    router = host // HOSTS
    return router // ROUTERS // CHASSIS, router // ROUTERS % CHASSIS, router % ROUTERS


def way(source: int, target: int) -> list[tuple]:
    """The links between two hosts."""
    (group, chassis, router), (to_group, to_chassis, to_router) = place(source), place(target)
    links = [("host", "from", source), ("host", "to", target)]
    if group != to_group:
        if router != to_group:
            links.append(("chassis", group, chassis, router, to_group))
        if chassis != 0:
            links.append(("group", group, chassis, 0, to_group))
        links.append(("groups", group, to_group))
        group, chassis, router = to_group, 0, group
    if router != to_router:
        links.append(("chassis", group, chassis, router, to_router))
    if chassis != to_chassis:
        links.append(("group", group, chassis, to_chassis, to_router))
    return links


def exchange_seconds(n_processes: int, n: int, stride: int, message: float) -> tuple[float, str]:
    """Of an all-to-all in groups of n processes, `stride` apart: what its busiest link takes for its bytes, and its kind."""
    load = collections.Counter()
    for first in range(n_processes):
        if first // stride % n == 0:
            members = range(first, first + n * stride, stride)
            load.update(link for source in members for target in members if source != target for link in way(source, target))
    seconds = {link: message * count / (RATE * LINKS[link[0]]) for link, count in load.items()}
    busiest = max(seconds, key=seconds.get)
    return seconds[busiest], busiest[0]


def seconds_of_exchanges(shape: tuple[int, ...], grid: tuple[int, ...]) -> list[float]:
    """The least that the exchanges of one call of real points in double precision can take, one process on each host: along
    the first dimension of the grid first."""
    n_processes = math.prod(grid)
    modes = 16 * math.prod(shape[:-1]) * (shape[-1] // 2 + 1)
    found, stride = [], n_processes
    for n in grid:
        stride //= n
        if n > 1:
            found.append(exchange_seconds(n_processes, n, stride, modes / n_processes / n)[0])
    return found


def pair_seconds(shape: tuple[int, ...], grid: tuple[int, ...]) -> float:
    """The same of a forward and a backward call."""
    return 2 * sum(seconds_of_exchanges(shape, grid))
