"""Tests of Butinet (a Swiss of 200 pairs) and of belote (41 entries, seated by their totals)."""

from dataclasses import asdict

import pytest

from rules.marcador.options import PRESETS
from scoring.actas.services import record_hand
from scoring.rounds.services.arrivals import catch_up
from tests.days.hall import fixed_sum_lines, luck
from tests.days.holds import check_draws_repeat, check_standings
from tests.sizes import size
from tournaments.formats.core import DrawError
from tournaments.formats.history import bye_counts, count_meetings
from tournaments.models import Match

pytestmark = pytest.mark.django_db
PAIRS = size(70, long=200)
BOTIFARRA = asdict(PRESETS["botifarra_101"])


def botifarra_line(match: Match, numbers: tuple[int, ...]) -> str:
    """Return the result of twelve deals: one in nine is a draw, and some exceed the cap of 121."""
    kind = luck(9, match, "reparto")
    if kind == 0:
        return "manos 12 88-88"
    winner_tantos, loser_tantos = 101 + luck(50, match, "gana"), luck(100, match, "pierde")
    return (
        f"manos 12 {winner_tantos}-{loser_tantos}"
        if kind % 2
        else f"manos 12 {loser_tantos}-{winner_tantos}"
    )


@pytest.mark.slow
def test_butinet_plays_a_swiss_without_rematches(begin):
    """200 pairs (70 in the short run) in seven rounds, with draws and a cap of 121 a match.

    The standings go by points, difference and total.
    """
    day = begin("Butinet", "swiss", {"rounds": 7}, game_options=BOTIFARRA)
    chain = ("points", "counted_diff", "counted_won", "lot")
    day.rank(chain, {"unit": 2, "cap": 121})
    day.enter(PAIRS)
    assert [len(matches) for matches in day.rounds()] == []
    day.play(botifarra_line)
    rounds = day.rounds()
    assert [len(matches) for matches in rounds] == [PAIRS // 2] * 7
    assert max(count_meetings(rounds).values()) == 1
    assert any(match.drawn for matches in rounds for match in matches)
    check_standings(day)
    lines = day.read_api()["results"]
    assert {line["decided_by"] for line in lines} >= {None, "points", "counted_diff"}
    day.look("", "clasificacion/", "inscripcion/7/")


BELOTE = {"manos": 12, "fixed_sum": True, "total": 162}


@pytest.mark.slow
def test_the_resting_entry_of_belote_plays_a_catch_up_match(begin, pilar):
    """41 entries (17 in the short run) in four rounds, seated by their totals after the first.

    Each table shares 1944 points and a rest is worth 972. In three rounds the resting entry plays
    a catch-up match against an entry that has finished; only the score of the resting entry counts.
    """
    day = begin("Belote", "totals", {"rounds": 4, "seating": "ranking"}, game_options=BELOTE)
    day.rank(("counted_won", "lot"), {"bye_counted": 972, "bye_in_difference": False})
    day.enter(size(17, long=41))
    for number in range(1, 5):
        round = day.draw()
        day.write(round, fixed_sum_lines(12, 162))
        bye = round.matches.get(state=Match.State.BYE)
        if number == 4:
            continue
        rival = round.matches.filter(state=Match.State.FINISHED).first().everybody[1]
        catch_up(match=bye, rivals=[rival], author=pilar)
        day.look("", "emparejamientos/", f"inscripcion/{rival.number}/")
        with pytest.raises(DrawError, match="round_unfinished"):
            day.draw()
        score = 900 + 100 * number
        line = f"manos 12 {score}-{1944 - score}"
        record_hand(match=bye, author=pilar, line=line, number=1)
    rounds = day.rounds()
    assert [len(matches) for matches in rounds] == [size(9, long=21)] * 4
    byes = bye_counts(rounds)
    assert sorted(byes.values()) == [1] * 4
    assert max(count_meetings(rounds).values()) == 1
    tables = [match for matches in rounds for match in matches if not match.bye_entries]
    assert {sum(match.counted) for match in tables} == {1944}
    check_standings(day)
    check_draws_repeat(day)
    day.look("", "clasificacion/")
