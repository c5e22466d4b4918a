"""Test of Colmenar: 150 pairs with three lives, on five evenings, with a waiting list."""

from collections import Counter
from datetime import datetime
from zoneinfo import ZoneInfo

import pytest

from scoring.rounds.services.withdrawals import withdraw_entry
from tests.days.hall import match_counts
from tests.refusals import is_refused
from tests.sizes import size
from tournaments.formats.history import count_meetings, losses
from tournaments.models import Entry
from tournaments.people.services.marks import promote
from tournaments.rounds.services.announcing import set_dates

MADRID = ZoneInfo("Europe/Madrid")
# Monday to Friday, three rounds an evening.
EVENINGS = [
    datetime(2026, 9, day, hour, tzinfo=MADRID) for day in range(7, 12) for hour in (20, 21, 22)
]

PLACES = size(50, long=150)

pytestmark = pytest.mark.django_db


@pytest.mark.slow
def test_colmenar_plays_a_week_of_lives_with_a_waiting_list(begin, pilar):
    """170 entries for 150 places (70 for 50 in the short run).

    A waiting entry takes the place of an absent one until the first round is published. An entry is
    out at its third defeat; the rounds go on over five evenings until one entry is left.
    """
    day = begin("Colmenar", "lives", {"lives": 3}, tables=size(12, long=40), capacity=PLACES)
    entries = day.enter(PLACES + 20)
    waiting = [entry for entry in entries if entry.state == Entry.State.WAITING]
    assert [entry.number for entry in waiting] == list(range(PLACES + 1, PLACES + 21))
    with is_refused("no_places", status=409):
        promote(entry=waiting[0], author=pilar)
    for entry, replacement in zip(entries[:3], waiting, strict=False):
        withdraw_entry(entry=entry, author=pilar, reason="no viene", kind=Entry.State.ABSENT)
        assert promote(entry=replacement, author=pilar).state == Entry.State.ENTERED
    set_dates(stage=day.stage, author=pilar, dates=EVENINGS)
    first = day.draw()
    assert first.scheduled_at == EVENINGS[0]
    assert match_counts([first]) == [PLACES // 2]
    numbers = {number for match in day.rounds()[0] for number in match.sides}
    assert numbers == set(range(4, PLACES + 4))
    withdraw_entry(entry=entries[3], author=pilar, reason="no viene", kind=Entry.State.ABSENT)
    with is_refused("no_places"):
        promote(entry=waiting[3], author=pilar)
    day.write(first)
    day.play()
    evenings = day.stage.rounds.order_by("number").values_list("scheduled_at", flat=True)
    assert list(evenings) == EVENINGS[: len(evenings)]
    rounds = day.rounds()
    loss_counts = losses(rounds)
    assert max(loss_counts.values()) == 3
    active = numbers - {number for number, times in loss_counts.items() if times == 3} - {4}
    assert len(active) == 1
    assert day.read_api()["results"][0]["entry"] in active
    early_meetings = count_meetings(rounds[: size(4, long=6)])  # rounds that need no rematch
    assert max(early_meetings.values()) == 1
    check_rests_are_in_turn(rounds, 3)
    day.look("", "clasificacion/", "emparejamientos/")


def check_rests_are_in_turn(rounds, lives: int) -> None:
    """Assert that each rest goes to an active entry with the fewest rests."""
    loss_counts: Counter[int] = Counter()
    rest_counts: Counter[int] = Counter()
    for matches in rounds:
        active = {number for match in matches for number in match.sides}
        assert all(loss_counts[number] < lives for number in active)
        for match in matches:
            if match.is_bye:
                assert rest_counts[match.sides[0]] == min(rest_counts[number] for number in active)
        rest_counts.update(number for match in matches if match.is_bye for number in match.sides)
        loss_counts.update(number for match in matches for number in match.losers)
