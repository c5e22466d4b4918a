"""Days of level rivals: Butinet (200 pairs, Swiss), belote (41 entries, by their totals)."""

from collections import Counter
from dataclasses import asdict

import pytest

from rules.marcador.options import PRESETS
from scoring.selectors.draws.verification import verification
from scoring.services.actas import record_hand
from scoring.services.rounds.catch_ups import catch_up
from tests.days.hall import luck, summing
from tests.sizes import size
from tournaments.formats.core import DrawError
from tournaments.formats.history import byes_taken, meetings
from tournaments.models import Match, Round

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
    assert max(meetings(rounds).values()) == 1
    points, diff, total = Counter(), Counter(), Counter()
    for match in (match for matches in rounds for match in matches):
        for own, rival in ((0, 1), (1, 0)):
            number, tantos = match.sides[own], [min(one, 121) for one in match.counted]
            points[number] += 1 if match.drawn else 2 * (match.winner == number)
            diff[number] += tantos[own] - tantos[rival]
            total[number] += tantos[own]
    assert any(match.drawn for matches in rounds for match in matches)
    lines = day.told()["results"]
    told = [(points[n], diff[n], total[n]) for n in (line["entry"] for line in lines)]
    assert told == sorted(told, reverse=True)
    assert {line["decided_by"] for line in lines} >= {None, "points", "counted_diff"}
    day.look("", "clasificacion/", "inscripcion/7/")


BELOTE = {"manos": 12, "fixed_sum": True, "total": 162}


def dict_of(line) -> dict[str, int]:
    """The tie-breaks of a line of the API."""
    return {value["key"]: value["number"] for value in line["values"]}


@pytest.mark.slow
def test_the_exempt_of_the_belote_catches_up(begin, pilar):
    """G9. 41 entries (in small 17) in four rounds of twelve deals, seated by their totals after the
    first: 1944 points at each table, and 972 for who rests; or who rests plays twelve deals of its
    own against a table that ended early, and only its own score of them counts."""
    day = begin("Belote", "totals", {"rounds": 4, "seating": "ranking"}, game_options=BELOTE)
    day.rank(("counted_won", "lot"), {"bye_counted": 972, "bye_in_difference": False})
    day.enter(size(17, long=41))
    own: dict[int, int] = {}
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
        own[exempt.everybody[0].number] = played
    rounds = day.rounds()
    assert [len(matches) for matches in rounds] == [size(9, long=21)] * 4
    rested = byes_taken(rounds)
    assert sorted(rested.values()) == [1] * 4
    assert max(meetings(rounds).values()) == 1
    total: Counter[int] = Counter({number: own.get(number, 972) for number in rested})
    for match in (match for matches in rounds for match in matches if not match.rested):
        assert sum(match.counted) == 1944
        total.update(dict(zip(match.sides, match.counted, strict=True)))
    lines = day.told()["results"]
    assert [total[line["entry"]] for line in lines] == sorted(total.values(), reverse=True)
    assert [dict_of(line)["counted_won"] for line in lines] == [total[x["entry"]] for x in lines]
    for serial in (1, 2, 3, 4):
        assert verification(Round.objects.get(stage=day.stage, number=serial)).equal
    day.look("", "clasificacion/")
