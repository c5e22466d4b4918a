"""The recipes in words, and the sentence that tells the day before it is created."""

from collections.abc import Mapping
from dataclasses import asdict
from datetime import datetime
from typing import Any

from django.utils.formats import date_format
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

import rules
from tournaments import formats
from tournaments.formats.quotas import GROUP
from tournaments.recipes import Recipe, RecipeStage
from tournaments.wording.formats import format_in_words
from tournaments.wording.formats.base import Text
from tournaments.wording.games import length_in_words
from tournaments.wording.units import Unit

# Name, and what it is in a sentence.
RECIPES: dict[str, tuple[Text, Text]] = {
    "knockout": (
        _("Eliminatoria"),
        _("Quien pierde se va a casa. Se juega también el tercer puesto."),
    ),
    "swiss_bracket": (
        _("Suizo y cuadro"),
        _("Nadie se va: en cada ronda juegan los que van igual; al final, un cuadro."),
    ),
    "groups_bracket": (
        _("Grupos y cuadro"),
        _("Todos contra todos en grupos de cuatro; los dos primeros de cada uno, al cuadro."),
    ),
    "lives": (_("A tres ceros"), _("Se va quien pierde tres veces: el maratón de siempre.")),
    "league": (_("Liga"), _("Todos contra todos. Para pocos.")),
    "session": (_("La sesión semanal"), _("Cuatro rondas para todos, y se acabó.")),
    "totals": (
        _("Totales individuales"),
        _("Cada cual por su cuenta: se sortean las mesas en cada ronda y se suma todo."),
    ),
}


def system_in_words(recipe: Recipe) -> str:
    """«Suizo de 6 rondas y cuadro de 8»."""
    first, *others = recipe.parts
    said = format_in_words(
        first.format, asdict(formats.format(first.format).options_class(**first.options))
    )
    return gettext(" y ").join([said, *(_bracket(part) for part in others)])


def _bracket(part: RecipeStage) -> str:
    if part.per == GROUP:
        return gettext("cuadro con los %(n)s primeros de cada uno") % {"n": part.passing}
    return gettext("cuadro de %(n)s") % {"n": part.passing}


def day_in_words(
    *,
    game: str,
    length: Mapping[str, Any],
    unit: Unit,
    entries: int,
    tables: int,
    recipe: Recipe,
    ends: datetime,
) -> str:
    """Return what will be played, how many rounds and when it ends, in one sentence or two."""
    return gettext(
        "%(game)s: %(length)s. %(entries)s, mesas: %(tables)s. %(system)s. "
        "Acaba hacia las %(time)s."
    ) % {
        "game": rules.game(game).name,
        "length": length_in_words(game, length),
        "entries": unit.count(entries),
        "tables": tables,
        "system": system_in_words(recipe),
        "time": date_format(ends, "H:i"),
    }
