"""Decisions of a referee last the day: warnings add up, sanctions move the place and no rival."""

import pytest

from scoring.models import Ruling
from scoring.refereeing.services.rulings import lift_ruling, note_ruling
from scoring.rounds.selectors.rounds import results_changed
from scoring.standings.selectors.standings import stage_situation, stage_standings
from scoring.standings.services import set_standings
from tests.scoring.days import SWISS, play_all, publish
from tests.worlds import world
from tournaments.models import Match, Tournament
from tournaments.names.audience import EVERYTHING


@world
def swiss(make_tournament, pairs, pilar):
    """Eight pairs in a Swiss, the first round published."""
    made = make_tournament(**SWISS)
    pairs(made, 8)
    publish(made, pilar)
    return made


def match_of(tournament: Tournament, number: int) -> Match:
    """The last match of that entry."""
    found = tournament.matches.filter(sides__entry__number=number)
    return found.order_by("-round__number").first()


def warned(browser, match: Match, number: int):
    """Return what the page of faults says of it, and note it."""
    page = f"/t/{match.tournament.slug}/acta/{match.code}/falta/?quien={number}&falta=habla"
    typed = {"what": "warning", "reason": "habla en la mesa", "points": "", "line": ""}
    said = browser.post(page, typed, headers={"HX-Request": "true"}).text
    usual = browser.get(page).context["form"].initial["what"]
    assert browser.post(page, typed).status_code == 302
    return said, usual


@pytest.mark.slow
def test_warnings_of_three_rounds_add_up_on_the_page(swiss, pilar, raul, client_as):
    """Two referees, three tables: each sees what the others noted, and what usually follows."""
    one, other = client_as(raul), client_as(pilar)
    said, usual = warned(one, match_of(swiss, 3), 3)
    assert "Es su primer apercibimiento." in said and usual == "warning"
    play_all(swiss.rounds.get(number=1), pilar)
    publish(swiss, pilar)
    said, usual = warned(other, match_of(swiss, 3), 3)
    assert "Con este son 2 apercibimientos" in said and usual == "unit:partida:1"
    play_all(swiss.rounds.get(number=2), pilar)
    publish(swiss, pilar)
    match = match_of(swiss, 3)
    acta = one.get(f"/t/{swiss.slug}/acta/{match.code}/").text
    assert acta.count("habla en la mesa") == 2
    said, usual = warned(one, match, 3)
    assert "Con este son 3 apercibimientos" in said and usual == "match"
    rival = next(entry.number for entry in match.everybody if entry.number != 3)
    assert warned(one, match, rival)[1] == "warning"
    lift_ruling(ruling=Ruling.objects.filter(entry__number=3).first(), author=pilar, reason="no")
    assert warned(other, match, 3)[1] == "match"  # two were left, and this is the third


def test_a_sanction_moves_the_place_and_not_the_rival(swiss, pilar, raul):
    """The first loses a point of penalty: it is second, and is drawn as the winner it is."""
    stage = swiss.stage
    chain = ["points", "counted_diff", "lot"]
    set_standings(stage=stage, author=pilar, chain=chain, counting={"penalties": "points"})
    play_all(stage.rounds.get(number=1), pilar)
    stage = Tournament.objects.get(pk=swiss.pk).stage
    first = stage_standings(stage, EVERYTHING)[0].entrant
    before = stage_situation(stage, EVERYTHING)
    ruling = note_ruling(
        stage=stage,
        entry=swiss.entries.get(number=first),
        author=raul,
        follows="points",
        points=3,
        reason="grita",
    )
    assert stage_standings(stage, EVERYTHING)[-1].entrant == first
    after = stage_situation(stage, EVERYTHING)
    assert (after.points, after.ranking) == (before.points, before.ranking)
    drawn = publish(swiss, pilar)
    lift_ruling(ruling=ruling, author=pilar, reason="no fue él")
    assert not results_changed(drawn)
    assert (
        stage_standings(Tournament.objects.get(pk=swiss.pk).stage, EVERYTHING)[0].entrant == first
    )
