"""A whole maratón in a real browser, from an empty site to the printed final standings."""

import pytest
from playwright.sync_api import Browser

from tests.pages import deciding, getting_ready, playing, staff, watching
from tests.pages.site import Site
from tests.pages.visitor import PHONE, Visitor, watched

pytestmark = [pytest.mark.browser, pytest.mark.always]


def test_a_maraton_of_sixteen_pairs(chromium: Browser, site: Site) -> None:
    pilar, player = Visitor(chromium, site.url), Visitor(chromium, site.url, PHONE)
    with watched(site, pilar, player):
        getting_ready.signs_up(pilar)
        slug = getting_ready.creates(pilar)
        getting_ready.pastes_pairs(pilar, slug)
        getting_ready.walks_in_and_leaves(pilar, slug)
        getting_ready.draws(pilar, slug)
        playing.hangs_the_round(pilar, slug)

        api = playing.Api(site.url, slug)
        first, *_others, waiting, _last = api.matches(round=1)
        watching.waits_for_a_table(player, slug, waiting["sides"][0]["entry"])
        deciding.leafs_through(pilar, slug, waiting)
        pilar.go(f"/t/{slug}/control/")
        pilar.look("desk")
        pilar.walk_by_tab("desk")
        pilar.go(f"/t/{slug}/control/")
        playing.by_cotos(pilar)
        watching.is_called(player, "1")
        playing.by_partidas(pilar)
        playing.by_deals(pilar)
        deciding.is_refused(pilar, "4")

        staff.plays_all(api, deciding.WON, round=1)
        deciding.draws_next(pilar, slug, 2)
        deciding.corrects(pilar, slug, first, api.matches(round=2)[0])
        deciding.reads_standings(pilar, slug, first)
        watching.looks_around(player, slug)
        watching.reads_english(player, slug)
        deciding.reaches_the_final(pilar, slug, api)
        deciding.hangs_the_end(pilar, slug, api)
