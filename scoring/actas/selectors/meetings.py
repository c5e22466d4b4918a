"""The published matches as the public sees them: plain values, without a query per row."""

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from itertools import groupby
from operator import itemgetter
from typing import Any, NamedTuple

from rules.core import AnyGame, GameOptions
from scoring.actas.selectors.cards import deciding_tallies
from tournaments.formats.knockout import Knockout
from tournaments.formats.teams import BoardResult, tie_of
from tournaments.models import Entry, Match, MatchSide, Stage, Tournament
from tournaments.names.audience import Audience
from tournaments.rounds.selectors.rounds import published_rounds

State = Match.State
JOINT = "\N{NO-BREAK SPACE}· "  # joins two people; no line of text can begin with the dot
UNFINISHED = Match.UNFINISHED


class PublicPerson(NamedTuple):
    """A person as the public sees it; `apart` distinguishes namesakes (`Player.apart`)."""

    name: str
    surname: str = ""
    town: str = ""
    apart: str = ""

    def __str__(self) -> str:
        return f"{self.full_name} ({self.apart})" if self.apart else self.full_name

    @property
    def full_name(self) -> str:
        return f"{self.name} {self.surname}".strip()


@dataclass(frozen=True, slots=True)
class Competitor:
    """An entry as the public sees it: its number, its people and its town."""

    number: int
    players: tuple[PublicPerson, ...]
    town: str
    withdrawn: bool
    name: str = ""  # the name of a team
    partners: "tuple[Competitor, ...]" = ()  # the other entries on its side, where partners change
    state: str = Entry.State.ENTERED
    playing: str = ""  # the players in this match, if the entry is a team or a venue

    @property
    def withdrawal_label(self) -> str:
        """Return the name of the state in which the entry left; "" while it is entered."""
        return str(Entry.State(self.state).label) if self.withdrawn else ""

    @property
    def everybody(self) -> "tuple[Competitor, ...]":
        """Return the entry and its partners, each as a separate competitor."""
        if not self.partners:
            return (self,)
        name = self.name.split(JOINT)[0]
        return (
            replace(self, name=name, players=self.players[: self._own_player_count], partners=()),
            *self.partners,
        )

    @property
    def label(self) -> str:
        """Return the number of the entry, «3+17» with a partner."""
        return "+".join(str(competitor.number) for competitor in (self, *self.partners))

    @property
    def _own_player_count(self) -> int:
        return len(self.players) - sum(len(partner.players) for partner in self.partners)

    def has(self, number: int) -> bool:
        return number in (self.number, *(partner.number for partner in self.partners))

    @property
    def title(self) -> str:
        """Return «Paco Gil · Luis Sanz», or a team's name with its players in this match.

        A no-break space before the dot keeps the dot from beginning a printed line.
        """
        if self.name:
            return f"{self.name} ({self.playing})" if self.playing else self.name
        if self.playing:
            return self.playing.replace(" · ", JOINT)
        return JOINT.join(str(player) for player in self.players)

    @property
    def towns(self) -> str:
        """Return the entry's town or, without a town, its people's towns: «Luco · Báguena»."""
        towns = [self.town] if self.town else [player.town for player in self.players]
        return " · ".join(dict.fromkeys(town for town in towns if town))


@dataclass(frozen=True, slots=True)
class Meeting:
    """A published match.

    - `winner`: the side that won.
    - `tallies`: the tallies of the result that decide the winner (`deciding_tallies` of
      `scoring.actas.selectors.cards`); empty without a result.
    - `unit`: the unit of the tallies, from the game's options.
    - `guests`: the numbers of the entries for which the match does not count.
    - `lost`: whether every side lost the match.
    - `void`: whether the match is annulled, because a side left and its results do not count.
    """

    code: str
    round: int
    position: int
    number: int | None
    purpose: str
    group: str
    board: int
    table: int | None
    state: str
    sides: tuple[Competitor, ...]
    winner: int | None
    tallies: Mapping[str, tuple[int, ...]]
    unit: int
    forfeit: bool
    finished_at: datetime | None
    serial: int = 0  # the number of the match's round in the event
    format: str = ""  # the format of the match's stage
    guests: tuple[int, ...] = ()
    postponed_to: datetime | None = None
    lost: bool = False
    void: bool = False
    boards: "tuple[Meeting, ...]" = ()  # the boards of a tie of teams

    @property
    def is_bye(self) -> bool:
        return self.state == State.BYE

    @property
    def is_finished(self) -> bool:
        return self.state == State.FINISHED

    @property
    def is_drawn(self) -> bool:
        return self.is_finished and bool(self.tallies) and self.winner is None and not self.lost

    @property
    def tables(self) -> list[int]:
        """Return the tables in play; a tie has the tables of its boards."""
        playing = [board for board in self.boards or (self,) if board.state == State.PLAYING]
        return sorted(board.table for board in playing if board.table)

    @property
    def who_goes_on(self) -> Competitor | None:
        """Return the entry that goes on: the winner, or the entry with a bye; None if unknown."""
        if self.is_bye:
            return self.sides[0]
        return None if self.winner is None else self.sides[self.winner]

    def has(self, number: int) -> bool:
        return any(side.has(number) for side in self.sides)

    def won_by(self, number: int) -> bool:
        return self.who_goes_on is not None and self.who_goes_on.has(number)

    def side_of(self, number: int) -> int:
        """Return the side of this entry; the entry must play this match."""
        return next(side for side, competitor in enumerate(self.sides) if competitor.has(number))

    def rivals_of(self, number: int) -> tuple[Competitor, ...]:
        return tuple(side for side in self.sides if not side.has(number))

    def partners_of(self, number: int) -> tuple[Competitor, ...]:
        """Return the other entries on the side of this entry, where partners change."""
        own_side = self.sides[self.side_of(number)]
        return tuple(competitor for competitor in own_side.everybody if competitor.number != number)

    def people_of(self, number: int) -> list[str]:
        """Return the players of this team or venue, board by board; [] if not stated."""
        sides = (board.sides[board.side_of(number)] for board in self.boards or (self,))
        return [side.playing for side in sides if side.playing]


def competitors_of(
    tournament: Tournament,
    audience: Audience,
    numbers: Collection[int] | None = None,
    **filters: Any,
) -> dict[int, Competitor]:
    """Return the competitors by number, in order; `numbers` and `filters` select the entries."""
    entries = Entry.objects.filter(tournament=tournament, **filters)
    if numbers is not None:
        entries = entries.filter(number__in=numbers)
    rows = entries.order_by("number", "seats__position").values_list(
        "number",
        "town",
        "state",
        "name",
        "seats__player__name",
        "seats__player__surname",
        "seats__player__town",
        "seats__player__apart",
    )
    competitors = dict[int, Competitor]()
    for number, seats in groupby(rows, key=itemgetter(0)):
        seat_rows = list(seats)
        players = tuple(PublicPerson(*row[4:]) for row in seat_rows if row[4])
        _number, town, state, name = seat_rows[0][:4]
        if not audience.names:
            players = ()
            town = ""
            name = audience.number_title(number, tournament.unit)
        competitors[number] = Competitor(
            number, players, town, state in Entry.GONE, name, state=state
        )
    return competitors


def meetings_in(stage: Stage, keys: Iterable[int], audience: Audience) -> list[Meeting]:
    """Return these published matches of the stage, by round and position."""
    match_keys = list(keys)
    if not match_keys:
        return []
    entry_keys = MatchSide.objects.filter(match__in=match_keys).order_by().values("entry")
    return meetings(
        stage,
        competitors_of(stage.tournament, audience, pk__in=entry_keys),
        audience,
        pk__in=match_keys,
    )


def meetings_of(stage: Stage, numbers: Collection[int], audience: Audience) -> list[Meeting]:
    """Return the published matches in which any of these entries plays; a tie has every board."""
    entries = Entry.objects.filter(tournament=stage.tournament_id, number__in=numbers).order_by()
    seats = MatchSide.objects.filter(
        published_rounds(audience, "round"), round__stage=stage, entry__in=entries.values("pk")
    )
    return meetings_in(stage, seats.order_by().values_list("match", flat=True).distinct(), audience)


def meetings(
    stage: Stage, competitors: Mapping[int, Competitor], audience: Audience, **filters: Any
) -> list[Meeting]:
    """Return the stage's published matches by round and position; `filters` select matches."""
    matches = Match.objects.filter(
        published_rounds(audience, "round"), round__stage=stage, **filters
    )
    rows = dict[int, dict[str, Any]]()
    for side in (
        MatchSide.objects.filter(match__in=matches)
        .order_by("match__round__number", "match__position", "match__board", "side", "place")
        .values(
            "entry__number",
            "entry__state",
            "entry__effect",
            "side",
            "names",
            "guest",
            "match_id",
            "match__code",
            "match__round__number",
            "match__position",
            "match__number",
            "match__group",
            "match__board",
            "match__round__serial",
            "match__finished_at",
            "match__purpose",
            "match__table",
            "match__state",
            "match__postponed_to",
            "match__result__winner",
            "match__result__tallies",
            "match__result__forfeit",
            "match__result__lost",
        )
    ):
        row = rows.get(side["match_id"])
        if row is None:
            row = rows[side["match_id"]] = {**side, "competitors": [], "guests": [], "void": False}
        if side["guest"]:
            row["guests"].append(side["entry__number"])
        elif is_void(side["entry__state"], side["entry__effect"]):
            row["void"] = True
        competitor, sides = competitors[side["entry__number"]], row["competitors"]
        if side["names"] and audience.names:
            competitor = replace(competitor, playing=side["names"])
        if side["side"] == len(sides):
            sides.append(competitor)
        else:
            sides[-1] = _join_partner(sides[-1], competitor)
    game, options = stage.tournament.rules, stage.game_rules()
    results_stand = isinstance(stage.system, Knockout)
    return [_meeting(stage.format, game, options, row, results_stand) for row in rows.values()]


def is_void(state: str, effect: str) -> bool:
    """Return whether an entry left with all its results annulled."""
    return state in Entry.GONE and effect == Entry.Effect.VOID


def is_annulled(stage: Stage, seats: Sequence[tuple[int, str, str]]) -> bool:
    """Return whether a match is annulled, given the side, the state and the effect of each seat.

    At a table of three or more sides, and in a bracket, results stand.
    """
    sides = {side for side, _state, _effect in seats}
    has_left = any(is_void(state, effect) for _side, state, effect in seats)
    return has_left and len(sides) == 2 and not isinstance(stage.system, Knockout)


def annulled_match(match: Match) -> bool:
    """Return whether a match, with its sides loaded, is annulled."""
    seats = [seat for seat in match.sides.all() if not seat.guest]
    return is_annulled(
        match.round.stage, [(seat.side, seat.entry.state, seat.entry.effect) for seat in seats]
    )


def _join_partner(competitor: Competitor, partner: Competitor) -> Competitor:
    names = [side.name for side in (competitor, partner) if side.name]
    return replace(
        competitor,
        name=JOINT.join(names),
        players=(*competitor.players, *partner.players),
        town="",
        withdrawn=competitor.withdrawn or partner.withdrawn,
        partners=(*competitor.partners, partner),
    )


def _meeting(
    format: str, game: AnyGame, options: GameOptions, row: Mapping[str, Any], results_stand: bool
) -> Meeting:
    has_two_sides = len(row["competitors"]) <= 2  # with three or more sides, the result stands
    return Meeting(
        format=format,
        code=row["match__code"],
        round=row["match__round__number"],
        position=row["match__position"],
        number=row["match__number"],
        purpose=row["match__purpose"],
        table=row["match__table"],
        state=row["match__state"],
        sides=tuple(row["competitors"]),
        group=row["match__group"],
        board=row["match__board"],
        winner=row["match__result__winner"],
        tallies=deciding_tallies(game, options, row["match__result__tallies"] or {}),
        unit=options.unit,
        forfeit=bool(row["match__result__forfeit"]),
        finished_at=row["match__finished_at"],
        serial=row["match__round__serial"],
        guests=tuple(row["guests"]),
        postponed_to=row["match__postponed_to"],
        lost=bool(row["match__result__lost"]),
        void=row["void"]
        and has_two_sides
        and not results_stand
        and row["match__state"] != State.BYE,
    )


# --- Ties of teams --------------------------------------------------------------------------------
def as_ties(meetings: Iterable[Meeting]) -> list[Meeting]:
    """Return the meetings by round and position, with the boards of each tie merged into one.

    A merged tie has no code, number or table.
    """
    sorted_meetings = sorted(
        meetings, key=lambda meeting: (meeting.round, meeting.position, meeting.board)
    )
    return [
        _tie(tuple(boards)) if boards[0].board else boards[0]
        for _place, group in groupby(
            sorted_meetings, key=lambda meeting: (meeting.round, meeting.position)
        )
        for boards in [list(group)]
    ]


def score_of_tie(match: Match) -> tuple[int, int]:
    """Return the number of boards that each side has won so far in the tie of this board."""
    boards = match.round.matches.filter(position=match.position, board__gt=0)
    winners = list(boards.order_by().values_list("result__winner", flat=True))
    return winners.count(0), winners.count(1)


def _tie(boards: tuple[Meeting, ...]) -> Meeting:
    first_board = boards[0]
    tie = tie_of([BoardResult(board.winner, board.is_drawn, board.lost) for board in boards])
    end_times = [board.finished_at for board in boards if board.finished_at]
    return replace(
        first_board,
        code="",
        number=None,
        board=0,
        table=None,
        state=_state(boards),
        sides=tuple(replace(side, playing="") for side in first_board.sides),
        winner=tie.winner,
        tallies={"boards": tie.boards} if any(board.tallies for board in boards) else {},
        unit=1,
        forfeit=all(board.forfeit for board in boards),
        lost=tie.lost,
        finished_at=max(end_times) if len(end_times) == len(boards) else None,
        postponed_to=min(
            (board.postponed_to for board in boards if board.postponed_to), default=None
        ),
        boards=boards,
    )


def _state(boards: Sequence[Meeting]) -> str:
    """Return the state of a tie by its boards: playing, else waiting, postponed or finished."""
    states = {board.state for board in boards}
    for state in Match.UNFINISHED:
        if state in states:
            return state
    return State.FINISHED
