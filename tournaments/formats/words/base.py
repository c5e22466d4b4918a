"""Words of a format: its name, its options, its draw and its errors."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

from django.utils.translation import gettext, ngettext
from django.utils.translation import gettext_lazy as _

from tournaments.formats.base import FormatOptions
from tournaments.words import Text

GROUP: Text = _("Grupo %(group)s")


@dataclass(frozen=True, kw_only=True)
class FormatWords:
    """The sentences of a format, with defaults.

    `options` has the label and the explanation of each option; `choices` has, by option, the labels
    of the words that it allows. `main_options` names the options that the form shows first and
    the audit never omits. `suggested` has the initial value of a field, if it is not the default.
    `say` describes a stage. `first_round` and `next_rounds` describe how rounds are made, unless
    `method` does. `errors` has sentence, field and status by the code of a DrawError. `broken` has
    the sentences of the concessions. `purposes` has the text of a match by the first word of
    `Pairing.purpose`.
    """

    name: Text
    meaning: Text
    options: Mapping[str, tuple[Text, Text]]
    main_options: tuple[str, ...]
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
        """Return the sentence that describes how round `number` (from 1) is made."""
        default_sentence = self.first_round if number == 1 else self.next_rounds
        return self.method(number, options) or default_sentence


# --- Words that several formats share -------------------------------------------------------------
SEEDS: tuple[Text, Text] = (
    _("Cuántas cabezas de serie"),
    _("Solo las primeras; 0: todas las que tengan número."),
)
BEST_ROUNDS: tuple[Text, Text] = (
    _("Cuentan las mejores rondas"),
    _("Cuántas rondas cuentan a cada uno, las mejores suyas; 0: todas."),
)


def seeds_in_words(seeds: int) -> str:
    """Return the number of seeds as text («4 cabezas de serie»); 0: every seeded entry."""
    if not seeds:
        return gettext("cabezas de serie")
    text = ngettext("%(count)s cabeza de serie", "%(count)s cabezas de serie", seeds)
    return text % {"count": seeds}


def best_in_words(best: Any) -> list[str]:
    """Return [«cuentan las 4 mejores»], or [] if all rounds count."""
    if not best:
        return []
    return [ngettext("cuenta la mejor", "cuentan las %(best)s mejores", best) % {"best": best}]
