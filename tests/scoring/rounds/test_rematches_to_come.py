"""Rounds in which some must meet again: said before the first rematch, in every format."""

from scoring.rounds.selectors.rounds import next_round
from scoring.rounds.services.rounds import open_next_round, publish_round
from tests.rows import cases
from tests.scoring.days import play
from tournaments.setup.forms.recipes import RecipeForm

LIST = "/t/casino-de-calamocha/rondas/"


def _publish(tournament, author):
    drawn = open_next_round(stage=tournament.stage, author=author)
    return publish_round(round=drawn, author=author)


@cases(
    "plan, entered, most",
    ({"format": "swiss", "format_options": {"rounds": 4}}, 4, 3),
    ({"format": "swiss", "format_options": {"rounds": 6}}, 5, 5),
    ({"format": "swiss", "format_options": {"rounds": 3}}, 4, 0),
    ({"format": "league", "format_options": {"legs": 2}}, 4, 0),
    ({"format": "melee", "format_options": {"rounds": 4}}, 8, 3),
)
def test_it_is_said_before_the_first_round(
    make_tournament, pairs, pilar, client_as, plan, entered, most
):
    tournament = make_tournament(**plan)
    pairs(tournament, entered)
    following = next_round(tournament.stage)
    assert (following.without_rematch, following.rematches) == (most, 0)
    page = client_as(pilar).get(LIST).content.decode()
    assert ("sin repetir ningún cruce" in page) == bool(most)


def test_before_the_round_that_repeats_them_it_is_said_how_many(
    make_tournament, pairs, pilar, client_as
):
    swiss = make_tournament(format="swiss", format_options={"rounds": 4})
    pairs(swiss, 4)
    for _round in range(3):
        assert next_round(swiss.stage).rematches == 0
        for match in _publish(swiss, pilar).matches.all():
            play(match, pilar)
    assert next_round(swiss.stage).rematches == 2
    page = client_as(pilar).get(LIST).content.decode()
    assert "En un sorteo de prueba de esta ronda se repiten 2 cruces" in page


@cases("entries, said", (6, True), (32, False))
def test_a_recipe_says_it_when_the_tournament_is_created(db, entries, said):
    typed = {"game": "malilla", "length": "barrotada", "entries": str(entries), "tables": "8"}
    form = RecipeForm({**typed, "date": "2026-06-06", "time": "16:00", "hours": "8"})
    assert form.chosen_game == "malilla"
    assert ("sin repetir ningún cruce" in form.sentence()) == said
