"""From groups to a bracket: two of the same group do not meet before they must, and it is said."""

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
POTS = {"seeding": "pots"}

DAYS = {
    # 12 trios, four groups of three, two of each: the final.
    "12 trios": ("groups", {"size": 3}, 12, FIRST_TWO, "Final"),
    "8 groups of 4": ("groups", {"size": 4}, 32, FIRST_TWO, "Final"),
    # 6 groups of 4: the first two and the four best thirds are 16.
    "best thirds": ("groups", {"size": 4}, 24, AND_BEST_THIRDS, "Semifinales"),
    # 26 in six groups of four and of five: 12 go on, four of them rest.
    "unequal groups": ("groups", {"groups": 6}, 26, FIRST_TWO, "Final"),
}


# By lot and by pots.
WAYS = [(name, options) for name in DAYS for options in ({}, POTS)]
WAYS = size([WAYS[0], WAYS[3], WAYS[4], WAYS[7]], long=WAYS)


def bracket_of(begin, name: str, options: dict[str, object]) -> tuple[Day, Round]:
    format, groups, count, intake, _first = DAYS[name]
    day = begin("Casino", format, groups)
    day.plan("Cuadro", "knockout", options, intake)
    day.enter(count)
    day.play()
    day.open(2)
    return day, day.draw(day.stage_number(2))


def early(day: Day, drawn: Round) -> list[int]:
    """The rounds in which two of one group may first meet, for every such two."""
    group = dict(day.stage_number(2).places.values_list("entry__number", "group"))
    slots = {
        number: 2 * position - 2 + side
        for position, sides, *_rest in drawn.report["drawn"]
        for side, number in enumerate(sides)
    }
    return [
        meeting_round(slots[one], slots[other])
        for one in slots
        for other in slots
        if one < other and group[one] == group[other]
    ]


@pytest.mark.parametrize("name, options", WAYS)
def test_two_of_the_same_group_do_not_meet_before_they_must_and_it_is_said(begin, name, options):
    day, drawn = bracket_of(begin, name, options)
    rounds = bracket_size(_playing(drawn)).bit_length() - 1
    latest = rounds if DAYS[name][4] == "Final" else rounds - 1
    assert min(early(day, drawn)) == latest == drawn.report["group_round"]
    assert "group_soon" not in drawn.report["broken"]
    assert verify_draw(drawn).equal
    page = day.visitor.get(f"/t/casino/ronda/{drawn.serial}/").content.decode()
    assert f"Dos del mismo grupo pueden encontrarse a partir de: {DAYS[name][4]}." in page
    assert "que los que vienen del mismo grupo se crucen lo más tarde que se pueda" in page


def _playing(drawn: Round) -> int:
    return sum(len(row[1]) for row in drawn.report["drawn"])


def test_the_organiser_may_not_want_it(begin):
    """Written as not looked after, nobody is spread, and the draw is that of always."""
    format, groups, count, intake, _first = DAYS["8 groups of 4"]
    day = begin("Casino", format, groups)
    stage = day.plan("Cuadro", "knockout", {}, intake)
    set_wishes(stage=stage, author=day.author, apart={}, together={})
    assert day.stage_number(2).wishes == {"apart": {"group": [0, 0]}}
    day.enter(count)
    day.play()
    day.open(2)
    drawn = day.draw(day.stage_number(2))
    assert drawn.report["group_round"] == 0 and min(early(day, drawn)) < 4
    page = day.visitor.get(f"/t/casino/ronda/{drawn.serial}/").content.decode()
    assert "mismo grupo" not in page


def test_what_the_seeds_or_a_hand_left_closer_is_told_with_whom(begin):
    day, _drawn = bracket_of(begin, "12 trios", {"seeding": "classic"})
    drawn = day.stage_number(2).rounds.get()
    report = drawn.report
    group = dict(day.stage_number(2).places.values_list("entry__number", "group"))
    assert report["group_round"] == min(early(day, drawn))
    soon = [numbers for name, numbers in report["broken_by"] if name == "group_soon"]
    assert len(soon) == sum(one < 3 for one in early(day, drawn))
    assert all(group[one] == group[other] for one, other in soon)


def test_a_change_by_hand_that_brings_them_together_is_told(begin):
    format, groups, count, intake, _first = DAYS["8 groups of 4"]
    day = begin("Casino", format, groups)
    day.plan("Cuadro", "knockout", POTS, intake)
    day.enter(count)
    day.play()
    day.open(2)
    draft = open_next_round(stage=day.stage_number(2), author=day.author)
    group = dict(day.stage_number(2).places.values_list("entry__number", "group"))
    one = draft.report["drawn"][0][1][0]
    mate = next(other for other in group if other != one and group[other] == group[one])
    rival = draft.report["drawn"][0][1][1]
    entries = {entry.number: entry for entry in day.tournament.entries.all()}
    swap_entries(
        round=draft, author=day.author, first=entries[mate], second=entries[rival], reason="así"
    )
    draft.refresh_from_db()
    assert draft.report["group_round"] == 1
    assert ["group_soon", sorted([one, mate])] in draft.report["broken_by"]
    published = publish_round(round=draft, author=day.author)
    assert verify_draw(published).equal
    page = day.visitor.get(f"/t/casino/ronda/{published.serial}/").content.decode()
    assert "Dos del mismo grupo pueden encontrarse a partir de: Octavos de final." in page
