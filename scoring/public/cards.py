"""A published match as `parts/boards/match_card.html` shows it to the public."""

from collections.abc import Callable, Iterable
from typing import Any, Protocol, TypeVar

from django.urls import reverse
from django.utils.translation import gettext as _

from scoring.selectors.matches.cards import headline
from scoring.selectors.matches.meetings import Meeting
from scoring.wording.numbers import against, count
from scoring.wording.rounds import only_counts_for
from tournaments.games import GAMES
from tournaments.models import Match, Tournament
from tournaments.names.audience import current_audience
from tournaments.wording.formats import group_name, purpose_in_words
from tournaments.wording.rounds import postponed_in_words

State = Match.State


class Listed(Protocol):
    """A match with its state, as much of it as has been read."""

    @property
    def state(self) -> str: ...


Placed = TypeVar("Placed", bound=Listed)


def card(tournament: Tournament, meeting: Meeting, *, note: str = "") -> dict[str, Any]:
    """The context of the card, with a link to the acta; `note` goes before the partidas.

    A number that stands for a name is said once."""
    score, nameless = told_score(meeting), not current_audience().names
    notes = (
        group_name(meeting.format, meeting.group),
        name_of(meeting),
        catch_up_of(meeting),
        note,
        count_of(tournament, meeting),
    )
    return {
        "id": meeting.number or meeting.code or f"{meeting.serial}-{meeting.position}",
        "number": meeting.number if meeting.is_finished else None,
        "table": meeting.table if meeting.state == State.PLAYING else None,
        "round": meeting.serial if meeting.boards else None,
        "sides": [
            {
                "number": "" if nameless else competitor.label,
                "name": competitor.title,
                "score": score[side] if score else None,
                "winner": meeting.winner == side and not meeting.void,
                "withdrawn": competitor.withdrawn,
            }
            for side, competitor in enumerate(meeting.sides)
        ],
        "state": "forfeit" if meeting.forfeit or meeting.void else meeting.state,
        "label": label_of(meeting),
        "note": " · ".join(part for part in notes if part),
        "url": "" if meeting.is_bye else match_url(tournament, meeting),
        "link": "" if meeting.is_bye else _("Sus mesas") if meeting.boards else _("Acta"),
    }


def score_of(meeting: Meeting) -> tuple[int, ...] | None:
    """The count people quote, by side; None before there is a result."""
    return tuple(headline(meeting.tallies)) if meeting.tallies else None


def told_score(meeting: Meeting) -> list[str] | None:
    """The same in words: «−6½»."""
    score = score_of(meeting)
    return None if score is None else [count(number, meeting.unit) for number in score]


def or_void(meeting: Meeting, score: str) -> str:
    """Return the score, «(2–1)» and «anulada» of a match that counts for nothing."""
    if not meeting.void:
        return score
    return _("(%(score)s) anulada") % {"score": score} if score else _("anulada")


def count_of(tournament: Tournament, meeting: Meeting) -> str:
    """The partidas behind the cotos: «partidas 7–5»; "" where they are the score already."""
    counted = list(meeting.tallies.values())[-1:]
    if not counted or score_of(meeting) == counted[0]:
        return ""
    return str(GAMES[tournament.game].count % {"score": against(counted[0], meeting.unit)})


def name_of(meeting: Meeting) -> str:
    """Return what is at stake, and which match it is where no number is read large."""
    if meeting.purpose or meeting.number is None or meeting.is_finished:
        return purpose_in_words(meeting.purpose)
    return _("Partida %(number)s") % {"number": meeting.number}


def catch_up_of(meeting: Meeting) -> str:
    """For whom alone it counts; "" for an ordinary match."""
    return only_counts_for(meeting.sides[0].label) if meeting.guests else ""


def label_of(meeting: Meeting) -> str:
    if meeting.void:
        return _("Anulada")
    if meeting.lost:
        return _("Pierden todos")
    if meeting.forfeit:
        return _("Por ausencia")
    if meeting.state == State.POSTPONED:
        return postponed_in_words(meeting.postponed_to)
    return str(State(meeting.state).label)


def match_url(tournament: Tournament, meeting: Meeting) -> str:
    """The page of its acta; of a tie, its place on the page of its round."""
    if meeting.boards:
        page = reverse("round", args=[tournament.slug, meeting.serial])
        return f"{page}?n={meeting.sides[0].number}#enfrentamiento-{meeting.position}"
    return reverse("match", args=[tournament.slug, meeting.code])


def at(played: Iterable[Placed], state: str, order: Callable[[Placed], Any]) -> list[Placed]:
    """The matches in that state, in that order."""
    return sorted((one for one in played if one.state == state), key=order)
