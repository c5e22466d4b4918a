"""Acts of a player in `test_journey`: a telephone without an account."""

from playwright.sync_api import expect

from tests.pages.getting_ready import PAIRS
from tests.pages.visitor import Visitor


def wait_for_table(visitor: Visitor, slug: str, number: int) -> None:
    """Search for a pair without a table by its number, and stay on the page."""
    page = visitor.page
    visitor.go(f"/t/{slug}/")
    visitor.look("public")
    visitor.follow(page.get_by_role("link", name="¿Dónde me siento?").first)
    visitor.look("where")
    page.get_by_label("Su número, su nombre o su pueblo").fill(str(number))
    visitor.follow(page.get_by_role("button", name="Buscar"))
    expect(page.get_by_role("heading", name="En espera")).to_be_visible()
    visitor.look("where-waiting")


def check_call(visitor: Visitor, table: str) -> None:
    """Assert that the open page shows the table of the pair by itself."""
    expect(visitor.page.locator(".big-number__number")).to_have_text(table, timeout=30_000)


def look_around(visitor: Visitor, slug: str) -> None:
    """Find a pair by surname, and check the public pages and the mark of the followed pair."""
    page = visitor.page
    visitor.go(f"/t/{slug}/mesa/")
    page.get_by_label("Buscar a otro").fill("Rubio")
    visitor.follow(page.get_by_role("button", name="Buscar"))
    matching_numbers = [number for number, pair in enumerate(PAIRS, 1) if "Rubio" in "".join(pair)]
    expect(page.locator(".choices__number")).to_have_text(
        [str(number) for number in matching_numbers]
    )
    visitor.look("where-choices")
    visitor.follow(page.get_by_role("link", name="Manolo Rubio"))
    expect(page.get_by_text("8 · Manolo Rubio · Andrés Rubio").first).to_be_visible()
    expect(page.locator(".big-number__number")).to_have_text("4")
    visitor.look("where-one")
    visitor.go(f"/t/{slug}/emparejamientos/")
    visitor.follow(page.get_by_role("link", name="Por apellido"))
    expect(page.get_by_role("row", name="Rubio, Manolo")).to_contain_text("Mesa 4")
    visitor.look("pairings-surname")
    for path, name in (
        ("emparejamientos/", "pairings"),
        ("cuadro/", "bracket"),
        ("clasificacion/", "standings-public"),
        ("inscripcion/8/", "entry"),
        ("mesa/?kiosco=1", "kiosk"),
    ):
        visitor.go(f"/t/{slug}/{path}")
        visitor.look(name)
    visitor.go(f"/t/{slug}/clasificacion/")
    expect(page.locator("#n-8.is-mine")).to_have_count(1)
    visitor.go(f"/t/{slug}/cuadro/")
    expect(page.locator(".drawn-bracket .is-mine").first).to_be_attached()


def read_in_english(visitor: Visitor, slug: str) -> None:
    page = visitor.page
    visitor.go(f"/t/{slug}/clasificacion/")
    visitor.follow(page.get_by_role("link", name="English"))
    expect(page.locator("html")).to_have_attribute("lang", "en")
    expect(page.get_by_role("link", name="Standings")).to_be_visible()
    visitor.look("standings-english")
    visitor.follow(page.get_by_role("link", name="Español"))
    expect(page.get_by_role("link", name="Clasificación")).to_be_visible()
