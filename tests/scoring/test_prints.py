"""The printed sheets: what is on them, on how many pages, and what WeasyPrint may open."""

import doctest
import re
from io import BytesIO

import pytest
import segno
from django.db import connection
from django.template.loader import render_to_string
from django.test.utils import CaptureQueriesContext
from django.urls import reverse
from pypdf import PdfReader

from scoring.checks import LIBRARIES, pango_is_there
from scoring.games import grid
from scoring.games.guinote import paper as guinote
from scoring.pdf import Pdf, fetcher
from scoring.prints.actas import qr_svg
from scoring.prints.ask import Ask
from scoring.prints.bracket import short_title
from scoring.prints.sheets import SHEETS
from scoring.selectors.matches.meetings import Competitor, Named
from scoring.table_links import secret_of
from scoring.wording import sheets
from tests.scoring.halls import LINES, seat_round
from tests.worlds import world
from tournaments.models import Job
from tournaments.names.people import Person
from tournaments.refusal import Refused
from tournaments.services.entries.registering import register_entry

BASE = "https://casino.example"


def sheet_pages(tournament, sheet, **asked):
    """The text of each page of a sheet."""
    ask, kind = Ask(sheet, base_url=BASE, **asked), SHEETS[sheet]
    pdf = Pdf()
    for chunk in kind.chunks(tournament, ask):
        pdf.add(render_to_string(kind.template, chunk.context), chunk.css)
    return [page.extract_text() for page in PdfReader(BytesIO(pdf.write())).pages]


def context_of(tournament, sheet, **asked):
    """What the first piece of a sheet shows, as plain values."""
    return SHEETS[sheet].chunks(tournament, Ask(sheet, base_url=BASE, **asked))[0].context


def words(pages):
    return " ".join(" ".join(pages).split())


def meet(tournament, entries, **options):
    """A round in which they meet two by two; an odd one rests."""
    meetings = [entries[first : first + 2] for first in range(0, len(entries), 2)]
    return seat_round(tournament, meetings, **options)


def record(match, author, lines=LINES):
    from scoring.services.actas import record_hand

    for number, line in enumerate(lines, 1):
        match.refresh_from_db()
        record_hand(match=match, author=author, line=line, number=number)


@world
def eight(casino, pairs):
    """Four matches at four tables."""
    meet(casino, pairs(casino, 8))
    return casino


# --- Pairings -----------------------------------------------------------------------------------
def test_by_table_says_who_plays_where(eight):
    (page,) = sheet_pages(eight, "pairings_table")
    for match in eight.matches.all():
        for entry in match.entries:
            assert re.search(rf"\b{entry.number}\b", page)
            for seat in entry.seats.all():
                assert str(seat.player) in page
    assert "Ronda 1: por mesas" in page


def test_more_matches_than_tables_wait_in_order_and_byes_are_listed(make_tournament, pairs):
    casino = make_tournament(tables=1)
    meet(casino, pairs(casino, 5))
    shown = context_of(casino, "pairings_table")
    assert [(match["table"], match["number"]) for match in shown["seated"]] == [(1, 1)]
    assert [(match["table"], match["number"]) for match in shown["waiting"]] == [(None, 2)]
    assert shown["byes"] == [{"number": 5, "names": "Begoña Gil\nÍñigo Gil", "lines": 2}]
    text = words(sheet_pages(casino, "pairings_table"))
    assert "Esperan mesa, por este orden" in text and "n.º 2" in text
    assert "Descansan en esta ronda" in text and "Begoña Gil Íñigo Gil" in text


def test_by_surname_everybody_finds_table_pair_or_rest(make_tournament, pairs):
    casino = make_tournament(tables=1)
    meet(casino, pairs(casino, 5))
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


@pytest.mark.parametrize("sheet", ["pairings_table", "pairings_surname"])
def test_107_pairs_fit_on_three_pages(sheet, make_tournament, pairs):
    casino = make_tournament(tables=36)
    meet(casino, pairs(casino, 107))
    assert len(sheet_pages(casino, sheet)) <= 3


def test_names_of_the_pairings_are_14_points_at_least(eight):
    for sheet in ("pairings_table", "pairings_surname"):
        kind, sizes = SHEETS[sheet], {}
        pdf = Pdf()
        for chunk in kind.chunks(eight, Ask(sheet)):
            pdf.add(render_to_string(kind.template, chunk.context))
        names = [str(seat.player) for entry in eight.entries.all() for seat in entry.seats.all()]

        def visit(text, _cm, tm, _font, size, sizes=sizes):
            if text.strip():
                sizes[text.strip()] = size * abs(tm[3])

        PdfReader(BytesIO(pdf.write())).pages[0].extract_text(visitor_text=visit)
        of_names = [
            size
            for text, size in sizes.items()
            if any(word and word in text for name in names for word in [name.split()[-1]])
        ]
        assert of_names and min(of_names) * 72 / 96 >= 13.9, (sheet, sizes)


# --- Actas --------------------------------------------------------------------------------------
def test_an_acta_has_table_numbers_names_code_and_room_to_sign(eight):
    pages = sheet_pages(eight, "actas")
    assert len(pages) == 2  # two to a page
    match = eight.matches.get(number=3)
    text = words(pages)
    assert f"Ronda 1 · Partida {match.number}" in text
    assert match.code in text
    for entry in match.entries:
        assert all(str(seat.player) in text for seat in entry.seats.all())
    assert text.count("Firma A") == text.count("Firma B") == text.count("Árbitro") == 4
    assert text.count("Observaciones") == 4
    assert "gana quien hace 2 cotos de 3 partidas" in text


def test_byes_have_no_acta(casino, pairs):
    meet(casino, pairs(casino, 3))
    assert words(sheet_pages(casino, "actas")).count("Firma A") == 1


def test_the_qr_is_that_of_the_address_of_the_code(eight):
    (chunk,) = SHEETS["actas"].chunks(eight, Ask("actas", base_url=BASE))
    acta = chunk.context["actas"][0]
    match = eight.matches.get(number=acta["number"])
    assert acta["url"] == f"{BASE}/m/{match.code}/{secret_of(match)}/"
    assert drawn_modules(acta["qr"]) == modules(segno.make(acta["url"], error="m", micro=False))


def test_the_qr_of_another_address_is_another():
    one, other = qr_svg(f"{BASE}/a/AAAAAA/"), qr_svg(f"{BASE}/a/AAAAAB/")
    assert drawn_modules(one) != drawn_modules(other)


def modules(qr):
    """The dark modules as (column, row), the quiet zone of two apart."""
    return {(x, y) for y, row in enumerate(qr.matrix) for x, dark in enumerate(row) if dark}


def drawn_modules(svg):
    """The same read back from the SVG path: runs `h` along rows, with moves between them."""
    path = re.search(r' d="([^"]+)"', svg).group(1)
    found, x, y = set(), 0.0, 0.0
    for command, numbers in re.findall(r"([Mmh])([-\d. ]+)", path):
        values = [float(number) for number in re.findall(r"-?[\d.]+", numbers)]
        if command == "h":
            found |= {(int(x) + step - 2, int(y) - 2) for step in range(int(values[0]))}
            x += values[0]
        else:
            x, y = values if command == "M" else (x + values[0], y + values[1])
    return found


def test_blank_actas_have_neither_code_nor_names(casino):
    pages = sheet_pages(casino, "actas", blank=5)
    assert len(pages) == 3
    assert words(pages).count("Firma A") == 5
    (chunk,) = SHEETS["actas"].chunks(casino, Ask("actas", blank=5))
    assert all("code" not in acta and "qr" not in acta for acta in chunk.context["actas"])


def test_hundreds_of_actas_come_in_chunks_so_that_progress_is_seen(casino):
    chunks = SHEETS["actas"].chunks(casino, Ask("actas", blank=100))
    assert [chunk.units for chunk in chunks] == [24, 24, 24, 24, 4]


def test_what_is_recorded_comes_filled_in(eight, pilar):
    match = eight.matches.get(number=2)
    lines = ["coto 3-1", "62-58 uA A20o B40e", "9-31 !A", "partida B"]
    record(match, pilar, lines)
    (chunk,) = SHEETS["actas"].chunks(eight, Ask("actas", base_url=BASE))
    acta = next(acta for acta in chunk.context["actas"] if acta["number"] == 2)
    assert [(row.cells, row.total) for row in acta["rows"]] == [
        ([], 3),
        ([], 1),
        (["101", ""], 1),
        (["129", "✓"], 1),
    ]
    assert (acta["counts"], acta["winner"]) == ([("A", "1"), ("B", "0")], None)


def test_a_finished_match_says_who_won(eight, pilar):
    match = eight.matches.get(number=1)
    record(match, pilar)
    text = words(sheet_pages(eight, "actas", match=match.code))
    assert f"Resultado: cotos A 2 B 1 Gana el n.º {match.entries[0].number}" in text
    assert text.count("Firma A") == 1


@pytest.mark.parametrize(
    ("options", "heads", "words_of_it"),
    [
        ({"cotos": 2, "partidas": 4}, 7, "2 cotos de 4 partidas"),
        ({"cotos": 1, "partidas": 5}, 9, "un coto de 5 partidas"),
        ({"best_of": 17}, 17, "al mejor de 17 partidas"),
        ({"best_of": 99}, 0, "al mejor de 99 partidas"),
        ({"best_of": 13, "play_all": True}, 13, "13 partidas, se juegan todas"),
        ({"cotos": 9, "partidas": 20}, 17, "9 cotos de 20 partidas"),
    ],
)
def test_every_length_of_match_has_a_form_of_one_half_page(
    options, heads, words_of_it, make_tournament
):
    casino = make_tournament(game_options=options)
    (page,) = sheet_pages(casino, "actas", blank=2)
    assert words([page]).count("Árbitro") == 2
    assert words_of_it in words([page])
    (chunk,) = SHEETS["actas"].chunks(casino, Ask("actas", blank=2))
    assert len(chunk.context["form"].heads) == heads


@pytest.mark.parametrize("module", [grid, guinote, sheets])
def test_the_examples_of_the_docstrings_run(module):
    assert doctest.testmod(module).attempted
    assert doctest.testmod(module).failed == 0


# --- Standings, bracket, entries ----------------------------------------------------------------
def test_the_standings_bear_places_and_tie_breaks(eight, pilar):
    record(eight.matches.get(number=1), pilar)
    lines = context_of(eight, "standings")["lines"]
    assert [(line["place"], line["number"], line["played"], line["values"]) for line in lines] == [
        (1, 1, 1, ["Pasa de ronda", "8", "2–1", "+4"]),
        *[(2, number, 0, ["Sigue en juego", "0", "0–0", "0"]) for number in (3, 4, 5, 6, 7, 8)],
        (8, 2, 1, ["Cae en cuartos de final", "4", "1–2", "−4"]),
    ]
    text = words(sheet_pages(eight, "standings"))
    assert "Clasificación, Ronda 1" in text
    assert "1 Pasa de ronda 8 2–1 +4" in text and "1 Cae en cuartos de final 4 1–2 −4" in text


def test_the_final_sheet_waits_for_the_end(eight):
    with pytest.raises(Refused) as refused:
        SHEETS["final"].chunks(eight, Ask("final"))
    assert (refused.value.code, refused.value.status) == ("stage_not_over", 409)


def test_the_final_sheet_has_the_podium_and_everybody(casino, pairs, pilar):
    from scoring.services.draws.rounds import open_next_round, publish_round

    pairs(casino, 4)
    for _round in range(2):
        round = publish_round(round=open_next_round(stage=casino.stage, author=pilar), author=pilar)
        for match in round.matches.all():
            record(match, pilar)
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
        assert f"La pareja {entry.number} · {entry.town}" in text
    assert "Cuarto puesto" in text


def test_the_bracket_of_107_takes_nine_sheets(make_tournament, pairs, pilar):
    from scoring.services.draws.rounds import open_next_round, publish_round

    casino = make_tournament(tables=36)
    pairs(casino, 107)
    publish_round(round=open_next_round(stage=casino.stage, author=pilar), author=pilar)
    pages = sheet_pages(casino, "bracket")
    assert len(pages) == 9
    assert "Ronda 1" in pages[0] and "Octavos de final" in pages[0]
    assert "Final" in pages[8] and "Tercer y cuarto puesto" in pages[8]
    assert words(pages).count("pasa sin jugar") == 21


@pytest.mark.parametrize(
    ("options", "code"),
    [
        ({"format": "swiss", "format_options": {"rounds": 3}}, "no_bracket"),
        ({}, "bracket_not_drawn"),
    ],
)
def test_where_there_is_no_bracket_it_is_said(options, code, make_tournament):
    with pytest.raises(Refused) as refused:
        SHEETS["bracket"].chunks(make_tournament(**options), Ask("bracket"))
    assert (refused.value.code, refused.value.status) == (code, 409)


@pytest.mark.parametrize(
    ("people", "title"),
    [
        ([("Paco", "Gil"), ("Luis", "Sanz Roy")], "Paco Gil · Luis Sanz Roy"),
        ([("Francisco", "Gil Yus"), ("Luis", "Sanz Royo")], "Francisco Gil · Luis Sanz"),
        ([("Luis", "de la Fuente Ibáñez"), ("Ana", "Gil Peiró")], "Luis de la Fuente · Ana Gil"),
        ([("Francisco Javier", "Gil"), ("María Carmen", "Sanz")], "F. Gil · M. Sanz"),
        ([("El Chato de Báguena", ""), ("Ana Luisa", "Gil")], "El Chato de Báguena · A. Gil"),
    ],
)
def test_a_pair_of_the_bracket_is_told_in_one_line(people, title):
    players = tuple(Named(name, surname) for name, surname in people)
    assert short_title(Competitor(1, players, "", False)) == title


def test_the_list_of_entries_ticks_who_has_paid(casino, pilar):
    register_entry(
        tournament=casino, author=pilar, players=[Person("Zé"), Person("Ana")], paid=True
    )
    register_entry(tournament=casino, author=pilar, players=[Person("Luis"), Person("Eva")])
    text = words(sheet_pages(casino, "entries"))
    assert "Zé Ana" in text and "Luis Eva" in text
    assert text.count("✓") == 1


# --- Names of all kinds -------------------------------------------------------------------------
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
    # No form takes it; an older database may hold it.
    casino.players.filter(name="Malo").update(
        name="<img src=file:///etc/passwd>", surname="<script>alert(1)</script>"
    )
    meet(
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
        assert len(sheet_pages(casino, sheet)) == pages, sheet
    assert "root:" not in words(sheet_pages(casino, "entries"))


# --- What WeasyPrint may open -------------------------------------------------------------------
@pytest.mark.parametrize(
    "url",
    [
        "file:///etc/passwd",
        "http://127.0.0.1:5432/",
        "https://example.com/a.png",
        "ftp://example.com/a",
        "static:../config/settings.py",
        "static:/etc/passwd",
        "static:img/no-such.svg",
    ],
)
def test_nothing_but_our_own_static_files_is_opened(url):
    with pytest.raises(Exception):  # noqa: B017 - ValueError or Django's SuspiciousFileOperation
        fetcher().fetch(url)


def test_our_own_static_files_are_opened():
    answer = fetcher().fetch("static:img/logo.svg")
    assert answer.read().startswith(b"<svg")


def test_a_page_that_asks_for_a_file_is_printed_without_it():
    pdf = Pdf()
    pdf.add('<p>Acta</p><img src="file:///etc/hostname"><link rel=stylesheet href="http://x.test">')
    assert PdfReader(BytesIO(pdf.write())).pages[0].extract_text() == "Acta"


def test_without_pango_printing_is_refused_with_the_line_to_type(monkeypatch):
    import sys

    monkeypatch.setitem(sys.modules, "weasyprint", None)

    class Finder:
        def find_spec(self, name, path=None, target=None):
            if name == "weasyprint":
                raise OSError("cannot load library 'libgobject-2.0-0'")

    monkeypatch.delitem(sys.modules, "weasyprint")
    monkeypatch.setattr(sys, "meta_path", [Finder(), *sys.meta_path])
    with pytest.raises(Refused) as refused:
        Pdf()
    assert refused.value.code == "pdf_unavailable"
    assert "apt-get install --no-install-recommends libpango-1.0-0" in str(refused.value)


def test_the_check_of_the_machine_names_the_library(monkeypatch):
    assert pango_is_there() == []
    monkeypatch.setattr("scoring.checks._loads", lambda name: False)
    (warning,) = pango_is_there()
    assert warning.id == "scoring.W001"
    assert all(library in warning.msg for library in LIBRARIES)


# --- The page of sheets -------------------------------------------------------------------------
def prints(tournament, name="prints"):
    return reverse(name, kwargs={"slug": tournament.slug})


def test_every_sheet_is_offered_with_what_it_is_for(eight, chema, client_as):
    html = client_as(chema).get(prints(eight)).content.decode()
    for sheet in SHEETS.values():
        assert str(sheet.title) in html and str(sheet.purpose) in html
    waiting = [sheet for sheet in SHEETS.values() if not ready(sheet, eight)]
    assert len(waiting) < len(SHEETS) / 2
    # Each that can be printed, and the actas in blank and of one match besides.
    assert html.count('name="sheet"') == len(SHEETS) - len(waiting) + 2


def ready(sheet, tournament):
    try:
        sheet.ready(tournament, Ask(sheet.key))
    except Refused:
        return False
    return True


def test_before_the_draw_it_says_what_is_missing(casino, raul, client_as):
    html = client_as(raul).get(prints(casino)).content.decode()
    assert "Esa ronda no está publicada" in html
    assert "El cuadro se podrá imprimir cuando se publique la primera ronda" in html


@pytest.mark.django_db(transaction=True)
def test_an_order_makes_a_job_and_the_job_a_pdf(eight, chema, client_as):
    browser = client_as(chema)
    answer = browser.post(prints(eight, "print_sheet"), {"sheet": "actas", "round": "1"})
    job = Job.objects.get()
    assert (answer.status_code, answer.url) == (
        302,
        reverse("job", kwargs={"slug": eight.slug, "job": job.pk}),
    )
    assert (job.state, job.done, job.total) == ("done", 5, 5)
    got = browser.get(reverse("job_file", kwargs={"slug": eight.slug, "job": job.pk}))
    assert got.headers["Content-Type"] == "application/pdf"
    assert got.headers["Content-Disposition"] == (
        f'inline; filename="{eight.slug}-ronda-1-actas.pdf"'
    )
    assert "object-src 'self'" in got.headers["Content-Security-Policy"]
    text = words([p.extract_text() for p in PdfReader(BytesIO(b"".join(got))).pages])
    assert eight.matches.get(number=1).code in text


@pytest.mark.django_db(transaction=True)
def test_the_sheet_speaks_the_language_of_whoever_prints_it(eight, chema, client_as):
    browser = client_as(chema)
    browser.cookies["django_language"] = "en"
    browser.post(prints(eight, "print_sheet"), {"sheet": "standings"})
    assert Job.objects.get().params["language"] == "en"


@pytest.mark.django_db(transaction=True)
def test_the_qr_leads_to_the_public_address_of_the_site(eight, chema, client_as, settings):
    settings.TAPETE_PUBLIC_URL = "https://guinote.example/"
    client_as(chema).post(prints(eight, "print_sheet"), {"sheet": "actas"})
    assert Job.objects.get().params["base_url"] == "https://guinote.example"


@pytest.mark.parametrize(
    ("order", "status", "sentence"),
    [
        ({}, 400, "Hoja"),
        ({"sheet": "mantel"}, 400, "Hoja"),
        ({"sheet": "actas", "blank": "0"}, 400, "Cuántas actas en blanco"),
        ({"sheet": "actas", "blank": "501"}, 400, "Cuántas actas en blanco"),
        ({"sheet": "actas", "blank": "muchas"}, 400, "Cuántas actas en blanco"),
        ({"sheet": "actas", "round": "7"}, 409, "Esa ronda no está publicada"),
        ({"sheet": "actas", "round": "-1"}, 400, "Ronda"),
        ({"sheet": "actas", "round": "9" * 30}, 400, "Ronda"),
        ({"sheet": "actas", "match": "QQQQQQ"}, 409, "No hay ninguna partida con ese código"),
        ({"sheet": "actas", "match": "../../x"}, 400, "Un código tiene letras y números"),
        ({"sheet": "actas", "match": "A\x00B"}, 400, "Un código tiene letras y números"),
        ({"sheet": "final"}, 409, "El torneo no ha terminado"),
    ],
)
def test_an_order_that_cannot_be_is_answered_on_the_page(
    order, status, sentence, eight, chema, client_as
):
    answer = client_as(chema).post(prints(eight, "print_sheet"), order)
    assert answer.status_code == status
    summary = answer.content.decode().split("error-summary")[1].split("</div>")[0]
    assert sentence in summary
    assert not Job.objects.exists()


def test_a_draft_is_not_printed(casino, pairs, pilar, client_as):
    meet(casino, pairs(casino, 4), published=False)
    answer = client_as(pilar).post(prints(casino, "print_sheet"), {"sheet": "actas", "round": "1"})
    assert answer.status_code == 409


@pytest.mark.parametrize(("name", "method"), [("prints", "get"), ("print_sheet", "post")])
def test_only_helpers_print(name, method, eight, vecino, client_as):
    assert getattr(client_as(vecino), method)(prints(eight, name)).status_code == 403
    assert getattr(client_as(None), method)(prints(eight, name)).status_code == 302


@pytest.mark.parametrize("sheet", ["pairings_table", "pairings_surname", "standings", "bracket"])
def test_a_list_costs_the_same_queries_with_1_and_14_matches(sheet, make_tournament, pairs):
    casino, counts = make_tournament(tables=20), []
    for entries in (2, 28):
        meet(casino, pairs(casino, entries))
        with CaptureQueriesContext(connection) as queries:
            SHEETS[sheet].chunks(casino, Ask(sheet, round=len(counts) + 1))
        counts.append(len(queries))
    assert counts[0] == counts[1]


def test_second_brackets_have_sheets_of_their_own(make_tournament, pairs, pilar):
    from scoring.services.draws.rounds import open_next_round, publish_round

    hall = make_tournament(format_options={"repesca": "double"})
    pairs(hall, 8)
    publish_round(round=open_next_round(stage=hall.stage, author=pilar), author=pilar)
    chunks = SHEETS["bracket"].chunks(hall, Ask("bracket"))
    assert [str(chunk.context["title"]) for chunk in chunks] == [
        "Cuadro de ganadores",
        "Cuadro de perdedores",
    ]
    names = [column["name"] for page in chunks[1].context["pages"] for column in page["columns"]]
    assert names == ["Ronda 2", "Ronda 3", "Ronda 4", "Final", "Gran final"]
    assert [len(page["columns"]) for page in chunks[1].context["pages"]] == [3, 2]
    first = chunks[1].context["pages"][0]["columns"][0]["places"][0]
    assert [side["text"] for side in first["sides"]] == ["Pierde la 1", "Pierde la 2"]


def test_lives_have_a_bracket_to_print_once_it_is_closed(make_tournament, pairs, pilar):
    from scoring.services.draws.rounds import open_next_round, publish_round
    from scoring.simulation.rehearsal import play_round, play_rounds

    hall = make_tournament(format="lives", format_options={"lives": 2, "bracket_at": 2})
    pairs(hall, 4)
    publish_round(round=open_next_round(stage=hall.stage, author=pilar), author=pilar)
    with pytest.raises(Refused) as refused:
        SHEETS["bracket"].chunks(hall, Ask("bracket"))
    assert refused.value.code == "bracket_not_drawn"
    for round in hall.stage.rounds.all():
        play_round(round, pilar, "tapete")
    play_rounds(hall.stage, pilar, 20, "tapete")
    (chunk,) = SHEETS["bracket"].chunks(hall, Ask("bracket"))
    assert [column["name"] for column in chunk.context["pages"][0]["columns"]] == [
        f"{hall.stage.rounds.last()}"
    ]
