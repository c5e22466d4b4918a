"""A service that does not answer: it is not asked each time, and the log says it once."""

import logging
import threading
import time

log = logging.getLogger("tapete.services")


class CircuitBreaker:
    """The memory of this process that a service does not answer.

    One caller asks it again every `rest` seconds; `without` tells the log what is missing
    meanwhile.
    """

    def __init__(self, name: str, without: str, rest: float = 5.0) -> None:
        self.name, self.without, self.rest = name, without, rest
        self.is_away = False
        self._asked = float("-inf")
        self._lock = threading.Lock()

    def worth_asking(self) -> bool:
        """Whether this caller should ask the service."""
        if not self.is_away:
            return True
        with self._lock:
            if time.monotonic() - self._asked < self.rest:
                return False
            self._asked = time.monotonic()
            return True

    def failed(self, error: Exception) -> None:
        """Note that it did not answer."""
        with self._lock:
            was_away, self.is_away, self._asked = self.is_away, True, time.monotonic()
        if not was_away:
            why = str(error).strip().partition("\n")[0]
            log.error("%s does not answer (%s): %s", self.name, why, self.without)

    def answered(self) -> bool:
        """Note that it answers, and return whether it had been away."""
        if not self.is_away:
            return False
        with self._lock:
            was_away, self.is_away = self.is_away, False
        if was_away:
            log.warning("%s answers again", self.name)
        return was_away
