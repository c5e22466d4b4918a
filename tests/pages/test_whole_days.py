"""Tests of three whole days in a browser: pairs, 12 trios, and 18 people at tables.

They limit the clicks and keys of the organiser and the heights of the pages.
"""

from collections.abc import Mapping

import pytest
from playwright.sync_api import Browser

from tests.pages import groups_day, staff, swiss_day, totals_day
from tests.pages.hands import total_counts
from tests.pages.playing import Api
from tests.pages.site import Site
from tests.pages.visitor import PHONE, Visitor, fail_on_faults
from tests.sizes import LONG

pytestmark = pytest.mark.browser

# The most clicks, keys and addresses of a day, and the greatest heights of its pages.
LIMITS: dict[str, dict[str, int]] = {
    "pairs": {
        "clicks and addresses": 88,
        "clicks": 84,
        "keys": 379,
        "addresses": 3,
        "Hoy, px high at 1280": 1450,  # with the space of a part of the page that loads later
        "La sala, px high at 1280": 950,
        "Inscripciones, px high at 1280": 3510,
        "Rondas, px high at 1280": 2070,
        "Imprimir, px high at 1280": 1450,
        "Clasificación, px high at 1280": 1730,
        "Emparejamientos, px high at 1280": 1620,
        "Crear un torneo, px high at 1280": 1412,
        "Otra fase, px high at 1280": 927,
        "Hoy, px high at 390": 2240,
        "La sala, px high at 390": 1200,
        "Inscripciones, px high at 390": 7400,
        "Rondas, px high at 390": 4370,
        "Imprimir, px high at 390": 2300,
        "Clasificación, px high at 390": 1830,
        "Emparejamientos, px high at 390": 2890,
        "Crear un torneo, px high at 390": 2780,
        "Otra fase, px high at 390": 872,
    },
    "trios": {"clicks and addresses": 51, "clicks": 45, "keys": 122, "addresses": 5},
    "individuals": {"clicks and addresses": 30, "clicks": 28, "keys": 213, "addresses": 2},
}


def check_limits(day: str, people: list[Visitor], heights: Mapping[str, int] | None = None) -> None:
    """Assert that the counts of these people and the heights are within the day's limits."""
    counts = total_counts([visitor.hands for visitor in people]) | dict(heights or {})
    print(counts)
    limits = LIMITS[day]
    assert LONG or {name: counts[name] for name in limits if counts[name] > limits[name]} == {}


def test_a_day_of_pairs_stays_within_its_clicks_and_heights(chromium: Browser, site: Site) -> None:
    amparo, player = Visitor(chromium, site.url), Visitor(chromium, site.url, PHONE)
    reader = Visitor(chromium, site.url)  # opens the public checks of the draws
    with fail_on_faults(site, amparo, player, reader):
        slug = swiss_day.create_day(amparo)
        api = Api(site.url, slug, "amparo")
        swiss_day.draw_without_absent(amparo)
        staff.play_all(api, swiss_day.WINNING_LINES, stage=1, round=1)

        staff.open_place(amparo, "Hoy")
        staff.draw_round(amparo, 2)
        swiss_day.seat_late_entry(amparo, api)
        swiss_day.dispute_result(amparo, player, api)
        staff.play_all(api, swiss_day.WINNING_LINES, stage=1, round=2)

        swiss_day.withdraw_entry(amparo, swiss_day.WITHDRAWN)
        staff.open_place(amparo, "Hoy")
        staff.draw_round(amparo, 3)
        staff.play_all(api, swiss_day.WINNING_LINES, stage=1, round=3)
        swiss_day.correct_before_publishing(amparo, api)
        swiss_day.correct_after_publishing(amparo, reader, slug, api)
        staff.play_all(api, swiss_day.WINNING_LINES, stage=1, round=4)

        staff.open_place(amparo, "Hoy")
        staff.draw_round(amparo, 5)
        swiss_day.close_match_at_time_up(amparo, site, api)
        staff.play_all(api, swiss_day.LOSING_LINES, stage=1, round=5)
        staff.draw_round(amparo, 6)
        heights = swiss_day.write_last_round(amparo, slug, api)
        swiss_day.check_nobody_rests_twice(api)
        for serial in range(1, 7):
            staff.check_draw_in_public(reader.page, reader.url, slug, serial)
        staff.play_bracket(amparo, player, reader, api, swiss_day.WINNING_LINES, 7)
        swiss_day.read_final_standings(amparo, player)
    check_limits("pairs", [amparo, player], heights)


def test_a_day_of_12_trios_stays_within_its_clicks(chromium: Browser, site: Site) -> None:
    nieves, reader = Visitor(chromium, site.url), Visitor(chromium, site.url)
    phones = (Visitor(chromium, site.url, PHONE), Visitor(chromium, site.url, PHONE))
    with fail_on_faults(site, nieves, reader, *phones):
        slug = groups_day.create_day(nieves)
        api = Api(site.url, slug, "nieves")
        groups = groups_day.play_groups(nieves, phones, slug, api)
        groups_day.draft_bracket(nieves)
        staff.play_bracket(nieves, phones[0], reader, api, groups_day.WINNING_LINES, 4)
        groups_day.check_groups_apart(api, groups)
        groups_day.read_final_standings(nieves)
    check_limits("trios", [nieves, *phones])


def test_a_day_of_18_people_stays_within_its_clicks(chromium: Browser, site: Site) -> None:
    cosme, player = Visitor(chromium, site.url), Visitor(chromium, site.url, PHONE)
    with fail_on_faults(site, cosme, player):
        slug = totals_day.create_day(cosme)
        api = Api(site.url, slug, "cosme")
        points = totals_day.play_sessions(cosme, api)
        totals_day.read_final_standings(cosme, player, slug, points)
    check_limits("individuals", [cosme, player])
