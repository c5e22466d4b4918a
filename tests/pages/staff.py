"""Acts that those who run a day repeat, whatever its format: enter, draw, publish, print."""

import re
from collections.abc import Mapping

from playwright.sync_api import Locator, Page, expect

from tests.pages import getting_ready
from tests.pages.playing import Api, has_it_open
from tests.pages.visitor import Visitor
from tests.rows import words

BRACKET = ("Cuartos de final", "Semifinales", "Final")
THE_ROUND = ("los cuartos de final", "las semifinales", "la final")
TOWNS = words(
    "Albarracín Bronchales Cella Daroca Ejulve Fortanete Gea Híjar Jarque Libros Mora Noguera"
)


def creates(
    visitor: Visitor,
    username: str,
    name: str,
    typed: Mapping[str, str],
    *,
    recipe: str,
    sentence: str,
) -> str:
    """A new account, and its tournament of today by a recipe; see `follows_a_recipe`."""
    visitor.go("/cuenta/signup/?next=/torneos/nuevo/")
    getting_ready.registers(visitor, username)
    return follows_a_recipe(visitor, name, typed, recipe=recipe, sentence=sentence)


def follows_a_recipe(
    visitor: Visitor, name: str, typed: Mapping[str, str], *, recipe: str, sentence: str
) -> str:
    """On *Crear un torneo*: `typed` are the radio buttons, lists and boxes by their names, in
    order, and `sentence` what the page then says will be played.

    Returns the slug.
    """
    page = visitor.page
    for field, value in {**typed, "recipe": recipe}.items():
        _chooses(page, field, value)
    expect(page.locator("#frase")).to_contain_text(sentence)
    page.get_by_label("Nombre del torneo").fill(name)
    visitor.follow(page.get_by_role("button", name="Crear el torneo"))
    expect(page.locator(".site__tournament")).to_have_text(name)
    return slug_of(page)


def slug_of(page: Page) -> str:
    """Return the slug of the tournament whose page is in hand."""
    found = re.search(r"/t/([\w-]+)/", page.url)
    assert found, page.url
    return found[1]


def _chooses(page: Page, field: str, value: str) -> None:
    """Choose or type one thing, and wait until the page says what it would be."""
    box, radio = page.locator(f"[name={field}]"), page.locator(f"[name={field}][value='{value}']")
    if radio.count() and radio.is_checked():
        return
    with page.expect_response(lambda answer: "/torneos/nuevo/?" in answer.url):
        if radio.count():
            radio.check()
        elif page.locator(f"select[name={field}]").count():
            box.select_option(value)
        else:
            box.fill(value)
            box.press("Tab")


def opens(visitor: Visitor, place: str) -> None:
    """One of the five places of the frame, or of those of the public."""
    visitor.follow(visitor.page.locator(".places > ul > li > a").filter(has_text=place))


def opens_more(visitor: Visitor, place: str) -> None:
    """A place behind «Más»."""
    visitor.page.locator(".places summary").click()
    visitor.follow(visitor.page.locator(".places .menu").get_by_role("link", name=place))


def pastes(visitor: Visitor, block: str, count: int, many: str) -> None:
    """From *Hoy*: the whole list at once, without an error in it, all paid and all in the hall."""
    page = visitor.page
    visitor.follow(page.get_by_role("link", name="Pegar una lista o subir un archivo"))
    page.get_by_label("Pegue aquí la lista").fill(block)
    visitor.follow(page.get_by_role("button", name="Ver la lista"))
    visitor.follow(page.get_by_role("button", name=f"Inscribir {count} {many}"))
    expect(page.get_by_role("table", name=f"{count} {many}")).to_be_visible()
    marks_all(visitor)


def marks_all(visitor: Visitor) -> None:
    """On *Inscripciones*: all have paid, and all are in the hall."""
    page = visitor.page
    for button in ("Todos pagados", "Todos presentes"):
        page.get_by_text("Otras tareas", exact=True).click()
        visitor.follow(page.get_by_role("button", name=button, exact=True))


def checks_in(visitor: Visitor, number: int, says: str) -> None:
    """On *Inscripciones*, by its number and F2: that entry, which says `says` when it is done."""
    page = visitor.page
    search = page.get_by_label("Buscar por nombre, pueblo o número")
    search.fill(str(number))
    expect(page.locator("#lista tbody tr")).to_have_count(1)
    search.press("F2")
    expect(page.locator(f"#n-{number}").get_by_role("button", name=says)).to_be_visible()


def drafts(visitor: Visitor, button: str) -> None:
    """Draw the next round with that button of the page in hand, to look at it first."""
    visitor.follow(visitor.page.get_by_role("button", name=button, exact=True))


def publishes(visitor: Visitor) -> None:
    visitor.follow(visitor.page.get_by_role("button", name="Publicar y llamar a las mesas"))


def draws(visitor: Visitor, round: int) -> None:
    """From *Hoy* or from *La sala*, which say by themselves that the round before is over: draw the
    next one and publish it with one press, and stay there. A draw that concedes something, as some
    seeds do, is shown first, published, and there is a way back."""
    page = visitor.page
    button = re.compile(rf"^(Sortear|Preparar) la ronda {round}$")
    expect(page.get_by_role("button", name=button)).to_be_visible()
    where = page.url
    visitor.follow(page.get_by_role("button", name=re.compile("^(Sortear|Preparar) y publicar$")))
    if page.url != where:
        expect(page.get_by_text("Antes de publicarla, mire estos avisos.")).to_be_visible()
        publishes(visitor)
    expect(page.locator(".message").filter(has_text=": publicada.")).to_be_visible()
    if page.url != where:
        opens(visitor, "La sala" if "/control/" in where else "Hoy")


def opens_bracket(visitor: Visitor, name: str) -> None:
    """From *Hoy* or *La sala* to the page that says who goes on, and open the stage."""
    page = visitor.page
    visitor.follow(page.get_by_role("link", name=f"Abrir «{name}»"))
    visitor.look("stage-open")
    visitor.follow(page.get_by_role("button", name="Abrir la fase"))


def told_alike(visitor: Visitor, player: Visitor, names: list[str]) -> None:
    """A round has the same names in its draft, published, in the pairings that a player has open,
    and on the paper that is printed where it was published."""
    page = visitor.page
    _says(page.locator("main"), names)
    publishes(visitor)
    _says(page.locator("main"), names)
    _says(player.page.locator("body"), names)
    visitor.follow(page.get_by_role("button", name="La pared y las actas"))
    paper = " ".join(has_it_open(visitor).split())
    for name in names:
        assert name in paper, (name, paper)


def _says(where: Locator, names: list[str]) -> None:
    for name in names:
        expect(where).to_contain_text(name)


def agrees_in_public(page: Page, url: str, slug: str, serial: int) -> None:
    """The public check of a round repeats its draw and finds nothing amiss."""
    page.goto(f"{url}/t/{slug}/ronda/{serial}/comprobar/")
    expect(page.get_by_text("lo acaba de repetir: todo coincide con lo publicado")).to_be_visible()
    expect(page.locator(".chip--bad")).to_have_count(0)


def plays_all(api: Api, lines: tuple[str, ...], **wanted: object) -> None:
    """Every match of a round that is not over, by the API, until none waits for a table."""
    while left := [m for m in api.matches(**wanted) if m["state"] in ("playing", "waiting")]:
        for match in left:
            api.plays(match, *lines)


def writes_at_desk(visitor: Visitor, results: Mapping[int, str]) -> None:
    """On *La sala*: the result of each table, typed from its sheet into the line of the desk."""
    page = visitor.page
    expect(page.get_by_label("Mesa y resultado")).to_be_focused()
    said = page.locator("#linea-dice")
    for table, result in results.items():
        page.keyboard.type(f"{table} {result}")
        page.keyboard.press("Enter")
        expect(said).to_contain_text(f"Mesa {table} ·")
        page.keyboard.press("Enter")
        expect(said).to_contain_text(f"Guardado: Mesa {table} ·")


def plays_the_bracket(
    visitor: Visitor, player: Visitor, reader: Visitor, api: Api, lines: tuple[str, ...], first: int
) -> None:
    """The last eight of the second stage, whose draft of round `first` is in hand; each round has
    one name everywhere, and its number goes on from the first stage."""
    player.go(f"/t/{api.slug}/emparejamientos/")
    for number, name in enumerate(BRACKET, 1):
        serial = first + number - 1
        if number > 1:
            opens(visitor, "Hoy")
            drafts(visitor, f"Preparar {THE_ROUND[number - 1]}")
        told_alike(visitor, player, [name])
        agrees_in_public(reader.page, reader.url, api.slug, serial)
        plays_all(api, lines, stage=2, round=number)


def hangs_the_end(visitor: Visitor, count: int) -> str:
    """From *Hoy*, when all is over, to the final standings of `count` entries; returns their
    paper."""
    page = visitor.page
    opens(visitor, "Hoy")
    visitor.look("panel-end")
    visitor.follow(page.get_by_role("link", name="Ver la clasificación final"))
    expect(page.locator("table.standings tbody tr[id]")).to_have_count(count)
    visitor.look("standings-end")
    visitor.follow(page.get_by_role("button", name="Imprimir la clasificación"))
    return has_it_open(visitor)
