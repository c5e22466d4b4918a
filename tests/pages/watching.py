"""The journey of who plays: a telephone without an account."""

from playwright.sync_api import expect

from tests.pages.getting_ready import PAIRS
from tests.pages.visitor import Visitor


def waits_for_a_table(visitor: Visitor, slug: str, number: int) -> None:
    """Asks by the number of the pair, which has no table yet, and leaves the page open."""
    page = visitor.page
    visitor.go(f"/t/{slug}/")
    visitor.look("public")
    visitor.follow(page.get_by_role("link", name="¿Dónde me siento?").first)
    visitor.look("where")
    page.get_by_label("Su número, su nombre o su pueblo").fill(str(number))
    visitor.follow(page.get_by_role("button", name="Buscar"))
    expect(page.get_by_role("heading", name="En espera")).to_be_visible()
    visitor.look("where-waiting")


def is_called(visitor: Visitor, table: str) -> None:
    """The page says the table without being touched."""
    expect(visitor.page.locator(".big-number__number")).to_have_text(table, timeout=30_000)


def looks_around(visitor: Visitor, slug: str) -> None:
    """Where to sit by surname, the pairings, the bracket, one pair's day, and English."""
    page = visitor.page
    visitor.go(f"/t/{slug}/mesa/")
    page.get_by_label("Buscar a otro").fill("Rubio")
    visitor.follow(page.get_by_role("button", name="Buscar"))
    named = [number for number, pair in enumerate(PAIRS, 1) if "Rubio" in "".join(pair)]
    expect(page.locator(".choices__number")).to_have_text([str(number) for number in named])
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
    visitor.go(f"/t/{slug}/clasificacion/")  # his own row is marked, so that the edge need not
    expect(page.locator("#n-8.is-mine")).to_have_count(1)
    visitor.go(f"/t/{slug}/cuadro/")
    expect(page.locator(".drawn-bracket .is-mine").first).to_be_attached()


def reads_english(visitor: Visitor, slug: str) -> None:
    page = visitor.page
    visitor.go(f"/t/{slug}/clasificacion/")
    visitor.follow(page.get_by_role("link", name="English"))
    expect(page.locator("html")).to_have_attribute("lang", "en")
    expect(page.get_by_role("link", name="Standings")).to_be_visible()
    visitor.look("standings-english")
    visitor.follow(page.get_by_role("link", name="Español"))
    expect(page.get_by_role("link", name="Clasificación")).to_be_visible()
