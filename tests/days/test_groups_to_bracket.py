"""Tests of a bracket after groups: entries of one group meet as late as possible.

The page of the round shows from which round they may meet.
"""

import pytest

from scoring.rounds.selectors.verification import verify_draw
from scoring.rounds.services.rounds import open_next_round, publish_round
from tests.days.hall import Day
from tests.sizes import size
from tournaments.models import Round
from tournaments.pairing.apart import meeting_round
from tournaments.pairing.byes import bracket_size
from tournaments.people.services.wishes import set_wishes
from tournaments.rounds.services.drafts import swap_entries

pytestmark = pytest.mark.django_db

FIRST_TWO = [{"stage": 1, "last": 2}]
AND_BEST_THIRDS = [{"stage": 1, "last": 2}, {"stage": 1, "first": 3, "last": 3, "best": 4}]
LOT, POTS = {"seeding": "lot"}, {"seeding": "pots"}

# Format of the groups, its options, entries, intake of the bracket, and the earliest round in which
# two entries of one group may meet.
DAYS = {
    # 12 trios in four groups of three; two of each group qualify.
    "12 trios": ("groups", {"size": 3}, 12, FIRST_TWO, "Final"),
    "8 groups of 4": ("groups", {"size": 4}, 32, FIRST_TWO, "Final"),
    # 6 groups of 4: the first two of each and the four best thirds fill a bracket of 16.
    "best thirds": ("groups", {"size": 4}, 24, AND_BEST_THIRDS, "Semifinales"),
    # 26 entries in six groups of four or five: 12 qualify, and four of them have a bye.
    "unequal groups": ("groups", {"groups": 6}, 26, FIRST_TWO, "Final"),
}


# Brackets drawn by lot, and by pots.
WAYS = [(name, options) for name in DAYS for options in (LOT, POTS)]
WAYS = size([WAYS[0], WAYS[3], WAYS[4], WAYS[7]], long=WAYS)


def bracket_of(begin, name: str, options: dict[str, object]) -> tuple[Day, Round]:
    """Play the groups of one of `DAYS`; return the day and the first round of its bracket."""
    format, groups, count, intake, _first = DAYS[name]
    day = begin("Casino", format, groups)
    day.plan("Cuadro", "knockout", options, intake)
    day.enter(count)
    day.play()
    day.open(2)
    return day, day.draw(day.stage_number(2))


def meeting_rounds(day: Day, round: Round) -> list[int]:
    """Return, for every two entries of one group, the first round in which they may meet."""
    group = dict(day.stage_number(2).places.values_list("entry__number", "group"))
    slots = {
        number: 2 * position - 2 + side
        for position, sides, *_rest in round.report["drawn"]
        for side, number in enumerate(sides)
    }
    return [
        meeting_round(slots[a], slots[b])
        for a in slots
        for b in slots
        if a < b and group[a] == group[b]
    ]


@pytest.mark.parametrize("name, options", WAYS)
def test_two_entries_of_one_group_meet_as_late_as_possible(begin, name, options):
    day, round = bracket_of(begin, name, options)
    round_count = bracket_size(_entry_count(round)).bit_length() - 1
    latest = round_count if DAYS[name][4] == "Final" else round_count - 1
    assert min(meeting_rounds(day, round)) == latest == round.report["group_round"]
    assert "group_soon" not in round.report["broken"]
    assert verify_draw(round).equal
    page = day.visitor.get(f"/t/casino/ronda/{round.serial}/").content.decode()
    assert f"Dos del mismo grupo pueden encontrarse a partir de: {DAYS[name][4]}." in page
    assert "que los que vienen del mismo grupo se crucen lo más tarde que se pueda" in page


def _entry_count(round: Round) -> int:
    return sum(len(row[1]) for row in round.report["drawn"])


def test_the_organiser_can_draw_without_regard_to_groups(begin):
    """With a weight of 0, entries of one group are not kept apart."""
    format, groups, count, intake, _first = DAYS["8 groups of 4"]
    day = begin("Casino", format, groups)
    stage = day.plan("Cuadro", "knockout", {}, intake)
    set_wishes(stage=stage, author=day.author, apart={}, together={})
    assert day.stage_number(2).wishes == {"apart": {"group": [0, 0]}}
    day.enter(count)
    day.play()
    day.open(2)
    round = day.draw(day.stage_number(2))
    assert round.report["group_round"] == 0 and min(meeting_rounds(day, round)) < 4
    page = day.visitor.get(f"/t/casino/ronda/{round.serial}/").content.decode()
    assert "mismo grupo" not in page


def test_the_report_names_the_entries_that_classic_seeds_bring_together_too_soon(begin):
    day, _round = bracket_of(begin, "12 trios", {"seeding": "classic"})
    round = day.stage_number(2).rounds.get()
    report = round.report
    group = dict(day.stage_number(2).places.values_list("entry__number", "group"))
    assert report["group_round"] == min(meeting_rounds(day, round))
    soon = [numbers for name, numbers in report["broken_by"] if name == "group_soon"]
    assert len(soon) == sum(number < 3 for number in meeting_rounds(day, round))
    assert all(group[a] == group[b] for a, b in soon)


def test_the_report_names_the_entries_that_a_swap_by_hand_brings_together_too_soon(begin):
    format, groups, count, intake, _first = DAYS["8 groups of 4"]
    day = begin("Casino", format, groups)
    day.plan("Cuadro", "knockout", POTS, intake)
    day.enter(count)
    day.play()
    day.open(2)
    draft = open_next_round(stage=day.stage_number(2), author=day.author)
    group = dict(day.stage_number(2).places.values_list("entry__number", "group"))
    first = draft.report["drawn"][0][1][0]
    mate = next(number for number in group if number != first and group[number] == group[first])
    rival = draft.report["drawn"][0][1][1]
    entries = {entry.number: entry for entry in day.tournament.entries.all()}
    swap_entries(
        round=draft, author=day.author, first=entries[mate], second=entries[rival], reason="así"
    )
    draft.refresh_from_db()
    assert draft.report["group_round"] == 1
    assert ["group_soon", sorted([first, mate])] in draft.report["broken_by"]
    published_round = publish_round(round=draft, author=day.author)
    assert verify_draw(published_round).equal
    page = day.visitor.get(f"/t/casino/ronda/{published_round.serial}/").content.decode()
    assert "Dos del mismo grupo pueden encontrarse a partir de: Octavos de final." in page
