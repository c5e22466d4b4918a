"""Days of level rivals: Butinet (200 pairs, Swiss), belote (41 entries, by their totals)."""

from dataclasses import asdict

import pytest

from rules.marcador.options import PRESETS
from scoring.actas.services import record_hand
from scoring.rounds.services.arrivals import catch_up
from tests.days.hall import luck, summing
from tests.days.holds import every_draw_comes_out_again, standings_add_up
from tests.sizes import size
from tournaments.formats.core import DrawError
from tournaments.formats.history import bye_counts, count_meetings
from tournaments.models import Match

pytestmark = pytest.mark.django_db
PAIRS = size(70, long=200)
BOTIFARRA = asdict(PRESETS["botifarra_101"])


def botifarra(match: Match, numbers: tuple[int, ...]) -> str:
    """Twelve deals: one in nine ends level, and some pass the 121 that count."""
    kind = luck(9, match, "reparto")
    if kind == 0:
        return "manos 12 88-88"
    won, lost = 101 + luck(50, match, "gana"), luck(100, match, "pierde")
    return f"manos 12 {won}-{lost}" if kind % 2 else f"manos 12 {lost}-{won}"


@pytest.mark.slow
def test_butinet(begin):
    """G5. 200 pairs (in small 70), seven rounds, at most 121 a match, draws stay: nobody meets
    anybody twice, and they rank by points, difference and total."""
    day = begin("Butinet", "swiss", {"rounds": 7}, game_options=BOTIFARRA)
    chain = ("points", "counted_diff", "counted_won", "lot")
    day.rank(chain, {"unit": 2, "cap": 121})
    day.enter(PAIRS)
    assert [len(matches) for matches in day.rounds()] == []
    day.play(botifarra)
    rounds = day.rounds()
    assert [len(matches) for matches in rounds] == [PAIRS // 2] * 7
    assert max(count_meetings(rounds).values()) == 1
    assert any(match.drawn for matches in rounds for match in matches)
    standings_add_up(day)
    lines = day.told()["results"]
    assert {line["decided_by"] for line in lines} >= {None, "points", "counted_diff"}
    day.look("", "clasificacion/", "inscripcion/7/")


BELOTE = {"manos": 12, "fixed_sum": True, "total": 162}


@pytest.mark.slow
def test_the_exempt_of_the_belote_catches_up(begin, pilar):
    """G9. 41 entries (in small 17) in four rounds of twelve deals, seated by their totals after the
    first: 1944 points at each table, and 972 for who rests; or who rests plays twelve deals of its
    own against a table that ended early, and only its own score of them counts."""
    day = begin("Belote", "totals", {"rounds": 4, "seating": "ranking"}, game_options=BELOTE)
    day.rank(("counted_won", "lot"), {"bye_counted": 972, "bye_in_difference": False})
    day.enter(size(17, long=41))
    for number in range(1, 5):
        drawn = day.draw()
        day.write(drawn, summing(12, 162))
        exempt = drawn.matches.get(state=Match.State.BYE)
        if number == 4:
            continue
        rival = drawn.matches.filter(state=Match.State.FINISHED).first().everybody[1]
        catch_up(match=exempt, rivals=[rival], author=pilar)
        day.look("", "emparejamientos/", f"inscripcion/{rival.number}/")
        with pytest.raises(DrawError, match="round_unfinished"):
            day.draw()
        played = 900 + 100 * number
        line = f"manos 12 {played}-{1944 - played}"
        record_hand(match=exempt, author=pilar, line=line, number=1)
    rounds = day.rounds()
    assert [len(matches) for matches in rounds] == [size(9, long=21)] * 4
    rested = bye_counts(rounds)
    assert sorted(rested.values()) == [1] * 4
    assert max(count_meetings(rounds).values()) == 1
    tables = [match for matches in rounds for match in matches if not match.rested]
    assert {sum(match.counted) for match in tables} == {1944}
    standings_add_up(day)
    every_draw_comes_out_again(day)
    day.look("", "clasificacion/")
