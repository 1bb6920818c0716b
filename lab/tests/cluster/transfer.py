#!/usr/bin/env python3
"""A program of two processes, on the hosts h0 and h1 of an emulated cluster, that knows no MPI but what started it.

transfer.py BYTES: h0 sends so many bytes to h1, h1 so many to h0, through one connection: first one after the other,
then both at once. h0 writes the seconds of both, and what it was given to say in the variable WEFT_CLUSTER_WORD.
"""

import os
import socket
import sys
import threading
import time

PORT = 7700


def connect(me):
    if me == 0:
        with socket.create_server(("10.77.0.1", PORT)) as server:
            return server.accept()[0]
    for _ in range(600):
        try:
            return socket.create_connection(("10.77.0.1", PORT))
        except OSError:
            time.sleep(0.05)
    sys.exit("no connection to h0")


def receive(connection, n):
    while n:
        got = len(connection.recv(min(n, 1 << 16)))
        if got == 0:
            sys.exit("the other end closed the connection")
        n -= got


def main():
    n, me = int(sys.argv[1]), int(socket.gethostname().rpartition("-h")[2])
    connection, data = connect(me), bytes(n)

    def in_turn():
        for sender in (0, 1):
            connection.sendall(data) if sender == me else receive(connection, n)

    def at_once():
        sending = threading.Thread(target=connection.sendall, args=(data,))
        sending.start()
        receive(connection, n)
        sending.join()

    def seconds(transfer):
        connection.sendall(b"1")
        receive(connection, 1)
        start = time.monotonic()
        transfer()
        connection.sendall(b"1")
        receive(connection, 1)
        return time.monotonic() - start

    first, second = seconds(in_turn), seconds(at_once)
    if me == 0:
        print(f"in turn {first:.4f} at once {second:.4f} word {os.environ.get('WEFT_CLUSTER_WORD')}", flush=True)


if __name__ == "__main__":
    main()
