"""Tests of mêlées, in which people enter alone and change partner: of 60 and of 41 people."""

from collections import Counter

import pytest

from tests.days.hall import fixed_sum_lines, two_sided_line
from tests.days.holds import check_standings
from tournaments.formats.history import bye_counts, count_meetings, partnerships

pytestmark = pytest.mark.django_db
JASS = {"manos": 12, "fixed_sum": True, "total": 157}


@pytest.mark.slow
def test_jass_of_60_draws_new_partners_and_rivals_in_each_round(begin):
    """60 people, four rounds of twelve manos; the worst round does not count.

    Each table shares 1884 points. The best round separates people with equal totals.
    """
    day = begin("Jass", "melee", {"rounds": 4, "best": 3}, game_options=JASS)
    day.rank(("counted_won", "best_round"), {"best": 3})
    day.enter(60)
    day.play(fixed_sum_lines(12, 157))
    rounds = day.rounds()
    assert [len(matches) for matches in rounds] == [15] * 4
    assert max(partnerships(rounds).values()) == 1
    assert max(count_meetings(rounds).values()) == 1
    assert {sum(match.counted) for matches in rounds for match in matches} == {1884}
    check_standings(day)
    day.look("", "clasificacion/", "emparejamientos/", "inscripcion/60/")


def test_the_best_round_separates_tied_people_in_jass(begin):
    """In each round all tables but the first have the same score: many people have equal totals."""
    day = begin("Jass", "melee", {"rounds": 3}, game_options=JASS)
    day.rank(("counted_won", "best_round"), {})
    day.enter(12)

    def line_of_tied_people(match, numbers) -> str:
        own = 942 if match.position == 1 else 942 + 100 * (match.round.number - 2)
        return f"manos 12 {own}-{1884 - own}"

    day.play(line_of_tied_people)
    lines = day.read_api()["results"]
    lines_by_best_round = [line for line in lines if line["decided_by"] == "best_round"]
    assert lines_by_best_round and all(line["reason"] for line in lines_by_best_round)


@pytest.mark.slow
def test_a_melee_of_41_repeats_no_partner_no_rival_and_no_rest(begin):
    """41 people in five rounds: ten tables, and another person rests in each round."""
    day = begin("Mêlée", "melee", {"rounds": 5})
    day.enter(41)
    day.play(two_sided_line)
    rounds = day.rounds()
    assert [sum(not match.is_bye for match in matches) for matches in rounds] == [10] * 5
    assert sorted(bye_counts(rounds).values()) == [1] * 5
    assert max(partnerships(rounds).values()) == 1
    assert max(count_meetings(rounds).values()) == 1
    entries_by_match_count = Counter(line["played"] for line in day.read_api()["results"])
    assert entries_by_match_count == {5: 36, 4: 5}
    day.look("", "clasificacion/", "inscripcion/41/")
