"""Creating a tournament in four steps: what is offered, what is said of it, and what is made."""

from dataclasses import asdict
from datetime import date
from itertools import product
from math import ceil, log2

import pytest

import rules
from tests.rows import each
from tests.sizes import size
from tournaments.formats.core import DrawError
from tournaments.forms.setup import offered
from tournaments.models import Stage, Tournament
from tournaments.recipes import FEWEST, MOST, RecipeStage, recipes
from tournaments.services.setup.checks import playable_presets
from tournaments.services.setup.recipes import offers

TYPED = {
    "game": "guinote",
    "length": "dos_cotos_de_3",
    "entries": "33",
    "tables": "16",
    "hours": "10",
    "recipe": "swiss_bracket",
    "name": "Maratón de San Roque",
    "date": "2026-08-16",
    "time": "16:00",
}
PAGE = "/torneos/nuevo/"


@pytest.fixture
def browser(client_as, vecino):
    return client_as(vecino)


@each(
    "entries, sides, keys",
    (3, 2, ["knockout", "lives", "league"]),
    (8, 2, ["knockout", "groups_bracket", "lives", "league", "session"]),
    (33, 2, ["knockout", "swiss_bracket", "groups_bracket", "lives", "session"]),
    (500, 2, ["knockout", "swiss_bracket", "groups_bracket", "session"]),
    (18, 4, ["totals"]),
)
def test_only_the_recipes_of_that_many_people(entries, sides, keys):
    assert [recipe.key for recipe in recipes(entries, sides)] == keys


@each("entries, rounds, bracket", (12, 4, 4), (16, 4, 8), (33, 6, 8), (100, 7, 16))
def test_the_rounds_that_tell_so_many_apart_and_a_bracket(entries, rounds, bracket):
    (recipe,) = (one for one in recipes(entries, 2) if one.key == "swiss_bracket")
    assert rounds == ceil(log2(entries))
    swiss, knockout = recipe.parts
    assert (swiss.options["rounds"], knockout.entrants(entries)) == (rounds, bracket)


def test_two_of_each_group_go_on():
    assert RecipeStage("knockout", {}, 2, "group").entrants(33) == 16


@pytest.mark.slow
@pytest.mark.parametrize("game", offered())
def test_each_game_has_a_recipe_that_can_be_played_to_its_end(game):
    """Of every length with the fewest (on each run, one in three); of many, its first one."""
    presets = playable_presets(game)
    few, many = presets[:: size(3, 1)], presets[: size(1, None)]
    for preset, entries in [*product(few, [FEWEST]), *product(many, [33])]:
        length = rules.game(game).presets[preset]
        if length.sides > entries:
            continue
        made = offers(game=game, length=asdict(length), entries=entries, tables=16)
        assert made and all(offer.minutes > 0 for offer in made), preset


def test_one_page_makes_the_stages_and_feeds_the_bracket(browser):
    answer = browser.post(PAGE, TYPED)
    tournament = Tournament.objects.get()
    assert (answer.status_code, answer.url) == (302, "/t/maraton-de-san-roque/panel/")
    assert (tournament.tables, tournament.starts_at.date()) == (16, date(2026, 8, 16))
    first, second = Stage.objects.order_by("number")
    assert (first.format, first.format_options["rounds"]) == ("swiss", 6)
    assert (second.format, second.name, second.intake[0]["last"]) == ("knockout", "Cuadro final", 8)


def test_what_will_be_played_is_told_before(browser):
    page = browser.get(PAGE, TYPED)
    assert (
        page.context["form"]
        .sentence()
        .startswith(
            "Guiñote: Dos cotos de 3 partidas. 33 parejas, mesas: 16. "
            "Suizo de 6 rondas y cuadro de 8. Acaba hacia las "
        )
    )
    assert not Tournament.objects.exists()


def test_another_game_brings_its_own_lengths_and_recipes(browser):
    form = browser.get(PAGE, {**TYPED, "game": "tarot"}).context["form"]
    assert [key for key, _name in form.fields["length"].choices] == playable_presets("tarot")
    assert form.chosen_recipe == "totals" and "33 jugadores" in form.sentence()


def test_what_is_in_time_is_chosen_first(browser):
    hasty = {key: value for key, value in TYPED.items() if key != "recipe"} | {"hours": "5"}
    form = browser.get(PAGE, hasty).context["form"]
    cards = {card.radio.data["value"]: card.in_time for card in form.recipe_cards()}
    assert not cards["swiss_bracket"]
    assert cards[form.chosen_recipe] or not any(cards.values())


@pytest.mark.slow
@each(
    "typed",
    {"name": "", "date": "", "time": "25:00"},
    {"date": "1492-10-12", "entries": "0"},
    {"entries": str(MOST + 1)},
    {"tables": "muchas"},
    {"game": "bridge"},
    {"length": "un_chico"},
    {"recipe": "totals"},
)
def test_what_is_wrong_is_told_on_its_field_and_nothing_is_made(browser, typed):
    answer = browser.post(PAGE, {**TYPED, **typed})
    assert answer.status_code == 400
    assert answer.context["form"].errors.keys() == typed.keys()
    assert not Tournament.objects.exists()
    assert browser.get(PAGE, {**TYPED, **typed}).status_code == 200


@pytest.mark.slow
def test_a_recipe_that_cannot_be_drawn_is_not_offered(monkeypatch):
    def never(*_given):
        raise DrawError("too_few_entrants")

    monkeypatch.setattr("tournaments.services.setup.recipes.end_of", never)
    length = {"players": 4, "cotos": 7, "partidas": 3, "best_of": 0, "play_all": False}
    assert offers(game="guinote", length=length, entries=40, tables=20) == []
