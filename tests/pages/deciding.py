"""Acts of `test_journey` after the first results: refusals, correction, final and podium."""

import re
from typing import Any
from urllib.parse import urlsplit

from playwright.sync_api import expect

from tests.pages.playing import Api, choose_form, open_acta, print_sheet
from tests.pages.staff import THE_ROUND, play_all
from tests.pages.visitor import Visitor

WINNING_LINES = ("coto 3-0", "coto 3-1")
LOSING_LINES = ("coto 1-3", "coto 3-2", "coto 2-3")


def check_refusals(visitor: Visitor, table: str) -> None:
    """Type impossible deals; assert that each refusal names its field and article.

    The form keeps the typed values, and nothing is saved.
    """
    page = visitor.page
    open_acta(visitor, table)
    choose_form(visitor, "Reparto")
    tantos_a, tantos_b = page.get_by_label("Tantos por cartas de").all()
    page.keyboard.type("1")
    expect(tantos_b).to_have_value("119")
    with visitor.refusal():
        tantos_a.press("Enter")
        expect(page.get_by_role("heading", name="No se ha guardado")).to_be_visible()
        visitor.look("acta-refused")
    summary = page.locator(".error-summary")
    expect(summary).to_contain_text("Anote quién hizo las diez de últimas")
    page.get_by_label("A ·").first.check()
    with visitor.refusal():
        tantos_a.press("Enter")
        expect(summary).to_contain_text("Nadie puede hacer 1 por cartas")
    expect(summary).to_contain_text("Tantos por cartas de")
    expect(summary).to_contain_text("Guiñote, «")
    expect(tantos_a).to_have_value("1")
    expect(tantos_b).to_have_value("119")
    choose_form(visitor, "Notación")
    page.keyboard.type("60-60 uA A40o B40e")
    with visitor.refusal():
        page.keyboard.press("Enter")
        expect(summary).to_contain_text("Las cuarenta solo se cantan una vez")
    expect(summary).to_contain_text("Guiñote, «")
    expect(page.get_by_label("La anotación, tal como se escribe")).to_have_value(
        "60-60 uA A40o B40e"
    )
    visitor.go(urlsplit(page.url).path)  # nothing was saved
    expect(page.get_by_role("list", name="Anotaciones del acta")).to_have_count(0)


def draw_next(visitor: Visitor, slug: str, round: int) -> None:
    page = visitor.page
    visitor.go(f"/t/{slug}/rondas/")
    visitor.follow(page.get_by_role("button", name=f"Preparar {THE_ROUND[round - 2]}"))
    visitor.follow(page.get_by_role("button", name="Publicar y llamar a las mesas"))
    expect(page.get_by_role("heading", name=f"Ronda {round}").first).to_be_visible()


def correct_match(
    visitor: Visitor, slug: str, match: dict[str, Any], later: dict[str, Any]
) -> None:
    """Correct a first coto from 3–1 to 3–2 when round 2 is drawn; the page warns about round 2."""
    page = visitor.page
    visitor.go(f"/t/{slug}/acta/{match['code']}/")
    acta = page.get_by_role("list", name="Anotaciones del acta")
    visitor.follow(acta.get_by_role("link", name="gana el coto (3-1)"))
    rounds_drawn = page.get_by_role("region", name="Rondas preparadas con este resultado")
    expect(rounds_drawn).to_contain_text("Ronda 2")
    for side in later["sides"]:
        expect(rounds_drawn).to_contain_text(side["title"])
    visitor.look("correct")
    visitor.walk_by_tab("correct")
    boxes = page.get_by_label("Partidas de")
    assert [boxes.nth(side).input_value() for side in (0, 1)] == ["3", "1"]
    boxes.nth(1).fill("2")
    expect(page.locator("#previa")).to_contain_text("partidas 8-5")
    page.get_by_label("Motivo").fill("El acta de papel dice 3–2")
    visitor.follow(page.get_by_role("button", name="Guardar la corrección"))
    visitor.go(f"/t/{slug}/partida/{match['code']}/")
    expect(page.get_by_text("«El acta de papel dice 3–2»")).to_be_visible()
    expect(page.get_by_role("region", name="Después de este encuentro")).to_contain_text("Ronda 2")
    page.get_by_text("Versión 1, de ").click()
    page.locator("#version-1").get_by_text("Las anotaciones en notación").click()
    expect(page.locator("#version-1").get_by_text("coto 3-1", exact=True)).to_be_visible()
    visitor.look("match-corrected")


def read_standings(visitor: Visitor, slug: str, match: dict[str, Any]) -> None:
    """Assert that the standings count the corrected coto and explain each tie-break."""
    page = visitor.page
    visitor.go(f"/t/{slug}/clasificacion/")
    winner = page.locator(f"#n-{match['sides'][0]['entry']} td:not(.place)")
    expect(winner).to_have_text(["1", "pasa de ronda", "8", "2–1", "+3"])
    expect(page.get_by_role("heading", name="Cómo se ordenan")).to_be_visible()
    expect(page.locator("main ol li")).to_contain_text(
        ["La ronda del cuadro", "también en los perdidos", "menos partidas perdidas"]
    )
    visitor.look("standings")


def play_to_the_final(visitor: Visitor, slug: str, api: Api) -> None:
    """Play rounds 2 to 4; round 4 is the final and the match for the third place."""
    for round in (2, 3):
        play_all(api, WINNING_LINES, round=round)
        draw_next(visitor, slug, round + 1)
    purposes = sorted(match["purpose"] for match in api.matches(round=4))
    assert purposes == ["final", "third_place"]
    play_all(api, LOSING_LINES, round=4)


def print_podium(visitor: Visitor, slug: str, api: Api) -> None:
    """Assert that the podium of the page and of the printed sheet is right."""
    page = visitor.page
    final, third_place = sorted(api.matches(round=4), key=lambda match: match["purpose"])
    podium = [final["sides"][1], final["sides"][0], third_place["sides"][1]]
    visitor.go(f"/t/{slug}/clasificacion/")
    steps = page.locator(".podium__step")
    expect(steps).to_contain_text([side["title"] for side in podium])
    visitor.look("standings-final")
    visitor.go(f"/t/{slug}/compartir/")
    expect(page.get_by_role("textbox", name="El podio")).to_have_value(re.compile("🥇"))
    visitor.look("share")
    paper = print_sheet(visitor, slug, "Clasificación final")
    for side in podium:
        for name in side["title"].split(" · "):
            assert name in paper, name
    visitor.go(f"/t/{slug}/panel/")
    visitor.look("panel-over")


def open_other_pages(visitor: Visitor, slug: str, match: dict[str, Any]) -> None:
    """Check the pages that no other act opens, of the tournament and of an unplayed match."""
    acta = f"/t/{slug}/acta/{match['code']}/"
    for path, name in (
        (f"/t/{slug}/equipo/", "team"),
        (f"/t/{slug}/historial/", "audit"),
        (f"/t/{slug}/ajustes/", "settings"),
        (f"{acta}?como=renuncio", "acta-renuncio"),
        (f"{acta}?como=ruling", "acta-ruling"),
        (f"{acta}?como=forfeit", "acta-forfeit"),
        (f"{acta}?como=notation", "acta-notation"),
        (f"{acta}mesa/", "match-table"),
        (f"{acta}incomparecencia/", "match-forfeit"),
        (f"/t/{slug}/partida/{match['code']}/", "match"),
        ("/", "home-mine"),
        ("/cuenta/password/change/", "password"),
    ):
        visitor.go(path)
        visitor.look(name)
    with visitor.refusal(404):
        visitor.page.goto(f"{visitor.url}/t/no-existe/")
        visitor.look("not-found")
