"""Test of a village tournament in browsers, from its poster to the first draw.

The organiser sets the fee, three places, a closing time and a minimum. Players sign up on their
phones: a pair, a person without a partner, a person whose partner adds his name later, and two more
pairs, which wait. The first pair withdraws, and the first waiting pair takes its place. The desk
finds a partner for the single person, takes the fees and checks everybody in. Then the organiser
draws the round.
"""

from datetime import date, timedelta
from pathlib import Path

import pytest
from PIL import Image
from playwright.sync_api import Browser, expect

from tests.pages import staff, till
from tests.pages.getting_ready import PASSWORD
from tests.pages.hands import total_counts
from tests.pages.site import Site
from tests.pages.visitor import PHONE, Visitor, fail_on_faults
from tests.sizes import LONG

pytestmark = [pytest.mark.browser, pytest.mark.slow]

PLACES, MINIMUM, FEE = 3, 2, 20
CLOSES = f"{date.today() + timedelta(days=1):%Y-%m-%d}T20:00"
TOGETHER, SINGLE, PARTNER_LATER = "together", "single", "later"
TYPING_TIME = 3_200  # milliseconds; the site refuses a form sent sooner, as by a program
MOST_CLICKS = {"organiser": 25, "desk": 11}


# --- The organiser --------------------------------------------------------------------------------
def open_sign_up(visitor: Visitor, poster: Path) -> str:
    """Create a tournament, open its sign-up and add its poster; return the slug."""
    page = visitor.page
    slug = staff.create_tournament(
        visitor,
        "rosario",
        "Guiñote de San Blas",
        {"length": "un_coto_de_4", "entries": "4", "tables": "2"},
        recipe="knockout",
        sentence="Eliminatoria",
    )
    staff.open_more(visitor, "Ajustes")
    till.fill(visitor, capacity=str(PLACES))
    till.press(visitor, "Guardar los cambios")
    till.set_fee(visitor, str(FEE))
    staff.open_more(visitor, "Ajustes")
    visitor.follow(page.get_by_role("link", name="Inscripción por la página"))
    page.locator("[name=opened]").check()
    till.fill(visitor, closes_at=CLOSES, minimum=str(PLACES + 1), notice="Cena para todos.")
    with visitor.refusal():
        till.press(visitor, "Guardar")
    expect(page.get_by_text("El mínimo no puede pasar de las plazas").first).to_be_visible()
    expect(page.locator("[name=notice]")).to_have_value("Cena para todos.")
    till.fill(visitor, minimum=str(MINIMUM))
    till.press(visitor, "Guardar")
    page.locator("[name=poster]").set_input_files(poster)
    till.press(visitor, "Poner este cartel")
    visitor.follow(page.get_by_role("link", name="Ver el cartel"))
    visitor.look("sign-up-settings")
    return slug


# --- The players ----------------------------------------------------------------------------------
def read_poster(player: Visitor, slug: str) -> None:
    """Open the sign-up from the public page; assert that it shows the poster and the conditions."""
    page = player.page
    player.go(f"/t/{slug}/")
    player.follow(page.get_by_role("link", name="Inscribirse"))
    assert page.locator("img.poster").evaluate("one => one.complete && one.naturalWidth > 0")
    for words in (f"{FEE},00 €", f"{PLACES} de {PLACES}", "20:00", f"{MINIMUM} parejas", "Cena"):
        expect(page.locator("main")).to_contain_text(words)
    player.look("sign-up-page")


def sign_up(player: Visitor, slug: str, company: str, *names: str) -> str:
    """Send a request for an entry and return its code."""
    player.go(f"/t/{slug}/inscripcion/")
    player.page.wait_for_timeout(TYPING_TIME)
    player.page.locator(f"[name=company][value={company}]").check()
    for place, name in enumerate(names, 1):
        player.page.locator(f"[name=player_{place}]").fill(name)
    till.fill(player, town="Luco", phone="600 123 456")
    till.press(player, "Enviar")
    return player.page.locator(".request-code").inner_text()


def omit_partner(player: Visitor, slug: str, name: str) -> None:
    """Send a request without the partner: it is refused, keeps the name and offers options."""
    player.go(f"/t/{slug}/inscripcion/")
    player.page.locator("[name=player_1]").fill(name)
    with player.refusal():
        till.press(player, "Enviar")
    expect(player.page.get_by_text("o elija otra opción").first).to_be_visible()
    expect(player.page.locator("[name=player_1]")).to_have_value(name)
    player.look("sign-up-refused")


def open_request(player: Visitor, slug: str, code: str) -> None:
    """Open a request by its code, typed in lower case."""
    player.go(f"/t/{slug}/inscripcion/")
    player.page.get_by_label("Código de su solicitud").fill(code.lower())
    till.press(player, "Ver mi solicitud")


def check_state(player: Visitor, slug: str, code: str, state: str) -> None:
    open_request(player, slug, code)
    expect(player.page.locator(".lead").first).to_contain_text(state)


def complete_request(partner: Visitor, link: str, name: str) -> None:
    """Open the link of a request as the partner, and add the partner's name."""
    partner.go(link.removeprefix(partner.url))
    partner.look("request-to-complete")
    partner.page.locator("[name=company][value=together]").check()
    partner.page.locator("[name=player_2]").fill(name)
    till.press(partner, "Guardar")
    expect(partner.page.locator("main")).to_contain_text("Recibida. La organización")


def withdraw_request(player: Visitor, slug: str, code: str) -> None:
    open_request(player, slug, code)
    player.page.locator("summary", has_text="Retirarse").click()
    player.look("request-withdraw")
    till.press(player, "Sí, retirar la solicitud")
    expect(player.page.locator("main")).to_contain_text("Solicitud retirada.")


# --- The desk -------------------------------------------------------------------------------------
def log_in(visitor: Visitor, username: str, slug: str) -> None:
    page = visitor.page
    visitor.go(f"/cuenta/login/?next=/t/{slug}/inscripciones/")
    page.get_by_label("Usuario").fill(username)
    page.get_by_label("Contraseña", exact=True).fill(PASSWORD)
    visitor.follow(page.locator("main form button").first)


def accept_all(visitor: Visitor, count: int) -> None:
    page = visitor.page
    visitor.follow(page.get_by_role("link", name=f"{count} solicitudes por contestar"))
    visitor.look("requests")
    expect(page.locator("[name=requests]:checked")).to_have_count(count)
    till.press(visitor, "Aceptar las marcadas")
    expect(page.locator(".message")).to_contain_text(f"{count} solicitudes aceptadas")
    visitor.look("requests-answered")


def add_partner(visitor: Visitor, single: str, partner: str) -> None:
    page = visitor.page
    staff.open_place(visitor, "Inscripciones")
    visitor.look("entries-with-waiting-list")
    page.locator("summary", has_text="Escribir la pareja de alguien").click()
    page.get_by_label(f"{single}: Su pareja").fill(partner)
    visitor.follow(page.get_by_role("button", name="Hacer la pareja"))


def charge_and_check_in(visitor: Visitor, number: int) -> None:
    """Mark an entry paid and present with the keyboard: its number, F4 and F2."""
    page = visitor.page
    search = page.get_by_label("Buscar por nombre, pueblo o número")
    search.fill(str(number))
    search.press("F4")
    row = page.locator(f"#n-{number}")
    expect(row.get_by_role("button", name="Pagado")).to_be_visible()
    search.press("F2")
    expect(row.get_by_role("button", name="Presente")).to_be_visible()


def test_a_village_tournament_goes_from_its_poster_to_the_first_draw(
    chromium: Browser, site: Site, tmp_path: Path
) -> None:
    picture = tmp_path / "cartel.png"
    Image.new("RGB", (600, 850), "#1f6b3f").save(picture)
    rosario, desk = Visitor(chromium, site.url), Visitor(chromium, site.url)
    player = Visitor(chromium, site.url, PHONE)
    partner = Visitor(chromium, site.url, PHONE)
    with fail_on_faults(site, rosario, desk, player, partner):
        slug = open_sign_up(rosario, picture)
        site.inside("add_helper", slug=slug, username="manolo", password=PASSWORD, role="desk")

        read_poster(player, slug)
        omit_partner(player, slug, "Ana Lou")
        first = sign_up(player, slug, TOGETHER, "Ana Lou", "Blas Yus")
        player.look("request")
        single = sign_up(player, slug, SINGLE, "Celia Royo")
        later = sign_up(player, slug, PARTNER_LATER, "Darío Gil")
        complete_request(partner, player.page.locator("#link").input_value(), "Elena Sanz")
        waiting_codes = [
            sign_up(player, slug, TOGETHER, "Félix Marco", "Gloria Polo"),
            sign_up(player, slug, TOGETHER, "Hugo Blasco", "Irene Tello"),
        ]

        log_in(desk, "manolo", slug)
        accept_all(desk, 5)
        check_state(player, slug, first, "Aceptada: la pareja 1")
        check_state(player, slug, single, "Todavía busca pareja")
        check_state(player, slug, later, "Aceptada: la pareja 3")
        check_state(player, slug, waiting_codes[0], "En lista de espera, n.º 1")
        check_state(player, slug, waiting_codes[1], "En lista de espera, n.º 2")
        add_partner(desk, "Celia Royo", "Jaime Roche")

        withdraw_request(player, slug, first)
        check_state(player, slug, waiting_codes[0], "Aceptada: la pareja 4")
        player.look("request-accepted")
        check_state(player, slug, waiting_codes[1], "En lista de espera, n.º 1")

        staff.open_place(desk, "Inscripciones")
        for number in (2, 3, 4):
            charge_and_check_in(desk, number)
        staff.open_more(desk, "Cuentas")
        expect(desk.page.locator("main")).to_contain_text(f"Cobrado: {3 * FEE},00 €")
        expect(desk.page.locator("main")).to_contain_text("Pendiente de cobrar: 0,00 €")
        desk.look("accounts-of-the-desk")

        rosario.go(f"/t/{slug}/panel/")
        staff.draft_round(rosario, "Sortear la ronda 1")
        staff.publish(rosario)
        player.go(f"/t/{slug}/inscripcion/")
        expect(player.page.locator("main")).to_contain_text("El sorteo ya está en marcha")
        player.go(f"/t/{slug}/ronda/1/")
        for name in ("Celia Royo", "Jaime Roche", "Elena Sanz", "Gloria Polo"):
            expect(player.page.locator("main")).to_contain_text(name)
        expect(player.page.locator("main")).not_to_contain_text("Ana Lou")
    for role, visitor in (("organiser", rosario), ("desk", desk)):
        counts = total_counts([visitor.hands])
        print(role, counts)
        assert LONG or counts["clicks and addresses"] <= MOST_CLICKS[role]
