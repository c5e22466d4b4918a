"""The queue in Redis, whose worker outlives a Redis that is killed.

Kombu hands back, and marks as done, what a worker was doing, over the connection that it has just
thrown away: it finds no address there, which is no error of a connection for it, and Celery ends.
"""

from typing import Any

from kombu.transport import redis
from redis.exceptions import ConnectionError


class Channel(redis.Channel):
    """Kombu's channel. Without its connection it says so, as one that Redis closed does."""

    def _connparams(self, asynchronous: bool = False) -> dict[str, Any]:
        if self.connection.client is None:
            raise ConnectionError("the connection was given up")
        parameters: dict[str, Any] = super()._connparams(asynchronous)
        return parameters


class Transport(redis.Transport):
    """Kombu's transport over such channels."""

    Channel = Channel
