"""The one way Tapete says no to something a person can put right."""

from typing import Any

from django.utils.functional import Promise

from rules.core import RuleError
from tournaments.formats.core import DrawError


class Refused(Exception):
    """An act that cannot be done as asked.

    `code` is stable and goes to API clients; `sentence` is a lazy translation with `%(name)s`
    places filled from `params`; `field` names the form or JSON field at fault ("" for none);
    `status` is the HTTP status, 400 for bad input, 409 when the state of things forbids it.
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
        self.code, self.sentence, self.field = code, sentence, field
        self.status, self.article, self.params = status, article, params

    def __str__(self) -> str:
        return str(self.sentence) % self.params if self.params else str(self.sentence)


def refused_from(error: Exception) -> Refused | None:
    """The refusal behind an error of the pure parts, or None for what is a bug.

    A `RuleError` or a `DrawError` becomes a `Refused` with the site's sentence in the language
    of the moment; a `Refused` is returned as it is.
    """
    from tournaments.wording import draws, rules

    if isinstance(error, Refused):
        return error
    if isinstance(error, RuleError):
        return rules.refused(error)
    if isinstance(error, DrawError):
        return draws.refused(error)
    return None
