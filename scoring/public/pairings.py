"""The round in play, by table and by surname."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from scoring.public.cards import at, card
from scoring.public.moves import moves
from scoring.public.ties import ties_shown
from scoring.selectors.meetings import Meeting, State, competitors_of, meetings
from scoring.selectors.ties import as_ties
from tournaments.models import Tournament
from tournaments.people import Person
from tournaments.selectors.rounds import round_numbered
from tournaments.surnames import filed, filing_key

LAST_FINISHED = 12  # by the clock, results still shown


def pairings(tournament: Tournament, by_surname: bool) -> dict[str, Any]:
    """The round in play, by table or by surname; matches of earlier rounds that a correction has
    opened again come with it. 5 queries at most."""
    stage, competitors = tournament.stage, competitors_of(tournament)
    played = meetings(stage, competitors)
    number = max((one.round for one in played), default=0)
    here_now = round_numbered(stage, number)
    here = _just_now(played) if stage.by_calls else _in_round(played, number)
    context = {
        "number": number,
        "serial": here_now.serial if here_now else 0,
        "round_name": str(here_now or ""),
        "by_calls": stage.by_calls,
        "by_surname": by_surname,
        "to_play": sum(not one.is_bye for one in here),
        "finished": sum(one.is_finished for one in here),
    }
    if by_surname:
        return {**context, "people": _by_surname(here)}
    alone = [one for one in here if not one.board]
    told = moves(stage, here, number)
    return {
        **context,
        "ties": ties_shown(tournament, here),
        "groups": _by_table(tournament, alone, 0 if stage.by_calls else number, told),
    }


def _in_round(played: Sequence[Meeting], number: int) -> list[Meeting]:
    unfinished = (State.PLAYING, State.WAITING)
    return [one for one in played if one.round == number or one.state in unfinished]


def _just_now(played: Sequence[Meeting]) -> list[Meeting]:
    """By the clock: what is on the tables, whatever the call, and the last results."""
    finished = at(played, State.FINISHED, lambda one: one.number)
    return [one for one in played if not one.is_finished] + finished[-LAST_FINISHED:]


def _by_table(
    tournament: Tournament, here: Sequence[Meeting], number: int, told: Mapping[str, str]
) -> list[dict[str, Any]]:
    """The matches in the groups people look for, empty ones left out; those of another round than
    `number` say so, unless it is 0; `told` is said of each by its code."""
    waiting = at(here, State.WAITING, lambda one: one.number)
    groups = [
        (_("En las mesas"), at(here, State.PLAYING, lambda one: one.table), []),
        (_("En espera de mesa"), waiting, [_queue(place) for place in range(len(waiting))]),
        (_("Terminadas"), at(here, State.FINISHED, lambda one: one.number), []),
        (_("Descansan en esta ronda"), at(here, State.BYE, lambda one: one.sides[0].number), []),
    ]
    return [
        {
            "title": title,
            "cards": [
                card(
                    tournament,
                    one,
                    note=_notes(one, number, notes[place] if notes else told.get(one.code, "")),
                )
                for place, one in enumerate(found)
            ],
        }
        for title, found, notes in groups
        if found
    ]


def _queue(ahead: int) -> str:
    if not ahead:
        return _("la siguiente en sentarse")
    return ngettext("%(ahead)s delante", "%(ahead)s delante", ahead) % {"ahead": ahead}


def _notes(one: Meeting, number: int, note: str) -> str:
    earlier = "" if number in (0, one.round) else _("de la ronda %(round)s") % {"round": one.serial}
    return " · ".join(part for part in (earlier, note) if part)


def _by_surname(here: Iterable[Meeting]) -> list[dict[str, Any]]:
    """Everybody in the round, one row a person, by surname (or by nickname, without one); of a
    team, at the board where he sits."""
    rows = [
        {
            "filed": filed(Person(one.name, one.surname)),
            "apart": one.apart,
            "key": filing_key(Person(one.name, one.surname)),
            "competitor": competitor,
            "meeting": _board_of(tie, competitor.number, one.full_name),
            "rivals": tie.rivals_of(competitor.number),
        }
        for tie in as_ties(here)
        for side in tie.sides
        for competitor in side.everybody
        for one in competitor.players
    ]
    return sorted(rows, key=lambda row: (row["key"], row["competitor"].number))


def _board_of(tie: Meeting, number: int, name: str) -> Meeting:
    """The board of the tie where this person of the team is lined up; the tie itself while that
    is not said."""
    for board in tie.boards:
        if name in board.sides[board.side_of(number)].playing.split(" · "):
            return board
    return tie
