"""Tests of the warning about rematches, which the page shows before they are inevitable."""

from scoring.rounds.selectors.rounds import next_round
from scoring.rounds.services.rounds import open_next_round, publish_round
from tests.rows import cases
from tests.scoring.played_rounds import play
from tournaments.setup.forms.recipes import RecipeForm

LIST = "/t/casino-de-calamocha/rondas/"


def _publish_round(tournament, author):
    draft = open_next_round(stage=tournament.stage, author=author)
    return publish_round(round=draft, author=author)


@cases(
    "plan, count, rounds_without_rematch",
    ({"format": "swiss", "format_options": {"rounds": 4}}, 4, 3),
    ({"format": "swiss", "format_options": {"rounds": 6}}, 5, 5),
    ({"format": "swiss", "format_options": {"rounds": 3}}, 4, 0),
    ({"format": "league", "format_options": {"legs": 2}}, 4, 0),
    ({"format": "melee", "format_options": {"rounds": 4}}, 8, 3),
)
def test_before_the_first_round_the_page_says_how_many_rounds_have_no_rematch(
    make_tournament, pairs, pilar, client_as, plan, count, rounds_without_rematch
):
    tournament = make_tournament(**plan)
    pairs(tournament, count)
    following = next_round(tournament.stage)
    assert (following.rounds_without_rematch, following.rematches) == (rounds_without_rematch, 0)
    page = client_as(pilar).get(LIST).content.decode()
    assert ("sin repetir ningún cruce" in page) == bool(rounds_without_rematch)


def test_before_a_round_with_rematches_the_page_counts_them(
    make_tournament, pairs, pilar, client_as
):
    swiss = make_tournament(format="swiss", format_options={"rounds": 4})
    pairs(swiss, 4)
    for _round in range(3):
        assert next_round(swiss.stage).rematches == 0
        for match in _publish_round(swiss, pilar).matches.all():
            play(match, pilar)
    assert next_round(swiss.stage).rematches == 2
    page = client_as(pilar).get(LIST).content.decode()
    assert "En un sorteo de prueba de esta ronda se repiten 2 cruces" in page


@cases("entries, has_warning", (6, True), (32, False))
def test_the_recipe_of_a_new_tournament_warns_about_rematches(db, entries, has_warning):
    values = {"game": "malilla", "length": "barrotada", "entries": str(entries), "tables": "8"}
    form = RecipeForm({**values, "date": "2026-06-06", "time": "16:00", "hours": "8"})
    assert form.chosen_game == "malilla"
    assert ("sin repetir ningún cruce" in form.sentence()) == has_warning
