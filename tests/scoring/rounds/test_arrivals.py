"""Tests of late entries: a match at once with an entry that has a bye, and no bye in the next
round."""

import pytest

from scoring.models import Acta
from scoring.rounds.selectors.line_ups import late_offer
from scoring.rounds.selectors.rounds import situation_before
from scoring.rounds.selectors.verification import verify_draw
from scoring.rounds.services.arrivals import place_late_entry
from scoring.rounds.services.rounds import open_next_round
from scoring.standings.selectors.standings import stage_situation, stage_standings
from scoring.standings.services import set_standings
from tests.api.conftest import Api
from tests.refusals import is_refused
from tests.scoring.played_rounds import play, play_all, publish
from tests.worlds import world
from tournaments.formats.history import rounds_not_played
from tournaments.models import AuditLine, MatchSide, Round
from tournaments.names.audience import EVERYTHING
from tournaments.people.services.registering import withdraw

FOUR_SIDES = {"sides": 4, "people": 1, "manos": 1}
# Format, options, number of entries, sides of a match, and round in which a late entry comes.
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


def start_with_late_entry(
    make_tournament, pairs, pilar, format, options, count, sides, rounds, **values
):
    """Return a tournament, its round in play, and an entry that arrives in that round.

    `count` entries play from the beginning, and `rounds` rounds are published.
    """
    if sides > 2:
        values |= {"game": "marcador", "game_options": FOUR_SIDES}
    if format == "melee":
        values |= {"game": "marcador", "game_options": {"sides": 2, "people": 2, "manos": 1}}
    if format == "teams":
        values |= {"squad": 4}
    tournament = make_tournament(format=format, format_options=options, tables=20, **values)
    pairs(tournament, count)
    for _round in range(rounds - 1):
        play_all(publish(tournament, pilar), pilar)
    round = publish(tournament, pilar)
    (late_entry,) = pairs(tournament, 1)
    return tournament, round, late_entry


@pytest.mark.parametrize(
    ("format", "options", "count", "sides", "rounds"),
    DAYS,
    ids=[f"{row[0]} {row[2]}" for row in DAYS],
)
def test_a_late_entry_plays_against_an_entry_with_a_bye(
    make_tournament, pairs, pilar, format, options, count, sides, rounds
):
    tournament, round, late_entry = start_with_late_entry(
        make_tournament, pairs, pilar, format, options, count, sides, rounds
    )
    offer = late_offer(tournament.stage, EVERYTHING)
    assert offer is not None and list(offer.entries) == [late_entry] and offer.round == round
    match = place_late_entry(entry=late_entry, author=pilar)
    assert match.state == "playing" and match.number and match.everybody[-1] == late_entry
    assert AuditLine.objects.get(act="place_late_entry").after["match"] == match.number
    round = Round.objects.select_related("stage__tournament").get(pk=round.pk)
    assert all(step.equal for step in verify_draw(round).steps)
    with is_refused("already_in_draw"):
        place_late_entry(entry=late_entry, author=pilar)
    play_all(round, pilar)
    following = publish(tournament, pilar)
    assert verify_draw(following).equal
    assert (
        rounds_not_played(stage_situation(tournament.stage, EVERYTHING, 2))[late_entry.number]
        == min(rounds, 2) - 1
        or rounds > 2
    )


@pytest.mark.slow
def test_a_late_entry_that_missed_a_round_has_no_bye_in_the_next(make_tournament, pairs, pilar):
    """Let a tenth pair miss round 2, and another pair withdraw: in round 3 the late pair plays."""
    options = {"rounds": 6}
    tournament, second_round, late_entry = start_with_late_entry(
        make_tournament, pairs, pilar, "swiss", options, 9, 2, 2
    )
    play_all(second_round, pilar)
    withdraw(entry=tournament.entries.get(number=7), author=pilar, reason="se va")
    third_round = publish(tournament, pilar)
    (bye,) = third_round.matches.filter(state="bye")
    assert bye.everybody[0] != late_entry
    assert late_entry.number in {
        side.entry.number for side in third_round.sides.select_related("entry")
    }
    lines = {line.entrant: line for line in stage_standings(tournament.stage, EVERYTHING)}
    assert (lines[late_entry.number].won, lines[late_entry.number].played) == (0, 0)


def test_an_old_snapshot_without_absences_gives_the_old_situation(make_tournament, pairs, pilar):
    """Read a snapshot that has, like old ones, neither absences nor points."""
    options = {"rounds": 6}
    tournament, second_round, late_entry = start_with_late_entry(
        make_tournament, pairs, pilar, "swiss", options, 9, 2, 2
    )
    play_all(second_round, pilar)
    withdraw(entry=tournament.entries.get(number=2), author=pilar, reason="se va")
    third_round = open_next_round(stage=tournament.stage, author=pilar)
    assert verify_draw(third_round).equal and third_round.report["looked_at"]["absence_rests"]
    snapshot = third_round.report["looked_at"]
    third_round.report["looked_at"] = {name: snapshot[name] for name in ("wishes", "entrants")}
    old_situation = situation_before(third_round)
    assert not old_situation.absence_rests and old_situation.scores == {}
    assert rounds_not_played(old_situation)[late_entry.number] == 0
    assert (
        old_situation.points == stage_situation(tournament.stage, EVERYTHING, 3).points
        or tournament.stage.bye_value() != "win"
    )


@pytest.mark.parametrize(("bye", "bye_points"), [("win", 2), ("draw", 1), ("mean", 1)])
def test_the_draw_counts_a_bye_like_the_standings(make_tournament, pairs, pilar, bye, bye_points):
    tournament = make_tournament(format="swiss", format_options={"rounds": 4, "bye": bye}, tables=8)
    pairs(tournament, 7)
    first_round = publish(tournament, pilar)
    play_all(first_round, pilar)
    stage = tournament.stage
    number_with_bye = first_round.matches.get(state="bye").everybody[0].number
    unit = 1 if bye == "win" else 2  # a win is 1 point, or 2 if there are halves
    assert stage_situation(stage, EVERYTHING).points[number_with_bye] * (2 // unit) == bye_points
    set_standings(stage=stage, author=pilar, chain=["points", "lot"], counting=stage.counting)
    stage.refresh_from_db()
    points = {
        line.entrant: dict(line.values)["points"] for line in stage_standings(stage, EVERYTHING)
    }
    situation_points = stage_situation(stage, EVERYTHING).points
    assert {number: value * (2 // unit) for number, value in situation_points.items()} == {
        number: value for number, value in points.items() if value
    }
    second_round = publish(tournament, pilar)
    assert verify_draw(second_round).equal
    counting = {"win": 3, "draw": 1, "bye": "nothing"}
    set_standings(stage=stage, author=pilar, chain=["points", "lot"], counting=counting)
    assert verify_draw(second_round).equal, "the draw keeps the counting of its own time"


def test_totals_by_ranking_seat_entries_by_the_points_of_the_standings(
    make_tournament, pairs, pilar
):
    tournament = make_tournament(
        game="marcador",
        game_options=FOUR_SIDES,
        format="totals",
        tables=4,
        format_options={"rounds": 3, "seating": "ranking", "count": "table"},
    )
    pairs(tournament, 8)
    play_all(publish(tournament, pilar), pilar)
    situation = stage_situation(tournament.stage, EVERYTHING)
    points = {
        line.entrant: dict(line.values)["points"]
        for line in stage_standings(tournament.stage, EVERYTHING)
    }
    assert situation.scores == points and set(points.values()) <= set(range(9))
    assert verify_draw(publish(tournament, pilar)).equal


# --- Pages and API -------------------------------------------------------------------------------
@world
def late_arrival(make_tournament, pairs, pilar):
    return start_with_late_entry(make_tournament, pairs, pilar, "swiss", {"rounds": 4}, 5, 2, 2)


@pytest.mark.slow
def test_the_desk_places_a_late_entry_in_one_click(late_arrival, chema, raul, client_as):
    tournament, round, late_entry = late_arrival
    site, desk = f"/t/{tournament.slug}/", client_as(chema)
    resting_entry = round.matches.get(state="bye").everybody[0]
    for path in ("inscripciones/", "panel/"):
        page = desk.get(f"{site}{path}").content.decode()
        assert f"Sentar ahora al número {late_entry.number}:" in page, path
        assert f"descansa el número {resting_entry.number} (" in page, path
    assert "Sentar ahora" not in client_as(raul).get(f"{site}panel/").content.decode()
    assert (
        client_as(raul).post(f"{site}rondas/tarde/", {"number": late_entry.number}).status_code
        == 403
    )
    answer = desk.post(f"{site}rondas/tarde/", {"number": late_entry.number}, follow=True)
    match = tournament.matches.get(sides__entry=late_entry)
    assert answer.redirect_chain[-1][0] == f"{site}acta/{match.code}/"
    page = answer.content.decode()
    assert f"El número {late_entry.number} juega contra el {resting_entry.number}" in page
    assert "Imprimir esta acta" in page
    assert "Sentar ahora" not in desk.get(f"{site}inscripciones/").content.decode()
    second_answer = desk.post(f"{site}rondas/tarde/", {"number": late_entry.number}, follow=True)
    assert "ya está en esta ronda" in second_answer.content.decode()
    print_answer = desk.post(f"{site}imprimir/hoja/", {"sheet": "actas", "match": match.code})
    assert print_answer.status_code == 302
    play(match, chema)
    assert Acta.objects.filter(match=match).exists()


def test_the_api_names_the_rival_of_a_late_entry_and_places_it(late_arrival, pilar):
    tournament, round, late_entry = late_arrival
    resting_number = round.matches.get(state="bye").everybody[0].number
    api = Api(pilar)
    entries_url = f"tournaments/{tournament.slug}/entries/"
    assert api.get(f"{entries_url}{late_entry.number}/late/").json() == {
        "possible": True,
        "round": round.serial,
        "resting": [resting_number],
    }
    assert api.get(f"{entries_url}1/late/").json() == {
        "possible": False,
        "round": None,
        "resting": [],
    }
    match = api.post(f"{entries_url}{late_entry.number}/late/").json()
    assert [side["entry"] for side in match["sides"]] == [resting_number, late_entry.number]
    assert not api.get(f"{entries_url}{late_entry.number}/late/").json()["possible"]


def test_a_late_entry_is_not_placed_once_the_next_round_is_drawn(make_tournament, pairs, pilar):
    options = {"rounds": 4}
    tournament, round, late_entry = start_with_late_entry(
        make_tournament, pairs, pilar, "swiss", options, 5, 2, 1
    )
    play_all(round, pilar)
    open_next_round(stage=tournament.stage, author=pilar)
    assert late_offer(tournament.stage, EVERYTHING) is None
    with is_refused("drawn_later"):
        place_late_entry(entry=late_entry, author=pilar)
    assert MatchSide.objects.filter(entry=late_entry).count() == 1  # the match of the draft
