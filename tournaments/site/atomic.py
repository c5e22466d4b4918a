"""Transactions of actions, safe when two users do the same at once."""

from collections.abc import Callable
from functools import wraps
from typing import ParamSpec, TypeVar

from django.db import IntegrityError, transaction

from tournaments.refusal import Refused

P = ParamSpec("P")
R = TypeVar("R")


def atomic_or(refusal: Callable[[], Refused]) -> Callable[[Callable[P, R]], Callable[P, R]]:
    """Run an action in a transaction; raise `refusal` when a database constraint stops it.

    The constraint stops the action if another user has just made a conflicting change.
    """

    def decorate(act: Callable[P, R]) -> Callable[P, R]:
        @wraps(act)
        def whole(*args: P.args, **kwargs: P.kwargs) -> R:
            try:
                with transaction.atomic():
                    return act(*args, **kwargs)
            except IntegrityError as error:
                raise refusal() from error

        return whole

    return decorate
