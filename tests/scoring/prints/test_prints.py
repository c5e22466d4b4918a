"""Tests of the sheets of a round: the contents and the pages of the pairings and the actas."""

import re
from io import BytesIO

import pytest
import zxingcpp
from PIL import Image
from pypdf import PdfReader

from scoring.actas.table_links import link_secret
from scoring.prints.ask import PrintAsk
from scoring.prints.sheets import SHEETS
from tests.rows import cases
from tests.scoring.prints.printed import (
    BASE,
    actas,
    all_rows,
    context_of,
    lay_out_sheet,
    seat_in_twos,
    sheet_pages,
    sheet_pdf,
    tally_counts,
    words,
    write_acta,
)
from tests.sizes import size
from tournaments.names.audience import EVERYTHING


# --- Pairings -----------------------------------------------------------------------------------
def test_the_pairings_by_table_have_every_name_and_number(eight):
    (page,) = sheet_pages(eight, "pairings_table")
    for match in eight.matches.all():
        for entry in match.entries:
            assert re.search(rf"\b{entry.number}\b", page)
            for seat in entry.seats.all():
                assert seat.player.name_for(EVERYTHING) in page
    assert "Ronda 1: por mesas" in page


def test_the_pairings_list_waiting_matches_in_order_and_byes(make_tournament, pairs):
    casino = make_tournament(tables=1)
    seat_in_twos(casino, pairs(casino, 5))
    context = context_of(casino, "pairings_table")
    assert [(match["table"], match["number"]) for match in context["seated"]] == [(1, 1)]
    assert [(match["table"], match["number"]) for match in context["waiting"]] == [(None, 2)]
    (bye,) = context["byes"]
    assert (bye["number"], bye["names"]) == (5, "Begoña Gil\nÍñigo Gil")
    text = words(sheet_pages(casino, "pairings_table"))
    assert "Esperan mesa, por este orden" in text and "n.º 2" in text
    assert "Descansan en esta ronda" in text and "Begoña Gil Íñigo Gil" in text


def test_the_pairings_by_surname_show_a_table_a_wait_or_a_bye(make_tournament, pairs):
    casino = make_tournament(tables=1)
    seat_in_twos(casino, pairs(casino, 5))
    rows = [
        (f"{row['name']['first']}, {row['name']['rest']}", row["number"], row["place"])
        for page in context_of(casino, "pairings_surname")["pages"]
        for column in page
        for row in column
    ]
    assert rows[:4] == [
        ("Gil, Ángel", 3, "espera"),
        ("Gil, Begoña", 5, "descansa"),
        ("Gil, Carmen", 4, "espera"),
        ("Gil, Chema", 2, 1),
    ]
    text = words(sheet_pages(casino, "pairings_surname"))
    assert "Gil, Begoña" in text and "descansa" in text


@pytest.mark.slow
def test_the_pairings_of_107_pairs_fit_on_three_pages(make_tournament, pairs):
    casino = make_tournament(tables=36)
    seat_in_twos(casino, pairs(casino, 107))
    for sheet in ("pairings_table", "pairings_surname"):
        assert lay_out_sheet(casino, sheet).page_count <= 3


def test_names_of_the_pairings_have_at_least_14_points(eight):
    for sheet in ("pairings_table", "pairings_surname"):
        sizes, pdf = {}, lay_out_sheet(eight, sheet)
        names = [
            seat.player.name_for(EVERYTHING)
            for entry in eight.entries.all()
            for seat in entry.seats.all()
        ]

        def visit(text, _cm, tm, _font, size, sizes=sizes):
            if text.strip():
                sizes[text.strip()] = size * abs(tm[3])

        PdfReader(BytesIO(pdf.write())).pages[0].extract_text(visitor_text=visit)
        name_sizes = [
            size
            for text, size in sizes.items()
            if any(word and word in text for name in names for word in [name.split()[-1]])
        ]
        assert name_sizes and min(name_sizes) * 72 / 96 >= 13.9, (sheet, sizes)


# --- Actas --------------------------------------------------------------------------------------
def test_an_acta_has_table_numbers_names_code_and_room_to_sign(eight):
    pages = sheet_pages(eight, "actas")
    assert len(pages) == 2  # two actas on each page
    match = eight.matches.get(number=3)
    text = words(pages)
    assert f"Ronda 1 · Encuentro {match.number}" in text
    assert match.code in text
    for entry in match.entries:
        assert all(seat.player.name_for(EVERYTHING) in text for seat in entry.seats.all())
    assert text.count("Firma A") == text.count("Firma B") == text.count("Árbitro") == 4
    assert text.count("Observaciones") == 4
    assert "gana el primero que hace 2 cotos de 3 partidas" in text


def test_byes_have_no_acta(casino, pairs):
    seat_in_twos(casino, pairs(casino, 3))
    assert words(sheet_pages(casino, "actas")).count("Firma A") == 1


def test_each_qr_opens_the_table_of_its_acta(eight):
    """Decode the QR codes of the printed page with an independent library."""
    pages = PdfReader(BytesIO(sheet_pdf(eight, "actas"))).pages
    urls = {zxingcpp.read_barcode(qr).text for page in pages for qr in qr_pictures(page)}
    assert urls == {f"{BASE}/m/{match.code}/{link_secret(match)}/" for match in eight.matches.all()}


def qr_pictures(page):
    """Yield each QR code of a page as a picture, drawn from its filled rectangles."""
    for drawing in page.get_contents().get_data().decode("latin-1").split("Q\n"):
        runs = re.findall(r"(\d+) (\d+) (\d+) 1 re", drawing)
        if runs:
            side = max(int(y) for _x, y, _length in runs) + 3
            picture = Image.new("L", (side, side), 255)
            for x, y, length in runs:
                picture.paste(0, (int(x), int(y), int(x) + int(length), int(y) + 1))
            yield picture.resize((side * 4, side * 4))


def test_blank_actas_have_neither_code_nor_names(casino):
    pages = sheet_pages(casino, "actas", blank=5)
    assert len(pages) == 3
    assert words(pages).count("Firma A") == 5
    assert all("code" not in acta and "qr" not in acta for acta in actas(casino, blank=5))


def test_hundreds_of_equal_actas_are_laid_out_once(casino):
    chunks = SHEETS["actas"].pieces(casino, PrintAsk("actas", blank=100))
    assert [(chunk.units, len(chunk.stamps)) for chunk in chunks] == [(100, 50)]


def test_recorded_lines_are_printed_on_the_acta(eight, pilar):
    match = eight.matches.get(number=2)
    lines = ["coto 3-1", "62-58 uA A20o B40e", "9-31 !A", "partida B"]
    write_acta(match, pilar, lines)
    acta = next(acta for acta in actas(eight) if acta["code"] == match.code)
    assert [(row[1], row[2], row[-1]) for row in all_rows(acta)] == [
        ("", "", "3"),
        ("", "", "1"),
        ("101", "", "1"),
        ("129", "✓", "1"),
        ("", "", ""),
        ("", "", ""),
    ]
    assert (tally_counts(acta), "winner" in acta) == (["1", "0"], False)


def test_the_acta_of_a_finished_match_has_its_winner(eight, pilar):
    match = eight.matches.get(number=1)
    write_acta(match, pilar)
    text = words(sheet_pages(eight, "actas", match=match.code))
    (acta,) = actas(eight, match=match.code)
    assert (tally_counts(acta), acta["winner"]) == (["2", "1"], str(match.entries[0].number))
    assert text.count("Firma A") == 1


LENGTHS = [
    ({"cotos": 9, "partidas": 20}, 17, "9 cotos de 20 partidas"),
    ({"best_of": 99}, 0, "al mejor de 99 partidas"),
    ({"best_of": 13, "play_all": True}, 13, "13 partidas, se juegan todas"),
    ({"best_of": 17}, 17, "al mejor de 17 partidas"),
    ({"cotos": 2, "partidas": 4}, 7, "2 cotos de 4 partidas"),
    ({"cotos": 1, "partidas": 5}, 9, "un coto de 5 partidas"),
]


@cases("options, heads, length_in_words", *size(LENGTHS[:3], long=LENGTHS))
def test_every_length_of_match_has_a_form_of_one_half_page(
    options, heads, length_in_words, make_tournament
):
    casino = make_tournament(game_options=options)
    (page,) = sheet_pages(casino, "actas", blank=2)
    assert words([page]).count("Árbitro") == 2
    assert length_in_words in words([page])
    (chunk,) = SHEETS["actas"].pieces(casino, PrintAsk("actas", blank=2))
    assert len(chunk.context["form"].heads) == heads
