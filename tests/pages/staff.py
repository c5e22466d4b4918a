"""Acts that those who run a day repeat, whatever its format: enter, draw, publish, print."""

import re
from collections.abc import Mapping

from playwright.sync_api import Locator, Page, expect

from tests.pages import getting_ready
from tests.pages.playing import Api, prints
from tests.pages.visitor import Visitor
from tests.rows import words

TOWNS = words(
    "Albarracín Bronchales Cella Daroca Ejulve Fortanete Gea Híjar Jarque Libros Mora Noguera"
)


def creates(visitor: Visitor, username: str, name: str, typed: Mapping[str, str]) -> str:
    """A new account and its tournament; `typed` are the radio buttons and boxes by their names.

    Returns the slug.
    """
    page = visitor.page
    visitor.go("/cuenta/signup/?next=/torneos/nuevo/a-medida/")
    getting_ready.registers(visitor, username)
    page.get_by_label("Nombre del torneo").fill(name)
    page.get_by_label("Día").fill("2026-11-28")
    for field, value in typed.items():
        box = page.locator(f"[name={field}]")
        for summary in page.locator(f"details:not([open]):has([name={field}]) > summary").all():
            summary.click()
        if box.first.get_attribute("type") == "radio":
            page.locator(f"[name={field}][value={value}]").check()
        elif page.locator(f"select[name={field}]").count():
            box.select_option(value)
        else:
            box.fill(value)
    visitor.follow(page.get_by_role("button", name="Crear el torneo"))
    expect(page.get_by_role("heading", name=name)).to_be_visible()
    found = re.search(r"/t/([\w-]+)/", page.url)
    assert found, page.url
    return found[1]


def plans_stage(visitor: Visitor, slug: str, name: str, ticked: str, last: int) -> None:
    """One more stage, a bracket as it comes, for those up to that place of the first stage."""
    page = visitor.page
    visitor.go(f"/t/{slug}/fases/nueva/")
    page.locator("#a-medida > summary").click()
    page.get_by_label("Nombre de la fase").fill(name)
    first = page.get_by_role("group", name="Pasan, línea 1")
    first.get_by_label("Quién pasa").select_option(label=ticked)
    first.get_by_label("Hasta el puesto").fill(str(last))
    page.locator("[name=format][value=knockout]").check()
    page.locator("[name=knockout_third_place]").check()
    visitor.follow(page.get_by_role("button", name="Guardar"))
    expect(page.get_by_role("heading", name=f"2 · {name}")).to_be_visible()


def pastes(visitor: Visitor, slug: str, block: str, count: int, many: str) -> None:
    """The whole list at once, without an error in it, all paid and all in the hall."""
    page = visitor.page
    visitor.go(f"/t/{slug}/inscripciones/importar/")
    page.get_by_label("Pegue aquí la lista").fill(block)
    visitor.follow(page.get_by_role("button", name="Ver la lista"))
    visitor.follow(page.get_by_role("button", name=f"Inscribir {count} {many}"))
    visitor.go(f"/t/{slug}/inscripciones/")
    expect(page.get_by_role("table", name=f"{count} {many}")).to_be_visible()
    visitor.follow(page.get_by_role("button", name="Todos pagados", exact=True))
    visitor.follow(page.get_by_role("button", name="Todos presentes", exact=True))


def drafts(visitor: Visitor, slug: str, button: str) -> None:
    """Draw the next round with that button of the page of the rounds."""
    visitor.go(f"/t/{slug}/rondas/")
    visitor.follow(visitor.page.get_by_role("button", name=button, exact=True))


def publishes(visitor: Visitor) -> None:
    visitor.follow(visitor.page.get_by_role("button", name="Publicar y llamar a las mesas"))


def opens_bracket(visitor: Visitor, slug: str, name: str) -> None:
    """From the rounds to the page that says who goes on, and open the stage."""
    page = visitor.page
    visitor.go(f"/t/{slug}/rondas/")
    visitor.follow(page.get_by_role("link", name=f"Abrir «{name}»"))
    visitor.follow(page.get_by_role("button", name="Abrir la fase"))


def told_alike(visitor: Visitor, slug: str, serial: int, names: list[str]) -> None:
    """A round has the same names in its draft, published, in the pairings and on paper."""
    page = visitor.page
    _says(page.locator("main"), names)
    publishes(visitor)
    visitor.go(f"/t/{slug}/ronda/{serial}/")
    _says(page.locator("main"), names)
    visitor.go(f"/t/{slug}/emparejamientos/")
    _says(page.locator("body"), names)
    paper = " ".join(prints(visitor, slug, "Emparejamientos por mesas").split())
    for name in names:
        assert name in paper, (name, paper)


def _says(where: Locator, names: list[str]) -> None:
    for name in names:
        expect(where).to_contain_text(name)


def agrees_in_public(page: Page, url: str, slug: str, serial: int) -> None:
    """The public check of a round repeats its draw and finds nothing amiss."""
    page.goto(f"{url}/t/{slug}/ronda/{serial}/comprobar/")
    expect(page.get_by_text("todo coincide con lo publicado")).to_be_visible()
    expect(page.locator(".chip--bad")).to_have_count(0)


def plays_all(api: Api, lines: tuple[str, ...], **wanted: object) -> None:
    """Every match of a round that is not over, by the API, until none waits for a table."""
    while left := [m for m in api.matches(**wanted) if m["state"] in ("playing", "waiting")]:
        for match in left:
            api.plays(match, *lines)


def writes_at_desk(visitor: Visitor, slug: str, results: Mapping[int, str]) -> None:
    """The result of each table, typed from its sheet into the line of the desk."""
    page = visitor.page
    visitor.go(f"/t/{slug}/control/")
    expect(page.get_by_label("Mesa y resultado")).to_be_focused()
    said = page.locator("#linea-dice")
    for table, result in results.items():
        page.keyboard.type(f"{table} {result}")
        page.keyboard.press("Enter")
        expect(said).to_contain_text(f"Mesa {table} ·")
        page.keyboard.press("Enter")
        expect(said).to_contain_text(f"Guardado: Mesa {table} ·")
