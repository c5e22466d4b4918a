"""Two whole days in a real browser: Swiss and a bracket of pairs, groups and one of 12 trios."""

import pytest
from playwright.sync_api import Browser

from tests.pages import groups_day, staff, swiss_day
from tests.pages.playing import Api
from tests.pages.site import Site
from tests.pages.test_journey import telling
from tests.pages.visitor import PHONE, Visitor

pytestmark = pytest.mark.browser


def test_the_day_of_pairs(chromium: Browser, site: Site) -> None:
    amparo, player = Visitor(chromium, site.url), Visitor(chromium, site.url, PHONE)
    with telling(site, amparo, player) as faults:
        slug = swiss_day.gets_ready(amparo)
        api = Api(site.url, slug, "amparo")
        swiss_day.leaves_one_out(amparo, slug)
        staff.plays_all(api, swiss_day.WON, stage=1, round=1)

        staff.drafts(amparo, slug, "Sortear la ronda 2")
        staff.publishes(amparo)
        swiss_day.comes_late(amparo, slug, api)
        swiss_day.disputes(amparo, player, slug, api)
        staff.plays_all(api, swiss_day.WON, stage=1, round=2)

        swiss_day.goes_home(amparo, slug, swiss_day.GONE)
        staff.drafts(amparo, slug, "Sortear la ronda 3")
        staff.publishes(amparo)
        staff.plays_all(api, swiss_day.WON, stage=1, round=3)
        swiss_day.corrects_before_publishing(amparo, slug, api)
        swiss_day.corrects_after_publishing(amparo, player, slug, api)
        staff.plays_all(api, swiss_day.WON, stage=1, round=4)

        staff.drafts(amparo, slug, "Sortear la ronda 5")
        staff.publishes(amparo)
        swiss_day.runs_out_of_time(amparo, site, slug, api)
        staff.plays_all(api, swiss_day.LOST, stage=1, round=5)
        staff.drafts(amparo, slug, "Sortear la ronda 6")
        staff.publishes(amparo)
        staff.plays_all(api, swiss_day.WON, stage=1, round=6)
        swiss_day.nobody_rests_twice(api)
        for serial in range(1, 7):
            staff.agrees_in_public(player.page, player.url, slug, serial)
        swiss_day.plays_the_bracket(amparo, player, slug, api)
        swiss_day.reads_the_end(amparo, player, slug, api)
    assert not faults, "\n".join(faults)
    assert "Traceback" not in site.logs()


def test_the_day_of_12_trios(chromium: Browser, site: Site) -> None:
    nieves = Visitor(chromium, site.url)
    with telling(site, nieves) as faults:
        slug = groups_day.gets_ready(nieves)
        api = Api(site.url, slug, "nieves")
        groups = groups_day.plays_the_groups(nieves, slug, api)
        groups_day.keeps_groups_apart(nieves, slug, api, groups)
        groups_day.plays_to_the_end(nieves, slug, api)
    assert not faults, "\n".join(faults)
    assert "Traceback" not in site.logs()
