"""A tournament day of any size, played through the services.

`Day.write` folds a line for each match and stores acta, line and result as `record_hand` does, but
for a whole round in a few queries: a day of 260 pairs takes seconds. `Day.record` calls
`record_hand` for each match, for days with more matches than tables.
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
from tests.scoring.played_rounds import PUBLIC
from tournaments.formats.core import PlayedMatch
from tournaments.models import Entry, Match, Place, Round, Stage, Tournament
from tournaments.names.audience import EVERYTHING
from tournaments.rounds.services import tables
from tournaments.setup.services.stages import add_stage

# A function that takes a match and its entry numbers, side A first, and returns an acta line.
LineOf = Callable[[Match, tuple[int, ...]], str]
OPEN = [Match.State.WAITING, Match.State.PLAYING]

# Options of a match of one line, which has the tantos of each side. With equal tantos, a match goes
# on under `ONE_LINE` and ends in a draw under `ONE_LINE_WITH_DRAWS`.
ONE_LINE = {"manos": 1, "extra": 1}
ONE_LINE_WITH_DRAWS = {"manos": 1}


def chance(below: int, *words: object) -> int:
    """Return a number from 0 to `below` - 1 that depends only on the words."""
    return int.from_bytes(sha256("/".join(map(str, words)).encode()).digest()[:6], "big") % below


def luck(below: int, match: Match, *words: object) -> int:
    """Return a number from 0 to `below` - 1 that depends on the match and the words.

    It depends on the entries, the round and the board, which are the same in every run.
    """
    return chance(below, match.round.serial, match.board, numbers_of(match), *words)


def two_sided_line(match: Match, numbers: tuple[int, ...]) -> str:
    """Return a line with the tantos of two sides, which are never equal."""
    loser_tantos, b_wins = luck(40, match, "tantos"), luck(2, match, "gana")
    return f"{loser_tantos}-40" if b_wins else f"40-{loser_tantos}"


def fixed_sum_lines(manos: int, total: int) -> LineOf:
    """Return a function that writes lines in which two sides share `total` points a mano."""

    def line(match: Match, numbers: tuple[int, ...]) -> str:
        points = luck(manos * total + 1, match, "puntos")
        return f"manos {manos} {points}-{manos * total - points}"

    return line


def numbers_of(match: Match) -> tuple[int, ...]:
    return tuple(entry.number for entry in match.everybody)


class Day:
    """A tournament with its organiser, and a visitor who reads its public pages."""

    def __init__(self, author: User, tournament: Tournament) -> None:
        self.author, self.tournament = author, tournament
        self.visitor = Client()

    @property
    def stage(self) -> Stage:
        """Return the stage in play, read from the database."""
        return Tournament.objects.get(pk=self.tournament.pk).stage

    def stage_number(self, number: int) -> Stage:
        return self.tournament.stages.select_related("tournament").get(number=number)

    # --- Acts of the day ----------------------------------------------------------------------
    def enter(self, count: int, seed: str = "gente") -> list[Entry]:
        enter_invented(self.tournament, self.author, count, seed)
        return list(self.tournament.entries.prefetch_related("seats").order_by("number"))

    def draw(self, stage: Stage | None = None) -> Round:
        """Draw and publish the next round; check its seats and tables."""
        draft = open_next_round(stage=stage or self.stage, author=self.author)
        round = publish_round(round=draft, author=self.author)
        check_nobody_plays_twice(round)
        self.check_tables()
        return round

    def write(self, round: Round, line_of: LineOf = two_sided_line) -> int:
        """Write a line for each unfinished match of the round; return the number of lines."""
        return self.write_these(round.matches.all(), line_of)

    def write_these(self, matches: QuerySet[Match], line_of: LineOf = two_sided_line) -> int:
        """Write a line for each of these matches that is unfinished; return the number of lines."""
        unfinished_matches = list(with_details(matches.filter(state__in=OPEN)).order_by("number"))
        lines = [line_of(match, numbers_of(match)) for match in unfinished_matches]
        with transaction.atomic():
            actas = Acta.objects.bulk_create(
                Acta(match=match, author=self.author, author_name=self.author.username)
                for match in unfinished_matches
            )
            Hand.objects.bulk_create(
                Hand(acta=acta, number=1, line=line, author=self.author)
                for acta, line in zip(actas, lines, strict=True)
            )
            results = []
            for match, acta, line in zip(unfinished_matches, actas, lines, strict=True):
                record = fold_lines(match, [line])
                assert record.score.over, line
                results.append(Result(match=match, acta=acta, **result_values(match, record)))
            Result.objects.bulk_create(results)
            tables.mend_states(
                tournament=self.tournament,
                author=self.author,
                to_finish=unfinished_matches,
                to_reopen=[],
            )
        return len(unfinished_matches)

    def record(self, round: Round, line_of: LineOf = two_sided_line) -> int:
        """Write the matches one by one as the desk does; return the number of matches.

        Check the tables after each match.
        """
        match_count = 0
        while (
            match := with_details(round.matches.filter(state="playing")).order_by("number").first()
        ):
            line = line_of(match, numbers_of(match))
            record_hand(match=match, author=self.author, line=line, number=1)
            self.check_tables()
            match_count += 1
        assert not round.matches.filter(state__in=OPEN).exists()
        return match_count

    def play(
        self, line_of: LineOf = two_sided_line, rounds: int = 100, number: int | None = None
    ) -> list[Round]:
        """Draw and write up to `rounds` rounds of a stage, by default the stage in play.

        Return the rounds played; it stops when the stage is over.
        """
        stage = self.stage_number(number) if number else self.stage
        rounds_played: list[Round] = []
        while len(rounds_played) < rounds and not stage_over(stage, EVERYTHING):
            rounds_played.append(self.draw(stage))
            self.write(rounds_played[-1], line_of)
        return rounds_played

    def plan(
        self,
        name: str,
        format: str,
        options: dict[str, Any],
        intake: list[dict[str, Any]],
        **fields: Any,
    ) -> Stage:
        """Plan one more stage, by default with the match length of the first one."""
        length = self.stage_number(1).game_options
        stage = add_stage(
            tournament=self.tournament,
            author=self.author,
            name=name,
            format=format,
            format_options=options,
            intake=intake,
            **{"game_options": length, **fields},
        )
        stage.seed = f"fase {stage.number}"  # the same draws in every run
        stage.save(update_fields=["seed"])
        return stage

    def open(self, number: int) -> list[Place]:
        return open_stage(stage=self.stage_number(number), author=self.author)

    def rank(self, chain: Sequence[str], counting: dict[str, Any], number: int = 1) -> None:
        """Set the chain of tie-breaks and the counting of a stage."""
        stage = self.stage_number(number)
        set_standings(stage=stage, author=self.author, chain=list(chain), counting=counting)

    # --- Checks, and what the site shows ------------------------------------------------------
    def check_tables(self) -> None:
        """Assert that no table has two matches, and that no match waits beside a free table."""
        busy = list(self.tournament.matches.filter(state="playing").values_list("table", flat=True))
        assert max(Counter(busy).values(), default=0) <= 1
        assert all(1 <= table <= self.tournament.tables for table in busy)
        if self.tournament.matches.filter(state="waiting").exists():
            assert len(busy) == self.tournament.tables

    def rounds(self, number: int = 1) -> tuple[tuple[PlayedMatch, ...], ...]:
        """Return the rounds of a stage, each with its matches as a format receives them."""
        return stage_situation(self.stage_number(number), EVERYTHING).rounds

    def standings(self, number: int = 1) -> tuple[StandingsLine, ...]:
        return stage_standings(self.stage_number(number), EVERYTHING)

    def read_api(self, path: str = "standings/", **query: object) -> Any:
        """Return the answer of the API to a visitor; a list has the rows of all its pages."""
        address = f"/api/v1/tournaments/{self.tournament.slug}/{path}"
        answer = self.visitor.get(address, query)
        assert answer.status_code == 200, answer.content.decode()
        content = answer.json()
        while content.get("next"):
            page = self.visitor.get(content["next"]).json()
            content = {**page, "results": [*content["results"], *page["results"]]}
        return content

    def groups(self) -> dict[str, list[dict[str, Any]]]:
        """Return the rows of the standings in the API, by group."""
        lines_by_group: dict[str, list[dict[str, Any]]] = {}
        for line in self.read_api()["results"]:
            lines_by_group.setdefault(line["group"], []).append(line)
        return lines_by_group

    def look(self, *paths: str) -> str:
        """Open public pages as a visitor; return their HTML, joined."""
        pages = []
        for path in paths or PUBLIC:
            answer = self.visitor.get(f"/t/{self.tournament.slug}/{path}")
            assert answer.status_code == 200, path
            pages.append(answer.content.decode())
        return "\n".join(pages)


def check_nobody_plays_twice(round: Round) -> None:
    """Assert that no entry has two matches in the round (a team: two on the same board)."""
    seats = list(round.sides.values_list("entry", "board"))
    assert len(seats) == len(set(seats))


def match_counts(rounds: Sequence[Round]) -> list[int]:
    """Return the number of matches of each round, without byes."""
    return [round.matches.exclude(state="bye").count() for round in rounds]


def places_by_number(lines: Sequence[StandingsLine]) -> dict[int, int]:
    """Return the place of each entry number."""
    return {line.entrant: line.place for line in lines}
