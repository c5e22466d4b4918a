"""The journey after the first results: what is refused, what is corrected, who wins."""

import re
from typing import Any
from urllib.parse import urlsplit

from playwright.sync_api import expect

from tests.pages.playing import Api, chooses, opens, prints
from tests.pages.staff import THE_ROUND, plays_all
from tests.pages.visitor import Visitor

WON = ("coto 3-0", "coto 3-1")
LOST = ("coto 1-3", "coto 3-2", "coto 2-3")


def is_refused(visitor: Visitor, table: str) -> None:
    """One tanto, and two forties: the sentence names field and article; what was typed stays."""
    page = visitor.page
    opens(visitor, table)
    chooses(visitor, "Reparto")
    one, rest = page.get_by_label("Tantos por cartas de").all()
    page.keyboard.type("1")
    expect(rest).to_have_value("119")
    with visitor.refusal():
        one.press("Enter")
        expect(page.get_by_role("heading", name="No se ha guardado")).to_be_visible()
        visitor.look("acta-refused")
    sentence = page.locator(".error-summary")
    expect(sentence).to_contain_text("Anote quién hizo las diez de últimas")
    page.get_by_label("A ·").first.check()
    with visitor.refusal():
        one.press("Enter")
        expect(sentence).to_contain_text("Nadie puede hacer 1 por cartas")
    expect(sentence).to_contain_text("Tantos por cartas de")
    expect(sentence).to_contain_text("Guiñote, «")
    expect(one).to_have_value("1")
    expect(rest).to_have_value("119")
    chooses(visitor, "Notación")
    page.keyboard.type("60-60 uA A40o B40e")
    with visitor.refusal():
        page.keyboard.press("Enter")
        expect(sentence).to_contain_text("Las cuarenta solo se cantan una vez")
    expect(sentence).to_contain_text("Guiñote, «")
    expect(page.get_by_label("La anotación, tal como se escribe")).to_have_value(
        "60-60 uA A40o B40e"
    )
    visitor.go(urlsplit(page.url).path)  # nothing of it was saved
    expect(page.get_by_role("list", name="Anotaciones del acta")).to_have_count(0)


def draws_next(visitor: Visitor, slug: str, round: int) -> None:
    page = visitor.page
    visitor.go(f"/t/{slug}/rondas/")
    visitor.follow(page.get_by_role("button", name=f"Preparar {THE_ROUND[round - 2]}"))
    visitor.follow(page.get_by_role("button", name="Publicar y llamar a las mesas"))
    expect(page.get_by_role("heading", name=f"Ronda {round}").first).to_be_visible()


def corrects(visitor: Visitor, slug: str, match: dict[str, Any], later: dict[str, Any]) -> None:
    """A first coto that was 3–2 and was typed 3–1, found when the second round is drawn."""
    page = visitor.page
    visitor.go(f"/t/{slug}/acta/{match['code']}/")
    acta = page.get_by_role("list", name="Anotaciones del acta")
    visitor.follow(acta.get_by_role("link", name="gana el coto (3-1)"))
    drawn = page.get_by_role("region", name="Rondas preparadas con este resultado")
    expect(drawn).to_contain_text("Ronda 2")
    for side in later["sides"]:
        expect(drawn).to_contain_text(side["title"])
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


def reads_standings(visitor: Visitor, slug: str, match: dict[str, Any]) -> None:
    """The corrected coto counts, 8–5; each tie-break has its sentence."""
    page = visitor.page
    visitor.go(f"/t/{slug}/clasificacion/")
    winner = page.locator(f"#n-{match['sides'][0]['entry']} td:not(.place)")
    expect(winner).to_have_text(["1", "pasa de ronda", "8", "2–1", "+3"])
    expect(page.get_by_role("heading", name="Cómo se ordenan")).to_be_visible()
    expect(page.locator("main ol li")).to_contain_text(
        ["La ronda del cuadro", "también en los perdidos", "menos partidas perdidas"]
    )
    visitor.look("standings")


def reaches_the_final(visitor: Visitor, slug: str, api: Api) -> None:
    """Rounds 2 to 4: the last is the final and the match for the third place."""
    for round in (2, 3):
        plays_all(api, WON, round=round)
        draws_next(visitor, slug, round + 1)
    purposes = sorted(match["purpose"] for match in api.matches(round=4))
    assert purposes == ["final", "third_place"]
    plays_all(api, LOST, round=4)


def hangs_the_end(visitor: Visitor, slug: str, api: Api) -> None:
    """The podium on the page and on paper is that of the final and of the third place."""
    page = visitor.page
    final, third = sorted(api.matches(round=4), key=lambda match: match["purpose"])
    podium = [final["sides"][1], final["sides"][0], third["sides"][1]]
    visitor.go(f"/t/{slug}/clasificacion/")
    steps = page.locator(".podium__step")
    expect(steps).to_contain_text([side["title"] for side in podium])
    visitor.look("standings-final")
    visitor.go(f"/t/{slug}/compartir/")
    expect(page.get_by_role("textbox", name="El podio")).to_have_value(re.compile("🥇"))
    visitor.look("share")
    paper = prints(visitor, slug, "Clasificación final")
    for side in podium:
        for name in side["title"].split(" · "):
            assert name in paper, name
    visitor.go(f"/t/{slug}/panel/")
    visitor.look("panel-over")


def leafs_through(visitor: Visitor, slug: str, match: dict[str, Any]) -> None:
    """The pages that this day has not needed, of the tournament and of a match not played yet."""
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
