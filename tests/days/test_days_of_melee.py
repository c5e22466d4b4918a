"""Days of people who enter alone and change partner: jass of 60, and a mêlée of 41."""

from collections import Counter

import pytest

from tests.days.hall import anything, summing
from tests.days.holds import standings_add_up
from tournaments.formats.history import bye_counts, count_meetings, partnerships

pytestmark = pytest.mark.django_db
JASS = {"manos": 12, "fixed_sum": True, "total": 157}


@pytest.mark.slow
def test_jass_of_60(begin):
    """G10. 60 alone, four passes of twelve hands, partner redrawn, the worst dropped: 1884 points
    at each table, and who is level goes by the best pass."""
    day = begin("Jass", "melee", {"rounds": 4, "best": 3}, game_options=JASS)
    day.rank(("counted_won", "best_round"), {"best": 3})
    day.enter(60)
    day.play(summing(12, 157))
    rounds = day.rounds()
    assert [len(matches) for matches in rounds] == [15] * 4
    assert max(partnerships(rounds).values()) == 1
    assert max(count_meetings(rounds).values()) == 1
    assert {sum(match.counted) for matches in rounds for match in matches} == {1884}
    standings_add_up(day)
    day.look("", "clasificacion/", "emparejamientos/", "inscripcion/60/")


def test_jass_level_by_their_best_pass(begin):
    """The same with two results only, so that many are level: the best pass parts them."""
    day = begin("Jass", "melee", {"rounds": 3}, game_options=JASS)
    day.rank(("counted_won", "best_round"), {})
    day.enter(12)

    def line(match, numbers) -> str:
        own = 942 if match.position == 1 else 942 + 100 * (match.round.number - 2)
        return f"manos 12 {own}-{1884 - own}"

    day.play(line)
    lines = day.told()["results"]
    parted = [line for line in lines if line["decided_by"] == "best_round"]
    assert parted and all(line["reason"] for line in parted)


@pytest.mark.slow
def test_melee_of_41(begin):
    """41 alone in five rounds: ten tables and one who rests, another each time; no partner twice,
    and nobody twice against the same."""
    day = begin("Mêlée", "melee", {"rounds": 5})
    day.enter(41)
    day.play(anything)
    rounds = day.rounds()
    assert [sum(not match.rest for match in matches) for matches in rounds] == [10] * 5
    assert sorted(bye_counts(rounds).values()) == [1] * 5
    assert max(partnerships(rounds).values()) == 1
    assert max(count_meetings(rounds).values()) == 1
    played = Counter(line["played"] for line in day.told()["results"])
    assert played == {5: 36, 4: 5}
    day.look("", "clasificacion/", "inscripcion/41/")
