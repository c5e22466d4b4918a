"""A program signs up as fast as it can at a served site; `--long` sends two thousand."""

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

SENT, ADDRESSES, AT_ONCE = size(480, long=2_000), size(48, long=200), 8
TICKET = re.compile(r'name="ticket" value="([^"]+)"')
FLOODED = re.compile(r'name="flood" value="([^"]+)"')


@pytest.fixture(scope="module")
def hall() -> Iterator[Hall]:
    """Two web processes behind a proxy, which says who asks."""
    if binaries() is None:
        pytest.skip("There is no PostgreSQL of one's own: install postgresql.")
    opened = Hall(TAPETE_PROXIES="1")
    try:
        opened.open()
        yield opened
    finally:
        opened.close()


def pair(name: str, ticket: str) -> dict[str, str]:
    people = {"player_1": f"Uno {name}", "player_2": f"Dos {name}"}
    return {"company": "together", "ticket": ticket, "phone": "600 123 456", **people}


def form_of(browser: Browser, page: str, address: str) -> str:
    """Open the sign-up page and return the ticket of its form."""
    found = TICKET.search(browser.get(page, **{"X-Forwarded-For": address}).text)
    assert found is not None
    return found[1]


def signs_up(browser: Browser, page: str, name: str) -> Answer:
    ticket = form_of(browser, page, "192.0.2.1")
    time.sleep(MIN_SECONDS + 0.1)
    return browser.post(page, pair(name, ticket), **{"X-Forwarded-For": "192.0.2.1"})


def test_a_flood_of_sign_ups_leaves_the_cap_and_a_desk_that_works(hall: Hall):
    game = {"cotos": 1, "partidas": 3}
    hall.build("Maratón de las fiestas", pairs=8, tables=8, rounds=3, game_options=game)
    hall.inside("open_sign_up", slug=hall.slug)
    page = f"/t/{hall.slug}/inscripcion/"
    assert signs_up(Browser(hall.urls[0], patience=60), page, "Vecino").status == 302

    def floods(program: int) -> Counter[int]:
        """Open one page after another, and then send all the forms."""
        browser, each = Browser(hall.urls[program % 2], patience=60), SENT // AT_ONCE
        where = [f"10.0.{program}.{n % (ADDRESSES // AT_ONCE)}" for n in range(each)]
        tickets = [form_of(browser, page, address) for address in where]
        time.sleep(MIN_SECONDS)
        return Counter(
            browser.post(
                page, pair(f"bot {program} {n}", ticket), **{"X-Forwarded-For": address}
            ).status
            for n, (ticket, address) in enumerate(zip(tickets, where, strict=True))
        )

    with ThreadPoolExecutor(AT_ONCE + 1) as programs:
        running = [programs.submit(floods, program) for program in range(AT_ONCE)]
        neighbour = Browser(hall.urls[0], patience=60)
        seen = Counter[int]()
        while not all(one.done() for one in running):
            seen[neighbour.get(f"/t/{hall.slug}/").status] += 1
            time.sleep(0.5)
        answers = sum((one.result() for one in running), Counter[int]())

    assert set(seen) == {200}, seen
    assert set(answers) <= {302, 409} and sum(answers.values()) == SENT, answers
    assert hall.inside("requests_of", slug=hall.slug) == {"sent": MAX_PENDING}
    closed = neighbour.get(page)
    assert closed.status == 200 and not TICKET.search(closed.text)  # the door says that it is full

    # The desk clears what came in the minutes of the flood, and a neighbour signs up again.
    desk = log_in(hall.urls[1], ORGANISERS[0], PASSWORD, patience=60)
    requests = f"/t/{hall.slug}/inscripciones/solicitudes/"
    while found := FLOODED.search(desk.get(requests).text):
        assert desk.post(requests, {"flood": found[1], "reason": "un programa"}).status == 302
    left = hall.inside("requests_of", slug=hall.slug)
    assert left["refused"] > MAX_PENDING - 20 and sum(left.values()) == MAX_PENDING, left
    assert signs_up(neighbour, page, "Otro vecino").status == 302
