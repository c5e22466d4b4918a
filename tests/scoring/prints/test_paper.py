"""Tests of A5 and large print: the sheets that have them, sizes, and no cut text."""

from io import BytesIO

import pytest
from pypdf import PdfReader

from scoring.prints.ask import PrintAsk
from scoring.prints.services import order_print
from scoring.prints.sheets import SHEETS
from tests.rows import cases, each
from tests.scoring.played_rounds import publish
from tests.scoring.prints.printed import cut_lines, lay_out_sheet, pages_of, sheet_pdf
from tests.sizes import size
from tests.worlds import world
from tournaments.models import Job
from tournaments.names.people import Person
from tournaments.people.services.registering import register_entry
from tournaments.refusal import Refused

PRINTS_URL = "/t/casino-de-calamocha/imprimir/"
LONG_NAMES = [
    Person("W" * 60, "M" * 60),
    Person("María de los Ángeles Inmaculada Concepción", "Fernández de Córdoba y Gopegui"),
    Person("Paquito 😀🃏", "el de la Pepa 🎉"),
    Person("محمد عبد الرحمن", "بن يوسف"),
]
A5 = (595, 420)  # points, landscape
A5_SHEETS = [key for key, sheet in SHEETS.items() if "A5" in sheet.papers]
LARGE_SHEETS = [key for key, sheet in SHEETS.items() if sheet.large]
LARGE_A5_SHEETS = [key for key in LARGE_SHEETS if "A5" in SHEETS[key].large]
NO_LEAGUE_SHEETS = ("final", "whole_event", "going_on")  # sheets of other formats, or of the end


@world
def league(make_tournament, pairs, pilar):
    """A league of six pairs in its first round; two of the pairs have the longest names."""
    liga = make_tournament(format="league", format_options={})
    for first in (0, 2):
        register_entry(tournament=liga, author=pilar, players=LONG_NAMES[first : first + 2])
    pairs(liga, 4)
    publish(liga, pilar)
    return liga


def sheets_of_turn(sheets, turn):
    """Return the sheets; a short run leaves out every second of LARGE_IN_A5, chosen by `turn`."""
    skipped_sheets = [key for key in LARGE_A5_SHEETS if LARGE_A5_SHEETS.index(key) % 2 != turn]
    return size([key for key in sheets if key not in skipped_sheets], long=sheets)


def laid_out_sizes(pdf):
    """Return the sizes of the laid-out pages, in points."""
    return {(round(page.width * 0.75), round(page.height * 0.75)) for page in pages_of(pdf)}


def pdf_sizes(pdf):
    """Return the sizes of the pages of a PDF, in points."""
    boxes = [page.mediabox for page in PdfReader(BytesIO(pdf)).pages]
    return {(round(box.width), round(box.height)) for box in boxes}


@pytest.mark.slow
@each("sheet", *sheets_of_turn([key for key in A5_SHEETS if key not in NO_LEAGUE_SHEETS], 0))
def test_a_sheet_in_a5_has_a5_pages_and_cuts_nothing(sheet, league):
    pdf = lay_out_sheet(league, sheet, paper="A5")
    assert (laid_out_sizes(pdf), cut_lines(pdf)) == ({A5}, [])


@pytest.mark.slow
@each(
    "sheet",
    *sheets_of_turn(
        [key for key in LARGE_SHEETS if key not in (*NO_LEAGUE_SHEETS, "whole_round")], 0
    ),
)
def test_large_print_has_18_points_and_cuts_nothing(sheet, league):
    pdf = lay_out_sheet(league, sheet, large=True)
    assert cut_lines(pdf) == []
    assert smallest_letters(pdf) >= 18
    assert pdf.page_count >= lay_out_sheet(league, sheet).page_count


@pytest.mark.slow
@each("sheet", *sheets_of_turn([key for key in LARGE_A5_SHEETS if key not in NO_LEAGUE_SHEETS], 1))
def test_large_print_on_a5_has_18_points_and_cuts_nothing(sheet, league):
    pdf = lay_out_sheet(league, sheet, large=True, paper="A5")
    assert (laid_out_sizes(pdf), cut_lines(pdf)) == ({A5}, [])
    assert sheet == "whole_round" or smallest_letters(pdf) >= 18


def test_the_sheet_of_qualifiers_in_large_print_on_a5(make_tournament, pilar):
    copa = make_tournament()
    for first in (0, 2):
        register_entry(tournament=copa, author=pilar, players=LONG_NAMES[first : first + 2])
    publish(copa, pilar)
    pdf = lay_out_sheet(copa, "going_on", large=True, paper="A5")
    assert (pdf_sizes(pdf.write()), cut_lines(pdf)) == ({A5}, [])
    assert smallest_letters(pdf) >= 18


def smallest_letters(pdf):
    """Return the size in points of the smallest letters, without heads, feet and column heads."""
    letter_sizes = []

    def visit(box):
        tag = getattr(box, "element_tag", "")
        if tag in ("header", "footer", "th", "small"):
            return
        if type(box).__name__ == "TextBox" and box.text.strip():
            letter_sizes.append(box.style["font_size"] * 0.75)
        for child in getattr(box, "children", ()):
            visit(child)

    for page in pdf._pages:
        for box in page._page_box.children:
            if type(box).__name__ != "MarginBox":
                visit(box)
    return round(min(letter_sizes), 1)


def test_large_print_of_a_whole_round_enlarges_the_lists_and_not_the_actas(league):
    pieces = SHEETS["whole_round"].pieces(league, PrintAsk("whole_round", large=True))
    assert [piece.context["large"] for piece in pieces][:2] == [True, True]
    assert not pieces[-1].context["large"] and pieces[-1].stamps


def test_the_acta_of_one_table_fills_an_a5(league):
    match = league.matches.filter(table=1).get()
    pdf = lay_out_sheet(league, "actas", paper="A5", match=match.code)
    assert (pdf_sizes(pdf.write()), pdf.page_count) == ({A5}, 1)
    assert lay_out_sheet(league, "actas", paper="A5").page_count == 3


def test_an_acta_that_fills_an_a4_is_not_offered_in_a5(make_tournament, pairs, pilar):
    zanga = make_tournament(game="zanga", game_options={"partidas": 2})
    pairs(zanga, 4)
    publish(zanga, pilar)
    with pytest.raises(Refused) as refusal:
        order_print(tournament=zanga, author=pilar, ask=PrintAsk("actas", paper="A5"))
    assert refusal.value.code == "acta_fills_a4"
    with pytest.raises(Refused, match="A4 entera"):
        order_print(tournament=zanga, author=pilar, ask=PrintAsk("whole_round", paper="A5"))
    assert order_print(tournament=zanga, author=pilar, ask=PrintAsk("actas")).kind == "print"


@cases(
    "options, code",
    ({"sheet": "bracket", "paper": "A5"}, "sheet_without_paper"),
    ({"sheet": "poster", "paper": "A5"}, "sheet_without_paper"),
    ({"sheet": "standings", "paper": "A3"}, "sheet_without_paper"),
    ({"sheet": "actas", "large": True}, "sheet_without_large"),
    ({"sheet": "standings", "large": True, "paper": "A5"}, "large_on_a4"),
)
def test_a_sheet_on_a_paper_that_it_does_not_have_is_refused(options, code, league, pilar):
    with pytest.raises(Refused) as refusal:
        order_print(tournament=league, author=pilar, ask=PrintAsk(**options))
    assert refusal.value.code == code and not Job.objects.exists()


def test_the_page_lists_the_papers_of_each_sheet(casino, pairs, pilar, client_as):
    pairs(casino, 4)
    publish(casino, pilar)
    page = client_as(pilar).get(PRINTS_URL).text
    assert 'value="standings" data-papers="A4 A5" data-large="A4"' in page
    assert 'value="entries" data-papers="A4 A5" data-large="A4 A5"' in page
    assert 'value="poster" data-papers="A4" data-large=""' in page
    refusal = client_as(pilar).post(f"{PRINTS_URL}hoja/", {"sheet": "poster", "paper": "A5"})
    assert refusal.status_code == 400 and 'id="elegir" open' in refusal.text
    assert "Esa hoja no sale en A5: sale en A4." in refusal.text


def test_a_print_has_the_ordered_paper_and_size(
    casino, pairs, pilar, client_as, django_capture_on_commit_callbacks
):
    pairs(casino, 4)
    publish(casino, pilar)
    for options, page_size, ending in (
        ({"paper": "A5"}, A5, "-a5.pdf"),
        ({"large": "on"}, (842, 595), "-letra-grande.pdf"),
    ):
        with django_capture_on_commit_callbacks(execute=True):
            client_as(pilar).post(f"{PRINTS_URL}hoja/", {"sheet": "standings", **options})
        job = Job.objects.first()
        with job.file.open() as file:
            assert pdf_sizes(file.read()) == {page_size}
        assert job.file.name.endswith(ending)


@pytest.mark.slow
@cases("options", {"paper": "A5"}, {"large": True})
def test_prints_in_a5_and_large_print_are_tagged_and_reproducible(options, league, monkeypatch):
    from scoring.prints import ask

    moment = ask.now()
    monkeypatch.setattr(ask, "now", lambda: moment)
    first, second = (sheet_pdf(league, "standings", **options) for _time in "12")
    assert first == second
    reader = PdfReader(BytesIO(first))
    assert reader.root_object["/MarkInfo"] and reader.root_object["/Lang"] == "es"
    assert "Clasificación" in reader.metadata.title
