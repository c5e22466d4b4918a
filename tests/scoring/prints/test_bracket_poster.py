"""Tests of the printed bracket: it fits its sheets, which cut no name and refer to each other."""

from io import BytesIO
from itertools import pairwise

import pytest
from pypdf import PdfReader

from scoring.forecast.simulation.rehearsal import play_rounds
from scoring.prints.layout.fitting import LINE, POINT, fit, text_width
from scoring.prints.layout.poster import HEAD, PAPERS, place_on_sheet, sheets_of
from scoring.rounds.services.rounds import open_next_round, publish_round
from tests.rows import cases
from tests.scoring.prints.printed import cut_lines, lay_out_sheet, sheet_pages, words
from tests.worlds import world
from tournaments.names.people import Person
from tournaments.people.services.registering import register_entry

LONG_NAMES = [
    Person("W" * 60, "M" * 80),
    Person("María de los Ángeles Inmaculada Concepción", "Fernández de Córdoba y Gopegui"),
    Person("Paquito 😀🃏", "el de la Pepa 🎉"),
    Person("محمد عبد الرحمن", "بن يوسف"),
]
BRACKETS = {
    "of 2": [1],
    "of 16": [8, 4, 2, 1],
    "of 32": [16, 8, 4, 2, 1],
    "of 128": [64, 32, 16, 8, 4, 2, 1],
    "losers of 16": [4, 4, 2, 2, 1, 1, 1],
    "losers of 64": [16, 16, 8, 8, 4, 4, 2, 2, 1, 1, 1],
}


@world
def long_names(make_tournament, pairs, pilar):
    """A knockout of sixteen pairs in its first round; two of the pairs have the longest names."""
    copa = make_tournament()
    for first in (0, 2):
        register_entry(tournament=copa, author=pilar, players=LONG_NAMES[first : first + 2])
    pairs(copa, 14)
    publish_round(round=open_next_round(stage=copa.stage, author=pilar), author=pilar)
    return copa


@cases("paper", "A4", "A3")
@cases("sizes", *BRACKETS.values())
def test_every_tie_is_printed_once_and_inside_its_paper(sizes, paper):
    paper_size, drawn_ties = PAPERS[paper], []
    for sheet in sheets_of(sizes, paper_size, is_lined=True):
        layout = place_on_sheet(sheet, paper_size, has_sources=True, has_targets=True)
        for column, left, height, tops in zip(
            sheet.columns, layout.lefts, layout.heights, layout.tops, strict=True
        ):
            drawn_ties += [(column.round, tie) for tie in range(column.first, column.last)]
            assert len(tops) == column.ties
            assert left >= 0 and left + layout.width <= paper_size.width
            assert tops[0] >= HEAD and tops[-1] + height <= paper_size.height + 0.01
            assert all(lower_top - upper_top > height for upper_top, lower_top in pairwise(tops))
    assert sorted(drawn_ties) == [
        (round, tie) for round, size in enumerate(sizes) for tie in range(size)
    ]


@cases("sizes", [1], [2, 1], [8, 4, 2, 1], [16, 8, 4, 2, 1])
def test_the_third_place_goes_under_the_final(sizes):
    paper_size = PAPERS["A4"]
    sheet = sheets_of(sizes, paper_size, is_lined=True)[-1]
    layout = place_on_sheet(sheet, paper_size, has_sources=len(sizes) > 4, has_targets=False)
    assert layout.third > layout.tops[-1][-1] + layout.heights[-1]
    assert layout.third + layout.heights[-1] <= paper_size.height


def test_rounds_that_do_not_halve_are_printed_in_columns():
    (sheet, *other_sheets) = sheets_of([9, 5, 3], PAPERS["A4"], is_lined=True)
    assert (sheet.is_lined, other_sheets) == (False, [])
    assert [(column.round, column.first, column.last) for column in sheet.columns] == [
        (0, 0, 8),
        (0, 8, 9),
        (1, 0, 5),
        (2, 0, 3),
    ]


@cases("text", "Ana Gil", "W" * 60, "María de los Ángeles Fernández", "李小龍", "😀" * 20)
def test_text_is_as_large_as_its_box_allows(text):
    fitted_text = fit([[text]], 50, 8, 20)
    rows = max(1, text_width(text) * fitted_text.size * POINT / 50)
    assert rows * fitted_text.size * POINT * LINE <= 8.5
    assert fit([[text]], 500, 80, 20).size == 20


@cases("paper, width", ("A4", 842), ("A3", 1191))
def test_the_longest_names_are_printed_in_full(paper, width, long_names):
    pdf = lay_out_sheet(long_names, "bracket", paper=paper)
    (page,) = PdfReader(BytesIO(pdf.write())).pages
    assert round(page.mediabox.width) == width
    text = "".join(page.extract_text().split())
    for person in LONG_NAMES[:2]:
        assert person.name.replace(" ", "") in text
        assert person.surname.replace(" ", "") in text
    assert cut_lines(pdf) == []


@pytest.mark.slow
def test_the_sheets_of_a_double_bracket_refer_to_each_other(make_tournament, pairs, pilar):
    copa = make_tournament(format_options={"repesca": "double"})
    pairs(copa, 16)
    play_rounds(copa.stage, pilar, 2, "tapete")
    winners, losers, final = sheet_pages(copa, "bracket")
    assert "Cuadro de ganadores" in winners and "a la hoja" not in winners
    assert "Cuadro de perdedores" in losers and "Gran final" in final
    assert words([losers]).count("a la hoja 2") == 2 and words([final]).count("de la hoja 1") == 2
