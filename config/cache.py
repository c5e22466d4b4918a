"""The cache in Redis, and in the memory of each process while Redis does not answer."""

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

    def add(self, *arguments: Any, **named: Any) -> Any:
        return self._do("add", *arguments, **named)

    def get(self, *arguments: Any, **named: Any) -> Any:
        return self._do("get", *arguments, **named)

    def set(self, *arguments: Any, **named: Any) -> Any:
        return self._do("set", *arguments, **named)

    def touch(self, *arguments: Any, **named: Any) -> Any:
        return self._do("touch", *arguments, **named)

    def delete(self, *arguments: Any, **named: Any) -> Any:
        return self._do("delete", *arguments, **named)

    def get_many(self, *arguments: Any, **named: Any) -> Any:
        return self._do("get_many", *arguments, **named)

    def has_key(self, *arguments: Any, **named: Any) -> Any:
        return self._do("has_key", *arguments, **named)

    def incr(self, *arguments: Any, **named: Any) -> Any:
        return self._do("incr", *arguments, **named)

    def set_many(self, *arguments: Any, **named: Any) -> Any:
        return self._do("set_many", *arguments, **named)

    def delete_many(self, *arguments: Any, **named: Any) -> Any:
        return self._do("delete_many", *arguments, **named)

    def clear(self) -> None:
        self._do("clear")
