"""Test of a secretary's day: its clicks and keys, from the pasted list to the end of the day."""

import pytest
from playwright.sync_api import Browser, expect

from tests.pages import staff
from tests.pages.site import Site
from tests.pages.visitor import Visitor, fail_on_faults
from tests.sizes import LONG

pytestmark = [pytest.mark.browser, pytest.mark.slow]

PAIRS = ("Uno", "Dos", "Tres", "Cuatro")
BLOCK = "\n".join(f"Ana Gil {name} / Eva Sanz {name} (Calamocha)" for name in PAIRS)
GAME = {"length": "un_coto_de_4", "entries": str(len(PAIRS)), "tables": "2"}
# The most that each task may take; the first goes from the pasted list to the published round.
LIMITS = {"clicks to the first round": 8, "keys of a result": 5, "clicks of the whole day": 22}


def draw_and_publish(visitor: Visitor, number: int) -> None:
    staff.open_place(visitor, "Hoy")
    button = "Sortear la ronda 1" if number == 1 else "Preparar la final"
    visitor.follow(visitor.page.get_by_role("button", name=button))
    visitor.follow(visitor.page.get_by_role("button", name="Publicar").first)


def type_results(visitor: Visitor, tables: int) -> None:
    """Record a 4–2 at each table on *La sala*: the table, Enter, the key of the result, Enter."""
    staff.open_place(visitor, "La sala")
    line = visitor.page.get_by_label("Mesa y resultado")
    for table in range(1, tables + 1):
        visitor.page.keyboard.type(str(table))
        visitor.page.keyboard.press("Enter")
        expect(visitor.page.get_by_text("Una tecla")).to_be_visible()
        visitor.page.keyboard.press("3")  # the third of 4–0, 4–1, 4–2…
        expect(visitor.page.get_by_text("ganador:").first).to_be_visible()
        visitor.page.keyboard.press("Enter")
        expect(line).to_have_value("")


def test_a_secretary_needs_few_clicks_and_keys_for_a_day(chromium: Browser, site: Site) -> None:
    visitor = Visitor(chromium, site.url)
    page, counts = visitor.page, visitor.hands.counts
    with fail_on_faults(site, visitor):
        choices = {"recipe": "knockout", "sentence": "Eliminatoria"}
        staff.create_tournament(visitor, "secundino", "Maratón de San Roque", GAME, **choices)
        visitor.follow(page.get_by_role("link", name="Pegar una lista o subir un archivo"))
        page.get_by_label("Pegue aquí la lista").fill(BLOCK)
        clicks_before = counts["clicks"]
        visitor.follow(page.get_by_role("button", name="Ver la lista"))
        visitor.follow(page.get_by_role("button", name=f"Inscribir {len(PAIRS)} parejas"))
        draw_and_publish(visitor, 1)
        counts_of_day = {"clicks to the first round": counts["clicks"] - clicks_before}
        keys_before = counts["keys"]
        type_results(visitor, 2)
        counts_of_day["keys of a result"] = (counts["keys"] - keys_before) // 2
        draw_and_publish(visitor, 2)
        type_results(visitor, 2)  # the final and the match for the third place
        visitor.follow(page.get_by_role("link", name="Terminar el día"))
        expect(page.locator(".podium__step").first).to_be_visible()
        counts_of_day["clicks of the whole day"] = counts["clicks"]
    print(counts_of_day)
    assert LONG or all(counts_of_day[name] <= most for name, most in LIMITS.items()), counts_of_day
