"""A program signs up as fast as it can on a served site; with `--long`, two thousand times."""

import re
import time
from collections import Counter
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor

import pytest

from tests.faults.browser import Answer, Browser, log_in
from tests.faults.cluster import binaries
from tests.faults.hall import Hall
from tests.faults.inside import ORGANISERS, PASSWORD
from tests.sizes import size
from tournaments.sign_up.forms import MIN_SECONDS
from tournaments.sign_up.selectors import MAX_PENDING

pytestmark = [pytest.mark.faults, pytest.mark.slow]

REQUESTS, ADDRESSES, PROGRAMS = size(480, long=2_000), size(48, long=200), 8
TICKET = re.compile(r'name="ticket" value="([^"]+)"')
FLOOD = re.compile(r'name="flood" value="([^"]+)"')


@pytest.fixture(scope="module")
def hall() -> Iterator[Hall]:
    """Two web processes that take the visitor's address from the header of a proxy."""
    if binaries() is None:
        pytest.skip("There is no PostgreSQL of one's own: install postgresql.")
    site = Hall(TAPETE_PROXIES="1")
    try:
        site.open()
        yield site
    finally:
        site.close()


def sign_up_form(name: str, ticket: str) -> dict[str, str]:
    people = {"player_1": f"Uno {name}", "player_2": f"Dos {name}"}
    return {"company": "together", "ticket": ticket, "phone": "600 123 456", **people}


def open_form(browser: Browser, page: str, address: str) -> str:
    """Open the sign-up page and return the ticket of its form."""
    ticket = TICKET.search(browser.get(page, **{"X-Forwarded-For": address}).text)
    assert ticket is not None
    return ticket[1]


def sign_up(browser: Browser, page: str, name: str) -> Answer:
    ticket = open_form(browser, page, "192.0.2.1")
    time.sleep(MIN_SECONDS + 0.1)
    return browser.post(page, sign_up_form(name, ticket), **{"X-Forwarded-For": "192.0.2.1"})


def test_a_flood_of_sign_ups_stops_at_the_cap_and_the_desk_can_clear_it(hall: Hall):
    game = {"cotos": 1, "partidas": 3}
    hall.build("Maratón de las fiestas", pairs=8, tables=8, rounds=3, game_options=game)
    hall.inside("open_sign_up", slug=hall.slug)
    page = f"/t/{hall.slug}/inscripcion/"
    assert sign_up(Browser(hall.urls[0], patience=60), page, "Vecino").status == 302

    def send_flood(program: int) -> Counter[int]:
        """Open all forms of this program, then send them; return the count of each status."""
        browser, count = Browser(hall.urls[program % 2], patience=60), REQUESTS // PROGRAMS
        addresses = [f"10.0.{program}.{n % (ADDRESSES // PROGRAMS)}" for n in range(count)]
        tickets = [open_form(browser, page, address) for address in addresses]
        time.sleep(MIN_SECONDS)
        return Counter(
            browser.post(
                page, sign_up_form(f"bot {program} {n}", ticket), **{"X-Forwarded-For": address}
            ).status
            for n, (ticket, address) in enumerate(zip(tickets, addresses, strict=True))
        )

    with ThreadPoolExecutor(PROGRAMS + 1) as programs:
        floods = [programs.submit(send_flood, program) for program in range(PROGRAMS)]
        neighbour = Browser(hall.urls[0], patience=60)
        page_statuses = Counter[int]()
        while not all(flood.done() for flood in floods):
            page_statuses[neighbour.get(f"/t/{hall.slug}/").status] += 1
            time.sleep(0.5)
        answers = sum((flood.result() for flood in floods), Counter[int]())

    assert set(page_statuses) == {200}, page_statuses
    assert set(answers) <= {302, 409} and sum(answers.values()) == REQUESTS, answers
    assert hall.inside("requests_of", slug=hall.slug) == {"sent": MAX_PENDING}
    closed_page = neighbour.get(page)
    assert closed_page.status == 200 and not TICKET.search(
        closed_page.text
    )  # no form: sign-up is full

    # The desk refuses the requests of the flood, and a neighbour signs up again.
    desk = log_in(hall.urls[1], ORGANISERS[0], PASSWORD, patience=60)
    requests = f"/t/{hall.slug}/inscripciones/solicitudes/"
    while flood_mark := FLOOD.search(desk.get(requests).text):
        assert desk.post(requests, {"flood": flood_mark[1], "reason": "un programa"}).status == 302
    requests_by_state = hall.inside("requests_of", slug=hall.slug)
    assert (
        requests_by_state["refused"] > MAX_PENDING - 20
        and sum(requests_by_state.values()) == MAX_PENDING
    ), requests_by_state
    assert sign_up(neighbour, page, "Otro vecino").status == 302
