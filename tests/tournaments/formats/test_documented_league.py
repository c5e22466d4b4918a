"""Tests of the examples in docs/draw/ for leagues, groups, boxes and quotas."""

from itertools import pairwise

from tests.tournaments.formats.leagues import entrants_up_to
from tournaments.formats import GROUPS, LEAGUE, TEAMS, boxes, groups, league, teams
from tournaments.formats.core import Entrant, Situation, Wishes
from tournaments.formats.quotas import Quota, StageRow, StageTable, qualifiers
from tournaments.pairing.draw import ball_order

SEED = "Regumiel 2024"
CALENDAR_OF_SIX = (
    "5 – 6, 3 – 2, 4 – 1 / 3 – 5, 1 – 6, 2 – 4 / 5 – 1, 4 – 3, 6 – 2 / 4 – 5, 2 – 1, 3 – 6 / "
    + ("5 – 2, 6 – 4, 1 – 3")
)
CALENDAR_OF_FIVE = "3 – 2, 4 – 1, 5 rests / 1 – 5, 2 – 4, 3 rests / 4 – 3, 5 – 2, 1 rests / " + (
    "2 – 1, 3 – 5, 4 rests / 5 – 4, 1 – 3, 2 rests"
)


def notation(rounds):
    """Return the rounds in the notation of docs/draw/."""
    return " / ".join(
        ", ".join(
            f"{pairing.sides[0]} rests" if pairing.is_bye else "{} – {}".format(*pairing.sides)
            for pairing in date
        )
        for date in rounds
    )


def test_documented_calendars_of_league_and_teams():
    for count, expected in ((6, CALENDAR_OF_SIX), (5, CALENDAR_OF_FIVE)):
        situation = Situation(entrants_up_to(count))
        assert notation(LEAGUE.calendar(situation, league.Options(), SEED)) == expected
        assert notation(TEAMS.calendar(situation, teams.Options(1), SEED)) == expected
    assert ball_order(range(1, 7), SEED, "league") == (5, 6, 3, 2, 4, 1)
    assert ball_order(range(1, 6), SEED, "league") == (5, 3, 2, 4, 1)


def notation_by_group(draw):
    pairings = {}
    for pairing in draw.pairings:
        pairings.setdefault(pairing.group, []).append(pairing)
    return {name: notation([group_pairings]) for name, group_pairings in pairings.items()}


def test_documented_first_dates_of_groups():
    assert ball_order(range(1, 8), SEED, "groups") == (6, 1, 3, 2, 4, 5, 7)
    draw = GROUPS.next_round(Situation(entrants_up_to(7)), groups.Options(size=3), SEED)
    assert notation_by_group(draw) == {"A": "6 – 3, 4 – 7", "B": "2 – 5, 1 rests"}
    people = tuple(
        Entrant(number, tags=("town:luco",) if number in (3, 6) else ()) for number in range(1, 8)
    )
    wishes = Wishes(apart={"town": 3})
    apart_draw = GROUPS.next_round(Situation(people, wishes=wishes), groups.Options(size=3), SEED)
    assert notation_by_group(apart_draw) == {"A": "1 – 3, 4 – 7", "B": "2 – 5, 6 rests"}


def test_first_boxes_are_dealt_in_the_drawn_order():
    situation = Situation(entrants_up_to(12))
    first_boxes = boxes.next_boxes(situation, boxes.Options(), SEED)
    balls = ball_order(range(1, 13), SEED, "boxes")
    assert list(first_boxes.values()) == [balls[0::3], balls[1::3], balls[2::3]]
    assert [above < below for above, below in pairwise(first_boxes)] == [True, True]


def test_documented_qualifiers_of_two_quotas():
    tables = [
        StageTable((StageRow(1, 1, 3, 6, 3), StageRow(2, 2, 3, 4), StageRow(3, 3, 3, 2)), "A"),
        StageTable((StageRow(11, 1, 3, 6, 5), StageRow(12, 2, 3, 3), StageRow(13, 3, 3, 3)), "B"),
    ]
    entries = qualifiers({1: tables}, [Quota(1, 1, 2), Quota(1, 3, 3, best=1)], seed=SEED)
    assert [qualifier.number for qualifier in entries] == [11, 1, 2, 12, 13]
