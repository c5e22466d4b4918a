"""Paper and pages give the address that phones can open, or say how to have one."""

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

HALL, HERE = "http://192.168.1.20:8000", "http://127.0.0.1:8000"
OPTION = "./dev run --hall"


@world
def playing(places, casino):
    return casino


@pytest.fixture
def printing(playing, client_as, chema):
    def page(host: str = "testserver") -> str:
        browser: Client = client_as(chema)
        answer = browser.get(f"/t/{playing.slug}/imprimir/", headers={"host": host})
        return answer.content.decode()

    return page


def test_the_page_of_sheets_shows_the_address_of_the_hall_and_its_code(printing, settings):
    settings.TAPETE_PUBLIC_URL = f"{HALL}/"
    page = printing("127.0.0.1:8000")
    assert HALL in page and qr_svg(f"{HALL}/") in page
    assert OPTION not in page


def test_on_this_machine_alone_it_says_the_option_and_no_address(printing):
    page = printing("127.0.0.1:8000")
    assert OPTION in page
    assert HERE not in page and "<svg width" not in page.split("Imprimir en blanco")[1]
    assert page.count("solo se abre ahora en este ordenador") == 3  # the note, poster and cards


def test_the_poster_has_the_address_of_the_tournament_and_its_code(playing, settings):
    (chunk,) = poster(playing, PrintAsk("poster", base_url=HALL), EVERYTHING)
    assert chunk.context["qr"] == qr_svg(f"{HALL}/t/{playing.slug}/")
    (page,) = sheet_pages(playing, "poster")
    assert f"{BASE}/" in page and "wifi" in page


@pytest.mark.parametrize("sheet", ["poster", "table_cards"])
def test_what_is_of_no_use_but_to_phones_is_refused_where_none_can_come(playing, sheet):
    with pytest.raises(Refused) as refused:
        SHEETS[sheet].ready(playing, PrintAsk(sheet, base_url=HERE))
    assert (refused.value.code, refused.value.status) == ("only_here", 409)
    assert OPTION in str(refused.value)
    SHEETS[sheet].ready(playing, PrintAsk(sheet, base_url=HALL))


@pytest.mark.parametrize(("base_url", "drawn"), [(HERE, False), (HALL, True)])
def test_an_acta_bears_a_code_that_can_be_opened_or_none(playing, base_url, drawn):
    (chunk,) = SHEETS["actas"].pieces(playing, PrintAsk("actas", base_url=base_url))
    for stamp in chunk.stamps:
        assert ("0.qr" in stamp) == drawn
        assert stamp["0.code"]
    (page, *_more) = sheet_pages(playing, "actas", base_url=base_url)
    assert (
        "Sin código QR: los teléfonos no abren esta página" in " ".join(page.split())
    ) is not drawn


@pytest.mark.parametrize(("address", "warned"), [(HERE, True), (HALL, False)])
def test_every_button_that_prints_actas_says_before_that_they_bear_no_code(
    playing, client_as, pilar, settings, address, warned
):
    settings.TAPETE_PUBLIC_URL = address
    match = playing.matches.get(number=1)
    for page in ("panel/", "ronda/1/", f"acta/{match.code}/"):
        said = client_as(pilar).get(f"/t/{playing.slug}/{page}", follow=True).text
        assert "/imprimir/" in said
        assert ("saldrán sin código QR" in said) is warned, page


@pytest.mark.parametrize(
    ("address", "told"),
    [
        (HERE, "solo se abre en este ordenador: a nadie"),
        ("http://192.168.1.9:8000", "solo se abre en la red de la sala, no desde casa"),
        ("https://tapete.example.org", ""),
    ],
)
def test_what_is_sent_says_beside_it_who_cannot_open_its_address(
    playing, client_as, pilar, settings, address, told
):
    settings.TAPETE_PUBLIC_URL = address
    said = client_as(pilar).get(f"/t/{playing.slug}/compartir/").text
    after = [part.split("</section>")[0] for part in said.split("</textarea>")[1:2]]
    assert after and all(("Su dirección" in part) is bool(told) for part in after)
    frames = said[said.index("En la página de su") :]
    assert "Su dirección" not in frames if not told else told in frames.split("<textarea")[0]


def test_the_link_of_a_table_warns_on_this_machine_alone(playing, client_as, chema):
    match = playing.matches.get(number=1)
    address = f"/t/{playing.slug}/acta/{match.code}/enlace/"
    said = [
        OPTION in client_as(chema).get(address, headers={"host": host}).content.decode()
        for host in ("127.0.0.1:8000", "testserver")
    ]
    assert said == [True, False]


@pytest.mark.parametrize(("address", "drawn"), [(HERE, False), (HALL, True)])
def test_no_page_shows_a_code_that_no_phone_can_open(
    playing, client_as, chema, pilar, settings, address, drawn
):
    settings.TAPETE_PUBLIC_URL = address
    match = playing.matches.get(number=1)
    link = client_as(chema).get(f"/t/{playing.slug}/acta/{match.code}/enlace/").text
    assert ('class="table-link__qr"' in link) is drawn
    assert ("TAPETE_PUBLIC_URL" in link) is not drawn
    assert ('class="wall__qr"' in Client().get(f"/t/{playing.slug}/pantalla/").text) is drawn
    asked = {"role": "desk", "hours": 1, "places": 1}
    invitation = client_as(pilar).post(f"/t/{playing.slug}/equipo/invitar/", asked).text
    assert ('class="qr"' in invitation) is drawn
    assert ("TAPETE_PUBLIC_URL" in invitation) is not drawn


@pytest.mark.django_db(transaction=True)
def test_an_invitation_and_a_print_made_at_the_laptop_carry_the_address_of_the_hall(
    playing, client_as, pilar, settings
):
    settings.TAPETE_PUBLIC_URL = HALL
    organiser, here = client_as(pilar), {"host": "127.0.0.1:8000"}
    invitation = {"role": "desk", "hours": 1, "places": 1}
    made = organiser.post(f"/t/{playing.slug}/equipo/invitar/", invitation, headers=here)
    assert f'value="{HALL}/invitacion/' in made.content.decode()
    api = organiser.post(
        f"/api/v1/tournaments/{playing.slug}/invitations/",
        invitation,
        headers=here,
        content_type="application/json",
    )
    assert api.json()["link"].startswith(f"{HALL}/invitacion/")
    organiser.post(f"/t/{playing.slug}/imprimir/hoja/", {"sheet": "poster"}, headers=here)
    assert Job.objects.get(params__sheet="poster").params["base_url"] == HALL
