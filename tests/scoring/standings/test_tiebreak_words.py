"""Tests of the lists of tie-breaks and presets, of their texts, and of docs/standings/."""

import re
from itertools import pairwise
from pathlib import Path

import pytest

from rules import GAMES
from scoring.standings.counting import BYES, PRESETS, Counting, CountingError
from scoring.standings.field import Extras
from scoring.standings.tiebreaks import (
    PARTS,
    TIEBREAKS,
    CrossTableComparison,
    chain_for,
    known_keys,
    tally_key,
    tiebreak,
    tiebreaks_for,
    unknown_keys,
)
from scoring.standings.words import counting as preset_words
from scoring.standings.words import tiebreaks as words
from tests.rows import each
from tests.scoring.standings.outcomes import standings
from tests.scoring.standings.small_matches import match, read_matches
from tournaments.formats import FORMATS
from tournaments.formats.core import Entrant

# Tie-breaks that do not depend on the format.
MATCH_TIEBREAKS = [
    key for key in TIEBREAKS if key not in ("survival", "format_order", "bracket_place")
]
DOCUMENTS = Path(__file__).resolve().parents[3] / "docs/standings"


# --- Offered tie-breaks -------------------------------------------------------------------------
@pytest.mark.parametrize("format", FORMATS)
def test_every_offered_tie_break_has_a_text(format):
    for game in GAMES:
        offered_keys = tiebreaks_for(format, game, draws=True)
        assert offered_keys[-1] == "lot" and len(offered_keys) == len(set(offered_keys))
        assert set(offered_keys) <= set(words.tiebreak_words(game))
        assert all(tiebreak(key) for key in offered_keys)
    assert "drawn" not in tiebreaks_for(format, "guinote", draws=False)


def test_a_knockout_offers_no_buchholz_and_a_swiss_no_exit_round():
    assert "buchholz" not in tiebreaks_for("knockout", "guinote", draws=False)
    assert "exit_round" in tiebreaks_for("knockout", "guinote", draws=False)
    assert "exit_round" not in tiebreaks_for("swiss", "guinote", draws=False)
    assert "mini_league" in tiebreaks_for("groups", "guinote", draws=False)


@pytest.mark.parametrize("format", FORMATS.values(), ids=lambda format: format.key)
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


# --- docs/standings/ -----------------------------------------------------------------------------
EXAMPLE = read_matches("1-2 6-4, 3-4 5-5 | 1-3 6-2, 2-4 6-3 | 4-1 6-5, 2-3 6-1")


def document_values():
    """Return the values of the example in the table of the document, by tie-break."""
    values_by_key = {}
    for row in (DOCUMENTS / "tiebreaks.md").read_text().splitlines():
        cells = [cell.strip() for cell in row.strip("|").split("|")]
        if len(cells) == 3 and (key_cell := re.fullmatch(r"`(\w+)`", cells[0])):
            numbers = re.findall(r"−?\d[\d,]*(?= ·|$)", cells[2])
            if cells[2] and len(numbers) == 4:
                values = [int(number.replace(",", "").replace("−", "-")) for number in numbers]
                values_by_key[key_cell[1]] = values
    return values_by_key


def test_the_example_of_the_document_has_the_right_values():
    example = document_values()
    assert len(example) >= 16
    for key, values in example.items():
        lines = standings(
            [Entrant(number) for number in (1, 2, 3, 4)], EXAMPLE, [key], "s", "count"
        )
        assert {line.entrant: line.values[0][1] for line in lines} == dict(enumerate(values, 1)), (
            key
        )


def test_the_document_names_every_tie_break_preset_and_field():
    text = "".join(document.read_text() for document in DOCUMENTS.iterdir())
    fields = list(Counting.__dataclass_fields__)
    assert [key for key in [*TIEBREAKS, *PRESETS, *fields] if f"`{key}`" not in text] == []


def test_the_document_says_how_each_tie_break_compares_entries_of_different_tables():
    section = (
        (DOCUMENTS / "event.md").read_text().partition("## Who goes on")[2].partition("\n## ")[0]
    )
    rows = re.findall(r"^\| (`.+?) \| (.+?) \|$", section, re.MULTILINE)
    comparisons = {
        key: (
            CrossTableComparison.NOTHING
            if text.startswith("not compared")
            else CrossTableComparison.AS_IT_IS
            if text == "unchanged"
            else CrossTableComparison.RIVALS
            if "each rival" in text
            else CrossTableComparison.MATCHES
        )
        for keys, text in rows
        for key in re.findall(r"`(.+?)`", keys)
    }
    assert comparisons == {
        key: tiebreak(key).cross_table
        for key in [*TIEBREAKS, *(tally_key(part, "T") for part in PARTS)]
    }


def test_presets_countings_and_byes_have_a_text():
    assert set(preset_words.PRESETS) == set(PRESETS)
    assert set(preset_words.COUNTING) == set(Counting.__dataclass_fields__)
    assert set(preset_words.BYES) == set(BYES)


@each(
    "error, message",
    (CountingError("unit", 3), "No se admite 3 en «Partes de un punto (2: medios puntos)»."),
    (CountingError("elo", 1), "No hay nada que se llame «elo» en la cuenta."),
)
def test_the_refusal_of_a_counting_names_the_wrong_field(error, message):
    assert preset_words.counting_refusal(error) == message


def test_entries_that_the_format_ranks_equal_share_a_place():
    entrants = [Entrant(number) for number in (1, 2, 3, 4)]
    extras = Extras(order=((3,), (1, 4)))
    lines = standings(entrants, [], ["format_order"], "s", "count", extras=extras)
    assert [(line.place, line.entrant, line.values[0][1]) for line in lines] == [
        (1, 3, 3),
        (2, 1, 1),
        (2, 4, 1),
        (4, 2, 0),
    ]


# `format_order` has no reason on each line: the legend of the page explains it once.
KEYS_WITH_A_REASON = [key for key in TIEBREAKS if key != "format_order"]


@pytest.mark.parametrize("key", [*KEYS_WITH_A_REASON, "for:cotos", "against:cotos", "diff:cotos"])
def test_every_tie_break_gives_a_reason_for_a_lower_place(key):
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
    for line_above, line_below in pairwise(lines):
        sentence = sentences[line_below.entrant]
        assert (
            sentence.startswith(f"Por detrás del {line_above.entrant}: ") and "%(" not in sentence
        )
    assert all(text for row in words.texts_of(lines).values() for text in row.values())
