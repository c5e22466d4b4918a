"""Refusals: the one way in which Tapete reports an error that a person can fix."""

import errno
import sqlite3
from collections.abc import Callable, Collection
from functools import wraps
from typing import Any, ParamSpec, TypeVar

from django.db import DatabaseError, IntegrityError, transaction
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

P = ParamSpec("P")
R = TypeVar("R")

POSTGRES_FULL = "53100"
# SQLite gives the second code when the file shared between processes cannot grow.
SQLITE_FULL = (sqlite3.SQLITE_FULL, sqlite3.SQLITE_IOERR_SHMSIZE)


class Refused(Exception):
    """An action that cannot be done as requested.

    `code` is stable, for API clients. `sentence` is lazy; `params` fill its `%(name)s`. `field` is
    the field at fault, or "". `status` is the HTTP status, 400 for bad input. `article` is the
    article of the rules that forbids the action, or "".
    """

    def __init__(
        self,
        code: str,
        sentence: str | Promise,
        *,
        field: str = "",
        status: int = 400,
        article: str = "",
        **params: Any,
    ) -> None:
        super().__init__(code)
        self.code = code
        self.sentence = sentence
        self.field = field
        self.status = status
        self.article = article
        self.params = params

    def __str__(self) -> str:
        return str(self.sentence) % self.params if self.params else str(self.sentence)


class Conflict(Refused):
    """An action that the current state forbids: 409."""

    def __init__(self, code: str, sentence: str | Promise, **values: Any) -> None:
        super().__init__(code, sentence, status=409, **values)


# By class of error of the pure parts, the function that makes its refusal. `apps.py` fills this.
REFUSAL_FUNCTIONS: dict[type[Exception], Callable[[Any], Refused]] = {}


def refuse_unknown_choice(field: str, value: object, choices: Collection[object]) -> None:
    """Raise Refused `unknown_choice` for a value that is not in `choices`."""
    if value not in choices:
        raise Refused("unknown_choice", _("Elija una de las opciones."), field=field)


def refusal_from(error: Exception) -> Refused | None:
    """Return the refusal for an error of the pure parts or of a full disk; None for a bug."""
    if isinstance(error, Refused):
        return error
    for kind, refusal_function in REFUSAL_FUNCTIONS.items():
        if isinstance(error, kind):
            return refusal_function(error)
    return disk_full_refusal() if is_disk_full(error) else None


def is_disk_full(error: BaseException | None) -> bool:
    """Return whether a write failed because the disk of the site or of the database is full."""
    if isinstance(error, OSError):
        return error.errno in (errno.ENOSPC, errno.EDQUOT)
    if not isinstance(error, DatabaseError):
        return False
    cause = error.__cause__
    code = getattr(cause, "sqlite_errorcode", None)
    return code in SQLITE_FULL or getattr(cause, "sqlstate", "") == POSTGRES_FULL


def disk_full_refusal() -> Refused:
    """Return the refusal for a full disk."""
    return Refused(
        "no_space",
        _(
            "No queda sitio en el disco del ordenador que lleva el torneo, y esto no se ha "
            "guardado. Haga sitio y repítalo."
        ),
        status=507,
    )


def atomic_or_refuse(refusal: Callable[[], Refused]) -> Callable[[Callable[P, R]], Callable[P, R]]:
    """Run an action in a transaction; raise `refusal()` if a database constraint stops it.

    A constraint stops the action if another user has just made a conflicting change.
    """

    def decorate(act: Callable[P, R]) -> Callable[P, R]:
        @wraps(act)
        def atomic_act(*args: P.args, **kwargs: P.kwargs) -> R:
            try:
                with transaction.atomic():
                    return act(*args, **kwargs)
            except IntegrityError as error:
                raise refusal() from error

        return atomic_act

    return decorate
