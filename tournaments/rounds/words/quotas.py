"""Sentences of the chain of stages: qualifiers, reasons and problems."""

from collections.abc import Mapping

from django.utils.translation import gettext, ngettext
from django.utils.translation import gettext_lazy as _

from tournaments.formats.quotas import ALL, REST, Qualifier, Quota
from tournaments.formats.stage_chain import Problem
from tournaments.words import Text

Sentence = Text

# code → (sentence, field, status), for the DrawErrors of `formats.quotas`
REFUSALS: dict[str, tuple[Sentence, str, int]] = {
    "stage_not_played": (
        _("La fase %(stage)s no se ha jugado: aún no se sabe quién pasa."),
        "",
        409,
    )
}

# Errors of `formats.stage_chain.Problem`; %(entries)s is its total number of entries.
ERRORS: dict[str, Sentence] = {
    "stage_unknown": _(
        "De la fase %(source)s no puede pasar nadie a la %(stage)s: no es anterior."
    ),
    "nobody_comes": _("Nadie pasa a la fase «%(stage)s»: elija de qué fase se pasa."),
    "too_few": _(
        "Inscripciones que llegan a la fase %(stage)s: %(reached)s. Hacen falta al menos 2."
    ),
    "place_missing": _(
        "Se pide el puesto %(place)s de la fase %(source)s, y el último que hay siempre es el "
        "%(size)s (inscripciones: %(entries)s)."
    ),
    "best_missing": _(
        "Mejores que se piden de la fase %(source)s: %(best)s. Solo hay %(there)s (inscripciones: "
        "%(entries)s)."
    ),
    "same_place": _(
        "El puesto %(place)s de la fase %(source)s pasa a la vez a la fase %(other)s y a la "
        "%(stage)s."
    ),
    "overfull": _(
        "La fase %(stage)s se completa hasta %(fill)s y ya llegan %(reached)s por su puesto."
    ),
    "groups_too_many": _(
        "En la fase %(stage)s no se pueden hacer %(groups)s grupos con %(reached)s."
    ),
}

NOTES: dict[str, Sentence] = {
    "byes": _(
        "A la fase %(stage)s llegan %(reached)s: el cuadro es de %(size)s y algunos no juegan la "
        "primera ronda."
    ),
    "out": _("No pasan de la fase %(stage)s: %(out)s de %(reached)s."),
    "averages": _(
        "Los grupos de la fase %(source)s son de %(smallest)s a %(largest)s: se comparan por la "
        "media de cada encuentro."
    ),
    "not_filled": _("Plazas sin ocupar en la fase %(stage)s: %(short)s de %(fill)s."),
    "few_entered": _(
        "En la fase %(stage)s hay %(reached)s por ahora: para jugarla hacen falta al menos 2."
    ),
    "no_room": _(
        "Inscripciones que llegan a la fase %(stage)s: %(reached)s. Plazas: %(capacity)s. Se "
        "quedan sin sitio: %(out)s."
    ),
    "perhaps_fewer": _(
        "A la fase %(stage)s pueden llegar menos: de la %(source)s no pasa nadie con cero puntos."
    ),
}

# Places with a name; the other places go by number.
ORDINALS: Mapping[int, Sentence] = {
    1: _("primeros puestos"),
    2: _("segundos puestos"),
    3: _("terceros puestos"),
    4: _("cuartos puestos"),
    5: _("quintos puestos"),
    6: _("sextos puestos"),
    7: _("séptimos puestos"),
    8: _("octavos puestos"),
}


def quota_in_words(quota: Quota) -> str:
    """Return a quota in the active language: «los 2 primeros puestos de cada grupo»."""
    words = _places_in_words(quota)
    if quota.fill:
        words = gettext("%(who)s, hasta completar %(fill)s") % {"who": words, "fill": quota.fill}
    if quota.never_zero:
        words = gettext("%(who)s, nunca con cero puntos") % {"who": words}
    return words


def problem_in_words(problem: Problem) -> str:
    """Return the sentence of a problem. Raises KeyError for a code without a sentence (a bug)."""
    sentence = (ERRORS if problem.error else NOTES)[problem.code]
    return str(sentence) % {
        "stage": problem.stage,
        "entries": problem.entries,
        **dict(problem.params),
    }


def qualification_in_words(qualifier: Qualifier) -> str:
    """Return why an entry qualifies: «1.º del grupo B», «3.º del grupo C, entre los mejores»."""
    if not qualifier.place:
        return gettext("No llegó a sortearse en la fase anterior")
    place = {"place": qualifier.place, "group": qualifier.group}
    if qualifier.group:
        words = gettext("%(place)s.º del grupo %(group)s") % place
    else:
        words = gettext("%(place)s.º de la clasificación") % place
    if qualifier.best:
        words = gettext("%(place)s, entre los mejores") % {"place": words}
    if qualifier.by_lot:
        words = gettext("%(place)s, por sorteo entre iguales") % {"place": words}
    return words


def _places_in_words(quota: Quota) -> str:
    if quota.per == REST:
        if quota.best:
            words = ngettext("el mejor del resto", "los %(best)s mejores del resto", quota.best)
            return words % {"best": quota.best}
        return gettext("el resto")
    numbers = {"first": quota.first, "last": quota.last, "best": quota.best}
    if quota.per == ALL:
        return _places_of_everybody(quota, numbers)
    if quota.best or quota.fill:
        return _best_of_groups(quota, numbers)
    if not quota.last:
        return gettext("del %(first)s.º al último puesto de cada grupo") % numbers
    if quota.first == quota.last:
        return gettext("el puesto %(first)s.º de cada grupo") % numbers
    if quota.first == 1:
        return gettext("los %(last)s primeros puestos de cada grupo") % numbers
    return gettext("del %(first)s.º al %(last)s.º puesto de cada grupo") % numbers


def _places_of_everybody(quota: Quota, numbers: Mapping[str, int]) -> str:
    if quota.best:
        words = ngettext(
            "el mejor de la clasificación desde el %(first)s.º",
            "los %(best)s mejores de la clasificación desde el %(first)s.º",
            quota.best,
        )
        return words % numbers
    if not quota.last:
        return gettext("del %(first)s.º al último puesto de la clasificación") % numbers
    if quota.first == quota.last:
        return gettext("el puesto %(first)s.º de la clasificación") % numbers
    if quota.first == 1:
        return gettext("los %(last)s primeros puestos de la clasificación") % numbers
    return gettext("del %(first)s.º al %(last)s.º puesto de la clasificación") % numbers


def _best_of_groups(quota: Quota, numbers: Mapping[str, int]) -> str:
    if quota.first == quota.last and quota.first in ORDINALS:
        names = {"places": ORDINALS[quota.first], **numbers}
        if quota.fill:
            return gettext("los mejores %(places)s de los grupos") % names
        return (
            ngettext(
                "el mejor de los %(places)s de los grupos",
                "los %(best)s mejores %(places)s de los grupos",
                quota.best,
            )
            % names
        )
    if quota.fill:
        return gettext("los mejores de cada grupo desde el %(first)s.º puesto") % numbers
    words = ngettext(
        "el mejor de los grupos desde el %(first)s.º puesto",
        "los %(best)s mejores de los grupos desde el %(first)s.º puesto",
        quota.best,
    )
    return words % numbers
