"""Three whole days in a real browser, and what they ask of the hands: Swiss and a bracket of pairs,
groups and a bracket of 12 trios, tables of 18 individuals."""

from collections.abc import Mapping

import pytest
from playwright.sync_api import Browser

from tests.pages import groups_day, staff, swiss_day, totals_day
from tests.pages.hands import count_of_all
from tests.pages.playing import Api
from tests.pages.site import Site
from tests.pages.visitor import PHONE, Visitor, watched
from tests.sizes import LONG

pytestmark = pytest.mark.browser

# The most a day may ask of the hands, and the most px its pages may be high.
LIMITS: dict[str, dict[str, int]] = {
    "pairs": {
        "clicks and addresses": 88,
        "clicks": 84,
        "keys": 379,
        "addresses": 3,
        "Hoy, px high at 1280": 1450,  # with the room of the strip, which comes later
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


def asks_no_more(day: str, people: list[Visitor], high: Mapping[str, int] | None = None) -> None:
    """Fail if these people did more than the day may ask, or a page was higher than it may be."""
    counts = count_of_all([visitor.hands for visitor in people]) | dict(high or {})
    print(counts)
    limits = LIMITS[day]
    assert LONG or {name: counts[name] for name in limits if counts[name] > limits[name]} == {}


def test_the_day_of_pairs(chromium: Browser, site: Site) -> None:
    amparo, player = Visitor(chromium, site.url), Visitor(chromium, site.url, PHONE)
    reader = Visitor(chromium, site.url)  # repeats the draws
    with watched(site, amparo, player, reader):
        slug = swiss_day.gets_ready(amparo)
        api = Api(site.url, slug, "amparo")
        swiss_day.leaves_one_out(amparo)
        staff.plays_all(api, swiss_day.WON, stage=1, round=1)

        staff.opens(amparo, "Hoy")
        staff.draws(amparo, 2)
        swiss_day.comes_late(amparo, api)
        swiss_day.disputes(amparo, player, api)
        staff.plays_all(api, swiss_day.WON, stage=1, round=2)

        swiss_day.goes_home(amparo, swiss_day.GONE)
        staff.opens(amparo, "Hoy")
        staff.draws(amparo, 3)
        staff.plays_all(api, swiss_day.WON, stage=1, round=3)
        swiss_day.corrects_before_publishing(amparo, api)
        swiss_day.corrects_after_publishing(amparo, reader, slug, api)
        staff.plays_all(api, swiss_day.WON, stage=1, round=4)

        staff.opens(amparo, "Hoy")
        staff.draws(amparo, 5)
        swiss_day.runs_out_of_time(amparo, site, api)
        staff.plays_all(api, swiss_day.LOST, stage=1, round=5)
        staff.draws(amparo, 6)
        high = swiss_day.writes_the_last_round(amparo, slug, api)
        swiss_day.nobody_rests_twice(api)
        for serial in range(1, 7):
            staff.agrees_in_public(reader.page, reader.url, slug, serial)
        staff.plays_the_bracket(amparo, player, reader, api, swiss_day.WON, 7)
        swiss_day.reads_the_end(amparo, player)
    asks_no_more("pairs", [amparo, player], high)


def test_the_day_of_12_trios(chromium: Browser, site: Site) -> None:
    nieves, reader = Visitor(chromium, site.url), Visitor(chromium, site.url)
    phones = (Visitor(chromium, site.url, PHONE), Visitor(chromium, site.url, PHONE))
    with watched(site, nieves, reader, *phones):
        slug = groups_day.gets_ready(nieves)
        api = Api(site.url, slug, "nieves")
        groups = groups_day.plays_the_groups(nieves, phones, slug, api)
        groups_day.drafts_the_bracket(nieves)
        staff.plays_the_bracket(nieves, phones[0], reader, api, groups_day.WON, 4)
        groups_day.keeps_groups_apart(api, groups)
        groups_day.reads_the_end(nieves)
    asks_no_more("trios", [nieves, *phones])


def test_the_day_of_18_individuals(chromium: Browser, site: Site) -> None:
    cosme, player = Visitor(chromium, site.url), Visitor(chromium, site.url, PHONE)
    with watched(site, cosme, player):
        slug = totals_day.gets_ready(cosme)
        api = Api(site.url, slug, "cosme")
        points = totals_day.plays_the_sessions(cosme, api)
        totals_day.reads_the_end(cosme, player, slug, points)
    asks_no_more("individuals", [cosme, player])
