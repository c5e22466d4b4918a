"""Tests of the letterhead: logo, sponsor and colour of a tournament, and the sheets with them."""

import re
from io import BytesIO

import pytest
from django.core.files.storage import default_storage
from django.core.files.uploadedfile import SimpleUploadedFile
from PIL import Image
from pypdf import PdfReader

from scoring.actas.photos import MOST_LOGO_BYTES, logo_to_keep
from scoring.actas.pictures import LONGEST_LOGO
from scoring.models import Letterhead
from scoring.prints.layout.heads import COLOURS, LEAST_CONTRAST, contrast
from scoring.prints.services import checked_colour, edit_letterhead, keep_logo
from tests.api.conftest import Api
from tests.attacks.test_photo_attacks import png
from tests.rows import cases, each
from tests.scoring.played_rounds import publish
from tests.scoring.prints.printed import (
    cut_lines,
    lay_out_sheet,
    pages_of,
    sheet_pdf,
    texts_of_pages,
)
from tests.sizes import size
from tests.worlds import world
from tournaments.models import AuditLine, Job
from tournaments.refusal import Refused
from tournaments.rounds.services.quotas import stored_bytes

PAGE = "/t/casino-de-calamocha/ajustes/hojas/"
SPONSOR = "Embutidos Hermanos Fernández, en la plaza de la Iglesia: jamón de Teruel desde 1952"
WIDEST_SPONSOR = "W" * 120
SPONSORS = (SPONSOR, WIDEST_SPONSOR, ("Peña 😀 " * 17).strip())
PAGE_COUNTS = {  # number of pages of each sheet, for seven pairs and no sponsor
    **dict.fromkeys(["pairings_surname", "pairings_table", "call_list", "standings", "entries"], 1),
    **dict.fromkeys(["poster", "table_cards", "table_times", "account"], 1),
    **{"actas": 2, "receipts": 1, "badges": 2, "place_cards": 1, "table_numbers": 4},
}
SPONSORS_PER_PAGE = {  # times that the sponsor is printed on each page
    "actas": {"A4": [2, 1], "A5": [1, 1, 1]},
    "receipts": {"A4": [7], "A5": [4, 3]},
    "place_cards": {"A4": [7], "A5": [4, 3]},
    "badges": {"A4": [10, 4], "A5": [4, 4, 4, 2]},
}


def picture(size=(300, 120), image_format="PNG", mode="RGB", colour="red"):
    buffer = BytesIO()
    Image.new(mode, size, colour).save(buffer, image_format)
    return buffer.getvalue()


def transparent_logo():
    return picture(mode="RGBA", colour=(0, 0, 0, 0))


def uploaded_file(content, name="logo.png"):
    return SimpleUploadedFile(name, content, "image/png")


@world
def tournament(casino, pairs, pilar):
    """A tournament of seven pairs: three matches at tables 1 to 3, and a bye."""
    pairs(casino, 7)
    publish(casino, pilar)
    return casino


@pytest.fixture
def letterhead_tournament(tournament, pilar):
    """The tournament with a sponsor, a colour and a logo."""
    edit_letterhead(tournament=tournament, author=pilar, sponsor=SPONSOR, colour="#8B1A2B")
    keep_logo(tournament=tournament, author=pilar, logo=logo_to_keep(picture()))
    return tournament


@pytest.fixture
def upload_logo(casino, client_as, pilar, django_capture_on_commit_callbacks):
    """A function that uploads a logo from the page, runs its job, and returns answer and job."""

    def upload(content, name="logo.png"):
        with django_capture_on_commit_callbacks(execute=True):
            answer = client_as(pilar).post(
                f"{PAGE}logo/poner/", {"logo": uploaded_file(content, name)}
            )
        return answer, Job.objects.filter(kind="logo").first()

    return upload


def images(pdf):
    """Return the images of each page."""
    return [
        [image for image in page.images if image.image.size != (0, 0)]
        for page in PdfReader(BytesIO(pdf)).pages
    ]


# --- Sponsor and colour ---------------------------------------------------------------------------
def test_the_sponsor_and_the_colour_are_stored_and_audited(casino, pilar, client_as):
    browser = client_as(pilar)
    form = {"sponsor": f"  {SPONSOR} ", "colour": "other", "other": "1B5E20"}
    assert browser.post(PAGE, form).status_code == 302
    letterhead = Letterhead.objects.get(tournament=casino)
    assert (letterhead.sponsor, letterhead.colour) == (SPONSOR, "#1b5e20")
    line = AuditLine.objects.get(act="edit_letterhead")
    assert line.after == {"sponsor": SPONSOR, "colour": "#1b5e20"}
    page = browser.get(PAGE).text
    assert SPONSOR in page and re.search(r'value="#1b5e20"[^>]*checked', page)
    browser.post(PAGE, {"sponsor": SPONSOR, "colour": "#1b5e20"})
    assert AuditLine.objects.filter(act="edit_letterhead").count() == 1


@each(
    "form, sentence",
    ({"colour": "other", "other": "#ffd700"}, "Ese color no se lee bien en papel blanco"),
    ({"colour": "other", "other": "#12345"}, "Un color se escribe con #"),
    ({"colour": "other", "other": "red;} * {"}, "Un color se escribe con #"),
    ({"colour": "other", "other": ""}, "Escriba las cifras del color"),
    ({"colour": "#ffffff"}, "Color"),
    ({"sponsor": "a" * 121}, "120"),
    ({"sponsor": "Bar\u202eElías"}, "Patrocinador"),
)
def test_a_wrong_colour_or_sponsor_is_refused_with_a_sentence(
    form, sentence, casino, pilar, client_as
):
    answer = client_as(pilar).post(PAGE, form)
    assert answer.status_code == 400
    assert sentence in answer.text.split("error-summary")[1].split("</section>")[0]
    assert not Letterhead.objects.exists()


def test_every_offered_colour_is_readable_on_white():
    assert all(checked_colour(colour) == colour for colour in COLOURS)
    assert min(contrast(colour) for colour in COLOURS if colour) >= LEAST_CONTRAST
    assert checked_colour("#767676") == "#767676"
    with pytest.raises(Refused, match="4,4"):
        checked_colour("#777777")


# --- Logo -----------------------------------------------------------------------------------------
def test_the_job_redraws_a_logo_on_white(upload_logo, casino, client_as, pilar):
    answer, job = upload_logo(transparent_logo())
    assert answer.url.endswith(f"/trabajos/{job.pk}/") and job.state == "done"
    letterhead = Letterhead.objects.get()
    content = letterhead.logo.read()
    image = Image.open(BytesIO(content))
    assert (image.format, image.mode, image.size) == (
        "PNG",
        "RGB",
        (letterhead.width, letterhead.height),
    )
    assert image.getpixel((5, 5)) == (255, 255, 255)
    file = client_as(pilar).get(f"{PAGE}logo/")
    assert (file["Content-Type"], file["X-Content-Type-Options"]) == ("image/png", "nosniff")
    assert b"".join(file.streaming_content) == content
    assert f"{PAGE}logo/" in client_as(pilar).get(PAGE).text
    assert "Ver el logo" in client_as(pilar).get(answer.url).text
    assert AuditLine.objects.filter(act="keep_logo", author=pilar).exists()


@pytest.mark.slow
@each("image_format", "PNG", "JPEG")
def test_a_large_logo_is_reduced_to_the_same_bytes_every_time(image_format):
    logo = logo_to_keep(picture((1200, 400), image_format))
    assert (logo.width, logo.height) == (LONGEST_LOGO, round(LONGEST_LOGO / 3))
    assert logo.content == logo_to_keep(picture((1200, 400), image_format)).content


@pytest.mark.slow
@each(
    "content",
    b"<svg xmlns='http://www.w3.org/2000/svg'><image href='http://evil.example/'/></svg>",
    b"https://evil.example/logo.png",
    b"%PDF-1.7",
    picture(image_format="GIF"),
    picture(image_format="WEBP"),
    picture()[:60],
    b"\x89PNG\r\n\x1a\n",
)
def test_a_file_that_is_no_logo_is_refused_whatever_its_name(content, upload_logo):
    answer, job = upload_logo(content)
    message = answer.text if answer.status_code == 400 else job.message
    assert "no es un logo que se pueda imprimir" in message
    assert not Letterhead.objects.exists()


def test_a_huge_logo_is_refused_before_it_is_decoded(upload_logo):
    answer, job = upload_logo(png(9_000, 9_000))
    assert (answer.status_code, job.code) == (302, "logo_too_big")
    assert "demasiado grande" in job.message and not job.upload
    answer, _job = upload_logo(picture() + b"\0" * MOST_LOGO_BYTES)
    assert answer.status_code == 400 and "2 MB" in answer.text
    assert not Letterhead.objects.exists()


def test_another_logo_replaces_the_first_and_its_file(upload_logo, casino, pilar, client_as):
    upload_logo(picture())
    first_name = Letterhead.objects.get().logo.name
    upload_logo(picture((50, 50)))
    second_name = Letterhead.objects.get().logo.name
    assert first_name != second_name and not default_storage.exists(first_name)


def test_a_removed_logo_loses_its_file(
    letterhead_tournament, client_as, pilar, django_capture_on_commit_callbacks
):
    name = Letterhead.objects.get().logo.name
    with django_capture_on_commit_callbacks(execute=True):
        client_as(pilar).post(f"{PAGE}logo/quitar/")
    assert not Letterhead.objects.get().logo and not default_storage.exists(name)
    assert client_as(pilar).get(f"{PAGE}logo/").status_code == 404
    second_answer = client_as(pilar).post(f"{PAGE}logo/quitar/", follow=True)
    assert "No hay ningún logo que quitar" in second_answer.text


def test_a_logo_counts_in_the_storage_and_is_deleted_with_the_tournament(
    letterhead_tournament, pilar, client_as, django_capture_on_commit_callbacks
):
    name = Letterhead.objects.get().logo.name
    assert stored_bytes(pilar) == default_storage.size(name) > 0
    with django_capture_on_commit_callbacks(execute=True):
        confirmation = {"name": letterhead_tournament.name, "while_playing": True}
        assert (
            Api(pilar)
            .post(f"tournaments/{letterhead_tournament.slug}/delete/", confirmation)
            .status_code
            == 204
        )
    assert not Letterhead.objects.exists() and not default_storage.exists(name)


def test_the_api_changes_the_letterhead(casino, pilar, django_capture_on_commit_callbacks):
    program, path = Api(pilar), f"tournaments/{casino.slug}/letterhead/"
    default_values = {"sponsor": "", "colour": "", "has_logo": False}
    assert program.get(path).json() == default_values
    assert program.patch(path, {"sponsor": SPONSOR}).json() == {
        **default_values,
        "sponsor": SPONSOR,
    }
    refused_answer = program.patch(path, {"colour": "#ffd700"})
    assert (refused_answer.status_code, refused_answer.json()["error"]["code"]) == (
        400,
        "colour_too_light",
    )
    assert program.patch(path, {"colour": "nada"}).json()["error"]["code"] == "colour_unreadable"
    assert program.get(f"{path}logo/").status_code == 404
    assert program.send("DELETE", f"{path}logo/").json()["error"]["code"] == "no_logo"
    assert Letterhead.objects.get().colour == ""


# --- Letterhead on the sheets ---------------------------------------------------------------------
@pytest.mark.slow
def test_every_sheet_has_the_letterhead_uncut_and_no_more_pages(tournament, pilar):
    keep_logo(tournament=tournament, author=pilar, logo=logo_to_keep(picture((10, 2000))))
    for turn, sponsor in enumerate(SPONSORS):
        edit_letterhead(tournament=tournament, author=pilar, sponsor=sponsor, colour="#8B1A2B")
        for sheet in size(list(PAGE_COUNTS)[turn :: len(SPONSORS)], long=list(PAGE_COUNTS)):
            pdf = lay_out_sheet(tournament, sheet)
            content = pdf.write()
            sheet_and_sponsor = (sheet, sponsor)
            assert (pdf.page_count, cut_lines(pdf), sheet_and_sponsor) == (
                PAGE_COUNTS[sheet],
                [],
                sheet_and_sponsor,
            )
            assert all(images(content)), sheet_and_sponsor
            check_sponsor(sheet, sponsor, content, SPONSORS_PER_PAGE.get(sheet, {}).get("A4"))


def check_sponsor(sheet, sponsor, content, expected_counts):
    """Check that each page has the sponsor as often as `expected_counts` lists.

    Without `expected_counts`, each page has it at least once, and the first page has the colour.
    Table numbers have no such check.
    """
    counts = count_sponsors(content, sponsor)
    if expected_counts:
        assert (sheet, counts) == (sheet, expected_counts)
    elif sheet != "table_numbers":
        assert (sheet, all(counts)) == (sheet, True)
        first_page = PdfReader(BytesIO(content)).pages[0]
        assert b"0.545" in first_page.get_contents().get_data(), sheet


def count_sponsors(content, sponsor):
    """Return the number of times the sponsor is on each page, even if broken into lines."""
    pages = PdfReader(BytesIO(content)).pages
    page_texts = ("".join(page.extract_text().replace("\x00", "").split()) for page in pages)
    return [text.count("".join(sponsor.split())) for text in page_texts]


@pytest.mark.slow
@each("sheet", *SPONSORS_PER_PAGE)
def test_each_acta_and_each_card_in_a5_has_the_sponsor(sheet, letterhead_tournament):
    assert (
        count_sponsors(sheet_pdf(letterhead_tournament, sheet, paper="A5"), SPONSOR)
        == SPONSORS_PER_PAGE[sheet]["A5"]
    )


# Game, options, paper, and the number of pages that two actas need.
PAGES_OF_TWO_ACTAS = [
    ("guinote", {"cotos": 3, "partidas": 5}, "A4", 1),
    ("guinote", {"cotos": 3, "partidas": 5}, "A5", 2),
    ("zanga", {}, "A4", 2),
    ("cientos", {}, "A4", 2),
    ("marcador", {"target": 101}, "A4", 2),
]


@pytest.mark.slow
@cases("game, options, paper, pages", *size(PAGES_OF_TWO_ACTAS[:3], long=PAGES_OF_TWO_ACTAS))
def test_the_acta_of_any_game_has_room_for_the_longest_sponsor(
    game, options, paper, pages, make_tournament, pilar
):
    tournament = make_tournament(game=game, game_options=options, name="W" * 80, venue="M" * 100)
    edit_letterhead(tournament=tournament, author=pilar, sponsor=WIDEST_SPONSOR, colour="")
    pdf = lay_out_sheet(tournament, "actas", blank=2, paper=paper)
    assert (pdf.page_count, cut_lines(pdf)) == (pages, [])
    assert sum(count_sponsors(pdf.write(), WIDEST_SPONSOR)) == 2


def logo_sizes(pdf):
    """Return the width and height in millimetres of each logo on the first page."""
    return {
        (round(box.width / 96 * 25.4, 1), round(box.height / 96 * 25.4, 1))
        for box in pages_of(pdf)[0]._page_box.descendants()
        if box.element_tag == "img"
    }


@pytest.mark.slow
@cases(
    "pixels, size_in_head, size_on_acta, turn",
    ((1200, 200), (40.0, 15.5), (40.0, 22.0), 0),
    ((300, 150), (31.0, 15.5), (40.0, 22.0), 1),
    ((200, 900), (20.0, 15.5), (22.0, 22.0), 2),
)
def test_a_wide_logo_has_more_room_and_cuts_no_text(
    pixels, size_in_head, size_on_acta, turn, make_tournament, pairs, pilar
):
    liga = make_tournament(format="league", format_options={}, name="W" * 80, venue="M" * 100)
    pairs(liga, 7)
    publish(liga, pilar)
    keep_logo(tournament=liga, author=pilar, logo=logo_to_keep(picture(pixels)))
    heads = [("pairings_table", {}), ("crosses", {}), ("entries", {"large": True})]
    sheets = [
        (*sheet_options, size_in_head) for sheet_options in size(heads[turn : turn + 1], long=heads)
    ]
    for sheet, options, logo_size in (*sheets, ("actas", {}, size_on_acta)):
        pdf = lay_out_sheet(liga, sheet, **options)
        assert (sheet, logo_sizes(pdf), cut_lines(pdf)) == (sheet, {logo_size}, [])


@pytest.mark.slow
def test_a_bracket_with_a_sponsor_stays_on_its_sheet(make_tournament, pairs, pilar):
    copa = make_tournament()
    pairs(copa, 16)
    publish(copa, pilar)
    edit_letterhead(tournament=copa, author=pilar, sponsor=WIDEST_SPONSOR, colour="")
    for paper in ("A4", "A3"):
        pdf = lay_out_sheet(copa, "bracket", paper=paper)
        assert (pdf.page_count, cut_lines(pdf)) == (1, [])


@pytest.mark.slow
def test_a_sheet_printed_twice_has_the_same_bytes_and_one_logo(letterhead_tournament, monkeypatch):
    from scoring.prints import ask

    moment = ask.now()
    monkeypatch.setattr(ask, "now", lambda: moment)
    for sheet in size(
        ("entries", "actas"), long=("entries", "actas", "pairings_table", "receipts")
    ):
        first, second = (sheet_pdf(letterhead_tournament, sheet) for _time in "12")
        assert first == second and first.count(b"/Subtype /Image") == 1


def test_sheets_are_printed_even_if_the_file_of_the_logo_is_lost(letterhead_tournament):
    default_storage.delete(Letterhead.objects.get().logo.name)
    assert texts_of_pages(lay_out_sheet(letterhead_tournament, "pairings_table"))


@pytest.mark.slow
@each(
    "url",
    "logo:../secret_key.png",
    "logo:/etc/passwd",
    "logo:%2e%2e/x.png",
    "file:///etc/passwd",
    "http://evil.example/x.png",
)
def test_printing_opens_no_other_file_or_address(url):
    from scoring.prints.pdf import fetcher

    with pytest.raises(ValueError):
        fetcher().fetch(url)
