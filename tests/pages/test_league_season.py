"""Test of a league of twelve pairs in a browser: eleven rounds over fifteen weeks.

Three weeks have no round, and a match is postponed to the last week. A reserve plays one evening
and a pair leaves. At the end the organiser creates next year's league from this one.
"""

from datetime import date, timedelta
from typing import Any

import pytest
from playwright.sync_api import Browser, expect

from tests.pages import staff
from tests.pages.playing import Api
from tests.pages.site import Site
from tests.pages.visitor import PHONE, Visitor, fail_on_faults

pytestmark = [pytest.mark.browser, pytest.mark.slow]

PAIRS = [(f"Ana {town}", f"Blas {town}") for town in staff.TOWNS]
BLOCK = "Jugador 1\tJugador 2\n" + "\n".join("\t".join(pair) for pair in PAIRS)
FIRST_DAY = date.today() + timedelta(days=7 - date.today().weekday() + 4)  # Friday of next week
# Rounds of the league, weeks of rest counted from 0, and the number of the pair that leaves.
ROUNDS, RESTS, LEAVING = 11, (3, 4, 8), 12


def evening_of_week(week: int) -> str:
    return f"{FIRST_DAY + timedelta(days=7 * week):%Y-%m-%d}T20:00"


def press_button(visitor: Visitor, name: str) -> None:
    visitor.follow(visitor.page.get_by_role("button", name=name, exact=True))


def set_dates(visitor: Visitor, slug: str) -> None:
    """Set the weeks of rest, the dates of all rounds and the venue of each pair, a bar.

    A wrong date and a round moved past the next one are refused.
    """
    page = visitor.page
    visitor.go(f"/t/{slug}/calendario/")
    page.locator("summary", has_text="Semanas de descanso").click()
    rests = [FIRST_DAY + timedelta(days=7 * week - 2) for week in RESTS]
    box = page.get_by_label("Semanas de descanso")
    box.fill("Semana Santa")
    with visitor.refusal():
        press_button(visitor, "Guardar los descansos")
    expect(page.get_by_text("no es una fecha")).to_be_visible()
    box.fill("\n".join(f"{day.day}/{day.month}/{day.year}" for day in rests))
    press_button(visitor, "Guardar los descansos")
    page.get_by_label("La primera jornada").fill(evening_of_week(0))
    press_button(visitor, "Poner todas las fechas")
    page.locator("summary", has_text="Sedes").click()
    page.get_by_label("Cada encuentro se juega en la sede de casa").check()
    for number, town in enumerate(staff.TOWNS, 1):
        page.locator(f"[name=venue_{number}]").fill(f"Bar {town}")
    press_button(visitor, "Guardar las sedes")
    visitor.look("league-calendar")
    page.locator("summary", has_text="Mover una jornada").click()
    page.locator("#mover-number").select_option("2")
    page.get_by_label("Nueva fecha").fill(evening_of_week(9))
    page.get_by_label("Mover también las jornadas siguientes").uncheck()
    with visitor.refusal():
        press_button(visitor, "Mover la jornada")
    expect(page.get_by_text("La jornada 3")).to_be_visible()


def dates_of(api: Api) -> list[str]:
    rounds = api.calendar()
    return [round["at"][:10] for round in rounds]


def substitute_player(visitor: Visitor, slug: str) -> None:
    """Add a reserve and let her play round 2 for a person of pair 1."""
    page = visitor.page
    visitor.go(f"/t/{slug}/inscripciones/suplentes/")
    page.get_by_label("Nombre y apellidos").fill("Eva Royo (Luco)")
    press_button(visitor, "Añadir suplente")
    visitor.look("league-reserves")
    visitor.go(f"/t/{slug}/inscripciones/1/sustituir/")
    page.get_by_label("Blas Albarracín").check()
    page.get_by_label("Solo Ronda 2").check()
    page.get_by_label("Quién entra").fill("Eva Royo (Luco)")
    page.get_by_label("Motivo").fill("De viaje")
    visitor.look("league-substitute")
    press_button(visitor, "Hacer el cambio")


def postpone(visitor: Visitor, slug: str, code: str) -> None:
    page = visitor.page
    visitor.go(f"/t/{slug}/acta/{code}/aplazar/")
    page.locator("[name=to]").fill(evening_of_week(14))
    press_button(visitor, "Aplazar el encuentro")


def resume(visitor: Visitor) -> None:
    """Resume the postponed match on *La sala*."""
    page = visitor.page
    staff.open_place(visitor, "Hoy")
    visitor.look("league-before-the-last")
    staff.open_place(visitor, "La sala")
    page.locator("summary", has_text="1 encuentro aplazado").click()
    visitor.look("league-postponed")
    visitor.follow(page.get_by_role("button", name="Reanudar"))
    expect(page.locator("summary", has_text="aplazado")).to_have_count(0)


def withdraw_pair(visitor: Visitor, slug: str) -> None:
    page = visitor.page
    visitor.go(f"/t/{slug}/inscripciones/{LEAVING}/retirar/")
    page.get_by_label("Motivo").fill("Se mudan")
    press_button(visitor, "Retirar del torneo")


def create_next_league(visitor: Visitor, slug: str) -> str:
    """Create next year's league from *Hoy* with the same pairs; return its slug."""
    page = visitor.page
    staff.open_place(visitor, "Hoy")
    visitor.follow(page.get_by_role("link", name="Repetir este torneo"))
    visitor.look("league-edition")
    page.get_by_label("Todas").check()
    visitor.follow(page.get_by_role("button", name="Crear el torneo"))
    visitor.look("league-next-year")
    assert staff.slug_of(page) != slug
    return staff.slug_of(page)


def test_a_league_of_twelve_pairs_is_played_over_fifteen_weeks(
    chromium: Browser, site: Site
) -> None:
    julia, player = Visitor(chromium, site.url), Visitor(chromium, site.url, PHONE)
    with fail_on_faults(site, julia, player):
        slug = staff.create_tournament(
            julia,
            "julia",
            "Liga del Jiloca",
            {"length": "un_coto_de_4", "entries": "12", "tables": "6"},
            recipe="league",
            sentence="Liga",
        )
        staff.paste_entries(julia, BLOCK, 12, "parejas")
        set_dates(julia, slug)
        api = Api(site.url, slug, "julia")
        weeks = [week for week in range(14) if week not in RESTS]
        assert dates_of(api) == [evening_of_week(week)[:10] for week in weeks]

        site.inside("draw_round", slug=slug)
        site.inside("play_open", slug=slug)
        site.inside("draw_round", slug=slug)
        substitute_player(julia, slug)
        player.go(f"/t/{slug}/ronda/2/")
        expect(player.page.locator("main")).to_contain_text("Eva Royo (suplente)")
        player.look("league-round")
        postponed = next(m for m in api.matches(round=2) if not {1, LEAVING} & {*numbers_of(m)})
        postpone(julia, slug, postponed["code"])
        site.inside("play_open", slug=slug)

        site.inside("draw_round", slug=slug)
        player.go(f"/t/{slug}/ronda/3/")
        expect(player.page.locator("main")).not_to_contain_text("Eva Royo")
        site.inside("play_open", slug=slug)
        withdraw_pair(julia, slug)
        for _round in range(4, ROUNDS + 1):
            site.inside("draw_round", slug=slug)
            site.inside("play_open", slug=slug)
        player.go(f"/t/{slug}/calendario/")
        expect(player.page.locator("main")).to_contain_text("Bar ")
        resume(julia)
        site.inside("play_open", slug=slug)

        player.go(f"/t/{slug}/clasificacion/")
        rows = player.page.locator("table.standings tbody tr[id]")
        expect(rows).to_have_count(12)
        expect(player.page.locator("table.standings thead").first).to_contain_text("G")
        player.look("league-standings")
        expect(player.page.locator("main")).to_contain_text("Clasificación final")

        next_slug = create_next_league(julia, slug)
        fridays = [date.fromisoformat(day) for day in dates_of(Api(site.url, next_slug, "julia"))]
        differences = {
            day - FIRST_DAY - timedelta(weeks=week)
            for day, week in zip(fridays, weeks, strict=True)
        }
        assert len(differences) == 1 and fridays[0].weekday() == FIRST_DAY.weekday(), fridays
        staff.open_place(julia, "Inscripciones")
        expect(
            julia.page.get_by_role("table", name="12 parejas").locator("tbody tr")
        ).to_have_count(12)
        site.inside("draw_round", slug=next_slug)
        player.go(f"/t/{next_slug}/calendario/")
        expect(player.page.locator("main")).to_contain_text("Bar ")


def numbers_of(match: dict[str, Any]) -> list[int]:
    return [side["entry"] for side in match["sides"]]
