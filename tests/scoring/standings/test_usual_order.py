"""Compare the usual order of every game and format with docs/standings/orders.md."""

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

DOCUMENT = Path(__file__).resolve().parents[3] / "docs/standings/orders.md"
HEADING = "## The usual order, game by game"
EVERY_OTHER_GAME = "–"
ROUNDS = 5  # number of rounds in formats that have no default for it


class DocumentRow(NamedTuple):
    format: str
    where: list[set[str]]  # the row fits if one set of conditions holds, or if empty
    games: list[str]
    order: list[str]
    shared: bool
    source: str

    def fits(self, format, game, conditions):
        conditions_hold = not self.where or any(
            alternative <= conditions for alternative in self.where
        )
        game_listed = self.games == [EVERY_OTHER_GAME] or game in self.games
        return self.format == format and game_listed and conditions_hold


def code_spans(cell):
    return re.findall(r"`([^`]+)`", cell)


def document_rows():
    section = DOCUMENT.read_text(encoding="utf-8").split(HEADING)[1]
    lines = re.findall(r"^\| `.*$", section.split("\n## ")[0], re.M)
    for line in lines:
        format, where, games, order, source = (cell.strip() for cell in line.strip("|").split("|"))
        yield DocumentRow(
            code_spans(format)[0],
            [{condition.strip(" `")} for condition in where.split(" or ") if condition],
            code_spans(games) or [games],
            code_spans(order),
            "then shared" in order,
            source,
        )


ROWS = list(document_rows())


def options_of(format):
    """Yield the default options of a format, then variants with one choice or switch changed."""
    needed_options = {
        field.name: ROUNDS for field in fields(format.options_class) if field.default is MISSING
    }
    default_options = format.options_class(**needed_options)
    yield default_options
    for name, choices in format.choices.items():
        yield from (format.options_class(**needed_options, **{name: value}) for value in choices)
    for field in fields(default_options):
        if type(getattr(default_options, field.name)) is bool:
            yield format.options_class(
                **needed_options, **{field.name: not getattr(default_options, field.name)}
            )


def playable_cases():
    for key, format in FORMATS.items():
        for game, rules in GAMES.items():
            for length in rules.presets.values():
                try:
                    refuse_unplayable(game, length, key)
                except Refused:
                    continue
                for options in options_of(format):
                    yield key, game, length, options


def row_for(format, game, length, options):
    conditions = {
        f"{field.name}={str(getattr(options, field.name)).lower()}" for field in fields(options)
    }
    conditions |= {f"counted={length.counted_tally}", f"won_by={length.match_tally}"}
    if length.can_draw:
        conditions.add("draws")
    return next(row for row in ROWS if row.fits(format, game, conditions))


def test_the_document_has_the_order_of_every_game_in_every_format():
    unused_row_ids = set(map(id, ROWS))
    for format, game, length, options in playable_cases():
        row = row_for(format, game, length, options)
        chain = FORMATS[format].usual_chain(GAMES[game], length, options)
        assert list(chain) == row.order, (format, game, options)
        unused_row_ids.discard(id(row))
    assert not unused_row_ids


def test_the_document_has_the_chain_and_the_counting_of_every_preset():
    section = DOCUMENT.read_text(encoding="utf-8").split("\n## Presets\n")[1].split("\n## ")[0]
    cells = (line.strip("|").split("|") for line in re.findall(r"^\| `.*$", section, re.M))
    documented = {}
    for key, chain, counting in cells:
        pairs = re.findall(r"(\w+) (\[.*?\]|\w+)", counting)
        documented[code_spans(key)[0]] = (
            tuple(code_spans(chain)),
            {name: literal_eval(value) for name, value in pairs},
        )
    assert documented == {
        key: (preset.chain, preset.counting.as_json()) for key, preset in PRESETS.items()
    }


@pytest.mark.parametrize("row", ROWS, ids=lambda row: f"{row.format}-{row.games[0]}")
def test_each_order_has_known_tie_breaks_and_a_source(row):
    for game in GAMES if row.games == [EVERY_OTHER_GAME] else row.games:
        assert known_keys(row.order, game) == row.order
        assert set(row.order) <= set(tiebreaks_for(row.format, game, draws=True))
    assert "Rulings" in row.source or row.source.startswith("custom")
    never_shared = row.order[-1] in ("lot", "format_order")
    assert row.shared != never_shared


@pytest.mark.parametrize("game", GAMES)
def test_the_league_order_of_a_game_has_only_matches_and_match_tallies(game):
    assert set(GAMES[game].league_order) <= {MATCHES, *GAMES[game].match_tallies}


@each("format", "league", "groups")
@each(
    "results, order",
    ([((1, 3), (8, 4)), ((2, 4), (6, 0))], [1, 2, 3, 4]),  # equal wins: 8–4 before 6–0
    # Each has one win. Entry 1 has 11 partidas, 3 has 10, 2 has 8 (and a better difference than 3).
    ([((1, 2), (6, 0)), ((2, 3), (8, 4)), ((3, 1), (6, 5))], [1, 3, 2]),
)
def test_partidas_won_decide_equal_wins_in_a_league_of_guinote(format, results, order):
    """Compare the partidas before the mini-league and before any difference (ruling G8)."""
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
    lines = standings([Entrant(number) for number in (1, 2, 3)], outcomes, chain, "s", "partidas")
    assert [(line.entrant, line.won) for line in lines] == [(2, 1), (1, 2), (3, 0)]


def test_in_a_swiss_by_cotos_a_2_0_ranks_above_a_2_1():
    """Let entry 1 win 2–1 with eight partidas, and entry 3 win 2–0 with six (ruling G8b)."""
    rules, swiss = GAMES["guinote"], FORMATS["swiss"]
    chain = swiss.usual_chain(rules, rules.Options(), swiss.options_class(rounds=3))
    outcomes = [
        Outcome(1, (1, 2), 1, {"partidas": (8, 4), "cotos": (2, 1)}),
        Outcome(1, (3, 4), 3, {"partidas": (6, 0), "cotos": (2, 0)}),
    ]
    lines = standings(
        [Entrant(number) for number in (1, 2, 3, 4)], outcomes, chain, "s", "partidas"
    )
    assert [line.entrant for line in lines] == [3, 1, 2, 4]
    one_coto_chain = swiss.usual_chain(rules, rules.Options(cotos=1), swiss.options_class(rounds=3))
    assert one_coto_chain[:2] == ("wins", "counted_won") and "diff:cotos" not in one_coto_chain


def test_groups_of_truco_compare_tantos_before_the_lot():
    """Let each entry win once 2–1 in chicos: 2 has +30 tantos, 1 has −5 and 3 has −25."""
    rules, groups = GAMES["truco"], FORMATS["groups"]
    chain = groups.usual_chain(rules, rules.Options(), groups.options_class())
    outcomes = [
        Outcome(1, (1, 2), 1, {"chicos": (2, 1), "tantos": (80, 75)}),
        Outcome(2, (2, 3), 2, {"chicos": (2, 1), "tantos": (85, 50)}),
        Outcome(3, (3, 1), 3, {"chicos": (2, 1), "tantos": (80, 70)}),
    ]
    lines = standings([Entrant(number) for number in (1, 2, 3)], outcomes, chain, "s", "chicos")
    assert [line.entrant for line in lines] == [2, 1, 3]
    assert {line.decided_by for line in lines[1:]} == {"diff:tantos"}
