"""Words of a format: its name, its options, its draw and its errors."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

from django.utils.translation import gettext_lazy as _

from tournaments.formats.base import FormatOptions
from tournaments.words import Text

GROUP: Text = _("Grupo %(group)s")


@dataclass(frozen=True, kw_only=True)
class FormatWords:
    """The sentences of a format, with defaults.

    `options` has the label and the explanation of each option, `choices` the labels of its words.
    The options in `asked` are always visible; `suggested` has the initial value of a field, if it
    is not the default. `say` describes a stage. `first_round` and `next_rounds` describe how rounds
    are made, unless `method` does. `errors` has sentence, field and status by the code of a
    DrawError; `broken` has the sentences of the concessions; `purposes` has the text of a match by
    the first word of `Pairing.purpose`.
    """

    name: Text
    meaning: Text
    options: Mapping[str, tuple[Text, Text]]
    asked: tuple[str, ...]
    first_round: Text
    next_rounds: Text
    say: Callable[[Mapping[str, Any]], str]
    method: Callable[[int, Any], Text | None] = lambda number, options: None
    choices: Mapping[str, Mapping[str, Text]] = field(default_factory=dict)
    suggested: Mapping[str, int | str] = field(default_factory=dict)
    errors: Mapping[str, tuple[Text, str, int]] = field(default_factory=dict)
    broken: Mapping[str, Text] = field(default_factory=dict)
    purposes: Mapping[str, Text] = field(default_factory=dict)
    group: Text = GROUP

    def method_of(self, number: int, options: FormatOptions) -> Text:
        """Return how the matches of that round (from 1) are decided."""
        usual = self.first_round if number == 1 else self.next_rounds
        return self.method(number, options) or usual
