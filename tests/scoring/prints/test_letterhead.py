"""The logo, the sponsor and the colour of a tournament, and the sheets that bear them."""

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
from scoring.prints.layout.heads import COLOURS, LEAST, contrast
from scoring.prints.services import checked_colour, edit_letterhead, keep_logo
from tests.api.conftest import Api
from tests.attacks.test_photo_attacks import png
from tests.rows import cases, each
from tests.scoring.days import publish
from tests.scoring.prints.printed import cut_lines, laid_out, pages_of, sheet_pdf, texts
from tests.sizes import size
from tests.worlds import world
from tournaments.models import AuditLine, Job
from tournaments.refusal import Refused
from tournaments.rounds.services.quotas import stored_bytes

PAGE = "/t/casino-de-calamocha/ajustes/hojas/"
SPONSOR = "Embutidos Hermanos Fernández, en la plaza de la Iglesia: jamón de Teruel desde 1952"
WIDEST = "W" * 120
SPONSORS = (SPONSOR, WIDEST, ("Peña 😀 " * 17).strip())
PAGES = {  # of each sheet of seven pairs without a sponsor
    **dict.fromkeys(["pairings_surname", "pairings_table", "call_list", "standings", "entries"], 1),
    **dict.fromkeys(["poster", "table_cards", "table_times", "account"], 1),
    **{"actas": 2, "receipts": 1, "badges": 2, "place_cards": 1, "table_numbers": 4},
}
ON_EACH = {  # how many times the sponsor is on each page
    "actas": {"A4": [2, 1], "A5": [1, 1, 1]},
    "receipts": {"A4": [7], "A5": [4, 3]},
    "place_cards": {"A4": [7], "A5": [4, 3]},
    "badges": {"A4": [10, 4], "A5": [4, 4, 4, 2]},
}


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


@each(
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


@pytest.mark.slow
@each("kind", "PNG", "JPEG")
def test_both_kinds_are_kept_as_one(kind):
    kept = logo_to_keep(picture((1200, 400), kind))
    assert (kept.width, kept.height) == (LONGEST_LOGO, round(LONGEST_LOGO / 3))
    assert kept.content == logo_to_keep(picture((1200, 400), kind)).content


@pytest.mark.slow
@each(
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
@pytest.mark.slow
def test_every_sheet_bears_the_letterhead_whole_and_takes_no_more_pages(hall, pilar):
    keep_logo(tournament=hall, author=pilar, kept=logo_to_keep(picture((10, 2000))))
    for turn, sponsor in enumerate(SPONSORS):
        edit_letterhead(tournament=hall, author=pilar, sponsor=sponsor, colour="#8B1A2B")
        for sheet in size(list(PAGES)[turn :: len(SPONSORS)], long=list(PAGES)):
            pdf = laid_out(hall, sheet)
            written = pdf.write()
            told = (sheet, sponsor)
            assert (pdf.page_count, cut_lines(pdf), told) == (PAGES[sheet], [], told)
            assert all(images(written)), told
            assert_sponsored(sheet, sponsor, written, ON_EACH.get(sheet, {}).get("A4"))


def assert_sponsored(sheet, sponsor, written, on_each):
    """The sponsor is on each page as often as there are actas or cards, or in its head, in which
    there is the colour too."""
    counts = sponsored(written, sponsor)
    if on_each:
        assert (sheet, counts) == (sheet, on_each)
    elif sheet != "table_numbers":
        assert (sheet, all(counts)) == (sheet, True)
        first = PdfReader(BytesIO(written)).pages[0]
        assert b"0.545" in first.get_contents().get_data(), sheet


def sponsored(written, sponsor):
    """Return how many times the sponsor is on each page, in however many lines."""
    pages = PdfReader(BytesIO(written)).pages
    found = ("".join(page.extract_text().replace("\x00", "").split()) for page in pages)
    return [page.count("".join(sponsor.split())) for page in found]


@pytest.mark.slow
@each("sheet", *ON_EACH)
def test_each_acta_and_each_card_in_a5_has_the_sponsor_whole(sheet, dressed):
    assert sponsored(sheet_pdf(dressed, sheet, paper="A5"), SPONSOR) == ON_EACH[sheet]["A5"]


# The first has two actas to a page, the third a page for each.
ROOMS = [
    ("guinote", {"cotos": 3, "partidas": 5}, "A4", 1),
    ("guinote", {"cotos": 3, "partidas": 5}, "A5", 2),
    ("zanga", {}, "A4", 2),
    ("cientos", {}, "A4", 2),
    ("marcador", {"target": 101}, "A4", 2),
]


@pytest.mark.slow
@cases("game, options, paper, pages", *size(ROOMS[:3], long=ROOMS))
def test_the_acta_of_any_game_has_room_for_the_longest_sponsor(
    game, options, paper, pages, make_tournament, pilar
):
    hall = make_tournament(game=game, game_options=options, name="W" * 80, venue="M" * 100)
    edit_letterhead(tournament=hall, author=pilar, sponsor=WIDEST, colour="")
    pdf = laid_out(hall, "actas", blank=2, paper=paper)
    assert (pdf.page_count, cut_lines(pdf)) == (pages, [])
    assert sum(sponsored(pdf.write(), WIDEST)) == 2


def drawn_logos(pdf):
    """The millimetres of the boxes of the logo, wide and high, on the first page."""
    return {
        (round(box.width / 96 * 25.4, 1), round(box.height / 96 * 25.4, 1))
        for box in pages_of(pdf)[0]._page_box.descendants()
        if box.element_tag == "img"
    }


@pytest.mark.slow
@cases(
    "pixels, in_the_head, on_an_acta, turn",
    ((1200, 200), (40.0, 15.5), (40.0, 22.0), 0),
    ((300, 150), (31.0, 15.5), (40.0, 22.0), 1),
    ((200, 900), (20.0, 15.5), (22.0, 22.0), 2),
)
def test_a_wide_logo_has_more_room_and_cuts_nothing_beside_it(
    pixels, in_the_head, on_an_acta, turn, make_tournament, pairs, pilar
):
    liga = make_tournament(format="league", format_options={}, name="W" * 80, venue="M" * 100)
    pairs(liga, 7)
    publish(liga, pilar)
    keep_logo(tournament=liga, author=pilar, kept=logo_to_keep(picture(pixels)))
    heads = [("pairings_table", {}), ("crosses", {}), ("entries", {"large": True})]
    headed = [(*one, in_the_head) for one in size(heads[turn : turn + 1], long=heads)]
    for sheet, asked, box in (*headed, ("actas", {}, on_an_acta)):
        pdf = laid_out(liga, sheet, **asked)
        assert (sheet, drawn_logos(pdf), cut_lines(pdf)) == (sheet, {box}, [])


@pytest.mark.slow
def test_a_bracket_with_a_sponsor_stays_on_its_sheet(make_tournament, pairs, pilar):
    copa = make_tournament()
    pairs(copa, 16)
    publish(copa, pilar)
    edit_letterhead(tournament=copa, author=pilar, sponsor=WIDEST, colour="")
    for paper in ("A4", "A3"):
        pdf = laid_out(copa, "bracket", paper=paper)
        assert (pdf.page_count, cut_lines(pdf)) == (1, [])


@pytest.mark.slow
def test_the_same_letterhead_gives_the_same_bytes_with_the_logo_once(dressed, monkeypatch):
    from scoring.prints import ask

    moment = ask.now()
    monkeypatch.setattr(ask, "now", lambda: moment)
    for sheet in size(
        ("entries", "actas"), long=("entries", "actas", "pairings_table", "receipts")
    ):
        one, other = (sheet_pdf(dressed, sheet) for _time in "12")
        assert one == other and one.count(b"/Subtype /Image") == 1


def test_a_logo_that_the_disk_has_lost_does_not_stop_the_sheets(dressed):
    default_storage.delete(Letterhead.objects.get().logo.name)
    assert texts(laid_out(dressed, "pairings_table"))


@pytest.mark.slow
@each(
    "url",
    "logo:../secret_key.png",
    "logo:/etc/passwd",
    "logo:%2e%2e/x.png",
    "file:///etc/passwd",
    "http://evil.example/x.png",
)
def test_nothing_else_is_opened_to_print(url):
    from scoring.prints.pdf import fetcher

    with pytest.raises(ValueError):
        fetcher().fetch(url)
