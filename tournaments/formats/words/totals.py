"""Totales, in words."""

from collections.abc import Mapping
from typing import Any

from django.utils.translation import gettext, ngettext
from django.utils.translation import gettext_lazy as _

from tournaments.formats.words.base import (
    BEST_ROUNDS,
    SEEDS,
    FormatWords,
    best_in_words,
    seeds_in_words,
)


def say(options: Mapping[str, Any]) -> str:
    """Return the text «Totales de 5 rondas, en 3 grupos, cuentan las 4 mejores…»."""
    parts = [
        ngettext("Totales de %(rounds)s ronda", "Totales de %(rounds)s rondas", options["rounds"])
        % {"rounds": options["rounds"]}
    ]
    if options.get("groups", 1) > 1:
        parts.append(gettext("en %(groups)s grupos") % {"groups": options["groups"]})
    parts += best_in_words(options.get("best"))
    if options.get("count") == "table":
        parts.append(gettext("puntos por puesto en la mesa"))
    if options.get("seating") == "ranking":
        parts.append(gettext("mesas por la clasificación"))
    if options.get("seeding") == "seed":
        parts.append(seeds_in_words(options.get("seeds", 0)))
    return ", ".join(parts)


TOTALS = FormatWords(
    name=_("Totales"),
    meaning=_(
        "Nadie se va y se suman los tantos de todas las rondas. Para juegos de tres, cuatro o "
        "cinco, cada uno por su cuenta; en cada ronda se cambia de mesa y de rivales."
    ),
    options={
        "rounds": (_("Número de rondas"), _("Lo normal son 3, 4 o 5, según lo que dure cada una.")),
        "seating": (
            _("Cómo se forman las mesas"),
            _(
                "Con los menos cruces repetidos, o con rivales de puntos parecidos. El sorteo "
                "corregido, de los torneos antiguos, repite más."
            ),
        ),
        "odd": (
            _("Si las mesas no salen completas"),
            _(
                "Descansan los que sobran, o se ponen las menos mesas distintas que hagan falta "
                "(en el tarot, de tres o de cinco), por turno: nadie repite mientras otros falten."
            ),
        ),
        "best": BEST_ROUNDS,
        "count": (
            _("Qué se suma"),
            _(
                "Los puntos hechos, o los del puesto en la mesa: 4-3-2-1 entre cuatro, 5-4-3-2-1 "
                "entre cinco; en un empate se reparten."
            ),
        ),
        "groups": (
            _("Número de grupos"),
            _(
                "1: todos juntos. Con más, se reparten una vez por sorteo, y cada grupo juega "
                "solo y tiene su clasificación."
            ),
        ),
        "seeding": (
            _("Cabezas de serie"),
            _(
                "En la primera ronda van a mesas distintas; si hay grupos, también a grupos "
                "distintos."
            ),
        ),
        "seeds": SEEDS,
    },
    main_options=("rounds",),
    suggested={"rounds": 4, "seating": "rotation"},
    first_round=_(
        "El orden de las bolas sale de la semilla (huella SHA-256 de «semilla|totals 1|número»). "
        "Las que sobran al llenar las mesas descansan o hacen mesas de otro tamaño; las demás se "
        "sientan por orden. Con grupos, antes van una a cada grupo, por turno; las cabezas de "
        "serie, si las hay, a mesas distintas."
    ),
    next_rounds=_(
        "Si sobran inscripciones, descansan las que menos han descansado. Las demás se sientan de "
        "modo que se repitan los menos cruces, y con parecidos puntos si se pidió. Cada una va a "
        "la silla que menos ha tenido, y cada grupo juega aparte. La semilla decide lo demás."
    ),
    choices={
        "seating": {
            "rotation": _("Sin repetir rivales"),
            "lot": _("Por sorteo corregido"),
            "ranking": _("Por la clasificación"),
        },
        "odd": {
            "rest": _("Descansan los que sobran"),
            "smaller": _("Mesas con uno menos"),
            "larger": _("Mesas con uno más"),
        },
        "seeding": {"lot": _("No: todo por sorteo"), "seed": _("Sí: repartidas por las mesas")},
        "count": {"total": _("Los puntos hechos"), "table": _("Los puntos del puesto en la mesa")},
    },
    errors={
        "depends_on_results": (
            _("Las rondas dependen de los resultados: no se pueden saber de antemano."),
            "",
            409,
        )
    },
    say=say,
)
