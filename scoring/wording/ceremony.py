"""Sentences read aloud with each ball."""

from collections.abc import Sequence

from django.utils.translation import gettext as _

from tournaments.models import Entry, Match
from tournaments.wording.formats import group_name
from tournaments.wording.units import Unit


def together(words: Sequence[str]) -> str:
    """«Ana, Luis y Eva».

    >>> together(["Ana", "Luis", "Eva"]), together(["Ana"])
    ('Ana, Luis y Eva', 'Ana')
    """
    if len(words) < 2:
        return "".join(words)
    parts = {"first": ", ".join(words[:-1]), "last": words[-1]}
    return _("%(first)s y %(last)s") % parts


def people(entry: Entry) -> str:
    """«Ana Yus y Paco Gil»."""
    return together([str(seat.player) for seat in entry.seats.all()])


def whole(entry: Entry, unit: Unit) -> str:
    """«la pareja 12, Ana Yus y Paco Gil»."""
    return f"{unit.numbered(entry.number)}, {people(entry)}"


def place(format: str, match: Match, group: str) -> str:
    """Where a ball falls: «Puesto 3 del cuadro», «Grupo B, partida 7»."""
    if format == "knockout":
        return _("Puesto %(position)s del cuadro") % {"position": match.position}
    number = match.number
    words = [group_name(format, group)] if group else []
    words += [_("Partida %(number)s") % {"number": number}] if number is not None else []
    return ", ".join(words)


def said(
    ball: int,
    entry: Entry,
    unit: Unit,
    where: str,
    *,
    rests: bool,
    mates: Sequence[Entry],
    rivals: Sequence[Entry],
) -> str:
    """«Bola 1: la pareja 12, Ana Yus y Paco Gil, descansa.»

    `mates` and `rivals` are those already out of the bag who share the match with this ball.
    """
    words = {
        "ball": ball,
        "who": whole(entry, unit),
        "where": where,
        "mates": together([whole(one, unit) for one in mates]),
        "rivals": together([whole(one, unit) for one in rivals]),
    }
    if rests:
        return _("Bola %(ball)s: %(who)s, descansa.") % words
    if mates and rivals:
        told = _("Bola %(ball)s: %(who)s, con %(mates)s, contra %(rivals)s. %(where)s.")
    elif mates:
        told = _("Bola %(ball)s: %(who)s, con %(mates)s. %(where)s.")
    elif rivals:
        told = _("Bola %(ball)s: %(who)s, contra %(rivals)s. %(where)s.")
    else:
        told = _("Bola %(ball)s: %(who)s. %(where)s.")
    return told % words
