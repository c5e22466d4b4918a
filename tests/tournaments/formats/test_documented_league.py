"""The examples of docs/draw/ for leagues, groups, boxes and quotas."""

from itertools import pairwise

from tests.tournaments.formats.leagues import entered
from tournaments.formats import GROUPS, LEAGUE, TEAMS, boxes, groups, league, teams
from tournaments.formats.core import Entrant, Situation, Wishes
from tournaments.formats.quotas import Quota, StageRow, StageTable, qualifiers
from tournaments.pairing.draw import ball_order

SEED = "Regumiel 2024"
SIX = "5 – 6, 3 – 2, 4 – 1 / 3 – 5, 1 – 6, 2 – 4 / 5 – 1, 4 – 3, 6 – 2 / 4 – 5, 2 – 1, 3 – 6 / " + (
    "5 – 2, 6 – 4, 1 – 3"
)
FIVE = "3 – 2, 4 – 1, 5 rests / 1 – 5, 2 – 4, 3 rests / 4 – 3, 5 – 2, 1 rests / " + (
    "2 – 1, 3 – 5, 4 rests / 5 – 4, 1 – 3, 2 rests"
)


def written(rounds):
    """The rounds as the document has them."""
    return " / ".join(
        ", ".join(
            f"{one.sides[0]} rests" if one.rest else "{} – {}".format(*one.sides) for one in date
        )
        for date in rounds
    )


def test_the_calendars():
    for count, expected in ((6, SIX), (5, FIVE)):
        situation = Situation(entered(count))
        assert written(LEAGUE.calendar(situation, league.Options(), SEED)) == expected
        assert written(TEAMS.calendar(situation, teams.Options(1), SEED)) == expected
    assert ball_order(range(1, 7), SEED, "league") == (5, 6, 3, 2, 4, 1)
    assert ball_order(range(1, 6), SEED, "league") == (5, 3, 2, 4, 1)


def by_group(draw):
    found = {}
    for one in draw.pairings:
        found.setdefault(one.group, []).append(one)
    return {name: written([ones]) for name, ones in found.items()}


def test_the_groups():
    assert ball_order(range(1, 8), SEED, "groups") == (6, 1, 3, 2, 4, 5, 7)
    draw = GROUPS.next_round(Situation(entered(7)), groups.Options(size=3), SEED)
    assert by_group(draw) == {"A": "6 – 3, 4 – 7", "B": "2 – 5, 1 rests"}
    people = tuple(
        Entrant(number, tags=("town:luco",) if number in (3, 6) else ()) for number in range(1, 8)
    )
    wishes = Wishes(apart={"town": 3})
    apart = GROUPS.next_round(Situation(people, wishes=wishes), groups.Options(size=3), SEED)
    assert by_group(apart) == {"A": "1 – 3, 4 – 7", "B": "2 – 5, 6 rests"}


def test_the_boxes_change_the_last_for_the_first():
    situation = Situation(entered(12))
    first = boxes.next_boxes(situation, boxes.Options(), SEED)
    balls = ball_order(range(1, 13), SEED, "boxes")
    assert list(first.values()) == [balls[0::3], balls[1::3], balls[2::3]]
    assert [above < below for above, below in pairwise(first)] == [True, True]


def test_who_goes_on():
    tables = [
        StageTable((StageRow(1, 1, 3, 6, 3), StageRow(2, 2, 3, 4), StageRow(3, 3, 3, 2)), "A"),
        StageTable((StageRow(11, 1, 3, 6, 5), StageRow(12, 2, 3, 3), StageRow(13, 3, 3, 3)), "B"),
    ]
    found = qualifiers({1: tables}, [Quota(1, 1, 2), Quota(1, 3, 3, best=1)], seed=SEED)
    assert [one.number for one in found] == [11, 1, 2, 12, 13]
