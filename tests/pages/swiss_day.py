"""A day of pairs: Swiss of six rounds and a bracket of eight, with all that goes wrong."""

from collections import Counter
from typing import Any

from playwright.sync_api import expect

from tests.pages import staff
from tests.pages.hands import heights
from tests.pages.playing import Api
from tests.pages.site import Site
from tests.pages.visitor import PHONE, Visitor
from tests.rows import words
from tests.sizes import size

ROUNDS = 6
WON, LOST = ("coto 4-2",), ("coto 1-4",)
EXPECTED = 33  # which a recipe plays in six rounds
COUNT = size(17, long=EXPECTED)  # the last is not in the hall at first, and one more comes late
TABLES = (COUNT + 1) // 2
NAMES = words("Ana Blas Celia Darío Elena Félix Gloria Hugo Irene Jaime Lucía")
PAIRS = [
    (f"{NAMES[n % 11]} {NAMES[n // 11]}", f"{NAMES[(n + 4) % 11]} {NAMES[3 + n // 11]}")
    for n in range(COUNT)
]
BLOCK = "Jugador 1\tJugador 2\n" + "\n".join("\t".join(pair) for pair in PAIRS)
LATE = "Saturnino Gracia / Visitación Lobera (Alcañiz)"


def gets_ready(visitor: Visitor) -> str:
    """The tournament with its bracket, by the recipe: the hour of the end counts both stages."""
    page = visitor.page
    slug = staff.creates(
        visitor,
        "amparo",
        "Gran torneo del Pilar",
        {"length": "un_coto_de_4", "entries": str(EXPECTED), "tables": str(TABLES)},
        recipe="swiss_bracket",
        sentence=f"Suizo de {ROUNDS} rondas y cuadro de 8",
    )
    staff.pastes(visitor, BLOCK, COUNT, "parejas")
    staff.opens(visitor, "Hoy")
    visitor.follow(page.get_by_role("link", name="Ver la previsión"))
    counted = page.get_by_role("table", name="Cuándo acaba cada ronda").locator("tbody tr")
    expect(counted).to_have_count(ROUNDS + len(staff.BRACKET))
    expect(counted.last).to_contain_text("Cuadro final")
    visitor.look("forecast")
    return slug


def leaves_one_out(visitor: Visitor) -> None:
    """The last is not in the hall: it is named, and the first round is drawn without it."""
    page = visitor.page
    staff.opens(visitor, "Inscripciones")
    staff.checks_in(visitor, COUNT, "Sin llegar")
    visitor.look("entries-check-in")
    staff.opens(visitor, "Hoy")
    expect(page.locator(".note--warning").filter(has_text="No está")).to_contain_text(PAIRS[-1][0])
    visitor.look("panel-missing")
    staff.drafts(visitor, "Sortear la ronda 1 sin los ausentes")
    left_out = f"Se ha quedado fuera de esta ronda el número {COUNT}"
    expect(page.get_by_text(left_out)).to_be_visible()
    visitor.look("draft-left-out")
    staff.publishes(visitor)
    staff.opens(visitor, "Inscripciones")
    staff.checks_in(visitor, COUNT, "Presente")


def comes_late(visitor: Visitor, api: Api) -> None:
    """One more arrives in the second round and plays at once against who rests."""
    page, late = visitor.page, COUNT + 1
    resting = _resting(api, 2)
    assert len(resting) == 1 and COUNT not in resting, resting
    staff.opens(visitor, "Inscripciones")
    if (fold := page.locator("summary", has_text="Inscribir")).count():
        fold.click()
    page.get_by_label("Pagado", exact=True).check()
    page.get_by_label("Jugador 1").fill(LATE)
    with page.expect_navigation():
        page.get_by_label("Jugador 1").press("Enter")
    offer = page.get_by_role("region", name="Ha llegado alguien tarde")
    expect(offer).to_contain_text(f"descansa el número {resting[0]}")
    visitor.look("entries-late-offer")
    visitor.follow(offer.get_by_role("button", name=f"Sentar ahora al número {late}"))
    assert _resting(api, 2) == []
    (match,) = api.matches(stage=1, round=2, entry=late)
    assert [side["entry"] for side in match["sides"]] == [resting[0], late]
    assert (match["state"], match["table"]) == ("playing", TABLES)
    staff.opens(visitor, "Inscripciones")
    expect(page.get_by_role("region", name="Ha llegado alguien tarde")).to_have_count(0)
    expect(page.locator(f"#n-{late}").get_by_role("button", name="Presente")).to_be_visible()


def disputes(visitor: Visitor, player: Visitor, api: Api) -> None:
    """A player's phone says that something is wrong: counted on each page, and settled in
    *La sala*."""
    page, phone = visitor.page, player.page
    match = next(m for m in api.matches(stage=1, round=2) if m["state"] == "playing")
    player.go(api.table_link(match).removeprefix(player.url))
    player.follow(phone.get_by_role("button", name=match["sides"][0]["title"]))
    boxes = phone.get_by_label("Partidas de")
    boxes.first.fill("4")
    boxes.last.fill("1")
    player.follow(phone.get_by_role("button", name="Guardar"))
    player.follow(phone.get_by_role("link", name="Reclamar"))
    phone.get_by_label("Qué está mal").fill("Fue 4-3, no 4-1")
    player.follow(phone.get_by_role("button", name="Avisar al árbitro"))
    expect(phone.get_by_role("heading", name="Lo decide el árbitro")).to_be_visible()
    player.look("table-disputed")

    more = page.locator(".places summary")
    expect(more).to_contain_text("1 asunto espera al árbitro")  # where she was: Inscripciones
    for place in ("Imprimir", "Hoy"):
        staff.opens(visitor, place)
        expect(more).to_contain_text("1 asunto espera al árbitro")
    visitor.look("panel-with-matter")
    visitor.follow(page.locator("#hoy").get_by_role("link", name="Rondas"))
    expect(more).to_contain_text("1 asunto espera al árbitro")
    staff.opens(visitor, "La sala")
    expect(more).to_contain_text("1 asunto espera al árbitro")
    expect(page.get_by_text("«Fue 4-3, no 4-1»")).to_be_visible()
    page.locator("summary", has_text="Decidir").click()
    visitor.look("hall-deciding")
    written = page.locator("form.account", has_text="Anotaciones")
    written.get_by_label("Motivo").fill("Los cuatro dicen ahora 4-1")
    visitor.follow(written.get_by_role("button", name="Dar por buena esta versión"))
    expect(page.get_by_text("No hay avisos al árbitro ni reclamaciones.")).to_be_visible()
    expect(page.locator("b.badge")).to_have_count(0)


def goes_home(visitor: Visitor, number: int) -> None:
    page = visitor.page
    staff.opens(visitor, "Inscripciones")
    visitor.follow(page.locator(f"#n-{number}").get_by_role("link"))
    visitor.follow(page.get_by_role("link", name="Retirar del torneo"))
    page.get_by_label("Motivo").fill("Se han ido a cenar")
    visitor.follow(page.get_by_role("button", name="Retirar del torneo"))


def corrects_before_publishing(visitor: Visitor, api: Api) -> None:
    """The draft of the fourth round does not count any more: refused, thrown away, drawn anew."""
    page = visitor.page
    staff.drafts(visitor, "Sortear la ronda 4")
    match = next(m for m in api.matches(stage=1, round=3) if m["number"])
    api.corrects(match, *LOST, reason="El acta de papel dice que ganaron los otros")
    with visitor.refusal(409):
        staff.publishes(visitor)
        expect(page.get_by_text("No se puede hacer:")).to_be_visible()
        visitor.look("draft-stale")
    expect(page.get_by_text(f"el encuentro {match['number']} se corrigió").last).to_be_visible()
    expect(page.get_by_role("button", name="Publicar y llamar a las mesas")).to_have_count(0)
    page.get_by_label("Motivo").last.fill("Se corrigió un resultado")
    staff.drafts(visitor, "Descartar y sortear de nuevo")
    staff.publishes(visitor)


def corrects(visitor: Visitor, match: dict[str, Any], reason: str) -> None:
    """The other pair had won 4–1: from the line of the hall to the boxes of its entry."""
    page = visitor.page
    staff.opens(visitor, "La sala")
    expect(page.get_by_label("Mesa y resultado")).to_be_focused()
    page.keyboard.type(f"partida {match['number']}?")
    with page.expect_navigation():
        page.keyboard.press("Enter")
    acta = page.get_by_role("list", name="Anotaciones del acta")
    visitor.follow(acta.get_by_role("link", name="gana el coto"))
    boxes = page.get_by_label("Partidas de")
    boxes.first.fill("1")
    boxes.last.fill("4")
    expect(page.get_by_role("heading", name="Así quedará")).to_be_visible()
    page.get_by_label("Motivo").fill(reason)
    visitor.follow(page.get_by_role("button", name="Guardar la corrección"))


def corrects_after_publishing(visitor: Visitor, reader: Visitor, slug: str, api: Api) -> None:
    """The fourth round stays as it was drawn, and its public check tells the correction."""
    match = [m for m in api.matches(stage=1, round=3) if m["number"]][1]
    corrects(visitor, match, "Lo dicen los cuatro")
    staff.agrees_in_public(reader.page, reader.url, slug, 4)
    expect(reader.page.locator(".note").filter(has_text="Después:")).to_contain_text(
        f"el encuentro {match['number']} se corrigió"
    )
    reader.look("check-corrected")


def runs_out_of_time(visitor: Visitor, site: Site, api: Api) -> None:
    """Twenty minutes a match and the score stands: a table at 2–1 is closed as it is, from its
    tile, and Enter goes back to the hall."""
    page = visitor.page
    staff.opens_more(visitor, "Reloj y pantallas")
    visitor.look("clock-and-screens")
    visitor.follow(page.get_by_role("link", name="Poner minutos a los encuentros"))
    page.get_by_label("Minutos de cada encuentro").fill("20")
    page.get_by_label("Se para en el acto y vale el tanteo").check()
    visitor.follow(page.get_by_role("button", name="Guardar"))
    match = next(m for m in api.matches(stage=1, round=5) if m["state"] == "playing")
    api.plays(match, "partida A", "partida B", "partida A")
    site.inside("call_earlier", code=match["code"], minutes=23)
    staff.opens(visitor, "La sala")
    tile = page.locator(f".tile[data-table='{match['table']}']")
    expect(tile).to_contain_text("¡tiempo!")
    tile.click()
    closes = page.locator("#ficha").get_by_role("button", name="Cerrar con el tanteo actual")
    expect(closes).to_be_visible()
    visitor.look("hall-time-up")
    visitor.follow(closes)
    expect(page.get_by_role("heading", name="Encuentro terminado")).to_be_visible()
    (closed,) = [m for m in api.matches(stage=1, round=5) if m["code"] == match["code"]]
    assert closed["result"]["winner"] == "A"
    assert closed["result"]["tallies"]["partidas"] == [2, 1]
    expect(page.get_by_role("link", name="Guardado. Ir a otra mesa")).to_be_focused()
    with page.expect_navigation():
        page.keyboard.press("Enter")


def nobody_rests_twice(api: Api) -> None:
    """In the six rounds each pair stays without a match once at most, having come late or not."""
    idle: Counter[int] = Counter()
    for round in range(1, ROUNDS + 1):
        seated = [
            s["entry"] for m in api.matches(stage=1, round=round) if m["number"] for s in m["sides"]
        ]
        assert len(seated) == len(set(seated))
        there = [number for number in range(1, COUNT + 2) if number != GONE or round < 3]
        idle.update(number for number in there if number not in seated)
    assert idle[COUNT] == idle[COUNT + 1] == 1
    assert max(idle.values()) == 1, idle


GONE = 5


def _resting(api: Api, round: int) -> list[int]:
    byes = [m for m in api.matches(stage=1, round=round) if not m["number"]]
    return [side["entry"] for match in byes for side in match["sides"]]


def reads_the_end(visitor: Visitor, player: Visitor) -> None:
    """Everybody once in the standings of the event, on the page and on paper; a day with all."""
    page = player.page
    staff.opens(player, "Clasificación")
    player.follow(page.get_by_role("link", name="El torneo entero"))
    rows = page.locator("table.standings tbody tr")
    expect(rows).to_have_count(COUNT + 1)
    numbers = {row.get_attribute("id") for row in rows.all()}
    assert numbers == {f"n-{number}" for number in range(1, COUNT + 2)}
    expect(page.locator(f"#n-{GONE}")).to_contain_text("Se retiró")
    player.look("whole-event")
    champion = rows.first.get_attribute("id")
    missed = champion in (f"n-{COUNT}", f"n-{COUNT + 1}")  # who came after the first round
    rows.first.locator("summary").click()
    player.follow(rows.first.get_by_role("link"))
    day = page.get_by_role("table").last.locator("tbody tr")
    expect(day).to_have_count(ROUNDS + len(staff.BRACKET) - missed)
    player.look("entry-day")
    staff.opens(player, "Clasificación")
    player.follow(page.locator(".stages").get_by_role("link", name="Suizo"))
    expect(page.locator(".podium__step")).to_have_count(0)  # the eight first went on
    player.look("standings-swiss")
    _rows_are_low(player)
    paper = staff.hangs_the_end(visitor, COUNT + 1)
    for first, second in PAIRS:
        assert first in paper and second in paper, (first, second)
    assert "Saturnino Gracia" in paper


ARE_WHOLE = """() => [...document.querySelectorAll(".rows :is(.rows__who, thead [class*=is-])")]
  .every((one) => one.scrollWidth <= one.clientWidth && one.scrollHeight <= one.clientHeight + 2)"""
HEIGHTS = """() => ({
  page: document.documentElement.scrollHeight,
  rows: [...document.querySelectorAll("tr[id]")].map((row) => row.offsetHeight),
})"""


def _rows_are_low(player: Visitor) -> None:
    """On a telephone a row of 48 px each, and below the eighth the line of those who go on. With
    34 pairs the page has 2,400 px at most, and a row less for each that is not there."""
    page = player.page
    expect(page.locator(".cut")).to_have_text("Pasan a cuartos de final")
    expect(page.locator("tr:has(+ .cut) .place")).to_contain_text("8")
    page.set_viewport_size(PHONE)
    found = page.evaluate(HEIGHTS)
    print(f"standings at 390 px: {len(found['rows'])} rows, {found['page']} px")
    high = 2400 - 49 * (34 - len(found["rows"]))
    assert max(found["rows"]) <= 49 and found["page"] <= high, found
    assert page.evaluate(ARE_WHOLE), "a name or the word of a column is cut"
    row = page.locator("tr[id]").nth(1)
    row.locator("summary").click()
    expect(row.get_by_text("Por detrás del")).to_be_visible()
    page.set_viewport_size(player.viewport)


def writes_the_last_round(visitor: Visitor, slug: str, api: Api) -> dict[str, int]:
    """The desk types every result of the sixth round, and the hall then opens the bracket; returns
    how high its pages were before. The draft of the bracket is left in hand."""
    matches = sorted(
        (match for match in api.matches(stage=1, round=ROUNDS) if match["table"]),
        key=lambda match: int(match["table"]),
    )
    high = heights(visitor, {name: path.format(slug) for name, path in MAIN_PAGES.items()})
    staff.writes_at_desk(visitor, {match["table"]: "4-2" for match in matches})
    expect(visitor.page.get_by_role("link", name="Abrir «Cuadro final»")).to_be_visible()
    visitor.look("hall-stage-over")
    staff.opens_bracket(visitor, "Cuadro final")
    staff.drafts(visitor, "Preparar los cuartos de final")
    return high


MAIN_PAGES = {
    "Hoy": "/t/{}/panel/",
    "La sala": "/t/{}/control/",
    "Inscripciones": "/t/{}/inscripciones/",
    "Rondas": "/t/{}/rondas/",
    "Imprimir": "/t/{}/imprimir/",
    "Clasificación": "/t/{}/clasificacion/",
    "Emparejamientos": "/t/{}/emparejamientos/",
    "Crear un torneo": "/torneos/nuevo/",
    "Otra fase": "/t/{}/fases/nueva/",
}
