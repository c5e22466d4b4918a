"""Entries that come late while others rest: the match at once, and no second turn without
playing."""

import pytest

from scoring.models import Acta
from scoring.rounds.selectors.line_ups import offer
from scoring.rounds.selectors.rounds import situation_before
from scoring.rounds.selectors.verification import verify_draw
from scoring.rounds.services.arrivals import place_late_entry
from scoring.rounds.services.rounds import open_next_round
from scoring.standings.selectors.standings import stage_situation, stage_standings
from scoring.standings.services import set_standings
from tests.api.conftest import Api
from tests.refusals import is_refused
from tests.scoring.days import play, play_all, publish
from tests.worlds import world
from tournaments.formats.history import rounds_not_played
from tournaments.models import AuditLine, MatchSide, Round
from tournaments.names.audience import EVERYTHING
from tournaments.people.services.registering import withdraw

ALONE = {"sides": 4, "people": 1, "manos": 1}
# Of each format: its options, how many are there, how many meet, and in which round somebody comes.
DAYS = [
    ("swiss", {"rounds": 4}, 5, 2, 2),
    ("ladder", {"rounds": 4}, 5, 2, 2),
    ("lives", {"lives": 3}, 5, 2, 2),
    ("league", {}, 5, 2, 2),
    ("teams", {"legs": 1, "boards": 2}, 3, 2, 1),
    ("groups", {"size": 3}, 6, 2, 1),
    ("totals", {"rounds": 4, "groups": 2}, 6, 2, 1),
    ("totals", {"rounds": 4}, 7, 4, 1),
    ("melee", {"rounds": 4}, 7, 2, 1),
    ("boxes", {"size": 3, "blocks": 2}, 6, 2, 1),
    ("knockout", {}, 5, 2, 1),
]


def begun(make_tournament, pairs, pilar, format, options, count, sides, rounds, **values):
    """A hall in the middle of its last round, and somebody who has just entered."""
    if sides > 2:
        values |= {"game": "marcador", "game_options": ALONE}
    if format == "melee":
        values |= {"game": "marcador", "game_options": {"sides": 2, "people": 2, "manos": 1}}
    if format == "teams":
        values |= {"squad": 4}
    hall = make_tournament(format=format, format_options=options, tables=20, **values)
    pairs(hall, count)
    for _round in range(rounds - 1):
        play_all(publish(hall, pilar), pilar)
    drawn = publish(hall, pilar)
    (late,) = pairs(hall, 1)
    return hall, drawn, late


@pytest.mark.parametrize(
    ("format", "options", "count", "sides", "rounds"), DAYS, ids=[f"{d[0]} {d[2]}" for d in DAYS]
)
def test_who_comes_late_sits_down_with_who_rests(
    make_tournament, pairs, pilar, format, options, count, sides, rounds
):
    hall, drawn, late = begun(make_tournament, pairs, pilar, format, options, count, sides, rounds)
    found = offer(hall.stage, EVERYTHING)
    assert found is not None and list(found.entries) == [late] and found.round == drawn
    match = place_late_entry(entry=late, author=pilar)
    assert match.state == "playing" and match.number and match.everybody[-1] == late
    assert AuditLine.objects.get(act="place_late_entry").after["match"] == match.number
    drawn = Round.objects.select_related("stage__tournament").get(pk=drawn.pk)
    assert all(step.equal for step in verify_draw(drawn).steps)
    with is_refused("already_in_draw"):
        place_late_entry(entry=late, author=pilar)
    play_all(drawn, pilar)
    following = publish(hall, pilar)
    assert verify_draw(following).equal
    assert (
        rounds_not_played(stage_situation(hall.stage, EVERYTHING, 2))[late.number]
        == min(rounds, 2) - 1
        or rounds > 2
    )


@pytest.mark.slow
def test_an_odd_hall_and_one_more_in_round_two(make_tournament, pairs, pilar):
    """As 33 pairs and number 34: it is given no match, another leaves, and the bye of round three
    is somebody else's."""
    options = {"rounds": 6}
    hall, drawn, late = begun(make_tournament, pairs, pilar, "swiss", options, 9, 2, 2)
    play_all(drawn, pilar)
    withdraw(entry=hall.entries.get(number=7), author=pilar, reason="se va")
    third = publish(hall, pilar)
    (bye,) = third.matches.filter(state="bye")
    assert bye.everybody[0] != late
    assert late.number in {side.entry.number for side in third.sides.select_related("entry")}
    lines = {line.entrant: line for line in stage_standings(hall.stage, EVERYTHING)}
    assert (lines[late.number].won, lines[late.number].played) == (0, 0)


def test_a_round_drawn_before_absences_counted_comes_out_as_it_did(make_tournament, pairs, pilar):
    """The snapshot of those rounds says nothing of absences, nor of how points were counted."""
    options = {"rounds": 6}
    hall, drawn, late = begun(make_tournament, pairs, pilar, "swiss", options, 9, 2, 2)
    play_all(drawn, pilar)
    withdraw(entry=hall.entries.get(number=2), author=pilar, reason="se va")
    third = open_next_round(stage=hall.stage, author=pilar)
    assert verify_draw(third).equal and third.report["looked_at"]["absence_rests"]
    kept = third.report["looked_at"]
    third.report["looked_at"] = {name: kept[name] for name in ("wishes", "entrants")}
    old = situation_before(third)
    assert not old.absence_rests and old.scores == {}
    assert rounds_not_played(old)[late.number] == 0
    assert (
        old.points == stage_situation(hall.stage, EVERYTHING, 3).points
        or hall.stage.rest() != "win"
    )


@pytest.mark.parametrize(("bye", "worth"), [("win", 2), ("draw", 1), ("mean", 1)])
def test_the_pairing_counts_a_bye_as_the_standings_do(make_tournament, pairs, pilar, bye, worth):
    hall = make_tournament(format="swiss", format_options={"rounds": 4, "bye": bye}, tables=8)
    pairs(hall, 7)
    first = publish(hall, pilar)
    play_all(first, pilar)
    stage = hall.stage
    rested = first.matches.get(state="bye").everybody[0].number
    unit = 1 if bye == "win" else 2  # a win alone is one; with halves about, two
    assert stage_situation(stage, EVERYTHING).points[rested] * (2 // unit) == worth
    set_standings(stage=stage, author=pilar, chain=["points", "lot"], counting=stage.counting)
    stage.refresh_from_db()
    points = {
        line.entrant: dict(line.values)["points"] for line in stage_standings(stage, EVERYTHING)
    }
    found = stage_situation(stage, EVERYTHING).points
    assert {number: value * (2 // unit) for number, value in found.items()} == {
        number: value for number, value in points.items() if value
    }
    second = publish(hall, pilar)
    assert verify_draw(second).equal
    counting = {"win": 3, "draw": 1, "bye": "nothing"}
    set_standings(stage=stage, author=pilar, chain=["points", "lot"], counting=counting)
    assert verify_draw(second).equal, "counted as when it was drawn"


def test_totals_by_ranking_seat_by_what_the_standings_go_by(make_tournament, pairs, pilar):
    hall = make_tournament(
        game="marcador",
        game_options=ALONE,
        format="totals",
        tables=4,
        format_options={"rounds": 3, "seating": "ranking", "count": "table"},
    )
    pairs(hall, 8)
    play_all(publish(hall, pilar), pilar)
    situation = stage_situation(hall.stage, EVERYTHING)
    points = {
        line.entrant: dict(line.values)["points"]
        for line in stage_standings(hall.stage, EVERYTHING)
    }
    assert situation.scores == points and set(points.values()) <= set(range(9))
    assert verify_draw(publish(hall, pilar)).equal


# --- With the browser and the API ----------------------------------------------------------------
@world
def waiting(make_tournament, pairs, pilar):
    return begun(make_tournament, pairs, pilar, "swiss", {"rounds": 4}, 5, 2, 2)


@pytest.mark.slow
def test_the_desk_is_offered_the_match_after_entering_and_gives_it_in_one_click(
    waiting, chema, raul, client_as
):
    hall, drawn, late = waiting
    site, desk = f"/t/{hall.slug}/", client_as(chema)
    rests = drawn.matches.get(state="bye").everybody[0]
    for path in ("inscripciones/", "panel/"):
        page = desk.get(f"{site}{path}").content.decode()
        assert f"Sentar ahora al número {late.number}:" in page, path
        assert f"descansa el número {rests.number} (" in page, path
    assert "Sentar ahora" not in client_as(raul).get(f"{site}panel/").content.decode()
    assert client_as(raul).post(f"{site}rondas/tarde/", {"number": late.number}).status_code == 403
    told = desk.post(f"{site}rondas/tarde/", {"number": late.number}, follow=True)
    match = hall.matches.get(sides__entry=late)
    assert told.redirect_chain[-1][0] == f"{site}acta/{match.code}/"
    page = told.content.decode()
    assert f"El número {late.number} juega contra el {rests.number}" in page
    assert "Imprimir esta acta" in page
    assert "Sentar ahora" not in desk.get(f"{site}inscripciones/").content.decode()
    again = desk.post(f"{site}rondas/tarde/", {"number": late.number}, follow=True)
    assert "ya está en esta ronda" in again.content.decode()
    printed = desk.post(f"{site}imprimir/hoja/", {"sheet": "actas", "match": match.code})
    assert printed.status_code == 302
    play(match, chema)
    assert Acta.objects.filter(match=match).exists()


def test_the_api_says_with_whom_and_does_it(waiting, pilar):
    hall, drawn, late = waiting
    rests = drawn.matches.get(state="bye").everybody[0].number
    api = Api(pilar)
    one = f"tournaments/{hall.slug}/entries/"
    assert api.get(f"{one}{late.number}/late/").json() == {
        "possible": True,
        "round": drawn.serial,
        "resting": [rests],
    }
    assert api.get(f"{one}1/late/").json() == {"possible": False, "round": None, "resting": []}
    match = api.post(f"{one}{late.number}/late/").json()
    assert [side["entry"] for side in match["sides"]] == [rests, late.number]
    assert not api.get(f"{one}{late.number}/late/").json()["possible"]


def test_with_nobody_resting_or_with_the_next_round_drawn_there_is_nothing_to_offer(
    make_tournament, pairs, pilar
):
    options = {"rounds": 4}
    hall, drawn, late = begun(make_tournament, pairs, pilar, "swiss", options, 5, 2, 1)
    play_all(drawn, pilar)
    open_next_round(stage=hall.stage, author=pilar)
    assert offer(hall.stage, EVERYTHING) is None
    with is_refused("drawn_later"):
        place_late_entry(entry=late, author=pilar)
    assert MatchSide.objects.filter(entry=late).count() == 1  # in the draft
