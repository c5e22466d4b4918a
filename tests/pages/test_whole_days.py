"""Three whole days in a real browser, and what they ask of the hands, before and now: Swiss and a
bracket of pairs, groups and one of 12 trios, tables of 18 individuals."""

from collections.abc import Callable, Mapping

import pytest
from playwright.sync_api import Browser

from tests.pages import groups_day, staff, swiss_day, totals_day
from tests.pages.hands import beside, of_all
from tests.pages.playing import Api
from tests.pages.site import Site
from tests.pages.visitor import PHONE, Visitor, watched
from tests.sizes import LONG

Tells = Callable[..., None]
pytestmark = pytest.mark.browser

# What each day took at aacd2af3, and the most it may take now: nobody promises seconds. Then nearly
# every page was opened by its address, now by a link or a button: the sum compares them.
COUNTED: dict[str, dict[str, tuple[int | None, int | None]]] = {
    "pairs": {
        "clicks and addresses": (112, 86),
        "clicks": (63, 82),
        "keys": (377, 379),
        "addresses": (49, 3),
        "seconds": (201, None),
        "Hoy, px high at 1280": (922, 1350),
        "La sala, px high at 1280": (1395, 950),
        "Inscripciones, px high at 1280": (3272, 3510),
        "Rondas, px high at 1280": (2052, 1980),
        "Imprimir, px high at 1280": (2676, 1450),
        "Clasificación, px high at 1280": (3039, 1690),
        "Emparejamientos, px high at 1280": (1541, 1620),
        "Crear un torneo, px high at 1280": (3762, 1380),
        "Otra fase, px high at 1280": (4735, 927),
        "Hoy, px high at 390": (1720, 2200),
        "La sala, px high at 390": (2784, 1200),
        "Inscripciones, px high at 390": (7230, 7400),
        "Rondas, px high at 390": (4161, 4370),
        "Imprimir, px high at 390": (5315, 2300),
        "Clasificación, px high at 390": (6112, 1830),
        "Emparejamientos, px high at 390": (2940, 2890),
        "Crear un torneo, px high at 390": (7052, 2780),
        "Otra fase, px high at 390": (9174, 872),
    },
    "trios": {
        "clicks and addresses": (71, 49),
        "clicks": (43, 43),
        "keys": (142, 122),
        "addresses": (28, 5),
        "seconds": (79, None),
    },
    "individuals": {
        "clicks and addresses": (None, 29),
        "clicks": (None, 27),
        "keys": (None, 213),
        "addresses": (None, 2),
        "seconds": (None, None),
    },
}


@pytest.fixture
def tells(capsys: pytest.CaptureFixture[str]) -> Tells:
    """Print what a day took beside what it took before; it may take no more than its limits."""

    def tell(day: str, people: list[Visitor], high: Mapping[str, int] | None = None) -> None:
        now = of_all([one.hands for one in people]) | dict(high or {})
        with capsys.disabled():
            print(beside(day, {name: was for name, (was, _most) in COUNTED[day].items()}, now))
        limits = {name: most for name, (_was, most) in COUNTED[day].items() if most is not None}
        assert LONG or {name: now[name] for name, most in limits.items() if now[name] > most} == {}

    return tell


def test_the_day_of_pairs(chromium: Browser, site: Site, tells: Tells) -> None:
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
    tells("pairs", [amparo, player], high)


def test_the_day_of_12_trios(chromium: Browser, site: Site, tells: Tells) -> None:
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
    tells("trios", [nieves, *phones])


def test_the_day_of_18_individuals(chromium: Browser, site: Site, tells: Tells) -> None:
    cosme, player = Visitor(chromium, site.url), Visitor(chromium, site.url, PHONE)
    with watched(site, cosme, player):
        slug = totals_day.gets_ready(cosme)
        api = Api(site.url, slug, "cosme")
        points = totals_day.plays_the_sessions(cosme, api)
        totals_day.reads_the_end(cosme, player, slug, points)
    tells("individuals", [cosme, player])
