"""Liga por equipos, in words."""

from collections.abc import Mapping
from typing import Any

from django.utils.translation import gettext, ngettext
from django.utils.translation import gettext_lazy as _

from tournaments.formats.words.base import FormatWords
from tournaments.formats.words.league import LEAGUE


def say(options: Mapping[str, Any]) -> str:
    boards = options["boards"]
    words = ngettext(
        "Liga por equipos a %(boards)s mesa", "Liga por equipos a %(boards)s mesas", boards
    )
    league = words % {"boards": boards}
    if options["legs"] == 1:
        return league
    return gettext("%(league)s y %(legs)s vueltas") % {"league": league, "legs": options["legs"]}


TEAMS = FormatWords(
    name=_("Liga por equipos"),
    meaning=_(
        "Todos contra todos entre equipos. Cada enfrentamiento se juega en varias mesas a la "
        "vez, y antes cada equipo entrega su alineación."
    ),
    options={
        "legs": LEAGUE.options["legs"],
        "boards": (
            _("Mesas por enfrentamiento"),
            _("De 1 a 12: cuántos encuentros juega a la vez un equipo contra otro."),
        ),
        "count": (
            _("Qué suma en la clasificación"),
            _("El enfrentamiento ganado por más mesas, o cada mesa ganada."),
        ),
    },
    main_options=("boards", "legs"),
    first_round=LEAGUE.first_round,
    next_rounds=LEAGUE.next_rounds,
    choices={"count": {"ties": _("Enfrentamientos"), "boards": _("Mesas ganadas")}},
    errors={
        "line_up_boards": (
            _("Mesas de la alineación: %(boards)s. Ha puesto %(given)s."),
            "boards",
            400,
        ),
        "line_up_size": (
            _("Jugadores de la mesa %(board)s: %(wanted)s. Ha puesto %(given)s."),
            "boards",
            400,
        ),
        "line_up_unlisted": (
            _("Mesa %(board)s: %(player)s no está en la lista del equipo."),
            "boards",
            400,
        ),
        "line_up_twice": (
            _("%(player)s está dos veces: en la mesa %(other)s y en la %(board)s."),
            "boards",
            400,
        ),
    },
    say=say,
)
