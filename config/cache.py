"""The cache in Redis, and in the memory of each process while Redis does not answer."""

from functools import partialmethod
from typing import Any

from django.core.cache.backends.base import BaseCache
from django.core.cache.backends.locmem import LocMemCache
from django.core.cache.backends.redis import RedisCache
from redis.backoff import NoBackoff
from redis.exceptions import RedisError
from redis.retry import Retry

from tournaments.circuit_breaker import CircuitBreaker

REDIS = CircuitBreaker(
    "the cache in Redis", "until it is back, pages and wrong tries are kept by each process"
)
PATIENCE = 0.5  # seconds to connect, and for an answer
MOST_KEPT = 2_000  # in memory: pages weigh


class RedisOrMemory(BaseCache):
    """Redis, whose loss costs nobody an error: limits are then those of each process."""

    def __init__(self, server: str, params: dict[str, Any]) -> None:
        super().__init__(params)
        options = {
            "socket_connect_timeout": PATIENCE,
            "socket_timeout": PATIENCE,
            "retry": Retry(NoBackoff(), 1),  # a connection that was cut is made anew
            **params.get("OPTIONS", {}),
        }
        self._redis = RedisCache(server, {**params, "OPTIONS": options})
        memory = {**params, "OPTIONS": {"MAX_ENTRIES": MOST_KEPT}}
        self._memory = LocMemCache(f"redis-away {params.get('KEY_PREFIX', '')}", memory)

    def _do(self, method: str, *arguments: Any, **named: Any) -> Any:
        if REDIS.worth_asking():
            try:
                answer = getattr(self._redis, method)(*arguments, **named)
            except (RedisError, OSError) as error:
                REDIS.failed(error)
            else:
                if REDIS.answered():
                    self._memory.clear()
                return answer
        return getattr(self._memory, method)(*arguments, **named)

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
