"""Acts of `test_journey` up to the first round: account, tournament, pairs and draw."""

import re

from playwright.sync_api import Locator, Page, expect

from tests.pages.visitor import Visitor

PASSWORD = "mano-y-postre-48"
SEED = "cupón 48213"
PAIRS = (
    ("Paco Gil", "Luis Sanz", "Calamocha"),
    ("Pilar Lahoz", "Chema Roche", "Monreal"),
    ("Ángel Ibáñez", "Begoña Muñoz", "Daroca"),
    ("Nicolás Yus", "Íñigo Peiró", "Báguena"),
    ("Carmen Catalán", "Raúl Martín", "Luco"),
    ("El Rubio", "Tomás", "El Poyo"),
    ("Julia Simón", "Pedro Moreno", "Torrijo"),
    ("Manolo Rubio", "Andrés Rubio", "Monreal"),
    ("Ascensión Herrero", "Vicente Lou", "Calamocha"),
    ("José Polo", "Javier Polo", "Daroca"),
    ("Mercedes Traid", "Amparo Traid", "Fuentes Claras"),
    ("Benito Agustín", "Sole", "Caminreal"),
    ("Lola Blasco", "Jesús Romero", "Villafranca"),
    ("Quique Marco", "Fermín Plumed", "Blancas"),
    ("Rosa Vicente", "Mari Vicente", "Odón"),
    ("Gregorio Allueva", "Isidro Allueva", "Bello"),
)
BLOCK = "Jugador 1\tJugador 2\tPueblo\n" + "\n".join(
    "\t".join((first, first if first == "Julia Simón" else second, town))
    for first, second, town in PAIRS
)


def tab_to(visitor: Visitor, target: Locator, key: str = "Tab") -> None:
    """Press `key` until the target has the focus."""
    for _press in range(120):
        if target.evaluate("one => one === document.activeElement"):
            return
        visitor.page.keyboard.press(key)
    raise AssertionError(f"{key} never reaches {target}")


def sign_up(visitor: Visitor) -> None:
    page = visitor.page
    visitor.go("/")
    visitor.look("home")
    visitor.follow(page.get_by_role("link", name="Crear un torneo").first)
    visitor.look("log-in")
    visitor.follow(page.get_by_role("link", name="¿Aún no tiene cuenta? Créela"))
    visitor.look("sign-up")
    register(visitor, "pilar")


def register(visitor: Visitor, username: str) -> None:
    """Create an account, which opens the page of a new tournament."""
    page = visitor.page
    page.get_by_label("Usuario").fill(username)
    page.get_by_label("Contraseña", exact=True).fill(PASSWORD)
    page.get_by_label("Contraseña (otra vez)").fill(PASSWORD)
    visitor.follow(page.get_by_role("button", name="Crear una cuenta"))
    expect(page).to_have_url(re.compile(r"/torneos/nuevo/(a-medida/)?$"))


def create_tournament(visitor: Visitor) -> str:
    """Look at the recipes, then create a tournament on the custom page; return its slug.

    It has six tables, so that two of its eight matches must wait.
    """
    page = visitor.page
    visitor.look("create")
    visitor.walk_by_tab("create")
    page.get_by_label("Nombre del torneo").fill("Maratón")
    page.get_by_label("Tarot").check()
    expect(page.locator("#frase")).to_contain_text("32 jugadores")
    expect(page.get_by_label("Totales individuales")).to_be_checked()
    expect(page.get_by_label("Nombre del torneo")).to_have_value("Maratón")
    visitor.follow(page.get_by_role("link", name="A medida"))
    visitor.look("create-custom")
    with visitor.refusal():
        page.get_by_label("Nombre del torneo").fill("Maratón de San Roque")
        page.get_by_label("Día").fill("2026-08-16")
        page.get_by_label("Número de mesas").fill("0")
        visitor.follow(page.get_by_role("button", name="Crear el torneo"))
        visitor.look("create-refused")
    expect(page.get_by_label("Nombre del torneo")).to_have_value("Maratón de San Roque")
    page.get_by_label("Lugar").fill("Casino de Calamocha")
    page.get_by_label("Número de mesas").fill("6")
    page.get_by_label("Encuentro por el tercer puesto").check()
    page.get_by_label("Semilla del sorteo").fill(SEED)
    visitor.follow(page.get_by_role("button", name="Crear el torneo"))
    expect(page.locator(".site__tournament")).to_have_text("Maratón de San Roque")
    address = re.search(r"/t/([\w-]+)/", page.url)
    assert address, page.url
    visitor.look("panel-empty")
    return address[1]


def paste_pairs(visitor: Visitor, slug: str) -> None:
    """Paste sixteen pairs, one with the same person twice; correct it in the preview and accept."""
    page = visitor.page
    visitor.go(f"/t/{slug}/inscripciones/")
    visitor.look("entries-empty")
    visitor.follow(page.get_by_role("link", name="Pegar una lista o subir un archivo"))
    visitor.look("import")
    page.get_by_label("Pegue aquí la lista").fill(BLOCK)
    visitor.follow(page.get_by_role("button", name="Ver la lista"))
    expect(page.get_by_role("link", name="Por inscribir: 15")).to_be_visible()
    expect(page.get_by_text("Con errores: 1")).to_be_visible()
    visitor.look("import-wrong")
    page.get_by_label("Jugador 2").fill("Pedro Moreno")
    page.get_by_role("button", name="Guardar y comprobar de nuevo").click()
    expect(page.get_by_text("Por inscribir: 16")).to_be_visible()
    visitor.look("import-mended")
    visitor.follow(page.get_by_role("button", name="Inscribir 16 parejas"))
    visitor.go(f"/t/{slug}/inscripciones/")
    expect(page.get_by_role("table", name="16 parejas").locator("tbody tr")).to_have_count(16)


def enter_and_withdraw_walk_in(visitor: Visitor, slug: str) -> None:
    """Enter a pair at the desk with the keyboard alone, mark it, and withdraw it."""
    page = visitor.page
    visitor.go(f"/t/{slug}/inscripciones/")
    expect(page.get_by_label("Jugador 1")).to_be_focused()
    page.keyboard.type("Eusebio / La Mora (Lechago)")
    page.keyboard.press("Enter")
    walk_in = page.locator("#n-17")
    expect(walk_in).to_contain_text("La Mora")
    expect(page.get_by_label("Jugador 1")).to_be_focused()
    tab_to(visitor, walk_in.get_by_role("button", name="Sin pagar"))
    page.keyboard.press("Enter")
    expect(walk_in.get_by_role("button", name="Pagado")).to_be_focused()
    search = page.get_by_label("Buscar por nombre, pueblo o número")
    search.press_sequentially("eusebio")
    expect(page.locator("#lista tbody tr")).to_have_count(1)
    search.press("F2")
    expect(walk_in.get_by_role("button", name="Presente")).to_be_visible()
    expect(page.locator("#novedades")).to_contain_text("Eusebio · La Mora: Presente")
    expect(search).to_be_focused()
    search.press("F4")
    expect(walk_in.get_by_role("button", name="Sin pagar")).to_be_visible()
    search.press("Escape")
    expect(page.locator("#lista tbody tr")).to_have_count(17)
    visitor.look("entries")
    visitor.follow(walk_in.get_by_role("link"))
    visitor.look("entry-edit")
    visitor.follow(page.get_by_role("link", name="Retirar del torneo"))
    visitor.look("withdraw")
    page.get_by_label("Motivo").fill("Se han ido a cenar")
    visitor.follow(page.get_by_role("button", name="Retirar del torneo"))
    visitor.go(f"/t/{slug}/inscripciones/")
    expect(page.locator("#n-17")).to_contain_text("Se retiró")


def draw_first_round(visitor: Visitor, slug: str) -> None:
    """Draw the first round from the seed, swap two pairs with a reason, and publish it."""
    page = visitor.page
    visitor.go(f"/t/{slug}/rondas/")
    visitor.look("rounds")
    visitor.follow(page.get_by_role("button", name="Sortear la ronda 1"))
    expect(page.get_by_text(f"{SEED}/1", exact=True)).to_be_visible()
    visitor.look("draft")
    pairings = _pairings(page)
    assert sorted(number for pairing in pairings for number in pairing) == list(range(1, 17))
    (first_number, _rival), (second_number, _other_rival) = pairings[:2]
    with visitor.refusal():
        _swap(visitor, first_number, 99, "Son hermanos")
        expect(page.get_by_text("Nadie tiene el número 99.")).to_be_visible()
    assert _pairings(page) == pairings
    _swap(visitor, first_number, second_number, "Son hermanos")
    expect(page.get_by_text("Motivo: Son hermanos")).to_be_visible()
    assert [pairing[0] for pairing in _pairings(page)[:2]] == [second_number, first_number]
    visitor.look("draft-swapped")
    visitor.follow(page.get_by_role("button", name="Publicar y llamar a las mesas"))
    visitor.go(f"/t/{slug}/ronda/1/")
    expect(page.get_by_text("Motivo: Son hermanos")).to_be_visible()
    visitor.look("round")


def _pairings(page: Page) -> list[list[int]]:
    """Return the numbers of the pairs of each match of the draft, in order."""
    rows = page.locator("main table.stack").first.locator("tbody tr")
    return [
        [int(text.split(" · ")[0]) for text in row.locator("td").all_inner_texts()]
        for row in rows.all()
    ]


def _swap(visitor: Visitor, first: int, second: int, reason: str) -> None:
    page = visitor.page
    swap = page.locator("form", has=page.get_by_role("heading", name="Cambiar a dos de sitio"))
    swap.get_by_label("Número de uno").fill(str(first))
    swap.get_by_label("Número del otro").fill(str(second))
    swap.get_by_label("Motivo").fill(reason)
    visitor.follow(swap.get_by_role("button", name="Cambiar"))
