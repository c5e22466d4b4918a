"""The lists of tie-breaks and presets, their words, and the document that explains them."""

import re
from itertools import pairwise
from pathlib import Path

import pytest

from rules import GAMES
from scoring.standings.counting import BYES, PRESETS, Counting, CountingError
from scoring.standings.field import Extras
from scoring.standings.tiebreaks import (
    TIEBREAKS,
    chain_for,
    known_keys,
    tiebreak,
    tiebreaks_for,
    unknown_keys,
)
from scoring.standings.words import counting as preset_words
from scoring.standings.words import tiebreaks as words
from tests.rows import each
from tests.scoring.standings.few import match, rounds
from tests.scoring.standings.outcomes import standings
from tournaments.formats import FORMATS
from tournaments.formats.core import Entrant

# The tie-breaks that ask nothing of the format.
BY_MATCHES = [key for key in TIEBREAKS if key not in ("survival", "format_order", "bracket_place")]
DOCUMENT = Path(__file__).resolve().parents[3] / "docs/standings.md"


# --- The lists ----------------------------------------------------------------------------------
@pytest.mark.parametrize("format", FORMATS)
def test_what_is_offered_are_tiebreaks_with_words(format):
    for game in GAMES:
        offered = tiebreaks_for(format, game, draws=True)
        assert offered[-1] == "lot" and len(offered) == len(set(offered))
        assert set(offered) <= set(words.tiebreak_words(game))
        assert all(tiebreak(key) for key in offered)
    assert "drawn" not in tiebreaks_for(format, "guinote", draws=False)


def test_no_rivals_in_a_knockout_and_no_way_out_in_a_league():
    assert "buchholz" not in tiebreaks_for("knockout", "guinote", draws=False)
    assert "exit_round" in tiebreaks_for("knockout", "guinote", draws=False)
    assert "exit_round" not in tiebreaks_for("swiss", "guinote", draws=False)
    assert "mini_league" in tiebreaks_for("groups", "guinote", draws=False)


@pytest.mark.parametrize("format", FORMATS.values(), ids=lambda one: one.key)
def test_a_format_offers_its_own_chain(format):
    for chain, draws in ((format.tiebreaks, False), (format.tiebreaks_with_draws, True)):
        assert set(chain) <= set(tiebreaks_for(format.key, "guinote", draws=draws))


def test_the_presets_fit_every_game():
    for preset in PRESETS:
        for game in GAMES:
            chain = chain_for(preset, game)
            assert chain and unknown_keys(chain, game) == []
    assert "diff:tantos" in chain_for("truco", "truco")
    assert known_keys(["wins", "elo", "wins", "diff:bazas"], "truco") == ["wins"]
    assert unknown_keys(["wins", "elo", "diff:bazas"], "truco") == ["elo", "diff:bazas"]


# --- The document -------------------------------------------------------------------------------
EXAMPLE = rounds("1-2 6-4, 3-4 5-5 | 1-3 6-2, 2-4 6-3 | 4-1 6-5, 2-3 6-1")


def told_by_the_document():
    """The values of the example by key, as the table of the document has them."""
    told = {}
    for row in DOCUMENT.read_text().splitlines():
        cells = [cell.strip() for cell in row.strip("|").split("|")]
        if len(cells) == 3 and (found := re.fullmatch(r"`(\w+)`", cells[0])):
            numbers = re.findall(r"−?\d[\d,]*(?= ·|$)", cells[2])
            if cells[2] and len(numbers) == 4:
                values = [int(one.replace(",", "").replace("−", "-")) for one in numbers]
                told[found[1]] = values
    return told


def test_the_example_of_the_document():
    told = told_by_the_document()
    assert len(told) >= 16
    for key, values in told.items():
        lines = standings([Entrant(n) for n in (1, 2, 3, 4)], EXAMPLE, [key], "s", "count")
        assert {line.entrant: line.values[0][1] for line in lines} == dict(enumerate(values, 1)), (
            key
        )


def test_the_document_tells_every_tiebreak_every_preset_and_every_field():
    text = DOCUMENT.read_text()
    fields = list(Counting.__dataclass_fields__)
    assert [key for key in [*TIEBREAKS, *PRESETS, *fields] if f"`{key}`" not in text] == []


def test_presets_countings_and_byes_have_their_words():
    assert set(preset_words.PRESETS) == set(PRESETS)
    assert set(preset_words.COUNTING) == set(Counting.__dataclass_fields__)
    assert set(preset_words.BYES) == set(BYES)


@each(
    "error, said",
    (CountingError("unit", 3), "No se admite 3 en «Partes de un punto (2: medios puntos)»."),
    (CountingError("elo", 1), "No hay nada que se llame «elo» en la cuenta."),
)
def test_a_counting_that_cannot_be_is_said(error, said):
    assert preset_words.counting_refusal(error) == said


def test_those_level_for_the_format_stay_level():
    entrants = [Entrant(number) for number in (1, 2, 3, 4)]
    extras = Extras(order=((3,), (1, 4)))
    lines = standings(entrants, [], ["format_order"], "s", "count", extras=extras)
    assert [(line.place, line.entrant, line.values[0][1]) for line in lines] == [
        (1, 3, 3),
        (2, 1, 1),
        (2, 4, 1),
        (4, 2, 0),
    ]


# Where the format's own order comes first, its legend says so once, and not every line.
SAID = [key for key in TIEBREAKS if key != "format_order"]


@pytest.mark.parametrize("key", [*SAID, "for:cotos", "against:cotos", "diff:cotos"])
def test_every_tiebreak_says_why_a_line_is_below_another(key):
    outcomes = [
        match(1, 1, 2, 6, 2, cotos=(2, 0)),
        match(1, 3, 4, 6, 5, cotos=(2, 1)),
        match(2, 1, 3, 5, 5, cotos=(1, 1)),
        match(2, 2, 4, 1, 6, cotos=(0, 2)),
    ]
    extras = Extras(penalties={2: 1}, order=((3,), (1,), (2, 4)), alive=frozenset({1, 3}))
    entrants = [Entrant(number) for number in (1, 2, 3, 4)]
    lines = standings(entrants, outcomes, [key, "lot"], "s", "count", extras=extras)
    sentences = words.reasons("guinote", lines, words.texts_of(lines))
    for above, below in pairwise(lines):
        said = sentences[below.entrant]
        assert said.startswith(f"Por detrás del {above.entrant}: ") and "%(" not in said
    assert all(text for row in words.texts_of(lines).values() for text in row.values())
