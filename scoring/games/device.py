"""Checks that a device without network makes by itself, in the words of the server.

A form lists its checks, each with the code that the rules would raise; the numbers come from the
rules and the options, the sentence and its article from the site. What each test means is in
`static/js/checks.js`. The server judges every line all the same, and much that no check here says.
"""

from dataclasses import dataclass, field
from typing import Any

from rules.core import Game, RuleError
from tournaments.wording.rules import message


@dataclass(frozen=True, slots=True)
class Check:
    """A test of some fields, A first, and the code of the rules when it fails.

    `given` are both what the test compares with and the params of the sentence. `unless`: not
    asked once one of these fields is filled in; `only`: only with one of these values in that
    field; `blank`: of whom nothing is typed there are none; `less`: a field to take off the total;
    `signed`: a sum is told with its sign.
    """

    test: str
    fields: tuple[str, ...]
    code: str
    given: dict[str, Any] = field(default_factory=dict)
    unless: tuple[str, ...] = ()
    only: tuple[str, tuple[str, ...]] | None = None
    blank: bool = False
    less: str = ""
    signed: bool = False

    def told(self, game: Game) -> dict[str, Any]:
        """As JSON for the script, with the sentence: `{value}` and `{side}` are for the device."""
        return {
            "test": self.test,
            "fields": self.fields,
            "says": _sentence(game, self.code, self.given),
            "unless": self.unless,
            "only": self.only,
            "blank": self.blank,
            "less": self.less,
            "signed": self.signed,
            **self.given,
        }


def _sentence(game: Game, code: str, given: dict[str, Any]) -> str:
    known = game.codes[code]
    places = {name: f"{{{name}}}" for name in known.params}
    return message(RuleError(code, known.article, "", {**places, **given}))
