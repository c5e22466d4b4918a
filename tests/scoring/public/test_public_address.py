"""Tests of the public address, shown if phones can open it; if not, there is a warning."""

import pytest
from django.test import Client

from scoring.prints.ask import PrintAsk
from scoring.prints.notices import poster
from scoring.prints.sheets import SHEETS
from tests.scoring.prints.printed import BASE, sheet_pages
from tests.worlds import world
from tournaments.models import Job
from tournaments.names.audience import EVERYTHING
from tournaments.refusal import Refused
from tournaments.site.qr import qr_svg

HALL_URL, LOCAL_URL = "http://192.168.1.20:8000", "http://127.0.0.1:8000"
HALL_COMMAND = "./dev run --hall"


@world
def casino_in_play(places, casino):
    return casino


@pytest.fixture
def read_print_page(casino_in_play, client_as, chema):
    def read_page(host: str = "testserver") -> str:
        browser: Client = client_as(chema)
        answer = browser.get(f"/t/{casino_in_play.slug}/imprimir/", headers={"host": host})
        return answer.content.decode()

    return read_page


def test_the_page_of_sheets_shows_the_address_of_the_hall_and_its_code(read_print_page, settings):
    settings.TAPETE_PUBLIC_URL = f"{HALL_URL}/"
    page = read_print_page("127.0.0.1:8000")
    assert HALL_URL in page and qr_svg(f"{HALL_URL}/") in page
    assert HALL_COMMAND not in page


def test_without_a_public_address_the_page_shows_the_command_to_have_one(read_print_page):
    page = read_print_page("127.0.0.1:8000")
    assert HALL_COMMAND in page
    assert LOCAL_URL not in page and "<svg width" not in page.split("Imprimir en blanco")[1]
    # The warning is in the note, at the poster and at the cards.
    assert page.count("solo se abre ahora en este ordenador") == 3


def test_the_poster_has_the_address_of_the_tournament_and_its_code(casino_in_play, settings):
    (chunk,) = poster(casino_in_play, PrintAsk("poster", base_url=HALL_URL), EVERYTHING)
    assert chunk.context["qr"] == qr_svg(f"{HALL_URL}/t/{casino_in_play.slug}/")
    (page,) = sheet_pages(casino_in_play, "poster")
    assert f"{BASE}/" in page and "wifi" in page


@pytest.mark.parametrize("sheet", ["poster", "table_cards"])
def test_sheets_with_only_a_code_are_refused_without_a_public_address(casino_in_play, sheet):
    with pytest.raises(Refused) as refusal:
        SHEETS[sheet].refuse(casino_in_play, PrintAsk(sheet, base_url=LOCAL_URL))
    assert (refusal.value.code, refusal.value.status) == ("only_here", 409)
    assert HALL_COMMAND in str(refusal.value)
    SHEETS[sheet].refuse(casino_in_play, PrintAsk(sheet, base_url=HALL_URL))


@pytest.mark.parametrize(("base_url", "has_code"), [(LOCAL_URL, False), (HALL_URL, True)])
def test_an_acta_has_a_qr_code_only_if_phones_can_open_it(casino_in_play, base_url, has_code):
    (chunk,) = SHEETS["actas"].pieces(casino_in_play, PrintAsk("actas", base_url=base_url))
    for stamp in chunk.stamps:
        assert ("0.qr" in stamp) == has_code
        assert stamp["0.code"]
    (page, *_other_pages) = sheet_pages(casino_in_play, "actas", base_url=base_url)
    assert (
        "Sin código QR: los teléfonos no abren esta página" in " ".join(page.split())
    ) is not has_code


@pytest.mark.parametrize(("address", "warned"), [(LOCAL_URL, True), (HALL_URL, False)])
def test_each_page_that_prints_actas_warns_that_they_have_no_qr_code(
    casino_in_play, client_as, pilar, settings, address, warned
):
    settings.TAPETE_PUBLIC_URL = address
    match = casino_in_play.matches.get(number=1)
    for page in ("panel/", "ronda/1/", f"acta/{match.code}/"):
        text = client_as(pilar).get(f"/t/{casino_in_play.slug}/{page}", follow=True).text
        assert "/imprimir/" in text
        assert ("saldrán sin código QR" in text) is warned, page


@pytest.mark.parametrize(
    ("address", "warning"),
    [
        (LOCAL_URL, "solo se abre en este ordenador: a nadie"),
        ("http://192.168.1.9:8000", "solo se abre en la red de la sala, no desde casa"),
        ("https://tapete.example.org", ""),
    ],
)
def test_a_message_to_share_has_a_warning_if_its_address_opens_only_here(
    casino_in_play, client_as, pilar, settings, address, warning
):
    settings.TAPETE_PUBLIC_URL = address
    page = client_as(pilar).get(f"/t/{casino_in_play.slug}/compartir/").text
    messages = [message.split("</section>")[0] for message in page.split("</textarea>")[1:2]]
    assert messages and all(("Su dirección" in message) is bool(warning) for message in messages)
    frames = page[page.index("En la página de su") :]
    assert "Su dirección" not in frames if not warning else warning in frames.split("<textarea")[0]


def test_the_page_of_a_table_link_warns_only_at_a_local_address(casino_in_play, client_as, chema):
    match = casino_in_play.matches.get(number=1)
    address = f"/t/{casino_in_play.slug}/acta/{match.code}/enlace/"
    warnings = [
        HALL_COMMAND in client_as(chema).get(address, headers={"host": host}).content.decode()
        for host in ("127.0.0.1:8000", "testserver")
    ]
    assert warnings == [True, False]


@pytest.mark.parametrize(("address", "has_code"), [(LOCAL_URL, False), (HALL_URL, True)])
def test_no_page_shows_a_code_that_no_phone_can_open(
    casino_in_play, client_as, chema, pilar, settings, address, has_code
):
    settings.TAPETE_PUBLIC_URL = address
    match = casino_in_play.matches.get(number=1)
    link = client_as(chema).get(f"/t/{casino_in_play.slug}/acta/{match.code}/enlace/").text
    assert ('class="table-link__qr"' in link) is has_code
    assert ("TAPETE_PUBLIC_URL" in link) is not has_code
    assert (
        'class="wall__qr"' in Client().get(f"/t/{casino_in_play.slug}/pantalla/").text
    ) is has_code
    form = {"role": "desk", "hours": 1, "places": 1}
    invitation = client_as(pilar).post(f"/t/{casino_in_play.slug}/equipo/invitar/", form).text
    assert ('class="qr"' in invitation) is has_code
    assert ("TAPETE_PUBLIC_URL" in invitation) is not has_code


@pytest.mark.django_db(transaction=True)
def test_an_invitation_and_a_print_from_the_laptop_have_the_address_of_the_hall(
    casino_in_play, client_as, pilar, settings
):
    settings.TAPETE_PUBLIC_URL = HALL_URL
    organiser, local_host = client_as(pilar), {"host": "127.0.0.1:8000"}
    invitation = {"role": "desk", "hours": 1, "places": 1}
    page = organiser.post(
        f"/t/{casino_in_play.slug}/equipo/invitar/", invitation, headers=local_host
    )
    assert f'value="{HALL_URL}/invitacion/' in page.content.decode()
    api_answer = organiser.post(
        f"/api/v1/tournaments/{casino_in_play.slug}/invitations/",
        invitation,
        headers=local_host,
        content_type="application/json",
    )
    assert api_answer.json()["link"].startswith(f"{HALL_URL}/invitacion/")
    organiser.post(
        f"/t/{casino_in_play.slug}/imprimir/hoja/", {"sheet": "poster"}, headers=local_host
    )
    assert Job.objects.get(params__sheet="poster").params["base_url"] == HALL_URL
