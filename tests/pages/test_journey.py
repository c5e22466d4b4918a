"""Test of a whole maratón in a browser, from an empty site to the printed final standings."""

import pytest
from playwright.sync_api import Browser

from tests.pages import deciding, getting_ready, playing, staff, watching
from tests.pages.site import Site
from tests.pages.visitor import PHONE, Visitor, fail_on_faults

pytestmark = [pytest.mark.browser, pytest.mark.always]


def test_a_maraton_of_sixteen_pairs_is_played_in_the_browser(chromium: Browser, site: Site) -> None:
    pilar, player = Visitor(chromium, site.url), Visitor(chromium, site.url, PHONE)
    with fail_on_faults(site, pilar, player):
        getting_ready.sign_up(pilar)
        slug = getting_ready.create_tournament(pilar)
        getting_ready.paste_pairs(pilar, slug)
        getting_ready.enter_and_withdraw_walk_in(pilar, slug)
        getting_ready.draw_first_round(pilar, slug)
        playing.print_round(pilar, slug)

        api = playing.Api(site.url, slug)
        first_match, *_other_matches, waiting_match, _last_match = api.matches(round=1)
        watching.wait_for_table(player, slug, waiting_match["sides"][0]["entry"])
        deciding.open_other_pages(pilar, slug, waiting_match)
        pilar.go(f"/t/{slug}/control/")
        pilar.look("desk")
        pilar.walk_by_tab("desk")
        pilar.go(f"/t/{slug}/control/")
        playing.write_by_cotos(pilar)
        watching.check_call(player, "1")
        playing.write_by_partidas(pilar)
        playing.write_by_deals(pilar)
        deciding.check_refusals(pilar, "4")

        staff.play_all(api, deciding.WINNING_LINES, round=1)
        deciding.draw_next(pilar, slug, 2)
        deciding.correct_match(pilar, slug, first_match, api.matches(round=2)[0])
        deciding.read_standings(pilar, slug, first_match)
        watching.look_around(player, slug)
        watching.read_in_english(player, slug)
        deciding.play_to_the_final(pilar, slug, api)
        deciding.print_podium(pilar, slug, api)
