"""A whole maratón in a real browser, from an empty site to the printed final standings."""

from collections.abc import Iterator
from contextlib import contextmanager

import pytest
from playwright.sync_api import Browser, Error

from tests.pages import deciding, getting_ready, playing, watching
from tests.pages.site import Site
from tests.pages.visitor import PHONE, Visitor

pytestmark = [pytest.mark.browser, pytest.mark.always]


@contextmanager
def telling(site: Site, *visitors: Visitor) -> Iterator[list[str]]:
    """The faults that they have noticed; whatever breaks the journey tells them too."""
    faults: list[str] = []
    try:
        yield faults
    except (AssertionError, Error) as error:
        known = [fault for visitor in visitors for fault in visitor.faults]
        error.add_note("\n".join([*known, site.logs()]))
        raise
    faults += [fault for visitor in visitors for fault in visitor.faults]


def test_a_maraton_of_sixteen_pairs(chromium: Browser, site: Site) -> None:
    pilar, player = Visitor(chromium, site.url), Visitor(chromium, site.url, PHONE)
    with telling(site, pilar, player) as faults:
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

        deciding.finishes(api, 1)
        deciding.draws_next(pilar, slug, 2)
        deciding.corrects(pilar, slug, first, api.matches(round=2)[0])
        deciding.reads_standings(pilar, slug, first)
        watching.looks_around(player, slug)
        watching.reads_english(player, slug)
        deciding.reaches_the_final(pilar, slug, api)
        deciding.hangs_the_end(pilar, slug, api)
    assert not faults, "\n".join(faults)
    assert "Traceback" not in site.logs()
