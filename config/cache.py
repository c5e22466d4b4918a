"""The cache in Redis, or in the memory of each process while Redis is down."""

import logging
import time
from functools import partialmethod
from typing import Any, ClassVar

from django.core.cache.backends.base import BaseCache
from django.core.cache.backends.locmem import LocMemCache
from django.core.cache.backends.redis import RedisCache
from redis.backoff import NoBackoff
from redis.exceptions import RedisError
from redis.retry import Retry

log = logging.getLogger("tapete.services")
TIMEOUT = 0.5  # seconds to connect, and to wait for a reply
RETRY_AFTER = 5.0  # seconds without requests to a Redis that failed
MAX_ENTRIES = 2_000  # entries in memory; not more, because pages are large


class RedisOrMemory(BaseCache):
    """A cache in Redis, with memory as a fallback.

    Each process has its own memory: without Redis, a limit applies to each process separately.
    """

    # Time when this process may try Redis again, for all its caches; 0 while Redis responds.
    away_until: ClassVar[float] = 0.0

    def __init__(self, server: str, params: dict[str, Any]) -> None:
        super().__init__(params)
        options = {
            "socket_connect_timeout": TIMEOUT,
            "socket_timeout": TIMEOUT,
            "retry": Retry(NoBackoff(), 1),  # reconnects if a connection was cut
            **params.get("OPTIONS", {}),
        }
        self._redis = RedisCache(server, {**params, "OPTIONS": options})
        memory = {**params, "OPTIONS": {"MAX_ENTRIES": MAX_ENTRIES}}
        self._memory = LocMemCache(f"redis-away {params.get('KEY_PREFIX', '')}", memory)

    def _do(self, method: str, *arguments: Any, **keywords: Any) -> Any:
        if time.monotonic() >= RedisOrMemory.away_until:
            try:
                answer = getattr(self._redis, method)(*arguments, **keywords)
            except (RedisError, OSError) as error:
                self._note_away(error)
            else:
                self._note_back()
                return answer
        return getattr(self._memory, method)(*arguments, **keywords)

    def _note_away(self, error: Exception) -> None:
        if not RedisOrMemory.away_until:
            why = str(error).strip().partition("\n")[0]
            fallback = "until it is back, pages and wrong tries are kept by each process"
            log.error("the cache in Redis does not answer (%s): %s", why, fallback)
        RedisOrMemory.away_until = time.monotonic() + RETRY_AFTER

    def _note_back(self) -> None:
        if RedisOrMemory.away_until:
            RedisOrMemory.away_until = 0.0
            log.warning("the cache in Redis answers again")
            self._memory.clear()

    add = partialmethod(_do, "add")
    get = partialmethod(_do, "get")
    set = partialmethod(_do, "set")
    touch = partialmethod(_do, "touch")
    delete = partialmethod(_do, "delete")
    clear = partialmethod(_do, "clear")
    get_many = partialmethod(_do, "get_many")
    set_many = partialmethod(_do, "set_many")
    delete_many = partialmethod(_do, "delete_many")
    has_key = partialmethod(_do, "has_key")
    incr = partialmethod(_do, "incr")
