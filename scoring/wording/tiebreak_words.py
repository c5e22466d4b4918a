"""The words of every tie-break of a game: those all share, its own, and one for each tally."""

from dataclasses import replace

from django.utils.functional import Promise
from django.utils.translation import gettext, ngettext
from django.utils.translation import gettext_lazy as _

from rules import GAMES
from scoring.standings.counting import Counting
from scoring.standings.tiebreaks import TIEBREAKS, tally_key
from scoring.wording.numbers import count
from tournaments.games import GAMES as GAME_WORDS
from tournaments.games.words import TiebreakWords

# Those that every game shares; the others are said by the game.
SHARED: dict[str, TiebreakWords] = {
    key: TiebreakWords(
        *(
            said and _(said)
            for said in (one.name, one.explanation, one.same, one.worse, one.short, one.paper)
        )
    )
    for key, one in TIEBREAKS.items()
    if one.name
}

Text = str | Promise

# The tallies that have tie-breaks of their own, and those that win matches, of all games.
TALLIES: dict[str, Text] = {
    **{tally: name for words in GAME_WORDS.values() for tally, name in words.tallies.items()},
    "boards": _("mesas de enfrentamiento"),
}
WINS_MATCHES = {
    tally: words for game in GAME_WORDS.values() for tally, words in game.wins_matches.items()
}

# Where teams play a tie on several boards, what is counted is boards, whatever the game.
OF_BOARDS: dict[str, TiebreakWords] = {
    "counted_won": TiebreakWords(
        _("Mesas ganadas"),
        _("Mesas ganadas en todos los enfrentamientos, también en los perdidos."),
        _("mismas mesas ganadas (%(value)s)"),
        _("menos mesas ganadas (%(value)s frente a %(above)s)"),
        paper=_("Mesas a favor"),
    ),
    "counted_diff": TiebreakWords(
        _("Diferencia de mesas"),
        _("Mesas ganadas menos mesas perdidas."),
        _("misma diferencia de mesas (%(value)s)"),
        _("peor diferencia de mesas (%(value)s frente a %(above)s)"),
        short=_("Diferencia"),
        paper=_("Diferencia de mesas"),
    ),
}


def words_of(
    game: str, counting: Counting | None = None, *, boards: bool = False
) -> dict[str, TiebreakWords]:
    """The words of every tie-break for this game, by its key; those of the points say how many
    each result brings where the stage counts in its own way. `boards`: in a stage of ties between
    teams, where boards are counted."""
    kept = (*GAMES[game].match_tallies, "boards") if boards else GAMES[game].match_tallies
    own = {
        tally_key(part, tally): words(str(TALLIES[tally]))
        for tally in kept
        for part, words in PARTS.items()
    }
    found = {**SHARED, **GAME_WORDS[game].tiebreaks, **own, **(OF_BOARDS if boards else {})}
    if counting is None or counting == Counting():
        return found
    found["points"] = replace(found["points"], explanation=points_explained(counting))
    for key in ("counted_won", "counted_diff") if counting.best else ():
        said = f"{found[key].explanation} {best_explained(counting)}"
        found[key] = replace(found[key], explanation=said)
    return found


def points_explained(counting: Counting) -> str:
    """How many points each result brings, in one sentence or two."""
    if counting.table:
        told = "-".join(count(points, counting.unit) for points in counting.table)
        said = gettext("Puntos por el puesto en la mesa: %(points)s.") % {"points": told}
    else:
        said = gettext(
            "Por cada enfrentamiento: ganado, %(win)s; empatado, %(draw)s; perdido, %(loss)s."
        ) % {
            "win": count(counting.win, counting.unit),
            "draw": count(counting.draw, counting.unit),
            "loss": count(counting.loss, counting.unit),
        }
    return f"{said} {best_explained(counting)}" if counting.best else said


def best_explained(counting: Counting) -> str:
    """How many of the matches of each count."""
    sentence = ngettext(
        "Solo cuenta el mejor.", "Solo cuentan los %(best)s mejores.", counting.best
    )
    return sentence % {"best": counting.best}


def _for(tally: str) -> TiebreakWords:
    values = {"tally": tally}
    return TiebreakWords(
        gettext("A favor: %(tally)s") % values,
        gettext("Lo hecho en todos los enfrentamientos, contado en %(tally)s.") % values,
        _same(tally),
        gettext("menos a favor, en %(tally)s (%%(value)s frente a %%(above)s)") % values,
        short=gettext("%(tally)s a favor") % values,
    )


def _against(tally: str) -> TiebreakWords:
    values = {"tally": tally}
    return TiebreakWords(
        gettext("En contra: %(tally)s") % values,
        gettext(
            "Lo recibido en todos los enfrentamientos, contado en %(tally)s: cuanto menos, mejor."
        )
        % values,
        _same(tally),
        gettext("más en contra, en %(tally)s (%%(value)s frente a %%(above)s)") % values,
        short=gettext("%(tally)s en contra") % values,
    )


def _difference(tally: str) -> TiebreakWords:
    values = {"tally": tally}
    return TiebreakWords(
        gettext("Diferencia: %(tally)s") % values,
        gettext("Lo hecho menos lo recibido, contado en %(tally)s.") % values,
        _same(tally),
        gettext("peor diferencia, en %(tally)s (%%(value)s frente a %%(above)s)") % values,
        short=gettext("Diferencia de %(tally)s") % values,
    )


def _same(tally: str) -> str:
    return gettext("lo mismo en %(tally)s (%%(value)s)") % {"tally": tally}


PARTS = {"for": _for, "against": _against, "diff": _difference}
