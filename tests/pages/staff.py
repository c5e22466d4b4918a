"""Acts of the organisers of a day in any format: enter, draw, publish, write, print."""

import re
from collections.abc import Mapping

from playwright.sync_api import Locator, Page, expect

from tests.pages import getting_ready
from tests.pages.playing import Api, open_printed_file
from tests.pages.visitor import Visitor
from tests.rows import words

BRACKET = ("Cuartos de final", "Semifinales", "Final")
THE_ROUND = ("los cuartos de final", "las semifinales", "la final")
TOWNS = words(
    "Albarracín Bronchales Cella Daroca Ejulve Fortanete Gea Híjar Jarque Libros Mora Noguera"
)


def create_tournament(
    visitor: Visitor,
    username: str,
    name: str,
    fields: Mapping[str, str],
    *,
    recipe: str,
    sentence: str,
) -> str:
    """Create an account, then a tournament for today by a recipe (`follow_recipe`)."""
    visitor.go("/cuenta/signup/?next=/torneos/nuevo/")
    getting_ready.register(visitor, username)
    return follow_recipe(visitor, name, fields, recipe=recipe, sentence=sentence)


def follow_recipe(
    visitor: Visitor, name: str, fields: Mapping[str, str], *, recipe: str, sentence: str
) -> str:
    """Create a tournament on *Crear un torneo* and return its slug.

    `fields` are the values of radio buttons, lists and boxes by their names, in order. `sentence`
    is the page's description of the tournament.
    """
    page = visitor.page
    for field, value in {**fields, "recipe": recipe}.items():
        _choose(page, field, value)
    expect(page.locator("#frase")).to_contain_text(sentence)
    page.get_by_label("Nombre del torneo").fill(name)
    visitor.follow(page.get_by_role("button", name="Crear el torneo"))
    expect(page.locator(".site__tournament")).to_have_text(name)
    return slug_of(page)


def slug_of(page: Page) -> str:
    """Return the slug of the tournament whose page is open."""
    address = re.search(r"/t/([\w-]+)/", page.url)
    assert address, page.url
    return address[1]


def _choose(page: Page, field: str, value: str) -> None:
    """Choose or type a value, and wait until the page describes the tournament again."""
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


def open_place(visitor: Visitor, place: str) -> None:
    """Open one of the main places of the frame, of staff or of the public."""
    visitor.follow(visitor.page.locator(".places > ul > li > a").filter(has_text=place))


def open_more(visitor: Visitor, place: str) -> None:
    """Open a place of the menu «Más»."""
    visitor.page.locator(".places summary").click()
    visitor.follow(visitor.page.locator(".places .menu").get_by_role("link", name=place))


def paste_entries(visitor: Visitor, block: str, count: int, noun: str) -> None:
    """Paste a list without errors from *Hoy*; mark all entries paid and present.

    `noun` is the page's word for the entries, as «parejas».
    """
    page = visitor.page
    visitor.follow(page.get_by_role("link", name="Pegar una lista o subir un archivo"))
    page.get_by_label("Pegue aquí la lista").fill(block)
    visitor.follow(page.get_by_role("button", name="Ver la lista"))
    visitor.follow(page.get_by_role("button", name=f"Inscribir {count} {noun}"))
    expect(page.get_by_role("table", name=f"{count} {noun}")).to_be_visible()
    mark_all(visitor)


def mark_all(visitor: Visitor) -> None:
    """Mark all entries paid and present on *Inscripciones*."""
    page = visitor.page
    for button in ("Todos pagados", "Todos presentes"):
        page.get_by_text("Otras tareas", exact=True).click()
        visitor.follow(page.get_by_role("button", name=button, exact=True))


def check_in(visitor: Visitor, number: int, state: str) -> None:
    """Change the presence of an entry on *Inscripciones* with F2; its button then shows `state`."""
    page = visitor.page
    search = page.get_by_label("Buscar por nombre, pueblo o número")
    search.fill(str(number))
    expect(page.locator("#lista tbody tr")).to_have_count(1)
    search.press("F2")
    expect(page.locator(f"#n-{number}").get_by_role("button", name=state)).to_be_visible()


def draft_round(visitor: Visitor, button: str) -> None:
    """Draw the next round with a button of the open page; the draft is shown."""
    visitor.follow(visitor.page.get_by_role("button", name=button, exact=True))


def publish(visitor: Visitor) -> None:
    visitor.follow(visitor.page.get_by_role("button", name="Publicar y llamar a las mesas"))


def draw_round(visitor: Visitor, round: int) -> None:
    """Draw and publish the next round with one button of *Hoy* or *La sala*, and stay there.

    These pages show the button by themselves once the previous round is over. A draw with
    concessions shows its draft first; then publish it and go back to the page.
    """
    page = visitor.page
    button = re.compile(rf"^(Sortear|Preparar) la ronda {round}$")
    expect(page.get_by_role("button", name=button)).to_be_visible()
    start_url = page.url
    visitor.follow(page.get_by_role("button", name=re.compile("^(Sortear|Preparar) y publicar$")))
    if page.url != start_url:
        expect(page.get_by_text("Antes de publicarla, mire estos avisos.")).to_be_visible()
        publish(visitor)
    expect(page.locator(".message").filter(has_text=": publicada.")).to_be_visible()
    if page.url != start_url:
        open_place(visitor, "La sala" if "/control/" in start_url else "Hoy")


def open_bracket(visitor: Visitor, name: str) -> None:
    """Open a stage from *Hoy* or *La sala*, through the page of its qualified entries."""
    page = visitor.page
    visitor.follow(page.get_by_role("link", name=f"Abrir «{name}»"))
    visitor.look("stage-open")
    visitor.follow(page.get_by_role("button", name="Abrir la fase"))


def check_round_names(visitor: Visitor, player: Visitor, names: list[str]) -> None:
    """Publish the open draft; assert that its page, the player's page and the sheets have `names`.

    The player has the pairings open. The sheets are printed from the page of the round.
    """
    page = visitor.page
    _expect_texts(page.locator("main"), names)
    publish(visitor)
    _expect_texts(page.locator("main"), names)
    _expect_texts(player.page.locator("body"), names)
    visitor.follow(page.get_by_role("button", name="La pared y las actas"))
    text = " ".join(open_printed_file(visitor).split())
    for name in names:
        assert name in text, (name, text)


def _expect_texts(element: Locator, names: list[str]) -> None:
    for name in names:
        expect(element).to_contain_text(name)


def check_draw_in_public(page: Page, url: str, slug: str, serial: int) -> None:
    """Assert that the public check of a round repeats its draw without a difference."""
    page.goto(f"{url}/t/{slug}/ronda/{serial}/comprobar/")
    expect(page.get_by_text("lo acaba de repetir: todo coincide con lo publicado")).to_be_visible()
    expect(page.locator(".chip--bad")).to_have_count(0)


def play_all(api: Api, lines: tuple[str, ...], **filters: object) -> None:
    """Write these lines in every unfinished match through the API, until no match waits."""
    while unfinished_matches := [
        m for m in api.matches(**filters) if m["state"] in ("playing", "waiting")
    ]:
        for match in unfinished_matches:
            api.play(match, *lines)


def write_at_desk(visitor: Visitor, results: Mapping[int, str]) -> None:
    """Type the result of each table into the line of the desk on *La sala*."""
    page = visitor.page
    expect(page.get_by_label("Mesa y resultado")).to_be_focused()
    reply = page.locator("#linea-dice")
    for table, result in results.items():
        page.keyboard.type(f"{table} {result}")
        page.keyboard.press("Enter")
        expect(reply).to_contain_text(f"Mesa {table} ·")
        page.keyboard.press("Enter")
        expect(reply).to_contain_text(f"Guardado: Mesa {table} ·")


def play_bracket(
    visitor: Visitor,
    player: Visitor,
    reader: Visitor,
    api: Api,
    lines: tuple[str, ...],
    first_serial: int,
) -> None:
    """Play the bracket of eight of the second stage, and check its names and draws.

    The draft of its first round is open. The serial numbers of the rounds continue from the first
    stage, with `first_serial`.
    """
    player.go(f"/t/{api.slug}/emparejamientos/")
    for number, name in enumerate(BRACKET, 1):
        serial = first_serial + number - 1
        if number > 1:
            open_place(visitor, "Hoy")
            draft_round(visitor, f"Preparar {THE_ROUND[number - 1]}")
        check_round_names(visitor, player, [name])
        check_draw_in_public(reader.page, reader.url, api.slug, serial)
        play_all(api, lines, stage=2, round=number)


def print_final_standings(visitor: Visitor, count: int) -> str:
    """Print the final standings of `count` entries from *Hoy*; return the text of the sheet."""
    page = visitor.page
    open_place(visitor, "Hoy")
    visitor.look("panel-end")
    visitor.follow(page.get_by_role("link", name="Ver la clasificación final"))
    expect(page.locator("table.standings tbody tr[id]")).to_have_count(count)
    visitor.look("standings-end")
    visitor.follow(page.get_by_role("button", name="Imprimir la clasificación"))
    return open_printed_file(visitor)
