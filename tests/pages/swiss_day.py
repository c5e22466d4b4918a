"""Acts of a day of pairs: a Swiss of six rounds and a bracket of eight, with common incidents."""

from collections import Counter
from typing import Any

from playwright.sync_api import expect

from tests.pages import staff
from tests.pages.hands import page_heights
from tests.pages.playing import Api
from tests.pages.site import Site
from tests.pages.visitor import PHONE, Visitor
from tests.rows import words
from tests.sizes import size

ROUNDS = 6
WINNING_LINES, LOSING_LINES = ("coto 4-2",), ("coto 1-4",)
EXPECTED_PAIRS = 33  # pairs typed into the recipe, which then plays six rounds
COUNT = size(
    17, long=EXPECTED_PAIRS
)  # the last pair is absent in round 1; one more pair comes late
TABLES = (COUNT + 1) // 2
NAMES = words("Ana Blas Celia Darío Elena Félix Gloria Hugo Irene Jaime Lucía")
PAIRS = [
    (f"{NAMES[n % 11]} {NAMES[n // 11]}", f"{NAMES[(n + 4) % 11]} {NAMES[3 + n // 11]}")
    for n in range(COUNT)
]
BLOCK = "Jugador 1\tJugador 2\n" + "\n".join("\t".join(pair) for pair in PAIRS)
LATE_PAIR = "Saturnino Gracia / Visitación Lobera (Alcañiz)"


def create_day(visitor: Visitor) -> str:
    """Create the tournament by a recipe and enter its pairs; return its slug.

    The forecast has the rounds of both stages.
    """
    page = visitor.page
    slug = staff.create_tournament(
        visitor,
        "amparo",
        "Gran torneo del Pilar",
        {"length": "un_coto_de_4", "entries": str(EXPECTED_PAIRS), "tables": str(TABLES)},
        recipe="swiss_bracket",
        sentence=f"Suizo de {ROUNDS} rondas y cuadro de 8",
    )
    staff.paste_entries(visitor, BLOCK, COUNT, "parejas")
    staff.open_place(visitor, "Hoy")
    visitor.follow(page.get_by_role("link", name="Ver la previsión"))
    rows = page.get_by_role("table", name="Cuándo acaba cada ronda").locator("tbody tr")
    expect(rows).to_have_count(ROUNDS + len(staff.BRACKET))
    expect(rows.last).to_contain_text("Cuadro final")
    visitor.look("forecast")
    return slug


def draw_without_absent(visitor: Visitor) -> None:
    """Mark the last pair absent and draw the first round without it; *Hoy* names the pair."""
    page = visitor.page
    staff.open_place(visitor, "Inscripciones")
    staff.check_in(visitor, COUNT, "Sin llegar")
    visitor.look("entries-check-in")
    staff.open_place(visitor, "Hoy")
    expect(page.locator(".note--warning").filter(has_text="No está")).to_contain_text(PAIRS[-1][0])
    visitor.look("panel-missing")
    staff.draft_round(visitor, "Sortear la ronda 1 sin los ausentes")
    sentence = f"Se ha quedado fuera de esta ronda el número {COUNT}"
    expect(page.get_by_text(sentence)).to_be_visible()
    visitor.look("draft-left-out")
    staff.publish(visitor)
    staff.open_place(visitor, "Inscripciones")
    staff.check_in(visitor, COUNT, "Presente")


def seat_late_entry(visitor: Visitor, api: Api) -> None:
    """Enter a late pair in round 2; it plays at once against the pair with a bye."""
    page, late_number = visitor.page, COUNT + 1
    resting = _resting_entries(api, 2)
    assert len(resting) == 1 and COUNT not in resting, resting
    staff.open_place(visitor, "Inscripciones")
    if (summary := page.locator("summary", has_text="Inscribir")).count():
        summary.click()
    page.get_by_label("Pagado", exact=True).check()
    page.get_by_label("Jugador 1").fill(LATE_PAIR)
    with page.expect_navigation():
        page.get_by_label("Jugador 1").press("Enter")
    offer = page.get_by_role("region", name="Ha llegado alguien tarde")
    expect(offer).to_contain_text(f"descansa el número {resting[0]}")
    visitor.look("entries-late-offer")
    visitor.follow(offer.get_by_role("button", name=f"Sentar ahora al número {late_number}"))
    assert _resting_entries(api, 2) == []
    (match,) = api.matches(stage=1, round=2, entry=late_number)
    assert [side["entry"] for side in match["sides"]] == [resting[0], late_number]
    assert (match["state"], match["table"]) == ("playing", TABLES)
    staff.open_place(visitor, "Inscripciones")
    expect(page.get_by_role("region", name="Ha llegado alguien tarde")).to_have_count(0)
    expect(page.locator(f"#n-{late_number}").get_by_role("button", name="Presente")).to_be_visible()


def dispute_result(visitor: Visitor, player: Visitor, api: Api) -> None:
    """Dispute a result on a player's phone and settle it in *La sala*.

    Until then every page of the organiser shows the number of matters.
    """
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

    menu = page.locator(".places summary")
    expect(menu).to_contain_text("1 asunto espera al árbitro")  # on *Inscripciones*
    for place in ("Imprimir", "Hoy"):
        staff.open_place(visitor, place)
        expect(menu).to_contain_text("1 asunto espera al árbitro")
    visitor.look("panel-with-matter")
    visitor.follow(page.locator("#hoy").get_by_role("link", name="Rondas"))
    expect(menu).to_contain_text("1 asunto espera al árbitro")
    staff.open_place(visitor, "La sala")
    expect(menu).to_contain_text("1 asunto espera al árbitro")
    expect(page.get_by_text("«Fue 4-3, no 4-1»")).to_be_visible()
    page.locator("summary", has_text="Decidir").click()
    visitor.look("hall-deciding")
    form = page.locator("form.account", has_text="Anotaciones")
    form.get_by_label("Motivo").fill("Los cuatro dicen ahora 4-1")
    visitor.follow(form.get_by_role("button", name="Dar por buena esta versión"))
    expect(page.get_by_text("No hay avisos al árbitro ni reclamaciones.")).to_be_visible()
    expect(page.locator("b.badge")).to_have_count(0)


def withdraw_entry(visitor: Visitor, number: int) -> None:
    page = visitor.page
    staff.open_place(visitor, "Inscripciones")
    visitor.follow(page.locator(f"#n-{number}").get_by_role("link"))
    visitor.follow(page.get_by_role("link", name="Retirar del torneo"))
    page.get_by_label("Motivo").fill("Se han ido a cenar")
    visitor.follow(page.get_by_role("button", name="Retirar del torneo"))


def correct_before_publishing(visitor: Visitor, api: Api) -> None:
    """Correct a result after the draft of round 4: the draft is refused, and drawn again."""
    page = visitor.page
    staff.draft_round(visitor, "Sortear la ronda 4")
    match = next(m for m in api.matches(stage=1, round=3) if m["number"])
    api.correct(match, *LOSING_LINES, reason="El acta de papel dice que ganaron los otros")
    with visitor.refusal(409):
        staff.publish(visitor)
        expect(page.get_by_text("No se puede hacer:")).to_be_visible()
        visitor.look("draft-stale")
    expect(page.get_by_text(f"el encuentro {match['number']} se corrigió").last).to_be_visible()
    expect(page.get_by_role("button", name="Publicar y llamar a las mesas")).to_have_count(0)
    page.get_by_label("Motivo").last.fill("Se corrigió un resultado")
    staff.draft_round(visitor, "Descartar y sortear de nuevo")
    staff.publish(visitor)


def correct_match(visitor: Visitor, match: dict[str, Any], reason: str) -> None:
    """Correct a result to 1–4, from the line of the desk to the boxes of its line."""
    page = visitor.page
    staff.open_place(visitor, "La sala")
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


def correct_after_publishing(visitor: Visitor, reader: Visitor, slug: str, api: Api) -> None:
    """Correct a result of round 3 once round 4 is published: the check of round 4 reports it."""
    match = [m for m in api.matches(stage=1, round=3) if m["number"]][1]
    correct_match(visitor, match, "Lo dicen los cuatro")
    staff.check_draw_in_public(reader.page, reader.url, slug, 4)
    expect(reader.page.locator(".note").filter(has_text="Después:")).to_contain_text(
        f"el encuentro {match['number']} se corrigió"
    )
    reader.look("check-corrected")


def close_match_at_time_up(visitor: Visitor, site: Site, api: Api) -> None:
    """Limit matches to twenty minutes and close a table at 2–1 from its tile: that score counts.

    Enter then goes back to *La sala*.
    """
    page = visitor.page
    staff.open_more(visitor, "Reloj y pantallas")
    visitor.look("clock-and-screens")
    visitor.follow(page.get_by_role("link", name="Poner minutos a los encuentros"))
    page.get_by_label("Minutos de cada encuentro").fill("20")
    page.get_by_label("Se para en el acto y vale el tanteo").check()
    visitor.follow(page.get_by_role("button", name="Guardar"))
    match = next(m for m in api.matches(stage=1, round=5) if m["state"] == "playing")
    api.play(match, "partida A", "partida B", "partida A")
    site.inside("call_earlier", code=match["code"], minutes=23)
    staff.open_place(visitor, "La sala")
    tile = page.locator(f".tile[data-table='{match['table']}']")
    expect(tile).to_contain_text("¡tiempo!")
    tile.click()
    button = page.locator("#ficha").get_by_role("button", name="Cerrar con el tanteo actual")
    expect(button).to_be_visible()
    visitor.look("hall-time-up")
    visitor.follow(button)
    expect(page.get_by_role("heading", name="Encuentro terminado")).to_be_visible()
    (closed_match,) = [m for m in api.matches(stage=1, round=5) if m["code"] == match["code"]]
    assert closed_match["result"]["winner"] == "A"
    assert closed_match["result"]["tallies"]["partidas"] == [2, 1]
    expect(page.get_by_role("link", name="Guardado. Ir a otra mesa")).to_be_focused()
    with page.expect_navigation():
        page.keyboard.press("Enter")


def check_nobody_rests_twice(api: Api) -> None:
    """Assert that each pair misses at most one of the six rounds; a late arrival counts as one."""
    missed_rounds: Counter[int] = Counter()
    for round in range(1, ROUNDS + 1):
        seated_numbers = [
            s["entry"] for m in api.matches(stage=1, round=round) if m["number"] for s in m["sides"]
        ]
        assert len(seated_numbers) == len(set(seated_numbers))
        present_numbers = [
            number for number in range(1, COUNT + 2) if number != WITHDRAWN or round < 3
        ]
        missed_rounds.update(number for number in present_numbers if number not in seated_numbers)
    assert missed_rounds[COUNT] == missed_rounds[COUNT + 1] == 1
    assert max(missed_rounds.values()) == 1, missed_rounds


WITHDRAWN = 5  # the pair that withdraws after round 2


def _resting_entries(api: Api, round: int) -> list[int]:
    byes = [m for m in api.matches(stage=1, round=round) if not m["number"]]
    return [side["entry"] for match in byes for side in match["sides"]]


def read_final_standings(visitor: Visitor, player: Visitor) -> None:
    """Assert that the final standings have every pair once, on the page and on paper.

    The page of the champion has all its rounds.
    """
    page = player.page
    staff.open_place(player, "Clasificación")
    player.follow(page.get_by_role("link", name="El torneo entero"))
    rows = page.locator("table.standings tbody tr")
    expect(rows).to_have_count(COUNT + 1)
    numbers = {row.get_attribute("id") for row in rows.all()}
    assert numbers == {f"n-{number}" for number in range(1, COUNT + 2)}
    expect(page.locator(f"#n-{WITHDRAWN}")).to_contain_text("Se retiró")
    player.look("whole-event")
    champion = rows.first.get_attribute("id")
    missed_round_1 = champion in (f"n-{COUNT}", f"n-{COUNT + 1}")  # these two came after round 1
    rows.first.locator("summary").click()
    player.follow(rows.first.get_by_role("link"))
    rounds = page.get_by_role("table").last.locator("tbody tr")
    expect(rounds).to_have_count(ROUNDS + len(staff.BRACKET) - missed_round_1)
    player.look("entry-day")
    staff.open_place(player, "Clasificación")
    player.follow(page.locator(".stages").get_by_role("link", name="Suizo"))
    expect(page.locator(".podium__step")).to_have_count(0)  # the first eight went on to a bracket
    player.look("standings-swiss")
    _check_row_heights(player)
    text = staff.print_final_standings(visitor, COUNT + 1)
    for first, second in PAIRS:
        assert first in text and second in text, (first, second)
    assert "Saturnino Gracia" in text


ARE_WHOLE = """() => [...document.querySelectorAll(".rows :is(.rows__who, thead [class*=is-])")]
  .every((one) => one.scrollWidth <= one.clientWidth && one.scrollHeight <= one.clientHeight + 2)"""
HEIGHTS = """() => ({
  page: document.documentElement.scrollHeight,
  rows: [...document.querySelectorAll("tr[id]")].map((row) => row.offsetHeight),
})"""


def _check_row_heights(player: Visitor) -> None:
    """Assert the heights of the standings on a telephone, and the line below the eighth place.

    A row has at most 49 px and a page of 34 pairs 2,400 px, less 49 px for each missing pair.
    """
    page = player.page
    expect(page.locator(".cut")).to_have_text("Pasan a cuartos de final")
    expect(page.locator("tr:has(+ .cut) .place")).to_contain_text("8")
    page.set_viewport_size(PHONE)
    heights = page.evaluate(HEIGHTS)
    print(f"standings at 390 px: {len(heights['rows'])} rows, {heights['page']} px")
    highest = 2400 - 49 * (34 - len(heights["rows"]))
    assert max(heights["rows"]) <= 49 and heights["page"] <= highest, heights
    assert page.evaluate(ARE_WHOLE), "a name or a column heading is cut"
    row = page.locator("tr[id]").nth(1)
    row.locator("summary").click()
    expect(row.get_by_text("Por detrás del")).to_be_visible()
    page.set_viewport_size(player.viewport)


def write_last_round(visitor: Visitor, slug: str, api: Api) -> dict[str, int]:
    """Type the results of round 6 at the desk, open the bracket and draw its first round.

    Return the heights of the main pages before these results. The draft stays open.
    """
    matches = sorted(
        (match for match in api.matches(stage=1, round=ROUNDS) if match["table"]),
        key=lambda match: int(match["table"]),
    )
    heights = page_heights(visitor, {name: path.format(slug) for name, path in MAIN_PAGES.items()})
    staff.write_at_desk(visitor, {match["table"]: "4-2" for match in matches})
    expect(visitor.page.get_by_role("link", name="Abrir «Cuadro final»")).to_be_visible()
    visitor.look("hall-stage-over")
    staff.open_bracket(visitor, "Cuadro final")
    staff.draft_round(visitor, "Preparar los cuartos de final")
    return heights


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
