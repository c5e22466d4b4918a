"""Words that several formats share: the number of seeds, and of rounds that count."""

from typing import Any

from django.utils.translation import gettext, ngettext
from django.utils.translation import gettext_lazy as _

from tournaments.words import Text

SEEDS: tuple[Text, Text] = (
    _("Cuántas cabezas de serie"),
    _("Solo las primeras; 0: todas las que tengan número."),
)
BEST: tuple[Text, Text] = (
    _("Cuentan las mejores rondas"),
    _("Cuántas rondas cuentan a cada cual, las mejores suyas; 0: todas."),
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
