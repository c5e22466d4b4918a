"""A5 and large print: what comes in them, and that nothing of it is cut."""

from io import BytesIO

import pytest
from pypdf import PdfReader

from scoring.prints.ask import PrintAsk
from scoring.prints.services import order_print
from scoring.prints.sheets import SHEETS
from tests.rows import cases, each
from tests.scoring.days import publish
from tests.scoring.prints.printed import cut_lines, laid_out, pages_of, sheet_pdf
from tests.sizes import size
from tests.worlds import world
from tournaments.models import Job
from tournaments.names.people import Person
from tournaments.people.services.registering import register_entry
from tournaments.refusal import Refused

HALL = "/t/casino-de-calamocha/imprimir/"
LONG = [
    Person("W" * 60, "M" * 60),
    Person("María de los Ángeles Inmaculada Concepción", "Fernández de Córdoba y Gopegui"),
    Person("Paquito 😀🃏", "el de la Pepa 🎉"),
    Person("محمد عبد الرحمن", "بن يوسف"),
]
A5 = (595, 420)  # points, on its side
IN_A5 = [key for key, sheet in SHEETS.items() if "A5" in sheet.papers]
IN_LARGE = [key for key, sheet in SHEETS.items() if sheet.large]
ON_BOTH = [key for key in IN_LARGE if "A5" in SHEETS[key].large]
LATER = ("final", "whole_event", "going_on")  # of another kind, or of its end
CUT_BEFORE = ("pairings_surname", "pairings_table", "table_cards")  # by design: docs/printing.md


@world
def league(make_tournament, pairs, pilar):
    """Six pairs in a league, two of them with the longest names, in its first round."""
    liga = make_tournament(format="league", format_options={})
    for first in (0, 2):
        register_entry(tournament=liga, author=pilar, players=LONG[first : first + 2])
    pairs(liga, 4)
    publish(liga, pilar)
    return liga


def by_turns(sheets, turn):
    """Leave out those whose turn is the other: each is tried in A5 and in large print, in both at
    once or in one after the other."""
    others = [key for key in ON_BOTH if ON_BOTH.index(key) % 2 != turn]
    return size([key for key in sheets if key not in others], long=sheets)


def papers(pdf):
    """The size of each page that is laid out, in points."""
    return {(round(page.width * 0.75), round(page.height * 0.75)) for page in pages_of(pdf)}


def sizes(pdf):
    """The size of each page, in points."""
    boxes = [page.mediabox for page in PdfReader(BytesIO(pdf)).pages]
    return {(round(box.width), round(box.height)) for box in boxes}


@pytest.mark.slow
@each("sheet", *by_turns([key for key in IN_A5 if key not in LATER], 0))
def test_a_sheet_in_a5_is_on_a5_and_cuts_nothing_more(sheet, league):
    pdf = laid_out(league, sheet, paper="A5")
    assert papers(pdf) == {A5}
    cut = cut_lines(pdf)
    assert cut == [] if sheet not in CUT_BEFORE else len(cut) <= len(LONG)


@pytest.mark.slow
@each("sheet", *by_turns([key for key in IN_LARGE if key not in (*LATER, "whole_round")], 0))
def test_large_print_has_18_points_and_cuts_nothing(sheet, league):
    pdf = laid_out(league, sheet, large=True)
    assert cut_lines(pdf) == []
    assert body_size(pdf) >= 18
    assert pdf.page_count >= laid_out(league, sheet).page_count


@pytest.mark.slow
@each("sheet", *by_turns([key for key in ON_BOTH if key not in LATER], 1))
def test_large_print_on_a5_has_18_points_and_cuts_nothing(sheet, league):
    pdf = laid_out(league, sheet, large=True, paper="A5")
    assert (papers(pdf), cut_lines(pdf)) == ({A5}, [])
    assert sheet == "whole_round" or body_size(pdf) >= 18


def test_who_goes_on_in_large_print_on_a5(make_tournament, pilar):
    copa = make_tournament()
    for first in (0, 2):
        register_entry(tournament=copa, author=pilar, players=LONG[first : first + 2])
    publish(copa, pilar)
    pdf = laid_out(copa, "going_on", large=True, paper="A5")
    assert (sizes(pdf.write()), cut_lines(pdf)) == ({A5}, [])
    assert body_size(pdf) >= 18


def body_size(pdf):
    """The smallest letters, in points, between the head and the foot, but for heads of columns."""
    found = []

    def visit(box):
        tag = getattr(box, "element_tag", "")
        if tag in ("header", "footer", "th", "small"):
            return
        if type(box).__name__ == "TextBox" and box.text.strip():
            found.append(box.style["font_size"] * 0.75)
        for child in getattr(box, "children", ()):
            visit(child)

    for page in pdf._pages:
        for box in page._page_box.children:
            if type(box).__name__ != "MarginBox":
                visit(box)
    return round(min(found), 1)


def test_in_the_whole_round_the_lists_are_large_and_the_actas_as_always(league):
    pieces = SHEETS["whole_round"].pieces(league, PrintAsk("whole_round", large=True))
    assert [piece.context["large"] for piece in pieces][:2] == [True, True]
    assert not pieces[-1].context["large"] and pieces[-1].stamps


def test_the_acta_of_one_table_fills_an_a5(league):
    match = league.matches.filter(table=1).get()
    pdf = laid_out(league, "actas", paper="A5", match=match.code)
    assert (sizes(pdf.write()), pdf.page_count) == ({A5}, 1)
    assert laid_out(league, "actas", paper="A5").page_count == 3


def test_an_acta_that_fills_an_a4_is_not_offered_in_a5(make_tournament, pairs, pilar):
    zanga = make_tournament(game="zanga", game_options={"partidas": 2})
    pairs(zanga, 4)
    publish(zanga, pilar)
    with pytest.raises(Refused) as refused:
        order_print(tournament=zanga, author=pilar, ask=PrintAsk("actas", paper="A5"))
    assert refused.value.code == "acta_fills_a4"
    with pytest.raises(Refused, match="A4 entera"):
        order_print(tournament=zanga, author=pilar, ask=PrintAsk("whole_round", paper="A5"))
    assert order_print(tournament=zanga, author=pilar, ask=PrintAsk("actas")).kind == "print"


@cases(
    "asked, code",
    ({"sheet": "bracket", "paper": "A5"}, "sheet_without_paper"),
    ({"sheet": "poster", "paper": "A5"}, "sheet_without_paper"),
    ({"sheet": "standings", "paper": "A3"}, "sheet_without_paper"),
    ({"sheet": "actas", "large": True}, "sheet_without_large"),
    ({"sheet": "standings", "large": True, "paper": "A5"}, "large_on_a4"),
)
def test_a_paper_that_a_sheet_does_not_come_in_is_said(asked, code, league, pilar):
    with pytest.raises(Refused) as refused:
        order_print(tournament=league, author=pilar, ask=PrintAsk(**asked))
    assert refused.value.code == code and not Job.objects.exists()


def test_the_page_says_which_papers_each_sheet_has(casino, pairs, pilar, client_as):
    pairs(casino, 4)
    publish(casino, pilar)
    page = client_as(pilar).get(HALL).text
    assert 'value="standings" data-papers="A4 A5" data-large="A4"' in page
    assert 'value="entries" data-papers="A4 A5" data-large="A4 A5"' in page
    assert 'value="poster" data-papers="A4" data-large=""' in page
    refused = client_as(pilar).post(f"{HALL}hoja/", {"sheet": "poster", "paper": "A5"})
    assert refused.status_code == 400 and 'id="elegir" open' in refused.text
    assert "Esa hoja no sale en A5: sale en A4." in refused.text


def test_what_is_ordered_is_what_comes(
    casino, pairs, pilar, client_as, django_capture_on_commit_callbacks
):
    pairs(casino, 4)
    publish(casino, pilar)
    for asked, on_paper, name in (
        ({"paper": "A5"}, A5, "-a5.pdf"),
        ({"large": "on"}, (842, 595), "-letra-grande.pdf"),
    ):
        with django_capture_on_commit_callbacks(execute=True):
            client_as(pilar).post(f"{HALL}hoja/", {"sheet": "standings", **asked})
        job = Job.objects.first()
        with job.file.open() as file:
            assert sizes(file.read()) == {on_paper}
        assert job.file.name.endswith(name)


@pytest.mark.slow
@cases("asked", {"paper": "A5"}, {"large": True})
def test_they_are_tagged_and_the_same_each_time(asked, league, monkeypatch):
    from scoring.prints import ask

    moment = ask.now()
    monkeypatch.setattr(ask, "now", lambda: moment)
    one, other = (sheet_pdf(league, "standings", **asked) for _time in "12")
    assert one == other
    read = PdfReader(BytesIO(one))
    assert read.root_object["/MarkInfo"] and read.root_object["/Lang"] == "es"
    assert "Clasificación" in read.metadata.title
