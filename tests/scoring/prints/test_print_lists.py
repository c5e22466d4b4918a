"""Tests of the sheets of a whole tournament: standings, bracket, entries, difficult names."""

import pytest

from scoring.prints.ask import PrintAsk
from scoring.prints.sheets import SHEETS
from tests.refusals import is_refused
from tests.rows import cases
from tests.scoring.prints.printed import (
    context_of,
    cut_lines,
    lay_out_sheet,
    seat_in_twos,
    sheet_pages,
    texts_of_pages,
    words,
    write_acta,
)
from tournaments.names.people import Person
from tournaments.people.services.registering import register_entry


# --- Standings, bracket, entries ----------------------------------------------------------------
def test_the_printed_standings_have_places_and_tie_breaks(eight, pilar):
    write_acta(eight.matches.get(number=1), pilar)
    (table,) = context_of(eight, "standings")["tables"]
    assert [(line["place"], line["number"], line["values"]) for line in table["lines"]] == [
        (1, 1, ["1", "Pasa de ronda", "8", "2–1", "+4"]),
        *[(2, number, ["0", "Sigue en juego", "0", "0–0", "0"]) for number in (3, 4, 5, 6, 7, 8)],
        (8, 2, ["1", "Cae en cuartos de final", "4", "1–2", "−4"]),
    ]
    text = words(sheet_pages(eight, "standings"))
    assert "Clasificación, Ronda 1" in text
    assert "1 Pasa de ronda 8 2–1 +4" in text and "1 Cae en cuartos de final 4 1–2 −4" in text


def test_the_final_sheet_is_refused_before_the_end(eight):
    with is_refused("stage_not_over", status=409):
        SHEETS["final"].pieces(eight, PrintAsk("final"))


def test_the_final_sheet_has_the_podium_and_the_fourth_place(casino, pairs, pilar):
    from scoring.rounds.services.rounds import open_next_round, publish_round

    pairs(casino, 4)
    for _round in range(2):
        round = publish_round(round=open_next_round(stage=casino.stage, author=pilar), author=pilar)
        for match in round.matches.all():
            write_acta(match, pilar)
    text = words(sheet_pages(casino, "final"))
    champion, second = round.matches.get(purpose="final").entries
    third = round.matches.get(purpose="third_place").entries[0]
    podium = context_of(casino, "final")["podium"]
    assert [(step["place"], step["number"]) for step in podium] == [
        (1, champion.number),
        (2, second.number),
        (3, third.number),
    ]
    for entry in (champion, second, third):
        assert f"n.º {entry.number} · {entry.town}" in text
    assert "Cuarto puesto" in text


@pytest.mark.slow
def test_the_bracket_of_107_takes_nine_sheets(make_tournament, pairs, pilar):
    from scoring.rounds.services.rounds import open_next_round, publish_round

    casino = make_tournament(tables=36)
    pairs(casino, 107)
    publish_round(round=open_next_round(stage=casino.stage, author=pilar), author=pilar)
    pages = sheet_pages(casino, "bracket")
    assert len(pages) == 9
    assert "Ronda 1" in pages[0] and "Octavos de final" in pages[0]
    assert "Treintaidosavos de final" in pages[0] and "a la hoja 9" in words(pages[:1])
    assert "Final" in pages[8] and "Tercer y cuarto puesto" in pages[8]
    assert all(f"de la hoja {number}" in words(pages[8:]) for number in range(1, 9))
    assert words(pages).count("pasa sin jugar") == 21
    assert len(context_of(casino, "bracket", paper="A3")["pages"]) == 5


@cases(
    "options, code",
    ({"format": "swiss", "format_options": {"rounds": 3}}, "no_bracket"),
    ({}, "bracket_not_drawn"),
)
def test_a_bracket_that_does_not_exist_is_refused(options, code, make_tournament):
    with is_refused(code, status=409):
        SHEETS["bracket"].pieces(make_tournament(**options), PrintAsk("bracket"))


def test_the_list_of_entries_ticks_paid_entries(casino, pilar):
    register_entry(
        tournament=casino, author=pilar, players=[Person("Zé"), Person("Ana")], paid=True
    )
    register_entry(tournament=casino, author=pilar, players=[Person("Luis"), Person("Eva")])
    text = words(sheet_pages(casino, "entries"))
    assert "Zé Ana" in text and "Luis Eva" in text
    assert text.count("✓") == 1


# --- Difficult names ----------------------------------------------------------------------------
@pytest.mark.slow
def test_no_name_breaks_the_layout(casino, pilar):
    names = [
        Person("محمد عبد الرحمن", "بن يوسف"),
        Person("Paquito 😀🃏", "el de la Pepa 🎉"),
        Person("María de los Ángeles Inmaculada Concepción", "Fernández de Córdoba y Gopegui"),
        Person("W" * 60, "M" * 80),
        Person("李小龍"),
        Person("Malo"),
    ]
    people = iter(names)
    entries = [
        register_entry(
            tournament=casino, author=pilar, players=[first, next(people)], town="P" * 60
        )
        for first in people
    ]
    # No form accepts such a name; an older database may have one.
    casino.players.filter(name="Malo").update(
        name="<img src=file:///etc/passwd>", surname="<script>alert(1)</script>"
    )
    seat_in_twos(
        casino,
        [
            *entries,
            register_entry(
                tournament=casino, author=pilar, players=[Person("Paco"), Person("Luis")]
            ),
        ],
    )
    for sheet, pages in [
        ("pairings_table", 1),
        ("pairings_surname", 1),
        ("actas", 1),
        ("standings", 1),
        ("bracket", 1),
        ("entries", 1),
    ]:
        pdf = lay_out_sheet(casino, sheet)
        assert pdf.page_count == pages, sheet
    assert "root:" not in words(texts_of_pages(pdf))


MIXED_NAMES = [
    Person("Francisco Javier", "Rodríguez de la Fuente"),
    Person("Ana", "Gil"),
    Person("María de los Ángeles", "Fernández de Córdoba"),
    Person("W" * 28, "M" * 31),
]


@cases("paper", "A4", "A5")
def test_a_list_for_the_wall_has_one_letter_size_and_cuts_no_name(casino, paper):
    people = iter([*MIXED_NAMES, *(Person(f"Eva {number}", "Sanz") for number in range(20))])
    entries = [
        register_entry(tournament=casino, author=None, players=[first, next(people)])
        for first in people
    ]
    seat_in_twos(casino, entries)
    for sheet in ("pairings_surname", "pairings_table"):
        pdf = lay_out_sheet(casino, sheet, paper=paper)
        assert cut_lines(pdf) == []
        sizes = name_sizes(pdf)
        assert len(sizes) == 1 and min(sizes) >= 12, (sheet, sizes)


def name_sizes(pdf):
    """Return the sizes in points of the letters of the names in a list."""
    sizes = set()

    def visit(box, is_name):
        if box.element is not None and "--heads" in box.element.get("class", ""):
            return
        if box.element is not None and box.element_tag in ("p", "pre"):
            is_name = box.element.get("class") in (None, "is-broken")
        if type(box).__name__ == "TextBox" and is_name and box.text.strip():
            sizes.add(round(box.style["font_size"] * 0.75, 1))
        for child in getattr(box, "children", ()):
            visit(child, is_name)

    for page in pdf._pages:
        for box in page._page_box.children:
            if type(box).__name__ != "MarginBox":
                visit(box, False)
    return sizes
