"""A published round: its matches and commitments."""

from collections import Counter, defaultdict
from collections.abc import Sequence
from typing import Any

from django.core.paginator import Paginator
from django.utils.translation import gettext as _

from scoring.actas.selectors.meetings import Meeting, State, meetings_in
from scoring.public.cards import card
from scoring.refereeing.selectors.clock import round_ends_at, stage_refereeing
from scoring.rounds.selectors.commitments import list_changed
from scoring.standings.selectors.standings import stage_situation
from tournaments.formats.ladder import Ladder
from tournaments.models import Match, Round, Stage, Tournament
from tournaments.names.audience import NOBODY, Audience
from tournaments.rounds.selectors.commitments import commitments_of, promised_serial, public_values
from tournaments.site.page_cache import cached_value

MATCHES_SHOWN = 50  # the most matches on a page
ORDER = (*Match.UNFINISHED, State.FINISHED, State.BYE, State.PLANNED)


def matches_page(
    tournament: Tournament, round: Round, audience: Audience, page: int = 1
) -> dict[str, Any]:
    """Return a page of a round's matches: at tables, waiting, postponed, finished, then byes."""
    order = _cached_rows(round)
    current_page = Paginator(order, MATCHES_SHOWN).get_page(page)
    meetings_by_code = {
        meeting.code: meeting
        for meeting in meetings_in(
            round.stage, [pk for _state, _code, pk in current_page], audience
        )
    }
    cards: dict[str, list[dict[str, Any]]] = defaultdict(list)
    for state, code, _pk in current_page:
        if code in meetings_by_code:  # the round may have been discarded meanwhile
            cards[state].append(card(tournament, meetings_by_code[code], audience))
    counts = Counter(state for state, _code, _pk in order)
    return {
        "round": round,
        "playing": cards[State.PLAYING],
        "waiting": cards[State.WAITING],
        "postponed": cards[State.POSTPONED],
        "finished": cards[State.FINISHED],
        "byes": cards[State.BYE],
        "done": counts[State.FINISHED],
        "total": sum(counts[state] for state in (*Match.UNFINISHED, State.FINISHED)),
        "late": round.report.get("late", []),
        "ends_at": round_ends_at(round) if counts[State.PLAYING] else None,
        "minutes": stage_refereeing(round.stage).minutes,
        "page": current_page,
        "query": "",
    }


def followed_match(
    tournament: Tournament, round: Round, number: int, audience: Audience
) -> dict[str, Any]:
    """Return a competitor's match, to show above any page of a list.

    Return {} if the competitor has no match, if the list has only one page, or if teams play.
    """
    if round.stage.boards() or round.matches.count() <= MATCHES_SHOWN:
        return {}
    own_matches = round.matches.filter(sides__entry__number=number).order_by()
    own_meetings = meetings_in(round.stage, own_matches.values_list("pk", flat=True), audience)
    cards = [card(tournament, meeting, audience) for meeting in own_meetings]
    return {"cards": cards, "number": number} if cards else {}


def page_of_match(round: Round, number: int) -> int:
    """Return the page with the match of this entry, or page 1 if the entry does not play."""
    own_keys = set(round.matches.filter(sides__entry__number=number).values_list("pk", flat=True))
    places = (
        place for place, (_state, _code, pk) in enumerate(_cached_rows(round)) if pk in own_keys
    )
    return next(places, 0) // MATCHES_SHOWN + 1


def _cached_rows(round: Round) -> list[tuple[str, str, int]]:
    """Return the rows of `_sorted_rows`, cached in memory."""
    return cached_value(round.tournament, f"order/{round.pk}", NOBODY, lambda: _sorted_rows(round))


def _sorted_rows(round: Round) -> list[tuple[str, str, int]]:
    """Return the state, code and key of each match, in the order of the page."""
    rows = round.matches.order_by().values_list(
        "state", "table", "number", "position", "code", "pk"
    )
    sorted_rows = sorted(
        (
            ORDER.index(State(state)),
            (table or 0) * (state == State.PLAYING),
            number or position,
            state,
            code,
            pk,
        )
        for state, table, number, position, code, pk in rows
    )
    return [(state, code, pk) for _rank, _table, _number, state, code, pk in sorted_rows]


def moves(
    stage: Stage, meetings: Sequence[Meeting], number: int, audience: Audience
) -> dict[str, str]:
    """Return in words where the entries of each match of an escalera go next, by the match's code.

    Returns {} in other formats, until all matches are over, and after the last round.
    """
    ladder = stage.system
    if not isinstance(ladder, Ladder) or not meetings or number >= stage.options_for(ladder).rounds:
        return {}
    if not all(meeting.is_finished or meeting.is_bye for meeting in meetings):
        return {}
    rounds = stage_situation(stage, audience, number + 1).rounds
    next_tables = ladder.moves(rounds[-1], stage.options_for(ladder))
    return {
        meeting.code: " · ".join(
            f"{competitor.number} {_move(meeting, next_tables[competitor.number])}"
            for competitor in meeting.sides
            if competitor.number in next_tables
        )
        for meeting in meetings
    }


def _move(meeting: Meeting, table: int) -> str:
    """Return in words the move from the table of this match to `table`; 0 means the entry waits."""
    if not table:
        return _("espera la próxima campana")
    if table == meeting.position and not meeting.is_bye:
        words = _("sigue en la mesa %(table)s")
    elif table < meeting.position:
        words = _("sube a la mesa %(table)s")
    else:
        words = _("baja a la mesa %(table)s")
    return words % {"table": table}


# --- Commitments ----------------------------------------------------------------------------------
# The public page of the commitments made before each draw.
def commitments_page(tournament: Tournament, audience: Audience) -> dict[str, Any]:
    """Return the context of the closed lists of the stage in play, the latest first."""
    stage = tournament.stage
    commitments = commitments_of(stage)
    return {
        "closed": [
            {
                **(public_values(commitment, audience) or {}),
                "changed": commitment.is_open and list_changed(commitment),
                "round": commitment.round,
                "serial": promised_serial(commitment),
            }
            for commitment in commitments
        ],
        "ceremony": serial_of_ceremony(stage),
    }


def serial_of_ceremony(stage: Stage) -> int:
    """Return the serial of the round whose draw everybody sees ball by ball now; 0 if none."""
    drafts = stage.rounds.filter(state=Round.State.DRAFT, report__in_public=True)
    return drafts.values_list("serial", flat=True).first() or 0
