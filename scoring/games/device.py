"""Checks that a device runs without network, with the server's sentences.

A form lists its checks, each with the code that the rules would raise. The numbers come from the
rules and the options; the sentence and its article come from the site. `static/js/checks.js`
defines each test. The server still judges every line, and finds many faults that these checks do
not look for.
"""

from dataclasses import dataclass, field
from typing import Any

from rules.core import AnyGame, RuleError
from tournaments.games.refusals import message


@dataclass(frozen=True, slots=True)
class Check:
    """A test of some fields, A's field first, and the code of the refusal if the test fails.

    `params` has the values that the test compares with, which are also params of the sentence.
    `unless`: the test is skipped once one of these fields is filled in. `only`: a field and its
    values; the test runs only if the field has one of these values. `blank`: an empty field counts
    as 0. `subtracted_field`: a field to subtract from the total. `signed`: the sentence shows the
    sum with its sign.
    """

    test: str
    fields: tuple[str, ...]
    code: str
    params: dict[str, Any] = field(default_factory=dict)
    unless: tuple[str, ...] = ()
    only: tuple[str, tuple[str, ...]] | None = None
    blank: bool = False
    subtracted_field: str = ""
    signed: bool = False

    def as_json(self, game: AnyGame) -> dict[str, Any]:
        """Return the check as JSON for the script.

        The device fills `{value}` and `{side}` in the sentence.
        """
        return {
            "test": self.test,
            "fields": self.fields,
            "says": _sentence(game, self.code, self.params),
            "unless": self.unless,
            "only": self.only,
            "blank": self.blank,
            "less": self.subtracted_field,
            "signed": self.signed,
            **self.params,
        }


def _sentence(game: AnyGame, code: str, params: dict[str, Any]) -> str:
    refusal_code = game.codes[code]
    places = {name: f"{{{name}}}" for name in refusal_code.params}
    return message(RuleError(code, refusal_code.article, "", {**places, **params}))
