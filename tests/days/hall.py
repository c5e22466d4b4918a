"""A hall of people for one day: everything is done by the services, results by the hundred.

`Day.write` folds each line as the acta of its match and keeps acta, line and result as
`record_hand` does, but those of a whole round in a few queries: a day of 260 pairs takes seconds.
`Day.record` goes through `record_hand` itself, for the days in which tables change hands.
"""

from collections import Counter
from collections.abc import Callable, Sequence
from hashlib import sha256
from typing import Any

from django.contrib.auth.models import User
from django.db import transaction
from django.db.models import QuerySet
from django.test import Client

from scoring.actas.selectors.actas import fold_lines, result_values, with_details
from scoring.actas.services import record_hand
from scoring.forecast.simulation.rehearsal import stage_over
from scoring.models import Acta, Hand, Result
from scoring.rounds.services.rounds import open_next_round, publish_round
from scoring.stages.services import open_stage
from scoring.standings.selectors.standings import stage_situation, stage_standings
from scoring.standings.services import set_standings
from scoring.standings.table import StandingsLine
from tests.crowd import enter_invented
from tests.scoring.days import PUBLIC
from tournaments.formats.core import PlayedMatch
from tournaments.models import Entry, Match, Place, Round, Stage, Tournament
from tournaments.names.audience import EVERYTHING
from tournaments.rounds.services import tables
from tournaments.setup.services.stages import add_stage

# What a table writes: of a match, and the numbers of who plays it, side by side.
LineOf = Callable[[Match, tuple[int, ...]], str]
OPEN = [Match.State.WAITING, Match.State.PLAYING]

# Matches of one line: the tantos of each side; where they are level, they go on or it is a draw.
ONE_LINE = {"manos": 1, "extra": 1}
WITH_DRAWS = {"manos": 1}


def chance(below: int, *words: object) -> int:
    """A number from 0 that only hangs on the words."""
    return int.from_bytes(sha256("/".join(map(str, words)).encode()).digest()[:6], "big") % below


def luck(below: int, match: Match, *words: object) -> int:
    """The same for something of a match: who plays it and in which round decide, and nothing that
    changes from one run to the next."""
    return chance(below, match.round.serial, match.board, numbers_of(match), *words)


def anything(match: Match, numbers: tuple[int, ...]) -> str:
    """Tantos of two sides, never level."""
    lost, turned = luck(40, match, "tantos"), luck(2, match, "gana")
    return f"{lost}-40" if turned else f"40-{lost}"


def summing(manos: int, total: int) -> LineOf:
    """So many manos whose points add up to `total` each, shared out between two sides."""

    def line(match: Match, numbers: tuple[int, ...]) -> str:
        own = luck(manos * total + 1, match, "puntos")
        return f"manos {manos} {own}-{manos * total - own}"

    return line


def numbers_of(match: Match) -> tuple[int, ...]:
    return tuple(entry.number for entry in match.everybody)


class Day:
    """One tournament and who organises it."""

    def __init__(self, author: User, tournament: Tournament) -> None:
        self.author, self.tournament = author, tournament
        self.visitor = Client()

    @property
    def stage(self) -> Stage:
        """The stage in play, read anew."""
        return Tournament.objects.get(pk=self.tournament.pk).stage

    def stage_number(self, number: int) -> Stage:
        return self.tournament.stages.select_related("tournament").get(number=number)

    # --- Doing --------------------------------------------------------------------------------
    def enter(self, count: int, seed: str = "gente") -> list[Entry]:
        enter_invented(self.tournament, self.author, count, seed)
        return list(self.tournament.entries.prefetch_related("seats").order_by("number"))

    def draw(self, stage: Stage | None = None) -> Round:
        """The next round, drawn, published and looked over."""
        draft = open_next_round(stage=stage or self.stage, author=self.author)
        drawn = publish_round(round=draft, author=self.author)
        nobody_twice(drawn)
        self.look_at_tables()
        return drawn

    def write(self, drawn: Round, line_of: LineOf = anything) -> int:
        """Every match of the round that is not finished, in a few queries; how many they were."""
        return self.write_these(drawn.matches.all(), line_of)

    def write_these(self, matches: QuerySet[Match], line_of: LineOf = anything) -> int:
        """Those of the matches that are not finished, in a few queries; how many they were."""
        open_ones = list(with_details(matches.filter(state__in=OPEN)).order_by("number"))
        lines = [line_of(match, numbers_of(match)) for match in open_ones]
        with transaction.atomic():
            actas = Acta.objects.bulk_create(
                Acta(match=match, author=self.author, author_name=self.author.username)
                for match in open_ones
            )
            Hand.objects.bulk_create(
                Hand(acta=acta, number=1, line=line, author=self.author)
                for acta, line in zip(actas, lines, strict=True)
            )
            results = []
            for match, acta, line in zip(open_ones, actas, lines, strict=True):
                record = fold_lines(match, [line])
                assert record.score.over, line
                results.append(Result(match=match, acta=acta, **result_values(match, record)))
            Result.objects.bulk_create(results)
            tables.mend_states(
                tournament=self.tournament, author=self.author, over=open_ones, unfinished=[]
            )
        return len(open_ones)

    def record(self, drawn: Round, line_of: LineOf = anything) -> int:
        """The same match by match as the desk does, the tables looked at after each."""
        played = 0
        while (
            match := with_details(drawn.matches.filter(state="playing")).order_by("number").first()
        ):
            line = line_of(match, numbers_of(match))
            record_hand(match=match, author=self.author, line=line, number=1)
            self.look_at_tables()
            played += 1
        assert not drawn.matches.filter(state__in=OPEN).exists()
        return played

    def play(
        self, line_of: LineOf = anything, rounds: int = 100, number: int | None = None
    ) -> list[Round]:
        """Round after round of a stage (the one in play, unless said), until it is over or there
        are so many."""
        stage = self.stage_number(number) if number else self.stage
        played: list[Round] = []
        while len(played) < rounds and not stage_over(stage, EVERYTHING):
            played.append(self.draw(stage))
            self.write(played[-1], line_of)
        return played

    def plan(
        self,
        name: str,
        format: str,
        options: dict[str, Any],
        intake: list[dict[str, Any]],
        **more: Any,
    ) -> Stage:
        """One more stage, of matches as long as those of the first unless said otherwise."""
        length = self.stage_number(1).game_options
        made = add_stage(
            tournament=self.tournament,
            author=self.author,
            name=name,
            format=format,
            format_options=options,
            intake=intake,
            **{"game_options": length, **more},
        )
        made.seed = f"fase {made.number}"  # so that the same day comes out each time
        made.save(update_fields=["seed"])
        return made

    def open(self, number: int) -> list[Place]:
        return open_stage(stage=self.stage_number(number), author=self.author)

    def rank(self, chain: Sequence[str], counting: dict[str, Any], number: int = 1) -> None:
        """Say how a stage ranks and counts."""
        stage = self.stage_number(number)
        set_standings(stage=stage, author=self.author, chain=list(chain), counting=counting)

    # --- Looking ------------------------------------------------------------------------------
    def look_at_tables(self) -> None:
        """No table twice at once, and nobody waits while there is a free one."""
        busy = list(self.tournament.matches.filter(state="playing").values_list("table", flat=True))
        assert max(Counter(busy).values(), default=0) <= 1
        assert all(1 <= table <= self.tournament.tables for table in busy)
        if self.tournament.matches.filter(state="waiting").exists():
            assert len(busy) == self.tournament.tables

    def rounds(self, number: int = 1) -> tuple[tuple[PlayedMatch, ...], ...]:
        """Return what was played in a stage, round by round, as formats see it."""
        return stage_situation(self.stage_number(number), EVERYTHING).rounds

    def standings(self, number: int = 1) -> tuple[StandingsLine, ...]:
        return stage_standings(self.stage_number(number), EVERYTHING)

    def told(self, path: str = "standings/", **query: object) -> Any:
        """Return what the API answers to anybody: of a list, the rows of all its pages."""
        address = f"/api/v1/tournaments/{self.tournament.slug}/{path}"
        answer = self.visitor.get(address, query)
        assert answer.status_code == 200, answer.content.decode()
        told = answer.json()
        while told.get("next"):
            page = self.visitor.get(told["next"]).json()
            told = {**page, "results": [*told["results"], *page["results"]]}
        return told

    def groups(self) -> dict[str, list[dict[str, Any]]]:
        """The lines of the API by group."""
        found: dict[str, list[dict[str, Any]]] = {}
        for line in self.told()["results"]:
            found.setdefault(line["group"], []).append(line)
        return found

    def look(self, *paths: str) -> str:
        """The public pages, one after another; what they say."""
        said = []
        for path in paths or PUBLIC:
            answer = self.visitor.get(f"/t/{self.tournament.slug}/{path}")
            assert answer.status_code == 200, path
            said.append(answer.content.decode())
        return "\n".join(said)


def nobody_twice(drawn: Round) -> None:
    """Nobody at two tables of one round (or of one board of a tie)."""
    sat = list(drawn.sides.values_list("entry", "board"))
    assert len(sat) == len(set(sat))


def sizes(rounds: Sequence[Round]) -> list[int]:
    """How many matches each round has, byes apart."""
    return [one.matches.exclude(state="bye").count() for one in rounds]


def places(lines: Sequence[StandingsLine]) -> dict[int, int]:
    """The place of each number."""
    return {line.entrant: line.place for line in lines}
