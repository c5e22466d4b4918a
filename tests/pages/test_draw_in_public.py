"""Test of a draw in public: closed list, word of the hall, a ball for each entry, public check."""

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.pages.site import Site
from tests.pages.visitor import PHONE, Visitor, fail_on_faults

pytestmark = pytest.mark.browser

T = "/t/sorteo-a-la-vista/"
SMALLEST = """() => Math.min(...[...document.querySelectorAll(".ceremony *")]
  .filter((one) => one.checkVisibility())
  .filter((one) => [...one.childNodes].some((node) => node.nodeType === 3 && node.data.trim()))
  .map((one) => parseFloat(getComputedStyle(one).fontSize)))"""


def test_a_draw_in_public_is_shown_ball_by_ball_and_checked_by_a_browser(
    chromium: Browser, site: Site
) -> None:
    site.inside("demo", format="knockout", entries=6, rounds=0, name="Sorteo a la vista")
    organiser, player = Visitor(chromium, site.url), Visitor(chromium, site.url, PHONE)
    with fail_on_faults(site, organiser, player):
        organiser.log_in((site.var / "demo_password").read_text())
        _close_list(organiser)
        player.go(f"{T}sorteo/")
        player.look("closed-list")
        _show_draw(organiser, player)
        _check_in_browser(player)


def _close_list(organiser: Visitor) -> None:
    """Discard the first round of the demo and close the list for a draw in public."""
    page = organiser.page
    organiser.go(f"{T}rondas/")
    page.get_by_text("Descartar: Ronda 1").click()
    page.get_by_label("Motivo").fill("La sala quiere verlo")
    organiser.follow(page.get_by_role("button", name="Descartar", exact=True))
    page.get_by_text("Sortear a la vista de la sala").click()
    organiser.follow(page.get_by_role("button", name="Cerrar la lista"))
    organiser.look("list-closed")


def _show_draw(organiser: Visitor, player: Visitor) -> None:
    """Draw with a word; show the balls on the organiser's screen, a wall and a phone."""
    page = organiser.page
    page.get_by_label("Palabra o número de la sala").fill("El Gordo 7142")
    organiser.follow(page.get_by_role("button", name="Sortear con esta palabra"))
    organiser.follow(page.get_by_role("link", name="Enseñarlo bola a bola"))
    organiser.look("ceremony-begins")
    organiser.follow(page.get_by_role("button", name="Empezar, y que se siga desde el teléfono"))
    player.go(f"{T}ronda/1/ceremonia/")
    expect(player.page.get_by_text("El sorteo va a empezar")).to_be_visible()
    for ball, key in enumerate([" ", "ArrowRight", "ArrowDown", " ", "PageDown"], start=1):
        page.keyboard.press(key)
        _check_ball(page, ball)
    page.keyboard.press("ArrowLeft")
    _check_ball(page, 4)
    page.get_by_role("button", name="Siguiente bola").click()
    _check_ball(page, 5)
    expect(page.get_by_role("button", name="Siguiente bola")).to_be_focused()
    _check_ball(player.page, 5)
    organiser.look("ceremony")
    _run_automatically(page)
    player.look("ceremony-public")
    assert page.evaluate(SMALLEST) >= 32
    wall = _open_wall(organiser)
    page.get_by_role(
        "button", name="Siguiente bola"
    ).click()  # the wall has already revealed ball 6
    _check_ball(page, 6)
    expect(page.locator("#ritmo")).to_be_hidden()
    page.get_by_role("button", name="Deshacer").click()
    expect(page.locator("#ritmo")).to_be_visible()
    page.get_by_role("button", name="Siguiente bola").click()
    _check_ball(page, 6)
    organiser.follow(page.get_by_role("button", name="Publicar"))
    expect(wall).to_have_url(f"{organiser.url}{T}pantalla/")
    expect(player.page).to_have_url(f"{player.url}{T}ronda/1/")


def _run_automatically(page: Page) -> None:
    """Let the balls come out by themselves at another speed and pause them, also after a reload."""
    page.get_by_role("button", name="Deshacer").click()
    _check_ball(page, 4)
    page.get_by_role("button", name="Deshacer").click()
    _check_ball(page, 3)
    start = page.get_by_role("button", name="Sacar las bolas solas")
    for _press in range(2):
        page.keyboard.press("+")
    expect(page.get_by_text("Una bola cada 3 segundos")).to_be_visible()
    start.click()
    _check_ball(page, 4)
    page.reload()
    expect(page.get_by_text("Una bola cada 3 segundos")).to_be_visible()
    _check_ball(page, 5)
    page.get_by_role("button", name="Pausar").click()
    expect(start).to_be_visible()
    page.reload()
    expect(start).to_be_visible()
    expect(page.get_by_text("Una bola cada 3 segundos")).to_be_visible()


def _open_wall(organiser: Visitor) -> Page:
    """Open the projector's window, pause it, and reveal the last ball with the space bar."""
    wall = organiser.context.new_page()
    wall.set_viewport_size({"width": 1920, "height": 1080})
    wall.goto(f"{organiser.url}{T}rondas/1/ceremonia/pantalla/")
    expect(wall.locator("button, a")).to_have_count(0)
    expect(wall.get_by_text("Queda 1 bola")).to_be_visible()
    wall.keyboard.press("-")
    expect(wall.get_by_text("En pausa")).to_be_visible()
    wall.reload()
    expect(wall.get_by_text("En pausa")).to_be_visible()
    wall.keyboard.press(" ")
    expect(wall.get_by_text("Quedan 0 bolas")).to_be_visible()
    expect(wall.locator("#ritmo")).to_be_hidden()
    assert wall.evaluate(SMALLEST.replace(".ceremony *", "body *")) >= 32
    assert wall.evaluate("document.documentElement.scrollHeight") <= 1080
    return wall


def _check_ball(page: Page, ball: int) -> None:
    """Assert that the page shows this ball as the last one."""
    expect(page.locator(".ceremony__said")).to_contain_text(f"Bola {ball}: ")


def _check_in_browser(player: Visitor) -> None:
    """Check the draw in the player's browser, with and without SubtleCrypto.

    With another word in the page, the browser's check must fail. Plain http has no SubtleCrypto.
    """
    page = player.page
    player.follow(page.get_by_role("link", name="Comprobar el sorteo"))
    marks = page.locator("[data-browser]")
    expect(marks).to_have_text(["✓ Su navegador: coincide"] * 3)
    player.look("check")
    page.add_init_script("Object.defineProperty(crypto, 'subtle', {value: undefined})")
    page.reload()
    assert page.evaluate("crypto.subtle === undefined")
    expect(marks).to_have_text(["✓ Su navegador: coincide"] * 3)
    page.route("**/comprobar/", lambda route: _replace_word(route))
    page.reload()
    expect(marks).to_have_text(
        ["✓ Su navegador: coincide", "✗ Su navegador: no coincide", "✓ Su navegador: coincide"]
    )
    page.unroute("**/comprobar/")


def _replace_word(route) -> None:
    answer = route.fetch()
    route.fulfill(response=answer, body=answer.text().replace("El Gordo 7142", "El Gordo 7143"))
