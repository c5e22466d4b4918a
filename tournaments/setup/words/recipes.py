"""The recipes as text, and the sentence that describes the day before its creation."""

from collections.abc import Mapping
from dataclasses import asdict
from datetime import datetime
from typing import Any

from django.utils.translation import gettext, ngettext
from django.utils.translation import gettext_lazy as _

import rules
from tournaments import formats
from tournaments.formats.knockout.options import CLASSIC, POTS
from tournaments.formats.knockout.seating import first_pairs
from tournaments.formats.quotas import GROUP
from tournaments.formats.words import format_in_words
from tournaments.games.refusals import length_in_words
from tournaments.pairing.byes import bracket_size
from tournaments.setup.recipes import Recipe, RecipeStage
from tournaments.words import Text, Unit, join_in_words, oclock

MAX_PAIRS_SHOWN = 4  # pairs shown of the first round of a classic bracket

# The name, and a sentence that describes it.
RECIPES: dict[str, tuple[Text, Text]] = {
    "knockout": (
        _("Eliminatoria"),
        _("El que pierde se va a casa. Se juega también el tercer puesto."),
    ),
    "swiss_bracket": (
        _("Suizo y cuadro"),
        _("Nadie se va: en cada ronda juegan los que van igual; al final, un cuadro."),
    ),
    "groups_bracket": (
        _("Grupos y cuadro"),
        _("Todos contra todos en grupos de cuatro; los dos primeros de cada uno, al cuadro."),
    ),
    "lives": (
        _("A tres vidas (tres ceros)"),
        _("Queda fuera el que pierde tres veces: el maratón de siempre."),
    ),
    "league": (_("Liga"), _("Todos contra todos. Para pocos.")),
    "session": (_("La sesión semanal"), _("Rondas para todos (%(rounds)s), sin eliminatoria.")),
    "totals": (
        _("Totales individuales"),
        _("Cada uno por su cuenta: se sortean las mesas en cada ronda y se suma todo."),
    ),
}


def meaning_of(recipe: Recipe) -> str:
    """Return the sentence that describes a recipe, with the rounds of its first stage."""
    return str(RECIPES[recipe.key][1]) % {"rounds": recipe.parts[0].options.get("rounds", "")}


def recipe_in_words(recipe: Recipe) -> str:
    """Return the stages of a recipe as text.

    An example is «Suizo de 4 rondas y cuadro de 4, con los sitios por la clasificación: 1–4, 2–3».
    """
    first_part, *later_parts = recipe.parts
    text = format_in_words(
        first_part.format,
        asdict(formats.format(first_part.format).options_class(**first_part.options)),
    )
    return join_in_words([text, *(_bracket_in_words(part) for part in later_parts)])


def _bracket_in_words(part: RecipeStage) -> str:
    if part.per == GROUP:
        words = ngettext(
            "cuadro con el primero de cada uno",
            "cuadro con los %(n)s primeros de cada uno",
            part.passing,
        )
        text = words % {"n": part.passing}
    else:
        text = gettext("cuadro de %(n)s") % {"n": part.passing}
    seeding = part.options.get("seeding")
    if seeding == CLASSIC:
        pairs = first_pairs(bracket_size(part.passing))
        pairs_text = ", ".join(f"{best}–{other}" for best, other in pairs[:MAX_PAIRS_SHOWN])
        ellipsis = "…" if len(pairs) > MAX_PAIRS_SHOWN else ""
        return gettext("%(bracket)s, con los sitios por la clasificación: %(pairs)s") % {
            "bracket": text,
            "pairs": pairs_text + ellipsis,
        }
    if seeding == POTS:
        return gettext("%(bracket)s, por bombos según la clasificación") % {"bracket": text}
    return text


def day_in_words(
    *,
    game: str,
    length: Mapping[str, Any],
    unit: Unit,
    entries: int,
    tables: int,
    recipe: Recipe,
    ends: datetime,
    order: str,
) -> str:
    """Return the game, the entries, the system, the end and `order` as sentences.

    `order` is the sentence for the order of the first stage's standings.
    """
    return gettext(
        "%(game)s: %(length)s. %(entries)s, mesas: %(tables)s. %(system)s. "
        "Acaba hacia %(time)s. %(order)s"
    ) % {
        "game": rules.game(game).name,
        "length": length_in_words(game, length),
        "entries": unit.count(entries),
        "tables": tables,
        "system": recipe_in_words(recipe),
        "time": oclock(ends),
        "order": order,
    }
