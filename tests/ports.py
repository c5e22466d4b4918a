"""Ports of this machine for the servers that tests and benchmarks start."""

import random
import socket

# Below 32768, where Linux takes the ports of outgoing connections. A client's connection could
# otherwise hold the port of a server that a test has killed and is about to start again.
PORTS = range(20_000, 32_000)


def free_port() -> int:
    """Return a port of 127.0.0.1 on which nothing listens."""
    luck = random.SystemRandom()  # processes with the same seed must not choose the same port
    while True:
        port = luck.choice(PORTS)
        with socket.socket() as connection:
            try:
                connection.bind(("127.0.0.1", port))
            except OSError:
                continue
        return port
