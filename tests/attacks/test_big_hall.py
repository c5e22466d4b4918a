"""Every page, list of the API and sheet opens in a tournament of a thousand people.

Tournaments of other formats are smaller.
"""

from collections import Counter
from collections.abc import Iterator
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.db import transaction
from django.test import Client

from scoring.prints.ask import PrintAsk
from scoring.prints.sheet import Sheet
from scoring.prints.sheets import SHEETS
from tests.access.test_roles import ADDRESSES, Address, path_of
from tests.attacks.crowd import crowd
from tests.conftest import places_of
from tests.sizes import size
from tournaments.models import Tournament
from tournaments.refusal import Refused

pytestmark = pytest.mark.django_db

# A page of a list of the API has at most 500 rows, so a list of PAIRS entries has two pages.
PAIRS, OTHER_PAIRS = 510, size(70, long=150)
# In a short run, each of the other formats opens a third of the public addresses.
TURNS, MOST_FORMATS = size((3, 1), long=(1, 4))
MOST_BYTES = 100_000
# Queries tried on each list: a search, an order, and the largest page.
QUERIES = {
    "/t/<slug:slug>/mesa/": ["q=gil", "q=7"],
    "/t/<slug:slug>/emparejamientos/": ["por=apellido"],
    "/t/<slug:slug>/inscripciones/": ["q=gil", "orden=surname"],
    "/t/<slug:slug>/control/": ["q=gil"],
    "/api/v1/tournaments/<slug:slug>/where/": ["q=gil"],
    **{
        f"/api/v1/tournaments/<slug:slug>/{name}/": ["page_size=500"]
        for name in ("entries", "matches", "standings", "standings/event", "audit")
    },
}
FORMATS: dict[str, dict[str, Any]] = {
    "swiss": {"format_options": {"rounds": 5}, "finished": 1},
    "knockout": {"format_options": {"third_place": True}, "finished": 1},
    "groups": {"format_options": {}, "finished": 0},
    "melee": {"format_options": {"rounds": 3}, "finished": 0},
}
GETS = [address for address in ADDRESSES if address.acts and "GET" in address.acts]
PUBLIC = [address for address in GETS if (address.acts or {})["GET"] == "view_public"]


@pytest.fixture(scope="module")
def world(django_db_setup: None, django_db_blocker: Any) -> Iterator[None]:
    """Roll back everything that this module writes in the database, at its end."""
    with django_db_blocker.unblock(), transaction.atomic():
        yield
        transaction.set_rollback(True)


@pytest.fixture(scope="module")
def halls(world: None) -> dict[str, dict[str, Any]]:
    """The values of the address parameters, for a tournament of each format."""
    pilar = User.objects.create_user("pilar")
    chema = User.objects.create_user("chema")
    values = {}
    for format, options in FORMATS.items():
        day = crowd(pilar, PAIRS if format == "swiss" else OTHER_PAIRS, format=format, **options)
        values[format] = places_of(day.tournament, pilar, chema)
    return values


def paths_of(address: Address, places: dict[str, Any]) -> list[str]:
    path = path_of(address, places)
    return [path, *(f"{path}?{query}" for query in QUERIES.get(str(address), []))]


def wrong_answers(browser: Client, paths: list[str]) -> list[str]:
    """Open these paths; return the errors, and the answers of the API that are too long."""
    wrong = []
    for path in paths:
        with transaction.atomic():
            answer = browser.get(path)
        if answer.status_code >= 500:
            wrong.append(f"{path}: {answer.status_code}")
        elif (
            path.startswith("/api/v1/tournaments/")
            and not path.endswith("/file/")  # a whole tournament has no limit
            and not answer.streaming
            and len(answer.content) > MOST_BYTES
        ):
            wrong.append(f"{path}: {len(answer.content)} bytes")
    return wrong


@pytest.mark.slow
@pytest.mark.parametrize("turn, format", [*enumerate(FORMATS)])
def test_every_page_and_list_opens(halls, turn, format):
    organiser = Client()
    organiser.force_login(User.objects.get(username="pilar"))
    addresses = GETS if format == "swiss" else PUBLIC[turn % TURNS :: TURNS]
    paths = [path for address in addresses for path in paths_of(address, halls[format])]
    assert wrong_answers(organiser, paths) == []


@pytest.mark.slow
def test_every_sheet_is_laid_out(halls):
    """In a short run, try each sheet with the first format that has it."""
    all_tournaments = [Tournament.objects.get(slug=places["slug"]) for places in halls.values()]
    sheet_counts: Counter[str] = Counter()
    for sheet in SHEETS.values():
        for tournament in all_tournaments:
            if sheet_counts[sheet.key] < MOST_FORMATS:
                sheet_counts[sheet.key] += is_laid_out(tournament, sheet)
    assert {"pairings_surname", "pairings_table", "actas", "table_cards", "standings"} <= set(
        +sheet_counts
    )


def is_laid_out(tournament: Tournament, sheet: Sheet) -> bool:
    """Return whether the tournament has this sheet, and its first and last part can be laid out."""
    ask = PrintAsk(sheet=sheet.key, round=1 if sheet.of_round else 0, base_url="http://sala.local")
    try:
        sheet.refuse(tournament, ask)
        chunks = sheet.pieces(tournament, ask)
    except Refused:
        return False
    return all(chunk.html() for chunk in (chunks[0], chunks[-1]))
