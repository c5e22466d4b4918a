"""A village tournament from its poster to the first draw, in real browsers.

The organiser sets the fee, three places, an hour and a minimum. Strangers sign up on their phones:
two people together, one without a partner, one whose partner writes the name later, and two pairs
more, which wait. One pair withdraws, and the first of the waiting list takes its place. The desk
finds a partner for the single, takes the money, checks everybody in, and the round is drawn.
"""

from datetime import date, timedelta
from pathlib import Path

import pytest
from PIL import Image
from playwright.sync_api import Browser, expect

from tests.pages import staff, till
from tests.pages.getting_ready import PASSWORD
from tests.pages.hands import count_of_all
from tests.pages.site import Site
from tests.pages.visitor import PHONE, Visitor, watched
from tests.sizes import LONG

pytestmark = [pytest.mark.browser, pytest.mark.slow]

PLACES, MINIMUM, FEE = 3, 2, 20
CLOSES = f"{date.today() + timedelta(days=1):%Y-%m-%d}T20:00"
TOGETHER, SINGLE, PARTNER_LATER = "together", "single", "later"
A_PERSON_TYPES = 3_200  # milliseconds: a form that comes back sooner is a program's
MOST_CLICKS = {"organiser": 25, "desk": 11}


# --- The organiser --------------------------------------------------------------------------------
def opens_the_sign_up(visitor: Visitor, poster: Path) -> str:
    """From a new account to the poster of the tournament; returns the slug."""
    page = visitor.page
    slug = staff.creates(
        visitor,
        "rosario",
        "Guiñote de San Blas",
        {"length": "un_coto_de_4", "entries": "4", "tables": "2"},
        recipe="knockout",
        sentence="Eliminatoria",
    )
    staff.opens_more(visitor, "Ajustes")
    till.fills(visitor, capacity=str(PLACES))
    till.presses(visitor, "Guardar los cambios")
    till.sets_the_fee(visitor, str(FEE))
    staff.opens_more(visitor, "Ajustes")
    visitor.follow(page.get_by_role("link", name="Inscripción por la página"))
    page.locator("[name=opened]").check()
    till.fills(visitor, closes_at=CLOSES, minimum=str(PLACES + 1), notice="Cena para todos.")
    with visitor.refusal():
        till.presses(visitor, "Guardar")
    expect(page.get_by_text("El mínimo no puede pasar de las plazas").first).to_be_visible()
    expect(page.locator("[name=notice]")).to_have_value("Cena para todos.")
    till.fills(visitor, minimum=str(MINIMUM))
    till.presses(visitor, "Guardar")
    page.locator("[name=poster]").set_input_files(poster)
    till.presses(visitor, "Poner este cartel")
    visitor.follow(page.get_by_role("link", name="Ver el cartel"))
    visitor.look("sign-up-settings")
    return slug


# --- The players ----------------------------------------------------------------------------------
def reads_the_poster(player: Visitor, slug: str) -> None:
    """From the public page, as a stranger who has read the address somewhere."""
    page = player.page
    player.go(f"/t/{slug}/")
    player.follow(page.get_by_role("link", name="Inscribirse"))
    assert page.locator("img.poster").evaluate("one => one.complete && one.naturalWidth > 0")
    for words in (f"{FEE},00 €", f"{PLACES} de {PLACES}", "20:00", f"{MINIMUM} parejas", "Cena"):
        expect(page.locator("main")).to_contain_text(words)
    player.look("sign-up-page")


def signs_up(player: Visitor, slug: str, company: str, *names: str) -> str:
    """Send a request, and return its code."""
    player.go(f"/t/{slug}/inscripcion/")
    player.page.wait_for_timeout(A_PERSON_TYPES)
    player.page.locator(f"[name=company][value={company}]").check()
    for place, name in enumerate(names, 1):
        player.page.locator(f"[name=player_{place}]").fill(name)
    till.fills(player, town="Luco", phone="600 123 456")
    till.presses(player, "Enviar")
    return player.page.locator(".request-code").inner_text()


def forgets_the_partner(player: Visitor, slug: str, name: str) -> None:
    """What was typed stays, and the page says what else there is to choose."""
    player.go(f"/t/{slug}/inscripcion/")
    player.page.locator("[name=player_1]").fill(name)
    with player.refusal():
        till.presses(player, "Enviar")
    expect(player.page.get_by_text("o elija otra opción").first).to_be_visible()
    expect(player.page.locator("[name=player_1]")).to_have_value(name)
    player.look("sign-up-refused")


def finds(player: Visitor, slug: str, code: str) -> None:
    """Open a request by its code, in small letters."""
    player.go(f"/t/{slug}/inscripcion/")
    player.page.get_by_label("Código de su solicitud").fill(code.lower())
    till.presses(player, "Ver mi solicitud")


def reads_the_state(player: Visitor, slug: str, code: str, state: str) -> None:
    finds(player, slug, code)
    expect(player.page.locator(".lead").first).to_contain_text(state)


def completes(partner: Visitor, link: str, name: str) -> None:
    """The partner opens the link that the other has passed on, and adds a name."""
    partner.go(link.removeprefix(partner.url))
    partner.look("request-to-complete")
    partner.page.locator("[name=company][value=together]").check()
    partner.page.locator("[name=player_2]").fill(name)
    till.presses(partner, "Guardar")
    expect(partner.page.locator("main")).to_contain_text("Recibida. La organización")


def withdraws(player: Visitor, slug: str, code: str) -> None:
    finds(player, slug, code)
    player.page.locator("summary", has_text="Retirarse").click()
    player.look("request-withdraw")
    till.presses(player, "Sí, retirar la solicitud")
    expect(player.page.locator("main")).to_contain_text("Solicitud retirada.")


# --- The desk -------------------------------------------------------------------------------------
def logs_in(visitor: Visitor, username: str, slug: str) -> None:
    page = visitor.page
    visitor.go(f"/cuenta/login/?next=/t/{slug}/inscripciones/")
    page.get_by_label("Usuario").fill(username)
    page.get_by_label("Contraseña", exact=True).fill(PASSWORD)
    visitor.follow(page.locator("main form button").first)


def accepts_all(visitor: Visitor, count: int) -> None:
    page = visitor.page
    visitor.follow(page.get_by_role("link", name=f"{count} solicitudes por contestar"))
    visitor.look("requests")
    expect(page.locator("[name=requests]:checked")).to_have_count(count)
    till.presses(visitor, "Aceptar las marcadas")
    expect(page.locator(".message")).to_contain_text(f"{count} solicitudes aceptadas")
    visitor.look("requests-answered")


def finds_a_partner(visitor: Visitor, single: str, partner: str) -> None:
    page = visitor.page
    staff.opens(visitor, "Inscripciones")
    visitor.look("entries-with-waiting-list")
    row = page.locator("tr", has_text=single)
    row.locator("[name=partner]").fill(partner)
    visitor.follow(row.get_by_role("button", name="Hacer la pareja"))


def charges_and_checks_in(visitor: Visitor, number: int) -> None:
    """By keyboard: the number, F4 and F2, faster than the list."""
    page = visitor.page
    search = page.get_by_label("Buscar por nombre, pueblo o número")
    search.fill(str(number))
    search.press("F4")
    row = page.locator(f"#n-{number}")
    expect(row.get_by_role("button", name="Pagado")).to_be_visible()
    search.press("F2")
    expect(row.get_by_role("button", name="Presente")).to_be_visible()


def test_a_village_signs_up_from_the_poster_to_the_desk(
    chromium: Browser, site: Site, tmp_path: Path
) -> None:
    picture = tmp_path / "cartel.png"
    Image.new("RGB", (600, 850), "#1f6b3f").save(picture)
    rosario, desk = Visitor(chromium, site.url), Visitor(chromium, site.url)
    player = Visitor(chromium, site.url, PHONE)
    partner = Visitor(chromium, site.url, PHONE)
    with watched(site, rosario, desk, player, partner):
        slug = opens_the_sign_up(rosario, picture)
        site.inside("add_helper", slug=slug, username="manolo", password=PASSWORD, role="desk")

        reads_the_poster(player, slug)
        forgets_the_partner(player, slug, "Ana Lou")
        first = signs_up(player, slug, TOGETHER, "Ana Lou", "Blas Yus")
        player.look("request")
        single = signs_up(player, slug, SINGLE, "Celia Royo")
        later = signs_up(player, slug, PARTNER_LATER, "Darío Gil")
        completes(partner, player.page.locator("#link").input_value(), "Elena Sanz")
        waiting = [
            signs_up(player, slug, TOGETHER, "Félix Marco", "Gloria Polo"),
            signs_up(player, slug, TOGETHER, "Hugo Blasco", "Irene Tello"),
        ]

        logs_in(desk, "manolo", slug)
        accepts_all(desk, 5)
        reads_the_state(player, slug, first, "Aceptada: la pareja 1")
        reads_the_state(player, slug, single, "Todavía busca pareja")
        reads_the_state(player, slug, later, "Aceptada: la pareja 3")
        reads_the_state(player, slug, waiting[0], "En lista de espera, n.º 1")
        reads_the_state(player, slug, waiting[1], "En lista de espera, n.º 2")
        finds_a_partner(desk, "Celia Royo", "Jaime Roche")

        withdraws(player, slug, first)
        reads_the_state(player, slug, waiting[0], "Aceptada: la pareja 4")
        player.look("request-accepted")
        reads_the_state(player, slug, waiting[1], "En lista de espera, n.º 1")

        staff.opens(desk, "Inscripciones")
        for number in (2, 3, 4):
            charges_and_checks_in(desk, number)
        staff.opens_more(desk, "Cuentas")
        expect(desk.page.locator("main")).to_contain_text(f"Cobrado: {3 * FEE},00 €")
        expect(desk.page.locator("main")).to_contain_text("Pendiente de cobrar: 0,00 €")
        desk.look("accounts-of-the-desk")

        rosario.go(f"/t/{slug}/panel/")
        staff.drafts(rosario, "Sortear la ronda 1")
        staff.publishes(rosario)
        player.go(f"/t/{slug}/inscripcion/")
        expect(player.page.locator("main")).to_contain_text("El sorteo ya está en marcha")
        player.go(f"/t/{slug}/ronda/1/")
        for name in ("Celia Royo", "Jaime Roche", "Elena Sanz", "Gloria Polo"):
            expect(player.page.locator("main")).to_contain_text(name)
        expect(player.page.locator("main")).not_to_contain_text("Ana Lou")
    for who, visitor in (("organiser", rosario), ("desk", desk)):
        counts = count_of_all([visitor.hands])
        print(who, counts)
        assert LONG or counts["clicks and addresses"] <= MOST_CLICKS[who]
