"""One act on an acta: whole, or not at all."""

from collections.abc import Callable
from functools import wraps
from typing import ParamSpec, TypeVar

from django.db import IntegrityError, transaction
from django.utils.translation import gettext_lazy as _

from tournaments.refusal import Conflict, Refused

P, R = ParamSpec("P"), TypeVar("R")


def atomic_act(act: Callable[P, R]) -> Callable[P, R]:
    """Run the act in a transaction. Raises Refused 409 `conflict` when two write the same."""

    @wraps(act)
    def whole(*args: P.args, **kwargs: P.kwargs) -> R:
        try:
            with transaction.atomic():
                return act(*args, **kwargs)
        except IntegrityError as error:
            raise changed_meanwhile() from error

    return whole


def changed_meanwhile() -> Refused:
    """Two wrote at the very same moment, and the database let one through."""
    return Conflict(
        "conflict",
        _("Otra persona estaba escribiendo lo mismo en ese momento: mire el acta y repítalo."),
    )
