"""The logo, the sponsor and the colour of a tournament, and the sheets that bear them."""

import re
from io import BytesIO

import pytest
from django.core.files.storage import default_storage
from django.core.files.uploadedfile import SimpleUploadedFile
from PIL import Image
from pypdf import PdfReader

from scoring.models import Letterhead
from scoring.photos import MOST_LOGO_BYTES, logo_to_keep
from scoring.pictures import LONGEST_LOGO
from scoring.prints.layout.colours import COLOURS, LEAST, contrast
from scoring.services.letterheads import checked_colour, edit_letterhead, keep_logo
from tests.api.conftest import Api
from tests.attacks.test_photos import png
from tests.rows import cases, each
from tests.scoring.days import publish
from tests.scoring.prints.printed import cut_lines, laid_out, sheet_pages, sheet_pdf, texts, words
from tests.worlds import world
from tournaments.models import AuditLine, Job
from tournaments.refusal import Refused
from tournaments.services.quotas import stored_bytes

PAGE = "/t/casino-de-calamocha/ajustes/hojas/"
SPONSOR = "Embutidos Hermanos Fernández, en la plaza de la Iglesia: jamón de Teruel desde 1952"
WIDEST = "W" * 120
WITH_HEAD = ("pairings_surname", "pairings_table", "call_list", "standings", "entries", "poster")
WITH_HEAD += ("table_cards", "table_times", "account")
POSTERS = ("actas", "receipts", "badges", "place_cards", "table_numbers", "diplomas")


def picture(size=(300, 120), kind="PNG", mode="RGB", colour="red"):
    told = BytesIO()
    Image.new(mode, size, colour).save(told, kind)
    return told.getvalue()


def see_through():
    """A logo with nothing behind its letters."""
    return picture(mode="RGBA", colour=(0, 0, 0, 0))


def sent(content, name="logo.png"):
    return SimpleUploadedFile(name, content, "image/png")


@world
def hall(casino, pairs, pilar):
    """Seven pairs: three matches at their tables and one that rests."""
    pairs(casino, 7)
    publish(casino, pilar)
    return casino


@pytest.fixture
def dressed(hall, pilar):
    """The same with all there is."""
    edit_letterhead(tournament=hall, author=pilar, sponsor=SPONSOR, colour="#8B1A2B")
    keep_logo(tournament=hall, author=pilar, kept=logo_to_keep(picture()))
    return hall


@pytest.fixture
def put(casino, client_as, pilar, django_capture_on_commit_callbacks):
    """Send a logo from the page, have the worker draw it, and give the answer and its job."""

    def put_one(content, name="logo.png"):
        with django_capture_on_commit_callbacks(execute=True):
            answer = client_as(pilar).post(f"{PAGE}logo/poner/", {"logo": sent(content, name)})
        return answer, Job.objects.filter(kind="logo").first()

    return put_one


def images(pdf):
    """The pictures of each page."""
    return [
        [image for image in page.images if image.image.size != (0, 0)]
        for page in PdfReader(BytesIO(pdf)).pages
    ]


# --- Setting it up --------------------------------------------------------------------------------
def test_the_sponsor_and_the_colour_are_kept_and_written_down(casino, pilar, client_as):
    browser = client_as(pilar)
    asked = {"sponsor": f"  {SPONSOR} ", "colour": "other", "other": "1B5E20"}
    assert browser.post(PAGE, asked).status_code == 302
    kept = Letterhead.objects.get(tournament=casino)
    assert (kept.sponsor, kept.colour) == (SPONSOR, "#1b5e20")
    line = AuditLine.objects.get(act="edit_letterhead")
    assert line.after == {"sponsor": SPONSOR, "colour": "#1b5e20"}
    page = browser.get(PAGE).text
    assert SPONSOR in page and re.search(r'value="#1b5e20"[^>]*checked', page)
    browser.post(PAGE, {"sponsor": SPONSOR, "colour": "#1b5e20"})
    assert AuditLine.objects.filter(act="edit_letterhead").count() == 1


@cases(
    "asked, sentence",
    ({"colour": "other", "other": "#ffd700"}, "Ese color no se lee bien en papel blanco"),
    ({"colour": "other", "other": "#12345"}, "Un color se escribe con #"),
    ({"colour": "other", "other": "red;} * {"}, "Un color se escribe con #"),
    ({"colour": "other", "other": ""}, "Escriba las cifras del color"),
    ({"colour": "#ffffff"}, "Color"),
    ({"sponsor": "a" * 121}, "120"),
    ({"sponsor": "Bar\u202eElías"}, "Patrocinador"),
)
def test_what_cannot_be_read_is_refused_with_a_sentence(asked, sentence, casino, pilar, client_as):
    answer = client_as(pilar).post(PAGE, asked)
    assert answer.status_code == 400
    assert sentence in answer.text.split("error-summary")[1].split("</section>")[0]
    assert not Letterhead.objects.exists()


def test_every_colour_of_the_house_is_read_on_white():
    assert all(checked_colour(colour) == colour for colour in COLOURS)
    assert min(contrast(colour) for colour in COLOURS if colour) >= LEAST
    assert checked_colour("#767676") == "#767676"
    with pytest.raises(Refused, match="4,4"):
        checked_colour("#777777")


# --- The logo -------------------------------------------------------------------------------------
def test_a_logo_is_drawn_anew_small_and_on_white_by_the_job(put, casino, client_as, pilar):
    answer, job = put(see_through())
    assert answer.url.endswith(f"/trabajos/{job.pk}/") and job.state == "done"
    kept = Letterhead.objects.get()
    raw = kept.logo.read()
    drawn = Image.open(BytesIO(raw))
    assert (drawn.format, drawn.mode, drawn.size) == ("PNG", "RGB", (kept.width, kept.height))
    assert drawn.getpixel((5, 5)) == (255, 255, 255)
    file = client_as(pilar).get(f"{PAGE}logo/")
    assert (file["Content-Type"], file["X-Content-Type-Options"]) == ("image/png", "nosniff")
    assert b"".join(file.streaming_content) == raw
    assert f"{PAGE}logo/" in client_as(pilar).get(PAGE).text
    assert "Ver el logo" in client_as(pilar).get(answer.url).text
    assert AuditLine.objects.filter(act="keep_logo", author=pilar).exists()


@each("kind", "PNG", "JPEG")
def test_both_kinds_are_kept_as_one(kind):
    kept = logo_to_keep(picture((3000, 1000), kind))
    assert (kept.width, kept.height) == (LONGEST_LOGO, round(LONGEST_LOGO / 3))
    assert kept.content == logo_to_keep(picture((3000, 1000), kind)).content


@cases(
    "content",
    b"<svg xmlns='http://www.w3.org/2000/svg'><image href='http://evil.example/'/></svg>",
    b"https://evil.example/logo.png",
    b"%PDF-1.7",
    picture(kind="GIF"),
    picture(kind="WEBP"),
    picture()[:60],
    b"\x89PNG\r\n\x1a\n",
)
def test_what_is_no_logo_is_refused_whatever_its_name(content, put):
    answer, job = put(content)
    told = answer.text if answer.status_code == 400 else job.message
    assert "no es un logo que se pueda imprimir" in told
    assert not Letterhead.objects.exists()


def test_a_huge_logo_is_refused_before_it_is_decoded(put):
    answer, job = put(png(9_000, 9_000))
    assert (answer.status_code, job.code) == (302, "logo_too_big")
    assert "demasiado grande" in job.message and not job.upload
    answer, _job = put(picture() + b"\0" * MOST_LOGO_BYTES)
    assert answer.status_code == 400 and "2 MB" in answer.text
    assert not Letterhead.objects.exists()


def test_another_logo_takes_its_place_and_leaves_no_file(put, casino, pilar, client_as):
    put(picture())
    first = Letterhead.objects.get().logo.name
    put(picture((50, 50)))
    second = Letterhead.objects.get().logo.name
    assert first != second and not default_storage.exists(first)


def test_a_logo_is_taken_off_with_its_file(
    dressed, client_as, pilar, django_capture_on_commit_callbacks
):
    name = Letterhead.objects.get().logo.name
    with django_capture_on_commit_callbacks(execute=True):
        client_as(pilar).post(f"{PAGE}logo/quitar/")
    assert not Letterhead.objects.get().logo and not default_storage.exists(name)
    assert client_as(pilar).get(f"{PAGE}logo/").status_code == 404
    again = client_as(pilar).post(f"{PAGE}logo/quitar/", follow=True)
    assert "No hay ningún logo que quitar" in again.text


def test_only_an_organiser_sets_it(dressed, desk, raul, client_as):
    for path in (PAGE, f"{PAGE}logo/"):
        assert desk.get(path).status_code == 403
    assert desk.post(PAGE, {"sponsor": "Otro"}).status_code == 403


def test_it_counts_in_the_storage_and_goes_with_the_tournament(
    dressed, pilar, client_as, django_capture_on_commit_callbacks
):
    name = Letterhead.objects.get().logo.name
    assert stored_bytes(pilar) == default_storage.size(name) > 0
    with django_capture_on_commit_callbacks(execute=True):
        asked = {"name": dressed.name, "while_playing": True}
        assert Api(pilar).post(f"tournaments/{dressed.slug}/delete/", asked).status_code == 204
    assert not Letterhead.objects.exists() and not default_storage.exists(name)


def test_a_program_does_the_same(casino, pilar, django_capture_on_commit_callbacks):
    program, path = Api(pilar), f"tournaments/{casino.slug}/letterhead/"
    empty = {"sponsor": "", "colour": "", "has_logo": False}
    assert program.get(path).json() == empty
    assert program.patch(path, {"sponsor": SPONSOR}).json() == {**empty, "sponsor": SPONSOR}
    refused = program.patch(path, {"colour": "#ffd700"})
    assert (refused.status_code, refused.json()["error"]["code"]) == (400, "colour_too_light")
    assert program.patch(path, {"colour": "nada"}).json()["error"]["code"] == "colour_unreadable"
    assert program.get(f"{path}logo/").status_code == 404
    assert program.send("DELETE", f"{path}logo/").json()["error"]["code"] == "no_logo"
    assert Letterhead.objects.get().colour == ""


# --- On the sheets --------------------------------------------------------------------------------
@each("sheet", *WITH_HEAD)
def test_every_sheet_with_a_head_bears_all_three(sheet, dressed):
    pdf = sheet_pdf(dressed, sheet)
    assert all(images(pdf))
    assert SPONSOR in words(sheet_pages(dressed, sheet))
    assert b"0.545" in PdfReader(BytesIO(pdf)).pages[0].get_contents().get_data()


@each("sheet", *(set(POSTERS) - {"diplomas"}))
def test_what_is_cut_or_stamped_bears_the_logo(sheet, dressed):
    assert all(images(sheet_pdf(dressed, sheet)))


@cases("paper", "A4", "A5")
@cases(
    "sheet, on_each_page",
    ("actas", {"A4": [2, 1], "A5": [1, 1, 1]}),
    ("receipts", {"A4": [7], "A5": [4, 3]}),
    ("place_cards", {"A4": [7], "A5": [4, 3]}),
    ("badges", {"A4": [10, 4], "A5": [4, 4, 4, 2]}),
)
def test_each_acta_and_each_card_has_the_sponsor_whole(sheet, on_each_page, paper, dressed):
    pages = [words([page]) for page in sheet_pages(dressed, sheet, paper=paper)]
    assert [page.count(SPONSOR) for page in pages] == on_each_page[paper]


@cases(
    "game, options, papers",
    ("guinote", {"cotos": 3, "partidas": 5}, ("A4", "A5")),
    ("cientos", {}, ("A4",)),
    ("zanga", {}, ("A4",)),
    ("marcador", {"target": 101}, ("A4",)),
)
def test_the_acta_of_any_game_has_room_for_the_longest_sponsor(
    game, options, papers, make_tournament, pilar
):
    hall = make_tournament(game=game, game_options=options, name="W" * 80, venue="M" * 100)
    for paper in papers:
        edit_letterhead(tournament=hall, author=pilar, sponsor="", colour="")
        plain = laid_out(hall, "actas", blank=2, paper=paper).page_count
        edit_letterhead(tournament=hall, author=pilar, sponsor=WIDEST, colour="")
        pdf = laid_out(hall, "actas", blank=2, paper=paper)
        assert (pdf.page_count, cut_lines(pdf)) == (plain, [])
        assert words(texts(pdf)).count(WIDEST) == 2


def drawn_logos(pdf):
    """The millimetres of the boxes of the logo, wide and high, on the first page."""
    return {
        (round(box.width / 96 * 25.4, 1), round(box.height / 96 * 25.4, 1))
        for box in pdf._pages[0]._page_box.descendants()
        if box.element_tag == "img"
    }


@cases(
    "pixels, in_the_head, on_an_acta",
    ((1200, 200), (40.0, 15.5), (40.0, 22.0)),
    ((300, 150), (31.0, 15.5), (40.0, 22.0)),
    ((200, 900), (20.0, 15.5), (22.0, 22.0)),
)
def test_a_wide_logo_has_more_room_and_cuts_nothing_beside_it(
    pixels, in_the_head, on_an_acta, make_tournament, pairs, pilar
):
    liga = make_tournament(format="league", format_options={}, name="W" * 80, venue="M" * 100)
    pairs(liga, 7)
    publish(liga, pilar)
    keep_logo(tournament=liga, author=pilar, kept=logo_to_keep(picture(pixels)))
    for sheet, asked, box in (
        ("pairings_table", {}, in_the_head),
        ("crosses", {}, in_the_head),
        ("entries", {"large": True}, in_the_head),
        ("actas", {}, on_an_acta),
    ):
        pdf = laid_out(liga, sheet, **asked)
        assert (sheet, drawn_logos(pdf), cut_lines(pdf)) == (sheet, {box}, [])


def test_the_stamped_actas_have_the_logo_once_in_the_file(dressed):
    once, more = (sheet_pdf(dressed, "actas", blank=blank) for blank in (2, 40))
    assert more.count(b"/Subtype /Image") == once.count(b"/Subtype /Image") == 1


@cases("sponsor", SPONSOR, WIDEST, "Peña 😀 " * 17)
def test_a_sponsor_takes_nothing_from_a_page_and_is_never_cut(sponsor, hall, pilar):
    plain = {sheet: laid_out(hall, sheet).page_count for sheet in (*WITH_HEAD, *POSTERS[:-1])}
    edit_letterhead(tournament=hall, author=pilar, sponsor=sponsor.strip(), colour="")
    keep_logo(tournament=hall, author=pilar, kept=logo_to_keep(picture((10, 2000))))
    for sheet, pages in plain.items():
        pdf = laid_out(hall, sheet)
        assert (sheet, pdf.page_count, cut_lines(pdf)) == (sheet, pages, [])


def test_a_bracket_with_a_sponsor_stays_on_its_sheet(make_tournament, pairs, pilar):
    copa = make_tournament()
    pairs(copa, 16)
    publish(copa, pilar)
    edit_letterhead(tournament=copa, author=pilar, sponsor=WIDEST, colour="")
    for paper in ("A4", "A3"):
        pdf = laid_out(copa, "bracket", paper=paper)
        assert (pdf.page_count, cut_lines(pdf)) == (1, [])


def test_the_same_letterhead_gives_the_same_bytes(dressed, monkeypatch):
    from scoring.prints import ask

    moment = ask.now()
    monkeypatch.setattr(ask, "now", lambda: moment)
    for sheet in ("pairings_table", "actas", "receipts"):
        assert sheet_pdf(dressed, sheet) == sheet_pdf(dressed, sheet)


def test_a_logo_that_the_disk_has_lost_does_not_stop_the_sheets(dressed):
    default_storage.delete(Letterhead.objects.get().logo.name)
    assert texts(laid_out(dressed, "pairings_table"))


@cases(
    "url",
    "logo:../secret_key.png",
    "logo:/etc/passwd",
    "logo:%2e%2e/x.png",
    "file:///etc/passwd",
    "http://evil.example/x.png",
)
def test_nothing_else_is_opened_to_print(url):
    from scoring.pdf import fetcher

    with pytest.raises(ValueError):
        fetcher().fetch(url)
