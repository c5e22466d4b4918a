"""Rulings of several rounds: warnings add up, and penalty points change places but not draws."""

import pytest

from scoring.models import Ruling
from scoring.refereeing.services.rulings import lift_ruling, note_ruling
from scoring.rounds.selectors.rounds import results_changed
from scoring.standings.selectors.standings import stage_situation, stage_standings
from scoring.standings.services import set_standings
from tests.scoring.played_rounds import SWISS, play_all, publish
from tests.worlds import world
from tournaments.models import Match, Tournament
from tournaments.names.audience import EVERYTHING


@world
def swiss(make_tournament, pairs, pilar):
    """Eight pairs in a Swiss, the first round published."""
    tournament = make_tournament(**SWISS)
    pairs(tournament, 8)
    publish(tournament, pilar)
    return tournament


def match_of(tournament: Tournament, number: int) -> Match:
    """Return the entry's match of the last round."""
    matches = tournament.matches.filter(sides__entry__number=number)
    return matches.order_by("-round__number").first()


def warn(browser, match: Match, number: int):
    """Record a warning on the page of faults.

    Return the preview, and the key of the usual consequence.
    """
    url = f"/t/{match.tournament.slug}/acta/{match.code}/falta/?quien={number}&falta=habla"
    form = {"what": "warning", "reason": "habla en la mesa", "points": "", "line": ""}
    preview = browser.post(url, form, headers={"HX-Request": "true"}).text
    usual_key = browser.get(url).context["form"].initial["what"]
    assert browser.post(url, form).status_code == 302
    return preview, usual_key


@pytest.mark.slow
def test_warnings_of_three_rounds_add_up_on_the_page(swiss, pilar, raul, client_as):
    """Let two referees warn an entry in three rounds; each sees the earlier warnings."""
    raul_browser, pilar_browser = client_as(raul), client_as(pilar)
    preview, usual_key = warn(raul_browser, match_of(swiss, 3), 3)
    assert "Es su primer apercibimiento." in preview and usual_key == "warning"
    play_all(swiss.rounds.get(number=1), pilar)
    publish(swiss, pilar)
    preview, usual_key = warn(pilar_browser, match_of(swiss, 3), 3)
    assert "Con este son 2 apercibimientos" in preview and usual_key == "unit:partida:1"
    play_all(swiss.rounds.get(number=2), pilar)
    publish(swiss, pilar)
    match = match_of(swiss, 3)
    acta = raul_browser.get(f"/t/{swiss.slug}/acta/{match.code}/").text
    assert acta.count("habla en la mesa") == 2
    preview, usual_key = warn(raul_browser, match, 3)
    assert "Con este son 3 apercibimientos" in preview and usual_key == "match"
    rival = next(entry.number for entry in match.everybody if entry.number != 3)
    assert warn(raul_browser, match, rival)[1] == "warning"
    lift_ruling(ruling=Ruling.objects.filter(entry__number=3).first(), author=pilar, reason="no")
    # One of three warnings is lifted, so this is the third again.
    assert warn(pilar_browser, match, 3)[1] == "match"


def test_penalty_points_change_the_place_and_not_the_draw(swiss, pilar, raul):
    """Penalise the first entry: it falls to the last place, and is still drawn as a winner."""
    stage = swiss.stage
    chain = ["points", "counted_diff", "lot"]
    set_standings(stage=stage, author=pilar, chain=chain, counting={"penalties": "points"})
    play_all(stage.rounds.get(number=1), pilar)
    stage = Tournament.objects.get(pk=swiss.pk).stage
    leader = stage_standings(stage, EVERYTHING)[0].entrant
    situation_before = stage_situation(stage, EVERYTHING)
    ruling = note_ruling(
        stage=stage,
        entry=swiss.entries.get(number=leader),
        author=raul,
        follows="points",
        points=3,
        reason="grita",
    )
    assert stage_standings(stage, EVERYTHING)[-1].entrant == leader
    situation_after = stage_situation(stage, EVERYTHING)
    assert (situation_after.points, situation_after.ranking) == (
        situation_before.points,
        situation_before.ranking,
    )
    round = publish(swiss, pilar)
    lift_ruling(ruling=ruling, author=pilar, reason="no fue él")
    assert not results_changed(round)
    assert (
        stage_standings(Tournament.objects.get(pk=swiss.pk).stage, EVERYTHING)[0].entrant == leader
    )
