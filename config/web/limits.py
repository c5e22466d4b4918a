"""Limits of size and time of a request; one place for the server and its tests."""

from dataclasses import dataclass

MOST_BODY = 10_000_000  # bytes: a photo is 8 MiB at most, a list 2 MB
MOST_HEADERS = 32_768  # bytes
MOST_CONNECTIONS = 2_000
MOST_DRAINED = 50_000_000  # bytes read and thrown away, so that a refusal is heard


@dataclass(frozen=True)
class Limits:
    """Seconds and connections; the tests shorten them.

    `whole` is how long a request may take to arrive, `silent` how long a connection may say
    nothing, `draining` how long what was refused is heard out. `of_one_address` is how many
    connections an address may hold, 0 for any number: behind a proxy everybody has the same.
    """

    whole: float = 180
    silent: float = 75
    draining: float = 30
    of_one_address: int = 0
