"""A published match as `parts/boards/match_card.html` shows it to the public."""

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Protocol, TypeVar

from django.core.paginator import Paginator
from django.urls import reverse
from django.utils.translation import gettext as _

from scoring.actas.selectors.cards import headline
from scoring.actas.selectors.meetings import (
    UNFINISHED,
    Competitor,
    Meeting,
    as_ties,
    competitors_of,
    meetings,
    meetings_in,
    meetings_of,
)
from scoring.games.figures import count, versus_text
from scoring.public.whereabouts import HallNow, find_competitors, hall_of, requested_number
from scoring.refereeing.selectors.clock import HallClock, hall_clock
from scoring.stages.selectors.chain import event_order
from scoring.stages.selectors.quotas import Fates, fates_of
from scoring.standings.selectors.standings import stage_standings
from scoring.standings.table import StandingsLine
from scoring.standings.whole_event import FinalLine
from tournaments.formats.words import group_name, purpose_in_words
from tournaments.games import GAMES
from tournaments.models import Match, Round, Stage, Tournament
from tournaments.names.audience import Audience
from tournaments.rounds.selectors.day import Day, day
from tournaments.rounds.words.phases import counts_only_for_note
from tournaments.rounds.words.rounds import postponed_in_words
from tournaments.site.page_cache import cached_value

State = Match.State


class ListedMatch(Protocol):
    """A match with its state and the other fields that a list of matches needs."""

    @property
    def state(self) -> str: ...


AnyMatch = TypeVar("AnyMatch", bound=ListedMatch)


def card(
    tournament: Tournament, meeting: Meeting, audience: Audience, *, note: str = ""
) -> dict[str, Any]:
    """Return the context of the card, with a link to the acta.

    `note` comes before the count of partidas. If numbers replace the names, a side has its number
    only once.
    """
    score = score_in_words(meeting)
    remarks = (
        group_name(meeting.format, meeting.group),
        purpose_in_words(meeting.purpose),
        catch_up_of(meeting),
        note,
        count_of(tournament, meeting),
    )
    number = "" if meeting.purpose else match_name(meeting)
    return {
        "id": meeting.number or meeting.code or f"{meeting.serial}-{meeting.position}",
        "number": meeting.number if meeting.is_finished else None,
        "table": meeting.table if meeting.state == State.PLAYING else None,
        "round": meeting.serial if meeting.boards else None,
        "sides": [
            {
                "number": competitor.label if audience.names else "",
                "name": competitor.title,
                "score": score[side] if score else None,
                "winner": meeting.winner == side and not meeting.void,
                "withdrawn": competitor.withdrawn,
            }
            for side, competitor in enumerate(meeting.sides)
        ],
        "state": "forfeit" if meeting.forfeit or meeting.void else meeting.state,
        "label": label_of(meeting),
        "note": " · ".join(filter(None, (number, *remarks))),
        "remark": " · ".join(filter(None, remarks)),
        "url": "" if meeting.is_bye else match_url(tournament, meeting),
        "link": "" if meeting.is_bye else _("Sus mesas") if meeting.boards else _("Acta"),
    }


def score_of(meeting: Meeting) -> tuple[int, ...] | None:
    """Return the usual score of the match, by side; None before there is a result."""
    return tuple(headline(meeting.tallies)) if meeting.tallies else None


def score_in_words(meeting: Meeting) -> list[str] | None:
    """Return the score of `score_of` as text for each side, such as «−6½»."""
    score = score_of(meeting)
    return None if score is None else [count(number, meeting.unit) for number in score]


def score_or_void(meeting: Meeting, score: str) -> str:
    """Return the score or, if the match counts for nothing, «(2–1) anulado»."""
    if not meeting.void:
        return score
    return _("(%(score)s) anulado") % {"score": score} if score else _("anulado")


def count_of(tournament: Tournament, meeting: Meeting) -> str:
    """Return the partidas of a match won by cotos: «partidas 7–5»; "" if they are the score."""
    tallies = list(meeting.tallies.values())[-1:]
    if not tallies or score_of(meeting) == tallies[0]:
        return ""
    return str(GAMES[tournament.game].count % {"score": versus_text(tallies[0], meeting.unit)})


def match_name(meeting: Meeting) -> str:
    """Return the purpose of the match.

    If it has no purpose, return «Encuentro 12» until it is finished, and then "".
    """
    if meeting.purpose or meeting.number is None or meeting.is_finished:
        return purpose_in_words(meeting.purpose)
    return _("Encuentro %(number)s") % {"number": meeting.number}


def catch_up_of(meeting: Meeting) -> str:
    """Return the note that a catch-up match counts only for one entry; "" for any other match."""
    return counts_only_for_note(meeting.sides[0].label) if meeting.guests else ""


def label_of(meeting: Meeting) -> str:
    if meeting.void:
        return _("Anulado")
    if meeting.lost:
        return _("Pierden todos")
    if meeting.forfeit:
        return _("Por incomparecencia")
    if meeting.state == State.POSTPONED:
        return postponed_in_words(meeting.postponed_to)
    return str(State(meeting.state).label)


def match_url(tournament: Tournament, meeting: Meeting) -> str:
    """Return the address of the acta or, for a tie, of the tie on the page of its round."""
    if meeting.boards:
        page = reverse("round", args=[tournament.slug, meeting.serial])
        return f"{page}?n={meeting.sides[0].number}#enfrentamiento-{meeting.position}"
    return reverse("match", args=[tournament.slug, meeting.code])


def matches_in_state(
    matches: Iterable[AnyMatch], state: str, order: Callable[[AnyMatch], Any]
) -> list[AnyMatch]:
    """Return the matches in this state, sorted by the key `order`."""
    return sorted((meeting for meeting in matches if meeting.state == state), key=order)


# --- Ties -----------------------------------------------------------------------------------------
# Ties between teams as pages show them: the two teams, the boards won, and each board's card.
TIES_SHOWN = 12  # ties on a page, each with its boards


def tie_cards(
    tournament: Tournament, matches: Sequence[Meeting], audience: Audience
) -> list[dict[str, Any]]:
    """Return each tie with its heading and its boards, unfinished ties first."""
    ties = sorted(as_ties(matches), key=lambda tie: (tie.is_finished, tie.round, tie.position))
    return [_tie_card(tournament, tie, audience) for tie in ties if tie.boards]


def round_ties(
    tournament: Tournament, round: Round, audience: Audience, page: int = 1
) -> dict[str, Any]:
    """Return a page of ties and byes of a published round; {} without matches of teams."""
    if not round.stage.boards():
        return {}
    current_page = Paginator(_positions(round), TIES_SHOWN).get_page(page)
    keys = round.matches.filter(position__in=list(current_page)).order_by()
    matches = meetings_in(round.stage, keys.values_list("pk", flat=True), audience)
    return {
        "ties": tie_cards(tournament, matches, audience),
        "byes": [card(tournament, tie, audience) for tie in matches if tie.is_bye],
        "page": current_page,
    }


def page_of_tie(round: Round, number: int) -> int:
    """Return the page with the tie of this team, or the first page if it does not play."""
    own_positions = set(
        round.matches.filter(sides__entry__number=number).values_list("position", flat=True)
    )
    places = (
        place for place, position in enumerate(_positions(round)) if position in own_positions
    )
    return next(places, 0) // TIES_SHOWN + 1


def _positions(round: Round) -> list[int]:
    """Return the positions of the ties, unfinished ties first."""
    rows = list(round.matches.order_by().values_list("position", "state"))
    open_positions = {position for position, state in rows if state in UNFINISHED}
    positions = {position for position, _state in rows}
    return sorted(positions, key=lambda position: (position not in open_positions, position))


def _tie_card(tournament: Tournament, tie: Meeting, audience: Audience) -> dict[str, Any]:
    score = score_of(tie)
    return {
        "position": tie.position,
        "serial": tie.serial,
        "sides": [
            {"competitor": competitor, "winner": tie.winner == side and not tie.void}
            for side, competitor in enumerate(tie.sides)
        ],
        "score": versus_text(score, tie.unit) if score else "",
        "state": "forfeit" if tie.forfeit or tie.void else tie.state,
        "label": label_of(tie),
        "finished": tie.is_finished,
        "cards": [_board(tournament, tie, board, audience) for board in tie.boards],
    }


def _board(
    tournament: Tournament, tie: Meeting, meeting: Meeting, audience: Audience
) -> dict[str, Any]:
    """Return the card of a board; under the heading of its tie only the players are named."""
    boards = tournament.stage.boards()  # `tie.boards` may lack the finished boards of an older tie
    words = _("mesa %(board)s de %(boards)s") % {"board": meeting.board, "boards": boards}
    context = card(tournament, meeting, audience, note=words)
    for side, competitor in zip(context["sides"], meeting.sides, strict=True):
        side["name"] = competitor.playing or competitor.title
    return context


# --- Cached values --------------------------------------------------------------------------------
# Values shared by several pages, cached in memory for one revision of the tournament.
@dataclass(frozen=True, slots=True)
class PlayedTies:
    """Matches of a stage grouped by tie.

    `fates` and `competitors` are set only if all matches of the stage are included.
    """

    meetings: tuple[Meeting, ...]
    fates: Fates | None = None
    competitors: Mapping[int, Competitor] = field(default_factory=dict)


def cached_standings_lines(stage: Stage, audience: Audience) -> tuple[StandingsLine, ...]:
    return cached_value(
        stage.tournament, f"lines/{stage.pk}", audience, lambda: stage_standings(stage, audience)
    )


def event_of(tournament: Tournament, audience: Audience) -> tuple[FinalLine, ...]:
    return cached_value(tournament, "event", audience, lambda: event_order(tournament, audience))


def all_competitors(tournament: Tournament, audience: Audience) -> Mapping[int, Competitor]:
    return cached_value(
        tournament, "everybody", audience, lambda: competitors_of(tournament, audience)
    )


def current_hall(stage: Stage, audience: Audience) -> HallNow:
    return cached_value(
        stage.tournament, f"hall/{stage.pk}", audience, lambda: hall_of(stage, audience)
    )


def clock_now(stage: Stage, audience: Audience) -> HallClock | None:
    return cached_value(
        stage.tournament, f"clock/{stage.pk}", audience, lambda: hall_clock(stage, audience)
    )


def day_now(tournament: Tournament, stage: Stage, audience: Audience) -> Day:
    return cached_value(
        tournament, f"day/{stage.pk}", audience, lambda: day(tournament, stage, audience)
    )


def competitors_found_by(
    tournament: Tournament, question: str, audience: Audience
) -> list[Competitor]:
    """Return the competitor with the number in the question, else those that match its words.

    If names are hidden, words match nobody.
    """
    number = requested_number(question)
    competitors = competitors_of(tournament, audience, [number]) if number is not None else {}
    if not audience.names:  # a name would reveal whose number it is
        return list(competitors.values())
    return list(competitors.values()) or find_competitors(
        all_competitors(tournament, audience), question
    )


def all_ties(stage: Stage, audience: Audience) -> PlayedTies:
    """Return all matches of a stage grouped by tie, cached in memory."""

    def make() -> PlayedTies:
        # Read the competitors afresh: the cached list may lack an entry that has joined since.
        competitors = competitors_of(stage.tournament, audience)
        ties = as_ties(meetings(stage, competitors, audience))
        return PlayedTies(tuple(ties), fates_of(stage, ties, competitors), competitors)

    return cached_value(stage.tournament, f"played/{stage.pk}", audience, make)


def ties_played_by(stage: Stage, numbers: Collection[int], audience: Audience) -> PlayedTies:
    """Return the matches of these competitors, or all matches of a stage with a bracket."""
    if stage.has_bracket:
        return all_ties(stage, audience)
    return PlayedTies(tuple(as_ties(meetings_of(stage, numbers, audience))))
