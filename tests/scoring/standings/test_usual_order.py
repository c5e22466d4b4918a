"""The usual order of every game in every format is the one that docs/standings.md tells."""

import re
from ast import literal_eval
from dataclasses import MISSING, fields
from pathlib import Path
from typing import NamedTuple

import pytest

from rules import GAMES
from rules.core import MATCHES
from scoring.standings.counting import PRESETS
from scoring.standings.tiebreaks import known_keys, tiebreaks_for
from tests.rows import each
from tests.scoring.standings.outcomes import Outcome, standings
from tournaments.formats import FORMATS
from tournaments.formats.core import Entrant
from tournaments.refusal import Refused
from tournaments.setup.services.checks import refuse_unplayable

DOCUMENT = Path(__file__).resolve().parents[3] / "docs/standings.md"
HEADING = "## The usual order, game by game"
EVERY_OTHER = "–"
ROUNDS = 5  # of the formats that must be told how many


class Row(NamedTuple):
    format: str
    where: list[set[str]]  # any of these, each with all its conditions
    games: list[str]
    order: list[str]
    shared: bool
    source: str

    def fits(self, format, game, conditions):
        there = not self.where or any(one <= conditions for one in self.where)
        mine = self.games == [EVERY_OTHER] or game in self.games
        return self.format == format and mine and there


def code(cell):
    return re.findall(r"`([^`]+)`", cell)


def rows():
    section = DOCUMENT.read_text(encoding="utf-8").split(HEADING)[1]
    lines = re.findall(r"^\| `.*$", section.split("\n## ")[0], re.M)
    for line in lines:
        format, where, games, order, source = (cell.strip() for cell in line.strip("|").split("|"))
        yield Row(
            code(format)[0],
            [{one.strip(" `")} for one in where.split(" or ") if one],
            code(games) or [games],
            code(order),
            "then shared" in order,
            source,
        )


ROWS = list(rows())


def options_of(format):
    """Its default options, and each with one choice or switch changed."""
    needed = {one.name: ROUNDS for one in fields(format.options_class) if one.default is MISSING}
    usual = format.options_class(**needed)
    yield usual
    for name, choices in format.choices.items():
        yield from (format.options_class(**needed, **{name: value}) for value in choices)
    for one in fields(usual):
        if type(getattr(usual, one.name)) is bool:
            yield format.options_class(**needed, **{one.name: not getattr(usual, one.name)})


def cases():
    for key, format in FORMATS.items():
        for game, rules in GAMES.items():
            for length in rules.presets.values():
                try:
                    refuse_unplayable(game, length, key)
                except Refused:
                    continue
                for options in options_of(format):
                    yield key, game, length, options


def told(format, game, length, options):
    conditions = {
        f"{one.name}={str(getattr(options, one.name)).lower()}" for one in fields(options)
    }
    conditions |= {f"counted={length.counted_tally}", f"won_by={length.match_tally}"}
    if length.can_draw:
        conditions.add("draws")
    return next(row for row in ROWS if row.fits(format, game, conditions))


def test_the_document_tells_the_order_of_every_game_in_every_format():
    unused = set(map(id, ROWS))
    for format, game, length, options in cases():
        row = told(format, game, length, options)
        chain = FORMATS[format].usual_chain(GAMES[game], length, options)
        assert list(chain) == row.order, (format, game, options)
        unused.discard(id(row))
    assert not unused


def test_the_document_tells_the_chain_and_the_counting_of_every_preset():
    section = DOCUMENT.read_text(encoding="utf-8").split("\n## Presets\n")[1].split("\n## ")[0]
    cells = (line.strip("|").split("|") for line in re.findall(r"^\| `.*$", section, re.M))
    found = {}
    for key, chain, counting in cells:
        told = re.findall(r"(\w+) (\[.*?\]|\w+)", counting)
        found[code(key)[0]] = tuple(code(chain)), {name: literal_eval(how) for name, how in told}
    assert found == {key: (one.chain, one.counting.as_json()) for key, one in PRESETS.items()}


@pytest.mark.parametrize("row", ROWS, ids=lambda row: f"{row.format}-{row.games[0]}")
def test_each_order_makes_sense_there_and_says_where_it_comes_from(row):
    for game in GAMES if row.games == [EVERY_OTHER] else row.games:
        assert known_keys(row.order, game) == row.order
        assert set(row.order) <= set(tiebreaks_for(row.format, game, draws=True))
    assert "Rulings" in row.source or row.source.startswith("custom")
    never_shared = row.order[-1] in ("lot", "format_order")
    assert row.shared != never_shared


@pytest.mark.parametrize("game", GAMES)
def test_what_a_game_says_of_leagues_are_matches_and_tallies_of_the_whole_match(game):
    assert set(GAMES[game].league_order) <= {MATCHES, *GAMES[game].match_tallies}


@each("format", "league", "groups")
@each(
    "results, order",
    ([((1, 3), (8, 4)), ((2, 4), (6, 0))], [1, 2, 3, 4]),  # of the same wins, 8–4 over 6–0
    # All three beat each other: 1 has 11, 3 has 10, 2 has 8 and a better difference than 3.
    ([((1, 2), (6, 0)), ((2, 3), (8, 4)), ((3, 1), (6, 5))], [1, 3, 2]),
)
def test_equal_in_wins_who_won_more_partidas_in_all_wins_a_league_of_guinote(
    format, results, order
):
    """G8: before what they did between them and before any difference."""
    rules, format = GAMES["guinote"], FORMATS[format]
    chain = format.usual_chain(rules, rules.Options(), format.options_class())
    outcomes = [Outcome(1, sides, sides[0], {"partidas": score}) for sides, score in results]
    entrants = [Entrant(number) for number in order]
    lines = standings(entrants, outcomes, chain, "s", "partidas")
    assert [line.entrant for line in lines] == order
    assert "counted_won" in {line.decided_by for line in lines}


def test_a_league_of_zanga_is_won_by_zangas_and_not_by_matches():
    rules = GAMES["zanga"]
    league = FORMATS["league"]
    chain = league.usual_chain(rules, rules.presets["jornada_de_5"], league.options_class())
    outcomes = [
        Outcome(1, (1, 2), 1, {"partidas": (3, 2)}),
        Outcome(2, (1, 3), 1, {"partidas": (3, 2)}),
        Outcome(3, (2, 3), 2, {"partidas": (5, 0)}),
    ]
    lines = standings([Entrant(n) for n in (1, 2, 3)], outcomes, chain, "s", "partidas")
    assert [(line.entrant, line.won) for line in lines] == [(2, 1), (1, 2), (3, 0)]


def test_in_a_swiss_by_cotos_a_2_1_does_not_stand_over_a_clean_2_0():
    """G8b: 1 won 2–1 with eight partidas, 3 won 2–0 with six."""
    rules, swiss = GAMES["guinote"], FORMATS["swiss"]
    chain = swiss.usual_chain(rules, rules.Options(), swiss.options_class(rounds=3))
    outcomes = [
        Outcome(1, (1, 2), 1, {"partidas": (8, 4), "cotos": (2, 1)}),
        Outcome(1, (3, 4), 3, {"partidas": (6, 0), "cotos": (2, 0)}),
    ]
    lines = standings([Entrant(n) for n in (1, 2, 3, 4)], outcomes, chain, "s", "partidas")
    assert [line.entrant for line in lines] == [3, 1, 2, 4]
    one = swiss.usual_chain(rules, rules.Options(cotos=1), swiss.options_class(rounds=3))
    assert one[:2] == ("wins", "counted_won") and "diff:cotos" not in one


def test_groups_of_truco_look_at_tantos_before_a_lot():
    """Three who beat each other 2–1 in chicos: 3 lost by more tantos, and 2 by fewest."""
    rules, groups = GAMES["truco"], FORMATS["groups"]
    chain = groups.usual_chain(rules, rules.Options(), groups.options_class())
    outcomes = [
        Outcome(1, (1, 2), 1, {"chicos": (2, 1), "tantos": (80, 75)}),
        Outcome(2, (2, 3), 2, {"chicos": (2, 1), "tantos": (85, 50)}),
        Outcome(3, (3, 1), 3, {"chicos": (2, 1), "tantos": (80, 70)}),
    ]
    lines = standings([Entrant(n) for n in (1, 2, 3)], outcomes, chain, "s", "chicos")
    assert [line.entrant for line in lines] == [2, 1, 3]
    assert {line.decided_by for line in lines[1:]} == {"diff:tantos"}
