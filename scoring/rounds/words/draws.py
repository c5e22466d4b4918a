"""Sentences about a draw: its concessions, the changes since the draw, and each ball."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.utils import timezone
from django.utils.formats import date_format
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from tournaments.formats.core import Entrant, Wishes
from tournaments.formats.costs import tags_by_kind
from tournaments.formats.words import group_name
from tournaments.models import Entry, Match
from tournaments.names.audience import Audience
from tournaments.pairing.matching import pair_key
from tournaments.rounds.words.draws import BROKEN
from tournaments.rounds.words.phases import knockout_name, ties_in
from tournaments.rounds.words.rounds import numbered_round_name
from tournaments.words import Text, Unit, join_in_words, oclock

RESULT, STANDINGS = "result", "standings"

# Outcomes of a draw from the same seed with the current results: the same draw, another draw, no
# draw because the stage would be over, or no draw for another reason.
SAME, ANOTHER, OVER, NONE = "same", "another", "over", "none"


@dataclass(frozen=True, slots=True)
class DrawCause:
    """A change since a draw: a RESULT, of match `number` (None for a bye), or STANDINGS.

    `at` is when the result or the way to count was last changed, None if unknown.
    """

    kind: str
    number: int | None
    at: datetime | None


# Maps each folded tag («luco») to the organiser's spelling («Luco»), which pages show.
TagSpelling = Mapping[str, str]


def concession_sentences(
    report: Mapping[str, Any], entrants: Iterable[Entrant], wishes: Wishes, spelling: TagSpelling
) -> list[dict[str, Any]]:
    """Return a `sentence` for each concession of a draw, with a text for each case in `touched`.

    An example of such a text is «12 y 40: de Luco». `report` is `Round.report`.
    """
    people = {entrant.number: entrant for entrant in entrants}
    entries_of_wish: dict[str, list[str]] = {}
    for name, numbers in report.get("broken_by", []):
        sentences = entries_of_wish.setdefault(name, [])
        sentences.append(_entries_in_words(name, tuple(numbers), people, wishes, spelling))
    return [
        {"sentence": str(BROKEN[name]), "touched": entries_of_wish.get(name, [])}
        for name in report.get("broken", [])
    ]


def groups_apart_sentence(report: Mapping[str, Any], round: int) -> str:
    """Return «Dos del mismo grupo pueden encontrarse a partir de: Semifinales.»

    Return "" if no two entries of a group are in the bracket. `round` is the first round of the
    bracket.
    """
    meeting_round = report.get("group_round", 0)
    if not meeting_round:
        return ""
    ties = sum(row[2] in ("", "final") for row in report["drawn"])
    words = {"found": _bracket_round_name(meeting_round, round, ties)}
    return _("Dos del mismo grupo pueden encontrarse a partir de: %(found)s.") % words


def uneven_sentence(report: Mapping[str, Any]) -> str:
    """Return «Suma de las diferencias de puntos: 3. La mayor, en un encuentro: 2.»

    Return "" if the round is not paired by points, or all rivals have equal points.
    """
    total, largest = report.get("difference_sum", 0), report.get("difference_max", 0)
    if not total or not report.get("points"):
        return ""
    words = {"total": total, "most": largest}
    return (
        _("Suma de las diferencias de puntos: %(total)s. La mayor, en un encuentro: %(most)s.")
        % words
    )


def _bracket_round_name(number: int, first_round: int, ties: int) -> str:
    """Return the name of round `number` of a bracket, counted from 1.

    `first_round` is the number of the bracket's first round, `ties` the number of positions in it.
    """
    return knockout_name(ties_in(number, ties)) or numbered_round_name(first_round + number - 1)


def _entries_in_words(
    name: str,
    numbers: Sequence[int],
    people: Mapping[int, Entrant],
    wishes: Wishes,
    spelling: TagSpelling,
) -> str:
    if len(numbers) == 2 and name == "group_soon":
        wishes = Wishes(apart={wishes.spread: 1})
    elif len(numbers) != 2 or name not in ("wish", "forbidden"):
        return join_in_words(numbers)
    entrant, other = (people.get(number, Entrant(number)) for number in numbers)
    reasons = _broken_wishes_in_words(entrant, other, wishes, spelling)
    if pair_key(*numbers) in wishes.forbidden:
        reasons.insert(0, _("cruce prohibido"))
    return ": ".join(filter(None, [join_in_words(numbers), ", ".join(reasons)]))


def _broken_wishes_in_words(
    entrant: Entrant, other: Entrant, wishes: Wishes, spelling: TagSpelling
) -> list[str]:
    """Return, in words, the tags that break a wish to keep two entries apart or together."""
    tags, other_tags = tags_by_kind(entrant), tags_by_kind(other)
    words = {
        "town": _("de %(what)s"),
        "family": _("de apellido %(what)s"),
        "group": _("vienen del grupo %(what)s"),
    }
    sentences = []
    for kind in wishes.apart:
        shared_values = sorted(tags.get(kind, frozenset()) & other_tags.get(kind, frozenset()))
        spelled_values = ", ".join(
            spelling.get(f"{kind}:{value}", value) for value in shared_values
        )
        if shared_values and kind in words:
            sentences.append(words[kind] % {"what": spelled_values})
    for kind in wishes.together:
        if kind in tags and kind in other_tags and not tags[kind] & other_tags[kind]:
            values = (min(tags[kind]), min(other_tags[kind]))
            turns = [spelling.get(f"{kind}:{value}", value) for value in values]
            words_of_both = {"one": turns[0], "other": turns[1]}
            sentences.append(_("turnos distintos (%(one)s y %(other)s)") % words_of_both)
    return sentences


OUTCOME_SENTENCES: Mapping[str, Text] = {
    SAME: gettext_lazy("Con los resultados de ahora saldría la misma ronda."),
    ANOTHER: gettext_lazy("Con los resultados de ahora saldría otra ronda."),
    OVER: gettext_lazy(
        "Con los resultados de ahora la fase ya habría terminado y esta ronda no se jugaría."
    ),
    NONE: gettext_lazy("Con los resultados de ahora esta ronda aún no se podría preparar."),
}


def draw_cause_in_words(change: DrawCause) -> str:
    """Return «el encuentro 12 se corrigió el 3 de mayo de 2026 a las 18:40»."""
    moment = _moment_of_change(change)
    if change.kind != RESULT:
        words = _("cambió la manera de contar o alguna sanción")
        return f"{words} {moment}".strip()
    if change.number is None:
        words = _("se corrigió el valor de un descanso")
    else:
        words = _("el encuentro %(number)s se corrigió") % {"number": change.number}
    return f"{words} {moment}".strip()


def _moment_of_change(change: DrawCause) -> str:
    if change.at is None:
        return ""
    local = timezone.localtime(change.at)
    return _("el %(day)s a %(hour)s") % {
        "day": date_format(local, "DATE_FORMAT"),
        "hour": oclock(local),
    }


def people(entry: Entry, audience: Audience) -> str:
    """Return «Ana Yus y Paco Gil», or «Pareja 12» if names are hidden."""
    if not audience.names:
        return entry.title_for(audience)
    return join_in_words([seat.player.name_for(audience) for seat in entry.seats.all()])


def entry_in_words(entry: Entry, unit: Unit, audience: Audience) -> str:
    """Return «la pareja 12, Ana Yus y Paco Gil», or «la pareja 12» if names are hidden."""
    numbered_entry = str(unit.label(entry.number))
    if not audience.names:
        return numbered_entry
    return f"{numbered_entry}, {people(entry, audience)}"


def place_of_ball(format: str, match: Match, group: str) -> str:
    """Return where a ball puts its entry: «Puesto 3 del cuadro», «Grupo B, Encuentro 7»."""
    if format == "knockout":
        return _("Puesto %(position)s del cuadro") % {"position": match.position}
    number = match.number
    words = [group_name(format, group)] if group else []
    words += [_("Encuentro %(number)s") % {"number": number}] if number is not None else []
    return ", ".join(words)


def place_at_table(place: str, table: int) -> str:
    """Return the place of a ball with its fixed table: «Puesto 3 del cuadro, mesa fija 4»."""
    return _("%(where)s, mesa fija %(table)s") % {"where": place, "table": table}


def ball_in_words(
    ball: int,
    entry: Entry,
    unit: Unit,
    place: str,
    audience: Audience,
    *,
    rests: bool,
    mates: Sequence[Entry],
    rivals: Sequence[Entry],
) -> str:
    """Return «Bola 1: la pareja 12, Ana Yus y Paco Gil, descansa.»

    `mates` and `rivals` are the entries already drawn that share the match with this ball.
    """
    words = {
        "ball": ball,
        "who": entry_in_words(entry, unit, audience),
        "where": place,
        "mates": join_in_words([entry_in_words(mate, unit, audience) for mate in mates]),
        "rivals": join_in_words([entry_in_words(rival, unit, audience) for rival in rivals]),
    }
    if rests:
        return _("Bola %(ball)s: %(who)s, descansa.") % words
    if mates and rivals:
        sentence = _("Bola %(ball)s: %(who)s, con %(mates)s, contra %(rivals)s. %(where)s.")
    elif mates:
        sentence = _("Bola %(ball)s: %(who)s, con %(mates)s. %(where)s.")
    elif rivals:
        sentence = _("Bola %(ball)s: %(who)s, contra %(rivals)s. %(where)s.")
    else:
        sentence = _("Bola %(ball)s: %(who)s. %(where)s.")
    return sentence % words
